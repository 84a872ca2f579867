"""The supervisor: brings a site up from pristine, notices writes, restores, keeps services alive."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sites.facts import EPOCH, site_host, stamp

from . import processes
from .clock import Clock
from .scratch import Scratch
from .service import Log, Service
from .space import PAUSE, Space, amount
from .state import State
from .traffic import TABLES, listening, requests, settle
from .tree import Tree

if TYPE_CHECKING:  # only sites with a database have its driver
    from .database import Database

PATIENCE = 0.05
"""Seconds for which a held request may take to vanish before it counts as waiting to be answered later."""

STARTS = 3
"""How often a site is brought up from nothing while somebody kills what has just been started."""


class Supervisor:
    """Everything that runs in one container.

    Args:
        spec: the site's description, as sites/spec.py has it.
        pristine: folder with what the build made.
        state: folder of the live copy.
        scratch: folder of temporary files, of this container alone: it is emptied.
        reader: address and password of the read-only database user; None closes that account.
    """

    def __init__(
        self,
        spec: dict[str, Any],
        pristine: Path,
        state: Path,
        scratch: Path,
        reader: tuple[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.pristine = pristine
        self.lock = threading.RLock()
        self.log = Log("sitectl")
        self.ready = False
        self.failure = ""
        """Why the site cannot be used until a whole reset succeeds; empty while it can."""
        self.dirty = True
        """Whether it must be restored whatever its state says."""
        self.resets = {"clean": 0, "restored": 0}
        self.clock = Clock(state / "clock")
        self.database = self._database(state, reader) if spec["database"] else None
        self.state = State(spec, Tree(pristine / "files", state / "files"), self.database, Scratch(scratch))
        self.space = Space(state, amount(spec["state"]["room"]))
        env = self._environment(state)
        order = TopologicalSorter({name: one["after"] for name, one in spec["services"].items()})
        self.services = {
            name: Service(name, one, {**env, **self.clock.env(one["clock"]), **one["env"]})
            for name in order.static_order()
            for one in [spec["services"][name]]
        }
        self.tables: tuple[str, ...] = TABLES
        self.sockets = {
            one["ready"]["unix"] for one in spec["services"].values() if one["ready"] and one["ready"]["unix"]
        }

    def _database(self, state: Path, reader: tuple[str, str] | None) -> Database:
        from .database import Database

        manifest = json.loads((self.pristine / "manifest.json").read_text())
        folders = (self.pristine / "mysql", state / "mysql")
        return Database(self.spec["database"], manifest, folders, self.clock.env("running"), reader)

    def _environment(self, state: Path) -> dict[str, str]:
        """Of all services. What Python keeps in a set is shown in the same order in every world."""
        return {
            "PYTHONHASHSEED": "0",
            **{key: value for key, value in os.environ.items() if not key.startswith("WEBARIUM_")},
            "HOME": "/tmp",  # noqa: S108 - a tmpfs of this container alone
            "SITE_NAME": self.spec["name"],
            "SITE_HOST": site_host(self.spec["name"]),
            "SITE_FILES": str(state / "files"),
            "HTTP_PORT": str(self.spec["http_port"]),
            "EPOCH": stamp(EPOCH),
            **(self.database.account() if self.database else {}),
        }

    def _parts(self) -> Iterator[Database | Service]:
        """What is started again when it ends by itself: the database first."""
        if self.database is not None:
            yield self.database
        yield from self.services.values()

    # -- coming up and going down -----

    def start(self) -> None:
        """From pristine to ready.

        Raises:
            RuntimeError: a service does not start; the message says which.
        """
        with self.lock:
            started = time.monotonic()
            self.clock.set(EPOCH)
            for left in reversed(range(STARTS)):
                try:
                    self._come_up()
                    break
                except RuntimeError as error:
                    # a signal came from outside: it may go well the next time
                    if not left or min(self._ended().values(), default=0) >= 0:
                        raise
                    self.log.add(f"{error}; once more from nothing")
            self.ready = True
            self.dirty = False
            self.log.add(f"{self.spec['name']} is ready after {time.monotonic() - started:.2f} s")

    def _come_up(self) -> None:
        self._halt()
        self.state.create()
        for service in self.services.values():
            service.start()
            service.wait_ready(self._lost)
        self.state.scratch.mark()
        self.space.mark()
        self.tables = listening(self.spec["http_port"])

    def _ended(self) -> dict[str, int]:
        """What has ended by itself since it was started, with its exit codes."""
        running = {part.name: part.process for part in self._parts() if part.process and not part.expected}
        return {name: code for name, process in running.items() if (code := process.poll()) is not None}

    def _lost(self) -> str:
        """The same in words; empty where nothing has."""
        return ", ".join(f"{name} ended with {code}" for name, code in self._ended().items())

    def _halt(self) -> None:
        for part in reversed([*self._parts()]):
            part.stop()
        processes.end_strays()

    def stop(self) -> None:
        """End everything at once: the state is thrown away anyway."""
        self.ready = False
        with contextlib.suppress(RuntimeError):
            self._halt()

    # -- looking after what runs -----

    def watch(self) -> float:
        """Start again whatever ended by itself, ever later where it keeps ending; see that there is room.

        Returns:
            Seconds until there may be something to do even if nothing ends.
        """
        processes.reap()
        with self.lock:
            if not self.ready or self.failure:
                return PAUSE
            for part in self._parts():
                try:
                    self._tend(part, time.monotonic())
                except (RuntimeError, OSError) as error:
                    self._fail(f"{part.name} cannot be started again: {error}")
        if time.monotonic() >= self.space.due:
            self._see_to_space()
        due = [part.restarts.due for part in self._parts() if part.restarts.due is not None]
        return max(0.0, min([self.space.due, *due]) - time.monotonic())

    def _tend(self, part: Database | Service, now: float) -> None:
        if part.expected or part.process is None or part.alive:
            return
        if part.restarts.due is None:
            self.dirty = True
            code = part.process.returncode
            self.log.add(f"{part.name} ended with {code}")
            if not part.restarts.ended(now):
                self._fail(
                    f"{part.name} keeps ending, at last with {code}; its last lines:{part.log.last_words()}"
                )
        elif part.restarts.due <= now:
            processes.end_strays()  # its children may still hold its port
            part.start()
            part.restarts.began(now)
            self.log.add(f"{part.name} is started again")

    def _see_to_space(self) -> None:
        if not self.space.excess():
            return
        with self.lock:  # once more: a reset may just have made room
            if excess := self.space.excess():
                self._fail(f"{excess} (`state: room` in site.yaml); all of the site is stopped until a reset")
                self._halt()

    def _fail(self, why: str) -> None:
        self.failure = why
        self.dirty = True
        self.log.add(f"failed: {why}")

    # -- pristine or not -----

    def clean(self) -> bool:
        """Whether nothing was written since the last restore, everything runs and nothing is under way."""
        with self.lock:
            return not self._requests() and self._unwritten()

    def _unwritten(self) -> bool:
        return (
            self.ready
            and not self.dirty
            and not self.failure
            and all(part.alive for part in self._parts())
            and not processes.strays()
            and self.state.untouched()
        )

    def reset(self, now: datetime) -> dict[str, Any]:
        """Back to pristine, clock included: all or nothing.

        The site counts as dirty until everything is verified. After a reset that failed, the next one begins
        from nothing, as a new container does.

        Returns:
            {"was_clean", "restored", "files": copied or removed, "seconds", "lsn"}.

        Raises:
            RuntimeError: a service does not come back, or the LSN is wrong even after a full copy.
        """
        with self.lock:
            started = time.monotonic()
            asked = self._requests()
            # in this order: what was asked before and is over now has left its traces
            was_clean = not asked and self._unwritten()
            self.dirty = True
            try:
                self.clock.set(now)
                count = self._return(asked, was_clean)
            except Exception as error:
                self._fail(f"the last reset failed: {error}")
                raise
            self.dirty = False
            self.failure = ""
            for part in self._parts():
                part.restarts.forget()
            self.resets["clean" if was_clean else "restored"] += 1
            return {
                "was_clean": was_clean,
                "restored": not was_clean,
                "files": count,
                "seconds": round(time.monotonic() - started, 4),
                "lsn": self.database.lsn if self.database else None,
            }

    def _return(self, asked: set[bytes], was_clean: bool) -> int:
        if self.failure:
            self._come_up()
            return len(self.state.files.original)
        concerned = [one for one in self.services.values() if not was_clean or one.always]
        for service in reversed(concerned):
            service.hold()
        count, late = 0, False
        if not was_clean:
            processes.end_strays()
            late = self._waits(asked)
            count = self.state.restore()
        for service in concerned:
            if late or not service.alive:
                service.stop()
                service.start()
            elif service.on_reset != "keep":
                service.release()
            elif service.proved:
                continue
            service.wait_ready(self._lost)
        return count

    def _waits(self, asked: set[bytes]) -> bool:
        """Whether a request from before the hold is still there: released services would answer it."""
        deadline = time.monotonic() + PATIENCE
        while asked and (left := asked & self._requests()):
            if time.monotonic() > deadline:
                self.log.add(
                    f"{len(left)} requests wait since before the reset: services start anew without them"
                )
                return True
            time.sleep(0.002)
        return False

    def _requests(self) -> set[bytes]:
        return requests(self.spec["http_port"], self.sockets, self.tables)

    # -- telling -----

    def settle(self, timeout: float) -> dict[str, Any]:
        """Wait until no request, statement, transaction or queued job is left; see `traffic.settle`.

        A look at the space that is taken ends it: what was written since the last look is judged next.
        """
        found = settle(self._busy, timeout)
        if not self.failure:
            self._see_to_space()
        return found

    def _busy(self) -> list[str]:
        busy = [f"{count} open requests"] if (count := len(self._requests())) else []
        if self.database is not None:
            busy += self.database.busy()
        return busy + [text for service in self.services.values() if (text := service.idle())]

    def health(self) -> dict[str, Any]:
        """What /health answers."""
        services = {
            part.name: {"running": part.alive, "restarts": part.restarts.count} for part in self._parts()
        }
        return {
            "ready": self.ready and not self.failure and all(one["running"] for one in services.values()),
            "site": self.spec["name"],
            "failure": self.failure,
            "clock": stamp(self.clock.now),
            "services": services,
            "resets": self.resets,
        }

    def lines(self, service: str | None, count: int) -> list[str]:
        """Last log lines of one service or of all.

        Raises:
            KeyError: there is no such service.
        """
        logs = {log.name: log for log in [self.log, *(part.log for part in self._parts())]}
        if service:
            if service not in logs:
                raise KeyError(f"no service {service!r}; there are {', '.join(logs)}")
            return list(logs[service].lines)[-count:]
        return [f"{name} | {line}" for name, log in logs.items() for line in list(log.lines)[-count:]]
