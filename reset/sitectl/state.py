"""What a site's state is (files and database), how it returns to pristine and how it differs from that."""

from __future__ import annotations

import fnmatch
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from .files import hashes
from .scratch import Scratch
from .tree import Tree

if TYPE_CHECKING:  # only sites with a database have its driver
    from .database import Database


class State:
    """Everything of a site that an episode may change.

    Args:
        spec: the site's description.
        files: the site's files and their pristine originals.
        database: None where it has none.
        scratch: what services write besides, and no episode may find of the one before.
    """

    def __init__(
        self, spec: dict[str, Any], files: Tree, database: Database | None, scratch: Scratch
    ) -> None:
        self.files = files
        self.database = database
        self.scratch = scratch
        self.exclude = spec["changes"]["exclude"]
        self.noise = spec["noise"]

    def create(self) -> None:
        """Pristine from nothing, whatever is there.

        Raises:
            RuntimeError: the database does not start as it should.
        """
        self.scratch.clear()
        self.files.create()
        if self.database is not None:
            self.database.create()

    def restore(self) -> int:
        """Pristine again; returns how many files were copied or removed.

        Raises:
            RuntimeError: the database does not come back as it should.
        """
        removed = self.scratch.restore()
        if self.database is None:
            return removed + self.files.restore()
        # files are looked at one by one, and of mariadbd's start this process only sees the end
        with ThreadPoolExecutor(max_workers=1) as beside:
            files = beside.submit(self.files.restore)
            count = self.database.restore()
            return removed + count + files.result()

    def untouched(self) -> bool:
        """Whether nothing was written since it was pristine."""
        # the database first: it answers at once, where a forge has 7,300 files and folders to look at
        at_rest = self.database is None or self.database.at_rest()
        return at_rest and not self.scratch.added() and not any(self.files.changed())

    def changes(self, *, noise: bool = False) -> dict[str, Any]:
        """Rows and files that differ from pristine; `noise` includes what site.yaml calls noise."""
        tables: dict[str, Any] = {}
        if self.database is not None and not self.database.at_rest():
            from .diff import changes

            silent = {} if noise else self.noise["tables"]
            with self.database.server.connect() as connection, connection.cursor() as cursor:
                tables = changes(cursor, self.database.schema, self.exclude, silent)
        globs = [] if noise else self.noise["files"]
        files = {
            kind: [name for name in names if not any(fnmatch.fnmatch(name, glob) for glob in globs)]
            for kind, names in self.files.differences().items()
        }
        return {"tables": tables, "files": files}

    def digest(self) -> dict[str, Any]:
        """A hash of the whole state: every value, definition and AUTO_INCREMENT, every file."""
        tables: dict[str, str] = {}
        if self.database is not None:
            from .rows import digests

            with self.database.server.connect() as connection, connection.cursor() as cursor:
                tables = digests(cursor, self.database.schema, self.exclude)
        listing = json.dumps(hashes(self.files.live), sort_keys=True)
        files = hashlib.sha256(listing.encode()).hexdigest()
        whole = hashlib.sha256(json.dumps([tables, files], sort_keys=True).encode()).hexdigest()
        return {"digest": whole, "tables": tables, "files": files}
