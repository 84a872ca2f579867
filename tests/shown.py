"""The commands that README and docs show, and what the comment before them says of their test.

Before each block of commands stands one of

    <!-- tested: unit -->          run as it stands, by tests/unit/harness/test_docs.py
    <!-- tested: integration -->   run as it stands, in this order, by tests/integration/test_docs.py
    <!-- tested: CI -->            a stage of .ci/run
    <!-- not tested: REASON -->    cannot be run by a test; its commands are still parsed

and before a file that the reader is to write, ``<!-- file: PATH -->``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "integrations").glob("*/README.md")),
]
PROGRAMS = ("webarium", "make", "pip", "cp", "export", "inspect", "echo")


@dataclass(frozen=True)
class Block:
    """A block of code of a page.

    Args:
        page: relative to the checkout.
        line: its first line, counted from 1.
        mark: the comment before it, without its brackets; empty where there is none.
        text: what it shows.
    """

    page: str
    line: int
    mark: str
    text: str

    @property
    def where(self) -> str:
        """For messages."""
        return f"{self.page}:{self.line}"

    @property
    def is_commands(self) -> bool:
        """Whether it shows commands to type."""
        return any(line.split(" ")[0] in PROGRAMS for line in self.text.splitlines())

    def calls(self) -> Iterator[list[str]]:
        """The words of each call of ``webarium``."""
        for line in self.text.splitlines():
            for part in re.split(r"&&|\s\|\s", line):
                words = shlex.split(part, comments=True)
                while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                    words = words[1:]
                if words[:1] == ["webarium"]:
                    yield words[1:]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of code of a page, fenced or indented."""
    name = str(page.relative_to(ROOT))
    mark, lines, first, fence = "", list[str](), 0, False
    for number, line in enumerate([*page.read_text(encoding="utf-8").splitlines(), ""], 1):
        if comment := re.fullmatch(r"<!-- (.+) -->", line):
            mark = comment[1]
        elif line.startswith("```"):
            fence = not fence
            first = number + 1 if fence else first
            if not fence:
                yield Block(name, first, mark, "\n".join(lines) + "\n")
                mark, lines = "", []
        elif fence:
            lines.append(line)
        elif line.startswith("    "):
            first = first if lines else number
            lines.append(line[4:])
        elif lines:
            yield Block(name, first, mark, "\n".join(lines) + "\n")
            mark, lines = "", []
        elif line:
            mark = ""


def mentions(page: Path) -> Iterator[tuple[int, list[str]]]:
    """Calls of ``webarium`` in running text: the line, and the words."""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        for shown in re.findall(r"`(?:[A-Z_]+=\S+ )*(?:\S*/)?webarium ([^`]+)`", line):
            yield number, shlex.split(shown)


def run(text: str, place: Path, *, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run a block as it stands, as in a shell in which the environment is active.

    Args:
        text: the block.
        place: the folder in which to run it; where it is a checkout, its own code runs.
        timeout: seconds.
    """
    code = place if (place / "harness").is_dir() else ROOT
    bin_ = place / ".path"
    bin_.mkdir(exist_ok=True)
    program = bin_ / "webarium"
    call = "from harness.commands.cli import app; app(prog_name='webarium')"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{call}" "$@"\n')
    program.chmod(0o755)
    env = {**os.environ, "PYTHONPATH": str(code), "PATH": f"{bin_}:{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=place,
        env=env,
        capture_output=True,
        text=True,
        timeout=timeout,
        stdin=subprocess.DEVNULL,
    )
