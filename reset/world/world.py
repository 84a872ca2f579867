"""A world: one running, isolated copy of some sites, and how it returns to pristine."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import httpx

from reset import owners, sqlite
from reset.backends.attached import Attached
from reset.backends.base import Backend, Part
from reset.backends.docker import connect
from reset.endpoint import Endpoints
from reset.errors import WorldError
from reset.network import await_addresses
from reset.plan import GATEWAY
from reset.world import lifecycle, lookups
from reset.world.control import Control, ResetReport
from reset.world.lifecycle import Progress
from reset.world.record import Claim, Record, claim
from reset.world.use import Use
from reset.world.watch import Watch
from sites.facts import DOMAIN, EPOCH, moment, site_url, stamp
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site, load_site


class World:
    """A running copy of some sites; use `start` or `attach`, and `close` or a `with` block."""

    def __init__(self, record: Record, sites: Sequence[Site], backend: Backend) -> None:
        self._record = record
        self._backend = backend
        self.sites = list(sites)
        self._use = Use(record.name)
        self._watch = Watch(backend, record.name, self._revival)
        self._connect()

    # -- starting and ending -----

    @classmethod
    def start(
        cls,
        sites: Sequence[Site],
        *,
        name: str,
        seed: Seed = DEFAULT_SEED,
        http_port: int | None = None,
        owner: str | None = None,
        claimed: Claim | None = None,
        on_progress: Progress | None = None,
    ) -> World:
        """Create a world and wait until every site is ready.

        Args:
            sites: what runs in it.
            name: letters, digits and dashes; one world of a name runs at a time.
            seed: what its data is made from.
            http_port: loopback port of the sites; without it 8080 for the world `default` where that is free,
                else one that the engine chooses.
            owner: with whom it ends, see `reset.owners`; this process without one.
            claimed: the name, where the caller holds it already.
            on_progress: gets one line at a time.

        Raises:
            EngineError: no engine, port taken, disk full.
            WorldError: an image is missing, the name is in use, no free network.
            SiteError: a site does not come up; the message holds its last log lines.
        """
        say = on_progress or (lambda line: None)
        started = time.monotonic()
        engine = connect()
        with nullcontext(claimed) if claimed else claim(name):
            record = lifecycle.begin(
                engine, sites, name, seed=seed, http_port=http_port, owner=owner or owners.me(), say=say
            )
            try:
                world = cls(record, sites, engine)
                world.await_ready(say)
                record.save()
            except BaseException:
                lifecycle.remove_this(record, engine)
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
        if record is not None and record.backend == "attached":
            return cls(record, [load_site(site) for site in record.sites], Attached(record.sites))
        record, engine = lifecycle.known(name)
        return cls(record, [load_site(site) for site in record.sites], engine)

    def close(self) -> None:
        """End the world: its containers, networks and state file; an attached one is only let go of."""
        self.detach()
        lifecycle.remove(self.name)

    def detach(self) -> None:
        """Let go of the world without ending it."""
        self._use.leave()
        self._control.close()
        self._databases.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connect(self) -> None:
        secrets = self._record.secrets
        tokens = {site: one.token for site, one in secrets.items()}
        self._control = Control(self.endpoints.control, tokens, self._watch)
        self._databases = lookups.Databases(self.endpoints.databases, secrets, self._control, self._watch)

    def await_ready(self, say: Progress, *, final: bool = True) -> None:
        """Wait until every site is ready and, if wanted, addresses are `final`; `say` gets a line for each.

        Raises:
            SiteError: a part is dead, or a site is not ready in time.
        """
        self._control.await_ready(lambda line: say(f"{self.name}: {line}"))
        if final:
            await_addresses()

    # -- what and where it is -----

    @property
    def name(self) -> str:
        """The world's name."""
        return self._record.name

    @property
    def seed(self) -> str:
        """What the world's data was made from."""
        return self._record.seed

    @property
    def endpoints(self) -> Endpoints:
        """Where sites, control ports and databases answer."""
        assert self._record.endpoints is not None, "a world is made when it answers somewhere"
        return self._record.endpoints

    @property
    def http_port(self) -> int:
        """The port under which all sites answer, told apart by Host."""
        return self.endpoints.http.port

    @property
    def parts(self) -> list[str]:
        """Names of the sites, and of the gateway."""
        return [*(site.name for site in self.sites), GATEWAY]

    def part(self, name: str) -> Part | None:
        """A site's container or the gateway's as the engine sees it, None when it is gone."""
        return self._backend.part(self.name, name)

    def images(self) -> dict[str, Part]:
        """The parts by name, for the tags and ids of the images that they run; empty of an attached world."""
        found = {name: self.part(name) for name in self.parts}
        return {name: part for name, part in found.items() if part is not None and part.image}

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
        return f"{site_url(self.site(site).name)}/"

    def people_url(self, site: Site | str) -> str:
        """The site's address for a person's own browser on this machine."""
        return f"http://{self.site(site).name}.localhost:{self.http_port}/"

    def resolver_rules(self) -> str:
        """Value of Chromium's --host-resolver-rules: this world's sites, and nothing else anywhere."""
        return f"MAP *.{DOMAIN} {self.endpoints.http}, MAP * ~NOTFOUND"

    # -- control -----

    def hold(self) -> None:
        """Have the world for this process alone until `detach` or `close`.

        Raises:
            WorldError: another process plays in it.
        """
        self._use.take()

    def release(self) -> None:
        """Let other processes play in it until the next `hold` or `reset`."""
        self._use.leave()

    def reset(self) -> ResetReport:
        """Return every site to pristine, with the clock at the epoch; clean ones are not restored.

        Raises:
            WorldError: another process plays in it.
            SiteError: a container is dead, or a site cannot be restored.
        """
        self.hold()
        return self._control.reset(stamp(EPOCH))

    def set_clock(self, step: int, sites: Collection[str] | None = None) -> None:
        """Set the clocks of these sites, or of all, to epoch + 10 s x step, for what is asked afterwards."""
        self._control.everywhere("POST", "clock", {"now": stamp(moment(step))}, sites)

    def settle(self, timeout: float = 10.0, sites: Collection[str] | None = None) -> dict[str, Any]:
        """Wait until no request, statement, transaction or queued job is left in these sites, or in any.

        Args:
            timeout: seconds after which it gives up.
            sites: names; None for all.

        Returns:
            By site: {"settled": bool, "waiting_for": [what still goes on], "seconds"}.
        """
        return self._control.everywhere("POST", "settle", {"timeout": timeout}, sites)

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
        found: dict[str, Any] = self._control.call("GET", one.name, "changes?noise=1" if noise else "changes")
        if one.sqlite_state in found["files"]["changed"]:
            found["files"]["changed"].remove(one.sqlite_state)
            before, after = (self._databases.sqlite(one, pristine=which) for which in (True, False))
            silent = {} if noise else one.noise.tables
            found["tables"] |= sqlite.changes(before, after, one.changes.exclude, silent)
        return found

    def digest(self, site: Site | str) -> str:
        """A hash of the site's whole state: all values, definitions, next AUTO_INCREMENTs, files."""
        return str(self.digests(site)["digest"])

    def digests(self, site: Site | str) -> dict[str, Any]:
        """The digest with its parts: {"digest", "tables": {table: hash}, "files"}."""
        return dict(self._control.call("GET", self.site(site).name, "digest"))

    def clean(self, site: Site | str) -> bool:
        """Whether nothing was written since the last reset."""
        return bool(self._control.call("GET", self.site(site).name, "state")["clean"])

    def sessions(self, site: Site | str) -> dict[str, Any]:
        """Baked sessions: {profile: {"cookies": [{"name", "value", "path"}]}}."""
        return dict(self._control.call("GET", self.site(site).name, "sessions"))

    def health(self, site: Site | str) -> dict[str, Any]:
        """What the site's supervisor says: ready, clock, services, restarts, resets."""
        return dict(self._control.call("GET", self.site(site).name, "health"))

    def logs(self, part: Site | str, service: str | None = None, lines: int = 50) -> list[str]:
        """The last log lines of a site's services; of the gateway and of a dead site, its last words.

        Args:
            part: a site, or `gateway`.
            service: one service (`sitectl` and `mariadb` are among them); all without.
            lines: how many at most.

        Raises:
            WorldError: the site or the service is not there.
        """
        name = part if isinstance(part, str) else part.name
        if name != GATEWAY:
            name = self.site(name).name
        if name == GATEWAY or self._watch.dead([name]):
            return self._backend.logs(self.name, name, lines).splitlines()
        if service:
            known = sorted({"sitectl", *self._control.call("GET", name, "health")["services"]})
            if service not in known:
                raise WorldError(
                    f"site {name} has no service {service!r}", remedy=f"it has {', '.join(known)}"
                )
        query = str(httpx.QueryParams({"lines": lines, **({"service": service} if service else {})}))
        found: list[str] = self._control.call("GET", name, f"logs?{query}")
        return found

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
        """
        return self._databases.query(self.site(site), sql, params)

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
        return lookups.fetch(
            self.endpoints.http,
            self._watch,
            self.site(site),
            path,
            method=method,
            headers=headers,
            follow=follow,
            **options,
        )

    def exec(self, part: Site | str, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in a site's container, or the gateway's, as its own user: (exit code, output)."""
        name = part if isinstance(part, str) else part.name
        return self._backend.exec(self.name, name, command)

    def memory(self) -> dict[str, int]:
        """Bytes of memory by site, and of the gateway."""
        with ThreadPoolExecutor(max_workers=len(self.parts)) as pool:
            return dict(zip(self.parts, pool.map(self.memory_of, self.parts), strict=True))

    def memory_of(self, part: Site | str) -> int:
        """Bytes of memory of a site, or of the gateway."""
        return self._backend.memory(self.name, part if isinstance(part, str) else part.name)

    # -- death and revival -----

    @property
    def _revival(self) -> str:
        if self._record.backend == "attached":
            return "start it again where it was started"
        return f"`webarium reset --world {self.name}` starts it again from pristine"

    def dead(self) -> list[str]:
        """Names of the sites (and `gateway`) whose container does not run."""
        return self._watch.dead(self.parts)

    def kill(self, part: str) -> None:
        """Kill the container of a site or of the gateway, as a crash does; for trying what happens then."""
        self._backend.kill(self.name, part)

    def revive(self, site: Site | str | None = None, *, final: bool = True) -> list[str]:
        """Start dead containers again, from pristine; returns the names of what was started.

        Args:
            site: one site (restarted even when it runs), or None for whatever is dead, the gateway too.
            final: wait for the machine's final addresses, too, which browsers need (`reset.network`).
        """
        parts = self.dead() if site is None else [site if isinstance(site, str) else site.name]
        if parts:
            lifecycle.revive(self._backend, self._record, self.sites, parts)
            if GATEWAY in parts:
                self._control.close()
                self._databases.close()
                self._connect()
            self.await_ready(lambda line: None, final=final)
        return parts
