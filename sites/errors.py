"""The one family of errors that Webarium raises for people to read."""

from __future__ import annotations


class WebariumError(Exception):
    """Something went wrong that a person can mend.

    Args:
        message: what happened and where, in one sentence.
        remedy: what to do about it; shown on a line of its own.
    """

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n  remedy: {self.remedy}" if self.remedy else self.message
