"""What a run of the oracle tells of a task."""

from __future__ import annotations

from harness.authoring.calibrating import held

PAGES = ["price 12.50 here", "phone 0395 555", "a form", "sent"]


def test_facts_are_held_from_the_page_that_shows_them_to_their_use() -> None:
    assert held("write it down", PAGES, [(2, "12.50"), (2, "0395 555")]) == 2
    assert held("write it down", PAGES, [(0, "12.50"), (1, "0395 555")]) == 1  # one after the other


def test_what_the_task_says_itself_and_what_no_page_shows_is_not_held() -> None:
    assert held("write 12.50 down", PAGES, [(2, "12.50"), (3, "never seen"), (3, "h")]) == 0


def test_a_fact_that_is_used_twice_is_held_until_the_last_time() -> None:
    assert held("", PAGES, [(0, "12.50"), (3, "12.50"), (2, "0395 555")]) == 2
