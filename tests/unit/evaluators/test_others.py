"""What the agent wrote, less what an event wrote meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.others import without_others


def table(**rows: list[Any]) -> dict[str, Any]:
    """Changes of one table, as a site tells them."""
    kinds = {kind: rows.get(kind, []) for kind in ("added", "removed", "changed")}
    counts = {kind: len(some) for kind, some in kinds.items()}
    return {"tables": {"page": kinds | {"counts": counts, "definition": False}}, "files": {}}


def turned(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """A changed row."""
    columns = [name for name in before if before[name] != after[name]]
    return {"key": {"id": 1}, "before": before, "after": after, "columns": columns}


NOTHING: dict[str, Any] = {"tables": {}, "files": {}}
THEIRS, MINE = {"id": 2, "text": "theirs"}, {"id": 3, "text": "mine"}
ROW = {"id": 1, "text": "old", "edits": 5}


def test_what_another_added_is_not_the_agents() -> None:
    both = table(added=[THEIRS, MINE])
    assert without_others(both, [table(added=[THEIRS])]) == table(added=[MINE])
    assert without_others(table(added=[THEIRS]), [table(added=[THEIRS])]) == NOTHING


def test_who_throws_away_what_another_added_has_removed_it() -> None:
    assert without_others(NOTHING, [table(added=[THEIRS])]) == table(removed=[THEIRS])


def test_who_writes_over_what_another_added_has_done_both() -> None:
    over = THEIRS | {"text": "mine"}
    left = without_others(table(added=[over]), [table(added=[THEIRS])])
    assert left == table(added=[over], removed=[THEIRS])


def test_who_puts_back_what_another_removed_has_added_it() -> None:
    assert without_others(table(removed=[THEIRS]), [table(removed=[THEIRS])]) == NOTHING
    assert without_others(NOTHING, [table(removed=[THEIRS])]) == table(added=[THEIRS])


@pytest.mark.parametrize(
    ("pristine", "before", "after", "last", "mine"),
    [
        (5, 5, 6, 6, None),  # the event alone
        (5, 6, 7, 7, (5, 6)),  # the agent, then the event
        (5, 5, 6, 7, (6, 7)),  # the event, then the agent
        (5, 6, 7, 8, (5, 8)),  # before and after it
        (5, 5, 6, 5, (6, 5)),  # undone
    ],
)
def test_a_column_is_whose_it_is(
    pristine: int, before: int, after: int, last: int, mine: tuple[int, int] | None
) -> None:
    all_ = (
        NOTHING
        if pristine == last
        else table(changed=[turned(ROW | {"edits": pristine}, ROW | {"edits": last})])
    )
    event = table(changed=[turned(ROW | {"edits": before}, ROW | {"edits": after})])
    left = without_others(all_, [event])
    if mine is None:
        assert left == NOTHING
    else:
        (row,) = left["tables"]["page"]["changed"]
        assert (row["before"]["edits"], row["after"]["edits"], row["columns"]) == (*mine, ["edits"])


def test_two_events_are_taken_off_from_the_last_to_the_first() -> None:
    first = table(changed=[turned(ROW, ROW | {"edits": 6})])
    second = table(changed=[turned(ROW | {"edits": 7}, ROW | {"edits": 8})])
    left = without_others(table(changed=[turned(ROW, ROW | {"edits": 8})]), [first, second])
    (row,) = left["tables"]["page"]["changed"]
    assert (row["before"]["edits"], row["after"]["edits"]) == (6, 7)


def test_other_columns_of_the_row_stay_the_agents() -> None:
    event = table(changed=[turned(ROW, ROW | {"edits": 6})])
    left = without_others(table(changed=[turned(ROW, ROW | {"edits": 6, "text": "new"})]), [event])
    assert left["tables"]["page"]["changed"][0]["columns"] == ["text"]


def test_rows_beyond_the_list_still_count() -> None:
    many = table(added=[MINE])
    many["tables"]["page"]["counts"]["added"] = 700
    assert without_others(many, [table(added=[THEIRS])])["tables"]["page"]["counts"]["added"] == 700


def test_files_that_another_wrote_are_not_the_agents() -> None:
    changes = {"tables": {}, "files": {"added": ["a", "b"]}}
    assert without_others(changes, [{"tables": {}, "files": {"added": ["a"]}}])["files"] == {"added": ["b"]}


def test_who_throws_away_what_another_changed_has_removed_it_alone() -> None:
    theirs = table(changed=[turned(ROW, ROW | {"text": "theirs"})])
    assert without_others(table(removed=[ROW]), [theirs]) == table(removed=[ROW])
    other = ROW | {"id": 2}
    left = without_others(table(removed=[other]), [theirs])
    assert left == table(removed=[other], changed=[turned(ROW | {"text": "theirs"}, ROW)])
