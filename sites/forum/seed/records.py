"""What the generator of the forum makes: plain records without Django, which the loader turns into rows.

All records are frozen and all collections tuples. References between records are by natural key: a user by
``username``, a tag by ``name``, a group by ``slug``, a post by ``id``. Questions, answers and comments share
one sequence of ids, from 1, in the order of their dates, so a loader may insert them in that order. All
moments are aware datetimes in UTC and lie before ``EPOCH``. All texts are Markdown as a person types it:
paragraphs apart by a blank line, lists with ``* ``, emphasis with asterisks; no HTML and no links to outside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sites.facts import EPOCH as EPOCH  # what the site's loaders take from here

"""The moment at which every episode begins; nothing in the seed is younger."""

DEFAULT_SEED = 20260316

REPUTATION = {
    "upvoted": 10,
    "downvoted": -2,
    "accepted": 15,
    "accepting": 2,
    "downvoting": -1,
    "start": 1,
    "daily": 200,
}
"""Points a user gets for what happens to questions and answers; votes on comments move none.

Askbot's settings of the same meaning (``REP_GAIN_FOR_RECEIVING_UPVOTE`` and so on) are to be set to these.
``start`` is what everybody begins with and the lowest anybody falls to, ``daily`` the most that upvotes bring
a day. Accepting one's own answer brings nothing.
"""

MINIMUM = {"upvote": 5, "downvote": 50, "flag": 5, "edit_others": 200, "close_others": 200}
"""Reputation that a user must have at the time to do this; Askbot's defaults."""


# ---- people --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class User:
    """An account.

    ``role`` is member or moderator (an approved member of Askbot either way); ``persona`` is the key of the
    person in ``sites/world_data/people.yaml``, empty for most. ``about`` is Markdown, ``place`` a town,
    ``country`` an ISO code, ``website`` empty or an address under ``.example``. ``reputation`` follows from
    votes and acceptances by ``REPUTATION``. ``marked`` are (tag, date) of the tags that the user follows,
    ``ignored`` tags that the user hides. ``last_seen`` is never before the user's last post or vote.
    """

    username: str
    email: str
    given: str
    family: str
    date_joined: datetime
    last_seen: datetime
    role: str = "member"
    persona: str = ""
    about: str = ""
    place: str = ""
    country: str = "DE"
    website: str = ""
    show_name: bool = True
    reputation: int = 1
    marked: tuple[tuple[str, datetime], ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The real name of the profile; a page shows it only if ``show_name``."""
        return f"{self.given} {self.family}"


@dataclass(frozen=True, slots=True)
class Group:
    """A group of users. ``openness`` is open, moderated or closed; ``members`` are (username, date).

    The members of ``managers`` are members too and may let others in. ``waiting`` have asked to be let in.
    """

    slug: str
    name: str
    description: str
    openness: str
    date: datetime
    managers: tuple[str, ...]
    members: tuple[tuple[str, datetime], ...]
    waiting: tuple[tuple[str, datetime], ...] = ()


# ---- posts ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Tag:
    """A tag. ``community`` says that it is one of the places people meet; those have a long ``wiki``.

    ``title`` is the name as a heading ("Bicycle repair"). The wiki of an ordinary tag is a line or empty.
    ``used`` counts the questions that carry it.
    """

    name: str
    title: str
    community: bool
    wiki: str
    creator: str
    date: datetime
    used: int = 0


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of a post; the last is what the post shows. Only questions have ``title`` and ``tags``.

    ``number`` begins at 1 with the post itself. ``summary`` is what the editor gave as the reason.
    """

    number: int
    author: str
    date: datetime
    text: str
    summary: str
    title: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Closure:
    """Who closed a question and why.

    ``reason``: duplicate, off_topic, subjective, not_a_question, answered, outdated, spam or localized
    (Askbot's numbers 1, 2, 3, 4, 5, 6, 8, 9). ``duplicate_of`` is the id of an older question.
    """

    by: str
    date: datetime
    reason: str
    duplicate_of: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, which opens a thread. ``tags`` begin with the community.

    ``accepted`` is the id of the accepted answer and ``accepted_at`` its moment. ``revisions`` is empty for a
    post that was never edited, else it holds all versions from the first on, and ``edited`` is the date of
    the last. ``last_activity`` is the date of the last post or edit of the thread by ``last_activity_by``.
    ``plot`` names the story the thread was made from and never reaches the database.
    """

    id: int
    author: str
    date: datetime
    title: str
    text: str
    tags: tuple[str, ...]
    score: int
    views: int
    last_activity: datetime
    last_activity_by: str
    accepted: int | None = None
    accepted_at: datetime | None = None
    closed: Closure | None = None
    revisions: tuple[Revision, ...] = ()
    plot: str = ""

    @property
    def edited(self) -> datetime | None:
        """When the post was edited last, if ever."""
        return self.revisions[-1].date if self.revisions else None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to ``question``."""

    id: int
    question: int
    author: str
    date: datetime
    text: str
    score: int
    accepted: bool = False
    revisions: tuple[Revision, ...] = ()

    @property
    def edited(self) -> datetime | None:
        """When the post was edited last, if ever."""
        return self.revisions[-1].date if self.revisions else None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a question or an answer, ``post``; comments have no comments. Upvotes only."""

    id: int
    post: int
    author: str
    date: datetime
    text: str
    score: int


# ---- what people do to posts ---------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Vote:
    """``value`` is 1 or -1. One a user and post at most, never by the author."""

    user: str
    post: int
    value: int
    date: datetime


@dataclass(frozen=True, slots=True)
class Follow:
    """A user follows a question (Askbot's favourite): its star and mail about what is new."""

    user: str
    question: int
    date: datetime


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge given to ``user``, for ``post`` if it is a badge for a post.

    ``slug`` is Askbot's; ``sites/forum/seed/badges.py`` has the ones that are given and their thresholds.
    """

    slug: str
    user: str
    date: datetime
    post: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """A post that a user reported to the moderators.

    ``reason``: spam, offensive or off_topic. ``state``: waiting (in the moderators' queue) or dismissed.
    """

    post: int
    user: str
    date: datetime
    reason: str
    state: str = "waiting"


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """A message from one user to others. ``headline`` is of the first of a conversation only.

    ``parent`` is the id of the message it answers. Recipients in ``unread_by`` have not opened it.
    """

    id: int
    sender: str
    recipients: tuple[str, ...]
    date: datetime
    text: str
    headline: str = ""
    parent: int | None = None
    unread_by: tuple[str, ...] = ()


# ---- the whole -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Forum:
    """Everything. Made by ``sites.forum.seed.generate``; posts and votes are in the order of their dates."""

    seed: int
    users: tuple[User, ...]
    tags: tuple[Tag, ...]
    questions: tuple[Question, ...]
    answers: tuple[Answer, ...]
    comments: tuple[Comment, ...]
    votes: tuple[Vote, ...]
    groups: tuple[Group, ...] = ()
    follows: tuple[Follow, ...] = ()
    badges: tuple[Badge, ...] = ()
    flags: tuple[Flag, ...] = ()
    messages: tuple[PrivateMessage, ...] = field(default=())

    @property
    def communities(self) -> tuple[Tag, ...]:
        """The tags with a long wiki text."""
        return tuple(tag for tag in self.tags if tag.community)
