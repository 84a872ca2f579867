"""The compose file follows the site files and is as closed as a world."""

from __future__ import annotations

import json

from reset import compose
from sites.spec import load_site


def test_the_committed_file_is_current() -> None:
    assert compose.FILE.read_text() == compose.text(), "run `python -m reset.compose`"


def test_only_the_gateway_publishes_and_only_on_loopback() -> None:
    found = compose.compose([load_site("notes"), load_site("pages")])
    published = {name: one.get("ports") for name, one in found["services"].items()}
    assert published == {"notes": None, "pages": None, "gateway": ["127.0.0.1:${PORT:-8080}:8080"]}
    for one in found["services"].values():
        assert one["cap_drop"] == ["ALL"]
        assert one["read_only"]
        assert "no-new-privileges:true" in one["security_opt"]
    assert found["networks"]["world"]["internal"]
    described = json.loads(found["services"]["gateway"]["environment"]["WEBARIUM_GATEWAY"])
    assert described["sites"]["pages"]["address"] == "10.213.255.11"
    assert found["services"]["pages"]["networks"]["world"]["ipv4_address"] == "10.213.255.11"
