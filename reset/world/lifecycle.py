"""How a world comes to be on the engine of this machine, and how it ends."""

from __future__ import annotations

import ipaddress
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from reset import images, owners
from reset.backends.attached import refusal
from reset.backends.base import Backend
from reset.backends.docker import Docker, connect
from reset.endpoint import LOOPBACK, Endpoint, Endpoints
from reset.errors import EngineError, PortTaken, WorldError
from reset.plan import ADDRESSES, CONTROL, GATEWAY, HTTP, SUBNETS, Network, WorldPlan, container_name, plan
from reset.world.record import Record, drop_claims, fresh_secrets
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import ROOT, Site

DEFAULT = "default"
DEFAULT_PORT = 8080
"""Of the sites of the world `default`, where it is free."""

Progress = Callable[[str], None]


def begin(
    engine: Docker,
    sites: Sequence[Site],
    name: str,
    *,
    seed: Seed,
    http_port: int | None,
    owner: str,
    say: Progress,
) -> Record:
    """Make all parts of a world whose name is claimed; they run, but may not be ready yet.

    Its record is kept from before the first part is made, so that nobody takes it for a dead one's remains.

    Raises:
        EngineError: port taken, disk full.
        WorldError: an image is missing, the name is in use, no free network.
    """
    names = [site.name for site in sites]
    if absent := images.missing(sites, engine, seed=seed):
        more = "" if seed == DEFAULT_SEED else f" --seed {seed}"
        raise WorldError(
            f"images are missing or out of date: {', '.join(absent)}",
            remedy=f"run `webarium build {' '.join(names)}{more}`",
        )
    images.keep(sites, engine, seed=seed)
    sweep(engine)
    make_room(engine, name)
    record = Record(
        name=name,
        identity=uuid.uuid4().hex,
        sites=names,
        seed=str(seed),
        owner=owner,
        engine=engine.identity,
        images=images.tags(sites, seed),
        started=time.time(),
        secrets=fresh_secrets(names),
    )
    try:
        record.save()
        say(f"{name}: starting {', '.join(names)}")
        make(engine, record, sites, http_port)
    except BaseException:
        remove_this(record, engine)
        raise
    return record


def planned(record: Record, sites: Sequence[Site], http_port: int | None = None) -> WorldPlan:
    """The plan of a world by its record; the images are those that it was begun with."""
    return plan(
        sites,
        record.name,
        record.seed,
        images=record.images or images.tags(sites, Seed.parse(record.seed)),
        subnets=record.subnets,
        secrets=record.secrets,
        labels=record.labels,
        http_port=http_port,
    )


def make(engine: Docker, record: Record, sites: Sequence[Site], http_port: int | None) -> None:
    """Make networks and containers and start them; the record then tells where the world answers.

    Raises:
        EngineError: port taken, disk full.
        WorldError: no free network.
    """
    free = _free_subnets(engine)
    for site in sites:
        record.subnets[site.name] = _make_network(engine, record, site.name, free)
    whole = planned(record, sites, http_port)
    with ThreadPoolExecutor(max_workers=len(sites) + 1) as pool:
        made = [pool.submit(engine.start, part) for part in whole.parts if part.name != GATEWAY]
        made.append(pool.submit(_start_gateway, engine, whole, http_port))
        for future in made:
            future.result()
    record.endpoints = endpoints(engine, whole)


def _free_subnets(engine: Docker) -> Iterator[str]:
    taken = engine.subnets()
    others = [(ipaddress.ip_network(one, strict=False), taken[one]) for one in taken.keys() - set(SUBNETS)]
    foreign = {
        one: name
        for one, name in others
        if isinstance(one, ipaddress.IPv4Network) and one.overlaps(ADDRESSES)
    }
    for subnet in SUBNETS:
        if subnet not in taken and not any(map(ipaddress.IPv4Network(subnet).overlaps, foreign)):
            yield subnet
    none = f"no network is free between {SUBNETS[0]} and {SUBNETS[-1]}"
    if foreign and taken.keys().isdisjoint(SUBNETS):
        held = ", ".join(f"{name} ({one})" for one, name in foreign.items())
        raise WorldError(
            f"{none}: the engine has given them to {held}",
            remedy="remove that network (`docker network rm`), or make it anew with other addresses",
        )
    raise WorldError(none, remedy="end other worlds: `webarium down --all`")


def _make_network(engine: Docker, record: Record, site: str, free: Iterator[str]) -> str:
    """The subnet of a site's new network; one that somebody else took meanwhile is passed over."""
    for subnet in free:
        network = Network(site, container_name(record.name, site), subnet)
        if engine.make_network(network, {**record.labels, "webarium.part": f"network of {site}"}):
            return subnet
    raise AssertionError("free subnets end with an error")


def _start_gateway(engine: Docker, whole: WorldPlan, http_port: int | None) -> None:
    part = whole.by_name[GATEWAY]
    if http_port is None and whole.name == DEFAULT:
        try:
            return engine.start(replace(part, publish={**part.publish, HTTP: DEFAULT_PORT}))
        except PortTaken:
            pass  # then any other
    return engine.start(part)


def endpoints(engine: Docker, whole: WorldPlan) -> Endpoints:
    """Where a running world answers."""

    def at(port: int) -> Endpoint:
        return Endpoint(LOOPBACK, engine.published(whole.name, GATEWAY, port))

    return Endpoints(
        http=at(HTTP),
        control=at(CONTROL),
        databases={site: at(port) for site, port in whole.databases.items()},
    )


def make_room(engine: Docker, name: str) -> None:
    """Clear what a dead process left under this name; refuse when the name is in use. Claim it first.

    Raises:
        WorldError: a world of that name runs.
    """
    record = Record.load(name)
    if record is not None and record.backend == "attached":
        raise WorldError(
            f"the world {name!r} is attached, somebody else runs it",
            remedy=f"`webarium down --world {name}` lets go of it, or choose another --world",
        )
    if record is not None and record.engine != engine.identity:
        raise _elsewhere(name)
    for labels in engine.labels([f"webarium.world={name}"]):
        home, owner = labels.get("webarium.home"), labels.get("webarium.owner", "")
        if home != str(ROOT):
            raise WorldError(
                f"a world called {name!r} runs from another checkout ({home})",
                remedy="choose another --world"
                + (_by_hand(home) if home and not Path(home).exists() else ""),
            )
        # a world that was being started has no endpoints yet: as its name is free, whoever did so is dead
        ready = record is not None and record.endpoints is not None
        if owners.alive(owner) and (ready or not owners.here(owner)):
            raise WorldError(
                f"a world called {name!r} runs already",
                remedy=f"attach to it, or `webarium down --world {name}`",
            )
    remove(name, engine)


def _by_hand(home: str) -> str:
    """How worlds are ended of a checkout that is not there; another machine, or container, may have it."""
    whose = f"label=webarium.home={home}"
    return (
        f"; if that checkout is gone, end its worlds: `docker rm -fv $(docker ps -aq --filter {whose})` "
        f"and `docker network rm $(docker network ls -q --filter {whose})`"
    )


def _elsewhere(name: str) -> WorldError:
    return WorldError(
        f"the world {name!r} of this checkout runs on the engine of another machine",
        remedy=f"use it there, choose another --world, or if that engine is gone remove {Record.path(name)}",
    )


def known(name: str) -> tuple[Record, Docker]:
    """Record and engine of a world that this checkout started on this engine.

    Raises:
        WorldError: it is being started, runs on another engine, or its containers are gone.
    """
    record = Record.load(name)
    if record is None:
        raise absent(name)
    engine = connect()
    if record.engine != engine.identity:
        raise _elsewhere(name)
    if record.endpoints is None:
        raise WorldError(f"the world {name!r} is being started", remedy="wait until it is ready")
    if not engine.parts(name):
        record.forget()
        raise WorldError(f"the containers of world {name!r} are gone", remedy="start it with `webarium up`")
    return record, engine


def engine_away(name: str) -> bool:
    """Whether the engine of a world does not answer now; an attached world needs none."""
    record = Record.load(name)
    if record is not None and record.backend == "attached":
        return False
    try:
        return not connect().answers
    except EngineError:
        return True


def absent(name: str) -> WorldError:
    """There is no world of that name."""
    return WorldError(
        f"there is no world called {name!r}",
        remedy=f"start it with `webarium up --world {name}`; see: webarium status",
    )


def revive(engine: Backend, record: Record, sites: Sequence[Site], parts: Sequence[str]) -> None:
    """Start parts again from pristine; a gateway gets the port of the sites that it had.

    Raises:
        WorldError: an image that the world was begun with is gone.
    """
    if not isinstance(engine, Docker):
        raise refusal("start a part of", record.name)
    assert record.endpoints is not None
    whole = planned(record, sites, record.endpoints.http.port)
    for part in parts:
        image = whole.by_name[part].image
        if engine.images.id(image) is None:  # told before what is left of the part is removed
            raise WorldError(
                f"{part} of world {record.name!r} cannot be started again: its image {image} is gone",
                remedy=f"`webarium down --world {record.name}`, then start it anew with `webarium up`",
            )
    for part in parts:
        engine.start(whole.by_name[part])
    if GATEWAY in parts:
        record.endpoints = endpoints(engine, whole)
        record.save()


def remove(name: str, engine: Docker | None = None) -> None:
    """End a world of this checkout whatever state it is in; one that is gone already is fine."""
    record = Record.load(name)
    if record is None or record.backend == "docker":
        engine = engine or connect()
        if record is not None and record.engine != engine.identity:
            raise _elsewhere(name)
        engine.remove([f"webarium.world={name}", f"webarium.home={ROOT}"])
    Record.remove(name)


def remove_this(record: Record, engine: Docker) -> None:
    """End this very world, and no later one of its name."""
    engine.remove([f"webarium.id={record.identity}"])
    record.forget()


def running(engine: Docker | None = None) -> list[str]:
    """Names of the worlds of this checkout that have containers on this engine or are attached.

    Raises:
        EngineError: there is no engine, and no attached world, which needs none.
    """
    found = {one.name for one in Record.all() if one.backend == "attached"}
    try:
        engine = engine or connect()
    except EngineError:
        if not found:
            raise
        return sorted(found)
    found |= {
        labels["webarium.world"] for labels in engine.labels([f"webarium.home={ROOT}", "webarium.world"])
    }
    found |= {one.name for one in Record.all() if one.engine == engine.identity}
    return sorted(found)


def sweep(engine: Docker | None = None) -> list[str]:
    """Remove the worlds of processes that are dead; returns their names.

    They are this checkout's, and those of a checkout that is gone, which nobody else would remove.
    """
    engine = engine or connect()
    stale = {
        (labels["webarium.world"], labels.get("webarium.id", ""), labels.get("webarium.home", ""))
        for labels in engine.labels(["webarium.home", "webarium.world"])
        if not owners.alive(labels.get("webarium.owner", "")) and _ours_to_sweep(labels)
    } | {  # of whose parts nothing may be left: who ended it was killed just before its record went
        (record.name, record.identity, str(ROOT))
        for record in Record.all()
        if record.backend == "docker" and not owners.alive(record.owner)
    }
    for name, identity, home in stale:
        # by identity: somebody may take the name at this moment
        engine.remove(
            [
                f"webarium.home={home}",
                f"webarium.world={name}",
                *([f"webarium.id={identity}"] if identity else []),
            ]
        )
        record = Record.load(name)
        if record is not None and record.identity == identity:
            record.forget()
    drop_claims()
    return sorted({name for name, _, _ in stale})


def _ours_to_sweep(labels: dict[str, str]) -> bool:
    """Whether a world is of this checkout, or of one that is gone: of this machine, else nothing is known."""
    home = labels.get("webarium.home", "")
    return home == str(ROOT) or (owners.here(labels.get("webarium.owner", "")) and not Path(home).exists())
