"""A world that somebody else started: `docker compose`, a pod, another machine.

It is told by a small file, of which `http`, `control`, `sites` and `token` must be there:

    sites: [home, shopping]
    http: 127.0.0.1:8080               # of the gateway: all sites, told apart by Host
    control: 127.0.0.1:9900            # of the gateway; a unix path is fine too: unix:/run/world/control.sock
    databases: {shopping: 127.0.0.1:9901}
    token: 0123456789abcdef            # WEBARIUM_TOKEN of the sites; or a map, one by site
    password: fedcba9876543210         # WEBARIUM_READER_PASSWORD, likewise
    seed: 20260316                     # what its data was made from
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from reset.backends.base import ELSEWHERE, Part
from reset.endpoint import Endpoints, Place
from reset.errors import EngineError
from reset.plan import GATEWAY, Secrets
from sites.errors import WebariumError
from sites.files import PlaceError
from sites.seeds import DEFAULT_SEED, Seed
from sites.source import Source, validate
from sites.spec import load_site


class AttachFile(BaseModel):
    """What the file says."""

    model_config = ConfigDict(extra="forbid")

    sites: list[str] = Field(min_length=1)
    http: Place
    control: Place
    databases: dict[str, Place] = {}
    token: str | dict[str, str]
    password: str | dict[str, str] = ""
    seed: str = str(DEFAULT_SEED)

    @field_validator("seed", mode="before")
    @classmethod
    def _seed(cls, value: object) -> str:
        try:
            return str(Seed.parse(str(value)))
        except Exception as error:
            raise ValueError(str(error)) from error

    @field_validator("http")
    @classmethod
    def _port(cls, value: Place) -> Place:
        if value.path:
            raise ValueError("browsers know no unix paths: give a host and a port")
        return value

    @property
    def endpoints(self) -> Endpoints:
        """Where the world answers."""
        return Endpoints(http=self.http, control=self.control, databases=self.databases)

    @property
    def secrets(self) -> dict[str, Secrets]:
        """By site; what is not told is empty and opens nothing."""

        def of(given: str | dict[str, str], site: str) -> str:
            return given if isinstance(given, str) else given.get(site, "")

        return {site: Secrets(of(self.token, site), of(self.password, site)) for site in self.sites}


def read_attach_file(path: Path) -> AttachFile:
    """Read the file, and check all of it that can be checked before a site is asked.

    Raises:
        WebariumError: each problem as `path:line: key: what is wrong`.
    """
    source = Source(path)
    told = validate(AttachFile, source)
    for number, name in enumerate(told.sites):
        if name in told.sites[:number]:
            raise source.error(f"sites: {name} stands here twice", ("sites", number))
        try:
            load_site(name)
        except PlaceError:  # its own file is wrong, not this one
            raise
        except WebariumError as error:
            raise source.error(f"sites: {error.message}", ("sites", number), remedy=error.remedy) from error
    for key in ("databases", "token", "password"):
        given = getattr(told, key)
        for name in given if isinstance(given, dict) else ():
            if name not in told.sites:
                raise source.error(
                    f"{key}: {name} is none of the sites of this file",
                    (key, name),
                    remedy="name it under `sites` too, or take it away",
                )
            if key == "databases" and load_site(name).database is None:
                reason = f"databases: {name} has no database that answers at an address"
                raise source.error(reason, (key, name), remedy="take it away")
    places: list[tuple[tuple[str, ...], Place]] = [(("control",), told.control)]
    places += [(("databases", name), place) for name, place in told.databases.items()]
    for where, place in places:
        if place.path and not Path(place.path).is_socket():
            raise source.error(
                f"{'.'.join(where)}: there is no socket at {place}",
                where,
                remedy="start the world, or name the socket that it has",
            )
    return told


class Attached:
    """A Backend that runs nothing: whether a part lives is seen by asking it.

    Args:
        sites: of the world.
    """

    def __init__(self, sites: Sequence[str]) -> None:
        self._names = [*sites, GATEWAY]

    def parts(self, world: str) -> list[Part]:
        """All of them: nobody here knows better."""
        return [Part(name, ELSEWHERE) for name in self._names]

    def part(self, world: str, name: str) -> Part | None:
        """One of them."""
        return Part(name, ELSEWHERE) if name in self._names else None

    def logs(self, world: str, name: str, lines: int) -> str:
        """Nothing: a site's own logs come through its control port."""
        return ""

    def kill(self, world: str, name: str) -> None:
        """Refuse."""
        raise refusal("kill a part of", world)

    def exec(self, world: str, name: str, command: Sequence[str]) -> tuple[int, str]:
        """Refuse."""
        raise refusal("run a command in", world)

    def memory(self, world: str, name: str) -> int:
        """Refuse."""
        raise refusal("measure", world)


def refusal(what: str, world: str) -> EngineError:
    """What cannot be done from here."""
    return EngineError(
        f"cannot {what} the world {world!r}: it is attached, and runs elsewhere",
        remedy="do that where it was started",
    )
