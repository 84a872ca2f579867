"""Whoever calls the control port badly leaves a line in the log at most, never a traceback."""

from __future__ import annotations

import socket
import struct
import time
from types import SimpleNamespace

import pytest

from reset.sitectl import api


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        (b"GET /health HTTP/1.1\r\nContent-Length: many\r\n\r\n", "ValueError"),
        (b"POST /reset HTTP/1.1\r\nContent-Length: 9\r\n\r\n", ""),
    ],
    ids=["no number", "leaves early"],
)
def test_a_bad_call_leaves_no_traceback(
    said: bytes, logged: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(api, "PORT", 0)
    lines: list[str] = []
    site = SimpleNamespace(log=SimpleNamespace(add=lines.append))
    server = api.serve(site, "secret", "")  # type: ignore[arg-type]
    with socket.create_connection(("127.0.0.1", server.server_address[1])) as caller:
        caller.sendall(said)
        time.sleep(0.1)
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # ends with a reset
    server.shutdown()
    time.sleep(0.2)
    server.server_close()
    assert "Traceback" not in capfd.readouterr().err
    assert logged in " ".join(lines)
    assert len(lines) <= 1
