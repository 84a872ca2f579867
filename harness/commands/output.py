"""What all commands share: exit codes, errors for people, JSON for scripts, options written as key=value."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import typer

from sites.errors import WebariumError
from sites.files import strict_json

EXIT_UNMET = 1  # what was asked for was done, and the result is not what it should be
EXIT_ERROR = 2  # something is missing or broken; the message says what to do
EXIT_FAULT = 70  # a fault of ours; the message says where its details are
EXIT_INTERRUPTED = 130
_LONGEST_WORD = 300  # characters; no path that people use is longer


PACKS: list[str] = []
"""The packs that ``--pack`` named, as they were written."""


def with_packs(text: str) -> str:
    """A text whose commands use the packs that this command was given."""
    options = " ".join(f"--pack {shlex.quote(one)}" for one in PACKS)
    return re.sub(r"\bwebarium (?=[a-z])", f"webarium {options} ", text) if options else text


def complain(error: WebariumError) -> None:
    """Print an error for people."""
    typer.secho(f"webarium: {shortened(error.message)}", fg="red", err=True)
    if error.advice:
        typer.echo(f"  {shortened(with_packs(error.advice))}", err=True)


def shortened(text: str) -> str:
    """A text for people, without the middle of words so long that nobody would find what is said of them.

    >>> shortened("There is no run " + "x" * 1000)
    'There is no run xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxx (1,000 characters)'
    """
    return re.sub(
        rf"\S{{{_LONGEST_WORD},}}",
        lambda word: f"{word[0][:40]}...{word[0][-20:]} ({len(word[0]):,} characters)",
        text,
    )


def print_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, default=str))


def pairs(options: list[str] | None) -> dict[str, Any]:
    """Read options written as ``key=value``; a value is JSON where it can be, else text.

    Raises:
        WebariumError: when one has no ``=``, or nothing before it, or a key is there twice.
    """
    found: dict[str, Any] = {}
    for option in options or []:
        key, sign, text = option.partition("=")
        if not sign or not key:
            raise WebariumError(f"{option!r} is no option", remedy="write key=value")
        if key in found:
            raise WebariumError(f"The option {key} is given twice", remedy="leave one of the two out")
        found[key] = value(text)
    return found


def value(text: str) -> Any:
    """Read JSON where it is JSON, else take the text as it is.

    Raises:
        WebariumError: it is JSON without an end of its nesting, which nobody means as text.
    """
    try:
        return strict_json(text)
    except ValueError as error:
        if isinstance(error.__cause__, RecursionError):
            raise WebariumError(
                f"The value {text[:40]!r}... cannot be read: {error}", remedy="write less deeply nested JSON"
            ) from error
        return text
