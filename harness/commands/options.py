"""Options and arguments that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
RunName = Annotated[str, typer.Argument(help="A run: its folder, its name, or latest.")]
SeedNumber = Annotated[
    str,
    typer.Option("--seed", envvar="WEBARIUM_SEED", help="What the sites' data is made from: 7, 7x10."),
]
WorldName = Annotated[str, typer.Option("--world", help="Which world.")]


def written(context: typer.Context, name: str) -> bool:
    """Whether an option of a command was given, be it with its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
