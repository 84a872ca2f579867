"""Who answers what in a thread, and when; what is said below posts is in ``talk.py``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from random import Random

from sites.forum.seed.crowd import Crowd, later
from sites.forum.seed.people import Member
from sites.forum.seed.plots import phrases
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scripts import Script, ScriptAnswer, can_say, say
from sites.forum.seed.voices import own_facts, voice
from sites.sitekit.chance import Chance

ANSWERS = ((0, 1, 2, 3, 4, 5, 6, 7), (6, 20, 29, 24, 12, 6, 2, 1))
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
    """A question with everything below it; ``accepted_at`` is set with ``accepted``.

    ``chance`` is where everything about the thread is drawn from.
    """

    chance: Chance
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


def play(
    script: Script, when: datetime, crowd: Crowd, chance: Chance, openers: list[str], asker: Member
) -> Thread:
    """The thread as it went after ``asker`` had asked, without the comments."""
    question = Draft(
        "question",
        asker,
        when,
        voice(script.text, asker, chance.of("question"), "question", set()),
        "question",
    )
    thread = Thread(chance, script, question, script.title, script.tags)
    used = {asker.username}
    for answer in _choose(script, when, chance, 3 if asker.persona == "newcomer" else 0):
        _give(thread, answer, used, crowd, openers)
    thread.answers.sort(key=lambda draft: draft.date)
    return thread


def _choose(script: Script, when: datetime, chance: Chance, fewest: int) -> list[ScriptAnswer]:
    """Some of the possible answers, ``fewest`` or more; the first good one rarely stays away."""
    rng = chance.stream("answers")
    count = max(fewest, rng.choices(*ANSWERS)[0])
    fresh = (EPOCH - when) < timedelta(days=2)
    if fresh:
        count = min(count, rng.choice((0, 0, 1, 1, 2)))
    by_worth: dict[str, list[ScriptAnswer]] = defaultdict(list)
    for answer in chance.of("answers").order(script.answers, lambda one: one.label or one.text):
        by_worth[answer.worth].append(answer)
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


def _give(thread: Thread, answer: ScriptAnswer, used: set[str], crowd: Crowd, openers: list[str]) -> None:
    community = thread.script.community
    chance = thread.chance.of("answer", answer.label or answer.text[:20])
    rng = chance.stream("who")
    spoken = {*used, str(thread.script.facts.get("owner", ""))}
    median = {"good": 7.0, "fair": 5.0, "poor": 3.0}[answer.worth]
    date = later(rng, thread.question.date, median)
    if date > EPOCH - timedelta(minutes=5):
        return
    if answer.worth == "poor":
        spoken |= crowd.sensible
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
    used.add(author.username)
    text = word(answer.text, answer.worth, thread, author, chance, openers, used)
    thread.answers.append(
        Draft("answer", author, date, text, answer.worth, thread.question, answer.label, answer.talk)
    )


# ---- words ---------------------------------------------------------------------------------------
def word(
    text: str,
    worth: str,
    thread: Thread,
    author: Member,
    chance: Chance,
    openers: list[str],
    used: set[str],
) -> str:
    """An answer as ``author`` says it: turns of speech, perhaps a sentence of one's own, the voice."""
    rng = chance.stream("words")
    text = rephrase(text, rng)
    if worth != "poor" and author.style != "terse":
        longer = _personal(text, thread, author, chance, openers, used)
        if len(longer) > len(text):
            return voice(longer, author, chance, "answer")
        text = longer
    elif worth != "poor" and len(text) > 170 and rng.random() < 0.5:
        text = _shorter(text)
    return voice(text, author, chance, "answer", used)


def _personal(
    text: str, thread: Thread, author: Member, chance: Chance, openers: list[str], used: set[str]
) -> str:
    """An answer with a sentence of one's own before or behind it, or without; none twice in a thread."""
    rng = chance.stream("personal")
    draw, end = rng.random(), rng.random()
    facts = own_facts(author, thread.question.date, chance)
    if end < 0.1:
        text = _without_end(text)
    elif end < 0.74:
        line = chance.of("after").pick(phrases()[f"after_{thread.script.mood}"])
        if line not in used and can_say(line, facts):
            used.add(line)
            text = f"{text} {say(line, rng, facts)}"
    if draw < 0.14 and openers:
        line = author.habit(f"opener {thread.script.community}", openers)
    elif draw < 0.3:
        line = chance.of("before").pick(phrases()["before"])
    else:
        return text
    if line in used or not can_say(line, facts):
        return text
    used.add(line)
    return f"{say(line, rng, facts)} {text}"


def _without_end(text: str) -> str:
    """A text of three sentences or more without its last one."""
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z*])", text)
    return " ".join(sentences[:-1]) if len(sentences) > 2 and "\n" not in text else text


def rephrase(text: str, rng: Random) -> str:
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
