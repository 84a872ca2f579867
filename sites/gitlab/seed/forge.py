"""Puts the forge together: casts of projects, their lives, forks, stars, watchers, milestones, labels."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed.drafts import Cast, IssueDraft, RequestDraft
from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.history import LAST_MOMENT, History
from sites.gitlab.seed.people import AUTHORS, GUEST, make_groups, make_users, projects_data
from sites.gitlab.seed.records import (
    EPOCH,
    FIRST_DAY,
    Branch,
    Commit,
    Forge,
    Group,
    Issue,
    Label,
    Member,
    Milestone,
    Project,
    PullRequest,
    Settings,
    Star,
    User,
    Watch,
)

LABELS = {
    "bug": Label("bug", "Something does not work as it should", "#c0392b"),
    "feature": Label("feature", "Something new", "#2471a3"),
    "documentation": Label("documentation", "Texts for people", "#7d6608"),
    "question": Label("question", "Somebody asks", "#7d3c98"),
    "performance": Label("performance", "Too slow or too large", "#b9770e"),
    "data": Label("data", "The program is right, the data is not", "#117a65"),
    "maintenance": Label("maintenance", "Keeps the house in order", "#566573"),
    "good first issue": Label("good first issue", "A place to begin", "#1e8449"),
    "help wanted": Label("help wanted", "We cannot do this alone", "#af601a"),
}
KIND_LABEL = {"chore": "maintenance"}
STARS_BY_FAME = {1: (0, 5), 2: (2, 11), 3: (8, 24), 4: (22, 48), 5: (58, 96)}
CONTRIBUTORS_BY_FAME = {1: 2, 2: 4, 3: 7, 4: 11, 5: 18}
READERS_BY_FAME = {1: 7, 2: 11, 3: 18, 4: 28, 5: 50}


def make_forge(seed: int) -> tuple[Forge, dict[str, Repository]]:
    """Every record, and the repositories by the path of their stream."""
    users = make_users(seed)
    groups = make_groups(seed, users)
    people = {one.username: (one.full_name, one.emails[0]) for one in users}
    titles = {one.name: one for one in groups}
    projects: list[Project] = []
    repositories: dict[str, Repository] = {}
    second = _second_maintainers(users)
    for index, spec in enumerate(projects_data()["projects"]):
        group = titles.get(str(spec.get("group")))
        cast = _cast(spec, group, users, second[index % len(second)], seed)
        holder = group.title if group else people[cast.maintainers[0]][0]
        history = History(spec, cast, people, seed, holder).run()
        made = _Records(history, group, seed)
        projects.append(made.project())
        repositories[projects[-1].stream] = history.repo
        for fork, repository in made.forks():
            projects.append(fork)
            repositories[fork.stream] = repository
    stars = _stars(projects, users, seed)
    users = _born_in_time(users, groups, projects, stars)
    return Forge(seed, users, groups, tuple(projects), stars, _watches(projects, seed)), repositories


def _second_maintainers(users: tuple[User, ...]) -> list[str]:
    """Authors without a project of their own; each helps with some, so that all of them have commits."""
    owners = {str(row["username"]) for row in projects_data()["owners"]}
    return [one.username for one in users[:AUTHORS] if one.username not in owners]


def _cast(spec: dict[str, Any], group: Group | None, users: tuple[User, ...], second: str, seed: int) -> Cast:
    """Who takes part in a project."""
    rng = random.Random(f"{seed}:cast {spec['name']}")
    owner, fame = str(spec["owner"]), int(spec["fame"])
    if spec.get("private"):
        return Cast((owner,), (), (owner,))
    authors = [one.username for one in users[:AUTHORS]]
    members = [one.username for one in group.members if one.username != owner] if group else []
    maintainers = [owner, second]
    maintainers += rng.sample(members, min(len(members), max(0, fame - 2)))
    maintainers = list(dict.fromkeys(maintainers))
    pool = [name for name in authors if name not in maintainers]
    contributors = rng.sample(pool, CONTRIBUTORS_BY_FAME[fame])
    if (
        owner != "tomasz"
        and "tomasz" not in maintainers
        and spec["language"] == "Python"
        and rng.random() < 0.6
    ):
        contributors = ["tomasz", *(name for name in contributors if name != "tomasz")]
    if "emma" not in maintainers and rng.random() < 0.1:
        contributors = [*contributors[:2], "emma", *(name for name in contributors[2:] if name != "emma")]
    crowd = [one.username for one in users if one.username not in (*maintainers, GUEST)]
    return Cast(tuple(maintainers), tuple(contributors), tuple(rng.sample(crowd, READERS_BY_FAME[fame])))


class _Records:
    """Turns the life of a project into records."""

    def __init__(self, history: History, group: Group | None, seed: int) -> None:
        self.history, self.group = history, group
        self.spec = history.spec
        self.rng = random.Random(f"{seed}:records {self.spec['name']}")
        self.path = f"{group.name}/{self.spec['name']}" if group else str(self.spec["name"])
        self.created = history.start - timedelta(minutes=self.rng.randrange(4, 50))

    def project(self) -> Project:
        """The project itself."""
        history, spec = self.history, self.spec
        milestones = self._milestones()
        issues = self._issues(milestones)
        fixed = {one.number for one in history.issues}
        requests = tuple(
            self._request(one, fixed) for one in sorted(history.requests, key=lambda one: one.number)
        )
        used = {name for one in (*issues, *requests) for name in one.labels}
        labels = tuple(label for name, label in LABELS.items() if name in used or name in ("bug", "feature"))
        branches = self._branches()
        owner, *others = history.cast.maintainers
        members = tuple(
            Member(name, "admin" if n == 0 and spec["fame"] > 3 else "commit", self._since(n))
            for n, name in enumerate(others)
        )
        members += self._helpers(len(others))
        quick = spec["fame"] > 3
        return Project(
            name=spec["name"],
            group=self.group.name if self.group else None,
            owner=owner,
            description=spec["about"],
            created=self.created,
            stream=f"streams/{self.path}.fi",
            private=bool(spec.get("private")),
            url=f"https://{spec['name']}.example/" if quick and self.rng.random() < 0.5 else "",
            topics=tuple(spec["topics"]),
            licence=spec["licence"],
            language=spec["language"],
            members=members,
            groups=((self.group.name, "admin"),) if self.group else (),
            labels=labels,
            milestones=milestones,
            branches=branches,
            tags=tuple(history.tags),
            commits=self._commits(),
            issues=issues,
            pull_requests=requests,
        )

    def _commits(self) -> tuple[Commit, ...]:
        """Commits of the branches that exist; drop others (requests from forks) from the refs of heads."""
        repo = self.history.repo
        return repo.records(
            *(ref.removeprefix("refs/heads/") for ref in repo.refs if ref.startswith("refs/heads/"))
        )

    def _since(self, n: int) -> datetime:
        days = self.rng.uniform(0.02, 0.3 + 0.2 * n) * (EPOCH - self.created).days
        return (self.created + timedelta(days=days)).replace(microsecond=0)

    def _helpers(self, count: int) -> tuple[Member, ...]:
        """People who may sort issues, or push to some branches only."""
        contributors = self.history.cast.contributors
        if self.spec["fame"] < 3 or len(contributors) < 4:
            return ()
        helpers = [Member(contributors[1], "ticket", self._since(count))]
        if self.spec["fame"] > 3:
            helpers.append(Member(contributors[2], "collaborator", self._since(count + 1), branches="docs-*"))
        return tuple(helpers)

    def _branches(self) -> tuple[Branch, ...]:
        """Main, branches of requests from within that are open or were left, and a stable one."""
        history = self.history
        refs = history.repo.refs
        kept = {"main"}
        for one in history.requests:
            refs[f"refs/pull/{one.number}/head"] = one.commits[-1]
            if not one.from_fork and (one.status == "Open" or self.rng.random() < 0.3):
                kept.add(one.branch)
        if self.spec["fame"] > 3 and len(history.tags) > 2:
            refs["refs/heads/stable"] = history.tags[-2].commit
            kept.add("stable")
        for ref in [ref for ref in refs if ref.startswith("refs/heads/")]:
            if ref.removeprefix("refs/heads/") not in kept:
                self._forget(ref)
        return tuple(
            Branch(name, refs[f"refs/heads/{name}"]) for name in sorted(kept, key=lambda n: (n != "main", n))
        )

    def _forget(self, ref: str) -> None:
        del self.history.repo.refs[ref]

    def _milestones(self) -> tuple[Milestone, ...]:
        """One for most releases, and the next."""
        tags = self.history.tags
        if not tags:
            return ()
        found = []
        for tag in tags:
            if not tag.name.endswith(("1", "3")) or len(tags) < 4:
                due = (tag.date + timedelta(days=self.rng.randrange(-8, 12))).date()
                found.append(Milestone(tag.name.removeprefix("v"), due, False))
        if self.spec["fame"] > 1:
            numbers = tags[-1].name.removeprefix("v").split(".")
            due = (EPOCH + timedelta(days=self.rng.randrange(12, 110))).date()
            found.append(Milestone(f"{numbers[0]}.{int(numbers[1]) + 1}", due, True))
        if self.spec["fame"] > 3:
            found.append(Milestone("someday", None, True))
        return tuple(found)

    def _issues(self, milestones: tuple[Milestone, ...]) -> tuple[Issue, ...]:
        names = {one.name: one for one in milestones}
        issues = []
        for draft in self.history.issues:
            is_open = draft.closed is None
            milestone = self._milestone_of(draft, names)
            labels = self._labels(draft.kind, is_open)
            due = None
            if is_open and (draft.assignee or milestone) and self.rng.random() < 0.35:
                due = (EPOCH + timedelta(days=self.rng.randrange(-9, 60))).date()
                due = max(due, draft.created.date() + timedelta(days=2))
            issues.append(
                Issue(
                    number=draft.number,
                    title=draft.title,
                    text=draft.text,
                    author=draft.author,
                    created=draft.created,
                    status="Open" if is_open else "Closed",
                    close_status=draft.close_status,
                    closed=draft.closed,
                    closed_by=draft.closed_by,
                    assignee=draft.assignee,
                    labels=labels,
                    milestone=milestone,
                    priority=self.rng.choices((None, 1, 2, 3), (70, 7, 14, 9))[0],
                    due=due,
                    comments=tuple(sorted(draft.comments, key=lambda one: one.date)),
                )
            )
        return tuple(issues)

    def _labels(self, kind: str, is_open: bool) -> tuple[str, ...]:
        labels = [KIND_LABEL.get(kind, kind)] if self.rng.random() < 0.94 else []
        if is_open and self.rng.random() < 0.16:
            labels.append(self.rng.choice(("good first issue", "help wanted")))
        return tuple(labels)

    def _milestone_of(self, draft: IssueDraft, names: dict[str, Milestone]) -> str | None:
        if draft.closed is None:
            active = [one.name for one in names.values() if one.active]
            return self.rng.choice(active) if active and self.rng.random() < 0.38 else None
        if draft.close_status != "Fixed" or draft.kind == "question" or self.rng.random() > 0.6:
            return None
        tag = next((one for one in self.history.tags if one.date > draft.closed), None)
        name = tag.name.removeprefix("v") if tag else ""
        return name if name in names else None

    def _request(self, draft: RequestDraft, issues: set[int]) -> PullRequest:
        maintainers = self.history.cast.maintainers
        reviewers = [draft.reviewer]
        reviewers += [one.author for one in draft.reviews]
        if len(maintainers) > 2 and self.rng.random() < 0.3:
            reviewers.append(
                next(one for one in maintainers[1:] if one not in (draft.author, draft.reviewer))
            )
        asked = tuple(dict.fromkeys(name for name in reviewers if name != draft.author))
        assigned = self.rng.random() < (0.8 if draft.status == "Open" else 0.55)
        return PullRequest(
            number=draft.number,
            title=draft.title,
            text=draft.text,
            author=draft.author,
            created=draft.created,
            branch_from=draft.branch,
            branch_to="main",
            commits=tuple(draft.commits),
            source=f"forks/{draft.author}/{self.path}" if draft.from_fork else None,
            status=draft.status,
            merge_commit=draft.merge_commit,
            mergeable=draft.mergeable,
            closed=draft.closed,
            closed_by=draft.closed_by,
            assignee=draft.reviewer if assigned else None,
            reviewers=asked,
            labels=self._labels(draft.work.kind, False) if self.rng.random() < 0.5 else (),
            fixes=(draft.work.issue.number,)
            if draft.work.issue and draft.work.issue.number in issues
            else (),
            comments=tuple(sorted(draft.comments, key=lambda one: one.date)),
            inline=tuple(sorted(draft.inline, key=lambda one: one.date)),
            reviews=tuple(draft.reviews),
        )

    def forks(self) -> Iterable[tuple[Project, Repository]]:
        """A fork for everybody who sent a request from one, and some that were never used."""
        history = self.history
        if self.spec.get("private"):
            return
        by_user: dict[str, list[RequestDraft]] = defaultdict(list)
        for one in history.requests:
            if one.from_fork:
                by_user[one.author].append(one)
        for username, drafts in sorted(by_user.items()):
            repository = Repository(history.people)
            repository.adopt(history.repo, drafts[-1].base, "refs/heads/main")
            for one in drafts:
                if one.status == "Open" or one is drafts[-1] or self.rng.random() < 0.35:
                    repository.adopt(history.repo, one.commits[-1], f"refs/heads/{one.branch}")
            first = history.repo.commits[drafts[0].commits[0]].date
            yield self._fork(username, repository, first - timedelta(minutes=self.rng.randrange(3, 9)))
        idle = [
            name
            for name in history.cast.readers
            if name not in by_user and name not in history.cast.maintainers
        ]
        for username in idle[: max(0, self.spec["fame"] * 2 - 6)]:
            commits = history.repo.records("main")
            main = [one for one in commits if one.branch == "main"]
            tip = self.rng.choice(main[len(main) // 3 :])
            repository = history.repo.copy(tip.id)
            after = tip.date + timedelta(hours=self.rng.randrange(1, 200))
            yield self._fork(username, repository, min(after, LAST_MOMENT))

    def _fork(self, username: str, repository: Repository, created: datetime) -> tuple[Project, Repository]:
        heads = {ref.removeprefix("refs/heads/"): tip for ref, tip in repository.refs.items()}
        fork = Project(
            name=self.spec["name"],
            group=self.group.name if self.group else None,
            owner=username,
            description=self.spec["about"],
            created=created,
            stream=f"streams/forks/{username}/{self.path}.fi",
            parent=self.path,
            topics=tuple(self.spec["topics"]),
            licence=self.spec["licence"],
            language=self.spec["language"],
            settings=Settings(issue_tracker=False, pull_requests=False),
            branches=tuple(
                Branch(name, heads[name]) for name in sorted(heads, key=lambda n: (n != "main", n))
            ),
            commits=repository.records(*heads),
        )
        return fork, repository


def _stars(projects: list[Project], users: tuple[User, ...], seed: int) -> tuple[Star, ...]:
    """By fame; no two projects of one owner among the popular ones have equal counts."""
    rng = random.Random(f"{seed}:stars")
    fame = {str(row["name"]): int(row["fame"]) for row in projects_data()["projects"]}
    crowd = [one.username for one in users if one.username != GUEST]
    counts: dict[str, set[int]] = defaultdict(set)
    stars = []
    for project in projects:
        if project.private or project.parent:
            continue
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
    for path, hours in (("stadtbus/bus-timetable", 90), ("newcomers-guide", 66)):
        stars.append(Star(GUEST, path, EPOCH - timedelta(hours=hours)))
    return tuple(sorted(stars, key=lambda one: (one.date, one.username)))


def _watches(projects: list[Project], seed: int) -> tuple[Watch, ...]:
    """Those who send requests or open issues often watch."""
    rng = random.Random(f"{seed}:watches")
    found = []
    for project in projects:
        names = [one.author for one in (*project.pull_requests, *project.issues)]
        for username in dict.fromkeys(names):
            if username != project.owner and rng.random() < 0.3:
                found.append(Watch(username, project.full_name, True, rng.random() < 0.35))
    found.append(Watch(GUEST, "stadtbus/bus-timetable"))
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
