"""What a run is made of: whatever may change a result is part of it, and a run goes on only as the same."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from recorded import files_of

from harness.agents.naming import AgentSpec, resolve_agent
from harness.browser.observation import View
from harness.episode.limits import Limits
from harness.episode.settings import EpisodeSettings
from harness.fleet.local import Event
from harness.jsonio import write_json
from harness.run import identity
from harness.run.identity import differences, manifest_of
from harness.run.models import Manifest
from harness.run.reader import read_manifest
from harness.run.runner import Runner
from harness.run.settings import RunError, RunSettings
from tasks.loader import load_tasks


def settings(folder: Path, agent: AgentSpec, **more: Any) -> RunSettings:
    values = {"tasks": load_tasks("shopping.order_total"), "factory": "a:stand_in"} | more
    return RunSettings(folder=folder, agent=agent, **values)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "agents" / "mine.py"
    path.parent.mkdir()
    path.write_text("import helper\n")
    (path.parent / "helper.py").write_text("x = 1\n")
    return path


def after(folder: Path, script: Path, before: Manifest, **more: Any) -> list[str]:
    return differences(before, manifest_of(settings(folder, resolve_agent(str(script)), **more)))


def test_the_same_again_is_the_same(tmp_path: Path, script: Path) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    assert after(tmp_path, script, before, workers=2, trials=3, selection="other words") == []


@pytest.mark.parametrize("name", ["mine.py", "helper.py", "new.py"])
def test_an_edited_agent_is_another_one(tmp_path: Path, script: Path, name: str) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    (script.parent / name).write_text("x = 2\n")
    assert after(tmp_path, script, before) == ["the agent's files were changed"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"jail": "off"}, "the agent's jail is off, not on"),
        ({"network": ("api.example.com:443",)}, "the agent's network is api.example.com:443, not none"),
        ({"binds": ("/usr/share",)}, "what is bound into the agent's jail is something else"),
    ],
)
def test_how_an_agent_is_shut_in_is_part_of_the_run(
    tmp_path: Path, script: Path, change: dict[str, Any], told: str
) -> None:
    agent = resolve_agent(str(script))
    before = manifest_of(settings(tmp_path, agent))
    other = dataclasses.replace(agent, **change)
    assert differences(before, manifest_of(settings(tmp_path, other))) == [told]
    assert settings(tmp_path, agent).config != settings(tmp_path, other).config


def test_files_of_another_kind_beside_an_agent_do_not_matter(tmp_path: Path, script: Path) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    (script.parent / "notes.txt").write_text("x")
    (script.parent / "__pycache__").mkdir()
    (script.parent / "__pycache__" / "mine.py").write_text("x")
    assert after(tmp_path, script, before) == []


def test_prompts_of_the_model_agent_are_files_of_it(tmp_path: Path) -> None:
    found = manifest_of(settings(tmp_path, resolve_agent("model:any")))
    other = manifest_of(settings(tmp_path, resolve_agent("oracle")))
    assert found.agent.files
    assert found.agent.files != other.agent.files


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"episode": EpisodeSettings(view=View(frozenset({"html"})))}, "the observation is html, not axtree"),
        ({"episode": EpisodeSettings(limits=Limits(steps=7))}, "the limit steps is 7, not 30"),
        ({"tasks": "shopping.order_total.0"}, "the tasks are others: 2 less"),
        ({"tasks": "shopping.order_total,shopping.big_orders"}, "more"),
    ],
)
def test_what_differs_is_named(tmp_path: Path, script: Path, change: dict[str, Any], told: str) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    if isinstance(change.get("tasks"), str):
        change = {"tasks": load_tasks(change["tasks"])} if "big" not in change["tasks"] else {
            "tasks": load_tasks("shopping.order_total") + load_tasks("one-per-template")[:1]
        }  # fmt: skip
    (found,) = after(tmp_path, script, before, **change)
    assert told in found


def test_a_changed_option_text_seed_or_image_is_named(tmp_path: Path, script: Path) -> None:
    agent = resolve_agent(str(script), options={"model": "a"})
    before = manifest_of(settings(tmp_path, agent)).model_copy(
        update={"image_ids": {"shopping": "sha256:1"}, "seed": "7", "tasks_hash": "0" * 16}
    )
    now = manifest_of(settings(tmp_path, dataclasses.replace(agent, options={"model": "b"}))).model_copy(
        update={"image_ids": {"shopping": "sha256:2"}}
    )
    assert differences(before, now) == [
        "the agent's option model is 'b', not 'a'",
        "the tasks have the same names, but their texts, answers or checks were changed",
        "the seed is 20260316, not 7",
        "the images of shopping are others",
    ]


def test_an_older_manifest_lacks_what_it_cannot_differ_in(tmp_path: Path, script: Path) -> None:
    now = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    data = now.to_json()
    del data["agent"]["files"], data["image_ids"], data["tasks_hash"], data["seed"]
    assert differences(Manifest.read(data), now) == []


def test_a_run_is_not_continued_as_another(tmp_path: Path, script: Path) -> None:
    first = settings(tmp_path, resolve_agent(str(script)))
    before = manifest_of(first)
    script.write_text("import helper, os\n")
    with pytest.raises(RunError, match="the agent's files were changed"):
        manifest_of(first, before)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"agent": {"name": "another", "command": ["another"]}}, "the agent is .*, not another"),
        ({"tasks": ["shopping.deals.0"]}, "the tasks are others"),
        ({"sites": ["hoem"]}, "the sites are shopping, not hoem"),
    ],
)
def test_a_conflict_is_told_before_the_engine_is_asked(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], told: str
) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script))))
    asked: list[RunSettings] = []
    monkeypatch.setattr("harness.run.identity._worlds", asked.append)
    with pytest.raises(RunError, match=told):
        manifest_of(settings(tmp_path, resolve_agent(str(script))), Manifest.read(before.to_json() | change))
    assert not asked


def test_a_run_that_goes_on_says_what_it_was_begun_with(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = settings(tmp_path, resolve_agent(str(script)))
    told: dict[str, Any] = {
        "code": "0123456789ab",
        "webarium": "0.1",
        "release": "2026.1",
        "protection": "shut in",
    }
    told |= {"browser": "157.0", "image_ids": {"shopping": "sha256:1"}, "packages": {"shopping": "p"}}
    before = manifest_of(mine).model_copy(update=told)
    after = manifest_of(mine, before)
    assert {name: getattr(after, name) for name in told} == told
    assert len(after.resumed) == 1
    worlds = identity._Worlds(image_ids={"shopping": "sha256:1", "gateway": "sha256:2"})
    monkeypatch.setattr(identity, "_worlds", lambda settings: worlds)
    assert manifest_of(mine, before).image_ids == worlds.image_ids, "what is known now is known better"


def test_what_is_carried_over_hides_no_other_image(
    tmp_path: Path, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = settings(tmp_path, resolve_agent(str(script)))
    before = manifest_of(mine).model_copy(
        update={"images": {"shopping": "webarium/shopping:1"}, "image_ids": {"shopping": "sha256:1"}}
    )
    worlds = identity._Worlds(images={"shopping": "webarium/shopping:2"})
    monkeypatch.setattr(identity, "_worlds", lambda settings: worlds)
    with pytest.raises(RunError, match="the images of shopping are others"):
        manifest_of(mine, before)


def test_binds_are_the_same_in_any_order(tmp_path: Path, script: Path) -> None:
    one = dataclasses.replace(resolve_agent(str(script)), binds=("/usr/share", "/usr/lib:rw"))
    other = dataclasses.replace(one, binds=one.binds[::-1])
    assert one.config == other.config
    before = manifest_of(settings(tmp_path, one))
    assert differences(before, manifest_of(settings(tmp_path, other), before)) == []


@pytest.mark.parametrize(("was", "now"), [({"temperature": 1}, {"temperature": 1.0}), ({"x": None}, {})])
def test_a_run_never_goes_on_under_another_config(
    tmp_path: Path, script: Path, was: dict[str, Any], now: dict[str, Any]
) -> None:
    before = manifest_of(settings(tmp_path, resolve_agent(str(script), options=was)))
    other = settings(tmp_path, resolve_agent(str(script), options=now))
    assert other.config != before.config, "so no line of its journal would count"
    with pytest.raises(RunError, match="the agent's configuration is another"):
        manifest_of(other, before)


def test_a_run_does_not_lose_trials(tmp_path: Path, script: Path) -> None:
    agent = resolve_agent(str(script))
    twice = settings(tmp_path / "one", agent, trials=2)
    twice.folder.mkdir()
    write_json(twice.folder / "manifest.json", manifest_of(twice).to_json())
    before = files_of(twice.folder)
    with pytest.raises(RunError, match="was begun with --trials 2, not 1") as told:
        Runner(settings(twice.folder, agent)).run()
    assert f"webarium eval --resume {twice.folder}" in str(told.value.remedy)
    assert files_of(twice.folder) == before


def test_a_run_goes_on_with_its_browser_alone(tmp_path: Path, script: Path) -> None:
    told: list[dict[str, Any]] = []
    mine = settings(tmp_path, resolve_agent(str(script)))
    runner = Runner(mine, progress=lambda event, data: told.append(data))
    runner._manifest = manifest_of(mine)
    ready = {"browser": "157.0", "protection": "shut in", "lacking": "", "world": "w"}
    runner._take(Event(None, "ready", ready), None)  # type: ignore[arg-type]
    less = ready | {"protection": "as root", "lacking": "Chromium runs as root"}
    for _ in range(2):
        runner._take(Event(None, "ready", less), None)  # type: ignore[arg-type]
    with pytest.raises(RunError, match=r"Chromium 158\.0, and the run was begun with 157\.0"):
        runner._take(Event(None, "ready", ready | {"browser": "158.0"}), None)  # type: ignore[arg-type]
    kept = read_manifest(tmp_path)
    assert kept is not None
    assert (kept.browser, kept.protection) == ("157.0", "shut in")
    assert told == [{"error": "Chromium runs as root"}], "once"
