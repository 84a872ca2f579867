"""BrowserGym's environment with a browser that reaches the task's world and nothing else."""

from __future__ import annotations

import base64
import functools
import io
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import gymnasium
from browsergym.core.env import BrowserEnv
from browsergym.utils.obs import flatten_axtree_to_str
from browsergym.webarium.driver import Driver
from browsergym.webarium.task import WebariumTask
from PIL import Image
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
        self._playing = False
        self._seen: dict[str, Any] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="webarium-chromium-")
        super().__init__(functools.partial(WebariumTask, task=task), **options)

    def reset(self, seed: int | None = None, *args: Any, **kwargs: Any) -> Any:
        """Begin the task anew, in a pristine world. The seed changes nothing: a task is always the same."""
        self.cut("truncated")
        chromium = self._chromium()
        self.pw_chromium_kwargs = self._given | {"executable_path": chromium}
        with _chat_drawn_by(chromium):
            self._seen, info = super().reset(0 if seed is None else seed, *args, **kwargs)
        self._playing = True
        return self._seen, info

    def step(self, action: str) -> Any:
        """One step, which is kept."""
        self.task.keep(_shown(self._seen), action)
        self._seen, reward, ended, truncated, info = super().step(action)
        self._playing = not ended
        return self._seen, reward, ended, truncated, info

    def close(self) -> None:
        """Close the browser; the world stays for the next task. An episode that goes on is judged before."""
        try:
            self.cut("truncated")
        finally:  # the tab may have crashed, and then nothing can be judged
            super().close()
            self._folder.cleanup()

    def cut(self, reason: str) -> dict[str, Any]:
        """Judge an episode that goes on, as it stands; the verdict is empty where none does.

        Args:
            reason: why it is ended.
        """
        if not self._playing:
            return {}
        self._playing = False
        return self.task.cut(self.page, reason)

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


class JudgeTruncated(gymnasium.Wrapper):
    """Judges an episode whose steps have run out; it stands around the wrapper that counts them."""

    def step(self, action: str) -> Any:
        """One step; the last one has the reward of what stands then."""
        seen, reward, ended, truncated, info = self.env.step(action)
        if truncated and not ended:
            verdict = self.unwrapped.cut("max_steps")
            reward, info["task_info"] = float(verdict["score"]), verdict
        return seen, reward, ended, truncated, info


def _shown(seen: dict[str, Any]) -> dict[str, Any]:
    """What an observation of BrowserGym's shows, as Webarium keeps it."""
    shown: dict[str, Any] = {"url": seen.get("url"), "error": seen.get("last_action_error")}
    titles = list(seen.get("open_pages_titles") or [])
    index = int(seen["active_page_index"][0]) if "active_page_index" in seen else 0
    shown["title"] = titles[index] if index < len(titles) else ""
    if seen.get("axtree_object"):
        shown["axtree"] = flatten_axtree_to_str(
            seen["axtree_object"], extra_properties=seen.get("extra_element_properties")
        )
    if seen.get("screenshot") is not None:
        picture = io.BytesIO()
        Image.fromarray(seen["screenshot"]).save(picture, "PNG")
        shown["screenshot"] = base64.b64encode(picture.getvalue()).decode()
    return shown


@contextmanager
def _chat_drawn_by(chromium: str) -> Iterator[None]:
    """BrowserGym draws its chat in a second browser and names none; Playwright's own need not be there."""
    launch = functools.partialmethod(BrowserType.launch, executable_path=chromium)
    with mock.patch.object(BrowserType, "launch", launch):
        yield
