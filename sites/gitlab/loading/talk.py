"""Issues and merge requests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sites.gitlab.loading.rows import Row, naive
from sites.gitlab.seed.records import Issue, Project, PullRequest


class Talk:
    """Issues, merge requests and what was said about them."""

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
