"""Recorded actions as BrowserGym's, over the service: ``python -m browsergym.webarium.replay EPISODES.json``.

The file holds a list of ``task`` (as the service names it) and ``actions``. WEBARIUM_SERVICE and
WEBARIUM_SERVICE_TOKEN name the service.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import browsergym.webarium  # noqa: F401  # registers the tasks
import gymnasium
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str


def main(file: str) -> None:
    """Play all."""
    for episode in json.loads(Path(file).read_text()):
        env = gymnasium.make(f"browsergym/webarium.{episode['task']}", disable_env_checker=True)
        try:
            seen, _ = env.reset()
            ended = False
            for action in episode["actions"]:
                assert flatten_axtree_to_str(seen["axtree_object"], seen["extra_element_properties"])
                assert flatten_dom_to_str(seen["dom_object"])  # both as agents do, at each step
                assert not ended
                seen, _, ended, _, _ = env.step(as_call(action))
            assert ended
        finally:
            env.close()


def as_call(action: dict[str, Any]) -> str:
    """An action of the service as an agent of BrowserGym writes it."""
    name, bid = action["name"], repr(str(action.get("element")))
    if name == "stop":
        said = {key: value for key, value in action.items() if key != "name"}
        plain = set(said) == {"answer"} and isinstance(said["answer"], str)
        return f"send_msg_to_user({(said['answer'] if plain else json.dumps(said))!r})"
    if name == "click" and action.get("element") is not None:
        double = "dbl" if action.get("count") == 2 else ""
        return f"{double}click({bid}, {action.get('button', 'left')!r})"
    if name == "type" and action.get("element") is not None and action.get("clear", True):
        enter = "\nkeyboard_press('Enter')" if action.get("enter") else ""
        return f"fill({bid}, {action['text']!r}){enter}"
    calls = {
        "select": lambda: f"select_option({bid}, {action['options']!r})",
        "hover": lambda: f"hover({bid})",
        "press": lambda: f"keyboard_press({action['keys']!r})",
        "goto": lambda: f"goto({action['url']!r})",
        "tab_focus": lambda: f"tab_focus({action['index']})",
        "close_tab": lambda: "tab_close()",
        **{same: (lambda same=same: f"{same}()") for same in ("noop", "go_back", "go_forward", "new_tab")},
    }
    return calls[name]()


if __name__ == "__main__":
    main(sys.argv[1])
