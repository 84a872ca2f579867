"""How gunicorn runs the map: one process of eight threads; geocoder and router answer one question at a time.

They are made after the fork, since both have threads of their own, and asked once before the first visitor.
"""

from __future__ import annotations

from typing import Any

bind = "0.0.0.0:8000"
preload_app = True
workers = 1
worker_class = "gthread"
threads = 8
timeout = 60
graceful_timeout = 1
keepalive = 5
worker_tmp_dir = "/dev/shm"  # noqa: S108
accesslog = None
errorlog = "-"


def post_worker_init(worker: Any) -> None:
    """Ask everything once."""
    from atlas.warm import warm_up

    worker.log.info("warmed up with %d pages", warm_up())
