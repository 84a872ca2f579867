"""Worlds for tests of the engine level: the two small sites of tests/sites."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from reset import images
from reset.world import World
from sites.spec import load_site

SITES = ["notes", "pages"]


@pytest.fixture(scope="session")
def small_images() -> None:
    """The images of the small sites, built where they are missing."""
    images.build([load_site(name) for name in SITES])


@pytest.fixture(scope="session")
def started_small_world(small_images: None) -> Iterator[World]:
    with World.start([load_site(name) for name in SITES], name=f"test-{os.getpid()}") as world:
        yield world


@pytest.fixture
def small_world(started_small_world: World) -> World:
    """A pristine world of `notes` and `pages`; what a test breaks is mended before the next."""
    started_small_world.revive()
    started_small_world.reset()
    return started_small_world
