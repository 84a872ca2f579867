"""The small rules of sitectl: when to start again, how much room is left, what is under way."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from reset.sitectl.database import pool_for
from reset.sitectl.restarts import DELAYS, LASTING, Restarts
from reset.sitectl.space import Space, amount, size
from reset.sitectl.traffic import listening, requests, settle


def test_what_keeps_ending_is_started_ever_later_and_then_given_up() -> None:
    one, now, waits = Restarts(), 100.0, []
    while one.ended(now):
        assert one.due is not None
        waits.append(one.due - now)
        now = one.due
        one.began(now)
    assert waits == [0, 1, 2, 4, 8]
    assert one.count == 5
    assert one.due is None


def test_what_ran_long_is_started_at_once_again() -> None:
    one = Restarts()
    for _ in range(3):
        assert one.ended(0.0)
        one.began(0.0)
    assert one.ended(LASTING + 1)
    assert one.due == LASTING + 1


def test_a_reset_forgets_what_ended_before() -> None:
    one = Restarts()
    for _ in DELAYS:
        assert one.ended(0.0)
        one.began(0.0)
    one.forget()
    assert one.ended(1.0)
    assert one.due == 1.0
    assert one.count == len(DELAYS)


def test_room_is_what_was_written_since_the_mark(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "old").write_bytes(os.urandom(2 * 2**20))
    space = Space(tmp_path, amount("1m"))
    space.mark()
    (tmp_path / "deep" / "new").write_bytes(os.urandom(2**19))
    assert space.excess() == ""
    (tmp_path / "more").write_bytes(os.urandom(2**20))
    assert "has grown by 2 MiB and may by 1 MiB" in space.excess()
    (tmp_path / "more").unlink()
    assert space.excess() == ""
    assert space.due > time.monotonic()


def test_holes_in_files_and_links_take_no_room(tmp_path: Path) -> None:
    with (tmp_path / "hole").open("wb") as stream:
        stream.truncate(10 * 2**20)
    (tmp_path / "all").symlink_to("/")
    assert size(tmp_path) < 2**16


@pytest.mark.parametrize(("text", "bytes_"), [("3m", 3 * 1024 * 1024), ("2g", 2 * 1024**3)])
def test_amounts_are_those_of_site_files(text: str, bytes_: int) -> None:
    assert amount(text) == bytes_


def test_a_request_is_under_way_until_its_worker_has_closed_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert requests(port) == set()
        client = socket.create_connection(("127.0.0.1", port))
        waiting = requests(port)  # nobody has taken it yet
        assert len(waiting) == 1
        worker, _ = listener.accept()
        assert requests(port) == waiting
        client.close()
        assert requests(port) == waiting  # the client has gone, the worker is still at it
        worker.close()
        assert requests(port) == set()
        assert requests(port + 1) == set()


@pytest.mark.parametrize(("host", "table"), [("127.0.0.1", "tcp"), ("::1", "tcp6")])
def test_requests_are_looked_for_where_the_server_is(host: str, table: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as listener:
        port = listener.getsockname()[1]
        assert listening(port) == (table,)
        with socket.create_connection((host, port)):
            assert len(requests(port, tables=listening(port))) == 1
    assert listening(port) == ("tcp", "tcp6")


def test_requests_between_processes_of_a_site_count_too(tmp_path: Path) -> None:
    path = str(tmp_path / "fpm.sock")
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as client:
        listener.bind(path)
        listener.listen()
        assert requests(1, [path]) == set()
        client.connect(path)
        assert len(requests(1, [path])) == 1
        worker, _ = listener.accept()
        assert len(requests(1, [path])) == 1
        client.close()
        assert len(requests(1, [path])) == 1
        worker.close()
        assert requests(1, [path]) == set()


def test_two_quiet_looks_are_settled() -> None:
    looks = [["1 open requests"], [], ["a job"], [], []]
    found = settle(lambda: looks.pop(0), timeout=60)
    assert (found["settled"], found["waiting_for"], looks) == (True, [], [])


def test_what_never_rests_is_named() -> None:
    found = settle(lambda: ["a job"], timeout=0.05)
    assert (found["settled"], found["waiting_for"]) == (False, ["a job"])


@pytest.mark.parametrize(("mebibytes", "pool"), [([], 64), ([20, 20], 64), ([200, 50], 250), ([3000], 256)])
def test_the_pool_holds_the_tables_within_bounds(tmp_path: Path, mebibytes: list[int], pool: int) -> None:
    for number, each in enumerate(mebibytes):
        with (tmp_path / f"table{number}.ibd").open("wb") as file:
            file.truncate(each << 20)
    (tmp_path / "db.opt").write_text("default-character-set=utf8mb4\n")
    assert pool_for(tmp_path) == pool
