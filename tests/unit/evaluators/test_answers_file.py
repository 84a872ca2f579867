"""Shape of the labelled answers (tests/data/answers*.jsonl), on which the answer matching is measured."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
FILES = ("answers.jsonl", "answers_more.jsonl")
KINDS = {
    "text", "name", "number", "currency", "percentage", "duration", "distance", "date", "time", "date_range",
    "month_counts", "list", "mapping", "address", "coordinates", "email", "phone", "url", "order_number",
    "yes_no", "status", "unachievable", "must_include", "fuzzy",
}  # fmt: skip
FIELDS = {"id", "kind", "match", "intent", "reference", "answer", "correct", "note"}


@pytest.fixture(scope="module", params=FILES)
def rows(request: pytest.FixtureRequest) -> list[dict]:
    """All labelled answers of a file, one dict a line."""
    return [json.loads(line) for line in (DATA / request.param).read_text(encoding="utf-8").splitlines()]


def test_every_row_has_the_fields_in_their_types(rows: list[dict]) -> None:
    for row in rows:
        assert set(row) == FIELDS, row
        texts = [row[field] for field in ("id", "kind", "match", "intent", "answer", "note")]
        assert all(isinstance(text, str) for text in texts), row["id"]
        assert row["intent"].strip(), row["id"]
        assert row["note"].strip(), row["id"]
        assert isinstance(row["correct"], bool), row["id"]
        assert row["kind"] in KINDS, row["id"]
        assert row["match"] in {"exact", "must_include", "fuzzy"}, row["id"]


def test_references_are_text_or_lists_of_text(rows: list[dict]) -> None:
    for row in rows:
        reference = row["reference"]
        parts = reference if isinstance(reference, list) else [reference]
        assert parts, row["id"]
        assert all(isinstance(part, str) and part.strip() for part in parts), row["id"]


def test_ids_are_unique_and_start_with_the_kind(rows: list[dict]) -> None:
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert re.fullmatch(re.escape(row["kind"].replace("_", "-")) + r"-\d{3}", row["id"]), row["id"]


def test_no_answer_to_a_question_is_labelled_twice(rows: list[dict]) -> None:
    counts = Counter((row["intent"], row["answer"]) for row in rows)
    assert [pair for pair, count in counts.items() if count > 1] == []


def test_a_question_has_one_reference_and_one_match(rows: list[dict]) -> None:
    expected: dict[str, tuple] = {}
    for row in rows:
        here = (row["kind"], row["match"], row["reference"])
        assert expected.setdefault(row["intent"], here) == here, row["id"]


@pytest.mark.parametrize(
    ("name", "least", "each"), [("answers.jsonl", 640, 24), ("answers_more.jsonl", 480, 10)]
)
def test_there_are_enough_answers_of_each_kind(name: str, least: int, each: int) -> None:
    kinds = [json.loads(line)["kind"] for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    assert len(kinds) >= least
    counts = Counter(kinds)
    assert set(counts) == KINDS
    assert {kind: count for kind, count in counts.items() if count < each} == {}


def test_each_kind_is_about_half_right_and_half_wrong(rows: list[dict]) -> None:
    for kind in KINDS:
        labels = [row["correct"] for row in rows if row["kind"] == kind]
        assert 0.45 <= sum(labels) / len(labels) <= 0.55, kind


def test_wrong_answers_of_a_question_do_not_just_count_through_values(rows: list[dict]) -> None:
    shapes: Counter = Counter()
    for row in rows:
        shape = re.sub(r"\d+(?:[.,]\d+)*", "#", row["answer"])
        shapes[row["intent"], row["correct"], shape] += 1
    assert [shape for shape, count in shapes.items() if count > 2] == []


def test_unachievable_means_not_available(rows: list[dict]) -> None:
    for row in rows:
        assert (row["kind"] == "unachievable") == (row["reference"] == "N/A"), row["id"]
