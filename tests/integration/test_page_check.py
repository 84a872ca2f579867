"""``page`` in a real browser: places that scripts make, the state of a page, and locators in JavaScript."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from integration.local_world import LocalWorld, page

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Verdict
from harness.browser.chromium import Browser
from tests.unit.evaluators.checks_world import task_with

SITE = "http://shopping.webarium.test"
Judge = Callable[..., Verdict]

PAGES: dict[str, Any] = {
    "/list": page(
        "List",
        "<h1>Lamps</h1><ul id=goods></ul><select id=sort><option value=new>Newest<option value=price>Price"
        "</select><input type=checkbox id=stock><input id=low value=10><script>"
        "for (const name of ['Moor', 'Ufer']) goods.append(Object.assign(document.createElement('li'),"
        " {textContent: name, title: name.toLowerCase()}));"
        "sort.value = new URLSearchParams(location.search).get('sort') || 'new';"
        "stock.checked = location.hash === '#stock'; var view = {zoom: 12, at: [53.5, 13.1]};</script>",
    ),
    "/who": lambda handler: page("Who", f"<p>{handler.headers.get('Cookie')}</p>"),
    "/gone": lambda handler: (404, {}, page("Not found", "<h1>Not found</h1>")),
    "/late": page("Late", "<p id=said></p><script>setTimeout(() => said.append('there'), 900)</script>"),
    "/loop": page("Loop", "<p>on</p><script>while (true);</script>"),
    "/": page("Home", "<h1>Home</h1>"),
}


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    served = LocalWorld(PAGES)
    yield served
    served.close()


@pytest.fixture(scope="module")
def judge(world: LocalWorld) -> Iterator[Judge]:
    """Judges one ``page`` check; a browser for all, in a thread of its own as Playwright wants it."""
    wanted: list[tuple[dict[str, Any], list[Verdict], threading.Event]] = []
    ready, end = threading.Semaphore(0), threading.Event()

    def work() -> None:
        browser = Browser(world.resolver_rules())
        while ready.acquire() and not end.is_set():
            spec, given, done = wanted.pop(0)
            if not browser.connected:
                browser.close()
                browser = Browser(world.resolver_rules())
            task = task_with({"page": spec})
            evidence = collect_all(task, world, Outcome(task_id=task.id, final_url=f"{SITE}/list"), browser)  # type: ignore[arg-type]
            given.extend(judge_all(task, evidence).checks)
            done.set()
        browser.close()

    def ask(path: str = "/list", **spec: Any) -> Verdict:
        given: list[Verdict] = []
        done = threading.Event()
        wanted.append(({"url": SITE + path, **spec}, given, done))
        ready.release()
        assert done.wait(40), "somebody still waits for the page"
        return given[0]

    thread = threading.Thread(target=work)
    thread.start()
    yield ask
    end.set()
    ready.release()
    thread.join(timeout=30)


@pytest.mark.parametrize(
    ("spec", "passed"),
    [
        ({"css": "#goods li", "render": True, "equals": ["Moor", "Ufer"]}, True),
        ({"css": "#goods li", "equals": ["Moor", "Ufer"]}, False),  # a script writes them
        ({"css": "#goods li", "render": True, "count": 3}, False),
        ({"css": "#goods li", "render": True, "attribute": "title", "equals": ["moor", "ufer"]}, True),
        ({"xpath": "//ul/li[2]", "render": True, "equals": "Ufer"}, True),
        ({"css": "h2", "render": True, "absent": "Moor"}, True),
    ],
)
def test_places_that_scripts_make(judge: Judge, spec: dict[str, Any], passed: bool) -> None:
    assert judge(**spec).passed == passed


@pytest.mark.parametrize(
    ("path", "js", "expected", "passed"),
    [
        ("/list", "document.querySelectorAll('#goods li').length", {"equals": 2}, True),
        ("/list", "document.querySelectorAll('#goods li').length", {"equals": 3}, False),
        ("/list?sort=price", "document.querySelector('#sort').value", {"equals": "price"}, True),
        ("/list", "document.querySelector('#sort').value", {"equals": "price"}, False),
        ("/list#stock", "stock.checked", {"equals": True}, True),
        ("/list", "stock.checked", {"equals": True}, False),
        ("/list", "view", {"equals": {"zoom": 12}}, True),
        ("/list", "view.at", {"equals": [53.5, 13.1], "count": 2}, True),
        ("/list", "view.zoom", {"number": {"min": 10, "max": 12}}, True),
        ("/list", "document.querySelector('h1').textContent // the heading", {"contains": "lamps"}, True),
        ("/list", "() => { const low = +document.querySelector('#low').value; return low * 2; }",
         {"equals": 20}, True),
        ("/list", "document.querySelector('h2')?.textContent ?? null", {"equals": None}, True),
        ("/list", "document.querySelector('h2')?.textContent ?? null", {"contains": "Lamps"}, False),
        ("/late", "new Promise(f => { const look = () => said.textContent ? f(said.textContent)"
         " : setTimeout(look, 50); look(); })", {"equals": "there"}, True),
        ("/who", "document.querySelector('p').textContent", {"equals": "sessionid=emma-shopping"}, True),
    ],
)  # fmt: skip
def test_locators_in_javascript(
    judge: Judge, path: str, js: str, expected: dict[str, Any], passed: bool
) -> None:
    verdict = judge(path, js=js, **expected)
    assert (verdict.passed, verdict.status) == (passed, "pass" if passed else "fail"), verdict.why


@pytest.mark.parametrize(
    ("js", "why"),
    [
        ("document.querySelector('h2').textContent", "Cannot read properties of null"),
        ("undefined", "nothing that JSON can hold"),
        ("document.querySelectorAll('li').map(String)", "is not a function"),
        ("1 +", "SyntaxError"),
        ("'x'.repeat(300000)", "300002 characters"),
        ("1n", "BigInt"),
    ],
)
def test_a_locator_that_gives_nothing_is_a_fault_of_the_check(judge: Judge, js: str, why: str) -> None:
    verdict = judge(js=js, equals=1)
    assert verdict.status == "error"
    assert why in verdict.why


def test_a_locator_waits_for_nothing_without_end(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaluators.checks.page.SCRIPT_SECONDS", 0.3)
    verdict = judge(js="new Promise(() => 0)", equals=1)
    assert verdict.status == "error"
    assert "no result within 0.3 s" in verdict.why
    assert judge(js="1", equals=1).passed


@pytest.mark.parametrize("spec", [{"equals": 1}, {"absent": "x"}])
def test_a_locator_in_a_loop_is_a_fault_of_the_check(
    judge: Judge, spec: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluators.checks.page.SCRIPT_SECONDS", 1.0)
    verdict = judge(js="(() => { while (true); })()", **spec)
    assert verdict.status == "error"
    assert "no result within 1 s" in verdict.why
    assert judge(js="1", equals=1).passed


@pytest.mark.parametrize(
    "spec",
    [
        {"path": "/loop", "js": "1", "equals": 1},
        {"path": "/loop", "css": "p", "render": True, "contains": "on"},
    ],
)
def test_a_page_that_hangs_is_no_verdict(
    judge: Judge, spec: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluators.checks.page.RENDER_SECONDS", 4.0)
    verdict = judge(**spec)
    assert verdict.status == "error"
    assert "does not react" in verdict.why


def test_an_error_page_is_judged_in_a_browser_neither(judge: Judge) -> None:
    for place in ({"css": "h2", "render": True, "absent": "x"}, {"js": "null", "equals": None}):
        verdict = judge("/gone", **place)
        assert (verdict.status, verdict.why) == ("fail", "the page answered 404")
    assert judge(
        "/gone", js="document.querySelector('h1').textContent", equals="Not found", status=404
    ).passed
    assert judge("/gone", render=True, status=404).passed
