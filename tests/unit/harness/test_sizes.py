"""Modules stay short enough to be read in one sitting, or say in docs/development.md why not."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
ROOMS = ("sites", "reset", "tasks", "evaluators", "harness", "integrations", "docker")
LONGEST = 400


def test_long_modules_are_listed_with_their_reason() -> None:
    long = {
        str(path.relative_to(TOP))
        for room in ROOMS
        for path in (TOP / room).rglob("*.py")
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST
    }
    _, _, rest = (TOP / "docs" / "development.md").read_text(encoding="utf-8").partition("## Long modules")
    section = rest.partition("\n## ")[0]
    listed = set(re.findall(r"^\| `([^`]+\.py)` \| \w", section, re.MULTILINE))
    assert long - listed == set(), "split these where they hold two jobs, else list them with the reason"
    assert listed - long == set(), "these are short, or gone: take them off the list"
