"""How gunicorn runs the shop: loaded and warmed once in the master, forked twice, four threads each."""

from __future__ import annotations

from typing import Any

from sitekit.gunicorn_defaults import *  # noqa: F403
from sitekit.gunicorn_defaults import warmed

workers = 2
threads = 4


def when_ready(server: Any) -> None:
    """Render the main pages once, so that the first visitor finds compiled templates and resolved
    addresses.
    """
    from shop.warm import warm_up

    warmed(server, warm_up)
