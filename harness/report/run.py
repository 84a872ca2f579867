"""A run as its report shows it: the files of ``runs/<id>/`` put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluators import Judgement
from evaluators.checks.changes import own
from evaluators.checks.node import node_scores
from harness.run import models
from harness.run.analysis import Analysis, analyse, end_of, lengths_of
from harness.run.answers import AnswerCounts, count_answers
from harness.run.interval import interval_of_share
from harness.run.models import PolicyCounts
from harness.run.reader import RunFolder
from harness.run.summary import count_policy
from sites.files import read_text

LONGEST_LOG = 40_000  # bytes of an agent's log that a page shows
STATUSES = ("passed", "failed", "error")


@dataclass(frozen=True)
class Step:
    """One step of a trajectory: what was seen, then what was done."""

    data: models.Step
    folder: Path

    @property
    def action(self) -> str:
        """The action as one line: its name and what it was given."""
        action = dict(self.data.action or {})
        name = action.pop("name", "nothing")
        given = ", ".join(
            f"{key}={value!r}" for key, value in action.items() if value not in (None, "", False)
        )
        return f"{name}({given})"

    @property
    def target(self) -> str:
        """The element acted on, as role and name."""
        target = self.data.target or {}
        return f"{target.get('role', '')} “{target.get('name', '')}”" if target else ""

    @property
    def tree(self) -> str:
        """The page as text that the agent saw at this step: accessibility tree, WebLINX's text, or both."""
        return "\n".join(filter(None, map(self._text, (self.data.axtree_file, self.data.otr_file))))

    def _text(self, name: str | None) -> str:
        path = self.folder / (name or "")
        inside = path.resolve().is_relative_to(self.folder.resolve())
        return read_text(path) if inside and path.is_file() else ""

    @property
    def tree_lines(self) -> list[tuple[str, bool]]:
        """The tree line by line, each with whether it is the acted element's."""
        number = (self.data.action or {}).get("element")
        acted = (f"[{number}] ", f"(uid = {number}) ")
        return [(line, line.lstrip().startswith(acted)) for line in self.tree.splitlines()]

    @property
    def beyond(self) -> dict[str, Any] | None:
        """Where the acted element stood when the screenshot does not show it; None when it does.

        ``where`` in words, and the part of the window's edge it lay behind, in per cent of the viewport.
        """
        box = (self.data.target or {}).get("box")
        if not box or self.marker is not None:
            return None
        width, height = self.data.viewport
        x, y, w, h = box
        across = [min(max(100 * at / width, 0), 100) for at in (x, x + w)]
        along = [min(max(100 * at / height, 0), 100) for at in (y, y + h)]
        if y >= height or y + h <= 0:
            edge = 100 if y >= height else 0
            where = "below" if edge else "above"
            return {"where": where, "x1": across[0], "x2": across[1], "y1": edge, "y2": edge}
        edge = 100 if x >= width else 0
        where = "to the right of" if edge else "to the left of"
        return {"where": where, "x1": edge, "x2": edge, "y1": along[0], "y2": along[1]}

    @property
    def marker(self) -> dict[str, float] | None:
        """Where the acted element stands on the screenshot, in per cent of the viewport."""
        box = (self.data.target or {}).get("box")
        width, height = self.data.viewport
        if not box or box[0] + box[2] <= 0 or box[1] + box[3] <= 0 or box[0] >= width or box[1] >= height:
            return None
        x, y, w, h = box
        return {"x": 100 * x / width, "y": 100 * y / height, "w": 100 * w / width, "h": 100 * h / height}


@dataclass(frozen=True)
class Episode:
    """One line of the journal and what its folder holds.

    Attributes:
        verdict: of all checks; None where none was reached.
        outcome: answer, pages visited, requests.
        evidence: what the verdict was reached from.
    """

    line: models.JournalLine
    folder: Path
    steps: list[Step]
    verdict: Judgement | None
    outcome: dict[str, Any]
    evidence: list[dict[str, Any]]

    @classmethod
    def read(cls, run: RunFolder, line: models.JournalLine) -> Episode:
        """Read an episode's files.

        Raises:
            WebariumError: one of them is damaged.
        """
        folder = run.place(line)
        return cls(
            line=line,
            folder=folder,
            steps=[Step(data, folder) for data in run.steps(line)],
            verdict=run.verdict(line),
            outcome=run.outcome(line) or {},
            evidence=run.evidence(line) if run.has_evidence(line) else [],
        )

    @property
    def key(self) -> str:
        """Name of the episode's page and folder."""
        return f"{self.line.task_id}.{self.line.trial}"

    @property
    def status(self) -> str:
        """passed, failed or error."""
        return self.line.status

    @cached_property
    def agent_log(self) -> str:
        """What the agent wrote to its error output in this episode; the end of a long one."""
        path = self.folder / "agent.log"
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LONGEST_LOG))
            return file.read().decode("utf-8", "replace")

    @property
    def requests(self) -> list[dict[str, Any]]:
        """What the browser sent, without what never changes, as the outcome has it."""
        found = self.outcome.get("requests")
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []

    @property
    def end(self) -> str:
        """The reason of its end, without details."""
        return end_of(self.line) if self.line.finished else "error"

    @cached_property
    def changes(self) -> list[tuple[str, dict[str, Any]]]:
        """The rows and files that the agent changed, as (site, changes), from the evidence."""
        found: dict[str, dict[str, Any]] = {}
        for entry in self.evidence:
            if entry["kind"] == "changes":
                for site, data in (entry["evidence"].get("sites") or {}).items():
                    found.setdefault(site, own(data))
        return [(site, changes) for site, changes in found.items() if any(changes.values())]


@dataclass(frozen=True)
class Group:
    """Episodes that share a site, a difficulty or the like, counted.

    ``tasks``: of each task, how many episodes passed and how many there are; without it each episode is a
    task of its own.
    """

    name: str
    passed: int
    failed: int
    errors: int
    tasks: Sequence[tuple[int, int]] = ()

    @property
    def total(self) -> int:
        """All episodes of the group."""
        return self.passed + self.failed + self.errors

    @property
    def rate(self) -> float:
        """Share passed, 0 to 1; an error is not a success."""
        return self.passed / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share passed; trials of a task are no tasks of their own."""
        return interval_of_share(self.tasks or [(1, 1)] * self.passed + [(0, 1)] * (self.total - self.passed))


@dataclass(frozen=True)
class Run:
    """A run: its manifest, its episodes, its summary where it has ended."""

    name: str
    manifest: models.Manifest | None
    summary: models.Summary | None
    episodes: list[Episode] = field(default_factory=list)
    lengths: dict[str, int] = field(default_factory=dict)

    @cached_property
    def analysis(self) -> Analysis:
        """As the papers analyse theirs."""
        return analyse([episode.line for episode in self.episodes], self.lengths)

    @cached_property
    def trials(self) -> dict[str, list[Episode]]:
        """The episodes of each task, together."""
        found: dict[str, list[Episode]] = {}
        for episode in self.episodes:
            found.setdefault(episode.line.task_id, []).append(episode)
        return found

    @property
    def facts(self) -> dict[str, str | int]:
        """What of the manifest fits on a line."""
        data = self.manifest.to_json() if self.manifest else {}
        return {key: value for key, value in data.items() if isinstance(value, str | int)}

    @cached_property
    def overall(self) -> Group:
        """All episodes."""
        return self.groups(lambda _: ["all"])[0] if self.episodes else Group("all", 0, 0, 0)

    @property
    def world(self) -> str:
        """Which world: its seed, the salt of the tasks and the release; empty where nobody wrote it down."""
        manifest = self.manifest
        if manifest is None or not manifest.seed:
            return ""
        salt = f", salt {manifest.salt}" if manifest.salt else ""
        release = f", release {manifest.release}" if manifest.release else ""
        return f"seed {manifest.seed}{salt}{release}"

    @property
    def shut_in(self) -> str:
        """How far the agent was shut in; empty for one of ours, and where nobody noted it."""
        agent = self.manifest.agent if self.manifest else None
        if agent and agent.jail == "on":
            return f"in the jail, network: {', '.join(agent.network) or 'none'}"
        return "without the jail" if agent and agent.jail == "off" else ""

    @cached_property
    def policy(self) -> PolicyCounts | None:
        """How the episodes of tasks with a policy kept to it; None where there are none."""
        return count_policy([episode.line for episode in self.episodes if episode.line.finished])

    @property
    def score(self) -> float | None:
        """The mean score, where milestones make it another than the share of successes."""
        scores = [episode.line.score for episode in self.episodes]
        return sum(scores) / len(scores) if any(0 < one < 1 for one in scores) else None

    @property
    def undecided(self) -> int:
        """Episodes of which a check could not decide; they count as failed."""
        return sum(1 for episode in self.episodes if episode.line.undecided)

    @property
    def agent_errors(self) -> int:
        """How often the agent said that it cannot go on."""
        return sum(episode.line.agent_errors for episode in self.episodes)

    @cached_property
    def key_nodes(self) -> dict[str, Any] | None:
        """The scores of the episodes with key nodes; None when there are none."""
        return node_scores(e.line.to_json() for e in self.episodes if e.line.finished)

    @cached_property
    def answers(self) -> AnswerCounts:
        """How the episodes answered."""
        return count_answers([episode.line for episode in self.episodes])

    @cached_property
    def tokens(self) -> dict[str, float]:
        """Tokens and dollars of all episodes; nothing where no model was asked."""
        spent = [episode.line.spent for episode in self.episodes]
        total = {kind: sum(getattr(one, kind) for one in spent) for kind in ("prompt", "completion", "cost")}
        return total if total["prompt"] else {}

    def groups(self, names: Callable[[Episode], list[str]]) -> list[Group]:
        """Count the episodes by the names that ``names`` gives each, in order of name."""
        members: dict[str, list[Episode]] = {}
        for episode in self.episodes:
            for name in names(episode):
                members.setdefault(name, []).append(episode)
        return [_counted(name, episodes) for name, episodes in sorted(members.items())]


def _counted(name: str, episodes: list[Episode]) -> Group:
    statuses = [episode.status for episode in episodes]
    outcomes = [(episode.line.task_id, episode.line.passed) for episode in episodes]
    return Group(
        name, statuses.count("passed"), statuses.count("failed"), statuses.count("error"), by_task(outcomes)
    )


def by_task(outcomes: Iterable[tuple[str, bool]]) -> list[tuple[int, int]]:
    """Of each task, how many of its episodes passed and how many there are.

    Args:
        outcomes: an episode's task and whether it passed.
    """
    trials: dict[str, list[bool]] = {}
    for task, passed in outcomes:
        trials.setdefault(task, []).append(passed)
    return [(sum(passed), len(passed)) for passed in trials.values()]


def kind_of(unachievable: bool | None) -> str:
    """Whether a task can be done, in words."""
    return "unknown" if unachievable is None else "cannot be done" if unachievable else "can be done"


def load_run(run_dir: Path, oracle: Path | None = None) -> Run:
    """Read a run from its folder. The newest line of the journal counts where an episode was repeated.

    Args:
        run_dir: the run's.
        oracle: a run of the oracle, whose steps the run's are compared with; else the templates'.

    Raises:
        WebariumError: when there is no journal or nothing in it, or a file of the run is damaged.
    """
    run = RunFolder(run_dir)
    run.require()
    episodes = {f"{line.task_id}.{line.trial}": line for line in run.lines.values()}
    return Run(
        name=run.name,
        manifest=run.manifest,
        summary=run.summary,
        episodes=[Episode.read(run, episodes[key]) for key in sorted(episodes, key=_natural)],
        lengths=lengths_of(run, RunFolder(oracle) if oracle else None),
    )


def _natural(key: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in key.split(".")]
