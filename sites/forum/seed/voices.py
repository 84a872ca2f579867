"""How people write: each has one way, and what they say is put into it."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any

from sites.forum.seed.people import Member
from sites.forum.seed.plots import DATA
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scene import common_facts
from sites.forum.seed.scripts import say
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml

_FRAMED = {"question": 0.7, "answer": 0.5, "comment": 0.28}
"""How often somebody who has sentences of his own kind says one, by part."""
_SHORT = {
    "because": "bc",
    "to be honest": "tbh",
    "I do not know": "idk",
    "probably": "prob",
    "really": "rly",
    "Thank you": "thx",
    "Thanks": "thx",
    "though": "tho",
    "and so on": "etc",
    "do not": "dont",
    "please": "pls",
}
_ARTICLE = re.compile(r"(?<=[a-z,] )(the|a) (?=[a-z])")
_SUBJECT = re.compile(r"(?:^|(?<=[.!?] ))It is (?=[a-z])")


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = load_yaml(DATA / "voices.yaml")
    return lists


def voice(text: str, member: Member, chance: Chance, part: str, used: set[str] | None = None) -> str:
    """A text as this person would type it; ``part`` is question, answer or comment.

    Nothing of ``used`` is said before or behind it, and what is said is added; without it, nothing is.
    """
    style, rng = member.style, chance.stream("voice")
    own = _lists()["styles"].get(style, {})
    first, last, much, lively = rng.random(), rng.random(), rng.random(), rng.random()
    if style == "foreign":
        text = _foreign(text, chance)
    opening = own.get(f"open_{part}", [])
    if opening and first < _FRAMED[part] * 0.5:
        text = f"{_said(opening, member, chance.of('open'), used)} {text}".strip()
    ending = own.get(f"end_{part}", [])
    if ending and last < _FRAMED[part]:
        text = f"{text} {_said(ending, member, chance.of('end'), used)}".strip()
    if part == "question" and style in ("formal", "chatty", "old"):
        text = f"{member.greeting}\n\n{text}"
    if part == "question":
        text = _farewell(text, member, chance, much)
    elif (part == "answer" and style in ("signs", "old")) and much < 0.8:
        text = f"{text}\n\n{chance.of('sign').pick(own['sign']).format(given=member.given)}"
    if style == "lower":
        return text.lower().removesuffix(".")
    if style == "young":
        return _young(text, chance)
    if style == "lively" and text.endswith(".") and lively < 0.6:
        return text[:-1] + "!"
    return text


def _said(lines: list[str], member: Member, chance: Chance, used: set[str] | None) -> str:
    """One of the lines with slots about the speaker; empty if it was said already."""
    line = chance.pick(lines)
    if used is None or line in used:
        return ""
    used.add(line)
    return say(line, chance.stream("line"), own_facts(member, EPOCH, chance))


def own_facts(speaker: Member, when: datetime, chance: Chance) -> dict[str, object]:
    """Slots about the speaker: the relative, the weekday and the street are not the asker's."""
    return {**common_facts(chance.stream("own"), speaker.facts(when)), **speaker.home()}


def _farewell(text: str, member: Member, chance: Chance, much: float) -> str:
    style = member.style
    if style == "formal":
        words = chance.of("farewell").pick(_lists()["formal_farewells"])
        return f"{text}\n\n{words} {member.given} {member.family}"
    if style == "signs" or (style == "old" and much < 0.7):
        return f"{text}\n\n{member.given}"
    if much < {"chatty": 0.6, "plain": 0.22, "lively": 0.22, "careful": 0.4}.get(style, 0.0):
        return f"{text}\n\n{member.farewell}"
    return text


def _young(text: str, chance: Chance) -> str:
    """Short for long words, and no full stop at the end."""
    for word, short in _SHORT.items():
        if chance.share(word) < 0.6:
            text = re.sub(rf"\b{word}\b", short, text)
    return text.removesuffix(".")


def _foreign(text: str, chance: Chance) -> str:
    """English of somebody who thinks in another language: an article less, a subject less."""
    rng = chance.stream("foreign")
    text = _ARTICLE.sub(lambda match: "" if rng.random() < 0.22 else match[0], text)
    return _SUBJECT.sub(lambda match: "Is " if rng.random() < 0.3 else match[0], text)
