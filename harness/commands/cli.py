"""The command line: groups of commands, each of which imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.commands import (
    cdp_playing,
    comparing,
    kept_runs,
    labelling,
    mcp_serving,
    node,
    packs,
    runs,
    serving,
    tools,
    worlds,
)
from harness.commands.faults import Guarded
from harness.commands.groups import HELP_OPTIONS, LazyGroup


class Tasks(LazyGroup):
    """``webarium tasks``."""

    module = "harness.authoring.commands"


class Images(LazyGroup):
    """``webarium images``."""

    module = "harness.commands.images"


class Worlds(LazyGroup):
    """``webarium worlds``."""

    module = "harness.authoring.world_commands"


class Sites(LazyGroup):
    """``webarium sites``."""

    module = "harness.authoring.sites"


class Export(LazyGroup):
    """``webarium export``."""

    module = "harness.export.commands"


class Ranker(LazyGroup):
    """``webarium ranker``."""

    module = "harness.ranker.commands"


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"webarium {version('webarium')}")
        raise typer.Exit


app = typer.Typer(
    cls=Guarded,
    name="webarium",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
    epilog="Start with: webarium eval --build --tasks 'home.monthly_use.*' (two tasks, one site)",
)


@app.callback()
def webarium(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
    pack: Annotated[
        list[Path] | None,
        typer.Option(
            "--pack", help="Folder with tasks and sites of your own, laid out as the checkout; repeatable."
        ),
    ] = None,
) -> None:
    """Webarium: self-hosted websites in which web agents are run, reset and scored."""
    packs.begin(pack or [])


app.add_typer(worlds.app)
app.add_typer(node.app)
app.add_typer(
    typer.Typer(cls=Images, no_args_is_help=True),
    name="images",
    help="List images; push and pull them by content, save and load them as a file, prune old ones.",
    rich_help_panel="Worlds",
)
app.add_typer(runs.app)
app.add_typer(kept_runs.app)
app.add_typer(labelling.app)
app.add_typer(comparing.app)
app.add_typer(
    typer.Typer(cls=Export, no_args_is_help=True),
    name="export",
    help="Data sets of demonstrations out of runs.",
    rich_help_panel="Runs",
)
app.add_typer(
    typer.Typer(cls=Ranker, no_args_is_help=True),
    name="ranker",
    help="Train a candidate ranker on demonstrations, and measure it.",
    rich_help_panel="Runs",
)
app.add_typer(serving.app)
app.add_typer(mcp_serving.app)
app.add_typer(cdp_playing.app)
app.add_typer(
    typer.Typer(cls=Tasks, no_args_is_help=True),
    name="tasks",
    help="Write, check and lock tasks, and play them with their oracles.",
    rich_help_panel="Tasks and sites",
)
app.add_typer(
    typer.Typer(cls=Worlds, no_args_is_help=True),
    name="worlds",
    help="Make the tasks of other seeds and salts, and list them.",
    rich_help_panel="Tasks and sites",
)
app.add_typer(
    typer.Typer(cls=Sites, no_args_is_help=True),
    name="sites",
    help="List the sites; ask a running one for a page, rows or JSON.",
    rich_help_panel="Tasks and sites",
)
app.add_typer(packs.app)
app.add_typer(tools.app)
