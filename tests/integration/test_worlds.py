"""Several worlds at once, worlds of dead processes, interrupted starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from reset import commands, world
from reset.engine import connect
from reset.errors import WorldError
from reset.world import Record, World, sweep
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
    labels = [f"webarium.world={name}"]
    return [one.name for one in [*engine.containers(labels), *engine.networks(labels)]]


def test_worlds_start_side_by_side_and_do_not_touch_each_other(small_images: None) -> None:
    names = [f"test-side-{os.getpid()}-{number}" for number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        worlds = list(pool.map(lambda name: World.start([load_site("pages")], name=name), names))
    try:
        assert len({one.http_port for one in worlds}) == 3
        assert len({one._record.subnet for one in worlds}) == 3
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
    assert len(left(name)) == 3  # site, gateway, network
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
    assert next(iter(child.stdout)).startswith(f"{name}: network")
    time.sleep(0.2)  # into the middle of creating containers
    child.send_signal(signal.SIGINT)
    child.wait(timeout=60)
    assert left(name) == []
    assert not Record.path(name).exists()


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
        with_data.container("pages").kill()
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
    monkeypatch.setattr(world.images, "missing", lambda sites, engine: ["pages"])
    with pytest.raises(WorldError, match="images are missing or out of date: pages") as caught:
        World.start([load_site("pages")], name="test-missing")
    assert caught.value.remedy == "run `webarium build pages`"
    assert left("test-missing") == []


def test_a_site_that_does_not_come_up_is_told_with_its_log(
    small_images: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"test-broken-{os.getpid()}"
    create = world.Engine.create

    def starved(self: object, image: str, *arguments: object, **options: object) -> object:
        if "notes" in image:
            options["pids"] = 11  # too few for a database
        return create(self, image, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(world.Engine, "create", starved)
    with pytest.raises(WebariumError) as caught:
        World.start([load_site("notes")], name=name)
    assert f"webarium-{name}-notes" in caught.value.message
    assert "its last lines" in caught.value.message
    assert left(name) == []


def test_without_an_engine_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(WebariumError, match="no container engine answers") as caught:
        world.Engine()
    assert caught.value.remedy is not None
    assert "docker/bootstrap.sh engine" in caught.value.remedy
