"""Stories: themes that several reviewers of one product share, each in words of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from random import Random

from sites.shopping.seed.records import EPOCH
from sites.shopping.seed.sayings import DATA
from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import holds
from sites.world_data.shop.descriptions import facts_of
from sites.world_data.shop.kinds import Goods
from sites.world_data.shop.records import Catalogue


@dataclass(frozen=True, slots=True)
class Story:
    """One theme that several reviewers of one product share."""

    key: str
    kind: str
    where: tuple[str, ...]
    tone: str
    stars: tuple[int, ...]
    reviewers: tuple[int, int]
    term: str
    avoid: frozenset[str]
    lines: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def load_stories() -> tuple[Story, ...]:
    """The stories of ``data/stories.yaml``."""
    stories = []
    for raw in load_yaml(DATA / "stories.yaml"):
        lines = []
        for line in raw["lines"].splitlines():
            text, _, title = line.partition(" // ")
            if text.strip():
                lines.append((text.strip(), title.strip()))
        stories.append(
            Story(
                raw["key"],
                raw["kind"],
                tuple(part for part in raw.get("where", "").split(";") if part),
                raw["tone"],
                tuple(raw["stars"]),
                (raw["reviewers"][0], raw["reviewers"][1]),
                raw["term"],
                frozenset(raw["avoid"]),
                tuple(lines),
            )
        )
    return tuple(stories)


def cast_stories(
    goods: Goods,
    catalogue: Catalogue,
    bought: Mapping[str, int],
    counts: dict[str, int],
    seed: int,
) -> dict[str, Story]:
    """Choose a product for each story; it then has enough reviews for the story and some others."""
    cast: dict[str, Story] = {}
    brands = {brand.slug: brand for brand in catalogue.brands}
    for story in load_stories():
        rng = Random(f"{seed}:story:{story.key}")
        fits = []
        for product in catalogue.products:
            if product.kind != story.kind or not product.is_public or product.sku in cast:
                continue
            if product.date_created > EPOCH - timedelta(days=200) or counts.get(product.sku, 0) > 150:
                continue
            facts = facts_of(product, brands[product.brand], goods.kinds[product.kind])
            if all(holds(part, facts) for part in story.where):
                fits.append(product)
        if not fits:
            continue
        fits.sort(key=lambda item: (-bought.get(item.sku, 0), item.sku))
        product = rng.choice(fits[:4])
        cast[product.sku] = story
        counts[product.sku] = max(counts.get(product.sku, 0), story.reviewers[1] + rng.randint(5, 14))
    return cast
