"""A look at every kind of page before the first visitor, so that no visitor pays for it."""

from __future__ import annotations

PATHS = (
    "/",
    "/search?query=Marktplatz",
    "/search?query=pharmacy+near+Bahnhof",
    "/search?query=restaurants+in+Neubrandenburg",
    "/query?lat=53.5575&lon=13.261",
    "/directions?engine=car&route=53.5575,13.261;53.545,13.25",
    "/directions?engine=bicycle&route=53.5575,13.261;53.545,13.25",
    "/directions?engine=foot&route=53.5575,13.261;53.545,13.25",
    "/tiles/13/4397/2647.png",
)


def warm_up() -> int:
    """Look at them; returns how many answered."""
    from .wsgi import application

    client = application.test_client()
    return sum(client.get(path).status_code == 200 for path in PATHS)
