"""`docker/compose.yaml`, made from the site files: the sites alone, without control or resets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import yaml

from sites.spec import ROOT, Site, all_sites

FILE = ROOT / "docker" / "compose.yaml"
SUBNET = "10.213.255.0/24"

HEAD = """\
# Made from sites/*/site.yaml by `python -m reset.compose`; edit those, not this.
# The sites alone, as containers of `docker compose`, after `webarium build`:
#   docker compose -f docker/compose.yaml up -d          then http://shopping.localhost:8080/ (or PORT=...)
#   docker compose -f docker/compose.yaml restart shopping returns a site to its pristine state
# Without tokens there is no control port, and without a password no database port.
"""


def compose(sites: Sequence[Site]) -> dict[str, Any]:
    """The file's content for these sites."""
    hardened: dict[str, Any] = {
        "user": "1000:1000",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "tmpfs": ["/tmp:mode=1777,size=256m"],  # noqa: S108 - a tmpfs of the container alone
    }
    services: dict[str, Any] = {}
    described = {}
    for number, site in enumerate(sites):
        address = SUBNET.replace("0/24", str(10 + number))
        described[site.name] = {
            "address": address,
            "http": site.http_port,
            "hosts": [site.name, *site.hosts],
            "database": None,
        }
        services[site.name] = {
            "image": f"webarium/{site.name}:latest",
            **hardened,
            "mem_limit": site.memory,
            "pids_limit": site.pids,
            "volumes": [{"type": "volume", "target": "/state"}],
            "dns": ["127.0.0.1"],
            "environment": {
                "WEBARIUM_GATEWAY_ADDRESS": SUBNET.replace("0/24", "2"),
                "WORLD_SITES": " ".join(one.name for one in sites),
            },
            "networks": {"world": {"ipv4_address": address}},
        }
    services["gateway"] = {
        "image": "webarium/gateway:latest",
        **hardened,
        "mem_limit": "192m",
        "pids_limit": 60,
        "sysctls": {"net.ipv4.ip_forward": "0"},
        "ports": ["127.0.0.1:${PORT:-8080}:8080"],
        "environment": {
            "WEBARIUM_GATEWAY": json.dumps({"subnet": SUBNET, "sites": described}).replace("$", "$$")
        },
        "networks": {"edge": {}, "world": {"ipv4_address": SUBNET.replace("0/24", "2")}},
        "depends_on": [site.name for site in sites],
    }
    return {
        "name": "webarium",
        "services": services,
        "networks": {
            "edge": {},
            "world": {
                "internal": True,
                "driver_opts": {"com.docker.network.bridge.inhibit_ipv4": "true"},
                "ipam": {"config": [{"subnet": SUBNET}]},
            },
        },
    }


def text(sites: Sequence[Site] | None = None) -> str:
    """The file as it is to be committed."""
    found = compose(all_sites() if sites is None else sites)
    plain = json.loads(json.dumps(found))  # no value twice: YAML would write anchors
    return HEAD + yaml.safe_dump(plain, sort_keys=False, width=110)


if __name__ == "__main__":
    FILE.write_text(text())
    print(FILE.relative_to(ROOT))
