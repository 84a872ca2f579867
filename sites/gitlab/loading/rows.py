"""What rows of all tables share."""

from __future__ import annotations

import datetime as dt
from typing import Any

Row = dict[str, Any]


def naive(moment: dt.datetime | None) -> dt.datetime | None:
    """A moment as Pagure stores it: UTC without saying so."""
    return None if moment is None else moment.astimezone(dt.UTC).replace(tzinfo=None)
