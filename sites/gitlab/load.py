"""Puts the generated records into the forge's empty database, and their git streams into repositories.

Runs once, while the image is built: ``python3 -m sites.gitlab.load --seed 20260316``. Needs Pagure with our
package ``forge`` (``PAGURE_CONFIG``), an empty schema, MariaDB and git. Rows are written in bulk with
the keys of their order, repositories by ``git fast-import``, both as if all had been done through the web.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sites.gitlab.loading.people import People
from sites.gitlab.loading.repositories import Repositories, on_main
from sites.gitlab.loading.rows import Row, naive
from sites.gitlab.loading.talk import Talk
from sites.gitlab.seed.records import EPOCH, Forge

SESSION_EXPIRY = dt.datetime(2100, 1, 1)

CSRF_TOKEN = "webariumwebariumwebariumwebariumwebarium"  # noqa: S105

ADMINISTRATORS = ("admin",)
"""Who may do everything: PAGURE_ADMIN_USERS of app/pagure.cfg."""

INSERT_AT_ONCE = 1000


class Loader(People, Repositories, Talk):
    """Loads one ``Forge``; ``run`` calls the steps in the order in which they need each other.

    Args:
        forge: the records.
        streams: folder that the paths of their streams are relative to.
    """

    def __init__(self, forge: Forge, streams: Path) -> None:
        from forge.wsgi import app
        from pagure.config import config
        from pagure.lib import model
        from pagure.lib.model_base import BASE

        self.forge = forge
        self.streams = streams
        self.app = app
        self.repositories = Path(config["GIT_FOLDER"])
        self.tables = BASE.metadata.tables
        self.model = model
        self.user = {one.username: number for number, one in enumerate(forge.users, 1)}
        self.group = {one.name: number for number, one in enumerate(forge.groups, 1)}
        self.project = {one.full_name: number for number, one in enumerate(forge.projects, 1)}
        self.record = {one.full_name: one for one in forge.projects}
        self.label: dict[tuple[str, str], int] = {}
        self.log: list[Row] = []

    def run(self) -> None:
        """Load everything, printing the seconds of each step."""
        steps = (
            self.schema,
            self.people,
            self.git,
            self.projects,
            self.issues,
            self.requests,
            self.attention,
            self.activity,
            self.sessions,
        )
        for step in steps:
            start = time.perf_counter()
            step()
            print(f"load: {step.__name__:<10} {time.perf_counter() - start:6.1f} s", flush=True)

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write rows of one table in their order."""
        found = list(rows)
        with self.engine.begin() as connection:
            for start in range(0, len(found), INSERT_AT_ONCE):
                connection.execute(self.tables[table].insert(), found[start : start + INSERT_AT_ONCE])

    def schema(self) -> None:
        """Tables, and the words that Pagure itself puts into them."""
        import sqlalchemy
        from pagure.config import config

        self.engine = sqlalchemy.create_engine(config["DB_URL"])
        for table in self.tables.values():
            # in a plain set they lie by address, and are made in another order when other modules are loaded
            in_order = sorted(table.indexes, key=lambda index: str(index.name))
            table.indexes = sqlalchemy.util.OrderedSet(in_order)
        self.model.create_tables(config["DB_URL"], acls=config["ACLS"])
        strangers = {one.username for one in self.forge.users if one.role == "admin"} - set(ADMINISTRATORS)
        if strangers or tuple(config["PAGURE_ADMIN_USERS"]) != ADMINISTRATORS:
            raise ValueError(f"administrators are not those of pagure.cfg: {', '.join(sorted(strangers))}")

    def activity(self) -> None:
        """The log behind the activity pages: commits of default branches, and all that was noted."""
        for project in self.forge.projects:
            # what a fork has from its parent was not pushed to it
            known = {commit.id for commit in self.record[project.parent].commits} if project.parent else set()
            if project.parent is None:
                self.note(project, "created", self.project[project.full_name], project.created, project.owner)
            for commit in on_main(project):
                if commit.id not in known:
                    self.note(project, "committed", commit.id, commit.date, commit.author)
        self.log.sort(key=lambda row: row["date_created"])
        self.insert("pagure_logs", self.log)

    def sessions(self) -> None:
        """A session that is logged in for every profile; keys are fixed, cookies have no expiry."""
        from forge.login import cookie_name

        signed = self.app.session_interface.get_signing_serializer(self.app).dumps(
            {"_permanent": True, "csrf_token": CSRF_TOKEN}
        )
        baked, visits = {}, []
        for profile, username in json.loads(os.environ["SITE_PROFILES"]).items():
            if username not in self.user:  # the sample has few people
                continue
            key = f"{profile}webarium".ljust(40, "0")
            visits.append(
                {
                    "user_id": self.user[username],
                    "visit_key": key,
                    "user_ip": "127.0.0.1",
                    "created": naive(EPOCH),
                    "expiry": SESSION_EXPIRY,
                }
            )
            cookies = [(cookie_name(), key), (self.app.config["SESSION_COOKIE_NAME"], signed)]
            baked[profile] = {
                "cookies": [{"name": name, "value": value, "path": "/"} for name, value in cookies]
            }
        self.insert("pagure_user_visit", visits)
        Path(os.environ["SITE_SESSIONS"]).write_text(json.dumps(baked, indent=1) + "\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=20260316)
    parser.add_argument("--scale", type=float, default=1, help="how many times the usual readers and issues")
    parser.add_argument("--sample", action="store_true", help="load the few records of `records.sample`")
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        streams = Path(folder)
        if options.sample:
            from sites.gitlab.seed.sample import sample

            forge, texts = sample()
            for name, data in texts.items():
                (streams / name).parent.mkdir(parents=True, exist_ok=True)
                (streams / name).write_bytes(data)
        else:
            from sites.gitlab.seed import generate, write

            forge, repositories = generate(options.seed, options.scale)
            write(streams, forge, repositories)
        print(f"load: generated  {time.perf_counter() - start:6.1f} s", flush=True)
        Loader(forge, streams).run()


if __name__ == "__main__":
    main()
