"""What an episode leaves: its folder, its trajectory, its line of the journal. The same, whoever played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evaluators import Judgement, Outcome
from evaluators.checks.node import key_nodes
from evaluators.heard import told_of
from harness.agents.protocol import Tokens
from harness.browser.window import DESKTOP, Window
from harness.episode.folder import EpisodeFolder
from harness.episode.phases import Phases
from harness.episode.trajectory import Trajectory
from harness.episode.trouble import AgentTrouble
from harness.jsonio import write_json
from harness.run.journal import read_journal
from harness.run.models import JournalLine, Whose
from sites.errors import WebariumError
from tasks.model import Task


class Record:
    """The files of one episode; without a place its trajectory is kept in memory alone.

    Args:
        task: what is played.
        place: ``episodes/<task>.<trial>`` of a run, or None.
        phases: whose sums go into the journal.
    """

    def __init__(self, task: Task, place: Path | None, phases: Phases) -> None:
        self.task, self.phases = task, phases
        self.files = EpisodeFolder(place) if place else None
        self.started = datetime.now(UTC)
        self.tokens = Tokens()
        self.agent_errors = 0
        """How often the agent said that it cannot go on, in the attempts before as well."""
        self._errors_before = 0
        self.trajectory: Trajectory

    @property
    def work(self) -> Path | None:
        """Where files go before the verdict."""
        return self.files.work if self.files else None

    @property
    def digests(self) -> list[str]:
        """Of all observations that were kept."""
        return [line["digest"] for line in self.trajectory.lines]

    @property
    def agent_errors_now(self) -> int:
        """Those of them since the journal last had a line of the episode, which is played anew after it."""
        return self.agent_errors - self._errors_before

    def begin(self, window: Window = DESKTOP) -> None:
        """Make the folder to work in, and begin the trajectory.

        Args:
            window: what pages are shown in.
        """
        if self.files:
            self.files.begin()
            said = {one.folder for one in self.files.attempts() if one.whose == "agent"}
            self.agent_errors = len(said)
            self._errors_before = len(said & _in_journal(self.files.place)) if said else 0
        self.trajectory = Trajectory(self.work, viewport=window.size)

    def spend(self, tokens: Tokens) -> None:
        """Count what a step cost."""
        self.tokens = Tokens(
            self.tokens.prompt + tokens.prompt,
            self.tokens.completion + tokens.completion,
            self.tokens.cost + tokens.cost,
        )

    def finish(
        self,
        outcome: Outcome,
        evidence: list[dict[str, Any]],
        judgement: Judgement,
        *,
        extra: dict[str, Any] | None = None,
        leave_out: Iterable[str] = (),
    ) -> None:
        """Write what was judged; the folder takes its place.

        Args:
            outcome: what was done.
            evidence: what was collected.
            judgement: the verdict.
            extra: what the outcome's file holds besides.
            leave_out: names of files that are not to be kept.
        """
        if self.files is None:
            return
        work = self.files.work
        write_json(work / "outcome.json", outcome.model_dump(mode="json") | (extra or {}))
        write_json(work / "evidence.json", evidence)
        write_json(work / "verdict.json", judgement.model_dump(mode="json"))
        for name in leave_out:
            (work / name).unlink(missing_ok=True)
        self.files.finish()

    def keep(self, error: BaseException) -> None:
        """The episode met trouble: what there is of it stays as an attempt."""
        if self.files is None or not self.files.work.is_dir():
            return
        said = error.message if isinstance(error, WebariumError) else f"{type(error).__name__}: {error}"
        whose: Whose = "agent" if isinstance(error, AgentTrouble) else "sandbox"
        self.files.keep(said, whose=whose, tokens=self.tokens.to_json())

    def line(
        self, outcome: Outcome, judgement: Judgement, *, trial: int, agent: str, config: str
    ) -> JournalLine:
        """What the journal keeps of a judged episode.

        Args:
            outcome: what was done.
            judgement: the verdict.
            trial: number of the trial, from 0.
            agent: who played, for reports.
            config: digest of the agent's configuration.
        """
        place = self.files.place if self.files else None
        return JournalLine.of(
            self.task,
            trial=trial,
            agent=agent,
            config=config,
            status="passed" if judgement.passed else "failed",
            score=judgement.score,
            undecided=judgement.undecided,
            nodes=key_nodes(judgement),
            violations=judgement.violations,
            answer=outcome.answer,
            **told_of(self.task, outcome),
            stop_reason=outcome.stop_reason,
            steps=sum(1 for line in self.trajectory.lines if line["action"] is not None),
            seconds=round(self.phases.total, 3),
            reset_seconds=self.phases.laps["reset"],
            phases=self.phases.laps,
            digest=hashlib.sha256("\n".join(self.digests).encode()).hexdigest()[:16],
            started=self.started.isoformat(timespec="seconds"),
            folder=f"{place.parent.name}/{place.name}" if place else None,
            tokens=self.tokens.to_json(),
            agent_errors=self.agent_errors,
            attempts_kept=self.files.attempts() if self.files else [],
        )


def _in_journal(place: Path) -> set[str]:
    """The attempts that the journal of a run knows: those of plays that are over.

    A worker on another machine has no journal: to it all attempts are of this play.
    """
    lines = read_journal(place.parent.parent / "journal.jsonl", torn=True)
    return {one.folder for line in lines.values() for one in line.attempts_kept}


def error_line(task: Task, place: Path, error: str, *, trial: int, agent: str, config: str) -> JournalLine:
    """What the journal keeps of an episode without a verdict; its attempts stay.

    Args:
        task: what was to be played.
        place: where the episode's folder would be.
        error: what happened.
        trial: number of the trial, from 0.
        agent: who played, for reports.
        config: digest of the agent's configuration.
    """
    files = EpisodeFolder(place)
    files.rescue(error)
    kept = files.attempts()
    return JournalLine.of(
        task,
        trial=trial,
        agent=agent,
        config=config,
        status="error",
        stop_reason="error",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        error=error,
        attempts_kept=kept,
        agent_errors=sum(one.whose == "agent" for one in kept),
    )
