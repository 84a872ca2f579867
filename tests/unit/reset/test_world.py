"""Worlds without an engine: owners, records, tokens, addresses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reset import owners, places
from reset.engine import explain
from reset.sitectl import supervisor
from reset.world import Record, addresses, site_token


def record(**changes: Any) -> Record:
    values: dict[str, Any] = {
        "name": "w0",
        "sites": ["shopping", "wiki"],
        "subnet": "10.213.4.0/24",
        "token": "t",
        "password": "p",
        "owner": owners.KEPT,
        "started": 1.0,
        "ports": {"http": 8080},
    }
    return Record(**{**values, **changes})


def test_owners_live_as_long_as_their_process() -> None:
    assert owners.alive(owners.me())
    assert owners.alive(owners.KEPT)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    owner = f"{child.pid}:{owners._started(child.pid)}"
    assert owners.alive(owner)
    child.kill()
    child.wait()
    assert not owners.alive(owner)


@pytest.mark.parametrize("owner", ["", "x", f"{os.getpid()}:", f"{os.getpid()}:1", "999999999:5"])
def test_a_number_that_was_given_again_is_not_the_owner(owner: str) -> None:
    assert not owners.alive(owner)


def test_records_come_back_and_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    record().save()
    assert Record.load("w0") == record()
    assert Record.path("w0").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / ".webarium").stat().st_mode & 0o777 == 0o700
    assert Record.load("w1") is None
    Record.path("w2").write_text("{half")
    assert Record.load("w2") is None


def test_addresses_are_the_gateway_at_two_and_sites_from_ten() -> None:
    assert addresses(record()) == {"gateway": "10.213.4.2", "shopping": "10.213.4.10", "wiki": "10.213.4.11"}


def test_tokens_differ_by_site_and_world() -> None:
    found = {site_token(world, site) for world in ("a", "b") for site in ("shopping", "wiki")}
    assert len(found) == 4
    assert all(len(token) == 64 for token in found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("write /var/lib/x: no space left on device", "the disk is full"),
        ("Bind for 127.0.0.1:8080 failed: port is already allocated", "a port is taken"),
        ("listen tcp 127.0.0.1:80: bind: address already in use", "a port is taken"),
        ("something else", "the container engine refused"),
    ],
)
def test_refusals_of_the_engine_are_put_in_words(text: str, message: str) -> None:
    error = explain(RuntimeError(text), "starting x")
    assert error.message.startswith(message)
    assert "starting x" in error.message


def test_services_start_after_those_they_wait_for() -> None:
    one = supervisor.Supervisor.__new__(supervisor.Supervisor)
    one.spec = {
        "services": {"web": {"after": ["redis", "worker"]}, "worker": {"after": ["redis"]}, "redis": {}}
    }
    assert one._order() == ["redis", "worker", "web"]
    one.spec = {"services": {"a": {"after": ["b"]}, "b": {"after": ["a"]}}}
    with pytest.raises(RuntimeError, match="wait for each other: a, b"):
        one._order()


def test_open_requests_are_counted_by_state_and_port(monkeypatch: pytest.MonkeyPatch) -> None:
    head = "  sl  local_address rem_address   st\n"
    lines = [
        "   0: 0100007F:1F40 0200D50A:C001 01",  # established on 8000
        "   1: 0100007F:1F40 0200D50A:C002 08",  # the client has gone
        "   2: 00000000:1F40 00000000:0000 0A",  # listening
        "   3: 0100007F:1F40 0200D50A:C003 06",  # over
        "   4: 0100007F:26AC 0200D50A:C004 01",  # port 9900
    ]
    table = head + "\n".join(lines) + "\n"
    monkeypatch.setattr(Path, "read_text", lambda self: table if self.name == "tcp" else head)
    assert supervisor.open_requests(8000) == 2
