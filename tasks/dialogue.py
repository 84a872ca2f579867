"""The person who gave a task, where one answers: what a template says of them, and what was said."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from .patterns import Strict


class Fact(Strict):
    """Something that the person who gave the task tells when asked for it.

    ``about`` are words of which any in a message asks for it, ``topic`` is how the person names it to whoever
    does not know what to ask. What is refused is a fact that says so.
    """

    topic: str = Field(min_length=2, max_length=60)
    about: list[str] = Field(min_length=1, max_length=30)
    says: str = Field(min_length=1, max_length=500)

    @field_validator("about")
    @classmethod
    def _words(cls, about: list[str]) -> list[str]:
        for one in about:
            if not any(letter.isalnum() for letter in one):
                raise ValueError(f"no message can ask by {one!r}: write words")
        return about


class Turn(Strict):
    """What the person says unasked, once, when the agent first stands on a page: a change of mind."""

    at: str
    says: str = Field(min_length=1, max_length=500)


class Script(Strict):
    """The person who gave the task: answers the agent's ``say``, by rule.

    Of several facts that a message asks for, the first is told alone. ``otherwise`` is said to what asks for
    none, before the list of all topics.
    """

    facts: list[Fact] = Field(min_length=1, max_length=20)
    turns: list[Turn] = Field(default_factory=list, max_length=20)
    otherwise: str = Field(default="I am not sure what you need to know.", min_length=1, max_length=200)


class Utterance(Strict):
    """A message between agent and person, and the step at which it was said."""

    who: Literal["agent", "person"]
    text: str
    step: int
