"""What others do meanwhile: when it happens, what it writes, and which checks count then."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import ValidationError

from evaluators import Outcome, collect_all, judge_all
from harness.episode.events import Events, Timing
from harness.episode.limits import Limits, StopRules
from harness.episode.trouble import EpisodeTrouble
from tasks.model import Event, Task
from tests.unit.evaluators.checks_world import task_with

SHOP = "http://shopping.webarium.test"
FORM = """<form id="stock" method="post" action="?save">
<input type="hidden" name="token" value="t1"><input name="stock" value="1">
<textarea name="note">old</textarea><button name="go" value="yes">Save</button></form>"""
SOLD: dict[str, Any] = {
    "event": "the last one is sold",
    "at": f"{SHOP}/basket/",
    "who": {"shopping": "owner"},
    "does": {
        "form": "/stock/",
        "css": "#stock",
        "fill": {"stock": 0, "go": "yes"},
        "append": {"note": ", sold"},
    },
    "seen": [{"changes": {"shopping": {"line": {"added": [{"product": 2}]}}}}],
    "unseen": [{"changes": {"shopping": {"line": {"added": [{"product": 1}]}}}}],
}


@dataclass
class Page:
    """An answer of the shop."""

    text: str
    status_code: int = 200
    cookies: dict[str, str] = field(default_factory=lambda: {"csrf": "c"})


@dataclass
class Shop:
    """A shop with one form; what is sent to it is written."""

    page: Page = field(default_factory=lambda: Page(FORM))
    answer: Page = field(default_factory=lambda: Page("saved"))
    sent: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    writes: bool = True

    def fetch(self, site: str, path: str, *, method: str = "GET", **options: Any) -> Page:
        """The form, or what becomes of it."""
        if method == "GET":
            return self.page
        self.sent.append({"path": path, **options})
        return self.answer

    def changes(self, site: str) -> dict[str, Any]:
        """A line in the basket for each product of the agent's, a row of the stock for each form."""
        stock = [{"id": n} for n, _ in enumerate(self.sent)] if self.writes else []
        tables = {"stock": _added(stock), "line": _added(self.lines)}
        return {"tables": {name: rows for name, rows in tables.items() if rows["added"]}, "files": {}}

    def settle(self, sites: Any = None) -> dict[str, Any]:
        """It rests."""
        return {"shopping": {"settled": True}}

    def sessions(self, site: str) -> dict[str, Any]:
        """One for the owner."""
        return {"owner": {"cookies": [{"name": "sid", "value": "o", "path": "/"}]}}

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        """How many there are."""
        return [{"n": 1}]


def _added(rows: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {"added": len(rows), "removed": 0, "changed": 0}
    return {"added": rows, "removed": [], "changed": [], "counts": counts}


def task(**more: Any) -> Task:
    """A task in which the last one is sold."""
    return task_with({"request": {"url": f"{SHOP}/away/", "count": 0}}, events=[SOLD | more])


def played(shop: Shop, timing: Timing = "due", what: Task | None = None, at: str = "/basket/") -> Events:
    """An episode of two steps."""
    events = Events(what or task(), shop, timing)
    events.begin()
    events.after(1, f"{SHOP}/")
    events.after(2, f"{SHOP}{at}")
    events.after(3, f"{SHOP}{at}")
    events.end()
    return events


def test_it_happens_once_where_it_is_due_and_sends_the_form_as_a_browser_does() -> None:
    shop = Shop()
    (found,) = played(shop).happened
    assert (found.status, found.seen, found.step, found.who) == ("done", True, 2, "owner")
    (sent,) = shop.sent
    assert sent["path"] == f"{SHOP}/stock/?save"
    assert sent["data"] == {"token": ["t1"], "stock": ["0"], "note": ["old, sold"], "go": ["yes"]}
    assert sent["cookies"] == {"sid": "o", "csrf": "c"}
    assert list(found.changes["tables"]) == ["stock"]


@pytest.mark.parametrize(
    ("timing", "at", "status", "seen", "step"),
    [
        ("early", "/basket/", "done", True, 0),
        ("late", "/basket/", "done", False, None),
        ("never", "/basket/", "void", False, None),
        ("due", "/", "done", False, None),
    ],
)
def test_it_may_come_early_late_or_never(
    timing: Timing, at: str, status: str, seen: bool, step: int | None
) -> None:
    (found,) = played(Shop(), timing, at=at).happened
    assert (found.status, found.seen, found.step) == (status, seen, step)


def test_a_step_may_be_named() -> None:
    (found,) = played(Shop(), what=task(at=None, step=3)).happened
    assert (found.step, found.seen) == (3, True)


@pytest.mark.parametrize(
    ("shop", "more", "why"),
    [
        (Shop(page=Page("gone", 404)), {}, "/stock/ answers 404"),
        (Shop(page=Page("<p>none</p>")), {}, "/stock/ has no form '#stock'"),
        (Shop(answer=Page("no", 403)), {}, "the site refused the form with 403"),
        (Shop(writes=False), {}, "the site took the form and wrote nothing"),
        (Shop(), {"does": SOLD["does"] | {"fill": {"price": 1}}}, "the form of /stock/ has no field 'price'"),
        (
            Shop(),
            {"only_if": {"sql": {"site": "shopping", "sql": "SELECT 1", "equals": 7}}},
            "its condition does not hold",
        ),
    ],
)
def test_what_cannot_happen_is_void_and_says_why(shop: Shop, more: dict[str, Any], why: str) -> None:
    shop.writes = shop.writes and shop.answer.status_code < 400
    (found,) = played(shop, what=task(**more)).happened
    assert (found.status, found.seen, found.changes) == ("void", False, {})
    assert why in found.why


def test_a_site_that_breaks_over_it_is_no_outcome() -> None:
    with pytest.raises(EpisodeTrouble):
        played(Shop(answer=Page("oops", 500)))


@pytest.mark.parametrize(
    ("timing", "product", "passes"),
    [("due", 2, True), ("due", 1, False), ("late", 1, True), ("late", 2, False)],
)
def test_its_checks_count_as_it_was_seen_or_not_and_its_rows_are_not_the_agents(
    timing: Timing, product: int, passes: bool
) -> None:
    shop, what = Shop(), task()
    events = played(shop, timing, what)
    shop.lines = [{"id": 1, "product": product}]
    outcome = Outcome(task_id=what.id, events=events.happened)
    judgement = judge_all(what, collect_all(what, shop, outcome))
    assert judgement.passed is passes
    assert [one.check for one in judgement.checks] == ["request", "changes"]


@pytest.mark.parametrize(
    "bad",
    [
        {"step": 3},
        {"at": None},
        {"only_if": {"answer": {"exact": "x"}}},
        {"does": {"form": "/stock/"}},
        {"who": {}},
        {"when": "now"},
    ],
)
def test_an_event_that_nobody_could_play_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Event.model_validate(SOLD | bad)


def test_who_waits_repeats_nothing() -> None:
    rules = StopRules(Limits())
    assert {rules.after({"name": "wait", "seconds": 2}, digest="a", invalid=False) for _ in range(9)} == {
        None
    }
    ends = [rules.after({"name": "scroll"}, digest="a", invalid=False) for _ in range(4)]
    assert ends == [None, None, None, "repeated_action"]


def test_a_long_task_has_room_unless_the_run_says_a_number() -> None:
    long, own = task_with({"changes": "none"}, room=90), task_with({"changes": "none"}, limits={"steps": 80})
    assert Limits().of(long).steps == 90
    assert Limits(steps=40).of(long).steps == 40
    assert Limits(steps=40).of(own).steps == 80
    assert Limits().of(task_with({"changes": "none"}, room=6)).steps == Limits().steps
