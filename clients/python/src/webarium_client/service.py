"""A session of Webarium's environment service, over HTTP with what Python brings along."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from .told import GONE, Full, Refused, Result

URL = "WEBARIUM_SERVICE"
TOKEN = "WEBARIUM_SERVICE_TOKEN"  # noqa: S105  # the variable's name
BROKEN = (http.client.HTTPException, ConnectionError, TimeoutError)
LOOK_SECONDS = 0.2
"""How often who waits without a thread looks whether it was closed."""


class Env:
    """A session: a world and a browser that are yours until you close it, or say nothing for too long.

    Threads may share it: one request is sent after the other.

    Args:
        url: of the service, with the path of a proxy before it if there is one; by default the variable
            ``WEBARIUM_SERVICE``, else http://127.0.0.1:8700.
        token: of a client; by default the variable ``WEBARIUM_SERVICE_TOKEN``.
        session: one that was begun before.
        timeout: seconds to wait for an answer; a reset may have to wait for a world that is mended.
        retries: how often a request whose connection broke is sent again.

    Raises:
        ValueError: the address is none of HTTP.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        session: str | None = None,
        timeout: float = 900.0,
        retries: int = 3,
    ) -> None:
        self.url = url or os.environ.get(URL) or "http://127.0.0.1:8700"
        self._place = urlsplit(self.url)
        if self._place.scheme not in ("http", "https") or not self._place.hostname:
            raise ValueError(f"{self.url!r}: an address begins with http:// or https://, and names a host")
        self.session = session
        self._token = token or os.environ.get(TOKEN) or ""
        self._timeout, self._retries = timeout, retries
        self._step: int | None = None
        self._connection: http.client.HTTPConnection | None = None
        self._lock = threading.RLock()
        self._closing = threading.Event()

    def tasks(self, split: str | None = None) -> list[dict[str, Any]]:
        """The tasks that can be played, without their answers."""
        query = "?" + urlencode({"split": split}) if split else ""
        found: list[dict[str, Any]] = self._ask("GET", "/tasks" + query)["tasks"]
        return found

    def schema(self) -> dict[str, Any]:
        """JSON Schemas of ``action``, ``observation`` and ``state``: what tools for a model are made of."""
        return self._ask("GET", "/schema")

    def reset(
        self,
        task: str | None = None,
        *,
        split: str | None = None,
        seed: Any = None,
        trial: int | None = None,
        wait: float = 0.0,
    ) -> Result:
        """Begin an episode, with the first call in a session of its own.

        Where the session is over, or the service was started again, another one is leased.

        Args:
            task: which one, as ``tasks`` names it.
            split: or one of these.
            seed: the same one chooses the same task.
            trial: which attempt; the next one by default.
            wait: seconds to go on asking when all worlds are leased, or until somebody closes this.

        Raises:
            Full: no world is free.
            Refused: there is no such task, or the attempt was made before.
        """
        asked, closing = _asked(task, split=split, seed=seed, trial=trial), self._closing
        until = time.monotonic() + wait
        with self._lock:
            while True:
                try:
                    return self._begin(asked, closing)
                except Full as error:
                    left = until - time.monotonic()
                    if left <= 0 or closing.wait(min(left, error.retry_after or 1.0)):
                        raise

    def step(
        self,
        action: dict[str, Any] | list[dict[str, Any]],
        *,
        thought: str = "",
        tokens: dict[str, Any] | None = None,
    ) -> Result:
        """Carry out an action.

        Args:
            action: with a ``name``; or several, one after the other.
            thought: why.
            tokens: what deciding cost.

        Raises:
            Refused: no episode is being played.
        """
        with self._lock:
            if self._step is None and self.session:  # without its number an action could be done twice
                self.observation()
            data: dict[str, Any] = {"session": self.session, "step": self._step}
            data["actions" if isinstance(action, list) else "action"] = action
            if thought:
                data["thought"] = thought
            if tokens:
                data["tokens"] = tokens
            return self._took(self._ask("POST", "/step", {k: v for k, v in data.items() if v is not None}))

    def stop(self, answer: Any = "", *, status: str | None = None, reason: str | None = None) -> Result:
        """End the episode with an answer; one that cannot be read may be given once more."""
        action = {"name": "stop", "answer": answer, "status": status, "reason": reason}
        return self.step({key: value for key, value in action.items() if value is not None})

    def observation(self) -> Result:
        """What was told last, once more: for a client that was started again."""
        with self._lock:
            return self._took(self._ask("GET", "/observation"))

    def state(self) -> dict[str, Any]:
        """Where the session is; its lease begins anew."""
        return self._ask("GET", "/state")

    def close(self) -> dict[str, Any]:
        """End the session; what another thread has asked for is waited for.

        Returns:
            ``episodes`` with their verdicts; none where the service knows the session no more.
        """
        closing, self._closing = self._closing, threading.Event()  # who begins from now on is not meant
        closing.set()
        with self._lock:
            found: dict[str, Any] = {"episodes": []}
            if self.session is None:
                return found
            try:
                found = self._ask("POST", "/close", {"session": self.session})
            except Refused as error:
                if error.code not in GONE:
                    raise
            self.session = self._step = None
            self._drop()
            return found

    def __enter__(self) -> Env:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except (Refused, OSError, http.client.HTTPException):
            if error is None:
                raise

    def _begin(self, asked: dict[str, Any], closing: threading.Event) -> Result:
        """Ask once for an episode.

        Args:
            asked: of ``_asked``.
            closing: set when somebody has closed this since the episode was wanted.
        """
        with self._lock:
            if closing.is_set():  # nobody would know of the world
                raise Full(503, {"error": "the session was closed before a world was free"})
            if self.session:
                try:
                    return self._took(self._ask("POST", "/reset", asked | {"session": self.session}))
                except Refused as error:
                    if error.code not in GONE:
                        raise
                    self.session = self._step = None
            return self._took(self._ask("POST", "/reset", asked))

    def _took(self, info: dict[str, Any]) -> Result:
        self.session = info.get("session", self.session)
        result = Result(info)
        self._step = result.observation.step if result.observation else None
        return result

    def _ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        """One request, which is sent again when the connection breaks: nothing is done twice."""
        body = None if data is None else json.dumps(data).encode("ascii")
        headers = {"Authorization": "Bearer " + self._token, "Content-Type": "application/json"}
        if self.session:
            headers["Webarium-Session"] = self.session
        with self._lock:
            for left in range(self._retries, -1, -1):
                try:
                    connection = self._connected()
                    connection.request(method, self._place.path.rstrip("/") + path, body, headers)
                    answer = connection.getresponse()
                    content = answer.read()
                    break
                except BROKEN:
                    self._drop()
                    if not left:
                        raise
                    time.sleep(0.2)
        try:
            found = json.loads(content)
        except ValueError:
            found = {"error": content[:200].decode("utf-8", "replace")}
        if answer.status >= 400:
            # a proxy's own 503 has no code; what lasts is told without a time to ask again
            passes = answer.status == 503 and (found.get("retry_after") or not found.get("code"))
            raise (Full if passes else Refused)(answer.status, found)
        told: dict[str, Any] = found
        return told

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            place = self._place
            kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(str(place.hostname), place.port, timeout=self._timeout)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class AsyncEnv:
    """``Env`` for ``async`` programs: the same methods, to be awaited; each request is sent from a thread.

    A call that is cancelled goes on in its thread, and the next one waits for it. Ask ``observation`` after a
    ``step`` that was cancelled: it may have been carried out. A session that a cancelled ``reset`` leased is
    closed.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        self.env = Env(*given, **named)

    @property
    def session(self) -> str | None:
        """The session's token."""
        return self.env.session

    async def tasks(self, split: str | None = None) -> list[dict[str, Any]]:
        """See ``Env.tasks``."""
        return await asyncio.to_thread(self.env.tasks, split)

    async def schema(self) -> dict[str, Any]:
        """See ``Env.schema``."""
        return await asyncio.to_thread(self.env.schema)

    async def reset(self, task: str | None = None, *, wait: float = 0.0, **wanted: Any) -> Result:
        """See ``Env.reset``."""
        leases, closing = self.env.session is None, self.env._closing
        asked, until = _asked(task, **wanted), time.monotonic() + wait
        try:
            while True:
                try:
                    return await asyncio.to_thread(self.env._begin, asked, closing)
                except Full as error:
                    left = until - time.monotonic()
                    if left <= 0 or await _set_within(closing, min(left, error.retry_after or 1.0)):
                        raise
        except asyncio.CancelledError:
            if leases:  # nobody would know of the world that is leased all the same
                with suppress(Refused, OSError, http.client.HTTPException):
                    await self.close()
            raise

    async def step(self, action: dict[str, Any], **more: Any) -> Result:
        """See ``Env.step``."""
        return await asyncio.to_thread(lambda: self.env.step(action, **more))

    async def stop(self, answer: Any = "", **more: Any) -> Result:
        """See ``Env.stop``."""
        return await asyncio.to_thread(lambda: self.env.stop(answer, **more))

    async def observation(self) -> Result:
        """See ``Env.observation``."""
        return await asyncio.to_thread(self.env.observation)

    async def state(self) -> dict[str, Any]:
        """See ``Env.state``."""
        return await asyncio.to_thread(self.env.state)

    async def close(self) -> dict[str, Any]:
        """See ``Env.close``."""
        return await asyncio.shield(asyncio.to_thread(self.env.close))

    async def __aenter__(self) -> AsyncEnv:
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        await asyncio.shield(asyncio.to_thread(self.env.__exit__, kind, error, trace))


def _asked(
    task: str | None, *, split: str | None = None, seed: Any = None, trial: int | None = None
) -> dict[str, Any]:
    """What ``/reset`` is asked, with a word by which it is known when it is asked again."""
    wanted = {"task": task, "split": split, "seed": seed, "trial": trial}
    found = {key: value for key, value in wanted.items() if value is not None}
    return found | {"request_id": secrets.token_hex(16)}


async def _set_within(event: threading.Event, seconds: float) -> bool:
    """Whether it is set before the seconds are over.

    No thread waits for it: asyncio has few of them, and who plays needs them.
    """
    until = time.monotonic() + seconds
    while not event.is_set() and (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(left, LOOK_SECONDS))
    return event.is_set()
