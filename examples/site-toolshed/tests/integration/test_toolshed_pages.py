"""The toolshed in a world: looking writes nothing, borrowing writes one row, a reset takes it back."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from reset import images
from reset.world import World
from sites.spec import load_site

SITE = "toolshed"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"toolshed-{os.getpid()}") as started:
        yield started


def cookies(world: World) -> dict[str, str]:
    return {one["name"]: one["value"] for one in world.sessions(SITE)["ida"]["cookies"]}


def test_looking_writes_nothing(world: World) -> None:
    world.reset()
    for path in ("/", "/?q=saw", "/tools/1/", "/loans/", "/health/"):
        answer = world.fetch(SITE, path, cookies=cookies(world))
        assert (answer.status_code, "You are Ida Brandt" in answer.text) == (200, True), path
    assert "You are a guest" in world.fetch(SITE, "/").text
    assert world.fetch(SITE, "/tools/9999/").status_code == 404
    assert world.clean(SITE)


def test_borrowing_writes_one_row_and_a_reset_takes_it_back(world: World) -> None:
    world.reset()
    before = world.digest(SITE)
    (tool,) = world.query(
        SITE, "SELECT MAX(tool.id) AS id FROM tool WHERE id NOT IN (SELECT tool_id FROM loan)"
    )
    path, jar = f"/tools/{tool['id']}/borrow", cookies(world)
    for _ in range(2):  # the second time it is lent already
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = world.fetch(SITE, path, form, method="POST", content="days=3", cookies=jar, follow=False)
        assert answer.status_code == 303
    (row,) = world.changes(SITE)["tables"]["loan"]["added"]
    assert (row["tool_id"], row["days"], row["returned"]) == (tool["id"], 3, None)
    world.reset()
    assert world.digest(SITE) == before
