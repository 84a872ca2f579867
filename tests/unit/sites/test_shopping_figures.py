"""Numbers and search words of the shop's pages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sites.shopping.app.shop.storefront.figures import availability, money, percent_off, plain, with_unit
from sites.sitekit import determinism
from sites.sitekit.words import stem, words_of


@pytest.mark.parametrize(
    ("price", "list_price", "percent"),
    [
        ("75", "100", 25),
        ("44.99", "53.99", 17),  # 16.67 is nearer to 17
        ("100", "100", 0),
        ("110", "100", 0),  # a list price below the price is no reduction
        ("10", None, 0),
    ],
)
def test_percent_off(price: str, list_price: str | None, percent: int) -> None:
    assert percent_off(Decimal(price), Decimal(list_price) if list_price else None) == percent


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("12,50", "12.50"),
        ("€9", "9"),
        (" 100 ", "100"),
        ("cheap", None),
        ("-5", None),
        ("nan", None),
        ("", None),
    ],
)
def test_money_as_typed(text: str, amount: str | None) -> None:
    assert money(text) == (None if amount is None else Decimal(amount))


def test_plain_is_read_back() -> None:
    for text in ("20", "20.5", "1000", "0.05"):
        assert money(plain(Decimal(text))) == Decimal(text)


@pytest.mark.parametrize(
    ("value", "unit", "text"), [(30, "h", "30 h"), (1.5, "", "1.5"), (50, "%", "50%"), (2.0, "m", "2 m")]
)
def test_number_with_unit(value: float, unit: str, text: str) -> None:
    assert with_unit(value, unit) == text


@pytest.mark.parametrize(
    ("stock", "text"),
    [(-1, "Out of stock"), (0, "Out of stock"), (1, "Only 1 left in stock"), (5, "Only 5 left in stock")],
)
def test_availability_is_exact_when_low(stock: int, text: str) -> None:
    assert availability(stock) == text


def test_search_words_leave_out_stop_words_unless_nothing_is_left() -> None:
    assert words_of("The Lamp for a desk!") == ["lamp", "desk"]
    assert words_of("the and") == ["the", "and"]


@pytest.mark.parametrize(
    ("word", "cut"),
    [
        ("lamps", "lamp"),
        ("boxes", "box"),
        ("glass", "glass"),
        ("batteries", "batter"),
        ("bus", "bus"),
        ("tea", "tea"),
    ],
)
def test_plural_endings_are_cut(word: str, cut: str) -> None:
    assert stem(word) == cut


def test_chance_follows_from_what_it_is_seeded_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism.time, "time", lambda: 1773651600.0)

    def draw(*parts: str) -> list[int]:
        determinism.reseed(*parts)
        return [determinism.generator().randrange(10**6) for _ in range(5)]

    first = draw("session", "GET", "/")
    assert draw("session", "GET", "/") == first
    assert draw("session", "GET", "/basket/") != first
    assert draw("other", "GET", "/") != first
    monkeypatch.setattr(determinism.time, "time", lambda: 1773651610.0)
    assert draw("session", "GET", "/") != first
