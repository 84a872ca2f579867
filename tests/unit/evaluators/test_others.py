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


@pytest.mark.parametrize(
    ("all_", "theirs", "left"),
    [
        ({"added": ["a", "b"]}, {"added": ["a"]}, {"added": ["b"]}),
        ({}, {"added": ["a"]}, {"removed": ["a"]}),
        ({"removed": ["a"]}, {"removed": ["a"]}, {}),
        ({}, {"removed": ["a"]}, {"added": ["a"]}),
        ({"changed": ["a"]}, {"changed": ["a", "b"]}, {"changed": ["b"]}),
        ({"added": ["a"]}, {"changed": ["a"]}, {"added": ["a"]}),
        ({"removed": ["a"]}, {"changed": ["a"]}, {"removed": ["a"]}),
    ],
)
def test_files_that_another_wrote_are_not_the_agents(
    all_: dict[str, list[str]], theirs: dict[str, list[str]], left: dict[str, list[str]]
) -> None:
    changes, event = ({"tables": {}, "files": files} for files in (all_, theirs))
    assert without_others(changes, [event])["files"] == left


def test_who_throws_away_what_another_changed_has_removed_it_alone() -> None:
    theirs = table(changed=[turned(ROW, ROW | {"text": "theirs"})])
    assert without_others(table(removed=[ROW]), [theirs]) == table(removed=[ROW | {"text": "theirs"}])
    other = ROW | {"id": 2}
    left = without_others(table(removed=[other]), [theirs])
    assert left == table(removed=[other], changed=[turned(ROW | {"text": "theirs"}, ROW)])


def test_what_another_writes_into_a_new_row_is_not_who_added_its() -> None:
    event = table(changed=[turned(ROW, ROW | {"edits": 6})])
    assert without_others(table(added=[ROW | {"edits": 6}]), [event]) == table(added=[ROW])
    over = ROW | {"edits": 6, "text": "mine"}
    assert without_others(table(added=[over]), [event]) == table(added=[ROW | {"text": "mine"}])
    both = table(added=[ROW | {"edits": 6}], removed=[ROW])  # an event that wrote over what the agent added
    assert without_others(table(added=[over]), [both]) == table(added=[ROW | {"text": "mine"}])


def test_what_one_event_adds_and_the_next_one_changes_is_none_of_the_agents() -> None:
    events = [table(added=[ROW]), table(changed=[turned(ROW, ROW | {"edits": 6})])]
    assert without_others(table(added=[ROW | {"edits": 6}]), events) == NOTHING


def test_what_the_agent_wrote_into_a_row_that_another_removes_stays_its() -> None:
    mine = ROW | {"text": "mine"}
    left = without_others(table(removed=[ROW]), [table(removed=[mine])])
    assert left == table(changed=[turned(ROW, mine)])
    # what the event wrote is made out in the same way: of all that there is, less what there was before
    event = without_others(table(removed=[ROW]), [table(changed=[turned(ROW, mine)])])
    assert event == table(removed=[mine])


def test_rows_of_several_with_one_first_column_are_told_apart_by_all_they_hold() -> None:
    links = [{"page": 1, "tag": tag} for tag in (1, 2, 3)]
    left = without_others(table(removed=links[:2]), [table(removed=links[1:])])
    assert left == table(removed=links[:1], added=links[2:])


def test_a_column_that_the_site_writes_by_itself_makes_no_other_row() -> None:
    seen = THEIRS | {"views": 3}
    event = table(added=[THEIRS | {"views": 0}])
    assert without_others(table(added=[seen]), [event], {"page": ["views"]}) == NOTHING
    assert without_others(table(added=[seen]), [event], {"page": ["text"]}) != NOTHING
