"""What a history is made with: who takes part, and commits, issues and pull requests in the making."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sites.gitlab.seed.records import Comment, InlineComment, Review

Change = tuple[Any, ...]


@dataclass(slots=True)
class Cast:
    """Usernames. ``maintainers`` begins with the owner; contributors send pull requests; all may talk."""

    maintainers: tuple[str, ...]
    contributors: tuple[str, ...]
    readers: tuple[str, ...]


@dataclass(slots=True)
class Work:
    """Something to be committed: changes of the state with the subjects of up to three commits.

    ``key`` names it within the project; its streams of chance are called so.
    """

    key: str
    kind: str
    changes: list[Change]
    subject: str
    tests: str = ""
    docs: str = ""
    needs: tuple[str, ...] = ()
    issue: IssueDraft | None = None
    by_request: bool = False
    tries: int = 0


@dataclass(slots=True)
class IssueDraft:
    """An issue in the making; see ``records.Issue``."""

    number: int
    title: str
    text: str
    author: str
    created: datetime
    kind: str
    comments: list[Comment] = field(default_factory=list)
    close_status: str = ""
    closed: datetime | None = None
    closed_by: str | None = None
    assignee: str | None = None
    talk: tuple[str, ...] = ()


@dataclass(slots=True)
class RequestDraft:
    """A pull request in the making; see ``records.PullRequest``."""

    number: int
    title: str
    text: str
    author: str
    created: datetime
    branch: str
    work: Work
    commits: list[str]
    from_fork: bool
    reviewer: str
    status: str = "Open"
    merge_commit: str | None = None
    mergeable: bool = True
    closed: datetime | None = None
    closed_by: str | None = None
    comments: list[Comment] = field(default_factory=list)
    inline: list[InlineComment] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    base: str = ""
