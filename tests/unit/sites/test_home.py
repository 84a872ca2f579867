"""The first page's parts that need no web framework: the list of sites, who one is, the notes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reset import images
from sites.home.profiles import home_cookies
from sites.spec import ROOT, all_sites, catalogue, load_site

sys.path.insert(0, str(ROOT / "sites" / "home" / "app"))
from home import notes, sites


@pytest.fixture
def pad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty scratchpad at a known time."""
    monkeypatch.setenv("SITE_FILES", str(tmp_path))
    monkeypatch.setattr(notes, "now", lambda: "2026-03-16 09:00:00")
    notes.create()


@pytest.fixture
def known(tmp_path: Path) -> list[sites.Site]:
    """What the page is told, as the build hands it in."""
    file = tmp_path / "catalogue.json"
    file.write_text(json.dumps(catalogue()))
    return sites.read(file)


def test_every_site_of_the_repository_is_listed(known: list[sites.Site]) -> None:
    listed = {site.name for site in known}
    assert listed == {site.name for site in all_sites()} - {"home"}
    assert {"shopping", "forum", "gitlab"} <= listed
    assert not [site for site in known if "MariaDB" in site.description]
    (shop,) = [site for site in known if site.name == "shopping"]
    assert shop.profiles["emma"] == {"title": "Customer", "username": "emma", "name": "Emma Lindqvist"}


def test_the_first_page_changes_with_what_it_shows_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    home, shop = load_site("home"), load_site("shopping")

    def tag(**changes: object) -> str:
        other = shop.model_copy(update=changes)
        monkeypatch.setattr("sites.spec.all_sites", lambda: [home, other])
        return images.data(home).tag

    assert tag() == tag(pids=7, volatile=[".x"])
    assert tag(title="Another shop") != tag()


def test_the_cookie_comes_back_as_it_was_sent() -> None:
    profiles = {"shopping": "emma", "forum": "moderator", "gitlab": None}
    (cookie,) = home_cookies(profiles)
    assert cookie["domain"] == "home.webarium.test"
    assert sites.chosen_profiles(cookie["value"]) == {"shopping": "emma", "forum": "moderator"}
    assert home_cookies({"shopping": None}) == []


@pytest.mark.parametrize("cookie", ["", "/", "shopping", ":emma", "shopping:", "a:/:b//"])
def test_a_cookie_of_nonsense_names_nobody(cookie: str) -> None:
    assert sites.chosen_profiles(cookie) == {}


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("home.webarium.test", "http://shopping.webarium.test/"),
        ("home.localhost:8080", "http://shopping.localhost:8080/"),
    ],
)
def test_addresses_follow_the_host(host: str, url: str) -> None:
    assert sites.address("shopping", host) == url


@pytest.mark.usefixtures("pad")
def test_notes_are_kept_changed_found_and_deleted() -> None:
    first = notes.add("Tap", "Call the plumber", "2026-03-01 10:00:00")
    second = notes.add("Cake", "Plums and ÖL")
    assert [note["title"] for note in notes.every()] == ["Cake", "Tap"]
    assert [note["id"] for note in notes.every("öl PLUMS")] == [second]
    notes.change(first, "Tap", "Done")
    changed = notes.one(first)
    assert changed is not None
    assert (changed["text"], changed["created"], changed["changed"]) == (
        "Done",
        "2026-03-01 10:00:00",
        "2026-03-16 09:00:00",
    )
    notes.delete(second)
    assert notes.one(second) is None
    # a number is never given twice, so that an old address cannot lead to another note
    assert notes.add("New", "") > second


def test_what_a_note_must_be() -> None:
    assert notes.problem("", "text").startswith("Please give")
    assert notes.problem("x" * (notes.TITLE + 1), "").startswith("The title is too long")
    assert notes.problem("x", "y" * (notes.TEXT + 1)).startswith("The note is too long")
    assert notes.problem("x", "") == ""
