"""What follows from the records: reputation, who was told about what. No Django, no database.

The rules are Askbot's (``askbot.auth`` and ``askbot.models.post``), applied in the order of time, so that the
rows look as if people had done all of it through the pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from sites.forum.seed.records import REPUTATION, Answer, Comment, Forum, Question

UPVOTED, ACCEPTED, ACCEPTING, DOWNVOTED, DOWNVOTING = 1, 2, 3, -3, -5
"""Askbot's kinds of entry in a history of reputation."""

ASKED, ANSWERED, COMMENTED_QUESTION, COMMENTED_ANSWER, EDITED_QUESTION, EDITED_ANSWER = 1, 2, 3, 4, 5, 6
"""Askbot's kinds of activity that other members are told about."""

Post = Question | Answer | Comment


@dataclass(frozen=True, slots=True)
class Gain:
    """An entry in the history of a user's reputation: points won or lost, and how many there are after it."""

    user: str
    date: datetime
    kind: int
    points: int
    question: int
    after: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something written, and who was told.

    ``number`` is that of the revision. ``told`` are those whose inbox has it, ``unseen`` those of them who
    have done nothing on the forum since.
    """

    user: str
    date: datetime
    kind: int
    post: int
    number: int
    question: int
    told: tuple[str, ...]
    unseen: frozenset[str]


def question_of(forum: Forum) -> dict[int, int]:
    """The question that each question, answer and comment belongs to."""
    found = {question.id: question.id for question in forum.questions}
    found.update((answer.id, answer.question) for answer in forum.answers)
    found.update((comment.id, found[comment.post]) for comment in forum.comments)
    return found


def gains(forum: Forum) -> tuple[list[Gain], dict[str, int]]:
    """The history of everybody's reputation by date, and what it comes to."""
    origin = question_of(forum)
    author: dict[int, str] = {question.id: question.author for question in forum.questions}
    author.update((answer.id, answer.author) for answer in forum.answers)
    total: dict[str, int] = {user.username: REPUTATION["start"] for user in forum.users}
    upvoted_on: dict[tuple[str, date], int] = defaultdict(int)
    history: list[Gain] = []

    def add(user: str, moment: datetime, kind: int, points: int, question: int) -> None:
        total[user] = max(REPUTATION["start"], total[user] + points)
        history.append(Gain(user, moment, kind, points, question, total[user]))

    events: list[tuple[datetime, int, int, str, int]] = [
        (vote.date, 0, vote.post, vote.user, vote.value) for vote in forum.votes if vote.post in author
    ]
    accepted = {question.accepted: question for question in forum.questions if question.accepted}
    for number, question in accepted.items():
        assert number is not None
        assert question.accepted_at is not None
        events.append((question.accepted_at, 1, number, question.author, 0))
    for moment, what, post, user, value in sorted(events):
        question = origin[post]
        if what == 1:
            if author[post] != user:
                add(author[post], moment, ACCEPTED, REPUTATION["accepted"], question)
                add(user, moment, ACCEPTING, REPUTATION["accepting"], question)
        elif value > 0:
            day = (author[post], moment.date())
            if upvoted_on[day] < REPUTATION["daily"]:
                upvoted_on[day] += REPUTATION["upvoted"]
                add(author[post], moment, UPVOTED, REPUTATION["upvoted"], question)
        else:
            add(author[post], moment, DOWNVOTED, REPUTATION["downvoted"], question)
            add(user, moment, DOWNVOTING, REPUTATION["downvoting"], question)
    return history, total


def last_acts(forum: Forum) -> dict[str, datetime]:
    """When everybody last wrote, edited or voted."""
    last: dict[str, datetime] = {}
    acts: list[tuple[str, datetime]] = [(vote.user, vote.date) for vote in forum.votes]
    posts: tuple[Post, ...] = (*forum.questions, *forum.answers, *forum.comments)
    for post in posts:
        acts.append((post.author, post.date))
        if not isinstance(post, Comment):
            acts.extend((revision.author, revision.date) for revision in post.revisions)
    for user, moment in acts:
        last[user] = max(moment, last.get(user, moment))
    return last


def notices(forum: Forum) -> Iterator[Notice]:
    """Everything that was written or edited, by date, with those who were told."""
    origin = question_of(forum)
    last = last_acts(forum)
    author: dict[int, str] = {}
    parent: dict[int, int] = {}
    commenters: dict[int, list[str]] = defaultdict(list)
    answers: dict[int, list[int]] = defaultdict(list)
    kinds: dict[int, tuple[int, int]] = {}
    events: list[tuple[datetime, int, int, str]] = []
    posts: tuple[Post, ...] = (*forum.questions, *forum.answers, *forum.comments)
    for post in posts:
        events.append((post.date, post.id, 1, post.author))
        if isinstance(post, Comment):
            parent[post.id] = post.post
        else:
            events.extend(
                (one.date, post.id, one.number, one.author) for one in post.revisions if one.number > 1
            )
        if isinstance(post, Question):
            kinds[post.id] = (ASKED, EDITED_QUESTION)
        elif isinstance(post, Answer):
            kinds[post.id] = (ANSWERED, EDITED_ANSWER)
        else:
            kind = COMMENTED_QUESTION if post.post == origin[post.id] else COMMENTED_ANSWER
            kinds[post.id] = (kind, kind)
    for moment, post_id, number, user in sorted(events):
        question = origin[post_id]
        if number == 1:
            author[post_id] = user
            if post_id in parent:
                commenters[parent[post_id]].append(user)
            elif post_id != question:
                answers[question].append(post_id)
        if post_id in parent:
            above = parent[post_id]
            told = [author[above], *commenters[above]]
        else:
            told = [author[post_id], *commenters[post_id], author[question]]
            if post_id != question:
                told += commenters[question]
            told += [author[answer] for answer in answers[question]]
        others = tuple(name for name in dict.fromkeys(told) if name != user)
        unseen = frozenset(name for name in others if last.get(name, moment) < moment)
        yield Notice(user, moment, kinds[post_id][number > 1], post_id, number, question, others, unseen)
