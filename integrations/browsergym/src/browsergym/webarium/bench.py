"""How long BrowserGym's observations take: addresses in, durations out, one JSON object a line.

``webarium bench --observations`` starts this and measures its own beside it:

    python -m browsergym.webarium.bench shopping.order_total.0
    < {"browsergym": "0.14.3", "playwright": "1.44.0", "chromium": "156.0", "pause": 0.5}
    > {"url": "http://shopping.webarium.test/"}
    < {"load": 0.9, "observe": 0.71, "text": 0.05}

``load`` is the page and what BrowserGym waits before each observation (``pause`` of it in any case),
``observe`` its own observation (marked elements, DOM snapshot, accessibility tree, screenshot), ``text`` what
an agent adds to read it: the tree and the DOM as text, by BrowserGym's functions. All of them in seconds.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version

from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str
from browsergym.webarium.env import WebariumEnv


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
            _say(_measure(env, json.loads(line)["url"]))
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


def _say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
