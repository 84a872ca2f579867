"""`sitectl run`: the container's first process, from its start to its end."""

from __future__ import annotations

import json
import os
import select
import signal
from pathlib import Path

from . import processes
from .api import serve
from .service import say
from .supervisor import Supervisor

SPEC = Path("/opt/webarium/site.json")
PRISTINE = Path("/pristine")
STATE = Path("/state")
SCRATCH = Path("/tmp")  # noqa: S108 - a tmpfs of this container alone


def run() -> int:
    """Run the container until it is told to stop; returns its exit code."""
    processes.adopt_orphans()
    processes.hide()  # what stands in the environment below is for nobody else
    token = os.environ.pop("WEBARIUM_TOKEN", "")
    password = os.environ.pop("WEBARIUM_READER_PASSWORD", "")
    gateway = os.environ.pop("WEBARIUM_GATEWAY_ADDRESS", "")
    reader = (gateway, password) if gateway and password else None
    supervisor = Supervisor(json.loads(SPEC.read_text()), PRISTINE, STATE, SCRATCH, reader)
    # a pipe, since a signal that another thread catches does not end this one's wait for a lock
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    serve(supervisor, token, gateway)
    try:
        supervisor.start()
        wait = 0.0
        while not {signal.SIGTERM, signal.SIGINT} & _signals(heard, wait):
            wait = supervisor.watch()
    except (RuntimeError, OSError) as error:
        say("sitectl", f"cannot start: {error}")
        return 1
    else:
        return 0
    finally:
        supervisor.stop()


def _signals(heard: int, wait: float) -> set[int]:
    """The numbers of the signals that came; after `wait` seconds there may be none."""
    ready, _, _ = select.select([heard], [], [], wait)
    return set(os.read(heard, 4096)) if ready else set()
