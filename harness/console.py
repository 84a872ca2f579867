"""What a person sees of a run in the terminal: a progress bar, lines worth reading, a table at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


class RunDisplay:
    """Shows a run's events; use it as a context manager around the run.

    Args:
        total: episodes to come.
        console: where to write; stderr leaves stdout to ``--json``.
        verbose: a line for every episode, not only for those that did not pass.
    """

    def __init__(self, total: int, console: Console, *, verbose: bool = False) -> None:
        self.console = console
        self.verbose = verbose
        self._counts = {"passed": 0, "failed": 0, "error": 0}
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
        self._task = self._progress.add_task("starting worlds", total=total, counts="")

    def __enter__(self) -> RunDisplay:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, event: str, data: dict[str, Any]) -> None:
        """Show one event of the runner."""
        if event == "done":
            self._done(data)
        elif event == "begun":
            self._progress.update(self._task, description="running")
        elif event == "trouble":
            where = f"{data['task_id']} " if "task_id" in data else ""
            self._print(f"[yellow]![/] {where}{escape(str(data['error']))}")

    def _done(self, line: dict[str, Any]) -> None:
        self._counts[line["status"]] += 1
        counts = "  ".join(f"{count} {name}" for name, count in self._counts.items() if count)
        self._progress.update(self._task, advance=1, counts=counts)
        if self.verbose or line["status"] != "passed":
            mark = {"passed": "[green]ok[/]", "failed": "[red]failed[/]", "error": "[yellow]error[/]"}
            reason = line["error"] or ("" if line["stop_reason"] == "stop" else line["stop_reason"])
            self._print(
                f"{mark[line['status']]} {line['task_id']} "
                f"({line['steps']} steps, {line['seconds']:.1f} s) {escape(str(reason or ''))}"
            )

    def _print(self, text: str) -> None:
        self._progress.console.print(text, highlight=False)


def summary_table(summary: dict[str, Any]) -> Table:
    """The table at the end of a run: a row for each site, one for all."""
    table = Table(box=None, pad_edge=False)
    table.add_column("site")
    for title in ("episodes", "passed", "failed", "errors", "success"):
        table.add_column(title, justify="right")
    for site, counts in summary["per_site"].items():
        table.add_row(site, *_cells(counts))
    table.add_row("[bold]all", *(f"[bold]{cell}" for cell in _cells(summary)))
    return table


def summary_line(summary: dict[str, Any], folder: Path) -> str:
    """One line below the table."""
    parts = [f"{summary['wall_seconds']:.0f} s"]
    if summary["seconds_median"] is not None:
        parts.append(
            f"median episode {summary['seconds_median']:.1f} s, reset {summary['reset_seconds_median']:.2f} s"
        )
    if summary["undecided"]:
        parts.append(f"{summary['undecided']} undecided")
    nodes = summary.get("key_nodes")
    if nodes:
        parts.append(f"{nodes['step_score']} of {nodes['max_score']} key nodes passed")
    return f"{', '.join(parts)}. Report: {folder / 'report.html'}"


def _cells(counts: dict[str, Any]) -> list[str]:
    return [
        str(counts["tasks"]),
        str(counts["passed"]),
        str(counts["failed"]),
        str(counts["errors"]),
        f"{counts['success_rate']:.1%}",
    ]
