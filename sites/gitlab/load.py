"""Puts the generated records into the forge's empty database, and their git streams into repositories.

Runs once, while the image is built: ``python3 -m sites.gitlab.load --seed 20260316``. Needs Pagure with our
package ``forge`` (``PAGURE_CONFIG``), an empty schema, MariaDB and git. Rows are written in bulk with
the keys of their order, repositories by ``git fast-import``, both as if all had been done through the web.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sites.gitlab.seed.records import EPOCH, Forge, Issue, Project, PullRequest

PASSWORD = "webarium"  # noqa: S105
PASSWORD_SALT = b"$2b$04$webariumwebariumwebare"
SESSION_EXPIRY = dt.datetime(2100, 1, 1)
CSRF_TOKEN = "webariumwebariumwebariumwebariumwebarium"  # noqa: S105
ADMINISTRATORS = ("admin",)
"""Who may do everything: PAGURE_ADMIN_USERS of app/pagure.cfg."""

CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
IMPORT = ["-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", "--done", "--date-format=raw"]
INSERT_AT_ONCE = 1000

Row = dict[str, Any]


def naive(moment: dt.datetime | None) -> dt.datetime | None:
    """A moment as Pagure stores it: UTC without saying so."""
    return None if moment is None else moment.astimezone(dt.UTC).replace(tzinfo=None)


class Loader:
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

    # ---- ground --------------------------------------------------------------------------------------------
    def schema(self) -> None:
        """Tables, and the words that Pagure itself puts into them."""
        import sqlalchemy
        from pagure.config import config

        self.engine = sqlalchemy.create_engine(config["DB_URL"])
        self.model.create_tables(config["DB_URL"], acls=config["ACLS"])
        strangers = {one.username for one in self.forge.users if one.role == "admin"} - set(ADMINISTRATORS)
        if strangers or tuple(config["PAGURE_ADMIN_USERS"]) != ADMINISTRATORS:
            raise ValueError(f"administrators are not those of pagure.cfg: {', '.join(sorted(strangers))}")

    # ---- people --------------------------------------------------------------------------------------------
    def people(self) -> None:
        """Accounts with addresses, keys and profiles; groups with their members."""
        import bcrypt

        password = "$2$" + bcrypt.hashpw(PASSWORD.encode(), PASSWORD_SALT).decode()
        users, emails, keys, profiles = [], [], [], []
        for one in self.forge.users:
            number, created = self.user[one.username], naive(one.created)
            users.append(
                {
                    "id": number,
                    "user": one.username,
                    "fullname": one.full_name,
                    "default_email": one.emails[0],
                    "password": password,
                    "created": created,
                    "updated_on": created,
                }
            )
            emails += [{"user_id": number, "email": email} for email in one.emails]
            keys += [ssh_key(number, key.text, naive(key.created)) for key in one.ssh_keys]
            if one.status or one.bio or one.website or one.place:
                profiles.append(
                    {
                        "user_id": number,
                        "status": one.status,
                        "bio": one.bio,
                        "website": one.website,
                        "place": one.place,
                        "updated": created,
                    }
                )
        self.insert("users", users)
        self.insert("user_emails", emails)
        self.insert("sshkeys", keys)
        self.insert("user_profiles", profiles)
        self.insert(
            "pagure_group",
            (
                {
                    "id": self.group[one.name],
                    "group_name": one.name,
                    "display_name": one.title,
                    "description": one.description,
                    "group_type": "user",
                    "user_id": self.user[one.creator],
                    "created": naive(one.created),
                }
                for one in self.forge.groups
            ),
        )
        self.insert(
            "pagure_user_group",
            (
                {"group_id": self.group[one.name], "user_id": self.user[name]}
                for one in self.forge.groups
                for name in dict.fromkeys([one.creator, *(member.username for member in one.members)])
            ),
        )

    # ---- repositories --------------------------------------------------------------------------------------
    def git(self) -> None:
        """One bare repository a project, in a single pack with packed refs, checked against the records."""
        for one in self.forge.projects:
            folder = self.repositories / f"{one.full_name}.git"
            for name in ("objects/info", "objects/pack", "refs/heads", "refs/tags"):
                (folder / name).mkdir(parents=True)
            (folder / "HEAD").write_text("ref: refs/heads/main\n")
            (folder / "config").write_text(CONFIG)
            if not one.private:
                (folder / "git-daemon-export-ok").touch()
            with (self.streams / one.stream).open("rb") as stream:
                self.run_git(folder, IMPORT, stream)
            self.run_git(folder, ["pack-refs", "--all"])
            for left in ("refs/webarium", "refs/pull"):
                if (folder / left).is_dir():
                    (folder / left).rmdir()
            refs = read_packed_refs(folder / "packed-refs")
            for branch in one.branches:
                found = refs.get(f"refs/heads/{branch.name}")
                if found != branch.commit:
                    raise ValueError(
                        f"{one.full_name}: {branch.name} is at {found}, the records say {branch.commit}"
                    )

    @staticmethod
    def run_git(folder: Path, arguments: list[str], stdin: Any = None) -> None:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, stdin=stdin, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ValueError(f"git {' '.join(arguments)} in {folder}: {done.stderr.strip()[-600:]}")

    # ---- projects ------------------------------------------------------------------------------------------
    def projects(self) -> None:
        """Projects with settings, rights, topics, labels and milestones."""
        self.insert("projects", (self.project_row(one) for one in self.forge.projects))
        numbered = [(self.project[one.full_name], one) for one in self.forge.projects]
        locks = ("WORKER", "WORKER_TICKET", "WORKER_REQUEST")
        self.insert(
            "project_locks",
            ({"project_id": number, "lock_type": lock} for number, _ in numbered for lock in locks),
        )
        self.insert(
            "user_projects",
            (
                {
                    "project_id": number,
                    "user_id": self.user[member.username],
                    "access": member.access,
                    "branches": member.branches or None,
                }
                for number, one in numbered
                for member in one.members
                if member.username != one.owner and member.access != "owner"
            ),
        )
        self.insert(
            "projects_groups",
            (
                {"project_id": number, "group_id": self.group[name], "access": access}
                for number, one in numbered
                for name, access in one.groups
            ),
        )
        first: dict[str, dt.datetime | None] = {}
        for _, one in sorted(numbered, key=lambda pair: pair[1].created):
            for topic in one.topics:
                first.setdefault(topic, naive(one.created))
        self.insert("tags", ({"tag": tag, "date_created": first[tag]} for tag in sorted(first)))
        self.insert(
            "tags_projects",
            (
                {"tag": tag, "project_id": number, "date_created": naive(one.created)}
                for number, one in numbered
                for tag in one.topics
            ),
        )
        labels = []
        for number, one in numbered:
            for label in one.labels:
                self.label[one.full_name, label.name] = len(labels) + 1
                labels.append(
                    {
                        "id": len(labels) + 1,
                        "tag": label.name,
                        "tag_description": label.description,
                        "tag_color": label.colour,
                        "project_id": number,
                        "date_created": naive(one.created),
                    }
                )
        self.insert("tags_colored", labels)
        from forge.extension.models import DUE

        self.due = {}
        keys = []
        for number, one in numbered:
            if one.parent is None:
                self.due[one.full_name] = len(keys) + 1
                keys.append(
                    {
                        "id": len(keys) + 1,
                        "project_id": number,
                        "name": DUE,
                        "key_type": "date",
                        "key_notify": False,
                    }
                )
        self.insert("issue_keys", keys)

    def project_row(self, one: Project) -> Row:
        """The row of one project."""
        latest = max([one.created, *(commit.date for commit in one.commits)])
        empty = self.model.Project()
        settings = empty.settings
        settings["issue_tracker"] = one.settings.issue_tracker and one.parent is None
        settings["pull_requests"] = one.settings.pull_requests and one.parent is None
        settings["Only_assignee_can_merge_pull-request"] = one.settings.only_assignee_can_merge
        settings["Minimum_score_to_merge_pull-request"] = one.settings.minimum_score_to_merge
        settings["fedmsg_notifications"] = one.settings.fedmsg
        milestones = {
            mark.name: {"date": mark.due.isoformat() if mark.due else "", "active": mark.active}
            for mark in one.milestones
        }
        priorities = {str(number): name for number, name in one.settings.priorities}
        tracked = one.parent is None
        return {
            "id": self.project[one.full_name],
            "user_id": self.user[one.owner],
            "namespace": one.group,
            "name": one.name,
            "description": one.description,
            "url": one.url or None,
            "_settings": json.dumps(settings),
            "hook_token": hashlib.sha256(one.full_name.encode()).hexdigest()[:40].upper(),
            "is_fork": one.parent is not None,
            "read_only": False,
            "parent_id": self.project[one.parent] if one.parent else None,
            "_priorities": json.dumps({"": "", **priorities}) if tracked and priorities else None,
            "_milestones": json.dumps(milestones) if milestones else None,
            "_milestones_keys": json.dumps([*milestones]) if milestones else None,
            "_close_status": json.dumps([*one.settings.close_statuses]) if tracked else None,
            "date_created": naive(one.created),
            "date_modified": naive(latest),
            "private": one.private,
        }

    # ---- issues --------------------------------------------------------------------------------------------
    def issues(self) -> None:
        """Issues with labels, dependencies, due dates and comments."""
        rows, labels, depends, due, comments = [], [], [], [], []
        for project in self.forge.projects:
            for one in project.issues:
                key = self.uid(project, one)
                rows.append(self.issue_row(project, one, key))
                labels += [
                    {
                        "tag_id": self.label[project.full_name, name],
                        "issue_uid": key,
                        "date_created": naive(one.created),
                    }
                    for name in one.labels
                ]
                depends += [
                    {"parent_issue_id": self.uid_of(project, "issues", number), "child_issue_id": key}
                    for number in one.depends
                ]
                if one.due and project.full_name in self.due:
                    due.append(
                        {
                            "key_id": self.due[project.full_name],
                            "issue_uid": key,
                            "value": one.due.isoformat(),
                        }
                    )
                comments += [
                    {
                        "issue_uid": key,
                        "comment": text.text,
                        "user_id": self.user[text.author],
                        "notification": False,
                        "edited_on": naive(text.edited),
                        "editor_id": self.user[text.author] if text.edited else None,
                        "date_created": naive(text.date),
                    }
                    for text in one.comments
                ]
                comments += self.closing_note(one, key)
                self.log_talk(project, one, key, "issue_uid")
        self.insert("issues", rows)
        self.insert("tags_issues_colored", labels)
        self.insert("issue_to_issue", depends)
        self.insert("issue_values", due)
        comments.sort(key=lambda row: row["date_created"])
        self.insert("issue_comments", comments)

    def uid(self, project: Project, one: Issue | PullRequest) -> str:
        """The id of an issue or a pull request in other tables, as `forge.uids` gives it."""
        return self.uid_of(project, "issues" if isinstance(one, Issue) else "pull_requests", one.number)

    def uid_of(self, project: Project, table: str, number: int) -> str:
        from forge.uids import uid

        return uid(table, self.project[project.full_name], number)

    def issue_row(self, project: Project, one: Issue, key: str) -> Row:
        """The row of one issue."""
        return {
            "id": one.number,
            "uid": key,
            "project_id": self.project[project.full_name],
            "title": one.title,
            "content": one.text,
            "user_id": self.user[one.author],
            "assignee_id": self.user[one.assignee] if one.assignee else None,
            "status": one.status,
            "private": one.private,
            "priority": one.priority,
            "milestone": one.milestone,
            "close_status": one.close_status or None,
            "date_created": naive(one.created),
            "last_updated": naive(one.updated),
            "closed_at": naive(one.closed),
            "closed_by_id": self.user[one.closed_by] if one.closed_by else None,
        }

    def closing_note(self, one: Issue, key: str) -> list[Row]:
        """What Pagure itself writes below an issue that is closed."""
        if one.closed is None or one.closed_by is None:
            return []
        lines = ["Issue status updated to: Closed (was: Open)"]
        if one.close_status:
            lines.insert(0, f"Issue close_status updated to: {one.close_status}")
        text = f"**Metadata Update from @{one.closed_by}**:\n- " + "\n- ".join(lines)
        return [
            {
                "issue_uid": key,
                "comment": text,
                "user_id": self.user[one.closed_by],
                "notification": True,
                "edited_on": None,
                "editor_id": None,
                "date_created": naive(one.closed),
            }
        ]

    # ---- pull requests -------------------------------------------------------------------------------------
    def requests(self) -> None:
        """Pull requests with labels, linked issues, reviewers and comments."""
        rows, labels, links, comments, watchers = [], [], [], [], []
        for project in self.forge.projects:
            for one in project.pull_requests:
                key = self.uid(project, one)
                rows.append(self.request_row(project, one, key))
                labels += [
                    {
                        "tag_id": self.label[project.full_name, name],
                        "request_uid": key,
                        "date_created": naive(one.created),
                    }
                    for name in one.labels
                ]
                links += [
                    {
                        "pull_request_uid": key,
                        "issue_uid": self.uid_of(project, "issues", number),
                        "origin": "intial_comment_pr",
                    }
                    for number in one.fixes
                ]
                watchers += [
                    {"pull_request_uid": key, "user_id": self.user[name], "watch": True}
                    for name in one.reviewers
                ]
                comments += self.request_comments(project, one, key)
                self.log_talk(project, one, key, "pull_request_uid")
        self.insert("pull_requests", rows)
        self.insert("tags_pull_requests", labels)
        self.insert("pr_to_issue", links)
        self.insert("pull_request_watchers", watchers)
        comments.sort(key=lambda row: row["date_created"])
        self.insert("pull_request_comments", comments)

    def request_row(self, project: Project, one: PullRequest, key: str) -> Row:
        """The row of one pull request; of an open one also whether it can be merged."""
        source = self.record[one.source] if one.source else project
        start, stop, state = one.commit_start, one.commit_stop, None
        if one.status == "Open":
            start, stop, state = self.merging(project, source, one)
        return {
            "id": one.number,
            "uid": key,
            "title": one.title,
            "project_id": self.project[project.full_name],
            "branch": one.branch_to,
            "project_id_from": self.project[source.full_name],
            "branch_from": one.branch_from,
            "commit_start": start,
            "commit_stop": stop,
            "initial_comment": one.text or None,
            "user_id": self.user[one.author],
            "assignee_id": self.user[one.assignee] if one.assignee else None,
            "merge_status": state,
            "allow_rebase": False,
            "private": False,
            "status": one.status,
            "closed_by_id": self.user[one.closed_by] if one.closed_by else None,
            "closed_at": naive(one.closed),
            "date_created": naive(one.created),
            "updated_on": naive(one.updated),
            "last_updated": naive(one.updated),
        }

    def merging(self, project: Project, source: Project, one: PullRequest) -> tuple[str, str, str]:
        """First and last commit of an open request, and how it would merge, as the first look writes them."""
        import pygit2
        from pagure.lib.git import get_diff_info

        there, here = (
            pygit2.Repository(str(self.repositories / f"{p.full_name}.git")) for p in (source, project)
        )
        _, commits, _ = get_diff_info(there, here, one.branch_from, one.branch_to, prid=one.number)
        start, stop = str(commits[-1].id), str(commits[0].id)
        if stop != one.commit_stop:
            raise ValueError(
                f"{project.full_name}!{one.number} ends at {stop}, the records say {one.commit_stop}"
            )
        tip = here.lookup_branch(one.branch_to).peel().id
        if here.merge_base(tip, stop) == tip:
            state = "FFORWARD"
        else:
            state = "CONFLICTS" if here.merge_commits(tip, stop).conflicts else "MERGE"
        if one.mergeable == (state == "CONFLICTS"):
            raise ValueError(f"{project.full_name}!{one.number}: {state}, the records say {one.mergeable}")
        return start, stop, state

    def request_comments(self, project: Project, one: PullRequest, key: str) -> list[Row]:
        """Comments, remarks on lines, reviews, and Pagure's note at the end."""
        import pygit2

        plain: Row = {
            "pull_request_uid": key,
            "commit_id": None,
            "filename": None,
            "line": None,
            "tree_id": None,
            "notification": False,
            "edited_on": None,
            "editor_id": None,
        }
        rows = []
        for text in one.comments:
            editor = self.user[text.author] if text.edited else None
            rows.append(plain | self.said(text) | {"edited_on": naive(text.edited), "editor_id": editor})
        rows += [plain | self.said(review) for review in one.reviews]
        if one.inline:
            repository = pygit2.Repository(str(self.repositories / f"{project.full_name}.git"))
            for remark in one.inline:
                place = {
                    "commit_id": remark.commit,
                    "filename": remark.path,
                    "line": remark.line,
                    "tree_id": str(repository[remark.commit].tree.id),
                }
                rows.append(plain | self.said(remark) | place)
        if one.closed is not None and one.closed_by is not None:
            rows.append(
                plain
                | {
                    "comment": f"Pull-Request has been {one.status.lower()} by {one.closed_by}",
                    "user_id": self.user[one.closed_by],
                    "notification": True,
                    "date_created": naive(one.closed),
                }
            )
        return rows

    def said(self, text: Any) -> Row:
        """Who said what and when."""
        return {
            "comment": text.text,
            "user_id": self.user[text.author],
            "date_created": naive(text.date),
        }

    # ---- attention and activity ----------------------------------------------------------------------------
    def attention(self) -> None:
        """Stars and watches."""
        self.insert(
            "stargazers",
            (
                {"project_id": self.project[one.project], "user_id": self.user[one.username]}
                for one in sorted(self.forge.stars, key=lambda star: (star.date, star.project, star.username))
            ),
        )
        self.insert(
            "watchers",
            (
                {
                    "project_id": self.project[one.project],
                    "user_id": self.user[one.username],
                    "watch_issues": one.issues,
                    "watch_commits": one.commits,
                }
                for one in self.forge.watches
            ),
        )

    def note(
        self, project: Project, kind: str, reference: object, moment: dt.datetime, user: str, **more: str
    ) -> None:
        """One thing that somebody did; nothing of a private project is noted."""
        if project.private:
            return
        self.log.append(
            {
                "user_id": self.user[user],
                "user_email": None,
                "project_id": self.project[project.full_name],
                "issue_uid": None,
                "pull_request_uid": None,
                "log_type": kind,
                "ref_id": str(reference),
                "date": naive(moment).date(),  # type: ignore[union-attr]
                "date_created": naive(moment),
                **more,
            }
        )

    def log_talk(self, project: Project, one: Issue | PullRequest, key: str, column: str) -> None:
        """What was done to an issue or a request."""
        if isinstance(one, Issue) and one.private:
            return
        said = list(one.comments)
        if isinstance(one, PullRequest):
            said += [*one.reviews, *one.inline]  # type: ignore[list-item]
        self.note(project, "created", one.number, one.created, one.author, **{column: key})
        for text in said:
            self.note(project, "commented", one.number, text.date, text.author, **{column: key})
        if one.closed is not None and one.closed_by is not None:
            self.note(project, one.status.lower(), one.number, one.closed, one.closed_by, **{column: key})

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

    # ---- sessions ------------------------------------------------------------------------------------------
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


def ssh_key(user: int, text: str, created: dt.datetime | None) -> Row:
    """The row of somebody's public key, with the fingerprint that Pagure looks it up by."""
    import base64

    digest = hashlib.sha256(base64.b64decode(text.split()[1])).digest()
    fingerprint = "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
    return {
        "user_id": user,
        "pushaccess": True,
        "public_ssh_key": text,
        "ssh_short_key": f"256 {fingerprint} {' '.join(text.split()[2:])} (ED25519)",
        "ssh_search_key": fingerprint,
        "creator_user_id": user,
        "date_created": created,
    }


def on_main(project: Project) -> list[Any]:
    """Commits that the default branch leads to, in the order of the records."""
    known = {commit.id: commit for commit in project.commits}
    waiting = [branch.commit for branch in project.branches if branch.name == "main"]
    seen: set[str] = set()
    while waiting:
        key = waiting.pop()
        if key not in seen and key in known:
            seen.add(key)
            waiting += known[key].parents
    return [commit for commit in project.commits if commit.id in seen]


def read_packed_refs(file: Path) -> dict[str, str]:
    """Commit by ref, as git packed them."""
    pairs = (line.split() for line in file.read_text().splitlines() if line[0] not in "#^")
    return {ref: key for key, ref in pairs}


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
    sys.exit(main())
