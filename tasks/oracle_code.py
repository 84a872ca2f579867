"""What the module of an oracle may be made of: it reads pages, so it needs no file, network or program.

``webarium eval`` plays it in the jail, where it finds none of these; the commands for authors play it in
their own process, so lint says beforehand what does not belong there. A rule for honest mistakes: who wants
to get around it can, and does not get around the jail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sites.wording import meant

from .roles import check_role

MODULES = frozenset(
    {
        "__future__", "bisect", "calendar", "collections", "dataclasses", "datetime", "decimal", "fractions",
        "functools", "html", "itertools", "json", "math", "operator", "re", "statistics", "string",
        "textwrap", "typing", "unicodedata", "urllib.parse",
    }
)  # fmt: skip
"""What it may import."""
NAMES = frozenset({"open", "exec", "eval", "compile", "__import__", "globals", "input", "breakpoint"})
"""What it may not call."""
PAGE = frozenset(
    {
        "actions", "back", "click", "close_tab", "fail", "find", "find_all", "forward", "goto", "has",
        "hover", "lost", "new_tab", "noop", "observation", "press", "read", "read_all", "rows", "say",
        "scroll", "select", "sites", "tab", "text", "title", "told", "type", "upload", "url", "value",
        "wait", "where",
    }
)  # fmt: skip
"""What the page that it gets can do (``harness.agents.oracle.page``)."""


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Everything of a module that an oracle has no use for: its line, and what it is."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.args.args[:1]:
            yield from _of_page(function, function.args.args[0].arg)
    for part in tree.body:
        refused = NAMES - _own(part)
        for node in ast.walk(part):
            if isinstance(node, ast.Import):
                for one in node.names:
                    yield from _imported(one.name, node.lineno)
            elif isinstance(node, ast.ImportFrom):
                yield from _imported("." * node.level + (node.module or ""), node.lineno)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in refused:
                yield node.lineno, f"an oracle reads pages alone: it has no use for {node.id}"
            elif isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                yield node.lineno, f"an oracle acts through the page: it has no use for {node.attr}"


def _own(part: ast.stmt) -> set[str]:
    """What a function calls by names of its own, such as a local ``input``: a field of a form."""
    if not isinstance(part, ast.FunctionDef):
        return set()
    nodes = [*ast.walk(part)]
    names = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return {name.id for name in names} | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _of_page(function: ast.FunctionDef, page: str) -> Iterator[tuple[int, str]]:
    """What a function asks of its page that it cannot do; helpers may call anything else ``page``."""
    if page != "page":
        return
    for node in ast.walk(function):
        if isinstance(node, ast.keyword) and node.arg == "role" and isinstance(node.value, ast.Constant):
            try:
                check_role(str(node.value.value))
            except ValueError as error:
                yield node.value.lineno, str(error)
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        if node.value.id == page and node.attr not in PAGE and not node.attr.startswith("_"):
            near = meant(node.attr, PAGE)
            yield node.lineno, f"a page has no {node.attr}" + (f"; {near} is meant?" if near else "")


def first_fault(code: str) -> str | None:
    """The first of a module that an oracle has no use for, with its line; None where there is none."""
    try:
        found = sorted(faults(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError):  # whoever loads it says what is wrong
        return None
    return f"line {found[0][0]}: {found[0][1]}" if found else None


def _imported(name: str, line: int) -> Iterator[tuple[int, str]]:
    if name not in MODULES and name.partition(".")[0] not in MODULES:
        yield line, f"an oracle may import {', '.join(sorted(MODULES))}, not {name}"
