"""What follows where the sandbox fails: what clients are told, and which attempts may be made again."""

from __future__ import annotations

import errno
import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.episode.mend import ATTEMPTS
from harness.fleet.local import Event
from harness.run.models import Attempt, JournalLine
from harness.service.ledger import Ledger
from harness.service.refusals import Refused
from harness.service.sessions import SPOILED
from tests.unit.harness.test_service import OTHER, TRAIN, Service, served


def spoil(service: Service, session: str, why: str, *, again: bool = True) -> None:
    """The first worker tells of trouble with what it plays."""
    worker = service.fleet.workers[0]
    data = (TRAIN.id, 0, why, again)
    service.fleet.put(Event(worker, "trouble", data))  # type: ignore[arg-type]
    deadline = time.monotonic() + 10
    while not service.get("/state", session)["done"] and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.mark.parametrize("scored", [True, False])
def test_why_it_failed_is_for_who_runs_the_service(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scored: bool
) -> None:
    why = f"{TRAIN.id}: OSError: no file /srv/keys (files.py, line 7)"
    for service in served(tmp_path / "run", scored=scored):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        spoil(service, session, why)
        told = [
            service.get("/observation", session),
            service.ask("/step", session=session, action={"name": "noop"}),
            service.ask("/close", session=session),
        ]
        assert [one["error"] for one in (*told[:2], *told[2]["episodes"])] == [SPOILED] * 3
        assert not [one for one in told if "/srv/keys" in json.dumps(one)]
        assert not scored or TRAIN.id not in json.dumps(told)
        assert [line.error for line in service.lines] == [why]
    assert why in capsys.readouterr().err


def test_what_fails_is_kept_though_the_terminal_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: str) -> None:
        raise OSError(errno.EIO, "Input/output error")

    for service in served(tmp_path / "run"):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        monkeypatch.setattr("harness.service.house.sys", SimpleNamespace(stderr=SimpleNamespace(write=gone)))
        spoil(service, session, "no browser")
        assert [line.error for line in service.lines] == ["no browser"]
        assert service.get("/health") == {"status": "healthy"}


@pytest.mark.parametrize(("again", "status"), [(True, 200), (False, 409)])
def test_a_fault_of_the_task_is_not_played_again(tmp_path: Path, again: bool, status: int) -> None:
    for service in served(tmp_path / "run", scored=True):
        session = service.ask("/reset", task=TRAIN.id)["session"]
        spoil(service, session, "its check cannot be computed", again=again)
        service.ask("/reset", session=session, task=TRAIN.id)
        assert service.status == status
        service.ask("/reset", session=session, task=OTHER.id)
        assert service.status == 200


def test_attempts_count_though_the_service_is_started_again(tmp_path: Path) -> None:
    for number in range(ATTEMPTS + 1):
        for service in served(tmp_path / "run", scored=True):
            begun = service.ask("/reset", task=TRAIN.id)
            assert service.status == (200 if number < ATTEMPTS else 409)
            if service.status == 200:
                spoil(service, begun["session"], "no browser")
                assert [line.attempts for line in service.lines] == [number + 1]


def test_attempts_that_left_files_count_in_a_journal_that_does_not_number_them() -> None:
    kept = [Attempt(folder=f"episodes/a.0.attempt{number}", error="no browser") for number in range(ATTEMPTS)]
    line = JournalLine.of(
        TRAIN, trial=0, agent="client", config="", status="error", stop_reason="error", attempts_kept=kept
    )
    ledger = Ledger([TRAIN], run="run", all_scored=True, before={line.key: line})
    with pytest.raises(Refused, match="attempted before"):
        ledger.choose(task=TRAIN.id)
