"""`sitectl build`: from a seed command to a pristine state that starts at the same byte every time."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import clock as clocks
from .files import hashes

PRISTINE = Path("/pristine")
FILES = Path("/state/files")
SESSIONS = PRISTINE / "sessions.json"
MANIFEST = PRISTINE / "manifest.json"


def say(text: str) -> None:
    """A progress line of the image build."""
    print(f"sitectl build: {text}", flush=True)


def bake(
    *, schema: str | None, seed: str, flags: Sequence[str], exclude: Sequence[str], epoch: str | None
) -> int:
    """Seed the site and write /pristine/{mysql,files,sessions.json,manifest.json}.

    Args:
        schema: MariaDB schema to create, or None for a site without a database.
        seed: shell command; its environment has DB_SOCKET, DB_NAME, DB_USER, DB_PASSWORD, SITE_FILES (for
            files that are state), SITE_SESSIONS (where it writes
            {profile: {"cookies": [{name, value, path}]}}) and EPOCH.
        flags: mariadbd options without the leading dashes, kept for the running site.
        exclude: tables that are not compared row by row.
        epoch: what the seed's clock shows (it stands still), or None for the real time.

    Returns:
        Exit code of the command: 0, or that of the seed.
    """
    started = time.monotonic()
    FILES.mkdir(parents=True, exist_ok=True)
    clock = clocks.Clock(Path("/state/clock"))
    clock.set(clocks.parse(epoch or clocks.EPOCH))
    env = {"SITE_FILES": str(FILES), "SITE_SESSIONS": str(SESSIONS), "EPOCH": clocks.EPOCH, "HOME": "/tmp"}  # noqa: S108
    if epoch:
        env |= clock.env("stopped")
    manifest: dict[str, object] = {"schema": schema, "flags": list(flags), "epoch": clocks.EPOCH, "lsn": None}
    if schema:
        code, facts = _with_database(schema, seed, env, clock, flags, exclude)
        manifest |= facts
    else:
        code = _run(seed, env)
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


def _run(seed: str, env: dict[str, str]) -> int:
    # a shell, because that is what the caller's Dockerfile writes; it runs while the image is built
    return subprocess.run(["/bin/sh", "-ec", seed], env={**os.environ, **env}, check=False).returncode


def _with_database(
    schema: str,
    seed: str,
    env: dict[str, str],
    clock: clocks.Clock,
    flags: Sequence[str],
    exclude: Sequence[str],
) -> tuple[int, dict[str, object]]:
    from .mariadb import PASSWORD, SEED_FLAGS, SOCKET, USER, MariaDB
    from .rows import bake_rows, tables

    datadir = PRISTINE / "mysql"
    datadir.mkdir()
    say("making the database")
    subprocess.run(
        [
            "mariadb-install-db",
            "--no-defaults",
            f"--datadir={datadir}",
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
            "--skip-name-resolve",
            "--innodb-flush-method=nosync",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    extra = [f"--{flag.lstrip('-')}" for flag in flags]
    on_clock = clock.env("running") if "LD_PRELOAD" in env else {}
    server = MariaDB(datadir, [*SEED_FLAGS, *extra], on_clock)
    server.start()
    with _root(str(SOCKET)) as cursor:
        cursor.execute(f"CREATE DATABASE `{schema}`")
        cursor.execute("CREATE USER sitectl@localhost")
        cursor.execute("GRANT ALL ON *.* TO sitectl@localhost WITH GRANT OPTION")
        cursor.execute(f"CREATE USER {USER}@localhost IDENTIFIED BY %s", (PASSWORD,))
        cursor.execute(f"GRANT ALL ON `{schema}`.* TO {USER}@localhost")
        # no password opens this account until sitectl sets one at every start of the server
        cursor.execute(
            "CREATE USER webarium_reader@'10.213.%.2' IDENTIFIED VIA mysql_native_password USING 'invalid'"
        )
        cursor.execute(f"GRANT SELECT ON `{schema}`.* TO webarium_reader@'10.213.%.2'")
        cursor.execute("DROP USER root@localhost")
        cursor.execute("FLUSH PRIVILEGES")
    say("seeding")
    started = time.monotonic()
    account = {"DB_SOCKET": str(SOCKET), "DB_NAME": schema, "DB_USER": USER, "DB_PASSWORD": PASSWORD}
    code = _run(seed, {**env, **account})
    if code:
        server.kill()
        return code, {}
    say(f"seeded in {time.monotonic() - started:.0f} s; baking rows")
    started = time.monotonic()
    with server.connect() as connection, connection.cursor() as cursor:
        found = tables(cursor, schema)
        for table in found:
            cursor.execute(f"ANALYZE TABLE {table.full} PERSISTENT FOR ALL")
        counts = bake_rows(cursor, schema, exclude)
    say(f"{sum(counts.values())} rows of {len(counts)} tables in {time.monotonic() - started:.0f} s")
    server.shutdown()
    # once more with the running site's options, so that the redo log has its final size
    server = MariaDB(datadir, extra, on_clock)
    server.start()
    server.shutdown()
    (datadir / "ib_buffer_pool").unlink(missing_ok=True)
    # the number is read from a copy that is stopped hard: a clean shutdown would move it
    probe = Path("/state/probe")
    shutil.copytree(datadir, probe)
    server = MariaDB(probe, [*extra, "--skip-networking"], on_clock)
    server.start()
    lsn = server.lsn()
    server.kill()
    return 0, {"lsn": lsn, "rows": counts}


def _root(socket: str):  # type: ignore[no-untyped-def]
    import pymysql

    connection = pymysql.connect(unix_socket=socket, user="root", autocommit=True)
    return connection.cursor()


if __name__ == "__main__":
    sys.exit("run it as: sitectl build")
