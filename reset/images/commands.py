"""What `webarium images ...` does: data in, data out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reset.backends.docker import Docker, connect
from reset.commands import chosen
from reset.errors import WorldError
from reset.images import archive, building, contents, keeping, recipes, registry
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site, all_sites

Progress = Callable[[str], None]


def list_images(names: Sequence[str] | None = None, *, seed: Seed = DEFAULT_SEED) -> list[dict[str, Any]]:
    """What worlds of these sites run.

    Returns:
        Per image {"name", "tag", "id" (None where it is missing), "size" (bytes), "data" (digest),
        "packages" ({"debian": {name: version}, "pypi"}; None where nothing was recorded), "checkouts"}.
    """
    engine, found = connect(), []
    users = keeping.users(engine)
    for name, tag in recipes.tags(chosen(names), seed).items():
        identity = engine.images.id(tag)
        held = contents.recorded(engine, tag) if identity else None
        found.append(
            {
                "name": name,
                "tag": tag,
                "id": identity,
                "size": engine.images.size(tag) if identity else 0,
                "data": held.data if held else None,
                "packages": held.packages if held else None,
                "checkouts": users.get(tag, 0),
            }
        )
    return found


def pull(
    names: Sequence[str] | None, *, seed: Seed = DEFAULT_SEED, on_progress: Progress
) -> list[dict[str, Any]]:
    """Fetch what is missing from the registry; one of {"name", "tag", "size", "seconds"} per image that came.

    Raises:
        EngineError: the registry does not answer, or refuses.
        WorldError: no registry is set, it lacks an image, or an image is not what it says.
    """
    engine, sites = connect(), chosen(names)
    place = _registry(on_progress)
    found = building.pull(sites, place, on_progress, seed=seed, engine=engine)
    if lacking := building.missing(sites, engine, seed=seed):
        raise WorldError(
            f"{place.place} has no images of this version: {', '.join(lacking)}",
            remedy="build them with `webarium build`, and `webarium images push` them for others",
        )
    return [asdict(one) for one in found]


def push(
    names: Sequence[str] | None, *, seed: Seed = DEFAULT_SEED, on_progress: Progress
) -> list[dict[str, Any]]:
    """Upload what is new to the registry, with what it was made from, so that others build on that.

    Returns:
        One of {"name", "tag", "layers", "size" (bytes sent, unpacked), "there", "seconds"} per image.

    Raises:
        WorldError: no registry is set, or an image is missing here.
        EngineError: the registry refuses.
    """
    engine, sites = connect(), chosen(names)
    place = _registry(on_progress)
    _there(sites, seed, engine)
    here = [one for one in recipes.chain(sites, seed) if engine.images.id(one.tag)]
    return [asdict(one) for one in registry.push(engine, place, here)]


def save(
    file: Path, names: Sequence[str] | None, *, seed: Seed = DEFAULT_SEED, on_progress: Progress
) -> dict[str, Any]:
    """Write what worlds of these sites run to one file.

    Returns:
        {"images" (tags), "size" (bytes)}.

    Raises:
        WorldError: an image is missing, or the file cannot be written.
    """
    engine, sites = connect(), chosen(names)
    _there(sites, seed, engine)
    tags = list(recipes.tags(sites, seed).values())
    try:
        return {"images": tags, "size": archive.save(engine, tags, file, on_progress)}
    except FileExistsError as error:
        raise WorldError(f"{file} is there already", remedy="remove it, or name another file") from error
    except OSError as error:
        raise WorldError(
            f"{file} cannot be written: {error.strerror}", remedy="name a file in a folder with room for it"
        ) from error


def load(file: Path, *, on_progress: Progress) -> dict[str, Any]:
    """Take the images of an archive.

    Returns:
        {"images" (tags), "others" (those of them that no world of this version's default seed runs)}.

    Raises:
        WorldError: the file cannot be read, is damaged, or an image is not what it says.
    """
    engine = connect()
    try:
        tags = archive.load(engine, file, on_progress)
    except OSError as error:
        raise WorldError(
            f"{file} cannot be read: {error.strerror}", remedy="name what `webarium images save` wrote"
        ) from error
    keeping.name_latest(engine, all_sites(), tags)
    ours = set(recipes.tags(all_sites()).values())
    return {"images": tags, "others": [tag for tag in tags if tag not in ours]}


def prune(*, on_progress: Progress | None = None) -> list[str]:
    """Remove the images of earlier versions that only this checkout used; returns their tags."""
    return keeping.prune(say=on_progress)


def _registry(say: Progress) -> registry.Registry:
    place = registry.from_environment(say)
    if place is None:
        raise WorldError(
            f"no registry is named: {registry.VARIABLE} is not set",
            remedy=f"export {registry.VARIABLE}=host/path, such as ghcr.io/owner/webarium",
        )
    return place


def _there(sites: Sequence[Site], seed: Seed, engine: Docker) -> None:
    tags = recipes.tags(sites, seed)
    if lacking := [
        name
        for name, tag in tags.items()
        if engine.images.id(tag) is None or contents.recorded(engine, tag) is None
    ]:
        raise WorldError(
            f"images are missing, out of date, or not finished: {', '.join(lacking)}",
            remedy=f"run `webarium build {' '.join(site.name for site in sites)}`",
        )
