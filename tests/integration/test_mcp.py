"""A client of the Model Context Protocol plays what an oracle does on `home`, over stdin and stdout."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import from_thread, to_thread
from mcp import Client, StdioServerParameters, stdio_client

from harness.agents.oracle import Player
from harness.agents.protocol import Observation
from harness.run.reader import read_manifest
from reset import images
from sites.spec import load_site
from tasks.action_words import name_of
from tasks.actions import KINDS
from tasks.loader import load_tasks, oracle_view
from tasks.model import Task


@asynccontextmanager
async def served(tmp_path: Path, *options: str) -> AsyncIterator[Client]:
    command = ["-m", "harness.commands.start", "mcp", "--run", str(tmp_path / "run"), *options]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    with (tmp_path / "said").open("w") as said:
        async with Client(stdio_client(server, errlog=said)) as client:
            yield client


class Remote:
    """A session as oracles play it, at the other end of the protocol."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.texts: list[str] = []
        self._seen: Observation | None = None

    def observe(self) -> Observation:
        if self._seen is None:
            self._seen = self._look()
        return self._seen

    def _look(self) -> Observation:
        told = from_thread.run(self.call, "observe", {"elements": True})
        return Observation.from_json(json.loads(told[0]))

    def act(self, action: Any, *, thought: str = "") -> Observation:
        data = action.model_dump(mode="json", exclude_none=True)
        self.texts += from_thread.run(self.call, "act", {"actions": [data], "thought": thought})
        self._seen = None
        return self.observe()

    async def call(self, tool: str, given: dict[str, Any]) -> list[str]:
        result = await self.client.call_tool(tool, given)
        assert not result.is_error, result.content
        return [part.text for part in result.content if part.type == "text"]


@pytest.fixture(scope="module")
def task() -> Task:
    images.build([load_site("home")])
    return load_tasks("home.monthly_use.0")[0]


@pytest.mark.timeout(400)
def test_an_oracles_actions_over_the_protocol_pass(task: Task, tmp_path: Path) -> None:
    async def play() -> tuple[list[dict[str, Any]], list[str]]:
        async with served(tmp_path, "--tasks", f"{task.id},home.monthly_use.1") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"list_tasks", "begin", "observe", "act", "finish"}
            schema = json.dumps(tools["act"].input_schema)
            assert [name for one in KINDS if (name := f'"{name_of(one)}"') not in schema] == []
            early = await client.call_tool("observe", {})
            assert early.is_error
            assert "call begin" in early.content[0].text
            remote = Remote(client)
            (listed,) = await remote.call("list_tasks", {})
            (row,) = (one for one in json.loads(listed)["tasks"] if one["intent"] == task.intent)
            told = await remote.call("begin", {"task": row["task"]})
            assert json.loads(told[0])["intent"] == task.intent
            assert "http://home.webarium.test/" in told[1]
            wrong = await client.call_tool("act", {"actions": [{"name": "fly"}]})
            assert wrong.is_error, "a call that fits no schema is told, and is no step"
            stop = await to_thread.run_sync(lambda: Player(oracle_view(task.id), remote).play())
            given = stop.model_dump(mode="json", exclude_none=True, exclude={"name"})
            (verdict,) = await remote.call("finish", given)
            return json.loads(verdict)["episodes"], remote.texts

    episodes, texts = anyio.run(play)
    assert [one["passed"] for one in episodes] == [True]
    assert all(text.startswith("STEP: ") for text in texts)
    folder = tmp_path / "run"
    (line,) = (json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines())
    assert (line["task_id"], line["status"], line["agent"]) == (task.id, "passed", "mcp")
    steps = (folder / line["folder"] / "trajectory.jsonl").read_text().splitlines()
    assert len(steps) == len(texts) + 1
    assert (folder / line["folder"] / "verdict.json").is_file()
    assert json.loads((folder / "summary.json").read_text())["passed"] == 1
    manifest = read_manifest(folder)
    assert manifest
    assert manifest.agent.name == "mcp"
