"""A run that goes on is run as it was begun."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.agents.process import AgentSpec
from harness.episode import EpisodeSettings
from harness.evaluation import Options, continued
from harness.limits import Limits
from harness.observation import View
from harness.runner import Runner, RunSettings
from tasks.loader import load_tasks

EXTERNAL = AgentSpec("mine", ["node", "agent.js"], user="nobody", environment=("KEY",), confined=True)
BUILT_IN = AgentSpec(
    "model:m", ["python", "-m", "harness.agents.model"], lasting=True, options={"model": "m"}
)


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
    Runner(settings)._write_manifest()
    again = continued(tmp_path, Options())
    assert again.agent == agent
    assert (again.episode.view, again.episode.limits, again.trials) == (view, limits, 2)
    assert again.config == settings.config


def test_an_older_manifest_confines_whatever_is_not_ours(tmp_path: Path) -> None:
    settings = RunSettings(
        folder=tmp_path, tasks=load_tasks("shopping.order_total.0"), agent=EXTERNAL, factory="a:b"
    )
    Runner(settings)._write_manifest()
    path = tmp_path / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["agent"]["confined"]
    path.write_text(json.dumps(manifest))
    assert continued(tmp_path, Options()).agent.confined is True


def test_a_world_that_ran_before_says_itself_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = {
        "gateway": ["webarium/gateway:latest", "webarium/gateway:1"],
        "shopping": ["webarium/shopping:old"],
    }

    def container(part: str) -> SimpleNamespace:
        return SimpleNamespace(image=SimpleNamespace(tags=tags[part]))

    monkeypatch.setattr("reset.world.World.attach", lambda name: SimpleNamespace(container=container))
    tasks = load_tasks("shopping.order_total.0")
    Runner(RunSettings(folder=tmp_path, tasks=tasks, agent=EXTERNAL, world="mine"))._write_manifest()
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["images"] == {"gateway": "webarium/gateway:1", "shopping": "webarium/shopping:old"}
