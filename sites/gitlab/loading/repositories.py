"""Projects, and the repositories behind them."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

from sites.gitlab.loading.rows import Row, naive
from sites.gitlab.seed.records import Project

CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"

IMPORT = ["-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", "--done", "--date-format=raw"]


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


class Repositories:
    """Projects and their repositories."""

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
