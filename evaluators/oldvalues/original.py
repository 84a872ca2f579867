"""WebArena's own string rules (its paper, section 3.2, and its published evaluator), for comparison.

``exact``: equal after stripping space, one pair of quotes and case. ``must_include``: the reference is a
substring; a reference of one word on its own must be a token when it is a single character or number.
``fuzzy``: a model decides; without one, only equality does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .base import MatchResult

Judge = Callable[[str, str, str], bool | None]


def tidy(text: Any) -> str:
    """Stripped, without one pair of quotes around it, lower-cased."""
    plain = str(text).strip()
    for quote in ("'", '"'):
        if len(plain) > 1 and plain.startswith(quote) and plain.endswith(quote):
            plain = plain[1:-1]
    return plain.lower()


def match(
    kind: str, reference: Any, answer: Any, *, intent: str = "", judge: Judge | None = None
) -> MatchResult:
    """The verdict of WebArena's rules for exact, must_include or fuzzy."""
    answer = "" if answer is None else answer
    if kind == "exact":
        good = tidy(reference) == tidy(answer)
        return MatchResult(
            float(good),
            f"the texts are {'equal' if good else 'not equal'}",
            expected=str(reference),
            found=str(answer),
        )
    items = list(reference) if isinstance(reference, list | tuple) else [reference]
    if kind == "must_include":
        missing = [i for i in items if not _included(i, answer, alone=len(items) == 1)]
        why = f"the answer lacks {', '.join(map(str, missing))}" if missing else "every item is in the answer"
        return MatchResult(float(not missing), why, expected=", ".join(map(str, items)), found=str(answer))
    if all(tidy(i) == tidy(answer) for i in items):
        return MatchResult(1.0, "the texts are equal", expected=str(reference), found=str(answer))
    said = [judge(intent, str(i), str(answer)) for i in items] if judge else [None]
    if None in said:
        return MatchResult(
            0.0, "the original asks a model here", undecided=True, expected=str(reference), found=str(answer)
        )
    return MatchResult(float(all(said)), "as the judge says", expected=str(reference), found=str(answer))


def _included(item: Any, answer: Any, *, alone: bool) -> bool:
    wanted, said = tidy(item), tidy(answer)
    if alone and len(wanted) == 1:
        return wanted in re.findall(r"\w+|[^\w\s]", said)
    return wanted in said
