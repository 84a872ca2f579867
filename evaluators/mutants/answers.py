"""Wrong answers made from a right one."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from evaluators.oldvalues import TYPES, Setting, infer, parse_reference
from evaluators.oldvalues.surface import clean
from evaluators.oldvalues.text import Text
from evaluators.urls import visited
from tasks.model import Task
from tasks.specs import AnswerSpec

from .base import OR, Evidence, Mutant, altered, flat, mutated, neighbours, same_value
from .declared import wrong_answers

OTHER_ROWS = 8  # values of other rows that are tried at most, chosen by the task's id


@dataclass(frozen=True)
class Pool:
    """Values of other rows, by check: what tasks of the same template have where this one has its value."""

    values: dict[int, list[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, siblings: Iterable[Task]) -> Pool:
        """From the other tasks of the template, and the wrong values computed when it was locked."""
        found: dict[int, list[Any]] = {}
        for index, check in enumerate(task.checks):
            if check.kind != "answer":
                continue
            values = found.setdefault(index, [])
            for other in siblings:
                if other.id != task.id and index < len(other.checks) and other.checks[index].kind == "answer":
                    values.append(other.checks[index].parsed().value)  # type: ignore[attr-defined]
            values += task.wrong_values.values()
        return cls(found)


@dataclass(frozen=True)
class _Slot:
    """Where an answer gives one item of a reference: the places, the type, every text that would do."""

    places: list[tuple[int, int]]
    kind: str
    options: list[str]

    def text(self, answer: str) -> str:
        start, end = self.places[0]
        return answer[start:end]

    def put(self, answer: str, text: str, *, after: bool = False) -> str:
        """The answer with every place of the item holding another text, or followed by it."""
        for start, end in sorted(self.places, reverse=True):
            answer = answer[: end if after else start] + text + answer[end:]
        return answer

    def means(self, text: str, setting: Setting) -> bool:
        return any(same_value(self.kind, option, text, setting) for option in self.options)


def answers(task: Task, evidence: Evidence, pool: Pool) -> Iterator[Mutant]:
    """Answers that are nearly right: a neighbouring value, a part too few or too many."""
    """Wrong answers; each goes into the evidence of every answer check, for an agent answers once."""
    specs: dict[int, AnswerSpec] = {
        index: check.parsed()  # type: ignore[misc]
        for index, check in enumerate(task.checks)
        if check.kind == "answer"
    }
    for index, spec in specs.items():
        if task.answer is not None or spec.not_achievable is not None:
            yield from wrong_answers(task, index, spec, evidence, list(pool.values.get(index, [])))
            continue
        answer = clean(evidence[index]["evidence"]["answer"] or "")
        if spec.unachievable:
            yield from _unachievable(task, index, spec, evidence)
            continue
        setting = Setting(clean(task.intent), spec.options)
        values = list(pool.values.get(index, []))
        random.Random(f"{task.id}/{index}").shuffle(values)  # noqa: S311 - the same choice every time
        for kind, name, text in _wrong_answers(spec, answer, values, setting):
            changed = copy.copy(evidence)
            for other in specs:
                changed = altered(changed, other, answer=text)
            yield Mutant(kind, f"answer: {name}", changed, tuple(specs))


def _wrong_answers(
    spec: AnswerSpec, answer: str, others: Sequence[Any], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    if spec.kind in ("mapping", "month_counts"):
        yield from _wrong_pairs(spec, answer, others, setting)
        return
    items = spec.value if isinstance(spec.value, list) else [spec.value]
    slots = [_slot(item, spec, answer, setting) for item in items]
    found = [slot for slot in slots if slot]
    strange = [text for value in others for text in flat(value)]
    for slot in found:
        text = slot.text(answer)
        for what, other in neighbours(text, slot.kind):
            if other.strip() and not slot.means(other, setting):
                yield "neighbour", f"{what}: {other} for {text}", slot.put(answer, other)
        foreign = [
            other
            for other in dict.fromkeys(strange)
            if not any(s.means(other, setting) or _within(other, s.options) for s in found)
        ][:OTHER_ROWS]
        for other in foreign:
            yield "other row", f"{other} for {text}", slot.put(answer, other)
        near = next((o for w, o in neighbours(text, slot.kind) if w != "word left out"), None)
        beside = foreign[0] if foreign else near
        if beside and not slot.means(beside, setting):
            yield "right and wrong", f"{text} or {beside}", slot.put(answer, f" or {beside}", after=True)
    if len(items) > 1 and len(found) == len(items):
        yield from _wrong_lists(spec, answer, found, setting)


def _wrong_lists(
    spec: AnswerSpec, answer: str, slots: list[_Slot], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    for slot in slots:
        yield "item left out", f"without {slot.text(answer)}", _tidy(slot.put(answer, ""))
    ordered = getattr(parse_reference("list", spec.value, setting), "ordered", False)
    if spec.kind == "list" and ordered:
        for left, right in pairwise(slots):
            one, two = left.text(answer), right.text(answer)
            apart = len(left.places) == len(right.places) == 1 and left.places[0][1] <= right.places[0][0]
            if apart and not left.means(two, setting):
                (a, b), (c, d) = left.places[0], right.places[0]
                swapped = answer[:a] + two + answer[b:c] + one + answer[d:]
                yield "items swapped", f"{two} before {one}", swapped


def _wrong_pairs(
    spec: AnswerSpec, answer: str, others: Sequence[Any], setting: Setting
) -> Iterator[tuple[str, str, str]]:
    """Mappings and counts by month, which the oracles write as ``key: value, key: value``."""

    def same(text: str) -> bool:
        return same_value(spec.kind, answer, text, setting)

    runs = list(re.finditer(r"(?<=: )[^\s:,;]*\d[\d.]*", answer))
    for run in runs:
        for what, other in neighbours(run[0]):
            text = answer[: run.start()] + other + answer[run.end() :]
            if not same(text):
                yield "neighbour", f"{what}: {other} for {run[0]}", text
    for one, two in pairwise(runs):
        text = answer[: one.start()] + two[0] + answer[one.end() : two.start()] + one[0] + answer[two.end() :]
        if not same(text):
            yield "values swapped", f"{one[0]} and {two[0]}", text
    parts = [part for part in re.split(r"[,;] (?=[^,;]+: )", answer) if ": " in part]
    if spec.kind == "month_counts":  # months with none may be left out
        parts = [part for part in parts if not re.search(r": 0+$", part)]
    for part in parts if len(parts) > 1 else ():
        text = _tidy(answer.replace(part, "", 1))
        if not same(text):
            yield "item left out", f"without {part}", text
    for other in others[:OTHER_ROWS]:
        text = ", ".join(f"{k}: {v}" for k, v in other.items()) if isinstance(other, dict) else str(other)
        if not same(text):
            yield "other row", text, text


def _slot(item: Any, spec: AnswerSpec, answer: str, setting: Setting) -> _Slot | None:
    options = OR.split(clean(item))
    hint = str(spec.options.get("type") or spec.kind)
    for option in options:
        plain = hint if hint in TYPES and hint != "list" else infer(option, setting).kind
        cls = TYPES[plain]
        if cls in (TYPES["address"], TYPES["name"], Text):
            places = Text(option.strip().rstrip(".")).places(answer)
        else:
            wanted = parse_reference(plain, option, setting)
            places = [(m.start, m.end) for m in cls.find(answer, setting) if wanted.same(m.value)]
        if not places and same_value(plain, option, answer, setting):
            places = [(0, len(answer))]
        if places:
            return _Slot(places, plain, options)
    return None


def _within(text: str, options: list[str]) -> bool:
    """Whether a text is a part of a right one, or has it within: "Kettle" of "Kettle Basic"."""
    low = text.casefold()
    return any(low in option.casefold() or option.casefold() in low for option in options)


def _tidy(text: str) -> str:
    """Without the separators that stood around something that was taken out."""
    text = re.sub(r"(?:[,;]\s*|\band\s+){2,}", ", ", text)
    return re.sub(r"^\s*[,;]\s*|\s*[,;]\s*$", "", text).strip()


def _unachievable(task: Task, index: int, spec: AnswerSpec, evidence: Evidence) -> Iterator[Mutant]:
    assert spec.unachievable
    for text in ("Done.", "Yes, I found it and it is done.", "I do not know.", "42"):
        yield mutated("claims otherwise", f"{text}", evidence, index, answer=text)
    for pattern in spec.unachievable.visited:
        options = [pattern] if isinstance(pattern, str) else pattern
        urls = [
            url for url in evidence[index]["evidence"]["urls"] if not any(visited(o, [url]) for o in options)
        ]
        name = f"without a visit to {' or '.join(options)}"
        yield mutated("not looked up", name, evidence, index, urls=urls)
