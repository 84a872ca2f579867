"""WebArena-Verified's task format over its own outcome files."""

from __future__ import annotations

import base64
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from evaluators.dropin import webarena_verified as wv
from evaluators.dropin.addresses import Addresses
from evaluators.dropin.har import Event, read_har
from evaluators.dropin.typed import differs
from evaluators.dropin.webarena_verified import VerifiedOutcome, VerifiedTask
from evaluators.trajectories.files import FormatError
from tasks import matching

SHOP = "http://shop.test:7770"
ADDRESSES = Addresses({"__SHOPPING__": [SHOP, "http://127.0.0.1:7770"]})
NAVIGATE = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


def task(*evaluators: dict[str, Any]) -> VerifiedTask:
    return VerifiedTask.model_validate({"task_id": 1, "intent": "x", "eval": list(evaluators)})


def response(kind: str = "mutate", status: str = "SUCCESS", data: Any = None, **more: Any) -> dict[str, Any]:
    expected = {"task_type": kind, "status": status, "retrieved_data": data}
    return {"evaluator": "AgentResponseEvaluator", "expected": expected, "results_schema": None, **more}


def network(expected: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"evaluator": "NetworkEventEvaluator", "expected": expected, **more}


def sent(one: VerifiedTask, *events: Event, kind: str = "MUTATE") -> bool:
    outcome = VerifiedOutcome({"task_type": kind, "status": "success"}, list(events))
    return wv.judge(one, outcome, ADDRESSES).passed


# ---- the response -------------------------------------------------------------------------------

NUMBERS = {"type": "array", "items": {"type": "number"}}


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ({"task_type": "RETRIEVE", "status": "SUCCESS", "retrieved_data": [6]}, True),
        ({"task_type": "retrieve", "status": "success", "retrieved_data": ["6.0"]}, True),
        ({"performed_operation": "RETRIEVE", "status": "SUCCESS", "retrieved_data": 6}, True),
        ({"task_type": "RETRIEVE", "status": "SUCCESS", "retrieved_data": [6, 6]}, False),
        ({"task_type": "RETRIEVE", "status": "SUCCESS", "retrieved_data": []}, False),
        ({"task_type": "MUTATE", "status": "SUCCESS", "retrieved_data": [6]}, False),
        ({"task_type": "RETRIEVE", "status": "NOT_FOUND_ERROR", "retrieved_data": [6]}, False),
        ({"status": "SUCCESS", "retrieved_data": [6]}, False),
        ("6", False),
        (["6"], False),
    ],
)
def test_response(given: Any, passed: bool) -> None:
    one = task(response("retrieve", data=[6], results_schema=NUMBERS))
    assert wv.judge(one, VerifiedOutcome(given, [])).passed is passed


def test_data_counts_for_retrieval_only() -> None:
    given = {"task_type": "MUTATE", "status": "SUCCESS", "retrieved_data": ["whatever"]}
    assert wv.judge(task(response()), VerifiedOutcome(given, [])).passed


def test_nothing_to_be_found() -> None:
    one = task(response("retrieve", "NOT_FOUND_ERROR", results_schema={"type": "null"}))
    given = {"task_type": "RETRIEVE", "status": "NOT_FOUND_ERROR"}
    assert wv.judge(one, VerifiedOutcome({**given, "retrieved_data": None}, [])).passed
    assert wv.judge(one, VerifiedOutcome({**given, "retrieved_data": []}, [])).passed
    assert not wv.judge(one, VerifiedOutcome({**given, "retrieved_data": ["0395"]}, [])).passed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('So:\n```json\n{"a": 1}\n```', {"a": 1}),
        ("``` [1] ```", [1]),
        ("six", "six"),
        ("", ""),
    ],
)
def test_parse_response(text: str, value: Any) -> None:
    assert wv.parse_response(text) == value


def test_a_long_response_is_read_in_no_time() -> None:
    hostile = "```" + "\n" * 20_000
    began = time.process_time()
    assert wv.parse_response(hostile) == hostile
    assert time.process_time() - began < 0.5


TEXTS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("expected", "actual", "schema", "ordered", "same"),
    [
        (["a", "b"], ["b", "a"], TEXTS, False, True),
        (["a", "b"], ["b", "a"], TEXTS, True, False),
        (["a", "a"], ["a", "b"], TEXTS, False, False),
        ([["a", "b"], "c"], ["c", "b"], TEXTS, False, True),  # alternatives for one place
        # b fits both places and a only the first: an assignment finds it, a greedy walk would not
        ([["a", "b"], ["b"]], ["b", "a"], TEXTS, False, True),
        (["^.*lamp.*$"], ["Reading LAMP"], TEXTS, False, True),
        (["Lumaflex™ “Band”"], ['lumaflextm "band"'], TEXTS, False, True),
        (["yes"], ["yes, maybe"], TEXTS, False, False),
        (
            [19.9],
            ["€19.90"],
            {"type": "array", "items": {"type": "number", "format": "currency"}},
            False,
            True,
        ),
        (
            [19.9],
            ["19.09"],
            {"type": "array", "items": {"type": "number", "format": "currency"}},
            False,
            False,
        ),
        (["May 23 2023"], ["2023-05-23"], {"type": "array", "items": {"format": "date"}}, False, True),
        (["May 23 2023"], ["2023-05-24"], {"type": "array", "items": {"format": "date"}}, False, False),
        (["03/11/2023"], ["2023-03-11"], {"type": "array", "items": {"format": "date"}}, False, True),
        (["Mar"], ["March"], {"type": "array", "items": {"format": "month"}}, False, True),
        (["Mar"], ["May"], {"type": "array", "items": {"format": "month"}}, False, False),
        (["Mar"], ["ma"], {"type": "array", "items": {"format": "month"}}, False, False),
        (["7min"], ["00:07:00"], {"type": "array", "items": {"format": "duration"}}, False, True),
        (["The Mill"], ["the mill"], {"type": "array", "items": {"format": "location-name"}}, False, True),
        (["^@?liv$"], ["@liv"], TEXTS, False, True),
        (["^@?liv$"], ["olivia"], TEXTS, False, False),
        (["00:34:00"], ["34 min"], {"type": "array", "items": {"format": "duration"}}, False, True),
        ([True], ["yes"], {"type": "array", "items": {"type": "boolean"}}, False, True),
        ([True], [False], {"type": "array", "items": {"type": "boolean"}}, False, False),
    ],
)
def test_typed_values(expected: Any, actual: Any, schema: dict[str, Any], ordered: bool, same: bool) -> None:
    assert (differs(expected, actual, schema, ordered=ordered) is None) is same


def test_objects_are_compared_by_the_schema() -> None:
    schema = {
        "type": "array",
        "items": {"type": "object", "properties": {"name": {}, "price": {"format": "currency"}}},
    }
    expected = [{"name": "Lamp", "price": 19.9}]
    assert differs(expected, [{"name": "lamp", "price": "19.90", "note": "extra"}], schema) is None
    assert differs(expected, [{"name": "lamp"}], schema) is not None
    assert differs(expected, ["lamp 19.90"], schema) is not None


# ---- requests -----------------------------------------------------------------------------------

SAVE = {
    "url": "__SHOPPING__/save/",
    "http_method": "POST",
    "post_data": {"n": "8974"},
    "response_status": 302,
}


def saved(number: str = "8974", **more: Any) -> Event:
    event = {"method": "POST", "url": f"{SHOP}/save", "status": 302, "post_text": f"n={number}&key=x", **more}
    return Event(**event)


def test_request() -> None:
    one = task(response(), network(SAVE))
    assert sent(one, saved())
    assert sent(one, saved(url="http://127.0.0.1:7770/save"))  # the site's other address
    assert not sent(one)
    assert not sent(one, saved("8975"))
    assert not sent(one, saved(status=500))
    assert not sent(one, saved(method="PUT"))
    assert not sent(one, saved(url=f"{SHOP}/saved"))
    assert not sent(one, saved(url=f"{SHOP}/save?really=no"))


def test_last_request_or_any() -> None:
    assert not sent(task(response(), network(SAVE)), saved(), saved("8975"))
    assert sent(task(response(), network(SAVE, last_event_only=False)), saved(), saved("8975"))


def test_request_that_must_not_be() -> None:
    one = task(
        response(), network({"url": "__SHOPPING__/delete", "http_method": "POST"}, should_not_exist=True)
    )
    assert sent(one, saved())
    assert not sent(one, saved(url=f"{SHOP}/delete"))


def test_patterns_take_addresses_literally() -> None:
    one = task(response(), network({**SAVE, "url": r"^__SHOPPING__/save/\d+$"}))
    assert sent(one, saved(url=f"{SHOP}/save/12"))
    assert not sent(one, saved(url=f"{SHOP}/save/12x"))
    assert not sent(one, saved(url="http://shopXtest:7770/save/12"))  # the dot is a dot


def test_ignored_and_typed_query_terms() -> None:
    one = task(
        response("navigate"),
        network(
            {"url": "__SHOPPING__/report?from=2023-01-31"},
            ignored_query_params=["_"],
            ignored_query_params_patterns=["^utm_"],
            query_params_schema={"type": "object", "properties": {"from": {"format": "date"}}},
        ),
    )
    good = Event("GET", f"{SHOP}/report?utm_x=1&_=99&from=Jan+31+2023", 200, NAVIGATE)
    assert sent(one, good, kind="NAVIGATE")
    assert not sent(one, Event("GET", f"{SHOP}/report?from=Jan+30+2023", 200, NAVIGATE), kind="NAVIGATE")


@pytest.mark.parametrize(("pattern", "why"), [("(", "no regular expression"), ("(x+x+)+y", "found no end")])
def test_a_pattern_that_cannot_be_matched_is_an_error(
    monkeypatch: pytest.MonkeyPatch, pattern: str, why: str
) -> None:
    monkeypatch.setattr(matching, "SECONDS", 0.1)
    term = "x" * 5000
    one = task(network({"url": f"__SHOPPING__/x?{term}=1"}, ignored_query_params_patterns=[pattern]))
    outcome = VerifiedOutcome(None, [Event("GET", f"{SHOP}/x?{term}=1", 200, NAVIGATE)])
    verdict = wv.judge(one, outcome, ADDRESSES).checks[0]
    assert (verdict.status, why in verdict.why) == ("error", True)


def test_navigation_looks_at_the_last_page_only() -> None:
    one = task(response("navigate"), network({"url": "__SHOPPING__/lamps?order=price"}))
    lamps = Event("GET", f"{SHOP}/lamps?order=price", 200, NAVIGATE)
    script = Event("GET", f"{SHOP}/api/tips", 200, {"sec-fetch-mode": "cors"})
    frame = Event("GET", f"{SHOP}/ad", 200, {"sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"})
    assert sent(one, lamps, script, frame, kind="NAVIGATE")
    assert not sent(one, lamps, Event("GET", f"{SHOP}/", 200, NAVIGATE), kind="NAVIGATE")
    assert not sent(one, Event("GET", f"{SHOP}/lamps?order=Price", 200, NAVIGATE), kind="NAVIGATE")


def test_query_in_base64() -> None:
    code = base64.urlsafe_b64encode(b"from=2023-01-01&to=2023-01-31").decode().rstrip("=")
    expected = {"url": "__SHOPPING__/report/filter?from=2023-01-01&to=2023-01-31"}
    event = Event("GET", f"{SHOP}/report/filter/{code}/", 200, NAVIGATE)
    assert sent(
        task(response("navigate"), network(expected, decode_base64_query=True)), event, kind="NAVIGATE"
    )
    assert not sent(task(response("navigate"), network(expected)), event, kind="NAVIGATE")


def test_json_paths_headers_content_and_cookies() -> None:
    expected = {
        "url": "__SHOPPING__/notes",
        "http_method": "POST",
        "headers": {"Referer": "__SHOPPING__/issue/1", "X-Requested-With": "XMLHttpRequest"},
        "post_data": {"$.note.text": "lgtm", "$.ids[1]": 7},
        "response_content": {"count": 1, "$.items[0].name": "^Lamp.*$"},
        "response_cookies": {"messages": "^.*added.*$"},
    }
    one = task(response(), network(expected))
    parts: dict[str, Any] = {
        "method": "POST",
        "url": f"{SHOP}/notes",
        "status": 200,
        "headers": {"referer": f"{SHOP}/issue/1/", "x-requested-with": "XMLHttpRequest"},
        "post_text": json.dumps({"note": {"text": "LGTM"}, "ids": [6, 7]}),
        "response_text": json.dumps({"count": 1, "items": [{"name": "Lamp 2"}]}),
        "cookies": {"messages": "Lamp was added"},
    }
    assert sent(one, Event(**parts))
    for name, worse in {
        "headers": {"referer": f"{SHOP}/issue/2", "x-requested-with": "XMLHttpRequest"},
        "post_text": json.dumps({"note": {"text": "lgtm"}, "ids": [7]}),
        "response_text": json.dumps({"count": 2, "items": [{"name": "Lamp 2"}]}),
        "cookies": {},
    }.items():
        assert not sent(one, Event(**{**parts, name: worse})), name


def test_forms_are_read_by_first_value() -> None:
    event = Event("POST", SHOP, 200, post_text="stock=0&stock=1&ids[]=7&ids[]=8")
    assert event.post_data == {"stock": "0", "ids[]": "7"}
    boundary = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    text = boundary.format("title", "Lamp\r\nred") + boundary.format("price", "19.90") + "--b--\r\n"
    event = Event("POST", SHOP, 200, post_text=text, post_type="multipart/form-data; boundary=b")
    assert event.post_data == {"title": "Lamp\r\nred", "price": "19.90"}


def test_json_bodies_may_be_lists() -> None:
    expected = {"url": "__SHOPPING__/graph", "http_method": "POST", "post_data": {"$[0].name": "lamps"}}
    event = Event("POST", f"{SHOP}/graph", 200, post_text='[{"name": "lamps"}]')
    assert sent(task(response(), network(expected)), event)


def test_query_terms_beside_those_of_the_address() -> None:
    expected = {
        "url": ["__SHOPPING__/lamps.html", "__SHOPPING__/home.html?cat=7"],
        "query_params": {"order": ["price"], "q": [" red lamp"]},
    }
    one = task(response("navigate"), network(expected))
    for address, passed in (
        ("/lamps.html?order=price&q=red+lamp", True),
        ("/home.html?cat=7&order=price&q=red+lamp", True),
        ("/home.html?order=price&q=red+lamp", False),
        ("/lamps.html?order=price", False),
        ("/lamps.html?order=name&q=red+lamp", False),
    ):
        assert sent(one, Event("GET", SHOP + address, 200, NAVIGATE), kind="NAVIGATE") is passed, address


# ---- HAR ----------------------------------------------------------------------------------------


def har(*entries: dict[str, Any]) -> str:
    return json.dumps({"log": {"entries": list(entries)}})


def test_har_from_a_file_or_a_zip(tmp_path: Path) -> None:
    entry = {
        "request": {
            "method": "post",
            "url": f"{SHOP}/save",
            "headers": [{"name": "Referer", "value": SHOP}],
            "postData": {"mimeType": "multipart/form-data", "params": [{"name": "n", "value": "1"}]},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Set-Cookie", "value": "m=a%20b; Path=/"}],
            "content": {"text": base64.b64encode(b'{"ok": true}').decode(), "encoding": "base64"},
        },
    }
    static = {"request": {"method": "GET", "url": f"{SHOP}/a.PNG?v=1"}, "response": {"status": 200}}
    (tmp_path / "network.har").write_text(har(entry, static))
    with zipfile.ZipFile(tmp_path / "har.zip", "w") as archive:
        archive.writestr("har.har", har(entry, static))
    for name in ("network.har", "har.zip"):
        [event] = read_har(tmp_path / name)
        assert (event.method, event.headers["referer"], event.post_data) == ("POST", SHOP, {"n": "1"})
        assert event.response_data == {"ok": True}
        assert event.cookies == {"m": "a b"}


def test_what_is_no_har_is_named(tmp_path: Path) -> None:
    (tmp_path / "network.har").write_text('{"log": {}}')
    with pytest.raises(FormatError, match="not a HAR"):
        read_har(tmp_path / "network.har")
