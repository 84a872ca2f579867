"""Jinja2 as templates use it: bounded, strict about unknown names, and keeping numbers numbers.

A text that is one expression, ``"{{ offset + 1 }}"``, gives the expression's own value; any other
text gives text. Mappings and lists are rendered item by item.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

import jinja2
from jinja2 import meta, nodes

from sites.source import HALF

from .sandbox import BoundedEnvironment, check_format, purse, spend

_SINGLE = re.compile(r"^\{\{((?:(?!\{\{|\}\}).)*)\}\}$", re.DOTALL)


class RenderError(Exception):
    """A text could not be rendered; ``where`` says which part of the data it was."""

    def __init__(self, message: str, where: tuple[str | int, ...]) -> None:
        super().__init__(message)
        self.message, self.where = message, where

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which would be given the message alone."""
        return type(self), (self.message, self.where)


def money(value: Any) -> str:
    """An amount as the shop writes it: ``1234.5`` gives ``€1,234.50``."""
    amount = Decimal(str(value))
    if not abs(amount) < 10**15:
        raise ValueError(f"'{value}' is no amount of money")
    return f"€{amount:,.2f}"


def date(value: Any, pattern: str = "%-d %B %Y") -> str:
    """A date or time of the database (ISO text) in another form; ``2026-03-01`` gives ``1 March 2026``."""
    check_format(pattern)
    return datetime.fromisoformat(str(value)).strftime(pattern)


def _as_json(value: Any) -> Any:
    """A value of an expression as JSON keeps it; what a filter gives item by item is a list.

    Raises:
        jinja2.TemplateError: it is none, such as a method that was not called.
    """
    if isinstance(value, jinja2.Undefined):
        return str(value)  # raises what names the missing variable; an `if` without `else` is no text
    if isinstance(value, str):
        if half := HALF.search(value):
            raise jinja2.TemplateRuntimeError(f"\\u{ord(half[0]):04x} is half a character")
        return value
    if isinstance(value, Mapping):
        return {_as_json(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | Iterator):
        return [_as_json(item) for item in value]
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    shown = value if isinstance(value, float) else type(value).__name__
    raise jinja2.TemplateRuntimeError(f"'{shown}' is no text, number, list or mapping")


_FAILURES = (
    jinja2.TemplateError, ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""What a text may end in by its own fault: filters assert, and Python refuses what is nested too deeply."""


def _why(error: Exception) -> str:
    """Why a text cannot be rendered, in words."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, SyntaxError):
        return str(error.msg)  # the line is one of Python's that Jinja made
    return str(error) if isinstance(error, jinja2.TemplateError) else f"{type(error).__name__}: {error}"


_ENV = BoundedEnvironment(money=money, date=date)
_ENV.finalize = _as_json


# The tasks of a template share its texts.
@lru_cache(maxsize=4096)
def _template(text: str) -> jinja2.Template:
    return _ENV.compiled(text)


@lru_cache(maxsize=4096)
def _expression(text: str) -> Callable[..., Any]:
    return _ENV.compile_expression(text, undefined_to_none=False)


def render(data: Any, variables: Mapping[str, Any], where: tuple[str | int, ...] = ()) -> Any:
    """Render every text inside ``data``, the keys of mappings included.

    Args:
        data: text, mapping, list or any scalar; scalars other than text stay as they are.
        variables: the names that texts may use.
        where: the path of ``data`` within its file, for messages.

    Raises:
        RenderError: for an unknown name, a syntax error, a failing expression, or two keys that become one.
    """
    if isinstance(data, str):
        return _text(data, variables, where)
    if isinstance(data, Mapping):
        return _mapping(data, variables, where)
    if isinstance(data, list):
        return [render(item, variables, (*where, index)) for index, item in enumerate(data)]
    return data


def _mapping(
    data: Mapping[Any, Any], variables: Mapping[str, Any], where: tuple[str | int, ...]
) -> dict[Any, Any]:
    rendered: dict[Any, Any] = {}
    for key, value in data.items():
        name = str(_text(key, variables, (*where, key))) if isinstance(key, str) else key
        if name in rendered:
            raise RenderError(f"the key '{name}' comes out twice", (*where, key))
        rendered[name] = render(value, variables, (*where, key))
    return rendered


def _text(text: str, variables: Mapping[str, Any], where: tuple[str | int, ...]) -> Any:
    if "{{" not in text and "{%" not in text:
        return text
    try:
        with purse():
            return _rendered(text, variables)
    except jinja2.UndefinedError as error:
        known = ", ".join(sorted(variables))
        raise RenderError(f"{error.message}; known names: {known}", where) from error
    except _FAILURES as error:
        raise RenderError(f"cannot be rendered: {_why(error)}", where) from error


def _rendered(text: str, variables: Mapping[str, Any]) -> Any:
    single = _SINGLE.match(text.strip())
    if single:
        return _as_json(_expression(single.group(1).strip())(**variables))
    parts = []
    for part in _template(text).generate(**variables):
        spend(len(part))
        parts.append(part)
    return "".join(parts)


def attributes_in(data: Any, name: str) -> set[str]:
    """The parts of one variable that the texts inside ``data`` use: ``total`` of ``reference.total``."""
    if isinstance(data, str):
        return _attributes(data, name) if name in data else set()
    if isinstance(data, Mapping):
        data = [*data.keys(), *data.values()]
    return set().union(*(attributes_in(item, name) for item in data)) if isinstance(data, list) else set()


def _attributes(text: str, name: str) -> set[str]:
    try:
        tree = _ENV.parse(text)
    except (jinja2.TemplateError, RecursionError):
        return set()
    found: set[str] = set()
    for node in tree.find_all((nodes.Getattr, nodes.Getitem)):
        if not isinstance(getattr(node, "node", None), nodes.Name) or node.node.name != name:  # type: ignore[attr-defined]
            continue
        part = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", None)  # type: ignore[attr-defined]
        if isinstance(part, str):
            found.add(part)
    return found


def check_language(text: str) -> None:
    """Refuse a text that can be rendered with no values at all.

    Raises:
        RenderError: it is no template, or asks for a filter that there is not.
    """
    try:
        _template(text)
    except _FAILURES as error:
        raise RenderError(f"cannot be rendered: {_why(error)}", ()) from error


def check_unused(data: Any, where: tuple[str | int, ...]) -> None:
    """Refuse what no task renders and none could.

    Raises:
        RenderError: one of its texts is no template; it says where.
    """
    if isinstance(data, Mapping):
        for key, value in data.items():
            check_unused(value, (*where, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            check_unused(value, (*where, index))
    elif isinstance(data, str) and ("{{" in data or "{%" in data):
        try:
            check_language(data)
        except RenderError as error:
            raise RenderError(error.message, where) from error


def names_in(data: Any) -> set[str]:
    """The variable names that the texts inside ``data`` use; broken texts count as using none."""
    if isinstance(data, str):
        try:
            return set(meta.find_undeclared_variables(_ENV.parse(data)))
        except (jinja2.TemplateError, RecursionError):
            return set()
    if isinstance(data, Mapping):
        return set().union(*(names_in(item) for pair in data.items() for item in pair)) if data else set()
    if isinstance(data, list):
        return set().union(*(names_in(item) for item in data)) if data else set()
    return set()
