"""What the service does not do, in a sentence and as HTTP says it."""

from __future__ import annotations

from sites.errors import WebariumError


class Refused(WebariumError):
    """A request that is not carried out.

    Args:
        message: why, in one sentence.
        code: one word for programs: ``bad_request``, ``unauthorized``, ``unknown``, ``no_session``,
            ``lease_ended``, ``no_episode``, ``out_of_step``, ``attempted``, ``nothing_left``, ``full``,
            ``unwell``.
        status: of HTTP.
        retry_after: seconds after which asking again may help.
        remedy: what to do about it.
    """

    usual = "docs/service.md and GET /openapi.json of the service say what it takes"

    def __init__(
        self,
        message: str,
        *,
        code: str = "bad_request",
        status: int = 400,
        retry_after: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.code, self.status, self.retry_after = code, status, retry_after

    def to_json(self) -> dict[str, object]:
        """As the body of an answer."""
        found: dict[str, object] = {"error": self.message, "code": self.code, "remedy": self.advice}
        return found | ({"retry_after": self.retry_after} if self.retry_after else {})
