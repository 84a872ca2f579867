"""The users: who they are, what they care for, how much they say and how they say it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from typing import Any

from sites.forum.seed.plots import DATA, Community
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scene import roads
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import capital
from sites.world_data import ascii_name, draw_names, mail_domains, personas
from sites.world_data.region import DISTRICTS, VILLAGES
from sites.world_data.shop.customers import make_customers
from sites.world_data.software import software

COUNT = 612
"""Everybody with an account."""
FROM_THE_SHOP = 190
"""How many of them are customers of the shop too, under the same name and address."""
OPENED = datetime(2024, 3, 16, 9, 0, 0, tzinfo=UTC)
"""When the forum began: two years before the epoch."""
STYLES = {
    "plain": 20,
    "terse": 12,
    "chatty": 14,
    "lower": 4,
    "formal": 5,
    "lively": 6,
    "signs": 5,
    "careful": 9,
    "cross": 6,
    "foreign": 7,
    "young": 6,
    "old": 6,
}
"""Ways to write, and how many in a hundred people have each; ``voices.py`` does them."""


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

    def home(self) -> dict[str, object]:
        """The street where this person lives, and the age that he or she will admit to."""
        return dict(_home(self.username, self.style == "young"))

    def habit(self, topic: str, lines: Sequence[str]) -> str:
        """The one of some sentences about oneself that this person always says."""
        return Chance("habit", self.username, topic).pick(lines)


@cache
def _home(username: str, young: bool) -> dict[str, object]:
    chance = Chance("home", username)
    age = (18 if young else 58) + int(chance.share("age") * (9 if young else 27))
    return {"road": chance.stream().choice(roads()), "age": age}


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = load_yaml(DATA / "people.yaml")
    return lists


def waking_hours() -> list[int]:
    """When people are awake and typing: a weight for each hour of the day, UTC."""
    hours: list[int] = _lists()["hours"]
    return hours


def make_members(seed: int, scale: int, communities: tuple[Community, ...]) -> tuple[Member, ...]:
    """Everybody, personas first, then in the order in which they joined; ``scale`` times as many."""
    chance = Chance(seed, "forum", "member")
    taken: set[str] = set()
    members = [_persona(row, communities, taken) for row in _lists()["personas"]]
    members += [_maker(row, chance, communities, taken) for row in software(seed)["owners"] if "email" in row]
    makers = {(member.given, member.family) for member in members}
    identities = _identities(seed, scale)
    ordinary = [
        _ordinary(chance.of(one[2]), one, communities, taken)
        for one in [one for one in identities if one[:2] not in makers][: COUNT * scale - len(members)]
    ]
    ordinary.sort(key=lambda member: member.joined)
    return (*members, *ordinary)


def _identities(seed: int, scale: int) -> list[tuple[str, str, str, str]]:
    """(given, family, email, town) of ordinary users: some customers of the shop, the rest new names."""
    known = {persona.email for persona in personas().values()}
    rng = random.Random(f"{seed}:forum:names")
    customers = [
        one for one in make_customers(seed, scale) if one.email not in known and one.role == "customer"
    ]
    chosen = rng.sample(customers, min(FROM_THE_SHOP * scale, len(customers)))
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
    for given, family in draw_names(rng, COUNT * scale * 2):
        if (given, family) in names:
            continue
        stem = f"{ascii_name(given)}.{ascii_name(family)}"
        email = f"{stem}@{rng.choices(list(domains), list(domains.values()))[0]}"
        if email not in emails:
            emails.add(email)
            town = "Neubrandenburg" if rng.random() < 0.5 else rng.choice(VILLAGES)
            rows.append((given, family, email, town))
    return rows


def _username(chance: Chance, given: str, family: str, taken: set[str]) -> str:
    first, last = ascii_name(given), ascii_name(family)
    for attempt in count():
        rng = chance.stream(attempt)
        word = chance.of(attempt).pick(_lists()["nick_words"])
        name = (
            f"{first}-{last}",
            f"{first}.{last[0]}",
            f"{first}{rng.randint(52, 99)}",
            word,
            f"{word}{rng.randint(2, 99)}",
            f"{first[0]}.{last}",
            f"{word}-{first}",
            f"{last}_{first[0]}",
        )[rng.randrange(8)]
        if name not in taken:
            taken.add(name)
            return name
    raise AssertionError("there are endless names")


def _joined(rng: random.Random) -> datetime:
    span = (EPOCH - OPENED).total_seconds() - 86400
    share = 0.002 + 0.99 * rng.random() ** 1.5
    moment = OPENED + timedelta(seconds=int(span * share))
    hour = rng.choices(range(24), _lists()["hours"])[0]
    return moment.replace(hour=hour, minute=rng.randrange(60), second=rng.randrange(60))


def _ordinary(
    chance: Chance, one: tuple[str, str, str, str], communities: tuple[Community, ...], taken: set[str]
) -> Member:
    given, family, email, town = one
    rng = chance.stream("life")
    lists = _lists()
    names = [community.name for community in communities]
    many = rng.choices((1, 2, 3, 4, 5), (10, 26, 30, 22, 12))[0]
    chosen = chance.of("likes").order(names)[:many]
    likes = {name: rng.uniform(0.4, 1.0) / (place + 1) ** 0.4 for place, name in enumerate(chosen)}
    activity = min(rng.paretovariate(1.15), 26.0)
    expert = rng.betavariate(1.3, 1.3)
    username = _username(chance.of("name"), given, family, taken)
    website = ""
    if rng.random() < 0.17:
        stem = username.replace("_", "-").replace(".", "-")
        website = f"https://{stem}.example" if rng.random() < 0.6 else f"https://blog.example/{stem}"
    others = [name for name in names if name not in chosen]
    return Member(
        username,
        email,
        given,
        family,
        _joined(rng),
        chance.of("style").pick(list(STYLES), weight=lambda style: STYLES[style]),
        chance.of("greeting").pick(lists["greetings"]),
        chance.of("farewell").pick(lists["farewells"]),
        likes,
        activity * (1.25 - expert) * 0.8 + 0.25,
        activity * expert,
        activity * rng.uniform(0.3, 1.2),
        about=_about(chance.of("about"), chosen),
        place=town if rng.random() < 0.8 else "",
        website=website,
        show_name=rng.random() < 0.75,
        marked=tuple(name for name in chosen if rng.random() < 0.6),
        ignored=tuple(chance.of("ignored").order(others)[:1]) if rng.random() < 0.12 else (),
    )


def _about(chance: Chance, chosen: list[str]) -> str:
    """What the profile says: nothing, a line, or two or three."""
    lists, rng = _lists(), chance.stream()
    if rng.random() > 0.72:
        return ""
    parts = [chance.pick(lists["about_lines"])]
    if rng.random() < 0.4:
        parts.append(chance.of("job").pick(lists["jobs"]))
    hobbies = [lists["hobbies"][name] for name in chosen if name in lists["hobbies"]]
    if hobbies and rng.random() < 0.8:
        parts.insert(0, chance.of("hobby").pick(lists["about_hobby"]).format(hobby=rng.choice(hobbies)))
    return " ".join(capital(part) for part in parts)


def _persona(row: dict[str, Any], communities: tuple[Community, ...], taken: set[str]) -> Member:
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
    row: dict[str, Any], chance: Chance, communities: tuple[Community, ...], taken: set[str]
) -> Member:
    """Somebody who has projects on the forge, under the same name there; active where the programs are."""
    taken.add(row["username"])
    identity = (row["given"], row["family"], row["email"], "Neubrandenburg")
    member = _ordinary(chance.of(row["email"]), identity, communities, taken)
    rng = chance.stream("maker", row["email"])
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
