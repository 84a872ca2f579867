"""Sentences for discussions, from ``data/talk.yaml``, and the voices in which people say them.

A sentence is chosen by the stream of the thing it is said about, among those that the project has used least:
so one more sentence takes some of the places and leaves the others as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import yaml

from sites.sitekit.chance import Chance
from sites.sitekit.grammar import expand

VOICES = {"plain": 52, "chatty": 12, "dry": 8, "formal": 7, "lower": 9, "lively": 12}
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def pools() -> dict[str, Any]:
    """The content of ``talk.yaml``."""
    text = resources.files(__package__).joinpath("data/talk.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.safe_load(text)
    return data


class Talk:
    """Chooses sentences for one project."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._used: Counter[tuple[str, str]] = Counter()

    def one(self, pool: str, thing: Chance, facts: Mapping[str, object]) -> str:
        """A sentence of a pool (``ack``, ``request.first``) about a thing."""
        lines: Any = pools()
        for key in pool.split("."):
            lines = lines[key]
        return self.of(lines, pool, thing, facts)

    def of(self, lines: Sequence[str], pool: str, thing: Chance, facts: Mapping[str, object]) -> str:
        """One of the lines, which count as the pool's."""
        known = {**self._drawn(thing), **facts}
        return self._say(self._least(lines, pool, thing, known), thing.of(pool), known)

    def pair(self, kind: str, thing: Chance, facts: Mapping[str, object]) -> tuple[str, str]:
        """A reviewer's question and the author's answer; ``kind`` is code or data."""
        known = {**self._drawn(thing), **facts}
        rows: dict[str, str] = dict(pools()["waiting"][kind])
        question = self._least(list(rows), f"waiting {kind}", thing, known)
        return tuple(self._say(text, thing.of("pair"), known) for text in (question, rows[question]))

    def inline(self, line: str, thing: Chance, facts: Mapping[str, object]) -> str | None:
        """A remark that fits an added line of code, if any does."""
        for pattern, remarks in pools()["inline"]:
            if re.search(pattern, line):
                return self.of(remarks, f"inline {pattern}", thing, facts)
        return None

    def inline_fits(self, line: str) -> bool:
        """Whether a remark fits the line."""
        return any(re.search(pattern, line) for pattern, _ in pools()["inline"])

    def debate(self, length: int, thing: Chance, facts: Mapping[str, object]) -> list[tuple[str, str]]:
        """So many turns of a discussion, as (who, what): r, m, o or p, as in ``debate``."""
        stages = [next(iter(stage.items())) for stage in pools()["debate"]]
        # Who talks longer than there are stages comes back to the later ones.
        order = [*range(len(stages)), *range(5, len(stages)), *range(5, len(stages))]
        left_out = set(thing.order(range(len(order)))[length:])
        turns = []
        for place in (one for one in range(len(order)) if one not in left_out):
            who, lines = stages[order[place]]
            turn = thing.of("turn", place)
            turns.append((who, self.of(lines, f"debate {order[place]}", turn, facts)))
            if turn.share("aside") > 0.93:
                turns.append(("p", self.one("aside", turn, facts)))
        return turns

    def _least(self, lines: Sequence[str], pool: str, thing: Chance, facts: Mapping[str, object]) -> str:
        fits = [line for line in lines if all(facts.get(slot) for slot in _SLOT.findall(line))]
        least = min(self._used[pool, line] for line in fits)
        line = thing.of(pool).pick([line for line in fits if self._used[pool, line] == least])
        self._used[pool, line] += 1
        return line

    @staticmethod
    def _drawn(thing: Chance) -> dict[str, object]:
        return {name: thing.of("slot", name).pick(words) for name, words in pools()["lists"].items()}

    @staticmethod
    def _say(line: str, chance: Chance, facts: Mapping[str, object]) -> str:
        return capital(expand(line, chance.stream("words"), facts)) if line else ""


def capital(text: str) -> str:
    """With a capital letter at the beginning, unless it begins with a name in code."""
    return text if re.match(r"[\w.-]+[/.]\w", text) else text[:1].upper() + text[1:]


def voiced(text: str, who: str, seed_of_people: Chance, thing: Chance) -> str:
    """A text as this person would say it; everybody has one voice, and does not always use it."""
    voice = seed_of_people.of(who).pick(list(VOICES), weight=lambda name: VOICES[name])
    if voice == "plain" or not text or thing.share("voice") > 0.7:
        return text
    if voice == "lower":
        # Names in code, quotations and what follows a mark of its own keep their letters.
        if "`" in text or '"' in text:
            return text
        spoken = re.sub(r"(^|[.!?] )([A-Z])(?=[a-z]+ )", lambda match: match[1] + match[2].lower(), text)
        return re.sub(r"\.$", "", re.sub(r"(^|[ ])i(?=[ '])", r"\1i", spoken))
    if voice == "lively":
        return re.sub(r"\.$", "!", text)
    if thing.share("tail") > 0.4:
        return text
    tails = pools()["tails"][voice]
    known = {name: thing.of("tail", name).pick(words) for name, words in pools()["lists"].items()}
    tail = capital(expand(thing.of("tail").pick(tails), thing.stream("tail words"), known))
    return f"{text}\n\n{tail}" if voice == "formal" else f"{text} {tail}"
