"""``webarium export``: data sets of demonstrations out of runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.commands.groups import Commands
from harness.commands.options import AsJson
from harness.commands.output import print_json

app = Commands()

Runs = Annotated[list[str], typer.Argument(help="Runs played with --dom: folders, names, or latest.")]
NewFolder = Annotated[Path, typer.Option("--to", help="A new folder for the data set.")]


@app.command("mind2web")
def mind2web(
    runs: Runs,
    to: NewFolder,
    raw: Annotated[
        bool, typer.Option("--raw/--no-raw", help="Write each page whole, too, and not cleaned alone.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Write what passed as Mind2Web's demonstrations, in splits by task, website and domain.

    Examples:

      webarium export mind2web latest --to demonstrations
    """
    from harness.export import mind2web as form
    from harness.export.demonstrations import demonstrations
    from harness.run.folders import find_run

    counts = form.export(demonstrations(find_run(one) for one in runs), to, raw=raw)
    if as_json:
        print_json({split: vars(one) for split, one in counts.items()})
    else:
        typer.echo(form.table(counts))


@app.command("weblinx")
def weblinx(runs: Runs, to: NewFolder, as_json: AsJson = False) -> None:
    """Write what passed as WebLINX's dialogues, in splits by task, site, domain and sight of the page.

    Examples:

      webarium export weblinx latest --to dialogues
    """
    from harness.export import weblinx as form
    from harness.export.demonstrations import demonstrations
    from harness.run.folders import find_run

    counts = form.export((demonstrations(find_run(one) for one in runs)), to)
    if as_json:
        print_json({split: vars(one) for split, one in counts.items()})
    else:
        typer.echo(form.table(counts))
