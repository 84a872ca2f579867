"""Packs: folders outside the checkout with tasks, and sites, of their own, laid out as the checkout is.

    my-pack/tasks/<folder>/<name>.yaml         templates; oracles/ beside them as in the checkout
    my-pack/tasks/answers.lock/<folder>/...    written by `webarium tasks lock`
    my-pack/tasks/coverage.yaml                numbers of what the tasks ask for
    my-pack/sites/<site>/site.yaml             a site; the context of its image is looked for here first
    my-pack/docker/<site>/Dockerfile

Which packs there are stands in a variable of the environment, so that every process of a run has the same.
A pack adds: what it holds has names that neither the checkout nor another pack has.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sites.errors import WebariumError
from sites.files import read_text

VARIABLE = "WEBARIUM_PACKS"
SETTINGS = "webarium.toml"
CHECKOUT = Path(__file__).resolve().parent.parent
SITES = (CHECKOUT / "sites", CHECKOUT / "tests" / "sites")
"""Where the checkout has sites: its own, and those of its tests."""
SITE_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
_NO_FOLDERS = ("answers.lock", "__pycache__")


@dataclass(frozen=True)
class Pack:
    """A pack, by its folder."""

    folder: Path

    @property
    def tasks(self) -> Path:
        """Where its templates are."""
        return self.folder / "tasks"

    @property
    def sites(self) -> Path:
        """Where its sites are."""
        return self.folder / "sites"

    def names(self, room: str) -> list[str]:
        """The names that it has in a room, ``tasks`` or ``sites``."""
        wanted = "*/*.yaml" if room == "tasks" else "*/site.yaml"
        found = {path.parent.name for path in (self.folder / room).glob(wanted)}
        return sorted(found.difference(_NO_FOLDERS))


def packs() -> tuple[Pack, ...]:
    """The packs in use."""
    return _packs(os.environ.get(VARIABLE, ""))


def use(folders: Sequence[Path]) -> list[Pack]:
    """Use these packs and no others, here and in every process that is started from here.

    Raises:
        WebariumError: one is no pack, or has a name that is taken.
    """
    found = list(dict.fromkeys(Pack(folder.resolve()) for folder in folders))
    for pack in found:
        _check(pack, found)
    os.environ[VARIABLE] = os.pathsep.join(str(pack.folder) for pack in found)
    return found


def listed(folder: Path) -> list[Path]:
    """The packs that ``webarium.toml`` names in a folder, which they are relative to.

    Raises:
        WebariumError: the file says something else than ``packs = [...]``.
    """
    file = folder / SETTINGS
    if not file.is_file():
        return []
    try:
        said = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise WebariumError(f"{file}: {error}", remedy='write packs = ["../my-pack"]') from error
    names = said.get("packs", [])
    if said.keys() - {"packs"} or not isinstance(names, list) or not all(isinstance(n, str) for n in names):
        raise WebariumError(
            f"{file} holds something else than a list of packs", remedy='write packs = ["../my-pack"]'
        )
    return [folder / name for name in names]


def root_of(path: Path) -> Path:
    """The pack that a file lies in, or the checkout."""
    real = path.resolve()
    return next((pack.folder for pack in packs() if real.is_relative_to(pack.folder)), CHECKOUT)


@cache
def _packs(text: str) -> tuple[Pack, ...]:
    return tuple(Pack(Path(folder)) for folder in text.split(os.pathsep) if folder)


def check_site_name(folder: Path) -> None:
    """Refuse a folder of a site whose name is none.

    Raises:
        WebariumError: it is none.
    """
    if not SITE_NAME.fullmatch(folder.name):
        raise WebariumError(
            f"{folder} has a name that no site can have",
            remedy="rename the folder: up to 31 small letters, digits and _, a letter first",
        )


def _check(pack: Pack, every: Sequence[Pack]) -> None:
    if os.pathsep in str(pack.folder):
        raise WebariumError(
            f"the path {pack.folder} holds a '{os.pathsep}', which stands between packs in {VARIABLE}",
            remedy="rename the folder, or move the pack",
        )
    if not pack.folder.is_dir():
        raise WebariumError(f"there is no pack at {pack.folder}", remedy="make one: webarium pack new FOLDER")
    if pack.folder == CHECKOUT or CHECKOUT.is_relative_to(pack.folder):
        raise WebariumError(f"{pack.folder} is the checkout or holds it", remedy="name a folder of its own")
    for room in ("tasks", "sites"):
        if (place := pack.folder / room).exists() and not place.is_dir():
            raise WebariumError(
                f"{place} is no folder", remedy="move it away; a pack has folders of this name"
            )
    for name in {path.name for room in ("tasks", "docker") for path in (pack.folder / room).glob("*/")}:
        if (pack.sites / name).is_dir() and not (pack.sites / name / "site.yaml").is_file():
            raise WebariumError(
                f"{pack.sites / name} has no site.yaml",
                remedy="write it (docs/authoring.md), or remove the folder",
            )
    if not pack.names("tasks") and not pack.names("sites"):
        raise WebariumError(
            f"{pack.folder} is no pack: it has neither tasks/*/*.yaml nor sites/*/site.yaml",
            remedy="see docs/packs.md, or make one: webarium pack new FOLDER",
        )
    for name in pack.names("sites"):
        check_site_name(pack.sites / name)
    for room in ("tasks", "sites"):
        for name in pack.names(room):
            if owner := next(_owners(room, name, pack, every), None):
                raise WebariumError(
                    f"the pack {pack.folder} has {room}/{name}, which {owner} has too",
                    remedy=f"give {room}/{name} a name of its own, so that no id changes its meaning",
                )


def _owners(room: str, name: str, pack: Pack, every: Sequence[Pack]) -> Iterator[str]:
    if any((place / name).is_dir() for place in (SITES if room == "sites" else (CHECKOUT / room,))):
        yield "the checkout"
    for other in every:
        if other != pack and name in other.names(room):
            yield f"the pack {other.folder}"
