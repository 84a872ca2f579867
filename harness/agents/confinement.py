"""What keeps an agent that is not ours from the answers, where the harness is root and the kernel allows it.

The agent's process gets a view of the file system of its own: the checkout cannot be written, the places in
it that hold answers, secrets and results are empty, the engine's socket is gone, and no privilege comes back.
Where this cannot be done (no root, no permission to make mounts) the agent runs without it.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECRET = ("tasks/answers.lock", "tasks/*/", ".git", ".webarium", "runs")  # below the checkout
SOCKETS = ("/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock")

_CLONE_NEWNS = 0x00020000
_MS_RDONLY, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 24, 38
_CAPABILITIES = 64  # more than any kernel has; dropping one that is unknown does nothing


def secret_places(more: Iterable[Path] = (), *, used: Iterable[Path] = (), root: Path = ROOT) -> list[Path]:
    """The folders that an agent must not see.

    Args:
        more: besides those of the checkout: the run's own folder.
        used: files that the agent needs; a place that holds one of them stays open.
        root: of the checkout.
    """
    found = [path for pattern in SECRET for path in sorted(root.glob(pattern)) if path.is_dir()]
    places = [path.resolve() for path in (*found, *more) if path.is_dir() and path.name != "__pycache__"]
    needed = [path.resolve() for path in used]
    return [place for place in dict.fromkeys(places) if not any(one.is_relative_to(place) for one in needed)]


def confine(places: list[Path], *, root: Path = ROOT) -> Callable[[], None]:
    """A function for the child, between fork and exec, while it is root.

    Args:
        places: folders that become empty.
        root: folder that becomes read-only.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        return lambda: None
    libc = ctypes.CDLL(None, use_errno=True)
    hidden = [str(place).encode() for place in places]
    sockets = [path.encode() for path in SOCKETS if Path(path).exists()]
    whole = str(root).encode()

    def apply() -> None:
        if libc.unshare(_CLONE_NEWNS) != 0:
            return
        mount = libc.mount
        mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None)
        mount(whole, whole, None, _MS_BIND | _MS_REC, None)
        mount(b"none", whole, None, _MS_BIND | _MS_REMOUNT | _MS_RDONLY, None)
        for place in hidden:
            mount(b"none", place, b"tmpfs", _MS_RDONLY, b"size=4k,mode=755")
        for socket in sockets:
            mount(b"/dev/null", socket, None, _MS_BIND, None)
        for number in range(_CAPABILITIES):
            libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

    return apply
