"""Jinja2 with bounds: what a text may do, and how much work one rendering may be.

Jinja's own sandbox keeps texts away from Python; it lets them run and grow without end. Here a text knows
``for``, ``if`` and the filters listed below, names nothing of its own, and pays for everything that can grow
(items of a loop, repeated and replaced text, output) from a purse. So the same text ends at the same place on
every machine, which a limit of seconds would not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import jinja2
from jinja2 import filters, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

PURSE = 1_000_000
"""What one text may spend: characters and items made, steps of loops."""

BITS = 4096
"""The size of a whole number that a text may make."""

WIDEST = 999
"""The widest column that a format may ask for."""

_SAFE = """
abs capitalize count d default dictsort first float groupby int items last length list lower map max min
reject rejectattr reverse select selectattr sort string title trim truncate unique upper urlencode wordcount
"""
FILTERS = frozenset(_SAFE.split())
"""Jinja's own filters that give no more than they are given."""

# methods whose result grows with their arguments
_GROWING = frozenset(
    ["center", "ljust", "rjust", "zfill", "expandtabs", "join", "replace", "to_bytes", "translate"]
)
_WIDE = re.compile(r"%[^a-zA-Z%]*(?:\*|\d{4,})|\{[^{}]*:[^{}]*(?:\{|\d{4,})")

_left: ContextVar[list[int]] = ContextVar("left")


class TooMuch(jinja2.TemplateRuntimeError):
    """A text would take more work than any task needs."""


@contextmanager
def purse(amount: int = PURSE) -> Iterator[None]:
    """What is rendered inside pays from one purse."""
    token = _left.set([amount])
    try:
        yield
    finally:
        _left.reset(token)


def spend(amount: int) -> None:
    """Pay for work before it is done.

    Raises:
        TooMuch: the purse does not hold as much.
    """
    left = _left.get()
    left[0] -= amount
    if left[0] < 0:
        raise TooMuch("this is more work than one text may be: fewer or shorter repetitions")


def _size(value: Any) -> int:
    """Characters and items of a value with all that is in it; bits of a whole number."""
    if isinstance(value, str | bytes):
        return max(1, len(value))
    if isinstance(value, int):
        return max(1, value.bit_length())
    if isinstance(value, Mapping):
        return 1 + sum(_size(key) + _size(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 1 + sum(map(_size, value))
    return 64


def _number(bits: int) -> None:
    if bits > BITS:
        raise TooMuch(f"a whole number may have {BITS} bits")


def _times(value: Any) -> int:
    """How many times larger an argument may make a result."""
    return abs(value) if isinstance(value, int) else _size(value)


def check_format(pattern: Any) -> None:
    """Refuse a format that asks for a wide column.

    Raises:
        TooMuch: a column is wider than WIDEST, or as wide as a value says.
    """
    if isinstance(pattern, str | bytes):
        spend(len(pattern))
        if _WIDE.search(pattern if isinstance(pattern, str) else pattern.decode("latin-1")):
            raise TooMuch(f"a format may be {WIDEST} characters wide, written as a number")


def _counted(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        spend(1)
        yield item


def _range(*bounds: int) -> range:
    made = range(*bounds)
    spend(len(made))
    return made


def _join(context: Any, value: Iterable[Any], d: str = "", attribute: str | int | None = None) -> str:
    items = list(_counted(value))
    spend(_size(items) + _size(d) * len(items))
    return filters.sync_do_join(context, items, d, attribute)


def _replace(context: Any, s: str, old: str, new: str, count: int | None = None) -> str:
    spend(_size(s) * _size(new))
    return filters.do_replace(context, s, old, new, count)


def _format(value: str, *args: Any, **named: Any) -> str:
    check_format(value)
    return filters.do_format(value, *args, **named)


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    if abs(precision) > 20:
        raise ValueError("a number has at most 20 decimal places")
    return filters.do_round(value, precision, method)


def _sum(environment: Any, iterable: Any, attribute: str | int | None = None) -> Any:
    return filters.sync_do_sum(environment, iterable, attribute)


class BoundedEnvironment(ImmutableSandboxedEnvironment):
    """The sandbox with bounds; everything that it renders pays from the current purse."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, **more: Callable[..., Any]) -> None:
        super().__init__(undefined=jinja2.StrictUndefined, autoescape=False, optimized=False)
        self.globals = {"range": _range}
        self.filters = {
            **{name: self.filters[name] for name in FILTERS},
            "join": jinja2.pass_eval_context(_join),
            "replace": jinja2.pass_eval_context(_replace),
            "sum": jinja2.pass_environment(_sum),
            "format": _format,
            "round": _round,
            "_counted": _counted,
            **more,
        }

    def compiled(self, text: str) -> jinja2.Template:
        """A text made ready.

        Raises:
            jinja2.TemplateError: it is no template, or says more than ``for`` and ``if``.
        """
        tree = self.parse(text)
        for node in tree.find_all(nodes.Stmt):
            known = isinstance(node, nodes.Output | nodes.If | nodes.For)
            if not known or (isinstance(node, nodes.For) and node.recursive):
                name = "recursive for" if known else type(node).__name__.lower()
                message = f"a text knows for and if alone, not '{name}'"
                raise jinja2.TemplateSyntaxError(message, node.lineno)
        for loop in list(tree.find_all(nodes.For)):
            loop.iter = nodes.Filter(loop.iter, "_counted", [], [], None, None, lineno=loop.lineno)
        return self.from_string(tree)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operator that can make much of little, paid before it is done."""
        if operator == "%":
            check_format(left)
        elif operator == "**":
            _number(_size(left) * max(1, abs(int(right))))
        elif isinstance(left, str | bytes | list | tuple):
            spend(_size(left) * _times(right))
        elif isinstance(right, str | bytes | list | tuple):
            spend(_size(right) * _times(left))
        else:
            _number(_size(left) + _size(right))
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Context, __obj: Any, *args: Any, **named: Any) -> Any:
        """A method, paid before it is called."""
        method = getattr(__obj, "__wrapped__", __obj)  # the sandbox wraps str.format
        owner, name = getattr(method, "__self__", None), getattr(method, "__name__", "")
        if name in ("format", "format_map"):
            check_format(owner)
        elif name in _GROWING:
            spend(_size(owner) * max([1, *map(_times, args), *map(_times, named.values())]))
        return super().call(__context, __obj, *args, **named)
