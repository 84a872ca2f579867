"""The one family of errors that Webarium raises for people to read."""

from __future__ import annotations

from typing import ClassVar


class WebariumError(Exception):
    """Something went wrong that a person can mend.

    Args:
        message: what happened and where, in one sentence.
        remedy: what to do about it; shown on a line of its own.
    """

    usual: ClassVar[str | None] = None
    """Of a family of errors: what to do where one of them does not say it; told by commands alone."""

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    @property
    def advice(self) -> str | None:
        """What to do about it: the remedy, or what is usual for such errors."""
        return self.remedy or self.usual

    def __str__(self) -> str:
        return f"{self.message}\n  remedy: {self.remedy}" if self.remedy else self.message
