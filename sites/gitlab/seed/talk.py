"""Sentences for discussions, from ``data/talk.yaml``; none twice in a project while others are left."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib import resources
from typing import Any

import yaml


@cache
def pools() -> dict[str, Any]:
    """The content of ``talk.yaml``."""
    text = resources.files(__package__).joinpath("data/talk.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


class Talk:
    """Draws sentences for one project."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._left: dict[tuple[str, ...], list[Any]] = {}

    def one(self, *keys: str) -> str:
        """A sentence of a pool; ``one("first", "request")`` is of the pool first in request."""
        pool: Any = pools()
        for key in reversed(keys):
            pool = pool[key]
        drawn: str = self._draw(keys, pool)
        return drawn

    def pair(self, kind: str) -> tuple[str, str]:
        """A reviewer's question and the author's answer; ``kind`` is code or data."""
        question, answer = self._draw(("waiting", kind), pools()["waiting"][kind])
        return question, answer

    def inline(self, line: str) -> str | None:
        """A remark that fits an added line of code, if any does."""
        for pattern, remarks in pools()["inline"]:
            if re.search(pattern, line):
                remark: str = self._draw(("inline", pattern), remarks)
                return remark
        return None

    def inline_fits(self, line: str) -> bool:
        """Whether a remark fits the line."""
        return any(re.search(pattern, line) for pattern, _ in pools()["inline"])

    def _draw(self, keys: tuple[str, ...], pool: list[Any]) -> Any:
        left = self._left.get(keys)
        if not left:
            left = self._left[keys] = self.rng.sample(pool, len(pool))
        return left.pop()
