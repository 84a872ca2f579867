"""Who has an account on the forge: owners of projects, other authors, people who only read and ask."""

from __future__ import annotations

import base64
import random
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from sites.gitlab.seed.records import EPOCH, FIRST_DAY, Group, Member, SshKey, User
from sites.sitekit.chance import Chance
from sites.world_data import ascii_name, draw_names, mail_domains, persona
from sites.world_data.software import software

AUTHORS = 84
"""Accounts that write commits: the owners of projects and others."""
READERS = 46
"""Accounts that open issues, star and watch."""
GUEST = "kazimierz"
BIOS = (
    "Reads more code than they write.",
    "Bicycle, coffee, terminal.",
    "Python mostly.",
    "I fix typos.",
    "Lives by the lake; works somewhere else.",
    "Tests first, questions later.",
    "Learning Rust, slowly.",
    "Data from paper to file.",
    "Maps and mushrooms.",
    "Former teacher, current gardener.",
    "Small patches welcome.",
    "",
    "",
)
STATUSES = (
    "On holiday until the 22nd",
    "Reviewing on Sundays only",
    "Back from parental leave",
    "Busy with exams",
    "Looking for testers",
    "Out on the lake",
    "At the repair café on Thursday",
)
PLACES = (
    "Neubrandenburg",
    "Neustrelitz",
    "Waren",
    "Burg Stargard",
    "Friedland",
    "Demmin",
    "Altentreptow",
    "",
)


def make_users(seed: int, scale: float = 1) -> tuple[User, ...]:
    """Owners first, then other authors, then readers (``scale`` times as many); the guest is the last."""
    chance = Chance(seed, "forge user")
    count = AUTHORS + int(READERS * scale)
    owners = []
    for row in software(seed)["owners"]:
        if "persona" in row:
            one = persona(str(row["persona"]))
            given, family, email = one.given, one.family, one.email
        else:
            given, family, email = str(row["given"]), str(row["family"]), str(row["email"])
        owners.append(
            account(chance, str(row["username"]), f"{given} {family}", email, str(row["about"]), 40)
        )
    taken = {one.full_name for one in owners}
    mails = {one.emails[0] for one in owners}
    names = {one.username for one in owners} | {GUEST, "gerold", "nuala", "admin", "git", "root"}
    others = [
        account(chance, "gerold", "Gerold Pannwitz", persona("grumbler").email, "Things should work.", 400),
        account(
            chance, "nuala", "Nuala Fitzsimmons", persona("fussy").email, "I read the manual. All of it.", 400
        ),
    ]
    domains, shares = list(mail_domains()), list(mail_domains().values())
    for given, family in draw_names(chance.stream("names"), count):
        if f"{given} {family}" in taken or len(owners) + len(others) >= count - 1:
            continue
        first, last = ascii_name(given), ascii_name(family)
        rng = chance.stream("account", given, family)
        forms = (
            first,
            f"{first[0]}{last}",
            f"{first}.{last}",
            f"{last}{rng.randrange(70, 99)}",
            f"{first}-{last[0]}",
        )
        username = next(form for form in rng.sample(forms, len(forms)) if form not in names)
        email = f"{first}.{last}@{rng.choices(domains, shares)[0]}"
        if email in mails:
            continue
        names.add(username)
        mails.add(email)
        taken.add(f"{given} {family}")
        others.append(account(chance, username, f"{given} {family}", email, rng.choice(BIOS), 900))
    guest = persona("newcomer")
    arrived = EPOCH - timedelta(days=6, hours=14, minutes=48)
    last = User(GUEST, guest.name, (guest.email,), arrived, bio="New here.", place="Neubrandenburg")
    return (*(dressed(one) for one in owners), *others, last)


def account(chance: Chance, username: str, name: str, email: str, bio: str, days: int) -> User:
    """An account made within ``days`` after the forge began."""
    rng = chance.stream("profile", name)
    created = FIRST_DAY - timedelta(days=20) + timedelta(seconds=rng.randrange(days * 86_400))
    emails = (email, f"{username}@forge.example") if rng.random() < 0.12 else (email,)
    keys = tuple(
        ssh_key(rng, title, username, created + timedelta(days=rng.randrange(1, 60)))
        for title in rng.sample(
            ("laptop", "desktop", "work", "tablet"), rng.choices((0, 1, 2), (40, 45, 15))[0]
        )
    )
    website = f"https://{username}.example/" if rng.random() < 0.25 else ""
    status = rng.choice(STATUSES) if rng.random() < 0.12 else ""
    return User(username, name, emails, created, bio, website, rng.choice(PLACES), status, ssh_keys=keys)


def dressed(user: User) -> User:
    """Profiles that tasks speak of, with every field filled."""
    if user.username == "emma":
        return replace(
            user,
            emails=("emma.lindqvist@mailbox.example", "emma@forge.example"),
            website="https://lindqvist.example/",
            place="Neubrandenburg",
            status="Reviewing on Sundays only",
            created=FIRST_DAY - timedelta(days=12),
            ssh_keys=tuple(
                ssh_key(random.Random(title), title, "emma", FIRST_DAY + timedelta(days=days))
                for title, days in (("kitchen laptop", 3), ("office desktop", 410))
            ),
        )
    if user.username == "tomasz":
        return replace(
            user, website="https://wieczorek.example/", place="Altentreptow", status="Busy with exams"
        )
    return user


def ssh_key(rng: random.Random, title: str, username: str, date: datetime) -> SshKey:
    """A well-formed ed25519 public key of nobody."""
    raw = sha256(f"{username}:{title}:{rng.random()}".encode()).digest()
    kind = b"ssh-ed25519"
    blob = len(kind).to_bytes(4, "big") + kind + len(raw).to_bytes(4, "big") + raw
    comment = f"{username}@{title.replace(' ', '-')}"
    return SshKey(
        title, f"ssh-ed25519 {base64.b64encode(blob).decode()} {comment}", date.replace(microsecond=0)
    )


def make_groups(seed: int, users: tuple[User, ...]) -> tuple[Group, ...]:
    """The groups of the world; members are owners of its projects and some other authors."""
    data = software(seed)
    authors = [one.username for one in users[:AUTHORS]]
    groups = []
    for row in data["groups"]:
        name, owner = str(row["name"]), str(row["owner"])
        rng = Chance(seed, "forge group", row["key"]).stream()
        inner = dict.fromkeys(str(p["owner"]) for p in data["projects"] if p.get("group") == name)
        inner.update(dict.fromkeys(rng.sample(authors, rng.randrange(2, 6))))
        inner.pop(owner, None)
        born = min(str(p["started"]) for p in data["projects"] if p.get("group") == name)
        created = max(datetime.fromisoformat(f"{born}-01T08:30:00+00:00"), FIRST_DAY) + timedelta(
            hours=rng.randrange(9)
        )
        members = [Member(owner, "owner", created)]
        for index, username in enumerate(inner):
            since = created + timedelta(days=3 + index * rng.randrange(9, 60), minutes=rng.randrange(600))
            members.append(Member(username, "member", since))
        groups.append(Group(name, str(row["title"]), str(row["about"]), owner, created, tuple(members)))
    return tuple(groups)
