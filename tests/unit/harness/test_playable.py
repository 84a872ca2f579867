"""However tasks are played, their answers must be those of the data that the worlds hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from harness.agents.naming import AgentSpec
from harness.commands.cli import app
from harness.run.settings import RunError, RunSettings
from harness.service.drive import Driver
from harness.service.playable import check_playable
from reset.world import Record
from sites.seeds import DEFAULT_SEED
from tasks.loader import load_tasks

HOME, SHOP = "home.monthly_use.0", "shopping.order_total.0"
SPEC = AgentSpec("client", [], jail="off")


def settings(world: str | None = None) -> RunSettings:
    return RunSettings(folder=Path("run"), tasks=load_tasks(f"{HOME},{SHOP}"), agent=SPEC, world=world)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The tasks that were looked at, each time."""
    found: list[list[str]] = []
    monkeypatch.setattr(
        "harness.service.playable.check_data",
        lambda settings, say: found.append([task.id for task in settings.tasks]),
    )
    return found


@pytest.mark.parametrize(
    ("world", "sites", "seed", "looked_at"),
    [
        (None, [], "", [[HOME, SHOP]]),
        ("mine", ["home", "shopping"], str(DEFAULT_SEED), [[HOME, SHOP]]),
        ("mine", ["home"], str(DEFAULT_SEED), [[HOME]]),
        ("mine", ["home", "shopping"], "7", []),
    ],
)
def test_tasks_that_can_be_played_are_looked_at(
    world: str | None,
    sites: list[str],
    seed: str,
    looked_at: list[list[str]],
    checked: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Record, "load", lambda name: SimpleNamespace(sites=sites, seed=seed))
    check_playable(settings(world), lambda line: None)
    assert checked == looked_at


@pytest.fixture
def other_data(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """No task's answers are those of the data."""

    def refuse(*_: Any) -> None:
        raise RunError("The answers are not those of this world's data")

    monkeypatch.setattr("harness.service.playable.check_data", refuse)
    return refuse


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["serve", "--tasks", HOME, "--port", "0"], "harness.service.serve.serve"),
        (["mcp", "--tasks", HOME], "harness.service.mcp_server.serve_mcp"),
        (["play", HOME, "--cdp"], "harness.service.cdp.play.play"),
    ],
)
def test_nothing_is_started_for_answers_of_other_data(
    words: list[str],
    begins: str,
    other_data: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(begins, lambda *_, **__: pytest.fail("it was begun"))
    done = CliRunner().invoke(app, [*words, "--run", str(tmp_path / "run")], env={"COLUMNS": "200"})
    assert done.exit_code == 2, done.output
    assert "not those of this world's data" in done.stderr
    assert not (tmp_path / "run").exists()


def driver_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Driver, list[str]]:
    """A driver of a world without containers, and what was done to that."""
    did: list[str] = []
    monkeypatch.setattr("harness.service.drive.executable_for", lambda: "/usr/bin/chromium")

    def reset() -> None:
        did.append("reset")
        raise RunError("enough")

    world = SimpleNamespace(
        sites=(), seed=str(DEFAULT_SEED), reset=reset, resolver_rules=str, close=lambda: did.append("close")
    )
    return Driver(run=folder, start=lambda *_: world), did


def test_a_driver_begins_nothing_on_other_data(
    other_data: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, did = driver_in(tmp_path / "run", monkeypatch)
    with pytest.raises(RunError, match="not those of this world's data"):
        driver.begin(SHOP)
    driver.close()
    assert did == ["close"]
    assert not (tmp_path / "run").exists()


def test_a_driver_looks_once_at_a_template_of_a_world(
    checked: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, _ = driver_in(tmp_path / "run", monkeypatch)
    for task in (SHOP, "shopping.order_total.1", HOME, HOME):
        with pytest.raises(RunError, match="enough"):
            driver.begin(task)
    assert checked == [[SHOP], [HOME]]
    driver.close()
