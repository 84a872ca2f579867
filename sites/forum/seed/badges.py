"""Badges that users have earned; slugs are Askbot's, its settings are to be set to the thresholds."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from sites.forum.seed.records import EPOCH, Answer, Badge, Comment, Follow, Question, User, Vote

THRESHOLDS = {
    "nice-question": 8,
    "good-question": 15,
    "great-question": 25,
    "nice-answer": 8,
    "good-answer": 15,
    "great-answer": 25,
    "guru": 20,
    "enlightened": 10,
    "favorite-question": 8,
    "stellar-question": 15,
    "commentator": 25,
    "civic-duty": 200,
    "necromancer-days": 30,
    "necromancer": 3,
}
"""Votes, followers, comments or days that a badge wants."""


def give_badges(
    users: tuple[User, ...],
    questions: tuple[Question, ...],
    answers: tuple[Answer, ...],
    comments: tuple[Comment, ...],
    votes: tuple[Vote, ...],
    follows: tuple[Follow, ...],
) -> tuple[Badge, ...]:
    """All badges in the order in which they were earned."""
    badges: list[Badge] = []
    once: set[tuple[str, str]] = set()

    def give(slug: str, user: str, date: datetime, post: int | None = None, *, single: bool = True) -> None:
        if date >= EPOCH or (single and (slug, user) in once):
            return
        once.add((slug, user))
        badges.append(Badge(slug, user, date, post))

    question_of = {one.id: one for one in questions}
    answer_of = {one.id: one for one in answers}
    ups: dict[int, int] = defaultdict(int)
    given: dict[str, int] = defaultdict(int)
    for vote in votes:
        given[vote.user] += 1
        give("supporter" if vote.value > 0 else "critic", vote.user, vote.date)
        if given[vote.user] == THRESHOLDS["civic-duty"]:
            give("civic-duty", vote.user, vote.date)
        if vote.value < 0:
            continue
        ups[vote.post] += 1
        count = ups[vote.post]
        if vote.post in question_of:
            question = question_of[vote.post]
            if count == 1:
                give("student", question.author, vote.date, question.id)
            for slug in ("nice-question", "good-question", "great-question"):
                if count == THRESHOLDS[slug]:
                    give(slug, question.author, vote.date, question.id, single=False)
        elif vote.post in answer_of:
            answer = answer_of[vote.post]
            question = question_of[answer.question]
            if count == 1:
                give("teacher", answer.author, vote.date, answer.id)
            for slug in ("nice-answer", "good-answer", "great-answer"):
                if count == THRESHOLDS[slug]:
                    give(slug, answer.author, vote.date, answer.id, single=False)
            late = (answer.date - question.date).days >= THRESHOLDS["necromancer-days"]
            if late and count == THRESHOLDS["necromancer"]:
                give("necromancer", answer.author, vote.date, answer.id, single=False)
            for slug in ("enlightened", "guru"):
                if answer.accepted and count == THRESHOLDS[slug] and question.accepted_at is not None:
                    date = max(vote.date, question.accepted_at)
                    give(slug, answer.author, date, answer.id, single=False)
    for question in questions:
        if question.accepted_at is not None:
            give("scholar", question.author, question.accepted_at, question.id)
    edited = [(one.id, one.revisions) for one in questions] + [(one.id, one.revisions) for one in answers]
    for post, revisions in edited:
        for revision in revisions[1:]:
            give("editor", revision.author, revision.date, post)
    said: dict[str, int] = defaultdict(int)
    for comment in comments:
        said[comment.author] += 1
        if said[comment.author] == THRESHOLDS["commentator"]:
            give("commentator", comment.author, comment.date)
    followed: dict[int, int] = defaultdict(int)
    for follow in sorted(follows, key=lambda one: one.date):
        followed[follow.question] += 1
        for slug in ("favorite-question", "stellar-question"):
            if followed[follow.question] == THRESHOLDS[slug]:
                give(slug, question_of[follow.question].author, follow.date, follow.question, single=False)
    for user in users:
        if user.about and user.place and user.website:
            give("autobiographer", user.username, user.date_joined)
    return tuple(sorted(badges, key=lambda badge: (badge.date, badge.slug, badge.user)))
