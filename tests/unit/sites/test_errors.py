"""Errors reach another process as they are: one that cannot be pickled ends the pool of workers."""

from __future__ import annotations

import importlib
import inspect
import pickle
import re
from collections.abc import Iterator
from typing import Any

import pytest

from sites.errors import WebariumError
from sites.files import PlaceError
from sites.spec import ROOT
from tasks.rendering import RenderError

ROOMS = ("sites", "tasks", "evaluators", "reset", "harness")
_CLASS = re.compile(r"^class (\w+)\(([^)]*)\)", re.M)
GIVEN: dict[str, Any] = {
    "path": "tasks/home/a.yaml",
    "line": 3,
    "remedy": "mend it",
    "errors": [PlaceError("is odd", path="tasks/home/a.yaml", line=3), PlaceError("is too", path="b.yaml")],
}


def _modules() -> Iterator[str]:
    """Those that define errors of the family; importing the others takes long, and some need an image."""
    texts = {path: path.read_text() for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))}
    family, before = {"WebariumError"}, 0
    while len(family) > before:
        before = len(family)
        classes = [found for text in texts.values() for found in _CLASS.findall(text)]
        family |= {name for name, bases in classes if family & {*re.split(r"\W+", bases)}}
    for path, text in texts.items():
        if family & {name for name, _ in _CLASS.findall(text)}:
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _family(kind: type[WebariumError]) -> Iterator[type[WebariumError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from _family(one)


def _kinds() -> list[type[WebariumError]]:
    for module in _modules():
        importlib.import_module(module)
    return [one for one in dict.fromkeys(_family(WebariumError)) if one.__module__.split(".")[0] in ROOMS]


def _made(kind: type[WebariumError]) -> WebariumError:
    wanted = inspect.signature(kind).parameters.values()
    values = {one.name: GIVEN.get(one.name, one.default) for one in wanted}
    return kind(**{name: "it broke" if value is inspect.Parameter.empty else value
                   for name, value in values.items()})  # fmt: skip


@pytest.mark.parametrize("kind", _kinds(), ids=lambda kind: kind.__name__)
def test_an_error_is_the_same_in_another_process(kind: type[WebariumError]) -> None:
    error = _made(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    shown = [{key: str(value) for key, value in vars(one).items()} for one in (error, again)]
    assert shown[0] == shown[1]


def test_what_cannot_be_rendered_is_the_same_in_another_process() -> None:
    again = pickle.loads(pickle.dumps(RenderError("is odd", ("checks", 1))))
    assert (again.message, again.where) == ("is odd", ("checks", 1))


def test_the_errors_of_all_rooms_are_tried() -> None:
    names = {kind.__name__ for kind in _kinds()}
    assert {"PlaceError", "TemplateErrors", "NoValueErrors", "WorldError", "ModelError", "Refused"} <= names
