"""The parts of the loader that need no database."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sites.shopping.loading.trade import spread
from sites.sitekit.loading import session_key


@pytest.mark.parametrize(
    ("amounts", "discount", "shares"),
    [
        (["10.00", "20.00"], "1.00", ["0.33", "0.67"]),
        (["10.00", "10.00", "10.00"], "10.00", ["3.33", "3.33", "3.34"]),
        (["5.00"], "0", ["0.00"]),
        (["0.00", "0.00"], "1.00", ["0.00", "0.00"]),
    ],
)
def test_discount_is_spread_to_the_cent(amounts: list[str], discount: str, shares: list[str]) -> None:
    found = spread([Decimal(text) for text in amounts], Decimal(discount))
    assert found == [Decimal(text) for text in shares]


def test_profiles_of_the_site_file_have_sessions() -> None:
    from sites.shopping.sample import make_sample
    from sites.spec import load_site

    site = load_site("shopping")
    emails = {customer.username: customer.email for customer in make_sample().customers}
    assert [emails.get(profile.username) for profile in site.profiles.values()] == [
        profile.email for profile in site.profiles.values()
    ]
    assert {len(session_key(name)) for name in site.profiles} == {32}
