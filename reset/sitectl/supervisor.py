"""The supervisor: brings a site up from /pristine, notices writes, restores, keeps services alive."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import os
import signal
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from . import clock as clocks
from .api import serve
from .files import Tree, hashes
from .service import Log, Service, say

SITE = Path("/opt/webarium/site.yaml")
PRISTINE = Path("/pristine")
STATE = Path("/state")
BACKOFF = 1.0
"""Seconds before a service that keeps dying is started again."""


class Supervisor:
    """Everything that runs in one container.

    Args:
        spec: the parsed site.yaml.
        reader_password: what the read-only database user gets in this world; None closes that account.
    """

    def __init__(self, spec: dict[str, Any], reader_password: str | None) -> None:
        self.spec = spec
        self.lock = threading.RLock()
        self.manifest = json.loads((PRISTINE / "manifest.json").read_text())
        self.ready = False
        self.failure = ""
        self.dirty = False
        self.resets = {"clean": 0, "restored": 0}
        self.lsn: int | None = None
        self.clock = clocks.Clock(STATE / "clock")
        self.files = Tree(PRISTINE / "files", STATE / "files")
        self.log = Log("sitectl")
        self.database: Any = None
        self.data: Tree | None = None
        self.database_log = Log("mariadb")
        self.database_restarts = 0
        env = self._environment()
        if self.manifest["schema"]:
            self._prepare_database(reader_password)
            env |= self._account()
        self.services: dict[str, Service] = {}
        for name in self._order():
            service = spec["services"][name]
            own = {key: str(value) for key, value in service.get("env", {}).items()}
            view = self.clock.env(service.get("clock", "stopped"))
            self.services[name] = Service(name, service, {**env, **view, **own})

    def _environment(self) -> dict[str, str]:
        """Of all services. What Python keeps in a set is shown in the same order in every world."""
        return {
            "PYTHONHASHSEED": "0",
            **{key: value for key, value in os.environ.items() if not key.startswith("WEBARIUM_")},
            "HOME": "/tmp",  # noqa: S108 - a tmpfs of this container alone
            "SITE_NAME": str(self.spec["name"]),
            "SITE_HOST": f"{self.spec['name']}.webarium.test",
            "SITE_FILES": str(STATE / "files"),
            "HTTP_PORT": str(self.spec.get("http_port", 8000)),
            "EPOCH": clocks.EPOCH,
        }

    def _account(self) -> dict[str, str]:
        from .mariadb import PASSWORD, SOCKET, USER

        return {
            "DB_SOCKET": str(SOCKET),
            "DB_NAME": self.manifest["schema"],
            "DB_USER": USER,
            "DB_PASSWORD": PASSWORD,
        }

    def _prepare_database(self, password: str | None) -> None:
        from .mariadb import RUN, MariaDB

        flags = [f"--{flag.lstrip('-')}" for flag in self.manifest["flags"]]
        port = self.spec.get("database", {}).get("port", 3306)
        if password:
            # at every start of the server, since the grants are restored with everything else
            start = RUN / "init.sql"
            start.parent.mkdir(parents=True, exist_ok=True)
            start.touch(mode=0o600)
            start.write_text(f"ALTER USER webarium_reader@'10.213.%.2' IDENTIFIED BY '{password}';\n")
            flags += [f"--init-file={start}", f"--port={port}", "--bind-address=0.0.0.0"]
        else:
            flags += ["--skip-networking"]
        self.database = MariaDB(STATE / "mysql", flags, self.clock.env("running"))
        self.data = Tree(PRISTINE / "mysql", STATE / "mysql")

    def _order(self) -> list[str]:
        """Services so that each comes after those it waits for.

        Raises:
            RuntimeError: they wait for each other in a circle.
        """
        waiting = {name: set(service.get("after", [])) for name, service in self.spec["services"].items()}
        order: list[str] = []
        while waiting:
            free = [name for name, others in waiting.items() if others <= set(order)]
            if not free:
                raise RuntimeError(f"services wait for each other: {', '.join(waiting)}")
            order += free
            for name in free:
                del waiting[name]
        return order

    # -- coming up -----

    def start(self) -> None:
        """From /pristine to ready.

        Raises:
            RuntimeError: a service does not start; the message says which.
        """
        with self.lock:
            started = time.monotonic()
            self.clock.set(clocks.parse(clocks.EPOCH))
            self.files.create()
            if self.data is not None:
                self.data.create()
                copied = time.monotonic() - started
                self._start_database()
                self.lsn = self.database.lsn()
                if self.lsn != self.manifest["lsn"]:
                    raise RuntimeError(
                        f"the database starts at LSN {self.lsn}, was built at {self.manifest['lsn']}"
                    )
                self.log.add(f"pristine data copied in {copied:.2f} s, MariaDB at LSN {self.lsn}")
            for service in self.services.values():
                service.start()
                service.wait_ready()
            self.ready = True
            self.log.add(f"{self.spec['name']} is ready after {time.monotonic() - started:.2f} s")

    def _start_database(self) -> None:
        read, write = os.pipe()
        try:
            self.database.start(write)
        finally:
            os.close(write)
            self.database_log.pump(os.fdopen(read, "rb"))

    def watch(self) -> None:
        """Start again whatever ended by itself; the site then counts as dirty."""
        with self.lock:
            if not self.ready:
                return
            process = self.database.process if self.database else None
            if process is not None and process.poll() is not None:
                self.dirty = True
                self.database_restarts += 1
                self.log.add(f"mariadbd ended with {process.returncode}; starting it again")
                self._start_database()
            for service in self.services.values():
                process = service.process
                if process is not None and not service.expected and process.poll() is not None:
                    self.dirty = True
                    service.restarts += 1
                    self.log.add(f"service {service.name} ended with {process.returncode}; starting it again")
                    if service.restarts > 3:
                        time.sleep(BACKOFF)
                    service.stop()
                    service.start()
                    service.wait_ready()

    def stop(self) -> None:
        """End everything at once: the state is thrown away anyway."""
        self.ready = False
        for service in self.services.values():
            service.stop()
        if self.database is not None:
            self.database.kill()

    # -- pristine or not -----

    def clean(self) -> bool:
        """Whether nothing was written since the last restore: database, files, processes."""
        with self.lock:
            if self.dirty or not self.ready or any(self.files.changed()):
                return False
            if self.database is None:
                return True
            try:
                return bool(self.database.lsn() == self.lsn)
            except Exception as error:  # any failure to ask means: restore
                self.log.add(f"cannot ask the database ({error})")
                return False

    def reset(self, now: datetime) -> dict[str, Any]:
        """Back to pristine, clock included.

        Returns:
            {"was_clean", "restored", "files": copied or removed, "seconds", "lsn"}.

        Raises:
            RuntimeError: a service does not come back, or the LSN is wrong even after a full copy.
        """
        with self.lock:
            started = time.monotonic()
            was_clean = self.clean()
            self.clock.set(now)
            concerned = [one for one in self.services.values() if not was_clean or one.always]
            for service in reversed(concerned):
                service.hold()
            count = 0
            if not was_clean:
                count = self._restore()
            for service in concerned:
                if not service.alive:
                    service.stop()
                    service.start()
                elif service.on_reset == "keep":
                    continue
                else:
                    service.release()
                service.wait_ready()
            self.dirty = False
            self.ready = True
            self.failure = ""
            self.resets["clean" if was_clean else "restored"] += 1
            return {
                "was_clean": was_clean,
                "restored": not was_clean,
                "files": count,
                "seconds": round(time.monotonic() - started, 4),
                "lsn": self.lsn,
            }

    def _restore(self) -> int:
        count = 0
        if self.data is not None:
            self.database.kill()
            count += self.data.restore()
        count += self.files.restore()
        if self.data is not None:
            try:
                self._start_database()
                found = self.database.lsn()
            except (RuntimeError, OSError) as error:
                found = str(error)
            if found != self.lsn:
                self.log.add(f"LSN is {found}, not {self.lsn}: copying everything afresh")
                self.database.kill()
                self.data.create()
                self._start_database()
                if (found := self.database.lsn()) != self.lsn:
                    raise RuntimeError(f"LSN is {found} after a full copy, pristine is {self.lsn}")
        return count

    # -- what changed -----

    def changes(self, *, noise: bool = False) -> dict[str, Any]:
        """Rows and files that differ from pristine; `noise` includes what site.yaml calls noise."""
        silent = {} if noise else self.spec.get("noise", {})
        tables: dict[str, Any] = {}
        with self.lock:
            if self.database is not None and (self.dirty or self.database.lsn() != self.lsn):
                from .diff import changes

                with self.database.connect() as connection, connection.cursor() as cursor:
                    exclude = self.spec.get("changes", {}).get("exclude", [])
                    tables = changes(cursor, self.manifest["schema"], exclude, silent.get("tables", {}))
            globs = silent.get("files", [])
            files = {
                kind: [name for name in names if not any(fnmatch.fnmatch(name, glob) for glob in globs)]
                for kind, names in self.files.differences().items()
            }
        return {"tables": tables, "files": files}

    def digest(self) -> dict[str, Any]:
        """A hash of the whole state: every value, definition and AUTO_INCREMENT, every file."""
        tables: dict[str, str] = {}
        with self.lock:
            if self.database is not None:
                from .diff import digest

                exclude = self.spec.get("changes", {}).get("exclude", [])
                with self.database.connect() as connection, connection.cursor() as cursor:
                    tables = digest(cursor, self.manifest["schema"], exclude)
            listing = json.dumps(hashes(STATE / "files"), sort_keys=True)
        files = hashlib.sha256(listing.encode()).hexdigest()
        whole = hashlib.sha256(json.dumps([tables, files], sort_keys=True).encode()).hexdigest()
        return {"digest": whole, "tables": tables, "files": files}

    def settle(self, timeout: float) -> dict[str, Any]:
        """Wait until no request, statement, transaction or queued job is left.

        Returns:
            {"settled": bool, "waiting_for": [...], "seconds"}; two quiet looks 30 ms apart count as settled.
        """
        started = time.monotonic()
        quiet = 0
        while True:
            busy = self._busy()
            quiet = 0 if busy else quiet + 1
            seconds = time.monotonic() - started
            if quiet == 2 or seconds > timeout:
                return {"settled": quiet == 2, "waiting_for": busy, "seconds": round(seconds, 3)}
            time.sleep(0.03)

    def _busy(self) -> list[str]:
        port = int(self.spec.get("http_port", 8000))
        busy = []
        if count := open_requests(port):
            busy.append(f"{count} open requests")
        if self.database is not None:
            try:
                busy += self.database.busy()
            except Exception as error:  # a server that is starting again is not settled
                busy.append(f"the database does not answer ({error})")
        busy += [text for service in self.services.values() if (text := service.idle())]
        return busy

    def health(self) -> dict[str, Any]:
        """What /health answers."""
        services = {
            name: {
                "running": service.alive,
                "restarts": service.restarts,
            }
            for name, service in self.services.items()
        }
        if self.database is not None:
            process = self.database.process
            services["mariadb"] = {
                "running": process is not None and process.poll() is None,
                "restarts": self.database_restarts,
            }
        return {
            "ready": self.ready and all(one["running"] for one in services.values()),
            "site": self.spec["name"],
            "failure": self.failure,
            "clock": self.clock.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "services": services,
            "resets": self.resets,
        }

    def lines(self, service: str | None, count: int) -> list[str]:
        """Last log lines of one service or of all."""
        logs = {"sitectl": self.log, "mariadb": self.database_log}
        logs |= {name: one.log for name, one in self.services.items()}
        if service:
            if service not in logs:
                raise KeyError(f"no service {service!r}; there are {', '.join(logs)}")
            return list(logs[service].lines)[-count:]
        return [f"{name} | {line}" for name, log in logs.items() for line in list(log.lines)[-count:]]


def open_requests(port: int) -> int:
    """Connections to a local port that a client still waits on or that a worker has not closed yet."""
    count = 0
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = Path(table).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            # 01 is established; 08 is CLOSE_WAIT: the client has gone, the worker is still at it
            if int(fields[1].rpartition(":")[2], 16) == port and fields[3] in ("01", "08"):
                count += 1
    return count


def run() -> int:
    """Run the container until it is told to stop."""
    token = os.environ.pop("WEBARIUM_TOKEN", "")
    password = os.environ.pop("WEBARIUM_READER_PASSWORD", "") or None
    gateway = os.environ.pop("WEBARIUM_GATEWAY_ADDRESS", "")
    supervisor = Supervisor(yaml.safe_load(SITE.read_text()), password)
    # a pipe, since a signal that another thread catches does not end this one's wait for a lock
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    serve(supervisor, token, gateway)
    try:
        supervisor.start()
        while True:
            if {signal.SIGTERM, signal.SIGINT} & set(os.read(heard, 4096)):
                return 0
            try:
                supervisor.watch()
            except (RuntimeError, OSError) as error:
                supervisor.failure = str(error)
                supervisor.dirty = True
                supervisor.log.add(f"failed: {error}")
    except (RuntimeError, OSError) as error:
        say("sitectl", f"cannot start: {error}")
        return 1
    finally:
        supervisor.stop()
