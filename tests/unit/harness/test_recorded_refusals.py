"""What was recorded and was not done becomes no template; the same of what sounds like it is one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from unit.harness.test_authoring import begun, recorded, root

from harness.authoring.commands import app
from harness.authoring.demonstration import oracle_steps, propose
from sites.errors import WebariumError
from tasks.steps import parse_steps

__all__ = ["root"]  # a fixture

CLICK: dict[str, Any] = {"name": "click", "element": 2}
REFUSES = {"status": "not_achievable", "reason": "not_found"}


@pytest.mark.parametrize(
    ("answer", "said", "why"),
    [
        ("", REFUSES, "ends in a refusal"),
        ("There is none.", {"status": "not_achievable"}, "ends in a refusal"),
        ("N/A: there is none", {}, "ends in a refusal"),
        ("n/a", {"status": "done"}, "ends in a refusal"),
        (json.dumps(REFUSES), {}, "ends in a refusal"),
        ("", {"status": "failed"}, "gave up"),
        (json.dumps({"status": "failed"}), {}, "gave up"),
    ],
)
def test_a_refusal_becomes_no_template(tmp_path: Path, answer: str, said: dict[str, Any], why: str) -> None:
    shown = recorded(tmp_path / "e", [CLICK, {"name": "stop", "answer": answer} | said], answer=answer)
    shown = replace(shown, outcome=shown.outcome | said)
    draft = begun("page")
    with pytest.raises(WebariumError, match=why) as told:
        propose(shown, draft)
    assert str(shown.folder) in told.value.message
    assert ("tasks new shopping.a_thing --check unachievable --twin" in str(told.value.remedy)) == (
        why == "ends in a refusal"
    )
    assert (draft.checks, draft.oracle) == ([], [])


@pytest.mark.parametrize("answer", ["There is none.", "Nobody", "It is not supported.", "0"])
def test_an_answer_that_sounds_like_a_refusal_is_an_answer(tmp_path: Path, answer: str) -> None:
    shown = recorded(tmp_path / "e", [CLICK, {"name": "stop", "answer": answer}], answer=answer)
    assert propose(shown, begun("page")).checks[0] == {"answer": {"exact": answer}}


def test_the_last_step_of_a_refusal_is_shown_as_it_is(tmp_path: Path) -> None:
    shown = recorded(tmp_path / "e", [CLICK, {"name": "stop", "answer": "", **REFUSES}])
    steps = oracle_steps(shown)
    assert steps[-1] == {"stop": REFUSES}
    parse_steps(steps)


def test_the_command_says_how_a_refusal_is_written(tmp_path: Path, root: Path) -> None:
    shown = recorded(tmp_path / "e", [CLICK, {"name": "stop", "answer": "N/A"}], answer="N/A")
    words = ["--intent", "What is it?", "--profile", "emma", "--covers", "S1", "--episode", str(shown.folder)]
    done = CliRunner().invoke(app, ["record", "shopping.a_thing", *words])
    assert "--check unachievable --twin" in str(done.exception)
    assert list(root.iterdir()) == []
