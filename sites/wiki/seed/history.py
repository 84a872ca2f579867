"""From an article's final state back to how it came about: a chain of edits, each by somebody, with a reason."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sites.wiki.seed.grammar import say
from sites.wiki.seed.markup import compose
from sites.wiki.seed.records import EPOCH, OPENED, Draft, Revision, User

LENGTH = {1: (2, 3), 2: (2, 5), 3: (3, 7), 4: (5, 10), 5: (11, 24)}
"""How many versions a page has, by its fame."""
ENDS = EPOCH - timedelta(hours=1)

NONSENSE = (
    "my uncle built this",
    "BADGERS RULE",
    "hello mum",
    "is boring",
    "lol",
    "nobody lives here any more",
    "the mayor is a badger",
    "asdf asdf",
    "wrong wrong wrong",
)
CREATED = (
    "new",
    "new article",
    "a beginning",
    "stub, more will follow",
    "created",
    "first version",
    "moved here from my notes",
    "wanted for a long time",
)
TYPOS = {
    "the": "teh",
    "which": "wich",
    "and": "adn",
    "was": "wsa",
    "from": "form",
    "about": "abuot",
    "has": "hsa",
    "with": "wiht",
}


@dataclass
class State:
    """What an earlier version lacks or has wrong."""

    sentences: int = 1
    box: bool = False
    sections: int = 0
    slips: set[int] = field(default_factory=set)
    typo: tuple[str, str] | None = None
    categories: int | None = None


class Authors:
    """Who edits what and when.

    Args:
        rng: a stream of its own.
        users: all accounts; those with no keenness only spoil pages.
    """

    def __init__(self, rng: random.Random, users: list[User]) -> None:
        self.rng = rng
        self.writers = [user for user in users if user.keen > 0]
        self.vandals = [user for user in users if user.keen <= 0]

    def somebody(self, subject: str, moment: datetime, but: str = "", bots: bool = False) -> str:
        """Somebody who had an account then, more likely one who likes the subject."""
        able = [
            one
            for one in self.writers
            if one.registered <= moment and one.name != but and (bots or "bot" not in one.groups)
        ]
        weights = [one.keen * (5 if subject in one.interests else 1) for one in able]
        return self.rng.choices(able, weights)[0].name

    def vandal(self, moment: datetime) -> str | None:
        """One of those who spoil pages, if any was there yet."""
        able = [one.name for one in self.vandals if one.registered <= moment]
        return self.rng.choice(able) if able else None

    def moments(self, count: int, start: datetime | None = None, end: datetime = ENDS) -> list[datetime]:
        """So many moments, waking hours mostly, in order, each a minute or more from the next."""
        rng = self.rng
        first = start or OPENED + (end - OPENED) * rng.random() ** 1.1
        times = [first]
        for _ in range(count - 1):
            # most pages rest for long and are then worked on for a while
            times.append(end - (end - first) * rng.random() ** (1.6 if rng.random() < 0.7 else 0.6))
        found: list[datetime] = []
        for moment in sorted(times):
            if not found or start is None:
                moment = moment.replace(
                    hour=rng.choices(range(24), [1] * 6 + [4] * 3 + [6] * 12 + [4] * 3)[0],
                    minute=rng.randrange(60),
                    second=rng.randrange(60),
                )
            found.append(moment)
        found.sort()
        for index in range(1, len(found)):
            if found[index] < found[index - 1] + timedelta(minutes=1):
                found[index] = found[index - 1] + timedelta(minutes=rng.randrange(1, 9))
        return [
            min(moment, end - timedelta(minutes=len(found) - index)).replace(microsecond=0)
            for index, moment in enumerate(found)
        ]


def render(draft: Draft, state: State) -> str:
    """The wikitext of an earlier state."""
    kept = draft.categories
    if state.categories is not None:
        draft.categories = draft.categories[: state.categories]
    try:
        text = compose(draft, sentences=state.sentences, box=state.box, sections=state.sections)
    finally:
        draft.categories = kept
    for index in state.slips:
        _, right, wrong = draft.slips[index]
        text = re.sub(rf"(?<![\d.,]){re.escape(right)}(?![\d]|[.,]\d)", wrong, text)
    if state.typo:
        text = text.replace(f" {state.typo[0]} ", f" {state.typo[1]} ", 1)
    return text


def write(
    rng: random.Random, draft: Draft, authors: Authors, start: datetime | None = None
) -> list[Revision]:
    """The versions of an article, the last one whole and right."""
    low, high = LENGTH[draft.fame]
    wanted = rng.randrange(low, high + 1)
    steps = list(edits(rng, draft, wanted))
    times = authors.moments(len(steps), start)
    found: list[Revision] = []
    previous = ""
    for (text, comment, minor, kind), moment in zip(steps, times, strict=True):
        if kind == "spoil":
            user = authors.vandal(moment)
            if user is None:
                continue
            text = (
                found[-1].text.replace("\n\n", f"\n\n{text}\n\n", 1)
                if "\n\n" in found[-1].text
                else f"{found[-1].text} {text}"
            )
            previous = user
        elif kind == "mend":
            if not found or found[-1].user != previous or not previous:
                continue
            text = found[-2].text
            comment = comment.replace("{user}", f"[[Special:Contributions/{previous}|{previous}]]")
            user, previous = authors.somebody(draft.subject, moment, previous), ""
        else:
            user = authors.somebody(draft.subject, moment, bots=kind == "sort")
            previous = ""
        if found and found[-1].text == text:
            continue
        found.append(Revision(user, moment, text, comment, minor))
    return found


def edits(rng: random.Random, draft: Draft, wanted: int) -> Iterator[tuple[str, str, bool, str]]:
    """Text, summary, whether it is a minor edit, and its kind, in order; the last text is the final one."""
    state = State(sentences=1, categories=1 if len(draft.categories) > 1 and rng.random() < 0.6 else None)
    ops: list[str] = []
    if draft.box:
        ops.append("box")
    if len(draft.lead) > 1:
        ops.append("lead")
    ops += ["section"] * len(draft.sections)
    if state.categories is not None:
        ops.append("sort")
    room = wanted - 1
    extra: list[str] = []
    words = [word for word in TYPOS if f" {word} " in compose(draft, sentences=1, box=False, sections=0)]
    if draft.slips and rng.random() < 0.75:
        chosen = rng.sample(
            range(len(draft.slips)), rng.randrange(1, len(draft.slips) + 1) if room > 3 else 1
        )
        state.slips = set(chosen)
        extra += [f"fix {index}" for index in chosen]
    if words and rng.random() < 0.25:
        word = rng.choice(words)
        state.typo = (word, TYPOS[word])
        extra.append("typo")
    while len(ops) + len(extra) < room and rng.random() < 0.9:
        extra.append("spoil" if rng.random() < 0.35 else "pause")
    # with few edits some are done at once: the first one brings more
    while len(ops) + len(extra) > room and ops:
        apply(state, ops.pop(0), draft)
    for op in extra:
        ops.insert(rng.randrange(len(ops) // 2, len(ops) + 1), op)
    if ops and ops[0].startswith("spoil"):
        ops.append(ops.pop(0))
    yield render(draft, state), rng.choice(CREATED) if rng.random() < 0.8 else "", False, "create"
    for index, op in enumerate(ops):
        if index == len(ops) - 1 and op not in ("spoil", "pause"):
            for other in (
                "box",
                "lead",
                "sort",
                *["section"] * len(draft.sections),
                *(f"fix {number}" for number in list(state.slips)),
                "typo",
            ):
                if other != op:
                    apply(state, other, draft)
        if op == "spoil":
            yield rng.choice(NONSENSE), "", False, "spoil"
            yield (
                "",
                say(
                    rng,
                    "[Undid revision by {user}|Reverted edits by {user}: nonsense|vandalism by {user} removed|rv {user}]",
                    user="{user}",
                ),
                True,
                "mend",
            )
            continue
        if op == "pause":
            continue
        comment, minor = reason(rng, op, state, draft)
        apply(state, op, draft)
        yield render(draft, state), comment, minor, op.split()[0]
    state = State(sentences=len(draft.lead), box=True, sections=len(draft.sections))
    yield (
        compose(draft),
        say(rng, "[order of sections|checked against the sources|links|completed|read through once more|]"),
        rng.random() < 0.5,
        "last",
    )


def apply(state: State, op: str, draft: Draft) -> None:
    """Do to the state what an edit does."""
    if op == "box":
        state.box = True
    elif op == "lead":
        state.sentences = len(draft.lead)
    elif op == "section":
        state.sections = min(state.sections + 1, len(draft.sections))
    elif op == "sort":
        state.categories = None
    elif op == "typo":
        state.typo = None
    elif op.startswith("fix"):
        state.slips.discard(int(op.split()[1]))


def reason(rng: random.Random, op: str, state: State, draft: Draft) -> tuple[str, bool]:
    """The summary of an edit, and whether it is marked as minor."""
    if op == "box":
        return say(rng, "[infobox|added an infobox|box with the figures|+ infobox]"), False
    if op == "lead":
        return say(
            rng,
            "[introduction longer|more in the first paragraph|said what it is known for|expanded the introduction]",
        ), False
    if op == "section" and state.sections < len(draft.sections):
        heading = draft.sections[state.sections][0]
        return say(
            rng,
            "/* {heading} */ [new section|added|first draft of this section|from the printed chronicle|with help from the library|]",
            heading=heading,
        ), False
    if op == "sort":
        return say(rng, "[categories|sorted into categories|+ category]"), True
    if op == "typo":
        return say(rng, "[typo|spelling|a slip of the keyboard]"), True
    if op.startswith("fix"):
        what, right, wrong = draft.slips[int(op.split()[1])]
        return say(
            rng,
            "[{what} corrected|{what}: {right}, not {wrong}|corrected the {what} after the register|{what} was wrong, see talk|wrong {what}]",
            what=what,
            right=right,
            wrong=wrong,
        ), False
    return "", False
