"""The service with a world, a browser and clients as they are: parity with eval, and what breaks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Served, play_oracle, wait_for

from harness.run.reader import RunFolder

TASK, OTHER = "home.monthly_use.0", "home.monthly_use.1"
LEASE = 8
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def train(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = tmp_path_factory.mktemp("service") / "train"
    with Served(place, "--tasks", "home.monthly_use.*", "--lease", str(LEASE)) as service:
        yield service


def test_the_oracle_gets_the_verdict_of_eval_and_the_same_sights(train: Served, tmp_path: Path) -> None:
    with train.env() as env:
        end = play_oracle(env, TASK)
        assert (end.done, end.reward, end.masked) == (True, 1.0, False)
        assert play_oracle(env, OTHER).reward == 1.0
    command = [sys.executable, "-m", "harness.commands.start", "eval", "--tasks", "home.monthly_use.*"]
    options = ["--agent", "oracle", "--run", str(tmp_path / "eval"), "--trace", "never", "--no-report"]
    subprocess.run([*command, *options], check=True, capture_output=True)
    played = {line.task_id: (line.status, line.score, line.steps, line.digest) for line in train.lines}
    evaluated = RunFolder(tmp_path / "eval").lines.values()
    assert played == {line.task_id: (line.status, line.score, line.steps, line.digest) for line in evaluated}


def test_the_folder_is_a_run_that_can_be_judged_again(train: Served, tmp_path: Path) -> None:
    with train.env() as env:
        play_oracle(env, TASK)
    last = train.lines[-1]
    assert (train.folder / str(last.folder) / "trajectory.jsonl").is_file()
    command = [sys.executable, "-m", "harness.commands.start"]
    for words in (["score", str(train.folder)], ["report", str(train.folder)]):
        subprocess.run([*command, *words], check=True, capture_output=True)


def test_a_client_that_is_killed_loses_its_lease_and_its_world_goes_to_the_next(train: Served) -> None:
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[3])\n"
        "from webarium_client import Env\n"
        "print(Env(sys.argv[1], sys.argv[2]).reset().info['session'], flush=True); time.sleep(600)"
    )
    place = Path(__file__).parents[2] / "clients" / "python" / "src"
    client = subprocess.Popen(
        [sys.executable, "-c", code, train.url, train.token, str(place)], stdout=subprocess.PIPE, text=True
    )
    assert client.stdout is not None
    session = client.stdout.readline().strip()
    client.kill()
    client.wait()
    with train.env() as env:
        assert env.reset(wait=60).observation is not None
    assert train.env(session).state()["closed"].startswith("the lease ended")
    assert any(line.stop_reason.startswith("agent_gone: the lease ended") for line in train.lines)


def test_a_client_that_comes_back_finds_its_session(train: Served) -> None:
    first = train.env()
    begun = first.reset(TASK)
    again = train.env(first.session)
    assert again.observation().info["observation"] == begun.info["observation"]
    assert again.step({"name": "noop"}).observation.step == 1  # type: ignore[union-attr]
    again.close()


def test_a_worker_that_is_killed_is_masked_and_replaced(train: Served) -> None:
    with train.env() as env:
        env.reset(TASK)
        train.kill_worker(env)
        wait_for(lambda: env.state()["done"], 60)
        end = env.observation()
        assert (end.done, end.reward, end.masked, end.failure) == (True, None, True, "sandbox")
        assert play_oracle(env, TASK).reward == 1.0
    assert [line.status for line in train.lines][-2:] == ["error", "passed"]


def test_a_site_whose_container_is_killed_is_masked_and_mended(train: Served) -> None:
    with train.env() as env:
        env.reset(TASK)
        train.kill_container(env)
        result = env.step({"name": "goto", "url": "http://home.webarium.test/"})
        if not result.done:
            result = env.stop("1")
        assert (result.done, result.reward, result.failure) == (True, None, "sandbox")
        assert play_oracle(env, TASK).reward == 1.0


def test_a_scored_task_is_told_at_the_end_and_played_once(tmp_path: Path) -> None:
    with Served(tmp_path / "scored", "--tasks", TASK, "--scored") as service:
        with service.env() as env:
            (task,) = env.tasks()
            assert "monthly_use" not in task["task"]
            end = play_oracle(env, TASK)
            assert (end.done, end.reward, end.info.get("passed")) == (True, None, None)
            closed = env.close()
        assert [(one["passed"], one["reward"]) for one in closed["episodes"]] == [(True, 1.0)]
        with service.env() as env, pytest.raises(Exception, match="attempted before") as refused:
            env.reset(task["task"])
        assert refused.value.code == "attempted"  # type: ignore[attr-defined]
