"""What a foreign framework does to elements is told as our own steps would tell it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from integration.local_world import LocalWorld, page
from playwright.sync_api import Page

from evaluators.base import Outcome
from evaluators.checks.node import NodeCheck
from harness.browser.acts import BINDING, steps_of, watch_script
from harness.browser.chromium import Browser
from tasks.specs import NodeSpec

SITE = "http://shopping.webarium.test"
FORM = """
<form action="/sent">
 <label>Subject <select name=s><option>Praise</option><option> Refund   request </option></select></label>
 <label for=m>Message</label> <textarea id=m></textarea>
 <label><input type=checkbox> Wrap it</label>
 <div style="padding: 30px"><a href="/sent"><b>My</b> <span>orders</span></a></div>
 <p class=gone>Hidden <button>Nobody sees it</button></p>
</form>
<iframe src="/inner"></iframe>
<script>document.querySelector('textarea').dispatchEvent(new MouseEvent('click', {bubbles: true}))</script>
"""
PAGES: dict[str, Any] = {
    "/form": page("Form", FORM, "<link rel=stylesheet href=/style.css>"),
    "/sent": page("Sent", "<h1>Sent</h1>"),
    "/inner": page("Inner", "<button>Inside</button>"),
    "/style.css": lambda _: (200, {"Content-Type": "text/css"}, ".gone { display: none }"),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    world = LocalWorld(PAGES)
    with Browser(world.resolver_rules()) as browser:
        yield browser
    world.close()


@pytest.fixture
def watched(browser: Browser) -> Iterator[tuple[Page, list[dict[str, Any]]]]:
    """A page as a plug-in opens it, and what it tells."""
    acts: list[dict[str, Any]] = []
    context = browser.new_context()
    context.expose_binding(BINDING, lambda source, act: acts.append({**act, "url": source["page"].url}))
    context.add_init_script(watch_script())
    opened = context.new_page()
    opened.goto(f"{SITE}/form")
    yield opened, acts
    context.close()


def passed(steps: Any, **spec: Any) -> bool:
    """Whether a key node was passed by these steps."""
    check = NodeCheck(None, NodeSpec(**spec))  # type: ignore[arg-type]
    return check.judge(check.collect(None, Outcome(task_id="t", steps=steps))).passed  # type: ignore[arg-type]


def test_what_is_typed_chosen_and_pressed(watched: Any, browser: Browser) -> None:
    opened, acts = watched
    opened.locator("textarea").fill("The lamp is late")
    opened.locator("select").select_option(label="Refund request")
    opened.get_by_text("Wrap it").click()
    opened.locator("span").click()  # in the link
    opened.wait_for_url("**/sent")
    steps = steps_of(acts, browser)
    url = f"{SITE}/form"
    assert passed(steps, url=url, role="textbox", name="Message", value="The lamp is late")
    assert passed(steps, url=url, role="combobox", name="Subject", value="Refund request")
    assert passed(steps, role="checkbox", name="Wrap it")
    assert passed(steps, url=url, role="link", name="My orders")
    assert passed(steps, css="form > div > a")
    assert not passed(steps, name="Message", value="The lamp")
    assert not passed(steps, name="Subject", value="Praise")
    assert not passed(steps, url=f"{SITE}/sent", role="link")


def test_beside_an_element_is_not_on_it(watched: Any, browser: Browser) -> None:
    opened, acts = watched
    opened.locator("form > div").click(position={"x": 5, "y": 5})
    steps = steps_of(acts, browser)
    assert steps, "the act itself is told"
    assert not passed(steps, role="link")
    assert not passed(steps, css="form > div > a")
    assert not passed(steps, name="Message"), "a page's own event is no act"


def test_an_act_in_a_frame(watched: Any, browser: Browser) -> None:
    opened, acts = watched
    opened.frame_locator("iframe").get_by_role("button").click()
    opened.wait_for_function("() => true")
    assert passed(steps_of(acts, browser), url=f"{SITE}/form", role="button", name="Inside")
