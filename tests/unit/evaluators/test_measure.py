"""Counting of false positives and negatives."""

import io
import json

import pytest

from evaluators import measure
from evaluators.baselines import similarity, webarena
from sites.errors import WebariumError

ROWS = [
    {
        "id": 1,
        "intent": "How many?",
        "kind": "number",
        "match": "exact",
        "reference": "5",
        "answer": "There are 5.",
        "correct": True,
    },
    {
        "id": 2,
        "intent": "How many?",
        "kind": "number",
        "match": "must_include",
        "reference": ["170"],
        "answer": "1705",
        "correct": False,
    },
    {
        "id": 3,
        "intent": "How long?",
        "kind": "duration",
        "match": "fuzzy",
        "reference": "2h58min",
        "answer": "178 minutes",
        "correct": True,
    },
]


def test_tallies_by_hand():
    result = measure.measure(ROWS)
    theirs, mine = result.tallies["WebArena"], result.tallies["ours"]
    assert (theirs["all"].false_positives, theirs["all"].false_negatives) == (1, 2)
    assert (theirs["number"].false_positives, theirs["number"].false_negatives) == (1, 1)
    assert (mine["all"].false_positives, mine["all"].false_negatives) == (0, 0)
    assert (mine["all"].right, mine["all"].wrong) == (2, 1)
    assert result.errors == []


def test_baselines():
    assert webarena("exact", "Red", " red ")
    assert not webarena("exact", "red", "It is red")
    assert webarena("must_include", ["red"], "It is not red")
    assert similarity("Aurora Lamp", "aurora lamp")
    assert not similarity("Aurora Lamp", "Borealis Chair")


def test_file_and_output(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS))
    assert measure.main([str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rows"] == 3
    assert data["tallies"]["ours"]["all"]["false_negatives"] == 0
    out = io.StringIO()
    measure.show(measure.measure(ROWS), out)
    assert "duration" in out.getvalue()


def test_bad_file_is_told(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"match": "exact"}')
    with pytest.raises(WebariumError, match=":1: "):
        measure.read_rows(path)
    assert measure.main([str(path)]) == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"correct": "maybe"}, 'correct: "maybe" cannot be read'),
        ({"correct": 1}, "correct: 1 cannot be read"),
        ({"correct": None}, "correct: null cannot be read"),
        ({"match": 5}, "match: 5 cannot be read"),
        ({"match": "exacto"}, "no kind of value is called 'exacto'"),
        ({"kind": 5}, "kind: 5 cannot be read"),
        ({"intent": ["x"]}, "intent: "),
        ({"options": 5}, "options: 5 cannot be read"),
        ({"match": "number", "kind": None, "reference": "abc"}, "'abc'"),
    ],
)
def test_a_row_that_cannot_be_counted_is_told_with_its_line(tmp_path, change, told):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n" + json.dumps(ROWS[0]) + "\n" + json.dumps(ROWS[0] | change) + "\n")
    with pytest.raises(WebariumError, match=r"answers\.jsonl:3: ") as caught:
        measure.read_rows(path)
    assert told in caught.value.message
    assert caught.value.remedy


def test_a_key_that_stands_twice_in_a_row_is_told(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(ROWS[0])[:-1] + ', "correct": false}\n')
    with pytest.raises(WebariumError, match="the key 'correct' stands in one object twice"):
        measure.read_rows(path)


def test_a_line_ends_where_json_lines_do(tmp_path):
    path = tmp_path / "answers.jsonl"
    row = ROWS[0] | {"answer": "a\u2028b\x85c"}
    path.write_text(json.dumps(row, ensure_ascii=False) + "\r\n" + json.dumps(ROWS[1]) + "\n")
    assert measure.read_rows(path) == [row, ROWS[1]]


def test_a_declared_format_needs_no_match(tmp_path):
    path = tmp_path / "answers.jsonl"
    row = {
        "question": "How many?",
        "format": {"type": "number"},
        "reference": 5,
        "answer": "5",
        "correct": True,
    }
    path.write_text(json.dumps(row))
    assert measure.read_rows(path) == [row]


@pytest.mark.parametrize(
    ("format", "reference", "answer", "passes"),
    [
        ({"type": "number"}, 5, "There are 5.", True),
        ({"type": "number"}, {"any_of": [4, 5]}, "5", True),
        ({"record": {"facts": {"type": "number"}, "n": {"type": "number"}}}, {"facts": 1, "n": 2},
         '{"facts": 1, "n": 2}', True),
        ({"list_of": {"type": "text"}}, {"must_include": ["a"]}, '["a", "b", "c", "d"]', True),
        ({"list_of": {"type": "text"}}, {"must_include": ["a"]}, '["a", "b", "c", "d", "e"]', False),
        ({"table_of": {"n": {"type": "number"}}}, {"must_include": [{"n": 1}]}, '[{"n": 2}, {"n": 1}]', True),
        ({"list_of": {"type": "text"}}, {"must_include": {"any_of": [["a"], ["b"]]}}, '["b"]', True),
        ({"type": "text"}, {"facts": ["zip", "weak"]}, "The zip is weak.", True),
        ({"type": "date"}, {"not_achievable": ["not_found"]}, "N/A: not found", True),
        ({"type": "date"}, {"not_achievable": "any"}, "N/A: not permitted", True),
        ({"type": "date"}, {"not_achievable": "any"}, "N/A", False),
        (None, {"not_achievable": ["not_found"]}, "Done.", False),
    ],
)  # fmt: skip
def test_a_declared_format_is_judged_as_a_tasks_check_does(format, reference, answer, passes):
    row = {"question": "What?", "format": format, "reference": reference, "answer": answer}
    assert measure.by_format(row).score == float(passes)


def test_a_value_that_no_format_is_declared_for_cannot_be_counted(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({"format": None, "reference": 5, "answer": "5", "correct": True}))
    with pytest.raises(WebariumError, match="nothing says how the answer is read"):
        measure.read_rows(path)
