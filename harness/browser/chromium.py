"""Chromium as Webarium needs it: shut off from everything but the world's sites, and always the same.

``Browser`` is one running Chromium (a worker keeps one for all its episodes); ``new_context`` gives an
episode a fresh profile with the cookies of its sessions. Nothing in here knows tasks or agents.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import BrowserContext, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from harness.browser.beside import loop_of
from harness.browser.executable import BrowserError, find_chromium, remedy, why_not
from harness.browser.protection import note_refusal, protection_for
from harness.browser.watchdog import PageHangs, Watchdog
from harness.browser.window import DESKTOP, Window
from harness.processes import ancestors
from harness.temporary import folder_for, remove
from sites.facts import DOMAIN, site_host

LOCALE = "en-GB"
TIMEZONE = "UTC"
NOWHERE = "MAP * ~NOTFOUND"  # resolver rules of a browser without a world
CLOSE_SECONDS = 15.0  # how long Chromium may take to end by itself

SWITCHES = (
    # Nothing leaves but HTTP to the gateway: no proxy of the machine, no UDP, no calls of the browser's own.
    "--no-proxy-server",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    "--no-pings",
    # Always the same pixels and the same order of events.
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--hide-scrollbars",
    "--disable-smooth-scrolling",
    "--mute-audio",
    # The middle button pastes nothing: what was marked last belongs to all contexts, so to the episode
    # before as well. The rest is what Playwright says itself, and Chromium listens to the last one alone.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "selectionClipboardBufferAvailable=false",
    f"--lang={LOCALE}",
)


class Browser:
    """One running Chromium.

    Args:
        resolver_rules: Chromium's ``--host-resolver-rules`` (``World.resolver_rules()``).
        headless: False shows a window (human agent, recorder).
        shared: somebody else may speak to it besides, at ``door``.

    Attributes:
        door: a Unix socket, see ``second_door.py``; None where it is not shared.
        protection: how far it is shut in.
        watchdog: bounds whatever is asked of its pages.
        downloads: folder where it puts what pages download.

    Raises:
        BrowserError: when there is none, or it does not start.
    """

    def __init__(
        self,
        resolver_rules: str = NOWHERE,
        *,
        headless: bool = True,
        shared: bool = False,
    ) -> None:
        self.resolver_rules = resolver_rules
        self._folder = folder_for("browser")
        self.door = self._folder / "door" if shared else None
        self.downloads = self._folder / "downloads"
        self._playwright: Playwright | None = _start_playwright(self._folder)
        try:
            executable = find_chromium(self._playwright, headless=headless)
            self._browser = self._start(executable, headless=headless)
            self.watchdog = self._watchdog()
        except PlaywrightError as error:
            self._stop()
            raise BrowserError(
                f"Chromium does not start: {why_not(error.message)}",
                remedy=remedy(),
            ) from error
        except BaseException:
            self._stop()
            raise

    def _start(self, executable: Path, *, headless: bool) -> PlaywrightBrowser:
        """Start it as well protected as can be; once more where it failed for another reason than that."""
        failed = False
        while True:
            self.protection = protection_for(executable)
            try:
                return self._launch(executable, headless=headless)
            except PlaywrightError as error:
                if note_refusal(executable, error):
                    continue
                if failed:
                    raise
                failed = True

    def _launch(self, executable: Path, *, headless: bool) -> PlaywrightBrowser:
        assert self._playwright is not None
        options = self.protection.launch_options(executable, self._folder, self.downloads)
        if self.door:
            self.door.unlink(missing_ok=True)
            options["env"] |= {"WEBARIUM_START_DOOR": str(self.door)}
        return self._playwright.chromium.launch(
            **options,
            headless=headless,
            args=[*SWITCHES, f"--host-resolver-rules={self.resolver_rules}"],
            # The harness decides what an interrupt means, not Playwright.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )

    def _watchdog(self) -> Watchdog:
        session = self._browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        chromium = next(int(one["id"]) for one in processes if one["type"] == "browser")
        above = [chromium, *ancestors(chromium)]
        driver = above[above.index(os.getpid()) - 1] if os.getpid() in above else None
        return Watchdog(loop_of(self._browser), chromium=chromium, driver=driver)

    @property
    def version(self) -> str:
        """Chromium's version, like ``156.0.8078.79``."""
        return self._browser.version

    @property
    def connected(self) -> bool:
        """Whether Chromium still runs."""
        return self._browser.is_connected()

    def new_context(
        self, cookies: Iterable[dict[str, Any]] = (), *, window: Window = DESKTOP, **options: Any
    ) -> BrowserContext:
        """A fresh profile: fixed window, language and time zone, no animations, the given cookies.

        Args:
            cookies: each with ``name``, ``value`` and ``domain`` (+ ``path``) or ``url``.
            window: what its pages are shown in.
            options: further options of Playwright's ``new_context`` (HAR, video ...).
        """
        context = self._browser.new_context(
            **window.options(self.version),
            locale=LOCALE,
            timezone_id=TIMEZONE,
            color_scheme="light",
            reduced_motion="reduce",
            accept_downloads=True,
            service_workers="block",
            **options,
        )
        jar = list(cookies)
        if jar:
            context.add_cookies(jar)  # type: ignore[arg-type]
        return context

    def close(self) -> None:
        """End Chromium; harmless when it is gone already."""
        try:
            with self.watchdog.over(lambda: "the end", seconds=CLOSE_SECONDS):
                self._browser.close()
        except (PlaywrightError, PageHangs):
            pass  # it is gone all the same
        finally:
            self._stop()

    def _stop(self) -> None:
        if self._playwright:
            self._playwright.stop()
            self._playwright = None
        remove(self._folder)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _start_playwright(folder: Path) -> Playwright:
    """A Playwright of our own, whose temporary files are in a folder that goes with the browser."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)  # its driver looks there and nowhere else
    try:
        return sync_playwright().start()
    finally:
        del os.environ["TMPDIR"]
        if before is not None:
            os.environ["TMPDIR"] = before


def session_cookies(site: str, session: dict[str, Any] | None) -> list[dict[str, Any]]:
    """A profile's baked session (``World.sessions(site)[profile]``) as cookies of the site's address."""
    cookies = (session or {}).get("cookies", [])
    return [
        {
            "name": cookie["name"],
            "value": cookie["value"],
            "domain": site_host(site),
            "path": cookie.get("path") or "/",
        }
        for cookie in cookies
    ]


def world_url(url: str) -> str:
    """The URL when it is an address of the world's sites; a missing scheme is added as browsers do.

    Raises:
        ValueError: with a reason for people, when it is anything else.
    """
    from urllib.parse import urlsplit

    text = url.strip()
    if any(ord(letter) < 32 or letter == "\\" for letter in text):
        raise ValueError("the URL holds a backslash or a control character")
    if "://" not in text and not text.split("/")[0].count(":"):
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").lower()
    except ValueError as error:
        raise ValueError(f"not a URL ({error})") from error
    if parts.scheme not in ("http", "https"):
        raise ValueError(f"only http and https URLs can be visited, not {parts.scheme or text!r}")
    if not host.endswith(f".{DOMAIN}"):
        raise ValueError(f"only the sites of this world (*.{DOMAIN}) can be visited, not {host or text!r}")
    return text
