"""What is kept of a world in `.webarium/worlds/<name>.json`, and who may work on a name at a time."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from reset.endpoint import Endpoints
from reset.errors import WorldError
from reset.names import is_name
from reset.places import hidden
from reset.plan import Secrets
from sites.spec import ROOT


class Record(BaseModel):
    """One world; its file is readable by its owner only.

    Args:
        name: of the world.
        identity: of this very world, told apart from others of the same name; a label of its parts.
        sites: in their order.
        seed: what its data is made from.
        owner: see `reset.owners`.
        backend: what runs it: `docker`, or `attached` where somebody else does.
        engine: which engine that is.
        images: tags by part, as they were when it was begun; empty of worlds begun before this was kept.
        started: seconds since 1970.
        secrets: by site.
        subnets: by site; empty until the networks are made.
        endpoints: where it answers; None while it is being started.
    """

    model_config = ConfigDict(extra="forbid")

    name: str
    identity: str
    sites: list[str]
    seed: str
    owner: str
    backend: Literal["docker", "attached"] = "docker"
    engine: str = ""
    images: dict[str, str] = {}
    started: float
    secrets: dict[str, Secrets]
    subnets: dict[str, str] = {}
    endpoints: Endpoints | None = None

    @staticmethod
    def path(name: str) -> Path:
        """The state file of a world.

        Raises:
            WorldError: no world can have this name.
        """
        if not is_name(name):
            raise WorldError(
                f"{name!r} is no name for a world", remedy="use letters, digits and dashes, at most 51"
            )
        return hidden("worlds", f"{name}.json")

    def save(self) -> None:
        """Write the file whole, for its owner's eyes."""
        path = self.path(self.name)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(self.model_dump_json(indent=1))
        new.replace(path)

    def forget(self) -> None:
        """Remove the file, unless a later world of the same name wrote it."""
        found = Record.load(self.name)
        if found is not None and found.identity == self.identity:
            self.remove(self.name)

    @classmethod
    def remove(cls, name: str) -> None:
        """Remove a world's file, and what says who plays in it."""
        path = cls.path(name)
        for one in (path, path.with_suffix(".use")):
            one.unlink(missing_ok=True)

    @classmethod
    def load(cls, name: str) -> Record | None:
        """The record of a world, None when there is none that can be read."""
        try:
            return cls.model_validate_json(cls.path(name).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValidationError, UnicodeDecodeError):
            return None

    @classmethod
    def all(cls) -> list[Record]:
        """Every record of this checkout, by name."""
        names = sorted(file.stem for file in hidden("worlds", "x").parent.glob("*.json"))
        return [record for name in names if is_name(name) and (record := cls.load(name))]

    @property
    def labels(self) -> dict[str, str]:
        """What the engine keeps with every part and network."""
        return {
            "webarium.world": self.name,
            "webarium.id": self.identity,
            "webarium.home": str(ROOT),
            "webarium.owner": self.owner,
        }


def fresh_secrets(sites: Sequence[str]) -> dict[str, Secrets]:
    """New ones for each site: who reads those of one can open no other."""
    return {site: Secrets(secrets.token_hex(32), secrets.token_hex(16)) for site in sites}


@dataclass(frozen=True)
class Claim:
    """A name that is held; see `claim`."""

    name: str


@contextmanager
def claim(name: str, on_wait: Callable[[], None] | None = None) -> Iterator[Claim]:
    """Hold a world's name, so that nobody else starts a world of that name meanwhile.

    Args:
        name: the world's.
        on_wait: called before waiting for somebody else to let go; without it nobody waits.

    Raises:
        WorldError: somebody else holds it.
    """
    path = Record.path(name).with_suffix(".lock")
    with _locked(name, path, on_wait):
        try:
            yield Claim(name)
        finally:  # while it is held: who waits for it looks whether it is still the file of that name
            path.unlink(missing_ok=True)


def drop_claims() -> None:
    """Remove what killed processes left of their claims; those that are held stay."""
    for file in hidden("worlds", "x").parent.glob("*.lock"):
        with suppress(WorldError), claim(file.stem):
            pass


@contextmanager
def _locked(name: str, path: Path, on_wait: Callable[[], None] | None) -> Iterator[None]:
    while True:
        with path.open("w") as stream:
            _lock(name, stream, on_wait)
            if _is_still(stream, path):
                yield
                return
            # who held it before took the file away: that lock holds nobody off any more


def _is_still(stream: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _lock(name: str, stream: IO[str], on_wait: Callable[[], None] | None) -> None:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if on_wait is None:
            raise WorldError(
                f"a world called {name!r} is being started by somebody else",
                remedy="wait until it is ready, or choose another --world",
            ) from None
        on_wait()
        fcntl.flock(stream, fcntl.LOCK_EX)
