"""An episode in somebody else's browser: the world's side, and the files that every episode has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluators import Judgement, Outcome
from harness.agents.protocol import Observation
from harness.browser.observation import digest_of
from harness.browser.window import PROFILES
from harness.episode.answers import Answers
from harness.episode.record import Record
from harness.episode.stage import Stage
from harness.episode.trouble import EpisodeTrouble
from tasks.actions import Stop
from tasks.formats import Told
from tasks.model import Task


class ForeignEpisode:
    """``begin``, a ``step`` for each action that is told, and ``judge``.

    Args:
        task: what is played.
        world: where.
        place: the episode's folder.
        told: how much the player knows of the answer's format.
    """

    def __init__(self, task: Task, world: Any, place: Path, told: Told = "full") -> None:
        self.task, self.told = task, told
        self.stop: Stop | None = None
        """The last answer that was given."""
        self._answers = Answers(task, told)
        self.stage = Stage(task, world)
        self.record = Record(task, place, self.stage.phases)
        self.window = PROFILES[task.window or "desktop"]

    def begin(self) -> None:
        """Reset the world.

        Raises:
            WebariumError: when the world is not as it must be.
        """
        self.stage.begin()
        self.record.begin(self.window)

    def step(self, seen: Mapping[str, Any], action: Mapping[str, Any], screenshot: bytes | None) -> None:
        """Keep what was seen, and what was done then.

        Args:
            seen: ``url``, ``title``, ``axtree`` and ``error`` of the page, as far as they are known.
            action: with a ``name``.
            screenshot: a PNG.
        """
        trajectory = self.record.trajectory
        observation = Observation(
            step=len(trajectory.lines),
            url=str(seen.get("url") or ""),
            title=str(seen.get("title") or ""),
            axtree=str(seen.get("axtree") or ""),
            error=str(seen["error"]) if seen.get("error") else None,
        )
        digest = digest_of(observation.url, [observation.title], observation.axtree)
        line = trajectory.observed(observation, digest=digest, html=None, screenshot=screenshot)
        trajectory.acted(line, action=dict(action))

    def happen(self, step: int, url: str) -> None:
        """A step is over, and the front page is this: others do what they do then."""
        self.stage.happen(step, url)

    def answer(self, stop: Stop) -> str | None:
        """Take an answer.

        Returns:
            What the player is told where it cannot be read, once; the episode goes on then. Else None.
        """
        self.stop = stop
        return self._answers.take(stop)

    def judge(self, outcome: Outcome, browser: Any = None, *, signs: Sequence[str] = ()) -> Judgement:
        """Let the sites come to rest and judge; the folder is complete then.

        Args:
            outcome: what was done.
            browser: for checks of pages that need one.
            signs: of a site or a gateway that is down, as the other browser noticed them.

        Raises:
            WebariumError: when the sandbox failed; what there is stays as an attempt.
        """
        self.stage.phases.lap("play")
        try:
            if signs:
                raise EpisodeTrouble(f"{self.task.id}: {'; '.join(list(dict.fromkeys(signs))[:3])}")
            self.stage.end()
            judged = self.stage.judge(outcome, browser)
        except Exception as error:
            self.abandon(error)
            raise
        self.record.trajectory.close()
        self.record.finish(outcome, judged.evidence, judged.judgement)
        return judged.judgement

    def abandon(self, error: Exception) -> None:
        """There will be no verdict; what there is stays as an attempt."""
        self.record.trajectory.close()
        self.record.keep(error)
