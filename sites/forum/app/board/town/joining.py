"""Who asks to be let into a group: shown to its managers and to moderators who are members of it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render


def requests_for(user: Any) -> Any:
    """Requests that the user may decide, the oldest first."""
    from askbot import const
    from askbot.models import Activity

    return Activity.objects.filter(
        activity_type=const.TYPE_ACTIVITY_ASK_TO_JOIN_GROUP, recipients=user
    ).order_by("active_at", "pk")


@login_required
def index(request: Any) -> HttpResponse:
    """The requests with buttons to approve or deny; Askbot's own view carries them out."""
    found = list(requests_for(request.user).select_related("user"))
    return render(request, "town/joining.html", {"requests": found, "active_tab": "groups"})
