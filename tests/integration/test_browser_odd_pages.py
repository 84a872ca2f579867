"""Pages that are unlike others: odd links, names and frames, boxes with disabled options, long texts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from integration.local_world import LocalWorld, page
from integration.test_browser import SITE, Hand
from playwright.sync_api import Error as PlaywrightError

from harness.browser.chromium import Browser
from harness.browser.environment import Environment
from harness.browser.observation import View, take_dom
from harness.browser.tabs import MOST_MESSAGES
from tasks.actions import parse_action

BUTTON = "<button style='margin:0'>Press</button>"
FRAME = f'<iframe srcdoc="{BUTTON}"></iframe>'
NAMES = ("readyState", "getAnimations", "fonts", "timeline", "elementFromPoint", "adoptedStyleSheets",
         "querySelectorAll", "scrollingElement", "activeElement")  # fmt: skip


def added(kind: str, address: str) -> str:
    """A script that puts an element with an address on its page."""
    return f"document.body.append(Object.assign(document.createElement('{kind}'), {{src: '{address}'}}))"


def attached(content: str) -> Any:
    """A file that is downloaded."""
    return lambda _: (200, {"Content-Disposition": 'attachment; filename="list.csv"'}, content)


PAGES: dict[str, Any] = {
    "/links": page(
        "Links",
        "<a href='mailto:a@b.c'>Mail</a> <a href='tel:123'>Call</a> <img src='cid:part1'>"
        f"<button onclick=\"{added('iframe', 'tel:1')}\">Frame</button>"
        "<button onclick=\"window.open('mailto:x@y.z')\">Open</button>",
    ),
    "/options": page(
        "Options",
        "<select aria-label=Box><option disabled>Choose</option><option hidden>Not there</option>"
        "<option aria-label=Named>Label</option><option>same</option><option>same</option>"
        "<optgroup label=Gone disabled><option>Sold out</option></optgroup>"
        "<option aria-disabled=true>Barred</option></select>"
        "<select aria-label=Shut disabled><option>Closed</option><option>Locked</option></select>"
        "<p id=said></p><script>document.querySelector('select').onchange ="
        " e => { said.textContent = `place ${e.target.selectedIndex}`; }</script>",
    ),
    "/text": page(
        "Text",
        "<textarea aria-label=Text></textarea><form action=/text><input name=q aria-label=Line></form>"
        "<p id=said></p><script>document.querySelector('textarea').onkeyup ="
        " e => { said.textContent = `${e.key}, ${e.target.value.length}`; }</script>",
    ),
    **{f"/named/{name}": page(name, f"<img name={name}><p>Text</p><button>Go</button>") for name in NAMES},
    "/frames": page("Frames", f"<script>var frames = null;</script>{FRAME}"),
    "/plain/frame": page("Frame", FRAME),
    "/hidden/frame": page("Frame", "<iframe style='display:none;border:30px solid'></iframe>" + FRAME),
    "/nested/frame": page(
        "Frame",
        '<iframe src="/inner/frame" style="border:0;height:300px"></iframe>'
        '<iframe style="border:30px solid"></iframe>',
    ),
    "/inner/frame": page("Inner", f"<style>iframe {{border: 7px solid}}</style>{FRAME}"),
    "/two": page(
        "Two",
        f"<button onclick=\"{added('iframe', '/one.csv')}; {added('iframe', '/two.csv')}\">Two</button>",
    ),
    "/one.csv": attached("one\n"),
    "/two.csv": attached("two\n"),
    "/popup": page("Popup", "<button onclick=\"window.open('/closes')\">Open</button>"),
    "/closes": page(
        "Closes",
        "<p>Press Escape</p>"
        "<script>addEventListener('keydown', e => { if (e.key === 'Escape') window.close(); })</script>",
    ),
    "/file": page(
        "File",
        "<button>Choose</button> <button disabled>Never</button><input type=file id=file hidden>"
        "<p id=said></p><script>const button = document.querySelector('button');"
        "button.onmouseover = () => { const end = performance.now() + 2000;"
        "while (performance.now() < end); };"
        "button.onclick = () => file.click();"
        "file.onchange = () => { said.textContent = file.files[0].name; }</script>",
    ),
    "/pushed": page(
        "Pushed",
        "<button onclick=\"history.pushState(1, ''); said.textContent = 'open'\">Open</button>"
        "<p id=said>closed</p><script>addEventListener('popstate', e => {"
        " said.textContent = e.state ? 'open' : 'closed'; })</script>",
    ),
    "/asks": page("Asks", "<button onclick=\"alert('Order 4711 was placed')\">Order</button>"),
    "/asks/often": page(
        "Asks", f'<button onclick="for (let i = 0; i < {MOST_MESSAGES + 10}; i += 1) alert(i)">Ask</button>'
    ),
    "/temporal": page(
        "Temporal",
        "<p id=said></p><script>const { Now } = Temporal; said.textContent = [Now.instant(),"
        " Now.plainDateISO('UTC'), Now.plainDateTimeISO('UTC'), Now.plainTimeISO('UTC'),"
        " Now.zonedDateTimeISO('UTC').toInstant()].join(' ')</script>",
    ),
    "/timers": page(
        "Timers",
        "<p id=said></p><script>const say = (word) => { said.textContent += word; };"
        "setTimeout(say, Infinity, 'a'); setTimeout(say, 2 ** 31 + 5, 'b');"
        "setTimeout(say, 2 ** 31 - 1, 'c');</script>",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    world = LocalWorld(PAGES)
    with Browser(world.resolver_rules()) as running:
        yield running
    world.close()


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Any]:
    opened: list[Environment] = []

    def start(*paths: str, **options: Any) -> Hand:
        opened.append(Environment(browser, **options))
        opened[-1].open([SITE + path for path in paths])
        return Hand(opened[-1])

    yield start
    for env in opened:
        env.close()


# --- links and names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "name"), [("link", "Mail"), ("link", "Call"), ("button", "Frame"), ("button", "Open")]
)
def test_addresses_of_no_site_are_asked_of_nobody(open_at: Any, role: str, name: str) -> None:
    hand = open_at("/links")
    seen = hand.click(role, name)
    assert seen.url == f"{SITE}/links"
    assert hand.env.tabs.hosts == {"shopping.webarium.test"}
    assert {one["url"] for one in hand.env.tabs.requests} == {f"{SITE}/links"}
    assert hand.env.tabs.trouble == []


def test_a_port_or_a_user_does_not_make_another_host(open_at: Any) -> None:
    hand = open_at("/links")
    hand.do("goto", url="http://shopping.webarium.test:81/links")
    hand.env.tabs.front.evaluate("() => { location.href = 'http://user:pw@forum.webarium.test/links'; }")
    hand.do("noop")
    assert hand.env.tabs.hosts == {"shopping.webarium.test", "forum.webarium.test"}


@pytest.mark.parametrize("name", NAMES)
def test_an_element_with_the_name_of_a_method_is_in_nobodys_way(open_at: Any, name: str) -> None:
    started = time.monotonic()
    hand = open_at(f"/named/{name}")
    assert hand.seen.find("button", "Go").visible
    x, y, *_ = hand.seen.find("button", "Go").box
    hand.do("click", x=x + 3, y=y + 3)
    assert hand.env.executor.target["tag"] == "button"
    hand.do("scroll", direction="down")
    assert time.monotonic() - started < 8, "a page that is loaded is not waited for"


def test_a_page_may_call_a_variable_frames(open_at: Any) -> None:
    assert open_at("/frames").seen.find("button", "Press")


# --- options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (("select", "combobox", "Box", "Choose"), "'Choose', but that is disabled"),
        (("select", "combobox", "Box", "Sold out"), "'Sold out', but that is disabled"),
        (("select", "combobox", "Box", "Barred"), "'Barred', but that is disabled"),
        (("click", "option", "Choose"), "option 'Choose' is disabled"),
        (("click", "option", "Sold out"), "option 'Sold out' is disabled"),
        (("click", "option", "Locked"), "option 'Locked' is disabled"),
    ],
)
def test_a_disabled_option_cannot_be_chosen_and_that_is_told_at_once(
    open_at: Any, act: tuple[str, ...], why: str
) -> None:
    hand = open_at("/options")
    name, role, label, *options = act
    number = hand.id(role, label)
    started = time.monotonic()
    failed = hand.fails(name, element=number, **({"options": options} if options else {}))
    assert why in failed.reason
    assert failed.invalid
    assert hand.env.tabs.trouble == []
    assert time.monotonic() - started < 5


def test_the_option_that_was_clicked_is_chosen(open_at: Any) -> None:
    hand = open_at("/options")
    first, second = hand.seen.find_all("option", "same")
    assert "place 4" in hand.do("click", element=second.id).axtree
    assert "place 3" in hand.do("click", element=first.id).axtree
    assert "place 2" in hand.click("option", "Named").axtree


# --- texts and files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("clear", [True, False])
def test_a_long_text_is_there_at_once_and_its_last_letter_is_a_key(open_at: Any, clear: bool) -> None:
    hand = open_at("/text")
    text = "x" * 10_000 + "\n" + "y" * 10_000
    if clear:
        hand.do("click", element=hand.id("textbox", "Text"))
        seen = hand.do("type", text=text)
    else:
        seen = hand.do("type", element=hand.id("textbox", "Text"), text=text, clear=False)
    assert f"y, {len(text)}" in seen.axtree
    assert hand.env.tabs.front.evaluate("() => document.querySelector('textarea').value") == text


def test_a_long_text_has_its_lines_though_they_are_many(open_at: Any) -> None:
    hand = open_at("/text")
    text = "a line\n" * 400
    hand.do("type", element=hand.id("textbox", "Text"), text=text, clear=False)
    assert hand.env.tabs.front.evaluate("() => document.querySelector('textarea').value") == text


def test_a_new_line_in_a_long_text_sends_a_field_of_one_line(open_at: Any) -> None:
    hand = open_at("/text")
    text = "z" * 300
    seen = hand.do("type", element=hand.id("textbox", "Line"), text=f"{text}\n", clear=False)
    assert seen.url == f"{SITE}/text?q={text}"


def test_a_button_that_is_slow_to_press_may_ask_for_a_file_after_that(open_at: Any) -> None:
    hand = open_at("/file")
    assert (
        "a.txt"
        in hand.do("upload", element=hand.id("button", "Choose"), filename="a.txt", content="x").axtree
    )
    failed = hand.fails("upload", element=hand.id("button", "Never"), filename="a.txt", content="x")
    assert "is disabled" in failed.reason


def test_two_downloads_at_once_are_two_files(open_at: Any, tmp_path: Path) -> None:
    hand = open_at("/two", downloads=tmp_path / "downloads")
    told = hand.click("button", "Two").messages
    entries = hand.env.tabs.downloads
    assert [(tmp_path / one["path"]).read_text() for one in entries] == [
        f"{one['url'].split('/')[-1].removesuffix('.csv')}\n" for one in entries
    ]
    assert [len(message.splitlines()) for message in told] == [2, 1], "the text of the first"


# --- tabs and history ---------------------------------------------------------------------------------------


def test_a_key_that_closes_its_tab_was_pressed(open_at: Any) -> None:
    hand = open_at("/popup")
    assert hand.click("button", "Open").title == "Closes"
    assert hand.do("press", keys="Escape").title == "Popup"
    hand.click("button", "Open")
    assert hand.do("key_down", key="Escape").title == "Popup"
    assert hand.fails("key_down", key="Nonsense").invalid


def test_what_a_page_put_into_the_history_itself_can_be_left(open_at: Any) -> None:
    hand = open_at("/pushed")
    assert "no earlier page" not in hand.click("button", "Open").axtree
    assert "closed" in hand.do("go_back").axtree
    assert "open" in hand.do("go_forward").axtree
    assert "no later page" in hand.fails("go_forward").reason


# --- observations -------------------------------------------------------------------------------------------


def test_a_hidden_frame_moves_no_box(open_at: Any) -> None:
    plain, hidden = (open_at(f"/{kind}/frame").seen for kind in ("plain", "hidden"))
    assert hidden.find("button", "Press").box == plain.find("button", "Press").box
    assert hidden.find("button", "Press").visible


def test_a_frame_in_a_frame_has_its_own_border(open_at: Any) -> None:
    box = open_at("/nested/frame").seen.find("button", "Press").box
    assert box[:2] == (8 + 0 + 8 + 7 + 8, 8 + 0 + 8 + 7 + 8)


class _Otr:
    """Makes no text."""

    def choose(self, observation: Any) -> list[int]:
        return []

    def text(self, *_: Any) -> str:
        return "text"

    def did(self, *_: Any) -> None:
        return


def test_messages_outlast_a_look_that_is_taken_again(open_at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = open_at("/asks", view=View(frozenset({"axtree", "otr"})), represents=_Otr())
    number = hand.id("button", "Order")
    failures = iter([PlaywrightError("Execution context was destroyed, most likely because of a navigation")])

    def failing_once(seen: Any) -> str:
        for error in failures:
            raise error
        return take_dom(seen)

    monkeypatch.setattr("harness.browser.environment.take_dom", failing_once)
    (told,) = hand.do("click", element=number).messages
    assert "Order 4711 was placed" in told


def test_what_a_person_says_is_told_however_much_a_page_tells(open_at: Any) -> None:
    hand = open_at("/asks/often")
    hand.env.act(parse_action({"name": "click", "element": hand.id("button", "Ask")}))
    hand.env.tell("The person says: yes")
    assert len(hand.seen.messages) == MOST_MESSAGES + 2
    assert hand.seen.messages[-1] == "The person says: yes"


# --- time ---------------------------------------------------------------------------------------------------


def test_temporal_has_the_time_of_the_world(open_at: Any) -> None:
    told = "2026-03-16T09:00:00Z 2026-03-16 2026-03-16T09:00:00 09:00:00 2026-03-16T09:00:00Z"
    assert open_at("/temporal").seen.find("paragraph").name == told


def test_a_delay_that_is_too_long_is_none(open_at: Any) -> None:
    assert open_at("/timers").seen.find("paragraph").name == "ab"
