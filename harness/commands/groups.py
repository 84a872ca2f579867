"""Groups of commands: whole lists in sections, and groups that are imported when they are called."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Any, ClassVar

import typer
from pydantic import ValidationError
from typer.core import TyperCommand, TyperGroup, TyperOption

from sites.wording import wording

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Group(TyperGroup):
    """A group whose help shows the whole first sentence of each command, under its section.

    A command's section is its ``rich_help_panel``.
    """

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands; called by ``--help``."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command and not command.hidden:
                section = getattr(command, "rich_help_panel", None) or "Commands"
                sections.setdefault(section, []).append((name, first_sentence(command.help or "")))
        width = max((len(name) for rows in sections.values() for name, _ in rows), default=0)
        for section, rows in sections.items():
            with formatter.section(section):
                # one column for all sections: the names are filled up to the longest
                formatter.write_dl([(name.ljust(width), told) for name, told in rows])


class LazyGroup(Group):
    """A group that knows its help, and imports its commands when one of them is asked for.

    Attributes:
        module: where a ``typer.Typer`` called ``app`` holds the commands.
    """

    module: ClassVar[str]

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the module."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, or None."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        if not self.commands:
            same_manner = typer.Typer(rich_markup_mode=self.rich_markup_mode)
            same_manner.add_typer(importlib.import_module(self.module).app)
            self.commands.update(typer.main.get_group(same_manner).commands)


MOST = 10**9
"""Of whatever an option counts; more is a slip of the finger."""


class Command(TyperCommand):
    """A command that refuses an option given twice that takes one value, and numbers beyond all bounds.

    Of the two values the first would be ignored.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse; called for every command."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for one in order:
            if not isinstance(one, TyperOption) or one.multiple:
                continue
            if order.count(one) > 1 and (one.secondary_opts or not one.is_flag):
                ctx.fail(f"Option '{one.opts[0]}' is given twice, and takes one value.")
        empty = "" in args  # they are used up by parsing
        try:
            left = super().parse_args(ctx, args)
        except typer.BadParameter as error:
            if isinstance(error.__cause__, ValidationError):
                error.message = wording(error.__cause__.errors()[0])
            raise
        for one in self.params:
            number = ctx.params.get(one.name or "")
            if empty and isinstance(number, Path) and number == Path():
                ctx.fail(f"'{one.opts[0] if one.opts else one.name}' is empty: name a file or a folder")
            if isinstance(number, int) and abs(number) > MOST:
                named = one.opts[0] if one.opts else one.name
                ctx.fail(f"Invalid value for '{named}': {str(number)[:20]}... is more than {MOST:,}")
        return left


class Commands(typer.Typer):
    """Where a module registers its commands; each of them is a ``Command``."""

    def command(self, *names: Any, cls: type[TyperCommand] | None = None, **settings: Any) -> Any:
        """Register a function as a command, as ``typer.Typer`` does."""
        return super().command(*names, cls=cls or Command, **settings)


class AcceptsNegatives(Command):
    """A command for which ``-5`` is an argument and no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse; a blank before a negative number keeps the parser from taking it for options."""
        return super().parse_args(ctx, [f" {word}" if _is_negative(word) else word for word in args])


def _is_negative(word: str) -> bool:
    """Such as -5, -0.5, -€5 or "-5 degrees"; options begin with a letter."""
    return re.match(r"-[^\w-]*\d", word) is not None


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, on one line.

    >>> first_sentence("Do this; or that.\\n\\nMore of it.")
    'Do this; or that.'
    """
    paragraph = inspect.cleandoc(text).split("\n\n")[0]
    return " ".join(paragraph.split())
