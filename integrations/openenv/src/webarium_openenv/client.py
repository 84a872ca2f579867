"""OpenEnv's client for the service."""

from __future__ import annotations

import os
from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from .models import WebariumAction, WebariumObservation, WebariumState

RESET_SECONDS = 900.0
"""A reset may have to wait for a world that is being mended."""
SESSION = "Webarium-Session"
GONE = ("no_session", "lease_ended")
"""Why the service refuses what is asked of a session that is over, or that it does not know."""


class WebariumEnv(EnvClient[WebariumAction, WebariumObservation, WebariumState]):
    """A session of the service.

    OpenEnv's client connects again by itself where a connection broke: its headers name the session until it
    is closed, so that it is found again. One that is over is left with the error that says so.

    Args:
        base_url: of the service; by default the variable ``WEBARIUM_SERVICE``, else http://127.0.0.1:8700.
        token: of a client; by default the variable ``WEBARIUM_SERVICE_TOKEN``.
        session: one that was begun before.
        options: of OpenEnv's client.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        token: str | None = None,
        session: str | None = None,
        **options: Any,
    ) -> None:
        headers = {"Authorization": f"Bearer {token or os.environ.get('WEBARIUM_SERVICE_TOKEN', '')}"}
        if session:
            headers[SESSION] = session
        options.setdefault("message_timeout_s", RESET_SECONDS)
        where = base_url or os.environ.get("WEBARIUM_SERVICE") or "http://127.0.0.1:8700"
        super().__init__(base_url=where, headers=headers, **options)

    def _step_payload(self, action: WebariumAction) -> dict[str, Any]:
        return action.model_dump(mode="json", exclude_none=True)

    async def _receive(self) -> dict[str, Any]:
        answer = await super()._receive()
        if answer.get("type") == "error" and (answer.get("data") or {}).get("why") in GONE:
            self._headers.pop(SESSION, None)
            if self._ws is not None:  # the service, too, keeps the session in mind as long as this lives
                self._schedule_socket_close(self._ws)
                self._ws = self._ws_loop = None
        return answer

    async def _disconnect_async(self) -> None:
        if self._ws is not None:  # else nothing is told to the service, and the session lives on
            self._headers.pop(SESSION, None)
        await super()._disconnect_async()

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[WebariumObservation]:
        if payload.get("session"):
            self._headers[SESSION] = payload["session"]
        info = {key: value for key, value in payload.items() if key != "observation"}
        observation = WebariumObservation(
            done=bool(payload["done"]),
            reward=payload.get("reward"),
            seen=payload.get("observation"),
            task=payload.get("task"),
            masked=bool(payload.get("masked")),
            info=info,
        )
        return StepResult(observation, payload.get("reward"), bool(payload["done"]), info)

    def _parse_state(self, payload: dict[str, Any]) -> WebariumState:
        return WebariumState(**payload)
