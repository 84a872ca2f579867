"""How long BrowserGym's observations and steps take: one JSON object a line in, one with durations out.

``webarium bench --observations`` and ``--steps`` start this and measure their own beside it:

    python -m browsergym.webarium.bench shopping.order_total.0
    < {"browsergym": "0.14.3", "playwright": "1.44.0", "chromium": "156.0", "pause": 0.5}
    > {"url": "http://shopping.webarium.test/"}
    < {"load": 0.9, "observe": 0.71, "text": 0.05}
    > {"task": "shopping.order_total.0", "steps": [{"action": {"name": "go_back"}}]}
    < {"seconds": [1.3]}

``load`` is the page and what BrowserGym waits before each observation (``pause`` of it in any case),
``observe`` its own observation (marked elements, DOM snapshot, accessibility tree, screenshot), ``text`` what
an agent adds to read it: the tree and the DOM as text, by BrowserGym's functions. All of them in seconds.
A step is BrowserGym's own, from a pristine world: the action, its waits, its observation with a screenshot.
Where its tab crashes, which is no step, ``crashed`` says so instead.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from browsergym.core.env import BrowserEnv
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str
from browsergym.webarium.driver import DriverError
from browsergym.webarium.env import WebariumEnv
from browsergym.webarium.recorded import code
from playwright.sync_api import Error as PlaywrightError


def main(task: str) -> None:
    """Answer until the input ends.

    Args:
        task: whose world and session are used.
    """
    env = WebariumEnv(task)
    try:
        env.reset()
        # The chat window belongs to no observation; what moves in it would disturb both sides.
        env.chat.page.add_style_tag(content="* { animation: none !important; }")
        names = {"browsergym": "browsergym-core", "playwright": "playwright"}
        found = {name: version(package) for name, package in names.items()}
        _say(found | {"chromium": env.browser.version, "pause": env.pre_observation_delay})
        for line in sys.stdin:
            asked = json.loads(line)
            if "task" in asked:
                env.cut("truncated")  # the world has one episode at a time
                _say(_replay(asked["task"], asked["steps"]))
            else:
                _say(_measure(env, asked["url"]))
    finally:
        env.close()


def _measure(env: WebariumEnv, url: str) -> dict[str, float]:
    started = time.perf_counter()
    env.page.goto(url, wait_until="load")
    env.page.wait_for_timeout(1000 * env.pre_observation_delay)  # as before each of its observations
    env._wait_dom_loaded()
    began = time.perf_counter()
    seen = env._get_obs()
    observed = time.perf_counter()
    properties = seen["extra_element_properties"]
    flatten_axtree_to_str(seen["axtree_object"], extra_properties=properties)
    flatten_dom_to_str(seen["dom_object"], extra_properties=properties)
    read = time.perf_counter()
    return {"load": began - started, "observe": observed - began, "text": read - observed}


def _replay(task: str, steps: list[dict[str, Any]]) -> dict[str, object]:
    env, seconds = WebariumEnv(task, action_mapping=None, timeout=60_000), []
    try:
        env.reset()
        for step in steps:
            words, started = code(step), time.perf_counter()
            seen, *_ = BrowserEnv.step(env, words)  # without our record of it
            seconds.append(time.perf_counter() - started)
            if seen["last_action_error"]:
                return {"problem": f"{words}: {seen['last_action_error']}"}
        return {"seconds": seconds}
    except PlaywrightError as error:
        if "crashed" not in str(error):
            raise
        return {"crashed": str(error).splitlines()[0]}
    finally:
        with suppress(DriverError):  # of a crashed tab nothing can be judged
            env.close()


def _say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
