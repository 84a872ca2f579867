"""A candidate in numbers: whether its words are the task's, what it is, where it stands, what it says.

Words are counted against a table of how rare each is, which is learnt. What a candidate says goes in as
hashed words, so that a model learns of "Search" and "Save" without a table of them.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from harness.ranker.candidates import Candidate, Query

BUCKETS = 256
"""Of hashed words."""
_ROLES = (
    "link", "button", "textbox", "searchbox", "combobox", "option", "checkbox", "radio", "spinbutton", "tab",
    "menuitem", "label", "heading", "img", "cell", "listitem", "generic",
)  # fmt: skip
_OPERATIONS = ("CLICK", "TYPE", "SELECT")
_WORD = re.compile(r"[^\W_]+(?:[.'-][^\W_]+)*")
_PLAIN = """
a an and any are as at be by do does for from have how i in into is it its me my not of on or so than that the
their them then there this to was were what when where which who with you your
"""
_STOP = frozenset(_PLAIN.split())
_WINDOW = (1280.0, 720.0)
K1, B = 1.5, 0.75
"""Of BM25, its usual values."""
_WIDTH = 20 + len(_ROLES) + len(_OPERATIONS) + BUCKETS


def words(text: str) -> list[str]:
    """The words of a text in small letters, plurals as singulars, without those that say nothing."""
    return [_singular(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def rarity(texts: Iterable[str]) -> dict[str, float]:
    """How rare each word is: the inverse document frequency of those that stand in two texts or more."""
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        counts.update(set(words(text)))
    return {word: math.log(1 + total / count) for word, count in sorted(counts.items()) if count > 1}


class Features:
    """Makes numbers of candidates.

    Args:
        rare: how rare words are; one that is not there is as rare as the rarest.
    """

    width = _WIDTH

    def __init__(self, rare: Mapping[str, float]) -> None:
        self.rare = dict(rare)
        self._most = max(self.rare.values(), default=1.0)

    def matrix(self, query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
        """A row for each candidate."""
        rows = np.zeros((len(candidates), _WIDTH), dtype=np.float32)
        task = set(words(query.task))
        low = f" {' '.join(words(query.task))} "
        last = query.past[-1] if query.past else ""
        past = [" ".join(words(line.rpartition(" -> ")[0].partition("]")[2])) for line in query.past]
        texts = [words(one.text) for one in candidates]
        joined = [" ".join(text) for text in texts]
        same = Counter(joined)
        task_weight = sum(map(self._weight, task)) or 1.0
        for number, (one, text) in enumerate(zip(candidates, texts, strict=True)):
            own, around = set(text), set(words(one.around))
            shared = own & task
            row = rows[number]
            weight = sum(map(self._weight, shared))
            row[0] = len(shared) / (len(own) or 1)
            row[1] = weight / task_weight
            row[2] = weight / (sum(map(self._weight, own)) or 1.0)
            row[3] = min(len(shared), 5) / 5
            row[4] = bool(text) and f" {joined[number]} " in low
            row[5] = sum(map(self._weight, around & task)) / task_weight
            row[6] = sum(map(self._weight, (around & task) - own)) / (sum(map(self._weight, around)) or 1.0)
            row[7] = bool(past) and joined[number] == past[-1]
            row[8] = bool(text) and joined[number] in past[:-1]
            row[9] = min(len(past), 5) / 5
            row[10] = not past
            row[11] = one.clickable
            row[12] = not text
            row[13] = min(len(text), 40) / 40
            row[14] = math.log(same[joined[number]]) if text else 0.0
            row[15] = number / len(candidates)
            if one.box:
                left, top, width, height = one.box
                row[16] = min(max(left / _WINDOW[0], 0), 1)
                row[17] = min(max(top / _WINDOW[1], 0), 5) / 5
                row[18] = math.log1p(max(width * height, 0)) / 14
                row[19] = 0 <= top < _WINDOW[1]
            place = 20
            row[place + _ROLES.index(one.role if one.role in _ROLES else "generic")] = 1
            place += len(_ROLES)
            for index, name in enumerate(_OPERATIONS):
                row[place + index] = f"-> {name}" in last
            place += len(_OPERATIONS)
            for word in own - task:
                row[place + bucket(word)] = 1
        return rows

    def _weight(self, word: str) -> float:
        return self.rare.get(word, self._most)


def bucket(word: str) -> int:
    """Which bucket a word falls into, the same on every machine."""
    return zlib.crc32(word.encode()) % BUCKETS


def bm25(query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
    """BM25 of the task and of what was done before, over what the candidates say; nothing is learnt."""
    texts = [Counter(words(f"{one.text} {one.around}")) for one in candidates]
    lengths = np.array([sum(text.values()) for text in texts], dtype=float)
    mean = lengths.mean() if len(lengths) else 1.0
    scores = np.zeros(len(candidates))
    for word in set(words(" ".join((query.task, *query.past)))):
        counts = np.array([text[word] for text in texts], dtype=float)
        having = int((counts > 0).sum())
        if having:
            rare = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
            scores += rare * counts * (K1 + 1) / (counts + K1 * (1 - B + B * lengths / (mean or 1.0)))
    return scores
