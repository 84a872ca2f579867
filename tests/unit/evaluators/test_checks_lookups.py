"""Checks that look something up after the episode: sql, api, page."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from evaluators import collect_all, judge_all, unsound
from evaluators.base import Outcome
from reset.errors import QueryError, SiteError
from tasks.specs import PageSpec
from tests.unit.evaluators.checks_world import DictWorld, Response, task_with, verdict_on

pytestmark = pytest.mark.usefixtures("shop_noise")
SHOP = "http://shopping.webarium.test"


@pytest.mark.parametrize(
    ("rows", "comparison", "passed"),
    [
        ([{"n": 3}], {"equals": "3"}, True),
        ([{"n": Decimal("3.00")}], {"equals": 3}, True),
        ([{"n": Decimal("12.50")}], {"equals": "12.5"}, True),
        ([{"n": 12.5}], {"equals": "12.50"}, True),
        ([{"n": "3.00"}], {"equals": 3}, False),
        ([{"version": "1.10"}], {"equals": "1.1"}, False),
        ([{"version": "1.10"}], {"any_of": ["1.1", 1.1]}, False),
        ([{"version": "1.10"}], {"equals": "1.10"}, True),
        ([{"n": True}], {"equals": 1}, True),
        ([{"n": "03"}], {"equals": 3}, False),
        ([{"n": 3}], {"number": {"min": 2, "below": 4}}, True),
        ([{"n": 3}], {"number": {"above": 3}}, False),
        ([{"n": "Infinity"}], {"number": {"min": 2}}, False),
        ([{"n": "NaN"}], {"number": {"min": 2}}, False),
        ([{"a": "x", "b": 1}], {"equals": {"a": "x"}}, True),
        ([{"a": "x", "b": 1}], {"equals": {"a": "x", "b": 2}}, False),
        ([{"t": "b"}, {"t": "a"}], {"equals": ["b", "a"]}, True),
        ([{"t": "b"}, {"t": "a"}], {"equals": ["a", "b"]}, False),
        ([{"t": "b"}, {"t": "a"}], {"count": 2, "contains": ["a", "b"]}, True),
        ([], {"count": 0}, True),
        ([], {"equals": 1}, False),
        ([{"t": None}], {"equals": None}, True),
        ([{"t": "Blue kettle"}], {"contains": "kett"}, False),
        ([{"t": "Blue kettle"}], {"absent": "red", "matches": "^Blue"}, True),
        ([{"t": "Blue kettle"}], {"absent": "KETTLE"}, False),
        ([{"t": "It is €5.99 now"}], {"contains": "€5"}, False),
        ([{"t": "It is €5.99 now"}], {"contains": "99"}, False),
        ([{"t": "It is €1,299 now"}], {"absent": ["€1", "299"]}, True),
        ([{"t": "It is €5. 99 people know."}], {"contains": ["€5", "99"]}, True),
        ([{"t": "It is €5.99."}], {"contains": "€5.99"}, True),
        ([{"t": "open"}], {"any_of": ["open", "saved"]}, True),
    ],
)
def test_rows_are_compared(rows: list[dict[str, Any]], comparison: dict[str, Any], passed: bool) -> None:
    check = {"sql": {"site": "shopping", "sql": "SELECT", **comparison}}
    assert verdict_on(check, DictWorld(rows=rows)).passed == passed


def test_queries_are_bound_to_parameters_and_references() -> None:
    world = DictWorld(rows=[{"n": 1}])
    sql = "SELECT n FROM t WHERE id = %(product_id)s AND sku = %(reference.sku)s AND c = %(city)s"
    verdict_on({"sql": {"site": "shopping", "sql": sql, "bind": {"city": "Waren"}, "equals": 1}}, world)
    assert world.asked[0][3] == '{"product_id": 7, "reference.sku": "A-1", "city": "Waren"}'


def test_queries_are_bound_to_who_is_logged_in() -> None:
    world = DictWorld(rows=[{"n": 1}])
    sql = "SELECT n FROM t WHERE username = %(profile.shopping.username)s AND url = %(shopping)s"
    verdict_on({"sql": {"site": "shopping", "sql": sql, "equals": 1}}, world)
    assert world.asked[0][3] == f'{{"profile.shopping.username": "emma", "shopping": "{SHOP}"}}'


def test_an_api_answer_is_picked_apart_with_the_session() -> None:
    world = DictWorld(
        pages={"/api/baskets/": Response('[{"status": "Open", "lines": [{"q": 1}, {"q": 2}]}]')}
    )
    check = {"site": "shopping", "path": "/api/baskets/"}
    assert verdict_on({"api": {**check, "pick": "0.status", "equals": "Open"}}, world).passed
    assert verdict_on({"api": {**check, "pick": "0.lines.*.q", "equals": [1, 2], "count": 2}}, world).passed
    lost = verdict_on({"api": {**check, "pick": "0.state", "equals": "Open"}}, world)
    assert not lost.passed
    assert lost.why == "/api/baskets/: the answer has no part 'state'"
    assert not verdict_on({"api": {**check, "pick": "1.status", "equals": "Open"}}, world).passed
    assert world.asked[0] == ("fetch", "shopping", "/api/baskets/", "sid=emma")
    gone = verdict_on({"api": {"site": "shopping", "path": "/nowhere/", "equals": 1}}, world)
    assert "answered 404" in gone.why


@pytest.mark.parametrize(
    ("status", "comparison", "passed"),
    [
        (200, {"absent": "gone"}, True),
        (404, {"absent": "gone"}, False),
        (500, {"count": 0}, False),
        (404, {"status": 404}, True),
        (404, {"status": 404, "pick": "error", "equals": "none"}, True),
        (404, {"status": 404, "pick": "error", "equals": "other"}, False),
        (200, {"status": 404}, False),
        (403, {"status": 404}, False),
    ],
)
def test_an_api_that_answers_an_error_is_not_judged(
    status: int, comparison: dict[str, Any], passed: bool
) -> None:
    world = DictWorld(pages={"/api/x/": Response('{"error": "none"}', status)})
    verdict = verdict_on({"api": {"site": "shopping", "path": "/api/x/", **comparison}}, world)
    assert verdict.passed == passed
    assert passed or status == 200 or f"answered {status}" in verdict.why or "other" in verdict.why


@pytest.mark.parametrize(
    ("answer", "comparison", "passed"),
    [
        ('{"notes": []}', {"pick": "notes.0.text", "absent": "x"}, False),
        ('{"notes": []}', {"pick": "notes.0.text", "count": 0}, False),
        ('{"notes": []}', {"pick": "notes.0.text", "equals": None}, False),
        ('{"notes": [{"text": "y"}]}', {"pick": "notes.0.text", "absent": "x"}, True),
        ('{"notes": []}', {"pick": "notes", "count": 0, "absent": "x"}, True),
        ('{"notes": []}', {"pick": "notes.*.text", "count": 0}, True),
    ],
)
def test_what_is_not_there_to_be_picked_lacks_nothing(
    answer: str, comparison: dict[str, Any], passed: bool
) -> None:
    world = DictWorld(pages={"/api/notes": Response(answer)})
    verdict = verdict_on({"api": {"site": "shopping", "path": "/api/notes", **comparison}}, world)
    assert verdict.passed == passed
    assert passed or verdict.why == "/api/notes: the answer has no part '0'"


def test_what_is_picked_from_an_error_page_that_is_no_json_is_not_there() -> None:
    world = DictWorld(pages={"/api/x/": Response("<h1>Gone</h1>", 404)})
    check = {"site": "shopping", "path": "/api/x/", "status": 404}
    assert verdict_on({"api": {**check, "absent": "x"}}, world).passed
    assert verdict_on({"api": {**check, "pick": "a", "absent": "x"}}, world).status == "fail"


LED = f"{SHOP}/login/?next=/orders/"


@pytest.mark.parametrize(
    ("led", "comparison", "passed"),
    [
        (LED, {"css": "main", "absent": "Kettle"}, False),
        (LED, {"css": "li", "count": 0}, False),
        (LED, {"css": "main", "absent": "Kettle", "contains": "Log in"}, True),
        (LED, {"css": "main", "equals": "Log in", "count": 1}, True),
        (LED, {"css": "li", "equals": [], "count": 0}, False),
        (LED, {"status": 200}, False),
        (f"{SHOP}/Orders/?page=1#top", {"css": "li", "count": 0}, True),
        (f"{SHOP}/%6frders", {"css": "main", "absent": "Kettle"}, True),
        ("http://forum.webarium.test/orders", {"css": "li", "count": 0}, False),
    ],
)
def test_what_another_page_lacks_says_nothing_of_the_one_that_was_asked_for(
    led: str, comparison: dict[str, Any], passed: bool
) -> None:
    world = DictWorld(pages={"/orders": Response("<main>Log in</main>", url=led)})
    verdict = verdict_on({"page": {"url": f"{SHOP}/orders", **comparison}}, world)
    assert verdict.passed == passed
    assert passed or verdict.why == f"the page led to {led}, and no text that stands there is asked for"


def test_an_error_at_the_end_of_a_redirect_may_be_what_is_expected() -> None:
    world = DictWorld(pages={"/orders": Response("<main>No</main>", 404, url=f"{SHOP}/gone/")})
    assert verdict_on({"page": {"url": f"{SHOP}/orders", "status": 404}}, world).passed


def test_an_api_that_leads_elsewhere_is_not_judged_by_what_it_lacks() -> None:
    world = DictWorld(pages={"/api/a": Response('{"notes": []}', url=f"{SHOP}/api/b")})
    check = {"site": "shopping", "path": "/api/a?q=1", "pick": "notes"}
    world.pages["/api/a?q=1"] = world.pages["/api/a"]
    verdict = verdict_on({"api": {**check, "count": 0}}, world)
    assert not verdict.passed
    assert verdict.why == f"/api/a?q=1 led to {SHOP}/api/b, and no text that stands there is asked for"
    world.pages["/api/a?q=1"] = Response('{"notes": []}')
    assert verdict_on({"api": {**check, "count": 0}}, world).passed


def test_the_evidence_tells_where_an_address_led() -> None:
    task = task_with({"page": {"url": f"{SHOP}/orders", "css": "main", "contains": "Log in"}})
    world = DictWorld(pages={"/orders": Response("<main>Log in</main>", url=LED)})
    (entry,) = collect_all(task, world, Outcome(task_id=task.id))
    assert entry["evidence"]["shown"] == LED
    world.pages["/orders"] = Response("<main>Log in</main>", url=f"{SHOP}/orders/")
    (entry,) = collect_all(task, world, Outcome(task_id=task.id))
    assert "shown" not in entry["evidence"]


def test_an_error_page_that_is_no_json_is_no_fault_of_ours() -> None:
    world = DictWorld(pages={"/api/x/": Response("<h1>Server Error</h1>", 500)})
    verdict = verdict_on({"api": {"site": "shopping", "path": "/api/x/", "absent": "x"}}, world)
    assert (verdict.status, verdict.why) == ("fail", "/api/x/ answered 500")


@pytest.mark.parametrize(
    ("status", "comparison", "passed"),
    [
        (404, {"css": "main", "absent": "Waren"}, False),
        (500, {"css": "main", "count": 0}, False),
        (404, {"css": "h1", "equals": "Not found"}, False),
        (404, {"css": "h1", "equals": "Not found", "status": 404}, True),
        (404, {"status": 404}, True),
        (200, {"status": 404}, False),
        (200, {"css": "main", "absent": "Waren"}, True),
    ],
)
def test_an_error_page_is_not_judged(status: int, comparison: dict[str, Any], passed: bool) -> None:
    world = DictWorld(pages={"/a/": Response("<h1>Not found</h1>", status)})
    verdict = verdict_on({"page": {"url": f"{SHOP}/a/", **comparison}}, world)
    assert verdict.passed == passed
    assert passed or f"answered {status}" in verdict.why


@pytest.mark.parametrize("status", [99, 600, "gone", 40.5])
def test_a_status_that_no_site_gives_is_refused(status: Any) -> None:
    with pytest.raises(ValidationError, match="write a status"):
        PageSpec.model_validate({"url": f"{SHOP}/", "status": status})


PAGE = """<html><body><script>var x = 'Neubrandenburg';</script>
<address>Emma, <b>Waren</b>  (Müritz)</address><address>Emma, Berlin</address>
<ul><li>Ring<em>straße</em> 4<br>17033 <i>Neu</i>strelitz</li><li>Waren</li></ul>
<a class=home href=/h>Home</a><input name=q value="tea"></body></html>"""


@pytest.mark.parametrize(
    ("locator", "passed"),
    [
        ({"css": "address", "count": 2, "contains": ["Waren (Müritz)", "Berlin"]}, True),
        ({"css": "address", "equals": ["Emma, Waren (Müritz)", "Emma, Berlin"]}, True),
        ({"css": "address b", "equals": "Waren"}, True),
        ({"css": "body", "contains": "Neubrandenburg"}, False),
        ({"xpath": "//address[2]", "contains": "Berlin", "absent": "Waren"}, True),
        ({"xpath": "count(//address)", "equals": 2}, True),
        ({"xpath": "//input/@value", "equals": "tea"}, True),
        ({"css": "a.home", "attribute": "href", "equals": "/h"}, True),
        ({"css": "ul", "equals": "Ringstraße 4 17033 Neustrelitz Waren"}, True),
        ({"xpath": "//a[text()='Home']/@href", "equals": "/h"}, True),
        ({"xpath": "//li[.='Waren'] | //b[normalize-space()='Waren']", "count": 2}, True),
        ({"xpath": "//li[contains(., 'Ringstraße 417033')]", "count": 1}, True),
        ({"css": "script", "count": 0}, True),
        ({"css": "h2", "contains": "x"}, False),
        ({"css": "h2", "count": 0}, True),
    ],
)
def test_places_on_a_page(locator: dict[str, Any], passed: bool) -> None:
    world = DictWorld(pages={"/a/?x=1": Response(PAGE)})
    assert verdict_on({"page": {"url": f"{SHOP}/a/?x=1", **locator}}, world).passed == passed


def test_a_page_may_hold_what_no_text_can() -> None:
    text = "<p>a\x01<script>x</script>b<br>c<!-- d -->e<template><p>f</p></template></p>g\x02"
    world = DictWorld(pages={"/a/": Response(text)})
    for locator in ({"css": "p"}, {"xpath": "//p"}):
        check = {"page": {"url": f"{SHOP}/a/", **locator, "equals": "a\x01b ce", "count": 1}}
        assert verdict_on(check, world).status == "pass"


@pytest.mark.parametrize(
    "text",
    ["<div>" * 1000 + "Waren" + "</div>" * 1000 + "<p>after", f"<p>{'x ' * 5_500_000}</p><p>after"],
    ids=["deep", "long"],
)
def test_a_page_is_read_to_its_end(text: str) -> None:
    world = DictWorld(pages={"/a/": Response(text)})
    check = {"page": {"url": f"{SHOP}/a/", "css": "p:last-of-type", "equals": "after"}}
    assert verdict_on(check, world).status == "pass"


def test_what_a_page_lacks_that_cannot_be_read_to_its_end_is_undecided() -> None:
    world = DictWorld(pages={"/a/": Response("<div>" * 5000 + "Waren" + "</div>" * 5000 + "<p>after")})
    for comparison in ({"css": "p", "count": 0}, {"css": "div", "absent": "Waren"}, {"css": "p", "count": 1}):
        verdict = verdict_on({"page": {"url": f"{SHOP}/a/", **comparison}}, world)
        assert (verdict.passed, verdict.status) == (False, "undecided")
        assert verdict.why.startswith("the page cannot be read to its end: ")
    world.pages["/a/"] = Response("<div>" * 5000, 500)
    assert verdict_on({"page": {"url": f"{SHOP}/a/", "css": "p", "count": 0}}, world).status == "fail"


@pytest.mark.parametrize("declared", ['<?xml version="1.0" encoding="utf-8"?>', " \n<?xml version='1.0'?>\n"])
def test_a_page_may_declare_that_it_is_xml(declared: str) -> None:
    world = DictWorld(pages={"/a/": Response(declared + PAGE)})
    check = {"page": {"url": f"{SHOP}/a/", "css": "address b", "equals": "Waren"}}
    assert verdict_on(check, world).status == "pass"


@pytest.mark.parametrize("text", ["<!-- nothing -->", "<?php", "<?xml version='1.0' encoding='utf-8'?>", " "])
def test_on_a_page_without_elements_nothing_is_found(text: str) -> None:
    world = DictWorld(pages={"/a/": Response(text)})
    assert verdict_on({"page": {"url": f"{SHOP}/a/", "css": "p", "count": 0}}, world).status == "pass"
    wanted = verdict_on({"page": {"url": f"{SHOP}/a/", "css": "p", "contains": "x"}}, world)
    assert (wanted.status, wanted.why) == ("fail", "nothing is found at p")


def test_a_page_is_opened_with_the_right_session_and_may_be_the_last_one() -> None:
    world = DictWorld(pages={"/a/": Response(PAGE)})
    assert verdict_on(
        {"page": {"url": "last", "css": "b", "equals": "Waren"}}, world, final_url=f"{SHOP}/a/"
    ).passed
    verdict_on({"page": {"url": f"{SHOP}/a/", "profile": "owner", "css": "b", "equals": "Waren"}}, world)
    assert [call[3] for call in world.asked] == ["sid=emma", "sid=owner"]


@pytest.mark.parametrize("url", ["http://example.org/", "http://forum.webarium.test/", "about:blank", ""])
def test_only_pages_of_the_tasks_sites_are_opened(url: str) -> None:
    world = DictWorld()
    verdict = verdict_on({"page": {"url": "last", "css": "b", "count": 0}}, world, final_url=url)
    assert not verdict.passed
    assert world.asked == []


def test_a_failing_page_says_so() -> None:
    verdict = verdict_on({"page": {"url": f"{SHOP}/gone/", "css": "address", "contains": "Waren"}})
    assert "answered 404" in verdict.why


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"js": "1", "css": "p", "equals": 1}, "one of css:, xpath: and js:"),
        ({"css": "p", "xpath": "//p", "equals": 1}, "one of css:, xpath: and js:"),
        ({"equals": 1}, "one of css:, xpath: and js:"),
        ({"js": "1", "attribute": "href", "equals": 1}, "attribute: goes with css: or xpath:"),
        ({"js": "", "equals": 1}, "at least 1 character"),
        ({"js": "1"}, "say what is expected"),
    ],
)
def test_a_page_has_one_locator(spec: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        PageSpec.model_validate({"url": f"{SHOP}/", **spec})


def test_a_locator_in_javascript_needs_a_browser() -> None:
    verdict = verdict_on({"page": {"url": f"{SHOP}/a/", "js": "1", "equals": 1}})
    assert verdict.status == "error"
    assert "needs a browser" in verdict.why


@pytest.mark.parametrize("script", ["document.querySelector(", "() => {", "a b", "return 1", "const a = 1"])
def test_javascript_that_does_not_parse_is_told_without_a_browser(script: str) -> None:
    task = task_with({"page": {"url": f"{SHOP}/a/", "js": script, "equals": 1}})
    ((_, why),) = unsound(task)
    assert "is no expression of JavaScript: " in why.message


@pytest.mark.parametrize("script", ["1 // one", "() => document.title", "a?.b ?? (await c)", "({a: 1})"])
def test_javascript_that_parses_is_sound(script: str) -> None:
    assert not unsound(task_with({"page": {"url": f"{SHOP}/a/", "js": script, "equals": 1}}))


@pytest.mark.parametrize(
    ("error", "whose"),
    [
        (QueryError("site shopping: the query failed: Unknown column 'x'"), "task"),
        (SiteError("site shopping takes no database connection"), None),
        (TypeError("a fault of ours"), None),
    ],
)
def test_what_an_author_must_mend_is_told_from_what_failed_below(error: Exception, whose: str | None) -> None:
    class Failing(DictWorld):
        def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
            raise error

    task = task_with({"sql": {"site": "shopping", "sql": "SELECT x FROM a", "count": 0}})
    (entry,) = collect_all(task, Failing(), Outcome(task_id=task.id))
    assert entry["evidence"].get("whose") == whose
    assert judge_all(task, [entry]).broken


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ({"url": "http://example.com/"}, "is no address of the task's sites"),
        ({"url": {"any_of": [f"{SHOP}/", "/basket/"]}}, "'/basket/' is no address"),
        ({"page": {"url": "http://forum.webarium.test/", "css": "a", "count": 1}}, "is no address"),
        ({"page": {"url": f"{SHOP}/", "css": "a", "count": 1, "profile": "em"}}, "no profile 'em'"),
        ({"api": {"site": "shopping", "path": "/api/", "count": 1, "profile": "em"}}, "no profile 'em'"),
        ({"request": {"url": "/basket/add/"}}, "is no address"),
        ({"node": {"url": "shopping/basket/"}}, "is no address"),
    ],
)
def test_addresses_and_profiles_are_the_tasks(check: dict[str, Any], words: str) -> None:
    ((_, why),) = unsound(task_with(check))
    assert words in why.message


def test_a_page_may_be_the_last_one() -> None:
    assert not unsound(task_with({"page": {"url": "last", "css": "a", "count": 1}}))
