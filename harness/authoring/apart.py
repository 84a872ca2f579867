"""Work on many tasks side by side: several processes, each with a world and a browser of its own."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from harness.authoring.playing import OraclePlayer
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed
from tasks.editions import split_id
from tasks.model import Task


class OfTask(Protocol):
    """A report about one task."""

    task: str


Report = TypeVar("Report", bound=OfTask)
_worker: dict[str, Any] = {}


def _start_worker(sites: list[str], seed: Seed) -> None:
    """Give this process a world and a browser of its own; both go with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and lets us finish
    from reset.world import World
    from sites.spec import load_site

    try:
        world = World.start([load_site(site) for site in sites], name=f"verify-{os.getpid()}", seed=seed)
        multiprocessing.util.Finalize(None, world.close, exitpriority=10)
        player = OraclePlayer(world)
    except WebariumError as error:  # raised here, the pool would print it and hide it
        _worker["lost"] = error
        return
    multiprocessing.util.Finalize(None, player.close, exitpriority=20)
    _worker["player"] = player


def _do_one(job: Callable[[OraclePlayer, Task], Report], task: Task) -> Report:
    try:
        if lost := _worker.get("lost"):
            raise lost
        return job(_worker["player"], task)
    except SystemExit as error:  # the pool would hand it on, and the command would end as if all were well
        raise WebariumError(
            f"{task.id}: its code ended the process ({error.code!r})", remedy="take that out of the oracle"
        ) from error
    except Exception as error:
        if _travels(error):
            raise
        raise _in_words(error, task) from error


def _travels(error: Exception) -> bool:
    """Whether an error comes through to another process; one that does not would break the whole pool."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)  # noqa: S301 - it is our own
    except Exception:
        return False


def _in_words(error: Exception, task: Task) -> WebariumError:
    if isinstance(error, WebariumError):
        return WebariumError(error.message, remedy=error.advice)
    return WebariumError(
        f"{task.id}: {type(error).__name__}: {error}",
        remedy=f"try it alone: webarium tasks try {task.template}",
    )


def apart(
    tasks: list[Task],
    job: Callable[[OraclePlayer, Task], Report],
    *,
    workers: int,
    on_report: Callable[[Report], None] | None = None,
) -> list[Report]:
    """Do something with every task on several workers, each a process with a world of its own for this.

    Args:
        tasks: what to work on.
        job: a function of a module (it travels to other processes); its report names the ``task``.
        workers: how many.
        on_report: called with each report when it is ready.

    Raises:
        WebariumError: when a worker cannot start (images missing) or dies.
    """
    if not tasks:
        return []
    sites = sorted({site for task in tasks for site in task.sites})
    # first the check that people can mend, in this process, where its message comes through
    from reset import images
    from sites.spec import load_site

    seed = split_id(tasks[0].id)[2].seed  # a selection is of one world
    if absent := images.missing([load_site(site) for site in sites], seed=seed):
        more = "" if seed == DEFAULT_SEED else f" --seed {seed}"
        raise WebariumError(
            f"images are missing or out of date: {', '.join(absent)}", remedy=f"run `webarium build{more}`"
        )
    context = multiprocessing.get_context("spawn")
    reports: dict[str, Report] = {}
    with ProcessPoolExecutor(workers, context, _start_worker, (sites, seed)) as pool:
        try:
            futures = [pool.submit(_do_one, job, task) for task in tasks]
            for future in as_completed(futures):
                report = future.result()
                reports[report.task] = report
                if on_report:
                    on_report(report)
        except BrokenProcessPool as error:
            raise WebariumError(
                "a worker of the verification died", remedy="see `webarium doctor`"
            ) from error
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    if lacking := [task.id for task in tasks if task.id not in reports]:
        raise WebariumError(
            f"nothing was reported of {', '.join(lacking)}", remedy="try it alone: webarium tasks try"
        )
    return [reports[task.id] for task in tasks]
