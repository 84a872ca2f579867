"""Key nodes decide nothing; they tell what was passed and when, and are derived from an oracle's way."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Request, StepRecord
from evaluators.checks.node import key_nodes
from evaluators.nodes import confirmed, derived, in_words, pattern_of, with_nodes
from evaluators.noise import ignorable_terms
from tasks.model import Task
from tests.unit.evaluators.checks_world import DictWorld, task_with

pytestmark = pytest.mark.usefixtures("shop_noise")
SHOP, WIKI = "http://shopping.webarium.test", "http://wiki.webarium.test"
CLICK = {"name": "click", "element": 4}


def task(**fields: Any) -> Task:
    return task_with({"answer": {"facts": ["3"]}}, sites=["shopping", "wiki"], **fields)


def outcome(*pages: str, wrote: dict[int, int] | None = None, actions: Any = None) -> Outcome:
    """An episode that shows a page a step; ``wrote`` has the status of what was sent, by step."""
    return Outcome(
        task_id="t",
        answer="3",
        final_url=pages[-1],
        urls=list(pages),
        visited=[{"url": url, "step": max(0, number - 1), "tab": 0} for number, url in enumerate(pages)],
        steps=[
            StepRecord(url=url, step=number, action=(actions or {}).get(number, CLICK))
            for number, url in enumerate(pages)
        ],
        requests=[
            Request(method="POST", url=f"{SHOP}/send/", status=status, step=step)
            for step, status in (wrote or {}).items()
        ],
    )


def urls(found: Any) -> list[tuple[str, int | None]]:
    return [(str(one.node.url), one.step) for one in found]


def test_what_counts_are_forms_sent_sites_left_and_the_end() -> None:
    way = outcome(
        f"{SHOP}/", f"{WIKI}/lakes", f"{WIKI}/tollense", f"{SHOP}/list/", f"{SHOP}/p/7/", f"{SHOP}/basket/",
        wrote={4: 302},
    )  # fmt: skip
    assert urls(derived(task(), way)) == [
        (f"{WIKI}/tollense", 1),
        (f"{SHOP}/p/7/", 3),
        (f"{SHOP}/basket/", 4),
    ]


def test_a_site_that_is_left_by_its_front_door_counts_with_the_page_before() -> None:
    way = outcome(f"{SHOP}/", f"{SHOP}/p/7/", f"{SHOP}/", f"{WIKI}/lakes", f"{WIKI}/")
    assert urls(derived(task(), way)) == [(f"{SHOP}/p/7/", 0), (f"{WIKI}/lakes", 2)]


@pytest.mark.parametrize(
    ("wrote", "actions"),
    [
        ({}, {}),
        ({1: 500}, {}),  # refused
        ({1: 200}, {1: {"name": "noop"}}),  # the page sends it by itself
    ],
)
def test_what_changes_nothing_counts_for_nothing(wrote: dict[int, int], actions: dict[int, Any]) -> None:
    way = outcome(f"{SHOP}/", f"{SHOP}/p/7/", f"{SHOP}/basket/", wrote=wrote, actions=actions)
    assert urls(derived(task(), way)) == [(f"{SHOP}/basket/", 1)]


def test_pages_of_the_start_and_foreign_ones_count_for_nothing() -> None:
    way = outcome(f"{SHOP}/orders/", "about:blank", f"{SHOP}/orders/", wrote={0: 302})
    assert derived(task(start=[f"{SHOP}/orders/"]), way) == []


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        (f"{SHOP}/p/7/#reviews", f"{SHOP}/p/7/"),
        (f"{SHOP}/search/?q=warm+socks", f"{SHOP}/search/"),
        (f"{SHOP}/search/?q=lamp", f"{SHOP}/search/?q=lamp"),  # the task's own word
        (f"{SHOP}/post.php?post=12", f"{SHOP}/post.php?post=12"),
        (f"{SHOP}/?q=warm+socks", None),
        (f"{SHOP}/", None),
        ("http://example.org/p/", None),
        ("about:blank", None),
    ],
)
def test_an_address_becomes_a_place(url: str, pattern: str | None) -> None:
    assert pattern_of(url, task(params={"thing": "lamp"})) == pattern


def test_noise_is_no_part_of_a_place() -> None:
    noise = next(iter(ignorable_terms(f"{SHOP}/")))
    assert pattern_of(f"{SHOP}/p/7/?{noise}=12", task()) == f"{SHOP}/p/7/"


def test_another_episode_has_to_confirm_a_node() -> None:
    first = outcome(f"{SHOP}/", f"{SHOP}/p/7/", f"{SHOP}/thanks/1/", wrote={1: 302})
    other = outcome(f"{SHOP}/", f"{SHOP}/p/7/", f"{SHOP}/thanks/2/", wrote={1: 302})
    assert [url for url, _ in urls(confirmed(task(), [first]))] == [f"{SHOP}/p/7/", f"{SHOP}/thanks/1/"]
    assert [url for url, _ in urls(confirmed(task(), [first, other]))] == [f"{SHOP}/p/7/"]


def test_key_nodes_are_told_and_decide_nothing() -> None:
    nodes = [
        {"node": {"url": f"{SHOP}/orders/"}, "step": 2},
        {"node": {"url": f"{SHOP}/never/"}, "step": 5},
        {"node": {"role": "button"}},
    ]
    judged = task_with({"node": {"url": f"{SHOP}/"}}, key_nodes=nodes)
    way = outcome(f"{SHOP}/", f"{SHOP}/a/", f"{SHOP}/b/", f"{SHOP}/orders/")
    plain = judge_all(judged, collect_all(judged, DictWorld(), way))
    told = with_nodes(judged, way, plain)
    assert (told.passed, told.score, told.checks) == (True, 1.0, plain.checks)
    assert [(one.decisive, one.passed, one.step, one.oracle_step) for one in told.key_nodes] == [
        (True, True, 0, None),
        (False, True, 2, 2),
        (False, False, None, 5),
        (False, False, None, None),
    ]
    assert key_nodes(told) == {"passed": 2, "all": 4}
    assert key_nodes(with_nodes(task(), way, plain)) is None


def test_an_element_has_the_step_at_which_it_was_acted_on() -> None:
    judged = task_with({"url": f"{SHOP}/"}, key_nodes=[{"node": {"role": "button", "name": "Pay"}}])
    way = outcome(f"{SHOP}/", f"{SHOP}/pay/")
    way.steps[1].target = {"role": "button", "name": "Pay"}
    (one,) = with_nodes(judged, way, judge_all(judged, [])).key_nodes
    assert (one.passed, one.step) == (True, 1)


def test_where_nobody_noted_steps_there_are_none() -> None:
    judged = task_with({"url": f"{SHOP}/"}, key_nodes=[{"node": {"url": f"{SHOP}/orders/"}}])
    way = Outcome(task_id="t", urls=[f"{SHOP}/orders/"])
    (one,) = with_nodes(judged, way, judge_all(judged, [])).key_nodes
    assert (one.passed, one.step) == (True, None)


def test_key_nodes_in_words() -> None:
    nodes = [
        {"url": "http://s/a"},
        {"url": "http://s/", "match": "include", "key": "q"},
        {"role": "button", "name": "Buy"},
        {"css": "#q", "value": "lamp", "url": "http://s/"},
    ]
    shown = task_with({"changes": "none"}, key_nodes=[{"node": one} for one in nodes])
    assert in_words(shown) == [
        "a page was shown at http://s/a",
        "a page was shown whose address contains http://s/ (its query term q)",
        "button 'Buy' was used",
        "(#q) was used, with the value 'lamp', at http://s/",
    ]
