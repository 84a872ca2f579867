"""Whether a text says what it must say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def missing(text: str, facts: Sequence[Any], question: str = "") -> list[str]:
    """The facts that a text does not state.

    Args:
        text: what somebody wrote.
        facts: each a phrase, a list of phrases of which one will do, or a typed value
            (``{type: date, value: 2026-03-16}``, with the options of its format).
        question: what was asked.
    """
    low = " ".join(text.casefold().split())
    options = [one if isinstance(one, list) else [one] for one in facts]
    return [str(one) for one in options if not any(" ".join(str(o).casefold().split()) in low for o in one)]
