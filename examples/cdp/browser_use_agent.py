"""browser-use plays a task over CDP; a script stands in for its model.

    webarium play home.monthly_use.0 --cdp          # in one terminal
    python examples/cdp/browser_use_agent.py http://127.0.0.1:PORT/TOKEN

With a model of yours in the place of ``Script`` it plays every task. Needs `pip install browser-use` alone.
"""

import asyncio
import os
import re
import sys
from typing import Any

os.environ |= {"ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_CLOUD_SYNC": "false"}

import httpx
from browser_use import Agent, Browser
from browser_use.llm.views import ChatInvokeCompletion


class Script:
    """In a model's place: goes to the scratchpad, and takes the answer from the meter readings there."""

    model = model_name = name = provider = "script"
    _verified_api_keys = True

    def __init__(self) -> None:
        self._wrote = False

    async def ainvoke(self, messages: list[Any], output_format: Any = None, **_: Any) -> Any:
        """What a model would reply to browser-use's prompt."""
        page = messages[-1].text
        found = re.findall(r"electricity ([0-9,]+)", page)
        if len(found) >= 2:
            now, before = (float(one.replace(",", "")) for one in found[:2])
            action = {"done": {"text": str(round((now - before) / 12, 1)), "success": True}}
        elif field := re.search(r"\[(\d+)\]<input[^>]*type=search", page):
            if self._wrote:
                action = {"send_keys": {"keys": "Enter"}}
            else:
                action = {"input": {"index": int(field[1]), "text": "meter"}}
            self._wrote = True
        elif link := re.search(r"\[(\d+)\]<a[^>]*>\s*Scratchpad", page):
            action = {"click": {"index": int(link[1])}}
        else:
            action = {"done": {"text": "", "success": False}}
        said = {"evaluation_previous_goal": "", "memory": "", "next_goal": "", "action": [action]}
        return ChatInvokeCompletion(completion=output_format.model_validate(said), usage=None)


async def play(address: str) -> dict[str, Any]:
    """Play the task that stands at the address; what the bridge says of the answer."""
    task = httpx.get(f"{address}/task").json()
    browser = Browser(cdp_url=address)
    agent = Agent(task=task["goal"], llm=Script(), browser=browser, use_vision=False, use_judge=False)
    history = await agent.run(max_steps=6)
    await browser.stop()
    answer = {"answer": history.final_result() or ""}
    return dict(httpx.post(f"{address}/answer", json=answer, timeout=60).json())


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1])))
