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
    assert published == {
        "notes": None,
        "pages": None,
        "gateway": [
            "127.0.0.1:${PORT:-8080}:8080",
            "127.0.0.1:${CONTROL_PORT:-9900}:9900",
            "127.0.0.1:9901:3306",
        ],
    }
    for one in found["services"].values():
        assert one["cap_drop"] == ["ALL"]
        assert one["read_only"]
        assert "no-new-privileges:true" in one["security_opt"]
    assert [name for name, one in found["networks"].items() if not one.get("internal")] == ["edge"]
    described = json.loads(found["services"]["gateway"]["environment"]["WEBARIUM_GATEWAY"])
    for address, site in (("10.213.255.251", "notes"), ("10.213.255.243", "pages")):  # the last two networks
        assert described["sites"][site]["address"] == address
        assert found["services"][site]["networks"] == {site: {"ipv4_address": address}}


def test_no_image_is_asked_of_a_registry_where_its_name_is_anybodys() -> None:
    services = compose.compose([load_site("notes"), load_site("pages")])["services"]
    assert {one["pull_policy"] for one in services.values()} == {"never"}


def test_secrets_come_from_the_environment() -> None:
    for site in ("notes", "pages"):
        services = compose.compose([load_site("notes"), load_site("pages")])["services"]
        environment = services[site]["environment"]
        assert environment["WEBARIUM_TOKEN"] == "${WEBARIUM_TOKEN:-}"
        assert environment["WEBARIUM_READER_PASSWORD"] == "${WEBARIUM_READER_PASSWORD:-}"
