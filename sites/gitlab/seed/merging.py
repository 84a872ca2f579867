"""Whether changes touch each other, as git sees it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from sites.gitlab.seed.drafts import Change


def part_of(path: str) -> str:
    """Whether a file belongs to the tests, the docs or the code."""
    if re.search(r"(^|/)tests?/|_test\.\w+$|\.test\.\w+$|(^|/)test_", path):
        return "tests"
    return "docs" if (path.endswith(".md") and "/" not in path) or path.startswith("docs/") else "code"


def merges(base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> bool:
    """Whether two trees merge without conflict; changes of one file must lie apart, so it errs towards no."""
    for path in base.keys() | ours.keys() | theirs.keys():
        was, one, two = base.get(path), ours.get(path), theirs.get(path)
        if one in (two, was) or two == was:
            continue
        if was is None or one is None or two is None:
            return False
        lines = was.splitlines()
        mine, yours = (touched(lines, text.splitlines()) for text in (one, two))
        if any(a <= d + 1 and c <= b + 1 for a, b in mine for c, d in yours):
            return False
    return True


def touched(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Ranges of ``before`` that ``after`` changes."""
    codes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(start, stop) for tag, start, stop, _, _ in codes if tag != "equal"]


def touched_names(changes: Sequence[Change]) -> set[str]:
    """Names of the rows that changes speak of."""
    return {
        what[0] if kind != "add" else what[0]["name"]
        for kind, *what in changes
        if kind in ("add", "set", "drop")
    }
