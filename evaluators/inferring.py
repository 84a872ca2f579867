"""Judging where no format is declared: it is inferred from the reference, whose texts are the candidates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from sites.errors import WebariumError
from tasks.formats import TYPES, Format

from .facts import missing
from .values.amounts import CURRENCIES, code_of
from .values.cues import TAKEN_BACK, doubted, says
from .values.folding import plain, words
from .values.kind import Ask
from .values.kinds import KINDS, kind_of
from .values.loose import LONGEST, mentions
from .values.reading import read, same, value_of

Judge = Callable[[str, str, str], bool | None]
WAYS = ("exact", "must_include", "fuzzy", "unachievable")
OPTIONS = {"type": str, "unit": str, "ordered": bool, "schema": dict}
OR = re.compile(r"\s*\|OR\|\s*")

# Names of types, and of what is text in the end.
_IN_ORDER = re.compile(
    r"\bin (?:the |alphabetical |\w+ )*order\b|\bfrom the \w+.* to the\b|\balphabetically\b", re.I
)
_ALSO = {
    "yes_no": "boolean", "email": "text", "order_number": "text", "status": "text", "date_range": "text",
}  # fmt: skip
_UNITS = {"currency": "EUR", "duration": "minutes", "distance": "m"}
_SHAPES = ("list", "mapping", "month_counts")
_WORD = re.compile(r"[^\W\d_]*[€$£¥₹]|[^\W\d_]+")
_TRIED = ("percentage", "date", "time", "url", "coordinates", "phone", "number", "boolean")


@dataclass(frozen=True)
class MatchResult:
    """Whether an answer says the reference: ``score`` 1.0 or 0.0, why, and whether rules cannot tell."""

    score: float
    why: str
    undecided: bool = False


def match(
    kind: str,
    reference: Any,
    answer: str,
    *,
    intent: str = "",
    options: dict[str, Any] | None = None,
    judge: Judge | None = None,
) -> MatchResult:
    """Judge an answer whose format nobody declared, or that ``options`` declare.

    Args:
        kind: one of ``WAYS``, or a type of value.
        reference: a text, a number, a list, or an object.
        answer: what was answered.
        intent: the question.
        options: ``schema`` (a whole format), ``type``, ``unit``, ``ordered``.
        judge: asked of a fuzzy answer that the rules cannot decide.

    Raises:
        WebariumError: the kind is not known, or the reference is none of it.
    """
    given = {name: value for name, value in (options or {}).items() if value is not None}
    if kind not in (*WAYS, *TYPES, *_ALSO, *_SHAPES):
        raise WebariumError(f"no kind of value is called '{kind}'", remedy=f"use one of {', '.join(kinds())}")
    for name, value in given.items():
        if name not in OPTIONS:
            raise WebariumError(f"'{name}' is no option", remedy=f"the options are {', '.join(OPTIONS)}")
        if not isinstance(value, OPTIONS[name]):
            wanted = {bool: "true or false", dict: "an object"}.get(OPTIONS[name], "a text")
            raise WebariumError(f"the option {name} is {wanted}, not {value!r}", remedy=f"write {wanted}")
    if given.get("type") not in (None, *kinds()):
        raise WebariumError(
            f"the option type is no kind: '{given['type']}'", remedy=f"use one of {', '.join(kinds())}"
        )
    if "ordered" in given and kind in ("exact", *TYPES, *_ALSO) and not isinstance(reference, list):
        raise WebariumError(
            "ordered says nothing about one value", remedy="leave it out, or compare a list: match list"
        )
    parts = [reference, *(reference.values() if isinstance(reference, dict) else ())]
    empty = any(part in (None, "", {}) for part in parts) or (reference == [] and kind == "must_include")
    if empty and kind != "unachievable":
        raise WebariumError("the reference is empty", remedy="write what the answer must say")
    if kind == "unachievable" or (isinstance(reference, str) and reference.strip().upper() == "N/A"):
        reading = read(answer, None, intent)
        return _result(reading.status == "not_achievable", f"the answer says {reading.status}")
    if kind == "fuzzy":
        return _fuzzy(reference, answer, intent, judge)
    if kind not in WAYS:
        given.setdefault("type", kind)
    if kind == "must_include":
        items = reference if isinstance(reference, list) else [reference]
        absent = [str(item) for item in items if not _held(item, answer, intent, given)]
        return _result(not absent, f"missing: {', '.join(absent)}" if absent else "it holds every item")
    given["in_order"] = _IN_ORDER.search(intent) is not None
    alternatives = OR.split(reference) if isinstance(reference, str) else [reference]
    format = declared(given, alternatives[0])
    reading = read(answer, format, intent)
    if format.list_of is not None and format.list_of.type == "text":
        listed = read(answer, Format(list_of=Format(type="text")), intent)  # with what no reference names
        if listed.status == "done" and any(
            same(one, item, format.list_of) for one in listed.value for item in reference
        ):
            reading = listed
    if reading.status != "done":
        return _result(False, reading.why or f"the answer says {reading.status}")
    right = any(same(reading.value, value_of(one, format), format) for one in alternatives)
    return _result(right, f"the value is {json.dumps(reading.value, ensure_ascii=False)[:200]}")


def kinds() -> list[str]:
    """All kinds that ``match`` knows."""
    return [*WAYS, *TYPES, *_SHAPES, *_ALSO]


def declared(given: dict[str, Any], reference: Any) -> Format:
    """The format that options declare, or that a reference shows.

    Raises:
        WebariumError: there is no such format.
    """
    try:
        return Format.model_validate(given["schema"]) if "schema" in given else _shown(given, reference)
    except ValidationError as error:
        message = error.errors()[0]["msg"].removeprefix("Value error, ")
        what, remedy = "reference is of no", "write a value, a list of values, or an object of both"
        if "schema" in given:
            what, remedy = "schema is no", "write it as a template's answer: (docs/values.md)"
        raise WebariumError(f"the {what} format: {message}", remedy=remedy) from error


def _shown(given: dict[str, Any], reference: Any) -> Format:
    if isinstance(reference, list):
        given = {name: value for name, value in given.items() if name not in _SHAPES}
        items = [infer(one, given) for one in reference] or [Format(type="text")]
        item = items[0]
        if item.type == "text" or any(one.type != item.type for one in items):
            item = Format(type="text", among=[str(one) for one in reference] or None)
        return Format(list_of=item, ordered=bool(given.get("ordered", given.get("in_order"))))
    if isinstance(reference, dict):
        return Format(record={str(key): declared({}, value) for key, value in reference.items()})
    return infer(reference, given)


def infer(reference: Any, given: dict[str, Any] | None = None) -> Format:
    """The format of a single value, by its notation; a text is its own only candidate.

    Raises:
        WebariumError: the reference is no value of the type that is given.
    """
    given = given or {}
    named = _ALSO.get(str(given.get("type")), given.get("type"))
    text = plain(str(reference)).strip()
    if isinstance(reference, bool):
        return Format(type="boolean")
    asked = given.get("unit")
    for name in (named,) if named in TYPES else ("currency", "duration", "distance", *_TRIED):
        format = _of_type(str(name), text, asked, bool(named))
        if format is not None and kind_of(format).parse(text, Ask(format)) is not None:
            return format
    if named in TYPES and named not in ("text", "name", "choice"):
        unit = f" in {asked}" if asked else ""
        raise WebariumError(
            f"the reference {text[:80]!r} is no {named}{unit}", remedy=f"write a {named}{unit}"
        )
    if asked:
        raise WebariumError(
            f"the unit {asked} says nothing about the reference {text[:80]!r}", remedy="leave the unit out"
        )
    return Format(type="name" if named == "name" else "text", among=[text])


def _units(name: str, text: str) -> list[str]:
    """The units, or currencies, that a reference is written in, in its order."""
    marks = {mark.casefold(): code for code, marks in CURRENCIES.items() for mark in marks}
    names = marks if name == "currency" else KINDS[name].names  # type: ignore[attr-defined]
    return [names[word] for word in map(str.casefold, _WORD.findall(text)) if word in names]


def _of_type(name: str, text: str, asked: str | None, named: bool = False) -> Format | None:
    """The format of a type in the unit that is asked for, else in that of the text, else in its usual one.

    Raises:
        WebariumError: the type is ``named`` and has no such unit.
    """
    if name in _UNITS:
        units = _units(name, text)
        several = name == "currency" and len(set(units)) > 1
        unit = _unit(name, asked, named) if asked else units[-1] if units and not several else None
        unit = unit or (_UNITS[name] if named and not asked else None)
        return Format(type=name, unit=unit) if unit else None
    if name in ("text", "name", "choice"):
        return None
    if name == "phone" and not re.match(r"\+|0|\(", text):
        return None
    if name == "date" and re.fullmatch(r"[^\W\d_]+ (19|20)\d\d|(19|20)\d\d-\d\d", text):
        return Format(type="date", precision="month")
    if name == "percentage" and not named and not re.search("%|percent", text, re.I):
        return None
    if asked and name == "number":
        return Format(type="number", unit=asked)
    if asked and named:
        raise WebariumError(f"a {name} has no unit", remedy="leave the unit out")
    return None if asked else Format(type=name)


def _unit(name: str, asked: str, named: bool) -> str | None:
    """The unit of a currency, duration or distance by any of its names; None where it is another's."""
    try:
        return code_of(asked) if name == "currency" else KINDS[name].unit(Format(type=name, unit=asked))  # type: ignore[attr-defined]
    except WebariumError:
        if named:
            raise
        return None


def _held(item: Any, answer: str, intent: str, given: dict[str, Any]) -> bool:
    """Whether an answer states one item that it must: undoubted, in text that is no copied page."""
    said = plain(answer)
    if len(said) > LONGEST or says(TAKEN_BACK, said, intent):
        return False
    for one in OR.split(item) if isinstance(item, str) else [item]:
        format = infer(one, given)
        value = value_of(one, format)
        found = mentions(said, format, "")
        alone = read(answer, format, intent).value
        if alone is not None and same(alone, value, format):
            return True
        if any(
            mention.value is not None
            and same(mention.value, value, format)
            and not doubted(said, mention.start, mention.end, intent)
            for mention in found
        ):
            return True
    return False


def _fuzzy(reference: Any, answer: str, intent: str, judge: Judge | None) -> MatchResult:
    """By the values in the reference, which must all be stated, and by its words; else undecided."""
    texts = [str(one) for one in reference] if isinstance(reference, list) else [str(reference)]
    said = plain(answer)
    left_out = [one for text in texts for one in missing(said, _facts(text))]
    if left_out:
        return _result(False, f"it does not say {', '.join(left_out)}")
    if all(len(words(text)) <= 6 and _held(text, answer, intent, {}) for text in texts):
        return _result(True, "it says the reference")
    if all(infer(text).type not in ("text", "name") for text in texts):
        return _result(False, "its values are others")
    if all(words(text) == words(answer) for text in texts):
        return _result(True, "it is the reference")
    opinion = judge(intent, "; ".join(texts), answer) if judge and said.strip() else None
    if opinion is not None:
        return _result(opinion, "a model says so")
    return MatchResult(0.0, "rules cannot tell whether it means the same", undecided=bool(said.strip()))


def _facts(text: str) -> list[dict[str, Any]]:
    """The values in a text that can be written in one way only, but for notation."""
    facts = []
    text = plain(text)
    for name in ("currency", "percentage", "date", "duration", "distance", "phone"):
        format = _of_type(name, text, None)
        if format is None:
            continue
        for one in kind_of(format).find(text, Ask(format)):
            if one.value is not None:
                facts.append(
                    {**format.model_dump(exclude_none=True, exclude_defaults=True), "value": one.value}
                )
    return facts


def _result(right: bool, why: str) -> MatchResult:
    return MatchResult(float(right), why)


__all__ = ["MatchResult", "declared", "infer", "kinds", "match"]
