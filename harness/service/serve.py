"""``webarium serve``: worlds are started, leased to clients until somebody ends it, and removed."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import uvicorn

from harness import temporary
from harness.fleet.local import LocalFleet
from harness.run.folders import point_latest
from harness.run.interrupts import Interrupts
from harness.run.journal import read_journal
from harness.run.settings import Progress, RunSettings
from harness.service.api import application
from harness.service.foreign_run import ForeignRun
from harness.service.house import House
from harness.service.ledger import Ledger
from harness.service.metrics import Metrics
from harness.service.worker import main
from sites.errors import WebariumError

SUMMARY_SECONDS = 30.0
GOODBYE_SECONDS = 5
"""For requests that are being answered when the service is ended."""
KEEP_ALIVE_SECONDS = 75
"""That a connection stays open between two requests: models think."""


@dataclass(frozen=True)
class ServeSettings:
    """What a service is.

    Args:
        run: the run of all that is played; ``agent`` is the name of the clients, for reports.
        all_scored: whether tasks for training are scored as well.
        lease: seconds that a session lives without a word of its client.
        tokens: of clients.
    """

    run: RunSettings
    all_scored: bool
    lease: float
    tokens: frozenset[str]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def door_at(host: str, port: int) -> socket.socket:
    """Where a service listens; told before tasks are read, worlds start and a run's folder is made.

    Raises:
        WebariumError: when the port is taken, or the address is none of this machine.
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (
        OSError,
        UnicodeError,
    ) as error:  # a name too long for one of the Internet is a mistake of letters
        why = getattr(error, "strerror", None) or error
        raise WebariumError(
            f"The service cannot listen on {host}:{port}: {why}",
            remedy="choose another port with --port, or an address of this machine with --host",
        ) from error


def serve(
    settings: ServeSettings, door: socket.socket, *, tell: Progress, listening: Callable[[], None]
) -> None:
    """Serve until somebody ends it.

    Args:
        settings: of the service.
        door: where it listens; closed at the end.
        tell: told of worlds and workers that start.
        listening: called when requests are answered.

    Raises:
        WebariumError: when a world does not start, or the run cannot be written.
    """
    run = settings.run
    fleet = LocalFleet(run, tell, target=main)
    house = house_of(fleet, run, all_scored=settings.all_scored, lease=settings.lease)
    with door, Interrupts(fleet.hurry) as interrupts:
        try:
            fleet.start(run.workers)
            house.run.begin(run.tasks[0], fleet.world_name(0))
            point_latest(run.folder.parent, run.folder.name)
            _listen(house, settings, door, listening)
        except KeyboardInterrupt:  # which is how it is ended
            pass
        finally:
            interrupts.ending()
            end(house, fleet)


def end(house: House, fleet: LocalFleet) -> None:
    """End sessions, workers, worlds and the run, each of them whatever becomes of the others.

    The house comes first: while it listens, it replaces workers that end.
    """
    with ExitStack() as last:  # from below
        last.callback(temporary.sweep)
        last.callback(fleet.close_worlds)
        last.callback(fleet.stop)
        last.callback(house.close)


def house_of(fleet: LocalFleet, run: RunSettings, *, all_scored: bool, lease: float) -> House:
    """The house of a run, before its workers are started.

    Args:
        fleet: of the run.
        run: of all that is played.
        all_scored: whether tasks for training are scored as well.
        lease: seconds that a session lives without a word of its client.
    """
    book = ForeignRun(
        run.folder,
        run.agent,
        episode=run.episode,
        tasks=run.tasks,
        trials=run.trials,
        workers=run.workers,
        summary_seconds=SUMMARY_SECONDS,
    )
    ledger = Ledger(
        run.tasks,
        run=run.folder.name,
        all_scored=all_scored,
        trials=run.trials,
        before=read_journal(run.folder / "journal.jsonl", torn=True),
        config=run.config,
    )
    return House(fleet, ledger, book, lease=lease, metrics=Metrics())


def _listen(
    house: House, settings: ServeSettings, door: socket.socket, listening: Callable[[], None]
) -> None:
    config = uvicorn.Config(
        application(house, settings.tokens),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws="websockets-sansio",
    )
    _Server(config, listening).run(sockets=[door])


class _Server(uvicorn.Server):
    """Tells when it listens, and ends in order when its terminal is gone."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            self._listening()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGHUP ends it as SIGTERM does, unless it is ignored (``nohup``)."""
        with super().capture_signals():
            before = signal.getsignal(signal.SIGHUP)
            heard = threading.current_thread() is threading.main_thread() and before != signal.SIG_IGN
            if heard:
                signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                if heard:
                    signal.signal(signal.SIGHUP, before)
