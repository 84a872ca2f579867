"""The books' makers that need no ZIM writer: dictionary entries, manuals, pages."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from sites.library.maker import foldoc, yearbook
from sites.library.maker.page import Article, Book, document, slug
from sites.spec import ROOT

ENTRY = """\
HyperText Transmission Protocol, Secure
HTTPS

   <protocol, web> (HTTPS) A variant of {HTTP} used by
   {Netscape (http://example.org/)} for __secure__ <things>.

      port    443
      old     80

   (1998-06-17)
"""


def test_an_entry_is_taken_apart() -> None:
    entry = foldoc.parse(ENTRY)
    assert entry.names == ["HyperText Transmission Protocol, Secure", "HTTPS"]
    assert entry.subjects == ["protocol", "web"]
    assert entry.date == "1998-06-17"
    assert len(entry.blocks) == 2


def test_an_abbreviation_is_part_of_the_title() -> None:
    entry = foldoc.parse(ENTRY)
    assert foldoc.title(entry) == "HyperText Transmission Protocol, Secure (HTTPS)"
    assert foldoc.title(foldoc.parse("beep\nbell\n\n   x\n")) == "beep"
    assert foldoc.title(foldoc.parse("A\nB\nC\n\n   x\n")) == "A"


def test_addresses_outside_go_even_when_broken_over_lines() -> None:
    entry = foldoc.parse("x\n\n   [{White paper\n   \n   (https://example.org/a(b).pdf)}] end\n")
    assert foldoc.body(entry, {}) == "<p>[White paper] end</p>"


def test_an_entry_without_subject_or_date() -> None:
    entry = foldoc.parse("beep\n\n   A sound, see {bell}.\n")
    assert (entry.names, entry.subjects, entry.date) == (["beep"], [], None)
    assert foldoc.parse("a%%%b%%%a\n\n   x\n").names == ["a", "b"]


def test_references_become_links_and_nothing_leads_outside() -> None:
    html = foldoc.body(foldoc.parse(ENTRY), {"http": "term/http"})
    assert '<a href="../term/http">HTTP</a>' in html
    assert "Netscape" in html
    assert "example.org" not in html
    assert "<em>secure</em> &lt;things&gt;" in html
    assert "<pre>   port    443" in html
    assert "Also: HTTPS" in html


def test_numbers_of_the_index() -> None:
    assert foldoc.number("A") == 0
    assert foldoc.number("BA") == 64
    assert foldoc.number("/") == 63


def test_terms_of_the_same_name_get_addresses_of_their_own() -> None:
    found = [foldoc.parse(f"{name}\n\n   Text {number}.\n") for number, name in enumerate(["C", "c", "C++"])]
    articles = foldoc.articles(found)
    assert len({one.path for one in articles}) == 3
    assert [one.text for one in articles] == ["Text 0.", "Text 1.", "Text 2."]


def test_another_name_leads_to_the_entry_that_has_it() -> None:
    found = [
        foldoc.parse("tea\n\n   One.\n"),
        foldoc.parse("tea\nchai\n\n   Two.\n"),
        foldoc.parse("x\n\n   {chai}\n"),
    ]
    one, two, third = foldoc.articles(found)
    assert one.path != two.path
    assert f'href="../{two.path}"' in third.body


def test_a_page_knows_its_book_and_no_address_outside() -> None:
    book = Book("computing", "Dictionary", "", "<p>foot</p>")
    html = document(book, Article("term/a", "A < B", "<p>x</p>", groups=["web"]))
    assert "<h1>A &lt; B</h1>" in html
    assert 'href="../contents"' in html
    assert 'name="books.name" value="computing"' in html
    assert 'href="../group/web"' in html
    assert "http" not in html
    searched = re.sub(r"<!--htdig_noindex-->.*?<!--/htdig_noindex-->", "", html)
    assert "<p>x</p>" in searched
    assert "foot" not in searched
    assert "Search" not in searched


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("World-Wide Web", "world-wide-web"), ("C++", "c"), ("!!", "signs"), ("Émile", "emile")],
)
def test_names_in_addresses(name: str, wanted: str) -> None:
    assert slug(name) == wanted


MANUALS = ROOT / "sites" / "library" / "books" / "manuals"


def _links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", text)


@pytest.mark.parametrize(
    "file", sorted(MANUALS.glob("*/*.md")), ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_manual_has_a_heading_and_links_that_lead_somewhere(file: Path) -> None:
    head, blank, *rest = file.read_text(encoding="utf-8").splitlines()
    assert head.startswith("# ")
    assert blank == ""
    assert len(" ".join(rest).split()) > 35
    for link in _links("\n".join(rest)):
        assert (file.parent / link).resolve().is_file(), link


def test_every_site_with_users_has_a_manual() -> None:
    parts = {folder.name for folder in MANUALS.iterdir()}
    assert parts == {"shop", "shop-dashboard", "forum", "forge", "wiki", "newspaper", "home"}
    titles = [file.read_text(encoding="utf-8").splitlines()[0] for file in MANUALS.glob("*/*.md")]
    assert len(titles) >= 60
    assert len(titles) == len(set(titles))


# ---- yearbook ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def charts() -> list[yearbook.Chart]:
    return yearbook.read(ROOT / "sites/library/books/yearbook.toml")


def test_the_ends_of_every_chart_can_be_told_from_the_other_bars(charts: list[yearbook.Chart]) -> None:
    assert len(charts) >= 5
    for chart in charts:
        lowest, low, *_, high, highest = sorted(chart.months)
        assert min(highest - high, low - lowest) >= chart.top * 0.03, chart.path


def test_only_the_picture_of_a_chart_has_its_figures(charts: list[yearbook.Chart]) -> None:
    made = yearbook.book(charts)
    assert set(made.files) == {f"charts/{chart.path}.svg" for chart in charts}
    for chart in charts:
        page = next(one for one in made.articles if one.path == chart.path)
        assert f'src="charts/{chart.path}.svg"' in page.body
        shown = set(re.findall(r"\d+", unescape(re.sub(r"<[^>]+>", " ", page.body)))) - {"2025", "1994"}
        assert not shown & set(map(str, chart.months)), chart.path


def test_bars_are_as_high_as_their_figures_on_the_scale(charts: list[yearbook.Chart]) -> None:
    for chart in charts:
        drawn = [float(high) for high in re.findall(r"v-([\d.]+)h", yearbook.picture(chart))]
        whole = yearbook.HEIGHT - yearbook.UPPER - yearbook.LOWER
        assert drawn == pytest.approx([whole * value / chart.top for value in chart.months], abs=0.06)


@pytest.mark.parametrize("months", [[1] * 11, [0] + [1] * 11, [9] + [1] * 11])
def test_a_chart_that_leaves_its_scale_or_year_is_refused(tmp_path: Path, months: list[int]) -> None:
    words = "\n".join(f'{key} = "x"' for key in ("path", "title", "what", "unit", "text"))
    text = f"[[chart]]\n{words}\ntop = 8\nmonths = {months}\n"
    (tmp_path / "book.toml").write_text(text)
    with pytest.raises(ValueError, match="x needs twelve months from 1 to 8"):
        yearbook.read(tmp_path / "book.toml")
