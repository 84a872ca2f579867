"""A model as the judge of fuzzy answers (WebArena's paper, section 3.2 and appendix A.6; our own prompts).

An option on top of the rules: it is asked only where they cannot decide, at temperature 0, and its replies
are kept (see ``endpoint``), so a run is judged again offline with the same verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from .endpoint import Endpoint, as_data, last_object


@dataclass
class Equivalence:
    """The judge; called with question, reference and answer, as by ``inferring.match``."""

    endpoint: Endpoint

    def __call__(self, intent: str, reference: str, answer: str) -> bool | None:
        """Whether the answer says the same as the reference; a partly right one does not.

        Returns:
            None when the model's reply cannot be read.
        """
        blocks = [as_data(intent, "question"), as_data(reference, "reference"), as_data(answer, "answer")]
        return self._verdict("equivalence", blocks, "correct", ("incorrect", "partially correct"))

    def means(self, text: str, description: str) -> bool | None:
        """Whether a text meets a description, for semantic key nodes (see ``trajectories.webcanvas``)."""
        return self("What does the text have to mean?", description, text)

    def same_reason(self, intent: str, reason: str, report: str) -> bool | None:
        """Whether a report gives the reason why a task cannot be done."""
        blocks = [as_data(intent, "task"), as_data(reason, "reason"), as_data(report, "report")]
        return self._verdict("same_reason", blocks, "same", ("different",))

    def _verdict(self, prompt: str, blocks: list[str], yes: str, no: tuple[str, ...]) -> bool | None:
        text = (files(__package__) / "prompts" / f"{prompt}.md").read_text(encoding="utf-8")
        messages = [{"role": "system", "content": text}, {"role": "user", "content": "\n".join(blocks)}]
        reply = self.endpoint.ask(messages)
        if not reply.rstrip(" \n`").endswith("}"):
            return None  # what is said after the object may be quoted from the answer
        found = last_object(reply) or {}
        verdict = (
            str(found.get("verdict", "")).strip().lower() if set(found) <= {"reasons", "verdict"} else ""
        )
        if verdict == yes:
            return True
        return False if verdict in no else None
