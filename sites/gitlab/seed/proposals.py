"""The merge requests of a project: from a branch to its review, and to main or not."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sites.gitlab.seed import rows as rowmaker
from sites.gitlab.seed.drafts import IssueDraft, RequestDraft, Work
from sites.gitlab.seed.families import Flag, slug
from sites.gitlab.seed.issues import Issues
from sites.gitlab.seed.life import LAST_MOMENT, Life, at_leisure, parts
from sites.gitlab.seed.merging import merges, touched_names
from sites.gitlab.seed.plan import flag_work
from sites.gitlab.seed.records import EPOCH, Comment, InlineComment, Review
from sites.gitlab.seed.talk import voiced
from sites.sitekit.chance import Chance

OPEN_REQUESTS = {1: (0, 0, 1), 2: (0, 1, 1), 3: (0, 1, 2), 4: (2, 3, 4), 5: (27, 29, 31)}
THREE_MONTHS = "three months"


class Proposals:
    """Opens, reviews and ends the merge requests of one project; ``do`` works on main."""

    def __init__(self, life: Life, issues: Issues, do: Callable[[Work, datetime], None]) -> None:
        self.life, self.issues, self.do = life, issues, do
        self.all: list[RequestDraft] = []

    # ---- branches ----
    def _requester(self, rng: random.Random) -> tuple[str, bool]:
        """Who sends a request, and whether from a fork."""
        cast = self.life.cast
        if len(cast.maintainers) > 1 and rng.random() < 0.2:
            return rng.choice(cast.maintainers[1:]), False
        shares = [1 / (n + 1.3) for n in range(len(cast.contributors))]
        return rng.choices(cast.contributors, shares)[0], True

    def _reviewer(self, author: str) -> str:
        return next(
            (one for one in self.life.cast.maintainers if one != author), self.life.cast.maintainers[0]
        )

    def _branch_name(self, work: Work) -> str:
        base = "-".join(slug(work.subject).split("-")[:4])
        used = {one.branch for one in self.all}
        return next(name for name in (base, *(f"{base}-{n}" for n in range(2, 99))) if name not in used)

    def _commit_on(
        self,
        branch: str,
        base: str,
        steps: Sequence[tuple[str, dict[str, str]]],
        author: str,
        moments: Sequence[datetime],
        work: Work,
    ) -> list[str]:
        """Commits of a branch on top of ``base``; their ids."""
        commits: list[str] = []
        says_so = self.life.chance.of("branch", work.key).share("fixes") < 0.5
        for index, ((subject, tree), when) in enumerate(zip(steps, moments, strict=True)):
            message = subject
            if work.issue and index == 0 and says_so:
                message += f"\n\nFixes #{work.issue.number}"
            parent = commits[-1] if commits else base
            commits.append(self.life.repo.commit(branch, tree, author, when, message, parents=(parent,)))
        return commits

    def _draft(
        self, work: Work, moment: datetime, rng: random.Random, *, late: bool
    ) -> tuple[RequestDraft, list[tuple[str, dict[str, str]]], datetime] | None:
        """A branch with its commits; ``late``: the last step is left until somebody asks for it."""
        life = self.life
        base = life.repo.tip("main")
        steps = parts(life.repo.trees[base], life.tree_with(work.changes), work)
        if not steps:
            return None
        author, from_fork = self._requester(rng)
        begun = max(moment, life.repo.commits[base].date + timedelta(minutes=9))
        late = late and len(steps) > 1 and rng.random() < 0.55
        now = len(steps) - 1 if late else len(steps)
        moments = [begun + timedelta(minutes=31 * n + rng.randrange(24)) for n in range(now)]
        opened = moments[-1] + timedelta(minutes=rng.randrange(4, 55))
        asked = life.later(opened, 1.3, rng)
        if late:
            moments.append(life.later(asked, 1.1, rng))
        branch = self._branch_name(work)
        commits = self._commit_on(branch, base, steps, author, moments, work)
        draft = RequestDraft(
            0,
            work.subject,
            "",
            author,
            opened,
            branch,
            work,
            commits,
            from_fork,
            self._reviewer(author),
            base=base,
        )
        self.all.append(draft)
        if not late:
            return draft, [], max(moments[-1], asked)
        pool = "test_please" if steps[-1][0] == work.tests else "docs_please"
        thing = self._thing(draft)
        answer = moments[-1] + timedelta(minutes=rng.randrange(2, 30))
        facts = life.facts(thing)
        draft.comments.append(Comment(draft.reviewer, asked, life.talk.one(pool, thing, facts)))
        done = voiced(life.talk.one("done", thing, facts), author, life.voices, thing.of("done"))
        draft.comments.append(Comment(author, answer, done))
        return draft, steps, moments[-1]

    def _thing(self, draft: RequestDraft) -> Chance:
        return self.life.chance.of("request", draft.work.key)

    # ---- requests that are merged ----
    def start(self, work: Work, moment: datetime) -> None:
        """Somebody works on a branch and asks for it to be merged; it will be."""
        life = self.life
        thing = life.chance.of("request", work.key)
        rng = thing.stream("start")
        made = self._draft(work, moment, rng, late=True)
        if made is None:
            return
        draft, _, last = made
        names = touched_names(work.changes)
        life.busy |= names
        end = life.later(last, 1.6, rng)

        def opening(now: datetime) -> None:
            draft.number, draft.created = life.number(now)
            draft.text = self._text(draft, thing)
            self._remark(draft, life.later(draft.created, 0.7, rng), thing)
            if rng.random() < 0.62:
                verdict = end - timedelta(minutes=rng.randrange(3, 20))
                text = f":thumbsup: {life.talk.one('approve', thing, life.facts(thing))}"
                draft.reviews.append(Review(draft.reviewer, verdict, text, True))

        def merging(now: datetime) -> None:
            life.busy.difference_update(names)
            self._merge(draft, now, thing)

        life.push(draft.created, opening)
        life.push(max(end, draft.created + timedelta(hours=1)), merging)

    def _text(self, draft: RequestDraft, thing: Chance) -> str:
        life, work = self.life, draft.work
        facts = life.facts(thing)
        if work.kind == "data":
            lines = [life.talk.one("request.data", thing, facts)]
        else:
            first = life.talk.one("request.first", thing, facts)
            tried = life.talk.one("request.tried", thing, facts)
            known = any(
                one.author == draft.author and one.number < draft.number for one in self.all if one.number
            )
            if (not work.issue and "issue" in first) or ("first pull request" in first and known):
                first = "Small change, see the commits."
            lines = [" ".join(filter(None, (first, tried)))]
        lines[0] = voiced(lines[0], draft.author, life.voices, thing.of("text"))
        if work.issue:
            lines.append(f"Fixes #{work.issue.number}")
        return "\n\n".join(filter(None, lines)) or f"{work.subject}."

    def _remark(self, draft: RequestDraft, when: datetime, thing: Chance) -> None:
        """Perhaps remarks of the reviewer on added lines, and an answer."""
        life, rng = self.life, thing.stream("remark")
        if draft.work.kind == "data" or rng.random() > 0.62:
            return
        commit = draft.commits[0]
        facts = life.facts(thing)
        for path, line, text in self._added_lines(commit, rng.choice((1, 1, 2, 4)), rng):
            remark = life.talk.inline(text, thing.of(path, line), facts)
            if remark is None or when >= LAST_MOMENT or (draft.closed and when > draft.closed):
                continue
            draft.inline.append(InlineComment(draft.reviewer, when, remark, commit, path, line))
            if remark.endswith("?") and rng.random() < 0.6:
                when = life.later(when, 0.3, rng)
                answer = life.talk.one("inline_answer", thing.of(path, line), facts)
                if when < LAST_MOMENT:
                    draft.inline.append(InlineComment(draft.author, when, answer, commit, path, line))

    def _added_lines(self, commit: str, count: int, rng: random.Random) -> list[tuple[str, int, str]]:
        """Lines that a commit added: path, number, text."""
        new = self.life.repo.trees[commit]
        old = self.life.repo.trees[self.life.repo.commits[commit].parents[0]]
        found = []
        for path in sorted(new):
            if new[path] == old.get(path):
                continue
            before, after = old.get(path, "").splitlines(), new[path].splitlines()
            matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
            for tag, _, _, start, stop in matcher.get_opcodes():
                if tag in ("insert", "replace"):
                    fits = self.life.talk.inline_fits
                    found += [(path, n + 1, after[n]) for n in range(start, stop) if fits(after[n])]
        return sorted(rng.sample(found, min(count, len(found))))

    def _merge(self, draft: RequestDraft, moment: datetime, thing: Chance) -> None:
        """Merge into main; what the branch changes comes on top of what main has become."""
        life, work, merger = self.life, draft.work, draft.reviewer
        rng = thing.stream("merge")
        talk = (*draft.comments, *draft.inline, *draft.reviews)
        spoken = [one.date + timedelta(minutes=3) for one in talk]
        when = life.tick(max([moment, draft.created + timedelta(minutes=20), *spoken]))
        if when >= LAST_MOMENT:
            return
        message = f"Merge #{draft.number} `{draft.title}`"
        parents = (life.repo.tip("main"), draft.commits[-1])
        tree = life.tree_with(work.changes)
        draft.merge_commit = life.repo.commit("main", tree, merger, when, message, parents=parents)
        life.state = life.state.changed(*work.changes)
        life.note(work)
        draft.status, draft.closed, draft.closed_by = "Merged", when, merger
        if rng.random() < 0.4:
            thanks = when + timedelta(minutes=rng.randrange(1, 30))
            if thanks < LAST_MOMENT:
                text = life.talk.one("merged", thing, life.facts(thing, draft.author))
                draft.comments.append(Comment(merger, thanks, text))
        if work.issue:
            if rng.random() < 0.5:
                work.issue.assignee = draft.author
            self.issues.close(work.issue, draft.merge_commit, merger, when)
        if draft.author not in life.state.authors and "authors" in life.state.flags:
            self._thank(draft.author, rng)

    def _thank(self, author: str, rng: random.Random) -> None:
        """A newcomer's name goes into AUTHORS."""
        name = self.life.people[author][0]
        if name in self.life.state.authors or rng.random() < 0.35:
            return
        work = Work(f"author {author}", "chore", [("author", name)], f"Add {name} to the authors")
        self.do(work, self.life.clock + timedelta(minutes=6))

    # ---- requests that are not merged ----
    def schedule(self, scale: float) -> None:
        """Open ones of the last months, and some that were closed."""
        life = self.life
        if life.private or not life.cast.contributors:
            return
        rng = life.chance.stream("requests")
        span = (EPOCH - life.start).total_seconds()
        wishes = life.chance.of("requests").order(life.wishes, name=lambda one: one.name)
        for n in range(int(rng.choice(OPEN_REQUESTS[life.fame]) * scale)):
            thing = life.chance.of("open request", n)
            days = 1.2 + thing.share("days") * (24 if n < 2 else 109 if n < 6 else 260)
            moment = at_leisure(EPOCH - timedelta(days=days), thing.stream("hour"))
            # One of the many of a popular project, so that it can be asked for.
            conflict = n == 3 if life.fame == 5 else thing.share("conflict") < 0.06
            life.push(moment, lambda now, t=thing, c=conflict: self._unmerged(t, now, wishes, "Open", c))
        for n in range(rng.choices((0, 1, 2), (62, 30, 8))[0] + (life.fame > 3) * (life.fame - 3)):
            thing = life.chance.of("closed request", n)
            share = 0.3 + 0.63 * thing.share("moment")
            moment = at_leisure(life.start + timedelta(seconds=share * span), thing.stream("hour"))
            life.push(moment, lambda now, t=thing: self._unmerged(t, now, wishes, "Closed", False))

    def _unmerged(
        self, thing: Chance, moment: datetime, wishes: list[Flag], status: str, conflict: bool
    ) -> None:
        """A request that stays open or is closed."""
        life, rng = self.life, thing.stream("unmerged")
        work = None
        if not conflict and wishes and rng.random() < 0.7:
            flag = next((one for one in wishes if set(one.needs) <= life.state.flags), None)
            if flag:
                wishes.remove(flag)
                work = flag_work(life, flag)
                work.issue = self._wished(flag)
        if work is None:
            work = self._correction(thing, rng)
            if work is None:
                return
            if conflict:
                self._contradict(work, moment, rng)
        made = self._draft(work, moment, rng, late=False)
        if made is None:
            return
        draft = made[0]
        draft.mergeable = not conflict

        def opening(now: datetime) -> None:
            draft.number, draft.created = life.number(now)
            draft.text = self._text(draft, thing)
            (self._refuse if status == "Closed" else self._wait)(draft, thing)

        life.push(draft.created, opening)

    def _wished(self, flag: Flag) -> IssueDraft | None:
        titles = [self.life.text(one) for one in ([flag.i] if isinstance(flag.i, str) else flag.i) if one]
        return next((one for one in self.issues.all if one.title in titles and not one.closed), None)

    def _correction(self, thing: Chance, rng: random.Random) -> Work | None:
        """A correction of a row that nobody else is about."""
        life = self.life
        fix = life.family.data.get("fix")
        free = [row for row in life.state.rows if row["name"] not in life.busy]
        if not free or not fix:
            return None
        row, key = rng.choice(free), rng.choice(sorted(fix))
        new = rowmaker.other_value(life.family.data["fields"][key], row[key], rng)
        if new == row[key]:
            return None
        life.busy.add(row["name"])
        subject = life.text(fix[key], **{**row, "old": row[key], "new": new})
        return Work(thing.key.split(":", 1)[1], "data", [("set", row["name"], key, new)], subject)

    def _contradict(self, work: Work, moment: datetime, rng: random.Random) -> None:
        """Main corrects the same value in another way after the branch began."""
        life = self.life
        _, name, key, new = work.changes[0]
        row: dict[str, Any] = next(one for one in life.state.rows if one["name"] == name)
        values = (rowmaker.value(life.family.data["fields"][key], rng) for _ in range(30))
        third = next((one for one in values if one not in (new, row[key])), None)
        if third is None:
            return
        subject = life.text(life.family.data["fix"][key], **{**row, "old": row[key], "new": third})
        other = Work(f"instead of {work.key}", "data", [("set", name, key, third)], subject)
        life.push(moment + timedelta(hours=20), lambda now: self.do(other, now))

    def _refuse(self, draft: RequestDraft, thing: Chance) -> None:
        """Closed without a merge, with a reason."""
        life, rng = self.life, thing.stream("refuse")
        pool = "refuse_data" if draft.work.kind == "data" else "refuse"
        facts = life.facts(thing, draft.author)
        text = life.talk.one(pool, thing, facts)
        when = life.later(draft.created, 2.5, rng)
        if THREE_MONTHS in text:
            when = max(life.later(draft.created, 60, rng), draft.created + timedelta(days=92))
        if rng.random() < 0.3 and draft.work.kind != "data":
            verdict = life.later(draft.created, 0.4, rng)
            if verdict < when:
                down = f":thumbsdown: {life.talk.one('down', thing, facts)}"
                draft.reviews.append(Review(draft.reviewer, verdict, down, False))
        if when >= LAST_MOMENT:
            return
        draft.comments.append(Comment(draft.reviewer, when, text))
        draft.status, draft.closed, draft.closed_by = "Closed", when + timedelta(minutes=1), draft.reviewer

    def _wait(self, draft: RequestDraft, thing: Chance) -> None:
        """The talk of an open one: nobody yet, the reviewer last, or the author last."""
        life, rng = self.life, thing.stream("wait")
        when = draft.created
        facts = life.facts(thing, draft.author)
        turn = rng.choices(("silence", "reviewer", "author"), (28, 36, 36))[0]
        lines: list[tuple[str, str]] = []
        if not draft.mergeable:
            lines = [(draft.reviewer, life.talk.one("conflict", thing, facts))]
        elif turn != "silence":
            question, answer = life.talk.pair("data" if draft.work.kind == "data" else "code", thing, facts)
            lines.append((draft.reviewer, question))
            if turn == "author":
                lines.append((draft.author, voiced(answer, draft.author, life.voices, thing.of("answer"))))
            elif rng.random() < 0.25:
                self._second(draft, thing, rng)
            self._remark(draft, life.later(when, 0.4, rng), thing)
        for author, text in lines:
            when = life.later(when, 0.9 if draft.mergeable else 2.0, rng)
            if when >= LAST_MOMENT:
                break
            draft.comments.append(Comment(author, when, text))

    def _second(self, draft: RequestDraft, thing: Chance, rng: random.Random) -> None:
        """Another maintainer is for it."""
        life = self.life
        others = (one for one in life.cast.maintainers if one not in (draft.author, draft.reviewer))
        other, moment = next(others, None), life.later(draft.created, 0.8, rng)
        if other and moment < LAST_MOMENT:
            text = f":thumbsup: {life.talk.one('approve', thing, life.facts(thing))}"
            draft.reviews.append(Review(other, moment, text, True))

    def finish(self) -> None:
        """Drop what never got a number; branch off again what would not merge any more but should."""
        life = self.life
        self.all = [one for one in self.all if one.number]
        tip = life.repo.tip("main")
        trees = life.repo.trees
        for draft in self.all:
            if draft.status != "Open":
                continue
            clean = merges(trees[draft.base], trees[tip], trees[draft.commits[-1]])
            if not clean and draft.mergeable:
                self._rebase(draft, tip)
            else:
                draft.mergeable = clean

    def _rebase(self, draft: RequestDraft, tip: str) -> None:
        """The branch anew on top of main, as its author would push it after a rebase."""
        life = self.life
        steps = parts(life.repo.trees[tip], life.tree_with(draft.work.changes), draft.work)
        begun = max(draft.created, life.repo.commits[tip].date) + timedelta(minutes=3)
        moments = [begun + timedelta(minutes=n) for n in range(len(steps))]
        old = set(draft.commits)
        draft.commits = self._commit_on(draft.branch, tip, steps, draft.author, moments, draft.work)
        draft.inline = [one for one in draft.inline if one.commit not in old]
        draft.base = tip
