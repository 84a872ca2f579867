"""What is compared: a run's folder, or the small file that a repository keeps of one."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from harness.evaluation import find_run
from harness.journal import read_journal
from sites.errors import WebariumError

FORMAT = "webarium-baseline"
VERSION = 1
FACTS = (
    "agent", "config", "settings", "tasks_hash", "tasks", "trials", "seed", "epoch", "browser", "images",
    "webarium", "code", "started",
)  # fmt: skip


@dataclass(frozen=True)
class Episode:
    """One finished (or broken) episode, as much of it as comparisons need.

    ``cost`` is in US dollars; ``digest`` is that of all its observations.
    """

    task_id: str
    trial: int
    status: str
    steps: int
    seconds: float
    prompt: int
    completion: int
    cost: float
    sites: list[str]
    category: str
    difficulty: str
    template: str
    intent: str
    digest: str

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
    """

    name: str
    facts: dict[str, Any]
    episodes: list[Episode] = field(default_factory=list)
    folder: Path | None = None

    @property
    def agent(self) -> str:
        """Name of the agent."""
        return str((self.facts.get("agent") or {}).get("name") or "unknown")

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
    side = _from_file(path) if path.is_file() else _from_run(find_run(name))
    if not side.episodes:
        raise WebariumError(f"{name} has no episode yet", remedy="finish it: webarium eval --resume")
    return side


def save_baseline(run: Path, path: Path) -> Side:
    """Keep a run as a small file: one line an episode, so that a review shows what changed.

    Args:
        run: the run's folder.
        path: of the file, made anew.
    """
    side = _from_run(run)
    head = {"format": FORMAT, "version": VERSION, "run": side.name, "facts": side.facts}
    lines = [json.dumps(asdict(episode), ensure_ascii=False, sort_keys=True) for episode in side.episodes]
    text = json.dumps(head, ensure_ascii=False, sort_keys=True, indent=1)[:-2]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{text},\n "episodes": [\n' + ",\n".join(lines) + "\n ]\n}\n", encoding="utf-8")
    return side


def _from_run(folder: Path) -> Side:
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = {}
    facts = {key: manifest[key] for key in FACTS if manifest.get(key) not in (None, "", {})}
    if "agent" in facts:  # an agent's command and environment are of one machine
        facts["agent"] = {key: facts["agent"].get(key) for key in ("name", "options")}
    lines = read_journal(folder / "journal.jsonl").values()
    episodes = sorted((_episode(line) for line in lines), key=lambda one: (one.task_id, one.trial))
    return Side(folder.resolve().name, facts, episodes, folder)


def _episode(line: dict[str, Any]) -> Episode:
    tokens = line.get("tokens") or {}
    return Episode(
        task_id=line["task_id"],
        trial=int(line.get("trial") or 0),
        status=line["status"],
        steps=int(line.get("steps") or 0),
        seconds=float(line.get("seconds") or 0.0),
        prompt=int(tokens.get("prompt") or 0),
        completion=int(tokens.get("completion") or 0),
        cost=float(tokens.get("cost") or 0.0),
        sites=list(line.get("sites") or []),
        category=str(line.get("category") or "unknown"),
        difficulty=str(line.get("difficulty") or "unknown"),
        template=str(line.get("template") or line["task_id"].rsplit(".", 1)[0]),
        intent=str(line.get("intent") or ""),
        digest=str(line.get("digest") or ""),
    )


def _from_file(path: Path) -> Side:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT or data["version"] != VERSION:
            raise ValueError(f"format {data['format']} {data['version']}")
        episodes = [Episode(**entry) for entry in data["episodes"]]
        return Side(str(data["run"]), data["facts"], episodes)
    except (ValueError, KeyError, TypeError) as error:
        raise WebariumError(
            f"{path} is no baseline of this version ({type(error).__name__}: {error})",
            remedy="make it anew: webarium baseline save RUN FILE",
        ) from error
