"""What an agent is told of each element and of the window, in the real browser."""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from integration.local_world import LocalWorld, page
from PIL import Image, ImageChops

from harness.agents.protocol import Observation
from harness.browser.chromium import Browser
from harness.browser.environment import Environment
from harness.browser.observation import View
from harness.browser.otr import Otr
from harness.browser.window import MOBILE, Window
from harness.ranker.otr import Representation
from tasks.actions import parse_action

SITE = "http://shopping.webarium.test"

PAGES: dict[str, Any] = {
    "/parts": page(
        "Parts",
        "<style>button, a, div {position: absolute; width: 120px; height: 30px; margin: 0}</style>"
        "<button style='left:10px;top:10px'>Free</button>"
        "<button style='left:10px;top:100px'>Covered</button>"
        "<div style='left:0;top:95px;width:300px;height:50px;background:#fff'>lid</div>"
        "<button style='left:10px;top:200px' disabled>Off</button>"
        "<button style='left:10px;top:1500px'>Far</button>"
        "<div role=img aria-label=Plain style='left:10px;top:300px'></div>"
        "<div role=img aria-label=Hand style='left:10px;top:350px;cursor:pointer'></div>"
        "<iframe src='/inner' style='position:absolute;left:400px;top:100px;border:5px solid'></iframe>",
    ),
    "/inner": page("Inner", "<button style='position:absolute;left:10px;top:20px;margin:0'>Inside</button>"),
    "/window": page(
        "Window",
        "<meta name=viewport content='width=device-width'><p id=said></p><button style='position:absolute;"
        "left:300px;top:600px' onclick='said.textContent = \"pressed\"'>There</button><script>"
        "said.textContent = [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0,"
        " /Mobile/.test(navigator.userAgent)].join(' ')</script>",
    ),
    "/shelf": page(
        "Shelf",
        "<form onsubmit='return false'><input type=hidden name=token value=secret>"
        "<label>Search <input name=q value=red></label></form>"
        "<ul><li><a href=/wide data-kind=lamp>Table lamp</a> <b>12 left</b></li><li>"
        "<a href=/wide>Chair</a></li></ul>"
        "<iframe src='/inner'></iframe>",
    ),
    "/wide": page("Wide", "<p id=said></p><script>said.textContent = innerWidth</script>"),
}


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    served = LocalWorld(PAGES)
    yield served
    served.close()


@pytest.fixture(scope="module")
def browser(world: LocalWorld) -> Iterator[Browser]:
    with Browser(world.resolver_rules()) as running:
        yield running


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Any]:
    opened: list[Environment] = []

    def start(path: str, view: View | None = None) -> Environment:
        env = Environment(browser, view=view)
        opened.append(env)
        env.open([SITE + path])
        return env

    yield start
    for env in opened:
        env.close()


def seen_in(env: Environment) -> Observation:
    return env.observe().observation


def size_of(screenshot: str | None) -> tuple[int, int]:
    assert screenshot
    width, height = struct.unpack(">II", base64.b64decode(screenshot)[16:24])
    return width, height


def test_each_element_says_whether_it_shows_and_takes_presses(open_at: Any) -> None:
    seen = seen_in(open_at("/parts"))
    facts = {
        one.name: (one.in_viewport, one.visible, one.clickable)
        for one in seen.elements.values()
        if one.role in ("button", "img")
    }
    assert facts == {
        "Free": (True, True, True),
        "Covered": (True, False, True),
        "Off": (True, True, False),
        "Far": (False, False, True),
        "Plain": (True, True, False),
        "Hand": (True, True, True),
        "Inside": (True, True, True),
    }


def test_marks_stand_on_what_can_be_pressed_and_nowhere_else(open_at: Any) -> None:
    modes = frozenset({"axtree", "screenshot"})
    env = open_at("/parts", View(modes, marks=True))
    marked = seen_in(env).screenshot
    plain = env.screenshot()
    assert marked
    assert plain
    pictures = [Image.open(io.BytesIO(one)).convert("RGB") for one in (base64.b64decode(marked), plain)]
    changed = ImageChops.difference(*pictures)
    found = seen_in(env)
    for name, is_marked in [
        ("Free", True),
        ("Hand", True),
        ("Inside", True),
        ("Covered", False),
        ("Off", False),
    ]:
        box = next(one.box for one in found.elements.values() if one.name == name)
        assert box
        x, y, width, height = box
        part = changed.crop((x, y, x + width, y + height))
        assert bool(part.getbbox()) == is_marked, name


def test_a_page_is_told_in_the_words_of_weblinx_and_its_elements_can_be_acted_on(browser: Browser) -> None:
    view = View(frozenset({"otr"}), otr=Otr(candidates=4))
    texts = []
    for _ in range(2):
        env = Environment(
            browser, view=view, represents=Representation("Find the lamp, then search", view.otr)
        )
        env.open([f"{SITE}/shelf"])
        seen = seen_in(env)
        assert seen.axtree == ""
        texts.append(seen.otr or "")
        field = seen.find("textbox", "Search")
        assert field
        env.act(parse_action({"name": "type", "element": field.id, "text": "blue"}))
        texts.append(seen_in(env).otr or "")
        env.close()
    assert texts[:2] == texts[2:], "the same each time"
    link = seen.find("link", "Table lamp")
    assert link
    x, y, width, height = link.box or (0, 0, 0, 0)
    assert (
        f"(uid = {link.id}) [[tag]] a [[xpath]] /html/body/ul/li[1]/a [[text]] Table lamp [[bbox]] x={x} "
        f"y={y} width={width} height={height} [[attributes]] href='/wide' data-kind='lamp'"
    ) in texts[0].splitlines()
    assert f'(a data-webtasks-id="{link.id}" href="/wide" data-kind="lamp" Table lamp)(b 12 left)' in texts[0]
    assert f'(input data-webtasks-id="{field.id}" name="q" value="red")' in texts[0]
    assert 'name="q" value="blue"' in texts[1], "as it stands now"
    assert "[[tag]] button [[text]] Inside [[bbox]]" in texts[0], (
        "what is in a frame has no place in the tree"
    )
    assert "secret" not in texts[0], "what is not seen may be another one each time"


def test_the_window_is_as_large_and_as_fine_as_asked_for(open_at: Any) -> None:
    env = open_at("/window", View(frozenset({"screenshot"}), window=Window.parse("800x700@2")))
    seen = seen_in(env)
    assert "800 700 2 false false" in seen.text(1)
    assert size_of(seen.screenshot) == (1600, 1400)
    box = next(one.box for one in seen.find_all("button", "There"))
    assert box
    assert box[:2] == (300, 600), "boxes are CSS pixels"
    env.act(parse_action({"name": "click", "x": box[0] + 5, "y": box[1] + 5}))
    assert "pressed" in seen_in(env).text(1)


def test_a_phone_is_one(open_at: Any) -> None:
    env = open_at("/window", View(window=MOBILE))
    assert "412 915 2 true true" in seen_in(env).text(1)
    env.act(parse_action({"name": "click", "element": seen_in(env).find("button", "There").id}))
    assert "pressed" in seen_in(env).text(1)
    assert "412" in seen_in(open_at("/wide", View(window=MOBILE))).text(1), "laid out to its width"
