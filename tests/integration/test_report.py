"""The report in the real browser, from disk: filters, search, keyboard, outlines, and no script of a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from recorded import complete

from harness.browser.executable import find_chromium
from harness.report import write_report

HOSTILE = "<img src=x onerror=\"document.title='stolen'\">"


def make_run(folder: Path) -> Path:
    """Three episodes, the first with two steps."""
    lines = []
    for task, status, site, difficulty in (
        ("shopping.total.0", "passed", "shopping", "easy"),
        ("forum.vote.0", "failed", "forum", "hard"),
        ("forum.post.0", "error", "forum", "easy"),
    ):
        place = folder / "episodes" / f"{task}.0"
        (place / "steps").mkdir(parents=True)
        lines.append(
            {
                "task_id": task,
                "trial": 0,
                "config": "c",
                "status": status,
                "sites": [site],
                "difficulty": difficulty,
                "category": "navigation",
                "intent": f"Do {task} {HOSTILE}",
                "answer": HOSTILE,
                "folder": f"episodes/{task}.0",
                "tokens": {"prompt": 1200, "completion": 34, "cost": 0.5},
                "error": "the endpoint is down" if status == "error" else None,
            }
        )
    (folder / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    place = folder / "episodes" / "shopping.total.0.0"
    Image.new("RGB", (1280, 720), "white").save(place / "steps" / "000.png")
    steps = [
        {
            "step": number,
            "url": "http://shopping.webarium.test/",
            "title": "Shop",
            "thought": HOSTILE,
            "action": {"name": "click", "element": 2},
            "target": {"role": "link", "name": "Orders", "box": [640, 72, 128, 36]},
            "viewport": [1280, 720],
            "axtree_file": "steps/000.txt",
            "screenshot": "steps/000.png",
            "tokens": {"prompt": 600, "completion": 17},
        }
        for number in range(2)
    ]
    tree = [f"[1] RootWebArea '{HOSTILE}'", *(f"\t[{n}] link 'Link {n}'" for n in range(10, 200))]
    tree.insert(100, "\t[2] link 'Orders'")
    (place / "steps" / "000.txt").write_text("\n".join(tree))
    (place / "trajectory.jsonl").write_text("".join(json.dumps(step) + "\n" for step in steps))
    row = {"key": 7, "before": {"status": "Pending"}, "after": {"status": HOSTILE}, "columns": ["status"]}
    changes = {"tables": {"orders": {"changed": [row]}}, "files": {}}
    sites = {"shopping": {"changes": changes, "noise": {"tables": {}, "files": []}}}
    evidence = [{"check": 0, "kind": "changes", "evidence": {"sites": sites}}]
    (place / "evidence.json").write_text(json.dumps(evidence))
    return write_report(complete(folder))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=find_chromium(playwright))
        yield one
        one.close()


@pytest.fixture
def page(browser: Any, index: Path) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    one = context.new_page()
    problems: list[str] = []
    one.on("pageerror", lambda error: problems.append(str(error)))
    one.on("requestfailed", lambda request: problems.append(f"{request.url} {request.failure}"))
    one.goto(index.as_uri())
    yield one
    assert one.title() != "stolen"
    left = [problem for problem in problems if "ERR_ABORTED" not in problem]  # by going on to another page
    assert left == []
    context.close()


def shown(page: Page) -> list[str]:
    return page.locator(".episodes tbody tr:visible td:nth-child(2)").all_inner_texts()


def test_filters_and_search(page: Page) -> None:
    assert len(shown(page)) == 3
    page.select_option("#site", "forum")
    assert shown(page) == ["forum.post.0", "forum.vote.0"]
    page.select_option("#status", "failed")
    assert shown(page) == ["forum.vote.0"]
    assert page.inner_text("#shown") == "1 of 3"
    page.select_option("#status", "")
    page.select_option("#site", "")
    page.keyboard.press("Escape")
    page.locator("body").press("/")
    page.keyboard.type("TOTAL")
    assert shown(page) == ["shopping.total.0"]


def test_an_episode_can_be_read_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shopping.total.0.0.html")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "step-0"
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "step-1"
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "step-0"
    page.keyboard.press("p")
    page.wait_for_url("**/forum.vote.0.0.html")
    page.keyboard.press("n")
    page.wait_for_url("**/shopping.total.0.0.html")
    page.keyboard.press("u")
    page.wait_for_url("**/report.html")


def test_the_acted_element_is_outlined_on_the_picture(page: Page) -> None:
    page.get_by_role("link", name="shopping.total.0").click()
    picture = page.locator("#step-0 img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('#step-0 img').naturalWidth === 1280")
    around, mark = picture.bounding_box(), page.locator("#step-0 .marker rect").bounding_box()
    assert around is not None
    assert mark is not None
    # 640 of 1280 pixels from the left, 72 of 720 from the top; the outline itself is three pixels wide
    assert (mark["x"] - around["x"]) / around["width"] == pytest.approx(0.5, abs=0.01)
    assert (mark["y"] - around["y"]) / around["height"] == pytest.approx(0.1, abs=0.01)
    tree = page.locator("#step-0 .tree").bounding_box()
    assert tree is not None
    assert tree["x"] > around["x"] + around["width"] - 1, "side by side"


def test_the_acted_line_of_the_tree_is_in_sight(page: Page) -> None:
    page.get_by_role("link", name="shopping.total.0").click()
    tree, line = (
        page.locator("#step-0 .tree").bounding_box(),
        page.locator("#step-0 .tree mark").bounding_box(),
    )
    assert page.locator("#step-0 .tree mark").inner_text().strip() == "[2] link 'Orders'"
    assert tree is not None
    assert line is not None
    assert tree["y"] < line["y"] < tree["y"] + tree["height"]
    assert page.evaluate("scrollY") == 0


def test_checks_changes_tokens_and_errors_are_told(page: Page) -> None:
    assert "3600 prompt, 102 completion" in page.inner_text("header")
    assert "$1.5000" in page.inner_text("header")
    plots = page.locator("svg.bar")
    assert plots.first.get_attribute("aria-label") == "0 per cent, interval 0 to 66"
    page.get_by_role("link", name="shopping.total.0").click()
    cells = page.locator(".diff tr.changed td").all_inner_texts()
    assert [cell.strip() for cell in cells] == ["status: Pending", f"status: {HOSTILE}"]
    assert "600 + 17 tokens" in page.inner_text("#step-0")
    page.get_by_role("link", name="Run").click()
    page.get_by_role("link", name="forum.post.0").click()
    assert "the endpoint is down" in page.inner_text("header")
