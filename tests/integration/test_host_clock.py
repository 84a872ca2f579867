"""Logins hold in whatever year the machine believes to be: containers, database and browser.

Nothing less than moving the machine's clock shows it for all of them at once, so these tests ask first:
`WEBARIUM_MAY_MOVE_CLOCK=1 .venv/bin/python -m pytest tests/integration/test_host_clock.py` as root.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from harness.browser.chromium import Browser, session_cookies
from harness.browser.environment import Environment
from reset import images
from reset.world import World
from sites.spec import Site, load_site

SITE = "shopping"
YEARS = (2025, 2031)
PAGES = {"emma": ("/accounts/orders/", "Your orders"), "owner": ("/dashboard/orders/", "Orders")}
ADDRESS = f"http://{SITE}.webarium.test"


@pytest.fixture(scope="module")
def shop() -> Site:
    site = load_site(SITE)
    images.build([site])
    return site


def seen_by(world: World, profile: str) -> tuple[str, str, int]:
    """Path and title a profile ends at, and the year of the browser itself, which no page sees."""
    path, _ = PAGES[profile]
    found: list[tuple[str, str, int]] = []

    def look() -> None:
        with Browser(world.resolver_rules()) as browser:
            env = Environment(browser, cookies=session_cookies(SITE, world.sessions(SITE)[profile]))
            env.open([f"{ADDRESS}{path}"])
            seen = env.observe().observation
            env.close()
            plain = browser.new_context().new_page()
            found.append((seen.url, seen.title, int(plain.evaluate("new Date().getFullYear()"))))

    thread = threading.Thread(target=look)  # Playwright runs once in a thread
    thread.start()
    thread.join()
    return found[0]


def expect_login(world: World, profile: str, year: int) -> None:
    path, title = PAGES[profile]
    url, seen, browser_year = seen_by(world, profile)
    assert browser_year == year, "the browser has the year of the test"
    assert url == f"{ADDRESS}{path}"
    assert title in seen


@contextmanager
def machine_in(year: int) -> Iterator[None]:
    """The machine's clock in another year; put right afterwards."""
    real, steady = time.time(), time.monotonic()
    time.clock_settime(time.CLOCK_REALTIME, datetime(year, 6, 1, 12, tzinfo=UTC).timestamp())
    try:
        yield
    finally:
        time.clock_settime(time.CLOCK_REALTIME, real + time.monotonic() - steady)


@pytest.mark.skipif(
    not os.environ.get("WEBARIUM_MAY_MOVE_CLOCK"),
    reason="moves the clock of the whole machine: set WEBARIUM_MAY_MOVE_CLOCK=1 where nobody minds",
)
@pytest.mark.parametrize("year", YEARS)
def test_login_holds_on_a_machine_of_another_year(shop: Site, year: int) -> None:
    with machine_in(year), World.start([shop], name=f"year-{year}-{os.getpid()}") as world:
        for profile in PAGES:
            expect_login(world, profile, year)
        world.reset()
        expect_login(world, "emma", year)
