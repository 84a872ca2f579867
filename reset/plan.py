"""What a world consists of, said in full and without any engine: whatever runs a world carries this out.

One network a site, and nothing on it but the site and the gateway: sites cannot reach each other. These
networks have no route out and their bridges no address. The gateway is on an ordinary network too, where it
publishes its ports; it passes requests in, and nothing out.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from reset.sitectl.api import PORT as SITECTL
from sites.facts import DOMAIN
from sites.spec import Site

GATEWAY = "gateway"
EDGE = "edge"
"""The ordinary network, on which the gateway publishes."""

HTTP, CONTROL, DATABASE = 8080, 9900, 3306
"""Ports inside the gateway; databases count up from the last one."""

ADDRESSES = ipaddress.IPv4Network("10.213.0.0/16")
SUBNETS = [str(one) for one in ADDRESSES.subnets(new_prefix=29)]
"""Networks of sites, of eight addresses each. The gateway has the second one; nobody else may ask a control
port or a database."""

PEOPLES_DOMAIN = "localhost"
"""Below it people reach the sites with a browser of their own."""


@dataclass(frozen=True)
class Hardening:
    """What every container is denied."""

    user: str = "1000:1000"
    read_only: bool = True
    capabilities_dropped: tuple[str, ...] = ("ALL",)
    security: tuple[str, ...] = ("no-new-privileges:true",)


HARDENING = Hardening()


@dataclass(frozen=True)
class Limits:
    """What a container may use: memory as `900m` (swap included), and a number of processes."""

    memory: str
    pids: int


@dataclass(frozen=True)
class Mount:
    """Where a container may write: a volume that goes with the container, or memory with these `options`."""

    path: str
    memory: bool = False
    options: str = "mode=1777,size=256m"


TMP = Mount("/tmp", memory=True)  # noqa: S108 - of the container alone


@dataclass(frozen=True)
class Network:
    """The network of one site.

    Args:
        site: whose it is.
        name: what the engine calls it.
        subnet: such as `10.213.7.0/29`.
    """

    site: str
    name: str
    subnet: str

    @property
    def gateway(self) -> str:
        """The gateway's address on it."""
        return str(ipaddress.ip_network(self.subnet)[2])

    @property
    def address(self) -> str:
        """The site's address on it."""
        return str(ipaddress.ip_network(self.subnet)[3])


@dataclass(frozen=True)
class Secrets:
    """What opens one site: the control port's token, and the read-only database user's password."""

    token: str
    password: str


@dataclass(frozen=True)
class PartPlan:
    """One container.

    Args:
        name: of the site, or `gateway`.
        container: what the engine calls it.
        networks: address by network name, None where the engine chooses; the first is the one it is made on.
        publish: ports inside that are published on loopback, and the port there; None lets the engine choose.
        dns: name servers; without any, the engine's choice.
    """

    name: str
    container: str
    image: str
    environment: Mapping[str, str]
    labels: Mapping[str, str]
    networks: Mapping[str, str | None]
    limits: Limits
    mounts: tuple[Mount, ...]
    publish: Mapping[int, int | None] = field(default_factory=dict)
    dns: tuple[str, ...] = ()
    sysctls: Mapping[str, str] = field(default_factory=dict)
    hardening: Hardening = HARDENING

    @property
    def hostname(self) -> str:
        """What the container calls itself."""
        return self.name.replace("_", "-")


@dataclass(frozen=True)
class WorldPlan:
    """A whole world.

    Args:
        name: of the world.
        seed: what its data is made from.
        networks: one a site.
        parts: the sites and, last, the gateway.
        databases: port inside the gateway by site.
    """

    name: str
    seed: str
    networks: tuple[Network, ...]
    parts: tuple[PartPlan, ...]
    databases: Mapping[str, int]

    @cached_property
    def by_name(self) -> dict[str, PartPlan]:
        """Parts by their names."""
        return {part.name: part for part in self.parts}


def container_name(world: str, part: str) -> str:
    """What the engine calls the container of a site or of the gateway; a site's network has the same name."""
    return f"webarium-{world}-{part}"


def plan(
    sites: Sequence[Site],
    name: str,
    seed: str,
    *,
    images: Mapping[str, str],
    subnets: Mapping[str, str],
    secrets: Mapping[str, Secrets],
    labels: Mapping[str, str],
    http_port: int | None = None,
) -> WorldPlan:
    """What a world consists of.

    Args:
        sites: what runs in it.
        name: letters, digits and dashes.
        seed: what its data is made from.
        images: by part.
        subnets: one of `SUBNETS` by site.
        secrets: by site.
        labels: of all parts; each part gets its name beside them.
        http_port: loopback port of the sites; None lets the engine choose.
    """
    networks = tuple(
        Network(site.name, container_name(name, site.name), subnets[site.name]) for site in sites
    )
    databases = {
        site.name: DATABASE + number for number, site in enumerate(one for one in sites if one.database)
    }
    parts = [
        PartPlan(
            name=site.name,
            container=container_name(name, site.name),
            image=images[site.name],
            environment={
                "WEBARIUM_TOKEN": secrets[site.name].token,
                "WEBARIUM_READER_PASSWORD": secrets[site.name].password,
                "WEBARIUM_GATEWAY_ADDRESS": network.gateway,
            },
            labels={**labels, "webarium.part": site.name},
            networks={network.name: network.address},
            limits=Limits(site.memory, site.pids),
            mounts=(Mount("/state"), TMP),
            dns=("127.0.0.1",),  # nobody is there: names fail at once, and none leave the machine
        )
        for site, network in zip(sites, networks, strict=True)
    ]
    gateway = PartPlan(
        name=GATEWAY,
        container=container_name(name, GATEWAY),
        image=images[GATEWAY],
        environment={"WEBARIUM_GATEWAY": json.dumps(_description(sites, networks, databases))},
        labels={**labels, "webarium.part": GATEWAY},
        # first the ordinary network: it is the one that publishes
        networks={EDGE: None, **{network.name: network.gateway for network in networks}},
        limits=Limits("192m", 60),
        mounts=(TMP,),
        publish={HTTP: http_port, CONTROL: None, **dict.fromkeys(databases.values())},
        sysctls={"net.ipv4.ip_forward": "0"},
    )
    return WorldPlan(name, seed, networks, (*parts, gateway), databases)


def _description(
    sites: Sequence[Site], networks: Sequence[Network], databases: Mapping[str, int]
) -> dict[str, Any]:
    """What `docker/gateway/gateway.py` is told."""
    return {
        "http": HTTP,
        "control": CONTROL,
        "sites": {
            site.name: {
                "subnet": network.subnet,
                "address": network.address,
                "hosts": [
                    f"{host}.{end}" for host in (site.name, *site.hosts) for end in (DOMAIN, PEOPLES_DOMAIN)
                ],
                "http": site.http_port,
                "control": SITECTL,
                "database": {"port": site.database.port, "listen": databases[site.name]}
                if site.database
                else None,
            }
            for site, network in zip(sites, networks, strict=True)
        },
    }
