"""Another benchmark's sites as a world: how they are reset, and how a login is kept."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError

from evaluators.dropin import capture
from harness.elsewhere import login
from harness.elsewhere.sites_file import read_sites_file
from harness.elsewhere.world import ElsewhereWorld
from harness.episode.stage import Stage
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.published import PublishedTask


def world(folder: Path, script: str, seconds: float = 600.0) -> ElsewhereWorld:
    """A site that a script resets."""
    (folder / "reset.sh").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "reset.sh").chmod(0o755)
    path = folder / "sites.yaml"
    path.write_text(
        "sites: {shopping: {url: http://localhost:7770}}\n"
        f"reset: [./reset.sh]\nreset_seconds: {seconds}\n"
    )
    return ElsewhereWorld(read_sites_file(path))


def runs(pid: int) -> bool:
    """Whether a process is there and not over."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_reset_is_given_the_time_that_the_file_says(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    stage = Stage(
        load_tasks("shopping.order_total.0")[0],
        world(tmp_path, "true", 420),
        on_phase=lambda what, seconds: told.append((what, seconds)),
    )
    stage._count_restarts = lambda: None  # type: ignore[method-assign]
    stage.begin()
    what, seconds = told[0]
    assert what == "site: reset"
    assert seconds > 420, "the command itself is ended first, and says so"


@pytest.mark.parametrize("child", ["sleep 60 & echo $! > pid; wait", "(sleep 60 & echo $! > pid); sleep 60"])
def test_of_a_reset_that_takes_too_long_nothing_goes_on(tmp_path: Path, child: str) -> None:
    with pytest.raises(WebariumError, match=r"took more than 1 s"):
        world(tmp_path, child, 1).reset()
    pid = int((tmp_path / "pid").read_text())
    until = time.monotonic() + 5
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not runs(pid)


def test_what_a_reset_leaves_in_the_background_is_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    world(tmp_path, "sleep 20 & echo $! > pid", 15).reset()
    assert time.monotonic() - began < 10
    pid = int((tmp_path / "pid").read_text())
    assert runs(pid), "it may be the site itself"
    os.kill(pid, 9)


def test_a_reset_that_fails_says_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match=r"ended with 3: .*9999 no database\n") as told:
        world(tmp_path, "seq 9999 | tr '\\n' ' '; echo no database >&2; exit 3").reset()
    assert len(told.value.message) < 600
    with pytest.raises(WebariumError, match="ended with 1: it said nothing"):
        world(tmp_path, "exit 1").reset()


def test_what_was_ready_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of sites that no task has nothing is asked, so their variables need not be set."""
    asked: list[dict[str, capture.Shop]] = []

    def captured(published: Any, page: Any, addresses: Any, shops: dict[str, capture.Shop]) -> dict[str, Any]:
        asked.append(shops)
        return {"captures": [], "helpers": {}}

    monkeypatch.setattr(capture, "capture", captured)
    monkeypatch.setenv("SHOP_USER", "emma")
    path = tmp_path / "sites.yaml"
    path.write_text(
        "sites:\n"
        "  shopping: {url: 'http://localhost:7770', admin: {user: $SHOP_USER, password: b}}\n"
        "  other: {url: 'http://localhost:7780', admin: {user: $NO_SUCH_USER, password: $NO_SUCH_PASSWORD}}\n"
        "  map: {url: 'http://localhost:7790'}\n"
    )
    names = ["shopping", "map"]
    file = read_sites_file(path)
    file.ready(names)
    task = PublishedTask.model_construct(sites=names, published={})
    ElsewhereWorld(file).look(task, None)  # type: ignore[arg-type]
    assert asked == [{"shopping": capture.Shop("http://localhost:7770", "emma", "b")}]


class _Browser:
    """Whoever opens it is logged in."""

    def __init__(self, rules: str, *, headless: bool) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def new_context(self) -> Any:
        return self

    new_page = new_context

    def goto(self, url: str) -> None:
        pass

    def storage_state(self) -> dict[str, Any]:
        return {"cookies": [{"name": "session", "value": "new"}], "origins": []}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a login was kept before, for all to read."""
    monkeypatch.setattr(login, "Browser", _Browser)
    (tmp_path / "sites.yaml").write_text("sites: {shopping: {url: http://localhost:7770, login: in.json}}\n")
    (tmp_path / "in.json").write_text("old")
    (tmp_path / "in.json").chmod(0o644)
    return tmp_path / "in.json"


def test_a_login_is_for_this_user_alone_also_where_one_was_before(kept: Path) -> None:
    login.record_login(read_sites_file(kept.with_name("sites.yaml")), "shopping", lambda text: None)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert '"new"' in kept.read_text()
    assert {one.name for one in kept.parent.iterdir()} == {"sites.yaml", "in.json"}


def test_a_login_that_cannot_be_written_leaves_the_one_before(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fdopen

    def full(*arguments: Any) -> Any:
        real(*arguments).close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("harness.elsewhere.login.os.fdopen", full)
    with pytest.raises(OSError, match="No space"):
        login.record_login(read_sites_file(kept.with_name("sites.yaml")), "shopping", lambda text: None)
    assert kept.read_text() == "old"
    assert {one.name for one in kept.parent.iterdir()} == {"sites.yaml", "in.json"}


@pytest.mark.parametrize(
    ("form", "what", "remedy"),
    [
        ("", "Nobody could log in to shopping: it is gone", "leave the window open"),
        (
            ", form: {fill: {'#a': b}, press: '#c'}",
            "The form of shopping cannot be sent: it is gone",
            "mend form",
        ),
    ],
)
@pytest.mark.parametrize("step", ["new_context", "goto", "storage_state"])
def test_a_site_or_window_that_is_gone_is_told(
    kept: Path, monkeypatch: pytest.MonkeyPatch, step: str, form: str, what: str, remedy: str
) -> None:
    def gone(*_: object) -> None:
        raise PlaywrightError("it is gone\nCall log: ...")

    monkeypatch.setattr(login, "_fill", lambda context, *_: context.new_context().goto(""))
    monkeypatch.setattr(_Browser, step, gone)
    file = kept.with_name("sites.yaml")
    file.write_text(f"sites: {{shopping: {{url: http://localhost:7770, login: in.json{form}}}}}\n")
    with pytest.raises(WebariumError) as told:
        login.record_login(read_sites_file(file), "shopping", lambda text: None)
    assert told.value.message == what
    assert remedy in str(told.value.remedy)
    assert kept.read_text() == "old"
