"""The page on which a person looks a recording over, before a template is made of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

import yaml

from harness.authoring.demonstration import Demonstration, oracle_steps
from harness.authoring.review import Edits, candidates, choices, edited
from harness.pages import PNG, LocalServer, Reply, templates
from sites.errors import WebariumError
from sites.files import read_bytes


class Review:
    """Serves the page on loopback until the person is done.

    Args:
        recorded: what was shown.
        port: of the page; 0 takes a free one.
    """

    def __init__(self, recorded: Demonstration, port: int) -> None:
        self.recorded = recorded
        self.candidates = candidates(recorded)
        self.edits: Edits | None = None
        self._problem = ""
        self._done = threading.Event()
        self._page = templates(Path(__file__).parent / "assets").get_template("review.html")
        self._server = LocalServer(port, get=self._get, post=self._post)

    @property
    def port(self) -> int:
        """Where the page is."""
        return self._server.port

    def wait(self) -> Edits:
        """What the person changed, once they are done."""
        try:
            self._done.wait()
        finally:
            self._server.close()
        assert self.edits is not None
        return self.edits

    def render(self, sent: Mapping[str, str] | None = None) -> str:
        """The page.

        Args:
            sent: a form that could not be taken, whose fields are shown as they were filled in.
        """
        shown = [line for line in self.recorded.lines if line["action"]]
        return self._page.render(
            lines=shown,
            steps={line["step"]: self._step(line["step"]) for line in shown},
            choices={line["step"]: choices(self.recorded, line) for line in shown},
            candidates=self.candidates,
            written=yaml.safe_dump,
            answer=self.recorded.outcome.get("answer"),
            problem=self._problem,
            sent=sent or {},
        )

    def picture(self, step: str) -> bytes | None:
        """What was seen before a step."""
        names = {str(line["step"]): line["screenshot"] for line in self.recorded.lines}
        return read_bytes(self.recorded.folder / names[step]) if names.get(step) else None

    def take(self, form: Mapping[str, str]) -> bool:
        """Take the person's edits; says whether they are done."""
        try:
            edits = Edits.of_form(form, len(self.candidates))
            oracle_steps(edited(self.recorded, edits))
        except (ValueError, WebariumError) as error:
            self._problem = error.message if isinstance(error, WebariumError) else str(error)
            return False
        self.edits = edits
        return True

    def _get(self, path: str) -> Reply | None:
        if path == "/":
            return Reply(self.render())
        picture = self.picture(path.removeprefix("/picture/")) if path.startswith("/picture/") else None
        return Reply(picture, PNG) if picture else None

    def _post(self, path: str, form: dict[str, str]) -> Reply:
        if not self.take(form):
            return Reply(self.render(form))
        done = "<!doctype html><title>Done</title><p>Done: the terminal goes on."
        return Reply(done, then=self._done.set)

    def _step(self, number: int) -> str:
        """A step as it would stand in the oracle."""
        alone = [line for line in self.recorded.lines if line["step"] == number]
        try:
            made = oracle_steps(Demonstration(self.recorded.folder, alone, self.recorded.outcome, {}))
        except WebariumError as error:
            return error.message
        return yaml.safe_dump(made, sort_keys=False, allow_unicode=True).strip() if made else "nothing"
