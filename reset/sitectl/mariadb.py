"""One mariadbd: its options, start, stop, log sequence number."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pymysql

RUN = Path("/state/run")
SOCKET = RUN / "mysqld.sock"
USER, PASSWORD = "site", "site"

FLAGS = [
    "--no-defaults",
    "--skip-ssl",  # no key made at every start
    "--skip-log-bin",
    "--skip-name-resolve",
    "--performance-schema=0",
    "--innodb-buffer-pool-size=64M",
    "--innodb-log-file-size=4M",  # usually the only file that a reset copies
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-doublewrite=0",
    "--innodb-flush-method=nosync",
    "--innodb-buffer-pool-load-at-startup=0",
    "--innodb-buffer-pool-dump-at-shutdown=0",
    "--innodb-temp-data-file-path=ibtmp1:4M:autoextend",
    "--innodb-stats-auto-recalc=0",  # statistics are part of the pristine state
    "--innodb-snapshot-isolation=0",  # applications expect the REPEATABLE READ that MariaDB had before 11.6
    "--innodb-fast-shutdown=0",
    "--aria-pagecache-buffer-size=8M",
    "--key-buffer-size=1M",
    "--character-set-server=utf8mb4",
    "--collation-server=utf8mb4_unicode_ci",
    "--max-connections=80",
    "--table-open-cache=1000",
]
"""Options of every mariadbd here: quick start, small redo log, nothing that writes by itself."""

SEED_FLAGS = [
    "--innodb-log-file-size=128M",
    "--innodb-buffer-pool-size=384M",
    "--innodb-undo-log-truncate=1",
    "--innodb-max-undo-log-size=10M",
    # ANALYZE counts all rows and does not guess from a few pages drawn by chance: full-text search weighs
    # words by that number, so that the order of what it finds would differ from build to build
    "--innodb-stats-persistent-sample-pages=10000000",
    "--skip-networking",
]
"""What only the seeding server has: room for bulk inserts, and exact statistics."""


OWN = "sitectl"
"""The account with all rights; its password is made new at every start, in this process's memory alone."""


class MariaDB:
    """A server on one datadir.

    Args:
        datadir: its data.
        flags: options after `FLAGS`.
        env: added to the environment (the clock).
        accounts: statements that make further accounts at every start; they may hold passwords.
        ready_timeout: seconds until a start counts as failed; crash recovery of a big change takes some.
        popen: starts a process, as `subprocess.Popen` does.
    """

    def __init__(
        self,
        datadir: Path,
        flags: Sequence[str] = (),
        env: dict[str, str] | None = None,
        accounts: Sequence[str] = (),
        *,
        ready_timeout: float = 60.0,
        popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen,
    ) -> None:
        self.datadir = datadir
        self.flags = list(flags)
        self.env = env or {}
        self.accounts = list(accounts)
        self.ready_timeout = ready_timeout
        self.popen = popen
        self.process: subprocess.Popen[bytes] | None = None
        self._password = ""
        self._channel: socket.socket | None = None

    def begin(self, stdout: Any = None) -> None:
        """Start it without waiting; `wait_ready` tells when it takes connections."""
        RUN.mkdir(parents=True, exist_ok=True)
        notify = RUN / "mysqld.notify"
        notify.unlink(missing_ok=True)
        self._close_channel()
        self._channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._channel.bind(str(notify))
        statements = self._statements()
        try:
            self.process = self.popen(
                [
                    "mariadbd",
                    *FLAGS,
                    *self.flags,
                    f"--datadir={self.datadir}",
                    f"--socket={SOCKET}",
                    f"--pid-file={RUN}/mysqld.pid",
                    f"--init-file=/dev/fd/{statements}",
                ],
                env={**os.environ, **self.env, "NOTIFY_SOCKET": str(notify)},
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=subprocess.STDOUT if stdout is not None else None,
                start_new_session=True,
                pass_fds=[statements],
            )
        finally:
            os.close(statements)

    def _statements(self) -> int:
        """What the server does first, in a pipe that is read once: no file or option holds a password."""
        self._password = secrets.token_hex(16)
        lines = [
            f"CREATE OR REPLACE USER {OWN}@localhost IDENTIFIED BY '{self._password}'",
            f"GRANT ALL ON *.* TO {OWN}@localhost WITH GRANT OPTION",
            *self.accounts,
        ]
        read, write = os.pipe()
        os.write(write, "".join(f"{line};\n" for line in lines).encode())
        os.close(write)
        return read

    def wait_ready(self) -> None:
        """Wait until it takes connections.

        Raises:
            RuntimeError: it ended, or is not ready in time.
        """
        assert self.process is not None
        assert self._channel is not None
        self._channel.settimeout(0.25)
        deadline = time.monotonic() + self.ready_timeout
        while time.monotonic() < deadline:
            try:
                if b"READY=1" in self._channel.recv(4096):
                    self._close_channel()
                    return
            except TimeoutError:
                if (code := self.process.poll()) is not None:
                    raise RuntimeError(f"mariadbd ended with {code} while starting") from None
        self.kill()
        raise RuntimeError(f"mariadbd was not ready within {self.ready_timeout:.0f} s")

    def start(self) -> None:
        """Start it and wait until it takes connections.

        Raises:
            RuntimeError: it ended, or is not ready in time.
        """
        self.begin()
        self.wait_ready()

    def _close_channel(self) -> None:
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def kill(self) -> None:
        """Stop hard and reap: nothing more is written."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self._close_channel()

    def shutdown(self) -> None:
        """Stop cleanly, with purge and change buffer done (innodb_fast_shutdown=0).

        Raises:
            RuntimeError: it did not end well.
        """
        if self.process is None:
            return
        self.process.terminate()
        if (code := self.process.wait()) != 0:
            raise RuntimeError(f"mariadbd ended with {code} on shutdown")

    def connect(self, database: str | None = None) -> pymysql.connections.Connection[Any]:
        """A connection as sitectl's own user, through the socket, autocommit."""
        return pymysql.connect(
            unix_socket=str(SOCKET),
            user=OWN,
            password=self._password,
            database=database,
            autocommit=True,
            charset="utf8mb4",
        )

    def lsn(self) -> int:
        """`Innodb_lsn_current`, on a connection made for it."""
        with self.connect() as connection, connection.cursor() as cursor:
            return current_lsn(cursor)


def current_lsn(cursor: pymysql.cursors.Cursor) -> int:
    """`Innodb_lsn_current`: it moves with every write to InnoDB, and only then."""
    cursor.execute("SHOW GLOBAL STATUS LIKE 'Innodb_lsn_current'")
    row = cursor.fetchone()
    assert row is not None
    return int(row[1])


def under_way(cursor: pymysql.cursors.Cursor) -> list[str]:
    """What still goes on: running statements and open transactions of others."""
    cursor.execute(
        "SELECT user, LEFT(COALESCE(info, state, ''), 80) FROM information_schema.processlist"
        " WHERE command IN ('Query', 'Execute') AND id <> CONNECTION_ID()"
    )
    found = [f"{user}: {info}" for user, info in cursor.fetchall()]
    cursor.execute("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state <> ''")
    row = cursor.fetchone()
    if row and row[0]:
        found.append(f"{row[0]} open transactions")
    return found
