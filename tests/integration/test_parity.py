"""Recorded actions get the verdict and the sights of eval; `make parity` has all tasks and ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reset.world import World
from sites.spec import load_site
from tests.parity.__main__ import AGENTS, compared, recorded
from tests.parity.channels import Place

TASK = "home.monthly_use.0"
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def world() -> Iterator[str]:
    with World.start([load_site("home")], name="parity-test") as started:
        yield started.name


@pytest.mark.parametrize("way", ["service", "mcp"])
def test_a_way_to_play_is_judged_as_eval_judges(way: str, world: str, tmp_path: Path) -> None:
    (tmp_path / "eval").mkdir()
    (tmp_path / way).mkdir()
    place = Place(tmp_path / "eval", world)
    episodes = [one for agent in AGENTS for one in recorded(agent, TASK, place)]
    assert [one.line.status for one in episodes] == ["passed", "failed"]
    assert compared(way, episodes, Place(tmp_path / way, world))[1] == []
