"""What is said when a command cannot go on: a sentence, what to do, and whose fault it is."""

from __future__ import annotations

import errno
import os
import platform
import shlex
import stat
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import typer
from typer.exceptions import TyperException

from harness.commands.groups import Group
from harness.commands.output import EXIT_ERROR, EXIT_FAULT, EXIT_INTERRUPTED, complain
from harness.run.interrupts import Interrupts
from sites.errors import WebariumError
from sites.files import REMEDIES
from sites.wording import meant

_WORDS = "harness.commands.words"  # the key of a context's meta under which the words of the command stand
_LONGEST = 300
"""Characters of a command that a message repeats; its details have it whole."""
_NAMED_REMEDIES = {
    errno.ENOENT: "look whether the name is right",
    errno.EISDIR: "name a file; this is a folder",
    errno.ENOTDIR: "name another place; a part of this one is a file, not a folder",
    errno.EEXIST: "name another place; something else is there already",
}
"""Where these go wrong with a name that nobody gave, the fault is ours."""


class Guarded(Group):
    """The group of all commands: whatever one of them raises ends in one message and an exit code.

    A request to end (SIGTERM, SIGHUP) is the same as Ctrl-C, so that what was started is ended and removed.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, and keep the words for a message."""
        ctx.meta[_WORDS] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command.

        Raises:
            typer.Exit: after a message, with one of the codes of ``harness/commands/output.py``.
        """
        interrupts = Interrupts(_interrupt)
        try:
            _look_at_input(ctx.meta[_WORDS])
            with interrupts:
                _look_around()
                return super().invoke(ctx)
        except (typer.Exit, TyperException, BrokenPipeError):
            raise
        except KeyboardInterrupt as error:
            complain(WebariumError("Interrupted"))
            raise typer.Exit(EXIT_INTERRUPTED) from error
        except Exception as error:
            if interrupts.heard and not isinstance(error, WebariumError):
                # what was broken off stumbles over it: a browser that starts, a library that catches all
                complain(WebariumError("Interrupted"))
                raise typer.Exit(EXIT_INTERRUPTED) from error
            code, told = explained(error, ctx.meta[_WORDS])
            code = EXIT_INTERRUPTED if interrupts.heard else code
            if isinstance(error, typer.Abort):
                typer.echo(err=True)  # the question's line has no end
            complain(told)
            raise typer.Exit(code) from error


def _look_at_input(words: Sequence[str]) -> None:
    """Refuse to begin what nobody could read, or what cannot be written down as it was asked.

    Raises:
        WebariumError: standard output is closed, or a word is not in the terminal's encoding.
    """
    if sys.stdout is None:  # Python's sign of a closed one: whatever is printed would be lost in silence
        raise WebariumError("Standard output is closed", remedy="write it somewhere: > FILE, or > /dev/null")
    for word in words:
        if any("\ud800" <= character <= "\udfff" for character in word):
            raise WebariumError(
                f"{word[:80]!r} is no text in {sys.getfilesystemencoding().upper()}",
                remedy="write it in that encoding",
            )


def _interrupt() -> None:
    """A second signal breaks off what the first one began, as a second Ctrl-C does."""
    raise KeyboardInterrupt


VARIABLES = (
    "CHROMIUM", "PACKS", "SEED", "SALT", "HUMAN_PORT", "SERVE_TOKENS", "JUDGE_URL", "JUDGE_MODEL",
    "JUDGE_KEY", "REGISTRY", "SERVICE", "SERVICE_TOKEN", "COMMAND", "WORLD", "ANSWER_FORMAT", "SITES",
    "TOKEN", "READER_PASSWORD", "GATEWAY", "GATEWAY_ADDRESS", "RUNS", "TASK_IDS", "START", "START_AS",
    "START_BY", "START_DOOR", "MAY_MOVE_CLOCK", "COMPLETE", "FAULT_TASKS", "INTEGRITY_TASKS",
    "INTEGRITY_SEED", "INTEGRITY_REPORT", "PARITY_TASKS", "CHAOS_ENGINE", "TEST_SECRET", "TEST_JOURNAL",
    "TEST_WORLDS",
)  # fmt: skip
"""Of the environment, behind ``WEBARIUM_``; those that begin with ``WEBARIUM_AGENT_`` are an agent's own."""


def misspelt_variable(environment: Mapping[str, str]) -> WebariumError | None:
    """What to say of a variable that would be ignored because of its spelling."""
    for name in environment:
        word = name.removeprefix("WEBARIUM_")
        if word == name or word in VARIABLES or word.startswith("AGENT_") or word.endswith("_COMPLETE"):
            continue
        if near := meant(word, VARIABLES):
            return WebariumError(
                f"The variable {name} is not known",
                remedy=f"set WEBARIUM_{near} if that is meant, or unset {name}",
            )
    return None


def _look_around() -> None:
    """See that there is what every command takes for granted.

    Raises:
        WebariumError: the current folder is gone, or a variable is misspelt.
    """
    if misspelt := misspelt_variable(os.environ):
        raise misspelt
    if sys.stdin is None:  # closed (`<&-`): the same as nothing to read
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for as long as the program runs
    try:
        os.getcwd()
    except OSError as error:
        raise WebariumError(
            f"The current folder cannot be used: {error.strerror}",
            remedy="it was removed or is closed to this user; change to another one: cd",
        ) from error


def explained(error: Exception, words: Sequence[str]) -> tuple[int, WebariumError]:
    """What to tell of an error, and the exit code.

    Args:
        error: what a command raised.
        words: the words of the command, without the program's name.
    """
    if isinstance(error, WebariumError):
        return EXIT_ERROR, error
    if isinstance(error, typer.Abort):  # out of a question
        if not isinstance(error.__context__, EOFError):
            return EXIT_INTERRUPTED, WebariumError("Interrupted")
        return EXIT_ERROR, WebariumError(
            "The command asked a question, and its input had ended",
            remedy="call it in a terminal, or say all with options: see its --help",
        )
    if isinstance(error, OSError) and (remedy := _remedy(error, words)):
        place = error.filename or ("standard output" if _may_be_full() else "")
        return EXIT_ERROR, WebariumError(": ".join(filter(None, (error.strerror, place))), remedy=remedy)
    return EXIT_FAULT, _fault(error, words)


def _may_be_full() -> bool:
    """Whether standard output goes to a file or a device; files of ours tell their names themselves."""
    mode = os.fstat(1).st_mode
    return stat.S_ISREG(mode) or (stat.S_ISCHR(mode) and not os.isatty(1))


def _remedy(error: OSError, words: Sequence[str]) -> str | None:
    """What a person can do about an error of the system; None where it is for us to mend."""
    number = error.errno or 0
    name = str(error.filename)
    above = str(Path(name).parent)  # what stands beside a named file, as long as it is written, is named too
    named = any(word in name or (len(above) > 1 and above in word) for word in words if len(word) > 1)
    return REMEDIES.get(number) or (_NAMED_REMEDIES.get(number) if named else None)


def _fault(error: Exception, words: Sequence[str]) -> WebariumError:
    """The sentence for an error that nobody foresaw; its details go to a file."""
    whole = shlex.join(["webarium", *words])
    command = whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]} ..."
    first = (str(error).strip().splitlines() or [""])[0][:200]
    near = _file_at_hand(error)
    message = f"`{command}` met a fault of Webarium, not of yours" + (f", at {near}" if near else "")
    details = "\n".join(
        [
            f"{datetime.now():%Y-%m-%d %H:%M:%S}  {whole}",
            f"in {Path.cwd()}, Python {platform.python_version()}, {platform.platform()}",
            "",
            *traceback.format_exception(error),
        ]
    )
    return WebariumError(
        f"{message}: {type(error).__name__}: {first}",
        remedy=f"please report it with its details: {_keep(details)}",
    )


def _file_at_hand(error: Exception) -> Path | None:
    """The file or folder that the innermost function was busy with, if one can be seen."""
    found = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").startswith("harness.commands.faults"):
            continue
        paths = [one for one in frame.f_locals.values() if isinstance(one, Path) and one.exists()]
        found = paths[-1] if paths else found
    return found


def _keep(details: str) -> str:
    """Write the details where they can be found, readable by their owner alone; returns the place."""
    name = f"fault-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        from reset.places import hidden

        path = hidden("faults", name)
        path.touch(mode=0o600)
    except OSError:  # the checkout cannot be written: a fault must be told all the same
        path = Path(tempfile.mkdtemp(prefix="webarium-")) / name
    path.write_text(details, encoding="utf-8", errors="backslashreplace")
    return str(path)
