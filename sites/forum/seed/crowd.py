"""Who asks, answers and comments where, and at what times of the day."""

from __future__ import annotations

import math
import random
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import accumulate

from sites.forum.seed.people import OPENED, Member, waking_hours
from sites.forum.seed.records import EPOCH

STRANGER = 0.012
"""How likely somebody speaks in a community that he does not care for, beside one who does."""


class Crowd:
    """Draws people who would ask, answer or comment in a community."""

    def __init__(self, members: tuple[Member, ...], communities: Iterable[str]) -> None:
        self.members = members
        self.moderators = tuple(one for one in members if one.role == "moderator")
        self.sensible = frozenset(
            one.username for one in members if one.persona not in ("", "grumbler", "canceller")
        )
        """Personas who give no poor answers."""
        self.said: dict[str, set[str]] = defaultdict(set)
        """What each user has asked, answered or remarked before, by a key; nobody says a thing twice."""
        self._weights: dict[tuple[str, str], list[float]] = {}
        for community in communities:
            for part in ("asks", "answers", "talks"):
                self._weights[community, part] = list(
                    accumulate(getattr(one, part) * one.likes.get(community, STRANGER) for one in members)
                )

    def draw(
        self, rng: random.Random, community: str, part: str, when: datetime, without: Iterable[str] = ()
    ) -> Member | None:
        """Somebody who had an account at ``when`` and is not ``without``; None if hardly anybody is left."""
        weights = self._weights[community, part]
        excluded = set(without)
        for _ in range(60):
            member = self.members[bisect(weights, rng.random() * weights[-1])]
            if member.joined < when and member.username not in excluded:
                return member
        return None


def question_dates(rng: random.Random, count: int) -> list[datetime]:
    """Moments of ``count`` questions over the two years, more and more, by weekday and hour, in order."""
    span = (EPOCH - OPENED).days
    hours = waking_hours()
    days = range(span)
    weights = []
    for day in days:
        date = OPENED + timedelta(days=day)
        growth = 0.35 + 0.65 * min(1.0, (day + 30) / (span * 0.6))
        season = 1 + 0.15 * math.cos((date.timetuple().tm_yday - 20) / 365 * 2 * math.pi)
        weights.append(growth * season * (0.9, 0.95, 0.95, 0.95, 0.85, 1.15, 1.3)[date.weekday()])
    dates = []
    for day in rng.choices(days, weights, k=count):
        date = (OPENED + timedelta(days=day)).replace(hour=rng.choices(range(24), hours)[0])
        date = date.replace(minute=rng.randrange(60), second=rng.randrange(60))
        if OPENED + timedelta(hours=2) < date < EPOCH - timedelta(minutes=20):
            dates.append(date)
    return sorted(dates)


def later(rng: random.Random, start: datetime, median_hours: float, spread: float = 1.5) -> datetime:
    """A moment after ``start`` when somebody is awake; the delay is lognormal."""
    delay = median_hours * math.exp(rng.gauss(0, spread))
    moment = start + timedelta(seconds=120 + delay * 3600)
    if moment.hour < 5 and rng.random() < 0.9:
        moment += timedelta(hours=5 + rng.random() * 4)
    return moment.replace(microsecond=0)
