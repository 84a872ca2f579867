"""Where this repository keeps what it made at run time."""

from __future__ import annotations

from pathlib import Path

from sites.spec import ROOT


def hidden(*parts: str) -> Path:
    """A path below `.webarium/`, its folder made on the way; only the owner can look into it."""
    top = ROOT / ".webarium"
    top.mkdir(mode=0o700, exist_ok=True)
    path = top.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
