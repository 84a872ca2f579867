"""What can be said of a template before its values are drawn and computed, which needs a world.

A text that uses none of them is rendered; any other is only read, so that its mistakes of language show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .loader import build_task, listed_params, variables
from .lockfile import Lock, LockedTask
from .model import DrawnParams, Task, Template
from .patterns import check_regex, unrendered
from .rendering import RenderError, check_language, names_in, render
from .templates import TemplateErrors
from .values import names_bound

Fault = tuple[tuple[str | int, ...], str]
_COMPUTED = frozenset({"reference", "value"})


def faults(template: Template) -> Iterator[Fault]:
    """Mistakes in texts that no lock is needed for, one a place."""
    told: set[tuple[str | int, ...]] = set()
    for row in listed_params(template) or [{}]:
        for place, message in _faults(template, row):
            if place not in told:
                yield place, message
            told.add(place)


def _faults(template: Template, row: dict[str, Any]) -> Iterator[Fault]:
    known = variables(template, row)
    for where, data, computed in _parts(template):
        for place, text in _texts(data, where):
            try:
                _try(template, text, known, computed=computed)
            except RenderError as error:
                yield place, error.message
    yield from _patterns(template, known)


def tasks_of(template: Template) -> Iterator[tuple[int, Task | str]]:
    """For each check of which all is known, its number and a task that has it alone, or why there is none."""
    row = (listed_params(template) or [{}])[0]
    known = variables(template, row)
    lock = Lock(source="", tasks={0: LockedTask(key="", params=row)})
    told = template.answer is None or _is_known(template.answer.model_dump(), known)
    empty: dict[str, Any] = {key: [] for key in ("milestones", "policy", "events", "key_nodes", "wrong")}
    empty |= {
        "intent": template.intent if _is_known(template.intent, known) else "?",
        "start": [one for one in template.start if _is_known(one, known)],
        "answer": template.answer if told else None,
        "user": None,
    }
    for index, one in enumerate(template.checks):
        if not _is_known(one.spec, known) or not _binds_known(one.spec, known):
            continue
        if one.kind == "answer" and not told:
            continue
        part = template.model_copy(update=empty | {"checks": [one]})
        try:
            yield index, build_task(part, lock, 0)
        except TemplateErrors as error:
            yield index, error.errors[0].reason


def _parts(template: Template) -> Iterator[tuple[tuple[str | int, ...], Any, bool]]:
    """Parts with texts, and whether they may use computed values."""
    yield ("intent",), template.intent, False
    yield ("start",), template.start, False
    for key in ("checks", "milestones", "policy", "events", "key_nodes"):
        for index, one in enumerate(getattr(template, key)):
            data = {one.kind: one.spec} if key == "checks" else one.model_dump(exclude_unset=True)
            yield (key, index), data, True
    if template.answer is not None:
        yield ("answer",), template.answer.model_dump(exclude_unset=True), True
    for index, wrong in enumerate(template.wrong):
        if wrong.when is not None:
            yield ("wrong", index, "when"), "{{ " + wrong.when + " }}", True
        if wrong.answer is not None:
            answer = wrong.answer
            data = answer if isinstance(answer, str) else answer.model_dump(by_alias=True)
            yield ("wrong", index, "answer"), data, True


def _texts(data: Any, where: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(data, str):
        yield where, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(value, (*where, key))
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            yield from _texts(value, (*where, index))


def _try(template: Template, text: str, known: Mapping[str, Any], *, computed: bool) -> None:
    check_language(text)
    names = names_in(text)
    if computed and names & _COMPUTED:
        return
    if isinstance(template.params, DrawnParams) and not names <= known.keys():
        return
    render(text, known)


def _is_known(data: Any, known: Mapping[str, Any]) -> bool:
    return names_in(data) <= known.keys()


def _binds_known(spec: Any, known: Mapping[str, Any]) -> bool:
    """Whether a query of a check binds no value that is to be drawn or computed."""
    if not isinstance(spec, Mapping) or not isinstance(spec.get("sql"), str):
        return True
    heads = {name.partition(".")[0] for name in names_bound(spec["sql"])}
    return heads <= {*known, *spec.get("bind", {})}


def _patterns(template: Template, known: Mapping[str, Any]) -> Iterator[Fault]:
    """Patterns of the oracle's steps, which are otherwise tried when it is played."""
    for index, step in enumerate(template.oracle if isinstance(template.oracle, list) else []):
        pattern = step.argument.get("pattern") if isinstance(step.argument, dict) else None
        if unrendered(pattern) and _is_known(pattern, known):
            try:
                check_regex(str(render(pattern, known)))
            except (RenderError, ValueError) as error:
                yield ("oracle", index), str(error)
