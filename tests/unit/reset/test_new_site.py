"""A new site is three folders: what is shared names no site by itself, but for the places told here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sites.spec import ROOT, all_sites

NAMES = [site.name for site in all_sites()]
ROOMS = ("sites", "reset", "tasks", "evaluators", "harness", "integrations")

REASONS = {
    "reset/bench.py: shopping": "what is measured when nothing is said: the site with the most data",
    "harness/commands/tools.py: shopping": "likewise, on the command line",
    "tasks/templates.py: shopping": "the folder shopping_admin holds more tasks of that site",
    "reset/commands.py: sites.home": "the first page is told who one is, by a cookie of its own",
    "harness/episode/stage.py: sites.home": "likewise, in an episode",
    "evaluators/dropin/capture.py: shopping": "no site of ours: WebArena's shop, whose API it calls",
    "harness/agents/places.py: home": "no site: a key in the file of a virtual environment",
} | {
    f"harness/export/splits.py: {name}": "its domain in data sets; in site.yaml it would change every image"
    for name in ("cms", "forum", "gitlab", "home", "library", "map", "shopping", "wiki")
}
"""Where shared code names a site, and why."""


def shared() -> Iterator[Path]:
    """The modules that belong to no site."""
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            inner = file.relative_to(ROOT / room).parts
            if (room in ("sites", "tasks") and len(inner) > 1) or "tests" in inner:
                continue
            yield file


def named(source: str, names: list[str]) -> set[str]:
    """Sites that a module names: a word, an address, a path or a task of one, or a module of its folder."""
    any_of = "|".join(names)
    word = re.compile(
        rf"(?:https?://)?({any_of})(?:\.(?:webarium\.test|localhost).*|\.[a-z_]+(?:\.\d+)?)?"
        rf"|(?:sites|docker|tasks)/({any_of})(?:/.*)?"
    )
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if match := word.fullmatch(node.value):
                found.add(match[1] or match[2])
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            )
            found |= {f"sites.{m[1]}" for one in modules if (m := re.match(rf"sites\.({any_of})\b", one))}
    return found


def test_what_is_looked_for_is_found() -> None:
    source = (
        "from sites.forum.seed import x\nimport sites.map.app\n"
        "a = ['wiki', 'http://cms.webarium.test/a', 'docker/gitlab/Dockerfile', 'shopping.order_total.0']\n"
        "b = ['wikipedia', 'a wiki', 'my-forum', 'shopping_admin']\n"
    )
    assert named(source, NAMES) == {"sites.forum", "sites.map", "wiki", "cms", "gitlab", "shopping"}


def test_shared_code_names_no_site_but_for_a_reason() -> None:
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in shared()
        for name in named(file.read_text(encoding="utf-8"), NAMES)
    }
    found.discard("sites/source.py: map")  # a kind of YAML node
    assert found == REASONS.keys()


def test_shared_files_beside_code_name_no_site() -> None:
    pattern = re.compile(rf"(?:sites|docker|tasks)/({'|'.join(NAMES)})\b")
    files = ["Makefile", ".ci/run", "pyproject.toml", "docker/bootstrap.sh", "docker/python-env.sh"]
    found = [f"{name}: {one}" for name in files for one in pattern.findall((ROOT / name).read_text())]
    assert found == []
