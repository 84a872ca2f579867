"""Which images there are, tagged by a hash of what they are made from.

The chain: root (Debian, from its registry or made here) -> base -> mariadb, gateway -> `<site>-seed` (slow:
application and pristine data) -> `<site>` (the same with the current supervisor and site.yaml on top, a
second's work). An image whose tag is there already is not built again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from reset.plan import GATEWAY
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import ROOT, Site, catalogue

ROOT_IMAGE = "webarium/root:trixie"

BAKED = ("__init__.py", "__main__.py", "bake.py", "clock.py", "files.py", "mariadb.py", "rows.py")
"""The modules of sitectl that decide what a pristine state holds: only they lead to new seeds."""

FACTS = ("sites/__init__.py", "sites/facts.py")
"""What sitectl shares with everybody else."""

SKIP_FOLDERS = {"__pycache__", ".git", ".mypy_cache", ".ruff_cache", "node_modules"}


@dataclass(frozen=True)
class Recipe:
    """One image.

    Args:
        name: what people call it.
        repository: image name without tag.
        dockerfile: text of the Dockerfile.
        source: the file that holds this text, for people.
        paths: files and folders of its context, relative to the repository, by the path they get there.
        arguments: build arguments beside BASE.
        parent: tag of the image it starts from.
        made: further files of its context, text by path.
        quiet: paths of the context that do not decide about its tag.
        roots: what paths are relative to; the first that has a file gives it.
    """

    name: str
    repository: str
    dockerfile: str
    parent: str
    paths: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    parent_argument: str = "BASE"
    quiet: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    made: Mapping[str, str] = field(default_factory=dict)
    roots: tuple[Path, ...] = field(default_factory=lambda: (ROOT,))
    source: str = "reset/images/recipes.py"

    @cached_property
    def tag(self) -> str:
        """`repository:hash`, the same as long as nothing that goes into the image changes."""
        digest = hashlib.sha256()
        given = sorted([*self.arguments.items(), *self.made.items()])
        for text in (self.parent, self.dockerfile, *(f"{name}={value}" for name, value in given)):
            digest.update(text.encode() + b"\0")
        for path in files(self.paths, self.skip, self.roots):
            if not path.startswith(self.quiet or ("\0",)):
                content = hashlib.sha256(self.place(path).read_bytes()).digest()
                digest.update(path.encode() + b"\0" + mode(self.place(path)) + content)
        return f"{self.repository}:{digest.hexdigest()[:12]}"

    def place(self, path: str) -> Path:
        """Where a file of its context is."""
        return place(path, self.roots)


def mode(path: Path) -> bytes:
    """Whether a file may be executed, as it enters the hash."""
    return b"x" if os.access(path, os.X_OK) else b"-"


def place(path: str, roots: Sequence[Path]) -> Path:
    """The file of a relative path: that of the first root that has it."""
    return next((root / path for root in roots if (root / path).exists()), roots[-1] / path)


def files(paths: Iterable[str], skip: Iterable[str] = (), roots: Sequence[Path] | None = None) -> list[str]:
    """Every file below the given paths (or globs), sorted; caches and `skip` left out."""
    found: set[str] = set()
    left_out = set(skip)
    starts = ((root, match) for root in roots or (ROOT,) for path in paths for match in root.glob(path))
    for root, start in starts:
        if start.is_file():
            found.add(str(start.relative_to(root)))
            continue
        for folder, names, entries in os.walk(start):
            names[:] = [name for name in names if name not in SKIP_FOLDERS]
            relative = os.path.relpath(folder, root)
            found.update(
                f"{relative}/{entry}" for entry in entries if not entry.endswith((".pyc", ".swp", "~"))
            )
    return sorted(found - left_out)


# -- recipes -----


def base() -> Recipe:
    """Debian with the unprivileged user and sitectl's build tool."""
    return Recipe(
        name="base",
        repository="webarium/base",
        dockerfile=(ROOT / "docker/base/Dockerfile").read_text(),
        source="docker/base/Dockerfile",
        parent=ROOT_IMAGE,
        parent_argument="ROOT",
        paths=("docker/base/bin", "reset/sitectl", *FACTS),
        quiet=tuple(path for path in files(["reset/sitectl"]) if Path(path).name not in BAKED),
    )


def mariadb() -> Recipe:
    """Base with MariaDB."""
    return Recipe(
        name="mariadb",
        repository="webarium/mariadb",
        dockerfile=(ROOT / "docker/mariadb/Dockerfile").read_text(),
        source="docker/mariadb/Dockerfile",
        parent=base().tag,
    )


def gateway() -> Recipe:
    """Base with HAProxy."""
    return Recipe(
        name="gateway",
        repository="webarium/gateway",
        dockerfile=(ROOT / "docker/gateway/Dockerfile").read_text(),
        source="docker/gateway/Dockerfile",
        parent=base().tag,
        paths=("docker/gateway/gateway.py",),
    )


def data(site: Site, seed: Seed = DEFAULT_SEED) -> Recipe:
    """The site with its pristine data, as its own Dockerfile makes it.

    The default world is made with the build arguments of the site's own file; another seed replaces those
    that the site has.
    """
    other = {} if seed == DEFAULT_SEED else seed.arguments
    return Recipe(
        name=f"{site.name} (application and data)",
        repository=f"webarium/{site.name}-seed",
        dockerfile=place(site.image.dockerfile, site.roots).read_text(),
        source=site.image.dockerfile,
        parent=(mariadb() if site.image.base == "mariadb" else base()).tag,
        paths=tuple(site.image.context),
        arguments={
            **{name: other.get(name, value) for name, value in site.image.args.items()},
            **_database(site),
        },
        skip=(str(site.file.resolve().relative_to(site.roots[0])),),
        made={site.image.catalogue: json.dumps(catalogue())} if site.image.catalogue else {},
        roots=site.roots,
    )


def _database(site: Site) -> dict[str, str]:
    """What the pristine state takes from site.yaml, most of which leads to no new seed."""
    if site.database is None:
        return {}
    silent = sorted(table for table, what in site.noise.tables.items() if what == "all")
    facts = {
        "schema": site.database.schema_name,
        "exclude": sorted(site.changes.exclude),
        "noise": silent,
        "profiles": {name: profile.username for name, profile in site.profiles.items()},
    }
    return {"SITE_DATABASE": json.dumps(facts)}


def final(site: Site, seed: Seed = DEFAULT_SEED) -> Recipe:
    """The image that runs: its data with the current supervisor and all that site.yaml says."""
    return Recipe(
        name=site.name,
        repository=f"webarium/{site.name}",
        dockerfile=(
            "ARG BASE\nFROM ${BASE}\n"
            "COPY reset/sitectl/ /opt/webarium/sitectl/\n"
            "COPY site.json /opt/webarium/\n"
        ),
        parent=data(site, seed).tag,
        paths=("reset/sitectl",),
        made={"site.json": site.model_dump_json(by_alias=True, exclude={"image": {"catalogue"}})},
    )


def chain(sites: Sequence[Site], seed: Seed = DEFAULT_SEED) -> list[Recipe]:
    """Every image that a world of these sites needs, parents first."""
    recipes = [base()]
    if any(site.image.base == "mariadb" for site in sites):
        recipes.append(mariadb())
    recipes.append(gateway())
    for site in sites:
        recipes += [data(site, seed), final(site, seed)]
    return recipes


def tags(sites: Sequence[Site], seed: Seed = DEFAULT_SEED) -> dict[str, str]:
    """What a world of these sites runs: tags by site, and of the gateway."""
    return {GATEWAY: gateway().tag, **{site.name: final(site, seed).tag for site in sites}}
