"""Processes as `/proc` shows them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from harness.processes import descendants

PROC = Path("/proc")


@dataclass(frozen=True)
class Process:
    """A process; its start tells it from a later one of the same number."""

    pid: int
    started: str

    @property
    def command(self) -> str:
        """Its command line, with blanks."""
        with suppress(OSError):
            return (
                (PROC / str(self.pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            )
        return ""

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return process(self.pid) == self

    def mentions(self, text: str) -> bool:
        """Whether its command line or its environment holds a text."""
        if text in self.command:
            return True
        with suppress(OSError):
            return text.encode() in (PROC / str(self.pid) / "environ").read_bytes()
        return False

    def __str__(self) -> str:
        return f"{self.pid} {self.command[:100]}"


def below(pid: int) -> list[Process]:
    """The living descendants of a process, parents before children."""
    return [found for one in descendants(pid) if (found := process(one))]


def all_processes() -> list[Process]:
    """Every process of this machine that runs."""
    return [found for entry in PROC.iterdir() if entry.name.isdigit() and (found := process(int(entry.name)))]


def process(pid: int) -> Process | None:
    """The process of a number, while it runs; a dead one that nobody has reaped does not."""
    try:
        fields = (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else Process(pid, fields[19])
