"""Who writes, who has an account and who comments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sites.cms.seed.chance import share, stream
from sites.cms.seed.records import DAYS, EPOCH, User
from sites.cms.seed.stories import data
from sites.world_data import ascii_name, draw_names, mail_domains

SUBSCRIBERS = 36
READERS = 220
MANNERS = ("plain", "plain", "plain", "curt", "chatty", "chatty", "young", "cross", "formal")


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who comments: in a manner of their own, and ``weight`` times as often as others."""

    name: str
    email: str
    login: str
    manner: str
    weight: float


def make_users(seed: int) -> list[User]:
    """The newsroom in the order of its file, then those with a subscription."""
    first = EPOCH - timedelta(days=DAYS + 40)
    users = [
        User(
            one["login"], one["name"], one["role"], one["email"], one["about"], first + timedelta(days=number)
        )
        for number, one in enumerate(data("newsroom")["staff"])
    ]
    taken = {one.login for one in users}
    for given, family in draw_names(stream(seed, "subscribers"), SUBSCRIBERS):
        rng = stream(seed, "subscriber", given, family)
        login = f"{ascii_name(given)[:1]}{ascii_name(family)}"
        while login in taken:
            login += str(rng.randint(50, 99))
        taken.add(login)
        registered = first + timedelta(days=rng.randint(40, DAYS), minutes=rng.randint(0, 900))
        users.append(
            User(login, f"{given} {family}", "subscriber", _mail(seed, given, family), "", registered)
        )
    return users


def make_readers(seed: int, users: list[User], scale: int) -> list[Reader]:
    """Those who comment, with and without an account."""
    known = [(one.name, one.email, one.login) for one in users if one.role == "subscriber"]
    taken = {name for name, _, _ in known}
    for given, family in draw_names(stream(seed, "readers"), min(READERS * scale, 900)):
        full = f"{given} {family}"
        name = full if share(seed, "signs in full", full) < 0.6 or given in taken else given
        if name not in taken:
            taken.add(name)
            known.append((name, _mail(seed, given, family), ""))
    return [
        Reader(
            name,
            mail,
            login,
            stream(seed, "manner", name).choice(MANNERS),
            0.2 / (0.03 + share(seed, "zeal", name)),
        )
        for name, mail, login in known
    ]


def _mail(seed: int, given: str, family: str) -> str:
    domain = stream(seed, "mail", given, family).choice(list(mail_domains()))
    return f"{ascii_name(given)}.{ascii_name(family)}@{domain}"
