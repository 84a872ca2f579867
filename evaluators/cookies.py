"""The session of a profile, for pages that an evaluator opens by itself."""

from __future__ import annotations

from typing import Any

from sites.errors import WebariumError

from .base import WorldView


def profile_cookies(world: WorldView, site: str, profile: str | None) -> list[dict[str, Any]]:
    """The cookies of a profile's session; none for a visitor who is not logged in.

    Raises:
        WebariumError: when the site has no session for this profile.
    """
    if profile is None:
        return []
    sessions = world.sessions(site)
    if profile not in sessions:
        raise WebariumError(
            f"{site} has no session for the profile '{profile}'",
            remedy=f"its sessions are {', '.join(sessions) or 'none'}; see sites/{site}/site.yaml",
        )
    return list(sessions[profile]["cookies"])


def cookie_header(world: WorldView, site: str, profile: str | None) -> dict[str, str]:
    """The Cookie header of a profile's session, or no header."""
    cookies = profile_cookies(world, site, profile)
    return {"Cookie": "; ".join(f"{c['name']}={c['value']}" for c in cookies)} if cookies else {}
