"""Threads in which somebody looks for a product or cannot choose between two.

``data/needs.txt`` says what people want of a kind of product: ``K kind | community | a noun | plural`` and
below it lines ``N what it is for :: condition :: why a product that meets it is right``. All that is said of
a product comes from the shop's catalogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from random import Random

from sites.errors import WebariumError
from sites.forum.seed.plots import DATA, phrases
from sites.forum.seed.scene import Facts, common_facts, data_sheet, product_facts
from sites.forum.seed.scripts import Asker, Script, ScriptAnswer, can_say, say, tags_of
from sites.sitekit.chance import Chance
from sites.world_data.shop.on_sale import Goods, title_of
from sites.world_data.shop.records import Product


@dataclass(frozen=True, slots=True)
class Need:
    """What a product is wanted for, and which will do."""

    kind: str
    community: str
    noun: str
    plural: str
    purpose: str
    conditions: tuple[str, ...]
    reason: str


@cache
def load_needs() -> tuple[Need, ...]:
    """The needs of ``data/needs.txt``."""
    needs: list[Need] = []
    head: list[str] = []
    for number, line in enumerate((DATA / "needs.txt").read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("K "):
            head = line[2:].split(" | ")
        elif line.startswith("N "):
            purpose, condition, reason = (part.strip() for part in line[2:].split(" :: "))
            kind, community, noun, plural = head
            needs.append(Need(kind, community, noun, plural, purpose, tuple(condition.split(";")), reason))
        elif line.strip() and not line.startswith("#"):
            raise WebariumError(
                f"needs.txt:{number}: cannot read {line[:40]!r}", remedy="begin it with K or N"
            )
    return tuple(needs)


def write_search(
    need: Need, asker: Asker, chance: Chance, when: datetime, goods: Goods, taken: set[str]
) -> Script | None:
    """Somebody asks for a product for a purpose; good answers name one that meets it, poor ones do not."""
    right = goods.on_sale(need.kind, when, need.conditions)
    wrong = [one for one in goods.on_sale(need.kind, when) if one not in right]
    if len(right) < 2:
        return None
    rng = chance.stream("scene")
    facts = common_facts(rng, asker.facts(when))
    facts.update(need=_purpose(need, rng, facts), noun=need.noun, plural=need.plural)
    prices = sorted(product.price for product in right)
    facts["budget"] = f"{int(prices[len(prices) // 2]) // 5 * 5 + 5} euros"
    title = _fresh("search_title", chance.of("title"), facts, taken)
    if title is None:
        return None
    answers = []
    lines = chance.of("good").order(phrases()["search_good"])
    for line, product in zip(lines, rng.sample(right, min(len(right), 5)), strict=False):
        answers.append(_praise(product, need, chance.of("praise", product.slug), goods, facts, line, "good"))
    if wrong:
        product = rng.choice(wrong)
        line = chance.of("poor").pick(phrases()["search_poor"])
        answers.append(_praise(product, need, chance.of("poor"), goods, facts, line, "poor"))
    for line in chance.of("fair").order(phrases()["search_fair"])[:2]:
        label, _, text = line.partition(" :: ")
        answers.append(ScriptAnswer("fair", label, say(text, chance.stream("fair", label), facts)))
    line = chance.of("text").pick(phrases()["search_text"])
    tags = tags_of(need.community, (), None, rng) + ((right[0].categories[0],) if rng.random() < 0.8 else ())
    return Script(
        f"search/{need.kind}/{load_needs().index(need)}",
        need.community,
        tuple(dict.fromkeys(tags)),
        title,
        say(line, chance.stream("text"), facts),
        tuple(answers),
        _remarks("search_remark", chance, facts),
        "choice",
        facts,
    )


def _remarks(role: str, chance: Chance, facts: Facts) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(say(part, chance.stream(part), facts) for part in line.split(" // "))
        for line in phrases()[role]
    )


def _purpose(need: Need, rng: Random, facts: Facts) -> str:
    purpose = say(need.purpose, rng, facts)
    return purpose[:1].lower() + purpose[1:]


def _praise(
    product: Product, need: Need, chance: Chance, goods: Goods, facts: Facts, line: str, worth: str
) -> ScriptAnswer:
    rng = chance.stream("words")
    own = {**facts, **product_facts(product, goods), "reason": ""}
    if worth == "good":
        own["sheet"] = data_sheet(product, goods, rng)
        form = need.reason if rng.random() < 0.5 else chance.of("sheet").pick(phrases()["search_sheet"])
        own["reason"] = say(form, rng, own) if can_say(form, own) else ""
    body, *talk = line.split(" // ")
    return ScriptAnswer(
        worth, f"the {title_of(product)}", say(body, rng, own), tuple(say(part, rng, own) for part in talk)
    )


def _fresh(role: str, chance: Chance, facts: Facts, taken: set[str]) -> str | None:
    for attempt in range(8):
        line = chance.of(attempt).pick(phrases()[role])
        title = say(line, chance.stream(attempt), facts) if can_say(line, facts) else ""
        if title and title.lower() not in taken:
            return title
    return None


# ---- one or the other ----------------------------------------------------------------------------
def write_duel(
    need: Need, asker: Asker, chance: Chance, when: datetime, goods: Goods, taken: set[str]
) -> Script | None:
    """Somebody hesitates between two products, one of which meets the need and one does not."""
    right = goods.on_sale(need.kind, when, need.conditions)
    wrong = [one for one in goods.on_sale(need.kind, when) if one not in right]
    if not right or not wrong:
        return None
    rng = chance.stream("scene")
    better, other = rng.choice(right), rng.choice(wrong)
    if better.brand == other.brand and better.line == other.line and better.kind in ("board_game",):
        return None
    facts = common_facts(rng, asker.facts(when))
    facts.update({**product_facts(better, goods), **product_facts(other, goods, "2")})
    facts.update(need=_purpose(need, rng, facts), noun=need.noun, plural=need.plural)
    if not can_say(need.reason, facts):
        return None
    facts["reason"] = say(need.reason, rng, facts)
    if better.brand == other.brand:
        del facts["brand2"]
    facts["dearer"] = facts["p"] if better.price > other.price else facts["p2"]
    facts["difference"] = f"{abs(better.price - other.price):.2f} euros"
    swapped = rng.random() < 0.5
    facts["one"], facts["two"] = (facts["p"], facts["p2"]) if swapped else (facts["p2"], facts["p"])
    title = _fresh("duel_title", chance.of("title"), facts, taken)
    if title is None:
        return None
    answers = []
    for worth, role in (("good", "duel_good"), ("poor", "duel_poor"), ("fair", "duel_fair")):
        fitting = [line for line in phrases()[role] if can_say(line, facts)]
        for line in chance.of(role).order(fitting)[: 4 if worth == "good" else 1]:
            body, *talk = line.split(" // ")
            label = f"the {facts['p'] if worth == 'good' else facts['p2']}" if worth != "fair" else "neither"
            words = chance.stream(role, body)
            answers.append(
                ScriptAnswer(
                    worth, label, say(body, words, facts), tuple(say(part, words, facts) for part in talk)
                )
            )
    text = chance.of("text").pick(phrases()["duel_text"])
    return Script(
        f"duel/{need.kind}/{load_needs().index(need)}",
        need.community,
        tags_of(need.community, (), better, rng),
        title,
        say(text, chance.stream("text"), facts),
        tuple(answers),
        _remarks("duel_remark", chance, facts),
        "choice",
        facts,
    )
