"""Observations compared: which pages are taken, how it counts, what is said when BrowserGym is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.commands.bench_observations import _can_be_visited, _kind, _medians, measure, show
from sites.errors import WebariumError

SHOP = "http://shopping.webarium.test/"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("catalogue/red-lamp_12/", "catalogue/blue-lamp_7/", True),
        ("catalogue/red-lamp_12/", "catalogue/red-lamp_12/reviews/", False),
        ("search/?q=lamp", "search/?q=chair", True),
        ("search/?q=lamp", "search/", False),
        ("accounts/orders/", "accounts/addresses/", False),
    ],
)
def test_pages_of_one_kind_are_taken_once(one: str, other: str, same: bool) -> None:
    assert (_kind(SHOP + one) == _kind(SHOP + other)) is same


@pytest.mark.parametrize("path", ["accounts/logout/", "api/products/", "report.csv", "#main"])
def test_what_is_no_page_or_ends_the_session_is_left_out(path: str) -> None:
    assert not _can_be_visited(SHOP + path, SHOP)
    assert not _can_be_visited("http://forum.webarium.test/", SHOP)
    assert _can_be_visited(SHOP + "deals/", SHOP)


def test_medians_and_how_many_times_as_fast(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {
            "elements": 40,
            "default": ours / 2,
            "default_step": ours + 300,
            "equal": ours,
            "equal_step": ours + 320,
            "browsergym": theirs,
            "browsergym_text": theirs + 50,
            "browsergym_step": theirs + 800,
        }
        for ours, theirs in ((100.0, 550.0), (90.0, 700.0), (900.0, 500.0))
    ]
    page = _medians(rows)
    assert (page["equal"], page["browsergym"], page["ratio_equal"], page["ratio_text"]) == (
        100,
        550,
        5.5,
        6.0,
    )
    assert (page["default"], page["ratio_default"]) == (50, 11.0)
    median = {key: value for key, value in page.items() if key != "elements"}
    versions = {"webarium": {"chromium": "1"}, "browsergym": {"browsergym": "0.14.3"}}
    show(
        {
            "site": "shopping",
            "rounds": 3,
            "pages": [{"url": SHOP + "deals/", **page}],
            "median": median,
            "pause": 500.0,
            "versions": versions,
        }
    )
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) <= 80
    words = [line.split() for line in shown]
    assert ["/deals/", "40", "550", "50", "11.0", "100", "5.5"] in words
    assert ["browsergym:", "browsergym", "0.14.3"] in words
    text = " ".join(" ".join(line) for line in words)
    assert "already: 50 ms more" in text
    assert "ours 400 and 420, BrowserGym's 1350, of which it waits 500 always" in text


def test_without_browsergym_one_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="no BrowserGym to compare with") as found:
        measure("shopping", tmp_path / "python")
    assert "make browsergym" in (found.value.remedy or "")
