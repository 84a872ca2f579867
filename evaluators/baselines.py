"""Simpler ways to judge answers, to compare ours with: the rules WebArena published, and plain similarity."""

from __future__ import annotations

from typing import Any

from rapidfuzz import fuzz

from .dropin import original

SIMILAR = 80.0


def webarena(kind: str, reference: Any, answer: str, *, intent: str = "") -> bool:
    """WebArena's string rules (its paper, section 3.2): lower-cased equality, substring; without a model its
    ``fuzzy_match`` is only right on equality. Typed kinds count as exact."""
    how = kind if kind in ("must_include", "fuzzy") else "exact"
    if how == "exact" and isinstance(reference, list | tuple):
        how = "must_include"
    plain = ", ".join(f"{k}: {v}" for k, v in reference.items()) if isinstance(reference, dict) else reference
    return original.match(how, plain, answer)


def similarity(reference: Any, answer: str, *, threshold: float = SIMILAR) -> bool:
    """Whether rapidfuzz's weighted ratio (0 to 100) reaches the threshold; lists need it for every item."""
    if isinstance(reference, dict):
        reference = ", ".join(f"{k}: {v}" for k, v in reference.items())
    items = list(reference) if isinstance(reference, list | tuple) else [reference]
    said = str(answer).casefold()
    return all(fuzz.WRatio(str(item).casefold(), said) >= threshold for item in items)
