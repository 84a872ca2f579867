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

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, is_there, parse_json, read_text, write_text

from .model import DrawnParams, Template, WrongAnswer
from .templates import ROOT, TemplateErrors

LONGEST = 5 * MEGABYTE


class LockedTask(BaseModel):
    """One number of a template: its parameters, their key, and the values computed for them."""

    model_config = ConfigDict(extra="forbid")

    key: str
    params: dict[str, Any] = Field(default_factory=dict)
    reference: dict[str, Any] = Field(default_factory=dict)
    wrong: dict[str, Any] = Field(default_factory=dict)


class Lock(BaseModel):
    """The lock of one template. ``retired`` are numbers whose parameters are gone; they are not reused."""

    model_config = ConfigDict(extra="forbid")

    source: str
    tasks: dict[int, LockedTask] = Field(default_factory=dict)
    retired: dict[int, str] = Field(default_factory=dict)


def lock_path(template: Template | str, root: Path = ROOT) -> Path:
    """Where the lock of a template stands; a template may be named by its id ``folder.name``."""
    folder, name = (template if isinstance(template, str) else template.id).split(".", 1)
    return root / "answers.lock" / folder / f"{name}.json"


def source_hash(template: Template) -> str:
    """A digest of everything in a template that the lock depends on."""
    params = template.params
    data = {
        "params": params.model_dump() if isinstance(params, DrawnParams) else params,
        "reference": {name: ref.model_dump(exclude_unset=True) for name, ref in template.reference.items()},
        "profile": template.profile,
        "wrong": [
            wrong.answer.model_dump(by_alias=True)
            for wrong in template.wrong
            if isinstance(wrong.answer, WrongAnswer)
        ],
    }
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def params_key(params: dict[str, Any], columns: list[str] | None = None) -> str:
    """What makes a set of parameters the same one: its values (of the key columns), in one order."""
    chosen = {name: params[name] for name in columns} if columns else params
    return json.dumps(chosen, sort_keys=True, ensure_ascii=False, default=str)


def read_lock(template: Template | str, root: Path = ROOT) -> Lock | None:
    """The lock of a template, or None when it was never locked.

    Raises:
        TemplateErrors: when the file is damaged.
    """
    path = lock_path(template, root)
    name = template if isinstance(template, str) else template.id
    shown = f"tasks/{path.relative_to(root)}"
    line = 0
    try:
        if not is_there(path, shown=shown):
            return None
        text = read_text(path, LONGEST, shown=shown)
        lock = Lock.model_validate(parse_json(text, shown=shown))
        lacking = _lacking(lock, template)
        if lacking is None:
            return lock
        number, why = lacking
        line = _line_of_task(text, number)
    except PlaceError as error:
        why, line = error.reason, error.line
    except ValidationError as error:
        first = error.errors()[0]
        why = ": ".join([*map(str, first["loc"]), first["msg"]])
    remedy = f"restore it (git restore {shown}), or number the tasks anew: webarium tasks lock --fresh {name}"
    raise TemplateErrors([PlaceError(f"the lock is damaged: {why}", path=shown, line=line, remedy=remedy)])


def _lacking(lock: Lock, template: Template | str) -> tuple[int, str] | None:
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
        if gone and (gone[0].startswith("the key") or lock.source == source_hash(template)):  # type: ignore[arg-type]
            return number, f"task {number} lacks {gone[0]}"
    return None


def _line_of_task(text: str, number: int) -> int:
    found = re.compile(rf'^\s*"{number}":\s*\{{', re.M).search(text, text.index('"tasks"'))
    return text.count("\n", 0, found.end()) + 1 if found else 0


def write_lock(template: Template, lock: Lock, root: Path = ROOT) -> bool:
    """Write the lock of a template; True when the file changed."""
    path = lock_path(template, root)
    data = lock.model_dump(mode="json")
    data["tasks"] = {number: data["tasks"][number] for number in sorted(data["tasks"], key=int)}
    if not data["retired"]:
        del data["retired"]
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    write_text(path, text)
    return True


def number_params(template: Template, rows: list[dict[str, Any]], old: Lock | None) -> Lock:
    """Give every set of parameters its number: known ones keep theirs, new ones get fresh numbers.

    Numbers of vanished parameters are kept as retired and come back with their parameters.

    Raises:
        WebariumError: when two sets of parameters have the same key.
    """
    columns = template.params.key if isinstance(template.params, DrawnParams) else None
    known: dict[str, int] = {}
    if old:
        known = {task.key: number for number, task in old.tasks.items()}
        known |= {key: number for number, key in old.retired.items()}
    lock = Lock(source=source_hash(template))
    used = set(known.values())
    following = max(used, default=-1) + 1
    seen: set[str] = set()
    for row in rows:
        key = params_key(row, columns)
        if key in seen:
            raise WebariumError(
                f"{template.id}: two tasks have the same parameters {key}",
                remedy="let the query give each key once, or name more columns under key:",
            )
        seen.add(key)
        if key in known:
            number = known[key]
        else:
            number, following = following, following + 1
        lock.tasks[number] = LockedTask(key=key, params=row)
    lock.retired = {
        number: key for key, number in sorted(known.items(), key=lambda item: item[1]) if key not in seen
    }
    return lock
