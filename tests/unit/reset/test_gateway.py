"""HAProxy's configuration: who may come from where, and to whom it goes."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from sites.spec import ROOT

WORLD = {
    "subnet": "10.213.7.0/24",
    "sites": {
        "shopping": {
            "address": "10.213.7.10",
            "http": 8000,
            "hosts": ["shopping", "market"],
            "database": 3306,
        },
        "wiki": {"address": "10.213.7.11", "http": 8080, "hosts": ["wiki"], "database": None},
        "forum": {"address": "10.213.7.12", "http": 8000, "hosts": ["forum"], "database": 3307},
    },
}


@pytest.fixture(scope="module")
def gateway() -> Any:
    spec = importlib.util.spec_from_file_location("gateway", ROOT / "docker/gateway/gateway.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sections(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if not line.startswith(" "):
            name = line
            found[name] = []
        else:
            found[name].append(line.strip())
    return found


def test_every_listener_is_on_the_ordinary_address_and_refuses_the_private_network(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    listening = {
        name: lines for name, lines in found.items() if any(line.startswith("bind") for line in lines)
    }
    assert {line for lines in listening.values() for line in lines if line.startswith("bind")} == {
        "bind 172.17.0.9:8080",
        "bind 172.17.0.9:9900",
        "bind 172.17.0.9:3306",
        "bind 172.17.0.9:3307",
    }
    for name, lines in listening.items():
        assert "tcp-request connection reject if { src 10.213.7.0/24 }" in lines, name


def test_databases_count_up_over_the_sites_that_have_one(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    assert "bind 172.17.0.9:3307" in found["listen forum_database"]
    assert any(line.startswith("server forum 10.213.7.12:3307 ") for line in found["listen forum_database"])
    assert "listen wiki_database" not in found


def test_hosts_lead_to_their_site_and_others_nowhere(gateway: Any) -> None:
    lines = sections(gateway.configuration(WORLD, "172.17.0.9"))["frontend http"]
    assert (
        "use_backend shopping if { var(txn.host) -m str "
        "shopping.webarium.test shopping.localhost market.webarium.test market.localhost }"
    ) in lines
    assert "default_backend nobody" in lines


def test_control_calls_are_never_sent_twice(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    assert {"retry-on none", "retries 0"} <= set(found["backend wiki_control"])
