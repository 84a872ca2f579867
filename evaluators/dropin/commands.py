"""``webarium score --tasks FILE --outcomes PATH``: judge what was recorded by the rules it was recorded for.

The format is seen from the file; see ``formats``.
"""

from __future__ import annotations

import json
from pathlib import Path

import typer

from evaluators.trajectories.files import FormatError, as_list, json_files, read_json
from sites.errors import WebariumError

from .formats import FORMATS, Format
from .report import Options, Report, Row

__all__ = ["FORMATS", "Format", "Options", "Report", "Row", "recognise", "run", "score", "show"]


class UnknownFormatError(FormatError):
    """A task file is in no format that is known."""


def recognise(tasks: Path) -> str:
    """The format of a task file, a folder of such files, or a folder of demonstrations.

    Raises:
        FormatError: when it is none that is known.
    """
    if tasks.is_dir() and (any(tasks.glob("*/replay.json")) or (tasks / "replay.json").exists()):
        return "weblinx"
    file = next(json_files(tasks), None)
    if file is None:
        raise FormatError(f"there is no task file in {tasks}")
    records = as_list(read_json(file))
    for record in records:  # one that is broken is told as such, once the others say what it should be
        for name, known in FORMATS.items():
            if known.recognise(record):
                return name
    if not records:
        raise FormatError(f"{file} holds no task", remedy="give the task file as it was published")
    raise UnknownFormatError(
        f"{file} is in no format that is known", remedy=f"known are {', '.join(FORMATS)}"
    )


def score(tasks: Path, outcomes: Path, options: Options | None = None, *, name: str | None = None) -> Report:
    """Score recorded outcomes by a published task file.

    Args:
        tasks: the task file, or folder, as published.
        outcomes: the folder with one folder a task; for mind2web and weblinx the file of predictions.
        options: how to score.
        name: the format, when it is not to be seen from the file.

    Raises:
        WebariumError: for a path that is missing, a format nobody knows, an option that it would not look at,
            or a model that cannot be asked.
    """
    for path in (tasks, outcomes):
        if not path.exists():
            raise WebariumError(f"{path} does not exist", remedy="look whether the name is right")
    if name is not None and name not in FORMATS:
        raise WebariumError(f"nobody knows the format '{name}'", remedy=f"known are {', '.join(FORMATS)}")
    try:
        seen = recognise(tasks)
    except UnknownFormatError:
        if name is None:
            raise
        seen = name
    if name not in (None, seen):
        raise FormatError(f"{tasks} is a task file of {seen}, not of {name}", remedy="leave --format out")
    form = FORMATS[seen]
    if form.folders != outcomes.is_dir():
        raise FormatError(
            f"{outcomes} is {'no' if form.folders else 'a'} folder",
            remedy=f"outcomes of {seen} are {'a folder with one a task' if form.folders else 'one file'}",
        )
    options = options or Options()
    _refuse_unknown(seen, form, options)
    report = form.score(tasks, outcomes, options)
    if all(row.status == "missing" for row in report.rows):
        raise FormatError(
            f"{outcomes} holds no outcome of a task in {tasks}", remedy="look whether both names are right"
        )
    return report


def _refuse_unknown(name: str, form: Format, options: Options) -> None:
    """Refuse options that scoring by this format would not look at."""
    used = options.used()
    if unknown := used - form.options:
        _refuse(unknown, f"by the rules of {name}")
    if name != "online-mind2web" and not options.judge and (idle := used & {"replies", "offline"}):
        _refuse(idle, "without --judge", "give --judge as well, or ")
    if options.original and "ignore_query" in used:
        _refuse({"ignore_query"}, "beside --original")


def _refuse(names: set[str], why: str, first: str = "") -> None:
    told = " and ".join(sorted(f"--{ {'sites': 'site'}.get(one, one).replace('_', '-') }" for one in names))
    raise WebariumError(f"{told} would be ignored {why}", remedy=f"{first}leave {told} out")


def run(
    tasks: Path, outcomes: Path, options: Options, *, name: str | None = None, as_json: bool = False
) -> Report:
    """What the command does: score and print."""
    report = score(tasks, outcomes, options, name=name)
    if as_json:
        typer.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2, default=str))
    else:
        show(report)
    return report


def show(report: Report) -> None:
    """Print a report as a table and its figures below."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("task", "status", "score", "why"):
        table.add_column(title, justify="right" if title == "score" else "left", overflow="fold")
    for row in report.rows:
        if row.status != "missing":
            table.add_row(escape(row.task_id), row.status, f"{row.score:.2f}", escape(row.why))
    console = Console()
    console.print(table)
    console.print()
    for key, value in {"format": report.format, **report.figures}.items():
        shown = f"{value:.4f}" if isinstance(value, float) else escape(str(value))
        console.print(f"{key:24} {shown}", highlight=False)
