# ruff: noqa: E501 - a line is a group of states
"""States of orders, issues, products."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from .base import NO_SETTING, Mention, Setting, Value
from .surface import fold

_SAME = [
    ("complete", "completed", "finished", "done"),
    ("cancelled", "canceled", "cancel"),
    ("pending",),
    ("processing", "in process", "being processed", "in processing"),
    ("shipped", "dispatched", "sent", "has shipped"),
    ("in transit", "on its way", "on the way", "underway"),
    ("delivered",),
    ("on hold", "holded", "onhold", "on-hold", "held"),
    ("refunded",),
    ("returned",),
    ("paid",),
    ("unpaid", "not paid", "awaiting payment", "pending payment", "payment pending"),
    ("open", "opened", "reopened"),
    ("closed",),
    ("merged",),
    ("draft",),
    ("approved", "accepted"),
    ("rejected", "declined", "disapproved", "not approved"),
    ("in stock", "instock"),
    ("out of stock", "sold out", "not in stock", "no longer in stock"),
    ("available",),
    ("unavailable", "not available"),
    ("enabled", "active", "activated", "switched on", "turned on"),
    ("disabled", "inactive", "deactivated", "switched off", "turned off", "not active", "not enabled"),
    ("published", "public", "live"),
    ("unpublished", "private", "not published"),
    ("failed", "failing"),
    ("passed", "succeeded", "successful", "success"),
    ("running", "in progress", "ongoing"),
    ("new",),
    ("incomplete", "not complete", "not completed", "unfinished"),
    ("suspected fraud", "fraud"),
    ("backordered", "on backorder", "backorder"),
    ("locked",), ("unlocked",), ("pinned",), ("resolved", "solved"), ("unresolved", "not resolved"),
    ("confirmed",), ("expired",), ("packed",), ("ready for pickup", "ready for collection", "ready to be picked up"),
    ("partially shipped", "partly shipped"), ("authorized", "authorised"), ("won't fix", "wontfix"), ("submitted",), ("not shipped", "unshipped", "not yet shipped"),
    ("not delivered", "undelivered", "not yet delivered"),
    ("verified",), ("unverified", "not verified"), ("archived",), ("deleted",), ("subscribed",), ("unsubscribed", "not subscribed"), ("online",), ("offline",),
]  # fmt: skip
_CANON = {fold_: group[0] for group in _SAME for word in group for fold_ in (re.sub(r"[\s-]+", " ", word),)}
_PATTERN = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(re.escape(w).replace(r"\ ", r"[\s-]") for w in sorted(_CANON, key=len, reverse=True))
    + r")(?![\w-])",
    re.I,
)


# "Will be shipped" and "to be cancelled" tell what is not so yet.
_TO_COME = re.compile(
    r"\b(?:will|shall|should|ready to|about to|going to|yet to|waiting to|needs? to|has to|(?<!seems )(?<!appears "
    r")to)(?: \w+)? (?:be|get)\s$|\bwill\s$",
    re.I,
)


@dataclass(frozen=True)
class Status(Value):
    """A state out of the usual ones of shops and forges, or any other short text.

    Examples:
        ``Complete`` is ``completed``; ``Canceled`` is ``cancelled``
        ``On Hold`` is ``on-hold`` and ``holded``
        ``out of stock`` is ``sold out``, not ``in stock``
        ``Pending`` is not ``Processing``, nor ``not pending``
    """

    kind: ClassVar[str] = "status"
    state: str

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Status]]:
        """All states that are known by name."""
        return [
            Mention(cls(_CANON[re.sub(r"[\s-]+", " ", m[0].lower())]), m.start(), m.end())
            for m in _PATTERN.finditer(text)
            if not _TO_COME.search(text[: m.start()])
        ]

    @classmethod
    def parse(cls, text: str, setting: Setting = NO_SETTING) -> Status | None:
        """A state known by name; None for others, which are compared as text."""
        found = [
            m
            for m in cls.find(text, setting)
            if not any(c.isalnum() for c in text[: m.start] + text[m.end :])
        ]
        return found[0].value if found else None

    def same(self, other: Status) -> bool:
        """Equal states."""
        return fold(self.state) == fold(other.state)

    def __str__(self) -> str:
        return self.state
