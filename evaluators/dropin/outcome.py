"""What is left of one task: answer, final address, and what an evaluator captured from pages afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from evaluators.trajectories.files import FormatError, check_model, read_html, read_json


class Capture(BaseModel):
    """The text that a locator gave on a page; an empty locator stands for the page's whole HTML."""

    model_config = ConfigDict(extra="ignore")
    url: str
    locator: str = ""
    content: str


class SavedPage(BaseModel):
    """The HTML of a page, in a file of the outcome's folder."""

    model_config = ConfigDict(extra="ignore")
    url: str
    file: str


class Recorded(BaseModel):
    """``outcome.json`` (answer, final_url) together with ``captures.json`` (the rest).

    Attributes:
        helpers: what the helper functions of a task file gave, by call: ``shopping_get_latest_order_url()``.
    """

    model_config = ConfigDict(extra="ignore")
    answer: str | None = None
    final_url: str = ""
    captures: list[Capture] = Field(default_factory=list)
    pages: list[SavedPage] = Field(default_factory=list)
    helpers: dict[str, str] = Field(default_factory=dict)
    folder: Path = Field(default=Path(), exclude=True)

    def capture(self, urls: list[str], locator: str) -> str | None:
        """The content captured with this locator on one of these addresses."""
        for capture in self.captures:
            same_place = any(plain(capture.url) == plain(url) for url in urls)
            if same_place and capture.locator.strip() == locator.strip():
                return capture.content
        return None

    def page(self, urls: list[str]) -> tuple[str, str] | None:
        """Address and HTML of the page saved for one of these addresses.

        Raises:
            FormatError: when the file named is missing or outside the folder.
        """
        for page in self.pages:
            if any(plain(page.url) == plain(url) for url in urls):
                html = read_html(self.folder, page.file)
                if html is None:
                    raise FormatError(f"there is no file {self.folder / page.file}")
                return page.url, html
        return None


def load_outcome(folder: Path) -> Recorded:
    """The outcome in a folder.

    Raises:
        FormatError: when ``outcome.json`` is missing or either file has another form.
    """
    data: dict[str, Any] = {}
    for name in ("outcome.json", "captures.json"):
        path = folder / name
        if name == "captures.json" and not path.exists():
            continue
        part = read_json(path)
        if not isinstance(part, dict):
            raise FormatError(f"{path} is not an object")
        # a Webarium episode's own list of visited pages has the same name and another meaning
        data |= {k: v for k, v in part.items() if name == "captures.json" or k in ("answer", "final_url")}
    recorded = check_model(data, Recorded, str(folder))
    recorded.folder = folder
    return recorded


def folders_of(outcomes: Path, task_id: str) -> Iterator[Path]:
    """The folders of a task: ``<id>``, or its trials ``<id>.0``, ``<id>.1`` and so on."""
    if (outcomes / task_id).is_dir():
        yield outcomes / task_id
        return
    trials = (path for path in outcomes.glob(f"{task_id}.*") if path.suffix[1:].isdigit() and path.is_dir())
    yield from sorted(trials, key=lambda path: int(path.suffix[1:]))


def strangers(outcomes: Path, ids: Iterable[str]) -> list[str]:
    """The folders that belong to none of these tasks."""
    known = set(ids)
    names = [path.name for path in outcomes.iterdir() if path.is_dir() and not path.name.startswith(".")]
    return sorted(name for name in names if not {name, _task_of(name)} & known)


def _task_of(folder: str) -> str:
    """The task that a folder is a trial of, if it is one."""
    task, _, trial = folder.rpartition(".")
    return task if trial.isdigit() else folder


def plain(url: str) -> str:
    """An address for comparison: no slash at its end."""
    return url.strip().rstrip("/")
