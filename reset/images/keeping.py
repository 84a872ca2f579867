"""Which images a checkout uses: it gives them a name of its own, so that no other checkout removes them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from reset import owners
from reset.backends.docker import Docker, connect
from reset.images import recipes
from reset.images.recipes import ROOT_IMAGE, base, chain, gateway, mariadb
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site, all_sites, load_site

MARK = "webarium-"
"""How the names begin that checkouts give to the images they use."""

_UNPROVEN = "webarium.unproven-"

Progress = Callable[[str], None]


def mark(engine: Docker, tag: str) -> None:
    """Say that this checkout uses an image; Debian, and what only led to an image, may be gone."""
    if engine.images.id(tag):
        engine.images.tag(tag, _marked(tag))


def unproven(tag: str) -> str:
    """What this checkout calls `webarium/name:version` from elsewhere until it has proved itself."""
    return _own(_UNPROVEN, tag)


def name_latest(engine: Docker, sites: Sequence[Site], tags: Iterable[str]) -> None:
    """Call images of these sites `latest`, as the compose file does: those of this version's default seed."""
    current = {one.tag for one in chain(sites)}
    for tag in tags:
        if tag in current and engine.images.id(tag):
            engine.images.tag(tag, f"{tag.partition(':')[0]}:latest")


def users(engine: Docker) -> dict[str, int]:
    """How many checkouts use an image, by its tag."""
    return Counter(f"webarium/{tag.partition('/')[2]}" for tag, _ in engine.images.list(MARK))


def remove(engine: Docker | None = None, sites: Sequence[Site] | None = None) -> list[str]:
    """Remove the images that this checkout uses and no other one of this engine.

    Args:
        engine: the engine; this machine's without.
        sites: only what is made for these alone, of every seed and version; all without.

    Returns:
        Their tags; what a container uses stays.
    """
    only = None if sites is None else _made_for(sites)
    return _forget(engine or connect(), lambda tag: only is None or _name(tag) in only)


def prune(engine: Docker | None = None, say: Progress | None = None) -> list[str]:
    """Remove the images that this checkout used once, and neither it nor another one uses now.

    What is of the present version stays, of every seed that its labels name, and so does what is of a site
    that is not known here: it may be one of a pack that was not named.

    Args:
        engine: the engine; this machine's without.
        say: gets a line for each site that is not known.

    Returns:
        Their tags; what a container uses stays.
    """
    engine = engine or connect()
    current = {ROOT_IMAGE} | {one.tag for one in chain(all_sites())}
    shared = {_name(ROOT_IMAGE)} | {one.name for one in (base(), mariadb(), gateway())}
    unknown: set[str] = set()
    for tag, _ in engine.images.list(_marked("")):
        own = f"webarium/{tag.partition('/')[2]}"
        name = _name(own).removesuffix("-seed")
        if name in shared:
            continue
        try:
            site = load_site(name)
            seed = Seed.parse(engine.images.labels(tag).get("webarium.seed", str(DEFAULT_SEED)))
        except WebariumError:
            unknown.add(name)
            current.add(own)
            continue
        current |= {one.tag for one in chain([site], seed)}
    for name in sorted(unknown):
        if say:
            say(f"{name}: no such site here, its images stay; of a pack: name that with --pack")
    return _forget(engine, lambda tag: tag not in current)


def _forget(engine: Docker, meant: Callable[[str], bool]) -> list[str]:
    """Take this checkout's mark off, and remove what has no other; `meant` gets tags as `webarium/name:x`.

    What a container uses keeps its mark, so that it is found the next time.
    """
    engine.images.drop_looks()
    for name, _ in engine.images.list(unproven("")):  # of a `load` that was killed
        engine.images.remove(name)
    used, marks = engine.images.used(), users(engine)
    # the largest first: what is made from an image goes before it
    marked = sorted(engine.images.list(_marked("")), key=lambda one: -one[1])
    mine = [(tag, f"webarium/{tag.partition('/')[2]}") for tag, _ in marked]
    mine = [
        (tag, own)
        for tag, own in mine
        if meant(own) and (marks[own] > 1 or engine.images.id(tag) not in used)
    ]
    for tag, _ in mine:
        engine.images.remove(tag)
    others = users(engine)
    gone = []
    for _, own in mine:
        if own in others:
            continue
        if engine.images.remove(own):
            gone.append(own)
        else:  # a world began just now
            mark(engine, own)
    left = [tag for tag, _ in engine.images.list("webarium/")]
    versions = Counter(tag.partition(":")[0] for tag in left)
    for tag in left:
        repository = tag.partition(":")[0]
        touched = any(own.partition(":")[0] == repository for own in gone)
        if touched and tag.endswith(":latest") and versions[repository] == 1:
            engine.images.remove(tag)
    return gone


def _made_for(sites: Sequence[Site]) -> set[str]:
    """Names of the images that are made for these sites and that no other site needs."""
    named = {site.name for site in sites}
    others = [site for site in all_sites() if site.name not in named]

    def names(some: Sequence[Site]) -> set[str]:
        return {_name(one.tag) for one in chain(some)}

    return names(sites) - names(others) - names([])


def _name(tag: str) -> str:
    """`home` of `webarium/home:4fac52361b0f`."""
    return tag.partition("/")[2].partition(":")[0]


def _marked(tag: str) -> str:
    """The name of `webarium/name:version` by which this checkout is known to use it."""
    return _own(MARK, tag)


def _own(begin: str, tag: str) -> str:
    """A checkout's own name of `webarium/name:version`: it has a number by machine and folder."""
    number = hashlib.sha256(f"{owners.kept()} {recipes.ROOT}".encode()).hexdigest()[:12]
    return f"{begin}{number}/{tag.removeprefix('webarium/')}"
