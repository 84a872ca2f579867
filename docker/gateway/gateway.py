"""Write HAProxy's configuration from WEBARIUM_GATEWAY and become HAProxy.

WEBARIUM_GATEWAY is JSON, written by reset/plan.py: {"http": 8080, "control": 9900, "sites": {"shopping":
{"subnet": "10.213.0.0/29", "address": "10.213.0.3", "hosts": ["shopping.webarium.test"], "http": 8000,
"control": 9900, "database": {"port": 3306, "listen": 3306} or null}}}. The first two are ports of the
gateway, as is `listen`; the others are a site's. Every frontend listens on the address of the ordinary
network only, and refuses whatever comes from a site's network: sites reach nothing through it.
"""

from __future__ import annotations

import ipaddress
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CHECK = "check inter 1s fastinter 300ms downinter 200ms fall 2 rise 1"
GIVE_UP = "on-marked-down shutdown-sessions"
"""Who waits for a site that does not answer is told at once, and not after 300 s."""

NOBODY = "No site of this world has that name.\\n"

FILES = "^(text/css|(text|application)/(x-)?javascript|image/|font/|application/(x-)?font)"
"""Types of what pages are made up with. A site dates its answers by the world's clock, and the browser counts
their age by the machine's, months later: what it may keep for an hour would count as old, and be asked for
again with every page. An answer without a date is as old as it is. Pages and data keep theirs: they are asked
for anew, as ever."""

HEAD = """global
  maxconn 2000
  log stdout format raw local0 notice
defaults
  mode http
  log global
  option dontlognull
  # a reset replaces a site's workers: no connection to them outlives its request
  option http-server-close
  option redispatch 1
  # sent again is only what never reached a site: a request whose worker a reset killed would be answered by
  # the next one, in the next episode; and who has gone is not waited for
  retries 3
  retry-on conn-failure
  option abortonclose
  timeout connect 2s
  timeout check 5s
  timeout client 300s
  timeout server 300s
  timeout queue 60s
  timeout http-keep-alive 60s
  timeout tunnel 1h
"""


def configuration(world: dict[str, Any], edge: str) -> str:
    """HAProxy's configuration.

    Args:
        world: what WEBARIUM_GATEWAY holds.
        edge: the gateway's own address on the ordinary network.
    """
    sites = world["sites"]
    subnets = " ".join(site["subnet"] for site in sites.values())
    refuse = f"  tcp-request connection reject if {{ src {subnets} }}\n"
    text = HEAD
    text += f"frontend http\n  bind {edge}:{world['http']}\n{refuse}"
    text += "  http-request set-var(txn.host) req.hdr(host),field(1,:),lower\n"
    for name, site in sites.items():
        text += f"  use_backend {name} if {{ var(txn.host) -m str {' '.join(site['hosts'])} }}\n"
    kept = f"{{ status 304 }} || {{ res.hdr(content-type) -m reg {FILES} }}"
    text += f"  http-response del-header date if {kept}\n"
    text += "  default_backend nobody\n"
    text += "backend nobody\n"
    text += f'  http-request return status 421 content-type text/plain string "{NOBODY}"\n'
    text += f"frontend control\n  bind {edge}:{world['control']}\n{refuse}"
    for name in sites:
        text += f"  use_backend {name}_control if {{ path_beg /{name}/ }}\n"
    text += "  default_backend nobody\n"
    for name, site in sites.items():
        # only the supervisor's port is checked: a look at the application's would count as a request;
        # one that is stopped still takes connections, so it has to answer (401: nobody shows it a token)
        web, control = f"{site['address']}:{site['http']}", f"{site['address']}:{site['control']}"
        text += f"backend {name}\n  server {name} {web} track {name}_control/{name} {GIVE_UP}\n"
        text += f"backend {name}_control\n  http-request replace-path /[a-z0-9_]+(/.*) \\1\n"
        # a call such as reset must not be sent twice, and a dead container be known at once
        text += "  retry-on none\n  retries 0\n"
        text += "  option httpchk GET /\n  http-check expect status 401\n"
        text += f"  server {name} {control} {CHECK} {GIVE_UP}\n"
        if database := site["database"]:
            text += f"listen {name}_database\n  mode tcp\n  bind {edge}:{database['listen']}\n{refuse}"
            text += "  option tcpka\n  retries 0\n"
            address = f"{site['address']}:{database['port']}"
            text += f"  server {name} {address} track {name}_control/{name} {GIVE_UP}\n"
    return text


def edge_address(subnets: Sequence[str]) -> str:
    """The one IPv4 address of this container that is on no site's network."""
    networks = [ipaddress.ip_network(subnet) for subnet in subnets]
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split()
    for text in found:
        address = ipaddress.ip_address(text)
        if address.version == 4 and not any(address in network for network in networks):
            return text
    sys.exit(f"gateway: no address outside {', '.join(subnets)} among {found}")


if __name__ == "__main__":
    given = json.loads(os.environ["WEBARIUM_GATEWAY"])
    file = Path("/tmp/haproxy.cfg")  # noqa: S108 - a tmpfs of this container alone
    file.write_text(configuration(given, edge_address([one["subnet"] for one in given["sites"].values()])))
    os.execvp("haproxy", ["haproxy", "-db", "-q", "-f", str(file)])  # noqa: S606
