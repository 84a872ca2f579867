"""Writes the encyclopedia into the empty database: rows, as MediaWiki would have left them, in bulk.

    python -m sites.wiki.load --seed 20260316     (or --seed sample: a few hundred pages)

MediaWiki itself then makes the search index and the sessions (``app/bake.php``). Ids follow time.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pymysql

from sites.wiki import links
from sites.wiki.seed.records import CATEGORY, EPOCH, MAIN, TEMPLATE, USER, Page, Revision, Wiki

MEDIAWIKI = Path("/usr/share/mediawiki")
BATCH = 1000
RECENT = timedelta(days=88)
"""How far the list of recent changes goes back; MediaWiki would forget after 90 days."""
PASSWORD = "webarium"  # noqa: S105 - what every account of every site has
CREATED, MOVED, REGISTERED = "create", "move", "newusers"
Row = dict[str, Any]


def stamp(moment: datetime) -> str:
    """A moment as MediaWiki stores it."""
    return moment.strftime("%Y%m%d%H%M%S")


def base36(text: bytes) -> str:
    """SHA-1 in base 36, 31 signs."""
    value, signs = int.from_bytes(hashlib.sha1(text).digest(), "big"), ""  # noqa: S324 - MediaWiki's format
    while value:
        value, digit = divmod(value, 36)
        signs = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + signs
    return signs.rjust(31, "0")


def password_hash(password: str) -> str:
    """MediaWiki's default kind of hash, with a fixed salt: the image is the same every time."""
    salt = b"webarium-findling"[:16]
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, 30000, 64)
    return f":pbkdf2:sha512:30000:64:{base64.b64encode(salt).decode()}:{base64.b64encode(digest).decode()}"


def php(value: dict[str, str | int]) -> str:
    """A flat array as PHP serialises it."""

    def one(part: str | int) -> str:
        return f"i:{part};" if isinstance(part, int) else f's:{len(part.encode())}:"{part}";'

    return f"a:{len(value)}:{{{''.join(one(name) + one(part) for name, part in value.items())}}}"


def schema(text: str) -> list[str]:
    """MediaWiki's statements for MariaDB: all tables InnoDB, the search index without its full-text keys."""
    text = re.sub(r"--.*", "", text).replace("/*_*/", "").replace("/*i*/", "")
    text = text.replace("/*$wgDBTableOptions*/", "ENGINE=InnoDB DEFAULT CHARSET=binary").replace(
        "ENGINE = MyISAM", "ENGINE=InnoDB"
    )
    text = re.sub(r"FULLTEXT INDEX \w+ \(\w+\),\s*", "", text)
    return [statement.strip() for statement in text.split(";") if statement.strip()]


class Loader:
    """Puts records into tables.

    Args:
        wiki: what to load.
        cursor: of the site's own account.
        seed: for the numbers by which ``Special:Random`` chooses.
    """

    def __init__(self, wiki: Wiki, cursor: pymysql.cursors.Cursor, seed: int) -> None:
        self.wiki = wiki
        self.cursor = cursor
        self.rng = random.Random(f"{seed} load")
        self.actor = {user.name: number for number, user in enumerate(wiki.users, 1)}
        self.templates = {page.title: page.text for page in wiki.pages if page.ns == TEMPLATE}
        self.pages = sorted(wiki.pages, key=lambda page: (page.revisions[0].date, page.ns, page.title))
        self.page = {(page.ns, links.key(page.title)): number for number, page in enumerate(self.pages, 1)}
        self.links = [links.read(page.ns, page.title, page.text, self.templates) for page in self.pages]
        self.comments: dict[str, int] = {}
        self.recent: list[Row] = []
        self.log: list[Row] = []

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows that have the same columns."""
        if not rows:
            return
        columns = list(rows[0])
        names, marks = ", ".join(f"`{name}`" for name in columns), ", ".join(["%s"] * len(columns))
        sql = f"INSERT INTO `{table}` ({names}) VALUES ({marks})"  # noqa: S608 - names are this module's own
        for start in range(0, len(rows), BATCH):
            self.cursor.executemany(
                sql, [tuple(row[name] for name in columns) for row in rows[start : start + BATCH]]
            )

    def comment(self, text: str) -> int:
        """The id of a summary."""
        return self.comments.setdefault(text, len(self.comments) + 1)

    def run(self) -> None:
        """Everything."""
        for step in (
            self.basics,
            self.revisions,
            self.logs,
            self.changes,
            self.structure,
            self.people,
            self.totals,
        ):
            started = time.perf_counter()
            step()
            print(f"load: {step.__name__:10} {time.perf_counter() - started:6.1f} s", flush=True)

    def basics(self) -> None:
        """The tables, and the words that rows refer to by number."""
        for statement in schema((MEDIAWIKI / "maintenance/tables-generated.sql").read_text(encoding="utf-8")):
            self.cursor.execute(statement)
        self.insert("slot_roles", [{"role_id": 1, "role_name": "main"}])
        self.insert("content_models", [{"model_id": 1, "model_name": "wikitext"}])

    def revisions(self) -> None:
        """Pages, revisions and their texts."""
        order: list[tuple[datetime, int, int]] = []
        for number, page in enumerate(self.pages, 1):
            order += [(revision.date, number, index) for index, revision in enumerate(page.revisions)]
        order.sort()
        ids = {(number, index): place for place, (_, number, index) in enumerate(order, 1)}
        rows: dict[str, list[Row]] = {"text": [], "content": [], "slots": [], "revision": []}
        for rev_id, (_, number, index) in enumerate(order, 1):
            page = self.pages[number - 1]
            self.revision(rows, page, number, index, rev_id, ids)
        for table, content in rows.items():
            self.insert(table, content)
        pages = []
        for number, page in enumerate(self.pages, 1):
            last = page.revisions[-1]
            pages.append(
                {
                    "page_id": number,
                    "page_namespace": page.ns,
                    "page_title": links.key(page.title),
                    "page_is_redirect": int(self.links[number - 1].redirect is not None),
                    "page_is_new": int(len(page.revisions) == 1),
                    "page_random": round(self.rng.random(), 12),
                    "page_touched": stamp(last.date),
                    "page_links_updated": stamp(last.date),
                    "page_latest": ids[number, len(page.revisions) - 1],
                    "page_len": len(last.text.encode()),
                    "page_content_model": "wikitext",
                }
            )
        self.insert("page", pages)

    def revision(
        self,
        rows: dict[str, list[Row]],
        page: Page,
        number: int,
        index: int,
        rev_id: int,
        ids: dict[tuple[int, int], int],
    ) -> None:
        """One version of a page, with what the log and the recent changes say of it."""
        one: Revision = page.revisions[index]
        raw = one.text.encode()
        parent = ids[number, index - 1] if index else 0
        before = len(page.revisions[index - 1].text.encode()) if index else 0
        sha1, comment, actor = base36(raw), self.comment(one.comment), self.actor[one.user]
        rows["text"].append({"old_id": rev_id, "old_text": raw, "old_flags": "utf-8"})
        rows["content"].append(
            {
                "content_id": rev_id,
                "content_size": len(raw),
                "content_sha1": sha1,
                "content_model": 1,
                "content_address": f"tt:{rev_id}",
            }
        )
        rows["slots"].append(
            {"slot_revision_id": rev_id, "slot_role_id": 1, "slot_content_id": rev_id, "slot_origin": rev_id}
        )
        rows["revision"].append(
            {
                "rev_id": rev_id,
                "rev_page": number,
                "rev_comment_id": comment,
                "rev_actor": actor,
                "rev_timestamp": stamp(one.date),
                "rev_minor_edit": int(one.minor),
                "rev_len": len(raw),
                "rev_parent_id": parent,
                "rev_sha1": sha1,
            }
        )
        title = links.key(page.title)
        if index == 0:
            self.note(
                one.date,
                CREATED,
                CREATED,
                actor,
                page.ns,
                title,
                number,
                comment,
                php({"associated_rev_id": rev_id}),
            )
        if one.date > EPOCH - RECENT and "moved page [[" not in one.comment:
            self.recent.append(
                self.change(
                    one.date,
                    actor,
                    page.ns,
                    title,
                    comment,
                    rc_minor=int(one.minor),
                    rc_new=int(index == 0),
                    rc_cur_id=number,
                    rc_this_oldid=rev_id,
                    rc_last_oldid=parent,
                    rc_type=int(index == 0),
                    rc_source="mw.new" if index == 0 else "mw.edit",
                    rc_bot=int("bot" in self.user(one.user).groups),
                    rc_old_len=before,
                    rc_new_len=len(raw),
                )
            )

    def user(self, name: str) -> Any:
        """An account by name."""
        return self.wiki.users[self.actor[name] - 1]

    def note(
        self,
        date: datetime,
        kind: str,
        action: str,
        actor: int,
        ns: int,
        title: str,
        page: int,
        comment: int,
        params: str,
    ) -> None:
        """An entry of the log."""
        self.log.append(
            {
                "log_type": kind,
                "log_action": action,
                "log_timestamp": stamp(date),
                "log_actor": actor,
                "log_namespace": ns,
                "log_title": title,
                "log_page": page,
                "log_comment_id": comment,
                "log_params": params,
            }
        )

    def change(self, date: datetime, actor: int, ns: int, title: str, comment: int, **more: Any) -> Row:
        """A row of the recent changes."""
        return {
            "rc_timestamp": stamp(date),
            "rc_actor": actor,
            "rc_namespace": ns,
            "rc_title": title,
            "rc_comment_id": comment,
            "rc_minor": 0,
            "rc_new": 0,
            "rc_bot": 0,
            "rc_cur_id": 0,
            "rc_this_oldid": 0,
            "rc_last_oldid": 0,
            "rc_type": 0,
            "rc_source": "",
            "rc_old_len": None,
            "rc_new_len": None,
            "rc_logid": 0,
            "rc_log_type": None,
            "rc_log_action": None,
            "rc_params": "",
            **more,
        }

    def logs(self) -> None:
        """Pages made and moved, accounts registered."""
        for one in self.wiki.moves:
            old = links.key(one.old)
            self.note(
                one.date,
                MOVED,
                MOVED,
                self.actor[one.user],
                MAIN,
                old,
                self.page[MAIN, links.key(one.new)],
                self.comment(one.comment),
                php({"4::target": one.new, "5::noredir": "0"}),
            )
        for user in self.wiki.users:
            number = self.actor[user.name]
            self.note(
                user.registered,
                REGISTERED,
                CREATED,
                number,
                USER,
                links.key(user.name),
                0,
                self.comment(""),
                php({"4::userid": number}),
            )
        self.log.sort(key=lambda row: (row["log_timestamp"], row["log_type"], row["log_title"]))
        for number, row in enumerate(self.log, 1):
            row["log_id"] = number
            if row["log_type"] == MOVED and row["log_timestamp"] > stamp(EPOCH - RECENT):
                moment = datetime.strptime(row["log_timestamp"], "%Y%m%d%H%M%S").replace(tzinfo=EPOCH.tzinfo)
                self.recent.append(
                    self.change(
                        moment,
                        row["log_actor"],
                        MAIN,
                        row["log_title"],
                        row["log_comment_id"],
                        rc_type=3,
                        rc_source="mw.log",
                        rc_cur_id=row["log_page"],
                        rc_logid=number,
                        rc_log_type=MOVED,
                        rc_log_action=MOVED,
                        rc_params=row["log_params"],
                    )
                )
        self.insert("logging", self.log)

    def changes(self) -> None:
        """Recent changes, and every summary."""
        self.recent.sort(key=lambda row: (row["rc_timestamp"], row["rc_this_oldid"]))
        self.insert("recentchanges", self.recent)
        rows = []
        for text, number in self.comments.items():
            checksum = zlib.crc32(text.encode()) ^ zlib.crc32(b"")
            rows.append(
                {
                    "comment_id": number,
                    "comment_hash": checksum - (1 << 32) if checksum >= 1 << 31 else checksum,
                    "comment_text": text,
                }
            )
        self.insert("comment", rows)

    def structure(self) -> None:
        """Links, templates, categories, redirects, protection."""
        targets: dict[links.Title, int] = {}
        rows: dict[str, list[Row]] = {
            "pagelinks": [],
            "templatelinks": [],
            "categorylinks": [],
            "redirect": [],
            "page_restrictions": [],
        }
        counts: dict[str, Counter[str]] = {"pages": Counter(), "subcats": Counter()}
        for number, (page, found) in enumerate(zip(self.pages, self.links, strict=True), 1):
            date = page.revisions[-1].date
            for target in sorted(found.pages):
                rows["pagelinks"].append(
                    {
                        "pl_from": number,
                        "pl_target_id": targets.setdefault(target, len(targets) + 1),
                        "pl_from_namespace": page.ns,
                    }
                )
            for target in sorted(found.templates):
                rows["templatelinks"].append(
                    {
                        "tl_from": number,
                        "tl_target_id": targets.setdefault(target, len(targets) + 1),
                        "tl_from_namespace": page.ns,
                    }
                )
            for name in sorted(found.categories):
                counts["pages"][name] += 1
                counts["subcats"][name] += page.ns == CATEGORY
                rows["categorylinks"].append(
                    {
                        "cl_from": number,
                        "cl_to": name,
                        "cl_sortkey": page.title.upper().encode()[:230],
                        "cl_sortkey_prefix": "",
                        "cl_timestamp": date.strftime("%Y-%m-%d %H:%M:%S"),
                        "cl_collation": "uppercase",
                        "cl_type": "subcat" if page.ns == CATEGORY else "page",
                    }
                )
            if found.redirect:
                ns, title = found.redirect
                rows["redirect"].append(
                    {
                        "rd_from": number,
                        "rd_namespace": ns,
                        "rd_title": title,
                        "rd_interwiki": "",
                        "rd_fragment": "",
                    }
                )
            for kind in ("edit", "move") if page.protected else ():
                rows["page_restrictions"].append(
                    {
                        "pr_page": number,
                        "pr_type": kind,
                        "pr_level": page.protected,
                        "pr_cascade": 0,
                        "pr_expiry": "infinity",
                    }
                )
        self.insert(
            "linktarget",
            [
                {"lt_id": number, "lt_namespace": ns, "lt_title": title}
                for (ns, title), number in targets.items()
            ],
        )
        for table, content in rows.items():
            self.insert(table, content)
        self.insert(
            "category",
            [
                {
                    "cat_title": name,
                    "cat_pages": count,
                    "cat_subcats": counts["subcats"][name],
                    "cat_files": 0,
                }
                for name, count in sorted(counts["pages"].items())
            ],
        )

    def people(self) -> None:
        """Accounts, groups, watchlists."""
        edits = Counter(revision.user for page in self.pages for revision in page.revisions)
        secret = password_hash(PASSWORD)
        users, actors, groups, watched = [], [], [], []
        for user in self.wiki.users:
            number = self.actor[user.name]
            token = hashlib.sha256(f"token {user.name}".encode()).hexdigest()[:32]
            users.append(
                {
                    "user_id": number,
                    "user_name": user.name,
                    "user_real_name": user.real_name,
                    "user_password": secret,
                    "user_newpassword": "",
                    "user_email": user.email,
                    "user_touched": stamp(user.registered),
                    "user_token": token,
                    "user_email_authenticated": stamp(user.registered),
                    "user_registration": stamp(user.registered),
                    "user_editcount": edits[user.name],
                }
            )
            actors.append({"actor_id": number, "actor_user": number, "actor_name": user.name})
            groups += [{"ug_user": number, "ug_group": group} for group in user.groups]
            for title in self.wiki.watching.get(user.name, []):
                split = links.split(title)
                assert split is not None, title
                watched += [
                    {"wl_user": number, "wl_namespace": split[0] + step, "wl_title": split[1]}
                    for step in (0, 1)
                ]
        self.insert("user", users)
        self.insert("actor", actors)
        self.insert("user_groups", groups)
        self.insert("watchlist", watched)

    def totals(self) -> None:
        """Figures of Special:Statistics."""
        active = {
            revision.user
            for page in self.pages
            for revision in page.revisions
            if revision.date > EPOCH - timedelta(days=30)
        }
        articles = sum(
            page.ns == MAIN and found.redirect is None
            for page, found in zip(self.pages, self.links, strict=True)
        )
        self.insert(
            "site_stats",
            [
                {
                    "ss_row_id": 1,
                    "ss_total_edits": sum(len(page.revisions) for page in self.pages),
                    "ss_good_articles": articles,
                    "ss_total_pages": len(self.pages),
                    "ss_users": len(self.wiki.users),
                    "ss_active_users": len(active),
                    "ss_images": 0,
                }
            ],
        )


def records(argument: str) -> tuple[Wiki, int]:
    """The wiki that a build argument asks for: a number, or ``sample``."""
    from sites.wiki.seed import generate, sample

    if argument == "sample":
        return sample(), 1
    return generate(int(argument)), int(argument)


def main(arguments: Iterable[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="20260316")
    options = parser.parse_args(arguments if arguments is None else list(arguments))
    started = time.perf_counter()
    wiki, seed = records(options.seed)
    print(f"load: generated  {time.perf_counter() - started:6.1f} s", flush=True)
    connection = pymysql.connect(
        unix_socket=os.environ["DB_SOCKET"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database=os.environ["DB_NAME"],
        charset="utf8mb4",
        autocommit=False,
    )
    with connection, connection.cursor() as cursor:
        Loader(wiki, cursor, seed).run()
        connection.commit()


if __name__ == "__main__":
    sys.exit(main())
