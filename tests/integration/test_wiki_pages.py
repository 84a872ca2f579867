"""The wiki in a real world: its pages answer, write nothing, can be edited, and come back exactly."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from bench.pages import Page, cookies
from bench.wiki_pages import SITE, pages

from reset import images
from reset.world import World
from sites.spec import load_site


@pytest.fixture(scope="module")
def wiki_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"wiki-{os.getpid()}") as world:
        yield world


@pytest.fixture
def wiki(wiki_world: World) -> World:
    """A pristine wiki."""
    wiki_world.reset()
    return wiki_world


@pytest.fixture(scope="module")
def every_page(wiki_world: World) -> list[Page]:
    return pages(wiki_world)


def look(world: World, path: str, profile: str | None = None) -> str:
    """The text of a page."""
    answer = world.fetch(SITE, path, cookies=cookies(world, SITE, profile))
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def form(html: str, name: str) -> dict[str, str]:
    """The hidden fields of a form."""
    inner = re.search(rf'<form[^>]*id="{name}".*?</form>', html, re.S)
    assert inner, f"no form {name}"
    fields = {}
    for attributes in re.findall(r"<input([^>]*)>", inner[0]):
        key = re.search(r"name=['\"]([^'\"]+)", attributes)
        value = re.search(r"value=['\"]([^'\"]*)", attributes)
        if key and "hidden" in attributes:
            fields[key[1]] = unescape(value[1]) if value else ""
    return fields


def edit(world: World, title: str, text: str, profile: str = "emma", **more: str) -> Any:
    """Save a page with a new text; returns the answer."""
    path = f"/index.php?title={quote(title)}&action="
    fields = form(look(world, path + "edit", profile), "editform")
    return world.fetch(
        SITE,
        path + "submit",
        {"Content-Type": "application/x-www-form-urlencoded"},
        method="POST",
        content=urlencode({**fields, "wpTextbox1": text, "wpSave": "1", **more}),
        cookies=cookies(world, SITE, profile),
        follow=False,
    )


def text_of(world: World, title: str) -> str:
    """The wikitext of an article."""
    sql = (
        "SELECT CONVERT(old_text USING utf8mb4) AS body FROM page"
        " JOIN slots ON slot_revision_id = page_latest JOIN content ON content_id = slot_content_id"
        " JOIN text ON old_id = CAST(SUBSTRING(content_address, 4) AS UNSIGNED)"
        f" WHERE page_namespace = 0 AND page_title = '{title}'"
    )
    return str(world.query(SITE, sql)[0]["body"])


def test_every_page_answers_and_writes_nothing(wiki: World, every_page: list[Page]) -> None:
    for page in every_page:
        answer = wiki.fetch(SITE, page.path, cookies=cookies(wiki, SITE, page.profile), follow=False)
        assert answer.status_code == 200, f"{page.name} {page.path}: {answer.status_code}"
        assert "Set-Cookie" not in answer.headers, page.path
    assert wiki.clean(SITE), "a mere view wrote something"


def test_same_request_gives_the_same_page(wiki: World, every_page: list[Page]) -> None:
    for page in every_page[::3]:
        jar = cookies(wiki, SITE, page.profile)
        first, second = (wiki.fetch(SITE, page.path, cookies=jar).text for _ in range(2))
        assert first == second, page.path


def test_nothing_is_loaded_from_elsewhere(wiki: World, every_page: list[Page]) -> None:
    for page in every_page:
        html = look(wiki, page.path, page.profile)
        loaded = re.findall(r'<(?:script|img|iframe)\b[^>]*\bsrc="([^"]+)"', html)
        loaded += re.findall(r'<link\b[^>]*rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"', html)
        assert [url for url in loaded if not url.startswith("/") or url.startswith("//")] == [], page.path


def test_scripts_and_styles_are_there(wiki: World, every_page: list[Page]) -> None:
    found: set[str] = set()
    for page in every_page:
        html = look(wiki, page.path, page.profile)
        found.update(re.findall(r'(?:src|href)="(/(?:load\.php\?|static/)[^"]+)"', html))
    assert len(found) > 5
    for path in sorted(found):
        answer = wiki.fetch(SITE, unescape(path))
        assert answer.status_code == 200, path
        assert answer.text.strip(), path


def test_no_red_links_on_the_main_paths(wiki: World, every_page: list[Page]) -> None:
    for page in every_page:
        if page.path.startswith("/wiki/") and "Special:" not in page.path:
            body = look(wiki, page.path).partition('class="mw-parser-output"')[2]
            assert "redlink=1" not in body.partition('id="mw-navigation"')[0].partition("<footer")[0], (
                page.path
            )


def test_numbers_are_those_of_the_rows(wiki: World) -> None:
    figures = wiki.query(
        SITE,
        "SELECT ss_total_edits AS edits, ss_good_articles AS articles, ss_users AS users FROM site_stats",
    )[0]
    assert figures["edits"] == wiki.query(SITE, "SELECT COUNT(*) AS n FROM revision")[0]["n"] >= 12_000
    assert figures["articles"] >= 3_000
    assert figures["users"] >= 60
    wrong = wiki.query(
        SITE,
        "SELECT COUNT(*) AS n FROM user WHERE user_editcount <>"
        " (SELECT COUNT(*) FROM revision JOIN actor ON actor_id = rev_actor WHERE actor_user = user_id)",
    )
    assert wrong[0]["n"] == 0
    late = wiki.query(SITE, "SELECT COUNT(*) AS n FROM revision WHERE rev_timestamp > '20260316090000'")
    assert late[0]["n"] == 0


def test_search_finds_words_and_titles(wiki: World) -> None:
    html = look(wiki, "/index.php?title=Special:Search&search=ferry+lake&fulltext=1")
    assert re.search(r"Results <strong>1 – \d+</strong> of <strong>\d+</strong>", html)
    answer = wiki.fetch(
        SITE, "/api.php?action=query&list=search&srsearch=ferry+lake&srwhat=text&format=json"
    ).json()
    rows = wiki.query(
        SITE,
        "SELECT COUNT(*) AS n FROM page JOIN text ON old_id = page_latest WHERE page_namespace = 0"
        r" AND CONVERT(old_text USING utf8mb4) RLIKE '(?i)\\bferry\\b'"
        r" AND CONVERT(old_text USING utf8mb4) RLIKE '(?i)\\blake\\b'",
    )
    assert answer["query"]["searchinfo"]["totalhits"] == rows[0]["n"] > 0
    titles = wiki.fetch(SITE, "/rest.php/v1/search/title?q=Tollensesee&limit=3").json()["pages"]
    assert titles[0]["title"] == "Tollensesee"


def test_an_edit_is_whole_when_its_answer_comes(wiki: World) -> None:
    before = text_of(wiki, "Waren")
    answer = edit(wiki, "Waren", f"{before}\n[[Category:Capitals]]", wpSummary="it is ours")
    assert answer.status_code == 302, answer.text[:300]
    assert text_of(wiki, "Waren") == f"{before}\n[[Category:Capitals]]"
    changed = wiki.changes(SITE)["tables"]
    (revision,) = changed["revision"]["added"]
    assert bytes.fromhex(revision["rev_timestamp"]).decode() == "20260316090000"
    (place,) = changed["categorylinks"]["added"]
    assert bytes.fromhex(place["cl_to"]).decode() == "Capitals"
    assert "job" not in changed
    assert "it is ours" in look(wiki, "/index.php?title=Waren&action=history")
    assert ">Waren<" in look(wiki, "/index.php?title=Category:Capitals&from=Waren")


def test_same_edit_gives_the_same_rows(wiki: World) -> None:
    digests = []
    for _ in range(2):
        wiki.reset()
        assert edit(wiki, "Penzlin", "Short.", wpSummary="x").status_code == 302
        assert edit(wiki, "Entirely new page", "New.").status_code == 302
        digests.append(wiki.digest(SITE))
    assert digests[0] == digests[1]


def test_reset_is_exact(wiki: World) -> None:
    pristine = wiki.digest(SITE)
    for number in range(3):
        assert edit(wiki, "Penzlin", f"Version {number}").status_code == 302
        assert wiki.digest(SITE) != pristine
        wiki.set_clock(30)
        wiki.reset()
        assert wiki.digest(SITE) == pristine
        assert wiki.clean(SITE)
        assert "Version" not in look(wiki, "/wiki/Penzlin").partition("mw-parser-output")[2][:500]


def test_who_may_edit(wiki: World) -> None:
    source = look(wiki, "/index.php?title=Waren&action=edit")
    assert 'id="editform"' not in source
    assert "View source" in source
    assert 'id="editform"' not in look(wiki, "/index.php?title=Germany&action=edit", "emma")
    assert 'id="editform"' in look(wiki, "/index.php?title=Germany&action=edit", "admin")
    for profile, name in (("emma", "Emma"), ("admin", "Wiebke Grabow")):
        assert f'"wgUserName":"{name}"' in look(wiki, "/wiki/Main_Page", profile)


def test_addresses_follow_the_host(wiki: World) -> None:
    answer = wiki.fetch(SITE, "/wiki/Lake_Tollense", follow=False)
    assert 'rel="canonical" href="http://wiki.webarium.test/wiki/Tollensesee"' in answer.text
