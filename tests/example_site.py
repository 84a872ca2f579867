"""A checkout with the example site of docs/authoring.md laid over it, as its reader makes one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "site-toolshed"
ROOMS = ("docker", "evaluators", "harness", "reset", "sites", "tasks")
GUIDE = ROOT / "docs" / "authoring.md"


def example_files() -> list[str]:
    """What the example consists of, relative to a checkout."""
    found = (path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(str(path.relative_to(EXAMPLE)) for path in found)


def lay_over(target: Path) -> Path:
    """Copy the rooms of this checkout, then the example, then the capabilities that the guide adds."""
    leave = shutil.ignore_patterns("__pycache__", "*.pyc")
    for room in ROOMS:
        shutil.copytree(ROOT / room, target / room, ignore=leave)
    shutil.copytree(EXAMPLE, target, ignore=leave, dirs_exist_ok=True)
    group = re.search(
        r"```yaml\n(# tasks/coverage\.yaml\n.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert group, "the guide says what to add to tasks/coverage.yaml"
    with (target / "tasks" / "coverage.yaml").open("a", encoding="utf-8") as listed:
        listed.write(group[1])
    return target


def webarium(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line of a checkout."""
    program = "from harness.commands.cli import app; app(prog_name='webarium')"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=checkout,
        env=environment(checkout),
        text=True,
        capture_output=True,
    )


def environment(checkout: Path) -> dict[str, str]:
    """The checkout's own modules come first, whatever is installed."""
    return {**os.environ, "PYTHONPATH": str(checkout)}
