"""A run in a world that somebody started: what that world lacks is told before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.fleet.local import LocalFleet
from reset import places
from reset.world import Record


def test_a_world_that_lacks_a_site_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(LocalFleet, "start", lambda *_: pytest.fail("a worker was started"))
    record = Record(
        name="mine", identity="1", sites=["home"], seed="20260316", owner="o", started=0.0, secrets={}
    )
    Record.path("mine").parent.mkdir(parents=True, exist_ok=True)
    Record.path("mine").write_text(record.model_dump_json())
    words = ["eval", "--tasks", "library.*", "--agent", "noop", "--world", "mine"]
    done = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert done.exit_code == 2, done.output
    assert "The world 'mine' has no library, which the tasks need" in done.output
    assert not (tmp_path / "runs").exists()
