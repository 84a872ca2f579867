"""What an episode leaves on disk: one line a step, with files for tree, elements, HTML and screenshot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from harness.agents.protocol import Element, Observation
from harness.run.models import Step

VIEWPORT_KEY = "viewport"


class Trajectory:
    """Writes ``trajectory.jsonl`` and the files of its steps.

    Args:
        folder: of the episode; made when missing. None: the lines are kept in memory alone.
        viewport: width and height of screenshots, in CSS pixels.
    """

    def __init__(self, folder: Path | None, *, viewport: tuple[int, int]) -> None:
        self.folder = folder
        self.lines: list[dict[str, Any]] = []
        self._viewport = list(viewport)
        self._file: IO[bytes] | None = None
        if folder:
            (folder / "steps").mkdir(parents=True, exist_ok=True)
            self._file = (folder / "trajectory.jsonl").open("wb")

    def observed(
        self,
        observation: Observation,
        *,
        digest: str,
        html: str | None,
        screenshot: bytes | None,
        whole_page: tuple[str, dict[int, Element]] | None = None,
        dom: str | None = None,
    ) -> dict[str, Any]:
        """Keep an observation; the returned line is completed and handed to ``acted``."""
        stem = f"steps/{observation.step:03d}"
        line: dict[str, Any] = {
            "step": observation.step,
            "time": observation.time,
            "url": observation.url,
            "title": observation.title,
            "tabs": [tab.to_json() for tab in observation.tabs],
            VIEWPORT_KEY: self._viewport,
            "axtree_file": self._write(f"{stem}.txt", observation.axtree),
            "elements_file": self._write(f"{stem}.json", _elements(observation.elements)),
            "html_file": self._write(f"{stem}.html", html) if html is not None else None,
            "screenshot": self._write(f"{stem}.png", screenshot) if screenshot is not None else None,
            "error": observation.error,
            "messages": observation.messages,
            "digest": digest,
        }
        if observation.otr is not None:
            line["otr_file"] = self._write(f"{stem}.otr.txt", observation.otr)
        if whole_page is not None:
            mhtml, elements = whole_page
            line["mhtml_file"] = self._write(f"{stem}.mhtml", mhtml)
            line["page_elements_file"] = self._write(f"{stem}.page.json", _elements(elements))
        if dom is not None:
            line["dom_file"] = self._write(f"{stem}.xml", dom)
        return line

    def acted(
        self,
        line: dict[str, Any],
        *,
        action: dict[str, Any] | None,
        target: dict[str, Any] | None = None,
        thought: str = "",
        tokens: dict[str, Any] | None = None,
        problem: str | None = None,
        seconds: dict[str, float] | None = None,
    ) -> None:
        """Complete a step with what the agent did (None: the episode was ended before it acted).

        ``problem`` says why the action did nothing; the agent sees it as the next observation's ``error``.
        """
        line |= {
            "action": action,
            "target": target,
            "thought": thought,
            "tokens": tokens or {"prompt": 0, "completion": 0},
            "problem": problem,
            "seconds": {key: round(value, 4) for key, value in (seconds or {}).items()},
        }
        self.lines.append(line)
        if self._file:
            self._file.write(Step.model_validate(line).to_line())
            self._file.flush()

    def close(self) -> None:
        """No more steps."""
        if self._file:
            self._file.close()

    def _write(self, name: str, content: str | bytes) -> str | None:
        if self.folder is None:
            return None
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8", errors="replace")
        return name


def _elements(elements: Mapping[int, Element]) -> str:
    return json.dumps({number: one.to_json() for number, one in elements.items()}, ensure_ascii=False)
