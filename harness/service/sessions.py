"""A session: what a client has leased, and what it is told of the episodes that it plays there."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.fleet.local import LocalWorker
from harness.jsonio import parse
from harness.run.models import JournalLine
from harness.service.refusals import Refused
from harness.service.worker import KEY_NODES
from tasks.model import Task

SANDBOX = "sandbox"
SPOILED = "the sandbox failed; the run's journal and the service's standard error say how"
"""All that clients are told of it: how it failed may name the task, which they are not to know, and files."""
Word = tuple[str, str]
"""By which a request is known when it is sent again: whose it is, and the client's own word for it."""
Result = dict[str, Any]
"""What ``reset`` and ``step`` answer: ``observation``, ``reward``, ``done`` as OpenEnv has them, and more."""


@dataclass
class Slot:
    """The place of a worker, which may be taken by another one after it died."""

    number: int
    worker: LocalWorker | None = None
    session: Session | None = None
    playing: Attempt | None = None
    """What the worker plays, whoever still listens."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    dead: bool = False


@dataclass
class Attempt:
    """One episode of a session.

    Attributes:
        scored: whether its verdict is kept back until the session is closed.
        request: the word with which its client asked for it, and ``wanted`` what it asked for.
        first: what was told first.
        episode: what clients know it by; it tells nothing.
        step: number of the observation that waits for an action; None while nothing does.
        answered: number of the last one that was answered.
        steps: actions so far.
        last: what was told last.
        answer: takes what is told next.
        ended: set as soon as it is judged or spoiled.
        unheard: whether what was told last came while nobody asked, as when a worker died.
    """

    task: Task
    handle: str
    trial: int
    scored: bool
    request: Word | None = None
    wanted: dict[str, Any] = field(default_factory=dict)
    first: Result = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    episode: str = field(default_factory=lambda: secrets.token_hex(8))
    message: dict[str, Any] = field(default_factory=dict)
    step: int | None = None
    answered: int | None = None
    steps: int = 0
    last: Result | None = None
    reason: str | None = None
    verdict: dict[str, Any] = field(default_factory=dict)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    unheard: bool = False
    answer: asyncio.Future[Result] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def over(self) -> bool:
        """Whether it is judged or spoiled."""
        return self.ended.is_set()

    def forget(self) -> None:
        """Keep what ``row`` needs alone: nobody can ask for its pages any more, and they are large."""
        self.first, self.message, self.last = {}, {}, None
        self.answer = self.answer.get_loop().create_future()

    def saw(self, message: dict[str, Any]) -> None:
        """The worker told what there is to see."""
        seen = {key: value for key, value in message.items() if key not in ("type", KEY_NODES)}
        self.step = self.steps = seen["step"]
        found: Result = {"observation": seen, "reward": None, "done": False, "episode": self.episode}
        if not self.scored:
            found |= {"reward": 0.0, KEY_NODES: message.get(KEY_NODES)}
        self._tell(found)

    def judged(self, line: JournalLine, run: Path) -> None:
        """There is a verdict; where it counts, it is not told yet."""
        self.steps = line.steps
        self.verdict = {
            "passed": line.passed,
            "reward": line.score,
            "undecided": line.undecided,
            "failure": None,
            "masked": False,
        }
        found = self._end(line.stop_reason)
        if not self.scored:
            found |= self.verdict | {KEY_NODES: line.nodes, "checks": _checks(run, line)}
        self._tell(found)

    def spoiled(self) -> None:
        """The sandbox failed: the episode says nothing about the client, and has no reward."""
        self.verdict = {"passed": None, "reward": None, "undecided": False}
        self.verdict |= {"failure": SANDBOX, "masked": True, "error": SPOILED}
        self._tell(self._end("error") | self.verdict)

    def row(self) -> dict[str, Any]:
        """What is told of it when the session is closed."""
        told = {"episode": self.episode, "task": self.handle, "trial": self.trial, "steps": self.steps}
        return told | {"stop_reason": self.reason} | self.verdict

    def _end(self, reason: str) -> Result:
        self.ended.set()
        self.step, self.reason = None, reason
        return {
            "observation": None,
            "reward": None,
            "done": True,
            "episode": self.episode,
            "stop_reason": reason,
            "failure": None,
            "masked": False,
        }

    def _tell(self, found: Result) -> None:
        self.last, self.unheard = found, self.answer.done()
        if not self.unheard:
            self.answer.set_result(found)


@dataclass
class Session:
    """What a client has leased: a worker with its world and browser.

    Attributes:
        token: known to the client alone.
        name: for people.
        due: when the lease ends, by the monotonic clock, unless something is heard of the client.
        busy: requests that are being carried out; none ends meanwhile.
        closed: why it is no more.
        lock: one request at a time.
    """

    slot: Slot
    lease: float
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    name: str = field(default_factory=lambda: secrets.token_hex(3))
    began: float = field(default_factory=time.monotonic)
    due: float = 0.0
    busy: int = 0
    attempt: Attempt | None = None
    episodes: list[Attempt] = field(default_factory=list)
    closed: str | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def renew(self) -> None:
        """Something was heard of the client."""
        self.due = time.monotonic() + self.lease

    @property
    def left(self) -> float:
        """Seconds until the lease ends."""
        return self.lease if self.busy else max(0.0, self.due - time.monotonic())

    def current(self) -> Attempt:
        """The episode that is being played, or was played last.

        Raises:
            Refused: none has begun.
        """
        if self.attempt is None:
            raise Refused(
                "No episode has begun in this session", code="no_episode", status=409, remedy="reset first"
            )
        return self.attempt

    def has_begun(self, word: Word | None, wanted: dict[str, Any], *, named: bool) -> bool:
        """Whether the last episode is what a request asks for, which is sent again.

        Args:
            word: of the request.
            wanted: what it asks for.
            named: whether it named the session; else that was leased for it, now or when it was sent before.

        Raises:
            Refused: the word stands for something else, or for an episode before the last one.
        """
        last = self.attempt
        if last is None:
            return False
        same = word is not None and last.request == word
        if (same and last.wanted != wanted) or not (same or named):
            raise Refused(
                "Another episode was asked for with this request_id, or begun since in its session",
                status=409,
                remedy="choose a random request_id for each reset",
            )
        return same

    def begun(self) -> Result:
        """What is told of an episode that has begun."""
        attempt = self.current()
        return {**attempt.first, "session": self.token, "task": attempt.message, "trial": attempt.trial}

    def state(self) -> dict[str, Any]:
        """As OpenEnv has it, and what is left of the lease."""
        attempt = self.attempt
        found: dict[str, Any] = {"session": self.token, "name": self.name}
        found |= {"lease_seconds": round(self.left, 1)}
        found |= {"episode_id": None, "step_count": 0, "done": False, "closed": self.closed}
        if attempt:
            found |= {"episode_id": attempt.episode, "step_count": attempt.steps, "done": attempt.over}
            found |= {"task": attempt.handle, "trial": attempt.trial, "scored": attempt.scored}
        return found

    def told_at_close(self) -> dict[str, Any]:
        """The verdicts."""
        return {"closed": self.closed, "episodes": [one.row() for one in self.episodes]}

    def live(self) -> dict[str, Any]:
        """For the page that shows sessions; nothing that decides."""
        attempt = self.attempt
        found: dict[str, Any] = {"session": self.name, "worker": self.slot.number}
        found |= {"pid": self.slot.worker.process.pid if self.slot.worker else None}
        found |= {"seconds": round(time.monotonic() - self.began), "lease_seconds": round(self.left)}
        found |= {"episodes": len(self.episodes), "closed": self.closed}
        if attempt:
            seen = (attempt.last or {}).get("observation") or {}
            found |= {"intent": attempt.task.intent, "steps": attempt.steps, "scored": attempt.scored}
            found |= {"url": seen.get("url"), "title": seen.get("title"), "doing": _doing(self, attempt)}
        return found


def _doing(session: Session, attempt: Attempt) -> str:
    if attempt.over:
        return "masked: the sandbox failed" if attempt.verdict.get("masked") else "over"
    return "waits for the client" if attempt.step is not None and not session.busy else "acting"


def _checks(run: Path, line: JournalLine) -> list[dict[str, Any]]:
    """What each check found; a folder that cannot be read tells nothing."""
    try:
        verdict = parse((run / str(line.folder) / "verdict.json").read_bytes())
        return [{key: one.get(key) for key in ("check", "status", "why")} for one in verdict["checks"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
