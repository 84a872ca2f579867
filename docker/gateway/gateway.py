"""Write HAProxy's configuration from WEBARIUM_GATEWAY and become HAProxy.

WEBARIUM_GATEWAY is JSON: {"subnet": "10.213.0.0/24", "sites": {"shopping": {"address": "10.213.0.10",
"http": 8000, "hosts": ["shopping"], "database": 3306 or null}}}. Every frontend listens on the address of the
ordinary network only, and refuses whatever comes from the private one: sites reach nothing through it.
"""

from __future__ import annotations

import ipaddress
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HTTP, CONTROL, DATABASE, SITECTL = 8080, 9900, 3306, 9900
DOMAINS = ("webarium.test", "localhost")

NOBODY = "No site of this world has that name.\\n"

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
  retries 3
  retry-on conn-failure empty-response
  timeout connect 2s
  timeout check 1s
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
    refuse = f"  tcp-request connection reject if {{ src {world['subnet']} }}\n"
    text = HEAD
    text += f"frontend http\n  bind {edge}:{HTTP}\n{refuse}"
    text += "  http-request set-var(txn.host) req.hdr(host),field(1,:),lower\n"
    text += "  http-request disable-l7-retry if !METH_GET\n"
    for name, site in sites.items():
        hosts = " ".join(f"{host}.{domain}" for host in site["hosts"] for domain in DOMAINS)
        text += f"  use_backend {name} if {{ var(txn.host) -m str {hosts} }}\n"
    text += "  default_backend nobody\n"
    text += "backend nobody\n"
    text += f'  http-request return status 421 content-type text/plain string "{NOBODY}"\n'
    text += f"frontend control\n  bind {edge}:{CONTROL}\n{refuse}"
    for name in sites:
        text += f"  use_backend {name}_control if {{ path_beg /{name}/ }}\n"
    text += "  default_backend nobody\n"
    for name, site in sites.items():
        # only the supervisor's port is checked: a look at the application's would count as a request
        web, control = f"{site['address']}:{site['http']}", f"{site['address']}:{SITECTL}"
        text += f"backend {name}\n  server {name} {web} track {name}_control/{name}\n"
        text += f"backend {name}_control\n  http-request replace-path /[a-z0-9_]+(/.*) \\1\n"
        # a call such as reset must not be sent twice, and a dead container be known at once
        text += "  retry-on none\n  retries 0\n"
        text += f"  server {name} {control} check inter 1s fastinter 300ms downinter 200ms fall 2 rise 1\n"
    databases = [name for name, site in sites.items() if site["database"]]
    for number, name in enumerate(databases):
        site = sites[name]
        text += f"listen {name}_database\n  mode tcp\n  bind {edge}:{DATABASE + number}\n{refuse}"
        text += "  option tcpka\n  retries 0\n"
        text += f"  server {name} {site['address']}:{site['database']} track {name}_control/{name}\n"
    return text


def edge_address(subnet: str) -> str:
    """The one IPv4 address of this container that is not on the private network."""
    network = ipaddress.ip_network(subnet)
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split()
    for text in found:
        address = ipaddress.ip_address(text)
        if address.version == 4 and address not in network:
            return text
    sys.exit(f"gateway: no address outside {subnet} among {found}")


if __name__ == "__main__":
    given = json.loads(os.environ["WEBARIUM_GATEWAY"])
    file = Path("/tmp/haproxy.cfg")  # noqa: S108 - a tmpfs of this container alone
    file.write_text(configuration(given, edge_address(given["subnet"])))
    os.execvp("haproxy", ["haproxy", "-db", "-q", "-f", str(file)])  # noqa: S606
