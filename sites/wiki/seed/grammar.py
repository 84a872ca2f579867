"""Sentences with alternatives: ``say(rng, "[Every|Each] year {n} people come.", n=3)``."""

from __future__ import annotations

import random
import re

CHOICE = re.compile(r"\[([^\[\]|]*(?:\|[^\[\]|]*)+)\](?!\])")


def say(rng: random.Random, text: str, **values: object) -> str:
    """``text`` with one of each ``[a|b]`` and values for ``{names}``.

    Links (``[[...]]``) come in by values only: in the text itself brackets are alternatives.
    """
    while found := CHOICE.search(text):
        text = text[: found.start()] + rng.choice(found[1].split("|")) + text[found.end() :]
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def some(rng: random.Random, options: list[str], count: int) -> list[str]:
    """``count`` different ones in their own order."""
    chosen = set(rng.sample(range(len(options)), min(count, len(options))))
    return [option for index, option in enumerate(options) if index in chosen]


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
