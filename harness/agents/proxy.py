"""The one way out of a jail: a small forwarding proxy that lets through the addresses it was told.

It listens on the jail's own loopback and connects from outside. ``CONNECT`` and plain requests are all it
knows; who asks for anything else, or for another address, gets a refusal that the agent's log tells too.
Runs as a process of its own below the keeper, so it imports the standard library alone.
"""

from __future__ import annotations

import asyncio
import concurrent.futures.thread  # noqa: F401 - now: later, its user may not read where the library lies
import contextlib
import encodings.idna  # noqa: F401 - likewise
import ipaddress
import os
import socket
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

HEAD_LIMIT = 65536  # bytes of a request's head
MOST_TOLD = 20  # refusals that the log takes
_CHUNK = 65536
_OF_THE_WAY = (b"proxy-", b"connection:", b"keep-alive:")
_ROUTES_4, _ROUTES_6 = "/proc/net/route", "/proc/net/ipv6_route"
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_LOCAL = ("localhost", "ip6-localhost")
VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy")


class Refused(Exception):
    """This request is not let through."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def environment(port: int) -> dict[str, str]:
    """The variables that lead programs to the proxy; Node.js wants to be told to look at them."""
    return dict.fromkeys(VARIABLES, f"http://127.0.0.1:{port}") | {"NODE_USE_ENV_PROXY": "1"}


class Proxy:
    """Lets through what is allowed.

    Args:
        allowed: addresses ``host:port``, as they were named.
    """

    def __init__(self, allowed: list[str]) -> None:
        self.allowed = {one.lower() for one in allowed}
        self._told = 0

    async def serve(self, listening: socket.socket) -> None:
        """Serve for ever."""
        server = await asyncio.start_server(self._client, sock=listening, limit=HEAD_LIMIT)
        async with server:
            await server.serve_forever()

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            target, first = request(head)
            there, back = await self._connect(*target)
            try:
                if first:
                    back.write(first)
                else:
                    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await asyncio.gather(_pipe(reader, back), _pipe(there, writer))
            finally:
                back.close()
        except Refused as why:
            self._tell(str(why))
            text = f"{why}\n".encode()
            writer.write(
                f"HTTP/1.1 {why.code} Refused\r\nContent-Type: text/plain\r\nConnection: close\r\n"
                f"Content-Length: {len(text)}\r\n\r\n".encode()
                + text
            )
            with contextlib.suppress(OSError):
                await writer.drain()
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to an allowed address.

        A name that was allowed leads nowhere on this machine, and to no container of it, whatever name
        servers say of it: what is here is reached as ``localhost``, or by its number.
        """
        shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if shown.lower() not in self.allowed:
            raise Refused(403, f"{shown} is not among the addresses of --agent-network")
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise Refused(502, f"{shown} is not known: {error.strerror}") from error
        for *_, address in found:
            if _is_here(str(address[0])) and not _is_named_here(host):
                raise Refused(403, f"{shown} leads to this machine ({address[0]}): allow it by that number")
        for *_, address in found:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(str(address[0]), port)
        raise Refused(502, f"{shown} does not answer")

    def _tell(self, what: str) -> None:
        self._told += 1
        if self._told <= MOST_TOLD:
            print(f"webarium: {what}", file=sys.stderr, flush=True)


def request(head: bytes) -> tuple[tuple[str, int], bytes]:
    """Where a request wants to go, and what is sent there first: nothing for ``CONNECT``.

    Raises:
        Refused: it is no request for a proxy.
    """
    line, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    words = line.decode("latin-1").split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise Refused(400, "this is no HTTP request")
    method, target, protocol = words
    try:
        url = urlsplit(f"//{target}" if method == "CONNECT" else target)
        host, port = url.hostname, url.port
    except ValueError as error:
        raise Refused(400, f"{target!r:.80} is no address") from error
    if method == "CONNECT" and host and port:
        return (host, port), b""
    if method == "CONNECT" or url.scheme != "http" or not host or url.username is not None:
        raise Refused(400, f"{target!r:.80} is no address for a proxy")
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    kept = [one for one in fields if not one.lower().startswith(_OF_THE_WAY)]
    first = f"{method} {path} {protocol}".encode("latin-1")
    # a connection is for one request: the next one may be for another address
    return (host, port or 80), b"\r\n".join([first, *kept, b"Connection: close"]) + b"\r\n\r\n"


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


def _is_here(address: str) -> bool:
    """Whether an address is this machine's own, its containers', or one for neighbours on the line alone."""
    one = ipaddress.ip_address(address.partition("%")[0])
    one = getattr(one, "ipv4_mapped", None) or one
    if one.is_loopback or one.is_unspecified or one.is_link_local or _is_own(one):
        return True
    return any(one in network for network in networks_here(_lines(_ROUTES_4), _lines(_ROUTES_6), _is_bridge))


def _is_own(address: Address) -> bool:
    """Whether an interface has this address: who speaks to himself is called what he calls."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((str(address), 9))  # sends nothing
            return ipaddress.ip_address(line.getsockname()[0]) == address
    except OSError:  # no way leads there
        return False


def networks_here(
    routes_4: list[list[str]], routes_6: list[list[str]], is_bridge: Callable[[str], bool]
) -> list[Network]:
    """The networks of this machine's containers: on a bridge through which no way leads further.

    Args:
        routes_4: words of the lines of ``/proc/net/route``, whose first are headings.
        routes_6: likewise of ``/proc/net/ipv6_route``, which has none.
        is_bridge: whether an interface is a bridge.
    """
    found: list[tuple[str, bool, Network]] = []
    for name, start, gateway, _, _, _, _, mask, *_ in routes_4[1:]:
        base, bits = (int.from_bytes(bytes.fromhex(one), "little") for one in (start, mask))
        found.append((name, int(gateway, 16) != 0, ipaddress.IPv4Network((base, bits.bit_count()))))
    for start, size, _, _, gateway, *_, name in routes_6:
        network = ipaddress.IPv6Network((int(start, 16), int(size, 16)))
        found.append((name, int(gateway, 16) != 0, network))
    outward = {name for name, leads, _ in found if leads}
    return [one for name, _, one in found if name not in outward and is_bridge(name)]


def _lines(file: str) -> list[list[str]]:
    try:
        with open(file, encoding="ascii") as lines:
            return [words for line in lines if (words := line.split())]
    except OSError:  # no such system, or none of this family
        return []


def _is_bridge(name: str) -> bool:
    return os.path.isdir(f"/sys/class/net/{name}/bridge")


def _is_named_here(host: str) -> bool:
    if host.lower() in _LOCAL:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def main(listening: socket.socket, allowed: list[str]) -> None:
    """Serve until this process is ended."""
    asyncio.run(Proxy(allowed).serve(listening))
