"""Where the program begins: an interrupt is one sentence from the first moment on.

What commands need takes most of a second to import. Nothing has been started by then, so a request to end
just ends the program. The commands themselves end in order (``harness.commands.faults``).
"""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """The program ``webarium``."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    from harness.commands.cli import app
    from harness.commands.faults import explained
    from harness.commands.output import complain

    try:
        app(prog_name="webarium")
    except OSError as error:  # the help is printed before any command begins
        code, told = explained(error, sys.argv[1:])
        complain(told)
        _no_more_output()
        sys.exit(code)


def _no_more_output() -> None:
    """Python would try once more to write what cannot be written, and tell of it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _end(*_: object) -> None:
    os.write(2, b"webarium: Interrupted\n")
    os._exit(INTERRUPTED)  # an exception would go through half of an import


if __name__ == "__main__":
    main()
