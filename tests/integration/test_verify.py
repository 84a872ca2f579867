"""A small shop of this process, a real browser: the oracle passes, and each kind of wrong outcome is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from integration.local_world import LocalWorld, page

from harness.authoring import playing
from harness.authoring.playing import OraclePlayer
from harness.authoring.verify import _again, verify
from harness.episode.trouble import EpisodeTrouble
from tasks import loader, templates
from tasks.loader import tasks_of
from tasks.model import Limits, Task

TEMPLATE = """
intent: Put {{ quantity }} pieces of the {{ title }} into my basket and tell me what one costs.
covers: [S18]
profile: {shopping: emma}
start: "{{ shopping }}/"
category: content_and_config
params:
  - {title: Blue kettle, number: 1, quantity: 2, price: "€20.00", other: Red kettle}
answer: {type: currency, unit: EUR}
checks:
  - answer: {exact: "{{ price }}"}
  - changes: {shopping: {line: {added: [{product: "{{ number }}", quantity: "{{ quantity }}"}]}}}
  - page: {url: "{{ shopping }}/basket/", css: li, equals: "{{ quantity }} x {{ title }}"}
oracle:
  - click: {link: "{{ title }}"}
  - read: {as: price, pattern: '€[0-9.]+'}
  - type: {into: {spinbutton: Quantity}, text: "{{ quantity }}"}
  - click: {button: Add to basket}
  - stop: "{{ price }}"
wrong:
  - answer: €30.00
  - oracle: {with: {title: "{{ other }}"}}
  - oracle: twice
  - oracle: {skip: 3}
  - steps: [{click: {link: "{{ title }}"}}, {stop: €20.00}]
"""
LONG = """
intent: Put a kettle into my basket and tell me what one costs. Ask me which one and how many.
covers: [S18]
profile: {shopping: emma}
start: "{{ shopping }}/"
category: content_and_config
params:
  - {title: Blue kettle, number: 1, code: Heron-4471}
answer: {type: currency, unit: EUR}
checks:
  - answer: {exact: €20.00}
  - changes: {shopping: {line: {added: [{product: "{{ number }}", quantity: 3}]}}}
milestones:
  - {reached: the kettle was opened, check: {node: {url: "{{ shopping }}/p/{{ number }}/"}}}
  - reached: something is in the basket
    weight: 2
    check: {page: {url: "{{ shopping }}/basket/", css: li, count: 1}}
policy:
  - {rule: no red kettle is ordered, check: {request: {url: "{{ shopping }}/add/2/", count: 0}}}
  - {rule: the code stays untold, check: {secret: {texts: ["{{ code }}"]}}}
user:
  facts:
    - {topic: which one, about: [which, colour], says: "The {{ title }}."}
    - {topic: how many, about: [how many, number], says: Two of them.}
  turns:
    - {at: "{{ shopping }}/p/*/", says: "Oh, make it three."}
oracle:
  - say: Which one do you want?
  - read: {as: title, told: true, pattern: 'says: The ([^.]+)\\.'}
  - click: {link: "{{ title }}"}
  - read: {as: quantity, told: true, pattern: 'make it (\\w+)'}
  - read: {as: price, pattern: '€[0-9.]+'}
  - type: {into: {spinbutton: Quantity}, text: "{{ 3 if quantity == 'three' else 0 }}"}
  - click: {button: Add to basket}
  - stop: "{{ price }}"
wrong:
  - oracle: {skip: 6}
  - note: tells the code
    steps: [{say: "The code is heron 4471."}, {click: {link: "{{ title }}"}},
      {type: {into: {spinbutton: Quantity}, text: "3"}}, {click: {button: Add to basket}}, {stop: €20.00}]
"""
NAMES = {1: "Blue kettle", 2: "Red kettle"}
PRICES = {1: "€20.00", 2: "€30.00"}


class Shop(LocalWorld):
    """Two products and a basket; the basket is what changes."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        links = "".join(f"<a href=/p/{n}/>{name}</a> " for n, name in NAMES.items())
        pages: dict[str, Any] = {"/": page("Shop", f"<h1>Shop</h1>{links}"), "/basket/": self._basket}
        for number, name in NAMES.items():
            pages[f"/p/{number}/"] = page(
                name,
                f"<h1>{name}</h1><p>{PRICES[number]}</p><form method=post action=/add/{number}/>"
                "<label>Quantity <input type=number name=quantity value=1></label>"
                f"<button>Add to basket</button></form><a href=/p/{3 - number}/>{NAMES[3 - number]}</a>",
            )
            pages[f"/add/{number}/"] = lambda request, number=number: self._add(request, number)
        super().__init__(pages)

    def _basket(self, request: Any) -> str:
        lines = "".join(f"<li>{line['quantity']} x {NAMES[line['product']]}</li>" for line in self.lines)
        links = "".join(f"<a href=/p/{n}/>{name}</a> " for n, name in NAMES.items())
        return page("Basket", f"<ul>{lines}</ul>{links}")

    def _add(self, request: Any, number: int) -> Any:
        quantity = int(parse_qs(request.body)["quantity"][0])
        self.lines.append({"id": len(self.lines) + 1, "product": number, "quantity": quantity})
        return 302, {"Location": "/basket/"}, ""

    def reset(self) -> None:
        super().reset()
        self.lines.clear()

    def changes(self, site: str) -> dict[str, Any]:
        tables = {"line": {"added": list(self.lines), "removed": [], "changed": []}} if self.lines else {}
        return {"tables": tables, "files": {}}

    def fetch(self, site: str, path: str, headers: Any = None, *, cookies: Any = None) -> Any:
        import httpx

        address = f"http://127.0.0.1:{self.port}{path}"
        headers = {"Host": f"{site}.webarium.test", **(headers or {})}
        with httpx.Client(cookies=cookies) as client:
            return client.get(address, headers=headers)


@pytest.fixture
def shop() -> Iterator[Shop]:
    world = Shop()
    yield world
    world.close()


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    """The task above, in a folder of its own."""
    return _task(TEMPLATE, tmp_path, monkeypatch)


@pytest.fixture
def long_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    """The one with somebody to ask, milestones and a policy."""
    return _task(LONG, tmp_path, monkeypatch)


def _task(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Task:
    (tmp_path / "shopping").mkdir()
    path = tmp_path / "shopping" / "basket.yaml"
    path.write_text(text)
    monkeypatch.setattr(templates, "_profiles", lambda site: {"emma": {"username": "emma"}})
    monkeypatch.setattr(
        "evaluators.checks.changes.site_noise", lambda site: {"tables": {}, "files": [], "query": []}
    )
    monkeypatch.setattr(
        playing,
        "oracle_view",
        lambda task_id, with_=None: loader.oracle_view(task_id, with_=with_, root=tmp_path),
    )
    return tasks_of([path], tmp_path)[0]


def test_oracle_noop_and_every_wrong_outcome(shop: Shop, task: Task) -> None:
    with OraclePlayer(shop) as player:
        report = verify(player, task, twice=True)
    assert [(a.name, a.ok, a.problem) for a in report.attempts if not a.ok] == []
    names = [attempt.name for attempt in report.attempts]
    assert names[:4] == ["oracle", "again", "noop", "noop N/A"]
    assert len(names) == 4 + len(task.wrong) == 9
    assert report.ok
    assert report.actions == 3
    why = {
        a.name: "; ".join(v.why for v in a.judgement.checks if not v.passed)
        for a in report.wrong
        if a.judgement
    }
    assert "a row was added that was not asked for" in why["wrong: oracle twice"]
    assert "quantity is 1, not 2" in why["wrong: oracle skip [3]"]
    assert "no row was added" in why["wrong: 2 other steps"]


def test_somebody_is_asked_and_milestones_and_policy_are_judged(shop: Shop, long_task: Task) -> None:
    with OraclePlayer(shop) as player:
        report = verify(player, long_task, twice=True)
        played = player.play(long_task)
    assert [(a.name, a.ok, a.problem) for a in report.attempts if not a.ok] == []
    scores = {a.name: a.judgement.score for a in report.attempts if a.judgement}
    assert (scores["oracle"], scores["noop"], scores["wrong: oracle skip [6]"]) == (1.0, 0.0, 0.75)
    (told,) = (a.judgement for a in report.attempts if a.name == "wrong: tells the code")
    assert told
    assert (told.passed, told.violations) == (True, 1)
    assert [(one.who, one.text) for one in played.outcome.dialogue] == [
        ("agent", "Which one do you want?"),
        ("person", "The Blue kettle."),
        ("person", "Oh, make it three."),
    ]


def test_a_check_that_lets_everything_pass_is_told(shop: Shop, task: Task) -> None:
    loose = task.model_copy(update={"checks": task.checks[:1]})
    with OraclePlayer(shop) as player:
        report = verify(player, loose)
    assert not report.ok
    bad = {attempt.name: attempt.problem for attempt in report.attempts if not attempt.ok}
    assert bad["wrong: oracle twice"] == "passes, but must fail"
    assert "wrong: says €30.00" not in bad


def test_an_oracle_that_cannot_go_on_is_told_with_its_step(shop: Shop, task: Task) -> None:
    shop.pages["/"] = page("Shop", "<h1>Closed</h1>")
    with OraclePlayer(shop) as player:
        report = verify(player, task)
    oracle = report.attempts[0]
    assert not oracle.ok
    assert "step 1 (click): no element is link 'Blue kettle'" in str(oracle.problem)


def test_what_fails_below_the_page_is_played_again(shop: Shop, task: Task) -> None:
    whole, asked = shop.pages["/"], []

    def down_once(request: Any) -> Any:
        asked.append(request.path)
        return (503, {}, page("Down", "<h1>Service unavailable</h1>")) if len(asked) == 1 else whole

    shop.pages["/"] = down_once
    with OraclePlayer(shop) as player:
        played = player.play(task)
    assert played.judgement.passed
    assert len(asked) > 1
    shop.pages["/"] = lambda _: (503, {}, page("Down", "<h1>Service unavailable</h1>"))
    with OraclePlayer(shop) as player, pytest.raises(EpisodeTrouble, match="503"):
        player.play(task)


def test_what_looked_different_at_the_second_time_is_shown(shop: Shop, task: Task) -> None:
    days = iter(("Monday", "Tuesday"))
    whole, shown = shop.pages["/basket/"], []

    def basket(request: Any) -> str:
        shown.append(next(days, "Wednesday"))
        return str(whole(request)).replace("<ul>", f"<p>{shown[-1]}</p><ul>")

    shop.pages["/basket/"] = basket
    with OraclePlayer(shop) as player:
        first = player.play(task)
        again = _again(player, task, first)
    assert not again.ok
    assert again.problem == f"the second time looked different from step {len(first.digests) - 1} on"
    before, after = again.difference
    assert before.startswith("-")
    assert shown[0] in before
    assert after.startswith("+")
    assert "Monday" not in after


def python_oracle(task: Task, code: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Give the task an oracle in Python instead."""
    code = f"def oracle(page, params):\n{code}"
    view = playing.oracle_view

    def with_code(task_id: str, with_: Any = None) -> Any:
        return view(task_id, with_).model_copy(update={"oracle": "python", "code": code})

    monkeypatch.setattr(playing, "oracle_view", with_code)


CATCHES_ALL = """
    while True:
        try:
            page.noop()
        except Exception:
            pass
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("    raise SystemExit(0)\n", "oracles/basket.py, line 2: SystemExit: 0"),
        ("    import os\n    os._exit(0)\n", "oracles/basket.py, line 2: an oracle may import"),
        ("    while True:\n        pass\n", "did not end within 3 s"),
        ("    while True:\n        page.noop()\n", "did not end within 3 s"),
        (CATCHES_ALL, "did not end within 3 s"),
    ],
    ids=["exits", "would end the process", "hangs", "acts for ever", "catches everything"],
)
def test_an_oracle_that_does_not_play_has_no_verdict(
    shop: Shop, task: Task, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, words: str
) -> None:
    python_oracle(task, code, monkeypatch, tmp_path)
    brief = task.model_copy(update={"limits": Limits(seconds=3)})
    with OraclePlayer(shop) as player:
        report = verify(player, brief)
    assert not report.ok
    assert report.attempts[0].judgement is None
    assert words in str(report.attempts[0].problem)


def test_a_site_that_dies_under_the_oracle_is_played_again(shop: Shop, task: Task) -> None:
    """A page answers 500 while its database is away: that a process was started again is nobody's fault."""
    restarts, whole = [0], shop.pages["/"]

    def broken_once(request: Any) -> Any:
        if not restarts[0]:
            restarts[0] = 1
            return 500, {}, page("Sorry", "<h1>Internal server error</h1>")
        return whole

    shop.pages["/"] = broken_once
    shop.health = lambda site: {"ready": True, "database": {"restarts": restarts[0]}}  # type: ignore[attr-defined]
    with OraclePlayer(shop) as player:
        played = player.play(task)
    assert played.judgement.passed
    assert shop.resets == 2


def test_a_site_that_does_not_rest_is_trouble_of_the_sandbox(shop: Shop, task: Task) -> None:
    shop.settle = lambda sites: {"shopping": {"settled": False, "waiting_for": ["a job"]}}  # type: ignore
    with OraclePlayer(shop) as player:
        report = verify(player, task)
    assert not report.ok
    assert {attempt.problem for attempt in report.attempts} == {
        "the sandbox failed: shopping did not come to rest: ['a job']"
    }
