"""Chaos: every check sees what it is there to see, and nothing where all is well."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chaos import checks
from chaos.checks import Things


def line(task: str, status: str = "passed", **more: Any) -> dict[str, Any]:
    """A journal line as far as the checks look at it."""
    fixed = {"trial": 0, "digest": "d1", "stop_reason": "stop", "folder": f"episodes/{task}.0"}
    return {"task_id": task, "status": status} | fixed | more


def journal(*lines: dict[str, Any]) -> bytes:
    """A journal of these lines."""
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


A, B = line("home.a"), line("home.b")
REFERENCE = {checks.key(one): one for one in (A, B)}


def played(*lines: dict[str, Any]) -> dict[checks.Key, dict[str, Any]]:
    """The finished episodes of a run."""
    return checks.finished(journal(*lines))


def test_a_journal_that_only_grows_is_kept() -> None:
    assert checks.journal_kept([b"", journal(A), journal(A)[:-5], journal(A, B)]) == []


def test_an_episode_tried_again_after_an_error_is_no_double() -> None:
    assert checks.journal_kept([journal(line("home.a", "error"), A)]) == []


def test_a_doubled_line_is_seen() -> None:
    assert checks.journal_kept([journal(A, B, A)]) == ["home.a, trial 0, is in the journal 2 times"]


@pytest.mark.parametrize("last", [b"", journal(B), journal(A | {"digest": "d2"}, B)])
def test_a_lost_or_changed_line_is_seen(last: bytes) -> None:
    assert "episodes were lost" in checks.journal_kept([journal(A), last])[0]


def test_a_torn_line_in_the_middle_is_seen() -> None:
    assert "cannot be read" in checks.journal_kept([journal(A)[:-9] + b"\n" + journal(B)])[0]


def test_equal_verdicts_are_equal() -> None:
    assert checks.verdicts_equal(played(B, A), REFERENCE) == []


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ([A], "has no verdict"),
        ([A, line("home.b", "error")], "has no verdict"),
        ([A, line("home.b", "failed")], "is failed"),
        ([A, line("home.b", digest="d2")], "saw something else"),
        ([A, B, line("home.c")], "was not asked for"),
        ([A, line("home.b", "failed", stop_reason="agent_gone: code 3")], "is failed"),
    ],
)
def test_other_verdicts_are_seen(lines: list[dict[str, Any]], word: str) -> None:
    found = checks.verdicts_equal(played(*lines), REFERENCE)
    assert len(found) == 1
    assert word in found[0]


def test_one_episode_may_fail_by_the_disturbed_agents_fault_but_not_two() -> None:
    gone = {"status": "failed", "stop_reason": "agent_gone: code 3", "digest": "d9"}
    assert checks.verdicts_equal(played(A, B | gone), REFERENCE, blames_agent=True) == []
    found = checks.verdicts_equal(played(A | gone, B | gone), REFERENCE, blames_agent=True)
    assert found == ["2 episodes failed by the agent's fault, one agent was disturbed"]


def test_a_wrong_verdict_is_not_excused_by_a_disturbed_agent() -> None:
    wrong = line("home.b", "failed")
    assert "is failed" in checks.verdicts_equal(played(A, wrong), REFERENCE, blames_agent=True)[0]


@pytest.mark.parametrize(
    ("code", "output"),
    [
        (0, "all is well"),
        (1, "failed home.a (3 steps, 1.0 s) agent_gone: code 3"),
        (2, "webarium: the disk is full\n  free some space"),
        (2, "error home.a (0 steps, 0.0 s) the gateway is dead"),
        (130, "Interrupted. What is finished is kept; continue with:"),
        (-2, "webarium: Interrupted"),
    ],
)
def test_an_end_in_order_is_understood(code: int, output: str) -> None:
    assert checks.ended(code, output) == []


@pytest.mark.parametrize(
    ("code", "output"),
    [(1, "boom"), (2, ""), (130, ""), (-2, ""), (-9, ""), (-15, "Interrupted"), (3, "webarium: what?")],
)
def test_an_end_without_a_sentence_is_seen(code: int, output: str) -> None:
    assert "does not say why" in checks.ended(code, output)[0]


def test_a_killed_run_need_not_say_anything() -> None:
    assert checks.ended(-9, "", may_be_killed=True) == []


def test_a_traceback_is_seen_even_where_the_run_ends_well() -> None:
    output = "Traceback (most recent call last):\n  File ...\nValueError: no\nok home.a"
    assert checks.ended(0, output) == ["a traceback was printed: ValueError: no"]


def test_what_a_run_said_is_told() -> None:
    output = "/tmp/run: 3 episodes\n! worker 0 died (exit code -9)\nok home.a (5 steps, 1.3 s)\nwebarium: no"
    assert checks.sentences(output) == ["! worker 0 died (exit code -9)", "webarium: no"]


def test_an_inexact_reset_is_seen() -> None:
    assert checks.resets_exact("ok home.a") == []
    output = "! home.a home.a: after the reset the state of home is 1, pristine is 2"
    assert len(checks.resets_exact(output)) == 1
    assert checks.resets_exact(output, writes=True) == []
    assert len(checks.resets_exact(f"{output}\n{output}", writes=True)) == 2


def episode(run: Path, one: dict[str, Any]) -> Path:
    """The folder of a finished episode."""
    folder = run / one["folder"]
    folder.mkdir(parents=True)
    for name in ("trajectory.jsonl", "evidence.json", "verdict.json"):
        (folder / name).touch()
    return folder


def test_a_whole_run_folder_is_whole(tmp_path: Path) -> None:
    episode(tmp_path, A)
    (tmp_path / ".lock").touch()
    assert checks.files_whole(tmp_path, [A]) == []


def test_a_missing_verdict_is_seen(tmp_path: Path) -> None:
    (episode(tmp_path, A) / "verdict.json").unlink()
    assert checks.files_whole(tmp_path, [A]) == ["home.a, trial 0, has no verdict.json"]


@pytest.mark.parametrize("name", ["episodes/.home.a.0.part", "summary.json.new", ".latest.77"])
def test_a_half_written_file_is_seen(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert checks.files_whole(tmp_path, []) == [f"{name} is left over"]


def test_what_was_there_before_is_not_left_over() -> None:
    things = Things(containers=frozenset({"webarium-default-home"}), volumes=frozenset({"v"}))
    assert checks.nothing_left(things, things) == []
    assert checks.world_stays(things, things) == []


@pytest.mark.parametrize("kind", ["containers", "networks", "volumes", "processes", "records", "temporary"])
def test_what_is_left_over_is_seen(kind: str) -> None:
    assert checks.nothing_left(Things(), Things(**{kind: frozenset({"it"})})) == [f"left over, {kind}: it"]


def test_a_world_that_did_not_stay_is_seen() -> None:
    before = Things(containers=frozenset({"webarium-default-home"}))
    assert checks.world_stays(before, Things()) == ["webarium-default-home was there before and is gone"]


def test_a_process_is_found_by_its_environment_until_it_ends(tmp_path: Path) -> None:
    from chaos.processes import all_processes

    def found() -> list[int]:
        return [one.pid for one in all_processes() if one.mentions(str(tmp_path))]

    child = subprocess.Popen(
        [sys.executable, "-c", "print('up', flush=True); input()"],
        env={"TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdout
    child.stdout.readline()
    assert found() == [child.pid]
    child.kill()
    child.communicate()
    assert found() == []
