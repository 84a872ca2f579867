"""Selection by multiple choice (Mind2Web, section 3.2): groups of five, until one or none is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.agents.model.agent import Asks, Meter
from harness.ranker.candidates import Candidate, Query

GROUP = 5
"""Candidates of one question, besides "none of these"; as published."""
_LETTERS = "ABCDEF"
_SYSTEM = """You operate a website for somebody. You are shown a task, what was done so far, and some elements
of the page. Choose the element that the next action is for, or A when none of them is. Reply in three lines:
Answer: the letter
Action: CLICK, TYPE or SELECT
Value: the text to type or the option to select; empty for a click"""
_AGAIN = "That is no choice. Reply in the three lines: Answer, Action and Value."
# models like to write in Markdown: **Answer:** B, Answer: **B**, Answer: [B]
_MARKS = r"[*_`]*:[*_`\[(\s]*"
_ANSWER = re.compile(rf"Answer{_MARKS}([A-F])(?![^\W_])", re.IGNORECASE)
_ACTION = re.compile(rf"Action{_MARKS}(CLICK|TYPE|SELECT)(?![^\W_])", re.IGNORECASE)
_VALUE = re.compile(r"Value[*_`]*:[*_`]*[ \t]*(.*)")


@dataclass(frozen=True)
class Chosen:
    """A candidate with what is to be done to it."""

    candidate: Candidate
    operation: str
    value: str


@dataclass
class MultipleChoice:
    """Asks a model which candidate an action is for.

    Attributes:
        meter: what all asking has cost.
    """

    model: Asks
    meter: Meter = field(default_factory=Meter)

    def choose(self, query: Query, candidates: Sequence[Candidate], *, deadline: float) -> Chosen | None:
        """The candidate that is left after all rounds; None when the model rejects them all.

        Args:
            query: the task and what was done.
            candidates: the likeliest first.
            deadline: by the monotonic clock, for all rounds together.

        Raises:
            ModelError: the endpoint gives no reply.
        """
        left = list(candidates)
        while left:
            groups = [left[start : start + GROUP] for start in range(0, len(left), GROUP)]
            found = [one for group in groups if (one := self._ask(query, group, deadline))]
            if len(found) == 1 or len(groups) == 1:
                return found[0] if found else None
            left = [one.candidate for one in found]
        return None

    def _ask(self, query: Query, group: Sequence[Candidate], deadline: float) -> Chosen | None:
        messages = [
            {"role": "system", "content": _SYSTEM},
            {"role": "user", "content": question(query, group)},
        ]
        reply = self.meter.ask(self.model, messages, deadline=deadline)
        if _option(reply.text, group) is None:
            messages += [{"role": "assistant", "content": reply.text}, {"role": "user", "content": _AGAIN}]
            reply = self.meter.ask(self.model, messages, deadline=deadline)
        return read(reply.text, group)


def question(query: Query, group: Sequence[Candidate]) -> str:
    """What the model is asked about one group."""
    past = "\n".join(query.past) or "nothing yet"
    options = ["A. None of these"]
    for letter, one in zip(_LETTERS[1:], group, strict=False):
        around = f" (in: {one.around[:100]})" if one.around else ""
        options.append(f"{letter}. [{one.role}] {one.text[:150]}{around}")
    return f"Task: {query.task}\nDone so far:\n{past}\nElements:\n" + "\n".join(options)


def read(reply: str, group: Sequence[Candidate]) -> Chosen | None:
    """The choice of a reply; None for none of these, and for a reply in another form."""
    option = _option(reply, group)
    if not option:
        return None
    action, value = _ACTION.search(reply), _VALUE.search(reply)
    operation = action[1].upper() if action else "CLICK"
    return Chosen(group[option - 1], operation, value[1].strip() if value else "")


def _option(reply: str, group: Sequence[Candidate]) -> int | None:
    """Which option a reply names, 0 for none of these; None when it names none that there is."""
    letter = _ANSWER.search(reply)
    option = _LETTERS.index(letter[1].upper()) if letter else None
    return option if option is not None and option <= len(group) else None
