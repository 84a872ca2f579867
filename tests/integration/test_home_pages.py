"""The first page in a real world: its list is true, its notes are state, it calculates."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.home_pages import SITE, pages

from harness.browser.chromium import Browser
from reset import images
from reset.world import World
from sites.home.profiles import home_cookies
from sites.spec import all_sites, load_site
from tasks.editions import Edition
from tasks.templates import ROOT


@pytest.fixture(scope="module")
def home_world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"home-{os.getpid()}") as world:
        yield world


@pytest.fixture
def home(home_world: World) -> World:
    """A pristine first page."""
    home_world.reset()
    return home_world


def send(world: World, path: str, headers: dict[str, str] | None = None, **fields: str) -> Any:
    """Send a form."""
    return world.fetch(SITE, path, headers, method="POST", data=fields, follow=False)


def test_looking_writes_nothing(home: World) -> None:
    for page in pages(home):
        answer = home.fetch(SITE, page.path)
        assert answer.status_code == 200, page.path
        outside = re.findall(r"(?:src|href)=\"(https?://[^\"]+)", answer.text)
        assert not [url for url in outside if ".webarium.test" not in url], page.path
    assert home.clean(SITE)


def test_a_world_of_one_site_shows_what_a_world_of_all_does(home: World) -> None:
    """What is seen in a task does not depend on the other tasks that a run plays."""
    others = {site.name for site in all_sites()} - {SITE}
    assert {site["name"] for site in home.fetch(SITE, "/api/sites").json()["sites"]} == others
    assert load_site("shopping").title in home.fetch(SITE, "/").text


def test_a_note_is_kept_compared_and_gone_after_a_reset(home: World) -> None:
    before = home.digest(SITE)
    count = len(home.fetch(SITE, "/api/notes").json()["notes"])
    answer = send(home, "/scratchpad", title="  To  do ", text="one\r\ntwo")
    assert answer.status_code == 303
    changes = home.changes(SITE)
    assert changes["files"] == {"added": [], "removed": [], "changed": []}
    (row,) = changes["tables"]["note"]["added"]
    assert (row["title"], row["text"], row["created"]) == ("To do", "one\ntwo", "2026-03-16 09:00:00")
    assert home.query(SITE, "SELECT title FROM note WHERE text LIKE %(t)s", {"t": "one%"}) == [
        {"title": "To do"}
    ]
    home.reset()
    assert home.digest(SITE) == before
    assert len(home.fetch(SITE, "/api/notes").json()["notes"]) == count


def test_notes_are_changed_deleted_and_refused(home: World) -> None:
    home.set_clock(3)
    send(home, "/scratchpad/3", title="Plum tart", text="less sugar")
    send(home, "/scratchpad/4/delete")
    changes = home.changes(SITE)["tables"]["note"]
    (changed,) = changes["changed"]
    assert set(changed["columns"]) == {"title", "text", "changed"}
    assert changed["after"]["changed"] == "2026-03-16 09:00:30"
    assert [row["id"] for row in changes["removed"]] == [4]
    assert home.fetch(SITE, "/scratchpad/4").status_code == 404
    assert send(home, "/scratchpad", title=" ", text="x").status_code == 400
    assert (
        send(home, "/scratchpad", {"Origin": "http://shopping.webarium.test"}, title="x").status_code == 403
    )
    assert home.changes(SITE)["tables"]["note"]["counts"] == {"added": 0, "removed": 1, "changed": 1}


def test_hostile_notes_are_shown_as_text(home: World) -> None:
    send(home, "/scratchpad", title="<script>alert(1)</script>", text="<b onmouseover=x>")
    page = home.fetch(SITE, "/scratchpad").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<b onmouseover" not in page


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("2 + 3 * 4", "14"),
        ("(2 + 3) × 4 ÷ 8", "2.5"),
        ("0.1 + 0.2", "0.3"),
        ("€1,234.50 / 3", "411.5"),
        ("80 × 15%", "12"),
        ("-2^2 + 10", "6"),
        ("2^-1", "0.5"),
        ("7 −− 3", "10"),
        ("1 / 0", "Nothing can be divided by zero."),
        ("2 +", "A number is missing."),
        ("(1", "A bracket is missing."),
        ("alert(1)", "I do not understand this."),
    ],
)
def test_the_calculator(calculator: Any, text: str, result: str) -> None:
    calculator.get_by_label("Calculation").fill(text)
    calculator.get_by_role("button", name="Calculate", exact=True).click()
    assert calculator.get_by_role("status", name="Result").inner_text() == result


def test_the_history_stays_and_is_cleared(calculator: Any) -> None:
    calculator.get_by_label("Calculation").fill("6 * 7")
    calculator.get_by_label("Calculation").press("Enter")
    calculator.reload()
    assert "6 * 7 = 42" in calculator.get_by_role("region", name="History").inner_text()
    calculator.get_by_role("button", name="Use 42").first.click()
    assert calculator.get_by_label("Calculation").input_value() == "42"
    calculator.get_by_role("button", name="Clear history").click()
    assert "Nothing worked out yet" in calculator.get_by_role("region", name="History").inner_text()


@pytest.fixture(scope="module")
def browser(home_world: World) -> Iterator[Browser]:
    with Browser(home_world.resolver_rules()) as found:
        yield found


@pytest.fixture(scope="module")
def calculator(browser: Browser) -> Iterator[Any]:
    context = browser.new_context(home_cookies({"shopping": "emma"}))
    page = context.new_page()
    page.goto("http://home.webarium.test/calculator")
    yield page
    context.close()


def webarium(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: the browser of these tests is still open in this one."""
    command = [sys.executable, "-m", "harness.commands.start", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_tasks_of_another_salt_are_made_then_played(home: World, tmp_path: Path) -> None:
    edition = Edition.of(str(home.seed), f"t{os.getpid()}")
    words = ["--world", home.name, "--salt", edition.salt, "--tasks", "home.monthly_use.0"]
    home.release()
    try:
        before = webarium("eval", *words)
        assert "there are no tasks of" in before.stderr
        made = webarium("worlds", "new", *words, "--json")
        assert made.returncode == 0, made.stderr
        told = json.loads(made.stdout)["counts"]["home"]
        assert told["holding"] == told["tasks"] > 0
        assert told["listed"] == 1  # a salt changes nothing about a fixed list
        assert told["fresh"] == 0
        played = webarium("eval", *words, "--run", str(tmp_path / "run"))
        assert played.returncode == 0, played.stderr
        manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
        assert (manifest["salt"], manifest["tasks"]) == (
            edition.salt,
            [f"home.monthly_use.0:k{edition.salt}"],
        )
        assert f"salt {edition.salt}" in next((tmp_path / "run" / "report").glob("*.html")).read_text()
    finally:
        shutil.rmtree(edition.folder(ROOT), ignore_errors=True)
