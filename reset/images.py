"""Which images there are, tagged by a hash of what they are made from, and how they are built.

The chain: root (Debian, from its registry or made here) -> base -> mariadb, gateway -> `<site>-seed` (slow:
application and pristine data) -> `<site>` (the same with the current supervisor and site.yaml on top, a
second's work). An image whose tag is there already is not built again.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from reset.engine import INSTALL, Engine, connect
from reset.errors import EngineError, WorldError
from reset.places import hidden
from sites.spec import ROOT, Site, all_sites, load_site

REGISTRY_IMAGE = "debian:trixie-slim"
ROOT_IMAGE = "webarium/root:trixie"
REGISTRY_PATIENCE = 8.0
"""Seconds in which the registry must say something before Debian is made here instead."""

BAKED = ("bake.py", "mariadb.py", "rows.py")
"""The modules of sitectl that decide what a pristine state holds: only they lead to new seeds."""

SKIP_FOLDERS = {"__pycache__", ".git", ".mypy_cache", ".ruff_cache", "node_modules"}

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Recipe:
    """One image.

    Args:
        name: what people call it.
        repository: image name without tag.
        dockerfile: text of the Dockerfile.
        paths: files and folders of its context, relative to the repository, by the path they get there.
        arguments: build arguments beside BASE.
        parent: tag of the image it starts from.
        salt: further text that decides about its tag.
        quiet: paths of the context that do not decide about its tag.
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

    @cached_property
    def tag(self) -> str:
        """`repository:hash`, the same as long as nothing that goes into the image changes."""
        digest = hashlib.sha256()
        for text in (self.parent, self.dockerfile, *(f"{k}={v}" for k, v in sorted(self.arguments.items()))):
            digest.update(text.encode() + b"\0")
        for path in files(self.paths, self.skip):
            if not path.startswith(self.quiet or ("\0",)):
                digest.update(
                    path.encode() + b"\0" + _mode(path) + hashlib.sha256((ROOT / path).read_bytes()).digest()
                )
        return f"{self.repository}:{digest.hexdigest()[:12]}"


@dataclass(frozen=True)
class Built:
    """What became of one image."""

    name: str
    tag: str
    built: bool
    seconds: float
    size: int


def _mode(path: str) -> bytes:
    return b"x" if os.access(ROOT / path, os.X_OK) else b"-"


def files(paths: Iterable[str], skip: Iterable[str] = ()) -> list[str]:
    """Every file below the given paths (or globs) of the repository, sorted; caches and `skip` left out."""
    found: set[str] = set()
    left_out = set(skip)
    for start in (match for path in paths for match in ROOT.glob(path)):
        if start.is_file():
            found.add(str(start.relative_to(ROOT)))
            continue
        for folder, names, entries in os.walk(start):
            names[:] = [name for name in names if name not in SKIP_FOLDERS]
            relative = os.path.relpath(folder, ROOT)
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
        parent=ROOT_IMAGE,
        parent_argument="ROOT",
        paths=("docker/base/bin", "reset/sitectl"),
        quiet=tuple(path for path in files(["reset/sitectl"]) if Path(path).name not in BAKED),
    )


def mariadb() -> Recipe:
    """Base with MariaDB."""
    return Recipe(
        name="mariadb",
        repository="webarium/mariadb",
        dockerfile=(ROOT / "docker/mariadb/Dockerfile").read_text(),
        parent=base().tag,
    )


def gateway() -> Recipe:
    """Base with HAProxy."""
    return Recipe(
        name="gateway",
        repository="webarium/gateway",
        dockerfile=(ROOT / "docker/gateway/Dockerfile").read_text(),
        parent=base().tag,
        paths=("docker/gateway/gateway.py",),
    )


def seed(site: Site) -> Recipe:
    """The site with its pristine data, as its own Dockerfile makes it."""
    return Recipe(
        name=f"{site.name} (application and data)",
        repository=f"webarium/{site.name}-seed",
        dockerfile=(ROOT / site.image.dockerfile).read_text(),
        parent=(mariadb() if site.image.base == "mariadb" else base()).tag,
        paths=tuple(site.image.context),
        arguments={name: os.environ.get(name, value) for name, value in site.image.args.items()},
        skip=(str(site.file.relative_to(ROOT)),),
    )


def final(site: Site) -> Recipe:
    """The image that runs: the seed with the current supervisor and site.yaml."""
    spec = site.file.relative_to(ROOT)
    return Recipe(
        name=site.name,
        repository=f"webarium/{site.name}",
        dockerfile=(
            "ARG BASE\nFROM ${BASE}\n"
            "COPY reset/sitectl/ /opt/webarium/sitectl/\n"
            f"COPY {spec} /opt/webarium/site.yaml\n"
        ),
        parent=seed(site).tag,
        paths=("reset/sitectl", str(spec)),
    )


def chain(sites: Sequence[Site]) -> list[Recipe]:
    """Every image that a world of these sites needs, parents first."""
    recipes = [base()]
    if any(site.image.base == "mariadb" for site in sites):
        recipes.append(mariadb())
    recipes.append(gateway())
    for site in sites:
        recipes += [seed(site), final(site)]
    return recipes


def missing(sites: Sequence[Site], engine: Engine | None = None) -> list[str]:
    """Names of the images that a world of these sites needs and that are not built for the present inputs."""
    engine = engine or connect()
    wanted = [gateway(), *(final(site) for site in sites)]
    return [recipe.name for recipe in wanted if engine.image(recipe.tag) is None]


# -- building -----


def build(
    sites: Sequence[Site], on_progress: Progress | None = None, *, engine: Engine | None = None
) -> list[Built]:
    """Build what is missing.

    Args:
        sites: whose images are wanted.
        on_progress: gets one line at a time.

    Raises:
        EngineError: no engine, disk full, or a step failed (with its last lines).
        WorldError: Debian can neither be fetched nor made here.
    """
    engine = engine or connect()
    say = on_progress or (lambda line: None)
    report: list[Built] = []
    started = time.monotonic()
    with _alone(say):
        recipes = chain(sites)
        needed = _needed(recipes, {"gateway", *(site.name for site in sites)}, engine)
        for recipe in recipes:
            clock = time.monotonic()
            if recipe in needed:
                if recipe.parent == ROOT_IMAGE and engine.image(ROOT_IMAGE) is None:
                    _root(engine, say)
                say(f"{recipe.name}: building {recipe.tag}")
                _build_one(engine, recipe, say)
                seconds = time.monotonic() - clock
                size = engine.image_size(recipe.tag)
                say(f"{recipe.name}: built in {seconds:.1f} s, {size / 1e6:.0f} MB")
                report.append(Built(recipe.name, recipe.tag, True, seconds, size))
            elif engine.image(recipe.tag):
                engine.tag(recipe.tag, f"{recipe.repository}:latest")
                report.append(Built(recipe.name, recipe.tag, False, 0.0, engine.image_size(recipe.tag)))
    made = sum(one.built for one in report)
    say(f"images: {made} built, {len(report) - made} up to date, {time.monotonic() - started:.1f} s")
    return report


def _needed(recipes: Sequence[Recipe], wanted: set[str], engine: Engine) -> list[Recipe]:
    """What has to be built: wanted images that are missing, and missing ones that those start from."""
    needed: list[Recipe] = []
    for recipe in reversed(recipes):
        used = recipe.name in wanted or any(child.parent == recipe.tag for child in needed)
        if used and engine.image(recipe.tag) is None:
            needed.append(recipe)
    return needed


@contextmanager
def _alone(say: Progress) -> Iterator[None]:
    """One build at a time in this repository."""
    lock = hidden("build.lock")
    with lock.open("w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another build to end")
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def _build_one(engine: Engine, recipe: Recipe, say: Progress) -> None:
    def on_line(line: str) -> None:
        text = line.strip()
        if text.startswith("Step ") or text.startswith("sitectl build:"):
            say(f"{recipe.name}: {text[:150]}")

    with context(recipe) as stream:
        engine.build(
            stream,
            tag=recipe.tag,
            dockerfile="Dockerfile.webarium",
            arguments={recipe.parent_argument: recipe.parent, **recipe.arguments},
            labels={"webarium.image": recipe.repository},
            on_line=on_line,
        )
    engine.tag(recipe.tag, f"{recipe.repository}:latest")


@contextmanager
def context(recipe: Recipe) -> Iterator[io.BufferedIOBase]:
    """The build context as a tar stream: its files, its Dockerfile, and `ca/` with an extra CA if any."""
    with tempfile.TemporaryFile() as raw:
        with tarfile.open(fileobj=raw, mode="w") as tar:
            for path in files(recipe.paths, recipe.skip):
                _add(tar, path, (ROOT / path).read_bytes(), 0o755 if _mode(path) == b"x" else 0o644)
            _add(tar, "Dockerfile.webarium", recipe.dockerfile.encode(), 0o644)
            _add(tar, "ca/README", b"Extra certificate authorities for downloads during the build.\n", 0o644)
            bundle = os.environ.get("SSL_CERT_FILE")
            if bundle and Path(bundle).is_file():
                _add(tar, "ca/extra.pem", Path(bundle).read_bytes(), 0o644)
        raw.seek(0)
        yield raw


def _add(tar: tarfile.TarFile, name: str, data: bytes, mode: int) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    info.mode = mode
    tar.addfile(info, io.BytesIO(data))


def _root(engine: Engine, say: Progress) -> None:
    """Debian: from its registry, else made here with mmdebstrap."""
    say(f"root: asking the registry for {REGISTRY_IMAGE}")
    if engine.image(REGISTRY_IMAGE) or engine.pull(REGISTRY_IMAGE, REGISTRY_PATIENCE):
        engine.tag(REGISTRY_IMAGE, ROOT_IMAGE)
        return
    say("root: no answer; making Debian with mmdebstrap")
    if shutil.which("mmdebstrap") is None or os.geteuid() != 0:
        raise WorldError(
            f"{REGISTRY_IMAGE} cannot be fetched, nor Debian made here (that needs root and mmdebstrap)",
            remedy=f"give the engine access to a registry, or {INSTALL}",
        )
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="webarium-") as folder:
        tar = Path(folder) / "root.tar"
        done = subprocess.run(
            ["mmdebstrap", "--variant=minbase", "--dpkgopt=path-exclude=/usr/share/doc/*",
             "--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/locale/*",
             "trixie", str(tar)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise EngineError(
                f"mmdebstrap failed: {done.stderr.strip()[-600:]}", remedy="is a Debian mirror reachable?"
            )
        engine.import_tar(tar, ROOT_IMAGE)
    say(f"root: made in {time.monotonic() - started:.0f} s")


def prune(engine: Engine | None = None) -> list[str]:
    """Remove images of earlier inputs; returns their tags."""
    engine = engine or connect()
    keep = {recipe.tag for recipe in chain(all_sites())}
    gone = [
        tag
        for tag, _ in engine.images("webarium/")
        if tag not in keep and not tag.endswith(":latest") and tag != ROOT_IMAGE
    ]
    for tag in gone:
        engine.remove_image(tag)
    return gone


def main(names: Sequence[str]) -> None:
    """`python -m reset.images [site...]`: build and say so."""
    sites = [load_site(name) for name in names] or all_sites()
    for one in build(sites, lambda line: print(line, flush=True)):
        print(f"{one.size / 1e6:7.0f} MB  {one.tag}")


if __name__ == "__main__":
    main(sys.argv[1:])
