"""What belongs to the world, by its address."""

from __future__ import annotations

import pytest

from sites.facts import is_world_host, site_of


@pytest.mark.parametrize(
    "url", ["http://[x", "http://[::1", "http://shopping.webarium.test]/", "", "/deals/"]
)
def test_what_is_no_address_is_of_no_site(url: str) -> None:
    assert (is_world_host(url), site_of(url)) == (False, None)


def test_an_address_says_its_site() -> None:
    assert site_of("http://shopping.webarium.test:80/deals/") == "shopping"
    assert site_of("http://webarium.test.example.org/") is None
