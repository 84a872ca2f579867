"""The users: who they are, what they care for, how much they say and how they say it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sites.forum.seed.plots import Community
from sites.forum.seed.records import EPOCH
from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import capital
from sites.world_data import ascii_name, draw_names, load, mail_domains, personas
from sites.world_data.region import DISTRICTS, VILLAGES
from sites.world_data.shop.customers import make_customers

from .plots import DATA

COUNT = 612
"""Everybody with an account."""
FROM_THE_SHOP = 190
"""How many of them are customers of the shop too, under the same name and address."""
OPENED = datetime(2024, 3, 16, 9, 0, 0, tzinfo=UTC)
"""When the forum began: two years before the epoch."""
STYLES = ("plain", "terse", "chatty", "lower", "formal", "lively", "signs")
STYLE_SHARES = (44, 14, 16, 6, 8, 6, 6)


@dataclass(frozen=True, slots=True)
class Member:
    """A user as the generator sees him. ``likes`` are weights of communities, others count little.

    ``asks``, ``answers`` and ``talks`` are relative chances of asking, answering and commenting;
    ``origin`` is the town one came from, if it matters.
    """

    username: str
    email: str
    given: str
    family: str
    joined: datetime
    style: str
    greeting: str
    farewell: str
    likes: dict[str, float]
    asks: float
    answers: float
    talks: float
    role: str = "member"
    persona: str = ""
    about: str = ""
    place: str = ""
    country: str = "DE"
    website: str = ""
    show_name: bool = True
    marked: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    origin: str = ""

    def facts(self, when: datetime) -> dict[str, object]:
        """Where this person lives and how old his child is at ``when``."""
        rng = random.Random(f"home:{self.username}")
        district = rng.choice(DISTRICTS)
        if self.place and self.place != "Neubrandenburg":
            district = self.place
        origin = {"from": self.origin} if self.origin else {}
        return {
            **origin,
            "district": district,
            "village": rng.choice([village for village in VILLAGES if village != self.place]),
            "kid": rng.randint(3, 8) + when.year - OPENED.year,
        }

    def habit(self, topic: str, lines: Sequence[str]) -> str:
        """The one of some sentences about oneself that this person always says."""
        return random.Random(f"habit:{self.username}:{topic}").choice(lines)


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = load_yaml(DATA / "people.yaml")
    return lists


def make_members(seed: int, communities: tuple[Community, ...]) -> tuple[Member, ...]:
    """Everybody, personas first, then in the order in which they joined."""
    rng = random.Random(f"{seed}:forum:members")
    taken: set[str] = set()
    members = [_persona(row, rng, communities, taken) for row in _lists()["personas"]]
    members += [_maker(row, rng, communities, taken) for row in load("projects")["owners"] if "email" in row]
    makers = {(member.given, member.family) for member in members}
    identities = _identities(seed, rng)
    ordinary = [_ordinary(rng, one, communities, taken) for one in identities if one[:2] not in makers][
        : COUNT - len(members)
    ]
    ordinary.sort(key=lambda member: member.joined)
    return (*members, *ordinary)


def _identities(seed: int, rng: random.Random) -> list[tuple[str, str, str, str]]:
    """(given, family, email, town) of ordinary users: some customers of the shop, the rest new names."""
    known = {persona.email for persona in personas().values()}
    customers = [one for one in make_customers(seed) if one.email not in known and one.role == "customer"]
    chosen = rng.sample(customers, min(FROM_THE_SHOP, len(customers)))
    rows = [
        (
            one.first_name,
            one.last_name,
            one.email,
            one.addresses[0].city if one.addresses else "Neubrandenburg",
        )
        for one in chosen
    ]
    names = {(row[0], row[1]) for row in rows} | {(one.first_name, one.last_name) for one in customers}
    emails = {one.email for one in customers}
    domains = mail_domains()
    for given, family in draw_names(rng, COUNT * 2):
        if (given, family) in names:
            continue
        stem = f"{ascii_name(given)}.{ascii_name(family)}"
        email = f"{stem}@{rng.choices(list(domains), list(domains.values()))[0]}"
        if email not in emails:
            emails.add(email)
            town = "Neubrandenburg" if rng.random() < 0.5 else rng.choice(VILLAGES)
            rows.append((given, family, email, town))
    return rows


def _username(rng: random.Random, given: str, family: str, taken: set[str]) -> str:
    first, last = ascii_name(given), ascii_name(family)
    words = _lists()["nick_words"]
    while True:
        form = rng.randrange(8)
        name = (
            f"{first}-{last}",
            f"{first}.{last[0]}",
            f"{first}{rng.randint(52, 99)}",
            rng.choice(words),
            f"{rng.choice(words)}{rng.randint(2, 99)}",
            f"{first[0]}.{last}",
            f"{rng.choice(words)}-{first}",
            f"{last}_{first[0]}",
        )[form]
        if name not in taken:
            taken.add(name)
            return name


def _joined(rng: random.Random) -> datetime:
    span = (EPOCH - OPENED).total_seconds() - 86400
    share = 0.002 + 0.99 * rng.random() ** 1.5
    moment = OPENED + timedelta(seconds=int(span * share))
    hour = rng.choices(range(24), _lists()["hours"])[0]
    return moment.replace(hour=hour, minute=rng.randrange(60), second=rng.randrange(60))


def _ordinary(
    rng: random.Random, one: tuple[str, str, str, str], communities: tuple[Community, ...], taken: set[str]
) -> Member:
    given, family, email, town = one
    lists = _lists()
    names = [community.name for community in communities]
    count = rng.choices((1, 2, 3, 4, 5), (10, 26, 30, 22, 12))[0]
    chosen = rng.sample(names, count)
    likes = {name: rng.uniform(0.4, 1.0) / (place + 1) ** 0.4 for place, name in enumerate(chosen)}
    activity = min(rng.paretovariate(1.15), 26.0)
    expert = rng.betavariate(1.3, 1.3)
    username = _username(rng, given, family, taken)
    about = ""
    if rng.random() < 0.72:
        parts = [rng.choice(lists["about_lines"])]
        if rng.random() < 0.4:
            parts.append(rng.choice(lists["jobs"]))
        hobby = [lists["hobbies"][name] for name in chosen if name in lists["hobbies"]]
        if hobby:
            parts.insert(0, rng.choice(lists["about_hobby"]).format(hobby=rng.choice(hobby)))
        about = " ".join(capital(part) for part in parts)
    website = ""
    if rng.random() < 0.17:
        stem = username.replace("_", "-").replace(".", "-")
        website = f"https://{stem}.example" if rng.random() < 0.6 else f"https://blog.example/{stem}"
    return Member(
        username,
        email,
        given,
        family,
        _joined(rng),
        rng.choices(STYLES, STYLE_SHARES)[0],
        rng.choice(lists["greetings"]),
        rng.choice(lists["farewells"]),
        likes,
        activity * (1.25 - expert) * 0.8 + 0.25,
        activity * expert,
        activity * rng.uniform(0.3, 1.2),
        about=about,
        place=town if rng.random() < 0.8 else "",
        website=website,
        show_name=rng.random() < 0.75,
        marked=tuple(name for name in chosen if rng.random() < 0.6),
        ignored=tuple(name for name in rng.sample(names, 1) if name not in chosen and rng.random() < 0.12),
    )


def _persona(
    row: dict[str, Any], rng: random.Random, communities: tuple[Community, ...], taken: set[str]
) -> Member:
    person = personas()[row["key"]]
    taken.add(row["username"])
    unknown = set(row["likes"]) - {community.name for community in communities}
    if unknown:
        raise KeyError(f"people.yaml: {row['key']} likes unknown communities {sorted(unknown)}")
    return Member(
        row["username"],
        person.email,
        person.given,
        person.family,
        datetime.fromisoformat(row["joined"]).replace(tzinfo=UTC),
        row["style"],
        row.get("greeting", "Hello everybody,"),
        row.get("farewell", "Thank you in advance."),
        {name: 1.0 / (place + 1) ** 0.5 for place, name in enumerate(row["likes"])},
        row["asks"],
        row["answers"],
        row["talks"],
        role=row.get("role", "member"),
        persona=row["key"],
        about=row["about"],
        place=row["place"],
        website=row.get("website", ""),
        marked=tuple(row["likes"][:4]),
        origin=row.get("from", ""),
    )


def _maker(
    row: dict[str, Any], rng: random.Random, communities: tuple[Community, ...], taken: set[str]
) -> Member:
    """Somebody who has projects on the forge, under the same name there; active where the programs are."""
    taken.add(row["username"])
    identity = (row["given"], row["family"], row["email"], "Neubrandenburg")
    member = _ordinary(rng, identity, communities, taken)
    taken.discard(member.username)
    return replace(
        member,
        username=row["username"],
        about=row["about"],
        website="",
        joined=min(member.joined, OPENED + timedelta(days=rng.randint(1, 200), minutes=rng.randint(1, 900))),
        likes={"open-source": 0.8, **member.likes},
        marked=("open-source", *member.marked),
    )


# ---- voices --------------------------------------------------------------------------------------
def voice(text: str, member: Member, rng: random.Random, part: str) -> str:
    """A text as this person would type it; ``part`` is question, answer or comment."""
    style = member.style
    lists = _lists()
    if style == "formal" and part == "question":
        farewell = f"{rng.choice(lists['formal_farewells'])} {member.given} {member.family}"
        text = f"{member.greeting}\n\n{text}\n\n{farewell}"
    elif style == "chatty" and part == "question":
        text = f"{member.greeting}\n\n{text}" + (f"\n\n{member.farewell}" if rng.random() < 0.6 else "")
    elif style == "signs" and part != "comment":
        text = f"{text}\n\n{member.given}"
    elif style == "chatty" and part == "answer" and rng.random() < 0.45:
        text = f"{rng.choice(lists['chatty_openers'])} {text}"
    elif style in ("plain", "lively") and part == "question" and rng.random() < 0.22:
        text = f"{text}\n\n{member.farewell}"
    if style == "lower":
        return text.lower().removesuffix(".")
    if style == "lively" and text.endswith(".") and rng.random() < 0.6:
        return text[:-1] + "!"
    return text
