"""Playwright's MCP server plays a task over CDP; a script stands in for its model.

    webarium play home.monthly_use.0 --cdp          # in one terminal
    python examples/cdp/playwright_mcp.py http://127.0.0.1:PORT/TOKEN

Needs `pip install mcp`, and `npm install @playwright/mcp`; ``PLAYWRIGHT_MCP`` names its program where that is
not on the path. What is asked of the server here are the tools that a model would call.
"""

import asyncio
import os
import re
import sys
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from mcp import Client, StdioServerParameters, stdio_client

SERVER = os.environ.get("PLAYWRIGHT_MCP", "playwright-mcp")


async def call(client: Client, tool: str, **given: Any) -> str:
    """The text of a tool's result."""
    result = await client.call_tool(tool, given)
    return "\n".join(part.text for part in result.content if part.type == "text")


async def look(client: Client, wanted: str) -> str:
    """The ref of an element in a snapshot of the page."""
    page = await call(client, "browser_snapshot")
    return re.findall(rf"{wanted}.*\[ref=(\w+)\]", page)[0]


async def play(address: str) -> dict[str, Any]:
    """Play the task that stands at the address; what the bridge says of the answer."""
    with TemporaryDirectory() as folder:  # the server keeps a file of each page
        options = ["--cdp-endpoint", address, "--output-dir", folder]
        server = StdioServerParameters(command=SERVER, args=options, env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            await call(
                client, "browser_click", target=await look(client, 'link "Scratchpad"'), element="link"
            )
            search = await look(client, 'searchbox "Search notes"')
            await call(client, "browser_type", target=search, element="search", text="meter", submit=True)
            page = await call(client, "browser_snapshot")
    now, before = (float(one.replace(",", "")) for one in re.findall(r"electricity ([0-9,]+)", page)[:2])
    answer = {"answer": round((now - before) / 12, 1)}
    return dict(httpx.post(f"{address}/answer", json=answer, timeout=60).json())


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1])))
