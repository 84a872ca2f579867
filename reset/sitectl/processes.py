"""Processes of the container: which there are, which sitectl started itself, and the end of all others."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
"""Numbers of prctl(2)."""

GONE = "ZX"
"""The kernel's letters for a process that does nothing any more."""

_own: list[subprocess.Popen[bytes]] = []
_starting = threading.Lock()
_adopting = False
"""Before it adopts orphans, what a process did not start by `start` is somebody else's business."""


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def adopt_orphans() -> None:
    """From now on whatever loses its parent below this process becomes its child, as below process 1.

    Raises:
        OSError: the kernel refuses.
    """
    global _adopting
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    _adopting = True


def hide() -> None:
    """Keep other processes of the same user from this one's memory and first environment.

    Raises:
        OSError: the kernel refuses.
    """
    _prctl(PR_SET_DUMPABLE, 0)


def start(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """`subprocess.Popen` for a process of our own: no orphan, and reaped by nobody else."""
    with _starting:
        process = subprocess.Popen(command, **options)
        _own[:] = [one for one in _own if one.returncode is None]
        _own.append(process)
    return process


def run(command: Sequence[str], env: dict[str, str], timeout: float) -> tuple[int, str, str]:
    """Run a command to its end: exit code, output, errors.

    Args:
        timeout: seconds after which it is killed.

    Raises:
        OSError: it cannot be started.
        subprocess.TimeoutExpired: it took too long.
    """
    process = start(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            raise
    return process.returncode, output.decode(errors="replace"), errors.decode(errors="replace")


def state(pid: int) -> str:
    """The kernel's letter for a process: R, S, T (stopped), Z (dead, not reaped); empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""


class Seen(NamedTuple):
    """A process as it was at one look."""

    pid: int
    parent: int
    group: int
    letter: str


def look() -> list[Seen]:
    """Every process there is."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as stream:
                    letter, parent, group = stream.read().rpartition(b")")[2].split(None, 3)[:3]
            except (OSError, ValueError):
                continue
            found.append(Seen(int(entry), int(parent), int(group), letter.decode()))
    return found


def descendants(pid: int) -> list[int]:
    """Children, grandchildren and so on of a process, nearest first."""
    seen = look()
    return [one.pid for one in _below({pid}, seen)]


def _below(pids: set[int], seen: list[Seen]) -> list[Seen]:
    found: list[Seen] = []
    while near := [one for one in seen if one.parent in pids]:
        found += near
        pids = {one.pid for one in near}
    return found


def send(pid: int, number: int) -> None:
    """Send a signal to a process, or to the group `-pid`; one that is gone already is fine."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _mine() -> set[int]:
    return {one.pid for one in _own if one.returncode is None}


def _orphans(seen: list[Seen]) -> list[Seen]:
    """Children of this process that it did not start: what services left behind."""
    if not _adopting:
        return []
    mine, here = _mine(), os.getpid()
    return [one for one in seen if one.parent == here and one.pid not in mine]


class Strays(NamedTuple):
    """What no service has any more."""

    living: list[Seen]
    dead: list[Seen]
    groups: set[int]
    """Process groups of both in which no service has anything."""


def _strays() -> Strays:
    with _starting:  # else a process of our own might be seen before it is on the list
        seen, mine = look(), _mine()
        found = _orphans(seen)
    roots = {one.pid for one in found if one.letter not in GONE}
    living = [one for one in seen if one.pid in roots] + _below(roots, seen)
    dead = [one for one in found if one.letter in GONE]
    served = {one.group for one in seen if one.pid in mine} | {one.group for one in _below(mine, seen)}
    return Strays(living, dead, {one.group for one in living + dead} - served - {os.getpgrp()})


def strays() -> list[int]:
    """Living processes that no service has any more, with all below them."""
    return [one.pid for one in _strays().living]


def reap() -> int:
    """Let the kernel forget the orphans that have ended; returns how many those were."""
    with _starting:
        ended = [one.pid for one in _orphans(look()) if one.letter in GONE]
    for pid in ended:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    return len(ended)


def end_strays(timeout: float = 5.0) -> int:
    """Kill what no service has any more, until nothing of it is left; returns how many there were.

    Args:
        timeout: seconds; what forks away quicker than it is killed, or hangs in the kernel, goes on.

    Raises:
        RuntimeError: it goes on.
    """
    deadline = time.monotonic() + timeout
    ended: set[int] = set()
    while True:
        found = _strays()
        if not found.living and not found.dead:
            return len(ended)
        if time.monotonic() > deadline:
            pids = [one.pid for one in found.living][:10]
            raise RuntimeError(f"processes {pids} that services left do not end")
        for one in found.living:
            send(one.pid, signal.SIGKILL)
        # One that forks and ends, again and again, may hide from a look, but leaves its dead behind, and the
        # dead name the group. A group is killed at one blow: nobody in it can fork away meanwhile.
        for group in found.groups:
            send(-group, signal.SIGKILL)
        ended.update(one.pid for one in found.living)
        reap()
        time.sleep(0.001)
