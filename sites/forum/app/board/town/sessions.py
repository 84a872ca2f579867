"""Sessions in the database that a mere look does not write to."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

NOT_KEPT = frozenset({"askbot_write_intent", "question_view_times"})
"""What Askbot notes in the session of everybody who opens a question. Nothing here reads it."""


class SessionStore(DatabaseStore):
    """Django's store, which drops ``NOT_KEPT`` instead of writing a row for it."""

    def __setitem__(self, key: str, value: Any) -> None:
        if key not in NOT_KEPT:
            super().__setitem__(key, value)
