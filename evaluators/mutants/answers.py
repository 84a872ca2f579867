"""Wrong answers made from a right one: near misses of the value, by its types."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from evaluators import values
from evaluators.checks.answer import accepted
from evaluators.facts import missing
from evaluators.urls import visited
from evaluators.values.kinds import kind_of
from sites.errors import WebariumError
from tasks.formats import REASONS, Format
from tasks.model import Task
from tasks.specs import AnswerSpec

from .base import Evidence, Mutant, altered, deciding, mutated

Miss = tuple[str, str, Any]
MOST = 40
"""Near misses of one answer; a long list or table has many that are alike."""
OTHER_ROWS = 8
"""Values of other rows that are tried at most, chosen by the task's id."""


@dataclass(frozen=True)
class Pool:
    """Values of other rows, by check: what tasks of the same template have where this one has its value."""

    values: dict[int, list[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, siblings: Iterable[Task]) -> Pool:
        """From the other tasks of the template, and the wrong values computed when it was locked."""
        found: dict[int, list[Any]] = {}
        for index, check in enumerate(task.judged):
            if check.kind != "answer":
                continue
            values = found.setdefault(index, [])
            for other in siblings:
                if other.id != task.id and index < len(other.judged) and other.judged[index].kind == "answer":
                    values.append(other.judged[index].parsed().value)  # type: ignore[attr-defined]
            values += task.wrong_values.values()
        return cls(found)


def answers(task: Task, evidence: Evidence, pool: Pool) -> Iterator[Mutant]:
    """Answers that are nearly right, and for a refusal those that do not refuse, or for another reason."""
    for index, check in deciding(task, evidence):
        if check.kind == "answer":
            others = list(pool.values.get(index, []))
            random.Random(f"{task.id}/{index}").shuffle(others)  # noqa: S311 - the same choice every time
            yield from _wrong_answers(task, index, check.parsed(), evidence, others)  # type: ignore[arg-type]


def _wrong_answers(
    task: Task, index: int, spec: AnswerSpec, evidence: Evidence, others: list[Any]
) -> Iterator[Mutant]:
    if spec.not_achievable is not None:
        yield from _no_refusals(task, index, spec, evidence)
        return
    format = task.answer
    if spec.kind == "facts" or format is None:
        yield from _without_facts(index, spec, evidence)
        return
    right = [values.value_of(one, format) for one in accepted(spec.value)]
    found = [*_other_rows(others, format), *misses(right[0], format)]
    seen: list[Any] = []
    rows = 0
    for kind, name, value in found:
        readable = True
        try:
            read = values.value_of(value, format)
        except WebariumError:
            read, readable = value, False  # no value of the format, and so no right one
        if spec.kind == "must_include" and readable:
            if values.includes(read, right[0], format.item):
                continue
        elif readable and any(values.same(read, one, format) for one in right):
            continue
        if kind == "other row":
            rows += value not in seen
            if rows > OTHER_ROWS:
                continue
        if value not in seen and len(seen) < MOST:
            seen.append(value)
            yield _answered(kind, name, evidence, index, value)
    if format.type and seen:
        text = f"{_text(right[0])} or {_text(seen[0])}"
        yield _answered("right and wrong", text, evidence, index, text)


def misses(value: Any, format: Format) -> Iterator[Miss]:
    """Values of a format that are nearly this one: what was changed, in words, and the value."""
    if format.type is not None:
        for what, near in kind_of(format).nearby(value, format):
            yield "neighbour", f"{what}: {near} for {value}", near
    elif format.record is not None:
        yield from _row_misses(value, format.record)
    else:
        for place, one in enumerate(value):
            for kind, name, near in misses(one, format.item):
                yield kind, name, [*value[:place], near, *value[place + 1 :]]
            yield "item left out", f"without {one}", [*value[:place], *value[place + 1 :]]
        if value:
            yield "item doubled", f"{value[-1]} twice", [*value, value[-1]]
        if format.ordered:
            for place, (one, two) in enumerate(pairwise(value)):
                yield "items swapped", f"{two} before {one}", [*value[:place], two, one, *value[place + 2 :]]


def _row_misses(value: dict[str, Any], fields: dict[str, Format]) -> Iterator[Miss]:
    for column, one in fields.items():
        for kind, name, near in misses(value[column], one):
            yield kind, f"{column}: {name}", {**value, column: near}
    for first, second in pairwise(fields):
        if fields[first].type == fields[second].type:
            yield (
                "values swapped",
                f"{first}, {second}",
                {**value, first: value[second], second: value[first]},
            )


def _other_rows(others: list[Any], format: Format) -> Iterator[Miss]:
    for other in others:
        for one in accepted(other):
            try:
                value = values.value_of(one, format)
            except WebariumError:
                continue
            yield "other row", _text(value), value


def _no_refusals(task: Task, index: int, spec: AnswerSpec, evidence: Evidence) -> Iterator[Mutant]:
    for text in ("Done.", "I do not know.", "42", "I could not open the page."):
        yield _answered("claims otherwise", text, evidence, index, text)
    for reason in REASONS:
        if reason not in (spec.not_achievable or []):
            name = f"answer: because {reason}"
            changed = altered(evidence, index, answer="", status="not_achievable", reason=reason)
            yield Mutant("another reason", name, changed, (index,))
    for pattern in spec.visited:
        places = [pattern] if isinstance(pattern, str) else pattern
        urls = [u for u in evidence[index]["evidence"]["urls"] if not any(visited(p, [u]) for p in places)]
        yield mutated(
            "not looked up", f"without a visit to {' or '.join(places)}", evidence, index, urls=urls
        )


def _without_facts(index: int, spec: AnswerSpec, evidence: Evidence) -> Iterator[Mutant]:
    answer = str(evidence[index]["evidence"]["answer"] or "")
    for fact in spec.value:
        for phrase in fact if isinstance(fact, list) else [fact]:
            if isinstance(phrase, str) and not missing(answer, [phrase]):
                place = answer.casefold().find(phrase.casefold())
                if place >= 0:
                    text = f"{answer[:place]}something{answer[place + len(phrase) :]}"
                    if missing(text, spec.value):
                        yield _answered("fact left out", phrase, evidence, index, text)
    yield _answered("fact left out", "all of them", evidence, index, "It is as it should be.")


def _answered(kind: str, name: str, evidence: Evidence, index: int, value: Any) -> Mutant:
    changed = altered(copy.copy(evidence), index, answer=_text(value), status="done", reason=None)
    return Mutant(kind, f"answer: {name}", changed, (index,))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
