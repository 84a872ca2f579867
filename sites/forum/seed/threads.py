"""Who says what in a thread, and when."""

from __future__ import annotations

import math
import random
import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from itertools import accumulate

from sites.forum.seed.people import OPENED, Member, voice
from sites.forum.seed.plots import DATA, phrases
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scripts import Script, ScriptAnswer, can_say, say
from sites.sitekit.data import load_yaml

STRANGER = 0.012
"""How likely somebody speaks in a community that he does not care for, beside one who does."""
ANSWERS = ((0, 1, 2, 3, 4, 5), (6, 20, 30, 25, 13, 6))
"""How many answers a question gets, and how often in a hundred questions."""
ACCEPTED = 0.64
"""Share of askers who accept an answer if there is a good one."""


@dataclass(slots=True)
class Draft:
    """A post before it has an id. ``kind``: question, answer or comment; ``worth`` as in scripts."""

    kind: str
    author: Member
    date: datetime
    text: str
    worth: str
    parent: Draft | None = None
    label: str = ""
    talk: tuple[str, ...] = ()
    versions: list[tuple[str, datetime, str, str, tuple[str, ...], str]] = field(default_factory=list)
    """Former and present versions if edited: author, date, text, title, tags, summary."""
    id: int = 0


@dataclass(slots=True)
class Thread:
    """A question with everything below it; ``accepted_at`` is set with ``accepted``."""

    script: Script
    question: Draft
    title: str
    tags: tuple[str, ...]
    answers: list[Draft] = field(default_factory=list)
    comments: list[Draft] = field(default_factory=list)
    accepted: Draft | None = None
    accepted_at: datetime | None = None
    closed: tuple[Member, datetime, str, Thread | None] | None = None

    def posts(self) -> Iterable[Draft]:
        """Question, answers and comments."""
        yield self.question
        yield from self.answers
        yield from self.comments


@cache
def remarks() -> dict[str, dict[str, list[str]]]:
    """What people say below posts in general, by mood of the plot and role."""
    table: dict[str, dict[str, list[str]]] = load_yaml(DATA / "remarks.yaml")
    return table


class Crowd:
    """Draws people who would ask, answer or comment in a community."""

    def __init__(self, members: tuple[Member, ...], communities: Iterable[str]) -> None:
        self.members = members
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


# ---- dates ---------------------------------------------------------------------------------------
def question_dates(rng: random.Random, count: int) -> list[datetime]:
    """Moments of ``count`` questions over the two years, more and more, by weekday and hour, in order."""
    span = (EPOCH - OPENED).days
    hours = _hours()
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


def _hours() -> list[int]:
    hours: list[int] = load_yaml(DATA / "people.yaml")["hours"]
    return hours


def later(rng: random.Random, start: datetime, median_hours: float, spread: float = 1.5) -> datetime:
    """A moment after ``start`` when somebody is awake; the delay is lognormal."""
    delay = median_hours * math.exp(rng.gauss(0, spread))
    moment = start + timedelta(seconds=120 + delay * 3600)
    if moment.hour < 5 and rng.random() < 0.9:
        moment += timedelta(hours=5 + rng.random() * 4)
    return moment.replace(microsecond=0)


# ---- threads -------------------------------------------------------------------------------------
def play(
    script: Script, when: datetime, crowd: Crowd, rng: random.Random, openers: list[str], asker: Member
) -> Thread:
    """The thread as it went after ``asker`` had asked."""
    question = Draft("question", asker, when, voice(script.text, asker, rng, "question"), "question")
    thread = Thread(script, question, script.title, script.tags)
    given = {asker.username}
    for answer in _choose(script, when, rng):
        _give(thread, answer, given, crowd, rng, openers)
    thread.answers.sort(key=lambda draft: draft.date)
    _remark(thread, crowd, rng)
    _accept(thread, rng)
    _reactions(thread, crowd, rng)
    thread.comments = [draft for draft in thread.comments if draft.date < EPOCH - timedelta(minutes=3)]
    return thread


def _choose(script: Script, when: datetime, rng: random.Random) -> list[ScriptAnswer]:
    """Some of the possible answers; the first good one rarely stays away."""
    count = rng.choices(*ANSWERS)[0]
    fresh = (EPOCH - when) < timedelta(days=2)
    if fresh:
        count = min(count, rng.choice((0, 0, 1, 1, 2)))
    by_worth: dict[str, list[ScriptAnswer]] = defaultdict(list)
    for answer in script.answers:
        by_worth[answer.worth].append(answer)
    for answers in by_worth.values():
        rng.shuffle(answers)
    chosen: list[ScriptAnswer] = []
    while len(chosen) < count and any(by_worth.values()):
        weights = {"good": 6.0, "fair": 2.6, "poor": 1.2}
        worths = [worth for worth in weights if by_worth[worth]]
        worth = rng.choices(worths, [weights[one] for one in worths])[0]
        if worth == "poor" and any(one.worth == "poor" for one in chosen):
            by_worth["poor"].clear()
            continue
        chosen.append(by_worth[worth].pop())
    return chosen


def _give(
    thread: Thread,
    answer: ScriptAnswer,
    given: set[str],
    crowd: Crowd,
    rng: random.Random,
    openers: list[str],
) -> None:
    community = thread.script.community
    spoken = {*given, str(thread.script.facts.get("owner", ""))}
    median = {"good": 7.0, "fair": 5.0, "poor": 3.0}[answer.worth]
    date = later(rng, thread.question.date, median)
    if date > EPOCH - timedelta(minutes=5):
        return
    if answer.worth == "poor":
        spoken.update(
            one.username for one in crowd.members if one.persona not in ("", "grumbler", "canceller")
        )
    key = f"answer {thread.script.plot} {answer.label}"
    if thread.script.mood == "choice":
        key = f"answer {answer.label if answer.worth == 'fair' else thread.script.plot}"
    author = None
    for _ in range(6):
        author = crowd.draw(rng, community, "answers", date, spoken)
        if author is None or key not in crowd.said[author.username]:
            break
        spoken.add(author.username)
        author = None
    if author is None:
        return
    crowd.said[author.username].add(key)
    given.add(author.username)
    text = rephrase(answer.text, rng)
    if answer.worth != "poor" and author.style != "terse":
        text = _personal(text, thread, author, rng, openers, given)
    if author.style == "terse" and answer.worth != "poor" and len(text) > 170 and rng.random() < 0.5:
        text = _shorter(text)
    draft = Draft(
        "answer",
        author,
        date,
        voice(text, author, rng, "answer"),
        answer.worth,
        thread.question,
        answer.label,
    )
    thread.answers.append(draft)
    draft.talk = answer.talk
    if answer.worth == "poor":
        asker = thread.question.author
        other = crowd.draw(rng, community, "talks", date, {author.username, asker.username})
        if other is not None and rng.random() < 0.85:
            _talk(thread, draft, answer.talk, (other, author), rng)


def _personal(
    text: str, thread: Thread, author: Member, rng: random.Random, openers: list[str], used: set[str]
) -> str:
    """An answer with a sentence of one's own before or behind it, or without; none twice in a thread."""
    draw = rng.random()
    if openers and draw < 0.2:
        line = author.habit(f"opener {thread.script.community}", openers)
        form = "{line} {text}"
    elif draw < 0.45:
        line = rng.choice(phrases()[f"after_{thread.script.mood}"])
        form = "{text} {line}"
    elif draw < 0.6:
        line = rng.choice(phrases()["before"])
        form = "{line} {text}"
    else:
        return _without_end(text) if draw > 0.86 else text
    if line in used:
        return text
    used.add(line)
    return form.format(line=say(line, rng, thread.script.facts), text=text)


def _without_end(text: str) -> str:
    """A text of three sentences or more without its last one."""
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z*])", text)
    return " ".join(sentences[:-1]) if len(sentences) > 2 and "\n" not in text else text


def rephrase(text: str, rng: random.Random) -> str:
    """The same said a little differently: some turns of speech change places with their equals."""
    for one, *others in turns():
        if one in text and rng.random() < 0.45:
            text = re.sub(rf"\b{re.escape(one)}\b", rng.choice(others), text, count=1)
    return text


@cache
def turns() -> tuple[tuple[str, ...], ...]:
    """Turns of speech that mean the same, from ``data/phrases.txt``."""
    return tuple(tuple(line.split(" = ")) for line in phrases()["turns"])


def _shorter(text: str) -> str:
    """The first two sentences of the first paragraph."""
    first = text.split("\n\n")[0]
    ends = [place + 1 for place, sign in enumerate(first[:-1]) if sign in ".!?" and first[place + 1] == " "]
    return first[: ends[1]] if len(ends) > 1 else text


def _talk(
    thread: Thread, parent: Draft, lines: tuple[str, ...], speakers: tuple[Member, Member], rng: random.Random
) -> None:
    date = parent.date
    for place, line in enumerate(lines):
        speaker = speakers[place % 2]
        date = later(rng, max(date, parent.date), 3.0, 1.2)
        worth = "talk"
        thread.comments.append(
            Draft("comment", speaker, date, voice(line, speaker, rng, "comment"), worth, parent)
        )


def _remark(thread: Thread, crowd: Crowd, rng: random.Random) -> None:
    """A question back from somebody and the asker's reply."""
    asker = thread.question.author
    pool = list(thread.script.remarks)
    rng.shuffle(pool)
    for remark in pool[: rng.choices((0, 1, 2), (50, 40, 10))[0]]:
        other = crowd.draw(rng, thread.script.community, "talks", thread.question.date, {asker.username})
        if other is not None:
            _talk(thread, thread.question, remark, (other, asker), rng)


def _accept(thread: Thread, rng: random.Random) -> None:
    """Choose the accepted answer and let the asker talk below answers; only one can have mended a thing."""
    good = [draft for draft in thread.answers if draft.worth == "good"]
    fair = [draft for draft in thread.answers if draft.worth == "fair" and thread.script.mood != "fix"]
    pool = good or fair
    chosen = None
    if pool and rng.random() < (ACCEPTED if good else 0.2):
        chosen = pool[0] if rng.random() < 0.45 else rng.choice(pool)
    talked = False
    asker = thread.question.author
    for draft in sorted(thread.answers, key=lambda one: one is not chosen):
        if draft.worth == "poor" or (thread.script.mood == "fix" and talked):
            continue
        if thread.script.mood == "fix" and chosen is not None and draft is not chosen:
            continue
        if rng.random() < (0.85 if draft is chosen else 0.55):
            _talk(thread, draft, draft.talk, (asker, draft.author), rng)
            talked = talked or bool(draft.talk)
    if chosen is not None:
        last = max([draft.date for draft in thread.comments if draft.parent is chosen], default=chosen.date)
        moment = later(rng, last, 16.0)
        if moment < EPOCH - timedelta(minutes=10):
            thread.accepted, thread.accepted_at = chosen, moment


def _reactions(thread: Thread, crowd: Crowd, rng: random.Random) -> None:
    """Comments that any thread may have: thanks, agreement, a doubt, and what the author says to that."""
    asker = thread.question.author
    mood = remarks()[thread.script.mood]
    fixed = thread.accepted
    used: set[str] = set()

    def add(parent: Draft, role: str, speaker: Member | None, date: datetime) -> bool:
        facts = {
            **thread.script.facts,
            "label": parent.label or "that",
            "Label": (parent.label or "That")[:1].upper() + (parent.label or "That")[1:],
            "helper": parent.author.given,
            "asker": asker.given,
        }
        known = crowd.said[speaker.username] if speaker else set()
        lines = [line for line in mood.get(role, []) if line not in used and can_say(line, facts)]
        lines = [line for line in lines if "abel}" in line or line not in known] or lines
        if not parent.label:
            lines = [line for line in lines if "abel}" not in line]
        if speaker is None or not lines:
            return False
        line = rng.choice(lines)
        used.add(line)
        known.add(line)
        text = voice(say(line, rng, facts), speaker, rng, "comment")
        thread.comments.append(Draft("comment", speaker, date, text, role, parent))
        return True

    def last(parent: Draft) -> datetime:
        return max([draft.date for draft in thread.comments if draft.parent is parent], default=parent.date)

    if fixed is not None and thread.accepted_at is not None and rng.random() < 0.7:
        done = thread.accepted_at - timedelta(minutes=rng.randint(1, 9))
        if done > last(fixed) and add(fixed, "thanks", asker, done) and rng.random() < 0.3:
            add(fixed, "glad", fixed.author, later(rng, done, 4.0))
    for answer in thread.answers:
        if answer is not fixed and rng.random() < (0.38 if answer.worth != "poor" else 0.04):
            role = "unhelpful" if answer.worth != "good" and thread.script.mood == "fix" else "polite"
            add(answer, role, asker, later(rng, last(answer), 9.0))
        while rng.random() < {"good": 0.2, "fair": 0.13, "poor": 0.12}[answer.worth]:
            other = crowd.draw(
                rng, thread.script.community, "talks", answer.date, {asker.username, answer.author.username}
            )
            role = {"good": "agree", "fair": rng.choice(("agree", "doubt")), "poor": "disagree"}[answer.worth]
            if answer.worth == "good" and rng.random() < 0.12:
                role = "doubt"
            date = later(rng, answer.date, 20.0, 1.8)
            if add(answer, role, other, date) and role in ("doubt", "disagree") and rng.random() < 0.5:
                add(answer, "defend", answer.author, later(rng, date, 5.0))
    if not thread.answers and rng.random() < 0.5:
        add(thread.question, "bump", asker, later(rng, thread.question.date, 90.0, 0.6))
    elif rng.random() < 0.22:
        known = {asker.username, *(draft.author.username for draft in thread.answers)}
        known.update(draft.author.username for draft in thread.comments)
        known.update(one.username for one in crowd.members if one.role == "moderator")
        other = crowd.draw(rng, thread.script.community, "talks", thread.question.date, known)
        add(thread.question, "me_too", other, later(rng, thread.question.date, 60.0))
    first_week = thread.question.date - asker.joined < timedelta(days=7)
    if first_week and rng.random() < 0.5:
        hosts = [one for one in crowd.members if one.role == "moderator" and one is not asker]
        add(thread.question, "welcome", rng.choice(hosts), later(rng, thread.question.date, 3.0, 0.8))
