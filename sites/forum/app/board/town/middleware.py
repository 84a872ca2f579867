"""Around every request: the address it came to, one transaction if it may write."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction

_request = threading.local()


def origin() -> str:
    """Scheme and host of the request of this thread, which all absolute addresses of its pages begin with."""
    return getattr(_request, "origin", "http://forum.webarium.test")


class Origin:
    """Notes to which host a request came; an unknown one is refused (``ALLOWED_HOSTS``)."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        _request.origin = f"{request.scheme}://{request.get_host()}"
        return self.get_response(request)


class OneTransaction:
    """A request that may write is one transaction, undone when it ends in an error.

    Sits below the session, so that a message or a login is kept even then.
    """

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith(settings.STATIC_URL):
            return self.get_response(request)
        with transaction.atomic():
            response = self.get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
            return response
