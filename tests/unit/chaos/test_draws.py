"""Chaos: the seed decides everything, every fault has its turn, and the table counts rightly."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest
from chaos.draws import SCENES, draw, draws
from chaos.faults import FAULTS, fill
from chaos.table import table
from chaos.trial import Result

TURNS = 20


def test_a_trial_is_repeated_by_its_number() -> None:
    assert [draw(7, number) for number in range(1, 50)] == list(islice(draws(7), 49))
    assert draw(7, 3).random().random() == draw(7, 3).random().random()


def test_another_seed_draws_other_trials() -> None:
    assert list(islice(draws(7), 49)) != list(islice(draws(8), 49))


def test_every_fault_has_its_turn() -> None:
    count = len(FAULTS)
    names = [one.fault.name for one in islice(draws(7), TURNS * count)]
    for turn in range(TURNS):
        assert sorted(names[turn * count : (turn + 1) * count]) == sorted(FAULTS)


def test_draws_stay_within_what_a_fault_allows() -> None:
    for one in islice(draws(7), TURNS * len(FAULTS)):
        assert one.scene.name in one.fault.scenes
        assert 0 <= one.moment < 1
        assert one.lasting in (one.fault.lasting or (None,))
        assert one.workers == 1 or not one.kept


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_says_what_it_does_where_it_can_be_played(name: str) -> None:
    assert FAULTS[name].what.endswith(".")
    assert set(FAULTS[name].scenes) <= set(SCENES)


def test_the_engine_is_restarted_with_consent_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEBARIUM_CHAOS_ENGINE", raising=False)
    assert "--allow-engine" in FAULTS["engine restarted"].lacks()


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small disk")
def test_a_small_disk_is_filled_to_the_last_byte() -> None:
    from chaos.trial import place

    with place(small_disk=True) as where:
        fill(where / "runs" / "filler")
        with pytest.raises(OSError, match="No space left"):
            (where / "runs" / "more").write_bytes(b"x")
        assert Path(where / "tmp").is_dir()
    assert not where.exists()


def test_the_table_counts_by_fault() -> None:
    drawn = [one for one in islice(draws(7), 2 * len(FAULTS)) if one.fault.name == "run killed"]
    well = Result(drawn[0], hit=True, resumes=1, seconds=10)
    ill = Result(drawn[1], hit=True, violations=["lost"], seconds=20)
    missed = Result(drawn[1], seconds=30)
    row = table([well, ill, missed]).splitlines()[1]
    assert row.split() == ["run", "killed", "3", "2", "1", "1", "1", "20"]
