"""Processes that others have started: finding all of them, and ending them whatever session they are in.

A signal to a process group misses children that made a session of their own, as Chromium's do and as an
agent may. The tree of parents and children is walked instead: no process can choose its parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_TICK = 0.01  # seconds between two looks at processes that are dying


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started in it hear no interrupt before `leave_terminal`; here it comes afterwards.

    A new Python takes half a second to come to its first line of ours, and an interrupt at the terminal
    goes to all processes there: what it said of that was a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_terminal() -> None:
    """Make this process a session of its own: an interrupt at the terminal is its starter's to handle."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def children() -> dict[int, list[int]]:
    """Every process with those it has started or adopted; empty where there is no ``/proc``."""
    found: dict[int, list[int]] = {}
    for pid, (parent, state) in _table().items():
        if state != "Z":
            found.setdefault(parent, []).append(pid)
    return found


def descendants(pid: int) -> list[int]:
    """The living processes below one, parents before children."""
    table, found = children(), [pid]
    for one in found:
        found += table.get(one, [])
    return found[1:]


def ancestors(pid: int) -> list[int]:
    """The processes above one, its parent first."""
    table, found = _table(), [pid]
    while found[-1] in table:
        found.append(table[found[-1]][0])
    return found[1:-1]


def end_tree(pid: int, *, seconds: float = 5.0) -> list[int]:
    """Kill a process and all below it, and wait until they are gone.

    They are stopped first, so that none can start another while the others die.

    Args:
        pid: its top; it is enough that it was there when this is called.
        seconds: how long to wait for them; one in the middle of a write to a disk takes its time.

    Returns:
        Those that are still there.
    """
    return _end([pid, *descendants(pid)], seconds)


def end_below(pid: int, *, seconds: float = 5.0) -> list[int]:
    """As ``end_tree``, but the process itself stays."""
    return _end(descendants(pid), seconds)


def adopt_orphans() -> None:
    """From now on a descendant whose parent ends becomes a child of this process, and not of init."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when its parent ends.

    Args:
        parent: its process id; where it has gone already, this process ends at once.
        number: the signal.
    """
    _prctl(_PR_SET_PDEATHSIG, number)
    if sys.platform == "linux" and os.getppid() != parent:
        os._exit(1)


def _end(found: list[int], seconds: float) -> list[int]:
    deadline = time.monotonic() + seconds
    stopped: set[int] = set()
    while new := [pid for pid in found if pid not in stopped]:
        for pid in new:
            _signal(pid, signal.SIGSTOP)
        stopped.update(new)
        # one that was starting another when it was told to stop has stopped only after that
        _wait_for(lambda: _in_state(stopped, but="TtZX"), deadline)
        found = [below for pid in stopped for below in descendants(pid)]
    for pid in stopped:
        _signal(pid, signal.SIGKILL)
    return _wait_for(lambda: _in_state(stopped, but="ZX"), deadline)


def _wait_for(left: Callable[[], list[int]], deadline: float) -> list[int]:
    while (pids := left()) and time.monotonic() < deadline:
        time.sleep(_TICK)
    return pids


def _in_state(pids: Iterable[int], *, but: str) -> list[int]:
    """Those of them that are there, in another state than these; Z has ended and waits for its parent."""
    table = _table()
    return [pid for pid in pids if pid in table and table[pid][1] not in but]


def _table() -> dict[int, tuple[int, str]]:
    """Parent and state of every process."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent = entry.read_text(errors="replace").rpartition(")")[2].split()[:2]
            found[int(entry.parent.name)] = int(parent), state
    return found


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
