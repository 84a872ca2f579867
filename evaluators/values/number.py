"""Plain numbers and counts: ``1,234.5``, ``1.234,5``, ``12 reviews`` where reviews are asked for."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import Any

from tasks.formats import Format

from . import cues
from .amounts import CODES, NUMBER, ON, SIGN, START, WORD, Amount, matched, whole
from .cues import LITTLE
from .date import spans
from .folding import folded, stem
from .kind import Ask, Mention

_BARE = re.compile(
    rf"(?i)(?:#|no\.? ?)?(?P<sign>[-+]|minus |negative )?(?P<number>{NUMBER}|{WORD}\b)"
    r"(?: ?(?P<times>thousand|million|billion)|(?P<k>k))?(?:st|nd|rd|th|/5|/10|/100| (?:out )?of \d+)?"
    r"(?: ?(?P<unit>[^\d(),;?]{1,60}))?"
)
_IN_TEXT = re.compile(
    rf"(?i){START}(?P<sign>{SIGN})?(?P<number>{NUMBER}|\b{WORD}\b)"
    r"(?P<times> (?:thousand|million|billion)\b|k\b)?(?P<glued>[^\W\d_]|%| ?%|[°$€£/:-](?=\w)| ?[€$£°])?"
)
_WORDS = re.compile(r"(?: [^\W\d_][\w'-]*){0,4}")
_PARTS = re.compile(r"(?i)(?:\d ?(?:of|out of|of the|/) ?(?:the )?|[-$€£#/:±]|\b(?:usd|eur|gbp|no|nr)\.? ?)$")
_YEAR, _WHEN = re.compile(r"(?:19|20)\d\d"), re.compile(r"\b(?:in|since|until|by|from|year) $", re.I)
_COUNT = re.compile(r"(?is)(?!.*\b(?:average|mean|per)\b).*\b(?:how many|number of) ((?:[\w-]+ ?){1,2})")
_UNIT = re.compile(r" ?([°%]?[^\W\d_]*[²³]?(?:/[^\W\d_]+)?)(?!\w)")
_NOUN = re.compile(
    r"(?!(?:plus|minus|less|times)\b)(?:[^\W\d_]{2,20} ){0,2}(?:[^\W\d_]{2,20}s|people|men|women|children)"
)
# Units by their signs and their names: "°C" is degrees Celsius.
_PREFIXES = {"k": "kilo", "M": "mega", "G": "giga", "T": "tera", "h": "hecto", "c": "centi", "m": "milli"}
_BASES = {"m": "metre", "g": "gram", "l": "litre", "W": "watt", "Wh": "watt hour", "B": "byte", "Hz": "hertz"}
_SIGNS = _BASES | {p + one: name + base for p, name in _PREFIXES.items() for one, base in _BASES.items()}
_SIGNS |= {
    "°": "degree", "deg": "degree", "°C": "degree celsius", "°F": "degree fahrenheit", "²": "square",
    "%": "percent", "pct": "percent", "mph": "mile per hour", "³": "cubic", "ha": "hectare",
    "s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "d": "day"}  # fmt: skip
_ANY_CASE = {sign.casefold(): name for sign, name in reversed(_SIGNS.items())} | CODES
_TOKEN = re.compile(r"°[CF]?|[^\W\d_²³]+|[%€$£²³]")
_NAMES = " ".join([*_ANY_CASE.values(), "week month year dozen hundred"]).split()
_MEASURES = {*map(stem, _NAMES)} - {"degree", "per"}
"""Words that make another value of a number."""


class Number(Amount):
    """A number, or a count of what ``unit`` says."""

    name = "number"

    def written(self, text: str, ask: Ask) -> Any | None:
        if text.casefold() in ("none", "nil"):
            return 0
        m = _BARE.fullmatch(text)
        counted = m and self._counted(m["unit"] or "", ask, strict=True) and not ON.match(f" {m['unit']}")
        return matched(m, self.exact(ask)) if m and counted else None

    def exact(self, ask: Ask) -> int | None:
        """None behind the point where things are counted, in thousands then: ``5.829 people``."""
        unit, counted = ask.format.unit or "", _COUNT.match(ask.question)
        whole = ask.format.decimals == 0 or (ask.format.decimals is None and counted)
        asked = _stems(f"{unit} {counted[1] if counted else ''}")
        return 0 if whole and not asked & _MEASURES else super().exact(ask)

    def find(self, text: str, ask: Ask) -> list[Mention]:
        taken, found = spans(text), []
        for m in _IN_TEXT.finditer(text):
            before = text[max(0, m.start() - 12) : m.start()]
            unit = _UNIT.match(text, m.end("number"))
            own = unit and unit[1] and _stems(unit[1]) == _stems(ask.format.unit or "")
            part = (m["glued"] and not own) or m["number"].startswith("00") or _PARTS.search(before)
            year = _YEAR.fullmatch(m["number"]) and _WHEN.search(before)
            if part or year or any(start <= m.start("number") < end for start, end in taken):
                continue
            value = matched(m, self.exact(ask))
            behind = _WORDS.match(text, m.end())[0].split()  # type: ignore[index]
            after = " ".join(takewhile(lambda word: folded(word) not in LITTLE, behind))
            counted = self._counted(after, ask, strict=False) if after else m["number"].casefold() != "one"
            if value is not None and (own or counted):
                found.append(Mention(value, m.start(), unit.end() if unit and own else m.end()))
        return whole(text, found)

    @staticmethod
    def _counted(unit: str, ask: Ask, *, strict: bool) -> bool:
        """Whether what stands behind a number is what is counted."""
        if not unit:
            return True
        named, own = _stems(unit) - LITTLE, _stems(ask.format.unit or "")
        wanted = own | (_stems(ask.question) - LITTLE)
        if len(own) > 1 and not _stems(unit.split()[0]) & wanted:  # "closed issues" are no "open issues"
            return False
        if own & _MEASURES and named & _MEASURES:  # "m" is no "m³"
            return named & _MEASURES == own & _MEASURES
        if strict and not ask.format.unit and _NOUN.fullmatch(unit):
            return not named & _MEASURES - wanted and not cues.doubts(unit)  # a noun of the answer's own
        return bool(named & wanted) or unit.strip() == ask.format.unit

    def noun(self, format: Format) -> str:
        return f"number of {format.unit}" if format.unit else "number"


@lru_cache(maxsize=256)
def _stems(text: str) -> frozenset[str]:
    """The words of a text without a plural's ending, signs of units written out."""
    words = _TOKEN.findall(text)
    named = (_SIGNS.get(w) or _ANY_CASE.get(w.casefold()) or _ANY_CASE.get(stem(w), w) for w in words)
    return frozenset(re.sub("(met|lit)er$", r"\1re", stem(word)) for name in named for word in name.split())
