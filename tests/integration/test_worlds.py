"""Several worlds at once, worlds of dead processes, interrupted starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from harness.agents.naming import AgentSpec
from harness.fleet.local import LocalFleet
from harness.run.settings import RunSettings
from reset import commands, images, owners
from reset.backends.docker import Docker, connect
from reset.errors import WorldError
from reset.plan import PartPlan
from reset.world import Record, World, running, sweep
from sites.errors import WebariumError
from sites.spec import ROOT, load_site

# The interrupt is taken even where the suite itself was begun in the background, which ignores it.
SLEEPER = """
import signal, sys, time
from reset.world import World
from sites.spec import load_site
signal.signal(signal.SIGINT, signal.default_int_handler)
World.start([load_site("pages")], name=sys.argv[1], on_progress=lambda line: print(line, flush=True))
print("up", flush=True)
time.sleep(600)
"""


def left(name: str) -> list[str]:
    """Containers and networks of a world of that name."""
    engine = connect()
    return [one["webarium.part"] for one in engine.labels([f"webarium.world={name}"])]


def test_worlds_start_side_by_side_and_do_not_touch_each_other(small_images: None) -> None:
    names = [f"test-side-{os.getpid()}-{number}" for number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        worlds = list(pool.map(lambda name: World.start([load_site("pages")], name=name), names))
    try:
        assert len({one.http_port for one in worlds}) == 3
        assert len({one._record.subnets["pages"] for one in worlds}) == 3
        assert {one.url("pages") for one in worlds} == {"http://pages.webarium.test/"}
        worlds[0].fetch("pages", "/add?text=Hello")
        worlds[1].set_clock(5)
        assert [one.fetch("pages", "/").text for one in worlds] == [
            "Welcome\nHello\n",
            "Welcome\n",
            "Welcome\n",
        ]
        assert [one.health("pages")["clock"][-4:-1] for one in worlds] == [":00", ":50", ":00"]
        assert len({one.digest("pages") for one in worlds[1:]}) == 1
        words = [one.fetch("pages", "/words").text for one in worlds]
        worlds[0].reset()
        assert {*words, worlds[0].fetch("pages", "/words").text} == {words[0]}, "sets in different order"
    finally:
        for one in worlds:
            one.close()
    assert [left(name) for name in names] == [[], [], []]
    assert not any(Record.path(name).exists() for name in names)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_nothing_stays_of_a_process_that_died(small_images: None, number: signal.Signals) -> None:
    name = f"test-died-{os.getpid()}"
    child = subprocess.Popen(
        [sys.executable, "-c", SLEEPER, name],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert any(line.strip() == "up" for line in child.stdout)
    assert sorted(left(name)) == ["gateway", "network of pages", "pages"]
    child.send_signal(number)
    child.wait(timeout=30)
    swept = sweep()
    assert name in swept
    assert left(name) == []


def test_a_start_that_is_interrupted_leaves_nothing(small_images: None) -> None:
    name = f"test-half-{os.getpid()}"
    child = subprocess.Popen(
        [sys.executable, "-c", SLEEPER, name],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert next(iter(child.stdout)).startswith(f"{name}: starting")
    time.sleep(0.2)  # into the middle of creating containers
    child.send_signal(signal.SIGINT)
    child.wait(timeout=60)
    assert left(name) == []
    assert not Record.path(name).exists()


UP = """
import sys
from reset import commands
found = commands.up(["pages"], name=sys.argv[1], on_progress=lambda line: print(line, flush=True))
print(found["http_port"], found["ready"])
"""


def test_two_ups_at_the_same_time_make_one_world(small_images: None) -> None:
    name = f"test-twice-{os.getpid()}"
    command = [sys.executable, "-c", UP, name]
    try:
        first, second = (
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
            for _ in range(2)
        )
        told = [one.communicate(timeout=120)[0] for one in (first, second)]
        assert (first.returncode, second.returncode) == (0, 0), told
        assert told[0].splitlines()[-1] == told[1].splitlines()[-1], "both tell of the same world"
        assert sum("somebody else is starting it; waiting" in one for one in told) == 1, told
        assert sorted(left(name)) == ["gateway", "network of pages", "pages"]
    finally:
        commands.down(name)


def test_the_second_start_of_a_name_says_so_and_leaves_the_first_alone(small_images: None) -> None:
    name = f"test-second-{os.getpid()}"
    refused: list[WorldError] = []

    def second(line: str) -> None:
        if not refused:  # the first has begun
            with pytest.raises(WorldError, match="being started") as caught:
                World.start([load_site("pages")], name=name)
            refused.append(caught.value)
            sweep()

    with World.start([load_site("pages")], name=name, on_progress=second) as world:
        assert refused
        assert world.fetch("pages", "/").text == "Welcome\n"
    assert left(name) == []


def test_a_world_whose_record_is_lost_ends_with_its_run(small_images: None, tmp_path: Path) -> None:
    settings = RunSettings(folder=tmp_path, tasks=[], agent=AgentSpec("", []))
    fleet = LocalFleet(settings, lambda event, data: None)
    name = fleet.world_name(0)
    fleet._worlds = {name}
    World.start([load_site("pages")], name=name).detach()
    Record.path(name).unlink()
    fleet.close_worlds()
    assert left(name) == []


def test_what_another_namespace_or_engine_runs_is_left_alone(
    small_images: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"test-elsewhere-{os.getpid()}"
    host, boot, space, _, _ = owners.me().split(":")
    other = ":".join((host, boot, f"{space}0", "999999999", "5"))  # of a process that nobody here can see
    World.start([load_site("pages")], name=name, owner=other).detach()
    try:
        assert name not in sweep()
        with pytest.raises(WorldError, match="runs already"):
            World.start([load_site("pages")], name=name)
        with monkeypatch.context() as patch:
            patch.setattr(Docker, "identity", "another engine")
            with pytest.raises(WorldError, match="engine of another machine"):
                World.attach(name)
            with pytest.raises(WorldError, match="engine of another machine"):
                World.start([load_site("pages")], name=name)
            assert name in running()  # by the labels of its parts
        assert Record.load(name) is not None
        World.attach(name).detach()
    finally:
        commands.down(name)
    assert left(name) == []


def test_up_again_keeps_the_world_and_mends_it(small_images: None) -> None:
    name = f"test-up-{os.getpid()}"
    try:
        first = commands.up(["pages"], name=name)
        assert first["ready"]
        with_data = World.attach(name)
        with_data.fetch("pages", "/add?text=Hello")
        again = commands.up(["pages"], name=name)
        assert again["http_port"] == first["http_port"]
        assert with_data.fetch("pages", "/").text == "Welcome\nHello\n"
        with_data.kill("pages")
        lines: list[str] = []
        mended = commands.up(["pages"], name=name, on_progress=lines.append)
        assert mended["ready"]
        assert lines == [f"{name}: starting again what was dead: pages"]
        assert with_data.fetch("pages", "/").text == "Welcome\n"
        assert name not in sweep()  # it is kept although nobody owns it
        assert commands.reset(name)["sites"]["pages"]["was_clean"]
        assert commands.status(name)[0]["sites"][0]["clean"]
        assert "Welcome" not in "\n".join(commands.logs("pages", name=name))
        found = commands.browse("pages", name=name)
        assert found.people_urls == {"pages": f"http://pages.localhost:{first['http_port']}/"}
        with pytest.raises(WorldError, match="no profile 'emma'"):
            commands.browse("pages", name=name, profile="emma")
        with_data.detach()
    finally:
        assert commands.down(name) == [name]
    assert left(name) == []
    with pytest.raises(WorldError, match="no world called"):
        commands.status(name)


def test_profiles_come_with_their_cookies(small_images: None) -> None:
    name = f"test-browse-{os.getpid()}"
    with World.start([load_site("notes")], name=name):
        found = commands.browse(name=name, profile="nora")
    assert found.cookies == [
        {"name": "session", "value": "5" * 32, "domain": "notes.webarium.test", "path": "/"},
        # tells the first page who one is
        {"name": "profiles", "value": "notes:nora", "domain": "home.webarium.test", "path": "/"},
    ]
    assert found.start == "http://notes.webarium.test/"


def test_a_missing_image_is_said_before_anything_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "missing", lambda sites, engine, *, seed: ["pages"])
    with pytest.raises(WorldError, match="images are missing or out of date: pages") as caught:
        World.start([load_site("pages")], name="test-missing")
    assert caught.value.remedy == "run `webarium build pages`"
    assert left("test-missing") == []


def test_a_site_that_does_not_come_up_is_told_with_its_log(
    small_images: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"test-broken-{os.getpid()}"
    start = Docker.start

    def starved(self: Docker, plan: PartPlan) -> None:
        if plan.name == "notes":
            plan = replace(plan, limits=replace(plan.limits, pids=5))  # too few for its supervisor
        start(self, plan)

    monkeypatch.setattr(Docker, "start", starved)
    with pytest.raises(WebariumError) as caught:
        World.start([load_site("notes")], name=name)
    assert f"webarium-{name}-notes" in caught.value.message
    assert "its last lines" in caught.value.message
    assert left(name) == []


def test_without_an_engine_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(WebariumError, match="no container engine answers") as caught:
        Docker()
    assert caught.value.remedy is not None
    assert "unix:///nowhere/docker.sock, where DOCKER_HOST leads" in caught.value.message
    assert "correct DOCKER_HOST" in caught.value.remedy
