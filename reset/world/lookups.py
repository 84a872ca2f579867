"""Looking into a world: rows of its databases, answers of its sites."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import httpx
import pymysql
from pymysql.cursors import DictCursor

from reset import sqlite
from reset.endpoint import Endpoint
from reset.errors import QueryError, SiteError
from reset.plan import GATEWAY, Secrets
from reset.sqlite import MOST_ROWS
from reset.world.control import NO_AUTHORITIES, UNREACHED, Control
from reset.world.watch import Watch
from sites.facts import site_url
from sites.spec import Site

_LOST = (0, 2006, 2013, 2055)
"""MySQL's error numbers for a connection that is gone."""

STATEMENT_SECONDS = 30
"""How long a statement may take in the server."""

_BOUNDS = f"SET SESSION max_statement_time = {STATEMENT_SECONDS}, sql_select_limit = {MOST_ROWS + 1}"

_TOO_LONG = 1969
"""MariaDB's number for a statement that was ended by that."""

_SERVERS_OWN = frozenset({1021, 1030, 1037, 1038, 1040, 1041, 1053, 1105, 1205, 1213, 1317, 1927})
"""Numbers for troubles of the server (disk, memory, connections, locks); the others are the statement's."""

Row = dict[str, Any]


class Databases:
    """Read-only queries on the live databases of one world.

    Args:
        endpoints: by site.
        secrets: by site.
        control: what hands out the SQLite file of a site that has one.
        watch: what tells more when a site does not answer.
    """

    def __init__(
        self,
        endpoints: Mapping[str, Endpoint],
        secrets: Mapping[str, Secrets],
        control: Control,
        watch: Watch,
    ) -> None:
        self._endpoints = endpoints
        self._secrets = secrets
        self._control = control
        self._watch = watch
        self._readers: dict[str, Any] = {}
        self._data: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            for connection in self._readers.values():
                with suppress(pymysql.err.MySQLError, OSError):
                    connection.close()
            self._readers.clear()

    def query(self, site: Site, sql: str, params: Mapping[str, Any] | None) -> list[Row]:
        """Rows of a SELECT; see `World.query`."""
        if site.sqlite is not None:
            try:
                return sqlite.query(self._file(site), sql, params)
            except (sqlite3.Error, KeyError) as error:
                raise QueryError(_told(site, sql, error)) from error
        if site.database is None:
            raise QueryError(f"site {site.name} has no database")
        with self._lock:
            try:
                return self._rows(site, sql, params)
            except (pymysql.err.OperationalError, pymysql.err.InterfaceError) as error:
                self._readers.pop(site.name, None)
                # a reset ends every connection: once more with a new one
                if error.args[0] not in _LOST:
                    raise _failed(site, sql, error) from error
            try:
                return self._rows(site, sql, params)
            except (pymysql.err.OperationalError, pymysql.err.InterfaceError) as error:
                self._readers.pop(site.name, None)
                raise _failed(site, sql, error) from error

    def sqlite(self, site: Site, *, pristine: bool = False) -> bytes:
        """The content of a site's SQLite file, as it is between two transactions."""
        found: bytes = self._control.call("GET", site.name, "sqlite?pristine=1" if pristine else "sqlite")
        return found

    def _file(self, site: Site) -> bytes:
        if site.sqlite_state:
            return self.sqlite(site)
        if site.name not in self._data:  # nobody writes to it: once is enough
            self._data[site.name] = self.sqlite(site)
        return self._data[site.name]

    def _rows(self, site: Site, sql: str, params: Mapping[str, Any] | None) -> list[Row]:
        connection = self._reader(site)
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql, dict(params) if params else None)
                rows = list(cursor.fetchall())
        except (pymysql.err.OperationalError, pymysql.err.InterfaceError):
            raise
        except (pymysql.err.MySQLError, KeyError, ValueError, TypeError) as error:
            raise _failed(site, sql, error) from error
        if len(rows) > MOST_ROWS:
            raise QueryError(_told(site, sql, f"it finds more than {MOST_ROWS:,} rows"))
        return rows

    def _reader(self, site: Site) -> Any:
        assert site.database is not None
        if site.name not in self._readers:
            endpoint = self._endpoints.get(site.name)
            if endpoint is None:
                raise SiteError(
                    f"nothing says where the database of {site.name} answers",
                    remedy="name it under `databases` in the file that the world was attached with",
                )
            try:
                self._readers[site.name] = pymysql.connect(
                    host=endpoint.host or None,
                    port=endpoint.port,
                    unix_socket=endpoint.path or None,
                    user=site.database.reader,
                    password=self._secrets[site.name].password,
                    database=site.database.schema_name,
                    charset="utf8mb4",
                    cursorclass=DictCursor,
                    autocommit=True,
                    connect_timeout=10,
                    read_timeout=60,
                    init_command=_BOUNDS,
                )
            except pymysql.err.OperationalError as error:
                self._watch.alive(GATEWAY, site.name)
                what = f"takes no database connection ({error.args[-1]})"
                raise self._watch.trouble(site.name, what) from error
        return self._readers[site.name]


def _failed(site: Site, sql: str, error: Exception) -> SiteError:
    """Of an error of the driver: whose fault it is, the statement's or the site's."""
    number = error.args[0] if len(error.args) > 1 else None
    if number == _TOO_LONG:
        return QueryError(
            _told(site, sql, f"it takes longer than {STATEMENT_SECONDS} s"),
            remedy="ask for less; WITH RECURSIVE needs a condition that ends it",
        )
    # numbers from 2000 to 2999 are the driver's own: for a connection that is gone or cannot be used
    own = number is None or not (number in _LOST or 2000 <= number < 3000 or number in _SERVERS_OWN)
    return (QueryError if own else SiteError)(_told(site, sql, error.args[-1]))


def _told(site: Site, sql: str, why: object) -> str:
    return f"site {site.name}: the query failed: {why}\n  {sql}"


class _Through(httpx.HTTPTransport):
    """Sends whatever host is asked for to the gateway; the Host header stays."""

    def __init__(self, gateway: Endpoint) -> None:
        super().__init__(verify=NO_AUTHORITIES)
        self._gateway = gateway

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        # a copy: redirects and cookies go by the address that the caller named
        here = httpx.Request(
            request.method,
            request.url.copy_with(host=self._gateway.host, port=self._gateway.port),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return super().handle_request(here)


def fetch(
    gateway: Endpoint,
    watch: Watch,
    site: Site,
    path: str,
    *,
    method: str,
    headers: Mapping[str, str] | None,
    follow: bool,
    **options: Any,
) -> httpx.Response:
    """One HTTP request through the gateway; see `World.fetch`."""
    jar = httpx.Cookies()
    for name, value in (options.pop("cookies", None) or {}).items():
        jar.set(name, value, domain=site.host)
    address = path if path.startswith("http://") else site_url(site.name) + path
    # a client a call: a cookie that one answer sets must not log the next, anonymous one in
    client = httpx.Client(transport=_Through(gateway), cookies=jar, timeout=60, trust_env=False)
    try:
        with client:
            answer = client.request(method, address, headers=headers, follow_redirects=follow, **options)
    except httpx.TransportError as error:
        watch.alive(GATEWAY, site.name)
        raise watch.trouble(site.name, f"does not answer {path} ({error})") from error
    if answer.status_code in UNREACHED:
        watch.alive(site.name)
    return answer
