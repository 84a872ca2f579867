"""Ending processes with all that they have started, whatever session it hides in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness import processes
from harness.processes import descendants, end_below, end_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")

# A tree three deep; each level is in a session of its own and tells its process id in a file.
DEEP = """
import os, subprocess, sys, time
folder, depth = sys.argv[1], int(sys.argv[2])
if depth:
    subprocess.Popen([sys.executable, *sys.orig_argv[1:3], folder, str(depth - 1)], start_new_session=True)
open(f"{folder}/{os.getpid()}", "w").close()
time.sleep(600)
"""

BREEDING = """
import os, time
while True:
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
        os._exit(0)
    time.sleep(0.002)
"""


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def everybody() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def arguments(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def wait_until(what: object, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not what():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def start_deep(folder: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    top = subprocess.Popen([sys.executable, "-c", DEEP, str(folder), "2"])
    wait_until(lambda: len(list(folder.iterdir())) == 3)
    return top, [int(path.name) for path in folder.iterdir()]


def test_a_tree_is_ended_across_sessions(tmp_path: Path) -> None:
    top, pids = start_deep(tmp_path)
    assert len({os.getsid(pid) for pid in pids}) == 3
    assert sorted(descendants(top.pid)) == sorted(set(pids) - {top.pid})
    assert end_tree(top.pid) == []
    assert not any(map(runs, pids))
    top.wait(5)


def test_what_is_above_stays(tmp_path: Path) -> None:
    top, pids = start_deep(tmp_path)
    assert end_below(top.pid) == []
    assert [pid for pid in pids if runs(pid)] == [top.pid]
    top.kill()
    top.wait(5)


@pytest.mark.parametrize("_", range(5))
def test_one_that_keeps_starting_others_is_ended_with_all_of_them(_: int) -> None:
    mark = f"breeding-{os.getpid()}-{time.monotonic_ns()}"
    top = subprocess.Popen([sys.executable, "-c", BREEDING, mark])
    wait_until(lambda: len(descendants(top.pid)) > 20)
    assert end_tree(top.pid, seconds=60) == []
    top.wait(5)
    left = [pid for pid in everybody() if mark in arguments(pid)]
    assert left == []


LATE = """
import time
from harness import processes
time.sleep(0.3)
processes.leave_terminal()
time.sleep(0.3)
print("unharmed")
"""


def test_what_is_started_deaf_hears_no_interrupt_before_its_first_line() -> None:
    with processes.deaf():
        started = subprocess.Popen([sys.executable, "-c", LATE], stdout=subprocess.PIPE, text=True)
    started.send_signal(signal.SIGINT)
    assert started.communicate(timeout=30)[0] == "unharmed\n"
    assert started.returncode == 0


def test_an_interrupt_comes_after_what_is_started_deaf() -> None:
    started = []

    def start() -> None:
        with processes.deaf():
            signal.raise_signal(signal.SIGINT)
            started.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started
