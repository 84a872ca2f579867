"""Turns the life of a project into records: the project, its milestones, labels, issues, requests and forks."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from sites.gitlab.seed.drafts import IssueDraft, RequestDraft
from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.history import LAST_MOMENT, History
from sites.gitlab.seed.records import (
    EPOCH,
    Branch,
    Commit,
    Group,
    Issue,
    Label,
    Member,
    Milestone,
    Project,
    PullRequest,
    Settings,
)
from sites.sitekit.chance import Chance

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


class Records:
    """Turns the life of a project into records."""

    def __init__(self, history: History, group: Group | None, seed: int) -> None:
        self.history, self.group = history, group
        self.spec = history.spec
        self.chance = Chance(seed, "records", self.spec["key"])
        self.path = f"{group.name}/{self.spec['name']}" if group else str(self.spec["name"])
        self.created = history.start - timedelta(minutes=4 + int(46 * self.chance.share("created")))

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
            url=f"https://{spec['name']}.example/" if quick and self.chance.share("page") < 0.5 else "",
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
        share = 0.02 + (0.28 + 0.2 * n) * self.chance.share(f"member {n}")
        days = share * (EPOCH - self.created).days
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
            if not one.from_fork and (one.status == "Open" or self.chance.share(f"kept {one.branch}") < 0.3):
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
                late = int(20 * self.chance.share(f"due {tag.name}")) - 8
                due = (tag.date + timedelta(days=late)).date()
                found.append(Milestone(tag.name.removeprefix("v"), due, False))
        if self.spec["fame"] > 1:
            numbers = tags[-1].name.removeprefix("v").split(".")
            due = (EPOCH + timedelta(days=12 + int(98 * self.chance.share("next due")))).date()
            found.append(Milestone(f"{numbers[0]}.{int(numbers[1]) + 1}", due, True))
        if self.spec["fame"] > 3:
            found.append(Milestone("someday", None, True))
        return tuple(found)

    def _issues(self, milestones: tuple[Milestone, ...]) -> tuple[Issue, ...]:
        names = {one.name: one for one in milestones}
        issues = []
        for draft in self.history.issues:
            is_open = draft.closed is None
            rng = self.chance.stream("issue", draft.title)
            milestone = self._milestone_of(draft, names, rng)
            labels = self._labels(draft.kind, is_open, rng)
            due = None
            if is_open and (draft.assignee or milestone) and rng.random() < 0.35:
                due = (EPOCH + timedelta(days=rng.randrange(-9, 60))).date()
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
                    priority=rng.choices((None, 1, 2, 3), (70, 7, 14, 9))[0],
                    due=due,
                    comments=tuple(sorted(draft.comments, key=lambda one: one.date)),
                )
            )
        return tuple(issues)

    @staticmethod
    def _labels(kind: str, is_open: bool, rng: random.Random) -> tuple[str, ...]:
        labels = [KIND_LABEL.get(kind, kind)] if rng.random() < 0.94 else []
        if is_open and rng.random() < 0.16:
            labels.append(rng.choice(("good first issue", "help wanted")))
        return tuple(labels)

    def _milestone_of(self, draft: IssueDraft, names: dict[str, Milestone], rng: random.Random) -> str | None:
        if draft.closed is None:
            active = [one.name for one in names.values() if one.active]
            return rng.choice(active) if active and rng.random() < 0.38 else None
        if draft.close_status != "Fixed" or draft.kind == "question" or rng.random() > 0.6:
            return None
        tag = next((one for one in self.history.tags if one.date > draft.closed), None)
        name = tag.name.removeprefix("v") if tag else ""
        return name if name in names else None

    def _request(self, draft: RequestDraft, issues: set[int]) -> PullRequest:
        maintainers = self.history.cast.maintainers
        rng = self.chance.stream("request", draft.branch)
        reviewers = [draft.reviewer]
        reviewers += [one.author for one in draft.reviews]
        if len(maintainers) > 2 and rng.random() < 0.3:
            reviewers.append(
                next(one for one in maintainers[1:] if one not in (draft.author, draft.reviewer))
            )
        asked = tuple(dict.fromkeys(name for name in reviewers if name != draft.author))
        assigned = rng.random() < (0.8 if draft.status == "Open" else 0.55) or not draft.mergeable
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
            labels=self._labels(draft.work.kind, False, rng) if rng.random() < 0.5 else (),
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
            rng = self.chance.stream("fork", username)
            repository = Repository(history.people)
            repository.adopt(history.repo, drafts[-1].base, "refs/heads/main")
            for one in drafts:
                if one.status == "Open" or one is drafts[-1] or rng.random() < 0.35:
                    repository.adopt(history.repo, one.commits[-1], f"refs/heads/{one.branch}")
            first = history.repo.commits[drafts[0].commits[0]].date
            yield self._fork(username, repository, first - timedelta(minutes=rng.randrange(3, 9)))
        idle = [
            name
            for name in history.cast.readers
            if name not in by_user and name not in history.cast.maintainers
        ]
        for username in idle[: max(0, self.spec["fame"] * 2 - 6)]:
            rng = self.chance.stream("fork", username)
            commits = history.repo.records("main")
            main = [one for one in commits if one.branch == "main"]
            tip = rng.choice(main[len(main) // 3 :])
            repository = history.repo.copy(tip.id)
            after = tip.date + timedelta(hours=rng.randrange(1, 200))
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
