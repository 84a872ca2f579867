"""The service as HTTP and WebSocket: requests in, results and refusals out, named as in OpenEnv."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from harness import jsonio
from harness.service import described
from harness.service.house import House
from harness.service.refusals import Refused
from sites.files import why_no_json
from sites.wording import kind_of, meant, wording

LONGEST_BODY = 8 * 1024 * 1024
LONGEST_OPEN = 64 * 1024
"""Bytes that are read of somebody without a token."""
FEW, LONGEST_KEY = 10, 50
"""Unknown keys that are compared with those that may be meant, and how much of each."""
PAGE = Path(__file__).with_name("assets") / "live.html"
SESSION_HEADER = "webarium-session"
READ = ("/tasks", "/state", "/observation", "/health", "/schema", "/metadata")
PATHS = {path: ["GET"] for path in READ} | {path: ["POST"] for path in ("/reset", "/step", "/close")}


class _Body(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Reset(_Body):
    """What is to be played, and in which session."""

    session: str | None = None
    task: str | None = None
    split: str | None = None
    seed: int | str | None = None
    trial: Annotated[int, Field(ge=0, le=100_000)] | None = None
    request_id: Annotated[str, Field(max_length=255)] | None = None


class Step(_Body):
    """What is to be done."""

    model_config = ConfigDict(extra="allow")

    session: str | None = None
    step: Annotated[int, Field(ge=0)] | None = None
    action: dict[str, Any] | None = None


def application(house: House, tokens: frozenset[str]) -> Starlette:
    """The application.

    Args:
        house: of the sessions.
        tokens: of clients; each of them may do all.
    """
    api = Api(house, tokens)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        house.open()
        reaper = asyncio.create_task(house.reap())
        try:
            yield
        finally:  # who is ended in a hurry cancels this
            reaper.cancel()
            house.close()
            with suppress(asyncio.CancelledError):
                await reaper

    async def unknown(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 404)
        what = "There is no such place" if status == 404 else f"{request.method} is not understood here"
        return _json(Refused(f"{request.url.path}: {what}", code="unknown", status=status).to_json(), status)

    return Starlette(
        lifespan=life,
        exception_handlers={404: unknown, 405: unknown},
        routes=[
            Route("/", lambda _: FileResponse(PAGE)),
            Route("/health", api.open(api.health)),
            Route("/tasks", api.guarded(api.tasks)),
            Route("/schema", lambda _: _json(described.schemas())),
            Route("/metadata", lambda _: _json(described.metadata())),
            Route("/openapi.json", lambda _: _json(described.openapi(PATHS))),
            Route("/mcp", api.open(api.mcp), methods=["POST"]),
            Route("/reset", api.guarded(api.reset), methods=["POST"]),
            Route("/step", api.guarded(api.step), methods=["POST"]),
            Route("/state", api.guarded(api.state)),
            Route("/observation", api.guarded(api.observation)),
            Route("/close", api.guarded(api.close), methods=["POST"]),
            Route("/sessions", api.guarded(api.sessions)),
            Route("/metrics", api.guarded(api.metrics)),
            WebSocketRoute("/ws", api.socket),
        ],
    )


Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T", bound=BaseModel)


class Api:
    """The handlers of the routes.

    Args:
        house: of the sessions.
        tokens: of clients.
    """

    def __init__(self, house: House, tokens: frozenset[str]) -> None:
        self.house = house
        self._tokens = [token.encode() for token in tokens]

    def open(self, handler: Handler) -> Handler:
        """A handler whose refusals become answers."""

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Refused as error:
                again = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
                return _json(error.to_json(), error.status, again)

        return answer

    def guarded(self, handler: Handler) -> Handler:
        """The same, for clients alone."""

        async def answer(request: Request) -> Response:
            self._check(request)
            return await handler(request)

        return self.open(answer)

    # --- requests -----------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Whether episodes can be played."""
        if why := self.house.trouble:
            return _json({"status": "unhealthy", "error": why}, 503)
        return _json({"status": "healthy"})

    async def tasks(self, request: Request) -> Response:
        """The tasks, without answers."""
        return _json({"tasks": self.house.ledger.listed(request.query_params.get("split"))})

    async def mcp(self, request: Request) -> Response:
        """There are no tools."""
        return _json(described.no_tools(await self._body(request, LONGEST_OPEN)))

    async def reset(self, request: Request) -> Response:
        """Begin an episode."""
        return _json(await self._reset(await self._body(request), _client(request)))

    async def step(self, request: Request) -> Response:
        """Carry out an action."""
        return _json(await self._step(await self._body(request)))

    async def state(self, request: Request) -> Response:
        """Where a session is."""
        return _json(self.house.state(_named(self._session_of(request))))

    async def observation(self, request: Request) -> Response:
        """What was told last."""
        return _json(await self.house.observation(_named(self._session_of(request))))

    async def close(self, request: Request) -> Response:
        """End a session."""
        return _json(await self.house.close_session(_named((await self._body(request)).get("session"))))

    async def sessions(self, request: Request) -> Response:
        """All sessions, for the page that shows them."""
        return _json(self.house.live())

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus."""
        return Response(self.house.metrics.text(), media_type="text/plain; version=0.0.4")

    async def socket(self, socket: WebSocket) -> None:
        """A session over one WebSocket, as OpenEnv's clients speak; it outlives a connection that breaks."""
        try:
            self._check(socket)
        except Refused:
            await socket.close(4401)
            return
        await socket.accept()
        session = self._session_of(socket)
        with suppress(WebSocketDisconnect):
            while True:
                told = await socket.receive()
                if told["type"] == "websocket.disconnect":
                    return
                try:
                    kind, data = _message(told.get("text") or told.get("bytes") or "")
                    if kind == "close":
                        named = data.get("session") or session
                        closed = await self.house.close_session(_named(named)) if named else {"episodes": []}
                        await socket.send_json({"type": "closed", "data": closed})
                        await socket.close()
                        return
                    answer, session = await self._told(kind, data, session, _client(socket))
                except Refused as error:
                    why = error.to_json() | {"message": error.message}
                    code = "CAPACITY_REACHED" if error.code == "full" else "EXECUTION_ERROR"
                    answer = {"type": "error", "data": why | {"code": code, "why": error.code}}
                await socket.send_text(jsonio.dump(answer).decode())

    async def _told(
        self, kind: str, data: dict[str, Any], session: str | None, client: str
    ) -> tuple[dict[str, Any], str | None]:
        session = data.get("session") or session
        if kind == "reset":
            found = await self._reset(data | {"session": session}, client)
            return {"type": "observation", "data": found}, found["session"]
        if kind == "step":
            whole = data if isinstance(data.get("action"), dict) or "actions" in data else _bare(data)
            return {"type": "observation", "data": await self._step(whole | {"session": session})}, session
        if kind == "observation":
            return {"type": "observation", "data": await self.house.observation(_named(session))}, session
        if kind == "state":
            return {"type": "state", "data": self.house.state(_named(session))}, session
        raise Refused(
            f"There is no message of type {kind!r}",
            remedy="send reset, step, state, observation or close",
        )

    async def _reset(self, data: dict[str, Any], client: str) -> dict[str, Any]:
        strange = [key for key in data if key not in Reset.model_fields]  # others send more, which is ignored
        for key in strange[:FEW]:
            if near := meant(key[:LONGEST_KEY], Reset.model_fields):
                raise Refused(f"The key '{key}' is not known", status=422, remedy=f"is '{near}' meant?")
        wanted = _read(Reset, data).model_dump()
        return await self.house.reset(wanted.pop("session"), wanted, wanted.pop("request_id"), client)

    async def _step(self, data: dict[str, Any]) -> dict[str, Any]:
        read = _read(Step, data)
        return await self.house.step(_named(read.session), read.model_dump(exclude_none=True), read.step)

    # --- what comes with every request --------------------------------------------------------------------

    def _check(self, request: HTTPConnection) -> None:
        given = _client(request).encode()
        if not any(hmac.compare_digest(given, token) for token in self._tokens):
            raise Refused(
                "A token is needed",
                code="unauthorized",
                status=401,
                remedy='send the header "Authorization: Bearer TOKEN"; the service told it at its start',
            )

    def _session_of(self, request: HTTPConnection) -> str | None:
        return request.headers.get(SESSION_HEADER)

    async def _body(self, request: Request, longest: int = LONGEST_BODY) -> dict[str, Any]:
        whole, length = b"", 0
        async for part in request.stream():
            length += len(part)
            whole += part if length <= longest else b""
            if length > 8 * longest:
                break
        if length > longest:  # told when it was read: who still writes would not hear it
            most = f"{longest // 1024} KB" if longest < 1024 * 1024 else f"{longest // 1024 // 1024} MB"
            raise Refused(f"The request is longer than {most}", status=413, remedy="send less in one request")
        data = _object(whole or b"{}")
        session = self._session_of(request)
        return {"session": session} | data if session else data


def _client(request: HTTPConnection) -> str:
    """The token that a client sent; empty without one."""
    return request.headers.get("authorization", "").removeprefix("Bearer ").strip()


def _json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """As JSON; pages may hold half characters, which Starlette's own response does not take."""
    return Response(jsonio.dump(data), status, headers, "application/json")


def _object(text: bytes | str) -> dict[str, Any]:
    try:
        data = jsonio.parse(text.encode() if isinstance(text, str) else text)
    except ValueError as error:
        raise Refused(f"The request cannot be read: {why_no_json(error)}") from error
    if not isinstance(data, dict):
        raise Refused("The request is no JSON object")
    return data


def _message(text: str | bytes) -> tuple[str, dict[str, Any]]:
    message = _object(text)
    data = message.get("data") or {}
    if not isinstance(data, dict):
        raise Refused("The message's data is no JSON object")
    return str(message.get("type")), data


def _bare(action: dict[str, Any]) -> dict[str, Any]:
    """An action that is the whole message; OpenEnv's actions carry ``metadata``."""
    more = action.get("metadata") or {}
    found: dict[str, Any] = {"action": {key: value for key, value in action.items() if key != "metadata"}}
    return found | ({key: more[key] for key in ("thought", "tokens") if key in more})


def _read(model: type[T], data: dict[str, Any]) -> T:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refused(f"The request cannot be read: {where}: {wording(first)}", status=422) from error


def _named(session: Any) -> str:
    if session and not isinstance(session, str):
        raise Refused(f"The session's token is {kind_of(session)}, not a text", status=422)
    if not session:
        raise Refused(
            "No session is named",
            code="no_session",
            status=409,
            remedy='reset first, then send "session" as reset told it, or the header "Webarium-Session"',
        )
    return session
