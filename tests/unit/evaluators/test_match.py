"""``webarium match``: lines of JSON in, verdicts out."""

import io
import json

from evaluators.match import main


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
