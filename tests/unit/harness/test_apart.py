"""What goes wrong with one task in a worker comes through to the command, whatever it is."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from harness.authoring import apart
from harness.episode.trouble import EpisodeTrouble
from sites.errors import WebariumError
from tasks.loader import load_tasks

(TASK,) = load_tasks("shopping.order_total.0")


class Stubborn(Exception):
    """Cannot be made anew from what it says."""

    def __init__(self, place: str, *, line: int) -> None:
        super().__init__(f"{place} in line {line}")


class Mendable(WebariumError):
    """The same, for people."""

    def __init__(self, place: str, line: int) -> None:
        super().__init__(f"{place} in line {line}", remedy="mend it")

    def __reduce__(self) -> Any:
        raise TypeError("it does not travel")


def _raised(error: Exception) -> Exception:
    """What the pool gets to see of an error."""

    def job(*_: Any) -> Any:
        raise error

    with pytest.raises(Exception, match=r".") as told:
        apart._do_one(job, TASK)
    return told.value


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A worker that is ready."""
    state: dict[str, Any] = {"player": None}
    monkeypatch.setattr(apart, "_worker", state)
    return state


def test_an_error_that_does_not_travel_is_told_in_words() -> None:
    told = pickle.loads(pickle.dumps(_raised(Stubborn("odd", line=3))))
    assert isinstance(told, WebariumError)
    assert told.message == f"{TASK.id}: Stubborn: odd in line 3"
    told = pickle.loads(pickle.dumps(_raised(Mendable("odd", 3))))
    assert (told.message, told.remedy) == ("odd in line 3", "mend it")


def test_an_error_that_travels_stays_what_it_is() -> None:
    for error in (KeyError("x"), EpisodeTrouble("the site is down", remedy="wait")):
        assert _raised(error) is error


def test_so_is_why_a_worker_did_not_start(worker: dict[str, Any]) -> None:
    worker["lost"] = Mendable("no engine", 3)
    with pytest.raises(WebariumError, match="no engine in line 3") as told:
        apart._do_one(lambda *_: None, TASK)  # type: ignore[type-var]
    assert type(told.value) is WebariumError
