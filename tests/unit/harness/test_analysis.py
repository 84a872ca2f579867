"""A run as the papers analyse theirs, over lines made by hand; the command that plays an episode again."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from recorded import TASK, record_run

from harness.agents.naming import AgentSpec, resolve_agent
from harness.commands.output import pairs
from harness.report import load_run
from harness.report.again import command
from harness.run.analysis import analyse, lengths_of
from harness.run.models import AgentFacts, JournalLine, Manifest, SettingsFacts
from harness.run.reader import RunFolder
from sites.errors import WebariumError


def line(template: str, number: int, passed: bool, **facts: Any) -> JournalLine:
    status = "passed" if passed else "failed"
    given = {"stop_reason": "stop", "steps": 5, "unachievable": False} | facts
    return JournalLine(
        task_id=f"shopping.{template}.{number}", trial=0, config="c", status=status,  # type: ignore[arg-type]
        score=float(passed), template=f"shopping.{template}", **given,
    )  # fmt: skip


LINES = [
    line("all", 0, True),
    line("all", 1, True, steps=9),
    line("some", 0, True),
    line("some", 1, False, stop_reason="invalid_actions: there is no element [7]", steps=3),
    line("some", 2, False, stop_reason="max_steps", steps=30),
    line("none", 0, False, answer_status="not_achievable"),
    line("cannot", 0, True, unachievable=True, answer_status="not_achievable"),
    JournalLine(task_id="shopping.none.1", trial=0, config="c", status="error"),
]


def test_what_can_be_done_and_what_cannot_are_told_apart() -> None:
    found = analyse(LINES, {})
    assert (found.achievable.episodes, found.achievable.passed, found.achievable.success_rate) == (6, 3, 0.5)
    assert (found.unachievable.episodes, found.unachievable.success_rate) == (1, 1.0)
    assert found.called_unachievable == round(1 / 6, 4)


def test_templates_are_solved_in_full_in_part_or_never() -> None:
    found = analyse(LINES, {}).templates
    assert (found.templates, found.in_full, found.in_part, found.never) == (4, 2, 1, 1)
    assert found.histogram["up to 50 %"] == 1, "one of three"
    assert sum(found.histogram.values()) == 4


def test_ends_are_counted_by_reason() -> None:
    ends = analyse(LINES, {}).ends
    assert {name: (part.episodes, part.passed) for name, part in ends.items()} == {
        "stop": (5, 4), "invalid_actions": (1, 0), "max_steps": (1, 0),
    }  # fmt: skip
    assert next(iter(ends)) == "stop", "the most frequent one comes first"


def test_steps_are_compared_with_the_oracles_where_it_has_a_length() -> None:
    found = analyse(LINES, {"shopping.all.0": 4, "shopping.all.1": 4, "shopping.some.1": 1}).steps
    assert (found.efficiency, found.compared) == (1.5, 2), "4 of 4 and 8 of 4; what failed does not count"
    assert (found.passed, found.failed) == (5.0, round((3 + 30 + 4) / 3, 3))
    assert analyse([], {}).steps.efficiency is None


def test_the_oracles_length_is_its_templates_or_measured(tmp_path: Path) -> None:
    run = RunFolder(record_run(tmp_path / "run"))
    assert lengths_of(run)[TASK] > 0
    with pytest.raises(WebariumError, match="played by mine"):
        lengths_of(run, run)
    path = record_run(tmp_path / "oracle")
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["agent"]["name"] = "oracle"
    (path / "manifest.json").write_text(json.dumps(manifest))
    assert lengths_of(run, RunFolder(path)) == {TASK: 0}, "the recorded one stops at once"
    assert load_run(run.path).analysis.templates.in_part == 1


def test_an_episode_is_played_again_as_it_was() -> None:
    manifest = Manifest(
        run="r", started="", config="c", tasks=["shopping.a.0"], seed="7",
        agent=AgentFacts(name="mine", command=["python", "my agent.py"], jail="on", environment=["KEY"]),
        settings=SettingsFacts(
            observation=["axtree", "screenshot"], scope="viewport", answer_format="full",
            limits={"steps": 12, "repeats": 3, "answer_seconds": 60.0},
        ),
    )  # fmt: skip
    told = line("a", 0, True).model_copy(update={"trial": 1})
    assert shlex.split(command(manifest, told)) == [
        "webarium", "eval", "--tasks", "shopping.a.0", "--agent", "python 'my agent.py'",
        "--agent-env", "KEY",
        "--observation", "axtree,screenshot", "--scope", "viewport", "--max-steps", "12",
        "--answer-seconds", "60", "--seed", "7", "--trials", "2",
    ]  # fmt: skip
    model = AgentFacts(
        name="model:m", command=["x"], lasting=True, jail="ours", environment=["KEY"],
        options={"model": "m", "hint": False, "history": 30, "prompts_digest": "d"},
    )  # fmt: skip
    assert "--agent model:m --agent-option hint=false" in command(
        manifest.model_copy(update={"agent": model}), told
    )
    assert command(None, told) == ""
    otr = {"candidates": 5, "tokens": 1350, "ranker": "/r.npz", "digest": "1"}
    seen = manifest.settings.model_copy(update={"observation": ["otr"], "otr": otr})
    assert "--observation otr --scope viewport --otr candidates=5 --otr ranker=/r.npz --max-steps" in command(
        manifest.model_copy(update={"settings": seen}), told
    )


def played_by(spec: AgentSpec, **facts: Any) -> Manifest:
    agent = AgentFacts(
        name=spec.name, command=spec.command, lasting=spec.lasting, jail=spec.jail, options=spec.options
    )
    settings = SettingsFacts(observation=["axtree"], scope="page", limits={}, answer_format="full")
    given: dict[str, Any] = {"config": spec.config, "tasks": [], "agent": agent, "settings": settings}
    return Manifest(run="r", started="", **given | facts)


def test_an_agent_is_named_so_that_it_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.unit.harness.test_ranker import by_hand  # the same made-up file

    monkeypatch.delenv("WEBARIUM_AGENT_MODEL", raising=False)
    by_hand(c1=2.0).save(tmp_path / "by words.npz")
    ranker = f"ranker:{tmp_path / 'by words.npz'}"
    asked = {"model": "m", "base_url": "http://127.0.0.1:1/v1", "temperature": None, "top": 5}
    for text, options in (
        (f"replay:{record_run(tmp_path / 'run')}", {}),
        (ranker, {}),
        (ranker, {"acts": 2}),
        (ranker, asked),
        ("noisy-oracle:0.1", {}),
    ):
        spec = resolve_agent(text, options=options)
        words = shlex.split(command(played_by(spec), line("a", 0, True)))
        given = [words[at + 1] for at, word in enumerate(words) if word == "--agent-option"]
        again = resolve_agent(words[words.index("--agent") + 1], options=pairs(given))
        assert (again.name, again.config) == (spec.name, spec.config)


def test_the_world_is_said_by_the_id_or_by_options() -> None:
    manifest = played_by(resolve_agent("noop"), seed="7", salt="3")
    plain = line("a", 0, True)
    marked = plain.model_copy(update={"task_id": "shopping.a.0:s7.k3"})
    words = ["webarium", "eval", "--tasks"]
    assert shlex.split(command(manifest, marked)) == [*words, "shopping.a.0:s7.k3", "--agent", "noop"]
    assert shlex.split(command(manifest, plain)) == [
        *words, "shopping.a.0", "--agent", "noop", "--seed", "7", "--salt", "3",
    ]  # fmt: skip
