"""What is compared: a run's folder, or the small file that a repository keeps of one."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from harness.run.answers import Read, Said
from harness.run.folders import find_run
from harness.run.models import MOST, Count, JournalLine, Seconds, Status, TaskId, Trials
from harness.run.public import public
from harness.run.reader import RunFolder, sentence
from sites.errors import WebariumError
from sites.files import PlaceError, check_replaceable, parse_json, read_text, write_text
from tasks.canary import CANARY
from tasks.editions import split_id

FORMAT, VERSION = "webarium-baseline", 1
FACTS = (
    "agent", "config", "settings", "tasks_hash", "tasks", "trials", "seed", "salt", "release", "epoch",
    "browser", "images", "image_ids", "packages",
    "webarium", "code", "started",
)  # fmt: skip


@dataclass(frozen=True)
class Episode:
    """One finished (or broken) episode, as much of it as comparisons need.

    ``cost`` is in US dollars, and of earlier attempts as well, like ``prompt`` and ``completion``; ``digest``
    is that of all its observations.
    """

    task_id: TaskId
    trial: Count
    status: Status
    steps: Count
    seconds: Seconds
    prompt: Count
    completion: Count
    cost: Annotated[float, Field(ge=0, le=MOST)]
    sites: list[str]
    category: str
    difficulty: str
    template: str
    intent: str
    digest: str
    unachievable: bool | None = None
    twin: str | None = None
    answer_status: Said | None = None
    answer_reading: Read = "none"
    score: Annotated[float, Field(ge=0, le=1)] | None = None

    @property
    def points(self) -> float:
        """The score; before there were milestones, it was the verdict."""
        return float(self.passed) if self.score is None else self.score

    @property
    def key(self) -> str:
        """Name of its folder and of its page in the report."""
        return f"{self.task_id}.{self.trial}"

    @property
    def passed(self) -> bool:
        """Whether the task was done."""
        return self.status == "passed"


@dataclass(frozen=True)
class Side:
    """One run of a comparison.

    Args:
        name: shown to people, and what gates call it.
        facts: of the manifest, see ``FACTS``.
        episodes: of the journal.
        folder: of the run; None for a baseline file, which has no trajectories.
        unplanned: what is told of a run whose manifest is gone.
    """

    name: str
    facts: dict[str, Any]
    episodes: list[Episode] = field(default_factory=list)
    folder: Path | None = None
    unplanned: str = ""

    @property
    def edition(self) -> str:
        """Which world, as ids write it: that of its tasks."""
        task_id = self.episodes[0].task_id if self.episodes else ""
        return task_id.partition(":")[2]

    @property
    def agent(self) -> str:
        """Name of the agent."""
        return str((self.facts.get("agent") or {}).get("name") or "unknown")

    @property
    def unfinished(self) -> str:
        """What is missing of the episodes that were planned, in words; empty when nothing is."""
        if self.unplanned:
            return self.unplanned
        planned = {
            (task, trial)
            for task in self.facts.get("tasks") or []
            for trial in range(int(self.facts.get("trials") or 1))
        }
        there = planned & {(one.task_id, one.trial) for one in self.episodes}
        if there == planned:
            return ""
        rest = f"; play the rest: webarium eval --resume {self.folder}" if self.folder else ""
        return f"{self.name} is not finished: {len(there)} of {len(planned)} episodes{rest}"

    def trajectory(self, episode: Episode) -> Path | None:
        """The page of an episode in the run's report, else its trajectory; None where there is neither."""
        if self.folder is None:
            return None
        for path in (
            self.folder / "report" / f"{episode.key}.html",
            self.folder / "episodes" / episode.key / "trajectory.jsonl",
        ):
            if path.is_file():
                return path
        return None


def load_side(name: str) -> Side:
    """The run of a name, a folder, or a baseline file.

    Raises:
        WebariumError: when it is none of them, or holds no episode.
    """
    path = Path(name)
    return _from_file(path) if path.is_file() else _from_run(find_run(name))


def save_baseline(run: Path, path: Path) -> Side:
    """Keep a run as a small file: one line an episode, so that a review shows what changed.

    Args:
        run: the run's folder.
        path: of the file, made anew.

    Raises:
        PlaceError: something else than a baseline is there, or it cannot be written.
    """
    if path.is_dir():
        raise WebariumError(f"{path} is a folder", remedy=f"name a file: {path / 'baseline.json'}")
    check_replaceable(path, "baseline", _is_baseline)
    side = _from_run(run)
    write_baseline(side, path)
    return side


def write_baseline(side: Side, path: Path) -> None:
    """Write a side as a baseline file, which is replaced whole."""
    head = {"format": FORMAT, "version": VERSION, "canary": CANARY, "run": side.name, "facts": side.facts}
    lines = [json.dumps(asdict(episode), ensure_ascii=False, sort_keys=True) for episode in side.episodes]
    text = json.dumps(head, ensure_ascii=False, sort_keys=True, indent=1)[:-2]
    write_text(path, f'{text},\n "episodes": [\n' + ",\n".join(lines) + "\n ]\n}\n")


def _is_baseline(data: bytes) -> bool:
    """Of whatever version, whole or damaged."""
    return re.search(rb'"format":\s*"%b"' % FORMAT.encode(), data) is not None


def _from_run(folder: Path) -> Side:
    run = RunFolder(folder)
    run.require()
    manifest = public(run.manifest).to_json() if run.manifest else {}
    facts = {key: manifest[key] for key in FACTS if manifest.get(key) not in (None, "", {})}
    if "agent" in facts:  # an agent's command and environment are of one machine
        facts["agent"] = {key: facts["agent"].get(key) for key in ("name", "options")}
    episodes = sorted(
        (_episode(line) for line in run.lines.values()), key=lambda one: (one.task_id, one.trial)
    )
    return Side(run.name, facts, episodes, folder, run.unplanned)


def _episode(line: JournalLine) -> Episode:
    return Episode(
        task_id=line.task_id,
        trial=line.trial,
        status=line.status,
        steps=line.steps,
        seconds=line.seconds,
        prompt=line.spent.prompt,
        completion=line.spent.completion,
        cost=line.spent.cost,
        sites=line.sites,
        category=line.category,
        difficulty=line.difficulty,
        template=line.template or split_id(line.task_id)[0],
        intent=line.intent,
        digest=line.digest or "",
        unachievable=line.unachievable,
        twin=line.twin,
        answer_status=line.answer_status,
        answer_reading=line.answer_reading,
        score=line.score,
    )


class _File(BaseModel):
    """A baseline file."""

    format: Literal["webarium-baseline"]
    version: Literal[1]
    run: str
    facts: _Facts
    episodes: list[Episode]


class _Facts(BaseModel):
    """What comparisons look into; other facts are only compared."""

    model_config = ConfigDict(extra="allow")

    agent: dict[str, Any] | None = None
    settings: dict[str, Any] | None = None
    tasks: list[str] | None = None
    trials: Trials | None = None
    images: dict[str, str] | None = None
    image_ids: dict[str, str] | None = None
    packages: dict[str, str] | None = None


def _places(text: str, count: int) -> list[str]:
    """Where each episode stands: its line, as a baseline is written, else its number."""
    lines = [number for number, line in enumerate(text.splitlines(), start=1) if '"task_id"' in line]
    return (
        [f"line {number}" for number in lines]
        if len(lines) == count
        else [f"episode {number}" for number in range(1, count + 1)]
    )


def _from_file(path: Path) -> Side:
    anew = "make it anew: webarium baseline save RUN FILE"
    try:
        text = read_text(path)
        found = _File.model_validate(parse_json(text, shown=str(path)))
    except (PlaceError, ValueError) as error:  # pydantic's is a ValueError
        why = sentence(error)
        if isinstance(error, PlaceError):
            why = f"line {error.line}: {error.reason}" if error.line else error.reason
        raise WebariumError(f"{path} is no baseline of this version: {why}", remedy=anew) from error
    if not found.episodes:
        raise WebariumError(f"{path} has no episodes", remedy=anew)
    places: dict[tuple[str, int], str] = {}
    for one, place in zip(found.episodes, _places(text, len(found.episodes)), strict=True):
        if before := places.get((one.task_id, one.trial)):
            raise WebariumError(
                f"{path}: {one.task_id} (trial {one.trial}) stands in {before} and again in {place}",
                remedy="delete one of the two; what stands twice counts twice",
            )
        places[one.task_id, one.trial] = place
    return Side(found.run, found.facts.model_dump(exclude_unset=True), found.episodes)
