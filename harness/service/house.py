"""The house of sessions: workers, one process each, that are leased to clients, and the run of all they play.

A thread listens to the workers; all else happens in the event loop. What becomes of an episode is in the
journal before its client is told.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from multiprocessing import Pipe
from typing import Any

from harness.agents.protocol import encode
from harness.agents.told import in_words
from harness.fleet.local import RESTARTS, Event, LocalFleet, LocalWorker
from harness.run.models import Key
from harness.service.foreign_run import ForeignRun
from harness.service.leases import Leases
from harness.service.ledger import Ledger
from harness.service.metrics import Metrics
from harness.service.refusals import Refused
from harness.service.sessions import Attempt, Result, Session, Slot, Word
from harness.service.worker import GONE, SAID
from sites.errors import WebariumError

READY_SECONDS = 120.0
"""How long a reset waits for a worker that is being started again."""
OF_A_STEP = ("action", "actions", "thought", "tokens")
NOT_TOLD = ("type", "options", "seed", "trial")
"""Of a task message. The seed is a hash of the task's id and the trial: who knows the ids would find it."""


class House:
    """Leases workers to clients.

    Args:
        fleet: its workers were started, or are starting.
        ledger: which attempts are to be had.
        run: where they are kept.
        lease: seconds that a session lives without a word of its client.
        metrics: what is counted.
    """

    def __init__(
        self, fleet: LocalFleet, ledger: Ledger, run: ForeignRun, *, lease: float, metrics: Metrics
    ) -> None:
        self.fleet, self.ledger, self.run = fleet, ledger, run
        self.metrics = metrics
        self.unwell: str | None = None
        """What is wrong for good, so that no more sessions are leased; it names no task and no file."""
        self.leases = Leases(lease, metrics)
        self._woken, self._wake = Pipe(duplex=False)
        self._ending = threading.Event()
        self._loop: asyncio.AbstractEventLoop
        self._listener = threading.Thread(target=self._listen, name="webarium-listener", daemon=True)

    @property
    def trouble(self) -> str | None:
        """Why nothing can be begun, in words for everybody; None where all is well."""
        return self.unwell or (None if self.leases.alive else "no worker is left")

    # --- from start to end --------------------------------------------------------------------------------

    def open(self) -> None:
        """Listen to the workers; called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self.leases.open(self.fleet.workers)
        self._listener.start()

    def close(self) -> None:
        """End all sessions; what was being played counts as spoiled. The workers are the caller's to end.

        May be called again, and where the house was not opened.
        """
        self._ending.set()
        if self._listener.is_alive():
            self._wake.send(None)
            self._listener.join()
        for slot in self.leases.slots.values():
            self._spoil(slot, "the service was stopped in the middle of the episode")
        for session in self.leases.held():
            self.leases.release(session, "the service was stopped")
        self.run.close()

    async def reap(self) -> None:
        """Take back what is lost, for ever."""
        while True:
            await asyncio.sleep(1.0)
            for session in self.leases.held():
                if session.left <= 0:
                    self.metrics.reaped.inc()
                    why = f"the lease ended: nothing was heard of the client for {self.leases.seconds:g} s"
                    self.leases.release(session, why)

    # --- what clients ask ---------------------------------------------------------------------------------

    async def reset(
        self, token: str | None, wanted: dict[str, Any], request: str | None = None, client: str = ""
    ) -> Result:
        """Begin an episode; without a token in a new session, whose token is told.

        Args:
            token: of the session.
            wanted: see ``Ledger.choose``.
            request: a word of the client's own. Who asks again with the same one, because the connection
                broke, gets the same answer, and nothing is begun twice.
            client: whose word it is: the same one of others is another.

        Raises:
            Refused: the house is full, there is no such session or attempt, or the word is another request's.
        """
        word = (client, request) if request else None
        held = token or self.leases.asked(word)
        session = self.leases.session(held) if held else self.leases.lease_one(self.trouble, word)
        try:
            with self.leases.heard(session):
                async with session.lock:
                    self.leases.session(session.token)  # it may be over when it is this request's turn
                    if not session.has_begun(word, wanted, named=bool(token)):
                        await self._begin(session, wanted, word)
                    return session.begun()
        except Refused:
            if not token and not session.episodes:
                self.leases.undo(session, word)
            raise

    async def step(self, token: str, message: dict[str, Any], step: int | None = None) -> Result:
        """Carry out an action.

        Args:
            token: of the session.
            message: with an ``action``, and ``thought`` and ``tokens`` as agents have them.
            step: number of the observation that the action answers. One that was answered before is not
                answered again: a client whose connection broke asks once more and misses nothing.

        Raises:
            Refused: there is no such session, or nothing waits for an action.
        """
        async with self._turn(token) as session:
            attempt = session.current()
            if step is not None and step == attempt.answered and attempt.last:
                return attempt.last
            if attempt.unheard and attempt.last:
                attempt.unheard = False
                return attempt.last
            if attempt.over:
                raise Refused("The episode is over", code="no_episode", status=409, remedy="reset, or close")
            if step not in (None, attempt.step):
                raise Refused(
                    f"The action answers observation {step}, and the last one is {attempt.step}",
                    code="out_of_step",
                    status=409,
                    remedy="ask for the last one: GET /observation",
                )
            said = {key: value for key, value in message.items() if key in OF_A_STEP}
            with self.metrics.step_seconds.time():
                return await self._ask(session.slot, attempt, (SAID, encode({"type": "action"} | said)))

    async def observation(self, token: str) -> Result:
        """What was told last, once more.

        Raises:
            Refused: there is no such session, or no episode has begun.
        """
        async with self._turn(token) as session:
            attempt = session.current()
            return {**(attempt.last or {}), "task": attempt.message, "session": session.token}

    @asynccontextmanager
    async def _turn(self, token: str) -> AsyncIterator[Session]:
        """A session, for one request at a time; it may be over when it is this one's turn."""
        session = self.leases.session(token)
        with self.leases.heard(session):
            async with session.lock:
                yield self.leases.session(token)

    def state(self, token: str) -> dict[str, Any]:
        """Where a session is; its lease begins anew.

        Raises:
            Refused: there was no such session.
        """
        session = self.leases.session(token, ended=True)
        if session.closed is None:
            session.renew()
        return session.state()

    async def close_session(self, token: str) -> dict[str, Any]:
        """End a session; an episode in the middle is judged as it stands. Told again when asked again.

        Returns:
            The verdicts of its episodes.

        Raises:
            Refused: there was no such session.
        """
        session = self.leases.session(token, ended=True)
        if session.closed is None:
            with self.leases.heard(session):
                async with session.lock:
                    if session.attempt and not session.attempt.over:
                        gone = (GONE, "the client closed the session")
                        await self._ask(session.slot, session.attempt, gone)
                    self.leases.release(session, "by the client")
        if session.attempt:  # which is still being judged where the lease has just ended
            await session.attempt.ended.wait()
        return session.told_at_close()

    def live(self) -> dict[str, Any]:
        """All sessions, for people."""
        return {"unwell": self.trouble, **self.leases.live()}

    # --- episodes -----------------------------------------------------------------------------------------

    async def _begin(self, session: Session, wanted: dict[str, Any], word: Word | None) -> None:
        self.leases.must_play(self.trouble)
        task, trial = self.ledger.choose(**wanted)  # before anything ends: it may be refused
        try:
            worker = await self._made_ready(session)
        except BaseException:
            self.ledger.untaken(task, trial)
            raise
        before = session.attempt
        attempt = Attempt(task, self.ledger.handle(task), trial, self.ledger.scored(task), word, wanted)
        session.attempt = session.slot.playing = attempt
        session.episodes.append(attempt)
        if before:
            before.forget()
        with self.metrics.reset_seconds.time():
            self.fleet.give(worker, Key(task.id, trial, self.run.config), task)
            attempt.first = await asyncio.shield(attempt.answer)

    async def _made_ready(self, session: Session) -> LocalWorker:
        """The session's worker, when what it played is judged and it can play anew; of a dead one another."""
        if session.attempt and not session.attempt.over:
            await self._ask(session.slot, session.attempt, (GONE, "the client began another episode"))
        while True:
            try:
                await asyncio.wait_for(session.slot.ready.wait(), READY_SECONDS)
            except TimeoutError as error:
                raise Refused(
                    "The session's world is being started again", code="unwell", status=503, retry_after=10
                ) from error
            self.leases.session(session.token)  # it may have been closed while this waited
            self.leases.must_play(self.trouble)
            if not session.slot.dead:
                break
            self.leases.move(session)
        assert session.slot.worker is not None
        return session.slot.worker

    async def _ask(self, slot: Slot, attempt: Attempt, said: tuple[str, Any]) -> Result:
        """Pass on what a client said, and wait for what is told then."""
        attempt.answer = self._loop.create_future()
        if said[0] == SAID:
            attempt.answered, attempt.step = attempt.step, None
            self.metrics.steps.inc()
        answer, worker = attempt.answer, slot.worker
        # A pipe takes a long message only as fast as its worker reads: others must not wait for that.
        await asyncio.to_thread(self.leases.send, worker, said)
        return await asyncio.shield(answer)

    # --- what workers tell --------------------------------------------------------------------------------

    def _listen(self) -> None:
        """The listening thread."""
        while not self._ending.is_set():
            try:
                for event in self.fleet.listen(self._woken):
                    if event.kind == "gone" and event.worker.fruitless < RESTARTS:
                        self.fleet.replace(event.worker)
                        self._call(self._take, event, True)
                    else:
                        self._call(self._take, event, False)
            except Exception as error:  # whatever it is, clients must not wait for ever
                self._call(self._fall, error)
                return

    def _call(self, what: Callable[..., None], *given: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(what, *given)

    def _take(self, event: Event, again: bool) -> None:
        slot = self.leases.slots[event.worker.number]
        attempt = slot.playing
        try:
            self._follow(slot, event, again)
        except Exception as error:  # whatever it is, its client must not wait for ever
            traceback.print_exc()
            slot.ready.clear()  # until another worker is there: this one may still play
            slot.playing = attempt if attempt and not attempt.over else None
            self._spoil(slot, f"a fault of Webarium: {type(error).__name__}: {error}")
            event.worker.process.kill()

    def _follow(self, slot: Slot, event: Event, again: bool) -> None:
        """Do what follows from what became of a worker."""
        kind, data = event.kind, event.data
        if kind == "ready":
            slot.worker = event.worker
            event.worker.fruitless = 0  # it starts, and that is what a house needs
            slot.ready.set()
            self._kept(lambda: self.run.note_browser(data))
        elif kind == "tells":
            self._hear(slot, data)
        elif kind == "done":
            event.worker.job = None
            self._judge(slot, data)
        elif kind == "trouble":
            event.worker.job = None
            self._spoil(slot, data[2], again=data[3])
        elif kind in ("gone", "broken"):
            slot.dead = not again
            slot.ready.clear() if again else slot.ready.set()  # who waits for a dead one is told so
            self._spoil(slot, data if kind == "gone" else data.message)
            self.metrics.lost_workers.inc()
            self.metrics.worlds.set(len(self.leases.alive))
        elif kind in ("full", "away"):
            event.worker.job = None
            if kind == "full":
                self.unwell = data
            self._spoil(slot, data)

    def _hear(self, slot: Slot, message: dict[str, Any]) -> None:
        attempt = slot.playing
        if attempt is None:
            return
        if message["type"] == "task":
            kept = {key: value for key, value in message.items() if key not in NOT_TOLD}
            goal = f"{message['intent']}\n\n{in_words(message['answer_format'])}".strip()
            attempt.message = kept | {"episode": attempt.episode, "goal": goal}
        elif message["type"] == "observation":
            attempt.saw(message)
            if slot.session is None or slot.session.attempt is not attempt:  # it was left in the meantime
                self.leases.send(slot.worker, (GONE, "the session is over"))

    def _judge(self, slot: Slot, line: Any) -> None:
        attempt, slot.playing = slot.playing, None
        if attempt is None:
            return
        if self._kept(lambda: self.run.add(line)):
            self.ledger.judged(attempt.task, attempt.trial)
            self.metrics.judged.inc()
            attempt.judged(line, self.run.folder)
        else:
            self.ledger.spoiled(attempt.task, attempt.trial)
            self._masked(attempt)

    def _spoil(self, slot: Slot, why: str, *, again: bool = True) -> None:
        """What a worker plays gets no verdict.

        Args:
            slot: of the worker.
            why: for who runs the service: it may name the task and files, of which clients are not told.
            again: whether another attempt may end otherwise.
        """
        attempt, slot.playing = slot.playing, None
        if attempt is None:
            return
        _note(f"{attempt.task.id}, trial {attempt.trial}: {why}")
        times = self.ledger.spoiled(attempt.task, attempt.trial, again=again)
        self._kept(lambda: self.run.fail(attempt.task, attempt.trial, why, attempts=times))
        self._masked(attempt)

    def _masked(self, attempt: Attempt) -> None:
        self.metrics.masked.inc()
        attempt.spoiled()

    def _kept(self, write: Callable[[], None]) -> bool:
        """Write to the run; where that cannot be done, no more sessions are leased."""
        try:
            write()
        except Exception as error:  # whatever it is, the episode is not kept
            self._ail("the run cannot be written", error)
            return False
        return True

    def _fall(self, error: Exception) -> None:
        """Nobody listens to the workers any more."""
        self._ail("nobody listens to the workers", error)
        for slot in self.leases.slots.values():
            self._spoil(slot, f"{type(error).__name__}: {error}")
            slot.ready.set()  # who waits for its worker is told why none comes

    def _ail(self, what: str, error: Exception) -> None:
        """Nothing is begun any more; clients are not told an error's text, which may name tasks and files."""
        name = type(error).__name__
        self.unwell = f"{what}: {(isinstance(error, OSError) and error.strerror) or name}"
        why = error if isinstance(error, OSError | WebariumError) else f"{name}: {error}"
        _note(f"{what}: {why}")


def _note(what: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        print(f"webarium: {what}", file=sys.stderr, flush=True)
