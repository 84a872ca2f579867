"""Types of WebArena-Verified by its published package. Rows were worked out from what the package says:
its readings, and its tolerances of 0.1, 180 s or 10 %, 10 m or 2 %, 0.00001 degrees, 80 of 100."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from evaluators.dropin import published
from evaluators.dropin import webarena_verified as wv
from evaluators.dropin.typed import differs
from evaluators.dropin.verified_tasks import VerifiedTask
from evaluators.dropin.webarena_verified import VerifiedOutcome

HERE = {"latitude": "40.4424191", "longitude": "-79.9397388"}
HOME = {"house_number": "3716", "street": "Forbes Avenue", "city": "Pittsburgh", "state": "Pennsylvania"}


@pytest.mark.parametrize(
    ("kind", "expected", "actual", "right"),
    [
        ("currency", 19.9, "$19.90", True),
        ("currency", 19.9, "€19.90", True),  # whatever the currency
        ("currency", 19.9, "20.00", True),  # 0.1 apart
        ("currency", 19.9, "20.01", False),
        ("currency", 19.9, "-19.90", False),
        ("currency", "1,234.50", "1.234,50", True),
        ("currency", [5, 50], 50, False),  # the first alternative alone
        ("currency", 0, 0, True),
        ("currency", 5, "free", False),
        ("number", 1234, "1,234", True),
        ("number", 1234, "1 234", True),
        ("number", 23, "twenty-three", True),
        ("number", 1205, "one thousand two hundred and five", True),
        ("number", 5, "5.1", False),
        ("number", [5, 6], 6, True),
        ("number", 5, "5 items", False),
        ("integer", 5, "5.0", True),
        ("boolean", True, "Yes", True),
        ("boolean", True, "on", True),
        ("boolean", False, "n", True),
        ("boolean", True, "maybe", False),
        ("date", "2023-05-23", "May 23rd, 2023", True),
        ("date", "2023-03-11", "03/11/2023", True),  # the month comes first
        ("date", "2023-05-23", "2023-05-24", False),
        ("month", "March", "3", True),
        ("month", "March", "mar 2023", True),
        ("month", "March", 13, False),
        ("duration", "15min", "18 minutes", True),  # 3 minutes apart
        ("duration", "15min", "18 min 1 s", False),
        ("duration", "5h 47min", "6h 20min", True),  # within a tenth of the longer
        ("duration", "5h 47min", "6h 30min", False),
        ("duration", "1h 35min", "1:35 hours", True),
        ("duration", "8 min", "8:20", True),  # minutes and seconds
        ("duration", "15min", "15", False),  # a unit is needed
        ("duration", "15min", "about 15 min", False),
        ("distance", "1.4km", "1,400 m", True),
        ("distance", "1.4km", "1.42 km", True),  # within 2 % of the longer
        ("distance", "1.4km", "1.43 km", False),
        ("distance", "100 m", "110 m", True),  # 10 m apart
        ("distance", "100 m", "111 m", False),
        ("distance", "1 mile", "1609 m", True),
        ("distance", "914km", "914", False),
        ("coordinates", HERE, {"lat": 40.442419, "lng": -79.939738}, True),
        ("coordinates", HERE, [40.4424191, -79.9397388], True),
        ("coordinates", HERE, "40.4424191, -79.9397388", True),
        ("coordinates", HERE, "40.4425, -79.9397388", False),
        ("coordinates", HERE, {"lat": 40.4424191}, False),
        ("full_address", {**HOME, "postcode": "15213"}, {**HOME, "postcode": "15213", "name": "x"}, True),
        (
            "full_address",
            {**HOME, "postcode": "15213"},
            {**HOME, "postcode": "15213", "street": "forbes ave", "state": "pa"},
            True,
        ),
        ("full_address", {**HOME, "postcode": "15213"}, {**HOME, "postcode": "15214"}, False),
        ("full_address", {**HOME, "postcode": "15213"}, HOME, False),
        ("url", "git@__SSH_HOST__:a/b.git", "ssh://git@localhost:2222/a/b.git", True),
        ("url", "git@__SSH_HOST__:a/b.git", "git@elsewhere:A/b.git", True),
        ("url", "git@__SSH_HOST__:a/b.git", "http://localhost/a/b.git", False),
        ("url", "http://a.com/x?a=1&b=2", "http://A.com:80/x/?b=2&a=1", True),
        ("url", "http://a.com/x?a=1", "http://a.com/x?a=2", False),
        ("null", "", "N / A", True),
        ("null", None, "none", True),
        ("null", None, 0, False),
        ("string_list", "b, a", "a,b", True),
        ("string_list", "a", "a,b", False),
        ("json", '{"a": 1, "b": [2]}', '{"b":[2],"a":1}', True),
        ("json", "[1, 2]", "[2, 1]", False),
        ("json", "{}", "no JSON", False),
        ("markdown", "# Hi\n\n- a", "#  Hi\r\n\r\n\r\n* a  ", True),
        ("markdown", "x\n- a", "x\n - a", False),  # an indented mark gets two blanks
        ("markdown", "[a b](x)", "[a\n b]( x )", True),
        ("markdown", "Hi", "hi", False),
        ("base64", "SGVsbG8=", "SGVsbG8K", True),  # a line's end more
        ("base64", "^Hel+o$", "SGVsbG8=", True),  # the pattern is for what was encoded
        ("base64", "SGVsbG8=", "Hello", False),
        ("location-name", "Harvard University", "University Harvard", True),
        ("location-name", "Massachusetts Institute of Technology", "MIT", False),
        ("string", "Lumaflex™ Band", "lumaflex band.", True),
        ("string", "Café", "cafe", True),
        ("string", "buffalo-niagara", "Buffalo Niagara", True),  # a hyphen in a word is a blank
        ("string", "5-3", "5 3", False),
        ("string", ["a", "b"], "B", True),
        ("string", "^.*lamp$", "Reading LAMP", True),
        ("string", "lamp", "a lamp", False),
        ("string", "lamp", ["desk", "lamp"], True),  # an answer may give alternatives
        ("string", "lamp", "^.*$", True),  # or be a pattern, there
        ("nobody knows it", "a", "A", True),
    ],
)
def test_types(kind: str, expected: Any, actual: Any, right: bool) -> None:
    assert published.same(expected, actual, kind) is right


def objects(kind: str) -> dict[str, Any]:
    properties = {"name": {"type": "string"}, "price": {"type": "number", "format": kind}}
    return {"type": "array", "items": {"type": "object", "properties": properties}}


@pytest.mark.parametrize(
    ("expected", "actual", "schema", "ours", "original"),
    [
        ([{"name": "a", "price": 5}], [{"name": "A", "price": "5.1"}], objects("currency"), False, True),
        # a key more or less is wrong there
        (
            [{"name": "a", "price": 5}],
            [{"name": "a", "price": 5, "url": "x"}],
            objects("currency"),
            True,
            False,
        ),
        ([{"name": "a", "price": None}], [{"name": "a"}], objects("currency"), True, False),
        # the first that fits is taken, though b is needed for the second place
        ([["a", "b"], "b"], ["b", "a"], {"type": "array", "items": {"type": "string"}}, True, False),
        ([5], {"a": 5}, {"type": "array", "items": {"type": "number"}}, False, False),
        (None, [], {"type": "array"}, True, True),
        (None, {}, {"type": "array"}, True, True),
        ([0], 0, {"type": "array", "items": {"type": "number"}}, True, True),
    ],
)
def test_structures(expected: Any, actual: Any, schema: dict[str, Any], ours: bool, original: bool) -> None:
    assert (differs(expected, actual, schema) is None) is ours
    assert (differs(expected, actual, schema, original=True) is None) is original


def test_types_that_only_the_package_has_work_in_both() -> None:
    schema = {"type": "array", "items": {"type": "string", "format": "location-name"}}
    for original in (False, True):
        assert differs(["The Exchange"], ["Exchange, the"], schema, original=original) is None
        assert differs(["The Exchange"], ["The Museum"], schema, original=original) is not None


def test_what_a_date_does_not_say_is_the_same_on_every_day() -> None:
    assert published.same("2000-03-16", "16 March", "date")
    assert published.same("2023-03-01", "March 2023", "date")
    assert not published.same(f"{datetime.now(UTC).year}-03-16", "16 March", "date")


def test_a_whole_task() -> None:
    evaluator = {
        "evaluator": "AgentResponseEvaluator",
        "expected": {"task_type": "retrieve", "status": "SUCCESS", "retrieved_data": ["15min"]},
        "results_schema": {"type": "array", "items": {"type": "string", "format": "duration"}},
    }
    one = VerifiedTask.model_validate({"task_id": 1, "intent": "x", "eval": [evaluator]})
    given = VerifiedOutcome({"task_type": "RETRIEVE", "status": "success.", "retrieved_data": ["17 min"]}, [])
    assert not wv.judge(one, given).passed
    assert wv.judge(one, given, original=True).passed


@pytest.mark.parametrize("kind", sorted(published.KINDS))
@pytest.mark.parametrize(
    "hostile", ["9" * 19_999, "+1" * 9_999, "(" * 19_999, "1:" * 9_999, "x" * 20_001, "\x00"]
)
def test_hostile_values_are_read_in_no_time(kind: str, hostile: str) -> None:
    start = time.monotonic()
    assert not published.same("5 min", hostile, kind)
    assert time.monotonic() - start < 0.5
