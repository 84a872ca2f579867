"""What an episode leaves on disk: one line a step, with files for tree, elements, HTML and screenshot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from harness.agents.protocol import Element, Observation

VIEWPORT_KEY = "viewport"


class Trajectory:
    """Writes ``trajectory.jsonl`` and the files of its steps.

    Args:
        folder: of the episode; made when missing.
        viewport: width and height of screenshots, in CSS pixels.
    """

    def __init__(self, folder: Path, *, viewport: tuple[int, int]) -> None:
        self.folder = folder
        self.lines: list[dict[str, Any]] = []
        self._viewport = list(viewport)
        (folder / "steps").mkdir(parents=True, exist_ok=True)
        self._file: IO[str] = (folder / "trajectory.jsonl").open("w", encoding="utf-8")

    def observed(
        self,
        observation: Observation,
        *,
        digest: str,
        html: str | None,
        screenshot: bytes | None,
        whole_page: tuple[str, dict[int, Element]] | None = None,
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
        if whole_page is not None:
            mhtml, elements = whole_page
            line["mhtml_file"] = self._write(f"{stem}.mhtml", mhtml)
            line["page_elements_file"] = self._write(f"{stem}.page.json", _elements(elements))
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
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()

    def page(self, line: dict[str, Any]) -> str | None:
        """The HTML of a step, where it was kept."""
        name = line.get("html_file")
        return (self.folder / name).read_text(encoding="utf-8") if name else None

    def close(self) -> None:
        """No more steps."""
        self._file.close()

    def _write(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8", errors="replace")
        return name


def _elements(elements: Mapping[int, Element]) -> str:
    return json.dumps({number: one.to_json() for number, one in elements.items()}, ensure_ascii=False)


def write_json(path: Path, data: Any) -> None:
    """Write JSON for people to read, through a temporary file, so that it is there whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
    part.replace(path)
