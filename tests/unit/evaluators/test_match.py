"""``webarium match``: lines of JSON in, verdicts out."""

import io
import json

import pytest

from evaluators.inferring import match
from evaluators.match import main
from sites.errors import WebariumError


def run(*lines):
    out = io.StringIO()
    code = main([line if isinstance(line, str) else json.dumps(line) for line in lines], out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def test_verdicts():
    code, found = run(
        {
            "id": "a",
            "intent": "How much?",
            "match": "exact",
            "reference": "€1,234.50",
            "answer": "1.234,50 EUR",
        },
        {"id": "b", "intent": "How many?", "match": "must_include", "reference": ["170"], "answer": "1705"},
        {"id": 3, "intent": "How long?", "match": "fuzzy", "reference": "2h58min", "answer": "178 minutes"},
        {"id": 4, "match": "exact", "reference": ["a@x.org", "b@x.org"], "answer": "b@x.org, a@x.org"},
        {"id": 5, "match": "exact", "reference": "N/A", "answer": "The shop has no such product."},
    )
    assert code == 0
    assert [(f["id"], f["score"]) for f in found] == [("a", 1.0), ("b", 0.0), (3, 1.0), (4, 1.0), (5, 1.0)]
    assert all(f["why"] for f in found)


def test_bad_lines_are_told_and_the_rest_is_judged():
    code, found = run(
        "not json",
        "[1]",
        {"id": "c", "match": "exact", "answer": "5"},
        {"id": "d", "match": "nonsense", "reference": "5", "answer": "5"},
        "",
        {"match": "date", "reference": "no date", "answer": "5"},
        {"id": "e", "match": "exact", "reference": "5", "answer": "5"},
    )
    assert code == 1
    assert found[0]["line"] == 1
    assert "JSON" in found[0]["error"]
    assert found[1]["line"] == 2
    assert (found[2]["id"], "reference" in found[2]["error"]) == ("c", True)
    assert (found[3]["id"], "nonsense" in found[3]["error"]) == ("d", True)
    assert (found[4]["line"], "date" in found[4]["error"]) == (6, True)
    assert found[5] == {"id": "e", "score": 1.0, "why": found[5]["why"]}


def test_answers_that_are_no_texts():
    _, found = run(
        {"id": 1, "match": "exact", "reference": "5", "answer": 5},
        {"id": 2, "match": "exact", "reference": "5", "answer": None},
        {"id": 3, "match": "list", "reference": ["red", "blue"], "answer": ["blue", "red"]},
    )
    assert [f["score"] for f in found] == [1.0, 0.0, 1.0]


def test_undecided_is_flagged():
    _, found = run(
        {"id": 1, "match": "fuzzy", "reference": "The zipper broke", "answer": "The fastener fell apart"}
    )
    assert found[0]["undecided"] is True
    assert found[0]["score"] == 0.0


def judged(data: bytes):
    """Judge a stream of bytes, as it comes through a pipe."""
    out = io.StringIO()
    code = main(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"), out)
    return code, [json.loads(line) for line in out.getvalue().encode().splitlines()]


GOOD = b'{"id": "last", "match": "exact", "reference": "5", "answer": "5"}\n'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"match": "exact", "reference": "\xff", "answer": "5"}', "no UTF-8"),
        (b'{"match": "exact", "reference": NaN, "answer": "5"}', "NaN"),
        (b'{"match": "exact", "reference": 1e999, "answer": "5"}', "number"),
        (b'{"match": "list", "reference": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"match": "exact", "reference": {"": ""}, "answer": "5"}', "the reference is empty"),
        (b'{"match": "exact", "reference": {"a": {"b": 1}}, "answer": "5"}', "the reference is of no format"),
        (
            b'{"match": "exact", "reference": {"a": {"b": {}}}, "answer": "5"}',
            "the reference is of no format",
        ),
        (b'{"match": "exact", "reference": "5", "answer": "5", "schema": {}}', "the schema is no format"),
        (b'{"match": "exact", "reference": "5", "answer": "5", "optoins": {}}', "'optoins' is not known"),
        (
            b'{"match": "exact", "reference": "5", "answer": "5", "options": {"orderd": true}}',
            "'orderd' is no option",
        ),
        (
            b'{"match": "list", "reference": "5", "answer": "5", "options": {"ordered": "ja"}}',
            "true or false",
        ),
        (b'{"match": "exact", "reference": "5", "answer": "5", "options": {"type": "nuber"}}', "'nuber'"),
        (b'{"match": "exact", "reference": "5", "answer": "5", "options": {"currency": 5}}', "currency"),
        (b'{"match": "exact", "reference": "5", "answer": "5", "options": []}', "not an object"),
        (b'{"match": "exact", "reference": "' + b"x" * 11_000_000, "longer than"),
        (b'{"match": "exact", "reference": "5", "answer": {"a": 5}}', "'answer' is an object"),
        (b'{"match": "exact", "reference": "5", "answer": "5", "intent": 7}', "'intent' is not a text"),
        (
            b'{"match": "exact", "reference": "5", "reference": "6", "answer": "6"}',
            "twice",
        ),
        (
            b'{"match": "fuzzy", "reference": "5", "answer": "5", "options": {"judge": "x"}}',
            "'judge' is no option",
        ),
    ],
)
def test_a_bad_line_is_told_and_the_next_is_judged(line, words):
    code, (bad, good) = judged(line + b"\n" + GOOD)
    assert code == 1
    assert words in bad["error"]
    assert good["id"] == "last"
    assert good["score"] == 1.0


def test_the_remedy_of_an_error_is_told():
    _, (bad,) = judged(b'{"match": "exat", "reference": "5", "answer": "5"}')
    assert "use one of exact" in bad["remedy"]


def test_half_characters_are_written_as_json_writes_them():
    _, (bad,) = judged(rb'{"id": "\ud800", "match": "exat", "reference": "5", "answer": "5"}')
    assert bad["id"] == "\ud800"


@pytest.mark.parametrize("line", [b"hello", b'{"id": 7, "reference": NaN}', b"[" * 100_000])
def test_a_line_that_is_no_json_has_a_remedy(line):
    _, (bad,) = judged(line)
    assert bad["error"].startswith("the line is no JSON")
    assert "write one JSON object a line" in bad["remedy"]


@pytest.mark.parametrize("given", ["", "\n", " \n\n"])
def test_input_without_an_answer_is_an_error(given: str) -> None:
    with pytest.raises(WebariumError, match="no answer came on standard input"):
        main(io.StringIO(given), io.StringIO())


@pytest.mark.parametrize("kind", ["exact", "number"])
def test_an_order_of_one_value_is_refused(kind: str) -> None:
    with pytest.raises(WebariumError, match="ordered says nothing about one value"):
        match(kind, "5", "5", options={"ordered": True})


@pytest.mark.parametrize(
    ("kind", "reference", "unit", "said"),
    [
        ("currency", "5 EUR", "USD", "is no currency in USD"),
        ("currency", "5", "kilos", "'kilos' is no currency"),
        ("duration", "2 h", "km", "'km' is no unit of a duration"),
        ("date", "2026-03-16", "EUR", "a date has no unit"),
        ("exact", "5 km", "minutes", "the unit minutes says nothing about the reference '5 km'"),
    ],
)
def test_a_unit_that_the_reference_cannot_have_is_refused(
    kind: str, reference: str, unit: str, said: str
) -> None:
    with pytest.raises(WebariumError, match=said):
        match(kind, reference, "5", options={"unit": unit})


def test_a_reference_is_read_in_the_unit_that_is_asked_for() -> None:
    assert match("duration", "2 h", "120", options={"unit": "minutes"}).score == 1.0
    assert match("duration", "2 h", "2", options={"unit": "minutes"}).score == 0.0
    assert match("exact", "5", "5 €", options={"unit": "EUR"}).score == 1.0
    assert match("exact", "5", "$5", options={"unit": "EUR"}).score == 0.0
