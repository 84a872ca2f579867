"""What hands can do besides clicking and typing, in the real browser; and several actions of one message."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from integration.local_world import LocalWorld, page

from harness.agents.naming import AgentSpec
from harness.agents.protocol import Observation
from harness.browser.chromium import Browser
from harness.browser.environment import Environment
from harness.browser.executor import ActionError
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from tasks.actions import parse_action
from tasks.model import Task

HERE = Path(__file__).parent
SITE = "http://shopping.webarium.test"
SAID = "<p id=said></p>"

PAGES: dict[str, Any] = {
    "/cards": page(
        "Cards",
        "<style>div {width: 120px; height: 60px; margin: 20px; border: 1px solid}</style>"
        "<div id=card role=img aria-label=Card draggable=true "
        "ondragstart=\"event.dataTransfer.setData('text', 'card')\">Card</div>"
        "<div id=box role=img aria-label=Box ondragover='event.preventDefault()' "
        "ondrop=\"event.preventDefault(); "
        "said.textContent = 'got ' + event.dataTransfer.getData('text')\">Box</div>"
        + SAID,
    ),
    "/pen": page(
        "Pen",
        "<canvas id=c width=400 height=300 style='position:absolute;left:0;top:0'></canvas>"
        "<p id=said style='margin-top:320px'></p>"
        "<script>let from; c.onmousedown = e => { from = [e.clientX, e.clientY]; };"
        "c.onmouseup = e => { said.textContent = `line ${from} to ${e.clientX},${e.clientY}`; };</script>",
    ),
    "/list": page(
        "List",
        "<div id=list role=img aria-label=List "
        "style='height:200px;width:300px;overflow:auto;margin-top:100px'>"
        "<div style='height:2000px'>rows</div></div><div style='height:3000px'></div>"
        "<p id=said style='position:fixed;left:400px;top:0'></p><script>list.onscroll = () => "
        "{ said.textContent = `list at ${list.scrollTop}, page at ${scrollY}`; };</script>",
    ),
    "/words": page(
        "Words",
        "<p id=text>One two three.</p><p id=said></p><input aria-label=Field onkeydown=\"said.textContent ="
        " `${event.key} shift ${event.shiftKey}`\">"
        "<button onclick=\"said.textContent = `shift ${event.shiftKey}`\">Press</button>"
        "<button onclick=\"said.textContent = String(getSelection())\">Chosen</button>"
        "<style>button {user-select: none}</style>",
    ),
    "/form": page(
        "Form",
        "<form action=/form style='margin-top:2000px'><label>Name <input name=name required></label>"
        "<label>Pin <input type=password name=pin value=1234></label>"
        "<button name=way value=first>Send</button><button name=way value=second>Save</button></form>"
        "<blockquote>Three red lamps</blockquote><textarea aria-label=Note>Buy: </textarea>"
        "<p oncopy=\"event.preventDefault(); event.clipboardData.setData('text/plain', 'more')\">Story</p>"
        "<p id=said style='position:fixed;left:400px;top:0'></p><script>said.textContent = location.search;"
        "onscroll = () => { said.textContent = `at ${scrollY}`; }</script>",
    ),
    "/ask": page(
        "Ask",
        "<button onclick=\"said.textContent = confirm('Really?') ? 'yes' : 'no'\">Ask</button>"
        "<button onclick=\"said.textContent = prompt('Who?', 'Anna')\">Prompt</button>"
        "<button onclick=\"setTimeout(() => { said.textContent = 'late'; }, 1200)\">Later</button>" + SAID,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    served = LocalWorld(PAGES)
    yield served
    served.close()


@pytest.fixture(scope="module")
def browser(world: LocalWorld) -> Iterator[Browser]:
    with Browser(world.resolver_rules()) as running:
        yield running


class Hand:
    """Acts by role and name."""

    def __init__(self, env: Environment) -> None:
        self.env = env

    @property
    def seen(self) -> Observation:
        return self.env.observe().observation

    def id(self, role: str, name: str) -> int:
        element = self.seen.find(role, name)
        assert element is not None, self.seen.axtree
        return element.id

    def do(self, name: str, **arguments: Any) -> Observation:
        self.env.act(parse_action({"name": name, **arguments}))
        return self.seen


@pytest.fixture
def open_at(browser: Browser, world: LocalWorld) -> Iterator[Any]:
    opened: list[Environment] = []

    def start(path: str) -> Hand:
        env = Environment(browser, set_world_clock=world.set_clock)
        opened.append(env)
        env.open([SITE + path])
        return Hand(env)

    yield start
    for env in opened:
        env.close()


def test_an_element_is_dragged_onto_another(open_at: Any) -> None:
    hand = open_at("/cards")
    seen = hand.do("drag", element=hand.id("img", "Card"), to_element=hand.id("img", "Box"))
    assert "got card" in seen.text(1)
    assert hand.env.executor.target["name"] == "Card"


def test_a_line_is_drawn_from_point_to_point(open_at: Any) -> None:
    hand = open_at("/pen")
    assert "line 50,60 to 200,150" in hand.do("drag", x=50, y=60, to_x=200, to_y=150).text(1)
    with pytest.raises(ActionError, match="outside of the viewport"):
        hand.do("drag", x=50, y=60, to_x=2000, to_y=150)


def test_the_wheel_turns_what_is_below_it(open_at: Any) -> None:
    hand = open_at("/list")
    assert "list at 150, page at 0" in hand.do("wheel", element=hand.id("img", "List"), dy=150).text(1)
    assert "list at 250, page at 0" in hand.do("wheel", x=50, y=150, dy=100).text(1)


def test_a_triple_click_takes_the_whole_paragraph(open_at: Any) -> None:
    hand = open_at("/words")
    hand.do("click", element=hand.id("paragraph", "One two three."), count=3)
    assert hand.do("click", element=hand.id("button", "Chosen")).text(1).count("One two three.") == 2


def test_text_goes_where_the_cursor_is_and_nowhere_without_one(open_at: Any) -> None:
    hand = open_at("/words")
    with pytest.raises(ActionError, match="nothing has the focus"):
        hand.do("type", text="lost")
    hand.do("click", element=hand.id("textbox", "Field"))
    hand.do("type", text="ab")
    assert hand.do("type", text="c").find("textbox", "Field").value == "abc"
    assert hand.do("type", text="new", clear=True).find("textbox", "Field").value == "new"


def test_a_key_stays_down_until_it_is_let_go(open_at: Any) -> None:
    hand = open_at("/words")
    with pytest.raises(ActionError, match="not held"):
        hand.do("key_up", key="Shift")
    with pytest.raises(ActionError, match="not a key"):
        hand.do("key_down", key="Nonsense")
    hand.do("key_down", key="Shift")
    assert "shift true" in hand.do("click", element=hand.id("button", "Press")).text(1)
    hand.do("key_up", key="Shift")
    assert "shift false" in hand.do("click", element=hand.id("button", "Press")).text(1)


def test_a_text_is_copied_and_pasted_and_nothing_is_found_by_the_next_episode(open_at: Any) -> None:
    hand = open_at("/form")
    with pytest.raises(ActionError, match="nothing was copied yet"):
        hand.do("paste", element=hand.id("textbox", "Note"))
    hand.do("copy", element=hand.id("blockquote", "Three red lamps"))
    seen = hand.do("paste", element=hand.id("textbox", "Note"))
    assert seen.find("textbox", "Note").value == "Buy: Three red lamps"
    assert hand.env.executor.target["text"] == "Three red lamps"
    hand.do("copy", element=hand.id("paragraph", "Story"))
    assert hand.env.executor.target["text"] == "more", "as the page has it"
    hand.do("click", element=hand.id("textbox", "Name"))
    assert hand.do("paste").find("textbox", "Name").value == "more"
    with pytest.raises(ActionError, match="has no text to copy"):
        hand.do("copy", element=hand.id("textbox", "Pin"))
    # what is marked a press of the middle button would paste
    hand.do("click", element=hand.id("blockquote", "Three red lamps"), count=3)
    hand = open_at("/form")
    with pytest.raises(ActionError, match="nothing was copied yet"):
        hand.do("paste", element=hand.id("textbox", "Note"))
    hand.do("click", element=hand.id("textbox", "Note"))
    hand.do("press", keys="Control+V")
    seen = hand.do("click", element=hand.id("textbox", "Note"), button="middle")
    assert seen.find("textbox", "Note").value == "Buy:"


def test_a_form_is_sent_as_enter_does(open_at: Any) -> None:
    hand = open_at("/form")
    with pytest.raises(ActionError, match="the form was not sent: Name: "):
        hand.do("submit", element=hand.id("textbox", "Pin"))
    with pytest.raises(ActionError, match="belongs to no form"):
        hand.do("submit", element=hand.id("textbox", "Note"))
    hand.do("type", element=hand.id("textbox", "Name"), text="Anna")
    assert "?name=Anna&pin=1234&way=first" in hand.do("submit", element=hand.id("textbox", "Name")).text(1)
    hand.do("type", element=hand.id("textbox", "Name"), text="Ben")
    assert "?name=Ben&pin=1234&way=second" in hand.do("submit", element=hand.id("button", "Save")).text(1)


def test_the_page_is_scrolled_to_a_point(open_at: Any) -> None:
    hand = open_at("/form")
    assert "at 700" in hand.do("scroll_to", y=700).text(1)
    (told,) = hand.do("scroll_to", y=100_000).messages
    assert told.startswith("The page scrolls no further than (0, ")


def test_the_next_dialog_is_answered_as_chosen_and_the_one_after_accepted(open_at: Any) -> None:
    hand = open_at("/ask")
    assert hand.do("dialog", accept=False).messages == ["The next dialog will be dismissed."]
    seen = hand.do("click", element=hand.id("button", "Ask"))
    assert "no" in seen.text(1)
    assert seen.messages == ["The page showed a dialog (confirm), which was dismissed: Really?"]
    assert "yes" in hand.do("click", element=hand.id("button", "Ask")).text(1)
    hand.do("dialog", accept=True, text="Ben")
    assert "Ben" in hand.do("click", element=hand.id("button", "Prompt")).text(1)
    assert "Anna" in hand.do("click", element=hand.id("button", "Prompt")).text(1)


def test_waiting_lets_the_page_go_on(open_at: Any) -> None:
    hand = open_at("/ask")
    assert "late" not in hand.do("click", element=hand.id("button", "Later")).text(1)
    assert "late" in hand.do("wait", seconds=2).text(1)


# --- several actions of one message -------------------------------------------------------------------------

AGENT = """
from harness.agents.base import Agent, serve
class Several(Agent):
    def run(self, session):
        page = session.observe()
        link, note = page.find("link", "First order").id, page.find("textbox", "Search").id
        page = session.act([
            {"name": "type", "element": note, "text": "hello"},
            {"name": "press", "keys": "End"},
            {"name": "click", "element": link},
            {"name": "click", "element": link},
        ], thought="all at once")
        print(page.step, page.url, page.messages)
        page = session.act([{"name": "click", "element": 999}, {"name": "noop"}])
        print(page.step, page.error, page.messages)
        session.act([{"name": "noop"}, {"name": "stop", "answer": "done"}])
serve(Several())
"""


def settings_for(tmp_path: Path, **options: Any) -> RunSettings:
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT)
    task = Task(
        id="shopping.first_order.0",
        template="shopping.first_order",
        folder="shopping",
        number=0,
        sites=["shopping"],
        profile={},
        intent="Open my first order.",
        start=[SITE + "/"],
        category="navigation",
        covers=["S1"],
        checks=[{"kind": "url", "spec": f"{SITE}/order/1"}],  # type: ignore[list-item]
    )
    return RunSettings(
        folder=tmp_path / "run",
        tasks=[task],
        agent=AgentSpec("scripted", [sys.executable, str(agent)]),
        factory="local_world:make_world",
        episode=EpisodeSettings(limits=Limits(**options), screenshots=False),
    )


def test_each_action_of_a_message_is_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    settings = settings_for(tmp_path)
    summary = Runner(settings).run()
    assert (summary.passed, summary.errors) == (1, 0)
    (folder,) = (settings.folder / "episodes").iterdir()
    lines = [json.loads(line) for line in (folder / "trajectory.jsonl").read_text().splitlines()]
    names = [line["action"]["name"] for line in lines]
    assert names == ["type", "press", "click", "click", "noop", "stop"], "the second click had another page"
    assert [line["step"] for line in lines] == list(range(6))
    assert len({line["time"] for line in lines}) == 6, "the clock moves with each"
    assert [line["thought"] for line in lines[:2]] == ["all at once", ""]
    assert lines[2]["target"]["name"] == "First order"
    log = (folder / "agent.log").read_text()
    assert (
        "3 http://shopping.webarium.test/order/1 ['Of 4 actions 3 were carried out: another page came.']"
        in log
    )
    assert "['Of 2 actions 0 were carried out: this one did nothing.']" in log


def test_limits_hold_within_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    settings = settings_for(tmp_path, steps=2)
    Runner(settings).run()
    journal = json.loads((settings.folder / "journal.jsonl").read_text().splitlines()[0])
    assert (journal["stop_reason"], journal["steps"]) == ("max_steps", 2)
