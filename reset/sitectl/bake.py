"""`sitectl build`: from a seed command to a pristine state that starts at the same byte every time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sites.facts import EPOCH, stamp

from .clock import Clock
from .files import hashes

PRISTINE = Path("/pristine")
FILES = Path("/state/files")
SESSIONS = PRISTINE / "sessions.json"
MANIFEST = PRISTINE / "manifest.json"


def say(text: str) -> None:
    """A progress line of the image build."""
    print(f"sitectl build: {text}", flush=True)


def bake(database: Mapping[str, Any] | None, *, seed: str, flags: Sequence[str], host_clock: bool) -> int:
    """Seed the site and write /pristine/{mysql,files,sessions.json,manifest.json}.

    Args:
        database: {"schema": MariaDB schema to create, "exclude": [tables that are not compared row by row],
            "noise": [tables that mere views write to, which say nothing of what was seeded],
            "profiles": {name: username of who is logged in}};
            None for a site without a database.
        seed: shell command; its environment has DB_SOCKET, DB_NAME, DB_USER, DB_PASSWORD, SITE_FILES (for
            files that are state), SITE_PROFILES ({profile: username} as JSON), SITE_SESSIONS (where it writes
            {profile: {"cookies": [{name, value, path}]}}) and EPOCH.
        flags: mariadbd options without the leading dashes, kept for the running site.
        host_clock: whether the seed sees the real time; else its clock stands at the epoch.

    Returns:
        Exit code of the command: 0, or that of the seed.
    """
    started = time.monotonic()
    FILES.mkdir(parents=True, exist_ok=True)
    clock = Clock(Path("/state/clock"))
    clock.set(EPOCH)
    env = {
        "SITE_FILES": str(FILES),
        "SITE_SESSIONS": str(SESSIONS),
        "EPOCH": stamp(EPOCH),
        "HOME": "/tmp",  # noqa: S108
        "PYTHONHASHSEED": "0",  # Django and SQLAlchemy write rows and columns in the order of sets
    }
    manifest: dict[str, Any] = {"flags": list(flags)}
    if database:
        server_clock = {} if host_clock else clock.env("running")
        baking = _Baking(database, flags, server_clock)
        code = baking.seed(seed, env if host_clock else env | clock.env("stopped"))
        manifest |= {} if code else baking.finish()
    else:
        code = _run(seed, env if host_clock else env | clock.env("stopped"))
    if code:
        say(f"the seed command ended with {code}")
        return code
    if not SESSIONS.exists():
        SESSIONS.write_text("{}\n")
    shutil.copytree(FILES, PRISTINE / "files", symlinks=True)
    manifest["files"] = hashes(PRISTINE / "files")
    MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    for entry in Path("/state").iterdir():
        shutil.rmtree(entry)
    say(f"pristine state baked in {time.monotonic() - started:.0f} s")
    return 0


def _run(seed: str, env: Mapping[str, str]) -> int:
    # a shell, because that is what the caller's Dockerfile writes; it runs while the image is built
    return subprocess.run(["/bin/sh", "-ec", seed], env={**os.environ, **env}, check=False).returncode


class _Baking:
    """The database of a site while it is made: first seeded, then finished."""

    def __init__(self, database: Mapping[str, Any], flags: Sequence[str], clock: Mapping[str, str]) -> None:
        from .mariadb import SEED_FLAGS, MariaDB  # only images with MariaDB have its driver

        self.schema: str = database["schema"]
        self.exclude: list[str] = database["exclude"]
        self.noise: list[str] = database["noise"]
        self.profiles: dict[str, str] = database["profiles"]
        self.datadir = PRISTINE / "mysql"
        self.flags = [f"--{flag.lstrip('-')}" for flag in flags]
        self.clock = dict(clock)
        self.server = MariaDB(self.datadir, [*SEED_FLAGS, *self.flags], self.clock)

    def seed(self, command: str, env: Mapping[str, str]) -> int:
        """Make an empty schema and run the seed command on it; returns the command's exit code."""
        from .mariadb import PASSWORD, SOCKET, USER

        self._install()
        self.server.start()
        with self.server.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE `{self.schema}`")
            cursor.execute(f"CREATE USER {USER}@localhost IDENTIFIED BY %s", (PASSWORD,))
            cursor.execute(f"GRANT ALL ON `{self.schema}`.* TO {USER}@localhost")
            cursor.execute("DROP USER root@localhost")
        say("seeding")
        started = time.monotonic()
        account = {
            "DB_SOCKET": str(SOCKET),
            "DB_NAME": self.schema,
            "DB_USER": USER,
            "DB_PASSWORD": PASSWORD,
            "SITE_PROFILES": json.dumps(self.profiles),
        }
        if code := _run(command, {**env, **account}):
            self.server.kill()
            return code
        say(f"seeded in {time.monotonic() - started:.0f} s; baking rows")
        return 0

    def _install(self) -> None:
        say("making the database")
        self.datadir.mkdir()
        subprocess.run(
            [
                "mariadb-install-db",
                "--no-defaults",
                f"--datadir={self.datadir}",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve",
                "--innodb-flush-method=nosync",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def finish(self) -> dict[str, Any]:
        """Write the pristine rows down.

        Returns:
            "lsn", the log sequence number to start at; "rows", how many by table; "tables", by table a digest
            that two builds of the same data share, as the server's own files do not.
        """
        from .mariadb import MariaDB
        from .rows import bake_rows, digests, tables

        started = time.monotonic()
        with self.server.connect() as connection, connection.cursor() as cursor:
            for table in tables(cursor, self.schema):
                cursor.execute(f"ANALYZE TABLE {table.full} PERSISTENT FOR ALL")
            counts = bake_rows(cursor, self.schema, self.exclude)
            held = digests(cursor, self.schema, [*self.exclude, *self.noise])
        say(f"{sum(counts.values())} rows of {len(counts)} tables in {time.monotonic() - started:.0f} s")
        self.server.shutdown()
        # once more with the running site's options, so that the redo log has its final size
        server = MariaDB(self.datadir, self.flags, self.clock)
        server.start()
        server.shutdown()
        (self.datadir / "ib_buffer_pool").unlink(missing_ok=True)
        # the number is read from a copy that is stopped hard: a clean shutdown would move it
        probe = Path("/state/probe")
        shutil.copytree(self.datadir, probe)
        server = MariaDB(probe, [*self.flags, "--skip-networking"], self.clock)
        server.start()
        lsn = server.lsn()
        server.kill()
        return {"lsn": lsn, "rows": counts, "tables": held}
