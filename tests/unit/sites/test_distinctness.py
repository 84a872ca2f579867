"""The measure of how much texts differ."""

from sites.sitekit.distinctness import measure, overlap

TEXTS = (
    "It keeps the rain out. I would buy it again.",
    "It keeps the rain out, mostly. My son took it to school.",
    "Too small for us. I would buy it again!",
)


def test_counts_what_is_said_more_than_once() -> None:
    found = measure(TEXTS)
    assert found.texts == 3
    assert found.sentences == 5 / 6  # "I would buy it again" stands twice
    assert found.openings == 2 / 3  # "it keeps the rain"
    assert found.endings == 2 / 3  # "would buy it again"
    assert found.words == 10


def test_nothing_at_all_is_distinct() -> None:
    assert measure([]).sentences == 1.0
    assert measure(["  ", "!"]).texts == 0


def test_overlap_counts_names_once() -> None:
    assert overlap(["Ann", "Ann", "Bob"], ["Bob", "Cid"]) == 0.5
    assert overlap([], ["Bob"]) == 0.0
