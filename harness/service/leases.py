"""Which client has which worker, and for how long."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from harness.fleet.local import LocalWorker
from harness.service.metrics import Metrics
from harness.service.refusals import Refused
from harness.service.sessions import Session, Slot, Word
from harness.service.worker import GONE

MOST_ENDED = 1000
"""Sessions that are over and still answer ``close`` and ``state``."""
LONGEST_WAIT = 30
"""Seconds after which asking a full house again is worth it, at most."""
START_AGAIN = "free space if the disk is full, and start the service again; its standard error says more"
SHOWN = 10
"""Sessions that are over and shown to people."""


class Leases:
    """The workers' places and the sessions that hold them.

    Args:
        seconds: that a session lives without a word of its client.
        metrics: what is counted.
    """

    def __init__(self, seconds: float, metrics: Metrics) -> None:
        self.seconds, self.metrics = seconds, metrics
        self.slots: dict[int, Slot] = {}
        self._sessions: dict[str, Session] = {}
        self._ended: OrderedDict[str, Session] = OrderedDict()
        self._asked: OrderedDict[Word, str] = OrderedDict()

    def open(self, workers: Iterable[LocalWorker]) -> None:
        """These are the workers; called in the event loop."""
        self.slots = {one.number: Slot(one.number, one) for one in workers}
        self.metrics.worlds.set(len(self.slots))

    def held(self) -> list[Session]:
        """The sessions that hold a worker."""
        return list(self._sessions.values())

    def live(self) -> dict[str, Any]:
        """For people."""
        over = [session.live() for session in list(self._ended.values())[-SHOWN:]]
        now = [session.live() for session in self.held()]
        return {"worlds": len(self.alive), "sessions": now, "ended": over[::-1]}

    @property
    def alive(self) -> list[Slot]:
        """The places whose worker is there, or is being started."""
        return [slot for slot in self.slots.values() if not slot.dead]

    def session(self, token: str, *, ended: bool = False) -> Session:
        """The session of a token.

        Raises:
            Refused: there was none, or (unless ``ended`` says that it does not matter) it is over.
        """
        found = self._sessions.get(token)
        if found is None and token in self._ended:
            found = self._ended[token]
            if not ended:
                raise Refused(
                    f"The session is over: {found.closed}",
                    code="lease_ended",
                    status=410,
                    remedy="reset without a session to lease another",
                )
        if found is None:
            raise Refused("There is no such session", code="no_session", status=404)
        return found

    def asked(self, word: Word | None) -> str | None:
        """The token of the session that somebody asked for with this word."""
        return self._asked.get(word) if word else None

    def must_play(self, trouble: str | None) -> None:
        """Nothing is begun where it could not be played to its end, or not be kept.

        Args:
            trouble: why nothing can be begun; it does not pass by itself.

        Raises:
            Refused: something is the matter.
        """
        if trouble:
            raise Refused(
                f"The service cannot play: {trouble}", code="unwell", status=503, remedy=START_AGAIN
            )

    def lease_one(self, trouble: str | None, word: Word | None = None) -> Session:
        """A new session on a free worker.

        Args:
            trouble: why none is leased.
            word: of the client's own, see ``asked``.

        Raises:
            Refused: none is leased, or all are.
        """
        self.must_play(trouble)
        slot = self._free()
        session = Session(slot, self.seconds)
        slot.session = session
        session.renew()
        self._sessions[session.token] = session
        if word:
            self._asked[word] = session.token
            while len(self._asked) > MOST_ENDED:
                self._asked.popitem(last=False)
        self.metrics.sessions.inc()
        self.metrics.leased.set(len(self._sessions))
        return session

    def move(self, session: Session) -> None:
        """Give a session whose worker is dead another one.

        Raises:
            Refused: all are leased; the session goes on, and gets the next one that is free when it asks.
        """
        slot = self._free()
        session.slot.session, slot.session, session.slot = None, session, slot

    def _free(self) -> Slot:
        """A place that nobody has; one whose worker is ready before one that is starting.

        Raises:
            Refused: all are leased.
        """
        free = [slot for slot in self.alive if slot.session is None and slot.playing is None]
        free.sort(key=lambda slot: not slot.ready.is_set())
        if not free:
            self.metrics.refused.inc()
            soonest = min((one.left for one in self._sessions.values()), default=1.0)
            raise Refused(
                f"All {len(self.alive)} worlds are leased",
                code="full",
                status=503,
                retry_after=max(1, min(LONGEST_WAIT, math.ceil(soonest))),
                remedy="ask again later, or start the service with more --worlds",
            )
        return free[0]

    def release(self, session: Session, why: str) -> None:
        """The worker is free as soon as it has judged what it plays."""
        if session.closed is not None:
            return
        session.closed = why
        slot = session.slot
        slot.session = None
        if slot.playing:
            self.send(slot.worker, (GONE, why))
        if session.attempt:
            session.attempt.forget()
        self._sessions.pop(session.token, None)
        self._ended[session.token] = session
        while len(self._ended) > MOST_ENDED:
            self._ended.popitem(last=False)
        self.metrics.leased.set(len(self._sessions))

    def undo(self, session: Session, word: Word | None) -> None:
        """Release a session in which nothing was begun; the word that asked for it can lease another."""
        self.release(session, "nothing was begun")
        if word and self._asked.get(word) == session.token:
            del self._asked[word]

    @contextmanager
    def heard(self, session: Session) -> Iterator[None]:
        """While a request is carried out, and from its end anew, the lease goes on."""
        session.busy += 1
        try:
            yield
        finally:
            session.busy -= 1
            session.renew()

    def send(self, worker: LocalWorker | None, said: tuple[str, Any]) -> None:
        """Tell a worker what its client said."""
        if worker:
            with suppress(OSError):  # it is dead: its sentinel tells
                worker.pipe.send(said)
