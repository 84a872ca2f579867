"""The real browser on pages of this process: every action, every observation, and what must not get out."""

from __future__ import annotations

import contextlib
import http.server
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

import pytest
from integration.local_world import LocalWorld, as_json, page
from playwright.sync_api import Error as PlaywrightError

from harness.agents.protocol import Observation
from harness.browser.chromium import Browser, session_cookies
from harness.browser.environment import Environment
from harness.browser.executor import ActionError
from harness.browser.observation import View, take_screenshot
from sites.facts import EPOCH
from tasks.actions import parse_action

SITE = "http://shopping.webarium.test"

FORM = """
<h1>Form</h1>
<form action="/echo" method="post">
 <label>Name <input name="name" value="old"></label>
 <label>Short <input name="short" maxlength="3"></label>
 <label>Day <input type="date" name="day"></label>
 <label>Amount <input type="number" name="amount" value="1"></label>
 <label>Notes <textarea name="notes"></textarea></label>
 <label>Sort <select name="sort">
  <option>Price</option><option value="n">  Name   A-Z </option></select></label>
 <label>Many <select name="many" multiple>
  <option>One</option><option>Two</option><option>Three</option></select></label>
 <label>Fixed <input value="x" readonly></label>
 <label><input type="checkbox" name="gift"> Wrap it</label>
 <button>Send</button> <button disabled>Never</button>
</form>
<form action="/echo" method="post" enctype="multipart/form-data">
 <label>Letter <input type="file" name="letter"></label> <button>Send letter</button>
</form>
<p id="said"></p>
<input aria-label="Live" oninput="clearTimeout(window.t); window.t = setTimeout(
  () => fetch('/words?q=' + this.value).then(r => r.text()).then(x => said.textContent = x), 250)">
<input aria-label="Keys" onkeyup="said.textContent = 'key ' + event.key">
"""


LATER = """<p id="said"></p><script>
const say = (word) => { said.textContent += word + ' '; };
setTimeout(say, 12000, '12 s');
setTimeout(() => { say('1.5 s'); setTimeout(say, 15000, 'again'); setTimeout(say, 4000, 'again'); }, 1500);
setInterval(say, 1000, 'tick');
clearTimeout(setTimeout(say, 1000, 'never'));
clearTimeout(setInterval(say, 1000, 'never'));
</script>"""

SOON = """<p id="said"></p>
<button onclick="setTimeout(() => { said.textContent = 'done'; }, 500)">Later</button>"""

COUNTED = """<p id="said">0</p><textarea aria-label="Text"></textarea><script>
// as libraries put off what follows on a key: a second after the last one
let last, timer;
const look = () => {
  const left = 1000 - (Date.now() - last);
  timer = left > 0 ? setTimeout(look, left) : 0;
  if (!timer) said.textContent = document.querySelector('textarea').value.length;
};
document.querySelector('textarea').addEventListener('input', () => {
  last = Date.now();
  timer ||= setTimeout(look, 1000);
});
</script>"""


def slow(_: Any) -> str:
    """Longer than a page waits for what is due soon."""
    time.sleep(1.0)
    return "loaded"


PAGES: dict[str, Any] = {
    "/": page(
        "Home",
        "<h1>Home</h1><a href='/form'>Form</a> <a href='/form' target='_blank'>New tab</a>"
        "<button onclick=\"window.open('/form')\">Popup</button>"
        "<button onclick=\"said.textContent = confirm('Really?') ? 'yes' : 'no'\">Ask</button>"
        "<button onclick=\"said.textContent = prompt('Who?', 'Anna')\">Prompt</button>"
        "<a href='/file'>Download</a> <a href='http://example.com/'>Outside</a>"
        "<p id=said></p>",
    ),
    "/form": page("Form", FORM),
    "/echo": as_json,
    "/words": lambda handler: f"found {handler.path.split('=')[1]}",
    "/menu": page(
        "Menu",
        "<style>#menu, #more {position: absolute; left: 0; width: 200px; height: 30px}"
        "#more {display: none; top: 30px; height: 200px; background: grey} #menu:hover #more {display: block}"
        "#under {position: absolute; left: 20px; top: 80px}</style><p id=said style='margin-top: 300px'></p>"
        "<button id=under onclick=\"said.textContent = 'pressed'\">Under</button>"
        "<div id=menu>Menu<div id=more>More</div></div>",
    ),
    "/late": page(
        "Late",
        "<p id=said></p><button onclick=\"fetch('/slow').then(r => r.text())"
        '.then(x => setTimeout(() => { said.textContent = x; }, 600))">Load</button>',
    ),
    "/idle": page(
        "Idle",
        '<p id=said></p><button onclick="const { port1, port2 } = new MessageChannel();'
        " const end = performance.now() + 2500;"
        " port1.onmessage = () => { const now = performance.now(); while (performance.now() < now + 40);"
        " if (now < end) port2.postMessage(0); }; port2.postMessage(0);"
        " requestIdleCallback(() => { said.textContent = 'at leisure'; })\">Later</button>",
    ),
    "/leisure": page(
        "Leisure",
        '<p id=said></p><button onclick="let left = 12; requestIdleCallback(function one() {'
        " if (left -= 1) return setTimeout(() => requestIdleCallback(one)); setTimeout("
        "() => { said.textContent = 'all is done'; }, 200); })\">Later</button>",
    ),
    "/slow": slow,
    "/busy": page(
        "Busy",
        '<button onclick="const end = performance.now() + 3000;'
        ' while (performance.now() < end);">Think</button>'
        "<button id=runs>Catch me</button><script>let left = 0; (function run() {"
        "runs.style.marginLeft = `${left += 5}px`; requestAnimationFrame(run); })();</script>",
    ),
    "/file": lambda _: (200, {"Content-Disposition": 'attachment; filename="list.csv"'}, "a,b\n"),
    "/long": page(
        "Long",
        "<button style='position:absolute;top:10px'>Top</button>"
        "<button style='position:absolute;top:1500px'>Bottom</button><div style='height:3000px'></div>",
    ),
    "/frame": page(
        "Frame",
        "<h1>Outer</h1><iframe src='/inner' style='position:absolute;left:100px;top:200px;border:5px solid'>"
        "</iframe>",
    ),
    "/inner": page(
        "Inner",
        "<button style='position:absolute;left:10px;top:20px;margin:0'"
        " onclick=\"this.textContent='Pressed'\">Press</button>",
    ),
    "/clock": page(
        "Clock",
        "<p id=a></p><p id=b></p><p id=c>waiting</p><script>"
        "a.textContent = new Date().toISOString(); b.textContent = new Intl.DateTimeFormat('en-GB').format();"
        "const from = Date.now(); const id = setInterval(() => {"
        " if (Date.now() - from > 120) { c.textContent = 'timers run'; clearInterval(id); } }, 10);"
        "setTimeout(() => 0, 300);</script>",
    ),
    "/cookie": lambda handler: page("Cookie", f"<p>{handler.headers.get('Cookie')}</p>"),
    "/hover": page("Hover", "<button onmouseover=\"said.textContent='over'\">Menu</button><p id=said></p>"),
    "/cover": page(
        "Cover", "<button>Below</button><div style='position:fixed;inset:0;background:#fff'>curtain</div>"
    ),
    "/later": page("Later", LATER),
    "/soon": page("Soon", SOON),
    "/soon/framed": page("Framed", '<iframe src="/soon"></iframe>'),
    "/soon/hidden": page(
        "Hidden",
        SOON + '<iframe src="/soon" style="display: none" onload="contentWindow.'
        'requestAnimationFrame(() => 0)"></iframe>',
    ),
    "/counted": page("Counted", COUNTED),
    "/counted/framed": page("Framed", '<iframe src="/counted"></iframe>'),
    "/later/framed": page("Framed", '<iframe src="/later"></iframe>'),
    "/gone": page("Gone", "<button id=x>Go</button>"),
    "/volatile": lambda handler: page(
        "Volatile", f"<h1>Same</h1><p class=ticker>visit {len(handler.server.hits)}</p>"
    ),
    "/animated": page(
        "Animated",
        "<div id=box style='position:absolute;left:0'>box</div><div id=spin>spin</div><p id=said></p>"
        "<style>@keyframes go {to {left: 400px}} #box {animation: go 5s forwards}"
        "@keyframes turn {to {rotate: 1turn}} #spin {animation: turn 1s infinite}"
        "#fade {transition: opacity 300s} #plain {opacity: 1}</style><button id=fade>Fade</button>"
        "<script>fade.onclick = () => { fade.style.opacity = 0.5; };"
        "fade.ontransitionend = () => { said.textContent = 'faded'; };</script>",
    ),
}


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    served = LocalWorld(PAGES)
    served.server.hits = served.hits  # type: ignore[attr-defined]
    yield served
    served.close()


@pytest.fixture(scope="module")
def browser(world: LocalWorld) -> Iterator[Browser]:
    with Browser(world.resolver_rules()) as running:
        yield running


class Hand:
    """Acts on an environment by role and name, as a test reads best."""

    def __init__(self, env: Environment) -> None:
        self.env = env

    @property
    def seen(self) -> Observation:
        return self.env.observe().observation

    def id(self, role: str, name: str) -> int:
        element = self.seen.find(role, name)
        assert element is not None, f"no {role} {name!r} in\n{self.seen.axtree}"
        return element.id

    def do(self, name: str, **arguments: Any) -> Observation:
        self.env.act(parse_action({"name": name, **arguments}))
        return self.seen

    def fails(self, name: str, **arguments: Any) -> ActionError:
        with pytest.raises(ActionError) as failed:
            self.env.act(parse_action({"name": name, **arguments}))
        assert self.seen.error == failed.value.reason, "the agent is told why"
        return failed.value

    def click(self, role: str, name: str) -> Observation:
        return self.do("click", element=self.id(role, name))


@pytest.fixture
def open_at(browser: Browser, world: LocalWorld) -> Iterator[Any]:
    opened: list[Environment] = []

    def start(*paths: str, **options: Any) -> Hand:
        env = Environment(browser, set_world_clock=world.set_clock, **options)
        opened.append(env)
        env.open([SITE + path for path in paths])
        return Hand(env)

    yield start
    for env in opened:
        env.close()


# --- actions ------------------------------------------------------------------------------------------------


def test_links_history_and_addresses(open_at: Any) -> None:
    hand = open_at("/")
    assert hand.click("link", "Form").title == "Form"
    assert hand.do("go_back").title == "Home"
    assert hand.do("go_forward").title == "Form"
    assert hand.do("goto", url=f"{SITE}/long").title == "Long"
    assert hand.do("goto", url="forum.webarium.test/form").url == "http://forum.webarium.test/form"
    hand.env.tabs.new()
    hand.env.act(parse_action({"name": "noop"}))
    assert "no earlier page" in hand.fails("go_back").reason
    assert [visit["url"] for visit in hand.env.tabs.visited] == [
        f"{SITE}/",
        f"{SITE}/form",
        f"{SITE}/",
        f"{SITE}/form",
        f"{SITE}/long",
        "http://forum.webarium.test/form",
    ]


def test_form_is_filled_and_sent(open_at: Any) -> None:
    hand = open_at("/form")
    seen = hand.do("type", element=hand.id("textbox", "Name"), text="Anna Blum")
    assert seen.find("textbox", "Name").value == "Anna Blum"
    assert (
        hand.do("type", element=hand.id("textbox", "Short"), text="12345").find("textbox", "Short").value
        == "123"
    )
    hand.do("type", element=hand.id("textbox", "Name"), text="!", clear=False)
    hand.do("type", element=hand.id("textbox", "Day"), text="2026-03-20")
    hand.do("type", element=hand.id("spinbutton", "Amount"), text="7")
    hand.do("type", element=hand.id("textbox", "Notes"), text="two\nlines")
    hand.do("select", element=hand.id("combobox", "Sort"), options=["Name A-Z"])
    hand.do("select", element=hand.id("listbox", "Many"), options=["Three", "One"])
    hand.click("checkbox", "Wrap it")
    hand.click("button", "Send")
    posted = next(one for one in hand.env.tabs.requests if one["method"] == "POST")
    assert (posted["url"], posted["status"]) == (f"{SITE}/echo", 200)
    assert parse_qs(posted["post_data"]) == {
        "name": ["Anna Blum!"],
        "short": ["123"],
        "day": ["2026-03-20"],
        "amount": ["7"],
        "notes": ["two\r\nlines"],
        "sort": ["n"],
        "many": ["One", "Three"],
        "gift": ["on"],
    }


def test_files_are_uploaded(open_at: Any) -> None:
    hand = open_at("/form")
    hand.do("upload", element=hand.id("button", "Letter"), filename="letter.txt", content="Dear shop")
    sent = hand.click("button", "Send letter").text(1)
    assert "Dear shop" in sent
    assert 'filename=\\"letter.txt\\"' in sent


def test_option_of_a_closed_box_can_be_clicked(open_at: Any) -> None:
    hand = open_at("/form")
    seen = hand.click("option", "Name A-Z")
    assert seen.find("combobox", "Sort").value == "Name A-Z"


def test_enter_sends_and_press_reaches_the_focused_element(open_at: Any) -> None:
    hand = open_at("/form")
    assert hand.do("type", element=hand.id("textbox", "Keys"), text="ab").text(1).find("key b") > 0
    assert "key Escape" in hand.do("press", keys="Escape").text(1)
    assert hand.do("type", element=hand.id("textbox", "Name"), text="x", enter=True).title == "Echo"
    assert "not a key" in hand.fails("press", keys="Nonsense").reason


def test_search_that_waits_for_the_last_key_is_waited_for(open_at: Any) -> None:
    hand = open_at("/form")
    assert "found lam" in hand.do("type", element=hand.id("textbox", "Live"), text="lam").text(1)


def test_actions_that_cannot_be_are_told_and_do_nothing(open_at: Any) -> None:
    hand = open_at("/form")
    for reason, arguments in [
        ("no element [999]", {"name": "click", "element": 999}),
        ("is disabled", {"name": "click", "element": hand.id("button", "Never")}),
        ("read-only", {"name": "type", "element": hand.id("textbox", "Fixed"), "text": "y"}),
        ("does not take text", {"name": "type", "element": hand.id("button", "Send"), "text": "y"}),
        ("does not take 'soon'", {"name": "type", "element": hand.id("textbox", "Day"), "text": "soon"}),
        ("not a select box", {"name": "select", "element": hand.id("textbox", "Name"), "options": ["x"]}),
        (
            "no option 'Rating'",
            {"name": "select", "element": hand.id("combobox", "Sort"), "options": ["Rating"]},
        ),
        (
            "takes no file",
            {"name": "upload", "element": hand.id("heading", "Form"), "filename": "a", "content": ""},
        ),
        ("outside of the viewport", {"name": "click", "x": 5000, "y": 5}),
        ("no tab 4", {"name": "tab_focus", "index": 4}),
        ("last tab", {"name": "close_tab"}),
        ("only http", {"name": "goto", "url": "file:///etc/passwd"}),
    ]:
        failed = hand.fails(**arguments)
        assert reason in failed.reason
        assert failed.invalid
    assert hand.seen.title == "Form"


def test_covered_and_vanished_elements(open_at: Any) -> None:
    hand = open_at("/cover")
    failed = hand.fails("click", element=hand.id("button", "Below"))
    assert "covers it" in failed.reason
    assert not failed.invalid
    hand = open_at("/gone")
    number = hand.id("button", "Go")
    hand.env.tabs.front.evaluate("() => x.remove()")
    assert "no longer there" in hand.fails("click", element=number).reason


def test_coordinates_hover_and_scroll(open_at: Any) -> None:
    hand = open_at("/hover")
    assert "over" in hand.do("hover", element=hand.id("button", "Menu")).text(1)
    hand = open_at("/")
    x, y, width, height = hand.seen.find("link", "Form").box
    assert hand.do("click", x=x + width / 2, y=y + height / 2).title == "Form"
    assert hand.env.executor.target["tag"] == "a"
    box = hand.seen.find("textbox", "Name").box
    seen = hand.do("type", x=box[0] + 5, y=box[1] + 5, text="typed")
    assert seen.find("textbox", "Name").value == "typed"
    hand = open_at("/long")
    assert hand.do("scroll", direction="down").find("button", "Bottom").box[1] == 1500 - 720
    assert hand.do("scroll", direction="up").find("button", "Bottom").box[1] == 1500
    assert hand.do("scroll", direction="up").messages == ["There is nothing further above."]


# --- tabs, dialogs, downloads -------------------------------------------------------------------------------


def test_tabs_open_focus_and_close(open_at: Any) -> None:
    hand = open_at("/", "/long")
    assert [(tab.title, tab.active) for tab in hand.seen.tabs] == [("Home", True), ("Long", False)]
    assert hand.click("link", "New tab").title == "Form"
    assert [tab.active for tab in hand.seen.tabs] == [False, False, True]
    assert hand.do("tab_focus", index=0).title == "Home"
    assert hand.click("button", "Popup").title == "Form"
    assert len(hand.seen.tabs) == 4
    assert hand.do("close_tab").title == "Form"
    assert hand.do("new_tab").url == "about:blank"
    assert hand.do("goto", url=SITE).title == "Home"


def test_dialogs_are_answered_and_told(open_at: Any) -> None:
    hand = open_at("/")
    seen = hand.click("button", "Ask")
    assert "yes" in seen.text(1)
    assert seen.messages == ["The page showed a dialog (confirm), which was accepted: Really?"]
    assert "Anna" in hand.click("button", "Prompt").text(1)
    assert hand.do("noop").messages == []


def test_downloads_are_kept_and_told(open_at: Any, tmp_path: Any) -> None:
    hand = open_at("/", downloads=tmp_path / "downloads")
    assert hand.click("link", "Download").messages == ["Downloaded list.csv (4 bytes). It holds:\n    a,b"]
    (entry,) = hand.env.tabs.downloads
    assert (tmp_path / entry["path"]).read_text() == "a,b\n"


@pytest.mark.parametrize("after", [0, 5, 10, 20, 50, 100])
def test_closing_the_last_tab_from_the_page_leaves_an_empty_one(open_at: Any, after: int) -> None:
    """However the closing falls: before, while or after the clock is set, a look is taken, or it settles."""
    hand = open_at("/")
    hand.env.tabs.front.evaluate("() => setTimeout(() => window.close(), 0)")
    hand.click("button", "Popup")
    hand.env.tabs.front.evaluate("after => { setTimeout(() => window.close(), after) }", after)
    seen = hand.do("noop")
    assert seen.title == "Home"


def test_a_menu_that_opened_under_the_mouse_is_left(open_at: Any) -> None:
    hand = open_at("/menu")
    hand.do("hover", x=10, y=10)
    assert "pressed" in hand.click("button", "Under").text(1)


def test_what_a_page_does_with_a_late_answer_is_waited_for(open_at: Any) -> None:
    assert "loaded" in open_at("/late").click("button", "Load").text(1)


def test_what_a_page_does_when_it_is_idle_is_waited_for(open_at: Any) -> None:
    assert "at leisure" in open_at("/idle").click("button", "Later").text(1)
    assert "all is done" in open_at("/leisure").click("button", "Later").text(1)


def test_a_network_that_comes_or_goes_is_no_fault_of_the_page(open_at: Any) -> None:
    """Another world starts or stops, and Chromium gives up what it was loading; here it is only said so."""

    class Dropped:
        url, failure = f"{SITE}/app.js", "net::ERR_NETWORK_CHANGED"

        def is_navigation_request(self) -> bool:
            return False

    hand = open_at("/")
    hand.env.tabs._traffic.on_failed(Dropped())  # type: ignore[arg-type]
    assert hand.env.tabs.trouble == [f"{SITE}/app.js: net::ERR_NETWORK_CHANGED"]


def test_a_machine_too_busy_to_click_is_trouble_and_a_button_that_runs_away_is_not(
    open_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.browser.executor.ACTION_MS", 1_000)
    hand = open_at("/busy")
    assert "does not stop moving" in hand.fails("click", element=hand.id("button", "Catch me")).reason
    assert hand.env.tabs.trouble == []
    assert "did not react in time" in hand.fails("click", element=hand.id("button", "Think")).reason
    assert hand.env.tabs.trouble == [f"click at {SITE}/busy: the page did not react in time"]


# --- observations -------------------------------------------------------------------------------------------


def test_frames_are_part_of_the_tree(open_at: Any) -> None:
    hand = open_at("/frame")
    assert hand.seen.find("button", "Press").box[:2] == (100 + 5 + 10, 200 + 5 + 20)
    assert hand.click("button", "Press").find("button", "Pressed")


def test_viewport_limits_tree_html_and_screenshot(open_at: Any) -> None:
    modes = frozenset({"axtree", "html", "screenshot"})
    whole = open_at("/long", view=View(modes)).seen
    seen = open_at("/long", view=View(modes, "viewport")).seen
    assert "Bottom" in whole.axtree
    assert "Bottom" in whole.html
    assert "Bottom" not in seen.axtree
    assert "Bottom" not in seen.html
    assert "Top" in seen.html
    assert _png_size(seen.screenshot) == (1280, 720)
    assert _png_size(whole.screenshot) == (1280, 720), "coordinates are of the window, and so is the picture"


def test_only_the_asked_modes_are_sent(open_at: Any) -> None:
    seen = open_at("/", view=View(frozenset({"screenshot"}))).seen
    assert seen.axtree == ""
    assert seen.html is None
    assert seen.screenshot
    assert seen.elements, "ids serve the actions in every mode"


def test_page_clock_is_the_worlds_and_timers_run(open_at: Any, world: LocalWorld) -> None:
    hand = open_at("/clock")
    names = [element.name for element in hand.seen.find_all("paragraph")]
    assert names == ["2026-03-16T09:00:00.000Z", "16/03/2026", "timers run"]
    hand.do("noop")
    hand.do("noop")
    assert hand.seen.time == "2026-03-16T09:00:20Z"
    assert hand.env.tabs.front.evaluate("() => +new Date()") == _ms(20)
    assert world.steps[-1] == 2
    hand.do("goto", url=f"{SITE}/clock")
    assert hand.seen.find("paragraph").name == "2026-03-16T09:00:20.000Z", "the page was loaded at step 2"
    assert hand.env.tabs.front.evaluate(
        "() => [new Date(2020, 0, 1).getFullYear(), Date().slice(0, 15)]"
    ) == [
        2020,
        "Mon Mar 16 2026",
    ]


@pytest.mark.parametrize("thinking", [0.0, 2.5], ids=["at once", "slowly"])
@pytest.mark.parametrize("path", ["/later", "/later/framed"])
def test_what_is_due_later_happens_with_a_step_and_not_while_an_agent_thinks(
    open_at: Any, path: str, thinking: float
) -> None:
    hand = open_at("/")
    hand.do("goto", url=SITE + path)

    def told() -> str:
        time.sleep(thinking)
        hand.env.tabs.front.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        frame = hand.env.tabs.front.frames[-1]
        return str(frame.evaluate("() => said.textContent"))

    assert told() == "", "nothing has happened before the next step"
    hand.do("noop")
    assert told() == "tick 1.5 s ", "no interval twice, nothing that was taken back"
    hand.do("noop")
    assert told() == "tick 1.5 s tick 12 s again ", "in their order, then what one of them set"


@pytest.mark.parametrize("path", ["/soon", "/soon/framed", "/soon/hidden"])
def test_what_is_due_soon_is_waited_for_in_frames_that_show_as_well(open_at: Any, path: str) -> None:
    hand = open_at("/")
    hand.do("goto", url=SITE + path)
    started = time.monotonic()
    assert "done" in hand.click("button", "Later").axtree
    assert time.monotonic() - started < 5, "of a frame that does not show, no next frame comes"


@pytest.mark.parametrize("slow", ["", "act", "think"])
@pytest.mark.parametrize("path", ["/counted", "/counted/framed"])
def test_what_is_put_off_again_and_again_comes_with_the_same_step_on_a_busy_machine(
    open_at: Any, path: str, slow: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = open_at("/")
    hand.do("goto", url=SITE + path)
    if slow == "act":  # from the last key on
        settle = hand.env.tabs.settle
        monkeypatch.setattr(hand.env.tabs, "settle", lambda *a: (time.sleep(0.8), settle(*a))[1])

    def typed(text: str) -> str:
        hand.do("type", element=hand.id("textbox", "Text"), text=text, clear=False)
        if slow == "think":
            time.sleep(1.5)
        return str(hand.env.tabs.front.frames[-1].evaluate("() => said.textContent"))

    assert typed("one ") == "0", "a second has not passed"
    assert typed("two ") == "0", "nor since the last key"
    hand.do("noop")
    assert hand.env.tabs.front.frames[-1].evaluate("() => said.textContent") == "8"


def test_where_the_last_tab_is_closed_an_empty_one_is_opened(open_at: Any) -> None:
    hand = open_at("/")
    hand.env.tabs.front.close()
    hand.env.rest()
    seen = hand.env.observe().observation
    assert seen.url == "about:blank"
    assert seen.messages == ["The last tab was closed by the page; an empty one was opened."]


def test_sessions_reach_their_site_only(open_at: Any, world: LocalWorld) -> None:
    cookies = session_cookies("shopping", world.sessions("shopping")["emma"])
    hand = open_at("/cookie", cookies=cookies)
    assert hand.seen.find("paragraph").name == "sessionid=emma-shopping"
    assert hand.do("goto", url="http://forum.webarium.test/cookie").find("paragraph").name == "None"


def test_animations_are_over_at_once(open_at: Any) -> None:
    hand = open_at("/animated")
    assert hand.env.tabs.front.evaluate("() => box.getBoundingClientRect().left") == 400
    assert hand.env.tabs.front.evaluate("() => spin.getAnimations()[0].playState") == "paused"
    assert "faded" in hand.click("button", "Fade").text(1), "the page hears that its transition ended"


def test_same_actions_give_the_same_digests(open_at: Any) -> None:
    def walk() -> list[str]:
        hand = open_at("/")
        digests = [hand.env.observe().digest]
        hand.click("link", "New tab")
        digests.append(hand.env.observe().digest)
        hand.do("type", element=hand.id("textbox", "Live"), text="lamp")
        digests.append(hand.env.observe().digest)
        hand.do("goto", url=f"{SITE}/frame")
        digests.append(hand.env.observe().digest)
        return digests

    first = walk()
    assert first == walk()
    assert len(set(first)) == 4


@pytest.mark.parametrize("path", ["/", "/form", "/long", "/frame"])
def test_what_is_taken_beside_the_tree_is_the_same(open_at: Any, path: str) -> None:
    apart, beside = open_at(path).env, open_at(path, at_once=("html", "screenshot")).env
    first, second = apart.observe(), beside.observe()
    assert (second.digest, second.tree.text) == (first.digest, first.tree.text)
    assert beside.html() == apart.html()
    assert beside.screenshot() == apart.screenshot()
    beside.act(parse_action({"name": "goto", "url": f"{SITE}/echo"}))
    assert "<pre>" in (beside.html() or ""), "not the page before"


def test_a_picture_that_failed_beside_the_tree_is_taken_again(
    open_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = open_at("/", at_once=("screenshot",))
    failures = iter([PlaywrightError("Unable to capture screenshot")])

    def failing_once(page: Any, scale: float) -> bytes:
        for error in failures:
            raise error
        return take_screenshot(page, scale)

    monkeypatch.setattr("harness.browser.environment.take_screenshot", failing_once)
    hand.env.observe()
    assert hand.env.screenshot() == open_at("/").env.screenshot()


def test_what_was_begun_on_a_page_that_closes_is_harmless(open_at: Any) -> None:
    env = open_at("/", at_once=("html", "screenshot")).env
    env.observe()
    env.close()  # nobody has asked for the HTML or the picture
    other = open_at("/").env
    assert other.observe().tree.text


def test_a_picture_beside_the_tree_shows_volatile_elements(open_at: Any) -> None:
    volatile = {"shopping.webarium.test": ["h1"]}
    hand = open_at("/", at_once=("screenshot",), volatile=volatile)
    hand.env.observe()
    assert hand.env.screenshot() == open_at("/").env.screenshot()


def test_volatile_elements_are_seen_but_not_in_the_digest(open_at: Any) -> None:
    plain = [open_at("/volatile").env.observe() for _ in range(2)]
    assert plain[0].digest != plain[1].digest
    skipping = [
        open_at("/volatile", volatile={"shopping.webarium.test": [".ticker"]}).env.observe() for _ in range(2)
    ]
    assert skipping[0].digest == skipping[1].digest
    assert "visit" in skipping[0].observation.axtree
    assert "Same" in skipping[0].observation.axtree


# --- nothing gets out ---------------------------------------------------------------------------------------


class _Ears:
    """A host service on loopback: HTTP, and UDP for STUN. It must hear nothing."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        ears = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                ears.heard.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"<title>host</title>")

            def log_message(self, *_: object) -> None:
                return

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("0.0.0.0", 0))
        self.udp.settimeout(2)

    @property
    def port(self) -> int:
        return int(self.http.server_address[1])

    @property
    def stun_port(self) -> int:
        return int(self.udp.getsockname()[1])

    def hears_stun(self) -> bool:
        try:
            self.udp.recvfrom(2048)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self.http.shutdown()
        self.udp.close()


@pytest.fixture
def ears() -> Iterator[_Ears]:
    made = _Ears()
    yield made
    made.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "example.com", "2130706433"])
def test_page_cannot_reach_the_host_or_the_internet(open_at: Any, ears: _Ears, host: str) -> None:
    hand = open_at("/")
    front = hand.env.tabs.front
    url = f"http://{host}:{ears.port}/secret"
    answers = front.evaluate(
        """async (url) => {
          const tried = [];
          tried.push(await fetch(url, {mode: 'no-cors'}).then(() => 'reached', () => 'blocked'));
          tried.push(await new Promise(done => {
            const socket = new WebSocket(url.replace('http', 'ws'));
            socket.onopen = () => done('reached'); socket.onerror = () => done('blocked'); }));
          tried.push(await new Promise(done => {
            const image = new Image();
            image.onload = () => done('reached'); image.onerror = () => done('blocked');
            image.src = url; }));
          return tried;
        }""",
        url,
    )
    assert answers == ["blocked"] * 3
    front.evaluate("url => { location.href = url }", url)
    seen = hand.do("noop")
    assert seen.title != "host"
    assert ears.heard == []


def test_every_port_of_a_sites_name_leads_to_the_gateway(
    open_at: Any, ears: _Ears, world: LocalWorld
) -> None:
    hand = open_at("/")
    hand.do("goto", url=f"http://shopping.webarium.test:{ears.port}/long")
    assert hand.seen.title == "Long"
    assert ears.heard == []


def test_proxy_settings_of_the_machine_are_ignored(world: LocalWorld, ears: _Ears, monkeypatch: Any) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{ears.port}")
    titles: list[str] = []

    def look() -> None:
        with Browser(world.resolver_rules()) as browser:
            env = Environment(browser)
            env.open([f"{SITE}/long", "http://example.com/"])
            titles.append(env.observe().observation.title)
            env.close()

    in_a_thread(look)
    assert titles == ["Long"]
    assert ears.heard == []


STUN = """async (server) => {
  const peer = new RTCPeerConnection({iceServers: [{urls: server}]});
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  const found = [];
  let over = false;
  peer.onicecandidate = e => { if (e.candidate) found.push(e.candidate.candidate); else over = true; };
  for (let turn = 0; turn < 30 && !over; turn += 1) await new Promise(done => setTimeout(done, 100));
  return found;
}"""


def test_webrtc_sends_nothing(open_at: Any, ears: _Ears) -> None:
    address = _own_address()
    found = open_at("/").env.tabs.front.evaluate(STUN, f"stun:{address}:{ears.stun_port}")
    assert not ears.hears_stun()
    assert not [candidate for candidate in found if " udp " in candidate.lower()]


def test_webrtc_would_be_heard_without_our_switches(ears: _Ears) -> None:
    """The control for the test above: it can fail."""
    from playwright.sync_api import sync_playwright

    from harness.browser.executable import find_chromium

    def ask() -> None:
        with sync_playwright() as playwright:
            plain = playwright.chromium.launch(executable_path=find_chromium(playwright))
            tab = plain.new_page()
            tab.goto("data:text/html,x")
            with contextlib.suppress(Exception):
                tab.evaluate(STUN, f"stun:{_own_address()}:{ears.stun_port}")
            plain.close()

    in_a_thread(ask)
    assert ears.hears_stun()


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "chrome://version",
        "chrome://settings",
        "view-source:http://shopping.webarium.test/",
        "devtools://devtools/bundled/inspector.html",
        "data:text/html,<h1>mine</h1>",
    ],
)
def test_browser_pages_and_files_cannot_be_opened(open_at: Any, url: str) -> None:
    hand = open_at("/")
    assert hand.fails("goto", url=url).invalid
    hand.env.tabs.front.evaluate(
        """url => {
          const link = document.createElement('a');
          link.href = url; link.textContent = 'sly';
          const tab = link.cloneNode(true);
          tab.target = '_blank'; tab.textContent = 'sly tab';
          document.body.append(link, ' ', tab);
        }""",
        url,
    )
    hand.do("noop")
    for name in ("sly", "sly tab"):
        with contextlib.suppress(ActionError):
            hand.click("link", name)
        for tab in hand.seen.tabs:
            assert tab.url.startswith((SITE, "about:blank")), tab.url
        assert "root:" not in hand.seen.axtree
        hand.do("tab_focus", index=0)


@pytest.mark.parametrize(
    "keys", ["Control+U", "Control+T", "Control+N", "Control+J", "Control+O", "F12", "Control+P"]
)
def test_shortcuts_do_not_leave_the_page(open_at: Any, keys: str) -> None:
    hand = open_at("/")
    seen = hand.do("press", keys=keys)
    assert [tab.url for tab in seen.tabs] == [f"{SITE}/"]


def test_links_to_the_outside_end_in_a_message(open_at: Any) -> None:
    hand = open_at("/")
    seen = hand.click("link", "Outside")
    assert seen.messages == ["http://example.com/ is outside of this world and cannot be reached."]
    assert hand.do("go_back").title == "Home"
    assert hand.env.tabs.trouble == [], "that is no trouble of the world"


# ------------------------------------------------------------------------------------------------------------


def in_a_thread(work: Callable[[], None]) -> None:
    """Playwright runs once in a thread, and the fixture's has this one."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def _ms(seconds: int) -> int:
    return int((EPOCH + timedelta(seconds=seconds)).timestamp() * 1000)


def _png_size(encoded: str) -> tuple[int, int]:
    import base64
    import struct

    width, height = struct.unpack(">II", base64.b64decode(encoded)[16:24])
    return width, height


def _own_address() -> str:
    """An address of this machine that is not loopback, where it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def test_echo_page_is_json(open_at: Any) -> None:
    assert json.loads(open_at("/echo").seen.text(1).removeprefix("Echo").strip())["path"] == "/echo"
