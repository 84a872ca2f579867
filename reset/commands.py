"""What `webarium build|up|status|reset|down|logs|browse|doctor` do: data in, data out."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from reset import images, owners
from reset.backends.docker import connect
from reset.errors import EngineError, WorldError
from reset.plan import container_name
from reset.world import DEFAULT, Record, Use, World, adopt, claim, remove, running, sweep
from sites.errors import WebariumError
from sites.home.profiles import home_cookies
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import FOLDERS, ROOT, Site, all_sites, load_site

Progress = Callable[[str], None]


def chosen(names: Sequence[str] | None) -> list[Site]:
    """Sites by name; without names, all of them.

    Raises:
        WebariumError: an unknown name (the remedy lists those there are), or no site at all.
    """
    found = [load_site(name) for name in dict.fromkeys(names)] if names else all_sites()
    if not found:
        raise WebariumError(
            "there are no sites", remedy=f"write one: see {FOLDERS[0].name}/ and docs/sites.md"
        )
    return found


def build(
    names: Sequence[str] | None = None,
    *,
    seed: Seed = DEFAULT_SEED,
    on_progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Build the images that are missing or out of date.

    Args:
        names: sites; all without any.
        seed: what their data is made from.

    Returns:
        One of {"name", "tag", "built", "pulled", "seconds", "size" (bytes, all layers)} per image.
    """
    return [asdict(one) for one in images.build(chosen(names), on_progress, seed=seed)]


def unbuild(names: Sequence[str] | None = None) -> list[str]:
    """Remove the images that no other checkout has (`build --remove`); returns their tags.

    Args:
        names: sites, of which only what is made for them alone is removed; all without any.
    """
    return images.remove(sites=chosen(names) if names else None)


def up(
    names: Sequence[str] | None = None,
    *,
    name: str = DEFAULT,
    seed: Seed = DEFAULT_SEED,
    port: int | None = None,
    on_progress: Progress | None = None,
) -> dict[str, Any]:
    """Start a world that stays until `down`, or mend the one that runs; same as `status` afterwards.

    Args:
        names: its sites; all without any.
        name: the world.
        seed: what its data is made from.
        port: loopback port of the sites; else 8080 where free.

    Raises:
        EngineError, WorldError, SiteError: as `World.start`.
    """
    sites, say = chosen(names), on_progress or print
    with claim(name, on_wait=lambda: say(f"{name}: somebody else is starting it; waiting")) as claimed:
        record = Record.load(name)
        if record is not None and _same(record, sites, seed, port):
            _mend(name, say)
            return status(name)[0]
        if record is not None and record.backend == "docker":
            use = Use(name)
            use.take()  # nobody's run loses its world
            use.leave()
            say(f"{name}: runs with other sites or images; starting it anew")
            remove(name)
        World.start(
            sites,
            name=name,
            seed=seed,
            http_port=port,
            owner=owners.kept(),
            claimed=claimed,
            on_progress=on_progress,
        ).detach()
    return status(name)[0]


def _mend(name: str, say: Progress) -> None:
    world = World.attach(name)
    try:
        if dead := world.dead():
            say(f"{name}: starting again what was dead: {', '.join(dead)}")
            world.revive()
    finally:
        world.detach()


def _same(record: Record, sites: Sequence[Site], seed: Seed, port: int | None) -> bool:
    engine = connect()
    if record.endpoints is None or record.engine != engine.identity:
        return False
    if record.sites != [site.name for site in sites] or (port and record.endpoints.http.port != port):
        return False
    found = {part.name: part.image for part in engine.parts(record.name)}
    return found == images.tags(sites, seed)


def attach(file: Path, *, name: str = DEFAULT, on_progress: Progress | None = None) -> dict[str, Any]:
    """Take a world that somebody else started; same as `status` afterwards. `down` lets go of it.

    Args:
        file: where it answers and what opens it, see `reset.backends.attached`.
        name: how it is called here.

    Raises:
        WebariumError: the file is wrong, the name is in use, or a site does not answer.
    """
    adopt(file, name=name, on_progress=on_progress).detach()
    return status(name)[0]


def status(name: str | None = None) -> list[dict[str, Any]]:
    """What runs: one world, or all of this checkout.

    Returns:
        Per world {"world", "owner", "http_port", "seed", "uptime" (s), "ready", "sites": [{"site",
        "container", "ready", "clean", "url", "people_url", "clock", "memory" (bytes), "restarts", "resets",
        "problem"}]}. A world that is being started, or whose containers are gone, has no sites.

    Raises:
        WorldError: `name` is given and does not run.
    """
    if name is not None:
        return [_describe(name)]
    found = []
    for one in running():
        try:
            found.append(_describe(one))
        except WorldError:
            found.append(_nothing_of(one))
    return found


def _nothing_of(name: str) -> dict[str, Any]:
    record = Record.load(name)
    return {
        "world": name,
        "owner": record.owner if record else "",
        "http_port": None,
        "seed": record.seed if record else "",
        "uptime": round(time.time() - record.started) if record else 0,
        "ready": False,
        "sites": [],
    }


def _describe(name: str) -> dict[str, Any]:
    world = World.attach(name)
    try:
        sites = [_describe_site(world, site) for site in world.sites]
        return _nothing_of(name) | {
            "http_port": world.http_port,
            "ready": all(site["ready"] for site in sites),
            "sites": sites,
        }
    finally:
        world.detach()


def _describe_site(world: World, site: Site) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "site": site.name,
        "container": container_name(world.name, site.name),
        "url": world.url(site),
        "people_url": world.people_url(site),
        "ready": False,
        "clean": None,
        "clock": None,
        "memory": None,
        "restarts": {},
        "resets": {},
        "problem": "",
    }
    try:
        health = world.health(site)
        facts |= {"ready": health["ready"], "clock": health["clock"], "resets": health["resets"]}
        facts["restarts"] = {
            name: one["restarts"] for name, one in health["services"].items() if one["restarts"]
        }
        facts["problem"] = health["failure"]
        facts["clean"] = world.clean(site)
        facts["memory"] = world.memory_of(site)
    except WebariumError as error:
        facts["problem"] = error.message.splitlines()[0]
    return facts


def reset(name: str = DEFAULT) -> dict[str, Any]:
    """Return a world to pristine; dead containers are started again.

    Returns:
        {"world", "seconds", "revived", "sites": {site: {"was_clean", "restored", "files", "seconds"}}}.
    """
    world = World.attach(name)
    try:
        revived = world.revive()
        report = world.reset()
        return {"world": name, "seconds": report.seconds, "revived": revived, "sites": report.sites}
    finally:
        world.detach()


def down(name: str | None = DEFAULT) -> list[str]:
    """End a world, or with None every world of this checkout; returns the names of what was ended.

    Attached worlds are let go of first: they need no engine, and this machine may have none.
    """
    attached = [one.name for one in Record.all() if one.backend == "attached" and name in (None, one.name)]
    for one in attached:
        remove(one)
    if name in attached:
        return attached
    try:
        engine = connect()
    except EngineError:
        if attached and not Record.all():  # of any other world nothing is known
            return attached
        raise
    found = running(engine)
    names = found if name is None else [one for one in found if one == name]
    for one in names:
        remove(one, engine)
    if name is None:
        names = sorted({*names, *attached, *sweep(engine)})
    return names


def logs(site: str, *, name: str = DEFAULT, service: str | None = None, lines: int = 50) -> list[str]:
    """The last lines of a site's log; `gateway` is the world's own. A dead container's last words too.

    Args:
        service: one service (`sitectl` and `mariadb` are among them); all without.
    """
    world = World.attach(name)
    try:
        return world.logs(site, service, lines)
    finally:
        world.detach()


@dataclass(frozen=True)
class Browsing:
    """What is needed to look at a world.

    Args:
        people_urls: addresses for any browser on this machine, by site.
        urls: addresses as agents see them; they need `rules`.
        rules: value of Chromium's --host-resolver-rules.
        cookies: Playwright cookies of the profile, empty without one.
        start: the address to open.
        display: whether there is a screen to open a window on.
    """

    people_urls: dict[str, str]
    urls: dict[str, str]
    rules: str
    cookies: list[dict[str, Any]]
    start: str
    display: bool


def browse(site: str | None = None, *, name: str = DEFAULT, profile: str | None = None) -> Browsing:
    """What it takes to open a world in a browser, logged in as a profile.

    Args:
        site: where to start; the first site without.
        profile: whose session to use; nobody's without.

    Raises:
        WorldError: no such world, site or profile.
    """
    world = World.attach(name)
    try:
        chosen_site = world.site(site) if site else world.sites[0]
        cookies: list[dict[str, Any]] = []
        start = world.url(chosen_site)
        if profile:
            if profile not in chosen_site.profiles:
                known = ", ".join(chosen_site.profiles) or "none"
                raise WorldError(
                    f"site {chosen_site.name} has no profile {profile!r}", remedy=f"its profiles are {known}"
                )
            baked = world.sessions(chosen_site).get(profile, {}).get("cookies", [])
            cookies = [
                {
                    "name": one["name"],
                    "value": one["value"],
                    "domain": chosen_site.host,
                    "path": one.get("path", "/"),
                }
                for one in baked
            ] + home_cookies({chosen_site.name: profile})
            start = start.rstrip("/") + chosen_site.profiles[profile].home
        return Browsing(
            people_urls={one.name: world.people_url(one) for one in world.sites},
            urls={one.name: world.url(one) for one in world.sites},
            rules=world.resolver_rules(),
            cookies=cookies,
            start=start,
            display=bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
            or sys.platform == "darwin",
        )
    finally:
        world.detach()


def doctor() -> list[dict[str, Any]]:
    """What this machine has and lacks: [{"what", "ok", "found", "remedy"}]."""
    found: list[dict[str, Any]] = []

    def tell(what: str, ok: bool, value: str, remedy: str = "") -> None:
        found.append({"what": what, "ok": ok, "found": value, "remedy": "" if ok else remedy})

    version = ".".join(str(part) for part in sys.version_info[:3])
    tell(
        "Python 3.11 or newer",
        sys.version_info >= (3, 11),
        version,
        "install Python 3.11 and run `make venv`",
    )
    try:
        engine = connect()
        facts = engine.facts()
        tell(
            "container engine",
            True,
            f"{facts['ServerVersion']}, {facts['Driver']}, cgroup v{facts['CgroupVersion']}",
        )
        absent = images.missing(all_sites(), engine)
        tell(
            "images",
            not absent,
            f"missing: {', '.join(absent)}" if absent else "up to date",
            "run `make images`",
        )
        worlds = running(engine)
        tell("worlds", True, ", ".join(worlds) or "none")
    except WebariumError as error:
        tell("container engine", False, error.message, error.remedy or "")
    free = shutil.disk_usage(ROOT).free
    tell("disk, 5 GB free", free > 5e9, f"{free / 1e9:.0f} GB free", "free some space; images take 1 to 3 GB")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    tell("memory, 4 GB", memory > 3.5e9, f"{memory / 1e9:.1f} GB", "run fewer WORKERS")
    return found
