"""The issues of a project: wishes, reports, questions, and what is said about them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed import rows as rowmaker
from sites.gitlab.seed.drafts import IssueDraft, Work
from sites.gitlab.seed.families import Flag
from sites.gitlab.seed.life import FIRST_ROWS, LAST_MOMENT, Life, at_leisure
from sites.gitlab.seed.records import EPOCH, Comment
from sites.gitlab.seed.talk import pools, voiced
from sites.sitekit.chance import Chance

BACKLOG_BY_FAME = {1: 0, 2: 2, 3: 9, 4: 42, 5: 130}
"""How many reports, questions and wishes there are besides those that the program's own history asks for."""
DEBATES_BY_FAME = {1: 0.0, 2: 0.01, 3: 0.03, 4: 0.05, 5: 0.08}
"""The share of issues that many people discuss."""
ACKNOWLEDGED = {"feature": "like", "documentation": "ack_docs", "chore": "ack_docs"}


class Issues:
    """Opens, discusses and closes the issues of one project."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self.all: list[IssueDraft] = []
        self._reports: list[str] = []
        self._titles: set[str] = set()

    # ---- one issue ----
    def open(
        self,
        thing: Chance,
        title: str | Sequence[str],
        text: str | Sequence[str],
        kind: str,
        moment: datetime,
        talk: Sequence[str] = (),
        *,
        wish: bool = False,
        by: str | None = None,
        quiet: bool = False,
    ) -> IssueDraft:
        """A new issue; ``wish``: nobody works on it yet. A ``quiet`` one gets no comments here."""
        life, rng = self.life, thing.stream("open")
        number, created = life.number(moment)
        crowd = (*life.cast.readers, *life.cast.readers, *life.cast.contributors)
        author = by or (rng.choice(crowd) if rng.random() < 0.84 and crowd else life.committer(rng))
        title, text = life.text(one_of(title, thing.of("title"))), life.text(one_of(text, thing.of("body")))
        text = voiced(text, author, life.voices, thing.of("text"))
        issue = IssueDraft(number, title, text, author, created, kind)
        issue.talk = tuple(life.text(line) for line in talk)
        if not quiet:
            self._discuss(issue, thing, wish)
        if rng.random() < (0.3 if wish else 0.18):
            issue.assignee = life.committer(rng)
        self.all.append(issue)
        self._titles.add(title)
        return issue

    def _discuss(self, issue: IssueDraft, thing: Chance, wish: bool) -> None:
        """The comments that an issue gets in its first days; a few are discussed for months."""
        life = self.life
        if life.private:
            return
        rng = thing.stream("discuss")
        facts = life.facts(thing, issue.author)
        turns = [
            (line.partition(": ")[0], line.partition(": ")[2]) for line in issue.talk if rng.random() < 0.95
        ]
        if not turns and rng.random() < 0.62:
            turns = [("m", life.talk.one(ACKNOWLEDGED.get(issue.kind, "ack"), thing, facts))]
        if wish and rng.random() < 0.35:
            also = "too_feature" if issue.kind in ("feature", "documentation", "chore") else "too_bug"
            turns.append(("o", life.talk.one(also, thing, facts)))
        if wish and rng.random() < 0.3:
            turns.append(("m", life.talk.one("later", thing, facts)))
        days = 1.6 if wish else 0.7
        if thing.share("debate") < DEBATES_BY_FAME[life.fame]:
            days = 4.0
            turns += life.talk.debate(rng.choice((5, 8, 12, 17, 24, 30)), thing.of("debate"), facts)
        self._say(issue, turns, thing, days)

    def _say(self, issue: IssueDraft, turns: Sequence[tuple[str, str]], thing: Chance, days: float) -> bool:
        """Comments one after the other; whether all of them were said before the end."""
        life, rng = self.life, thing.stream("say")
        others = [one for one in (*life.cast.contributors, *life.cast.readers) if one != issue.author]
        crowd = rng.sample(others, min(len(others), 5)) or [life.cast.maintainers[0]]
        keepers = [one for one in life.cast.maintainers if one != issue.author] or [issue.author]
        when = max([issue.created, *(one.date for one in issue.comments)])
        for place, (who, text) in enumerate(turns):
            author = {
                "r": issue.author,
                "m": keepers[0] if place < 9 else rng.choice(keepers),
                "o": crowd[0] if place < 9 else rng.choice(crowd),
                "p": rng.choice(crowd[1:] or crowd),
            }[who]
            when = life.later(when, days, rng)
            if re.search("no answer|lack of|went well", text, re.IGNORECASE):
                when = life.later(when + timedelta(days=24), 8, rng)
            if when >= LAST_MOMENT:
                return False
            said = voiced(text, author, life.voices, thing.of("said", place))
            issue.comments.append(Comment(author, when, said))
        return True

    def close(self, issue: IssueDraft, commit: str, who: str, moment: datetime) -> None:
        """Close it by a commit."""
        life, thing = self.life, self.life.chance.of("close", issue.number)
        rng = thing.stream("close")
        closed = moment + timedelta(minutes=rng.randrange(1, 25), seconds=rng.randrange(60))
        issue.closed, issue.closed_by, issue.close_status = closed, who, "Fixed"
        issue.comments = [one for one in issue.comments if one.date < closed]
        facts = {**life.facts(thing, issue.author), "commit": commit[:10]}
        if rng.random() < 0.4:
            text = life.talk.one("fixed", thing, facts)
            issue.comments.append(Comment(who, closed - timedelta(seconds=30), text))
        if rng.random() < 0.3 and issue.author != who:
            after = life.later(closed, 0.8, rng)
            if after < LAST_MOMENT:
                text = life.talk.one("thanks", thing, life.facts(thing, who))
                said = voiced(text, issue.author, life.voices, thing)
                issue.comments.append(Comment(issue.author, after, said))

    def settle(self, issue: IssueDraft, thing: Chance, turns: Sequence[tuple[str, str]], end: str) -> None:
        """Say something more and close it without a commit, if there is time for it."""
        done = self._say(issue, turns, thing.of("end"), 1.2)
        when = max([issue.created, *(one.date for one in issue.comments)])
        closed = self.life.later(when, 0.05, thing.stream("end"))
        if end != "Open" and done and closed < LAST_MOMENT:
            keeper = next((one for one in self.life.cast.maintainers if one != issue.author), issue.author)
            issue.closed, issue.closed_by, issue.close_status = closed, keeper, end

    # ---- reports on the data ----
    def report_text(self, text: str, thing: Chance, row: str) -> str:
        """A report as somebody writes it: how it was found, what is wrong, what else there is to say."""
        talk, facts = self.life.talk, self.life.facts(thing, row=row)
        begin = talk.one("report_begin", thing, facts) if thing.share("begin") < 0.6 else ""
        end = talk.one("report_end", thing, facts) if thing.share("finish") < 0.75 else ""
        return " ".join(filter(None, (begin, text, end)))

    def report_on(self, row: dict[str, Any], key: str, work: Work, moment: datetime) -> IssueDraft | None:
        """An issue that asks for the correction; None when nobody reports such a thing."""
        life, thing = self.life, self.life.chance.of("report", work.key)
        report = life.family.data.get("report", {}).get(key)
        if not report or thing.share("reported") > 0.5 or self._reports.count(key) > 2 * life.fame + 1:
            return None
        self._reports.append(key)
        old, new = row[key], work.changes[0][3]
        title, text = (life.text(one, **{**row, "old": old, "new": new}) for one in report)
        if title in self._titles:
            return None
        return self.open(thing, title, self.report_text(text, thing, row["name"]), "data", moment)

    # ---- issues without a commit ----
    def schedule(self) -> None:
        """Wishes that stay open, questions, things that are not to be, and the backlog."""
        life = self.life
        for flag in life.wishes:
            thing = life.chance.of("wish", flag.name)
            if flag.i and thing.share("wished") < 0.25 + 0.13 * life.fame:
                life.push(
                    self._moment(thing, 0.35, 0.995), lambda now, f=flag, t=thing: self._wish(f, t, now)
                )
        if life.private:
            return
        language = life.spec["language"]
        generic = [one for one in life.common.asked if language in one.get("when", (language,))]
        generic = life.chance.of("asked").order(generic, name=lambda one: one["i"])
        count = int(2 * life.chance.share("asked")) + life.fame // 2
        own = [
            one
            for one in life.family.asked
            if life.chance.of("asked", one["i"]).share("own") < 0.35 + 0.1 * life.fame
        ]
        for one in (*own, *generic[:count]):
            thing = life.chance.of("asked", one["i"])
            life.push(self._moment(thing, 0.15, 0.995), lambda now, o=one, t=thing: self._ask(o, t, now))

    def schedule_backlog(self, scale: float) -> None:
        """Reports, questions and wishes of many people, more of them lately."""
        life = self.life
        if life.private or not life.cast.readers:
            return
        for number in range(int(BACKLOG_BY_FAME[life.fame] * scale)):
            thing = life.chance.of("backlog", number)
            kind = thing.pick(
                ("report", "missing", "matter"), weight={"report": 6, "missing": 2, "matter": 3}.get
            )
            life.push(
                self._moment(thing, 0.1, 0.998, lately=0.55),
                lambda now, t=thing, k=kind: getattr(self, f"_{k}")(t, now),
            )

    def _moment(self, thing: Chance, low: float, high: float, lately: float = 1.0) -> datetime:
        span = (EPOCH - self.life.start).total_seconds()
        share = low + (high - low) * thing.share("moment") ** lately
        return at_leisure(self.life.start + timedelta(seconds=share * span), thing.stream("moment"))

    def _wish(self, flag: Flag, thing: Chance, moment: datetime) -> None:
        if set(flag.needs) <= self.life.state.flags:
            self.open(thing, flag.i, flag.b, flag.k, moment, flag.talk, wish=True)

    def _ask(self, one: dict[str, Any], thing: Chance, moment: datetime) -> None:
        """A question of a list ``asked``, which is answered and mostly closed."""
        by = thing.pick(self.life.cast.readers)
        issue = self.open(thing, one["i"], one["b"], one.get("k", "question"), moment, by=by, quiet=True)
        turns = [line.partition(": ")[::2] for line in map(self.life.text, one.get("talk", ()))]
        self.settle(issue, thing, turns, one.get("end", "Open"))

    def _report(self, thing: Chance, moment: datetime) -> None:
        """A value that somebody doubts."""
        life, rng = self.life, thing.stream("report")
        reports = life.family.data.get("report", {})
        rows = [row for row in life.state.rows if row["name"] not in life.busy]
        if not reports or not rows:
            self._matter(thing, moment)
            return
        row, key = rng.choice(rows), rng.choice(sorted(reports))
        new = rowmaker.other_value(life.family.data["fields"][key], row[key], rng)
        title, text = (life.text(one, **{**row, "old": row[key], "new": new}) for one in reports[key])
        if title in self._titles or new == row[key]:
            self._matter(thing, moment)
            return
        text = self.report_text(text, thing, row["name"])
        issue = self.open(thing, title, text, "data", moment, wish=True)
        self._end(issue, thing, rng, ("refuted", "Invalid"))

    def _missing(self, thing: Chance, moment: datetime) -> None:
        """Something that the data do not have."""
        life = self.life
        # Those that come first are taken last; a row in between may be taken meanwhile, as such things go.
        free = life.names[: max(0, len(life.names) - FIRST_ROWS)]
        if not free:
            self._matter(thing, moment)
            return
        name = thing.of("name").pick(free).split(" | ")[0]
        facts = life.facts(thing, row=f'"{name}"')
        title = life.talk.one("missing.titles", thing, facts)
        if title in self._titles:
            return
        text = " ".join(
            life.talk.one("missing.texts", thing.of(n), facts) for n in range(1 + (thing.share("two") < 0.6))
        )
        issue = self.open(thing, title, text, "data", moment, wish=True)
        self._end(issue, thing, thing.stream("missing"), ("duplicate", "Duplicate"))

    def _matter(self, thing: Chance, moment: datetime) -> None:
        """What may be asked of any project."""
        life = self.life
        facts = life.facts(thing)
        matters = [one for one in pools()["matters"] if facts["row"] or "{row}" not in one["i"] + one["b"]]
        one = thing.of("matter").pick(matters, name=lambda one: one["i"])
        title = life.talk.of([one["i"]], "matter", thing, facts)
        if title in self._titles:
            return
        text = self.report_text(life.talk.of([one["b"]], "matter", thing, facts), thing, "")
        issue = self.open(thing, title, text, one["k"], moment, wish=True)
        self._end(issue, thing, thing.stream("matter"), ("unclear", "Insufficient data"))

    def _end(self, issue: IssueDraft, thing: Chance, rng: random.Random, how: tuple[str, str]) -> None:
        """Older ones have mostly been settled: done elsewhere, refuted, or never made clear."""
        age = (EPOCH - issue.created) / (EPOCH - self.life.start)
        if rng.random() > 0.2 + age:
            return
        facts = self.life.facts(thing, issue.author)
        pool, end = how if rng.random() < 0.7 else ("unclear", "Insufficient data")
        self.settle(issue, thing, [("m", self.life.talk.one(pool, thing, facts))], end)


def one_of(texts: str | Sequence[str], thing: Chance) -> str:
    """A text, or one of several."""
    return texts if isinstance(texts, str) else thing.pick(texts)
