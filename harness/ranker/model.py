"""Rankers: one that is learnt, BM25, and chance. A learnt one is a file of numbers without code."""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, Self

import numpy as np

from harness.ranker.candidates import Candidate, Query
from harness.ranker.features import Features, bm25
from sites.errors import WebariumError
from sites.files import MEGABYTE

FORMAT = "webarium-ranker 1"
_LARGEST = 64 * MEGABYTE  # of a file, and of all that is in it
_NO_RANKER = (
    OSError, ValueError, KeyError, AttributeError, TypeError, EOFError, zipfile.BadZipFile, zlib.error,
    MemoryError, OverflowError, RecursionError,  # it says that it holds more than it can
)  # fmt: skip


class Ranks(Protocol):
    """Whatever ranks candidates."""

    def scores(self, query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
        """A number for each candidate, higher where it is likelier."""


class Chance:
    """Ranks by chance, the same for the same query."""

    def scores(self, query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
        """Numbers of chance."""
        drawn = random.Random(f"{query.task}\0{len(query.past)}")  # noqa: S311 - a game of chance, no secret
        return np.array([drawn.random() for _ in candidates])


class Bm25:
    """Ranks by words that task and candidate share."""

    def scores(self, query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
        """BM25."""
        return bm25(query, candidates)


class Ranker:
    """A learnt ranker: a network of one hidden layer or more over the features of a candidate.

    Args:
        rare: how rare words are.
        layers: weights and biases, from the features to one number.
        told: how it was made, in words and figures.
    """

    def __init__(
        self,
        rare: dict[str, float],
        layers: Sequence[tuple[np.ndarray, np.ndarray]],
        told: dict[str, object] | None = None,
    ) -> None:
        self.features = Features(rare)
        self.layers = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
        self.told = told or {}

    def scores(self, query: Query, candidates: Sequence[Candidate]) -> np.ndarray:
        """The network's last number before it would be made a likelihood."""
        values = self.features.matrix(query, candidates)
        for number, (weights, biases) in enumerate(self.layers):
            values = values @ weights + biases
            if number + 1 < len(self.layers):
                values = np.maximum(values, 0)
        return values[:, 0]

    def save(self, path: Path) -> None:
        """Write the file: arrays of numbers and text alone."""
        rare = self.features.rare
        arrays = {f"weights_{n}": w for n, (w, _) in enumerate(self.layers)}
        arrays |= {f"biases_{n}": b for n, (_, b) in enumerate(self.layers)}
        told = json.dumps({"format": FORMAT} | self.told, sort_keys=True)
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                told=np.array(told),
                words=np.array(list(rare) or [""]),
                rarity=np.array(list(rare.values()) or [1.0], np.float32),
                **arrays,  # type: ignore[arg-type]
            )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file; nothing in it is run.

        Raises:
            WebariumError: it is no ranker, or larger than any is.
        """
        remedy = "train one: webarium ranker train DATASET --to FILE"
        try:
            with zipfile.ZipFile(path) as archive:
                size = sum(one.file_size for one in archive.infolist())
            if size > _LARGEST:
                raise WebariumError(f"{path} holds {size:,} bytes, which no ranker does", remedy=remedy)
            with np.load(path, allow_pickle=False) as found:
                told = json.loads(str(found["told"]))
                if told.get("format") != FORMAT:
                    raise ValueError(f"its format is {told.get('format')!r}, not {FORMAT!r}")
                rare = dict(zip(map(str, found["words"]), map(float, found["rarity"]), strict=True))
                count = sum(name.startswith("weights_") for name in found.files)
                layers = [(found[f"weights_{n}"], found[f"biases_{n}"]) for n in range(count)]
                _check(layers)
                return cls(rare, layers, told)
        except WebariumError:
            raise
        except _NO_RANKER as error:
            raise WebariumError(f"{path} is no ranker: {error}", remedy=remedy) from error


def _check(layers: list[tuple[np.ndarray, np.ndarray]]) -> None:
    width = Features.width
    for weights, biases in layers:
        if weights.ndim != 2 or weights.shape[0] != width or biases.shape != weights.shape[1:]:
            raise ValueError("its layers do not fit each other, or this version's features")
        if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
            raise ValueError("it holds numbers that are none")
        width = weights.shape[1]
    if not layers or width != 1:
        raise ValueError("its last layer gives no score")


def digest_of(path: Path) -> str:
    """Twelve hexadecimal digits of a file, for the identity of a run.

    Raises:
        WebariumError: it cannot be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise WebariumError(
            f"{path} cannot be read: {error.strerror}", remedy="name a file of `webarium ranker train`"
        ) from error


def ranked(ranks: Ranks, query: Query, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, the likeliest first; of equal ones the earlier of the page."""
    if not candidates:
        return []
    order = np.argsort(-ranks.scores(query, candidates), kind="stable")
    return [candidates[number] for number in order]
