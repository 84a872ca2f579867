"""How gunicorn runs the forum: loaded and warmed in the master, forked once.

One process, so that Askbot's cache in its memory is never out of step with another's.
"""

from __future__ import annotations

from typing import Any

from sitekit.gunicorn_defaults import *  # noqa: F403
from sitekit.gunicorn_defaults import warmed

workers = 1
threads = 8


def when_ready(server: Any) -> None:
    """Render a page of every kind, so that the first visitor finds compiled templates."""
    from board.town.warm import warm_up

    warmed(server, warm_up)
