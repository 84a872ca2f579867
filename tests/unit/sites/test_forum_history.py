"""What the forum's loader derives from its records, by Askbot's rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from sites.forum import history
from sites.forum.sample import make_sample
from sites.forum.seed.records import EPOCH, REPUTATION, Answer, Comment, Forum, Question, User, Vote

DAY = EPOCH.replace(hour=0) - timedelta(days=10)


def at(hours: float) -> datetime:
    return DAY + timedelta(hours=hours)


def forum(*votes: Vote, accepted: int | None = None, by: str = "ben") -> Forum:
    """Ann asks (1), ``by`` answers (2), Cid comments on the answer (3)."""
    users = tuple(
        User(name, f"{name}@mailbox.example", name, "X", DAY, EPOCH) for name in ("ann", "ben", "cid")
    )
    question = Question(
        1, "ann", at(1), "Title", "Text", ("lake",), 0, 1, at(3), "ben", accepted, at(5) if accepted else None
    )
    answer = Answer(2, 1, by, at(2), "Text", 0, accepted is not None)
    return Forum(1, users, (), (question,), (answer,), (Comment(3, 2, "cid", at(3), "Text", 0),), votes)


def test_votes_and_acceptance_move_reputation() -> None:
    entries, total = history.gains(
        forum(Vote("cid", 2, 1, at(4)), Vote("ben", 1, -1, at(4.5)), Vote("ann", 3, 1, at(6)), accepted=2)
    )
    assert [(gain.user, gain.kind, gain.points) for gain in entries] == [
        ("ben", history.UPVOTED, 10),
        ("ann", history.DOWNVOTED, -2),
        ("ben", history.DOWNVOTING, -1),
        ("ben", history.ACCEPTED, 15),
        ("ann", history.ACCEPTING, 2),
    ]
    assert total == {"ann": 3, "ben": 25, "cid": 1}, "nobody falls below one; votes on comments move nothing"
    assert [gain.question for gain in entries] == [1] * 5


def test_accepting_ones_own_answer_brings_nothing() -> None:
    entries, total = history.gains(forum(accepted=2, by="ann"))
    assert entries == []
    assert set(total.values()) == {REPUTATION["start"]}


@pytest.mark.parametrize(("voters", "points"), [(19, 190), (20, 200), (23, 200)])
def test_upvotes_of_one_day_bring_at_most_the_daily_limit(voters: int, points: int) -> None:
    names = [f"voter{number}" for number in range(voters)]
    start = forum()
    users = (*start.users, *(replace(start.users[0], username=name) for name in names))
    votes = tuple(Vote(name, 2, 1, at(4 + number / 10)) for number, name in enumerate(names))
    _entries, total = history.gains(replace(start, users=users, votes=votes))
    assert total["ben"] == REPUTATION["start"] + points


def test_those_who_take_part_are_told_but_not_the_writer() -> None:
    told = {(one.kind, one.post): (set(one.told), one.unseen) for one in history.notices(forum())}
    assert told[history.ASKED, 1][0] == set()
    assert told[history.ANSWERED, 2] == ({"ann"}, {"ann"})
    assert told[history.COMMENTED_ANSWER, 3] == ({"ben"}, {"ben"})


def test_who_did_something_later_has_seen_it() -> None:
    notices = list(history.notices(forum(Vote("ann", 2, 1, at(9)))))
    answered = next(one for one in notices if one.kind == history.ANSWERED)
    assert answered.told == ("ann",)
    assert answered.unseen == frozenset()


def test_edits_are_told_as_edits() -> None:
    edits = [one for one in history.notices(make_sample()) if one.number > 1]
    assert [(one.kind, one.user, one.told) for one in edits] == [(history.EDITED_QUESTION, "emma", ())]
