"""A run that goes on is run as it was begun."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer import BadParameter

from harness.agents.model.settings import PROMPTS
from harness.agents.naming import AgentSpec, resolve_agent
from harness.browser.observation import View
from harness.commands.run_options import Options, continued, fresh
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from harness.jsonio import write_json
from harness.run.identity import manifest_of
from harness.run.reader import RunFolder
from harness.run.settings import RunSettings
from reset.backends.base import Part
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from tasks.loader import load_tasks

EXTERNAL = AgentSpec("mine", ["node", "agent.js"], user="nobody", environment=("KEY",), jail="on")
BUILT_IN = AgentSpec(
    "model:m",
    ["python", "-m", "harness.agents.model"],
    lasting=True,
    options={"model": "m", "base_url": "http://127.0.0.1:1/v1"},
)


def write_manifest(settings: RunSettings) -> None:
    write_json(settings.folder / "manifest.json", manifest_of(settings).to_json())


@pytest.mark.parametrize("agent", [EXTERNAL, BUILT_IN], ids=lambda agent: agent.name)
def test_the_manifest_keeps_all_settings(tmp_path: Path, agent: AgentSpec) -> None:
    view, limits = View(frozenset({"html", "screenshot"}), "viewport"), Limits(steps=7, answer_seconds=3)
    settings = RunSettings(
        folder=tmp_path,
        tasks=load_tasks("shopping.order_total.0"),
        agent=agent,
        trials=2,
        episode=EpisodeSettings(view=view, limits=limits),
        factory="a:stand_in",
    )
    write_manifest(settings)
    again = continued(tmp_path, Options())
    assert again.agent == agent
    assert (again.episode.view, again.episode.limits, again.trials) == (view, limits, 2)
    assert again.config == settings.config


def test_a_run_goes_on_with_the_prompts_that_it_began_with(tmp_path: Path) -> None:
    shutil.copytree(PROMPTS, tmp_path / "own")
    options = {"prompts": str(tmp_path / "own"), "base_url": "http://127.0.0.1:1/v1"}
    agent = resolve_agent("model:m", options=options)
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=agent, factory="a:b"))
    assert continued(tmp_path, Options()).agent == agent
    (tmp_path / "own" / "again.md").write_text("Once more.")
    with pytest.raises(WebariumError, match=r"The prompts in .*own are not those that the run began with"):
        continued(tmp_path, Options())


def test_an_older_manifest_jails_whatever_is_not_ours(tmp_path: Path) -> None:
    settings = RunSettings(
        folder=tmp_path, tasks=load_tasks("shopping.order_total.0"), agent=EXTERNAL, factory="a:b"
    )
    write_manifest(settings)
    path = tmp_path / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["agent"]["jail"]
    path.write_text(json.dumps(manifest))
    assert continued(tmp_path, Options()).agent.jail == "on"


def test_a_world_that_ran_before_says_itself_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = {
        name: Part(name, "running", image=f"webarium/{name}:{tag}")
        for name, tag in (("gateway", "1"), ("shopping", "old"))
    }
    world = SimpleNamespace(seed="7", images=lambda: parts, detach=lambda: None)
    monkeypatch.setattr("reset.world.World.attach", lambda name: world)
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=EXTERNAL, world="mine"))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["seed"] == "7"
    assert manifest["images"] == {"gateway": "webarium/gateway:1", "shopping": "webarium/shopping:old"}
    assert manifest["seed"] == "7"


def test_a_manifest_says_the_seed_of_its_worlds(tmp_path: Path) -> None:
    settings = RunSettings(
        folder=tmp_path, tasks=load_tasks("shopping.order_total.0"), agent=EXTERNAL, factory="a:b"
    )
    write_manifest(settings)
    assert json.loads((tmp_path / "manifest.json").read_text())["seed"] == "20260316"
    older = json.loads((tmp_path / "manifest.json").read_text()) | {"seed": "1"}
    del older["schema_version"]  # from before there was one: it said 1 whatever the world was
    (tmp_path / "manifest.json").write_text(json.dumps(older))
    assert continued(tmp_path, Options()).seed == DEFAULT_SEED


def test_a_run_may_go_on_with_fewer_workers(tmp_path: Path) -> None:
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=EXTERNAL, workers=3, factory="a:b"))
    assert continued(tmp_path, Options()).workers == 3
    assert continued(tmp_path, Options(workers=1, given=frozenset({"workers"}))).workers == 1


@pytest.mark.parametrize(
    ("jail", "command"), [("off", "webarium serve, mcp or play --cdp"), ("ours", "drive")]
)
def test_what_somebody_elses_program_played_goes_on_there(tmp_path: Path, jail: Any, command: str) -> None:
    agent = AgentSpec("client", [], jail=jail)
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=agent, factory="a:b"))
    with pytest.raises(WebariumError, match="a program that Webarium did not start") as told:
        continued(tmp_path, Options())
    (tmp_path / "journal.jsonl").touch()
    with pytest.raises(WebariumError, match="has no episodes yet") as empty:
        RunFolder(tmp_path).require()
    for error in (told, empty):
        assert command in str(error.value.remedy)
        assert f"--run {tmp_path}" in str(error.value.remedy)
        assert "eval" not in str(error.value.remedy)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"workers": 2}, "one task at a time"),
        ({"fleet": "ray"}, "A person plays on this machine"),
        ({"store": "folder"}, "--store is for workers of a cluster"),
        ({"fleet": "ray", "world": "mine"}, "The world mine is of this machine"),
    ],
)
def test_a_run_that_goes_on_is_refused_what_a_new_one_is(
    tmp_path: Path, options: dict[str, Any], told: str
) -> None:
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=resolve_agent("human"), factory="a:b"))
    with pytest.raises(WebariumError, match=told):
        continued(tmp_path, Options(**options))
    with pytest.raises(WebariumError, match=told):
        fresh(Options(tasks="shopping.order_total.0", agent="human", **options))


def test_workers_of_a_manifest_must_fit_this_machine_too(tmp_path: Path) -> None:
    tasks = load_tasks("shopping.order_total.0")
    write_manifest(RunSettings(folder=tmp_path, tasks=tasks, agent=EXTERNAL, workers=99_999, factory="a:b"))
    with pytest.raises(BadParameter, match="99,999 workers"):
        continued(tmp_path, Options())
    assert continued(tmp_path, Options(fleet="ray")).workers == 99_999
    assert continued(tmp_path, Options(world="mine")).world == "mine", "which takes one"
