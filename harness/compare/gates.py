"""``--fail-if``: a tiny language of comparisons, parsed and computed here, never evaluated as code.

    gate    = clause { ("and" | "or") clause }          "and" binds closer
    clause  = sum ("<" | "<=" | ">" | ">=" | "==" | "!=") sum
    sum     = product { ("+" | "-") product }
    product = factor { ("*" | "/") factor }
    factor  = number ["%"] | name | "baseline" ["." name] | "-" factor | "(" sum ")"
    name    = a measure, or measure[group]: success_rate[shopping], success_rate[hard]

``baseline`` alone is the first run's value of the clause's only measure: ``success_rate < baseline - 2%``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from sites.errors import WebariumError

Lookup = Callable[[str, str | None, bool], float]
"""``(measure, group, of the baseline)`` to its value; raises ``GateError`` for an unknown name."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<name>[A-Za-z_]\w*)|(?P<group>\[[^\]\[]+\])"
    r"|(?P<sign><=|>=|==|!=|[<>+\-*/%().]))"
)
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_LENGTH = 500
_DEPTH = 20  # of brackets and signs within each other: the parser calls itself for each


class GateError(WebariumError):
    """A gate cannot be read, or names what is not measured."""


@dataclass(frozen=True)
class _Node:
    """Part of a sum: an operator with its operands, a number, or a name."""

    kind: str
    value: float = 0.0
    name: str = ""
    group: str | None = None
    baseline: bool = False
    parts: tuple[_Node, ...] = ()

    def names(self) -> set[tuple[str, str | None]]:
        """The measures it is made of, ``baseline`` alone left out."""
        own = {(self.name, self.group)} if self.kind == "name" and self.name else set()
        return own.union(*(part.names() for part in self.parts))


@dataclass(frozen=True)
class Gate:
    """A gate that was read: alternatives of conjunctions of comparisons."""

    text: str
    alternatives: tuple[tuple[tuple[_Node, str, _Node], ...], ...]

    def holds(self, lookup: Lookup) -> bool:
        """Whether the condition is true, that is, whether the gate fails the comparison.

        All of it is computed, so that a misspelt name is told whatever the rest comes to.

        Raises:
            GateError: a part of it cannot be computed.
        """
        found = [[_true(clause, lookup, self.text) for clause in both] for both in self.alternatives]
        return any(all(both) for both in found)


def parse_gate(text: str) -> Gate:
    """Read a gate.

    Raises:
        GateError: when it is not of the language above.
    """
    return _Parser(text).gate()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        self.depth = 0
        place = 0
        while text[place:].strip():
            match = _TOKEN.match(text, place)
            if match is None or len(text) > _LENGTH:
                raise self._wrong(f"'{text[place : place + 20].strip()}' is not understood")
            self.tokens.append(match[match.lastgroup or 0])
            place = match.end()

    def gate(self) -> Gate:
        alternatives = [[self._clause()]]
        while self._peek() in ("and", "or"):
            if self._take() == "and":
                alternatives[-1].append(self._clause())
            else:
                alternatives.append([self._clause()])
        if self.tokens:
            raise self._wrong(f"'{self.tokens[0]}' is too much")
        return Gate(self.text, tuple(tuple(both) for both in alternatives))

    def _clause(self) -> tuple[_Node, str, _Node]:
        left, sign = self._sum(), self._take()
        if sign not in _COMPARE:
            raise self._wrong(f"'{sign}' stands where a comparison should")
        return left, sign, self._sum()

    def _sum(self) -> _Node:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> _Node:
        return self._chain(("*", "/"), self._factor)

    def _chain(self, signs: tuple[str, str], operand: Callable[[], _Node]) -> _Node:
        node = operand()
        while self._peek() in signs:
            node = _Node(self._take(), parts=(node, operand()))
        return node

    def _factor(self) -> _Node:
        self.depth += 1
        if self.depth > _DEPTH:
            raise self._wrong(f"brackets and signs stand more than {_DEPTH} deep within each other")
        node = self._value()
        self.depth -= 1
        return node

    def _value(self) -> _Node:
        word = self._take()
        if word == "-":
            return _Node("-", parts=(_Node("number"), self._factor()))
        if word == "(":
            node = self._sum()
            if self._take() != ")":
                raise self._wrong("a bracket is not closed")
            return node
        if word[0].isdigit() or (word[0] == "." and len(word) > 1):
            percent = self._peek() == "%" and self._take()
            return _Node("number", value=float(word) / (100 if percent else 1))
        if not (word[0].isalpha() or word[0] == "_") or word in ("and", "or"):
            raise self._wrong(f"'{word}' stands where a value should")
        if word != "baseline":
            return _Node("name", name=word, group=self._group())
        if self._peek() != ".":
            return _Node("name", baseline=True)
        self._take()
        return _Node("name", name=self._take(), group=self._group(), baseline=True)

    def _group(self) -> str | None:
        return self._take()[1:-1].strip() if self._peek().startswith("[") else None

    def _peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def _take(self) -> str:
        if not self.tokens:
            raise self._wrong("it ends too early")
        return self.tokens.pop(0)

    def _wrong(self, why: str) -> GateError:
        return GateError(
            f"The gate {self.text[:100]!r} cannot be read: {why}",
            remedy='write it like --fail-if "success_rate < baseline - 0.02" (docs/ci.md)',
        )


def _true(clause: tuple[_Node, str, _Node], lookup: Lookup, text: str) -> bool:
    left, sign, right = clause
    names = left.names() | right.names()

    def value(node: _Node) -> float:
        if node.kind == "number":
            return node.value
        if node.kind == "name":
            if node.name:
                return lookup(node.name, node.group, node.baseline)
            if len(names) != 1:
                raise GateError(
                    f"In the gate {text!r} it is open what of the baseline is meant",
                    remedy="name the measure: baseline.success_rate",
                )
            return lookup(*next(iter(names)), True)
        first, second = (value(part) for part in node.parts)
        if node.kind == "/" and second == 0:
            raise GateError(
                f"The gate {text!r} divides by zero", remedy="divide by what is never 0 in such runs"
            )
        arithmetic = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
        return float(arithmetic[node.kind](first, second))

    return _COMPARE[sign](value(left), value(right))
