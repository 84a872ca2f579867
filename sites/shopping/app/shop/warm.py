"""Renders a few pages before the workers are forked: templates, URL resolver, forms and imports are then in
memory.
"""

from __future__ import annotations

import time

PAGES = ("/", "/catalogue/", "/search/?q=table", "/basket/", "/accounts/login/", "/contact/", "/health/")


def warm_up() -> float:
    """Request some pages without a server; returns the seconds it took. Database connections are closed
    after.
    """
    from django.db import connections
    from django.test import Client

    start = time.perf_counter()
    client = Client(HTTP_HOST="127.0.0.1", raise_request_exception=False)
    for page in PAGES:
        client.get(page)
    connections.close_all()
    return time.perf_counter() - start
