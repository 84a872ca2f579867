"""What a person sees of a run in the terminal: a progress bar, lines worth reading, a table at the end."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from harness.run.models import Counts, Summary

PLAIN_SECONDS = 30.0
"""Between two lines where there is no terminal."""


class RunDisplay:
    """Tells of a run's events, a line each for what is worth reading; a context manager around the run.

    Args:
        total: episodes to come.
        console: where to write; stderr leaves stdout to ``--json``.
        verbose: a line for every episode, not only for those that did not pass.
    """

    def __init__(self, total: int, console: Console, *, verbose: bool = False) -> None:
        self.console = console
        self.total = total
        self.verbose = verbose
        self.counts = {"passed": 0, "failed": 0, "error": 0}
        self.images: dict[str, Any] | None = None
        self._entered = time.monotonic()

    @property
    def done(self) -> int:
        """Episodes that ended."""
        return sum(self.counts.values())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The run has ended."""

    def __call__(self, event: str, data: dict[str, Any]) -> None:
        """Show one event of the runner."""
        if event == "done":
            self.counts[data["status"]] += 1
            self._ended(data)
        elif event == "image":
            seconds = int(time.monotonic() - self._entered)
            self.print(f"{seconds // 60}:{seconds % 60:02} {escape(data['line'])}")
        elif event == "images":
            self.images = data
        elif event == "trouble":
            where = f"{data['task_id']} " if "task_id" in data else ""
            self.print(f"[yellow]![/] {where}{escape(str(data['error']))}")

    def print(self, text: str) -> None:
        """Write a line."""
        self.console.print(text, highlight=False, soft_wrap=True)

    def _ended(self, line: dict[str, Any]) -> None:
        if self.verbose or line["status"] != "passed":
            mark = {"passed": "[green]ok[/]", "failed": "[red]failed[/]", "error": "[yellow]error[/]"}
            reason = line["error"] or ("" if line["stop_reason"] == "stop" else line["stop_reason"])
            self.print(
                f"{mark[line['status']]} {line['task_id']} "
                f"({line['steps']} steps, {line['seconds']:.1f} s) {escape(str(reason or ''))}"
            )


class LiveDisplay(RunDisplay):
    """For a terminal: a bar below the lines."""

    def __init__(self, total: int, console: Console, *, verbose: bool = False) -> None:
        super().__init__(total, console, verbose=verbose)
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )
        self._images = self._progress.add_task("images", total=None, counts="", visible=False)
        self._task = self._progress.add_task("starting worlds", total=total, counts="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, event: str, data: dict[str, Any]) -> None:
        """Show one event of the runner."""
        super().__call__(event, data)
        if event == "images":
            self._progress.update(
                self._images,
                total=data["of"],
                completed=data["done"],
                visible=data["done"] < data["of"],
                counts=_left(data),
            )
        elif event == "begun":
            self._progress.update(self._task, description="running")
        elif event == "done":
            counts = "  ".join(f"{count} {name}" for name, count in self.counts.items() if count)
            self._progress.update(self._task, advance=1, counts=counts)


class PlainDisplay(RunDisplay):
    """For a file or a pipe: a line every half minute, so that a log shows that the run goes on."""

    def __init__(self, total: int, console: Console, *, verbose: bool = False) -> None:
        super().__init__(total, console, verbose=verbose)
        self._begun: float | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def __call__(self, event: str, data: dict[str, Any]) -> None:
        """Show one event of the runner."""
        if event == "begun" and self._begun is None:
            self._begun = time.monotonic()
        super().__call__(event, data)

    def line(self, now: float) -> str:
        """How far images and run are at a moment of the monotonic clock."""
        if self.images and self.images["done"] < self.images["of"]:
            images = f"{self.images['done']} of {self.images['of']} images built, {_left(self.images)}"
            return f"{images}; {self._episodes(now)}" if self._begun is not None else images
        return self._episodes(now)

    def _episodes(self, now: float) -> str:
        if self._begun is None:
            return f"0 of {self.total} episodes: starting worlds"
        counts = self.counts
        told = (
            f"{self.done} of {self.total} episodes: {counts['passed']} passed, {counts['failed']} failed, "
            f"{counts['error']} errors"
        )
        if not self.done:
            return told
        left = (now - self._begun) / self.done * (self.total - self.done)
        return f"{told}; {_span(left)} left"

    def _repeat(self) -> None:
        while not self._over.wait(PLAIN_SECONDS):
            self.print(self.line(time.monotonic()))


def display_for(total: int, console: Console, *, verbose: bool = False) -> RunDisplay:
    """What shows a run where the console writes to; the arguments are those of ``RunDisplay``."""
    kind = LiveDisplay if console.is_terminal else PlainDisplay
    return kind(total, console, verbose=verbose)


def _left(images: dict[str, Any]) -> str:
    doing = f"now {' and '.join(images['doing'])}, " if images["doing"] else ""
    return f"{doing}{_span(images['left'])} left"


def _span(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return "less than a minute"
    hours, minutes = divmod(minutes, 60)
    return f"about {hours} h {minutes} min" if hours else f"about {minutes} min"


def summary_table(summary: Summary) -> Table:
    """The table at the end of a run: a row for each site, one for all."""
    table = Table(box=None, pad_edge=False)
    table.add_column("site")
    for title in ("episodes", "passed", "failed", "errors", "success"):
        table.add_column(title, justify="right")
    for site, counts in summary.per_site.items():
        table.add_row(site, *_cells(counts))
    table.add_row("[bold]all", *(f"[bold]{cell}" for cell in _cells(summary)))
    return table


def summary_line(summary: Summary, folder: Path) -> str:
    """What stands below the table: figures, and where the report is."""
    parts = [f"{summary.wall_seconds:.0f} s"]
    if summary.seconds_median is not None:
        parts.append(
            f"median episode {summary.seconds_median:.1f} s, reset {summary.reset_seconds_median:.2f} s"
        )
    if summary.agent_jail == "off":
        parts.append("the agent ran without the jail")
    if summary.agent_errors:
        parts.append(f"the agent said {summary.agent_errors} times that it cannot go on")
    if summary.undecided:
        parts.append(f"{summary.undecided} undecided")
    if summary.score > summary.success_rate:
        parts.append(f"mean score with milestones {summary.score:.1%}")
    answers = summary.answers
    if malformed := answers.readings.get("malformed"):
        parts.append(f"{malformed} answers malformed")
    if answers.false_refusals or answers.missed_refusals:
        parts.append(f"{answers.false_refusals} false and {answers.missed_refusals} missed refusals")
    if answers.pairs.score is not None:
        parts.append(f"pair score {answers.pairs.score:.1%} over {answers.pairs.pairs} pairs")
    if policy := summary.policy:
        parts.append(
            f"{policy.passed_and_kept} of {policy.tasks} tasks with a policy passed within it, "
            f"{policy.violations} rules broken"
        )
    nodes = summary.key_nodes
    if nodes:
        parts.append(f"{nodes['step_score']} of {nodes['max_score']} key nodes passed")
    report = folder / "report.html"
    place = f"Report: {report}" if report.is_file() else f"Run: {folder}"
    return f"{', '.join(parts)}\n{place}"


def _cells(counts: Counts) -> list[str]:
    return [
        str(counts.tasks),
        str(counts.passed),
        str(counts.failed),
        str(counts.errors),
        f"{counts.success_rate:.1%}",
    ]
