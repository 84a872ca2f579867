"""`python -m tests.chaos.sessions`: sessions of the service, some of them disturbed; what is lost and told.

Clients play the oracle's actions over the service. In a session that is disturbed the client is gone, its
connection breaks, or worker or container of its world are killed at a drawn moment. Then it must hold that

- every episode that began is in the journal, once: with a verdict, or as an error;
- a disturbed sandbox is told as one, without a reward, or struck too late and changed nothing;
- whatever was not disturbed passes, also what is played next in a world that was.

The last lines are a table; the exit code is 1 with violations.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from harness.agents.oracle import Player
from harness.run.models import JournalLine
from tasks.loader import oracle_view
from tests.serving import Env, Full, Over, OverService, Result, Served, wait_for

TASKS = ("home.monthly_use.0", "home.monthly_use.1")
FAULTS = {"none": 8, "client gone": 3, "connection broken": 3, "worker killed": 3, "container killed": 3}
"""What is drawn, and how often compared with each other."""
SANDBOX = ("worker killed", "container killed")
LEASE = 5
STEPS = 4
"""Actions that the shorter of the oracles takes."""
WAIT = 300.0
HEAD = ("fault", "sessions", "struck", "masked", "passed", "failed", "lost", "violations")


@dataclass
class Played:
    """What a client saw of its session."""

    number: int
    fault: str
    moment: int
    task: str
    trial: int | None = None
    struck: bool = False
    result: Result | None = None
    violations: list[str] = field(default_factory=list)


class Disturbed(OverService):
    """An oracle's session in which something happens before a drawn action."""

    def __init__(self, service: Served, env: Env, begun: Result, played: Played) -> None:
        super().__init__(env, begun)
        self._service, self._played, self._left = service, played, played.moment

    def act(self, action: object, **more: str) -> object:  # type: ignore[override]
        """Act, and before that perhaps disturb."""
        if self._left == 0:
            self._played.struck = True
            self._strike()
        self._left -= 1
        return super().act(action, **more)

    def _strike(self) -> None:
        if self._played.fault == "worker killed":
            self._service.kill_worker(self.env)
        elif self._played.fault == "container killed":
            self._service.kill_container(self.env)
        elif self._played.fault == "connection broken":
            again = self._service.env(self.env.session)
            again.observation()
            self.env = again
        elif self._played.fault == "client gone":
            raise _Gone


class _Gone(Exception):
    """The client is no more."""


def play(service: Served, played: Played) -> None:
    """One session."""
    env = service.env()
    try:
        begun = env.reset(played.task, wait=WAIT)
        played.trial = begun.info["trial"]
        try:
            session = Disturbed(service, env, begun, played)
            stop = Player(oracle_view(played.task), session).play()  # type: ignore[arg-type]
            played.result = session.env.step(stop.model_dump(mode="json", exclude_none=True))
        except Over as over:
            played.result = over.result
        if played.fault in SANDBOX and played.struck:
            after = env.reset(played.task)  # the same session, on what was mended
            if after.observation is None:
                played.violations.append(f"the world was not mended: {after.info}")
        env.close()
    except _Gone:
        return
    except Full as full:
        played.violations.append(f"no world for {WAIT:g} s: {full}")
    except Exception as error:
        with_why = f"{type(error).__name__}: {error}"
        played.violations.append(with_why[:200])


def judge(played: Played, lines: dict[tuple[str, int], JournalLine]) -> str:
    """What became of it; violations are noted."""
    if played.trial is None:
        return "never begun"
    line = lines.get((played.task, played.trial))
    if line is None:
        played.violations.append("it is not in the journal")
        return "lost"
    told = played.result
    if told is not None and told.masked != (line.status == "error"):
        played.violations.append(f"the client was told masked={told.masked}, the journal says {line.status}")
    if told is not None and told.masked and told.reward is not None:
        played.violations.append(f"masked, with reward {told.reward}")
    if line.status == "error" and not (played.fault in SANDBOX and played.struck):
        played.violations.append(f"an undisturbed sandbox: {line.error}")
    gone = played.fault == "client gone" and played.struck
    if gone != line.stop_reason.startswith("agent_gone"):
        played.violations.append(f"it ended as {line.stop_reason}")
    if line.status == "failed" and not gone:
        played.violations.append(f"it failed: {line.answer!r}")
    return "masked" if line.status == "error" else line.status


def draw(number: int, seed: int) -> Played:
    """The session of a number."""
    drawn = random.Random(f"{seed} {number}")
    (fault,) = drawn.choices(list(FAULTS), list(FAULTS.values()))
    return Played(number, fault, drawn.randrange(STEPS), drawn.choice(TASKS))


def run(options: argparse.Namespace, place: Path) -> list[tuple[Played, str]]:
    """Play; returns what became of each session."""
    until = time.monotonic() + options.seconds
    waiting = [draw(number, options.seed) for number in range(options.sessions)]
    done: list[Played] = []
    lock = threading.Lock()
    served = ("--tasks", ",".join(TASKS), "--worlds", str(options.worlds), "--lease", str(LEASE))
    with Served(place / "run", *served) as service:

        def client() -> None:
            while time.monotonic() < until:
                with lock:
                    if not waiting:
                        return
                    one = waiting.pop(0)
                play(service, one)
                with lock:
                    done.append(one)

        clients = [threading.Thread(target=client) for _ in range(options.worlds + 1)]
        for thread in clients:
            thread.start()
        for thread in clients:
            thread.join()
        wait_for(lambda: not service.live(), WAIT)  # what was lost is taken back
        time.sleep(2 * LEASE)  # and judged
        lines = {(line.task_id, line.trial): line for line in service.lines}
        return [(one, judge(one, lines)) for one in sorted(done, key=lambda one: one.number)]


def table(found: list[tuple[Played, str]]) -> str:
    """One row a fault."""
    rows = [HEAD]
    for name in [*FAULTS, "all"]:
        of = [(one, became) for one, became in found if name in (one.fault, "all")]
        became = Counter(word for _, word in of)
        struck = sum(one.struck for one, _ in of)
        counts = (
            became["masked"],
            became["passed"],
            became["failed"],
            became["lost"] + became["never begun"],
        )
        wrong = sum(bool(one.violations) for one, _ in of)
        rows.append((name, *map(str, (len(of), struck, *counts, wrong))))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join("  ".join(_row(row, widths)) for row in rows)


def _row(row: tuple[str, ...], widths: list[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(row[1:], widths[1:], strict=True))]


def main() -> int:
    """Play; returns the exit code."""
    parser = argparse.ArgumentParser(prog="sessions", description="Disturb sessions of the service.")
    parser.add_argument("--sessions", type=int, default=200, help="how many (200)")
    parser.add_argument("--seed", type=int, default=1, help="what faults and moments are drawn from (1)")
    parser.add_argument("--worlds", type=int, default=2, help="of the service (2)")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin no session after so many")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="webarium-sessions-") as place:
        found = run(options, Path(place))
    for one, _ in found:
        for violation in one.violations:
            print(f"session {one.number} ({one.fault} before action {one.moment} of {one.task}): {violation}")
    print(table(found))
    return 1 if any(one.violations for one, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
