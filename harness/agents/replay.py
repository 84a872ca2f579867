"""The agent that replays a recorded run: same task, same actions, elements found again by role and name.

Element ids hold within one observation only, so a recorded action is replayed on the element with the same
role and name (the same one of several by order); the recorded id serves where the tree is the same.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.agents.base import Agent, Session, serve
from harness.agents.protocol import TASK_OPTION, Observation
from harness.jsonio import read_objects
from sites.errors import WebariumError
from sites.files import PlaceError
from sites.wording import plain_message
from tasks.actions import parse_action


class Replay(Agent):
    """Plays the trajectories below ``run_dir/episodes``.

    Args:
        run_dir: a run folder; of several trials of a task the first is played.
    """

    def __init__(self, run_dir: Path) -> None:
        self.run_dir = run_dir

    def run(self, session: Session) -> None:
        """Play the recorded actions of this task, one after the other."""
        task_id = session.task.options[TASK_OPTION]
        try:
            steps = self._recorded(task_id)
        except WebariumError as error:
            session.fail(error.message)
            return
        if not steps:
            session.stop("", thought=f"no trajectory of {task_id} in {self.run_dir.name}")
            return
        for step in steps:
            action = relocate(step["action"], step.get("target"), session.observe())
            session.act(action, thought=step.get("thought") or "")

    def _recorded(self, task_id: str) -> list[dict[str, Any]]:
        path = trajectory_of(self.run_dir, task_id)
        return [line for line in read_objects(path) if line.get("action")] if path else []


def trajectory_of(run_dir: Path, task_id: str) -> Path | None:
    """What is replayed of a task: the trajectory of its first trial; None where there is none."""
    for folder in sorted((run_dir / "episodes").glob(f"{task_id}.*")):
        path = folder / "trajectory.jsonl"
        if path.is_file() and folder.name.removeprefix(f"{task_id}.").isdigit():
            return path
    return None


def check_recording(run_dir: Path, task_id: str) -> None:
    """See that all that is replayed of a task are actions.

    Raises:
        WebariumError: the trajectory cannot be read, or a line of it holds something else; names the line.
    """
    path = trajectory_of(run_dir, task_id)
    for number, line in enumerate(read_objects(path) if path else [], start=1):
        try:
            if line.get("action"):
                parse_action(line["action"])
        except ValidationError as error:
            why = plain_message(error.errors()[0])
            raise PlaceError(
                f"there is no such action: {why}", path=str(path), line=number, remedy="replay another run"
            ) from error


def relocate(
    action: dict[str, Any], target: dict[str, Any] | None, observation: Observation
) -> dict[str, Any]:
    """The recorded action with the element id it has in this observation."""
    if action.get("element") is None or not target or "role" not in target:
        return action
    at_id = observation.elements.get(action["element"])
    if at_id and (at_id.role, at_id.name) == (target["role"], target.get("name", "")):
        return action
    found = observation.find(target["role"], target.get("name", ""), nth=target.get("nth", 0))
    return {**action, "element": found.id} if found else action


def main() -> None:
    """``python -m harness.agents.replay RUN``."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m harness.agents.replay RUN_FOLDER")
    serve(Replay(Path(sys.argv[1])))


if __name__ == "__main__":
    main()
