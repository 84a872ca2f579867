"""The jail of an agent that is not ours, seen from the keeper, which puts the agent into it.

Bubblewrap makes it: namespaces of its own for processes, network, users and mounts, a file system that holds
nothing but what is bound in, no privilege and no way to get one. Where the keeper is root it gives up root
before; what lies below a folder that only root may enter is then bound to a place on the way that all may.
Runs in the keeper's process, so it imports the standard library alone.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import shutil
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

PROGRAM = "bwrap"
HOME = "/home/agent"
PORT = 3128  # on the jail's own loopback, where the proxy listens

_CLONE_NEWNS, _CLONE_NEWUSER, _CLONE_NEWNET = 0x00020000, 0x10000000, 0x40000000
_MS_BIND, _MS_REC, _MS_PRIVATE = 4096, 16384, 1 << 18
_NS_GET_USERNS = 0xB701
_SHUT_IN = ("--unshare-all", "--cap-drop", "ALL", "--new-session", "--die-with-parent", "--hostname", "agent")
_BARE = ("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")  # noqa: S108 - the jail's own
_OPTIONS = {"ro": "--ro-bind", "rw": "--bind", "link": "--symlink"}


@dataclass(frozen=True)
class Jail:
    """What a jail holds.

    Args:
        mounts: in this order: ``(ro | rw, path outside, path inside)``, ``(link, target, path inside)`` and
            ``(empty, "", path inside)`` for a folder whose content must not be seen.
        network: addresses ``host:port`` that may be reached; none of them: no network at all.
    """

    mounts: list[list[str]] = field(default_factory=list)
    network: list[str] = field(default_factory=list)


def enter(
    jail: Jail, command: list[str], *, account: tuple[int, int] | None, stage: str, info: int, gate: int
) -> NoReturn:
    """Turn this process into the jail's, and the jail's into the agent.

    Args:
        jail: what it holds.
        command: of the agent.
        account: numbers of its user and group where this process is root.
        stage: an empty folder that its user can reach.
        info: takes the number of the jail's process, as JSON.
        gate: the agent starts when there is something to read on it.

    Raises:
        OSError: there is no bubblewrap, or a mount is refused.
    """
    mounts = jail.mounts
    if account:
        mounts = _staged(mounts, stage)
        os.setgroups([])
        os.setgid(account[1])
        os.setuid(account[0])
    for one in (info, gate):
        os.set_inheritable(one, True)
    os.execvp(PROGRAM, arguments(mounts, command, info=info, gate=gate))  # noqa: S606 - words, no shell's line


def arguments(mounts: list[list[str]], command: list[str], *, info: int, gate: int) -> list[str]:
    """The whole command of the jail."""
    said = [PROGRAM, *_SHUT_IN, *_BARE]
    shut = ["/"]
    for kind, source, place in mounts:
        if kind == "empty":
            said += ["--perms", "0755", "--tmpfs", place]
            shut.append(place)
        else:
            said += [_OPTIONS[kind], source, place]
    for place in reversed(shut):
        said += ["--remount-ro", place]
    return [*said, "--chdir", HOME, "--info-fd", str(info), "--block-fd", str(gate), "--", *command]


def _staged(mounts: list[list[str]], stage: str) -> list[list[str]]:
    """The same with every path outside bound below ``stage``, as this process alone sees it."""
    libc = ctypes.CDLL(None, use_errno=True)
    _done(libc.unshare(_CLONE_NEWNS))
    _done(libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None))
    _done(libc.mount(b"none", stage.encode(), b"tmpfs", 0, b"size=64k,mode=755"))
    found = []
    for number, (kind, source, place) in enumerate(mounts):
        if kind in ("ro", "rw"):
            point = Path(stage, str(number))
            point.mkdir(mode=0o755) if Path(source).is_dir() else point.touch()
            _done(libc.mount(source.encode(), str(point).encode(), None, _MS_BIND | _MS_REC, None))
            source = str(point)
        found.append([kind, source, place])
    return found


def process_in(info: int) -> int | None:
    """The number of the first process in the jail; None when the jail did not come to be.

    Args:
        info: where ``enter`` tells of it.
    """
    with os.fdopen(info, "rb") as told:
        said = told.read()
    try:
        return int(json.loads(said)["child-pid"])
    except ValueError:
        return None


def listener(pid: int) -> socket.socket | None:
    """A socket that listens inside the jail and is held outside; None when none can be made.

    Args:
        pid: a process in the jail.
    """
    ours, theirs = socket.socketpair()
    child = os.fork()  # who has entered a namespace of users cannot come back
    if child == 0:
        try:
            _listen_in(pid, theirs)
        except OSError:
            os._exit(1)
        os._exit(0)
    theirs.close()
    with ours:
        _, sockets, _, _ = socket.recv_fds(ours, 1, 1)
    os.waitpid(child, 0)
    return socket.socket(fileno=sockets[0]) if sockets else None


def _listen_in(pid: int, answer: socket.socket) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    network = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
    users = fcntl.ioctl(network, _NS_GET_USERNS)
    _done(libc.setns(users, _CLONE_NEWUSER))
    _done(libc.setns(network, _CLONE_NEWNET))
    with socket.socket() as listening:
        listening.bind(("", PORT))  # nothing but the loopback is there, and it may not be up yet
        listening.listen(64)
        socket.send_fds(answer, [b"."], [listening.fileno()])


def _done(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def is_installed() -> bool:
    """Whether there is bubblewrap."""
    return shutil.which(PROGRAM) is not None
