"""What must hold after a trial: pure functions of what was seen, each returns its violations as sentences."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

FINISHED = ("passed", "failed")
KILLED = -9
INTERRUPTED = (130, -2)  # as shells say it, and as the system does
UNMET = 1
AGENT_AT_FAULT = re.compile(r"agent|episode_timeout|invalid|repeat")

Key = tuple[str, int]
Line = dict[str, Any]


def whole(journal: bytes) -> bytes:
    """A journal without a last line that was still being written."""
    return journal[: journal.rfind(b"\n") + 1]


def read(journal: bytes) -> list[Line]:
    """The lines of a journal.

    Raises:
        ValueError: one is no JSON object.
    """
    return [json.loads(line) for line in whole(journal).splitlines()]


def key(line: Line) -> Key:
    """What an episode is known by here: task and trial."""
    return line["task_id"], int(line["trial"])


def finished(journal: bytes) -> dict[Key, Line]:
    """The finished episodes of a journal."""
    return {key(line): line for line in read(journal) if line["status"] in FINISHED}


def journal_kept(looks: Sequence[bytes]) -> list[str]:
    """No line that was once in the journal is lost or changed, no episode is finished twice.

    Args:
        looks: the journal's content at several moments, the last one at the end.
    """
    found = []
    last = looks[-1]
    for number, look in enumerate(looks[:-1], start=1):
        if not last.startswith(whole(look)):
            found.append(f"the journal of look {number} is not how the last one begins: episodes were lost")
    try:
        lines = read(last)
    except ValueError as error:
        return [*found, f"the journal cannot be read: {error}"]
    counts = Counter(key(line) for line in lines if line["status"] in FINISHED)
    return found + [
        f"{task}, trial {trial}, is in the journal {n} times" for (task, trial), n in counts.items() if n > 1
    ]


def verdicts_equal(
    played: Mapping[Key, Line], reference: Mapping[Key, Line], *, blames_agent: bool = False
) -> list[str]:
    """Every episode has a verdict, and it and what was seen are as in the undisturbed run.

    Args:
        blames_agent: one episode may have failed by its agent's fault.
    """
    found, blamed = [], 0
    for one, expected in reference.items():
        name = f"{one[0]}, trial {one[1]},"
        line = played.get(one)
        if line is None:
            found.append(f"{name} has no verdict")
        elif blames_agent and line["status"] == "failed" and AGENT_AT_FAULT.match(line["stop_reason"] or ""):
            blamed += 1
        elif line["status"] != expected["status"]:
            found.append(
                f"{name} is {line['status']} ({line['stop_reason']}), undisturbed {expected['status']}"
            )
        elif line["digest"] != expected["digest"]:
            found.append(
                f"{name} saw something else: digest {line['digest']}, undisturbed {expected['digest']}"
            )
    if blamed > 1:
        found.append(f"{blamed} episodes failed by the agent's fault, one agent was disturbed")
    return found + [
        f"{task}, trial {trial}, was not asked for"
        for task, trial in played
        if (task, trial) not in reference
    ]


def ended(code: int, output: str, *, may_be_killed: bool = False) -> list[str]:
    """The run ended in order, or said in a sentence why not; no traceback in any case."""
    found = []
    if "Traceback (most recent call last)" in output:
        lines = output.splitlines()
        first = next(n for n, line in enumerate(lines) if "Traceback (most" in line)
        last = next((line for line in lines[first + 1 :] if line and not line.startswith(" ")), "")
        found.append(f"a traceback was printed: {last[:200]}")
    said = "webarium: " in output or re.search(r"^error ", output, re.MULTILINE)
    understood = {
        0: True,
        UNMET: bool(re.search(r"^failed ", output, re.MULTILINE)),
        2: bool(said),
        KILLED: may_be_killed,
        **dict.fromkeys(INTERRUPTED, "Interrupted" in output),
    }
    if not understood.get(code, False):
        end = output.strip().rpartition("\n")[2] or "nothing was printed"
        found.append(f"the run ended with {code} and does not say why: {end[:200]}")
    return found


def sentences(output: str) -> list[str]:
    """What a run said of its trouble: of episodes, and why it ended."""
    return [line for line in output.splitlines() if re.match(r"webarium: |error |! |Interrupted", line)]


def resets_exact(output: str, *, writes: bool = False) -> list[str]:
    """No reset of the run left a state that was not pristine (`eval --check-resets` says so).

    Args:
        writes: the fault itself may have written once between a reset and the look at what it left.
    """
    found = [
        f"a reset was not exact: {line.strip()[:200]}"
        for line in output.splitlines()
        if "after the reset the state" in line
    ]
    return [] if writes and len(found) == 1 else found


def files_whole(run: Path, lines: Iterable[Line]) -> list[str]:
    """Every finished episode has its files; nothing half-written is in the run's folder."""
    found = []
    for line in lines:
        place = run / (line["folder"] or "nowhere")
        for name in ("trajectory.jsonl", "evidence.json", "verdict.json"):
            if not (place / name).is_file():
                found.append(f"{line['task_id']}, trial {line['trial']}, has no {name}")
    parts = [path for path in run.rglob("*") if half_written(path.name)]
    return found + [f"{path.relative_to(run)} is left over" for path in parts]


def half_written(name: str) -> bool:
    """Whether a file's or folder's name says that it is not ready."""
    return name.endswith((".part", ".new", ".tmp")) or (name.startswith(".") and name != ".lock")


@dataclass(frozen=True)
class Things:
    """What there is beside a run's folder, by names."""

    containers: frozenset[str] = frozenset()
    networks: frozenset[str] = frozenset()
    volumes: frozenset[str] = frozenset()
    processes: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()
    temporary: frozenset[str] = frozenset()

    def without(self, other: Things) -> Things:
        """What is here and not there."""
        return Things(
            **{one.name: getattr(self, one.name) - getattr(other, one.name) for one in fields(Things)}
        )

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(Things))


def nothing_left(before: Things, after: Things) -> list[str]:
    """What is there after a trial was there before."""
    left = after.without(before)
    return [
        f"left over, {one.name}: {name}" for one in fields(Things) for name in sorted(getattr(left, one.name))
    ]


def world_stays(before: Things, after: Things) -> list[str]:
    """The containers of a world that is not the run's are there as before."""
    return [f"{name} was there before and is gone" for name in sorted(before.containers - after.containers)]
