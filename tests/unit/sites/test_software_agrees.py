"""Forum, wiki and newspaper of a world name the projects and people that its forge has: twenty worlds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from sites.cms.seed.facts import make_facts
from sites.cms.seed.stories import load_sections
from sites.forum.seed import people
from sites.forum.seed.plots import Plot, load_communities
from sites.forum.seed.records import EPOCH
from sites.forum.seed.scene import set_scene
from sites.wiki.seed import economy
from sites.wiki.seed.chance import Chance
from sites.world_data.brands import DEFAULT_SEED, brands
from sites.world_data.shop.on_sale import Goods, load_goods
from sites.world_data.software import software

WORLDS = range(1, 21)


@pytest.fixture(scope="module")
def shop() -> Goods:
    """The goods of one world: what is asked here does not look at them."""
    return load_goods(1)


def public(seed: int) -> set[str]:
    """Names of the projects that everybody can see."""
    return {one["name"] for one in software(seed)["projects"] if not one.get("private")}


def lines(plot: Plot) -> Iterator[str]:
    """All that a plot may say."""
    yield from (*plot.titles, *plot.texts)
    for answer in plot.answers:
        yield from (answer.label, answer.text, *answer.talk)
    for remark in plot.remarks:
        yield from remark


def test_forum_asks_about_projects_of_its_forge(shop: Goods) -> None:
    for seed in WORLDS:
        goods = replace(shop, seed=seed)
        whose = {
            one["name"]: (one["owner"], one.get("group") or one["owner"])
            for one in software(seed)["projects"]
        }
        asked = set()
        for community in load_communities(seed):
            for plot in community.plots:
                if plot.project:
                    scene = set_scene(replace(plot, kind=""), Random(seed), EPOCH, goods, {})
                    assert scene is not None
                    facts = scene[0]
                    assert whose[str(facts["project"])] == (facts["owner"], facts["space"])
                    asked |= {facts["project"], facts.get("project2", facts["project"])}
        assert len(asked) > 5
        assert asked <= public(seed)


def test_forum_says_no_name_of_another_world() -> None:
    old = {one["name"] for one in software(DEFAULT_SEED)["projects"] if "-" in one["name"]}
    old |= {one["name"] for one in brands(DEFAULT_SEED)}
    for seed in WORLDS:
        now = {one["name"] for one in software(seed)["projects"]} | {one["name"] for one in brands(seed)}
        gone = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(old - now))) + r")(?![\w-])")
        for community in load_communities(seed):
            said = [*community.wiki, *community.contexts, *community.openers]
            said += [line for plot in community.plots for line in lines(plot)]
            assert [line for line in said if gone.search(line)] == []


def test_makers_have_one_name_in_forum_and_forge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "_identities", lambda seed, scale: [])  # customers of the shop and others
    for seed in WORLDS:
        members = people.make_members(seed, 1, load_communities(seed))
        by_name = {one.username: one for one in members}
        assert len(by_name) == len(members)
        for owner in software(seed)["owners"]:
            if "email" in owner:
                member = by_name[owner["username"]]
                assert (member.email, member.given) == (owner["email"], owner["given"])


def test_wiki_writes_of_the_projects_of_its_forge() -> None:
    for seed in WORLDS:
        drafts = economy.software(Chance(seed))
        assert {draft.box[1]["name"] for draft in drafts if draft.box} == public(seed)
        known = software(seed)
        authors = {one["title"] for one in known["groups"]} | {one["username"] for one in known["owners"]}
        authors |= {f"{one['given']} {one['family']}" for one in known["owners"] if "given" in one}
        assert {draft.box[1]["author"] for draft in drafts if draft.box} <= authors


def test_newspaper_reports_on_projects_of_its_forge(shop: Goods) -> None:
    stories = [story for section in load_sections() for story in section.stories]
    told = [story for story in stories if story.project and not story.brand]
    assert told
    for seed in WORLDS:
        goods = replace(shop, seed=seed)
        for story in told:
            for key in range(5):
                facts = make_facts(story, "Emma Lindqvist", f"{seed}:{key}", datetime(2026, 1, 5), goods)
                assert facts["project"] in public(seed)
