"""Holding, releasing and stopping real processes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reset.sitectl.processes import descendants, state
from reset.sitectl.service import Service

FORKING = """
import os, signal, sys, time
def fork():
    if os.fork() == 0:
        while True: time.sleep(60)
def again(*_):
    os.waitpid(-1, 0)
    fork()
signal.signal(signal.SIGCHLD, again)
fork()
print("up", flush=True)
while True: signal.pause()
"""


def wait(what: Any, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Any]:
    made: list[Service] = []

    def build(code: str, **spec: Any) -> Service:
        env = {**os.environ, "HTTP_PORT": "1", "SITE_HOST": "x.webarium.test"}
        service = Service("web", {"command": [sys.executable, "-c", code], **spec}, env)
        made.append(service)
        service.start()
        return service

    yield build
    for service in made:
        service.stop()


def test_refork_replaces_the_children_and_keeps_the_parent(make: Any) -> None:
    service = make(FORKING, on_reset="refork")
    wait(lambda: len(descendants(service.process.pid)) == 1)
    (child,) = descendants(service.process.pid)
    parent = service.process.pid
    service.hold()
    assert state(parent) == "T"
    assert state(child) in ("Z", "")
    service.release()
    wait(lambda: any(pid != child and state(pid) not in ("Z", "") for pid in descendants(parent)))
    assert service.process.pid == parent
    assert service.alive


def test_pause_stops_the_whole_tree_and_lets_it_run_on(make: Any) -> None:
    service = make(FORKING, on_reset="pause")
    wait(lambda: len(descendants(service.process.pid)) == 1)
    tree = [service.process.pid, *descendants(service.process.pid)]
    service.hold()
    assert [state(pid) for pid in tree] == ["T", "T"]
    service.release()
    wait(lambda: all(state(pid) == "S" for pid in tree))


def test_restart_is_stopped_by_hold(make: Any) -> None:
    service = make(FORKING, on_reset="restart")
    wait(lambda: len(descendants(service.process.pid)) == 1)
    (child,) = descendants(service.process.pid)
    service.hold()
    assert not service.alive
    assert service.expected
    wait(lambda: state(child) in ("Z", ""))


def test_keep_and_flush_are_left_running(make: Any, tmp_path: Path) -> None:
    mark = tmp_path / "flushed"
    service = make("import time; time.sleep(60)", on_reset="flush", flush=["touch", str(mark)])
    service.hold()
    assert service.alive
    service.release()
    assert mark.exists()


def test_a_failing_flush_is_told(make: Any) -> None:
    flush = [sys.executable, "-c", "import sys; sys.exit('no connection')"]
    service = make("import time; time.sleep(60)", on_reset="flush", flush=flush)
    with pytest.raises(RuntimeError, match="flush of web ended with 1: no connection"):
        service.release()


def test_a_service_that_ends_while_starting_is_told_with_its_last_line(make: Any) -> None:
    service = make("print('cannot bind', flush=True); raise SystemExit(3)", ready={"tcp": 1, "timeout": 10})
    wait(lambda: service.process.poll() is not None and list(service.log.lines))
    with pytest.raises(RuntimeError, match=r"ended with 3 while starting: \n  cannot bind"):
        service.wait_ready()


def test_readiness_by_command_and_its_timeout(make: Any, tmp_path: Path) -> None:
    mark = tmp_path / "ready"
    late = f"import pathlib, time; time.sleep(0.3); pathlib.Path({str(mark)!r}).touch(); time.sleep(60)"
    service = make(late, ready={"command": ["test", "-e", str(mark)]})
    service.wait_ready()
    assert mark.exists()
    never = make("import time; time.sleep(60)", ready={"command": ["false"], "timeout": 0.2})
    with pytest.raises(RuntimeError, match="not ready within"):
        never.wait_ready()


def test_what_a_parent_says_about_killed_workers_is_left_out(make: Any) -> None:
    service = make("import time; time.sleep(60)")
    service.log.killed = {41}
    for line in ("Worker (pid:41) was sent SIGKILL!", "Worker (pid:42) was sent SIGKILL!", "41 things"):
        service.log.add(line)
    assert list(service.log.lines) == ["Worker (pid:42) was sent SIGKILL!", "41 things"]


def test_idle_compares_what_a_command_prints(make: Any) -> None:
    service = make("import time; time.sleep(60)", idle={"command": ["echo", "2"], "expect": "0"})
    assert service.idle() == "web: 2"
    service.spec["idle"]["expect"] = "2"
    assert service.idle() == ""
