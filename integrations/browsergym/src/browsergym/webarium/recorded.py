"""Steps of a recorded trajectory, which name elements by CSS, as Playwright's code for BrowserGym."""

from __future__ import annotations

import json
from typing import Any


def code(step: dict[str, Any]) -> str:
    """An action of a trajectory as code for BrowserGym.

    Raises:
        NotImplementedError: BrowserGym has no such action.
    """
    action, css = step["action"], repr((step.get("target") or {}).get("css"))
    name = action["name"]
    if name == "stop":
        said = {key: action[key] for key in ("answer", "status", "reason") if action.get(key) is not None}
        return f"send_message_to_user({json.dumps(said) if len(said) > 1 else _text(said['answer'])!r})"
    if name == "click":
        return f"page.locator({css}).click(button={action['button']!r}, click_count={action['count']})"
    if name == "type":
        enter = "\npage.keyboard.press('Enter')" if action["enter"] else ""
        return f"page.locator({css}).fill({action['text']!r}){enter}"
    if name == "select":
        return f"page.locator({css}).select_option(label={action['options']!r})"
    if name == "hover":
        return f"page.locator({css}).hover()"
    if name == "press":
        return f"page.keyboard.press({action['keys']!r})"
    if name == "goto":
        return f"page.goto({action['url']!r})"
    if name == "go_back":
        return "page.go_back()"
    raise NotImplementedError(f"{name} is not replayed")


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
