"""Checks of what the agent said, sent and passed: answer, url, request, node."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from evaluators import collect_all, judge_all, unsound
from evaluators.base import Outcome, Verdict, form_fields
from evaluators.checks import make_check
from evaluators.checks.node import node_scores
from evaluators.noise import ignorable_terms
from evaluators.urls import difference, visited
from sites.errors import WebariumError
from tasks.formats import Format
from tasks.specs import NodeSpec
from tests.unit.evaluators.checks_world import DictWorld, task_with, verdict_on

pytestmark = pytest.mark.usefixtures("shop_noise")
SHOP = "http://shopping.webarium.test"


def declared(check: dict[str, Any], format: dict[str, Any] | None, **outcome: Any) -> Verdict:
    """The verdict on an answer to a task that declares a format."""
    asked = {"answer": Format.model_validate(format) if format else None}
    task = task_with(check).model_copy(update=asked)
    (verdict,) = judge_all(task, collect_all(task, DictWorld(), Outcome(task_id=task.id, **outcome))).checks
    return verdict


def test_an_answer_is_compared_by_its_declared_format() -> None:
    check = {"answer": {"exact": 3}}
    right = declared(check, {"type": "number"}, answer="There are three.")
    assert (right.passed, right.reading) == (True, "loose")
    wrong = declared(check, {"type": "number"}, answer="4")
    assert (wrong.status, wrong.expected, wrong.found, wrong.why) == (
        "fail",
        "exact: 3",
        "4",
        "the value is 4",
    )


def test_one_of_several_values_a_list_that_holds_more_and_facts() -> None:
    either = {"answer": {"exact": {"any_of": [3, 4]}}}
    assert declared(either, {"type": "number"}, answer="4").passed
    assert not declared(either, {"type": "number"}, answer="5").passed
    items, held = {"list_of": {"type": "text"}}, {"answer": {"must_include": ["red", "blue"]}}
    assert declared(held, items, answer='["blue", "green", "red"]').passed
    assert not declared(held, items, answer='["blue", "green"]').passed
    either = {"answer": {"must_include": {"any_of": [["red"], ["green", "blue"]]}}}
    assert declared(either, items, answer='["blue", "green"]').passed
    assert not declared(either, items, answer='["blue"]').passed
    held = {"answer": {"must_include": [{"what": "Lamp", "price": 3}]}}
    rows = {"table_of": {"what": {"type": "text"}, "price": {"type": "number"}}}
    more = '[{"what": "Chair", "price": 4}, {"what": "Lamp", "price": %d}]'
    assert declared(held, rows, answer=more % 3).status == "pass"
    assert declared(held, rows, answer=more % 5).why == "an item is missing, or far more are named"
    facts = {"answer": {"facts": ["the zip", ["breaks", "is weak"]]}}
    assert declared(facts, {"type": "text"}, answer="The zip of it is weak.").status == "pass"
    assert not declared(facts, {"type": "text"}, answer="The zip of it is strong.").passed


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"number": 3}, "the kinds are exact, must_include, facts and not_achievable"),
        ({"exact": 3, "ordered": True}, "name one kind of answer"),
        ({}, "name one kind of answer, got none"),
        ({"not_achievable": ["bored"]}, "not_found"),
        ({"not_achievable": "any", "exact": 3}, "beside not_achievable stands visited"),
    ],
)
def test_what_judges_no_answer_is_refused(spec: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        task_with({"answer": spec})


def test_one_value_holds_no_items() -> None:
    task = task_with({"answer": {"must_include": "Dune"}}, answer={"type": "text"})
    with pytest.raises(WebariumError, match="must_include is of a list or a table"):
        make_check(task, task.checks[0]).sound()


def test_a_value_without_a_declared_format_judges_nothing() -> None:
    task = task_with({"answer": {"exact": 3}})
    with pytest.raises(WebariumError, match="nothing says how the answer is read"):
        make_check(task, task.checks[0]).sound()


@pytest.mark.parametrize("answer", [None, "", "  "])
def test_no_answer_never_passes(answer: str | None) -> None:
    assert not declared({"answer": {"exact": "red"}}, {"type": "text"}, answer=answer).passed


def test_a_refusal_wants_its_reason_and_the_right_places_visited() -> None:
    places = [f"{SHOP}/orders/", [f"{SHOP}/a", f"{SHOP}/b"]]
    check = {"answer": {"not_achievable": ["not_found"], "visited": places}}
    seen = [f"{SHOP}/orders/?page=2", f"{SHOP}/b"]
    assert declared(check, None, answer="N/A: not found", urls=seen).passed
    assert not declared(check, None, answer="N/A: not permitted", urls=seen).passed
    unseen = declared(check, None, answer="N/A: not found", urls=seen[:1])
    assert "was never visited" in unseen.why
    assert not declared(check, None, answer="It is red.", urls=seen).passed


@pytest.mark.parametrize(
    ("expected", "actual", "problem"),
    [
        ("/p/1/", "/p/1", None),
        ("/p/1/", "/p/1/#reviews", None),
        ("/p/1/", "/p/1/reviews/", "path"),
        ("/p/1/", "/p/11/", "path"),
        ("/p/*/", "/p/11/", None),
        ("/p/*_7/", "/p/blue-kettle_7/", None),
        ("/s/?q=tea&sort=price", "/s/?sort=price&q=tea", None),
        ("/s/?q=tea", "/s/?q=tea&page=2", "more than expected: page=2"),
        ("/s/?q=tea", "/s/", "lacks q=tea"),
        ("/s/?q=tea", "/s/?q=tea&utm=mail", None),
        ("/s/?q=tea&q=pot", "/s/?q=tea", "lacks q=pot"),
        ("/s/?q=*", "/s/?q=green+tea", None),
        ("/p/caf%C3%A9/", "/p/café/", None),
    ],
)
def test_addresses_are_compared_part_by_part(expected: str, actual: str, problem: str | None) -> None:
    verdict = verdict_on({"url": SHOP + expected}, final_url=SHOP + actual)
    assert verdict.passed == (problem is None)
    assert problem is None or problem in verdict.why


def test_scheme_and_site_count_and_one_of_several_is_enough() -> None:
    assert "site" in str(difference(f"{SHOP}/", "http://forum.webarium.test/"))
    assert "scheme" in str(difference(f"{SHOP}/", "https://shopping.webarium.test/"))
    either = {"url": {"any_of": [f"{SHOP}/a/", f"{SHOP}/b/"], "ignore": ["page"]}}
    assert verdict_on(either, final_url=f"{SHOP}/b/?page=3").passed
    assert not verdict_on(either, final_url=f"{SHOP}/c/").passed
    assert visited(f"{SHOP}/a/", [f"{SHOP}/a/?x=1"])
    assert not visited(f"{SHOP}/a/?x=2", [f"{SHOP}/a/?x=1"])


def test_a_lone_star_in_a_query_asks_for_more_terms() -> None:
    assert visited(f"{SHOP}/a/?*", [f"{SHOP}/a/?x=1&y="])
    assert not visited(f"{SHOP}/a/?*", [f"{SHOP}/a/", f"{SHOP}/a/#x=1", f"{SHOP}/b/?x=1"])
    assert visited(f"{SHOP}/a/?s=*&*", [f"{SHOP}/a/?y=2&s="])
    assert visited(f"{SHOP}/a/?s=*&*", [f"{SHOP}/a/?s=lamp"])
    assert not visited(f"{SHOP}/a/?s=*&*", [f"{SHOP}/a/?y=2"])


SENT = [
    {"method": "POST", "url": f"{SHOP}/basket/add/7/", "post_data": "quantity=2&colour=red", "status": 302},
    {"method": "GET", "url": f"{SHOP}/basket/", "status": 200},
]


@pytest.mark.parametrize(
    ("check", "passed"),
    [
        ({"url": f"{SHOP}/basket/add/*"}, True),
        ({"url": f"{SHOP}/basket/add/*", "form": {"quantity": 2}, "status": 302}, True),
        ({"url": f"{SHOP}/basket/add/*", "form": {"quantity": 3}}, False),
        ({"url": f"{SHOP}/basket/add/*", "form": {"size": "L"}}, False),
        ({"url": f"{SHOP}/basket/add/*", "count": 2}, False),
        ({"url": f"{SHOP}/basket/add/*", "count": {"min": 1, "max": 3}}, True),
        ({"url": f"{SHOP}/checkout/*", "count": 0}, True),
        ({"url": f"{SHOP}/basket/add/*", "count": 0}, False),
        ({"url": f"{SHOP}/basket/", "method": "get"}, True),
    ],
)
def test_requests_are_counted(check: dict[str, Any], passed: bool) -> None:
    assert verdict_on({"request": check}, requests=SENT).passed == passed


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (
            {"form": {"quantity": 3}},
            "no such request was sent, wanted at least once; another was sent: quantity is 2, not 3",
        ),
        (
            {"form": {"size": "L"}},
            "no such request was sent, wanted at least once; another was sent: the form has no size",
        ),
        (
            {"status": 200},
            "no such request was sent, wanted at least once; another was sent: the status is 302, not 200",
        ),
        ({"count": 2}, "sent once, wanted 2 times"),
        ({"count": 0}, "sent once, wanted never"),
    ],
)
def test_a_request_that_is_missing_says_what_was_sent_instead(check: dict[str, Any], why: str) -> None:
    assert verdict_on({"request": {"url": f"{SHOP}/basket/add/*", **check}}, requests=SENT).why == why


TWICE = [
    {"method": "POST", "url": f"{SHOP}/contact/", "post_data": "text=hello", "status": status, "step": step}
    for step, status in enumerate([500, 302, 302])
]


@pytest.mark.parametrize(
    ("sent", "check", "passed"),
    [
        (TWICE[:2], {}, True),
        (TWICE[:2], {"count": 1}, True),
        (TWICE[:1], {}, False),
        (TWICE[:1], {"status": 500}, True),
        (TWICE[:1], {"count": 0}, False),
        (TWICE[:1], {"count": {"max": 0}}, False),
        (TWICE, {}, True),
        (TWICE, {"count": 1}, False),
        (TWICE, {"count": 2}, True),
    ],
)
def test_a_form_that_is_sent_again_was_sent(
    sent: list[dict[str, Any]], check: dict[str, Any], passed: bool
) -> None:
    full = {"url": f"{SHOP}/contact/", "form": {"text": "hello"}, **check}
    assert verdict_on({"request": full}, requests=sent).passed == passed


def test_a_request_that_was_refused_says_so() -> None:
    verdict = verdict_on({"request": {"url": f"{SHOP}/contact/"}}, requests=TWICE[:1])
    assert verdict.why == "no such request was sent, wanted at least once; another was sent: answered 500"


def test_a_verdict_tells_the_fields_that_were_asked_for() -> None:
    """Tokens of a form differ from run to run, and the same outcome has the same verdict."""
    one, other = (
        verdict_on(
            {"request": {"url": f"{SHOP}/contact/", "form": {"text": "hello"}}},
            requests=[{**TWICE[1], "post_data": f"text=hello&token={token}"}],
        )
        for token in ("4af1", "90cc")
    )
    assert one == other
    assert one.passed


def test_each_address_that_would_have_been_right_says_why_it_was_not() -> None:
    either = {"url": {"any_of": [f"{SHOP}/a/", f"{SHOP}/b/?q=1"]}}
    assert (
        verdict_on(either, final_url=f"{SHOP}/b/").why
        == "the path is /b, not /a; nor the other: the query lacks q=1"
    )
    assert verdict_on(either, final_url="").why == "the episode ended without a page"


def test_terms_that_mean_nothing_on_a_site_count_nowhere() -> None:
    noise = next(iter(ignorable_terms(f"{SHOP}/")))
    here = f"{SHOP}/search/?q=lamp&{noise}=x"
    assert verdict_on({"url": f"{SHOP}/search/?q=lamp"}, final_url=here).passed
    assert verdict_on({"node": {"url": f"{SHOP}/search/?q=lamp"}}, urls=[here]).passed
    assert verdict_on(
        {"request": {"url": f"{SHOP}/search/?q=lamp", "method": "GET"}},
        requests=[{"method": "GET", "url": here}],
    ).passed
    assert not verdict_on({"node": {"url": f"{SHOP}/search/?q=lamps"}}, urls=[here]).passed
    for place, seen in ((f"{SHOP}/search/?q=lamp", True), (f"{SHOP}/search/?q=lamps", False)):
        check = {"answer": {"not_achievable": ["not_found"], "visited": [f"{SHOP}/a", [place, f"{SHOP}/b"]]}}
        assert declared(check, None, answer="N/A: not found", urls=[here, f"{SHOP}/a"]).passed == seen


@pytest.mark.parametrize("url", ["http://[broken", "http://[broken]/", "about:blank"])
def test_an_episode_may_end_at_what_is_no_address(url: str) -> None:
    verdict = verdict_on({"url": f"{SHOP}/"}, final_url=url)
    assert verdict.status == "fail"
    page = verdict_on({"page": {"url": "last", "css": "p", "count": 0}}, final_url=url)
    assert (page.status, page.why) == ("fail", "this is not a page of the task's sites")


def test_forms_of_every_encoding_are_read() -> None:
    assert form_fields("a=1&b=&a=2") == {"a": ["1", "2"], "b": ""}
    assert form_fields('{"a": 1}') == {"a": 1}
    multipart = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\ntwo\r\n--X--\r\n'
    assert form_fields(multipart) == {"a": "one\r\ntwo"}
    assert form_fields("plain text") == {}
    assert form_fields('{"a":' * 100_000) == {}, "nested too deeply to be read"


def test_a_term_for_anything_leaves_the_others_theirs() -> None:
    assert difference(f"{SHOP}/?x=*&x=1", f"{SHOP}/?x=1&x=2") is None
    assert difference(f"{SHOP}/?x=*&x=1", f"{SHOP}/?x=3&x=2") == "the query lacks x=1"
    assert difference(f"{SHOP}/?x=1", f"{SHOP}/?x=1&x=2") == "the query has more than expected: x=2"


STEPS = [
    {
        "url": f"{SHOP}/p/7/",
        "action": {"name": "click", "element": 4},
        "target": {"role": "button", "name": "Add", "css": "form > button"},
    },
    {
        "url": f"{SHOP}/a/",
        "action": {"name": "type", "text": "Waren"},
        "target": {"role": "textbox", "name": "City"},
    },
    {
        "url": f"{SHOP}/a/",
        "action": {"name": "select", "options": ["Germany"]},
        "target": {"role": "combobox"},
    },
]


@pytest.mark.parametrize(
    ("node", "passed"),
    [
        ({"url": f"{SHOP}/p/*"}, True),
        ({"url": f"{SHOP}/q/*"}, False),
        ({"role": "button", "name": "Add", "url": f"{SHOP}/p/7/"}, True),
        ({"role": "button", "name": "City"}, False),
        ({"name": "/^Ci/", "value": "Waren"}, True),
        ({"name": "City", "value": "Germany"}, False),
        ({"role": "combobox", "value": "Germany"}, True),
        ({"name": "City", "value": "War"}, False),
        ({"name": "City", "value": "waren", "match": "include"}, True),
        ({"name": "City", "value": "war", "match": "include"}, False),
        ({"value": "the town of Waren", "match": "semantic", "name": "City"}, False),
        ({"url": "shopping.webarium.test/p", "match": "include"}, True),
        ({"url": "shopping.webarium.test/p/70", "match": "include"}, False),
        ({"url": "lamps", "match": "exact", "key": "q"}, True),
        ({"url": "lamp", "match": "exact", "key": "q"}, False),
        ({"css": "form > button"}, True),
        ({"css": "form > input"}, False),
    ],
)
def test_key_nodes(node: dict[str, Any], passed: bool) -> None:
    urls = [f"{SHOP}/p/7/", f"{SHOP}/search/?q=lamps"]
    assert verdict_on({"node": node}, urls=urls, steps=STEPS).passed == passed


PAGE = "<html><body><form id=buy><input name=q><button>Add</button></form></body></html>"


def test_an_element_path_is_looked_up_in_the_page_of_its_step() -> None:
    recorded = {
        "url": f"{SHOP}/p/7/",
        "action": {"name": "click"},
        "target": {"css": "#buy > button"},
        "html": PAGE,
    }
    assert verdict_on({"node": {"css": "form button"}}, steps=[recorded]).passed
    assert not verdict_on({"node": {"css": "form input"}}, steps=[recorded]).passed
    assert not verdict_on({"node": {"css": "form button"}}, steps=[recorded | {"html": None}]).passed


def test_a_meaning_that_nobody_can_decide_is_undecided() -> None:
    typed = {
        "url": f"{SHOP}/",
        "action": {"name": "type", "text": "grey tabby with white paws"},
        "target": {},
    }
    node = {"value": "an animal that likes to sleep", "match": "semantic"}
    verdict = verdict_on({"node": node}, steps=[typed])
    assert (verdict.passed, verdict.status) == (False, "undecided")


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ({"match": "include"}, "at least one of"),
        ({"css": "button", "match": "include"}, "needs a value"),
        ({"name": "City", "value": "Waren", "key": "q"}, "query term"),
    ],
)
def test_key_nodes_that_make_no_sense(node: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        NodeSpec.model_validate(node)


def test_scores_of_key_nodes() -> None:
    """By hand from WebCanvas, section 3.2 and appendix E, equation 1.

    Three tasks with 2, 4 and 1 key nodes, of which 2, 3 and 0 are passed, in 6, 9 and 4 steps; the last one
    ran out of steps. Step score 5 of 7. Completion rate, a micro average: 5/7. Task success 1/3, with one
    node missing 3/3. Efficiency L/P: 6/2 and 9/3, 0 for the last as in the authors' code: mean 2.
    Human alignment: 1 for all passed and signalled, 3/4 for the second, 0.8 * 0 for the third: mean 1.75/3.
    """
    lines = [
        {"nodes": {"passed": 2, "all": 2}, "steps": 6, "stop_reason": "stop"},
        {"nodes": {"passed": 3, "all": 4}, "steps": 9, "stop_reason": "stop"},
        {"nodes": {"passed": 0, "all": 1}, "steps": 4, "stop_reason": "max_steps"},
        {"nodes": None, "steps": 3, "stop_reason": "stop"},
        {"steps": 3, "stop_reason": "stop"},
    ]
    assert node_scores(lines) == {
        "tasks": 3,
        "step_score": 5,
        "max_score": 7,
        "completion_rate": 0.7143,
        "success_rate": 0.3333,
        "success_rate_tolerance_1": 1.0,
        "efficiency_score": 2.0,
        "human_alignment_score": 0.5833,
    }
    assert node_scores(lines[3:]) is None


def test_a_task_passes_when_every_check_passes() -> None:
    task = task_with({"answer": {"facts": ["3"]}}, {"url": f"{SHOP}/"})
    outcome = Outcome(task_id=task.id, answer="3", final_url=f"{SHOP}/basket/")
    judgement = judge_all(task, collect_all(task, DictWorld(), outcome))
    assert [verdict.passed for verdict in judgement.checks] == [True, False]
    assert (judgement.passed, judgement.score) == (False, 0.0)


def test_changes_are_read_before_any_page_is_opened() -> None:
    page = {"page": {"url": f"{SHOP}/", "css": "h1", "contains": "x"}}
    query = {"sql": {"site": "shopping", "sql": "SELECT 1", "equals": 1}}
    task = task_with(page, query, {"changes": "none"})
    world = DictWorld()
    evidence = collect_all(task, world, Outcome(task_id=task.id))
    assert [call[0] for call in world.asked] == ["changes", "query", "fetch"]
    assert [entry["kind"] for entry in evidence] == ["page", "sql", "changes"]


def test_a_check_that_cannot_run_is_an_error_not_a_failure() -> None:
    class Dead(DictWorld):
        def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
            raise RuntimeError("the database is gone")

    verdict = verdict_on({"sql": {"site": "shopping", "sql": "SELECT 1", "equals": 1}}, Dead())
    assert verdict.status == "error"
    assert "the database is gone" in verdict.why


def test_missing_or_foreign_evidence_is_an_error() -> None:
    task = task_with({"url": f"{SHOP}/"})
    assert judge_all(task, []).broken
    assert judge_all(task, [{"check": 0, "kind": "sql", "evidence": {"rows": []}}]).broken


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"type": "currency", "unit": "ZZZ"}, "'ZZZ' is no currency"),
        ({"record": {"way": {"type": "distance", "unit": "leagues"}}}, "'leagues' is no unit of a distance"),
    ],
)
def test_a_unit_that_nobody_knows_is_told_before_anybody_answers(answer: dict[str, Any], words: str) -> None:
    right = {"way": 3} if "record" in answer else 3
    task = task_with({"answer": {"exact": right}}, answer=answer)
    assert words in unsound(task)[0][1].message
