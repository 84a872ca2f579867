"""The software projects of a world: those of ``projects.yaml`` under the names that the seed gives them.

The default world has the names of the file, so that whoever reads about it finds them; every other one draws
names of projects, of groups and of the people behind them. Each draw goes by the hash of what it is about, so
that one more name in a list changes few projects and no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, TypeVar

from sites.world_data import ascii_name, load, mail_domains, personas
from sites.world_data.brands import DEFAULT_SEED, in_world

T = TypeVar("T")
RESERVED = frozenset({"admin", "astrid", "git", "gerold", "kazimierz", "nuala", "root", "user"})
"""Usernames that owners never get: others have them, or mean something by them."""


@cache
def software(seed: int) -> dict[str, list[dict[str, Any]]]:
    """``owners``, ``groups`` and ``projects`` of a world in the form and order of ``projects.yaml``.

    Each row has besides the ``key`` that it has in every world: what the file calls it. Do not change what is
    returned.
    """
    known = load("projects")
    owners = _owners(known["owners"], seed)
    username = {one["key"]: one["username"] for one in owners}
    groups = [
        {**row, **_group(row, seed), "key": row["name"], "owner": username[row["owner"]]}
        for row in known["groups"]
    ]
    space = {one["key"]: one["name"] for one in groups}
    projects: list[dict[str, Any]] = []
    keys = {row["name"] for row in known["projects"]}
    taken: set[str] = set()
    for row in known["projects"]:
        owner = username[row["owner"]]
        names = {"name": row["name"], "about": row["about"]}
        if seed != DEFAULT_SEED:
            names = _project(row, owner, seed, (taken | keys) - {row["name"]})
        taken.add(names["name"])
        one = {**row, **names, "key": row["name"], "owner": owner}
        if "group" in row:
            one["group"] = space[row["group"]]
        if "brand" in row:
            one["brand"] = in_world(row["brand"], seed)
        projects.append(one)
    return {"owners": owners, "groups": groups, "projects": projects}


def named_in_world(text: str, seed: int, *, titles: bool = False) -> str:
    """A text that names projects of the default world, with the names of another one.

    A project is written ``bus-timetable`` or ``bus_timetable``, with ``titles`` also ``Bus timetable``; names
    of one word, which may be plain words, stay.
    """
    pattern, names = _renames(seed, titles)
    return pattern.sub(lambda match: names[match[0]], text) if names else text


def _first(things: Iterable[T], seed: int, *about: str) -> list[T]:
    """The things in an order by chance; one more of them changes no other's place."""
    return sorted(things, key=lambda one: sha256(":".join((str(seed), *about, str(one))).encode()).digest())


def _owners(rows: Sequence[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Personas are the same people in every world, others have other names."""
    if seed == DEFAULT_SEED:
        return [{**row, "key": row["username"]} for row in rows]
    people = {(one.given, one.family) for one in personas().values()}
    usernames = {row["username"] for row in rows if "persona" in row} | RESERVED
    givens = {one.given for one in personas().values()}
    owners = []
    for row in rows:
        if "persona" in row:
            owners.append({**row, "key": row["username"]})
            continue
        given, family = next(
            both for both in _names(row["username"], seed) if both not in people and both[0] not in givens
        )
        first, last = ascii_name(given), ascii_name(family)
        forms = _first((first, f"{first[0]}{last}", f"{last}{first[0]}"), seed, "username", row["username"])
        username = next(one for one in (*forms, f"{first}-{last}") if one not in usernames)
        people.add((given, family))
        usernames.add(username)
        domain = _first(mail_domains(), seed, "mail", row["username"])[0]
        owners.append(
            {
                "username": username,
                "given": given,
                "family": family,
                "email": f"{first}.{last}@{domain}",
                "about": row["about"],
                "key": row["username"],
            }
        )
    return owners


def _names(key: str, seed: int) -> Iterable[tuple[str, str]]:
    """Given and family names in an order by chance, from all the peoples of the region."""
    for attempt in range(99):
        turn = f"{key} {attempt}"
        groups = [name for name, one in load("people")["groups"].items() for _ in range(one["share"])]
        chosen = load("people")["groups"][groups[_number(seed, turn) % len(groups)]]
        yield (
            _first(chosen["given"], seed, "given", turn)[0],
            _first(chosen["family"], seed, "family", turn)[0],
        )


def _number(seed: int, *about: str) -> int:
    return int.from_bytes(sha256(":".join((str(seed), *about)).encode()).digest()[:8], "big")


def _group(row: dict[str, Any], seed: int) -> dict[str, str]:
    others = load("project_names")["groups"].get(row["name"], [])
    if seed == DEFAULT_SEED or not others:
        return {}
    name, title = _first([(row["name"], row["title"]), *map(tuple, others)], seed, "group", row["name"])[0]
    return {"name": name, "title": title}


def _project(row: dict[str, Any], owner: str, seed: int, taken: set[str]) -> dict[str, str]:
    pools = load("project_names")
    words = pools["projects"][row["name"]]
    whole = [name.format(owner=owner) for name in words.get("names", ())]
    if not whole:
        heads = [_head(one, seed) for one in words["heads"]]
        tails = pools["tails"][row["program"]]
        whole = [f"{head}-{tail}" for head in heads for tail in tails if tail not in head.split("-")]
    # The name of the default world is one among many.
    whole = [name for name in dict.fromkeys([row["name"], *whole]) if name not in taken]
    about = _first([row["about"], words["about"]], seed, "about", row["name"])[0]
    return {"name": _first(whole, seed, "project", row["name"])[0], "about": in_world(about, seed)}


def _head(text: str, seed: int) -> str:
    if not text.startswith("<"):
        return text
    brand = in_world(text.strip("<>"), seed)
    old = text.strip("<>").split(" ", 1)
    # A brand without a line is named whole, a line without its brand.
    line = brand if len(old) == 1 else brand[len(in_world(old[0], seed)) :]
    return "-".join(filter(None, (ascii_name(word) for word in re.split(r"[^\w]+", line))))


@cache
def _renames(seed: int, titles: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    names: dict[str, str] = {}
    for one in software(seed)["projects"]:
        if one["name"] == one["key"] or "-" not in one["key"]:
            continue
        for change in (str, _snake, _title) if titles else (str, _snake):
            names[change(one["key"])] = change(one["name"])
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![\w-])"), names


def _snake(name: str) -> str:
    return name.replace("-", "_")


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()
