"""Options and arguments that several commands have."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from sites.errors import WebariumError

BROWSER_MEMORY = 0.5e9
"""Bytes of one worker's browser; its world comes on top."""


def fits_here(count: int | None) -> int | None:
    """An option's callback: refuse more workers than this machine's memory holds browsers, worlds aside."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    most = max(1, int(memory / BROWSER_MEMORY))
    if count is not None and count > most:
        raise typer.BadParameter(
            f"the browsers of {count:,} workers need {count * BROWSER_MEMORY / 1e9:,.0f} GB, this machine has"
            f" {memory / 1e9:,.0f} GB: {most} at most, and rarely more than its {os.cpu_count() or 1} cores"
        )
    return count


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", "-w", min=1, callback=fits_here, help="Worlds side by side, each with its browser."
    ),
]
RunName = Annotated[str, typer.Argument(help="A run: its folder, its name, or latest.")]
OfSplit = Annotated[
    str | None,
    typer.Option("--split", help="Only tasks of this split: train, dev, test, hard or lite."),
]
SeedNumber = Annotated[
    str,
    typer.Option(
        "--seed",
        envvar="WEBARIUM_SEED",
        help="Number that the sites' data is made from; 7x10: ten times as much data.",
    ),
]
SaltText = Annotated[
    str,
    typer.Option(
        "--salt", envvar="WEBARIUM_SALT", help="Other tasks from the same data: 3, 2026w47; see worlds new."
    ),
]
OtrOption = Annotated[
    list[str] | None,
    typer.Option(
        "--otr",
        metavar="NAME=VALUE",
        help="Of the observation otr: candidates=10, tokens=1350, ranker=FILE; repeatable.",
    ),
]
ToldOfAnswers = Annotated[
    str,
    typer.Option(
        "--answer-format",
        help="What the agent is told of answers: full (format and statuses), format (alone), none.",
    ),
]
WorldName = Annotated[str, typer.Option("--world", help="Which world.")]


def written(context: typer.Context, name: str) -> bool:
    """Whether an option of a command was given, be it with its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def unused(context: typer.Context, why: str, *names: str) -> None:
    """Refuse what was written down though nobody would look at it.

    Args:
        context: of the command.
        why: in which case these are not looked at, such as ``beside --json``.
        names: of parameters of the command's function.

    Raises:
        WebariumError: one of them was written down.
    """
    if found := [_called(context, name) for name in names if written(context, name)]:
        told = " and ".join(found)
        raise WebariumError(f"{told} would be ignored {why}", remedy=f"leave {told} out, or change the rest")


def one_of(option: str, text: str, known: Sequence[str]) -> None:
    """Refuse a word that an option does not know."""
    if text not in known:
        raise WebariumError(
            f"{option} takes {', '.join(known)}, not {text!r}",
            remedy="write one of these, or leave the option out",
        )


def exclusive(context: typer.Context, name: str, *others: str) -> None:
    """Refuse parameters that would be ignored beside one that was given; see ``unused``."""
    if written(context, name):
        unused(context, f"beside {_called(context, name)}", *others)


def only_with(context: typer.Context, name: str, *others: str) -> None:
    """Refuse parameters that mean something only beside one that was not given; see ``unused``."""
    if not written(context, name):
        unused(context, f"without {_called(context, name)}", *others)


def number_option(least: float, most: float = math.inf) -> Callable[[str], float]:
    """What reads an option's number: finite and within bounds, which ``nan`` is not.

    >>> number_option(0, 1)("0.5")
    0.5
    """
    bounds = f"from {least:g} to {most:g}" if math.isfinite(most) else f"of {least:g} or more"

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not math.isfinite(found) or not least <= found <= most:
            raise typer.BadParameter(f"{text!r} is no number {bounds}")
        return found

    return read


def _called(context: typer.Context, name: str) -> str:
    """What people call a parameter: the option as they write it, or the argument's name."""
    (found,) = (one for one in context.command.params if one.name == name)
    return found.opts[0] if found.param_type_name == "option" else str(found.name)
