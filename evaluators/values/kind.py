"""What a type of value has to say: the base of the modules that are one a type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from tasks.formats import Format


class UnreadError(Exception):
    """A text that is no one value; the message says why."""


@dataclass(frozen=True)
class Mention:
    """A value in running text, and where it stands."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True)
class Ask:
    """What is asked for: the format of one value, and the question it answers."""

    format: Format
    question: str = ""


def members(properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object with these members and no others."""
    closed = {"required": [*properties], "additionalProperties": False}
    return {"type": "object", "properties": properties, **closed}


class Kind:
    """A type of value. Values are JSON in one canonical form."""

    name: str
    says: str
    """What is asked for, with an example that has nothing to do with any task."""
    json: ClassVar[dict[str, Any]] = {"type": "string"}
    """The same as JSON Schema."""
    of_text: ClassVar[bool] = False
    """Whether values are texts, which nothing but candidates tells apart from what stands beside them."""

    def parse(self, given: Any, ask: Ask) -> Any | None:
        """A whole text, or a value of JSON, as one value; None where it is none, or could be two."""
        raise NotImplementedError

    def find(self, text: str, ask: Ask) -> list[Mention]:
        """All values in running text, in their order; none where only bare answers are read."""
        return []

    def candidates(self, format: Format) -> list[str]:
        """What a text can be; empty where that is not known."""
        return []

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        """Whether two canonical values are the same."""
        return bool(value == reference)

    def sentence(self, format: Format) -> str:
        """``says``, with the format's options."""
        return self.says

    def schema(self, format: Format) -> dict[str, Any]:
        """``json``, with the format's options."""
        return self.json

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        """What is nearly the value and wrong, each with a word for what was changed: one digit of each."""
        text = str(value)
        for m in re.finditer(r"\d", text):
            yield "a digit changed", f"{text[: m.start()]}{(int(m[0]) + 1) % 10}{text[m.end() :]}"
