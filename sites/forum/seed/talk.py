"""What is said below questions and answers, and which answer is accepted."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from sites.forum.seed.crowd import Crowd, later
from sites.forum.seed.people import Member
from sites.forum.seed.plots import DATA, phrases
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scripts import can_say, say
from sites.forum.seed.threads import ACCEPTED, Draft, Thread
from sites.forum.seed.voices import own_facts, voice
from sites.sitekit.chance import Chance
from sites.sitekit.data import load_yaml

TAIL = 0.38
"""Share of comments that somebody gives a second sentence."""


@cache
def remarks() -> dict[str, dict[str, list[str]]]:
    """What people say below posts in general, by mood of the plot and role."""
    table: dict[str, dict[str, list[str]]] = load_yaml(DATA / "remarks.yaml")
    return table


class Talk:
    """The comments of one thread."""

    def __init__(self, thread: Thread, crowd: Crowd) -> None:
        self._thread = thread
        self._crowd = crowd
        self._chance = thread.chance.of("talk")
        self._used: set[str] = set()

    def held(self) -> Thread:
        """The thread with all comments and, perhaps, an accepted answer."""
        thread = self._thread
        self._poor()
        self._questions_back()
        self._accept()
        self._reactions()
        thread.comments = [draft for draft in thread.comments if draft.date < EPOCH - timedelta(minutes=3)]
        return thread

    # ---- what the plot has people say ------------------------------------------------------------
    def _conversation(self, parent: Draft, lines: tuple[str, ...], speakers: tuple[Member, Member]) -> None:
        date = parent.date
        chance = self._chance.of("below", parent.label or parent.kind, lines[0] if lines else "")
        for place, line in enumerate(lines):
            speaker = speakers[place % 2]
            part = chance.of(place)
            date = later(part.stream("when"), max(date, parent.date), 3.0, 1.2)
            role = "asks" if place % 2 == 0 else "replies"
            text = self._spoken(line, role, speaker, part)
            self._thread.comments.append(Draft("comment", speaker, date, text, "talk", parent))

    def _spoken(self, text: str, role: str, speaker: Member, chance: Chance) -> str:
        """A comment as the speaker says it, often with a second sentence."""
        rng = chance.stream("words")
        lines = phrases().get(f"tail_{role}", ())
        if lines and speaker.style != "terse" and rng.random() < TAIL:
            facts = own_facts(speaker, self._thread.question.date, chance)
            line = chance.of("tail").pick(lines)
            if line not in self._used and can_say(line, facts):
                self._used.add(line)
                return voice(f"{text} {say(line, rng, facts)}", speaker, chance, "comment")
        return voice(text, speaker, chance, "comment", self._used)

    def _poor(self) -> None:
        """Somebody contradicts a poor answer."""
        thread, asker = self._thread, self._thread.question.author
        for draft in thread.answers:
            if draft.worth != "poor":
                continue
            rng = self._chance.stream("poor", draft.label)
            other = self._crowd.draw(
                rng, thread.script.community, "talks", draft.date, {draft.author.username, asker.username}
            )
            if other is not None and rng.random() < 0.85:
                self._conversation(draft, draft.talk, (other, draft.author))

    def _questions_back(self) -> None:
        """A question back from somebody and the asker's reply."""
        thread, asker = self._thread, self._thread.question.author
        count = self._chance.stream("remarks").choices((0, 1, 2), (50, 40, 10))[0]
        if asker.persona == "newcomer":
            count = 2
        for remark in self._chance.order(thread.script.remarks, lambda one: one[0])[:count]:
            rng = self._chance.stream("remark", remark[0])
            other = self._crowd.draw(
                rng, thread.script.community, "talks", thread.question.date, {asker.username}
            )
            if other is not None:
                self._conversation(thread.question, remark, (other, asker))

    def _accept(self) -> None:
        """Choose the accepted answer; the asker talks below answers. Only one can have mended a thing."""
        thread = self._thread
        rng = self._chance.stream("accepting")
        good = [draft for draft in thread.answers if draft.worth == "good"]
        fair = [draft for draft in thread.answers if draft.worth == "fair" and thread.script.mood != "fix"]
        pool = good or fair
        chosen = None
        if pool and rng.random() < (ACCEPTED if good else 0.2):
            chosen = pool[0] if rng.random() < 0.45 else rng.choice(pool)
        talked = False
        asker = thread.question.author
        for draft in sorted(thread.answers, key=lambda one: one is not chosen):
            if draft.worth == "poor" or (thread.script.mood == "fix" and talked):
                continue
            if thread.script.mood == "fix" and chosen is not None and draft is not chosen:
                continue
            hope = 1.0 if asker.persona == "newcomer" else 0.85 if draft is chosen else 0.55
            if self._chance.share(f"talks {draft.label}") < hope:
                self._conversation(draft, draft.talk, (asker, draft.author))
                talked = talked or bool(draft.talk)
        if chosen is not None:
            moment = later(rng, self._last(chosen), 16.0)
            if moment < EPOCH - timedelta(minutes=10):
                thread.accepted, thread.accepted_at = chosen, moment

    # ---- what may be said anywhere ---------------------------------------------------------------
    def _last(self, parent: Draft) -> datetime:
        return max(
            [draft.date for draft in self._thread.comments if draft.parent is parent], default=parent.date
        )

    def _add(self, parent: Draft, role: str, speaker: Member | None, date: datetime) -> bool:
        """A remark of a role below a post, one that the thread has not seen; whether there is one."""
        thread = self._thread
        if speaker is None:
            return False
        chance = self._chance.of(role, parent.label or parent.kind, speaker.username)
        facts = {
            **own_facts(speaker, thread.question.date, chance),
            "label": parent.label or "that",
            "Label": (parent.label or "That")[:1].upper() + (parent.label or "That")[1:],
            "helper": parent.author.given,
            "asker": thread.question.author.given,
        }
        known = self._crowd.said[speaker.username]
        lines = [line for line in remarks()[thread.script.mood].get(role, []) if can_say(line, facts)]
        lines = [line for line in lines if line not in self._used]
        if not parent.label:
            lines = [line for line in lines if "abel}" not in line]
        lines = [line for line in lines if "abel}" in line or line not in known] or lines
        if not lines:
            return False
        line = chance.pick(lines)
        self._used.add(line)
        known.add(line)
        text = self._spoken(say(line, chance.stream("line"), facts), role, speaker, chance)
        thread.comments.append(Draft("comment", speaker, date, text, role, parent))
        return True

    def _reactions(self) -> None:
        """Thanks, agreement, a doubt, and what the author says to that."""
        thread, asker = self._thread, self._thread.question.author
        community, fixed = thread.script.community, thread.accepted
        rng = self._chance.stream("thanks")
        if fixed is not None and thread.accepted_at is not None and rng.random() < 0.7:
            done = thread.accepted_at - timedelta(minutes=rng.randint(1, 9))
            if done > self._last(fixed) and self._add(fixed, "thanks", asker, done) and rng.random() < 0.3:
                self._add(fixed, "glad", fixed.author, later(rng, done, 4.0))
        for answer in thread.answers:
            rng = self._chance.stream("reactions", answer.label, answer.author.username)
            if answer is not fixed and rng.random() < (0.38 if answer.worth != "poor" else 0.04):
                role = "unhelpful" if answer.worth != "good" and thread.script.mood == "fix" else "polite"
                self._add(answer, role, asker, later(rng, self._last(answer), 9.0))
            while rng.random() < {"good": 0.2, "fair": 0.13, "poor": 0.12}[answer.worth]:
                other = self._crowd.draw(
                    rng, community, "talks", answer.date, {asker.username, answer.author.username}
                )
                choice = rng.random()
                role = {"good": "agree", "fair": "agree" if choice < 0.5 else "doubt", "poor": "disagree"}[
                    answer.worth
                ]
                if answer.worth == "good" and choice < 0.12:
                    role = "doubt"
                date = later(rng, answer.date, 20.0, 1.8)
                said = self._add(answer, role, other, date)
                if said and role in ("doubt", "disagree") and rng.random() < 0.5:
                    self._add(answer, "defend", answer.author, later(rng, date, 5.0))
        self._below_the_question()

    def _below_the_question(self) -> None:
        thread, asker, crowd = self._thread, self._thread.question.author, self._crowd
        rng = self._chance.stream("question")
        if not thread.answers and rng.random() < 0.5:
            self._add(thread.question, "bump", asker, later(rng, thread.question.date, 90.0, 0.6))
        elif rng.random() < 0.22:
            known = {draft.author.username for draft in thread.posts()}
            known.update(one.username for one in crowd.moderators)
            other = crowd.draw(rng, thread.script.community, "talks", thread.question.date, known)
            self._add(thread.question, "me_too", other, later(rng, thread.question.date, 60.0))
        first_week = thread.question.date - asker.joined < timedelta(days=7)
        if first_week and rng.random() < 0.5:
            hosts = [one for one in crowd.moderators if one is not asker]
            host = self._chance.of("host").pick(hosts, lambda one: one.username)
            self._add(thread.question, "welcome", host, later(rng, thread.question.date, 3.0, 0.8))
