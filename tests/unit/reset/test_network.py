"""A world waits until the kernel has made up its mind about new addresses."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from reset.network import await_addresses, tentative

FINAL = "fe8000000000000000425bfffe21c5f4 05 40 20 80  docker0\n"
NEW = "fe8000000000000004980dfffefb4513 13cb 40 20 c0 vethe5c1c8a\n"


def test_only_addresses_with_the_tentative_flag_are_named() -> None:
    assert tentative(FINAL + NEW) == ["vethe5c1c8a"]
    assert tentative(FINAL) == []


def test_waits_for_the_address_to_become_final(tmp_path: Path) -> None:
    table = tmp_path / "if_inet6"
    table.write_text(FINAL + NEW)
    settled = threading.Event()

    def settle() -> None:
        time.sleep(0.2)
        settled.set()
        fresh = tmp_path / "fresh"
        fresh.write_text(FINAL + NEW.replace(" c0 ", " 80 "))
        fresh.replace(table)

    thread = threading.Thread(target=settle)
    thread.start()
    assert await_addresses(source=table)
    assert settled.is_set()
    thread.join()


def test_gives_up_after_its_limit_and_needs_no_ipv6(tmp_path: Path) -> None:
    table = tmp_path / "if_inet6"
    assert await_addresses(source=table), "a machine without IPv6"
    table.write_text(NEW)
    assert not await_addresses(0.1, table)
