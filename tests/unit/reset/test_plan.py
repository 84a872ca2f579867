"""The plan of a world says everything, and no two places say the same."""

from __future__ import annotations

import json
import re
from typing import Any

from reset.plan import GATEWAY, HARDENING, SUBNETS, Secrets, WorldPlan, plan
from sites.spec import ROOT, Site, load_site


def planned(*names: str, **options: Any) -> WorldPlan:
    sites: list[Site] = [load_site(name) for name in names]
    return plan(
        sites,
        "w0",
        "7",
        images={name: f"webarium/{name}:1" for name in (*names, GATEWAY)},
        subnets=dict(zip(names, SUBNETS[4:], strict=False)),
        secrets={name: Secrets(f"token of {name}", f"password of {name}") for name in names},
        labels={"webarium.world": "w0"},
        **options,
    )


def test_sites_share_a_network_with_the_gateway_only() -> None:
    whole = planned("notes", "pages")
    assert dict(whole.by_name["notes"].networks) == {"webarium-w0-notes": "10.213.0.35"}
    assert dict(whole.by_name["pages"].networks) == {"webarium-w0-pages": "10.213.0.43"}
    assert dict(whole.by_name[GATEWAY].networks) == {
        "edge": None,
        "webarium-w0-notes": "10.213.0.34",
        "webarium-w0-pages": "10.213.0.42",
    }
    assert next(iter(whole.by_name[GATEWAY].networks)) == "edge", "the network that publishes comes first"


def test_a_site_is_told_its_own_secrets_and_its_own_gateway() -> None:
    for part, gateway in zip(planned("notes", "pages").parts, ("10.213.0.34", "10.213.0.42"), strict=False):
        assert part.environment == {
            "WEBARIUM_TOKEN": f"token of {part.name}",
            "WEBARIUM_READER_PASSWORD": f"password of {part.name}",
            "WEBARIUM_GATEWAY_ADDRESS": gateway,
        }


def test_everybody_is_denied_the_same() -> None:
    assert {part.hardening for part in planned("notes", "pages").parts} == {HARDENING}
    assert HARDENING.read_only
    assert HARDENING.capabilities_dropped == ("ALL",)
    assert HARDENING.security == ("no-new-privileges:true",)
    assert not HARDENING.user.startswith("0")


def test_only_the_gateway_publishes() -> None:
    whole = planned("pages", "notes", http_port=8081)
    assert {part.name for part in whole.parts if part.publish} == {GATEWAY}
    assert dict(whole.by_name[GATEWAY].publish) == {8080: 8081, 9900: None, 3306: None}
    assert whole.databases == {"notes": 3306}


def test_databases_count_up_over_the_sites_that_have_one() -> None:
    whole = planned("shopping", "pages", "wiki")
    assert whole.databases == {"shopping": 3306, "wiki": 3307}
    described = json.loads(whole.by_name[GATEWAY].environment["WEBARIUM_GATEWAY"])["sites"]
    assert described["wiki"]["database"] == {"port": 3306, "listen": 3307}
    assert described["pages"]["database"] is None


def test_every_host_name_of_a_site_leads_to_it() -> None:
    described = json.loads(planned("pages").by_name[GATEWAY].environment["WEBARIUM_GATEWAY"])["sites"]
    assert described["pages"]["hosts"][:2] == ["pages.webarium.test", "pages.localhost"]


OWNERS = {"reset/plan.py", "sites/facts.py"}
FACTS = re.compile(r"10\.213\.|\bwebarium\.test\b|datetime\(2026, 3, 16")


def test_facts_of_every_world_stand_in_one_place() -> None:
    """Subnet, domain and epoch; what runs in containers is apart, and so are the oracles of tasks."""
    found = []
    for room in ("reset", "sites", "evaluators", "harness", "tasks"):
        for file in (ROOT / room).rglob("*.py") if room != "sites" else (ROOT / room).glob("*.py"):
            path = str(file.relative_to(ROOT))
            if path in OWNERS or "/sitectl/" in path or "/oracles/" in path:
                continue
            code = re.sub(r'"""[\s\S]*?"""|#.*', "", file.read_text(encoding="utf-8"))
            found += [f"{path}: {fact}" for fact in FACTS.findall(code)]
    assert found == []
