"""The oracle resolves targets in observations, acts by element ids, and reads its answer from pages."""

from __future__ import annotations

from typing import Any

import pytest

from harness.agents.oracle import OracleError, Page, Player
from harness.agents.oracle.player import load_function
from harness.agents.protocol import Element, EndOfEpisode, Observation, Tab
from tasks.model import OracleView
from tasks.steps import parse_steps

SHOP = "http://shopping.webarium.test"
# depth, role, name (value after |)
ORDERS = [
    (1, "navigation", "Account"),
    (2, "link", "Orders"),
    (2, "link", "Addresses"),
    (1, "main", ""),
    (2, "heading", "My  orders"),
    (2, "table", ""),
    (3, "row", "Number Date Total"),
    (4, "columnheader", "Number"),
    (4, "columnheader", "Total"),
    (3, "row", ""),
    (4, "cell", "100003"),
    (4, "cell", "€1,234.50"),
    (3, "row", ""),
    (4, "cell", "100001"),
    (4, "cell", "€19.90"),
    (2, "link", "Orders"),
    (2, "searchbox", "Search|tea"),
    (2, "combobox", "Sort"),
    (2, "StaticText", "2 orders in all"),
]


def observation(url: str = f"{SHOP}/orders/", error: str | None = None) -> Observation:
    """The page above."""
    elements = {1: Element(id=1, role="RootWebArea", name="Orders")}
    above = {0: 1}
    for number, (depth, role, text) in enumerate(ORDERS, 2):
        name, _, value = text.partition("|")
        elements[number] = Element(
            id=number, role=role, name=name, value=value or None, depth=depth, parent=above[depth - 1]
        )
        above[depth] = number
    return Observation(
        step=0, url=url, title="Orders", tabs=[Tab(0, url, "Orders", True)], elements=elements, error=error
    )


class Session:
    """Shows the same page after every action and keeps what was done."""

    def __init__(self) -> None:
        self.now = observation()
        self.done: list[dict[str, Any]] = []
        self.error: str | None = None

    def observe(self) -> Observation:
        """The page."""
        return self.now

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Keep the action; a goto changes the address."""
        self.done.append({key: value for key, value in action.model_dump().items() if value is not None})
        self.now = observation(getattr(action, "url", self.now.url), self.error)
        return self.now


@pytest.fixture
def session() -> Session:
    """A fresh session."""
    return Session()


@pytest.fixture
def page(session: Session) -> Page:
    """A page over it."""
    return Page(session, {"shopping": SHOP})


def _view(steps: list[Any] | str, **params: Any) -> OracleView:
    return OracleView(
        task_id="shopping.t.0",
        intent="",
        start=[f"{SHOP}/"],
        variables={"shopping": SHOP, **params},
        params=params,
        oracle=parse_steps(steps) if isinstance(steps, list) else steps,  # type: ignore[arg-type]
    )


def _play(session: Session, steps: list[Any], variation: dict[str, Any] | None = None, **params: Any) -> str:
    return Player(_view(steps, **params), session).play(variation).text


def test_steps_do_what_hands_can_do(session: Session) -> None:
    steps: list[Any] = [
        {"click": {"link": "Orders", "nth": 1, "count": 2}},
        {"drag": {"from": {"link": "Orders", "nth": 0}, "to": {"heading": "My orders"}}},
        {"wheel": {"over": {"heading": "My orders"}, "dy": 300}},
        {"type": {"text": "ink"}},
        {"key_down": "Shift"},
        {"copy": {"heading": "My orders"}},
        {"paste": {"into": {"link": "Orders", "nth": 0}}},
        {"paste": {}},
        {"submit": {"link": "Orders", "nth": 1}},
        {"scroll_to": {"y": 1500}},
        {"dialog": {"accept": True, "text": "yes"}},
        {"wait": 2},
    ]
    _play(session, steps)
    assert session.done == [
        {"name": "click", "element": 17, "button": "left", "count": 2},
        {"name": "drag", "element": 3, "to_element": 6},
        {"name": "wheel", "element": 6, "dx": 0.0, "dy": 300.0},
        {"name": "type", "text": "ink", "clear": False, "enter": False},
        {"name": "key_down", "key": "Shift"},
        {"name": "copy", "element": 6},
        {"name": "paste", "element": 3},
        {"name": "paste"},
        {"name": "submit", "element": 17},
        {"name": "scroll_to", "x": 0.0, "y": 1500.0},
        {"name": "dialog", "accept": True, "text": "yes"},
        {"name": "wait", "seconds": 2.0},
    ]


@pytest.mark.parametrize(
    "step", [{"wait": 11}, {"key_down": "Nonsense"}, {"click": {"link": "x", "count": 4}}]
)
def test_steps_that_cannot_be(step: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"wait|key|count"):
        parse_steps([step])


@pytest.mark.parametrize(
    ("target", "ids"),
    [
        ({"link": "Orders"}, [3, 17]),
        ({"link": "Orders", "nth": 1}, [17]),
        ({"link": "Orders", "nth": -1}, [17]),
        ({"link": "Orders", "nth": 2}, []),
        ({"link": "Orders", "within": {"role": "navigation"}}, [3]),
        ({"link": "Order"}, []),
        ({"link": "/^Ord/", "nth": "1"}, [17]),
        ({"heading": "My orders"}, [6]),
        ({"role": "row", "text": "100001"}, [14]),
        ({"role": "cell", "within": {"role": "row", "text": "100001"}, "nth": 1}, [16]),
        ({"text": "19.90"}, [16]),
        ({"text": "/\\d orders/"}, [20]),
    ],
)
def test_targets(page: Page, target: dict[str, Any], ids: list[int]) -> None:
    assert [part.id for part in page.find_all(**target)] == ids


def test_steps_act_on_element_ids(session: Session) -> None:
    steps: list[Any] = [
        {"goto": "/accounts/"},
        {"click": {"link": "Orders", "within": {"role": "main"}}},
        {"type": {"into": {"searchbox": "Search"}, "text": "{{ q }} pot", "enter": True}},
        {"select": {"in": {"combobox": "Sort"}, "option": "Price"}},
        {"press": "Enter"},
        "back",
        {"tab": "{{ n }}"},
    ]
    assert _play(session, steps, q="tea", n=1) == ""
    assert session.done == [
        {"name": "goto", "url": f"{SHOP}/accounts/"},
        {"name": "click", "element": 17, "button": "left", "count": 1},
        {"name": "type", "element": 18, "text": "tea pot", "clear": True, "enter": True},
        {"name": "select", "element": 19, "options": ["Price"]},
        {"name": "press", "keys": "Enter"},
        {"name": "go_back"},
        {"name": "tab_focus", "index": 1},
    ]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        ({"from": {"role": "row", "nth": "{{ n }}"}, "pattern": "€([0-9.,]+)"}, "1,234.50"),
        ({"from": {"role": "row", "nth": 2}}, "100001 €19.90"),
        ({"pattern": "\\d+ orders"}, "2 orders"),
        ({"pattern": "€([0-9.,]+)", "all": True}, ["1,234.50", "19.90"]),
        ({"from": {"role": "row"}, "pattern": "€([0-9.,]+)", "all": True}, ["1,234.50", "19.90"]),
        ({"from": {"role": "cell"}, "all": True}, ["100003", "€1,234.50", "100001", "€19.90"]),
        ({"from": {"searchbox": "Search"}, "value": True}, "tea"),
    ],
)
def test_reading(session: Session, read: dict[str, Any], value: Any) -> None:
    steps = [{"read": {"as": "found", **read}}, {"stop": "{{ found | string }}"}]
    assert _play(session, steps, n=1) == str(value)


def test_later_steps_use_what_was_read(session: Session) -> None:
    steps = [
        {"read": {"as": "number", "from": {"role": "cell", "nth": 0}}},
        {"click": {"role": "row", "text": "{{ number }}"}},
        {"stop": "no. {{ number }}"},
    ]
    assert _play(session, steps) == "no. 100003"
    assert session.done[0]["element"] == 11


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"click": {"link": "Orders"}}, "2 elements are link 'Orders'"),
        (
            {"click": {"link": "Odrers"}},
            "no element is link 'Odrers'; the names of every link there: 'Orders'",
        ),
        ({"read": {"as": "x", "pattern": "(\\d+) invoices"}}, "nothing matches"),
        ({"expect": {"text": "Thank you"}}, "with the text 'Thank you'"),
        ({"goto": "{{ nowhere }}"}, "nowhere"),
    ],
)
def test_what_cannot_be_done_is_told_with_the_step(
    session: Session, step: dict[str, Any], words: str
) -> None:
    with pytest.raises(OracleError) as caught:
        _play(session, ["back", step])
    assert words in caught.value.message
    assert "step 2" in caught.value.message


def test_an_action_that_did_not_work_ends_the_oracle(session: Session) -> None:
    session.error = "something covers it"
    with pytest.raises(OracleError, match="something covers it"):
        _play(session, ["back"])


def test_variations_make_wrong_outcomes(session: Session) -> None:
    steps: list[Any] = [{"goto": "/a"}, {"goto": "/b"}, {"goto": "/c"}, {"stop": "done"}]

    def visited(variation: dict[str, Any]) -> list[str]:
        session.done.clear()
        _play(session, steps, variation)
        return [action["url"][-1] for action in session.done]

    assert visited({"twice": True}) == ["a", "b", "c", "a", "b", "c"]
    assert visited({"skip": [2]}) == ["a", "c"]
    assert visited({"skip": 1}) == ["b", "c"]
    assert visited({"steps": [{"name": "goto", "argument": "/d"}]}) == ["d"]
    knowing = {"steps": [{"name": "goto", "argument": "/{{ reference.to }}"}], "reference": {"to": "e"}}
    assert visited(knowing) == ["e"]


def test_a_python_oracle_sees_the_same_page(session: Session) -> None:
    code = (
        "def oracle(page, params):\n"
        "    total = sum(float(c[1][1:].replace(',', '')) for c in page.rows()[1:])\n"
        "    page.click(role='link', name='Addresses')\n"
        "    page.find(role='searchbox').type(params['word'], enter=True)\n"
        "    return f'{total:.2f}'\n"
        "def wrong(page, params):\n"
        "    return page.read(r'€([0-9.,]+)', role='row', nth=1)\n"
    )
    view = _view("python", word="pot").model_copy(update={"code": code})
    assert Player(view, session).play().text == "1254.40"
    assert [action["name"] for action in session.done] == ["click", "type"]
    assert Player(view, session).play({"function": "wrong"}).text == "1,234.50"
    with pytest.raises(OracleError, match="no function nothing"):
        load_function(code, "nothing", "oracles/t.py")


def test_an_element_of_an_earlier_page_cannot_be_used(page: Page) -> None:
    link = page.find(role="link", name="Addresses")
    link.click()
    with pytest.raises(OracleError, match="earlier page"):
        link.click()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("    import sys\n    sys.exit(0)\n", "line 3: SystemExit: 0"),
        ("    return params['nothing']\n", "line 2: KeyError: 'nothing'"),
        ("    page.click(role='link', name='Nowhere')\n", "line 2: no element is link 'Nowhere'"),
        ("    def find():\n        return [][0]\n    return find()\n", "line 3: IndexError"),
    ],
)
def test_a_python_oracle_that_cannot_go_on_names_its_line(session: Session, code: str, words: str) -> None:
    code = f"def oracle(page, params):\n{code}"
    with pytest.raises(OracleError) as caught:
        Player(_view("python").model_copy(update={"code": code}), session).play()
    assert f"oracles/t.py, {words}" in caught.value.message


def test_a_module_that_exits_as_it_is_loaded_is_told() -> None:
    with pytest.raises(OracleError, match=r"oracles/leaves\.py, line 2 cannot be loaded: SystemExit"):
        load_function("import sys\nsys.exit()\n", "oracle", "oracles/leaves.py")


def test_a_step_that_breaks_is_named(session: Session) -> None:
    with pytest.raises(OracleError, match=r"step 1 \(read\): .*unterminated"):
        _play(session, [{"read": {"as": "x", "pattern": "{{ open }}"}}], open="(")


def test_what_ends_the_episode_is_no_fault_of_the_oracle(session: Session) -> None:
    def over(action: Any, *, thought: str = "") -> Observation:
        raise EndOfEpisode("max_steps")

    session.act = over  # type: ignore[method-assign]
    code = "def oracle(page, params):\n    page.back()\n"
    with pytest.raises(EndOfEpisode):
        Player(_view("python").model_copy(update={"code": code}), session).play()
    with pytest.raises(EndOfEpisode):
        _play(session, ["back"])
