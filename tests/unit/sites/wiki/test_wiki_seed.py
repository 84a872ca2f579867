"""The wiki's records: whole, linked, in order; and what the loader reads from wikitext."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from sites.wiki import links, load
from sites.wiki.seed import sample
from sites.wiki.seed.history import ENDS
from sites.wiki.seed.markup import infobox, table
from sites.wiki.seed.records import CATEGORY, MAIN, TEMPLATE, Wiki


@pytest.fixture(scope="module")
def wiki() -> Wiki:
    return sample(1)


def test_same_number_gives_same_records(wiki: Wiki) -> None:
    again = sample(1)
    assert again.pages == wiki.pages
    assert sample(2).pages != wiki.pages


def test_titles_are_unique_and_histories_in_order(wiki: Wiki) -> None:
    titles = Counter((page.ns, links.key(page.title)) for page in wiki.pages)
    assert [title for title, count in titles.items() if count > 1] == []
    for page in wiki.pages:
        dates = [revision.date for revision in page.revisions]
        assert dates == sorted(set(dates)), page.full
        assert dates[-1] <= ENDS, page.full


def test_nobody_edits_before_registering(wiki: Wiki) -> None:
    since = {user.name: user.registered for user in wiki.users}
    early = [
        (page.full, one.user) for page in wiki.pages for one in page.revisions if one.date < since[one.user]
    ]
    assert early == []


def test_every_link_leads_somewhere(wiki: Wiki) -> None:
    known = {(page.ns, links.key(page.title)) for page in wiki.pages}
    templates = {page.title: page.text for page in wiki.pages if page.ns == TEMPLATE}
    for page in wiki.pages:
        found = links.read(page.ns, page.title, page.text, templates)
        red = {one for one in found.pages if one not in known and one[0] in (MAIN, TEMPLATE)}
        assert red == set(), page.full
        assert {(CATEGORY, name) for name in found.categories} <= known, page.full
        assert found.templates <= known, page.full


def test_infobox_and_text_agree(wiki: Wiki) -> None:
    lakes = [page for page in wiki.pages if page.subject == "lake"]
    assert len(lakes) > 40
    for page in lakes:
        depth = re.search(r"max_depth_m *= (\S+)", page.text)
        assert depth
        assert page.text.partition("\n\n")[2].partition("\n==")[0].count(f"{depth[1]} metres") == 1, (
            page.title
        )


def test_lists_say_what_articles_say(wiki: Wiki) -> None:
    by = {page.title: page.text for page in wiki.pages if page.ns == MAIN}
    rows = re.findall(r"^\| \[\[([^\]]+)\]\] \|\| (.+)$", by["List of rivers of the Lakeland district"], re.M)
    assert len(rows) == 30
    for title, rest in rows:
        length = re.search(r"length_km *= (\S+)", by[title])
        assert length
        assert rest.startswith(f"{length[1]} ||"), title


def test_spoiled_pages_are_mended(wiki: Wiki) -> None:
    vandals = {user.name for user in wiki.users if not user.keen}
    mended = 0
    for page in wiki.pages:
        if page.ns != MAIN:
            continue
        for index, revision in enumerate(page.revisions):
            if revision.user in vandals:
                assert page.revisions[index + 1].text == page.revisions[index - 1].text, page.full
                assert revision.user in page.revisions[index + 1].comment
                mended += 1
    assert mended > 10


def test_markup() -> None:
    assert infobox("lake", {"name": "A", "depth_m": "3", "none": ""}) == (
        "{{Infobox lake\n| name    = A\n| depth_m = 3\n}}"
    )
    assert table(["A", "B"], [(1, "x")]) == '{| class="wikitable sortable"\n! A !! B\n|-\n| 1 || x\n|}'


def test_links_of_a_page() -> None:
    templates = {"Note": "x [[A]]<noinclude>[[B]]</noinclude><includeonly>[[Category:K]]</includeonly>"}
    text = (
        "{{Note|1}} [[some page#part|text]] [[Own]] [[:Category:L]] [[Category:M]] <nowiki>[[Z]]</nowiki>"
        " [[Special:Log]] [[User:Emma|Emma]] {{#if:{{{1|}}}|a}}"
    )
    found = links.read(MAIN, "Own", text, templates)
    assert found.pages == {(MAIN, "A"), (MAIN, "Some_page"), (CATEGORY, "L"), (2, "Emma")}
    assert found.categories == {"K", "M"}
    assert found.templates == {(TEMPLATE, "Note")}
    assert links.read(MAIN, "R", "#REDIRECT [[Target page]]", {}).redirect == (MAIN, "Target_page")


def test_rows_are_mediawikis_own_formats() -> None:
    # SHA-1 of the empty text in base 36, as MediaWiki has it everywhere
    assert load.base36(b"") == "phoiac9h4m842xq45sp7s6u21eteeq1"
    assert load.php({"4::target": "Über", "5::noredir": "0"}) == (
        'a:2:{s:9:"4::target";s:5:"Über";s:10:"5::noredir";s:1:"0";}'
    )
    statements = load.schema(
        "-- words\nCREATE TABLE /*_*/t (\n a INT,\n FULLTEXT INDEX x (a),\n PRIMARY KEY(a)\n)"
        " /*$wgDBTableOptions*/;\n"
    )
    assert statements == [
        "CREATE TABLE t (\n a INT,\n PRIMARY KEY(a)\n) ENGINE=InnoDB DEFAULT CHARSET=binary"
    ]
