"""A world: one running, isolated copy of some sites, and how it returns to pristine."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import os
import secrets
import sqlite3
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pymysql
from docker.models.containers import Container
from pymysql.cursors import DictCursor

from reset import images, owners, sqlite
from reset.engine import Attachment, Engine, Mount, connect
from reset.errors import EngineError, SiteError, WorldError
from reset.network import await_addresses
from reset.places import hidden
from sites.spec import DOMAIN, ROOT, Site, load_site

EPOCH = datetime(2026, 3, 16, 9, 0, 0, tzinfo=UTC)
"""The moment at which every episode starts."""

STEP = timedelta(seconds=10)
"""How far the clock of all sites moves with each step of an agent."""

DEFAULT = "default"
DEFAULT_PORT = 8080
GATEWAY = "gateway"
HTTP, CONTROL, DATABASE = 8080, 9900, 3306
"""Ports inside the gateway; databases count up from the last one."""

FILES, PRISTINE_FILES = "/state/files", "/pristine/files"
"""Where a site's container keeps the files that are state, and their originals."""

START_TIMEOUT = 240.0

_LOST = (0, 2006, 2013, 2055)
"""MySQL's error numbers for a connection that is gone."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class ResetReport:
    """What a reset did.

    Args:
        sites: by site: was_clean, restored, files, seconds (inside the container), lsn.
        seconds: wall time of the whole reset.
    """

    sites: dict[str, dict[str, Any]]
    seconds: float


@dataclass
class Record:
    """What `.webarium/worlds/<name>.json` holds; readable by its owner only."""

    name: str
    sites: list[str]
    subnet: str
    token: str
    password: str
    owner: str
    started: float
    ports: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def path(name: str) -> Path:
        """The state file of a world."""
        return hidden("worlds", f"{name}.json")

    def save(self) -> None:
        """Write the file whole, for its owner's eyes."""
        path = self.path(self.name)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            json.dump(asdict(self), stream, indent=1)
        new.replace(path)

    @classmethod
    def load(cls, name: str) -> Record | None:
        """The record of a world, None when there is none."""
        try:
            return cls(**json.loads(cls.path(name).read_text()))
        except (FileNotFoundError, json.JSONDecodeError, TypeError):
            return None


_NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: without it httpx reads all authorities from disk, 20 ms for each client."""


class _Through(httpx.HTTPTransport):
    """Sends whatever host is asked for to the gateway's port; the Host header stays."""

    def __init__(self, port: int) -> None:
        super().__init__(verify=_NO_AUTHORITIES)
        self.port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        # a copy: redirects and cookies go by the address that the caller named
        here = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1", port=self.port),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return super().handle_request(here)


def moment(step: int) -> datetime:
    """The sites' time at a step of an episode; step 0 is the epoch."""
    return EPOCH + step * STEP


def container_name(world: str, part: str) -> str:
    """The name of a world's container for a site or the gateway."""
    return f"webarium-{world}-{part}"


class World:
    """A running copy of some sites; use `start` or `attach`, and `close` or a `with` block."""

    def __init__(self, record: Record, sites: Sequence[Site], engine: Engine) -> None:
        self._record = record
        self._engine = engine
        self.sites = list(sites)
        self._pool = ThreadPoolExecutor(max_workers=max(4, len(self.sites)), thread_name_prefix=record.name)
        self._clients: list[httpx.Client] = []
        self._readers: dict[str, Any] = {}
        self._readers_lock = threading.Lock()
        self._connect()

    # -- starting and ending -----

    @classmethod
    def start(
        cls,
        sites: list[Site],
        *,
        name: str,
        http_port: int | None = None,
        on_progress: Progress | None = None,
        keep: bool = False,
    ) -> World:
        """Create a world and wait until every site is ready.

        Args:
            sites: what runs in it.
            name: letters, digits and dashes; one world of a name runs at a time.
            http_port: loopback port of the sites; without it 8080 for the world `default` where that is free,
                else one that the engine chooses.
            on_progress: gets one line at a time.
            keep: whether the world outlives this process (`webarium up`).

        Raises:
            EngineError: no engine, port taken, disk full.
            WorldError: an image is missing, the name is in use, no free network.
            SiteError: a site does not come up; the message holds its last log lines.
        """
        say = on_progress or (lambda line: None)
        started = time.monotonic()
        engine = connect()
        if absent := images.missing(sites, engine):
            raise WorldError(
                f"images are missing or out of date: {', '.join(absent)}",
                remedy=f"run `webarium build {' '.join(site.name for site in sites)}`",
            )
        sweep(engine)
        _make_room(engine, name)
        record = Record(
            name=name,
            sites=[site.name for site in sites],
            subnet="",
            token=secrets.token_urlsafe(24),
            password=secrets.token_hex(16),
            owner=owners.KEPT if keep else owners.me(),
            started=time.time(),
        )
        try:
            record.subnet = _create_network(engine, record)
            say(f"{name}: network {record.subnet}")
            with ThreadPoolExecutor(max_workers=len(sites) + 1) as pool:
                made = [pool.submit(_start_site, engine, record, site) for site in sites]
                made.append(pool.submit(_start_gateway, engine, record, sites, http_port))
                for future in made:
                    future.result()
            _look_up_ports(engine, record, sites)
            record.save()
            world = cls(record, sites, engine)
            world._await_ready(say)
        except BaseException:
            _remove(engine, name)
            raise
        say(f"{name}: ready after {time.monotonic() - started:.1f} s at {world.people_url(sites[0])}")
        return world

    @classmethod
    def attach(cls, name: str) -> World:
        """A world that runs already; parts of it may be dead (see `dead` and `revive`).

        Raises:
            WorldError: there is none of that name.
        """
        record = Record.load(name)
        if record is None:
            raise WorldError(f"there is no world called {name!r}", remedy="start one with `webarium up`")
        engine = connect()
        world = cls(record, [load_site(site) for site in record.sites], engine)
        if not engine.containers(_whose(name)):
            record.path(name).unlink(missing_ok=True)
            raise WorldError(
                f"the containers of world {name!r} are gone", remedy="start it with `webarium up`"
            )
        return world

    def close(self) -> None:
        """Remove the world's containers, network and state file."""
        self.detach()
        _remove(self._engine, self.name)

    def detach(self) -> None:
        """Let go of the world without ending it."""
        self._disconnect()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _disconnect(self) -> None:
        for client in self._clients:
            client.close()
        with self._readers_lock:
            for connection in self._readers.values():
                with suppress(pymysql.err.MySQLError, OSError):
                    connection.close()
            self._readers.clear()

    def _connect(self) -> None:
        self._disconnect()
        ports = self._record.ports
        self._control = httpx.Client(
            base_url=f"http://127.0.0.1:{ports['control']}",
            timeout=httpx.Timeout(300, connect=10),
            trust_env=False,
        )
        self._clients = [self._control]

    def _await_ready(self, say: Progress) -> None:
        deadline = time.monotonic() + START_TIMEOUT
        waiting = {site.name for site in self.sites}
        while waiting:
            self._alive(GATEWAY)
            for name in sorted(waiting):
                self._alive(name)
                try:
                    health = self._ask("GET", name, "health")
                except (httpx.TransportError, SiteError):
                    continue
                if health["ready"]:
                    waiting.remove(name)
                    say(f"{self.name}: {name} is ready")
            if waiting:
                if time.monotonic() > deadline:
                    raise self._site_error(sorted(waiting)[0], f"is not ready within {START_TIMEOUT:.0f} s")
                time.sleep(0.05)
        await_addresses()

    # -- addresses -----

    @property
    def name(self) -> str:
        """The world's name."""
        return self._record.name

    @property
    def http_port(self) -> int:
        """The loopback port under which all sites answer, told apart by Host."""
        return self._record.ports["http"]

    @property
    def ports(self) -> dict[str, int]:
        """Loopback ports by use: http, control, and `<site>` for each database."""
        return dict(self._record.ports)

    def site(self, site: Site | str) -> Site:
        """One of the world's sites by name.

        Raises:
            WorldError: it is not in this world.
        """
        name = site if isinstance(site, str) else site.name
        for one in self.sites:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.sites)
        raise WorldError(f"world {self.name!r} has no site {name!r}", remedy=f"its sites are {known}")

    def url(self, site: Site | str) -> str:
        """The site's address for agents and tasks, the same in every world."""
        return f"http://{self.site(site).host}/"

    def people_url(self, site: Site | str) -> str:
        """The site's address for a person's own browser on this machine."""
        return f"http://{self.site(site).name}.localhost:{self.http_port}/"

    def resolver_rules(self) -> str:
        """Value of Chromium's --host-resolver-rules: this world's sites, and nothing else anywhere."""
        return f"MAP *.{DOMAIN} 127.0.0.1:{self.http_port}, MAP * ~NOTFOUND"

    # -- control -----

    def reset(self) -> ResetReport:
        """Return every site to pristine, with the clock at the epoch; clean ones are not restored.

        Raises:
            SiteError: a container is dead, or a site cannot be restored.
        """
        started = time.monotonic()
        body = {"now": _stamp(EPOCH)}
        found = self._everywhere("POST", "reset", body)
        return ResetReport(found, time.monotonic() - started)

    def set_clock(self, step: int) -> None:
        """Set every site's clock to epoch + 10 s x step; it holds for whatever a process asks afterwards."""
        self._everywhere("POST", "clock", {"now": _stamp(moment(step))})

    def settle(self, timeout: float = 10.0) -> dict[str, dict[str, Any]]:
        """Wait until no request, statement, transaction or queued job is left anywhere.

        Args:
            timeout: seconds after which it gives up.

        Returns:
            By site: {"settled": bool, "waiting_for": [what still goes on], "seconds"}.
        """
        return self._everywhere("POST", "settle", {"timeout": timeout})

    def changes(self, site: Site | str, *, noise: bool = False) -> dict[str, Any]:
        """Rows and files that differ from pristine.

        Args:
            site: which one.
            noise: whether to include what its site.yaml calls noise.

        Returns:
            {"tables": {table: {"added": [row], "removed": [row], "changed": [{"key", "before", "after",
            "columns"}], "counts": {"added", "removed", "changed"}}}, "files": {"added": [], "removed": [],
            "changed": []}}; row lists are capped at 500, counts are exact; "definition": true marks a table
            that was created, dropped or altered.
        """
        one = self.site(site)
        found: dict[str, Any] = self._call("GET", one.name, "changes?noise=1" if noise else "changes")
        path = (one.sqlite or "").removeprefix(f"{FILES}/")
        if path in found["files"]["changed"]:
            found["files"]["changed"].remove(path)
            before, after = (self._file(one, f"{root}/{path}") for root in (PRISTINE_FILES, FILES))
            silent = {} if noise else one.noise.tables
            found["tables"] |= sqlite.changes(before, after, one.changes.exclude, silent)
        return found

    def digest(self, site: Site | str) -> str:
        """A hash of the site's whole state: all values, definitions, next AUTO_INCREMENTs, files."""
        return str(self.digests(site)["digest"])

    def digests(self, site: Site | str) -> dict[str, Any]:
        """The digest with its parts: {"digest", "tables": {table: hash}, "files"}."""
        found: dict[str, Any] = self._call("GET", self.site(site).name, "digest")
        return found

    def clean(self, site: Site | str) -> bool:
        """Whether nothing was written since the last reset."""
        return bool(self._call("GET", self.site(site).name, "state")["clean"])

    def sessions(self, site: Site | str) -> dict[str, Any]:
        """Baked sessions: {profile: {"cookies": [{"name", "value", "path"}]}}."""
        found: dict[str, Any] = self._call("GET", self.site(site).name, "sessions")
        return found

    def health(self, site: Site | str) -> dict[str, Any]:
        """What the site's supervisor says: ready, clock, services, restarts, resets."""
        found: dict[str, Any] = self._call("GET", self.site(site).name, "health")
        return found

    def logs(self, site: Site | str, service: str | None = None, lines: int = 50) -> list[str]:
        """The last log lines of a site's services."""
        query = str(httpx.QueryParams({"lines": lines, **({"service": service} if service else {})}))
        found: list[str] = self._call("GET", self.site(site).name, f"logs?{query}")
        return found

    def _token(self, site: str) -> str:
        return site_token(self._record.token, site)

    def _ask(self, method: str, site: str, call: str, body: Mapping[str, Any] | None = None) -> Any:
        answer = self._control.request(
            method,
            f"/{site}/{call}",
            json=body,
            headers={"Authorization": f"Bearer {self._token(site)}"},
        )
        if answer.status_code in (502, 503, 504):
            raise httpx.RemoteProtocolError(f"the gateway answers {answer.status_code}")
        data = answer.json()
        if answer.status_code != 200:
            raise self._site_error(site, f"refused {call.partition('?')[0]}: {data.get('error')}")
        return data

    def _call(self, method: str, site: str, call: str, body: Mapping[str, Any] | None = None) -> Any:
        try:
            return self._ask(method, site, call, body)
        except (httpx.TransportError, json.JSONDecodeError) as error:
            self._alive(GATEWAY)
            self._alive(site)
            raise self._site_error(site, f"does not answer {call.partition('?')[0]} ({error})") from error

    def _everywhere(self, method: str, call: str, body: Mapping[str, Any]) -> dict[str, Any]:
        if len(self.sites) == 1:
            name = self.sites[0].name
            return {name: self._call(method, name, call, body)}
        asked = {
            site.name: self._pool.submit(self._call, method, site.name, call, body) for site in self.sites
        }
        return {name: future.result() for name, future in asked.items()}

    # -- looking in -----

    def query(
        self, site: Site | str, sql: str, params: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Rows of a SELECT on the live database, as the read-only user.

        Args:
            site: whose database.
            sql: one statement; values as `%(name)s`. With params, a literal percent sign is written `%%`.
            params: the values.

        Raises:
            SiteError: the site has no database, is dead, or the statement is wrong.
            EngineError: its SQLite file cannot be read.
        """
        one = self.site(site)
        if one.sqlite is not None:
            try:
                return sqlite.query(self._file(one, one.sqlite), sql, params)
            except (sqlite3.Error, KeyError) as error:
                raise SiteError(f"site {one.name}: the query failed: {error}\n  {sql}") from error
        if one.database is None:
            raise SiteError(f"site {one.name} has no database")
        with self._readers_lock:
            for last_try in (False, True):
                connection = self._reader(one)
                try:
                    with connection.cursor() as cursor:
                        cursor.execute(sql, dict(params) if params else None)
                        return list(cursor.fetchall())
                except (pymysql.err.OperationalError, pymysql.err.InterfaceError) as error:
                    del self._readers[one.name]
                    # a reset ends every connection: once more with a new one
                    if last_try or error.args[0] not in _LOST:
                        raise SiteError(
                            f"site {one.name}: the query failed: {error.args[-1]}\n  {sql}"
                        ) from error
                except (pymysql.err.MySQLError, KeyError, ValueError, TypeError) as error:
                    raise SiteError(
                        f"site {one.name}: the query failed: {error.args[-1]}\n  {sql}"
                    ) from error
        raise AssertionError("unreachable")

    def _file(self, site: Site, path: str) -> bytes:
        self._alive(site.name)
        return self._engine.read(self.container(site.name), path)

    def _reader(self, site: Site) -> Any:
        assert site.database is not None
        if site.name not in self._readers:
            try:
                self._readers[site.name] = pymysql.connect(
                    host="127.0.0.1",
                    port=self._record.ports[site.name],
                    user=site.database.reader,
                    password=self._record.password,
                    database=site.database.schema_name,
                    charset="utf8mb4",
                    cursorclass=DictCursor,
                    autocommit=True,
                    connect_timeout=10,
                    read_timeout=60,
                )
            except pymysql.err.OperationalError as error:
                self._alive(GATEWAY)
                self._alive(site.name)
                raise self._site_error(
                    site.name, f"takes no database connection ({error.args[-1]})"
                ) from error
        return self._readers[site.name]

    def fetch(
        self,
        site: Site | str,
        path: str = "/",
        headers: Mapping[str, str] | None = None,
        *,
        method: str = "GET",
        follow: bool = True,
        **options: Any,
    ) -> httpx.Response:
        """One HTTP request through the gateway with the site's own Host.

        Args:
            path: starts with a slash; or a full address below .webarium.test.
            follow: whether redirects are followed.
            options: handed to httpx (params, json, data, timeout), and `cookies` as a dict.

        Raises:
            SiteError: nobody answers.
        """
        one = self.site(site)
        jar = httpx.Cookies()
        for name, value in (options.pop("cookies", None) or {}).items():
            jar.set(name, value, domain=one.host)
        address = path if path.startswith("http://") else f"http://{one.host}{path}"
        through = _Through(self._record.ports["http"])
        # a client a call: a cookie that one answer sets must not log the next, anonymous one in
        client = httpx.Client(transport=through, cookies=jar, timeout=60, trust_env=False)
        try:
            with client:
                answer = client.request(method, address, headers=headers, follow_redirects=follow, **options)
        except httpx.TransportError as error:
            self._alive(GATEWAY)
            self._alive(one.name)
            raise self._site_error(one.name, f"does not answer {path} ({error})") from error
        if answer.status_code in (502, 503, 504):
            self._alive(one.name)
        return answer

    def container(self, part: str) -> Container:
        """The container of a site or of the gateway.

        Raises:
            SiteError: it is gone.
        """
        found = self._engine.container(container_name(self.name, part))
        if found is None:
            raise SiteError(
                f"container {container_name(self.name, part)} of {part} is gone",
                remedy=f"World.revive({part!r}), or `webarium down` and `webarium up`",
            )
        return found

    def exec(self, site: Site | str, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in a site's container as its own user: (exit code, output)."""
        return self._engine.exec(self.container(self.site(site).name), command)

    def memory(self) -> dict[str, int]:
        """Bytes of memory by site, and of the gateway."""
        parts = [*(site.name for site in self.sites), GATEWAY]
        sizes = self._pool.map(lambda part: self._engine.memory(self.container(part)), parts)
        return dict(zip(parts, sizes, strict=True))

    # -- death and revival -----

    def _alive(self, part: str) -> None:
        container = self.container(part)
        if container.status != "running":
            raise self._site_error(part, f"is dead ({container.status})")

    def _site_error(self, part: str, what: str) -> SiteError:
        name = container_name(self.name, part)
        text = f"{part} in world {self.name!r} (container {name}) {what}"
        found = self._engine.container(name)
        if found is not None:
            state = found.attrs.get("State", {})
            if state.get("OOMKilled"):
                text += "; it ran out of memory"
            elif state.get("Status") == "exited":
                text += f"; exit code {state.get('ExitCode')}"
            if tail := self._engine.logs(found, 12):
                text += "\n  its last lines:\n    " + "\n    ".join(line[:300] for line in tail.splitlines())
        return SiteError(
            text, remedy=f"World.revive({part!r}) starts it again from pristine, as does `webarium up`"
        )

    def dead(self) -> list[str]:
        """Names of the sites (and `gateway`) whose container does not run."""
        gone = []
        for part in [*(site.name for site in self.sites), GATEWAY]:
            found = self._engine.container(container_name(self.name, part))
            if found is None or found.status != "running":
                gone.append(part)
        return gone

    def revive(self, site: Site | str | None = None) -> list[str]:
        """Start dead containers again, from pristine.

        Args:
            site: one site (restarted even when it runs), or None for whatever is dead, the gateway too.

        Returns:
            The names of what was started.
        """
        parts = self.dead() if site is None else [site if isinstance(site, str) else site.name]
        for part in parts:
            found = self._engine.container(container_name(self.name, part))
            if found is not None:
                self._engine.remove(found)
            if part == GATEWAY:
                _start_gateway(self._engine, self._record, self.sites, self._record.ports["http"])
                _look_up_ports(self._engine, self._record, self.sites)
                self._record.save()
                self._connect()
            else:
                _start_site(self._engine, self._record, self.site(part))
        if parts:
            self._await_ready(lambda line: None)
        return parts


def _stamp(when: datetime) -> str:
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def site_token(token: str, site: str) -> str:
    """The control token of one site: who reads it there can open no other."""
    return hmac.new(token.encode(), site.encode(), hashlib.sha256).hexdigest()


# -- making and removing -----


def _labels(name: str, owner: str, part: str) -> dict[str, str]:
    return {
        "webarium.world": name,
        "webarium.home": str(ROOT),
        "webarium.owner": owner,
        "webarium.part": part,
    }


def _create_network(engine: Engine, record: Record) -> str:
    labels = _labels(record.name, record.owner, "network")
    for number in range(256):
        subnet = f"10.213.{number}.0/24"
        if engine.create_network(f"webarium-{record.name}", subnet, labels):
            return subnet
    raise WorldError("no free network below 10.213.0.0/16", remedy="end other worlds: `webarium down --all`")


def addresses(record: Record) -> dict[str, str]:
    """Addresses on the private network: gateway .2, sites from .10 in their order."""
    hosts = list(ipaddress.ip_network(record.subnet).hosts())
    found = {name: str(hosts[9 + number]) for number, name in enumerate(record.sites)}
    return {GATEWAY: str(hosts[1]), **found}


def _start_site(engine: Engine, record: Record, site: Site) -> Container:
    places = addresses(record)
    container = engine.create(
        images.final(site).tag,
        container_name(record.name, site.name),
        networks=[Attachment(f"webarium-{record.name}", places[site.name])],
        environment={
            "WEBARIUM_TOKEN": site_token(record.token, site.name),
            "WEBARIUM_READER_PASSWORD": record.password,
            "WEBARIUM_GATEWAY_ADDRESS": places[GATEWAY],
            "WORLD_SITES": " ".join(record.sites),
        },
        labels=_labels(record.name, record.owner, site.name),
        memory=site.memory,
        pids=site.pids,
        dns=["127.0.0.1"],  # nobody is there: names fail at once, and none leave the machine
        mounts=[Mount("/state"), Mount("/tmp", tmpfs=True)],  # noqa: S108
    )
    engine.start(container)
    return container


def _start_gateway(engine: Engine, record: Record, sites: Sequence[Site], http_port: int | None) -> Container:
    places = addresses(record)
    described = {
        site.name: {
            "address": places[site.name],
            "http": site.http_port,
            "hosts": [site.name, *site.hosts],
            "database": site.database.port if site.database else None,
        }
        for site in sites
    }
    databases = [site for site in sites if site.database]
    inside = [HTTP, CONTROL, *(DATABASE + number for number in range(len(databases)))]

    def attempt(port: int | None) -> Container:
        container = engine.create(
            images.gateway().tag,
            container_name(record.name, GATEWAY),
            # first the ordinary network: it is the one that publishes
            networks=[Attachment("bridge"), Attachment(f"webarium-{record.name}", places[GATEWAY])],
            environment={"WEBARIUM_GATEWAY": json.dumps({"subnet": record.subnet, "sites": described})},
            labels=_labels(record.name, record.owner, GATEWAY),
            memory="192m",
            pids=60,
            ports={one: port if one == HTTP else None for one in inside},
            mounts=[Mount("/tmp", tmpfs=True)],  # noqa: S108
            sysctls={"net.ipv4.ip_forward": "0"},
        )
        try:
            engine.start(container)
        except BaseException:
            engine.remove(container)
            raise
        return container

    if http_port is None and record.name == DEFAULT:
        try:
            return attempt(DEFAULT_PORT)
        except EngineError as error:
            if "port is taken" not in error.message:
                raise
    return attempt(http_port)


def _look_up_ports(engine: Engine, record: Record, sites: Sequence[Site]) -> None:
    gateway = engine.container(container_name(record.name, GATEWAY))
    assert gateway is not None
    record.ports = {"http": engine.address(gateway, HTTP), "control": engine.address(gateway, CONTROL)}
    for number, site in enumerate(site for site in sites if site.database):
        record.ports[site.name] = engine.address(gateway, DATABASE + number)


def _make_room(engine: Engine, name: str) -> None:
    """Clear what a dead process left under this name; refuse when the name is in use.

    Raises:
        WorldError: a world of that name runs.
    """
    for container in engine.containers([f"webarium.world={name}"]):
        home = container.labels.get("webarium.home")
        if home != str(ROOT):
            raise WorldError(
                f"a world called {name!r} runs from another checkout ({home})", remedy="choose another --name"
            )
        if owners.alive(container.labels.get("webarium.owner", "")) and Record.load(name) is not None:
            raise WorldError(
                f"a world called {name!r} runs already",
                remedy=f"attach to it, or `webarium down --name {name}`",
            )
    _remove(engine, name)


def _whose(name: str) -> list[str]:
    return [f"webarium.world={name}", f"webarium.home={ROOT}"]


def remove(name: str) -> None:
    """End a world whatever state it is in; one that is gone already is fine."""
    _remove(connect(), name)


def _remove(engine: Engine, name: str) -> None:
    found = engine.containers(_whose(name))
    if found:
        with ThreadPoolExecutor(max_workers=len(found)) as pool:
            list(pool.map(engine.remove, found))
    for network in engine.networks(_whose(name)):
        engine.remove_network(network)
    Record.path(name).unlink(missing_ok=True)


def running(engine: Engine | None = None) -> list[str]:
    """Names of the worlds of this checkout that have containers or a state file."""
    engine = engine or connect()
    found = {
        one.labels["webarium.world"] for one in engine.containers([f"webarium.home={ROOT}", "webarium.world"])
    }
    found |= {file.stem for file in hidden("worlds", "x").parent.glob("*.json")}
    return sorted(found)


def sweep(engine: Engine | None = None) -> list[str]:
    """Remove the worlds of processes that are dead; returns their names."""
    engine = engine or connect()
    labels = [f"webarium.home={ROOT}", "webarium.world"]
    stale = {
        thing["webarium.world"]
        for thing in [
            *(one.labels for one in engine.containers(labels)),
            *(one.attrs["Labels"] for one in engine.networks(labels)),
        ]
        if not owners.alive(thing.get("webarium.owner", ""))
    }
    for name in stale:
        _remove(engine, name)
    return sorted(stale)


@contextmanager
def temporary(sites: list[Site], name: str, **options: Any) -> Iterator[World]:
    """A world for the length of a `with` block."""
    with World.start(sites, name=name, **options) as world:
        yield world
