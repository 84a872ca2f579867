"""What can be said of params and queries without a world: faults that locking would meet in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sites.source import Where

from .model import DrawnParams, Template
from .patterns import faults_of, unrendered
from .rendering import RenderError, attributes_in, names_in, render
from .values import names_bound

Fault = tuple[Where, str]
Params = DrawnParams | list[dict[str, Any]]


def faults(template: Template) -> Iterator[Fault]:
    """Every such fault, with the part of the template in which it stands."""
    params = template.params
    always = {*template.sites, "profile"}
    known: set[str] | None = None
    if isinstance(params, DrawnParams):  # its names are the columns of the query
        yield from _statement(params.sql, always, set(), ("params", "sql"))
        for column in params.key:
            if column not in params.add and not _gives(params.sql, column):
                yield ("params", "key"), f"key names {column}, and the query gives no such column"
    else:
        yield from _rows(params)
        known = {*always, *(params[0] if params else ())}
    if template.elsewhere:
        yield from _statement(template.elsewhere.sql, always, set(), ("elsewhere", "sql"))
    earlier: set[str] = set()
    for name, reference in template.reference.items():
        where = ("reference", name)
        texts = [reference.value, reference.api, reference.page, reference.pattern, reference.bind]
        for other in sorted(attributes_in(texts, "reference") - earlier):
            yield where, _too_early(name, other, template)
        if reference.sql is not None:
            names = None if known is None else {*known, *reference.bind}
            yield from _statement(reference.sql, names, earlier, where)
            for head in sorted({one.partition(".")[0] for one in names_bound(reference.sql)}):
                if known is None and not _may_bind(head, {*always, *reference.bind, "reference"}, params):
                    yield where, f"the query binds %({head})s, which is no column of params either"
        if "value" in reference.model_fields_set and not names_in(reference.value):
            try:
                render(reference.value, {})
            except RenderError as error:
                yield where, error.message
        earlier.add(name)
    yield from _told(template)
    yield from _replaced(template, params)
    yield from _told_twice(template)


def _gives(sql: str, name: str) -> bool:
    """Whether a query may give a column: it names it, or takes all that there are."""
    return "*" in sql or unrendered(sql) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sql) is not None


def _may_bind(name: str, known: set[str], params: Params) -> bool:
    if isinstance(params, DrawnParams):
        return name in known or name in params.add or _gives(params.sql, name)
    return name in known or any(name in row for row in params)


def _told(template: Template) -> Iterator[Fault]:
    """References that something besides them asks for, and that there are not."""
    parts: list[tuple[Where, Any]] = [(("answer",), template.answer and template.answer.model_dump())]
    parts += [(("checks", index), one.spec) for index, one in enumerate(template.checks)]
    parts += [(("milestones", index), one.check.spec) for index, one in enumerate(template.milestones)]
    parts += [(("policy", index), one.check.spec) for index, one in enumerate(template.policy)]
    for where, part in parts:
        for name in sorted(attributes_in(part, "reference") - set(template.reference)):
            there = ", ".join(template.reference) or "none"
            yield where, f"there is no reference '{name}'; the references are {there}"


def _told_twice(template: Template) -> Iterator[Fault]:
    """Wrong outcomes that are the same."""
    for index, wrong in enumerate(template.wrong):
        same = {"note": None}
        earlier = [one.model_copy(update=same) for one in template.wrong[:index]]
        if (one := wrong.model_copy(update=same)) in earlier:
            yield ("wrong", index), f"this wrong outcome is the same as number {earlier.index(one) + 1}"


def _replaced(template: Template, params: Params) -> Iterator[Fault]:
    """Parameters that a wrong outcome replaces, and that there are not."""
    for index, wrong in enumerate(template.wrong):
        given = wrong.oracle.with_ if wrong.oracle else getattr(wrong.answer, "with_", {})
        for name in given:
            if not _may_bind(name, set(), params):
                yield ("wrong", index), f"with: names {name}, which is no parameter"


def _rows(rows: list[dict[str, Any]]) -> Iterator[Fault]:
    for index, row in enumerate(rows):
        if row in rows[:index]:
            yield ("params", index), f"row {index + 1} of params is the same as row {rows.index(row) + 1}"
    for index, row in enumerate(rows[1:], start=1):
        for one, other, number in ((row, rows[0], 1), (rows[0], row, index + 1)):
            if more := sorted(one.keys() - other.keys()):
                yield ("params", index), f"row {number} of params has no {', '.join(more)}"


def _too_early(name: str, other: str, template: Template) -> str:
    if other == name:
        return f"reference.{name} is computed from itself"
    if other in template.reference:
        return f"reference.{other} is computed after reference.{name}: write it before"
    return f"there is no reference '{other}'"


def _statement(sql: str, known: set[str] | None, references: set[str], where: Where) -> Iterator[Fault]:
    """Faults of one statement; ``known`` are the names that it may bind, None where nobody knows them yet."""
    if unrendered(sql):
        return
    yield from ((where, fault) for fault in faults_of(sql))
    for name in names_bound(sql):
        head, _, rest = name.partition(".")
        if head == "reference":
            if rest.split(".")[0] not in references:
                yield where, f"the query binds %({name})s, which is not computed before"
        elif known is not None and head not in known:
            names = ", ".join(sorted({*known, *(f"reference.{one}" for one in references)}))
            yield where, f"the query binds %({name})s, which is not known; known are {names}"
