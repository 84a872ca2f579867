"""Row-level changes: what was asked for and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import unsound
from tests.unit.evaluators.checks_world import DictWorld, task_with, verdict_on

pytestmark = pytest.mark.usefixtures("shop_noise")

LINE = {"id": 5, "product_id": 7, "quantity": 2, "note": "Ring twice, please"}


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    columns = [name for name in before if before[name] != after[name]]
    return {"key": before["id"], "before": before, "after": after, "columns": columns}


def _verdict(rules: Any, **tables: Any) -> Any:
    full = {name: {"added": [], "removed": [], "changed": [], **change} for name, change in tables.items()}
    return verdict_on({"changes": rules}, DictWorld(changed=full))


def _shop(**tables: Any) -> Any:
    return {"shopping": tables}


def test_nothing_was_written() -> None:
    assert _verdict("none").passed
    assert _verdict({"shopping": "none"}).passed
    verdict = _verdict("none", basket_line={"added": [LINE]})
    assert not verdict.passed
    assert verdict.found == "shopping.basket_line: 1 added"
    assert "shopping.basket_line: 1 added, 0 expected" in verdict.why
    assert "product_id=7" in verdict.why


@pytest.mark.parametrize(
    "rule",
    [
        1,
        "any",
        "1",
        [{"product_id": 7}],
        [{"product_id": "7", "quantity": 2}],
        [{"quantity": {"between": [1, 2]}}],
        [{"quantity": {"one_of": [1, 2]}, "product_id": {"not": 8}, "id": {"any": True}}],
        [{"note": {"contains": ["ring TWICE", "please"]}}],
        [{"note": {"text": "ring  twice, please"}}],
        [{"note": {"like": "Ring*"}}],
    ],
)
def test_rules_that_fit_an_added_row(rule: Any) -> None:
    assert _verdict(_shop(basket_line={"added": rule}), basket_line={"added": [LINE]}).passed


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (0, "1 added, 0 expected"),
        (2, "1 added, 2 expected"),
        ([{"product_id": 8}], "product_id is 7, not 8"),
        ([{"product_id": 7, "quantity": 1}], "quantity is 2, not 1"),
        ([{"product_id": {"not": 7}}], 'product_id is 7, not {"not": 7}'),
        ([{"note": {"contains": "lease"}}], "note is"),
        ([{"colour": "red"}], "there is no column colour"),
        ([{"product_id": 7}, {"product_id": 7}], 'no row was added with {"product_id": 7}'),
        ([], "a row was added that was not asked for"),
    ],
)
def test_rules_that_do_not_fit_say_why(rule: Any, words: str) -> None:
    verdict = _verdict(_shop(basket_line={"added": rule}), basket_line={"added": [LINE]})
    assert not verdict.passed
    assert words in verdict.why


def test_done_twice_fails() -> None:
    twice = {"added": [LINE, {**LINE, "id": 6}]}
    verdict = _verdict(_shop(basket_line={"added": [{"product_id": 7, "quantity": 2}]}), basket_line=twice)
    assert "a row was added that was not asked for [id=6" in verdict.why


def test_every_matcher_gets_a_row_of_its_own() -> None:
    """The first matcher fits both rows; it must leave the second row to the second matcher."""
    rows = [{"id": 1, "product_id": 7, "quantity": 2}, {"id": 2, "product_id": 7, "quantity": 5}]
    rule = {"added": [{"product_id": 7}, {"product_id": 7, "quantity": 2}]}
    assert _verdict(_shop(basket_line=rule), basket_line={"added": rows}).passed


def test_changed_rows_name_the_columns_that_may_differ() -> None:
    before = {"id": 3, "name": "Emma", "phone": "0395 1", "city": "Waren"}
    change = {"changed": [_changed(before, {**before, "phone": "0395 2"})]}
    assert _verdict(_shop(address={"changed": [{"phone": "0395 2"}]}), address=change).passed
    assert _verdict(
        _shop(address={"changed": [{"phone": "0395 2", "before": {"id": 3}}]}), address=change
    ).passed
    assert _verdict(_shop(address={"changed": 1}), address=change).passed
    other = _verdict(_shop(address={"changed": [{"phone": "0395 2", "before": {"id": 4}}]}), address=change)
    assert "id was 3, not 4" in other.why
    both = {"changed": [_changed(before, {**before, "phone": "0395 2", "city": "Berlin"})]}
    verdict = _verdict(_shop(address={"changed": [{"phone": "0395 2"}]}), address=both)
    assert "city changed too" in verdict.why
    for only in ("any", ["city"]):
        assert _verdict(_shop(address={"changed": [{"phone": "0395 2", "only": only}]}), address=both).passed


def test_leading_zeros_are_not_lost_in_comparison() -> None:
    row = {"id": 1, "postcode": "01234"}
    assert not _verdict(_shop(address={"added": [{"postcode": "1234"}]}), address={"added": [row]}).passed
    assert _verdict(_shop(address={"added": [{"postcode": "01234"}]}), address={"added": [row]}).passed


@pytest.mark.parametrize(
    ("want", "found", "passed"),
    [
        ({"like": "*[1]*"}, "see [1] below", True),
        ({"like": "*[1]*"}, "see 1 below", False),
        ({"like": "What?"}, "What?", True),
        ({"like": "What?"}, "What!", False),
        ({"like": "[ab]*"}, "a", False),
        ("1.10", "1.1", False),
        (1.1, "1.10", False),
        ({"number": 12}, "12.00", True),
        ({"number": "12.5"}, "12.50", True),
        ({"number": 12}, "12.01", False),
        ({"number": {"min": 2, "below": 3}}, "2.50", True),
        ({"number": 12}, "", False),
        ({"number": {"min": 10}}, "1_2", False),
        ({"between": [1, 9]}, "5.50", True),
        ({"between": ["1", "9"]}, 9, True),
        ({"between": [1, 9]}, "10", False),
        ({"between": [1, 9]}, "5 apples", False),
        ({"between": [10, 20]}, "1_2", False),
        ({"between": [1, 9]}, None, False),
        ({"between": ["2026-03-16 00:00", "2026-03-16 00:02"]}, "2026-03-16 00:01:30", True),
        ({"between": ["2026-03-16 00:00", "2026-03-16 00:02"]}, "2026-03-16 00:03", False),
        ({"contains": "€5"}, "It is €5.99", False),
    ],
)
def test_what_a_column_may_hold(want: Any, found: Any, passed: bool) -> None:
    row = {"id": 1, "note": found}
    assert _verdict(_shop(address={"added": [{"note": want}]}), address={"added": [row]}).passed == passed


def test_other_tables_must_be_untouched_unless_named() -> None:
    order = {"order_order": {"added": [{"id": 1}]}, "order_line": {"added": [{"id": 1}, {"id": 2}]}}
    verdict = _verdict(_shop(order_order={"added": 1}), **order)
    assert "order_line: 2 added, 0 expected" in verdict.why
    assert _verdict(_shop(**{"order_order": {"added": 1}, "order_*": "any"}), **order).passed
    missing = _verdict(_shop(order_order={"added": 1}))
    assert "order_order: 0 added, 1 expected" in missing.why


def test_an_exact_name_goes_before_a_pattern() -> None:
    verdict = _verdict(
        _shop(**{"order_*": "any", "order_order": {"added": 2}}), order_order={"added": [{"id": 1}]}
    )
    assert "order_order: 1 added, 2 expected" in verdict.why


def test_noise_does_not_count() -> None:
    before = {"id": 1, "last_login": "2026-03-01", "email": "a@b.example"}
    quiet = {"changed": [_changed(before, {**before, "last_login": "2026-03-16"})]}
    assert _verdict("none", auth_user=quiet, django_session={"added": [{"key": 1}]}).passed
    loud = {"changed": [_changed(before, {**before, "last_login": "2026-03-16", "email": "x@b.example"})]}
    verdict = _verdict("none", auth_user=loud)
    assert "email: a@b.example -> x@b.example" in verdict.why
    assert "last_login" not in verdict.why


def test_counts_are_right_where_lists_are_cut_off() -> None:
    many = {"added": [LINE] * 3, "counts": {"added": 900, "removed": 0, "changed": 0}}
    assert _verdict(_shop(basket_line={"added": 900}), basket_line=many).passed
    assert not _verdict(_shop(basket_line={"added": 3}), basket_line=many).passed


def test_rows_that_are_not_listed_count_beside_a_sites_own() -> None:
    before = {"id": 1, "last_login": "2026-03-01", "email": "a@b.example"}
    own = [_changed(before, {**before, "last_login": "2026-03-16"})] * 3
    beyond = {"changed": own, "counts": {"added": 700, "removed": 0, "changed": 5}}
    verdict = _verdict("none", auth_user=beyond)
    assert "auth_user: 700 added, 0 expected" in verdict.why
    assert "auth_user: 2 changed, 0 expected" in verdict.why
    assert verdict.status == "fail"
    assert _verdict("none", auth_user={"changed": own, "counts": {"changed": 3}}).passed


def test_whether_rows_that_are_not_listed_are_a_sites_own_is_undecided() -> None:
    before = {"id": 1, "last_login": "2026-03-01", "email": "a@b.example"}
    own = [_changed(before, {**before, "last_login": "2026-03-16"})] * 3
    cut = {"changed": own, "counts": {"added": 0, "removed": 0, "changed": 5}}
    verdict = _verdict("none", auth_user=cut)
    assert (verdict.passed, verdict.status) == (False, "undecided")
    assert verdict.why.startswith("shopping.auth_user: 2 changed, 0 expected; ")
    assert "may be the site's own" in verdict.why
    assert _verdict(_shop(auth_user={"changed": 2}), auth_user=cut).status == "undecided"
    assert _verdict(_shop(auth_user={"changed": "any"}), auth_user=cut).status == "pass"
    loud = [_changed(before, {**before, "email": "x@b.example"})]
    assert _verdict("none", auth_user=cut | {"changed": own + loud}).status == "fail"
    assert _verdict("none", auth_user=cut | {"changed": loud}).status == "fail"


def test_rows_of_an_event_are_compared_without_a_sites_own_columns() -> None:
    row = {"id": 9, "email": "a@b.example", "last_login": "2026-03-16"}
    added = {"added": [row], "removed": [], "changed": [], "counts": {"added": 1}}
    event = {"tables": {"auth_user": {**added, "added": [row | {"last_login": None}]}}, "files": {}}
    happened = {"event": "somebody joins", "site": "shopping", "status": "done", "changes": event}
    world = DictWorld(changed={"auth_user": added})
    assert verdict_on({"changes": "none"}, world, events=[happened]).passed


def test_rows_that_are_not_listed_are_none_of_those_that_were_asked_for() -> None:
    many = {"added": [LINE], "counts": {"added": 3, "removed": 0, "changed": 0}}
    verdict = _verdict(_shop(basket_line={"added": [{"quantity": 2}]}), basket_line=many)
    assert verdict.why == "shopping.basket_line: 2 more rows were added than are listed"


@pytest.mark.parametrize("rule", [{"added": 2}, {"added": [{"id": 1}]}, {"removed": "1"}])
def test_a_pattern_that_asks_for_rows_is_refused(rule: dict[str, Any]) -> None:
    ((_, why),) = unsound(task_with({"changes": _shop(**{"order_*": rule})}))
    assert "the pattern order_* asks for rows" in why.message


@pytest.mark.parametrize("rule", ["any", {"added": "any", "removed": 0}, {"changed": []}])
def test_a_pattern_may_allow_rows(rule: Any) -> None:
    assert not unsound(task_with({"changes": _shop(**{"order_*": rule, "basket_line": {"added": 1}})}))


def test_an_altered_table_fails() -> None:
    verdict = _verdict("none", evil={"definition": True})
    assert "created, dropped or altered" in verdict.why


def test_a_table_without_changes_is_looked_up_with_every_column_that_its_rule_names() -> None:
    world = DictWorld(changed={"basket_line": {"added": [], "removed": [], "changed": [], "counts": {}}})
    rules = {
        "basket_line": {"added": "any"},
        "order_*": {"changed": "any"},
        "files": {"added": 0},
        "order_order": {
            "added": [{"total": 5}],
            "changed": [{"status": "Sent", "before": {"number": 7}, "only": ["status", "da`te"]}],
        },
        "voucher": {"removed": 0},
    }
    verdict_on({"changes": {"shopping": rules}}, world)
    assert [one[2] for one in world.asked if one[0] == "query"] == [
        "SELECT `da``te`, `number`, `status`, `total` FROM `order_order` WHERE 1 = 0",
        "SELECT 1 FROM `voucher` WHERE 1 = 0",
    ]
