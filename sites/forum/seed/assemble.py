"""The whole forum from a seed number: threads, what became of them, and what people did beside."""

from __future__ import annotations

import math
from collections import defaultdict
from datetime import datetime, timedelta

from sites.forum.seed.badges import give_badges
from sites.forum.seed.choices import Need, load_needs, write_duel, write_search
from sites.forum.seed.crowd import Crowd, question_dates
from sites.forum.seed.gatherings import gather
from sites.forum.seed.moderation import moderate, tidy
from sites.forum.seed.people import Member, make_members
from sites.forum.seed.plots import Community, Plot, load_communities
from sites.forum.seed.records import EPOCH, Answer, Closure, Comment, Follow, Forum, Question, Revision, User
from sites.forum.seed.scripts import Script, write_script
from sites.forum.seed.social import make_groups, make_messages
from sites.forum.seed.tags import make_tags
from sites.forum.seed.talk import Talk
from sites.forum.seed.threads import Draft, Thread, play
from sites.forum.seed.votes import Ledger, cast_votes
from sites.sitekit.chance import Chance
from sites.world_data.shop.on_sale import Goods, load_goods

QUESTIONS = 4_120
"""About how many questions a forum of scale 1 has."""
SHARE_SEARCH, SHARE_DUEL = 0.19, 0.05
"""Shares of threads in which somebody looks for a product, or hesitates between two."""
FIRST_QUESTIONS = {"newcomers/introduce": 0.1, "newcomers/bike-first": 2.0, "getting-around/bus-clinic": 4.0}
"""What the newcomer has asked, and how many days after joining."""
RECENT = 5
"""A plot may come again only after so many other threads of its community."""


def assemble(seed: int, scale: float = 1) -> Forum:
    """Everything; equal numbers give equal forums on every Python from 3.11.

    ``scale`` multiplies members and questions; below 1 the members stay as they are.
    """
    communities = load_communities(seed)
    size = max(1, int(scale))
    goods = load_goods(seed, size)
    members = make_members(seed, size, communities)
    threads = _threads(seed, scale, communities, goods, members)
    spam = moderate(threads, members, seed)
    _number(threads)
    tidy(threads, members)
    ledger = cast_votes(threads, members, [community.name for community in communities])
    questions, answers, comments = _posts(threads, ledger)
    follows = _follows(questions, members, seed)
    last = _last_seen(threads, ledger, follows)
    users = tuple(_user(member, ledger, last, seed) for member in members)
    badges = give_badges(users, questions, answers, comments, tuple(ledger.votes), follows)
    return Forum(
        seed,
        users,
        make_tags(communities, questions, goods, members),
        questions,
        answers,
        comments,
        tuple(ledger.votes),
        groups=make_groups(members, seed),
        follows=follows,
        badges=badges,
        flags=spam(),
        messages=make_messages(members, seed),
    )


# ---- threads -------------------------------------------------------------------------------------
def _threads(
    seed: int, scale: float, communities: tuple[Community, ...], goods: Goods, members: tuple[Member, ...]
) -> list[Thread]:
    chance = Chance(seed, "forum")
    crowd = Crowd(members, [community.name for community in communities])
    by_name = {community.name: community for community in communities}
    writer = _Writer(communities, goods, crowd, chance)
    threads = []
    for number, when in enumerate(question_dates(chance.stream("dates"), round(QUESTIONS * scale))):
        begun = writer.next(number, when)
        if begun is not None:
            script, asker, own = begun
            threads.append(play(script, when, crowd, own, by_name[script.community].openers, asker))
    threads += _first_questions(writer, crowd, members, chance)
    threads += gather(seed, max(1, int(scale)), crowd, goods)
    threads.sort(key=lambda thread: thread.question.date)
    return [Talk(thread, crowd).held() for thread in threads]


def _first_questions(
    writer: _Writer, crowd: Crowd, members: tuple[Member, ...], chance: Chance
) -> list[Thread]:
    """What the newcomer among the personas has asked so far, in the days since he joined."""
    newcomer = next(member for member in members if member.persona == "newcomer")
    threads = []
    for key, days in FIRST_QUESTIONS.items():
        own = chance.of("first", key)
        when = newcomer.joined + timedelta(days=days, hours=own.share("hour") * 2)
        script = writer.of(key, newcomer, when, own)
        if script is not None:
            threads.append(play(script, when.replace(microsecond=0), crowd, own, [], newcomer))
    return threads


class _Writer:
    """Chooses the plot of the next thread, so that neighbours differ and no title comes twice."""

    def __init__(
        self, communities: tuple[Community, ...], goods: Goods, crowd: Crowd, chance: Chance
    ) -> None:
        self._chance = chance
        self._crowd = crowd
        self._goods = goods
        self._by_name = {community.name: community for community in communities}
        self._plots = {plot.key: plot for community in communities for plot in community.plots}
        self._needs: dict[str, list[Need]] = defaultdict(list)
        for need in load_needs():
            self._needs[need.community].append(need)
        self._taken: set[str] = set()
        self._recent: dict[str, list[str]] = defaultdict(list)

    def next(self, number: int, when: datetime) -> tuple[Script, Member, Chance] | None:
        """The script of the thread of a number, begun at ``when``; who begins it, and its chance."""
        for attempt in range(30):
            chance = self._chance.of("thread", number, attempt)
            draw = chance.share("sort")
            if draw < SHARE_SEARCH + SHARE_DUEL:
                need = self._need(chance)
                community, key = need.community, f"{need.kind}:{need.purpose}"
            else:
                plot = self._plot(chance, when)
                community, key = plot.community, plot.key
            if key in self._recent[community]:
                continue
            asker = self._asker(chance, community, key, when)
            if asker is None:
                continue
            script: Script | None
            if draw < SHARE_SEARCH + SHARE_DUEL:
                write = write_search if draw < SHARE_SEARCH else write_duel
                script = write(need, asker, chance, when, self._goods, self._taken)
            else:
                script = self.of(key, asker, when, chance)
            if script is None or script.facts.get("owner") == asker.username:
                continue
            self._taken.add(script.title.lower())
            recent = self._recent[script.community]
            recent.append(key)
            del recent[:-RECENT]
            self._crowd.said[asker.username].add(f"ask {key}")
            return script, asker, chance
        return None

    def _asker(self, chance: Chance, community: str, key: str, when: datetime) -> Member | None:
        """Somebody who would ask there and has not asked this before."""
        rng = chance.stream("asker")
        for _ in range(6):
            asker = self._crowd.draw(rng, community, "asks", when)
            if asker is not None and f"ask {key}" not in self._crowd.said[asker.username]:
                return asker
        return None

    def of(self, key: str, asker: Member, when: datetime, chance: Chance) -> Script | None:
        """A script of one plot for one person."""
        plot = self._plots[key]
        community = self._by_name[plot.community]
        return write_script(plot, community, asker, chance, when, self._goods, self._taken)

    def _need(self, chance: Chance) -> Need:
        """What somebody looks for: a community's, so that those with many kinds of goods do not prevail."""
        name = chance.of("where").pick(list(self._needs), weight=lambda one: len(self._needs[one]) ** 0.5)
        return chance.of("need").pick(self._needs[name], lambda one: f"{one.kind}:{one.purpose}")

    def _plot(self, chance: Chance, when: datetime) -> Plot:
        """A plot in season: first the community, then one of its plots."""
        community = chance.of("community").pick(list(self._by_name.values()), lambda one: one.name)
        plots = [plot for plot in community.plots if not plot.months or when.month in plot.months]
        return chance.of("plot").pick(plots, lambda one: one.key, lambda one: one.weight)


def _number(threads: list[Thread]) -> None:
    """One sequence of ids in the order of dates."""
    drafts = [draft for thread in threads for draft in thread.posts()]
    drafts.sort(key=lambda draft: draft.date)
    for number, draft in enumerate(drafts, start=1):
        draft.id = number


# ---- records -------------------------------------------------------------------------------------
def _revisions(draft: Draft) -> tuple[Revision, ...]:
    return tuple(
        Revision(number, author, date, text, summary, title, tags)
        for number, (author, date, text, title, tags, summary) in enumerate(draft.versions, start=1)
    )


def _posts(
    threads: list[Thread], ledger: Ledger
) -> tuple[tuple[Question, ...], tuple[Answer, ...], tuple[Comment, ...]]:
    questions, answers, comments = [], [], []
    for thread in threads:
        draft = thread.question
        moves = [(post.date, post.author.username) for post in thread.posts()]
        moves += [(version[1], version[0]) for post in thread.posts() for version in post.versions[1:]]
        moment, mover = max(moves)
        score = ledger.scores[draft.id]
        age = (EPOCH - draft.date).days
        interest = math.exp(thread.chance.stream("views").gauss(3.4, 0.7))
        views = 3 + len(moves) * 4 + max(0, score) * 6 + interest * min(1.0, (age + 3) / 60)
        closed = None
        if thread.closed is not None:
            closer, date, reason, older = thread.closed
            closed = Closure(closer.username, date, reason, older.question.id if older else None)
        questions.append(
            Question(
                draft.id,
                draft.author.username,
                draft.date,
                thread.title,
                draft.text,
                thread.tags,
                score,
                int(views),
                moment,
                mover,
                thread.accepted.id if thread.accepted else None,
                thread.accepted_at,
                closed,
                _revisions(draft),
                thread.script.plot,
            )
        )
        for answer in thread.answers:
            answers.append(
                Answer(
                    answer.id,
                    draft.id,
                    answer.author.username,
                    answer.date,
                    answer.text,
                    ledger.scores[answer.id],
                    answer is thread.accepted,
                    _revisions(answer),
                )
            )
        for comment in thread.comments:
            if comment.parent is None:
                raise ValueError(f"comment {comment.id} has no parent")
            comments.append(
                Comment(
                    comment.id,
                    comment.parent.id,
                    comment.author.username,
                    comment.date,
                    comment.text,
                    ledger.scores[comment.id],
                )
            )
    return (
        tuple(sorted(questions, key=lambda one: one.id)),
        tuple(sorted(answers, key=lambda one: one.id)),
        tuple(sorted(comments, key=lambda one: one.id)),
    )


def _follows(questions: tuple[Question, ...], members: tuple[Member, ...], seed: int) -> tuple[Follow, ...]:
    follows = []
    fans: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        for name in member.likes:
            if member.persona != "newcomer":
                fans[name].append(member)
    for question in questions:
        chance = Chance(seed, "forum", "follows", question.date.isoformat(), question.author)
        rng = chance.stream()
        pool = fans[question.tags[0]]
        hope = 0.25 + max(0, question.score) * 0.16
        count = min(len(pool), int(rng.expovariate(1 / hope)))
        for member in chance.order(pool, lambda one: one.username)[:count]:
            date = question.date + timedelta(hours=rng.expovariate(1 / 60), minutes=5)
            if member.joined < date < EPOCH and member.username != question.author:
                follows.append(Follow(member.username, question.id, date.replace(microsecond=0)))
    return tuple(sorted(follows, key=lambda one: (one.date, one.user)))


def _last_seen(threads: list[Thread], ledger: Ledger, follows: tuple[Follow, ...]) -> dict[str, datetime]:
    last: dict[str, datetime] = {}

    def seen(user: str, date: datetime) -> None:
        if user not in last or last[user] < date:
            last[user] = date

    for thread in threads:
        for draft in thread.posts():
            seen(draft.author.username, draft.date)
            for version in draft.versions:
                seen(version[0], version[1])
        if thread.accepted_at is not None:
            seen(thread.question.author.username, thread.accepted_at)
        if thread.closed is not None:
            seen(thread.closed[0].username, thread.closed[1])
    for vote in ledger.votes:
        seen(vote.user, vote.date)
    for follow in follows:
        seen(follow.user, follow.date)
    return last


def _user(member: Member, ledger: Ledger, last: dict[str, datetime], seed: int) -> User:
    rng = Chance(seed, "forum", "user", member.username).stream()
    ceiling = (EPOCH - member.joined).total_seconds() - 3600
    visit = member.joined + timedelta(seconds=int(ceiling * rng.random() ** 0.5))
    marked = tuple(
        (name, (member.joined + timedelta(seconds=int(ceiling * rng.random() ** 3))).replace(microsecond=0))
        for name in member.marked
    )
    latest = [visit, last.get(member.username, member.joined), *(date for _, date in marked)]
    return User(
        member.username,
        member.email,
        member.given,
        member.family,
        member.joined,
        max(latest),
        role=member.role,
        persona=member.persona,
        about=member.about,
        place=member.place,
        country=member.country,
        website=member.website,
        show_name=member.show_name,
        reputation=ledger.reputation[member.username],
        marked=marked,
        ignored=member.ignored,
    )
