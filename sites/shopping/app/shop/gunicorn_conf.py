"""How gunicorn runs the shop: loaded and warmed once in the master, forked twice, four threads each."""

from __future__ import annotations

from typing import Any

bind = "0.0.0.0:8000"
preload_app = True
workers = 2
worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 1
keepalive = 5
worker_tmp_dir = "/dev/shm"  # noqa: S108
accesslog = None
errorlog = "-"
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Render the main pages once, so that the first visitor finds compiled templates and resolved
    addresses.
    """
    from shop.warm import warm_up

    server.log.info("warmed up in %.1f s", warm_up())
