"""Two programs speak to one Chromium, each in whole messages."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from harness.browser import second_door

END = b"\0"
CHROMIUM = """
import json, os
heard, said = os.fdopen(3, "rb", buffering=0), os.fdopen(4, "wb", buffering=0)
rest = b""
while part := heard.read(1 << 16):
    *whole, rest = (rest + part).split(b"\\0")
    for raw in whole:
        try:
            asked = json.loads(raw)
        except ValueError:
            said.write(b'{"method": "broken"}\\0')
            continue
        result = {"sessionId": "guest"} if "attach" in asked["method"] else {"length": len(raw)}
        kept = {key: asked[key] for key in ("id", "sessionId") if key in asked}
        said.write(json.dumps(kept | {"result": result}).encode() + b"\\0")
"""


@pytest.fixture
def door(tmp_path: Path) -> Iterator[tuple[IO[bytes], IO[bytes], socket.socket]]:
    """What Playwright writes to and reads from, and a guest's connection."""
    place = tmp_path / "door"
    ours = [sys.executable, str(second_door.__file__), str(place), sys.executable, "-c", CHROMIUM]
    shell = ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh", *ours]
    with (
        subprocess.Popen(shell, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process,
        socket.socket(socket.AF_UNIX) as guest,
    ):
        assert process.stdin
        assert process.stdout
        try:
            while process.poll() is None:
                with suppress(FileNotFoundError, ConnectionRefusedError):
                    guest.connect(str(place))
                    break
                time.sleep(0.02)
            yield process.stdin, process.stdout, guest
            process.stdin.close()
            process.wait(20)
        finally:
            process.kill()


def answer(read: Any) -> dict[str, Any]:
    found = b""
    while not found.endswith(END):
        part = read(1)
        assert part, "it ended"
        found += part
    return dict(json.loads(found[:-1]))


def test_a_guest_speaks_while_a_long_message_of_playwrights_is_under_way(
    door: tuple[IO[bytes], IO[bytes], socket.socket],
) -> None:
    to_door, from_door, guest = door
    asked = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": "x" * 300_000}}
    long = json.dumps(asked).encode()
    half = len(long) // 2
    for part in (long[:half], long[half:] + END):
        written = 0
        while written < len(part):
            written += to_door.write(part[written:])
        guest.sendall(b'{"id": 7, "method": "Target.getTargets"}' + END)
        assert answer(guest.recv) == {"id": 7, "result": {"length": len(GUESTS)}}
    assert answer(from_door.read) == {"id": 1, "result": {"length": len(long)}}


def test_a_guest_who_says_too_much_is_put_out() -> None:
    said: list[dict[str, Any]] = []

    class Pipe:
        def write(self, data: bytes) -> None:
            said.append(json.loads(data[:-1]))
            if said[-1]["method"] == "Target.attachToBrowserTarget":
                answered = {"id": said[-1]["id"], "result": {"sessionId": "his"}}
                asyncio.get_running_loop().call_soon(there.heard, json.dumps(answered).encode())

        def close(self) -> None:
            said.append({"method": "closed"})

    there = second_door.Door(Pipe(), Pipe())  # type: ignore[arg-type]

    async def visit() -> None:
        reader = asyncio.StreamReader(limit=8)
        reader.feed_data(b"x" * 100 + END)
        await there.welcome(reader, there.playwright)

    asyncio.run(visit())
    assert [one["method"] for one in said[1:]] == ["Target.detachFromTarget", "closed"]
    assert not there.owners


GUESTS = json.dumps({"id": 7, "method": "Target.getTargets", "sessionId": "guest"})
