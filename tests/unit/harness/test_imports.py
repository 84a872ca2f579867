"""Imports point one way and never in a circle.

Every ``import`` counts, wherever it stands: one inside a function or under TYPE_CHECKING only hides a circle.
That a module's package is imported before it does not count: a package may gather its own modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]

# what the code in each room may import besides its own room
ROOMS = {
    "sites": set(),
    "tasks": {"sites"},
    "reset": {"sites", "tasks"},
    "evaluators": {"reset", "sites", "tasks"},
    "harness": {"evaluators", "reset", "sites", "tasks"},
    "integrations": {"harness", "evaluators", "reset", "sites", "tasks"},
}

Graph = dict[str, set[str]]


def modules(top: Path) -> dict[str, Path]:
    """Every module below ``top`` by its dotted name."""
    found = {}
    for room in ROOMS:
        for path in (top / room).rglob("*.py"):
            parts = path.relative_to(top).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path) -> Iterator[str]:
    """The dotted names that a module imports: for ``from a import b`` both a.b and a."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports(top: Path) -> Graph:
    """Which modules of the tree each module imports."""
    known = modules(top)
    graph: Graph = {}
    for name, path in known.items():
        wanted = ((one, one.rpartition(".")[0]) for one in imported(name, path))
        graph[name] = {next((n for n in names if n in known), "") for names in wanted} - {"", name}
    return graph


def circle(graph: Graph) -> list[str]:
    """One circle of imports; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.fixture(scope="module")
def graph() -> Graph:
    return imports(TOP)


def test_no_circle_of_imports(graph: Graph) -> None:
    assert circle(graph) == []


def test_imports_point_one_way(graph: Graph) -> None:
    against = [
        f"{name} imports {one}"
        for name, found in sorted(graph.items())
        for one in sorted(found)
        if (room := name.split(".")[0]) != (other := one.split(".")[0]) and other not in ROOMS[room]
    ]
    assert against == []


def test_every_form_of_import_counts(tmp_path: Path) -> None:
    for name, text in {
        "one": "from sites import two\n",
        "two": "def late():\n    from .three import something\n",
        "three": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sites.one\n",
    }.items():
        (tmp_path / "sites").mkdir(exist_ok=True)
        (tmp_path / "sites" / f"{name}.py").write_text(text)
    assert len(set(circle(imports(tmp_path)))) == 3
