"""The files of a folder of prompts, read and checked as a whole before a world is needed."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import Any

import jinja2
from pydantic import BaseModel, ConfigDict, RootModel

from sites.files import MEGABYTE, PlaceError, read_text
from sites.source import Source, validate

EXAMPLES = "examples.yaml"


class Example(BaseModel):
    """A question with its answer; ``seen`` has a text for each way of observing.

    ``told`` is the action of who was told of the answer's format, where that is another.
    """

    model_config = ConfigDict(extra="ignore")

    task: dict[str, Any]
    seen: dict[str, str]
    thought: str
    action: str
    points: str
    told: str | None = None


class _Examples(RootModel[list[Example]]):
    """The whole file."""


def read_examples(folder: Path) -> list[Example]:
    """The examples of a folder of prompts.

    Raises:
        WebariumError: each problem as `path:line: key: what is wrong`.
    """
    return validate(_Examples, Source(folder / EXAMPLES)).root


def others(folder: Path, known: Set[str]) -> list[Path]:
    """What the prompts of a folder may include: the other Markdown files in it and below."""
    found = (path for path in folder.rglob("*.md") if path.relative_to(folder).as_posix() not in known)
    return sorted(path for path in found if path.is_file())


def check_template(path: Path) -> str:
    """The text of a template, which can be rendered as far as its own grammar tells.

    Raises:
        PlaceError: it cannot be read, or is no template.
    """
    text = read_text(path, MEGABYTE)
    try:
        jinja2.Environment(autoescape=True).parse(text)
    except jinja2.TemplateSyntaxError as error:
        raise PlaceError(
            f"is no template ({error.message})",
            path=str(path),
            line=error.lineno,
            remedy="mend the line; docs/agents.md says how prompts are written",
        ) from error
    return text
