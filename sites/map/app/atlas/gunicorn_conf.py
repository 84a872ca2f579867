"""How gunicorn runs the map: one process of eight threads; geocoder and router answer one question at a time.

They are made after the fork, since both have threads of their own, and asked once before the first visitor.
"""

from __future__ import annotations

from typing import Any

from sitekit.gunicorn_defaults import *  # noqa: F403

workers = 1
threads = 8


def post_worker_init(worker: Any) -> None:
    """Ask everything once."""
    from atlas.warm import warm_up

    worker.log.info("warmed up with %d pages", warm_up())
