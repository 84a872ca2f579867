"""How images are built: sites side by side, and only what is missing."""

from __future__ import annotations

import fcntl
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reset.backends.docker import Docker, connect
from reset.errors import EngineError, WorldError
from reset.images import contents, recipes, registry
from reset.images.keeping import mark, name_latest
from reset.images.pace import Line, Pace, Stand
from reset.images.recipes import ROOT_IMAGE, Recipe, chain, files, mode
from reset.places import hidden
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site

REGISTRY_IMAGE = "debian:trixie-slim"
REGISTRY_PATIENCE, ONLY_PATIENCE = 8.0, 300.0
"""Seconds for the registry's first word: before Debian is made here instead, and where it cannot be."""

MOST_AT_ONCE = 2
"""Sites that are built side by side: each waits for downloads, disks and one core by turns."""
SHARED = ("base", "mariadb", "gateway")
"""Names of the images that no site has alone; they come first."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Built:
    """What became of one image: it was built, or came from a registry, or was there."""

    name: str
    tag: str
    built: bool
    pulled: bool
    seconds: float
    size: int


def missing(sites: Sequence[Site], engine: Docker | None = None, *, seed: Seed = DEFAULT_SEED) -> list[str]:
    """Names of what a world of these sites needs and that is not built for the present inputs."""
    engine = engine or connect()
    return [name for name, tag in recipes.tags(sites, seed).items() if engine.images.id(tag) is None]


def ids(sites: Sequence[Site], engine: Docker | None = None, *, seed: Seed = DEFAULT_SEED) -> dict[str, str]:
    """By name, the engine's ids of the images that a world of these sites needs, as far as they are built."""
    engine = engine or connect()
    found = {name: engine.images.id(tag) for name, tag in recipes.tags(sites, seed).items()}
    return {name: one for name, one in found.items() if one is not None}


def packages(
    sites: Sequence[Site], engine: Docker | None = None, *, seed: Seed = DEFAULT_SEED
) -> dict[str, str]:
    """By name, a digest of the packages in what a world of these sites runs, where it was recorded."""
    engine = engine or connect()
    found: dict[str, str] = {}
    for name, tag in recipes.tags(sites, seed).items():
        if engine.images.id(tag) and (held := contents.recorded(engine, tag)):
            found[name] = held.packages_digest
    return found


def held_data(
    sites: Sequence[Site], engine: Docker | None = None, *, seed: Seed = DEFAULT_SEED
) -> dict[str, str]:
    """By site, the digest of the pristine data of the image that a world runs, where it was recorded."""
    engine = engine or connect()
    found: dict[str, str] = {}
    for site in sites:
        tag = recipes.final(site, seed).tag
        if engine.images.id(tag) and (held := contents.recorded(engine, tag)):
            found[site.name] = held.data
    return found


def keep(sites: Sequence[Site], engine: Docker | None = None, *, seed: Seed = DEFAULT_SEED) -> None:
    """Mark what a world of these sites runs as used by this checkout, so that no other one removes it."""
    engine = engine or connect()
    for tag in recipes.tags(sites, seed).values():
        mark(engine, tag)


def build(
    sites: Sequence[Site],
    on_progress: Progress | None = None,
    *,
    seed: Seed = DEFAULT_SEED,
    engine: Docker | None = None,
    on_stand: Callable[[Stand], None] | None = None,
    at_once: int | None = None,
) -> list[Built]:
    """Have what is missing: from the registry where one is set, else built here, sites side by side.

    Args:
        sites: whose images are wanted.
        on_progress: gets one line at a time.
        seed: what their data is made from.
        on_stand: told how far it is, whenever an image is there.
        at_once: how many sites are built side by side; as many as there are cores, and two at most, without.

    Raises:
        EngineError: no engine, disk full, or a step failed (with its last lines).
        WorldError: Debian can neither be fetched nor made here.
    """
    engine = engine or connect()
    say = on_progress or (lambda line: None)
    started = time.monotonic()
    with _alone(say):
        wanted = chain(sites, seed)
        for tag in (ROOT_IMAGE, *(one.tag for one in wanted)):
            mark(engine, tag)  # before anything else: other checkouts may remove what has no mark
        running = set(recipes.tags(sites, seed).values())
        pulled = _pulled(wanted, running, engine, registry.from_environment(say))
        needed = _needed(wanted, {"gateway", *(site.name for site in sites)}, engine)
        at_once = min(at_once or min(MOST_AT_ONCE, os.cpu_count() or 1), len(sites) or 1)
        pace = Pace(sites, needed, seed, at_once=at_once, tell=on_stand or (lambda stand: None))
        pace.tell()
        take = partial(_take, engine=engine, pace=pace, pulled=pulled, running=running, seed=seed, say=say)
        report = take([one for one in wanted if one.name in SHARED])
        own = {site.name: [one for one in chain([site], seed) if one.name not in SHARED] for site in sites}
        line = Line(sorted(own, key=lambda name: pace.expected(own[name])), hands=at_once)

        def take_next() -> list[Built]:
            with line.next() as name:
                return take(own[name])

        with ThreadPoolExecutor(max_workers=at_once) as pool:
            parts = [pool.submit(take_next) for _ in own]
            wait(parts, return_when=FIRST_EXCEPTION)
            pool.shutdown(cancel_futures=True)  # after an error, what is being built is built to its end
            parts.sort(key=lambda part: part.cancelled())  # the error comes first
            report += [built for part in parts for built in part.result()]
        name_latest(engine, sites, [one.tag for one in report])
    made, came = sum(one.built for one in report), sum(one.pulled for one in report)
    say(
        f"images: {made} built, {came} pulled, {len(report) - made - came} up to date, "
        f"{time.monotonic() - started:.1f} s"
    )
    return report


def _take(
    wanted: Sequence[Recipe],
    *,
    engine: Docker,
    pace: Pace,
    pulled: Mapping[str, float],
    running: set[str],
    seed: Seed,
    say: Progress,
) -> list[Built]:
    """Have images that follow from each other: built where they are needed, else finished where they are.

    Each is marked when it is there: what ends the build later leaves nothing behind that nobody finds.
    """
    report: list[Built] = []
    for recipe in wanted:
        if pace.needs(recipe):
            if recipe.parent == ROOT_IMAGE and engine.images.id(ROOT_IMAGE) is None:
                _root(engine, say)
            say(f"{recipe.name}: building {recipe.tag}, {pace.begins(recipe)}")
            _build_one(engine, recipe, say)
            mark(engine, recipe.tag)
            if recipe.tag in running:
                _finish(engine, recipe, seed)
            seconds = pace.ends(recipe)
            size = engine.images.size(recipe.tag)
            say(f"{recipe.name}: built in {seconds:.1f} s, {size / 1e6:.0f} MB")
            report.append(Built(recipe.name, recipe.tag, True, False, seconds, size))
        elif engine.images.id(recipe.tag):
            if recipe.tag in running and contents.recorded(engine, recipe.tag) is None:
                _finish(engine, recipe, seed)
            size, came = engine.images.size(recipe.tag), recipe.tag in pulled
            report.append(Built(recipe.name, recipe.tag, False, came, pulled.get(recipe.tag, 0.0), size))
    return report


def pull(
    sites: Sequence[Site],
    place: registry.Registry,
    say: Progress,
    *,
    seed: Seed = DEFAULT_SEED,
    engine: Docker | None = None,
) -> list[Built]:
    """Fetch what is missing from a registry, and build nothing.

    Raises:
        EngineError: the registry does not answer, or refuses.
        WorldError: an image is not what it says.
    """
    engine = engine or connect()
    with _alone(say):
        wanted = chain(sites, seed)
        running = set(recipes.tags(sites, seed).values())
        found = _pulled([one for one in wanted if one.tag in running], running, engine, place, must=True)
        name_latest(engine, sites, running)
        return [
            Built(one.name, one.tag, False, True, found[one.tag], engine.images.size(one.tag))
            for one in wanted
            if one.tag in found
        ]


def _pulled(
    wanted: Sequence[Recipe],
    running: set[str],
    engine: Docker,
    place: registry.Registry | None,
    *,
    must: bool = False,
) -> dict[str, float]:
    """Fetch what is missing; what is not in the registry itself may start from something that is.

    Args:
        must: whether a registry that does not give an image it may have is an error.

    Returns:
        Seconds by tag of what came.
    """
    found: dict[str, float] = {}
    lacking = {recipe.tag for recipe in wanted if recipe.tag in running and not engine.images.id(recipe.tag)}
    for recipe in reversed(wanted) if place else ():
        if recipe.tag not in lacking or engine.images.id(recipe.tag):
            continue
        assert place is not None
        started = time.monotonic()
        if place.pull(engine, recipe, proven=recipe.tag in running, must=must):
            found[recipe.tag] = time.monotonic() - started
            mark(engine, recipe.tag)
        else:
            lacking.add(recipe.parent)
    return found


def _needed(recipes: Sequence[Recipe], wanted: set[str], engine: Docker) -> list[Recipe]:
    """What has to be built: wanted images that are missing, and missing ones that those start from."""
    needed: list[Recipe] = []
    for recipe in reversed(recipes):
        used = recipe.name in wanted or any(child.parent == recipe.tag for child in needed)
        if used and engine.images.id(recipe.tag) is None:
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


def _finish(engine: Docker, recipe: Recipe, seed: Seed) -> None:
    """Write on an image what came of it; one whose build was cut short here gets it the next time."""
    told = {"webarium.tag": recipe.tag, "webarium.seed": str(seed)}
    engine.images.relabel(recipe.tag, recipe.tag, contents.look(engine, recipe.tag).labels | told)
    mark(engine, recipe.tag)  # which is another image now


def _build_one(engine: Docker, recipe: Recipe, say: Progress) -> None:
    def on_line(line: str) -> None:
        text = line.strip()
        if text.startswith("Step ") or text.startswith("sitectl build:"):
            say(f"{recipe.name}: {text[:150]}")

    with context(recipe) as stream:
        engine.images.build(
            stream,
            tag=recipe.tag,
            dockerfile="Dockerfile.webarium",
            source=recipe.source,
            arguments={recipe.parent_argument: recipe.parent, **recipe.arguments},
            labels={"webarium.image": recipe.repository},
            on_line=on_line,
        )


@contextmanager
def context(recipe: Recipe) -> Iterator[io.BufferedIOBase]:
    """The build context as a tar stream: its files, its Dockerfile, and `ca/` with an extra CA if any."""
    with tempfile.TemporaryFile() as raw:
        with tarfile.open(fileobj=raw, mode="w") as tar:
            for path in files(recipe.paths, recipe.skip, recipe.roots):
                source = recipe.place(path)
                _add(tar, path, source.read_bytes(), 0o755 if mode(source) == b"x" else 0o644)
            for path, text in recipe.made.items():
                _add(tar, path, text.encode(), 0o644)
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


def _root(engine: Docker, say: Progress) -> None:
    """Debian: from its registry, else made here with mmdebstrap."""
    say(f"root: asking the registry for {REGISTRY_IMAGE}")
    made_here = shutil.which("mmdebstrap") is not None and os.geteuid() == 0
    why = ""
    if engine.images.id(REGISTRY_IMAGE) is None:
        why = engine.images.pull(REGISTRY_IMAGE, REGISTRY_PATIENCE if made_here else ONLY_PATIENCE)
    if not why:
        engine.images.tag(REGISTRY_IMAGE, ROOT_IMAGE)
        mark(engine, ROOT_IMAGE)
        return
    if not made_here:
        raise WorldError(
            f"{REGISTRY_IMAGE} cannot be fetched ({why}), nor made here: that needs root and mmdebstrap",
            remedy="give the engine access to a registry, or build as root on Debian or Ubuntu, where "
            "`docker/bootstrap.sh engine` installs mmdebstrap",
        )
    say(f"root: {why}; making Debian with mmdebstrap")
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
        engine.images.import_tar(tar, ROOT_IMAGE)
    mark(engine, ROOT_IMAGE)
    say(f"root: made in {time.monotonic() - started:.0f} s")
