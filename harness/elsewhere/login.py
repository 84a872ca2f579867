"""``webarium sites login``: log in once, and keep the session for all runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext
from playwright.sync_api import Error as PlaywrightError

from harness.browser.chromium import Browser
from harness.browser.reach import Reach
from harness.elsewhere.sites_file import LoginForm, SiteElsewhere, SitesFile, filled
from harness.jsonio import dump
from sites.errors import WebariumError

SECONDS = 30.0


def record_login(file: SitesFile, name: str, wait: Callable[[str], None]) -> Path:
    """Log in to a site and keep its storage state, readable by this user alone.

    Args:
        file: says where the site is, and its form, where it has one.
        name: of the site.
        wait: where there is no form: shows a text, and returns when the person has logged in.

    Returns:
        Where it was kept.

    Raises:
        WebariumError: the file names no place for it, the site or the window is gone, or nobody was let in.
    """
    site, place = file.site(name), file.login_file(name)
    if place is None:
        raise WebariumError(
            f"{file.place} names no login file of {name}", remedy=f"add login: logins/{name}.json to it"
        )
    rules = Reach(file.hosts).resolver_rules()
    with Browser(rules, headless=site.form is not None) as browser:
        try:
            context = browser.new_context()
            if site.form:
                _fill(context, site, site.form, name)
            else:
                context.new_page().goto(f"{site.url}/")
                wait(f"Log in to {name} in the window, then press Enter here.")
            state = context.storage_state()
        except PlaywrightError as error:
            what = f"The form of {name} cannot be sent" if site.form else f"Nobody could log in to {name}"
            mend = "mend form: in the file, or take it away and log in by hand"
            leave = "see that the site is there, and leave the window open until you have pressed Enter"
            raise WebariumError(
                f"{what}: {error.message.splitlines()[0]}", remedy=mend if site.form else leave
            ) from error
    if not state["cookies"] and not state["origins"]:
        raise WebariumError(f"{name} kept no session", remedy="log in before you press Enter")
    place.parent.mkdir(parents=True, exist_ok=True)
    _write(Path(os.path.realpath(place)), dump(state))
    return place


def _write(place: Path, data: bytes) -> None:
    """Write a file for this user alone, whole or not at all, whoever may read what is there so far."""
    part = place.with_name(f".{place.name}.part")
    part.unlink(missing_ok=True)  # its mode would stay
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(data)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


def _fill(context: BrowserContext, site: SiteElsewhere, form: LoginForm, name: str) -> None:
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.goto(urljoin(f"{site.url}/", form.page))
    for css, text in form.fill.items():
        page.fill(css, filled(text))
    with page.expect_navigation():
        page.click(form.press)
    page.wait_for_load_state()
    if page.locator(form.press).count() and page.locator(next(iter(form.fill))).count():
        raise WebariumError(
            f"{name} did not let this user in: its form is still there", remedy="mend fill: in the file"
        )
