"""The window that a run's pages are shown in: its size, its device scale, whether it is a phone's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sites.errors import WebariumError

_WRITTEN = re.compile(r"(?P<width>\d{3,4})x(?P<height>\d{3,4})(?:@(?P<scale>\d(?:\.\d{1,2})?))?")
_SMALLEST, _LARGEST, _FINEST = 200, 4000, 4.0
_PHONE = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 "
    "Mobile Safari/537.36"
)


@dataclass(frozen=True)
class Window:
    """A window.

    A phone's is narrow, takes touches and says that it is one. Its pages are laid out to its width like any
    other's, so that coordinates are CSS pixels of the window there too.

    Args:
        width: in CSS pixels.
        height: in CSS pixels.
        scale: pixels of the picture for one CSS pixel.
        mobile: it is a phone's.
    """

    width: int = 1280
    height: int = 720
    scale: float = 1.0
    mobile: bool = False

    @classmethod
    def parse(cls, text: str) -> Window:
        """Read ``desktop``, ``mobile``, ``1600x900`` or ``1600x900@2``.

        Raises:
            WebariumError: it is none of these, or too small or large.
        """
        for name, known in PROFILES.items():
            if text == name:
                return known
        match = _WRITTEN.fullmatch(text)
        if match:
            found = cls(int(match["width"]), int(match["height"]), float(match["scale"] or 1))
            fits = all(_SMALLEST <= side <= _LARGEST for side in found.size)
            if fits and 1 <= found.scale <= _FINEST:
                return found
        raise WebariumError(
            f"There is no window {text!r}",
            remedy=f"use {', '.join(PROFILES)}, or a size such as 1600x900 or 1600x900@2 "
            f"({_SMALLEST} to {_LARGEST} pixels a side, scale 1 to {_FINEST:g})",
        )

    def __str__(self) -> str:
        """As ``parse`` reads it; a profile by its name."""
        for name, known in PROFILES.items():
            if self == known:
                return name
        return f"{self.width}x{self.height}" + (f"@{self.scale:g}" if self.scale != 1 else "")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in CSS pixels."""
        return self.width, self.height

    def to_json(self) -> dict[str, Any]:
        """As an agent is told."""
        return {"width": self.width, "height": self.height, "scale": self.scale, "mobile": self.mobile}

    def options(self, version: str) -> dict[str, Any]:
        """For Playwright's ``new_context``.

        Args:
            version: Chromium's, like ``156.0.8078.79``.
        """
        size = {"width": self.width, "height": self.height}
        phone = {"has_touch": True, "user_agent": _PHONE.format(major=version.split(".")[0])}
        made: dict[str, Any] = {"viewport": size, "screen": size, "device_scale_factor": self.scale}
        return made | (phone if self.mobile else {})


DESKTOP = Window()
MOBILE = Window(412, 915, 2.0, mobile=True)
PROFILES = {"desktop": DESKTOP, "mobile": MOBILE}
