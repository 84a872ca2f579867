"""Groups and private messages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sites.forum.seed.people import Member
from sites.forum.seed.plots import DATA
from sites.forum.seed.records import EPOCH, Group, PrivateMessage
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = load_yaml(DATA / "social.yaml")
    return lists


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def make_groups(members: tuple[Member, ...], seed: int) -> tuple[Group, ...]:
    """The groups of ``data/social.yaml``, filled with people who care for their communities."""
    groups = []
    for row in _lists()["groups"]:
        chance = Chance(seed, "forum", "group", row["slug"])
        founded = _moment(row["date"])
        fixed = list(dict.fromkeys([*row["managers"], *row.get("with", [])]))
        pool = [
            one
            for one in members
            if not one.persona
            and any(name in one.likes for name in row["likes"])
            and one.asks + one.answers > 0.8
        ]
        chosen = chance.order(pool, lambda one: one.username)[: row["size"]]
        by_name = {one.username: one for one in members}
        people = [(name, max(founded, by_name[name].joined + timedelta(hours=2))) for name in fixed]
        for one in chosen:
            start = max(founded, one.joined)
            share = chance.share(f"entry of {one.username}")
            entry = start + timedelta(seconds=(EPOCH - start).total_seconds() * share)
            people.append((one.username, entry.replace(microsecond=0)))
        waiting = tuple((name, _moment(date)) for name, date in row.get("waiting", []))
        people.sort(key=lambda pair: pair[1])
        groups.append(
            Group(
                row["slug"],
                row["name"],
                row["description"],
                row["openness"],
                founded,
                tuple(row["managers"]),
                tuple(people),
                waiting,
            )
        )
    return tuple(groups)


def make_messages(members: tuple[Member, ...], seed: int) -> tuple[PrivateMessage, ...]:
    """The conversations of ``data/social.yaml``; ``*name`` there stands for somebody drawn for the file."""
    chance = Chance(seed, "forum", "messages")
    actors: dict[str, str] = {}
    strangers = [one for one in members if not one.persona and one.joined < _moment("2024-09-01T00:00:00")]
    strangers = chance.order(strangers, lambda one: one.username)

    def actor(name: str) -> str:
        if not name.startswith("*"):
            return name
        if name not in actors:
            actors[name] = strangers.pop().username
        return actors[name]

    rows: list[tuple[datetime, int, dict[str, Any], int]] = []
    for number, talk in enumerate(_lists()["conversations"]):
        date, rng = _moment(talk["date"]), chance.stream(talk["headline"], talk["date"])
        for place, line in enumerate(talk["lines"]):
            if place:
                date += timedelta(minutes=20 + int(rng.expovariate(1 / 300)))
            rows.append((date, number, line, place))
    rows.sort(key=lambda row: row[0])
    messages: list[PrivateMessage] = []
    last: dict[int, int] = {}
    for date, number, line, place in rows:
        if date >= EPOCH:
            continue
        talk = _lists()["conversations"][number]
        people = [actor(name) for name in talk["people"]]
        ((who, text),) = line.items()
        sender = actor(who)
        recipients = tuple(name for name in people if name != sender)
        final = place == len(talk["lines"]) - 1
        unread = tuple(actor(name) for name in talk.get("unread", [])) if final else ()
        headline = talk["headline"] if place == 0 else ""
        messages.append(
            PrivateMessage(
                len(messages) + 1, sender, recipients, date, text, headline, last.get(number), unread
            )
        )
        last[number] = len(messages)
    return tuple(messages)
