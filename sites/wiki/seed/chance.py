"""Decisions by name, and sentences with what was decided.

A ``Chance`` has the seed and the key of a thing (``lake``, ``Lieps``). Every decision about the thing has a name of its
own (``depth``, ``legend``) and a stream of chance of its own.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from sites.sitekit.chance import Chance as Draws
from sites.world_data import draw_names

T = TypeVar("T")
BRACES = re.compile(r"\{([^{}\[\]|]*(?:\|[^{}\[\]|]*)+)\}")
BRACKETS = re.compile(r"\[([^\[\]|]*(?:\|[^\[\]|]*)+)\](?!\])")
SLOT = re.compile(
    r"\{(#?)([A-Za-z_]*)([+-]?)(\d+)~(\d+)(?::([a-z]))?\}|\{@([a-z_]+)(?::([a-z]))?\}|\{([A-Za-z_]+)\}"
)
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
LAST_YEAR = 2025
"""No year that is drawn after another one lies later."""


class Chance:
    """What is decided about one thing.

    Args:
        key: the seed, then what the thing is.
        share: of a world, how much of what there are many of it has.
    """

    __slots__ = ("key", "share")

    def __init__(self, *key: object, share: float = 1.0) -> None:
        self.key = ":".join(map(str, key))
        self.share = share

    def keeps(self, kind: str, name: str) -> bool:
        """Whether a smaller world has one of many."""
        return self.share >= 1 or self.unit("keeps", kind, name) < self.share

    @property
    def seed(self) -> int:
        """The number of the world."""
        return int(self.key.partition(":")[0])

    def at(self, *more: object) -> Chance:
        """The decisions about a part of this thing, or about one of these things."""
        return Chance(self.key, *more)

    def stream(self, name: object) -> random.Random:
        """A stream for what must be drawn in sequence."""
        return Draws(self.key).stream(name)

    def unit(self, *name: object) -> float:
        """A number from 0 to 1, without 1."""
        text = ":".join((self.key, *map(str, name)))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)

    def number(self, name: object, low: int, high: int) -> int:
        """An integer from ``low`` to ``high``, both included."""
        return low + int(self.unit(name) * (high - low + 1))

    def real(self, name: object, low: float, high: float) -> float:
        """A number between two."""
        return low + self.unit(name) * (high - low)

    def pick(self, name: object, options: Sequence[T], weight: Callable[[T], float] | None = None) -> T:
        """One of some different options."""
        draws = Draws(self.key, name)
        if weight is None:
            return draws.order(options)[-1]
        return draws.pick(options, weight=lambda one: max(weight(one), 1e-9))

    def order(self, name: object, options: Iterable[T]) -> list[T]:
        """All of some different options, shuffled."""
        return Draws(self.key, name).order(options)

    def some(self, name: object, options: Sequence[T], count: int) -> list[T]:
        """``count`` of some different options, in the order in which they stand."""
        chosen = self.order(name, range(len(options)))[:count] if not _plain(options) else []
        if chosen:
            return [options[index] for index in sorted(chosen)]
        wanted = set(self.order(name, options)[:count])
        return [one for one in options if one in wanted]

    def name(self, *what: object) -> str:
        """Somebody's given and family name."""
        return " ".join(draw_names(self.stream(":".join(map(str, ("name", *what)))), 1)[0])

    def day(self, name: object) -> str:
        """A day without its year: ``7 May``."""
        return f"{self.number((name, 'day'), 1, 28)} {self.pick((name, 'month'), MONTHS)}"

    def say(self, text: str, pools: Mapping[str, Sequence[str]] | None = None, /, **values: object) -> str:
        """A sentence with one of each ``[a|b]`` or ``{a|b}`` and with its ``{slots}`` filled.

        Slots are ``{name}`` of the values, ``{3~12}`` for a number (``{#1200~9800}`` with commas), ``{opened+3~9}`` for
        a year so much after a value, ``{@town}`` for one of a pool; ``{3~12:a}`` and ``{@town:a}`` may be said again
        as ``{a}``. Links come in by values and pools only: in the text itself brackets are alternatives.
        """
        skeleton = BRACKETS.sub("[]", BRACES.sub("{}", text))
        for kind in (BRACES, BRACKETS):  # braces may stand within brackets
            place = 0
            while found := kind.search(text):
                chosen = self.pick((skeleton, kind is BRACES, place), found[1].split("|"))
                text = text[: found.start()] + chosen + text[found.end() :]
                place += 1
        known = {name: str(value) for name, value in values.items()}
        count = 0

        def fill(slot: re.Match[str]) -> str:
            nonlocal count
            commas, base, sign, low, high, as_number, pool, as_word, plain = slot.groups()
            if plain:
                return known.get(plain, slot[0])
            count += 1
            label = (skeleton, count)
            if pool:
                said = self.day(label) if pool == "day" else _drawn(self, label, pool, pools or {})
                if as_word:
                    known[as_word] = said
                return said
            least, most = int(low), int(high)
            if base:
                start = int(known[base].replace(",", ""))
                least, most = (start + least, start + most) if sign == "+" else (start - most, start - least)
                if sign == "+" and start > 1000:
                    most = min(most, LAST_YEAR)
                    least = min(least, most)
            value = self.number(label, least, most)
            said = f"{value:,}" if commas else str(value)
            if as_number:
                known[as_number] = said
            return said

        return grammatical(SLOT.sub(fill, text))


def grammatical(text: str) -> str:
    """A text whose articles fit the words that slots put behind them."""
    text = re.sub(r"\b([Aa]) (?=(?:\[\[)?(?:[aeio]|un(?!i)|ups|8|11[ -]|18[ -]))", r"\1n ", text)
    return re.sub(r"\b([Aa])n (?=(?:uni|eu|one\b|once\b))", r"\1 ", text)


def capitals(text: str) -> str:
    """A text whose sentences begin with capitals."""
    return re.sub(r"(?<=[.!?] )[a-z]|\A[a-z](?=[a-z ])", lambda one: one[0].upper(), text)


def _plain(options: Sequence[object]) -> bool:
    return all(isinstance(one, str) for one in options) and len(set(options)) == len(options)


def _drawn(chance: Chance, label: object, pool: str, pools: Mapping[str, Sequence[str]]) -> str:
    if pool == "name":
        return chance.name(label)
    if pool == "family":
        return chance.name(label).rpartition(" ")[2]
    return chance.pick(label, pools[pool])


def slip(rng: random.Random, text: str) -> str:
    """A number as a hasty author has it: a digit wrong or two swapped; never the same."""
    digits = [index for index, sign in enumerate(text) if sign.isdigit()]
    while True:
        signs = list(text)
        if len(digits) > 1 and rng.random() < 0.5:
            at = rng.randrange(len(digits) - 1)
            one, two = digits[at], digits[at + 1]
            signs[one], signs[two] = signs[two], signs[one]
        else:
            at = rng.choice(digits)
            signs[at] = str((int(signs[at]) + rng.choice((1, 2, 3, 7, 9))) % 10)
        wrong = "".join(signs)
        if wrong != text and wrong.lstrip("0") == wrong:
            return wrong
