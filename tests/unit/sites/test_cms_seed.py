"""The newspaper's archive: what it promises, for many seeds, and texts that say one thing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import datetime

import pytest
from other_worlds import SEEDS

from sites.cms.seed import articles, assemble, generate, sample
from sites.cms.seed.facts import NUMBERS, Facts
from sites.cms.seed.records import EPOCH, Paper
from sites.cms.seed.stories import data, load_sections
from sites.sitekit.distinctness import overlap
from sites.world_data.shop.on_sale import load_goods

SEED = 20260316
STORIES = [story for section in load_sections() for story in section.stories]
FREE = [text for texts in data("modules").values() for text in texts] + [
    text for texts in data("asides")["staff"].values() for text in texts
]
_GIVEN = {
    "for", "against", "goals", "goals2", "hgoals", "hgoals2", "thousand2", "author_first", "community",
    "place", "brand", "brand_town", "makes", "makes_capital", "founded", "character", "voice", "product",
    "product_short", "price", "project", "about",
}  # fmt: skip
_SLOT = re.compile(r"\{(\w+)\}")
_UNITS = (
    "euros", "metres", "kilometres", "centimetres", "hectares", "per cent", "minutes", "hours", "days",
    "weeks", "months", "years", "kilos", "tonnes", "litres", "pages", "degrees", "grams", "square", "cents",
)  # fmt: skip


@pytest.fixture(scope="module")
def paper() -> Paper:
    return generate(SEED)


def test_there_is_as_much_as_promised(paper: Paper) -> None:
    assert len(paper.posts) == 900
    assert len(paper.pages) == 40
    assert len(paper.comments) >= 3000
    assert len(paper.media) == 300
    assert len(paper.categories) == 8
    assert len({post.author for post in paper.posts}) == 14
    assert {post.status for post in paper.posts} == {"publish", "draft", "pending", "future", "trash"}
    assert {comment.state for comment in paper.comments} == {"approved", "pending", "spam", "trash"}


def test_another_seed_makes_another_paper_and_the_same_one_the_same(paper: Paper) -> None:
    again, other = generate(SEED), generate(7)
    assert again == paper
    assert overlap([post.text for post in paper.posts], [post.text for post in other.posts]) == 0
    assert overlap([post.title for post in paper.posts], [post.title for post in other.posts]) < 0.2


def test_a_larger_paper_holds_the_rules_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(articles, "POSTS", 200)
    paper = generate(3, 4)
    assert len(paper.posts) == 800
    _check(paper)


def test_the_small_paper_is_a_part_of_the_whole_one(paper: Paper) -> None:
    small = sample()
    assert {post.id for post in small.posts} < {post.id for post in paper.posts}
    assert small.comments
    _check(small)


def test_other_seeds_hold_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(articles, "POSTS", 150)
    goods = load_goods(1)
    monkeypatch.setattr(assemble, "load_goods", lambda _: goods)
    for seed in SEEDS:
        _check(generate(seed))


def _check(paper: Paper) -> None:
    texts = [f"{post.title} {post.excerpt} {post.text}" for post in paper.posts]
    texts += [comment.text for comment in paper.comments]
    assert [text for text in texts if re.search(r"[{}\[\]|]", text)] == []
    assert [text for text in texts if re.search(r"\b1 (?!per|million)[a-z]+s\b", text)] == []
    assert [text for text in texts if re.search(r"\bthe the\b|\ba a\b", text, re.IGNORECASE)] == []
    titles = Counter(post.title.lower() for post in paper.posts)
    assert [title for title, count in titles.items() if count > 1] == []
    slugs = Counter((post.date.year, post.date.month, post.slug) for post in paper.posts)
    assert [slug for slug, count in slugs.items() if count > 1] == []
    assert all((post.date > EPOCH) == (post.status == "future") for post in paper.posts)
    assert all(post.date <= post.modified for post in paper.posts if post.status == "publish")
    assert max(revision.date for post in paper.posts for revision in post.revisions) < EPOCH
    numbers = {medium.id for medium in paper.media}
    assert {post.picture for post in paper.posts} - {0} <= numbers
    slugs_of_pages = {page.slug for page in paper.pages}
    assert {page.parent for page in paper.pages} - {""} <= slugs_of_pages
    logins = [user.login for user in paper.users]
    assert len(set(logins)) == len(logins)
    _check_comments(paper)


def _check_comments(paper: Paper) -> None:
    by_id = {comment.id: comment for comment in paper.comments}
    post = {post.id: post for post in paper.posts}
    for comment in paper.comments:
        assert post[comment.post].date <= comment.date < EPOCH
        if comment.parent:
            assert by_id[comment.parent].post == comment.post
            assert by_id[comment.parent].date <= comment.date
    first = [comment.text.lower() for comment in paper.comments if not comment.parent]
    assert len(set(first)) == len(first)


def test_a_few_articles_have_pages_of_comments(paper: Paper) -> None:
    below = Counter(
        comment.post for comment in paper.comments if comment.state == "approved" and not comment.parent
    )
    assert sum(count > 25 for count in below.values()) >= 4
    assert sum(count < 10 for count in below.values()) > 500


def test_one_more_alternative_changes_only_what_draws_from_it(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = next(one for one in STORIES if one.key == "town/bench")
    monkeypatch.setattr(story, "leads", [*story.leads, "One more way to begin about {street}."])
    changed = [
        (before, after)
        for before, after in zip(paper.posts, generate(SEED).posts, strict=True)
        if before != after
    ]
    assert all(after.excerpt != before.excerpt for before, after in changed)
    assert len(changed) < 10


def test_one_more_story_leaves_most_articles_as_they_are(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    sections = load_sections()
    fewer = tuple(
        type(one)(one.category, tuple(story for story in one.stories if story.key != "town/bench"))
        for one in sections
    )
    monkeypatch.setattr(articles, "load_sections", lambda: fewer)
    same = sum(before == after for before, after in zip(paper.posts, generate(SEED).posts, strict=True))
    assert same > 850


@pytest.mark.parametrize("story", STORIES, ids=[story.key for story in STORIES])
def test_a_story_names_slots_that_exist(story: articles.Story) -> None:
    own = {name for variable in story.variables for name in variable.names}
    facts = Facts("test", datetime(2025, 5, 5), dict.fromkeys(_GIVEN, 5))
    for text in (*story.texts, *(value for one in story.variables for row in one.values for value in row)):
        for name in _SLOT.findall(text):
            assert name in own or name.startswith("my_") or facts[name] is not None
    assert all(len(row) == len(one.names) for one in story.variables for row in one.values)


def test_paragraphs_for_a_section_name_slots_that_exist() -> None:
    facts = Facts("test", datetime(2025, 5, 5), dict.fromkeys(_GIVEN, 5))
    assert [name for text in FREE for name in _SLOT.findall(text) if facts[name] is None] == []


def test_who_is_named_is_called_she_or_he_by_slot() -> None:
    """Whether a speaker is a woman or a man is drawn: a text may not say it, but speakers may of others."""
    named = re.compile(r"\{speaker\d?\}")
    literal = re.compile(r"\b(she|he|her|his|him|herself|himself)\b", re.IGNORECASE)
    printed = [text for story in STORIES for paragraph in story.paragraphs for text in paragraph.wordings]
    printed += [text for story in STORIES for text in (*story.titles, *story.leads)]
    spoken = re.compile(r'"[^"]*"')
    assert [
        text for text in (*printed, *FREE) if named.search(text) and literal.search(spoken.sub("", text))
    ] == []


def test_a_number_is_of_one_thing() -> None:
    """ "445 roofs ... from 445 euros": a slot that is once followed by a unit is always followed by it."""
    for story in STORIES:
        units: dict[str, set[str]] = defaultdict(set)
        for text in story.texts:
            for name, after in re.findall(r"\{(\w+)\} ((?:per )?\w+)", text):
                if name in NUMBERS or name.split("_")[0] in ("few", "dozen", "hundred", "thousand"):
                    units[name].add(after if after in _UNITS else "")
        assert [(name, found) for name, found in units.items() if len(found - {""}) > 1] == [], story.key
