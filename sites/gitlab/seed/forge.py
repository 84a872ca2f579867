"""Puts the forge together: casts of projects, their lives, stars and watchers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed.drafts import Cast
from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.history import LAST_MOMENT, History
from sites.gitlab.seed.people import AUTHORS, GUEST, make_groups, make_users
from sites.gitlab.seed.projects import Records
from sites.gitlab.seed.records import (
    EPOCH,
    FIRST_DAY,
    Forge,
    Group,
    Project,
    Star,
    User,
    Watch,
)
from sites.sitekit.chance import Chance
from sites.world_data.software import software

STARS_BY_FAME = {1: (0, 5), 2: (2, 11), 3: (8, 24), 4: (22, 48), 5: (58, 96)}
CONTRIBUTORS_BY_FAME = {1: 2, 2: 4, 3: 7, 4: 11, 5: 18}
LIKED = ("bus-timetable", "newcomers-guide")
READERS_BY_FAME = {1: 7, 2: 11, 3: 18, 4: 28, 5: 50}


def make_forge(seed: int, scale: float = 1) -> tuple[Forge, dict[str, Repository]]:
    """Every record, and the repositories by the path of their stream."""
    known = software(seed)
    users = make_users(seed, scale)
    groups = make_groups(seed, users)
    people = {one.username: (one.full_name, one.emails[0]) for one in users}
    titles = {one.name: one for one in groups}
    projects: list[Project] = []
    repositories: dict[str, Repository] = {}
    owners = {str(row["username"]) for row in known["owners"]}
    # Authors without a project of their own; each helps with some, so that all of them have commits.
    second = [one.username for one in users[:AUTHORS] if one.username not in owners]
    for index, spec in enumerate(known["projects"]):
        group = titles.get(str(spec.get("group")))
        cast = _cast(spec, group, users, second[index % len(second)], seed)
        holder = group.title if group else people[cast.maintainers[0]][0]
        history = History(spec, cast, people, seed, holder, scale).run()
        made = Records(history, group, seed)
        projects.append(made.project())
        repositories[projects[-1].stream] = history.repo
        for fork, repository in made.forks():
            projects.append(fork)
            repositories[fork.stream] = repository
    fame = {str(one["name"]): int(one["fame"]) for one in known["projects"]}
    own = {one["key"]: one["name"] for one in known["projects"]}
    # What the guest likes: a program and a handbook.
    liked = [
        one.full_name for key in LIKED for one in projects if not one.parent and one.name == own.get(key)
    ]
    stars = _stars(projects, users, fame, liked, seed)
    users = _born_in_time(users, groups, projects, stars)
    return Forge(seed, users, groups, tuple(projects), stars, _watches(projects, liked, seed)), repositories


def _cast(spec: dict[str, Any], group: Group | None, users: tuple[User, ...], second: str, seed: int) -> Cast:
    """Who takes part in a project."""
    chance = Chance(seed, "cast", spec["key"])
    owner, fame = str(spec["owner"]), int(spec["fame"])
    if spec.get("private"):
        return Cast((owner,), (), (owner,))
    authors = [one.username for one in users[:AUTHORS]]
    members = [one.username for one in group.members if one.username != owner] if group else []
    maintainers = [owner, second]
    maintainers += chance.of("maintainer").order(members)[: max(0, fame - 2)]
    maintainers = list(dict.fromkeys(maintainers))
    pool = [name for name in authors if name not in maintainers]
    contributors = chance.of("contributor").order(pool)[: CONTRIBUTORS_BY_FAME[fame]]
    if (
        owner != "tomasz"
        and "tomasz" not in maintainers
        and spec["language"] == "Python"
        and chance.share("tomasz") < 0.6
    ):
        contributors = ["tomasz", *(name for name in contributors if name != "tomasz")]
    if "emma" not in maintainers and chance.share("emma") < 0.1:
        contributors = [*contributors[:2], "emma", *(name for name in contributors[2:] if name != "emma")]
    crowd = [one.username for one in users if one.username not in (*maintainers, GUEST)]
    readers = chance.of("reader").order(crowd)[: READERS_BY_FAME[fame]]
    return Cast(tuple(maintainers), tuple(contributors), tuple(readers))


def _stars(
    projects: list[Project], users: tuple[User, ...], fame: dict[str, int], liked: list[str], seed: int
) -> tuple[Star, ...]:
    """By fame; no two projects of one owner among the popular ones have equal counts."""
    crowd = [one.username for one in users if one.username != GUEST]
    counts: dict[str, set[int]] = defaultdict(set)
    stars = []
    for project in projects:
        if project.private or project.parent:
            continue
        rng = Chance(seed, "stars", project.name).stream()
        count = rng.randrange(*STARS_BY_FAME[fame[project.name]])
        while count in counts[project.owner]:
            count += 1
        counts[project.owner].add(count)
        for username in rng.sample([name for name in crowd if name != project.owner], count):
            span = (LAST_MOMENT - project.created).total_seconds()
            stars.append(
                Star(
                    username, project.full_name, project.created + timedelta(seconds=int(rng.random() * span))
                )
            )
    for path, hours in zip(liked, (90, 66), strict=False):
        stars.append(Star(GUEST, path, EPOCH - timedelta(hours=hours)))
    return tuple(sorted(stars, key=lambda one: (one.date, one.username)))


def _watches(projects: list[Project], liked: list[str], seed: int) -> tuple[Watch, ...]:
    """Those who send requests or open issues often watch."""
    found = []
    for project in projects:
        chance = Chance(seed, "watches", project.full_name)
        names = [one.author for one in (*project.pull_requests, *project.issues)]
        for username in dict.fromkeys(names):
            if username != project.owner and chance.share(username) < 0.3:
                found.append(
                    Watch(username, project.full_name, True, chance.share(f"commits {username}") < 0.35)
                )
    found += [Watch(GUEST, path) for path in liked[:1]]
    return tuple(found)


def _born_in_time(
    users: tuple[User, ...], groups: tuple[Group, ...], projects: list[Project], stars: tuple[Star, ...]
) -> tuple[User, ...]:
    """Accounts that are older than everything their people did."""
    first: dict[str, datetime] = {}

    def seen(username: str, moment: datetime) -> None:
        first[username] = min(first.get(username, EPOCH), moment)

    for group in groups:
        for member in group.members:
            seen(member.username, member.since)
    for project in projects:
        seen(project.owner, project.created)
        for member in project.members:
            seen(member.username, member.since)
        for commit in project.commits:
            seen(commit.author, commit.date)
        for item in (*project.issues, *project.pull_requests):
            seen(item.author, item.created)
            for comment in item.comments:
                seen(comment.author, comment.date)
        for request in project.pull_requests:
            for remark in (*request.inline, *request.reviews):
                seen(remark.author, remark.date)
    for star in stars:
        seen(star.username, star.date)
    adjusted = []
    for index, user in enumerate(users):
        limit = first.get(user.username, EPOCH)
        if user.created >= limit:
            user = replace(
                user,
                created=max(
                    limit - timedelta(days=1 + index % 9, hours=index % 7), FIRST_DAY - timedelta(days=20)
                ),
            )
        adjusted.append(user)
    return tuple(adjusted)
