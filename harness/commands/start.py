"""Where the program begins: an interrupt is one sentence from the first moment on.

What commands need takes most of a second to import. Nothing has been started by then, so a request to end
just ends the program. The commands themselves end in order (``harness.commands.faults``).
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """The program ``webarium``."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    from harness.commands.cli import app

    app(prog_name="webarium")


def _end(*_: object) -> None:
    os.write(2, b"webarium: Interrupted\n")
    os._exit(INTERRUPTED)  # an exception would go through half of an import


if __name__ == "__main__":
    main()
