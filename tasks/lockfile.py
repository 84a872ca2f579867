"""What is pinned of a template: its tasks' numbers, drawn parameters and reference values.

``tasks/answers.lock`` is a folder with one small JSON file a template, so that authors who work side
by side never write the same file and a change of the data shows as a readable difference.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, is_there, parse_json, read_text, strict_json, write_text
from sites.wording import wording

from .editions import DEFAULT, Edition
from .model import DrawnParams, Reference, Task, Template, WrongAnswer
from .templates import ROOT, TemplateErrors, root_for, shown_path
from .values import plain

LONGEST = 5 * MEGABYTE
_SHAPES: dict[str, tuple[type, str]] = {
    "list": (list, "a list"), "rows": (list, "a list"), "row": (dict, "an object")
}  # fmt: skip


class LockedNode(BaseModel):
    """A place that counts, and the step at which the oracle passed it; see ``evaluators.nodes``."""

    model_config = ConfigDict(extra="forbid")

    url: str
    step: int = Field(ge=0)


class LockedTask(BaseModel):
    """One number of a template: its parameters, their key, and the values computed for them."""

    model_config = ConfigDict(extra="forbid")

    key: str
    params: dict[str, Any] = Field(default_factory=dict)
    reference: dict[str, Any] = Field(default_factory=dict)
    wrong: dict[str, Any] = Field(default_factory=dict)
    key_nodes: list[LockedNode] = Field(default_factory=list)


class Lock(BaseModel):
    """The lock of one template. ``retired`` are numbers whose parameters are gone; they are not reused.

    ``gone`` are the parameters of those whose key does not say all of them; older locks did not keep them.
    ``oracle`` is a digest of the way on which the key nodes were passed; without nodes there is none.
    """

    model_config = ConfigDict(extra="forbid")

    source: str
    tasks: dict[int, LockedTask] = Field(default_factory=dict)
    retired: dict[int, str] = Field(default_factory=dict)
    gone: dict[int, dict[str, Any]] = Field(default_factory=dict)
    oracle: str | None = None

    def retire(self, number: int) -> None:
        """Take a task away, and keep its number from being another one's."""
        task = self.tasks.pop(number)
        self.retired[number] = task.key
        if task.key != params_key(task.params):
            self.gone[number] = task.params

    def spare(self, number: int, old: Lock | None) -> None:
        """Take a task away that is not needed; only a number that an older lock knows is kept for it."""
        if old and (number in old.tasks or number in old.retired):
            self.retire(number)
        else:
            del self.tasks[number]

    @field_validator("tasks", "retired", "gone", mode="before")
    @classmethod
    def _plain_numbers(cls, data: Any) -> Any:
        """``00`` and `` 0`` would be read as the number 0, and take the place of the task that has it."""
        for key in data if isinstance(data, dict) else ():
            if not re.fullmatch(r"0|[1-9][0-9]*", str(key)):
                raise ValueError(f"'{key}' is no number of a task")
        return data


def lock_path(template: Template | str, root: Path = ROOT, edition: Edition = DEFAULT) -> Path:
    """Where the lock of a template stands; a template may be named by its id ``folder.name``.

    Those of the default edition are tracked beside the templates; those of others are made on demand.
    """
    folder, name = (template if isinstance(template, str) else template.id).split(".", 1)
    if not edition.is_default:
        return edition.folder(root) / folder / f"{name}.json"
    return root_for(folder, root) / "answers.lock" / folder / f"{name}.json"


def source_hash(template: Template, lock: Lock | None = None) -> str:
    """A digest of everything in a template that the lock depends on.

    Values of wrong outcomes are kept by place. Where a lock has those of some places alone, nobody sees that
    the outcomes were moved: then their places count as well.
    """
    params = template.params
    data: dict[str, Any] = {
        "params": params.model_dump() if isinstance(params, DrawnParams) else params,
        "reference": {name: ref.model_dump(exclude_unset=True) for name, ref in template.reference.items()},
        "profile": template.profile,
        "wrong": [
            wrong.answer.model_dump(by_alias=True)
            for wrong in template.wrong
            if isinstance(wrong.answer, WrongAnswer)
        ],
    }
    asked = _asked(template)
    if lock and set() < _held(lock) < asked:
        data["places"] = sorted(asked)
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_current(lock: Lock, template: Template) -> bool:
    """Whether a lock was made of this text of a template; else it is older, and locking mends it.

    Args:
        lock: of an edition.
        template: as that edition draws it.
    """
    return lock.source == source_hash(template, lock) and _held(lock) <= _asked(template)


def _asked(template: Template) -> set[str]:
    """The places of the wrong outcomes whose values are computed."""
    return {str(at) for at, wrong in enumerate(template.wrong) if isinstance(wrong.answer, WrongAnswer)}


def _held(lock: Lock) -> set[str]:
    """The places of wrong outcomes of which some task has a value."""
    return {place for task in lock.tasks.values() for place in task.wrong}


def digest_of(task: Task, oracle: str) -> str:
    """Sixteen hexadecimal digits of all that decides whether a task holds: its texts, values and oracle.

    Args:
        task: as it was built.
        oracle: the ``oracle_hash`` of its template.
    """
    data = task.model_dump(mode="json", exclude={"key_nodes"})
    text = json.dumps([data, oracle], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def oracle_hash(template: Template, root: Path = ROOT) -> str:
    """A digest of the way that a template's oracle takes, on which its key nodes lie."""
    steps: Any = template.oracle
    if isinstance(steps, str):
        module = root_for(template.folder, root) / template.folder / "oracles" / f"{template.name}.py"
        steps = read_text(module, LONGEST) if module.is_file() else ""
    else:
        steps = [step.model_dump() for step in steps]
    text = json.dumps([template.start, steps], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def params_key(params: dict[str, Any], columns: list[str] | None = None) -> str:
    """What makes a set of parameters the same one: its values (of the key columns), in one order."""
    chosen = {name: params[name] for name in columns} if columns else params
    return json.dumps(chosen, sort_keys=True, ensure_ascii=False, default=str)


def read_lock(template: Template | str, root: Path = ROOT, edition: Edition = DEFAULT) -> Lock | None:
    """The lock of a template, or None when it was never locked.

    Raises:
        TemplateErrors: when the file is damaged.
    """
    path = lock_path(template, root, edition)
    if isinstance(template, Template):
        template = template.of(edition)
    name = template if isinstance(template, str) else template.id
    tracked = edition.is_default
    shown = shown_path(path, path.parents[2]) if tracked else str(path.relative_to(root.parent))
    line = 0
    try:
        if not is_there(path, shown=shown):
            return None
        text = read_text(path, LONGEST, shown=shown)
        data = parse_json(text, shown=shown)
        strict_json(text, once=True)
        lock = Lock.model_validate(data)
        wrong = _lacking(lock, template) or _edited(lock, template)
        if wrong is None:
            return lock
        number, why = wrong
        line = _line_of_task(text, number) if number is not None else 0
    except PlaceError as error:
        why, line = error.reason, error.line
    except ValidationError as error:
        first = error.errors()[0]
        why = ": ".join([*map(str, first["loc"]), wording(first)])
    except ValueError as error:
        why = str(error)
    remedy = f"delete it and make the world's tasks again: webarium worlds new {edition.options}"
    if tracked:
        remedy = (
            f"restore it (git restore {shown}), or number the tasks anew: webarium tasks lock --fresh {name}"
        )
    raise TemplateErrors([PlaceError(f"the lock is damaged: {why}", path=shown, line=line, remedy=remedy)])


def _lacking(lock: Lock, template: Template | str) -> tuple[int | None, str] | None:
    """The first task that lacks what locking writes, and what that is; of an older lock nobody can say."""
    params: set[str] = set()
    references: set[str] = set()
    if isinstance(template, Template):
        drawn = template.params if isinstance(template.params, DrawnParams) else None
        params = {*drawn.key, *drawn.add} if drawn else {*template.params[0]} if template.params else set()  # type: ignore[index]
        references = {*template.reference}
    for number, task in lock.tasks.items():
        gone = [
            f"the key '{part}'"
            for part in ("params", "reference", "wrong")
            if part not in task.model_fields_set
        ]
        gone += [f"params.{name}" for name in sorted(params - task.params.keys())]
        gone += [f"reference.{name}" for name in sorted(references - task.reference.keys())]
        if gone and (gone[0].startswith("the key") or is_current(lock, template)):  # type: ignore[arg-type]
            return number, f"task {number} lacks {gone[0]}"
    return None


def _edited(lock: Lock, template: Template | str) -> tuple[int | None, str] | None:
    """The first task that locking never writes so, and why; None as well where the template is newer.

    A value that was changed to another shows only in a world: ``webarium tasks lock --check``. One of another
    type than its neighbours is no proof, see ``odd_values``.
    """
    if twice := sorted(lock.tasks.keys() & lock.retired.keys()):
        return twice[0], f"task {twice[0]} is retired, too"
    if not isinstance(template, Template) or not is_current(lock, template):
        return None
    drawn = template.params if isinstance(template.params, DrawnParams) else None
    rows = [] if isinstance(template.params, DrawnParams) else plain(template.params)
    for number, task in lock.tasks.items():
        if task.key != params_key(task.params, drawn.key if drawn else None):
            return number, f"task {number} has other parameters than its key says"
        if not drawn and task.params not in rows:
            return number, f"task {number} has parameters that the template does not list"
        if drawn and any(task.params.get(name) != value for name, value in plain(drawn.add).items()):
            return number, f"task {number} has other values than the template's add: says"
        if unknown := sorted(task.reference.keys() - template.reference.keys()):
            return number, f"task {number} has reference.{unknown[0]}, which the template does not ask for"
        for name, reference in template.reference.items():
            if wanted := _unlike_shape(reference, task.reference[name]):
                return number, f"task {number}: reference.{name} is not {wanted}, as its shape says"
    if not lock.tasks:
        return None, "it has no task"
    most = drawn.limit if drawn else len(rows)
    if len(lock.tasks) > most or (not drawn and len(lock.tasks) < most):
        return None, f"it has {len(lock.tasks)} tasks where the template makes {most}"
    return None


def _unlike_shape(reference: Reference, value: Any) -> str:
    """What a locked value is not and has to be; empty where it may be so, as any one value may."""
    shaped = reference.sql is not None or (reference.page is not None and reference.shape == "list")
    kind, wanted = _SHAPES.get(reference.shape or "", (object, "")) if shaped else (object, "")
    return "" if isinstance(value, kind) else wanted


def _line_of_task(text: str, number: int) -> int:
    found = re.compile(rf'^\s*"{number}":\s*\{{', re.M).search(text, text.index('"tasks"'))
    return text.count("\n", 0, found.end()) + 1 if found else 0


def write_lock(template: Template, lock: Lock, root: Path = ROOT, edition: Edition = DEFAULT) -> bool:
    """Write the lock of a template; True when the file changed."""
    path = lock_path(template, root, edition)
    if not edition.is_default:
        (root.parent / ".webarium").mkdir(mode=0o700, exist_ok=True)  # answers: for the owner alone
    data = lock.model_dump(mode="json")
    for part in ("tasks", "retired", "gone"):
        data[part] = {number: data[part][number] for number in sorted(data[part], key=int)}
    for task in data["tasks"].values():
        if not task["key_nodes"]:
            del task["key_nodes"]
    for optional in ("retired", "gone", "oracle"):
        if not data[optional]:
            del data[optional]
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    write_text(path, text)
    return True


def _free(template: Template, row: dict[str, Any]) -> list[str]:
    """The parameters that may change while the key stays."""
    params = template.params
    fixed = {*params.key, *params.add} if isinstance(params, DrawnParams) and params.key else {*row}
    return [name for name in row if name not in fixed]


def _changed(template: Template, before: dict[str, Any], now: dict[str, Any]) -> str | None:
    """A parameter that shows that nothing but the key is as it was; None where it is the same task still."""
    free = [name for name in _free(template, now) if name in before]
    return free[0] if free and all(before[name] != now[name] for name in free) else None


def _check_meaning(template: Template, number: int, before: dict[str, Any], now: dict[str, Any]) -> None:
    """Refuse a task of which nothing but the key is as it was: it would ask for something else."""
    if name := _changed(template, before, now):
        raise WebariumError(
            f"{template.id}: task {number} would ask for something else under the same id: "
            f"{name} is {now[name]!r} and was {before[name]!r}, under the same key",
            remedy="number the tasks anew with --fresh; or, where it is the same thing in other words, "
            "let it keep its number with --keep-numbers",
        )


def _number_of(template: Template, key: str, row: dict[str, Any], old: Lock, *, keep: bool) -> int | None:
    """The number that a set of parameters has, or had and comes back to; None where it needs a new one."""
    for number, task in old.tasks.items():
        if task.key == key:
            if not keep:
                _check_meaning(template, number, task.params, row)
            return number
    for number in sorted(number for number, retired in old.retired.items() if retired == key):
        # of an older lock nobody knows what else it asked for
        known = number in old.gone or not _free(template, row)
        if keep or (known and not _changed(template, old.gone.get(number, row), row)):
            return number
    return None


def number_params(
    template: Template, rows: list[dict[str, Any]], old: Lock | None, *, keep: bool = False
) -> Lock:
    """Give every set of parameters its number: known ones keep theirs, new ones get fresh numbers.

    Numbers of vanished parameters are kept as retired and come back with their parameters, unless nothing but
    the key came back.

    Args:
        template: whose parameters they are.
        rows: the sets of parameters.
        old: the lock so far.
        keep: let a key keep its number though all that goes with it has changed.

    Raises:
        WebariumError: when two sets of parameters have the same key, or a key stands for something else than
            before, so that a task's id would change its meaning.
    """
    columns = template.params.key if isinstance(template.params, DrawnParams) else None
    lock = Lock(source=source_hash(template))
    following = max([*old.tasks, *old.retired] if old else [], default=-1) + 1
    seen: set[str] = set()
    for row in rows:
        key = params_key(row, columns)
        if key in seen:
            raise WebariumError(
                f"{template.id}: two tasks have the same parameters {key}",
                remedy="let the query give each key once, or name more columns under key:",
            )
        seen.add(key)
        number = _number_of(template, key, row, old, keep=keep) if old else None
        if number is None:
            number, following = following, following + 1
        lock.tasks[number] = LockedTask(key=key, params=row)
        before = old.tasks.get(number) if old else None
        if old and before and before.params == row and before.key_nodes:
            lock.tasks[number].key_nodes = before.key_nodes
            lock.oracle = old.oracle
    if old:
        _retire(lock, old)
    return lock


def _retire(lock: Lock, old: Lock) -> None:
    """Keep the numbers that an older lock has besides."""
    past = old.model_copy(deep=True)
    for number in old.tasks:
        past.retire(number)
    left = sorted(past.retired.keys() - lock.tasks.keys())
    lock.retired = {number: past.retired[number] for number in left}
    lock.gone = {number: past.gone[number] for number in left if number in past.gone}
