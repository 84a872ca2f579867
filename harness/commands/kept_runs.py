"""What one does with runs that are kept: report, runs, merge."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson, RunName
from harness.commands.output import EXIT_ERROR, complain, print_json
from sites.errors import WebariumError

if TYPE_CHECKING:
    from harness.run.models import Summary

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("report")
def report(
    run: RunName = "latest",
    oracle: Annotated[
        str | None,
        typer.Option(
            "--oracle", help="A run of the oracle, whose steps are the measure; else its templates'."
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the analysis as JSON besides, instead of the report's place."),
    ] = False,
) -> None:
    """Write report.html and junit.xml of a run again; --json prints what the papers tell of a run.

    That is: tasks that can be done and those that cannot apart, templates solved in full, in part and never,
    episodes by the reason of their end, steps over the oracle's.
    """
    from harness.report import load_run, write_report
    from harness.run.folders import find_run
    from harness.run.reader import RunFolder

    folder, measure = find_run(run), find_run(oracle) if oracle else None
    place = write_report(folder, measure)
    if told := RunFolder(folder).unplanned:
        typer.echo(told, err=True)
    if as_json:
        print_json(load_run(folder, measure).analysis.model_dump())
    else:
        typer.echo(str(place))


@command("runs")
def list_runs(as_json: AsJson = False) -> None:
    """List the runs with their results."""
    from harness.run.folders import RUNS
    from harness.run.summary import summarize_all

    if RUNS.exists() and not RUNS.is_dir():
        raise WebariumError(
            f"{RUNS.absolute()} is no folder, so no run is kept there", remedy="move it away, or cd elsewhere"
        )
    found, damaged = summarize_all(RUNS)
    if as_json:
        print_json([one.to_json() for one in found])
    elif found:
        _show_runs(found)
    elif not damaged:
        typer.echo(f"There are no runs in {RUNS.absolute()}.")
        typer.echo("Runs are kept below the folder in which `webarium eval` is called.")
    for error in damaged:
        complain(error)
    raise typer.Exit(EXIT_ERROR if damaged else 0)


def _show_runs(summaries: list[Summary]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("run", "agent", "episodes", "passed", "failed", "errors", "success"):
        table.add_column(title, justify="left" if title in ("run", "agent") else "right")
    for one in summaries:
        counts = (str(count) for count in (one.tasks, one.passed, one.failed, one.errors))
        table.add_row(escape(one.run), escape(str(one.agent)), *counts, f"{one.success_rate:.1%}")
    Console().print(table)


@command("merge")
def merge(
    runs: Annotated[list[str], typer.Argument(help="The runs of all shards: folders, or names.")],
    run: Annotated[str, typer.Option("--run", help="Name or folder of the new run.")],
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write report.html and junit.xml.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Make one run of the runs that `eval --shard` played; it is as if all had been played at once.

    Refused where a shard is missing, is there twice, is not finished, or was played with something else.

    Examples:

      webarium merge part-1 part-2 part-3 --run whole
    """
    from rich.console import Console
    from rich.markup import escape

    from harness.commands.console import summary_line, summary_table
    from harness.commands.evaluation import try_report
    from harness.run.folders import find_run
    from harness.run.merging import merge_runs, new_run

    folder = new_run(run)
    summary = merge_runs([find_run(one) for one in runs], folder)
    console = Console(stderr=as_json)
    if report:
        try_report(folder, console)
    if as_json:
        print_json(summary.to_json())
        return
    console.print(summary_table(summary))
    console.print(escape(summary_line(summary, folder)), highlight=False, soft_wrap=True)
