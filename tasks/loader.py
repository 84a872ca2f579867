"""From templates to tasks, and which tasks a selection names."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sites.errors import WebariumError
from sites.facts import site_url
from sites.files import MEGABYTE, PlaceError, read_text
from sites.spec import all_sites
from sites.wording import meant, plain_message

from . import rendered
from .difficulty import banded
from .editions import DEFAULT, Edition, split_id
from .lockfile import Lock, digest_of, is_current, number_params, oracle_hash, read_lock
from .made import Made, require_made
from .model import DrawnParams, OracleView, Task, Template
from .older import told_older, while_older
from .rendering import RenderError, render
from .selecting import is_there, may_match, of_edition, parts_of, select, shown_file
from .steps import count_actions
from .templates import (
    ROOT,
    TemplateErrors,
    load_source,
    load_template,
    profile_data,
    root_for,
    template_paths,
)
from .values import plain

ROOM = 3
"""Times its oracle's actions that an agent may take where neither run nor template says a number of steps."""


def oracle_length(task: Task) -> int | None:
    """How many actions a task's oracle takes, by its steps; None where it is Python, or there is none."""
    return task.room // ROOM or None


def variables(of: Template | Task, params: Mapping[str, Any]) -> dict[str, Any]:
    """The names that intent, start and oracle may use: sites, profiles and parameters."""
    return {
        **{site: site_url(site) for site in of.sites},
        "profile": {site: profile_data(site, name) for site, name in of.profile.items()},
        **params,
    }


def listed_params(template: Template) -> list[dict[str, Any]]:
    """Parameters that stand in the file, as a lock keeps them; empty when they are drawn."""
    return [] if isinstance(template.params, DrawnParams) else [plain(row) for row in template.params]


def effective_lock(template: Template, root: Path = ROOT, edition: Edition = DEFAULT) -> Lock:
    """The template's lock; before the first locking a provisional one with the listed parameters.

    A template that is not locked has no task in another edition than the default one, nor where answers
    are to be computed.
    """
    known = listed_params(template) if edition.is_default and not template.reference else []
    return read_lock(template, root, edition) or number_params(template, known, None)


def build_tasks(
    template: Template, lock: Lock, path: Path | None = None, edition: Edition = DEFAULT
) -> list[Task]:
    """Render a template's tasks with the values of its lock.

    Raises:
        TemplateErrors: when a text cannot be rendered; names the file and line where ``path`` is given.
    """
    return [build_task(template, lock, number, path, edition) for number in sorted(lock.tasks)]


def build_task(
    template: Template, lock: Lock, number: int, path: Path | None = None, edition: Edition = DEFAULT
) -> Task:
    """Render one task, see build_tasks."""
    locked = lock.tasks[number]
    known = variables(template, locked.params)
    judged = {**known, "reference": locked.reference}
    try:
        checks = [
            {"kind": check.kind, "spec": render(check.spec, judged, ("checks", index, check.kind))}
            for index, check in enumerate(template.checks)
        ]
        return Task(
            id=f"{template.id}.{number}{edition.suffix}",
            template=template.id,
            folder=template.folder,
            number=number,
            sites=template.sites,
            profile=template.profile,
            intent=str(render(template.intent, known, ("intent",))).strip(),
            start=[str(render(url, known, ("start",))) for url in template.start],
            category=template.category,
            covers=template.covers,
            params=locked.params,
            reference=locked.reference,
            answer=rendered.answer_format(template, judged),
            twin=template.twin,
            checks=checks,  # type: ignore[arg-type]
            milestones=rendered.parts_of("milestones", template.milestones, judged),
            policy=rendered.parts_of("policy", template.policy, judged),
            user=rendered.user(template, judged),
            events=rendered.events(template, judged),
            key_nodes=rendered.key_nodes(template, lock.tasks[number].key_nodes, judged),
            wrong=rendered.wrong_outcomes(template, judged, locked.wrong),
            wrong_values=locked.wrong,
            difficulty=template.level,
            unachievable=template.unachievable,
            tags=template.tags,
            window=template.window,
            limits=template.limits,
            room=0 if template.oracle == "python" else ROOM * count_actions(template.oracle),
        )
    except RenderError as error:
        raise TemplateErrors([_placed(template, path, error.message, error.where)]) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = (*first["loc"], *(first.get("ctx", {}).get("where") or ()))
        message = f"with the values of task {template.id}.{number}: {plain_message(first)}"
        raise TemplateErrors([_placed(template, path, message, where)]) from error


def _placed(template: Template, path: Path | None, message: str, where: tuple[str | int, ...]) -> PlaceError:
    if path is not None and path.is_file():
        _, source = load_source(path)
        return source.error(message, tuple(part for part in where if part != "spec"))
    return PlaceError(message, path=template.id)


def all_tasks(root: Path = ROOT) -> list[Task]:
    """Every task of every template, in the order of their ids."""
    return banded(tasks_of(template_paths(root), root), root)


def tasks_of(
    paths: Iterable[Path],
    root: Path = ROOT,
    edition: Edition = DEFAULT,
    made: Made | None = None,
    older: set[str] | None = None,
) -> list[Task]:
    """The tasks of the templates in these files, also those of another edition that do not hold there.

    With what was ``made`` of an edition, those alone that hold and are what they were when they were played.
    Ids of templates whose lock is older than the file are added to ``older``.

    Raises:
        TemplateErrors: with the mistakes of every file that has some.
        WebariumError: of a damaged site.yaml alone, where there is one besides.
    """
    tasks: list[Task] = []
    errors: list[PlaceError] = []
    for path in paths:
        try:
            tasks += _in_file(path, root, edition, made, set() if older is None else older)
        except TemplateErrors as error:
            errors.extend(error.errors)
    if errors:
        all_sites()  # a damaged site.yaml is told once, not at each line of a template that names the site
        raise TemplateErrors(errors)
    return tasks


def _in_file(path: Path, root: Path, edition: Edition, made: Made | None, older: set[str]) -> list[Task]:
    held = _held(made, [path]) if made else {}
    if made and not held:
        return []
    template = load_template(path)
    lock = effective_lock(template, root, edition)
    current = is_current(lock, template.of(edition))
    if made and not current:
        return []
    try:
        tasks = build_tasks(template, lock, path, edition)
    except TemplateErrors as error:
        if current:
            raise
        raise while_older(error, template.id, edition) from error
    if not current:
        older.add(template.id)
    oracle = oracle_hash(template, root) if made else ""
    return [task for task in tasks if not made or held.get(_plain(task.id)) == digest_of(task, oracle)]


def _held(made: Made, paths: Iterable[Path]) -> dict[str, str]:
    """By plain id, what the tasks of these files that hold were made of when they were played."""
    names = {f"{path.parent.name}.{path.stem}" for path in paths}
    holding = {name: one.lock for name, one in made.tasks.items() if one.holds}
    return {name: lock for name, lock in holding.items() if name.rpartition(".")[0] in names}


def _plain(task_id: str) -> str:
    return task_id.partition(":")[0]


def _tell_changed(names: Iterable[str], parts: list[str], edition: Edition) -> None:
    """Tell a person which tasks are left out; where he named tasks and no templates, of those alone."""
    lost, named = sorted(names), [part for part in parts if not part.startswith("!")]
    if named and all(part.count(".") == 2 for part in named):
        lost = [name for name in lost if any(fnmatchcase(name, part) for part in named)]
    if lost:
        some = ", ".join(lost[:5]) + (", ..." if lost[5:] else "")
        told = f"left out, since they changed after they were played ({len(lost)}): {some}"
        print(f"webarium: {told}; play them again: webarium worlds new {edition.options}", file=sys.stderr)


def load_tasks(
    selection: str = "all", *, root: Path = ROOT, edition: Edition | None = None, holding: bool = True
) -> list[Task]:
    """The tasks that a selection names.

    Args:
        selection: ``all``; ``one-per-template`` (the lowest number of each); ``representative`` (a
            spread over folders, categories and difficulties); task ids, template ids or folders with
            ``*`` and ``?`` (``shopping.*``, ``shopping.order_total``, ``shopping``); several with
            commas; ``!pattern`` takes some away, which must exist; ``@file`` reads one a line (``#``
            begins a comment). Ids of another edition carry its mark.
        root: the folder of the tasks.
        edition: which world's tasks; by default the one that the ids say, which is one for all.
        holding: of another edition than the default one, only tasks that were found to hold as they are.
            Without it, as it is asked for where tasks are verified, a lock older than its file is an error;
            else that is told to the person, once.

    Raises:
        WebariumError: when the selection, or a part of it, names nothing, or another edition.
    """
    placed = list(parts_of(selection))
    edition = of_edition((part for part, _ in placed), edition)
    placed = [(part.partition(":")[0], place) for part, place in placed]
    parts = [part for part, _ in placed]
    see = f"webarium tasks list {edition.options}".strip()
    among = "" if edition.is_default else f" of {edition.name}"
    nothing = WebariumError(
        f"the selection '{selection}' names no task{among}", remedy=f"see: {see}; all names all"
    )
    if not parts:
        raise nothing
    made = require_made(edition, root) if holding and not edition.is_default else None
    # a template that nobody named may be half written: it is not even read
    paths = [path for path in template_paths(root) if may_match(path, parts)]
    older: set[str] = set()
    tasks = tasks_of(paths, root, edition, made, older)
    if made:
        _tell_changed(_held(made, paths).keys() - {_plain(task.id) for task in tasks}, parts, edition)
    chosen: dict[str, Task] = {}
    if all(part.startswith("!") for part in parts):
        chosen = {task.id: task for task in tasks}
    for part, (file, line) in placed:
        if part.startswith("!"):
            found = select(part[1:], tasks)
            for task in found:
                chosen.pop(task.id, None)
            # it may be there and not be among those that are read; a misspelt one would take nothing away
            there = bool(found) or is_there(part[1:], root, edition)
        else:
            found = select(part, tasks)
            there = bool(found)
            chosen.update((task.id, task) for task in found)
        if not there:
            folders = ", ".join(sorted({path.parent.name for path in template_paths(root)})) or "none"
            reason = f"no task{among} is named by '{part}'" + (", or none that holds" if made else "")
            remedy = f"see: {see}; the folders are {folders}"
            template = ".".join(part.removeprefix("!").split(".")[:2])
            names = [f"{path.parent.name}.{path.stem}" for path in template_paths(root)]
            if template in names:
                remedy = f"see: {see} {template}"
            elif near := meant(template, names):
                reason += f"; is '{near}' meant?"
            if edition.is_default and (name := _unlocked(part, tasks, root)):
                reason = f"{name} is not locked yet, so it has no tasks"
                remedy = f"lock it first: webarium tasks lock {name}"
            if file:
                raise PlaceError(reason, path=shown_file(file), line=line, remedy=remedy)
            raise WebariumError(reason, remedy=remedy)
    if not chosen:
        raise nothing
    if played := {task.template for task in chosen.values()} & older:
        told_older(played, root, edition, refused=not holding)
    order = {task.id: index for index, task in enumerate(tasks)}
    return banded(sorted(chosen.values(), key=lambda task: order[task.id]), root)


def _unlocked(part: str, tasks: list[Task], root: Path) -> str | None:
    """The first template that a part of a selection names and that has no tasks yet."""
    named = (path for path in template_paths(root) if not part.startswith("!") and may_match(path, [part]))
    names = (f"{path.parent.name}.{path.stem}" for path in named)
    made = {task.template for task in tasks}
    return next((name for name in names if name not in made), None)


def oracle_view(task_id: str, *, with_: Mapping[str, Any] | None = None, root: Path = ROOT) -> OracleView:
    """All that an oracle may know of a task; checks and reference values stay behind.

    Args:
        task_id: ``folder.template.number``.
        with_: parameters to replace, for a wrong outcome.

    Raises:
        WebariumError: when there is no such task.
    """
    try:
        plain, number, edition = split_id(task_id)
        folder, name = plain.split(".")
        root_of_it = root_for(folder, root)
        template = load_template(root_of_it / folder / f"{name}.yaml")
        locked = effective_lock(template, root, edition).tasks[int(number)]
    except (ValueError, KeyError) as error:
        raise WebariumError(f"there is no task '{task_id}'", remedy="see: webarium tasks list") from error
    params = {**locked.params, **(with_ or {})}
    known = variables(template, params)
    module = root_of_it / folder / "oracles" / f"{name}.py"
    if template.oracle == "python" and not module.is_file():
        raise WebariumError(
            f"{template.id} has no oracle: tasks/{folder}/oracles/{name}.py is missing",
            remedy="write `def oracle(page, params): ...` there, see docs/authoring.md",
        )
    try:
        intent = str(render(template.intent, known, ("intent",))).strip()
        start = [str(render(url, known, ("start",))) for url in template.start]
    except RenderError as error:  # with the other parameters
        path = root_of_it / folder / f"{name}.yaml"
        raise TemplateErrors([_placed(template, path, error.message, error.where)]) from error
    return OracleView(
        task_id=task_id,
        intent=intent,
        start=start,
        variables=known,
        params=params,
        oracle=template.oracle,
        code=read_text(module, MEGABYTE) if module.is_file() else None,
    )
