"""The same actions get the same verdict here as from ``webarium eval``.

Recorded runs are replayed through BrowserGym: every action of each trajectory as Playwright code, the last
one as a message to the user. ``WEBARIUM_RUNS`` names recorded runs (folders, separated by ``:``); without
it, the oracle and an agent that gives up are run first. README.md says which environment this needs.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browsergym.webarium
import gymnasium
from browsergym.webarium.recorded import code

NOT_REPLAYED = ("tab_focus",)  # which tab is in front BrowserGym finds out by itself, and not in time
TASKS = int(os.environ.get("WEBARIUM_PARITY_TASKS", "20"))


def recorded(folder: Path) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Journal lines with their steps: tasks with key nodes, then the others, the shortest first."""
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    lines.sort(key=lambda line: (not line.get("nodes"), line["steps"], line["task_id"]))
    played = 0
    for line in lines:
        steps = [
            json.loads(s) for s in (folder / line["folder"] / "trajectory.jsonl").read_text().splitlines()
        ]
        if played < TASKS and not any(step["action"]["name"] in NOT_REPLAYED for step in steps):
            played += 1
            yield line, steps


def runs(folder: Path) -> list[Path]:
    named = os.environ.get("WEBARIUM_RUNS")
    if named:
        return [Path(name) for name in named.split(":")]
    command = shlex.split(os.environ.get("WEBARIUM_COMMAND", "webarium"))
    for agent in ("oracle", "noop"):
        subprocess.run(
            [*command, "eval", "--tasks", "representative", "--agent", agent, "--run", str(folder / agent)],
            check=True,
            cwd=folder,
        )
    return [folder / "oracle", folder / "noop"]


def play(task: str, steps: list[dict[str, Any]]) -> tuple[float, list[str]]:
    """Replay an episode.

    Returns:
        The sum of its rewards, and the checks that did not pass.
    """
    env = gymnasium.make(
        f"browsergym/webarium.{task}",
        action_mapping=None,
        timeout=60_000,
        disable_env_checker=True,
        use_raw_page_output=True,  # nobody looks at the observations
    )
    total, ended, checks = 0.0, False, []
    try:
        env.reset()
        for step in steps:
            assert not ended, "only the last message ends an episode"
            seen, reward, ended, _, info = env.step(code(step))
            assert not seen["last_action_error"], f"{code(step)}: {seen['last_action_error']}"
            total += float(reward)
            checks = info["task_info"].get("checks", [])
        assert ended
        _, again, ended, _, _ = env.step("send_message_to_user('another answer')")
        assert (again, ended) == (0.0, True), "an episode is scored once"
    finally:
        env.close()
    return total, [f"{check['check']}: {check['why']}" for check in checks if not check["passed"]]


def test_every_task_is_registered() -> None:
    assert len(browsergym.webarium.ALL_WEBARIUM_TASK_IDS) >= TASKS
    assert all(
        f"browsergym/{name}" in gymnasium.registry for name in browsergym.webarium.ALL_WEBARIUM_TASK_IDS
    )


def test_same_actions_same_verdicts(tmp_path: Path) -> None:
    differ, same = [], 0
    for folder in runs(tmp_path):
        for line, steps in recorded(folder):
            reward, failed = play(line["task_id"], steps)
            if (reward == 1.0) == line["passed"]:
                same += 1
            else:
                differ.append(f"{folder.name} {line['task_id']}: eval says {line['status']}, here {failed}")
            print(f"{folder.name} {line['task_id']}: {line['status']}, reward {reward}", flush=True)
    assert not differ, f"{same} agree\n" + "\n".join(differ)


def test_the_sandbox_is_shut(tmp_path: Path) -> None:
    env = gymnasium.make(
        "browsergym/webarium.shopping.order_total.0", action_mapping=None, disable_env_checker=True
    )
    try:
        env.reset()
        for url in ("http://example.com/", "http://127.0.0.1:8080/", "http://localhost:8080/"):
            seen, *_ = env.step(f"page.goto({url!r})")
            assert "ERR_NAME_NOT_RESOLVED" in seen["last_action_error"], url
    finally:
        env.close()


def test_an_episode_that_runs_out_of_steps_is_judged(tmp_path: Path, monkeypatch: Any) -> None:
    env = gymnasium.make(
        "browsergym/webarium.home.monthly_use.0",
        action_mapping=None,
        disable_env_checker=True,
        max_episode_steps=2,
    )
    try:
        _, info = env.reset()
        folder = Path(info["task_info"]["folder"])
        _, reward, ended, truncated, info = env.step("page.reload()")
        assert (reward, ended, truncated) == (0, False, False)
        _, reward, ended, truncated, info = env.step("page.reload()")
        assert (reward, ended, truncated) == (0.0, False, True)
        assert info["task_info"]["checks"]
    finally:
        env.close()
    lines = [json.loads(line) for line in (folder.parents[1] / "journal.jsonl").read_text().splitlines()]
    mine = [line for line in lines if line["folder"] == f"episodes/{folder.name}"]
    assert [(line["status"], line["stop_reason"], line["steps"]) for line in mine] == [
        ("failed", "max_steps", 2)
    ]
    steps = [json.loads(step) for step in (folder / "trajectory.jsonl").read_text().splitlines()]
    assert [step["action"]["code"] for step in steps] == ["page.reload()"] * 2
    assert (folder / steps[0]["screenshot"]).read_bytes().startswith(b"\x89PNG")
    assert "RootWebArea" in (folder / steps[0]["axtree_file"]).read_text()
