"""BrowserGym's environment with a browser that reaches the task's world and nothing else."""

from __future__ import annotations

import functools
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from browsergym.core.env import BrowserEnv
from browsergym.webarium.driver import Driver
from browsergym.webarium.task import WebariumTask
from playwright.sync_api import BrowserType

# As in Webarium's own contexts.
_CONTEXT = {
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "service_workers": "block",
    "device_scale_factor": 1,
}


class WebariumEnv(BrowserEnv):
    """A Webarium task as a Gymnasium environment.

    Args:
        task: its id, such as ``shopping.order_total.0``.
        options: of BrowserGym's environment; ``pw_context_kwargs`` and ``pw_chromium_kwargs`` are kept.
    """

    def __init__(self, task: str, **options: Any) -> None:
        options["pw_context_kwargs"] = _CONTEXT | (options.get("pw_context_kwargs") or {})
        self._webarium_task = task
        self._given = dict(options.pop("pw_chromium_kwargs", None) or {})
        self._folder = tempfile.TemporaryDirectory(prefix="webarium-chromium-")
        super().__init__(functools.partial(WebariumTask, task=task), **options)

    def reset(self, seed: int | None = None, *args: Any, **kwargs: Any) -> Any:
        """Begin the task anew, in a pristine world. The seed changes nothing: a task is always the same."""
        chromium = self._chromium()
        self.pw_chromium_kwargs = self._given | {"executable_path": chromium}
        with _chat_drawn_by(chromium):
            return super().reset(0 if seed is None else seed, *args, **kwargs)

    def close(self) -> None:
        """Close the browser; the world stays for the next task."""
        super().close()
        self._folder.cleanup()

    def _chromium(self) -> str:
        """A Chromium that resolves the world's sites only; a script, since BrowserGym takes no switches."""
        world = Driver.shared().ask("world", task=self._webarium_task)
        chromium = self._given.get("executable_path") or world["chromium"]
        words = [str(chromium), *world["switches"], f"--host-resolver-rules={world['rules']}"]
        path = Path(self._folder.name) / "chromium"
        path.write_text(
            "#!/bin/sh\n"
            "unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY\n"
            f'exec {shlex.join(words)} "$@"\n',
            encoding="utf-8",
        )
        path.chmod(0o755)
        return str(path)


@contextmanager
def _chat_drawn_by(chromium: str) -> Iterator[None]:
    """BrowserGym draws its chat in a second browser and names none; Playwright's own need not be there."""
    launch = functools.partialmethod(BrowserType.launch, executable_path=chromium)
    with mock.patch.object(BrowserType, "launch", launch):
        yield
