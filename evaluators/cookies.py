"""Pages that an evaluator opens by itself: with the session of a profile, and where an address led."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from sites.errors import WebariumError
from tasks.specs import Answered

from .base import WorldView
from .urls import parts_of


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


def opened(
    world: WorldView, site: str, path: str, profile: str | None, headers: Mapping[str, str] | None = None
) -> Any:
    """What a site answers to a profile, or to a visitor, at the end of all redirects.

    The session goes as cookies: a header of its own would stay behind at the first redirect.
    """
    cookies = {one["name"]: one["value"] for one in profile_cookies(world, site, profile)}
    return world.fetch(site, path, headers, cookies=cookies)


def led_elsewhere(asked: str, shown: str) -> dict[str, str]:
    """``{"shown": address}`` where another page than the one that was asked for answered, else nothing.

    A slash at the end, capitals, another spelling of a sign and the query make no other page.
    """
    return {} if _page(asked) == _page(shown) else {"shown": shown}


def _page(url: str) -> tuple[str, str] | None:
    parts = parts_of(url)
    return parts and (parts.hostname or "", unquote(parts.path).casefold().rstrip("/"))


def unvouched(spec: Answered, evidence: Mapping[str, Any]) -> str | None:
    """Why a check that holds says nothing: another page answered, and nothing is named that stands there.

    A page of another kind, such as the one for logging in, lacks whatever must be absent.
    """
    if "shown" not in evidence or int(spec.status or 0) >= 400:
        return None
    wanted = spec.expected()
    empty = evidence["found"] in (None, "", [])
    if not empty and (wanted.keys() - {"absent", "count"} or int(wanted.get("count") or 0) > 0):
        return None
    return f"led to {evidence['shown']}, and no text that stands there is asked for"
