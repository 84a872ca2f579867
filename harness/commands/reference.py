"""What of the docs is made from the code: all commands in docs/commands.md, all actions in docs/agents.md.

``python -m harness.commands.reference`` writes both anew; a test sees that this was done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from harness.commands.cli import app
from sites.spec import ROOT
from tasks.action_words import table

BEGIN = "<!-- made by python -m harness.commands.reference: begin -->"
END = "<!-- end -->"
EXAMPLES = "<!-- not tested: examples of the help, about runs of your own -->"


def every_command(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command but groups, with the words that call it.

    Args:
        group: where to begin; the whole command line without.
        path: the words that call the group.
    """
    group = group or typer.main.get_command(app)
    ctx = typer.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if hasattr(command, "list_commands"):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name), command


def listing() -> str:
    """All commands with what they do, their arguments and options, in Markdown."""
    lines = []
    for path, command in every_command():
        ctx = typer.Context(command, info_name=f"webarium {' '.join(path)}", help_option_names=[])
        lines += ["", f"### webarium {' '.join(path)}", "", *_told(command.help or "")]
        records = [found for one in command.get_params(ctx) if (found := one.get_help_record(ctx))]
        if records:
            lines += [
                "",
                "| | |",
                "|---|---|",
                *(f"| `{_cell(name)}` | {_cell(told)} |" for name, told in records),
            ]
    return "\n".join(lines).strip() + "\n"


PAGES: dict[Path, Callable[[], str]] = {
    ROOT / "docs" / "commands.md": listing,
    ROOT / "docs" / "agents.md": lambda: f"{table()}\n",
}
"""The pages, and what makes their lists."""


def renewed(page: str, made: str) -> str:
    """The page with its list as it should be; all else stays.

    Args:
        page: as it stands.
        made: the list.
    """
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{made}\n{END}{after}"


def _told(text: str) -> list[str]:
    """A docstring's paragraphs; examples, which are indented, become one block of code."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    examples = [f"    {one.strip()}" for one in paragraphs if one.startswith("  ")]
    told = "\n\n".join(one for one in paragraphs if not one.startswith("  ")).splitlines()
    return [*told, "", EXAMPLES, "", *examples] if examples else told


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


if __name__ == "__main__":
    for place, make in PAGES.items():
        place.write_text(renewed(place.read_text(encoding="utf-8"), make()), encoding="utf-8")
