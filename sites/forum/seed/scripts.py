"""From a plot to the words of one thread: title, question, possible answers and what is said below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Protocol

from sites.forum.seed.plots import Community, Plot, phrases
from sites.forum.seed.scene import Facts, set_scene
from sites.sitekit.grammar import capital, expand
from sites.world_data.shop.on_sale import Goods
from sites.world_data.shop.records import Product

_CAPITALS = ("I", "LED", "USB", "DAB+", "GPS", "Bluetooth", "Tollensesee", "HDMI", "E14", "German", "Rösthof")
"""First words of titles that keep their capitals after a colon; names of brands come with the product."""
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
    plot: Plot, community: Community, asker: Asker, rng: Random, when: datetime, goods: Goods, taken: set[str]
) -> Script | None:
    """One thread of a plot, its title not among ``taken`` (in lower case); None if there is no new one."""
    scene = set_scene(plot, rng, when, goods, asker.facts(when))
    if scene is None:
        return None
    facts, product = scene
    title = _title(plot, rng, facts, taken)
    if title is None:
        return None
    answers = tuple(
        ScriptAnswer(
            line.worth,
            expand(line.label, rng, facts),
            say(line.text, rng, facts),
            tuple(say(part, rng, facts) for part in line.talk if can_say(part, facts)),
        )
        for line in plot.answers
        if can_say(line.text + line.label, facts)
    )
    remarks = tuple(
        tuple(say(part, rng, facts) for part in remark)
        for remark in plot.remarks
        if can_say("".join(remark), facts)
    )
    text = say(rng.choice([one for one in plot.texts if can_say(one, facts)]), rng, facts)
    text = _embed(text, plot, community, asker, rng, facts)
    return Script(
        plot.key,
        community.name,
        tags_of(community.name, plot.tags, product, rng),
        title,
        text,
        answers,
        remarks,
        plot.mood,
        facts,
    )


def _title(plot: Plot, rng: Random, facts: Facts, taken: set[str]) -> str | None:
    """A title of the plot, varied if it was used before; None if nothing new can be found."""
    for attempt in range(8):
        title = say(rng.choice([one for one in plot.titles if can_say(one, facts)]), rng, facts)
        if attempt > 1 or rng.random() < 0.12:
            form = "retitle_question" if title.endswith("?") else f"retitle_{plot.mood}"
            form = form if form in phrases() else "retitle_statement"
            names = {*_CAPITALS, *(str(value).split(" ")[0] for value in facts.values())}
            lower = title if title.split(" ")[0].rstrip(":,") in names else title[:1].lower() + title[1:]
            own = {**facts, "title": title.rstrip("."), "lower": lower}
            title = say(rng.choice(phrases()[form]), rng, own)
        if title.lower() not in taken and title.count(str(facts["district_short"])) < 2:
            return title
    return None


def _embed(text: str, plot: Plot, community: Community, asker: Asker, rng: Random, facts: Facts) -> str:
    """The question with a sentence about the asker and one beside the point, or without."""
    if community.contexts and rng.random() < 0.5:
        context = say(asker.habit(community.name, community.contexts), rng, facts)
        text = f"{context} {text}" if rng.random() < 0.55 else f"{text}\n\n{context}"
    if rng.random() < 0.45:
        text = f"{text} {say(rng.choice(phrases()['aside_' + plot.mood]), rng, facts)}"
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
