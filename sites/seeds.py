"""Which world: what the sites' data is made from."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from sites.errors import WebariumError

_SEED = re.compile(r"(?P<number>\d{1,18})(?:x(?P<scale>[1-9]\d{0,3}))?")


@dataclass(frozen=True)
class Seed:
    """A number, and how many times the usual amount of data: `20260316`, `7`, `7x10`."""

    number: str = "20260316"
    scale: int = 1

    @classmethod
    def parse(cls, text: str) -> Seed:
        """From writing.

        Raises:
            WebariumError: it is none.
        """
        found = _SEED.fullmatch(text.strip())
        if found is None:
            where = ", as WEBARIUM_SEED has it" if os.environ.get("WEBARIUM_SEED") == text else ""
            raise WebariumError(
                f"{text!r} is no seed{where}",
                remedy="give a number, such as 7, or 7x10 for ten times the data",
            )
        return cls(str(int(found["number"])), int(found["scale"] or 1))

    def __str__(self) -> str:
        return self.number if self.scale == 1 else f"{self.number}x{self.scale}"

    @property
    def arguments(self) -> dict[str, str]:
        """Build arguments of the sites that take them."""
        return {"SEED": self.number, "SEED_SCALE": str(self.scale)}


DEFAULT_SEED = Seed()
"""The world that is tracked; the sites' own files state the same."""
