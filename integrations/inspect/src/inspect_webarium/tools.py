"""The tools with which a model plays: one for each action that the service knows, from its own schema."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPException
from typing import Any

from inspect_ai.model import Content, ContentImage, ContentText
from inspect_ai.tool import ToolDef, ToolError, ToolParams
from inspect_ai.util import LimitExceededError, StoreModel
from webarium_client import AsyncEnv, Env, Refused, Result, spoiled

STOP = "stop"
OVER = "The episode is over."
_sessions: dict[str, AsyncEnv] = {}


class SandboxError(RuntimeError):
    """World, browser, worker or service failed, or the session was lost; it says nothing about the model."""


class Played(StoreModel):
    """What a sample keeps.

    Attributes:
        session: token of its session; empty before it began and after it was closed.
        told: the checks of the last step, where the service tells them.
    """

    session: str = ""
    checks: list[dict[str, Any]] = []


async def begin(task: str, wait: float) -> Result:
    """Lease a session for the sample and begin.

    Raises:
        SandboxError: no world came up.
    """
    env = AsyncEnv()
    result = await env.reset(task, wait=wait)
    played = Played()
    played.session = env.session or ""
    _sessions[played.session] = env
    _raise_masked(result.info)
    return result


async def end() -> dict[str, Any] | None:
    """Close the sample's session.

    Returns:
        What became of its episode; None where no session is open.

    Raises:
        SandboxError: the sandbox failed in it, or it was lost.
    """
    played = Played()
    env = _sessions.pop(played.session, None)
    played.session = ""
    if env is None:
        return None
    closed = await env.close()
    if why := spoiled(closed):
        raise SandboxError(f"the sandbox failed: {why}")
    found: dict[str, Any] = closed["episodes"][-1]
    return found


def tools() -> list[ToolDef]:
    """Tools for all actions but ``stop``, as a running service describes them."""
    return [_tool(name, schema) for name, schema in _actions() if name != STOP]


def stop() -> ToolDef:
    """The tool that ends the episode with an answer; one that cannot be read is told once, as an error."""
    return _tool(STOP, dict(_actions())[STOP])


def shown(result: Result) -> list[Content]:
    """What is to be seen, for a model."""
    seen = result.observation
    if seen is None:
        return [ContentText(text=OVER)]
    found: list[Content] = [ContentText(text=seen.shown())]
    if seen.screenshot:
        found.append(ContentImage(image=f"data:image/png;base64,{seen.screenshot}"))
    return found


def _tool(name: str, schema: dict[str, Any]) -> ToolDef:
    async def execute(**kwargs: Any) -> Any:
        env = _sessions[Played().session]
        try:
            result = await env.step({"name": name, **kwargs})
        except Refused as error:
            if error.lost:
                raise SandboxError(f"the sandbox failed: {error}") from error
            raise ToolError(str(error)) from error
        except (OSError, HTTPException) as error:  # some of which Inspect would show to the model
            raise SandboxError(f"the service is not reached: {type(error).__name__}: {error}") from error
        _raise_masked(result.info)
        if name == STOP:
            return _stopped(result, kwargs.get("answer"))
        if result.done:  # a limit of the episode: whatever the agent says now comes too late
            _keep(result)
            why = f"{OVER} {result.info['stop_reason']}"
            raise LimitExceededError("custom", value=1, limit=1, message=why)
        return shown(result)

    fields = {key: one for key, one in schema["properties"].items() if key != "name"}
    needed = [key for key in schema.get("required", []) if key != "name"]
    told = ToolParams.model_validate({"properties": fields, "required": needed})
    for key, field in told.properties.items():
        field.description = field.description or key
    # a page is seen whole, however long it is
    return ToolDef(execute, name, schema["description"], told, parallel=False, max_output=0)


def _stopped(result: Result, answer: Any) -> str:
    if not result.done:
        assert result.observation is not None
        raise ToolError("\n".join(filter(None, [result.observation.error, *result.observation.messages])))
    _keep(result)
    return str(answer or "")


def _keep(result: Result) -> None:
    Played().checks = result.info.get("checks") or []


def _actions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and schema of each action; what a schema refers to stands in it."""
    told = Env().schema()["action"]
    for schema in told["$defs"].values():
        if name := schema.get("properties", {}).get("name", {}).get("const"):
            yield name, _resolved(schema, told["$defs"])


def _resolved(schema: Any, known: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_resolved(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        target = known[schema["$ref"].rpartition("/")[2]]
        return {} if "$ref" in target else _resolved(target, known)
    return {key: _resolved(value, known) for key, value in schema.items()}


def _raise_masked(info: dict[str, Any]) -> None:
    if info.get("masked"):
        raise SandboxError(f"the sandbox failed: {info.get('error')}")
