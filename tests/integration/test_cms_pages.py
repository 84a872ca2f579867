"""The newspaper in a real world: its pages answer, write nothing, can be edited, and come back exactly."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from bench.cms_pages import SITE, pages
from bench.pages import Page, cookies

from reset import images
from reset.world import World
from sites.spec import load_site

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def cms_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"cms-{os.getpid()}") as world:
        yield world


@pytest.fixture
def cms(cms_world: World) -> World:
    """A pristine newspaper."""
    cms_world.reset()
    return cms_world


@pytest.fixture(scope="module")
def every_page(cms_world: World) -> list[Page]:
    return pages(cms_world)


def look(world: World, path: str, profile: str | None = None) -> str:
    """The text of a page."""
    answer = world.fetch(SITE, path, cookies=cookies(world, SITE, profile), follow=False)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return answer.text


def hidden(html: str) -> dict[str, str]:
    """Names and values of the hidden fields of a page."""
    fields = {}
    for attributes in re.findall(r"<input([^>]*)>", html):
        key = re.search(r"name=['\"]([^'\"]+)", attributes)
        value = re.search(r"value=['\"]([^'\"]*)", attributes)
        if key and "hidden" in attributes:
            fields[key[1]] = unescape(value[1]) if value else ""
    return fields


def publish(world: World, title: str, text: str, profile: str) -> Any:
    """Write an article and press the button; returns the answer."""
    html = look(world, "/wp-admin/post-new.php", profile).partition('id="post"')[2].partition("</form>")[0]
    fields = {**hidden(html), "post_title": title, "content": text, "publish": "Publish"}
    return world.fetch(
        SITE,
        "/wp-admin/post.php",
        FORM,
        method="POST",
        content=urlencode(fields),
        cookies=cookies(world, SITE, profile),
        follow=False,
    )


def test_every_page_answers_and_writes_nothing(cms: World, every_page: list[Page]) -> None:
    for page in every_page:
        look(cms, page.path, page.profile)
    assert cms.clean(SITE), "a mere view wrote something"


def test_same_request_gives_the_same_page(cms: World, every_page: list[Page]) -> None:
    for page in every_page[::3]:
        assert look(cms, page.path, page.profile) == look(cms, page.path, page.profile), page.path


def test_nothing_is_loaded_from_elsewhere(cms: World, every_page: list[Page]) -> None:
    for page in every_page:
        html = look(cms, page.path, page.profile)
        loaded = re.findall(r"<(?:script|img|iframe)\b[^>]*\bsrc=[\"']([^\"']+)", html)
        loaded += re.findall(r"<link\b[^>]*rel=[\"'](?:stylesheet|icon)[\"'][^>]*href=[\"']([^\"']+)", html)
        here = ("http://cms.webarium.test/", "/", "data:", "{{")  # a template of a script
        assert [url for url in loaded if not url.startswith(here) or url.startswith("//")] == [], page.path


def test_pictures_styles_and_scripts_are_there(cms: World, every_page: list[Page]) -> None:
    found: set[str] = set()
    for page in every_page[::2]:
        html = unescape(look(cms, page.path, page.profile))
        found.update(re.findall(r"http://cms\.webarium\.test(/wp-[^\"' ]+?\.(?:jpg|css|js))\b", html))
    assert len(found) > 40
    for path in sorted(found):
        assert cms.fetch(SITE, path).status_code == 200, path


def test_there_is_as_much_as_promised(cms: World) -> None:
    def count(table: str, where: str) -> Any:
        return cms.query(SITE, f"SELECT COUNT(*) AS n FROM {table} WHERE {where}")[0]["n"]

    assert count("wp_posts", "post_type = 'post'") == 900
    assert count("wp_posts", "post_type = 'page'") == 40
    assert count("wp_posts", "post_type = 'attachment'") == 300
    assert count("wp_comments", "1") >= 3000
    assert count("wp_posts", "post_type = 'revision'") > 500
    shown = "SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = ID AND comment_approved = '1'"
    wrong = f"comment_count <> ({shown})"
    assert count("wp_posts", wrong) == 0


@pytest.mark.parametrize(
    ("profile", "status"), [("editor", "publish"), ("author", "publish"), ("contributor", "pending")]
)
def test_roles_decide_whether_an_article_appears(cms: World, profile: str, status: str) -> None:
    answer = publish(cms, "A heron on the town hall", "It looked down.", profile)
    assert answer.status_code == 302, answer.text[:300]
    (row,) = cms.query(
        SITE,
        "SELECT post_status, post_date FROM wp_posts"
        " WHERE post_title = 'A heron on the town hall' AND post_type = 'post'",
    )
    assert row["post_status"] == status
    assert str(row["post_date"]).startswith("2026-03-16 ")


@pytest.mark.parametrize(
    "path", ["/wp-admin/users.php", "/wp-admin/options-general.php", "/wp-admin/widgets.php"]
)
def test_an_author_may_not_manage_the_house(cms: World, path: str) -> None:
    answer = cms.fetch(SITE, path, cookies=cookies(cms, SITE, "author"), follow=False)
    assert answer.status_code == 403


def test_same_writing_gives_the_same_rows(cms: World) -> None:
    digests = []
    for _ in range(2):
        cms.reset()
        assert publish(cms, "Fog", "All day.", "author").status_code == 302
        digests.append(cms.digest(SITE))
    assert digests[0] == digests[1]


def test_reset_is_exact(cms: World) -> None:
    pristine = cms.digest(SITE)
    for number in range(3):
        publish(cms, f"News {number}", "Short.", "editor")
        assert cms.digest(SITE) != pristine
        cms.reset()
        assert cms.digest(SITE) == pristine


def test_the_api_lists_articles(cms: World) -> None:
    answer = cms.fetch(SITE, "/wp-json/wp/v2/posts?per_page=3&search=swan")
    assert answer.status_code == 200
    assert len(answer.json()) == 3
    assert int(answer.headers["X-WP-Total"]) >= 3
