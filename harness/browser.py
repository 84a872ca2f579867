"""Chromium as Webarium needs it: shut off from everything but the world's sites, and always the same.

``Browser`` is one running Chromium (a worker keeps one for all its episodes); ``new_context`` gives an
episode a fresh profile with the cookies of its sessions. Nothing in here knows tasks or agents.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as PlaywrightBrowser
from playwright.sync_api import BrowserContext, Playwright, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from sites.errors import WebariumError

DOMAIN = "webarium.test"
VIEWPORT = (1280, 720)
LOCALE = "en-GB"
TIMEZONE = "UTC"
EXECUTABLE_VARIABLE = "WEBARIUM_CHROMIUM"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without the window around it: a third less work for an episode, so the first choice.
HEADLESS_NAMES = ("chromium-headless-shell", *SYSTEM_NAMES)
NOWHERE = "MAP * ~NOTFOUND"  # resolver rules of a browser without a world

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
    f"--lang={LOCALE}",
)


class BrowserError(WebariumError):
    """Chromium is missing or does not start."""


def find_chromium(playwright: Playwright, *, headless: bool = True) -> Path | None:
    """The Chromium to launch: the one named by WEBARIUM_CHROMIUM, Playwright's own, else the system's.

    Args:
        playwright: a running Playwright.
        headless: False needs one that can show a window.

    Returns:
        Its path, or None for Playwright's own.

    Raises:
        BrowserError: when there is none; the remedy says what to install.
    """
    named = os.environ.get(EXECUTABLE_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise BrowserError(
                f"{EXECUTABLE_VARIABLE} names {named}, which is not there",
                remedy=f"unset {EXECUTABLE_VARIABLE} or set it to a Chromium executable",
            )
        return Path(named)
    if Path(playwright.chromium.executable_path).is_file():
        return None
    for name in HEADLESS_NAMES if headless else SYSTEM_NAMES:
        if found := shutil.which(name):
            return Path(found)
    raise BrowserError(
        f"There is no Chromium {'' if headless else 'with a window '}on this machine",
        remedy="run `playwright install --with-deps chromium`, or install the package `chromium`",
    )


def executable_for(*, headless: bool = True) -> Path:
    """The path of the Chromium that ``Browser`` would start, for those who start it themselves."""
    with sync_playwright() as playwright:
        return find_chromium(playwright, headless=headless) or Path(playwright.chromium.executable_path)


class Browser:
    """One running Chromium.

    Args:
        resolver_rules: Chromium's ``--host-resolver-rules`` (``World.resolver_rules()``).
        headless: False shows a window (human agent, recorder).
        playwright: an already running Playwright to use instead of one of our own.
    """

    def __init__(
        self,
        resolver_rules: str = NOWHERE,
        *,
        headless: bool = True,
        playwright: Playwright | None = None,
    ) -> None:
        self.resolver_rules = resolver_rules
        self._own = None if playwright else sync_playwright().start()
        self.playwright = playwright or self._own
        assert self.playwright is not None
        try:
            self._browser: PlaywrightBrowser = self.playwright.chromium.launch(
                executable_path=find_chromium(self.playwright, headless=headless),
                headless=headless,
                args=[*SWITCHES, f"--host-resolver-rules={resolver_rules}"],
                # The headless shell knows no --no-proxy-server; it goes by these variables alone.
                env={
                    name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")
                },
                # The harness decides what an interrupt means, not Playwright.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except PlaywrightError as error:
            self._stop()
            raise BrowserError(
                f"Chromium does not start: {error.message.splitlines()[0]}",
                remedy="run `webarium doctor`; it tries the browser and shows its output",
            ) from error
        except BaseException:
            self._stop()
            raise

    @property
    def version(self) -> str:
        """Chromium's version, like ``156.0.8078.79``."""
        return self._browser.version

    @property
    def connected(self) -> bool:
        """Whether Chromium still runs."""
        return self._browser.is_connected()

    def new_context(self, cookies: Iterable[dict[str, Any]] = (), **options: Any) -> BrowserContext:
        """A fresh profile: fixed window, language and time zone, no animations, the given cookies.

        Args:
            cookies: each with ``name``, ``value`` and ``domain`` (+ ``path``) or ``url``.
            options: further options of Playwright's ``new_context`` (HAR, video ...).
        """
        context = self._browser.new_context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            screen={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            device_scale_factor=1,
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
            self._browser.close()
        except PlaywrightError:
            pass
        finally:
            self._stop()

    def _stop(self) -> None:
        if self._own:
            self._own.stop()
            self._own = None

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def session_cookies(site: str, session: dict[str, Any] | None) -> list[dict[str, Any]]:
    """A profile's baked session (``World.sessions(site)[profile]``) as cookies of the site's address."""
    cookies = (session or {}).get("cookies", [])
    return [
        {
            "name": cookie["name"],
            "value": cookie["value"],
            "domain": f"{site}.{DOMAIN}",
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
