"""What each reply of the pages for one person carries."""

from __future__ import annotations

import httpx

from harness.pages import LocalServer, Reply


def test_every_reply_keeps_other_pages_out() -> None:
    server = LocalServer(0, get=lambda path: Reply("<p>") if path == "/" else None, post=lambda *_: Reply())
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", trust_env=False) as client:
            replies = [client.get("/"), client.get("/none"), client.post("/")]
            replies.append(client.get("/", headers={"host": "evil.example"}))
    finally:
        server.close()
    assert [one.status_code for one in replies] == [200, 404, 200, 403]
    for one in replies:
        rules = dict(rule.split(" ", 1) for rule in one.headers["content-security-policy"].split("; "))
        assert rules["frame-ancestors"] == "'none'"
        assert rules["default-src"].split() == ["'self'", "'unsafe-inline'", "data:"]
        assert one.headers["x-content-type-options"] == "nosniff"
        assert one.headers["cache-control"] == "no-store"
