"""Votes, and the reputation that follows from them and from accepted answers."""

from __future__ import annotations

import math
import random
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate

from sites.forum.seed.crowd import STRANGER
from sites.forum.seed.people import Member
from sites.forum.seed.records import EPOCH, MINIMUM, REPUTATION, Vote
from sites.forum.seed.threads import Draft, Thread
from sites.sitekit.chance import Chance

ZEAL = 0.58
"""How many votes are cast for each one that is hoped for below; a few find no voter."""
LIKED = {"question": 3.0, "good": 5.5, "fair": 2.0, "poor": 0.6}
"""How many upvotes a post of this worth gets beside the others; comments get ``COMMENT_LIKED``."""
COMMENT_LIKED = 0.42
WELCOME = 2, 3
"""How many upvotes the newcomer's questions get, in every world: enough to vote up, not down."""
DISLIKED = {"question": 0.11, "good": 0.05, "fair": 0.25, "poor": 1.5}
"""How many downvotes."""


@dataclass(slots=True)
class Ledger:
    """What voting leaves behind: votes in order, points of users, scores of posts."""

    votes: list[Vote] = field(default_factory=list)
    reputation: dict[str, int] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    history: dict[str, list[tuple[datetime, int]]] = field(default_factory=lambda: defaultdict(list))


def cast_votes(threads: list[Thread], members: tuple[Member, ...], communities: Iterable[str]) -> Ledger:
    """Play all votes and acceptances in order; who may vote depends on the points he has.

    Moderators may always vote, so the first points of the young forum come from them.
    """
    events = _planned(threads)
    booth = _Booth(members, communities)
    ledger = Ledger(reputation={member.username: REPUTATION["start"] for member in members})
    today: dict[tuple[str, int], int] = defaultdict(int)
    voted: dict[int, set[str]] = defaultdict(set)

    def credit(user: str, points: int, when: datetime, *, capped: bool = False) -> None:
        if capped:
            key = (user, when.toordinal())
            points = min(points, REPUTATION["daily"] - today[key])
            today[key] += points
        before = ledger.reputation[user]
        ledger.reputation[user] = max(REPUTATION["start"], before + points)
        ledger.history[user].append((when, ledger.reputation[user]))

    for when, value, draft, community, chance in events:
        if value == 0:
            accepted, asker = draft, draft.parent.author if draft.parent else draft.author
            if asker is not accepted.author:
                credit(accepted.author.username, REPUTATION["accepted"], when)
                credit(asker.username, REPUTATION["accepting"], when)
            continue
        need = MINIMUM["upvote" if value > 0 else "downvote"]
        without = voted[draft.id]
        voter = booth.draw(
            chance.stream(value, when.timestamp()),
            community,
            when,
            draft.author.username,
            without,
            ledger.reputation,
            need,
        )
        if voter is None:
            continue
        without.add(voter)
        ledger.votes.append(Vote(voter, draft.id, value, when))
        ledger.scores[draft.id] += value
        if draft.kind == "comment":
            continue
        if value > 0:
            credit(draft.author.username, REPUTATION["upvoted"], when, capped=True)
        else:
            credit(draft.author.username, REPUTATION["downvoted"], when)
            credit(voter, REPUTATION["downvoting"], when)
    return ledger


class _Booth:
    """Draws voters: those who talk much and like the community."""

    def __init__(self, members: tuple[Member, ...], communities: Iterable[str]) -> None:
        self._members = members
        self._weights = {
            community: list(
                accumulate(
                    (one.asks + one.answers + 2 * one.talks) ** 0.6
                    * (one.likes.get(community, STRANGER) ** 0.7)
                    * (0.0 if one.persona == "newcomer" else 1.0)
                    for one in members
                )
            )
            for community in communities
        }

    def draw(
        self,
        rng: random.Random,
        community: str,
        when: datetime,
        author: str,
        without: set[str],
        reputation: dict[str, int],
        need: int,
    ) -> str | None:
        weights = self._weights[community]
        for _ in range(40):
            member = self._members[bisect(weights, rng.random() * weights[-1])]
            name = member.username
            if member.joined >= when or name == author or name in without:
                continue
            if member.role == "moderator" or reputation[name] >= need:
                return name
        return None


Event = tuple[datetime, int, Draft, str, Chance]


def _planned(threads: list[Thread]) -> list[Event]:
    """(moment, 1 or -1, post, community, chance) of votes to be, and (moment, 0, answer, ...) of acceptances.

    The chance is the post's, named by its thread and its place there, so that one post more elsewhere changes
    nothing here.
    """
    events: list[Event] = []
    for thread in threads:
        community, votes = thread.script.community, thread.chance.of("votes")
        charm = math.exp(votes.stream("charm").gauss(0, 0.75))
        places: dict[str, int] = defaultdict(int)
        for draft in thread.posts():
            places[draft.kind] += 1
            chance = votes.of(draft.kind, places[draft.kind])
            rng = chance.stream("hopes")
            for value, hope in zip((1, -1), _hopes(draft, thread, charm, rng), strict=True):
                for _ in range(_poisson(rng, hope * ZEAL)):
                    moment = _vote_date(rng, draft.date)
                    if moment < EPOCH - timedelta(minutes=1):
                        events.append((moment, value, draft, community, chance))
        if thread.accepted is not None and thread.accepted_at is not None:
            events.append((thread.accepted_at, 0, thread.accepted, community, votes))
    _welcome(threads, events)
    events.sort(key=lambda event: (event[0], event[2].id, event[1]))
    return events


def _welcome(threads: list[Thread], events: list[Event]) -> None:
    """Votes for the newcomer's questions: more where there are too few, fewer where too many."""
    least, most = WELCOME
    own = [thread for thread in threads if thread.question.author.persona == "newcomer"]
    questions = {thread.question.id for thread in own}
    liked = sorted((one for one in events if one[1] > 0 and one[2].id in questions), key=lambda one: one[0])
    for event in liked[most:]:
        events.remove(event)
    known = {event[2].id for event in liked}
    bare = [thread for thread in own if thread.question.id not in known]
    for thread in bare[: max(0, least - len(liked))]:
        chance = thread.chance.of("votes", "welcome")
        moment = thread.question.date + timedelta(hours=2, seconds=90 + int(3600 * chance.share("hours")))
        events.append((moment, 1, thread.question, thread.script.community, chance))


def _hopes(draft: Draft, thread: Thread, charm: float, rng: random.Random) -> tuple[float, float]:
    """How many votes up and down a post may expect."""
    luck = math.exp(rng.gauss(0, 0.7))
    if draft.kind == "comment":
        return COMMENT_LIKED * luck * charm**0.5, 0.0
    ups = LIKED[draft.worth] * luck * charm
    if draft is thread.accepted:
        ups *= 1.5
    downs = DISLIKED[draft.worth] * math.exp(rng.gauss(0, 0.5))
    if thread.script.mood == "spam":
        return 0.0, 1.2
    if draft.author.persona == "newcomer":
        return min(ups, 1.0), 0.0
    return ups, downs


def _poisson(rng: random.Random, mean: float) -> int:
    limit, count, product = math.exp(-min(mean, 60.0)), 0, rng.random()
    while product > limit:
        count += 1
        product *= rng.random()
    return count


def _vote_date(rng: random.Random, start: datetime) -> datetime:
    hours = rng.expovariate(1 / 18) if rng.random() < 0.7 else rng.expovariate(1 / 900)
    moment = start + timedelta(seconds=90 + int(hours * 3600))
    if moment.hour < 4:
        moment += timedelta(hours=4)
    return moment.replace(microsecond=0)
