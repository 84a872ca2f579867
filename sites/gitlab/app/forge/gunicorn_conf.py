"""How gunicorn runs the forge: loaded and warmed once in the master, forked once, eight threads.

One process, because the results of tasks and the answers to git's hooks live in it; the slow work is git's.
"""

from __future__ import annotations

import gc
import shutil
from pathlib import Path
from typing import Any

from sitekit.gunicorn_defaults import *  # noqa: F403

workers = 1
threads = 8
timeout = 120


def when_ready(server: Any) -> None:
    """Look at every kind of page once, and let the collector forget what will never change."""
    from forge.warm import warm_up
    from forge.wsgi import app

    count = warm_up(app)
    gc.collect()
    # Pagure collects garbage after every request; frozen objects are not looked at again
    gc.freeze()
    server.log.info("warmed up with %d pages", count)


def post_worker_init(worker: Any) -> None:
    """Answer git's hooks, and remove what a killed predecessor left."""
    from forge import hooks

    for path in Path("/tmp").glob("pagure-*"):  # noqa: S108
        shutil.rmtree(path, ignore_errors=True)
    Path("/tmp/smithy-archives").mkdir(exist_ok=True)  # noqa: S108
    hooks.serve()
