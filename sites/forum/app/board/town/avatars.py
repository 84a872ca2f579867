"""Pictures of members: their initials on a colour of their own, drawn on request from the address alone."""

from __future__ import annotations

import re
import zlib
from typing import Any

from django.http import Http404, HttpResponse

COLOURS = (
    "#0f5c63", "#a3432c", "#4c6b22", "#5b4a8a", "#9a6a12", "#1f6f9c",
    "#8a2f5b", "#2f6b4f", "#6b5a4c", "#36508f", "#7a3f8f", "#b0552f",
)  # fmt: skip
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">'
    '<rect width="64" height="64" rx="12" fill="{colour}"/><text x="32" y="33" fill="#fff" font-size="{size}"'
    ' font-family="Source Sans Pro, Helvetica, Arial, sans-serif" font-weight="700" text-anchor="middle"'
    ' dominant-baseline="central">{letters}</text></svg>'
)


def address(username: str) -> str:
    """Where the picture of a member is.

    >>> address("piotr-wilk")
    '/avatars/pw-0.svg'
    """
    words = re.findall(r"[a-z0-9]+", username.lower()) or ["x"]
    letters = words[0][0] + (words[1][0] if len(words) > 1 else "")
    return f"/avatars/{letters}-{zlib.crc32(username.encode()) % len(COLOURS)}.svg"


def draw(request: Any, letters: str, colour: str) -> HttpResponse:
    """The picture itself; browsers may keep it."""
    number = int(colour)
    if number >= len(COLOURS):
        raise Http404
    text = DRAWING.format(
        colour=COLOURS[number], letters=letters.upper(), size=28 if len(letters) > 1 else 34
    )
    return HttpResponse(text, "image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})
