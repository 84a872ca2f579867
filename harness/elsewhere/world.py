"""The sites of another benchmark as an episode's world: reset by a command, seen with recorded logins."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from playwright.sync_api import Page

from evaluators.dropin import capture
from harness.browser.reach import Reach
from harness.elsewhere.sites_file import Admin, SitesFile, filled, read_sites_file
from harness.processes import end_tree
from sites.errors import WebariumError
from tasks.published import PublishedTask

_SHOWN = 500  # characters of what a command said last
_MARGIN = 30.0  # seconds to end a command in that took too long, before its worker is ended for it


class ElsewhereWorld:
    """What an episode needs of a world (``harness.episode.stage.World``).

    Nothing here can read a database or stop a clock: what is judged is what the browser sees.

    Args:
        file: says where the sites are.
    """

    def __init__(self, file: SitesFile) -> None:
        self.file = file
        self.reach = Reach(file.hosts)
        self._captured: dict[str, Any] = {}

    @property
    def reset_seconds(self) -> float:
        """How long ``reset`` may take at most."""
        return self.file.reset_seconds + _MARGIN

    def reset(self) -> None:
        """Run the command that the file names; without one, nothing is reset.

        Raises:
            WebariumError: it fails, or takes too long.
        """
        self._captured = {}
        command = self.file.reset
        if command is None:
            return
        with tempfile.TemporaryFile() as output:  # a pipe would be waited for until its last holder ends
            code = self._run(command, output)
            said = _end_of(output)
        if code:
            raise WebariumError(
                f"The reset command {command[0]} ended with {code}: {said or 'it said nothing'}",
                remedy="run it by hand, and mend it",
            )

    def _run(self, command: list[str], output: IO[bytes]) -> int:
        """Run a command to its end, and tell with what it ended; what it leaves in the background stays."""
        seconds = self.file.reset_seconds
        try:
            process = subprocess.Popen(
                command,
                cwd=self.file.place.parent,
                env=os.environ | {"WEBARIUM_SITES": " ".join(self.file.sites)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise WebariumError(
                f"The reset command {command[0]} cannot be run: {error.strerror}",
                remedy=f"mend reset: in {self.file.place}; it is run in that file's folder",
            ) from error
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise WebariumError(
                f"The reset command {command[0]} took more than {seconds:g} s",
                remedy=f"give it more: reset_seconds in {self.file.place}",
            ) from error
        finally:
            if process.returncode is None:  # also where an interrupt came, which the command does not hear
                _end(process)

    def context_options(self, task: PublishedTask) -> dict[str, Any]:
        """The logins of a task's sites, for a browser's context.

        Raises:
            WebariumError: one was not recorded.
        """
        names = [name for name in task.sites if name in self.file.sites] if task.logged_in else []
        return {"storage_state": self.file.storage_state(names)} if names else {}

    def look(self, task: PublishedTask, page: Page) -> None:
        """Keep what the checks of a task want to see, while the agent's browser is still open."""
        own = {name: one for name, one in self.file.sites.items() if name in task.sites}
        admins = {name: self._ask(one.url, one.admin) for name, one in own.items() if one.admin}
        self._captured = capture.capture(task.published, page, self.file.known(), admins)

    @property
    def captured(self) -> dict[str, Any]:
        """What ``look`` kept, as ``captures.json`` has it."""
        return self._captured

    @staticmethod
    def _ask(url: str, admin: Admin) -> capture.Shop:
        return capture.Shop(url, filled(admin.user), filled(admin.password))

    # --- what a world of ours has and these sites have not --------------------------------------------------

    def set_clock(self, step: int, sites: Collection[str] | None = None) -> None:
        """Theirs is the real one."""

    def settle(self, timeout: float = 10.0, sites: Collection[str] | None = None) -> None:
        """Nobody can tell from outside whether they still work on something."""

    def sessions(self, site: str) -> dict[str, Any]:
        """Logins are storage states, see ``context_options``."""
        return {}

    def digest(self, site: str) -> str:
        """Their state cannot be read."""
        return ""

    def resolver_rules(self) -> str:
        """Chromium's rules that lead to these sites and nowhere else."""
        return self.reach.resolver_rules()

    def detach(self) -> None:
        """There is nothing to leave."""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started: it must not go on beneath the next attempt."""
    end_tree(process.pid)
    with suppress(ProcessLookupError, PermissionError):  # whose parent has ended stands in no tree
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):  # one in the middle of a write to a disk
        process.wait(5)


def _end_of(output: IO[bytes]) -> str:
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - 4 * _SHOWN))  # a character has four bytes at most
    return output.read().decode("utf-8", "replace").strip()[-_SHOWN:]


def world_of(settings: Any) -> ElsewhereWorld:
    """The factory that a run's settings name; their ``world`` is the file's path."""
    return ElsewhereWorld(read_sites_file(Path(settings.world)))
