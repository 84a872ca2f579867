"""Whether pages work."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.http import HttpResponse


def health(request: Any) -> HttpResponse:
    """200 when the database answers; writes nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM askbot_thread")
        (threads,) = cursor.fetchone()
    return HttpResponse(f"ok, {threads} threads\n", "text/plain")
