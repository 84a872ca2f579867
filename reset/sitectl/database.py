"""The site's MariaDB in the running container: data to restore, a server to start again."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pymysql
from pymysql.converters import escape_string

from . import processes
from .mariadb import PASSWORD, SOCKET, USER, MariaDB, current_lsn, under_way
from .restarts import Restarts
from .rows import quote
from .service import Log
from .tree import Tree

SMALLEST_POOL, LARGEST_POOL = 64, 256
"""MiB of buffer pool: what is not read takes no memory; a container has 700 to 900 for everything."""


def pool_for(tables: Path) -> int:
    """MiB of buffer pool for a schema's tables, so that no list reads them from files again and again."""
    size = sum(file.stat().st_size for file in tables.glob("*.ibd")) >> 20
    return max(SMALLEST_POOL, min(size, LARGEST_POOL))


class Database:
    """One server on a live copy of the pristine data.

    Args:
        spec: `database` of the site's description.
        manifest: what the build wrote: flags and pristine log sequence number.
        folders: where the pristine data and the live copy lie.
        clock: environment that puts the server on its clock.
        reader: address and password of the one who may read from outside; None: nobody may.
    """

    name = "mariadb"

    def __init__(
        self,
        spec: dict[str, Any],
        manifest: dict[str, Any],
        folders: tuple[Path, Path],
        clock: dict[str, str],
        reader: tuple[str, str] | None,
    ) -> None:
        self.schema = str(spec["schema"])
        self.lsn = int(manifest["lsn"])
        self.tree = Tree(*folders)
        # what a machine's crash leaves is thrown away: no file waits for the disk
        flags = [*(f"--{flag.lstrip('-')}" for flag in manifest["flags"]), "--debug-no-sync"]
        flags.append(f"--innodb-buffer-pool-size={pool_for(folders[0] / self.schema)}M")
        accounts = []
        if reader:
            address, password = reader
            account = f"{quote(spec['reader'])}@'{escape_string(address)}'"
            accounts = [
                f"CREATE OR REPLACE USER {account} IDENTIFIED BY '{escape_string(password)}'",
                f"GRANT SELECT ON {quote(self.schema)}.* TO {account}",
            ]
            flags += [f"--port={spec['port']}", "--bind-address=0.0.0.0"]
        else:
            flags += ["--skip-networking"]
        self.server = MariaDB(folders[1], flags, clock, accounts, popen=processes.start)
        self.log = Log(self.name)
        self.restarts = Restarts()
        self.expected = True
        """Whether the server is meant to be down now."""
        self._asking = threading.Lock()
        self._kept: pymysql.connections.Connection[Any] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The server's process."""
        return self.server.process

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None

    def account(self) -> dict[str, str]:
        """Environment that tells the site's own processes how to log in."""
        return {
            "DB_SOCKET": str(SOCKET),
            "DB_NAME": self.schema,
            "DB_USER": USER,
            "DB_PASSWORD": PASSWORD,
        }

    def start(self) -> None:
        """Start the server without waiting for it."""
        self._drop()
        read, write = os.pipe()
        try:
            self.server.begin(write)
        finally:
            os.close(write)
            self.log.pump(os.fdopen(read, "rb"))
        self.expected = False

    def stop(self) -> None:
        """Stop it hard."""
        self.expected = True
        self.server.kill()
        self._drop()

    def create(self) -> None:
        """Copy the pristine data afresh and start on them.

        Raises:
            RuntimeError: it does not start, or not at the log sequence number that the image was built with.
        """
        self.stop()
        self.tree.create()
        if (found := self._come_up()) != self.lsn:
            raise RuntimeError(f"the database starts at LSN {found}, was built at {self.lsn}")

    def restore(self) -> int:
        """Put the data back; returns how many files had to be.

        Raises:
            RuntimeError: even a fresh copy does not start as it should.
        """
        self.stop()
        count = self.tree.restore()
        try:
            found: Any = self._come_up()
        except RuntimeError as error:
            found = error
        if found != self.lsn:
            self.log.add(f"LSN is {found}, not {self.lsn}: copying everything afresh")
            self.create()
        return count

    def _come_up(self) -> int:
        self.start()
        try:
            self.server.wait_ready()
            with self._cursor() as cursor:
                return current_lsn(cursor)
        except (RuntimeError, pymysql.err.MySQLError) as error:
            raise RuntimeError(f"{error}; its last lines:{self.log.last_words()}") from error

    @contextmanager
    def _cursor(self) -> Iterator[pymysql.cursors.Cursor]:
        """On a connection that lasts as long as the server: making one takes a third of a clean reset."""
        with self._asking:
            if self._kept is None:
                self._kept = self.server.connect()
            else:
                self._kept.ping(reconnect=True)
            with self._kept.cursor() as cursor:
                yield cursor

    def _drop(self) -> None:
        with self._asking:
            if self._kept is not None:
                with suppress(pymysql.err.Error):  # closed already, by its own failure
                    self._kept.close()
                self._kept = None

    def at_rest(self) -> bool:
        """Whether nothing was written since it was restored and nothing goes on; False when it cannot say."""
        try:
            if not self.alive:
                return False
            with self._cursor() as cursor:
                return not under_way(cursor) and current_lsn(cursor) == self.lsn
        except (pymysql.err.MySQLError, OSError) as error:
            self.log.add(f"cannot be asked ({error})")
            return False

    def busy(self) -> list[str]:
        """What still goes on; a server that is starting again is not at rest."""
        try:
            with self._cursor() as cursor:
                return under_way(cursor)
        except (pymysql.err.MySQLError, OSError) as error:
            return [f"the database does not answer ({error})"]
