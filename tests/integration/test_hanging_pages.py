"""Pages that never come to an end: each is ended in a bounded time and told as trouble of the browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from types import SimpleNamespace
from typing import Any

import pytest
from integration.local_world import LocalWorld, page

from evaluators.base import Outcome
from evaluators.checks.page import PageCheck
from harness.browser.chromium import Browser
from harness.browser.environment import Environment
from tasks.actions import parse_action
from tasks.specs import PageSpec

SITE = "http://shopping.webarium.test"
LOOP = "while (true);"


def large(handler: BaseHTTPRequestHandler) -> Any:
    """A download that would fill the disk before long."""
    handler.send_response(200)
    handler.send_header("Content-Disposition", 'attachment; filename="large.bin"')
    handler.end_headers()
    for _ in range(1_000):
        handler.wfile.write(bytes(1_000_000))


def endless(handler: BaseHTTPRequestHandler) -> Any:
    """A download that goes on until nobody wants it."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/octet-stream")
    handler.send_header("Content-Disposition", 'attachment; filename="endless.bin"')
    handler.end_headers()
    while True:
        handler.wfile.write(b"x" * 65536)
        time.sleep(0.02)


PAGES: dict[str, Any] = {
    "/": page("Home", "<h1>Home</h1><a href=/endless>Endless</a> <a href=/large>Large</a>"),
    "/click": page("Click", f'<button onclick="{LOOP}">Go</button>'),
    "/soon": page("Soon", f'<button onclick="setTimeout(() => {{ {LOOP} }}, 30)">Go</button>'),
    "/load": page("Load", f"<p>on</p><script>onload = () => {{ {LOOP} }}</script>"),
    "/script": page("Script", f"<p>on</p><script>{LOOP}</script>"),
    "/timer": page("Timer", f"<p>on</p><script>setTimeout(() => {{ {LOOP} }}, 300)</script>"),
    "/frame": page("Frame", "<iframe src=http://forum.webarium.test/script></iframe>"),
    "/tab": page("Tab", "<button onclick=\"window.open('/timer'); this.textContent = 1\">Go</button>"),
    "/alerts": page("Alerts", "<button onclick=\"while (true) alert('x'.repeat(1e5));\">Go</button>"),
    "/leaving": page("Leaving", f"<p>on</p><script>onbeforeunload = () => {{ {LOOP} }}</script>"),
    "/memory": page(
        "Memory",
        '<button onclick="for (const a = [];;) a.push(new Array(1e6).fill(a.length + 0.5))">Go</button>',
    ),
    "/endless": endless,
    "/large": large,
    "/chatter": page(
        "Chatter",
        "<button onclick=\"for (let n = 0; n < 60; n++) alert('x'.repeat(1e5))\">Go</button>",
    ),
}


@pytest.fixture(scope="module")
def world() -> Iterator[LocalWorld]:
    served = LocalWorld(PAGES)
    yield served
    served.close()


@pytest.fixture
def hung_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that does not react is given up sooner than it is in earnest."""
    monkeypatch.setattr("harness.browser.watchdog.HANG_SECONDS", 4.0)


def act(env: Environment, name: str, **arguments: Any) -> None:
    env.act(parse_action({"name": name, **arguments}))


def click(env: Environment, role: str, name: str) -> None:
    element = env.observe().observation.find(role, name)
    assert element is not None
    act(env, "click", element=element.id)


def play(world: LocalWorld, path: str, then: Callable[[Environment], None]) -> list[str]:
    """Open a page in a browser of its own, do something; what trouble is told, and what else was raised."""
    trouble: list[str] = []

    def work() -> None:
        from harness.browser.watchdog import PageHangs

        with Browser(world.resolver_rules()) as browser:
            env = Environment(browser)
            try:
                env.open([SITE + path])
                then(env)
                trouble.extend(env.tabs.trouble)
            except PageHangs as error:
                trouble.append(error.message)
            finally:
                env.close()

    thread = threading.Thread(target=work)  # Playwright runs once in a thread
    thread.start()
    thread.join(timeout=100)
    assert not thread.is_alive(), "somebody still waits for the page"
    return trouble


def go(env: Environment) -> None:
    click(env, "button", "Go")
    for _ in range(3):
        act(env, "noop")
        env.observe()


def look(env: Environment) -> None:
    for _ in range(3):
        env.observe()
        env.html()
        env.screenshot()
        act(env, "noop")


@pytest.mark.usefixtures("hung_after")
@pytest.mark.parametrize(
    ("path", "then"),
    [
        ("/click", go),
        ("/soon", go),
        ("/load", look),
        ("/script", look),
        ("/timer", look),
        ("/frame", look),
        ("/tab", go),
        ("/alerts", go),
        ("/memory", go),
    ],
)
def test_a_page_that_does_not_react_is_trouble_of_the_browser(
    world: LocalWorld, path: str, then: Callable[[Environment], None]
) -> None:
    trouble = play(world, path, then)
    assert len(trouble) == 1, trouble
    assert "does not react" in trouble[0] or "crashed" in trouble[0], trouble
    assert SITE in trouble[0]


@pytest.mark.usefixtures("hung_after")
@pytest.mark.parametrize("name", ["html", "screenshot", "whole_page"])
def test_what_is_kept_of_a_page_is_waited_for_no_longer(world: LocalWorld, name: str) -> None:
    def hang(env: Environment) -> None:
        env.observe()
        env.tabs.front.evaluate(f"() => {{ setTimeout(() => {{ {LOOP} }}, 0) }}")
        getattr(env, name)()

    assert "does not react" in play(world, "/", hang)[0]


@pytest.mark.usefixtures("hung_after")
def test_a_page_that_does_not_let_go_can_be_left(world: LocalWorld) -> None:
    def leave(env: Environment) -> None:
        act(env, "goto", url=f"{SITE}/")

    trouble = play(world, "/leaving", leave)
    assert trouble == [] or "does not react" in trouble[0]


def test_an_evaluator_does_not_wait_for_a_page_either(
    world: LocalWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluators.checks.page.RENDER_SECONDS", 4.0)
    task = SimpleNamespace(sites=["shopping"], profile={"shopping": "emma"})
    check = PageCheck(task, PageSpec(url=f"{SITE}/script", css="p", render=True, contains="on"))  # type: ignore[arg-type]

    def judge(env: Environment) -> None:
        check.collect(world, Outcome(task_id="t"), env.browser)  # type: ignore[arg-type]

    assert "script does not react" in play(world, "/", judge)[0]


def test_a_download_without_end_is_given_up(world: LocalWorld) -> None:
    messages: list[str] = []

    def download(env: Environment) -> None:
        click(env, "link", "Endless")
        messages.extend(env.observe().observation.messages)
        before = time.monotonic()
        act(env, "noop")
        messages.append("at once" if time.monotonic() - before < 8 else "waited again")

    assert play(world, "/", download) == []
    assert messages == ["The download of endless.bin did not end; it was given up.", "at once"]


def test_a_download_that_grows_too_large_is_given_up(
    world: LocalWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    left: list[str] = []

    def download(env: Environment) -> None:
        click(env, "link", "Large")
        messages.extend(env.observe().observation.messages)
        act(env, "noop")
        until = time.monotonic() + 10  # Chromium removes it when it comes to it
        while list(env.browser.downloads.iterdir()) and time.monotonic() < until:
            time.sleep(0.1)
        left.extend(path.name for path in env.browser.downloads.iterdir())

    assert play(world, "/", download) == []
    assert left == []
    assert messages == ["The download of large.bin is larger than 100 MB; it was given up."]


def test_of_many_dialogs_only_some_are_told(world: LocalWorld) -> None:
    seen: list[str] = []

    def chatter(env: Environment) -> None:
        click(env, "button", "Go")
        seen.extend(env.observe().observation.messages)

    assert play(world, "/chatter", chatter) == []
    assert len(seen) == 51
    assert seen[-1] == "More than this happened; the rest is left out."
    assert max(map(len, seen)) == 5_000
