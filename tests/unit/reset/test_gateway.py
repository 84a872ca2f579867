"""HAProxy's configuration: who may come from where, and to whom it goes."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

import pytest

from sites.spec import ROOT

WORLD = {
    "http": 8080,
    "control": 9900,
    "sites": {
        "shopping": {
            "subnet": "10.213.7.0/29",
            "address": "10.213.7.3",
            "hosts": ["shopping.webarium.test", "market.webarium.test"],
            "http": 8000,
            "control": 9900,
            "database": {"port": 3306, "listen": 3310},
        },
        "wiki": {
            "subnet": "10.213.8.0/29",
            "address": "10.213.8.3",
            "hosts": ["wiki.webarium.test"],
            "http": 8080,
            "control": 9901,
            "database": None,
        },
        "forum": {
            "subnet": "10.213.9.0/29",
            "address": "10.213.9.3",
            "hosts": ["forum.webarium.test"],
            "http": 8000,
            "control": 9900,
            "database": {"port": 3307, "listen": 3311},
        },
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
        "bind 172.17.0.9:3310",
        "bind 172.17.0.9:3311",
    }
    for name, lines in listening.items():
        assert (
            "tcp-request connection reject if { src 10.213.7.0/29 10.213.8.0/29 10.213.9.0/29 }" in lines
        ), name


def test_ports_are_those_of_the_description(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    assert "bind 172.17.0.9:3311" in found["listen forum_database"]
    assert any(line.startswith("server forum 10.213.9.3:3307 ") for line in found["listen forum_database"])
    assert any(line.startswith("server wiki 10.213.8.3:9901 ") for line in found["backend wiki_control"])
    assert "listen wiki_database" not in found


def test_hosts_lead_to_their_site_and_others_nowhere(gateway: Any) -> None:
    lines = sections(gateway.configuration(WORLD, "172.17.0.9"))["frontend http"]
    assert (
        "use_backend shopping if { var(txn.host) -m str shopping.webarium.test market.webarium.test }"
    ) in lines
    assert "default_backend nobody" in lines


@pytest.mark.parametrize(
    ("kind", "dated"),
    [
        ("text/css; charset=utf-8", False),
        ("text/javascript", False),
        ("application/javascript; charset=utf-8", False),
        ("image/svg+xml", False),
        ("font/woff2", False),
        ("text/html; charset=utf-8", True),
        ("application/json", True),
        ("text/plain", True),
        ("application/pdf", True),
    ],
)
def test_what_pages_are_made_up_with_is_undated(gateway: Any, kind: str, dated: bool) -> None:
    assert (re.search(gateway.FILES, kind) is None) is dated
    lines = sections(gateway.configuration(WORLD, "172.17.0.9"))["frontend http"]
    assert any(
        line.startswith("http-response del-header date if") and gateway.FILES in line for line in lines
    )


def test_control_calls_are_never_sent_twice(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    assert {"retry-on none", "retries 0"} <= set(found["backend wiki_control"])


def test_what_may_have_reached_a_site_is_never_sent_again(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    assert "retry-on conn-failure" in found["defaults"]
    assert "option abortonclose" in found["defaults"]
    assert not [line for line in found["backend shopping"] if "retr" in line]


def test_a_site_that_stands_still_is_given_up(gateway: Any) -> None:
    found = sections(gateway.configuration(WORLD, "172.17.0.9"))
    for site in WORLD["sites"]:
        control = found[f"backend {site}_control"]
        assert "http-check expect status 401" in control, "an open port alone is no sign of life"
        assert any(" check " in line for line in control)
    servers = [line for lines in found.values() for line in lines if line.startswith("server ")]
    assert len(servers) == 8
    assert all(line.endswith(" on-marked-down shutdown-sessions") for line in servers)
