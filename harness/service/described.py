"""What the service says of itself: to OpenEnv's tools, and to whoever makes a client from schemas."""

from __future__ import annotations

from dataclasses import fields
from importlib.metadata import version
from typing import Any

from pydantic import TypeAdapter

from harness.agents.protocol import Observation
from tasks.actions import Action

DESCRIPTION = "Self-hosted websites in which web agents are run, reset and scored"
NO_TOOLS = -32601
"""JSON-RPC's number for a method that there is not."""


def metadata() -> dict[str, str]:
    """Name, description and version."""
    return {"name": "webarium", "description": DESCRIPTION, "version": version("webarium")}


def schemas() -> dict[str, Any]:
    """JSON Schemas of an action, an observation and a session's state."""
    state: dict[str, Any] = {
        "session": {"type": "string"},
        "episode_id": {"type": ["string", "null"]},
        "step_count": {"type": "integer"},
        "done": {"type": "boolean"},
        "lease_seconds": {"type": "number"},
    }
    seen: dict[str, Any] = {one.name: {} for one in fields(Observation)}
    seen |= {"step": {"type": "integer"}, "url": {"type": "string"}, "axtree": {"type": "string"}}
    return {
        "action": TypeAdapter(Action).json_schema(),
        "observation": {"type": "object", "properties": seen},
        "state": {"type": "object", "properties": state},
    }


def openapi(paths: dict[str, list[str]]) -> dict[str, Any]:
    """An OpenAPI document that names the paths.

    Args:
        paths: with their methods.
    """
    told = {"200": {"description": "see docs/service.md"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Webarium", "version": version("webarium"), "description": DESCRIPTION},
        "paths": {
            path: {method.lower(): {"responses": told} for method in methods}
            for path, methods in paths.items()
        },
    }


def no_tools(request: Any) -> dict[str, Any]:
    """The answer to an MCP client: sessions are played here without it."""
    number = request.get("id") if isinstance(request, dict) else None
    error = {"code": NO_TOOLS, "message": "No tools here: play with reset and step, see docs/service.md"}
    return {"jsonrpc": "2.0", "id": number, "error": error}
