"""The life of one project: commits, releases, issues and merge requests in the order of time.

Every commit's diff is what its message says, issues are closed by the commits that mend them, and a merged
request is a merge in the history.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed import plan
from sites.gitlab.seed import rows as rowmaker
from sites.gitlab.seed.drafts import Cast, Work
from sites.gitlab.seed.issues import Issues
from sites.gitlab.seed.life import FIRST_ROWS, LAST_MOMENT, Life, at_leisure
from sites.gitlab.seed.proposals import Proposals
from sites.gitlab.seed.records import EPOCH

__all__ = ["LAST_MOMENT", "History"]
DATA_WORK = {"add": 50, "many": 9, "fix": 36, "drop": 5}


class History:
    """Lives a project from its first commit to the epoch; arguments as of ``Life``.

    ``scale`` is how many times the usual number of reports and requests it gets.
    """

    def __init__(
        self,
        spec: dict[str, Any],
        cast: Cast,
        people: dict[str, tuple[str, str]],
        seed: int,
        holder: str,
        scale: float = 1,
    ) -> None:
        self.life = Life(spec, cast, people, seed, holder)
        self._issues = Issues(self.life)
        self._proposals = Proposals(self.life, self._issues, self._do)
        self.spec, self.cast, self.people, self.scale = spec, cast, people, scale
        self.repo, self.tags, self.start = self.life.repo, self.life.tags, self.life.start
        self.issues = self._issues.all

    @property
    def requests(self) -> list[Any]:
        """The merge requests."""
        return self._proposals.all

    def run(self) -> History:
        """Everything from the first commit on."""
        life = self.life
        works = plan.works(life)
        life.begin()
        timetable = plan.moments(life, works)
        for number, (moment, work, by_request) in enumerate(timetable):
            if work is None:
                life.push(moment, lambda now, n=number, by=by_request: self._data(n, now, by))
                continue
            work.by_request = by_request and work.kind != "chore"
            self._announce(work, moment)
            life.push(moment, lambda now, work=work: self._do(work, now))
        for moment in plan.releases(life, len(works) + (len(timetable) - len(works)) // 4):
            life.push(moment, life.release)
        for moment, work in plan.new_years(life):
            life.push(moment, lambda now, work=work: self._do(work, now))
        self._issues.schedule()
        self._issues.schedule_backlog(self.scale)
        self._proposals.schedule(self.scale)
        life.run()
        self._proposals.finish()
        return self

    def _announce(self, work: Work, moment: datetime) -> None:
        """Perhaps an issue some time before the work is done."""
        life = self.life
        flag = life.flag(work.changes[0][1]) if work.changes[0][0] == "flag" else None
        thing = life.chance.of("announce", work.key)
        if flag is None or not flag.i or thing.share("announced") > 0.86:
            return
        days = 1.5 + 38.5 * thing.share("days")
        opened = at_leisure(moment - timedelta(days=days), thing.stream("hour"))
        if opened < life.start + timedelta(days=1):
            return

        def event(now: datetime) -> None:
            work.issue = self._issues.open(thing, flag.i, flag.b, flag.k, now, flag.talk)

        life.push(opened, event)

    def _do(self, work: Work, moment: datetime) -> None:
        """Work on main or by merge request; later, when something it needs is still missing."""
        life = self.life
        if not set(work.needs) <= life.state.flags:
            work.tries += 1
            if work.tries < 60:
                hours = int(9 * life.chance.of("again", work.key).share(work.tries))
                life.push(moment + timedelta(days=1, hours=hours), lambda now: self._do(work, now))
            return
        if work.by_request and life.cast.contributors and moment < EPOCH - timedelta(days=16):
            self._proposals.start(work, moment)
            return
        author, commits = life.commit(work, moment)
        if work.issue and commits:
            if life.chance.of("taken", work.key).share("by") < 0.6:
                work.issue.assignee = author
            self._issues.close(work.issue, commits[0], author, life.clock)

    def _data(self, number: int, moment: datetime, by_request: bool) -> None:
        """A row more, a row less, or a row corrected, perhaps after a report."""
        life, data = self.life, self.life.family.data
        thing = life.chance.of("data", number)
        rng = thing.stream("work")
        fixable = [row for row in life.state.rows if row["name"] not in life.busy]
        kind = thing.pick(list(DATA_WORK), weight=lambda one: DATA_WORK[one])
        if kind == "many" and (len(life.names) < 4 or "many" not in data):
            kind = "add"
        if kind == "drop" and (len(fixable) < 12 or "drop" not in data):
            kind = "fix"
        if kind == "add" and not life.names:
            kind = "fix"
        key = f"data {number}"
        if kind == "fix":
            if data.get("fix") and fixable:
                self._fix_row(key, rng.choice(fixable), moment, by_request)
            return
        if kind == "drop":
            name = rng.choice(fixable[FIRST_ROWS:])["name"]
            work = Work(key, "data", [("drop", name)], life.text(data["drop"], name=name))
        elif kind == "many":
            new = [life.row() for _ in range(rng.choice((2, 3, 3)))]
            names = [row["name"] for row in new]
            listed = ", ".join(names[:-1]) + " and " + names[-1]
            subject = life.text(data["many"], names=listed, n=len(new))
            work = Work(key, "data", [("add", row) for row in new], subject)
        else:
            row = life.row()
            work = Work(key, "data", [("add", row)], life.text(thing.pick(data["add"]), **row))
        work.by_request = by_request
        self._do(work, moment)

    def _fix_row(self, key: str, row: dict[str, Any], moment: datetime, by_request: bool) -> None:
        life, data = self.life, self.life.family.data
        rng = life.chance.stream("fix", key)
        field = rng.choice(sorted(data["fix"]))
        old = row[field]
        new = rowmaker.other_value(data["fields"][field], old, rng)
        if new == old:
            return
        slots = {**row, "old": old, "new": new}
        work = Work(key, "data", [("set", row["name"], field, new)], life.text(data["fix"][field], **slots))
        work.by_request = by_request
        work.issue = self._issues.report_on(row, field, work, moment)
        if work.issue is None:
            self._do(work, moment)
            return
        life.busy.add(row["name"])

        def event(now: datetime) -> None:
            life.busy.discard(row["name"])
            self._do(work, now)

        life.push(at_leisure(moment + timedelta(days=rng.uniform(1.1, 16)), rng), event)
