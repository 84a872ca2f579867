"""Locking: drawing parameters and computing reference values from the pristine state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sites.errors import WebariumError
from sites.source import Source

from . import matching
from .editions import DEFAULT, Edition
from .loader import build_tasks, variables
from .lock_reports import LockReport, report_on
from .lockfile import (
    Lock,
    LockedNode,
    LockedTask,
    number_params,
    oracle_hash,
    params_key,
    read_lock,
    source_hash,
    write_lock,
)
from .model import DrawnParams, KeyNode, Reference, Template, WrongAnswer
from .rendering import RenderError, render
from .salting import SPARE, hashed_order, lifted, salted
from .templates import ROOT, TemplateErrors, load_source
from .values import Asked, ask, pick, plain


class NoValue(LookupError):
    """The data have no one value there: no row or several, no part, no match, no page."""


class NoValueErrors(TemplateErrors):
    """The same, with its place. Any other error may be one of the sandbox and says nothing of the data."""


def lock_template(
    template: Template,
    source: Source,
    world: Asked,
    root: Path = ROOT,
    *,
    fresh: bool = False,
    keep: bool = False,
    edition: Edition = DEFAULT,
) -> LockReport:
    """Compute a template's lock from a world in its pristine state, and write it where it changed.

    Args:
        template: to lock; ``source`` has the places of its parts.
        world: of the edition's seed.
        root: the folder of the tasks.
        fresh: give all numbers anew, from 0: for templates that nobody has run yet.
        keep: let a key keep its number though all that goes with it has changed.
        edition: whose lock is written.

    Raises:
        TemplateErrors: when a query fails or gives no value; names file and line.
    """
    try:
        old = read_lock(template, root, edition)
    except TemplateErrors:
        if not fresh:  # without it, nobody knows which task had which number
            raise
        old = None
    lock = compute_lock(template, source, world, None if fresh else old, edition, root, keep=keep)
    build_tasks(template, lock, source.path, edition)  # what cannot be rendered must not be written
    changed = write_lock(template, lock, root, edition)
    return report_on(template, old, lock, changed)


def compute_lock(
    template: Template,
    source: Source,
    world: Asked,
    old: Lock | None,
    edition: Edition = DEFAULT,
    root: Path = ROOT,
    *,
    keep: bool = False,
) -> Lock:
    """The lock of a template, not written; see lock_template."""
    try:
        known = read_lock(template, root) if edition.salt else None
        template = template.of(edition)
        lock = number_params(template, _rows(template, source, world, edition, known), old, keep=keep)
    except WebariumError as error:
        if isinstance(error, TemplateErrors):
            raise
        raise TemplateErrors([source.error(error.message, ["params"], remedy=error.remedy)]) from error
    draw = template.params if isinstance(template.params, DrawnParams) and not edition.is_default else None
    wanted = draw.limit if draw else len(lock.tasks)
    lost: NoValueErrors | None = None
    for place, (number, task) in enumerate(list(lock.tasks.items())):
        if place >= wanted:
            lock.spare(number, old)
            continue
        try:
            _fill(template, source, world, task, number)
        except NoValueErrors as error:
            if not draw:
                raise
            lost, wanted = lost or error, wanted + 1  # chance drew the rows: the next one takes its place
            lock.retire(number)
    if lost and not lock.tasks:
        raise lost
    lock.source = source_hash(template, lock)
    return lock


def _fill(template: Template, source: Source, world: Asked, task: LockedTask, number: int) -> None:
    """Compute the values of one task."""
    task.reference = _references(template, source, world, task.params, number)
    for index, wrong in enumerate(template.wrong):
        if isinstance(wrong.answer, WrongAnswer):
            value = _wrong_value(template, source, world, task, index, wrong.answer, number)
            if value is not None:
                task.wrong[str(index)] = value


def _rows(
    template: Template, source: Source, world: Asked, edition: Edition, default: Lock | None
) -> list[dict[str, Any]]:
    """The parameters; outside the default edition some to spare, with a salt those last that it has."""
    params = template.params
    if not isinstance(params, DrawnParams):
        return [plain(row) for row in params]
    key = "elsewhere" if params is template.elsewhere else "params"
    try:
        known = variables(template, {})
        sql = params.sql if edition.is_default else salted(lifted(params.sql), edition.salt)
        rows = ask(world, params.site, sql, known)
        if edition.salt and default and hashed_order(params.sql):
            there = {task.key for task in default.tasks.values()}
            rows.sort(key=lambda row: params_key({**row, **params.add}, params.key) in there)
        rows = rows[: params.limit if edition.is_default else max(SPARE, params.limit)]
    except Exception as error:
        raise _failed(source, (key, "sql"), error) from error
    if not rows:
        raise TemplateErrors([source.error("the query for parameters finds no row", [key, "sql"])])
    unknown = [column for column in params.key if column not in rows[0]]
    if unknown:
        message = f"key names {', '.join(unknown)}, but the columns are {', '.join(rows[0])}"
        raise TemplateErrors([source.error(message, [key, "key"])])
    made = [{**row, **plain(params.add)} for row in rows]
    found = made[: params.limit]  # two of one key among these are an error
    seen = {params_key(row, params.key) for row in found}
    for row in made[params.limit :]:
        if (key_of := params_key(row, params.key)) not in seen:
            seen.add(key_of)
            found.append(row)
    return found


def _references(
    template: Template, source: Source, world: Asked, params: Mapping[str, Any], number: int
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    known = variables(template, params)
    for name, reference in template.reference.items():
        values[name] = _value(name, reference, source, world, {**known, "reference": values}, number)
    return values


def _value(
    name: str, reference: Reference, source: Source, world: Asked, known: Mapping[str, Any], number: int
) -> Any:
    where = ("reference", name)
    try:
        if reference.sql is not None:
            bound = {**known, **render(reference.bind, known, (*where, "bind"))}
            rows = ask(world, reference.site, reference.sql, bound)
            return _shaped(rows, reference.shape)
        if reference.api is not None:
            path = str(render(reference.api, known, (*where, "api")))
            response = _answered(world, reference.site, path)
            answer = response.json()
            try:
                return plain(pick(answer, reference.pick))
            except LookupError as error:
                raise NoValue(*error.args) from error
        if reference.page is not None:
            path = str(render(reference.page, known, (*where, "page")))
            response = _answered(world, reference.site, path)
            pattern = str(render(reference.pattern, known, (*where, "pattern")))
            return _found(response.text, pattern, reference.shape)
        return plain(render(reference.value, known, (*where, "value")))
    except RenderError as error:
        raise TemplateErrors([source.error(error.message, error.where)]) from error
    except Exception as error:
        raise _failed(source, where, error, f"task {number}: ") from error


def _answered(world: Asked, site: str, path: str) -> Any:
    response = world.fetch(site, path)
    if response.status_code >= 400:
        kind = NoValue if response.status_code in (404, 410) else LookupError
        raise kind(f"{site} answers {response.status_code} for {path}")
    return response


def _shaped(rows: list[dict[str, Any]], shape: str | None) -> Any:
    if shape == "rows":
        return rows
    if shape == "list":
        return [next(iter(row.values())) for row in rows]
    if len(rows) != 1:
        what = "no row" if not rows else f"{len(rows)} rows"
        raise NoValue(f"the query finds {what} where one is wanted; shape: list or rows takes any number")
    if shape == "row" or (shape is None and len(rows[0]) > 1):
        return rows[0]
    return next(iter(rows[0].values()))


def _found(text: str, pattern: str, shape: str | None) -> Any:
    """The first group (or all) of the one match of a pattern; of every match for ``shape: list``."""
    matches = [matching.first_group(m) for m in matching.matches(pattern, text, matching.MULTILINE)]
    if shape == "list":
        return matches
    if len(matches) != 1:
        raise NoValue(f"{pattern} matches {len(matches)} times where one is wanted; shape: list takes all")
    return matches[0]


def _wrong_value(
    template: Template,
    source: Source,
    world: Asked,
    task: LockedTask,
    index: int,
    wrong: WrongAnswer,
    number: int,
) -> Any:
    params, right = task.params, task.reference
    where = ("wrong", index, "answer")
    if wrong.reference not in template.reference:
        raise TemplateErrors(
            [source.error(f"there is no reference '{wrong.reference}'", [*where, "reference"])]
        )
    known = {**variables(template, params), "reference": dict(right)}
    try:
        other = {**params, **render(wrong.with_, known, (*where, "with"))}
    except RenderError as error:
        raise TemplateErrors([source.error(error.message, error.where)]) from error
    values: dict[str, Any] = {}
    known = variables(template, other)
    for name, reference in template.reference.items():
        try:
            values[name] = _value(name, reference, source, world, {**known, "reference": values}, number)
        except NoValueErrors:
            return None  # the neighbouring question has no answer, for instance after the last order
        if name == wrong.reference:
            break
    value = values[wrong.reference]
    if value == right[wrong.reference]:
        # the neighbouring question happens to have the same answer for this task
        return None
    return value


def _failed(
    source: Source, where: tuple[str | int, ...], error: Exception, prefix: str = ""
) -> TemplateErrors:
    if isinstance(error, TemplateErrors):
        return error
    text = error.message if isinstance(error, WebariumError) else f"{type(error).__name__}: {error}"
    if isinstance(error, LookupError):
        text = str(error.args[0]) if error.args else str(error)
    kind = NoValueErrors if isinstance(error, NoValue) else TemplateErrors
    return kind([source.error(f"{prefix}{text}", where)])


def lock_paths(
    paths: list[Path],
    world: Asked,
    root: Path = ROOT,
    *,
    fresh: bool = False,
    keep: bool = False,
    edition: Edition = DEFAULT,
) -> list[LockReport]:
    """Lock the templates in these files; ``fresh``, ``keep`` and ``edition`` as in lock_template.

    Raises:
        TemplateErrors: with the mistakes of all that could not be locked; the others are written.
    """
    reports, errors = [], []
    for path in paths:
        try:
            template, source = load_source(path)
            reports.append(
                lock_template(template, source, world, root, fresh=fresh, keep=keep, edition=edition)
            )
        except TemplateErrors as error:
            errors.extend(error.errors)
    if errors:
        raise TemplateErrors(errors)
    return reports


def check_paths(
    paths: list[Path], world: Asked, root: Path = ROOT, *, edition: Edition = DEFAULT
) -> list[LockReport]:
    """What locking these files would change; nothing is written."""
    reports = []
    for path in paths:
        template, source = load_source(path)
        old = read_lock(template, root, edition)
        lock = compute_lock(template, source, world, old, edition, root)
        reports.append(report_on(template, old, lock, lock != old))
    return reports


def pin_nodes(
    path: Path,
    nodes: Mapping[int, Sequence[KeyNode]],
    root: Path = ROOT,
    edition: Edition = DEFAULT,
) -> tuple[int, bool]:
    """Put key nodes that were derived from the oracle's episodes into a template's lock.

    Args:
        path: of the template.
        nodes: by the number of the task; tasks that are not named keep theirs.
        root: the folder of the tasks.
        edition: whose lock.

    Returns:
        How many nodes the lock holds now, and whether it changed.

    Raises:
        WebariumError: the template is not locked yet, or has no such task.
    """
    template, source = load_source(path)
    lock = read_lock(template, root, edition)
    unknown = sorted(set(nodes) - set(lock.tasks if lock else ()))
    if lock is None or unknown:
        raise WebariumError(
            f"{template.id} is not locked" + (f" with a task {unknown[0]}" if lock else ""),
            remedy=f"lock it first: webarium tasks lock {template.id}",
        )
    if lock.oracle not in (None, oracle_hash(template, root)):
        for task in lock.tasks.values():  # they lie on another way
            task.key_nodes = []
    for number, found in nodes.items():
        lock.tasks[number].key_nodes = [
            LockedNode(url=str(one.node.url), step=one.step or 0) for one in found
        ]
    held = sum(len(task.key_nodes) for task in lock.tasks.values())
    lock.oracle = oracle_hash(template, root) if held else None
    build_tasks(template, lock, source.path, edition)
    return held, write_lock(template, lock, root, edition)
