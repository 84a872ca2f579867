"""From an article's final state back to how it came about: a chain of edits, each by somebody, with a reason."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from itertools import pairwise

import yaml

from sites.wiki.seed.chance import Chance
from sites.wiki.seed.markup import compose
from sites.wiki.seed.records import EPOCH, OPENED, Draft, Revision, User
from sites.wiki.seed.region import pools

LENGTH = {1: (2, 4), 2: (2, 6), 3: (3, 9), 4: (6, 15), 5: (16, 34), 6: (130, 190)}
"""How many versions a page has, by its fame."""
ENDS = EPOCH - timedelta(hours=1)
WARS = 0.04
"""Of so many articles with two figures and some fame the authors have fought over one."""

NONSENSE = (
    "my uncle built this", "BADGERS RULE", "hello mum", "is boring", "lol", "nobody lives here any more",
    "the mayor is a badger", "asdf asdf", "wrong wrong wrong", "class 8b was here", "I can see my house from here",
    "tastes of fish", "HAPPY BIRTHDAY JULE", "this is where I lost my bike", "second best in the world", "moo",
    "everybody here is called Uwe", "do not believe any of this", "qwertz", "pizza", "the lake is a lie", "Kevin woz ere",
    "buy my grandpa's potatoes", "haunted", "more badgers", "1 2 3 test", "ist doch egal", "???", "first!!!",
    "the author of this has never been there", "cheese", "ducks own this place", "free wifi at the bus stop", "zzzzzz",
)  # fmt: skip
TYPOS = {
    "the": "teh", "which": "wich", "and": "adn", "was": "wsa", "from": "form", "about": "abuot", "has": "hsa",
    "with": "wiht", "kilometres": "kilometers", "founded": "fuonded", "people": "poeple", "its": "it's",
    "their": "thier", "square": "sqaure", "inhabitants": "inhabitans", "opened": "opend",
}  # fmt: skip


@cache
def summaries() -> Mapping[str, Mapping[str, list[str]]]:
    """What authors write into summaries: by what they did, by voice."""
    text = resources.files("sites.wiki.seed").joinpath("data/summaries.yaml").read_text(encoding="utf-8")
    return {
        act: {who: [str(one) for one in all_of] for who, all_of in by.items()}
        for act, by in yaml.safe_load(text).items()
    }


@dataclass
class State:
    """What an earlier version lacks or has wrong. ``sentences`` are those of the last section that is there."""

    lead: int = 1
    box: bool = False
    sections: int = 0
    sentences: int | None = None
    slips: set[int] = field(default_factory=set)
    typo: tuple[str, str] | None = None
    categories: int | None = None


@dataclass(frozen=True)
class Edit:
    """A step: the text after it, what it was, whether it counts as minor, and what its summary may name."""

    text: str
    act: str
    minor: bool = False
    heading: str = ""
    values: tuple[tuple[str, str], ...] = ()
    side: int = 0


class Authors:
    """Who edits what and when.

    Args:
        world: the seed's decisions.
        users: all accounts; those with no keenness only spoil pages.
    """

    def __init__(self, world: Chance, users: list[User]) -> None:
        self.world = world
        self.writers = [user for user in users if user.keen > 0]
        self.vandals = [user for user in users if user.keen <= 0]
        self.voices = {user.name: user.voice for user in users}

    def somebody(
        self,
        chance: Chance,
        name: object,
        subject: str,
        moment: datetime,
        but: tuple[str, ...] = (),
        bots: bool = False,
    ) -> str:
        """Somebody who had an account then, more likely one who likes the subject."""
        weights = {
            one.name: one.keen * (5 if subject in one.interests else 1)
            for one in self.writers
            if one.registered <= moment and one.name not in but and (bots or "bot" not in one.groups)
        }
        return chance.pick(("who", name), list(weights), weights.__getitem__)

    def vandal(self, chance: Chance, name: object, moment: datetime) -> str | None:
        """One of those who spoil pages, if any was there yet."""
        able = [one.name for one in self.vandals if one.registered <= moment]
        return chance.pick(("vandal", name), able) if able else None

    def moments(
        self, chance: Chance, count: int, start: datetime | None = None, end: datetime = ENDS
    ) -> list[datetime]:
        """So many moments, waking hours mostly, in order, each a minute or more from the next, none before ``OPENED``."""
        rng = chance.stream("moments")
        earliest = OPENED + timedelta(hours=2)
        first = start or earliest + (end - earliest) * rng.random() ** 1.1
        times = [first]
        for _ in range(count - 1):
            # most pages rest for long and are then worked on for a while
            times.append(end - (end - first) * rng.random() ** (1.6 if rng.random() < 0.7 else 0.6))
        found = [self.waking(rng, moment) if start is None else moment for moment in times]
        found = sorted(max(moment, earliest) for moment in found)
        for index in range(1, len(found)):
            if found[index] < found[index - 1] + timedelta(minutes=1):
                found[index] = found[index - 1] + timedelta(minutes=rng.randrange(1, 9))
        return [
            min(moment, end - timedelta(minutes=len(found) - index)).replace(microsecond=0)
            for index, moment in enumerate(found)
        ]

    @staticmethod
    def waking(rng: random.Random, moment: datetime) -> datetime:
        """The same day at an hour at which people write."""
        hour = rng.choices(range(24), [1] * 6 + [4] * 3 + [6] * 12 + [4] * 3)[0]
        return moment.replace(hour=hour, minute=rng.randrange(60), second=rng.randrange(60))

    def summary(self, chance: Chance, name: object, act: str, user: str, /, **values: str) -> str:
        """What somebody writes into the summary of an edit, in their own way."""
        by = summaries()[act]
        voice = self.voices.get(user, "plain")
        lines = by["all"] + by.get(voice, []) * 2
        # rendezvous wants different options: those of the own voice stand for two
        options = [f"{index}:{line}" for index, line in enumerate(lines)]
        chosen = chance.pick(("summary", name), options).partition(":")[2]
        named = [one for one in ("author", "paper", "shelf", "month") if f"{{{one}}}" in chosen]
        drawn = {one: chance.at("summary", name).pick(one, pools()[one]) for one in named}
        number = chance.number(("page", name), 4, 380)
        more = {
            "page": str(number),
            "weeks": str(number % 9 + 2),
            "weekday": chance.pick(("day", name), pools()["weekday"])[:-1],
        }
        return chance.at("summary", name).say(chosen, pools(), **drawn, **more, **values)


def sentences(body: str) -> list[str]:
    """A section's sentences; a table or a list is one."""
    if "\n" in body or "{|" in body:
        return [body]
    return re.split(r"(?<=[a-z0-9)\]”][.!?]) (?=[A-Z“'\[{])", body)


def render(draft: Draft, state: State) -> str:
    """The wikitext of an earlier state."""
    shown = replace(draft, categories=draft.categories[: state.categories])
    if state.sentences is not None and state.sections:
        heading, body = draft.sections[state.sections - 1]
        part = " ".join(sentences(body)[: state.sentences])
        shown.sections = [
            *draft.sections[: state.sections - 1],
            (heading, part),
            *draft.sections[state.sections :],
        ]
    text = compose(shown, sentences=state.lead, box=state.box, sections=state.sections)
    for index in state.slips:
        _, right, wrong = draft.slips[index]
        text = swap(text, right, wrong)
    if state.typo:
        text = text.replace(f" {state.typo[0]} ", f" {state.typo[1]} ", 1)
    return text


def swap(text: str, right: str, wrong: str) -> str:
    """A text in which a figure is another one."""
    return re.sub(rf"(?<![\d.,]){re.escape(right)}(?![\d]|[.,]\d)", wrong, text)


def write(
    chance: Chance,
    draft: Draft,
    authors: Authors,
    start: datetime | None = None,
    others: tuple[str, ...] = (),
) -> list[Revision]:
    """The versions of an article, the last one whole and right."""
    low, high = LENGTH[draft.fame]
    steps = list(edits(chance, draft, chance.number("how many edits", low, high)))
    times = authors.moments(chance, len(steps), start)
    close_ranks(steps, times)
    found: list[Revision] = []
    spoiler, sides = "", ("", "")
    for index, (step, moment) in enumerate(zip(steps, times, strict=True)):
        text, values = step.text, dict(step.values)
        if step.act == "spoil":
            user = authors.vandal(chance, index, moment)
            if user is None:
                continue
            text, spoiler = spoil(found[-1].text, text), user
        elif step.act == "mend":
            if not spoiler:
                continue
            text = found[-2].text
            values["user"] = f"[[Special:Contributions/{spoiler}|{spoiler}]]"
            user, spoiler = authors.somebody(chance, index, draft.subject, moment, (spoiler,)), ""
        elif step.side:
            if not sides[0]:
                one = authors.somebody(chance, "one side", draft.subject, moment)
                sides = (one, authors.somebody(chance, "other side", draft.subject, moment, (one,)))
            user = (
                sides[step.side - 1]
                if step.side < 3
                else authors.somebody(chance, index, draft.subject, moment, sides)
            )
        else:
            user = authors.somebody(chance, index, draft.subject, moment, bots=step.act == "sort")
        if found and found[-1].text == text:
            continue
        other = chance.pick(("other", index), others) if others else draft.title
        comment = "" if step.act == "spoil" else authors.summary(
            chance, index, step.act, user, title=draft.title, subject=draft.subject, other=other, **values
        )  # fmt: skip
        if step.heading:
            comment = f"/* {step.heading} */ {comment}".strip()
        found.append(Revision(user, moment, text, comment, step.minor))
    return found


def close_ranks(steps: list[Edit], times: list[datetime]) -> None:
    """What belongs together happens within days: a quarrel within a few, and nonsense goes within hours."""
    for index, (one, two) in enumerate(pairwise(steps), 1):
        wait = {"mend": 190, "back": 900, "forth": 700, "peace": 3600}.get(two.act)
        if wait is None or (two.side and not one.side):
            continue
        near = times[index - 1] + timedelta(
            minutes=7 + (times[index] - times[index - 1]).total_seconds() // 60 % wait
        )
        times[index] = min(times[index], near)


def spoil(text: str, nonsense: str) -> str:
    """A text with nonsense in it."""
    if "\n\n" in text:
        return text.replace("\n\n", f"\n\n{nonsense}\n\n", 1)
    return f"{text} {nonsense}"


def at_war(chance: Chance, draft: Draft) -> bool:
    """Whether the authors of an article have fought over a figure in it."""
    return bool(draft.slips) and draft.fame >= 3 and (draft.fame == 6 or chance.unit("war") < WARS)


def edits(chance: Chance, draft: Draft, wanted: int) -> Iterator[Edit]:
    """The edits in order; the last text is the final one."""
    rng = chance.stream("edits")
    state = State(categories=1 if len(draft.categories) > 1 and rng.random() < 0.6 else None)
    ops = outline(draft, state, finely=draft.fame >= 5)
    extra = blemishes(rng, draft, state, wanted)
    if at_war(chance, draft):
        extra.append("war")
    while len(ops) + len(extra) < wanted - 1 and rng.random() < (0.99 if draft.fame == 6 else 0.9):
        extra.append("spoil" if rng.random() < 0.35 else "pause")
    # with few edits some are done at once: the first one brings more
    while len(ops) + len(extra) > wanted - 1 and ops:
        apply(state, ops.pop(0), draft)
    for op in extra:
        ops.insert(rng.randrange(len(ops) // (2 if draft.fame < 6 else 8), len(ops) + 1), op)
    if ops and ops[0] == "spoil":
        ops.append(ops.pop(0))
    yield Edit(render(draft, state), "create")
    for index, op in enumerate(ops):
        if op == "pause":
            continue
        if op == "spoil":
            yield Edit(chance.pick(("nonsense", index), NONSENSE), "spoil")
            yield Edit("", "mend", True)
        elif op == "war":
            yield from war(chance, draft, state)
        else:
            yield step(rng, draft, state, op)
    yield Edit(compose(draft), "last", rng.random() < 0.5)


def outline(draft: Draft, state: State, finely: bool) -> list[str]:
    """How an article grows: part by part, of much edited ones sentence by sentence."""
    ops = ["box"] if draft.box else []
    ops += ["lead"] * (len(draft.lead) - 1 if finely else min(1, len(draft.lead) - 1))
    for _, body in draft.sections:
        ops += ["section", *["grow"] * (len(sentences(body)) - 1 if finely else 0)]
    if not finely:
        state.sentences = None
    return ops + (["sort"] if state.categories is not None else [])


def blemishes(rng: random.Random, draft: Draft, state: State, wanted: int) -> list[str]:
    """What is wrong at first, and the edits that put it right."""
    found = []
    if draft.slips and rng.random() < 0.75:
        count = rng.randrange(1, len(draft.slips) + 1) if wanted > 4 else 1
        state.slips = set(rng.sample(range(len(draft.slips)), count))
        found += [f"fix {index}" for index in sorted(state.slips)]
    words = [word for word in TYPOS if f" {word} " in compose(draft, sentences=1, box=False, sections=0)]
    if words and rng.random() < 0.25:
        word = rng.choice(words)
        state.typo = (word, TYPOS[word])
        found.append("typo")
    return found


def step(rng: random.Random, draft: Draft, state: State, op: str) -> Edit:
    """One ordinary edit."""
    heading, values, act = "", {}, op.split()[0]
    if op == "section" and state.sections < len(draft.sections):
        heading = draft.sections[state.sections][0]
    elif op == "grow" and state.sections:
        heading = draft.sections[state.sections - 1][0]
    elif act == "fix":
        what, right, wrong = draft.slips[int(op.split()[1])]
        values = {"what": what, "right": right, "wrong": wrong}
    elif op == "typo" and state.typo:
        values = {"typo": state.typo[1]}
    apply(state, op, draft, finely=draft.fame >= 5)
    minor = op in ("sort", "typo") or (op == "grow" and rng.random() < 0.4)
    return Edit(render(draft, state), act, minor, heading, tuple(values.items()))


def war(chance: Chance, draft: Draft, state: State) -> Iterator[Edit]:
    """Two authors put a figure to and fro until a third makes peace."""
    what, right, wrong = draft.slips[0]
    state.slips.discard(0)
    values = (("what", what), ("right", right), ("wrong", wrong))
    good = render(draft, state)
    bad = swap(good, right, wrong)
    for turn in range(chance.number("reverts", 2, 5) * 2 - 1):
        yield (
            Edit(bad, "back", False, "", values, 2)
            if turn % 2 == 0
            else Edit(good, "forth", False, "", values, 1)
        )
    yield Edit(good, "peace", False, "", values, 3)


def apply(state: State, op: str, draft: Draft, finely: bool = False) -> None:
    """Do to the state what an edit does."""
    if op == "box":
        state.box = True
    elif op == "lead":
        state.lead = state.lead + 1 if finely else len(draft.lead)
    elif op == "section":
        state.sections = min(state.sections + 1, len(draft.sections))
        state.sentences = 1 if finely else None
    elif op == "grow" and state.sentences is not None:
        state.sentences += 1
    elif op == "sort":
        state.categories = None
    elif op == "typo":
        state.typo = None
    elif op.startswith("fix"):
        state.slips.discard(int(op.split()[1]))
