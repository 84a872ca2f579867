"""How gunicorn runs the forum: loaded and warmed in the master, forked once.

One process, so that Askbot's cache in its memory is never out of step with another's.
"""

from __future__ import annotations

import gc
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
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Render a page of every kind, so that the first visitor finds compiled templates."""
    from board.town.warm import warm_up

    seconds = warm_up()
    gc.collect()
    # a full collection in each new worker looks at all that was loaded here: 0.2 s every ten requests
    gc.freeze()
    server.log.info("warmed up in %.1f s", seconds)
