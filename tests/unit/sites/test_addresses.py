"""What is of a site, by its address."""

from __future__ import annotations

import pytest

from sites.addresses import site_at


@pytest.mark.parametrize(
    "url", ["http://[x", "http://[::1", "http://shopping.webarium.test]/", "", "/deals/"]
)
def test_what_is_no_address_is_of_no_site(url: str) -> None:
    assert site_at(url) is None


def test_an_address_says_its_site() -> None:
    assert site_at("http://shopping.webarium.test:80/deals/") == "shopping"
    assert site_at("http://webarium.test.example.org/") is None
