"""Pagure's background tasks, run by the process that asked for them.

Pagure hands slow work to Celery and shows a page that reloads until the work is done. Here a task waits in a
queue of this process. It runs when the request asks for its result, else when the request ends, before
the answer is sent: so an answer means that all its consequences are written, and what an agent sees does not
depend on how busy the machine is. Tasks run one at a time in the order in which they were given, as one
Celery worker would run them; a task given by a task or by a git hook comes after those that wait already.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from typing import Any

KEPT = 500
"""Results that stay known to pages that ask for them by id."""

log = logging.getLogger(__name__)
_waiting: deque[Job] = deque()
_known: OrderedDict[str, Job] = OrderedDict()
_one_at_a_time = threading.RLock()
_running = threading.local()


class Job:
    """A task that was given; it has the part of Celery's AsyncResult that Pagure uses."""

    def __init__(self, task: Any, args: Iterable[Any], kwargs: dict[str, Any], identity: str) -> None:
        self.id = identity
        self._call = (task, tuple(args), kwargs)
        self._outcome: Any = None

    def run(self) -> None:
        """Do it; an exception becomes the result."""
        task, args, kwargs = self._call
        self._outcome = task.apply(args, kwargs, task_id=self.id, throw=False)
        if self._outcome.failed():
            log.warning("task %s failed: %r\n%s", task.name, self._outcome.result, self._outcome.traceback)

    def ready(self) -> bool:
        """Whether it is done; from a request, everything that waits is done first."""
        if self._outcome is None:
            drain()
        return self._outcome is not None

    @property
    def status(self) -> str:
        return "PENDING" if self._outcome is None else str(self._outcome.status)

    @property
    def result(self) -> Any:
        return None if self._outcome is None else self._outcome.result

    def get(self, timeout: float | None = None, propagate: bool = True, **_: Any) -> Any:
        """The result; with ``propagate`` an exception is raised."""
        self.ready()
        if propagate and isinstance(self.result, BaseException):
            raise self.result
        return self.result

    def failed(self) -> bool:
        return self._outcome is not None and bool(self._outcome.failed())

    def forget(self) -> None:
        """Nothing: a page may ask again."""


class Unknown:
    """The result of an id that nobody knows: it never comes, as with Celery."""

    status = "PENDING"

    def __init__(self, identity: str) -> None:
        self.id = identity

    def ready(self) -> bool:
        return False


def give(task: Any, args: Any = None, kwargs: Any = None, **_: Any) -> Job:
    """Takes the place of Celery's ``apply_async``."""
    import uuid

    job = Job(task, args or (), kwargs or {}, str(uuid.uuid4()))
    _waiting.append(job)
    _known[job.id] = job
    while len(_known) > KEPT:
        _known.popitem(last=False)
    return job


def result_of(identity: str) -> Job | Unknown:
    """Takes the place of Pagure's ``get_result``."""
    return _known.get(identity) or Unknown(identity)


def drain() -> None:
    """Run what waits, until nothing does. Within a task it does nothing: the outer call goes on."""
    if getattr(_running, "now", False):
        return
    with _one_at_a_time:
        _running.now = True
        try:
            while _waiting:
                _waiting.popleft().run()
        finally:
            _running.now = False


def finishing(answer: Iterable[bytes]) -> Iterator[bytes]:
    """The body of an answer; what its making queued, by a git hook for example, is done before it ends."""
    try:
        yield from answer
        drain()
    finally:
        close = getattr(answer, "close", None)
        if close is not None:
            close()


def install() -> None:
    """Take the place of Celery's queue and of its results."""
    import celery.app.task
    import pagure.lib.tasks
    from sitekit.patches import replace

    replace(celery.app.task.Task, "apply_async", give, of="195dedfb339e")
    replace(pagure.lib.tasks, "get_result", result_of, of="c249f70de016")
