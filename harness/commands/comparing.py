"""What one does with several runs, and for others: compare, table, publish, baseline."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from harness.commands.groups import Commands, Group
from harness.commands.options import AsJson, RunName, exclusive
from harness.commands.output import EXIT_ERROR, print_json

app = Commands()
command = partial(app.command, rich_help_panel="Runs")


@command("compare")
def compare(
    context: typer.Context,
    runs: Annotated[
        list[str],
        typer.Argument(help="Runs (folder, name, latest) or baseline files; the first is the baseline."),
    ],
    fail_if: Annotated[
        list[str] | None,
        typer.Option("--fail-if", help='Exit code 1 if so: "success_rate < baseline - 0.02"; repeatable.'),
    ] = None,
    allow_unfinished: Annotated[
        bool, typer.Option("--allow-unfinished", help="Compare runs that lack planned episodes, too.")
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown for a pull request.")
    ] = False,
    page: Annotated[Path | None, typer.Option("--html", help="Write a page with plots to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare runs task by task with the first of them; gates decide the exit code.

    Examples:

      webarium compare runs/before runs/after --html compare.html

      webarium compare tests/baseline.json latest --markdown --fail-if "success_rate < baseline - 2%"
    """
    from harness.compare.command import compare_runs

    exclusive(context, "as_json", "as_markdown")
    code = compare_runs(
        runs,
        fail_if or [],
        allow_unfinished=allow_unfinished,
        page=page,
        as_markdown=as_markdown,
        as_json=as_json,
    )
    raise typer.Exit(code)


@command("table")
def table(
    runs: Annotated[list[str], typer.Argument(help="Runs (folder, name, latest) or baseline files.")],
    by: Annotated[
        Literal["category", "difficulty", "site", "kind"],
        typer.Option("--by", help="What has a column each."),
    ] = "category",
    as_json: AsJson = False,
) -> None:
    """Print what agents passed side by side, of all tasks and of each group of them, as Markdown.

    With 95% intervals over the tasks. Exit code 2 when a run is not finished.
    """
    from harness.compare import table as tables

    rows = tables.table(runs, by)
    if as_json:
        print_json(rows)
    else:
        typer.echo(tables.markdown(rows))
    for row in rows:
        if row["unfinished"]:
            typer.echo(row["unfinished"], err=True)
    raise typer.Exit(EXIT_ERROR if any(row["unfinished"] for row in rows) else 0)


@command("publish")
def publish(
    run: RunName = "latest",
    to: Annotated[
        Path | None, typer.Option("--to", help="A new folder; published/RUN when left out.")
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Publish screenshots and pages as well.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write what a leaderboard needs of a run: summary, manifest, verdicts and trajectories without secrets.

    The folder is a run that `webarium score` judges again, and is written only when it comes to the same
    verdicts.
    """
    from harness.jsonio import parse
    from harness.run import publish as publishing
    from harness.run.folders import find_run

    found = find_run(run)
    folder = publishing.publish(found, to or publishing.PUBLISHED / found.resolve().name, pictures=pictures)
    entry = parse((folder / publishing.ENTRY).read_bytes())
    if as_json:
        print_json(entry | {"folder": str(folder)})
        return
    result = entry["result"]
    typer.echo(f"{folder}: {result['passed']} of {result['episodes']} episodes passed ({result['rate']:.1%})")
    typer.echo(f"Anybody can check it: webarium score {folder}")


baseline = Commands(
    cls=Group, help="Keep a run as a small file, to compare later runs with it.", no_args_is_help=True
)
app.add_typer(baseline, name="baseline", rich_help_panel="Runs")


@baseline.command("save")
def save_baseline(
    run: RunName,
    path: Annotated[Path, typer.Argument(help="The file, such as tests/baseline.json.")],
    renew: Annotated[
        bool,
        typer.Option(
            "--renew", help="Replace in the file only what the run played; play every task that changed."
        ),
    ] = False,
) -> None:
    """Write the results of a run to a file that a repository can keep."""
    from harness.run.folders import find_run

    folder = find_run(run)
    if renew:
        from harness.compare.renewal import renew_baseline
        from tasks.loader import all_tasks

        found = renew_baseline(folder, path, all_tasks())
        counts = f"{len(found.played)} tasks renewed, {len(found.gone)} gone"
        typer.echo(f"{path}: {len(found.side.episodes)} episodes, {counts}")
        typer.echo(f"{found.alike} of {found.again} episodes that were in it looked as before")
        return
    from harness.compare.sides import save_baseline as save

    side = save(folder, path)
    typer.echo(f"{path}: {len(side.episodes)} episodes of {side.name}")
