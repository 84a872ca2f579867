"""From a plot to the words of one thread: title, question, possible answers and what is said below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Protocol

from sites.forum.seed.plots import AnswerLine, Community, Plot, phrases
from sites.forum.seed.scene import Facts, set_scene
from sites.sitekit.chance import Chance
from sites.sitekit.grammar import capital, expand
from sites.world_data.shop.on_sale import Goods
from sites.world_data.shop.records import Product

TITLE_TAIL = 0.3
"""Share of titles that say a particular more than the plot's own."""
_SMALL = ("project", "project2", "owner")
"""Slots whose names keep their small letter at the beginning of a sentence."""
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class ScriptAnswer:
    """An answer that somebody may give. ``talk`` alternates between a commenter and the author."""

    worth: str
    label: str
    text: str
    talk: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """What may be said in one thread; who says it when is decided later."""

    plot: str
    community: str
    tags: tuple[str, ...]
    title: str
    text: str
    answers: tuple[ScriptAnswer, ...]
    remarks: tuple[tuple[str, ...], ...]
    mood: str
    facts: Facts = field(default_factory=dict)


class Asker(Protocol):
    """Who asks, as far as the words of a question depend on it."""

    def facts(self, when: datetime) -> Facts:
        """Slots that are always the same for this person: where he lives, how old the child is."""
        ...

    def habit(self, topic: str, lines: Sequence[str]) -> str:
        """The one of some sentences about oneself that this person would say."""
        ...


def say(text: str, rng: Random, facts: Facts) -> str:
    """A text of the data with choices made and slots filled; ``¶`` becomes a blank line."""
    result = ""
    previous = ""
    for part in text.split("¶"):
        said = capital(expand(part, rng, facts))
        if result:
            result += "\n" if said.startswith("* ") and previous.startswith("* ") else "\n\n"
        result += said
        previous = said
    for name in (str(facts[key]) for key in _SMALL if key in facts):
        result = re.sub(rf"\b{re.escape(capital(name))}\b", name, result)
    return result


def can_say(text: str, facts: Facts) -> bool:
    """Whether every slot of the text is there."""
    return all(slot in facts for slot in _SLOT.findall(text))


def write_script(
    plot: Plot,
    community: Community,
    asker: Asker,
    chance: Chance,
    when: datetime,
    goods: Goods,
    taken: set[str],
) -> Script | None:
    """One thread of a plot, its title not among ``taken`` (in lower case); None if there is no new one."""
    scene = set_scene(plot, chance.stream("scene"), when, goods, asker.facts(when))
    if scene is None:
        return None
    facts, product = scene
    title = _title(plot, chance.of("title"), facts, taken)
    if title is None:
        return None
    answers = tuple(
        _answer(line, chance.of("answer", line.label or line.text), facts)
        for line in plot.answers
        if can_say(line.text + line.label, facts)
    )
    remarks = tuple(
        tuple(say(part, chance.stream("remark", part), facts) for part in remark)
        for remark in plot.remarks
        if can_say("".join(remark), facts)
    )
    line = chance.of("text").pick([one for one in plot.texts if can_say(one, facts)])
    text = say(line, chance.stream("text"), facts)
    text = _embed(text, plot, community, asker, chance.of("embed"), facts)
    return Script(
        plot.key,
        community.name,
        tags_of(community.name, plot.tags, product, chance.stream("tags")),
        title,
        text,
        answers,
        remarks,
        plot.mood,
        facts,
    )


def _answer(line: AnswerLine, chance: Chance, facts: Facts) -> ScriptAnswer:
    return ScriptAnswer(
        line.worth,
        expand(line.label, chance.stream("label"), facts),
        say(line.text, chance.stream("text"), facts),
        tuple(say(part, chance.stream("talk", part), facts) for part in line.talk if can_say(part, facts)),
    )


def _title(plot: Plot, chance: Chance, facts: Facts, taken: set[str]) -> str | None:
    """A title of the plot, often with a particular behind it; None if nothing new can be found."""
    for attempt in range(9):
        rng, choice = chance.stream(attempt), chance.of(attempt)
        title = say(choice.pick([one for one in plot.titles if can_say(one, facts)]), rng, facts)
        if attempt > 1 or rng.random() < TITLE_TAIL:
            form = "question" if title.endswith("?") else plot.mood
            lines = phrases().get(f"retitle_{form}", phrases()["retitle_statement"])
            line = choice.of("tail").pick([one for one in lines if can_say(one, {**facts, "title": ""})])
            title = say(line, rng, {**facts, "title": title.rstrip(".")})
        if title.lower() not in taken and title.count(str(facts["district_short"])) < 2:
            return title
    return None


def _embed(text: str, plot: Plot, community: Community, asker: Asker, chance: Chance, facts: Facts) -> str:
    """The question with a sentence about the asker and one beside the point, or without."""
    rng = chance.stream("words")
    before, context, aside = rng.random(), rng.random(), rng.random()
    if community.contexts and context < 0.5:
        said = say(asker.habit(community.name, community.contexts), rng, facts)
        text = f"{said} {text}" if before < 0.55 else f"{text}\n\n{said}"
    if aside < 0.55:
        line = chance.of("aside").pick(phrases()["aside_" + plot.mood])
        text = f"{text} {say(line, chance.stream('aside'), facts)}"
    return text


def tags_of(community: str, more: tuple[str, ...], product: Product | None, rng: Random) -> tuple[str, ...]:
    """The community first, then the plot's tags, the category and the brand; five at most."""
    tags = [community, *more]
    if product is not None:
        if rng.random() < 0.65:
            tags.append(product.categories[0])
        if rng.random() < 0.45:
            tags.append(product.brand)
    return tuple(dict.fromkeys(tags))[:5]
