"""What is told of images while they are built, and in which order they come."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from reset import images, places
from reset.images import building, pace
from reset.images.pace import Line, Pace, Stand
from sites.errors import WebariumError
from sites.seeds import Seed
from sites.spec import load_site

HOME, WIKI = load_site("home"), load_site("wiki")


def test_what_is_left_follows_what_the_machine_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(pace.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(pace, "SECONDS", {"base": 10.0, "webarium/wiki-seed": 100.0})
    base, wiki = images.base(), images.data(WIKI)
    told: list[Stand] = []
    one = Pace([HOME, WIKI], [base, wiki], tell=told.append)
    one.begins(base)
    now[0] += 20
    assert one.ends(base) == 20
    assert told[-1] == Stand(1, 2, 200, (), ("home",)), "twice as slow as expected, and so will the rest be"
    one.begins(wiki)
    assert told[-1].doing == (wiki.name,)
    assert one.stand(now[0] + 150).left == 50
    assert one.stand(now[0] + 900).left == 20, "one that takes longer than that is still not over"
    one.ends(wiki)
    assert set(told[-1].ready) == {"home", "wiki"}


class Engine:
    """Knows what was built."""

    def __init__(self) -> None:
        self.tags: set[str] = set()

    @property
    def images(self) -> Engine:
        return self

    def id(self, tag: str) -> str | None:
        return tag if tag in self.tags else None

    def size(self, tag: str) -> int:
        return 1

    def tag(self, image: str, tag: str) -> None:
        assert image in self.tags
        self.tags.add(tag)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Names of what is built, in the order in which that ends."""
    names: list[str] = []
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.delenv("WEBARIUM_REGISTRY", raising=False)

    def build_one(engine: Any, recipe: Any, say: Any) -> None:
        engine.tags.add(recipe.tag)
        names.append(recipe.name)

    monkeypatch.setattr(building, "_build_one", build_one)
    monkeypatch.setattr(building, "_root", lambda engine, say: engine.tags.add(building.ROOT_IMAGE))
    monkeypatch.setattr(building, "_finish", lambda *_: None)
    return names


def test_the_quickest_site_comes_first(built: list[str]) -> None:
    told: list[Stand] = []
    engine: Any = Engine()
    images.build([WIKI, HOME], engine=engine, on_stand=told.append, at_once=1)
    assert built[:3] == ["base", "mariadb", "gateway"]
    assert built[3:5] == ["home (application and data)", "home"]
    assert ("home",) in [one.ready for one in told]
    assert (told[0].done, told[0].of, told[-1].done) == (0, 7, 7)


def test_one_hand_takes_the_longest_and_the_others_the_quickest() -> None:
    line = Line(["home", "cms", "forum", "map"], hands=2)
    with line.next() as long_hand, line.next() as first, line.next() as second:
        assert (long_hand, first, second) == ("map", "home", "cms"), "the long hand is busy"
    with line.next() as last:
        assert last == "forum"
    line = Line(["home", "cms", "forum"], hands=2)
    with pytest.raises(WebariumError), line.next():
        raise WebariumError("no room")
    with line.next() as name:
        assert name == "cms", "the long hand is free again, also after an error"


def test_latest_is_of_the_default_seed(built: list[str]) -> None:
    engine = Engine()
    images.build([HOME, WIKI], seed=Seed("7"), engine=engine, at_once=1)  # type: ignore[arg-type]
    assert "webarium/home:latest" in engine.tags, "it has no seed"
    assert "webarium/wiki:latest" not in engine.tags
    default = Engine()
    images.build([WIKI], engine=default, at_once=1)  # type: ignore[arg-type]
    assert "webarium/wiki:latest" in default.tags


def test_two_sites_are_built_side_by_side(built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=30)
    build_one = building._build_one

    def waits(engine: Any, recipe: Any, say: Any) -> None:
        if recipe.name.endswith("(application and data)"):
            both.wait()
        build_one(engine, recipe, say)

    monkeypatch.setattr(building, "_build_one", waits)
    report = images.build([HOME, WIKI], engine=Engine(), at_once=2)  # type: ignore[arg-type]
    assert len(report) == 7


def test_a_site_that_cannot_be_built_ends_it_with_its_reason(
    built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_one = building._build_one

    def fails(engine: Any, recipe: Any, say: Any) -> None:
        if recipe.repository == "webarium/home-seed":
            raise WebariumError("no room")
        build_one(engine, recipe, say)

    monkeypatch.setattr(building, "_build_one", fails)
    with pytest.raises(WebariumError, match="no room"):
        images.build([HOME, WIKI], engine=Engine(), on_stand=lambda one: None, at_once=1)  # type: ignore[arg-type]
    assert "wiki" not in built
