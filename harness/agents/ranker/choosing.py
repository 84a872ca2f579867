"""Selection by multiple choice (Mind2Web, section 3.2): groups of five, until one or none is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.agents.model.agent import Asks
from harness.agents.protocol import Tokens
from harness.ranker.candidates import Candidate, Query

GROUP = 5
"""Candidates of one question, besides "none of these"; as published."""
_LETTERS = "ABCDEF"
_SYSTEM = """You operate a website for somebody. You are shown a task, what was done so far, and some elements
of the page. Choose the element that the next action is for, or A when none of them is. Reply in three lines:
Answer: the letter
Action: CLICK, TYPE or SELECT
Value: the text to type or the option to select; empty for a click"""
_ANSWER = re.compile(r"Answer:\s*\(?([A-F])\b", re.IGNORECASE)
_ACTION = re.compile(r"Action:\s*(CLICK|TYPE|SELECT)\b", re.IGNORECASE)
_VALUE = re.compile(r"Value:[ \t]*(.*)")


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
        spent: what all asking has cost so far.
    """

    model: Asks
    spent: Tokens = field(default_factory=Tokens)

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
        reply = self.model.ask(messages, deadline=deadline)
        self.spent = Tokens(
            self.spent.prompt + reply.tokens.prompt,
            self.spent.completion + reply.tokens.completion,
            self.spent.cost + reply.tokens.cost,
        )
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
    letter = _ANSWER.search(reply)
    place = _LETTERS.index(letter[1].upper()) - 1 if letter else -1
    if not 0 <= place < len(group):
        return None
    action, value = _ACTION.search(reply), _VALUE.search(reply)
    return Chosen(group[place], action[1].upper() if action else "CLICK", value[1].strip() if value else "")
