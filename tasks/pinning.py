"""What can be said of params and queries without a world: faults that locking would meet in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sites.source import Where

from .model import DrawnParams, Template
from .patterns import faults_of, unrendered
from .rendering import attributes_in
from .values import names_bound

Fault = tuple[Where, str]


def faults(template: Template) -> Iterator[Fault]:
    """Every such fault, with the part of the template in which it stands."""
    params = template.params
    always = {*template.sites, "profile"}
    known: set[str] | None = None
    if isinstance(params, DrawnParams):  # its names are the columns of the query
        yield from _statement(params.sql, always, set(), ("params", "sql"))
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
        earlier.add(name)


def _rows(rows: list[dict[str, Any]]) -> Iterator[Fault]:
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
