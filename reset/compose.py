"""`docker/compose.yaml`, made from the site files: a world's plan for people and for engines elsewhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import yaml

from reset.endpoint import LOOPBACK
from reset.plan import CONTROL, DATABASE, EDGE, GATEWAY, HTTP, SUBNETS, PartPlan, Secrets, WorldPlan, plan
from sites.seeds import DEFAULT_SEED
from sites.spec import ROOT, Site, all_sites, load_site

FILE = ROOT / "docker" / "compose.yaml"

TOKEN, PASSWORD = "${WEBARIUM_TOKEN:-}", "${WEBARIUM_READER_PASSWORD:-}"

HEAD = """\
# Made from sites/*/site.yaml by `python -m reset.compose`; edit those, not this.
# A world as containers of `docker compose`, after `webarium build` (or images pull, images load):
#   docker compose -p webarium -f docker/compose.yaml up -d   then http://shopping.localhost:8080/ (or PORT=)
#   docker compose -p webarium -f docker/compose.yaml restart shopping   returns a site to its pristine state
# With WEBARIUM_TOKEN and WEBARIUM_READER_PASSWORD set, its control port is 9900 (or CONTROL_PORT=...), and
# those of databases come after it: `webarium up --attach FILE` takes it, see docs/reset.md. Without a token
# nothing opens the control port, and without a password no database can be reached.
"""


def planned(sites: Sequence[Site]) -> WorldPlan:
    """The world's plan; what is secret is left to variables of the environment."""
    return plan(
        sites,
        "compose",
        str(DEFAULT_SEED),
        images={name: f"webarium/{name}:latest" for name in (*(site.name for site in sites), GATEWAY)},
        # from the end, where other worlds come last
        subnets={site.name: subnet for site, subnet in zip(sites, reversed(SUBNETS), strict=False)},
        secrets={site.name: Secrets(TOKEN, PASSWORD) for site in sites},
        labels={},
    )


def compose(sites: Sequence[Site]) -> dict[str, Any]:
    """The file's content for these sites."""
    whole = planned(sites)
    keys = {network.name: network.site for network in whole.networks} | {EDGE: EDGE}
    inside = {
        "driver_opts": {"com.docker.network.bridge.inhibit_ipv4": "true"},
        "internal": True,
    }
    return {
        "services": {part.name: _service(part, keys) for part in whole.parts},
        "networks": {
            EDGE: {},
            **{
                network.site: {**inside, "ipam": {"config": [{"subnet": network.subnet}]}}
                for network in whole.networks
            },
        },
    }


def _service(part: PartPlan, keys: dict[str, str]) -> dict[str, Any]:
    hard = part.hardening
    found: dict[str, Any] = {
        "image": part.image,
        "pull_policy": "never",  # no registry that an engine asks by itself has ours: the name there is free
        "hostname": part.hostname,
        "user": hard.user,
        "read_only": hard.read_only,
        "cap_drop": list(hard.capabilities_dropped),
        "security_opt": list(hard.security),
        "mem_limit": part.limits.memory,
        "memswap_limit": part.limits.memory,
        "pids_limit": part.limits.pids,
        "tmpfs": [f"{mount.path}:{mount.options}" for mount in part.mounts if mount.memory],
        "volumes": [{"type": "volume", "target": mount.path} for mount in part.mounts if not mount.memory],
        "dns": list(part.dns),
        "sysctls": dict(part.sysctls),
        "ports": [f"{LOOPBACK}:{_outside(port)}:{port}" for port in part.publish],
        "environment": {
            # the description of the gateway holds no variables
            name: value.replace("$", "$$") if part.name == GATEWAY else value
            for name, value in part.environment.items()
        },
        "networks": {
            keys[name]: {"ipv4_address": address} if address else {}
            for name, address in part.networks.items()
        },
    }
    return {key: value for key, value in found.items() if value not in ([], {})}


def _outside(port: int) -> str:
    """Where a port of the gateway is published: databases after the control port, away from a real one's."""
    if port == HTTP:
        return f"${{PORT:-{HTTP}}}"
    if port == CONTROL:
        return f"${{CONTROL_PORT:-{CONTROL}}}"
    return str(CONTROL + 1 + port - DATABASE)


def text(sites: Sequence[Site] | None = None) -> str:
    """The file as it is to be committed."""
    found = compose(all_sites() if sites is None else sites)
    plain = json.loads(json.dumps(found))  # no value twice: YAML would write anchors
    return HEAD + yaml.safe_dump(plain, sort_keys=False, width=110)


def main(names: Sequence[str]) -> None:
    """`python -m reset.compose [site...]`: write the file; of some sites alone, print it."""
    if names:
        print(text([load_site(name) for name in names]), end="")
        return
    FILE.write_text(text())
    print(FILE.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
