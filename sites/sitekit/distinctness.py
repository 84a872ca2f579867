"""How much the texts of a site differ from one another: a measure for those who write generators."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_EDGE = 4
"""So many words are a text's opening and its ending."""


@dataclass(frozen=True)
class Distinctness:
    """Shares between 0 and 1 of different ones among all, and the median length of a text in words."""

    texts: int
    sentences: float
    openings: float
    endings: float
    words: float

    def __str__(self) -> str:
        edges = f"{self.openings:.1%} of openings, {self.endings:.1%} of endings"
        shares = f"{self.sentences:.1%} of sentences, {edges}"
        return f"{self.texts} texts: distinct are {shares}; median length {self.words:g} words"


def measure(texts: Iterable[str]) -> Distinctness:
    """Compare texts with one another, without regard to case and punctuation.

    An opening is the first four words of a text, an ending its last four.
    A sentence is one of at least four words.
    """
    kept = list(texts)
    written = [words for words in map(_words, kept) if words]
    sentences = [
        words for text in kept for part in _SENTENCE.split(text) if len(words := _words(part)) >= _EDGE
    ]
    return Distinctness(
        len(written),
        _share(sentences),
        _share([words[:_EDGE] for words in written]),
        _share([words[-_EDGE:] for words in written]),
        float(median(map(len, written))) if written else 0.0,
    )


def overlap(one: Iterable[str], other: Iterable[str]) -> float:
    """The share of the different names of one world that another one has as well, from 0 to 1."""
    mine, theirs = set(one), set(other)
    return len(mine & theirs) / len(mine) if mine else 0.0


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.lower()))


def _share(things: list[tuple[str, ...]]) -> float:
    return len(set(things)) / len(things) if things else 1.0
