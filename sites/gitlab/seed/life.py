"""What a project is at each moment: its state, its files, its commits and releases on main.

A project has a state (which flags are on, which rows its data has); its files follow from the state. Events
of a queue change the state, in the order of time. Everything that is drawn comes from the stream of what it
is drawn for.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed import rows as rowmaker
from sites.gitlab.seed.drafts import Cast, Change, Work
from sites.gitlab.seed.families import Family, Flag, Renderer, State, fill, load_family
from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.merging import part_of
from sites.gitlab.seed.records import EPOCH, Tag
from sites.gitlab.seed.talk import Talk
from sites.sitekit.chance import Chance
from sites.world_data.brands import in_world
from sites.world_data.software import named_in_world

FIRST_ROWS = 6
"""Rows of the first commit; README and tests speak of them, so they are never dropped or renamed."""
LAST_MOMENT = EPOCH - timedelta(minutes=40)
NEW_YEAR = ("Happy new year", "Extend the copyright to {}", "It is {}")


class Life:
    """The repository of a project and the queue of what happens to it.

    Args:
        spec: the project's entry of ``software``.
        cast: who takes part.
        people: full name and e-mail by username.
        seed: the number of the whole seed.
        holder: whose copyright it is.
    """

    def __init__(
        self, spec: dict[str, Any], cast: Cast, people: dict[str, tuple[str, str]], seed: int, holder: str
    ) -> None:
        self.spec, self.cast, self.people, self.seed = spec, cast, people, seed
        self.key: str = spec.get("key", spec["name"])
        self.chance = Chance(seed, "project", self.key)
        self.voices = Chance(seed, "voice")
        self.family: Family = load_family(spec["program"])
        self.common: Family = load_family("common")
        self.renderer = Renderer(self.family, self.common)
        self.talk = Talk(self.chance.of("talk"))
        self.repo = Repository(people)
        self.tags: list[Tag] = []
        self.busy: set[str] = set()
        self.log: list[tuple[str, str]] = []
        self.data_changes = 0
        self.fame: int = spec["fame"]
        self.private = bool(spec.get("private"))
        self.wishes: list[Flag] = []
        self._queue: list[tuple[datetime, int, Callable[[datetime], None]]] = []
        self._pushed = 0
        self._numbers = 0
        self._numbered: datetime = EPOCH - timedelta(days=4000)
        self.clock = self.start = self._beginning()
        self.end = self._ending()
        self.slots = self._slots(holder)
        self.names = self._names()
        self.state = State(self.slots)

    # ---- the frame ----
    def push(self, moment: datetime, event: Callable[[datetime], None]) -> None:
        """Let something happen at a moment."""
        self._pushed += 1
        heapq.heappush(self._queue, (moment, self._pushed, event))

    def run(self) -> None:
        """Everything that is in the queue, and what comes of it."""
        while self._queue:
            moment, _, event = heapq.heappop(self._queue)
            if moment < LAST_MOMENT:
                event(moment)

    def number(self, moment: datetime) -> tuple[int, datetime]:
        """The next number, and the moment moved behind the last numbered one."""
        self._numbers += 1
        self._numbered = max(moment, self._numbered + timedelta(seconds=47))
        return self._numbers, self._numbered

    def _beginning(self) -> datetime:
        rng = self.chance.stream("beginning")
        year, month = map(int, self.spec["started"].split("-"))
        first = 17 if (year, month) == (2023, 3) else 2
        return at_leisure(datetime(year, month, rng.randrange(first, 28), tzinfo=EPOCH.tzinfo), rng)

    def _ending(self) -> datetime:
        low = 0.55 if self.fame < 3 else 0.93
        share = low + (1 - low) * self.chance.share("ending")
        return self.start + (EPOCH - self.start) * share - timedelta(hours=3)

    def _told(self, value: Any) -> Any:
        """A slot of a family with the names of this world."""
        if isinstance(value, str):
            return in_world(named_in_world(value, self.seed, titles=True), self.seed)
        return [self._told(one) for one in value] if isinstance(value, list) else value

    def _slots(self, holder: str) -> dict[str, Any]:
        spec = self.spec
        own = {k: self._told(v) for k, v in self.family.projects.get(self.key, {}).items() if k != "names"}
        return {
            **own,
            **{key: spec[key] for key in ("name", "about", "licence", "language")},
            "brand": spec.get("brand", ""),
            "place": spec.get("place", "Neubrandenburg"),
            "holder": holder,
            "contact": self.people[self.cast.maintainers[0]][1],
            "wishes": [],
        }

    def _names(self) -> list[str]:
        """Names for rows in an order by chance; what is taken is removed from the end."""
        data = self.family.data
        if not data:
            return []
        source = self.family.projects.get(self.key, {}).get("names", data["names"])
        names = (
            rowmaker.named(source) if isinstance(source, str) else [self._told(str(one)) for one in source]
        )
        return self.chance.of("row").order(dict.fromkeys(names))

    def text(self, text: str, /, **more: Any) -> str:
        """A text of a family with its slots filled."""
        return fill(text, {**self.slots, "rows": self.state.rows, "version": self.state.version, **more})

    def facts(self, thing: Chance, person: str = "", row: str = "") -> dict[str, object]:
        """What talk may speak of: a file, a row, a version, the first name of a person."""
        paths = [path for path in self.repo.trees[self.repo.tip("main")] if path.count("/") < 2]
        rows = [one["name"] for one in self.state.rows]
        return {
            "name": self.spec["name"],
            "version": self.state.version,
            "file": f"`{thing.of('file').pick(paths)}`",
            "row": row or (f'"{thing.of("row").pick(rows)}"' if rows else None),
            "person": self.people[person][0].split(" ")[0] if person else None,
        }

    def later(self, moment: datetime, days: float, rng: random.Random) -> datetime:
        """Some hours or days later, at an hour at which people write."""
        gap = timedelta(hours=0.3) + timedelta(days=rng.expovariate(1 / days))
        after = moment + gap
        if after.hour < 6 or after.hour > 21:
            after = after.replace(hour=6) + timedelta(days=1 if after.hour > 21 else 0)
            after += timedelta(minutes=rng.randrange(200))
        return max(after, moment + timedelta(minutes=5)).replace(microsecond=0)

    def flag(self, name: str) -> Flag:
        """A flag of the program or of all programs."""
        return self.family.flags.get(name) or self.common.flags[name]

    def row(self) -> dict[str, Any]:
        """The next row of the data."""
        name = self.names.pop()
        return rowmaker.row(name, self.family.data.get("fields", {}), self.chance.stream("row", name))

    def committer(self, rng: random.Random) -> str:
        """One of the maintainers, mostly the first."""
        shares = [1.0 if n == 0 else 0.38 / n for n in range(len(self.cast.maintainers))]
        return rng.choices(self.cast.maintainers, shares)[0]

    # ---- commits ----
    def begin(self) -> None:
        """The first commit."""
        first = [self.row() for _ in range(FIRST_ROWS if self.family.data else 0)]
        self.state = self.state.changed(
            ("flag", "ignore"), ("years", str(self.start.year)), *(("add", row) for row in first)
        )
        self.state.version = "0.1"
        subjects = ("First working version", "Begin «name»", "Import the first version of «name»")
        self.repo.commit(
            "main",
            self.renderer.tree(self.state),
            self.cast.maintainers[0],
            self.start,
            fill(self.chance.of("begin").pick(subjects), self.slots),
            parents=(),
        )

    def tick(self, moment: datetime) -> datetime:
        """The moment of the next commit on main, never before the last."""
        gap = 120 + int(self.chance.share(f"tick {moment.isoformat()}") * 60)
        self.clock = max(moment, self.clock + timedelta(seconds=gap))
        return self.clock

    def tree_with(self, changes: Sequence[Change]) -> dict[str, str]:
        """The files after changes."""
        return self.renderer.tree(self.state.changed(*changes))

    def commit(self, work: Work, moment: datetime) -> tuple[str, list[str]]:
        """Do a piece of work on main; who did it and the commits, none if it changes nothing."""
        rng = self.chance.stream("do", work.key)
        author = self.committer(rng)
        steps = parts(self.repo.trees[self.repo.tip("main")], self.tree_with(work.changes), work)
        commits = []
        for index, (subject, tree) in enumerate(steps):
            when = self.tick(moment + timedelta(minutes=index * rng.randrange(11, 50)))
            message = subject
            if work.issue and index == 0:
                message += f"\n\nFixes #{work.issue.number}"
            commits.append(self.repo.commit("main", tree, author, when, message))
        self.state = self.state.changed(*work.changes)
        if commits:
            self.note(work)
        return author, commits

    def note(self, work: Work) -> None:
        """Remember what the next version's list of changes should say."""
        if work.kind in ("feature", "bug", "performance"):
            self.log.append((work.kind, work.subject))
        elif work.kind == "data":
            self.data_changes += 1

    def release(self, moment: datetime) -> None:
        """Tag a version, if there is enough to tell of."""
        if len(self.log) + self.data_changes // 5 < 2:
            return
        version = self._next_version()
        when = self.tick(moment)
        entries = tuple(subject for _, subject in self.log)
        if self.data_changes > 1:
            entries += (f"{self.data_changes} additions to the data and corrections",)
        change: Change = ("release", version, when.date().isoformat(), entries)
        tree = self.tree_with([change])
        tagger = self.cast.maintainers[0]
        self.state = self.state.changed(change)
        commit = self.repo.commit("main", tree, tagger, when, f"Version {version}")
        name, message = f"v{version}", f"{self.spec['name']} {version}"
        tagged = self.tick(when)
        key = self.repo.tag(name, commit, tagger, tagged, message)
        self.tags.append(Tag(name, key, commit, tagger, tagged, message))
        self.log.clear()
        self.data_changes = 0

    def _next_version(self) -> str:
        if not self.state.releases:
            return self.state.version
        numbers = [*(int(part) for part in self.state.version.split(".")), 0][:3]
        if all(kind in ("bug", "performance") for kind, _ in self.log):
            return f"{numbers[0]}.{numbers[1]}.{numbers[2] + 1}"
        if self.fame > 2 and numbers[0] == 0 and numbers[1] >= 5 - self.fame // 4:
            return "1.0"
        return f"{numbers[0]}.{numbers[1] + 1}"


def parts(old: dict[str, str], new: dict[str, str], work: Work) -> list[tuple[str, dict[str, str]]]:
    """One to three steps from one tree to another: code, tests, docs; each (subject, tree)."""
    changed = [path for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)]
    groups: dict[str, list[str]] = {}
    for path in changed:
        kind = part_of(path)
        if (kind == "tests" and not work.tests) or (kind == "docs" and not work.docs):
            kind = "code"
        groups.setdefault(kind, []).append(path)
    steps = []
    tree = dict(old)
    for kind in ("code", "tests", "docs"):
        if kind not in groups:
            continue
        for path in groups[kind]:
            if path in new:
                tree[path] = new[path]
            else:
                tree.pop(path, None)
        subject = {"code": work.subject, "tests": work.tests, "docs": work.docs}[kind]
        if "code" not in groups and not steps:
            subject = work.subject
        steps.append((subject, dict(tree)))
    return steps


def at_leisure(day: datetime, rng: random.Random) -> datetime:
    """A moment of a day at which people work on such things."""
    if day.weekday() < 5:
        hour = rng.choices((7, 11, 12, 15, 16, 17, 18, 19, 20), (2, 3, 6, 6, 12, 18, 22, 20, 11))[0]
    else:
        hour = rng.choices(range(7, 21), (2, 5, 9, 11, 9, 6, 8, 10, 10, 8, 7, 6, 5, 4))[0]
    return day.replace(hour=hour, minute=rng.randrange(60), second=rng.randrange(60), microsecond=0)
