"""The example site of docs/packs.md, used as its reader uses it: a pack beside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sites.packs import VARIABLE

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "site-toolshed"
GUIDE = ROOT / "docs" / "authoring.md"
PROGRAM = "from harness.commands.cli import app; app(prog_name='webarium')"


def example_files() -> list[str]:
    """What the example consists of, relative to its folder."""
    found = (path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(str(path.relative_to(EXAMPLE)) for path in found)


def webarium(*words: str, pack: Path | None = EXAMPLE, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command line of this checkout with a pack."""
    named = ["--pack", str(pack)] if pack else []
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *named, *words],
        cwd=cwd,
        env=environment(),
        text=True,
        capture_output=True,
    )


def environment(*packs: Path) -> dict[str, str]:
    """The variables of a process that uses these packs, and this checkout's modules."""
    return {**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: os.pathsep.join(map(str, packs))}
