"""What gunicorn is told by every site in Python: load and warm once in the parent, fork, answer in threads.

A site's own file takes all names of this one, and says what is its own: workers, threads, what it warms up.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

bind = "0.0.0.0:8000"
preload_app = True
worker_class = "gthread"
timeout = 60
graceful_timeout = 1
keepalive = 5
worker_tmp_dir = "/dev/shm"  # noqa: S108
accesslog = None
errorlog = "-"
control_socket_disable = True


def warmed(server: Any, warm_up: Callable[[], float]) -> None:
    """Render what ``warm_up`` renders (it returns seconds); the collector forgets what will never change."""
    seconds = warm_up()
    gc.collect()
    # a full collection in each new worker looks at all that was loaded here: 0.2 s every ten requests
    gc.freeze()
    server.log.info("warmed up in %.1f s", seconds)
