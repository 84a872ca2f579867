"""What pages of the forum need beside Askbot's context."""

from __future__ import annotations

from typing import Any

from django.db.models import Sum

from board.town.communities import finder
from board.town.joining import requests_for


def town(request: Any) -> dict[str, Any]:
    """How many private messages and requests to join wait for the visitor, and a finder of communities."""
    own = {"unread_messages": 0, "join_requests": 0, "community_named": finder(request.user)}
    if not request.user.is_authenticated:
        return own
    found = request.user.participations.filter(unread__gt=0).aggregate(total=Sum("unread"))
    return own | {"unread_messages": found["total"] or 0, "join_requests": requests_for(request.user).count()}
