"""The life of one project: commits, releases, issues and pull requests in the order of time.

A project has a state (which flags are on, which rows its data has); its files follow from the state. Events
of a queue change the state: an issue is opened, somebody works on it on main or in a pull request, a version
is released. So every commit's diff is what its message says, issues are closed by the commits that mend them,
and a merged pull request is a merge in the history.
"""

from __future__ import annotations

import difflib
import heapq
import random
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed import rows as rowmaker
from sites.gitlab.seed.drafts import Cast, Change, IssueDraft, RequestDraft, Work
from sites.gitlab.seed.families import Family, Flag, Renderer, State, fill, load_family, slug
from sites.gitlab.seed.gitobjects import Repository
from sites.gitlab.seed.merging import merges, part_of, touched_names
from sites.gitlab.seed.records import EPOCH, Comment, InlineComment, Review, Tag
from sites.gitlab.seed.talk import Talk

COMMITS_BY_FAME = {1: 23, 2: 34, 3: 52, 4: 88, 5: 185}
REQUEST_SHARE = {1: 0.05, 2: 0.08, 3: 0.11, 4: 0.135, 5: 0.145}
OPEN_REQUESTS = {1: (0, 0, 1), 2: (0, 1, 1), 3: (0, 1, 2), 4: (1, 2, 3), 5: (4, 5, 6)}
FIRST_ROWS = 6
"""Rows of the first commit; README and tests speak of them, so they are never dropped or renamed."""
LAST_MOMENT = EPOCH - timedelta(minutes=40)


class History:
    """Lives a project from its first commit to the epoch.

    Args:
        spec: the project's entry in projects.yaml.
        cast: who takes part.
        people: full name and e-mail by username.
        seed: the number of the whole seed.
        holder: whose copyright it is.
    """

    def __init__(
        self, spec: dict[str, Any], cast: Cast, people: dict[str, tuple[str, str]], seed: int, holder: str
    ) -> None:
        self.spec, self.cast, self.people = spec, cast, people
        self.rng = random.Random(f"{seed}:project {spec['name']}")
        self.family: Family = load_family(spec["program"])
        self.common: Family = load_family("common")
        self.renderer = Renderer(self.family, self.common)
        self.talk = Talk(self.rng)
        self.repo = Repository(people)
        self.issues: list[IssueDraft] = []
        self.requests: list[RequestDraft] = []
        self.tags: list[Tag] = []
        self.busy: set[str] = set()
        self.log: list[tuple[str, str]] = []
        self.data_changes = 0
        self.reports: list[str] = []
        self.fame: int = spec["fame"]
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
    def run(self) -> History:
        """Everything from the first commit on."""
        works = self._plan()
        self._first_commit()
        self._schedule(works)
        while self._queue:
            moment, _, event = heapq.heappop(self._queue)
            if moment < LAST_MOMENT:
                event(moment)
        self._finish_open_requests()
        return self

    def _beginning(self) -> datetime:
        year, month = map(int, self.spec["started"].split("-"))
        first = 17 if (year, month) == (2023, 3) else 2
        day = datetime(year, month, self.rng.randrange(first, 28), tzinfo=EPOCH.tzinfo)
        return self._at_leisure(day)

    def _ending(self) -> datetime:
        span = EPOCH - self.start
        share = self.rng.uniform(0.55, 1.0) if self.fame < 3 else self.rng.uniform(0.93, 1.0)
        return self.start + span * share - timedelta(hours=3)

    def _at_leisure(self, day: datetime) -> datetime:
        """A moment of a day at which people work on such things."""
        if day.weekday() < 5:
            hour = self.rng.choices((7, 11, 12, 15, 16, 17, 18, 19, 20), (2, 3, 6, 6, 12, 18, 22, 20, 11))[0]
        else:
            hour = self.rng.choices(range(7, 21), (2, 5, 9, 11, 9, 6, 8, 10, 10, 8, 7, 6, 5, 4))[0]
        return day.replace(
            hour=hour, minute=self.rng.randrange(60), second=self.rng.randrange(60), microsecond=0
        )

    def _slots(self, holder: str) -> dict[str, Any]:
        spec = self.spec
        owner = self.cast.maintainers[0]
        own = {k: v for k, v in self.family.projects.get(spec["name"], {}).items() if k != "names"}
        return {
            **own,
            **{key: spec[key] for key in ("name", "about", "licence", "language")},
            "brand": spec.get("brand", ""),
            "place": spec.get("place", "Neubrandenburg"),
            "holder": holder,
            "contact": self.people[owner][1],
            "wishes": [],
        }

    def _names(self) -> list[str]:
        """Names for rows in random order; what is taken is removed from the end."""
        data = self.family.data
        if not data:
            return []
        source = self.family.projects.get(self.spec["name"], {}).get("names", data["names"])
        names = list(rowmaker.named(source)) if isinstance(source, str) else [str(name) for name in source]
        self.rng.shuffle(names)
        return names

    def _text(self, text: str, /, **more: Any) -> str:
        return fill(text, {**self.slots, "rows": self.state.rows, "version": self.state.version, **more})

    def _push(self, moment: datetime, event: Callable[[datetime], None]) -> None:
        self._pushed += 1
        heapq.heappush(self._queue, (moment, self._pushed, event))

    def _number(self, moment: datetime) -> tuple[int, datetime]:
        """The next number, and the moment moved behind the last numbered one."""
        self._numbers += 1
        self._numbered = max(moment, self._numbered + timedelta(seconds=47))
        return self._numbers, self._numbered

    # ---- the plan ----
    def _plan(self) -> list[Work]:
        """Flags in their order with chores, data and answers in between."""
        rng = self.rng
        flags = [one for one in self.family.flags.values() if one.must or rng.random() < 0.72]
        chosen = {one.name for one in flags}
        flags = [one for one in flags if set(one.needs) <= chosen]
        chosen = {one.name for one in flags}
        self.wishes = [
            one
            for one in self.family.flags.values()
            if one.name not in chosen and set(one.needs) <= chosen and not one.must
        ]
        self.slots["wishes"] = [self._subject(one) for one in self.wishes[:4]]
        order = sorted(range(len(flags)), key=lambda n: n + rng.uniform(0, 3.5))
        works = [self._flag_work(flags[n]) for n in self._by_needs(flags, order)]
        chores = [
            one
            for one in self.common.flags.values()
            if one.name != "ignore" and (one.must or rng.random() < 0.5)
        ]
        for one in chores:
            if not self.wishes and one.name == "roadmap":
                continue
            works.insert(rng.randrange(min(3, len(works)), len(works) + 1), self._flag_work(one))
        for index in range(len(self.family.faq)):
            if rng.random() < 0.75:
                work = Work("documentation", [("faq", index)], "")
                question = self._text(self.family.faq[index][0])
                verbs = ("Answer in the FAQ: {}", "Add to the questions and answers: {}", "FAQ: {}")
                work.subject = rng.choice(verbs).format(question)
                works.insert(rng.randrange(len(works) // 2, len(works) + 1), work)
        return works

    @staticmethod
    def _by_needs(flags: Sequence[Flag], order: list[int]) -> list[int]:
        """The order with every flag after those it needs."""
        position = {flags[n].name: place for place, n in enumerate(order)}
        done: list[int] = []
        waiting = list(order)
        while waiting:
            for n in waiting:
                if all(flags[k].name not in flags[n].needs for k in waiting):
                    done.append(n)
                    waiting.remove(n)
                    break
            else:
                raise ValueError(f"flags need each other: {sorted(position)}")
        return done

    def _subject(self, flag: Flag) -> str:
        return fill(flag.c, self.slots)

    def _flag_work(self, flag: Flag) -> Work:
        slots = self.slots
        changes: list[Change] = [("flag", flag.name)]
        if flag.name == "authors":
            changes.append(("author", self.people[self.cast.maintainers[0]][0]))
        return Work(
            flag.k,
            changes,
            fill(flag.c, slots),
            fill(flag.t, slots),
            fill(flag.d, slots),
            flag.needs,
        )

    def _flag(self, name: str) -> Flag:
        return self.family.flags.get(name) or self.common.flags[name]

    def _schedule(self, works: list[Work]) -> None:
        """Give every piece of work its moment; fill up with data until the project has its commits."""
        rng = self.rng
        target = COMMITS_BY_FAME[self.fame] * rng.uniform(0.85, 1.15)
        rows_to_do = 0
        if self.family.data:
            rows_to_do = max(4, int(target - 2.05 * len(works) - 3))
        slots = len(works) + rows_to_do
        span = (self.end - self.start).total_seconds()
        moments = sorted(rng.random() ** (1.5 if self.fame < 4 else 1.15) * span for _ in range(slots))
        moments = [max(moment, 3600.0 * 20 * (n + 1)) for n, moment in enumerate(moments)]
        kinds: list[Work | None] = [*works]
        for _ in range(rows_to_do):
            kinds.insert(rng.randrange(min(2, len(works)), len(kinds) + 1), None)
        share = 0.02 if self.spec.get("private") else REQUEST_SHARE[self.fame]
        for seconds, work in zip(moments, kinds, strict=True):
            moment = self._at_leisure(self.start + timedelta(seconds=seconds))
            by_request = rng.random() < share and seconds > 86_400 * 12
            if work is None:
                self._push(moment, lambda t, by=by_request: self._data(t, by))
                continue
            work.by_request = by_request and work.kind != "chore"
            self._announce(work, moment)
            self._push(moment, lambda t, work=work: self._do(work, t))
        self._schedule_releases(len(works) + rows_to_do // 4)
        self._schedule_talk()
        self._schedule_requests()
        for year in range(self.start.year + 1, EPOCH.year + 1):
            day = self._at_leisure(datetime(year, 1, rng.randrange(2, 20), tzinfo=EPOCH.tzinfo))
            if day < self.end and day > self.start + timedelta(days=45) and rng.random() < 0.75:
                self._push(day, lambda t, year=year: self._new_year(year, t))

    def _announce(self, work: Work, moment: datetime) -> None:
        """Perhaps an issue some time before the work is done."""
        flag = self._flag(work.changes[0][1]) if work.changes[0][0] == "flag" else None
        if flag is None or not flag.i or self.rng.random() > 0.86:
            return
        opened = self._at_leisure(moment - timedelta(days=self.rng.uniform(1.5, 40)))
        if opened < self.start + timedelta(days=1):
            return

        def event(now: datetime) -> None:
            work.issue = self._open_issue(flag.i, flag.b, flag.k, now, flag.talk, wish=False)

        self._push(opened, event)

    def _schedule_releases(self, works: int) -> None:
        count = max(
            1 if self.fame > 1 else 0, round(works * self.rng.uniform(0.22, 0.34)) + (self.fame > 3) * 2
        )
        span = (self.end - self.start).total_seconds()
        for n in range(count):
            share = (n + 1 + self.rng.uniform(-0.2, 0.2)) / (count + 0.6)
            self._push(self._at_leisure(self.start + timedelta(seconds=share * span)), self._release)

    # ---- commits ----
    def _first_commit(self) -> None:
        first = [self._row() for _ in range(FIRST_ROWS if self.family.data else 0)]
        self.state = self.state.changed(
            ("flag", "ignore"), ("years", str(self.start.year)), *(("add", row) for row in first)
        )
        self.state.version = "0.1"
        tree = self.renderer.tree(self.state)
        subject = self.rng.choice(
            ("First working version", "Begin «name»", "Import the first version of «name»")
        )
        owner = self.cast.maintainers[0]
        self.repo.commit("main", tree, owner, self.start, fill(subject, self.slots), parents=())

    def _row(self) -> dict[str, Any]:
        return rowmaker.row(self.names.pop(), self.family.data.get("fields", {}), self.rng)

    def _tick(self, moment: datetime) -> datetime:
        """The moment of the next commit on main, never before the last."""
        self.clock = max(moment, self.clock + timedelta(minutes=2, seconds=self.rng.randrange(60)))
        return self.clock

    def _parts(
        self, old: dict[str, str], new: dict[str, str], work: Work
    ) -> list[tuple[str, dict[str, str]]]:
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

    def _do(self, work: Work, moment: datetime) -> None:
        """Work on main or by pull request; later, when something it needs is still missing."""
        if not set(work.needs) <= self.state.flags:
            work.tries += 1
            if work.tries < 60:
                self._push(
                    moment + timedelta(days=1, hours=self.rng.randrange(9)), lambda t: self._do(work, t)
                )
            return
        if work.by_request and self.cast.contributors and moment < EPOCH - timedelta(days=16):
            self._start_request(work, moment)
            return
        author = self._committer()
        if work.issue and self.rng.random() < 0.6:
            work.issue.assignee = author
        steps = self._parts(self.repo.trees[self.repo.tip("main")], self._tree_with(work.changes), work)
        commits = []
        for index, (subject, tree) in enumerate(steps):
            when = self._tick(moment + timedelta(minutes=index * self.rng.randrange(11, 50)))
            message = subject
            if work.issue and index == 0:
                message += f"\n\nFixes #{work.issue.number}"
            commits.append(self.repo.commit("main", tree, author, when, message))
        self.state = self.state.changed(*work.changes)
        if not commits:
            return
        self._note(work)
        if work.issue:
            self._close_issue(work.issue, commits[0], author, self.clock)

    def _note(self, work: Work) -> None:
        """Remember what the next version's list of changes should say."""
        if work.kind in ("feature", "bug", "performance"):
            self.log.append((work.kind, work.subject))
        elif work.kind == "data":
            self.data_changes += 1

    def _tree_with(self, changes: Sequence[Change]) -> dict[str, str]:
        return self.renderer.tree(self.state.changed(*changes))

    def _committer(self) -> str:
        shares = [1.0 if n == 0 else 0.38 / n for n in range(len(self.cast.maintainers))]
        return self.rng.choices(self.cast.maintainers, shares)[0]

    def _new_year(self, year: int, moment: datetime) -> None:
        years = f"{self.start.year}-{year}"
        subject = self.rng.choice(("Happy new year", "Extend the copyright to {}", "It is {}")).format(year)
        self._do(Work("chore", [("years", years)], subject), moment)

    def _release(self, moment: datetime) -> None:
        if len(self.log) + self.data_changes // 5 < 2:
            return
        numbers = [int(part) for part in self.state.version.split(".")]
        only_repairs = all(kind in ("bug", "performance") for kind, _ in self.log)
        if not self.state.releases:
            version = self.state.version
        elif only_repairs:
            version = (
                ".".join(map(str, [*numbers, 0][:3][:2])) + f".{(numbers[2] if len(numbers) > 2 else 0) + 1}"
            )
        elif self.fame > 2 and numbers[0] == 0 and numbers[1] >= 5 - self.fame // 4:
            version = "1.0"
        else:
            version = f"{numbers[0]}.{numbers[1] + 1}"
        when = self._tick(moment)
        entries = tuple(subject for _, subject in self.log)
        if self.data_changes > 1:
            entries += (f"{self.data_changes} additions to the data and corrections",)
        work = Work("release", [("release", version, when.date().isoformat(), entries)], f"Version {version}")
        tree = self._tree_with(work.changes)
        tagger = self.cast.maintainers[0]
        self.state = self.state.changed(*work.changes)
        commit = self.repo.commit("main", tree, tagger, when, work.subject)
        name, message = f"v{version}", f"{self.spec['name']} {version}"
        tagged = self._tick(when)
        key = self.repo.tag(name, commit, tagger, tagged, message)
        self.tags.append(Tag(name, key, commit, tagger, tagged, message))
        self.log.clear()
        self.data_changes = 0

    # ---- data ----
    def _data(self, moment: datetime, by_request: bool) -> None:
        """A row more, a row less, or a row corrected, perhaps after a report."""
        rng, data = self.rng, self.family.data
        fixable = [row for row in self.state.rows if row["name"] not in self.busy]
        kind = rng.choices(("add", "many", "fix", "drop"), (50, 9, 36, 5))[0]
        if kind == "many" and (len(self.names) < 4 or "many" not in data):
            kind = "add"
        if kind == "drop" and (len(fixable) < 12 or "drop" not in data):
            kind = "fix"
        if kind == "add" and not self.names:
            kind = "fix"
        if kind == "fix" and (not data.get("fix") or not fixable):
            return
        if kind == "fix":
            self._fix_row(rng.choice(fixable), moment, by_request)
            return
        if kind == "drop":
            name = rng.choice(fixable[FIRST_ROWS:])["name"]
            work = Work("data", [("drop", name)], self._text(data["drop"], name=name))
        elif kind == "many":
            new = [self._row() for _ in range(rng.choice((2, 3, 3)))]
            names = [row["name"] for row in new]
            listed = ", ".join(names[:-1]) + " and " + names[-1]
            work = Work(
                "data", [("add", row) for row in new], self._text(data["many"], names=listed, n=len(new))
            )
        else:
            row = self._row()
            work = Work(
                "data", [("add", row)], self._text(rng.choice(data["add"]), **row | {"name": row["name"]})
            )
        work.by_request = by_request
        self._do(work, moment)

    def _fix_row(self, row: dict[str, Any], moment: datetime, by_request: bool) -> None:
        rng, data = self.rng, self.family.data
        key = rng.choice(sorted(data["fix"]))
        old = row[key]
        new = rowmaker.other_value(data["fields"][key], old, rng)
        if new == old:
            return
        slots = {**row, "old": old, "new": new}
        work = Work("data", [("set", row["name"], key, new)], self._text(data["fix"][key], **slots))
        work.by_request = by_request
        report = data.get("report", {}).get(key)
        if not report or rng.random() > 0.45 or self.reports.count(key) > self.fame + 1:
            self._do(work, moment)
            return
        self.busy.add(row["name"])
        self.reports.append(key)
        title, text = (self._text(one, **slots) for one in report)
        text = f"{text} {self.talk.one('report_end')}".strip()
        work.issue = self._open_issue(title, text, "data", moment, (), wish=False)

        def event(now: datetime) -> None:
            self.busy.discard(row["name"])
            self._do(work, now)

        self._push(self._at_leisure(moment + timedelta(days=rng.uniform(1.1, 16))), event)

    # ---- issues ----
    def _open_issue(
        self,
        title: str,
        text: str,
        kind: str,
        moment: datetime,
        talk: tuple[str, ...],
        *,
        wish: bool,
        by: str | None = None,
    ) -> IssueDraft:
        number, created = self._number(moment)
        crowd = (*self.cast.readers, *self.cast.readers, *self.cast.contributors)
        author = by or (self.rng.choice(crowd) if self.rng.random() < 0.84 and crowd else self._committer())
        issue = IssueDraft(number, self._text(title), self._text(text), author, created, kind)
        issue.talk = tuple(self._text(line) for line in talk)
        self._discuss(issue, wish)
        if self.rng.random() < (0.3 if wish else 0.18):
            issue.assignee = self._committer()
        self.issues.append(issue)
        return issue

    def _discuss(self, issue: IssueDraft, wish: bool) -> None:
        """The comments that an issue gets in its first days."""
        if self.spec.get("private"):
            return
        rng, when = self.rng, issue.created
        lines = list(issue.talk) if rng.random() < 0.9 else []
        if not lines and rng.random() < 0.62:
            pool = {"feature": "like", "documentation": "ack_docs", "chore": "ack_docs"}.get(
                issue.kind, "ack"
            )
            lines = [f"m: {self._text(self.talk.one(pool))}"]
        if wish and rng.random() < 0.35:
            pool = "too_feature" if issue.kind in ("feature", "documentation", "chore") else "too_bug"
            lines.append(f"o: {self._text(self.talk.one(pool))}")
        if wish and rng.random() < 0.3:
            lines.append(f"m: {self._text(self.talk.one('later'))}")
        others = [name for name in (*self.cast.contributors, *self.cast.readers) if name != issue.author]
        someone = rng.choice(others) if others else self.cast.maintainers[0]
        keeper = next((name for name in self.cast.maintainers if name != issue.author), None)
        for line in lines:
            who, _, text = line.partition(": ")
            author = {"r": issue.author, "m": keeper or issue.author, "o": someone}[who]
            when = self._later(when, 1.6 if wish else 0.7)
            if when < LAST_MOMENT:
                issue.comments.append(Comment(author, when, text))

    def _later(self, moment: datetime, days: float) -> datetime:
        """Some hours or days later, at an hour at which people write."""
        gap = timedelta(hours=0.3) + timedelta(days=self.rng.expovariate(1 / days))
        after = moment + gap
        if after.hour < 6 or after.hour > 21:
            after = after.replace(hour=6) + timedelta(days=1 if after.hour > 21 else 0)
            after += timedelta(minutes=self.rng.randrange(200))
        return max(after, moment + timedelta(minutes=5)).replace(microsecond=0)

    def _close_issue(self, issue: IssueDraft, commit: str, who: str, moment: datetime) -> None:
        closed = moment + timedelta(minutes=self.rng.randrange(1, 25), seconds=self.rng.randrange(60))
        issue.closed, issue.closed_by, issue.close_status = closed, who, "Fixed"
        issue.comments = [one for one in issue.comments if one.date < closed]
        if self.rng.random() < 0.4:
            text = self._text(self.talk.one("fixed"), commit=commit[:10])
            issue.comments.append(Comment(who, closed - timedelta(seconds=30), text))
        if self.rng.random() < 0.22 and issue.author != who:
            after = self._later(closed, 0.8)
            if after < LAST_MOMENT:
                issue.comments.append(Comment(issue.author, after, self.talk.one("thanks")))

    def _schedule_talk(self) -> None:
        """Issues without a commit: wishes that stay open, questions, things that are not to be."""
        rng = self.rng
        span = (EPOCH - self.start).total_seconds()
        wishes = [one for one in self.wishes if one.i and rng.random() < (0.25 + 0.13 * self.fame)]
        for flag in wishes:
            moment = self._at_leisure(self.start + timedelta(seconds=rng.uniform(0.35, 0.995) * span))

            def wish(now: datetime, flag: Flag = flag) -> None:
                if set(flag.needs) <= self.state.flags:
                    self._open_issue(flag.i, flag.b, flag.k, now, flag.talk, wish=True)

            self._push(moment, wish)
        generic = [
            one
            for one in self.common.asked
            if self.spec["language"] in one.get("when", (self.spec["language"],))
        ]
        count = (
            0 if self.spec.get("private") else rng.choice((1, 1, 2, 2)) + self.fame // 2 + (self.fame > 4) * 2
        )
        asked = [one for one in self.family.asked if rng.random() < 0.35 + 0.1 * self.fame]
        if self.spec.get("private"):
            return
        for one in (*asked, *rng.sample(generic, min(count, len(generic)))):
            moment = self._at_leisure(self.start + timedelta(seconds=rng.uniform(0.15, 0.995) * span))
            self._push(moment, lambda now, one=one: self._ask(one, now))

    def _ask(self, one: dict[str, Any], moment: datetime) -> None:
        """A question of the list ``asked``, which is answered and mostly closed."""
        end = one.get("end", "Open")
        who = self.rng.choice(self.cast.readers)
        kind = one.get("k", "question")
        issue = self._open_issue(one["i"], one["b"], kind, moment, (), wish=False, by=who)
        issue.comments.clear()
        issue.talk = tuple(self._text(line) for line in one.get("talk", ()))
        others = [name for name in self.cast.readers if name != issue.author]
        keeper = next((name for name in self.cast.maintainers if name != issue.author), issue.author)
        someone = self.rng.choice(others)
        when = issue.created
        for line in issue.talk:
            who, _, text = line.partition(": ")
            when = self._later(when, 1.2)
            if re.search("no answer|lack of|went well", text, re.IGNORECASE):
                when = self._later(when + timedelta(days=24), 8)
            if when < LAST_MOMENT:
                issue.comments.append(
                    Comment({"r": issue.author, "m": keeper, "o": someone}[who], when, text)
                )
        closed = self._later(when, 0.05)
        if end != "Open" and closed < LAST_MOMENT and len(issue.comments) == len(issue.talk):
            issue.closed, issue.closed_by, issue.close_status = closed, keeper, end

    # ---- pull requests ----
    def _requester(self) -> tuple[str, bool]:
        """Who sends a pull request, and whether from a fork."""
        if len(self.cast.maintainers) > 1 and self.rng.random() < 0.2:
            return self.rng.choice(self.cast.maintainers[1:]), False
        shares = [1 / (n + 1.3) for n in range(len(self.cast.contributors))]
        return self.rng.choices(self.cast.contributors, shares)[0], True

    def _branch_name(self, work: Work) -> str:
        base = "-".join(slug(work.subject).split("-")[:4])
        used = {one.branch for one in self.requests}
        return next(name for name in (base, *(f"{base}-{n}" for n in range(2, 99))) if name not in used)

    def _commit_on(
        self,
        branch: str,
        base: str,
        steps: Sequence[tuple[str, dict[str, str]]],
        author: str,
        moments: Sequence[datetime],
        issue: IssueDraft | None,
    ) -> list[str]:
        """Commits of a branch on top of ``base``; their ids."""
        commits: list[str] = []
        for index, ((subject, tree), when) in enumerate(zip(steps, moments, strict=True)):
            message = subject
            if issue and index == 0 and self.rng.random() < 0.5:
                message += f"\n\nFixes #{issue.number}"
            commits.append(
                self.repo.commit(
                    branch, tree, author, when, message, parents=(commits[-1] if commits else base,)
                )
            )
        return commits

    def _start_request(self, work: Work, moment: datetime) -> None:
        """Somebody works on a branch and asks for it to be merged; it will be."""
        rng = self.rng
        base = self.repo.tip("main")
        steps = self._parts(self.repo.trees[base], self._tree_with(work.changes), work)
        if not steps:
            return
        author, from_fork = self._requester()
        when = max(moment, self.repo.commits[base].date + timedelta(minutes=9))
        late = len(steps) > 1 and rng.random() < 0.55
        before = len(steps) - 1 if late else len(steps)
        moments = [when + timedelta(minutes=31 * n + rng.randrange(24)) for n in range(before)]
        opened = moments[-1] + timedelta(minutes=rng.randrange(4, 55))
        reviewer = self._reviewer(author)
        asked = self._later(opened, 1.3)
        if late:
            moments.append(self._later(asked, 1.1))
        branch = self._branch_name(work)
        commits = self._commit_on(branch, base, steps, author, moments, work.issue)
        draft = RequestDraft(
            0, work.subject, "", author, opened, branch, work, commits, from_fork, reviewer, base=base
        )
        self.requests.append(draft)
        names = touched_names(work.changes)
        self.busy |= names
        end = self._later(moments[-1] if late else asked, 1.6)

        def opening(now: datetime) -> None:
            draft.number, draft.created = self._number(now)
            draft.text = self._request_text(draft)
            if late:
                pool = "test_please" if steps[-1][0] == work.tests else "docs_please"
                draft.comments.append(Comment(reviewer, asked, self.talk.one(pool)))
                answer = moments[-1] + timedelta(minutes=rng.randrange(2, 30))
                draft.comments.append(Comment(author, answer, self.talk.one("done")))
            self._remark(draft, self._later(opened, 0.7))
            if rng.random() < 0.62:
                verdict = end - timedelta(minutes=rng.randrange(3, 20))
                draft.reviews.append(
                    Review(reviewer, verdict, f":thumbsup: {self.talk.one('approve')}", True)
                )

        def merging(now: datetime) -> None:
            self.busy.difference_update(names)
            self._merge(draft, now)

        self._push(opened, opening)
        self._push(max(end, opened + timedelta(hours=1)), merging)

    def _reviewer(self, author: str) -> str:
        return next((name for name in self.cast.maintainers if name != author), self.cast.maintainers[0])

    def _request_text(self, draft: RequestDraft) -> str:
        work = draft.work
        if work.kind == "data":
            lines = [self.talk.one("data", "request")]
        else:
            first, tried = self.talk.one("first", "request"), self.talk.one("tried", "request")
            known = any(one.author == draft.author and one.number < draft.number for one in self.requests)
            if (not work.issue and "issue" in first) or ("first pull request" in first and known):
                first = "Small change, see the commits."
            lines = [" ".join(filter(None, (first, tried)))]
        if work.issue:
            lines.append(f"Fixes #{work.issue.number}")
        return "\n\n".join(filter(None, lines)) or f"{work.subject}."

    def _remark(self, draft: RequestDraft, when: datetime) -> None:
        """Perhaps remarks of the reviewer on added lines, and an answer."""
        if draft.work.kind == "data" or self.rng.random() > 0.62:
            return
        commit = draft.commits[0]
        for path, line, text in self._added_lines(commit, self.rng.choice((1, 1, 2))):
            remark = self.talk.inline(text)
            if remark is None or when >= LAST_MOMENT or (draft.closed and when > draft.closed):
                continue
            draft.inline.append(InlineComment(draft.reviewer, when, remark, commit, path, line))
            if remark.endswith("?") and self.rng.random() < 0.6:
                when = self._later(when, 0.3)
                answer = self.talk.one("inline_answer")
                if when < LAST_MOMENT:
                    draft.inline.append(InlineComment(draft.author, when, answer, commit, path, line))

    def _added_lines(self, commit: str, count: int) -> list[tuple[str, int, str]]:
        """Lines that a commit added: path, number, text."""
        new = self.repo.trees[commit]
        old = self.repo.trees[self.repo.commits[commit].parents[0]]
        found = []
        for path in sorted(new):
            if new[path] == old.get(path):
                continue
            before, after = old.get(path, "").splitlines(), new[path].splitlines()
            for tag, _, _, start, stop in difflib.SequenceMatcher(
                None, before, after, autojunk=False
            ).get_opcodes():
                if tag in ("insert", "replace"):
                    found += [
                        (path, n + 1, after[n]) for n in range(start, stop) if self.talk.inline_fits(after[n])
                    ]
        return sorted(self.rng.sample(found, min(count, len(found))))

    def _merge(self, draft: RequestDraft, moment: datetime) -> None:
        """Merge into main; what the branch changes comes on top of what main has become."""
        work = draft.work
        merger = draft.reviewer
        talk = (*draft.comments, *draft.inline, *draft.reviews)
        moment = max(
            [
                moment,
                draft.created + timedelta(minutes=20),
                *(one.date + timedelta(minutes=3) for one in talk),
            ]
        )
        when = self._tick(moment)
        if when >= LAST_MOMENT:
            return
        tree = self._tree_with(work.changes)
        message = f"Merge #{draft.number} `{draft.title}`"
        parents = (self.repo.tip("main"), draft.commits[-1])
        draft.merge_commit = self.repo.commit("main", tree, merger, when, message, parents=parents)
        self.state = self.state.changed(*work.changes)
        self._note(work)
        draft.status, draft.closed, draft.closed_by = "Merged", when, merger
        if self.rng.random() < 0.4:
            thanks = when + timedelta(minutes=self.rng.randrange(1, 30))
            if thanks < LAST_MOMENT:
                draft.comments.append(Comment(merger, thanks, self.talk.one("merged")))
        if work.issue:
            if self.rng.random() < 0.5:
                work.issue.assignee = draft.author
            self._close_issue(work.issue, draft.merge_commit, merger, when)
        if draft.author not in self.state.authors and "authors" in self.state.flags:
            self._thank(draft.author)

    def _thank(self, author: str) -> None:
        """A newcomer's name goes into AUTHORS."""
        name = self.people[author][0]
        if name in self.state.authors or self.rng.random() < 0.35:
            return
        self._do(
            Work("chore", [("author", name)], f"Add {name} to the authors"), self.clock + timedelta(minutes=6)
        )

    # ---- requests that are not merged ----
    def _schedule_requests(self) -> None:
        """Open ones of the last months, and some that were closed."""
        rng = self.rng
        if self.spec.get("private") or not self.cast.contributors:
            return
        span = (EPOCH - self.start).total_seconds()
        wishes = list(self.wishes)
        rng.shuffle(wishes)
        count = rng.choice(OPEN_REQUESTS[self.fame])
        for n in range(count):
            days = rng.uniform(1.2, 25 if n < 2 else 110)
            moment = self._at_leisure(EPOCH - timedelta(days=days))
            conflict = rng.random() < 0.06 or (self.fame == 5 and n == 3)
            self._push(moment, lambda t, c=conflict: self._unmerged(t, wishes, "Open", c))
        for _ in range(rng.choices((0, 1, 2), (62, 30, 8))[0] + (self.fame > 3)):
            moment = self._at_leisure(self.start + timedelta(seconds=rng.uniform(0.3, 0.93) * span))
            self._push(moment, lambda t: self._unmerged(t, wishes, "Closed", False))

    def _unmerged(self, moment: datetime, wishes: list[Flag], status: str, conflict: bool) -> None:
        """A pull request that stays open or is closed."""
        rng = self.rng
        fixable = [row for row in self.state.rows if row["name"] not in self.busy]
        work = None
        if not conflict and wishes and rng.random() < 0.7:
            flag = next((one for one in wishes if set(one.needs) <= self.state.flags), None)
            if flag:
                wishes.remove(flag)
                work = self._flag_work(flag)
                work.issue = next(
                    (one for one in self.issues if one.title == self._text(flag.i or " ") and not one.closed),
                    None,
                )
        if work is None:
            if not fixable or not self.family.data.get("fix"):
                return
            row = rng.choice(fixable)
            key = rng.choice(sorted(self.family.data["fix"]))
            new = rowmaker.other_value(self.family.data["fields"][key], row[key], rng)
            if new == row[key]:
                return
            slots = {**row, "old": row[key], "new": new}
            work = Work(
                "data", [("set", row["name"], key, new)], self._text(self.family.data["fix"][key], **slots)
            )
            self.busy.add(row["name"])
            if conflict:
                self._contradict(row, key, new, moment)
        author, from_fork = self._requester()
        reviewer = self._reviewer(author)
        base = self.repo.tip("main")
        steps = self._parts(self.repo.trees[base], self._tree_with(work.changes), work)
        if not steps:
            return
        begun = max(moment, self.repo.commits[base].date + timedelta(minutes=9))
        moments = [begun + timedelta(minutes=31 * n + rng.randrange(24)) for n in range(len(steps))]
        branch = self._branch_name(work)
        opened = moments[-1] + timedelta(minutes=rng.randrange(4, 55))
        commits = self._commit_on(branch, base, steps, author, moments, work.issue)
        draft = RequestDraft(
            0, work.subject, "", author, opened, branch, work, commits, from_fork, reviewer, base=base
        )
        draft.mergeable = not conflict
        self.requests.append(draft)

        def opening(now: datetime) -> None:
            draft.number, draft.created = self._number(now)
            draft.text = self._request_text(draft)
            if status == "Closed":
                self._refuse(draft)
            else:
                self._wait(draft)

        self._push(opened, opening)

    def _contradict(self, row: dict[str, Any], key: str, new: Any, moment: datetime) -> None:
        """Main corrects the same value in another way after the branch began."""
        third = next(
            (
                v
                for _ in range(30)
                if (v := rowmaker.value(self.family.data["fields"][key], self.rng)) not in (new, row[key])
            ),
            None,
        )
        if third is None:
            return
        slots = {**row, "old": row[key], "new": third}
        work = Work(
            "data", [("set", row["name"], key, third)], self._text(self.family.data["fix"][key], **slots)
        )
        self._push(moment + timedelta(hours=20), lambda t: self._do(work, t))

    def _refuse(self, draft: RequestDraft) -> None:
        """Closed without a merge, with a reason."""
        pool = "refuse_data" if draft.work.kind == "data" else "refuse"
        text = self.talk.one(pool)
        when = self._later(draft.created, 60 if "three months" in text else 2.5)
        if "three months" in text:
            when = max(when, draft.created + timedelta(days=92))
        if self.rng.random() < 0.3 and draft.work.kind != "data":
            verdict = self._later(draft.created, 0.4)
            if verdict < when:
                draft.reviews.append(
                    Review(draft.reviewer, verdict, f":thumbsdown: {self.talk.one('down')}", False)
                )
        if when >= LAST_MOMENT:
            return
        draft.comments.append(Comment(draft.reviewer, when, text))
        draft.status, draft.closed, draft.closed_by = "Closed", when + timedelta(minutes=1), draft.reviewer

    def _wait(self, draft: RequestDraft) -> None:
        """The talk of an open one: nobody yet, the reviewer last, or the author last."""
        when = draft.created
        turn = self.rng.choices(("silence", "reviewer", "author"), (28, 36, 36))[0]
        lines: list[tuple[str, str]] = []
        if not draft.mergeable:
            lines = [(draft.reviewer, self.talk.one("conflict"))]
        elif turn != "silence":
            question, answer = self.talk.pair("data" if draft.work.kind == "data" else "code")
            lines.append((draft.reviewer, question))
            if turn == "author":
                lines.append((draft.author, answer))
            elif self.rng.random() < 0.25 and len(self.cast.maintainers) > 1:
                text = f":thumbsup: {self.talk.one('approve')}"
                other = next(
                    (one for one in self.cast.maintainers if one not in (draft.author, draft.reviewer)), None
                )
                moment = self._later(when, 0.8)
                if other and moment < LAST_MOMENT:
                    draft.reviews.append(Review(other, moment, text, True))
            self._remark(draft, self._later(when, 0.4))
        for author, text in lines:
            when = self._later(when, 0.9 if draft.mergeable else 2.0)
            if when >= LAST_MOMENT:
                break
            draft.comments.append(Comment(author, when, text))

    def _finish_open_requests(self) -> None:
        """Drop what never got a number; branch off again what would not merge any more but should."""
        self.requests = [one for one in self.requests if one.number]
        tip = self.repo.tip("main")
        for draft in self.requests:
            if draft.status != "Open":
                continue
            clean = merges(
                self.repo.trees[draft.base], self.repo.trees[tip], self.repo.trees[draft.commits[-1]]
            )
            if not clean and draft.mergeable:
                self._rebase(draft, tip)
            else:
                draft.mergeable = clean

    def _rebase(self, draft: RequestDraft, tip: str) -> None:
        """The branch anew on top of main, as its author would push it after a rebase."""
        steps = self._parts(self.repo.trees[tip], self._tree_with(draft.work.changes), draft.work)
        begun = max(draft.created, self.repo.commits[tip].date) + timedelta(minutes=3)
        moments = [begun + timedelta(minutes=n) for n in range(len(steps))]
        old = set(draft.commits)
        draft.commits = self._commit_on(draft.branch, tip, steps, draft.author, moments, draft.work.issue)
        draft.inline = [one for one in draft.inline if one.commit not in old]
        draft.base = tip
