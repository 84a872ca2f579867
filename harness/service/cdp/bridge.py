"""The address that clients connect to: a WebSocket for CDP, and a few pages of HTTP beside it.

It runs in a thread of its own. Of what somebody does there is one thing at a time: it waits until what stands
in the browser has been kept, and its answer until the page has settled.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from harness.service.cdp.desk import AFTER, ANSWER, BEFORE, MESSAGES, SAY, Desk
from harness.service.cdp.recorder import MOST_SECONDS
from harness.service.cdp.rules import LONGEST, Message, Scope, answered, rule, told
from sites.errors import WebariumError

LONGEST_BODY = 1024 * 1024
GOODBYE_SECONDS = 2
END_SECONDS = 10.0
"""How long its thread may take to end; one that has not is a daemon, and ends with the program."""
END = b"\0"
LONGEST_TOLD = 1 << 28
Key = tuple[str | None, int]
"""Of a message that waits for its answer: session and id."""
TOOLS = "devtools://devtools"
"""The origin of Chromium's own tools, which show another browser's page and take what one does to it."""
UNANSWERED = f"the browser has not answered within {MOST_SECONDS:g} s"
POLICY, GONE = 1008, 1001
"""Why a WebSocket is closed: it broke a rule, or the episode is over."""


class Bridge:
    """A context manager: clients are served within.

    Args:
        door: the Unix socket at which Chromium's pipe is (``harness/browser/second_door.py``).
        scope: what clients may know of the browser.
        desk: asked before and after somebody acts.
        task: what is told of the task.
        note: told of what was refused, or answered without being carried out.
        port: loopback port; 0 takes a free one.

    Raises:
        WebariumError: when the port is taken.
    """

    def __init__(
        self,
        door: Path,
        scope: Scope,
        desk: Desk,
        task: dict[str, Any],
        *,
        note: Callable[[str, str], None],
        port: int = 0,
    ) -> None:
        self.scope, self.desk = scope, desk
        self.token = secrets.token_urlsafe(24)
        self._door, self._task, self._note = str(door), task, note
        self._acting = asyncio.Lock()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", port))
            self._socket.listen()  # who connects before the thread is there waits for it
        except OSError as error:
            raise WebariumError(f"Port {port} is taken", remedy="choose another one with --port") from error
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._application(),
                log_level="error",
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=LONGEST * 4,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GOODBYE_SECONDS,
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    @property
    def address(self) -> str:
        """For clients: it takes ``http`` and ``ws``."""
        return f"127.0.0.1:{self._socket.getsockname()[1]}/{self.token}"

    def tools(self, target: str) -> str:
        """Where a person's own Chromium or Chrome shows a tab."""
        return f"{TOOLS}/bundled/inspector.html?ws={self.address}/devtools/page/{target}"

    def __enter__(self) -> Bridge:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.desk.close()
        self._server.should_exit = True
        self._thread.join(END_SECONDS)
        self._socket.close()

    def _application(self) -> Starlette:
        versions = [Route(f"/{{token}}/json/version{end}", self._version) for end in ("", "/")]
        lists = [Route(f"/{{token}}/json{path}", self._list) for path in ("", "/", "/list", "/list/")]
        places = ("", "/", "/devtools/browser", "/devtools/browser/{any}", "/devtools/page/{target}")
        return Starlette(
            routes=[
                *versions,
                *lists,
                Route("/{token}/task", self._tell_task),
                Route("/{token}/messages", partial(self._ask, MESSAGES)),
                *(
                    Route(f"/{{token}}/{what}", partial(self._ask, what), methods=["POST"])
                    for what in (ANSWER, SAY)
                ),
                *(WebSocketRoute(f"/{{token}}{place}", self._client) for place in places),
            ]
        )

    # --- HTTP ---------------------------------------------------------------------------------------------

    def _known(self, connection: HTTPConnection) -> bool:
        """Whether somebody knows the token, and is no page of a browser but its own tools."""
        given = connection.path_params["token"].encode()
        if connection.headers.get("origin", TOOLS) != TOOLS:
            return False
        return hmac.compare_digest(given, self.token.encode())

    async def _version(self, request: Request) -> Response:
        if not self._known(request):
            return _unknown()
        async with Line(self._door) as line:
            version = await line.ask("Browser.getVersion")
        return JSONResponse(
            {
                "Browser": version["product"],
                "Protocol-Version": version["protocolVersion"],
                "User-Agent": version["userAgent"],
                "V8-Version": version["jsVersion"],
                "webSocketDebuggerUrl": f"ws://{self.address}/devtools/browser",
            }
        )

    async def _list(self, request: Request) -> Response:
        if not self._known(request):
            return _unknown()
        async with Line(self._door) as line:
            found = await line.ask("Target.getTargets")
        pages = [one for one in found["targetInfos"] if self.scope.has(one) and one["type"] == "page"]
        return JSONResponse(
            [
                {
                    "id": one["targetId"],
                    "type": "page",
                    "title": one["title"],
                    "url": one["url"],
                    "devtoolsFrontendUrl": self.tools(one["targetId"]),
                    "webSocketDebuggerUrl": f"ws://{self.address}/devtools/page/{one['targetId']}",
                }
                for one in pages
            ]
        )

    async def _tell_task(self, request: Request) -> Response:
        return JSONResponse(self._task) if self._known(request) else _unknown()

    async def _ask(self, what: str, request: Request) -> Response:
        """Have the desk answer; what is asked waits until all that was done is over."""
        if not self._known(request):
            return _unknown()
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                return JSONResponse({"error": "this is too long"}, 413)
        async with self._acting:
            try:
                found = await asyncio.wrap_future(self.desk.ask(what, body))
            except asyncio.CancelledError:
                return JSONResponse({"error": "the episode is over"}, 410)
        return JSONResponse(found, 400 if "error" in found else 200)

    # --- CDP ----------------------------------------------------------------------------------------------

    async def _client(self, socket: WebSocket) -> None:
        if not self._known(socket):
            await socket.close(POLICY)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, ConnectionError, OSError):
            async with Line(self._door) as line:
                await Client(self, socket, line).serve(socket.path_params.get("target"))


class Line:
    """A connection to Chromium through the door."""

    def __init__(self, door: str) -> None:
        self._door = door
        self._numbers = iter(range(1, 1 << 30))

    async def __aenter__(self) -> Line:
        self.reader, self.writer = await asyncio.open_unix_connection(self._door, limit=LONGEST_TOLD)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    def say(self, message: Message) -> None:
        """Send a message."""
        self.writer.write(json.dumps(message).encode() + END)

    async def hear(self) -> Message:
        """The next message.

        Raises:
            ConnectionError: when Chromium is gone.
        """
        try:
            return dict(json.loads((await self.reader.readuntil(END))[:-1]))
        except asyncio.IncompleteReadError as error:
            raise ConnectionError("Chromium is gone") from error

    async def ask(self, method: str, **params: Any) -> Message:
        """The result of a call, on a line that nobody else uses."""
        number = next(self._numbers)
        self.say({"id": number, "method": method, "params": params})
        while (message := await self.hear()).get("id") != number:
            pass
        return dict(message.get("result") or {})


class Client:
    """One WebSocket of a client, and its sessions.

    Args:
        bridge: that it is connected to.
        socket: its own.
        line: its own.
    """

    def __init__(self, bridge: Bridge, socket: WebSocket, line: Line) -> None:
        self._bridge, self._socket, self._line = bridge, socket, line
        self._root: str | None = None
        self._sessions: dict[str, Message] = {}
        """Of each session its target."""
        self._asked: dict[Key, tuple[str, asyncio.Future[Message | None] | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, target: str | None) -> None:
        """Pass on until one side goes.

        Args:
            target: the tab that the WebSocket is of; None for the browser.
        """
        if target is not None:
            if target not in self._bridge.scope.targets:
                await self._socket.close(POLICY)
                return
            found = await self._line.ask("Target.attachToTarget", targetId=target, flatten=True)
            self._root = found["sessionId"]
            self._sessions[found["sessionId"]] = {"targetId": target, "type": "page"}
        both = [asyncio.create_task(self._hear_client()), asyncio.create_task(self._hear_chromium())]
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            for one in [*both, *self._tasks]:
                one.cancel()

    async def _hear_client(self) -> None:
        while True:
            said = await self._socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            text = said.get("text")
            ruled = rule(text if text is not None else b"", self._sessions, self._bridge.scope)
            message, key = ruled.message, (ruled.message.get("sessionId"), ruled.message.get("id", -1))
            if ruled.verdict in ("answer", "refuse"):
                self._bridge._note(message.get("method", ""), ruled.why)
                why = ruled.why if ruled.verdict == "refuse" else ""
                await self._socket.send_text(answered(message, why=why))
            elif key in self._asked:
                await self._socket.send_text(answered(message, why="this id is being answered already"))
            elif ruled.verdict == "pass":
                self._asked[key] = (message["method"], None)
                self._say(message)
            else:
                self._asked[key] = (message["method"], asyncio.get_running_loop().create_future())
                task = asyncio.create_task(self._act(message, key))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _act(self, message: Message, key: Key) -> None:
        """One thing that is done: what stands there is kept before, the page settles after it."""
        desk, what = self._bridge.desk, self._what(message)
        async with self._bridge._acting:
            try:
                why = await asyncio.wrap_future(desk.ask(BEFORE, what)) if key in self._asked else ""
                _, answer = self._asked.get(key, ("", None))
                if why or answer is None:  # its session may have ended while this waited
                    self._asked.pop(key, None)
                    await self._socket.send_text(answered(message, why=why or "its session is over"))
                    return
                self._say(message)
                # its future stays where it is asked: nobody hears of an answer that comes too late
                done, _ = await asyncio.wait([answer], timeout=MOST_SECONDS)
                found = answer.result() if done else None
                await asyncio.wrap_future(desk.ask(AFTER, what))
                if found:
                    await self._socket.send_text(json.dumps(found))
                elif not done:
                    await self._socket.send_text(answered(message, why=UNANSWERED))
            except asyncio.CancelledError:  # the desk is closed, or the client is gone
                with suppress(RuntimeError, WebSocketDisconnect):
                    await self._socket.close(GONE)

    def _what(self, message: Message) -> dict[str, Any]:
        """What is done: the method, its parameters, and in which tab."""
        session = message.get("sessionId") or self._root
        target = message["params"].get("targetId") or self._sessions.get(session or "", {}).get("targetId")
        return {"method": message["method"], "params": message["params"], "target": target}

    def _say(self, message: Message) -> None:
        if message.get("sessionId") is None and self._root:
            message = message | {"sessionId": self._root}
        self._line.say(message)

    async def _hear_chromium(self) -> None:
        while True:
            message = await self._line.hear()
            if self._root and message.get("sessionId") == self._root:
                del message["sessionId"]
            if "id" in message:
                key = (message.get("sessionId"), message["id"])
                if key not in self._asked:
                    continue
                method, waiting = self._asked.pop(key)
                found = told(message, method, self._bridge.scope)
                if waiting:
                    waiting.set_result(found)
                    continue
            else:
                found = self._event(message)
            if found:
                await self._socket.send_text(json.dumps(found))

    def _event(self, message: Message) -> Message | None:
        params = message.get("params", {})
        if message["method"] == "Target.detachedFromTarget":
            return self._ended(params["sessionId"], message)
        if message["method"] != "Target.attachedToTarget":
            return told(message, None, self._bridge.scope)
        info, session = params["targetInfo"], params["sessionId"]
        if self._bridge.scope.has(info):
            above = self._sessions.get(message.get("sessionId") or "")
            self._sessions[session] = info if info["type"] == "page" else above or info
            return message
        # Of a stranger: it goes on without this client.
        number = 1 << 29
        self._line.say({"id": number, "method": "Runtime.runIfWaitingForDebugger", "sessionId": session})
        end = {"method": "Target.detachFromTarget", "params": {"sessionId": session}}
        self._line.say({"id": number, **end} | _session(message))
        return None

    def _ended(self, session: str, message: Message) -> Message | None:
        """A session is over: what waits in it will get no answer."""
        for key in [key for key in self._asked if key[0] == session]:
            waiting = self._asked.pop(key)[1]
            if waiting:
                waiting.set_result(None)
        return message if self._sessions.pop(session, None) else None


def _session(message: Message) -> Message:
    return {"sessionId": message["sessionId"]} if "sessionId" in message else {}


def _unknown() -> Response:
    return JSONResponse({"error": "the address holds another token"}, 404)
