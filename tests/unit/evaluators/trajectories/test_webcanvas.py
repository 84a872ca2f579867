"""Key nodes: each of the nine functions, and the scores of WebCanvas' section 3.2 and appendix E by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluators.trajectories import webcanvas as wc
from evaluators.trajectories.files import FormatError
from evaluators.trajectories.mind2web_live import load_episode, load_tasks
from evaluators.trajectories.webcanvas import KeyNode, State, TaskResult

DATA = Path(__file__).parents[3] / "data" / "trajectories" / "webcanvas"
SHOP = "http://shop.harbour.example"


# ---- the nine functions -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "reference", "key", "passed"),
    [
        (f"{SHOP}/lamps?b=2&a=1", f"{SHOP}/lamps?a=1&b=2", "", True),  # order of terms does not matter
        (f"{SHOP}/lamps/red", f"{SHOP}/lamps", "", False),  # longer
        (f"{SHOP}/lamps?max=50", "50", "max", True),
        (f"{SHOP}/lamps?max=500", "50", "max", False),
        (f"{SHOP}/lamps", "50", "max", False),
        (f"{SHOP}/lamps?q=a%20b", "a b", "q", True),
    ],
)
def test_url_exact(url: str, reference: str, key: str, passed: bool) -> None:
    assert bool(wc.url_exact(url, reference, key)) is passed


@pytest.mark.parametrize(
    ("url", "reference", "key", "passed", "original"),
    [
        (f"{SHOP}/catalogue/lamps/page-2", "catalogue/lamps", "", True, True),
        (f"{SHOP}/item/1705", "item/170", "", False, True),  # 170 is not in 1705, as a plain substring it is
        (f"{SHOP}/a?next=/catalogue/lamps", "catalogue/lamps", "", False, False),  # a query is not a place
        (f"{SHOP}/a#/catalogue/lamps", "catalogue/lamps", "", True, True),
        (f"{SHOP}/a?attrs=WiFi.free,Parking", "WiFi.free", "attrs", True, True),
        (f"{SHOP}/a", "WiFi.free", "attrs", False, False),
    ],
)
def test_url_include(url: str, reference: str, key: str, passed: bool, original: bool) -> None:
    assert bool(wc.url_include(url, reference, key)) is passed
    assert bool(wc.url_include(url, reference, key, original=True)) is original


def by_word(text: str, reference: str) -> bool | None:
    """A judge for tests: None when it has never heard of it."""
    return {"Washington DC": True, "Washington": False}.get(text)


@pytest.mark.parametrize(
    ("value", "passed", "undecided"),
    [
        ("Washington DC", True, False),
        ("Washington", False, False),
        ("Wash.", False, True),
        ("", False, False),
    ],
)
def test_semantic_asks_the_judge(value: str, passed: bool, undecided: bool) -> None:
    for result in (
        wc.url_semantic(f"{SHOP}/?near={value}", "Washington D.C.", "near", judge=by_word),
        wc.element_value_semantic(value, "Washington D.C.", judge=by_word),
    ):
        assert (result.passed, result.undecided) == (passed, undecided)


PAGE = "<html><body><form id=sort><select><option>a</select><button>Go</button></form></body></html>"


@pytest.mark.parametrize(
    ("path", "reference", "method", "page", "passed"),
    [
        ("form#sort > button", "form#sort>button", "selector", None, True),  # the same path but for blanks
        ("body > form > button", "form#sort > button", "selector", None, False),  # nothing to look it up in
        ("body > form > button", "form#sort > button", "selector", PAGE, True),  # two paths, one element
        ("//form/select", "//button", "xpath", PAGE, False),
        ("//form/button", "//*[@id='sort']/button", "xpath", PAGE, True),
        ("button", "#gone", "selector", PAGE, False),
        ("button[", "form#sort > button", "selector", PAGE, False),  # a broken path leads nowhere
        (None, "button", "selector", None, False),
        ("form > button", "button", "selector", f'<?xml version="1.0" encoding="utf-8"?>{PAGE}', True),
        ("//p[.='ü']", "//p", "xpath", "<meta charset=latin1><p>ü</p>", True),
        ("button", "button", "selector", "<!-- gone -->", False),  # no element at all
    ],
)
def test_element_path_exact(
    path: str | None, reference: str, method: str, page: str | None, passed: bool
) -> None:
    assert bool(wc.element_path_exact(path, reference, method, page)) is passed


def test_the_two_undefined_cells_of_table_1() -> None:
    with pytest.raises(FormatError, match="exact match only"):
        wc.match(KeyNode("element_path", "include", "button"), State(path="button"))
    with pytest.raises(FormatError, match="exact match only"):
        wc.match(KeyNode("element_path", "semantic", "button"), State(path="button"))


def test_element_values() -> None:
    assert wc.element_value_exact(" red  lamp", "red lamp")
    assert not wc.element_value_exact("red lamps", "red lamp")
    assert not wc.element_value_exact(None, "red lamp")
    assert wc.element_value_include("a red lamp, please", "red lamp")
    assert not wc.element_value_include("a red lampshade", "red lamp")
    assert wc.element_value_include("a red lampshade", "red lamp", original=True)


def test_an_exact_value_is_letter_by_letter_in_the_code() -> None:
    node = KeyNode("element_value", "exact", "red lamp")
    for value, original in (("red lamp", True), (" red  lamp", False)):
        assert wc.match(node, State(value=value))
        assert bool(wc.match(node, State(value=value), original=True)) is original


@pytest.mark.parametrize("function", ["exact", "include", "semantic"])
@pytest.mark.parametrize("original", [False, True])
def test_a_value_counts_in_the_element_that_the_node_names(function: wc.Function, original: bool) -> None:
    """The authors look at the path first, where a node has one."""
    node = KeyNode("element_value", function, "a", path="form#sort>select")
    for path, passed in (("form > select", True), ("form > button", False), (None, False)):
        state = State(path=path, value="a", html=PAGE)
        assert bool(wc.match(node, state, original=original)) is passed


def test_a_click_has_the_value_of_its_element(tmp_path: Path) -> None:
    """A click may be a key node by the value of its element (appendix C of the paper)."""
    targets = [
        {"css": "a", "name": "Lamps", "value": None},
        {"css": "input", "name": "Up to", "value": "50"},
        {"css": "p", "name": "", "text": "In stock"},
    ]
    lines = [{"url": SHOP, "action": {"name": "click", "element": 1}, "target": target} for target in targets]
    lines += [
        {"url": SHOP, "action": {"name": "hover", "element": 1}, "target": targets[0]},
        {"url": SHOP, "action": {"name": "click", "x": 1, "y": 1}},
    ]
    (tmp_path / "trajectory.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "outcome.json").write_text("{}")
    episode = load_episode(tmp_path)
    assert [state.value for state in episode.states[::2]] == ["Lamps", "50", "In stock", None, None]


def test_the_path_of_a_value_is_read(tmp_path: Path) -> None:
    content = {"reference_answer": "50", "netloc": "harbour", "path": "form#filter > input"}
    node = {"match_function_name": "element_value_exactly_match", "content": content}
    task = {"index": 0, "task": "t", "reference_task_length": 1, "evaluation": [node]}
    (tmp_path / "tasks.json").write_text(json.dumps([task]))
    [read] = load_tasks(tmp_path / "tasks.json")[0].key_nodes()
    assert wc.match(read, State(f"{SHOP}/", "form#filter>input", "50"))
    assert not wc.match(read, State(f"{SHOP}/", "form#other>input", "50"))


def test_elements_count_on_their_own_site_only() -> None:
    node = KeyNode("element_value", "exact", "50", netloc="harbour")
    assert wc.match(node, State(f"{SHOP}/", value="50"))
    assert not wc.match(node, State("http://other.example/?from=harbour", value="50"))


# ---- scores -------------------------------------------------------------------------------------


def result(points: int, of: int, steps: int = 10, signalled: bool = True) -> TaskResult:
    return TaskResult((0,) * points + (None,) * (of - points), steps, signalled)


def test_completion_rate_is_a_micro_average() -> None:
    # 4 of 4 and 1 of 2: 5/6, where the mean of 1 and 1/2 would be 3/4
    assert wc.completion_rate([result(4, 4), result(1, 2)]) == pytest.approx(5 / 6)
    assert wc.completion_rate([]) is None


def test_success_with_tolerance() -> None:
    results = [result(4, 4), result(3, 4), result(2, 4), result(0, 1)]
    assert wc.success_rate(results) == 1 / 4
    # one key node may be missing: 4 of 4, 3 of 4, and 0 of 1
    assert wc.success_rate(results, tolerance=1) == 3 / 4


def test_efficiency_is_steps_for_each_point() -> None:
    assert result(4, 4, steps=6).efficiency == 1.5
    assert result(0, 4).efficiency is None
    # ES = L / P: 6/4 and 9/3; the task without a point has none
    some = [result(4, 4, 6), result(3, 4, 9), result(0, 4)]
    assert wc.efficiency_score(some) == pytest.approx(
        (1.5 + 3 + 0) / 3
    )  # over all, as the authors' code has it
    assert wc.efficiency_score(some, won_only=True) == pytest.approx((1.5 + 3) / 2)


@pytest.mark.parametrize(
    ("task", "score"),
    [
        (result(4, 4, signalled=True), 1.0),
        (result(4, 4, signalled=False), 0.95),
        (result(3, 4, signalled=True), 0.75),
        (result(3, 4, signalled=False), 0.8 * 0.75),
        (result(0, 4, signalled=True), 0.0),
    ],
)
def test_human_alignment_score(task: TaskResult, score: float) -> None:
    assert task.human_alignment == pytest.approx(score)


# ---- the published format -----------------------------------------------------------------------


def test_sample_in_any_order() -> None:
    lamps, stores = load_tasks(DATA / "tasks.json")
    states = [
        State(f"{SHOP}/"),
        State(f"{SHOP}/catalogue/lamps?max=50"),  # two key nodes at once
        State(f"{SHOP}/catalogue/lamps?max=50", path="form#sort>button"),
        State(f"{SHOP}/catalogue/lamps?max=50", path="form#sort>select", value="cheapest first"),
    ]
    scored = wc.score_task(lamps.key_nodes(), states)
    assert scored.reached == (1, 1, 3, 2)
    assert scored.success()
    assert scored.efficiency == 1.0

    unsure = wc.score_task(stores.key_nodes(), [State(f"{SHOP}/stores?near=17033")], judge=by_word)
    assert (unsure.reached, unsure.undecided, unsure.success()) == ((0, None), (1,), False)


def test_unknown_function_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    text = (DATA / "tasks.json").read_text().replace("url_semantic_match", "url_guessed_match")
    file.write_text(text)
    with pytest.raises(FormatError, match="url_guessed_match"):
        load_tasks(file)[1].key_nodes()


@pytest.mark.parametrize(
    ("url", "reference", "key", "ours", "original"),
    [
        ("https://a.com/x", "https://a.com/x", "", True, True),
        ("https://a.com/x/", "https://a.com/x", "", True, False),  # letter by letter
        ("https://a.com/a%20b", "https://a.com/a b", "", True, True),
        ("https://a.com/x?p=1&p=2", "2", "p", True, False),  # the first value alone
        ("https://a.com/x?p=1&p=2", "1", "p", True, True),
        ("https://a.com/x", "1", "p", False, False),
    ],
)
def test_exact_addresses(url: str, reference: str, key: str, ours: bool, original: bool) -> None:
    assert bool(wc.url_exact(url, reference, key)) is ours
    assert bool(wc.url_exact(url, reference, key, original=True)) is original


@pytest.mark.parametrize("original", [False, True])
@pytest.mark.parametrize(
    "node",
    [
        KeyNode("url", "exact", f"{SHOP}/lamps"),
        KeyNode("url", "exact", "50", key="max"),
        KeyNode("url", "include", "lamps"),
        KeyNode("url", "semantic", "50", key="max"),
        KeyNode("element_value", "exact", "50", netloc="harbour"),
    ],
)
def test_what_is_no_address_meets_no_node(node: KeyNode, original: bool) -> None:
    assert not wc.match(node, State("http://[harbour/lamps?max=50", value="50"), original=original)


@pytest.mark.parametrize(
    ("host", "netloc", "ours", "original"),
    [
        ("www.shop.com", "shop", True, True),
        ("shop.com", "shop", True, True),
        ("my.shop.com", "shop", True, False),  # the authors take the first label
        ("my.shop.com", "my", True, True),
        ("www.shop.com", "shop.com", True, False),
    ],
)
def test_hosts_of_elements(host: str, netloc: str, ours: bool, original: bool) -> None:
    node = wc.KeyNode("element_value", "exact", "lamp", netloc=netloc)
    state = wc.State(url=f"https://{host}/x", value="lamp")
    assert bool(wc.match(node, state)) is ours
    assert bool(wc.match(node, state, original=True)) is original


def test_a_line_that_is_no_step_is_named(tmp_path: Path) -> None:
    (tmp_path / "trajectory.jsonl").write_text('{"step": 0, "url": 5}\n')
    (tmp_path / "outcome.json").write_text("{}")
    with pytest.raises(FormatError, match=r"trajectory\.jsonl, record 0: url: 5 is no text"):
        load_episode(tmp_path)
