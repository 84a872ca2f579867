"""`python -m tests.parity`: do recorded actions get the same verdicts, whichever way they are played?

``eval`` plays tasks with the oracle and with an agent that does nothing; then every way to play repeats their
actions in the same world. Verdict, steps and the digest of all observations must be those of ``eval``. The
last lines are a table; the exit code is 1 where something differs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from harness.run.reader import RunFolder
from tasks.loader import load_tasks
from tests.parity.channels import CHANNELS, Episode, Place

AGENTS = ("oracle", "noop")
TASKS = Path(__file__).with_name("tasks.txt")
HEAD = ("way to play", "episodes", "same verdict", "same steps", "same observations")
COMMAND = (sys.executable, "-m", "harness.commands.start")


def recorded(agent: str, tasks: str, place: Place) -> list[Episode]:
    """What an agent does in ``eval``; a run of that name in the place is not played again."""
    run = place.folder / agent
    options = ["--tasks", tasks, "--agent", agent, "--world", place.world, "--trace", "never", "--no-report"]
    if not run.exists():
        subprocess.run([*COMMAND, "eval", "--run", str(run), *options], capture_output=True, check=False)
    folder = RunFolder(run)
    wanted = {one.id for one in load_tasks(tasks)}
    found = []
    for line in sorted(folder.lines.values(), key=lambda line: line.task_id):
        if line.task_id not in wanted:
            continue
        steps = [(step.action, step.target) for step in folder.steps(line) if step.action]
        plain = tuple({key: value for key, value in one.items() if value is not None} for one, _ in steps)
        targets = tuple(target for _, target in steps)
        found.append(Episode(agent, line.task_id, line.intent, plain, line, targets))
    return found


def compared(name: str, episodes: Sequence[Episode], place: Place) -> tuple[tuple[str, ...], list[str]]:
    """Play one way.

    Returns:
        Its row of the table, and a line for each difference.
    """
    lines = CHANNELS[name](episodes, place)
    pairs = [(one, one.line, line) for one, line in zip(episodes, lines, strict=True)]
    verdicts = [(a.status, a.score, a.undecided) == (b.status, b.score, b.undecided) for _, a, b in pairs]
    steps = [a.steps == b.steps for _, a, b in pairs]
    digests = [a.digest == b.digest for _, a, b in pairs]
    told = [
        f"{name}: {one.agent} {one.task}: eval {a.status} in {a.steps} steps, here {b.status} in {b.steps}"
        f"{'' if same else ', and something else was seen'}"
        for (one, a, b), *all_same, same in zip(pairs, verdicts, steps, digests, strict=True)
        if not (all(all_same) and same)
    ]
    return (name, str(len(pairs)), *(str(sum(one)) for one in (verdicts, steps, digests))), told


def table(rows: Sequence[tuple[str, ...]]) -> str:
    """In Markdown."""
    lines = [HEAD, ("---",) * len(HEAD), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def main() -> int:
    """Play; returns the exit code."""
    parser = argparse.ArgumentParser(prog="parity", description="Play the same actions in every way.")
    parser.add_argument("--tasks", default=f"@{TASKS}", help="as for eval; twenty by default")
    parser.add_argument("--world", required=True, help="a running world with the sites of the tasks")
    parser.add_argument("--ways", default=",".join(CHANNELS), help="which; all by default: %(default)s")
    parser.add_argument("--recorded", type=Path, help="a folder with runs `oracle` and `noop` to repeat")
    options = parser.parse_args()
    rows, different = [], list[str]()
    with tempfile.TemporaryDirectory(prefix="webarium-parity-") as place:
        here = Place(options.recorded or Path(place) / "eval", options.world)
        here.folder.mkdir(exist_ok=True)
        load_tasks(options.tasks)  # a slip is told before anything is played
        episodes = [one for agent in AGENTS for one in recorded(agent, options.tasks, here)]
        for name in options.ways.split(","):
            own = Place(Path(place) / name.replace(" ", "-"), options.world)
            own.folder.mkdir()
            row, told = compared(name, episodes, own)
            rows.append(row)
            different += told
            print(*told, "| ".join(row), sep="\n", flush=True)
    print(table(rows))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
