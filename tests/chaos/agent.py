"""An agent that reads the scratchpad's meter readings, and misbehaves when a signal tells it to.

SIGUSR1: it hangs. SIGUSR2: it floods its output. SIGTERM: it ends with an error. Else it passes
`home.monthly_use`. Standard library only, as any stranger's agent may be.
"""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from typing import Any, NoReturn

HOME = "http://home.webarium.test"


def hang(*_: object) -> NoReturn:
    """Do nothing for ever."""
    while True:
        time.sleep(3600)


def flood(*_: object) -> NoReturn:
    """Write for ever, no line ends."""
    while True:
        sys.stdout.write("x" * 65536)


def die(*_: object) -> NoReturn:
    """End at once."""
    sys.exit("I have lost my mind")


def average(intent: str, page: str) -> str:
    """The answer, from the scratchpad's text."""
    what = "electricity" if "electricity" in intent else "water"
    now, before = (float(found.replace(",", "")) for found in re.findall(rf"{what} ([0-9,]+)", page)[:2])
    return str(round((now - before) / 12, 1))


def act(action: dict[str, Any]) -> None:
    """Send an action."""
    print(json.dumps({"type": "action", "action": action}), flush=True)


def main() -> None:
    """Play: the scratchpad, the calculator, stop."""
    signal.signal(signal.SIGUSR1, hang)
    signal.signal(signal.SIGUSR2, flood)
    signal.signal(signal.SIGTERM, die)
    intent, answer, seen = "", "", 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "task":
            intent, answer, seen = message["intent"], "", 0
        elif message["type"] == "observation":
            seen += 1
            if seen == 2:
                answer = average(intent, line)
            time.sleep(0.3)  # it thinks
            steps = {
                1: {"name": "goto", "url": f"{HOME}/scratchpad"},
                2: {"name": "goto", "url": f"{HOME}/calculator"},
            }
            act(steps.get(seen, {"name": "stop", "answer": answer}))


if __name__ == "__main__":
    main()
