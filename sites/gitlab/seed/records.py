"""What the seed of the forge consists of: plain records without Pagure, which the loader turns into rows.

All records are frozen, collections are tuples. References are by natural key: a user by ``username``, a
group by ``name``, a project by ``full_name`` (``name``, ``group/name``; a fork ``forks/<user>/<full name of
the parent>``), a milestone and a label by name within the project. Issues and pull requests of a project
share one row of numbers, as Pagure counts them. All moments are aware datetimes in UTC, whole seconds, before
``EPOCH``. Commit and tag ids are the ids that git gives when the project's fast-import stream is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from sites.facts import EPOCH as EPOCH  # what the site's loaders take from here

"""The moment at which every episode begins; nothing in the seed is younger."""
FIRST_DAY = datetime(2023, 3, 16, 9, 0, 0, tzinfo=UTC)
"""Nothing in the seed is older: three years before ``EPOCH``."""
DEFAULT_SEED = 20260316


@dataclass(frozen=True, slots=True)
class SshKey:
    """``text`` is the whole line: type, base64, comment."""

    title: str
    text: str
    created: datetime


@dataclass(frozen=True, slots=True)
class User:
    """An account. ``emails`` begins with the default one, which also stands in the commits.

    ``status`` is the short line below the name, ``role`` is user or admin (of the whole forge).
    """

    username: str
    full_name: str
    emails: tuple[str, ...]
    created: datetime
    bio: str = ""
    website: str = ""
    place: str = ""
    status: str = ""
    role: str = "user"
    ssh_keys: tuple[SshKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """``access``: owner, admin, commit, collaborator or ticket in a project; owner or member in a group."""

    username: str
    access: str
    since: datetime
    branches: str = ""
    """For collaborators only: the pattern of branches they may push to."""


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    title: str
    description: str
    creator: str
    created: datetime
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A tag of issues and pull requests of one project; ``colour`` is ``#rrggbb``."""

    name: str
    description: str
    colour: str


@dataclass(frozen=True, slots=True)
class Milestone:
    """``due`` may be None; an inactive milestone is over."""

    name: str
    due: date | None
    active: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch and its tip. ``main`` is always the default branch."""

    name: str
    commit: str


@dataclass(frozen=True, slots=True)
class Tag:
    """An annotated tag of a release; ``id`` is the tag object's, ``commit`` what it points to."""

    name: str
    id: str
    commit: str
    tagger: str
    date: datetime
    message: str


@dataclass(frozen=True, slots=True)
class Commit:
    """``author`` and ``committer`` are usernames; ``branch`` is where it was made first."""

    id: str
    parents: tuple[str, ...]
    author: str
    committer: str
    date: datetime
    message: str
    branch: str = "main"


@dataclass(frozen=True, slots=True)
class Settings:
    """What differs from Pagure's defaults. ``close_statuses`` are those of a closed issue."""

    issue_tracker: bool = True
    pull_requests: bool = True
    only_assignee_can_merge: bool = False
    minimum_score_to_merge: int = -1
    fedmsg: bool = False
    close_statuses: tuple[str, ...] = ("Fixed", "Invalid", "Insufficient data", "Duplicate")
    priorities: tuple[tuple[int, str], ...] = ((1, "High"), (2, "Medium"), (3, "Low"))


@dataclass(frozen=True, slots=True)
class Comment:
    author: str
    date: datetime
    text: str
    edited: datetime | None = None


@dataclass(frozen=True, slots=True)
class Issue:
    """``status`` is Open or Closed; ``close_status`` is one of the project's for a closed one, else "".

    ``priority`` is a number of the project's priorities or None. ``due``: the day by which it should be done.
    """

    number: int
    title: str
    text: str
    author: str
    created: datetime
    status: str = "Open"
    close_status: str = ""
    closed: datetime | None = None
    closed_by: str | None = None
    assignee: str | None = None
    labels: tuple[str, ...] = ()
    milestone: str | None = None
    priority: int | None = None
    due: date | None = None
    private: bool = False
    depends: tuple[int, ...] = ()
    """Numbers of issues of the same project that must be closed before."""
    comments: tuple[Comment, ...] = ()

    @property
    def updated(self) -> datetime:
        """The last thing that happened to it."""
        moments = [self.created, *(one.date for one in self.comments)]
        return max([*moments, self.closed] if self.closed else moments)


@dataclass(frozen=True, slots=True)
class InlineComment:
    """A remark on line ``line`` (of the new version) of ``path`` as it is in ``commit``."""

    author: str
    date: datetime
    text: str
    commit: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Review:
    """A verdict: ``approves`` True counts +1, False -1; the text begins with Pagure's thumb for it."""

    author: str
    date: datetime
    text: str
    approves: bool


@dataclass(frozen=True, slots=True)
class PullRequest:
    """``source`` is None for a branch of the same project, else the ``full_name`` of the fork.

    ``commit_start`` is the first and ``commit_stop`` the last of ``commits``. ``status`` is Open, Merged or
    Closed; ``merge_commit`` is the merge in the history of ``branch_to``. ``mergeable`` says whether an open
    one merges without conflict. ``assignee`` is the chosen reviewer; ``reviewers`` all who were asked.
    ``head_ref`` (refs/pull/N/head) exists in the target's stream, also when the fork or branch is gone.
    """

    number: int
    title: str
    text: str
    author: str
    created: datetime
    branch_from: str
    branch_to: str
    commits: tuple[str, ...]
    source: str | None = None
    status: str = "Open"
    merge_commit: str | None = None
    mergeable: bool = True
    closed: datetime | None = None
    closed_by: str | None = None
    assignee: str | None = None
    reviewers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    fixes: tuple[int, ...] = ()
    """Issues of the project that it closes."""
    comments: tuple[Comment, ...] = ()
    inline: tuple[InlineComment, ...] = ()
    reviews: tuple[Review, ...] = ()

    @property
    def commit_start(self) -> str:
        return self.commits[0]

    @property
    def commit_stop(self) -> str:
        return self.commits[-1]

    @property
    def head_ref(self) -> str:
        return f"refs/pull/{self.number}/head"

    @property
    def updated(self) -> datetime:
        """The last thing that happened to it."""
        talk = (*self.comments, *self.inline, *self.reviews)
        moments = [self.created, *(one.date for one in talk)]
        return max([*moments, self.closed] if self.closed else moments)


@dataclass(frozen=True, slots=True)
class Star:
    username: str
    project: str
    date: datetime


@dataclass(frozen=True, slots=True)
class Watch:
    username: str
    project: str
    issues: bool = True
    commits: bool = False


@dataclass(frozen=True, slots=True)
class Project:
    """A project or a fork. ``group`` is its namespace or None; ``owner`` its main administrator.

    ``parent`` is the ``full_name`` of what was forked. ``stream`` is the path of the fast-import stream
    relative to the folder that the generator wrote. ``members`` are all others with rights; ``groups`` are
    groups with rights, as (name, access). ``url`` is the project's home page elsewhere.
    """

    name: str
    group: str | None
    owner: str
    description: str
    created: datetime
    stream: str
    private: bool = False
    parent: str | None = None
    url: str = ""
    topics: tuple[str, ...] = ()
    licence: str = ""
    language: str = ""
    settings: Settings = Settings()
    members: tuple[Member, ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    branches: tuple[Branch, ...] = ()
    tags: tuple[Tag, ...] = ()
    commits: tuple[Commit, ...] = ()
    issues: tuple[Issue, ...] = ()
    pull_requests: tuple[PullRequest, ...] = ()

    @property
    def full_name(self) -> str:
        """The path of the project in the forge, and of its repository less ``.git``."""
        path = f"{self.group}/{self.name}" if self.group else self.name
        return f"forks/{self.owner}/{path}" if self.parent else path


@dataclass(frozen=True, slots=True)
class Forge:
    """Everything. ``projects`` has parents before their forks."""

    seed: int
    users: tuple[User, ...]
    groups: tuple[Group, ...]
    projects: tuple[Project, ...]
    stars: tuple[Star, ...] = ()
    watches: tuple[Watch, ...] = ()
