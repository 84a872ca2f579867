"""What a site is: the model behind `sites/<name>/site.yaml` and its loader.

A complete example; keys marked (*) must be there, the others show their default or a typical value:

    name: shopping                         # (*) the folder's name; address http://shopping.webarium.test/
    title: Larkfield Market                # (*) as people call it
    description: A shop with a dashboard   # (*) one sentence
    image:                                 # (*)
      dockerfile: docker/shopping/Dockerfile   # (*) starts `ARG BASE` / `FROM ${BASE}`
      context: [sites/shopping, sites/world_data]  # (*) what the build sees, at these same paths,
                                           #     beside `ca/` (an optional extra CA); without site.yaml;
                                           #     globs are fine
      base: mariadb                        # mariadb when `database` is given, else base
      args: {SEED: "20260316", SEED_SCALE: "1"}   # build arguments; of another `--seed`, its own
      catalogue: sites/catalogue.json      # where the build sees what people are told of all sites; nowhere
    http_port: 8000                        # where the site answers in its container
    memory: 900m
    pids: 400
    health: /health/                       # answers 200 when pages work; reads the database, writes nothing
    hosts: []                              # further host names under .webarium.test and .localhost
    database: {kind: mariadb, schema: shop, port: 3306, reader: webarium_reader}
    sqlite: /state/files/pad.sqlite        # or a SQLite file: checks query it, `changes` compares its rows.
                                           #     A path elsewhere is read-only data that is queried alone
    profiles:                              # (*) may be {}
      emma: {title: Customer, username: emma, name: Emma Vogt, email: e@example.org, home: /}
    default_profile: emma
    state:
      files: [/state/files/media]          # writable folders, all below /state/files (default: it)
      room: 1g                             # by how much /state, the database included, may grow; beyond, the
                                           #     site is stopped and not ready until a reset
    services:                              # (*) beside mariadbd, which `database` implies; it starts first
      web:
        command: [gunicorn, --preload, --workers, "2", --bind, "0.0.0.0:8000", shop.wsgi]   # (*)
        cwd: /srv/shop
        env: {DJANGO_SETTINGS_MODULE: shop.settings}
        clock: stopped                     # stopped | running (right day, moves on) | host
        ready: {http: /health/}            # http | tcp | unix | command | nothing: ready when started
        after: []                          # services that must be ready first
        on_reset: refork                   # keep    leave it running
                                           # refork  stop the parent, kill its children, restore,
                                           #         let it fork fresh ones; requests wait in the listen queue
                                           # pause   stop the process tree while restoring, then let it run on
                                           # restart kill it, start it after the restore
                                           # flush   run `flush` after the restore (redis-cli flushall)
        when: dirty                        # dirty | always: whether a clean site does `on_reset` too
        flush: []
        idle: {command: [redis-cli, llen, celery], expect: "0"}   # settled when this prints that
    noise:                                 # what mere views write, left out of `changes`
      tables: {django_session: all, catalogue_product: [last_seen]}
      files: ["cache/*"]                   # globs relative to /state/files
      query: [utm_source]                  # URL query terms that mean nothing
    volatile: [".clock"]                   # CSS selectors left out of digests of observations
    api: {base: /api/, header: null}       # JSON API; `header` is a header that carries a token
    changes: {exclude: [search_log]}       # tables that `changes` and `digest` never look at

Environment of each service: HOME=/tmp, DB_SOCKET, DB_NAME, DB_USER, DB_PASSWORD, SITE_FILES=/state/files,
SITE_NAME, SITE_HOST, HTTP_PORT, EPOCH. Paths without a leading slash are
relative to the repository; those of a pack to the pack, else to the repository.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    field_validator,
    model_validator,
)

from sites.errors import WebariumError
from sites.facts import site_host
from sites.packs import CHECKOUT, SITE_NAME, SITES, check_site_name, packs, root_of
from sites.source import Source, misplaced, validate

ROOT = CHECKOUT
"""The repository: paths in site files are relative to it."""

FOLDERS = SITES
"""Where sites are looked up by name, before those of packs; `all_sites` lists only the first of these."""

FILES = "/state/files"
"""Where a container has the files that are state."""


def _fits(pattern: str, what: str) -> AfterValidator:
    """A validator of a text's form, which is told in words."""

    def fitting(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"'{text[:60]}' is no {what}")
        return text

    return AfterValidator(fitting)


def _selector(text: str) -> str:
    for opening, closing in ("[]", "()"):
        if text.count(opening) != text.count(closing):
            raise ValueError(f"'{text}' is no CSS selector: its brackets do not match")
    return text


Name = Annotated[str, _fits(SITE_NAME.pattern, "name: up to 31 small letters, digits and _, a letter first")]
Identifier = Annotated[
    str, _fits(r"[A-Za-z_][A-Za-z0-9_]{0,63}", "name: up to 64 letters, digits and _, no digit first")
]
Memory = Annotated[str, _fits(r"[1-9]\d*[mg]", "size, which is written as 400m or 2g")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Image(_Strict):
    """How the site's image is built."""

    dockerfile: str
    context: list[str]
    base: Literal["mariadb", "base"] | None = None
    args: dict[str, str] = {}
    catalogue: str | None = None


class Database(_Strict):
    """The database that holds the site's state; only MariaDB is known."""

    kind: Literal["mariadb"] = "mariadb"
    schema_name: Identifier = Field(alias="schema")
    port: int = 3306
    reader: Identifier = "webarium_reader"


class Profile(_Strict):
    """A named user whose session is logged in already."""

    title: str
    description: str = ""
    username: str
    name: str = ""
    email: str = ""
    home: str = "/"


class Ready(_Strict):
    """When a service counts as started: exactly one of these."""

    http: str | None = None
    tcp: int | None = None
    unix: str | None = None
    command: list[str] | None = None
    timeout: float = 120.0

    @model_validator(mode="after")
    def _one(self) -> Ready:
        if sum(value is not None for value in (self.http, self.tcp, self.unix, self.command)) != 1:
            raise ValueError("give exactly one of http, tcp, unix, command")
        if self.http is not None and not self.http.startswith("/"):
            raise ValueError(f"http is a path that begins with /, not '{self.http}'")
        return self


class Idle(_Strict):
    """A command whose output tells that a queue is empty."""

    command: list[str]
    expect: str


class Service(_Strict):
    """A process that runs in the site's container."""

    command: list[str] = Field(min_length=1)
    cwd: str = "/"
    env: dict[str, str] = {}
    clock: Literal["stopped", "running", "host"] = "stopped"
    ready: Ready | None = None
    after: list[str] = []
    on_reset: Literal["keep", "refork", "pause", "restart", "flush"] = "restart"
    when: Literal["dirty", "always"] = "dirty"
    flush: list[str] = []
    idle: Idle | None = None

    @model_validator(mode="after")
    def _flush(self) -> Service:
        if (self.on_reset == "flush") != bool(self.flush):
            raise ValueError("`on_reset: flush` and a `flush` command go together")
        return self


class State(_Strict):
    """Which files are state, and how much of it there may be."""

    files: list[str] = [FILES]
    room: Memory = "1g"

    @field_validator("files")
    @classmethod
    def _below(cls, value: list[str]) -> list[str]:
        for path in value:
            if not (path + "/").startswith(f"{FILES}/"):
                raise ValueError(f"{path} is not below {FILES}, the only place a site can write to")
        return value


class Noise(_Strict):
    """What mere views write."""

    tables: dict[str, list[str] | Literal["all"]] = {}
    files: list[str] = []
    query: list[str] = []


class Api(_Strict):
    """The site's JSON interface, where it has one."""

    base: str = "/api/"
    header: str | None = None


class Changes(_Strict):
    """Limits of the row-level comparison."""

    exclude: list[str] = []


class Site(_Strict):
    """One real web application with its seeded data."""

    name: Name
    title: str
    description: str
    image: Image
    http_port: int = Field(default=8000, gt=1023, lt=65536)
    memory: Memory = "900m"
    pids: int = Field(default=400, gt=10)
    health: str = Field("/health/", pattern="^/")
    hosts: list[Name] = []
    database: Database | None = None
    sqlite: str | None = Field(default=None, pattern=r"^/")
    profiles: dict[Name, Profile]
    default_profile: str | None = None
    state: State = State()
    services: dict[Name, Service] = Field(min_length=1)
    noise: Noise = Noise()
    volatile: list[Annotated[str, AfterValidator(_selector)]] = []
    api: Api | None = None
    changes: Changes = Changes()

    _folder: Path = PrivateAttr(default=ROOT)
    _roots: tuple[Path, ...] = PrivateAttr(default=(ROOT,))

    @model_validator(mode="after")
    def _names(self) -> Site:
        if self.default_profile is not None and self.default_profile not in self.profiles:
            raise misplaced(f"{self.default_profile!r} is not among profiles", "default_profile")
        for name, service in self.services.items():
            for other in service.after:
                if other not in self.services:
                    raise misplaced(f"{other!r} is not a service", "services", name, "after")
        try:
            TopologicalSorter({name: one.after for name, one in self.services.items()}).prepare()
        except CycleError as error:
            circle = ", ".join(error.args[1])
            raise misplaced(f"services wait for each other: {circle}", "services") from error
        if self.database is not None and self.sqlite is not None:
            raise misplaced("a site has one of database and sqlite, not both", "sqlite")
        if self.image.base is None:
            self.image.base = "mariadb" if self.database else "base"
        return self

    @property
    def folder(self) -> Path:
        """The folder site.yaml lies in."""
        return self._folder

    @property
    def roots(self) -> tuple[Path, ...]:
        """What the paths of its image are relative to: the pack that it is of, then the repository."""
        return self._roots

    @property
    def file(self) -> Path:
        """The site.yaml itself."""
        return self._folder / "site.yaml"

    @property
    def sqlite_state(self) -> str | None:
        """Its SQLite file relative to FILES; None where it has none, or one that nobody can write to."""
        below, path = f"{FILES}/", self.sqlite or ""
        return path.removeprefix(below) if path.startswith(below) else None

    @property
    def host(self) -> str:
        """The site's host name, the same in every world."""
        return site_host(self.name)


def read_site(file: Path) -> Site:
    """Read a site file.

    Raises:
        WebariumError: each problem as `path:line: key: what is wrong`.
    """
    source = Source(file)
    site = validate(Site, source)
    if site.name != file.parent.name:
        raise source.error(f"name: {site.name!r} must be its folder's name, {file.parent.name!r}", ("name",))
    for number, host in enumerate(site.hosts):
        if other := next(_others_of_host(host, site.name), None):
            raise source.error(f"hosts: {host} leads to the site {other} already", ("hosts", number))
    site._roots = tuple(dict.fromkeys((root_of(file), ROOT)))
    for key in ("dockerfile", "context"):
        value = getattr(site.image, key)
        for number, path in enumerate([value] if isinstance(value, str) else value):
            if problem := _not_in_repository(path, site.roots):
                raise source.error(f"image.{key}: {path} {problem}", ("image", key, number))
    site._folder = file.parent
    return site


def _not_in_repository(path: str, roots: tuple[Path, ...]) -> str | None:
    """Why a path or glob, relative to the repository, names nothing in it; None when it names something."""
    if path.startswith("/") or ".." in path.split("/"):
        return "leads out of the repository: write a path below it"
    try:
        return None if any(any(root.glob(path)) for root in roots) else "does not exist in the repository"
    except (ValueError, OSError):  # no glob, or no name that a file can have
        return "does not exist in the repository"


def _others_of_host(host: str, name: str) -> Iterator[str]:
    """The sites beside one that have a host name, be it their own name."""
    for folder in _site_folders(*FOLDERS):
        if folder.name == name:
            continue
        data = Source(folder / "site.yaml").data
        hosts = data.get("hosts") if isinstance(data, dict) else None
        if host == folder.name or (isinstance(hosts, list) and host in hosts):
            yield folder.name


@cache
def load_site(name: str) -> Site:
    """The site of that name.

    Raises:
        WebariumError: no such site (the message lists those there are), or its file is wrong.
    """
    for folder in (*FOLDERS, *(pack.sites for pack in packs())) if SITE_NAME.fullmatch(name) else ():
        file = folder / name / "site.yaml"
        if os.path.lexists(file):  # a link to nowhere is told, not passed over
            return read_site(file)
    known = ", ".join(folder.name for folder in _site_folders(FOLDERS[0])) or "none"
    raise WebariumError(f"there is no site called {name!r}", remedy=f"choose from: {known}")


def catalogue() -> list[dict[str, Any]]:
    """What people are told of the repository's own sites: name, title, description, profiles."""
    return [
        {
            **site.model_dump(include={"name", "title", "description"}),
            "profiles": {
                name: one.model_dump(include={"title", "username", "name"})
                for name, one in site.profiles.items()
            },
        }
        for site in all_sites()
        if site.folder.parent == FOLDERS[0]
    ]


def all_sites() -> list[Site]:
    """Every site of the repository, by name, then those of packs."""
    return [load_site(folder.name) for folder in _site_folders(FOLDERS[0])]


def _site_folders(*rooms: Path) -> list[Path]:
    """The folders of the sites in these rooms, by name, then of those of packs.

    Raises:
        WebariumError: one has a name that no site can have.
    """
    every = [room for room in (*rooms, *(pack.sites for pack in packs())) if room.is_dir()]
    folders = [folder for room in every for folder in sorted(room.iterdir())]
    found = [folder for folder in folders if os.path.lexists(folder / "site.yaml")]
    for folder in found:
        check_site_name(folder)
    return found
