"""Images that are built while the first tasks are played: a process of its own, which says what is there."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any

from harness import processes
from harness.run.settings import Progress
from sites.errors import WebariumError
from sites.seeds import Seed

END_SECONDS = 5.0


class ComingImages:
    """What worlds run, as it comes to be.

    Args:
        sites: whose images are wanted.
        seed: what their data is made from.
        tell: told each step (``image``) and how far it is (``images``).
        all_first: nobody plays before all are there.

    Attributes:
        ready: sites whose images are there.
        facts: ``image_ids`` and ``packages`` of them all, once they are.
    """

    def __init__(
        self, sites: Sequence[str], seed: Seed, tell: Progress, *, all_first: bool = False, target: Any = None
    ) -> None:
        self.ready: set[str] = set()
        self.facts: dict[str, Any] | None = None
        self._wanted, self._tell, self._all_first = set(sites), tell, all_first
        context = multiprocessing.get_context("spawn")
        self.pipe, self._theirs = context.Pipe()
        self._process = context.Process(
            target=target or _build, args=(self._theirs, sorted(sites), seed), name="webarium-images"
        )

    @property
    def over(self) -> bool:
        """Whether all are there."""
        return self.facts is not None

    def start(self) -> None:
        """Begin to build."""
        with processes.deaf():
            self._process.start()
        self._theirs.close()

    def hear(self) -> None:
        """Take one message, and wait for it.

        Raises:
            WebariumError: an image cannot be built.
        """
        try:
            kind, *data = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            raise WebariumError(
                f"building images ended in the middle (exit code {self._process.exitcode})",
                remedy="see what it said above, and begin again: what is built is kept",
            ) from None
        if kind == "line":
            self._tell("image", {"line": data[0]})
        elif kind == "stand":
            self._tell("images", data[0])
            self.ready = set(data[0]["ready"])
        elif kind == "over":
            self.facts, self.ready = data[0], set(self._wanted)
        else:
            raise WebariumError(data[0], remedy=data[1])

    def plays(self, sites: Iterable[str]) -> bool:
        """Whether tasks of these sites may be played by now."""
        return self.over or (not self._all_first and self.ready.issuperset(sites))

    def stop(self) -> None:
        """End the building; what is built stays, and the rest is built another time."""
        if self._process.pid is not None:
            processes.end_tree(self._process.pid, seconds=END_SECONDS)
            self._process.join()
        self.pipe.close()


def _build(pipe: Connection, names: Sequence[str], seed: Seed) -> None:
    """The whole life of the process that builds."""
    from reset import images
    from sites.spec import load_site

    processes.leave_terminal()
    threading.Thread(target=_follow, daemon=True).start()
    lock = threading.Lock()

    def send(*message: Any) -> None:
        with lock:
            pipe.send(message)

    with suppress(BrokenPipeError):
        try:
            sites = [load_site(name) for name in names]
            images.build(
                sites,
                lambda line: send("line", line),
                seed=seed,
                on_stand=lambda stand: send("stand", asdict(stand)),
            )
            facts = {
                "image_ids": images.ids(sites, seed=seed),
                "packages": images.packages(sites, seed=seed),
            }
            send("over", facts)
        except WebariumError as error:
            send("broken", error.message, error.remedy)


def _follow() -> None:
    """When the runner dies, die too: the engine ends a build whose client is gone."""
    runner = multiprocessing.parent_process()
    if runner:
        runner.join()
        os._exit(1)
