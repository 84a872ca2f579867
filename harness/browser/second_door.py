"""Start a Chromium that a second program may speak to: `python second_door.py SOCKET COMMAND...`.

Playwright speaks to Chromium over a pipe, which nobody else can reach, and a port would be open to every
program of the machine. This stands between the two: what Playwright says goes through, and whoever connects
to the Unix socket, which lies in a folder that is the harness' alone, gets a browser session of his own on
the same pipe. Both sides write JSON that ends with a zero byte. A message of his without a ``sessionId`` goes
to that session; each session that he attaches is his, and of others he hears nothing.

start_chromium.sh uses this; it imports nothing of ours, so that it starts quickly.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from itertools import count

FROM_US, TO_US = 3, 4  # file descriptors of Chromium's `--remote-debugging-pipe`: it reads 3 and writes 4
LONGEST = 1 << 28  # bytes of a message
FIRST_ID = 1 << 30  # of our own calls; Playwright counts from 1
END = b"\0"


class Guest:
    """A program at the socket."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.session = ""
        self.sessions: set[str] = set()

    def tell(self, message: dict) -> None:
        """Pass a message of Chromium on."""
        if message.get("sessionId") == self.session:
            del message["sessionId"]
        self.writer.write(json.dumps(message).encode() + END)


class Door:
    """Chromium's pipe, with Playwright and guests at the other end."""

    def __init__(self, chromium: asyncio.StreamWriter, playwright: asyncio.StreamWriter) -> None:
        self.chromium, self.playwright = chromium, playwright
        self.owners: dict[str, Guest] = {}
        self.asked: dict[int, asyncio.Future[str]] = {}
        self.numbers = count(FIRST_ID)

    def heard(self, raw: bytes) -> None:
        """Chromium said something."""
        message = json.loads(raw)
        if message.get("id", 0) >= FIRST_ID and "sessionId" not in message:
            asked = self.asked.pop(message["id"], None)
            if asked:
                asked.set_result(message.get("result", {}).get("sessionId", ""))
            return
        guest = self.owners.get(message.get("sessionId", ""))
        if guest is None:
            self.playwright.write(raw + END)
            return
        about = message.get("params", {}).get("sessionId", "")
        if message.get("method") == "Target.attachedToTarget":
            self.owners[about] = guest
            guest.sessions.add(about)
        elif message.get("method") == "Target.detachedFromTarget":
            self.owners.pop(about, None)
            guest.sessions.discard(about)
        guest.tell(message)

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody connected to the socket."""
        guest = Guest(writer)
        number = next(self.numbers)
        self.asked[number] = asyncio.get_running_loop().create_future()
        self._say({"id": number, "method": "Target.attachToBrowserTarget"})
        guest.session = await self.asked[number]
        guest.sessions.add(guest.session)
        self.owners[guest.session] = guest
        over = (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError)
        with suppress(*over):
            while True:
                message = json.loads((await reader.readuntil(END))[:-1])
                if message.setdefault("sessionId", guest.session) in guest.sessions:
                    self._say(message)
        for session in guest.sessions:
            self.owners.pop(session, None)
        end = {"method": "Target.detachFromTarget", "params": {"sessionId": guest.session}}
        self._say({"id": next(self.numbers), **end})
        writer.close()

    def _say(self, message: dict) -> None:
        self.chromium.write(json.dumps(message).encode() + END)


def start(command: list[str]) -> tuple[int, int, int]:
    """Start Chromium; returns its process, and the ends of its pipe for writing and for reading."""
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    process = os.fork()
    if process == 0:
        os.dup2(to_read, FROM_US)
        os.dup2(from_write, TO_US)
        os.execvp(command[0], command)  # noqa: S606 - the command is the caller's own
    os.close(to_read)
    os.close(from_write)
    return process, to_write, from_read


async def _reader(number: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=LONGEST)
    pipe = os.fdopen(number, "rb", buffering=0)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


async def _writer(number: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    pipe = os.fdopen(number, "wb", buffering=0)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, pipe)
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What Playwright says, until it says no more; Chromium ends when its pipe does.

    Whole messages alone: a guest's would else come to stand within one that is longer than what is read at
    once, Chromium could read neither, and both would wait for their answers without end.
    """
    with suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
        while True:
            writer.write(await reader.readuntil(END))
            await writer.drain()
    writer.close()


async def main(socket: str, command: list[str]) -> int:
    """Stand between until Chromium ends; returns its exit code."""
    process, to_chromium, from_chromium = start(command)
    door = Door(await _writer(to_chromium), await _writer(TO_US))
    said = await _reader(from_chromium)
    passing = asyncio.create_task(_pass_on(await _reader(FROM_US), door.chromium))
    server = await asyncio.start_unix_server(door.welcome, socket, limit=LONGEST)
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            door.heard((await said.readuntil(END))[:-1])
    passing.cancel()
    server.close()
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:])) & 0xFF)
