"""What moderators and careful authors do: spam, closed questions, flags, edits."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sites.forum.seed.crowd import later
from sites.forum.seed.people import OPENED, Member
from sites.forum.seed.plots import DATA
from sites.forum.seed.records import EPOCH, Flag
from sites.forum.seed.scripts import Script, can_say, say
from sites.forum.seed.threads import Draft, Thread
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml

DUPLICATE = 0.3
"""Share of repeated plots with hardly an answer that a moderator closes as duplicates."""
UPDATED, RETAGGED, RETITLED, CORRECTED = 0.06, 0.025, 0.012, 0.035
"""Shares of questions with an update, new tags or a mended title, and of answers with a mended typo."""


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = load_yaml(DATA / "moderation.yaml")
    return lists


def moderate(threads: list[Thread], members: tuple[Member, ...], seed: int) -> Callable[[], tuple[Flag, ...]]:
    """Add spam and misplaced questions, close some; the result makes the flags once posts have ids."""
    chance = Chance(seed, "forum", "moderation")
    moderators = [member for member in members if member.role == "moderator"]
    flagged = _add_unwanted(threads, members, moderators, chance)
    _close_duplicates(threads, moderators)
    for thread in threads:
        old = (EPOCH - thread.question.date).days > 150
        if thread.closed is None and thread.accepted_at and old and 3 < len(thread.answers) < 9:
            rng = thread.chance.stream("answered")
            if rng.random() < 0.06:
                date = later(rng, thread.accepted_at, 300.0)
                if date < EPOCH:
                    thread.closed = (rng.choice(moderators), date, "answered", None)
    poor = {
        thread.chance.of(draft.label).key: draft
        for thread in threads
        for draft in thread.answers
        if draft.worth == "poor" and draft.date > EPOCH - timedelta(days=25)
    }
    for place, key in enumerate(chance.of("poor").order(poor)[:7]):
        flagged.append((key, poor[key], "off_topic", "waiting" if place < 4 else "dismissed"))

    def flags() -> tuple[Flag, ...]:
        readers = [one for one in members if one.talks > 6 and one.persona != "newcomer"]
        made = []
        for key, draft, reason, state in flagged:
            rng = chance.stream("flag", key)
            able = [one for one in readers if one.joined < draft.date and one is not draft.author]
            for reader in rng.sample(able, 2 if reason == "spam" and rng.random() < 0.5 else 1):
                date = later(rng, draft.date, 2.0, 0.5)
                if date < EPOCH:
                    made.append(Flag(draft.id, reader.username, date, reason, state))
        return tuple(sorted(made, key=lambda one: (one.date, one.post)))

    return flags


def _add_unwanted(
    threads: list[Thread], members: tuple[Member, ...], moderators: list[Member], chances: Chance
) -> list[tuple[str, Draft, str, str]]:
    """Spam and questions that do not belong here; those of the last days still wait for a moderator."""
    flagged: list[tuple[str, Draft, str, str]] = []
    kept = [*_lists()["spam"], *_lists()["misplaced"]]
    recent = {1, 4, 7, len(_lists()["spam"]) + 1, len(_lists()["spam"]) + 5}
    quiet = [one for one in members if not one.persona and one.asks < 1.2]
    for place, row in enumerate(kept):
        chance = chances.of("unwanted", row["title"])
        rng = chance.stream("life")
        spam = place < len(_lists()["spam"])
        if place in recent:
            date = EPOCH - timedelta(days=rng.uniform(0.4, 8))
        else:
            date = OPENED + timedelta(days=rng.uniform(60, 690))
        date = date.replace(hour=rng.randint(6, 21), microsecond=0)
        author = rng.choice([one for one in quiet if one.joined < date])
        question = Draft("question", author, date, row["text"], "poor" if spam else "question")
        tags = tuple(row["tags"])
        reason = "spam" if spam else row["reason"]
        script = Script(
            f"unwanted/{place}", tags[0], tags, row["title"], row["text"], (), (), "spam" if spam else "chat"
        )
        thread = Thread(chance, script, question, row["title"], tags)
        if place in recent:
            flagged.append((chance.key, question, "spam" if spam else "off_topic", "waiting"))
        else:
            host = rng.choice(moderators)
            closed = later(rng, date, 5.0, 0.8)
            thread.closed = (host, closed, reason, None)
            if row.get("word"):
                said = closed + timedelta(minutes=2)
                thread.comments.append(Draft("comment", host, said, row["word"], "talk", question))
        threads.append(thread)
    threads.sort(key=lambda thread: thread.question.date)
    return flagged


def _close_duplicates(threads: list[Thread], moderators: list[Member]) -> None:
    first: dict[str, Thread] = {}
    for thread in threads:
        plot = thread.script.plot
        if thread.script.mood == "fix" and plot in first and len(thread.answers) < 2 and not thread.accepted:
            older = first[plot]
            rng = thread.chance.stream("duplicate")
            if rng.random() < DUPLICATE and older.accepted:
                date = later(rng, thread.question.date, 20.0, 0.9)
                if date < EPOCH - timedelta(hours=1):
                    host = rng.choice(moderators)
                    thread.closed = (host, date, "duplicate", older)
                    text = thread.chance.of("duplicate").pick(_lists()["duplicate_words"])
                    said = date - timedelta(minutes=1)
                    thread.comments.append(
                        Draft("comment", host, said, text.format(title=older.title), "talk", thread.question)
                    )
        first.setdefault(plot, thread)


# ---- edits ---------------------------------------------------------------------------------------
def tidy(threads: list[Thread], members: tuple[Member, ...]) -> None:
    """Edits of posts. Needs no ids and changes no date of a post."""
    moderators = [member for member in members if member.role == "moderator"]
    for thread in threads:
        if thread.script.mood == "spam":
            continue
        rng = thread.chance.stream("edits")
        draw = rng.random()
        question = thread.question
        if draw < UPDATED and thread.accepted is not None and thread.accepted_at is not None:
            _update(thread, rng)
        elif UPDATED <= draw < UPDATED + RETAGGED and len(thread.tags) > 1:
            date = later(rng, question.date, 4.0, 0.8)
            before = thread.tags[:-1]
            _edit(question, rng.choice(moderators), date, question.text, thread, before, "retagged")
        elif UPDATED + RETAGGED <= draw < UPDATED + RETAGGED + RETITLED:
            _retitle(thread, rng.choice(moderators), rng)
        for answer in thread.answers:
            own = thread.chance.stream("correction", answer.label, answer.author.username)
            if own.random() < CORRECTED:
                _correct(answer, own)


def _edit(
    draft: Draft,
    editor: Member,
    date: datetime,
    old_text: str,
    thread: Thread,
    old_tags: tuple[str, ...],
    summary: str,
    old_title: str = "",
) -> None:
    if date < EPOCH - timedelta(minutes=1) and date > draft.date:
        draft.versions = [
            (draft.author.username, draft.date, old_text, old_title or thread.title, old_tags, ""),
            (editor.username, date, draft.text, thread.title, thread.tags, summary),
        ]


def _update(thread: Thread, rng: random.Random) -> None:
    accepted, moment = thread.accepted, thread.accepted_at
    if accepted is None or moment is None:
        return
    facts = {**thread.script.facts, "label": accepted.label, "helper": accepted.author.given}
    lines = [line for line in _lists()["updates"].get(thread.script.mood, []) if can_say(line, facts)]
    if not lines or not accepted.label:
        return
    old = thread.question.text
    date = later(rng, moment, 30.0)
    if date < EPOCH - timedelta(minutes=1):
        thread.question.text = f"{old}\n\n{say(rng.choice(lines), rng, facts)}"
        _edit(thread.question, thread.question.author, date, old, thread, thread.tags, "update")


def _retitle(thread: Thread, editor: Member, rng: random.Random) -> None:
    date = later(rng, thread.question.date, 3.0, 0.8)
    shouted = rng.random() < 0.5
    old = (
        thread.title.upper()
        if shouted
        else f"{rng.choice(('Help', 'Question', 'Problem'))}: {thread.title.lower()}"
    )
    summary = "please do not shout" if shouted else "title says what it is about"
    _edit(thread.question, editor, date, thread.question.text, thread, thread.tags, summary, old)


def _correct(answer: Draft, rng: random.Random) -> None:
    """The author mends a typo: the first version has two letters of a word in the wrong order."""
    words = answer.text.split(" ")
    places = [
        place for place, word in enumerate(words) if word.isalpha() and word.islower() and len(word) > 5
    ]
    if not places:
        return
    place = rng.choice(places)
    cut = rng.randint(1, len(words[place]) - 3)
    word = words[place]
    words[place] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
    date = later(rng, answer.date, 1.0, 1.0)
    if words[place] != word and date < EPOCH - timedelta(minutes=1):
        answer.versions = [
            (answer.author.username, answer.date, " ".join(words), "", (), ""),
            (
                answer.author.username,
                date,
                answer.text,
                "",
                (),
                rng.choice(("typo", "spelling", "corrected a typo")),
            ),
        ]
