"""Threads that everybody has something to say in: one question and dozens of answers, over months.

``data/gatherings.txt`` has them: ``== community key``, then lines marked T (a title), Q (the question),
A (an answer, with comments behind ``//`` as in ``plots.py``) and G (how an answer about a thing from the shop
begins). Answers by hand come first. Where there are G lines, the rest is about products: one answer each, with
what ``needs.txt`` says for a product of that kind; ``needs`` names the communities whose kinds are meant, ``all`` for every one.
``larger`` is for gatherings that only a forum of more than the usual size has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache

from sites.errors import WebariumError
from sites.forum.seed.choices import Need, load_needs
from sites.forum.seed.crowd import Crowd
from sites.forum.seed.people import Member
from sites.forum.seed.plots import DATA
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scene import common_facts, product_facts
from sites.forum.seed.scripts import Script, can_say, say
from sites.forum.seed.threads import Draft, Thread, word
from sites.forum.seed.voices import own_facts, voice
from sites.sitekit.chance import Chance
from sites.world_data.shop.on_sale import Goods

FEWEST, MOST = 30, 60
"""How many answers a gathering has in a forum of the usual size."""
LIMIT = 180
"""No gathering has more answers than this, however large the forum is."""


@dataclass(slots=True)
class Gathering:
    """One question that many answer."""

    community: str
    key: str
    larger: bool = False
    needs: str = ""
    title: str = ""
    text: str = ""
    answers: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)


@cache
def load_gatherings() -> tuple[Gathering, ...]:
    """The gatherings of ``data/gatherings.txt``."""
    found: list[Gathering] = []
    for number, line in enumerate((DATA / "gatherings.txt").read_text("utf-8").splitlines(), start=1):
        mark, _, text = line.partition(" ")
        if mark == "==":
            community, key, *options = text.split(" ")
            needs = "".join(one.removeprefix("needs=") for one in options if one.startswith("needs="))
            found.append(Gathering(community, key, "larger" in options, needs))
        elif mark in ("T", "Q") and found:
            setattr(found[-1], {"T": "title", "Q": "text"}[mark], text)
        elif mark in ("A", "G") and found:
            {"A": found[-1].answers, "G": found[-1].frames}[mark].append(text)
        elif line.strip() and not line.startswith("#"):
            raise WebariumError(
                f"gatherings.txt:{number}: cannot read {line[:40]!r}", remedy="begin it with ==, T, Q, A or G"
            )
    return tuple(found)


def gather(seed: int, scale: int, crowd: Crowd, goods: Goods) -> list[Thread]:
    """The gatherings of a forum, without comments."""
    return [
        _hold(one, Chance(seed, "forum", "gathering", one.key), scale, crowd, goods)
        for one in load_gatherings()
        if scale > 1 or not one.larger
    ]


def _hold(gathering: Gathering, chance: Chance, scale: int, crowd: Crowd, goods: Goods) -> Thread:
    rng = chance.stream("life")
    begun = EPOCH - timedelta(days=rng.uniform(150, 420))
    begun = begun.replace(hour=rng.randint(15, 20), minute=rng.randrange(60), second=rng.randrange(60))
    begun = begun.replace(microsecond=0)
    asker = _somebody(crowd, chance.of("asker"), gathering.community, "asks", begun, set())
    facts = common_facts(chance.stream("facts"), asker.facts(begun))
    text = say(gathering.text, chance.stream("text"), facts)
    question = Draft(
        "question", asker, begun, voice(text, asker, chance.of("question"), "question", set()), "question"
    )
    tags = (gathering.community, "long-threads")
    script = Script(
        f"gathering/{gathering.key}", gathering.community, tags, gathering.title, text, (), (), "chat", facts
    )
    thread = Thread(chance, script, question, gathering.title, tags)
    count = min(LIMIT, round(rng.uniform(FEWEST, MOST) * scale))
    spoken = {asker.username}
    used: set[str] = set()
    for key, line, slots in _lines(gathering, chance, goods, begun)[:count]:
        part = chance.of("answer", key)
        date = _moment(part, begun)
        author = _somebody(crowd, part.of("author"), gathering.community, "answers", date, spoken)
        spoken.add(author.username)
        body, *talk = line.split(" // ")
        own = {**own_facts(author, date, part), **slots}
        said = say(body, part.stream("line"), own)
        lines = tuple(say(one, part.stream("talk", place), own) for place, one in enumerate(talk))
        said = word(said, "good", thread, author, part, [], used)
        thread.answers.append(Draft("answer", author, date, said, "good", question, key[:40], lines))
    thread.answers.sort(key=lambda draft: draft.date)
    return thread


def _somebody(
    crowd: Crowd, chance: Chance, community: str, part: str, when: datetime, without: set[str]
) -> Member:
    """Who speaks: one who cares for the community if there is one left, else anybody."""
    found = crowd.draw(chance.stream(), community, part, when, without)
    if found is not None:
        return found
    rest = [one for one in crowd.members if one.username not in without and one.joined < when]
    return chance.pick([one for one in rest if one.persona != "newcomer"], lambda one: one.username)


def _moment(chance: Chance, begun: datetime) -> datetime:
    """Many answers in the first weeks, and now and then one until today."""
    span = (EPOCH - begun).total_seconds() - 3600
    share = chance.share("moment") ** 2.6
    return (begun + timedelta(seconds=600 + share * span)).replace(microsecond=0)


def _lines(
    gathering: Gathering, chance: Chance, goods: Goods, when: datetime
) -> list[tuple[str, str, dict[str, object]]]:
    """(key, line, slots) of all answers there could be: those by hand, then those about products."""
    lines: list[tuple[str, str, dict[str, object]]] = [
        (line, line, {}) for line in chance.of("lines").order(gathering.answers)
    ]
    if not gathering.frames:
        return lines
    wanted = gathering.needs.split(",")
    made: dict[str, tuple[str, dict[str, object]]] = {}
    for need in load_needs():
        if gathering.needs != "all" and need.community not in wanted:
            continue
        for product in goods.on_sale(need.kind, when, need.conditions):
            facts = {**product_facts(product, goods), "noun": need.noun, "plural": need.plural}
            if can_say(need.reason, facts):
                made[f"{product.slug}:{need.purpose}"] = (_reason(need, chance, facts), facts)
    seen: set[str] = set()
    said: set[str] = set()
    frames = chance.of("frames").order(gathering.frames)
    for key in chance.of("things").order(made):
        reason, facts = made[key]
        thing = str(facts["p"])
        if thing in seen or reason in said:
            continue
        seen.add(thing)
        said.add(reason)
        frame = frames[(len(lines) - len(gathering.answers)) % len(frames)]
        lines.append((key, frame, {**facts, "reason": reason}))
    return lines


def _reason(need: Need, chance: Chance, facts: dict[str, object]) -> str:
    return say(need.reason, chance.stream("reason", need.purpose, facts["p"]), facts)
