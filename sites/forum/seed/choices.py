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
    need: Need, asker: Asker, rng: Random, when: datetime, goods: Goods, taken: set[str]
) -> Script | None:
    """Somebody asks for a product for a purpose; good answers name one that meets it, poor ones do not."""
    right = goods.on_sale(need.kind, when, need.conditions)
    wrong = [one for one in goods.on_sale(need.kind, when) if one not in right]
    if len(right) < 2:
        return None
    facts = common_facts(rng, asker.facts(when))
    facts.update(need=_purpose(need, rng, facts), noun=need.noun, plural=need.plural)
    prices = sorted(product.price for product in right)
    facts["budget"] = f"{int(prices[len(prices) // 2]) // 5 * 5 + 5} euros"
    title = _fresh("search_title", rng, facts, taken)
    if title is None:
        return None
    answers = []
    lines = rng.sample(phrases()["search_good"], 4)
    for line, product in zip(lines, rng.sample(right, min(len(right), 4)), strict=False):
        answers.append(_praise(product, need, rng, goods, facts, line, "good"))
    if wrong:
        product = rng.choice(wrong)
        answers.append(
            _praise(product, need, rng, goods, facts, rng.choice(phrases()["search_poor"]), "poor")
        )
    for line in rng.sample(phrases()["search_fair"], 2):
        label, _, text = line.partition(" :: ")
        answers.append(ScriptAnswer("fair", label, say(text, rng, facts)))
    remarks = tuple(
        tuple(say(part, rng, facts) for part in line.split(" // ")) for line in phrases()["search_remark"]
    )
    text = say(rng.choice(phrases()["search_text"]), rng, facts)
    tags = tags_of(need.community, (), None, rng) + ((right[0].categories[0],) if rng.random() < 0.8 else ())
    return Script(
        f"search/{need.kind}/{load_needs().index(need)}",
        need.community,
        tuple(dict.fromkeys(tags)),
        title,
        text,
        tuple(answers),
        remarks,
        "choice",
        facts,
    )


def _purpose(need: Need, rng: Random, facts: Facts) -> str:
    purpose = say(need.purpose, rng, facts)
    return purpose[:1].lower() + purpose[1:]


def _praise(
    product: Product, need: Need, rng: Random, goods: Goods, facts: Facts, line: str, worth: str
) -> ScriptAnswer:
    own = {**facts, **product_facts(product, goods), "reason": ""}
    if worth == "good":
        own["sheet"] = data_sheet(product, goods, rng)
        form = need.reason if rng.random() < 0.5 else rng.choice(phrases()["search_sheet"])
        own["reason"] = say(form, rng, own) if can_say(form, own) else ""
    body, *talk = line.split(" // ")
    return ScriptAnswer(
        worth, f"the {title_of(product)}", say(body, rng, own), tuple(say(part, rng, own) for part in talk)
    )


def _fresh(role: str, rng: Random, facts: Facts, taken: set[str]) -> str | None:
    for _ in range(5):
        title = say(rng.choice(phrases()[role]), rng, facts)
        if title.lower() not in taken:
            return title
    return None


# ---- one or the other ----------------------------------------------------------------------------
def write_duel(
    need: Need, asker: Asker, rng: Random, when: datetime, goods: Goods, taken: set[str]
) -> Script | None:
    """Somebody hesitates between two products, one of which meets the need and one does not."""
    right = goods.on_sale(need.kind, when, need.conditions)
    wrong = [one for one in goods.on_sale(need.kind, when) if one not in right]
    if not right or not wrong:
        return None
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
    title = _fresh("duel_title", rng, facts, taken)
    if title is None:
        return None
    answers = []
    for worth, role in (("good", "duel_good"), ("poor", "duel_poor"), ("fair", "duel_fair")):
        fitting = [line for line in phrases()[role] if can_say(line, facts)]
        for line in rng.sample(fitting, 3 if worth == "good" else 1):
            body, *talk = line.split(" // ")
            label = f"the {facts['p'] if worth == 'good' else facts['p2']}" if worth != "fair" else "neither"
            answers.append(
                ScriptAnswer(
                    worth, label, say(body, rng, facts), tuple(say(part, rng, facts) for part in talk)
                )
            )
    remarks = tuple(
        tuple(say(part, rng, facts) for part in line.split(" // ")) for line in phrases()["duel_remark"]
    )
    return Script(
        f"duel/{need.kind}/{load_needs().index(need)}",
        need.community,
        tags_of(need.community, (), better, rng),
        title,
        say(rng.choice(phrases()["duel_text"]), rng, facts),
        tuple(answers),
        remarks,
        "choice",
        facts,
    )
