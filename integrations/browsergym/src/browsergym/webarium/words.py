"""BrowserGym's actions in the service's: ``click('12')`` becomes ``{"name": "click", "element": 12}``."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from browsergym.core.action import functions
from browsergym.webarium.task import said_in

Words = list[dict[str, Any]]
ENTER = {"name": "press", "keys": "Enter"}


class NoSuchAction(ValueError):
    """It cannot be said in the service's words; nothing was done."""


def translated(action: str, checked: Callable[[str], bool], middle: tuple[int, int]) -> Words:
    """What an agent wrote, as actions of the service, one after the other.

    Args:
        action: calls of the functions of BrowserGym's action set, with constants.
        checked: whether the element of an id is checked now.
        middle: of the window, in CSS pixels, over which the wheel is turned.

    Raises:
        NoSuchAction: it is anything else.
    """
    try:
        statements = ast.parse(action.strip()).body
        calls = [_call(one) for one in statements]
    except (SyntaxError, ValueError, TypeError) as error:
        raise NoSuchAction(f"{type(error).__name__}: {error}") from error
    found: Words = []
    for word in (word for name, given in calls for word in _words(name, given, checked, middle)):
        if found and word == ENTER and found[-1]["name"] == "type" and "element" in found[-1]:
            found[-1]["enter"] = True  # one step, as Webarium's agents have it
        else:
            found.append(word)
    return found


def _call(statement: ast.stmt) -> tuple[str, dict[str, Any]]:
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ValueError(f"{ast.unparse(statement)} is no call of an action")
    name = "send_msg_to_user" if call.func.id == "send_message_to_user" else call.func.id
    known = inspect.getattr_static(functions, name, None)
    if name.startswith("_") or not inspect.isfunction(known):
        raise ValueError(f"there is no action {name}")
    args = [ast.literal_eval(one) for one in call.args]
    named = {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
    return name, inspect.signature(known).bind(*args, **named).arguments


def _words(
    name: str, given: dict[str, Any], checked: Callable[[str], bool], middle: tuple[int, int]
) -> Words:
    on = {"element": _number(given["bid"])} if "bid" in given else {}
    at = {key: given[key] for key in ("x", "y") if key in given}
    button = {"button": given["button"]} if "button" in given else {}
    focused = {"name": "type", **on, "text": "", "clear": False}
    match name:
        case "send_msg_to_user":
            return [{"name": "stop", **said_in("assistant", given["text"])}]
        case "report_infeasible":
            return [{"name": "stop", **_given(said_in("infeasible", given["reason"]))}]
        case "noop":
            seconds = min(given.get("wait_ms", 0) / 1000, 10)
            return [{"name": "wait", "seconds": seconds} if seconds > 0 else {"name": "noop"}]
        case "fill":
            return [{"name": "type", **on, "text": given["value"]}]
        case "clear":
            return [{"name": "type", **on, "text": ""}]
        case "focus":
            return [focused]
        case "press":
            return [focused, {"name": "press", "keys": given["key_comb"]}]
        case "check" | "uncheck":
            there = checked(given["bid"]) is (name == "check")
            return [{"name": "noop"} if there else {"name": "click", **on}]
        case "select_option":
            chosen = given["options"]
            return [{"name": "select", **on, "options": [chosen] if isinstance(chosen, str) else chosen}]
        case "click" | "dblclick" | "mouse_click" | "mouse_dblclick":
            count = {"count": 2} if "dbl" in name else {}
            held = [str(key).replace("ControlOrMeta", "Control") for key in given.get("modifiers") or []]
            down = [{"name": "key_down", "key": key} for key in held]
            up = [{"name": "key_up", "key": key} for key in reversed(held)]
            return [*down, {"name": "click", **on, **at, **button, **count}, *up]
        case "hover" | "mouse_move":
            return [{"name": "hover", **on, **at}]
        case "drag_and_drop":
            ends = _number(given["from_bid"]), _number(given["to_bid"])
            return [{"name": "drag", "element": ends[0], "to_element": ends[1]}]
        case "mouse_drag_and_drop":
            start = {"x": given["from_x"], "y": given["from_y"]}
            return [{"name": "drag", **start, "to_x": given["to_x"], "to_y": given["to_y"]}]
        case "scroll":
            dx, dy = given["delta_x"], given["delta_y"]
            return [{"name": "wheel", "x": middle[0], "y": middle[1], "dx": dx, "dy": dy}]
        case "scroll_at":
            return [{"name": "wheel", **at, "dx": given["dx"], "dy": given["dy"]}]
        case "keyboard_press":
            return [{"name": "press", "keys": given["key"]}]
        case "keyboard_down" | "keyboard_up":
            return [{"name": name.replace("keyboard", "key"), "key": given["key"]}]
        case "keyboard_type" | "keyboard_insert_text":
            return [{"name": "type", "text": given["text"]}]
        case "goto":
            return [{"name": "goto", "url": given["url"]}]
        case "tab_focus":
            return [{"name": "tab_focus", "index": given["index"]}]
        case "go_back" | "go_forward" | "new_tab":
            return [{"name": name}]
        case "tab_close":
            return [{"name": "close_tab"}]
    raise NoSuchAction(f"{name} cannot be done over the service")


def _number(bid: str) -> int:
    if not str(bid).isdecimal():
        raise NoSuchAction(f"there is no element {bid!r}")
    return int(bid)


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}
