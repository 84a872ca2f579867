"""Answers belong to data: a run on other data is computed again, and refused where answers differ."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.episode.stage import Stage
from harness.run import binding
from harness.run.binding import _mark as mark_of
from harness.run.binding import unlike
from harness.run.runner import Runner
from harness.run.settings import RunError, RunSettings
from reset.world import Record
from sites.errors import WebariumError
from tasks.editions import Edition
from tasks.loader import load_tasks

SALTED = Edition(salt="3")
AGENT = AgentSpec("oracle", [])
GOOD = Path(__file__).resolve().parents[2] / "data" / "tasks" / "good"


class Checked:
    """``check_data`` with the data that are bound and held, and with what computing again comes to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.bound, self.held = {"shopping": "d1"}, {"shopping": "d1"}
        self.absent: set[str] = set()
        self.unlike: dict[str, str] = {}
        self.computed: list[str] = []
        self.said: list[str] = []
        self.settings = RunSettings(
            folder=folder / "run",
            tasks=load_tasks("shopping.order_total,shopping.tracking_number"),
            agent=AGENT,
        )
        self.root = folder / "tasks"
        monkeypatch.setattr(binding, "bound_data", lambda edition, root: self.bound)
        monkeypatch.setattr(binding, "_held", lambda settings: (self.held, self.absent))
        monkeypatch.setattr(binding, "_world", self._world)
        monkeypatch.setattr(binding, "unlike", self._unlike)
        monkeypatch.setattr(binding, "_mark", lambda name, *_: f"{name}{sorted(self.held.items())}")

    @contextmanager
    def _world(self, settings: Any, names: list[str]) -> Iterator[None]:
        yield

    def _unlike(self, name: str, *_: Any) -> str:
        self.computed.append(name)
        return self.unlike.get(name, "")

    def __call__(self) -> None:
        binding.check_data(self.settings, self.said.append, self.root)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Checked:
    """Nothing differs."""
    return Checked(monkeypatch, tmp_path)


def test_on_its_own_data_nothing_is_computed(checked: Checked) -> None:
    checked()
    assert (checked.computed, checked.said) == ([], [])


def test_without_a_release_nothing_is_bound(checked: Checked) -> None:
    checked.bound, checked.held = {}, {"shopping": "d2"}
    checked()
    assert checked.computed == []


def test_the_same_answers_on_other_data_are_accepted_and_said_once_computed(checked: Checked) -> None:
    checked.held = {"shopping": "d2"}
    checked()
    assert checked.computed == ["shopping.order_total", "shopping.tracking_number"]
    assert checked.said[-1].startswith("warning: the data of shopping are not those of the locks")
    checked()  # it is known by now
    assert len(checked.computed) == 2
    assert len(checked.said) == 3


@pytest.mark.parametrize("held", [{"shopping": "d2"}, {}])
def test_other_answers_are_refused(checked: Checked, held: dict[str, str]) -> None:
    checked.held = held
    checked.unlike["shopping.order_total"] = "shopping.order_total.0 (total)"
    for _ in range(2):
        with pytest.raises(
            RunError, match=r"not those of this world's data: shopping.order_total.0 \(total\)"
        ):
            checked()
    assert checked.computed.count("shopping.order_total") == 2


def test_what_is_not_built_yet_is_looked_at_later(checked: Checked) -> None:
    checked.held, checked.absent = {}, {"shopping"}
    checked()
    assert checked.computed == []
    checked.held, checked.absent = {"shopping": "d2"}, set()
    checked()
    assert checked.computed


def test_what_has_no_lock_was_computed_from_no_data(
    checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "_mark", mark_of)
    checked.held = {"shopping": "d2"}
    checked()
    assert (checked.computed, checked.said) == ([], [])
    lock = checked.root / "answers.lock" / "shopping" / "order_total.json"
    lock.parent.mkdir(parents=True)
    lock.write_text("{}")
    checked()
    assert checked.computed == ["shopping.order_total"]


def test_what_was_computed_for_one_task_says_nothing_of_its_siblings(
    checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "_mark", mark_of)
    checked.held = {"shopping": "d2"}
    lock = checked.root / "answers.lock" / "shopping" / "order_total.json"
    lock.parent.mkdir(parents=True)
    lock.write_text("{}")
    everything = checked.settings
    checked.settings = replace(everything, tasks=load_tasks("shopping.order_total.0"))
    checked()
    checked()
    assert checked.computed == ["shopping.order_total"]
    checked.settings = everything
    checked()
    assert checked.computed == ["shopping.order_total"] * 2


def test_without_a_lock_there_is_nothing_to_compare_with(checked: Checked) -> None:
    shutil.copytree(GOOD, checked.root)
    assert unlike("shopping.order_total", checked.settings, None, checked.root) == ""


def test_a_run_is_of_the_world_of_its_tasks(tmp_path: Path) -> None:
    (task, *_) = load_tasks("shopping.order_total")
    other = task.model_copy(update={"id": f"{task.id}:s7.k3"})
    settings = RunSettings(folder=tmp_path, tasks=[other], agent=AGENT)
    assert (str(settings.seed), settings.edition.salt) == ("7", "3")


def test_a_running_world_of_another_seed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.__new__(Record)
    for name, value in {"name": "mine", "sites": ["shopping"], "seed": "7"}.items():
        object.__setattr__(record, name, value)
    monkeypatch.setattr(Record, "load", lambda name: record)
    settings = RunSettings(
        folder=tmp_path / "run", tasks=load_tasks("shopping.order_total"), agent=AGENT, world="mine"
    )
    with pytest.raises(
        RunError, match="'mine' is of seed 7, but the answers of the tasks are of seed 20260316"
    ):
        Runner(settings).run()
    assert not (tmp_path / "run").exists()


def test_a_salt_is_bound_to_what_it_was_drawn_from(tmp_path: Path) -> None:
    assert binding.bound_data(SALTED, tmp_path / "tasks") == {}


def test_a_task_of_another_world_is_not_begun(tmp_path: Path) -> None:
    (task, *_) = load_tasks("shopping.order_total")
    world = SimpleNamespace(seed="7", reset=lambda: pytest.fail("it is another world"))
    with pytest.raises(WebariumError, match="belongs to seed 20260316, and this world is of seed 7"):
        Stage(task, world).begin()


def test_a_dead_site_of_a_kept_world_holds_what_its_image_holds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sites = [SimpleNamespace(name="shopping"), SimpleNamespace(name="home")]
    label = {"webarium.data": "d2"}
    world = SimpleNamespace(
        sites=sites, dead=lambda: ["shopping"], detach=lambda: None,
        images=lambda: {"home": SimpleNamespace(labels=label)},
    )  # fmt: skip
    monkeypatch.setattr("reset.world.World.attach", lambda name: world)
    monkeypatch.setattr("reset.images.held_data", lambda those, *, seed: {site.name: "d1" for site in those})
    settings = RunSettings(
        folder=tmp_path / "run", tasks=load_tasks("shopping.order_total"), agent=AGENT, world="kept"
    )
    assert binding._held(settings) == ({"home": "d2", "shopping": "d1"}, set())
