"""Decisions by name: one more alternative changes what takes it, and texts are good English."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from other_worlds import SEEDS

from sites.wiki.seed import history, prose, region, sample
from sites.wiki.seed.__main__ import prose as prose_of
from sites.wiki.seed.assemble import generate
from sites.wiki.seed.chance import Chance, capitals, grammatical, slip
from sites.wiki.seed.markup import ordinal
from sites.wiki.seed.records import MAIN, TALK, Wiki


def test_every_alternative_comes() -> None:
    texts = {Chance(number).say("[a|b] {n} {c|d}[|, {e|f}]", n="[[x|y]]") for number in range(200)}
    assert texts == {
        f"{one} [[x|y]] {two}{end}" for one in "ab" for two in "cd" for end in ("", ", e", ", f")
    }


def test_an_option_more_takes_its_share_and_leaves_the_rest() -> None:
    options = [f"option {number}" for number in range(9)]
    before = [Chance(number).pick("choice", options) for number in range(1000)]
    after = [Chance(number).pick("choice", ["a tenth", *options]) for number in range(1000)]
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert set(changed) == {"a tenth"}
    assert 60 < len(changed) < 150
    assert min(Counter(before).values()) > 60


def test_weights_count() -> None:
    weight = {"rare": 1.0, "common": 9.0}
    drawn = Counter(Chance(number).pick("who", list(weight), weight.__getitem__) for number in range(2000))
    assert 120 < drawn["rare"] < 290


def test_numbers_lie_in_their_range_and_may_be_said_again() -> None:
    for number in range(300):
        text = Chance(number).say(
            "{3~5:a} {a} {#1000~1002} {year+2~4} {year-9~8} {@fish:b} {b}", {"fish": ["pike"]}, year=2019
        )
        first, again, thousand, later, earlier, fish, same = text.split()
        assert first == again
        assert 3 <= int(first) <= 5
        assert thousand in ("1,000", "1,001", "1,002")
        assert 2021 <= int(later) <= 2023
        assert 2010 <= int(earlier) <= 2011
        assert (fish, same) == ("pike", "pike")
        assert int(Chance(number).say("{year+2~40}", year=2021)) <= 2025


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("a apothecary and a baker", "an apothecary and a baker"),
        ("a [[elm]] tree, an university", "an [[elm]] tree, a university"),
        ("A uneasy a one-way a euro", "An uneasy a one-way a euro"),
    ],
)
def test_articles_fit_their_words(written: str, right: str) -> None:
    assert grammatical(written) == right


def test_sentences_begin_with_capitals() -> None:
    assert capitals("a mill. it stands. “no” [[x]]") == "A mill. It stands. “no” [[x]]"


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (11, "11th"), (23, "23rd"), (112, "112th")]
)
def test_ordinals(number: int, words: str) -> None:
    assert ordinal(number) == words


@pytest.mark.parametrize("text", ["1248", "63,372", "4.3", "7"])
def test_slips_differ_in_digits_only(text: str) -> None:
    for number in range(50):
        wrong = slip(Chance(number).stream("slip"), text)
        assert wrong != text
        assert re.sub(r"\d", "0", wrong) == re.sub(r"\d", "0", text)


def test_one_text_more_changes_few_articles(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {page.full: page for page in sample(1).pages}
    (chapter,) = (one for one in prose.book("lake") if one.headings[0] == "Nature")
    monkeypatch.setattr(
        chapter, "texts", [*chapter.texts, prose.Text("Nothing grows here.", frozenset(), frozenset())]
    )
    monkeypatch.setitem(region.pools(), "bird", [*region.pools()["bird"], "great auk"])
    monkeypatch.setattr(history, "NONSENSE", (*history.NONSENSE, "gurgle"))
    after = sample(1).pages
    changed = [page for page in after if page != before[page.full]]
    new = [page for page in changed if "Nothing grows here" in page.text or "great auk" in page.text]
    assert [page.full for page in after] == list(before)
    assert 3 < len(changed) < 40
    assert new
    texts = [page.full for page in changed if page.ns == MAIN and page.text != before[page.full].text]
    assert set(texts) <= {page.full for page in new}


@pytest.fixture(scope="module")
def small() -> dict[int, Wiki]:
    return {seed: generate(seed, 0.02) for seed in SEEDS}


def test_nobody_edits_before_registering_in_any_world(small: dict[int, Wiki]) -> None:
    for seed, wiki in small.items():
        since = {user.name: user.registered for user in wiki.users}
        assert len(since) == len(wiki.users), seed
        for page in wiki.pages:
            dates = [one.date for one in page.revisions]
            assert dates == sorted(set(dates)), (seed, page.full)
            assert dates[-1] <= history.ENDS, (seed, page.full)
            assert all(one.date >= since[one.user] for one in page.revisions), (seed, page.full)


def test_every_world_has_what_tasks_ask_for(small: dict[int, Wiki]) -> None:
    for seed, wiki in small.items():
        titles = Counter(page.full for page in wiki.pages)
        assert max(titles.values()) == 1, seed
        comments = [one.comment for page in wiki.pages for one in page.revisions]
        assert sum(bool(re.fullmatch("corrected the .+ after the register", one)) for one in comments) >= 15
        assert sum("Special:Contributions/" in one for one in comments) > 20
        watched = [page for page in wiki.pages if page.full in wiki.watching["Emma"]]
        assert len(watched) >= 20, seed
        assert any(len(page.revisions) > 40 for page in wiki.pages if page.ns == MAIN), seed


def test_texts_have_no_slots_left_and_no_slips_of_grammar(small: dict[int, Wiki]) -> None:
    faults = (
        r"[{}]",
        r"\b[Aa] (?!one-)[aeio][a-z]",
        r"\S  \S",
        r" [,;]",
    )
    for wiki in small.values():
        for page in wiki.pages:
            body = prose_of(page.text) if page.ns in (MAIN, TALK) else ""
            for fault in faults:
                found = re.search(f".{{0,30}}{fault}.{{0,30}}", body)
                assert not found, (page.full, found)
            assert not [one.comment for one in page.revisions if "{" in one.comment], page.full


def test_worlds_share_the_map_and_not_the_people(small: dict[int, Wiki]) -> None:
    first, second = (
        {page.title: page.subject for page in small[seed].pages if page.ns == MAIN} for seed in (1, 2)
    )
    places = [title for title, subject in first.items() if subject in ("lake", "river", "railway")]
    assert set(places) <= set(second)
    clubs = [title for title, subject in first.items() if subject in ("club", "person")]
    assert len(clubs) > 50
    assert len(set(clubs) & set(second)) < len(clubs) * 0.2
