"""Who one is on which site: what a browser tells the first page, which cannot see other sites' sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sites.facts import site_host

COOKIE = "profiles"


def home_cookies(profiles: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """The cookie for the first page, none for somebody who is logged in nowhere.

    Args:
        profiles: site to profile; None where one is not logged in.
    """
    pairs = [f"{site}:{profile}" for site, profile in sorted(profiles.items()) if profile]
    if not pairs:
        return []
    return [{"name": COOKIE, "value": "/".join(pairs), "domain": site_host("home"), "path": "/"}]
