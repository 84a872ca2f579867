"""The checks' own tests need no site files: the shop's noise is given here."""

from __future__ import annotations

import pytest

from evaluators import noise
from evaluators.checks import changes

NOISE = {
    "tables": {"django_session": "all", "auth_user": ["last_login"]},
    "files": ["cache/*"],
    "query": ["utm"],
}


@pytest.fixture
def shop_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the shop of these tests writes by itself."""
    monkeypatch.setattr(noise, "site_noise", lambda site: NOISE)
    monkeypatch.setattr(changes, "site_noise", lambda site: NOISE)
