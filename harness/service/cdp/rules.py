"""What somebody who drives the browser over CDP may say, and what he is told: everything else is refused.

A message is written anew from what was read of it, so that Chromium cannot read it in another way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Literal

from harness.browser.chromium import world_url
from harness.browser.tabs import BLANK
from harness.service.cdp.methods import ACTS, ANSWERED, PASSED
from sites.files import strict_json

LONGEST = 16 * 1024 * 1024
"""Characters of a message."""
LONGEST_SENT = 64 * 1024 * 1024
"""Bytes of a message on its way to Chromium, where a character may take twelve: at 100 MB its pipe ends."""
LONGEST_WHY = 300
"""Characters of a reason, which may repeat what a client wrote."""
MOST_ID = 2**31 - 1
Message = dict[str, Any]


@dataclass
class Scope:
    """What a client may know of the browser.

    Args:
        context: the browser context of the episode.
        targets: its tabs, frames and workers, by their ids.
    """

    context: str
    targets: set[str] = field(default_factory=set)

    def has(self, info: Message) -> bool:
        """Whether a target is the episode's; notes it."""
        if info.get("browserContextId") != self.context:
            return False
        self.targets.add(info["targetId"])
        return True


@dataclass(frozen=True)
class Ruled:
    """What becomes of a message.

    Args:
        verdict: it is passed on, passed on as something that is done, answered without being carried out, or
            refused.
        message: written anew: ``id``, ``method``, ``params``, and ``sessionId`` where it has one.
        why: of a refusal, for its sender.
    """

    verdict: Literal["pass", "act", "answer", "refuse"]
    message: Message
    why: str = ""


def rule(raw: str | bytes, sessions: Collection[str], scope: Scope) -> Ruled:
    """Decide about a message of a client.

    Args:
        raw: as it came.
        sessions: ids of those that the client has attached.
        scope: of the episode.
    """
    message: Message = {}
    try:
        _read(raw, message)
        if message.get("sessionId") not in {None, *sessions}:
            raise _No("there is no session with this sessionId")
        method, params = message["method"], message["params"]
        if method in ANSWERED:
            return Ruled("answer", message, "it is answered and not carried out")
        if method not in PASSED:
            raise _No("this method is not allowed here")
        if unknown := sorted(set(params) - PASSED[method]):
            raise _No(f"the parameter {unknown[0]} is not allowed here")
        if check := _CHECKS.get(method):
            message["params"] = check(params, scope)
        if len(json.dumps(message)) > LONGEST_SENT:
            raise _No(f"a message is at most {LONGEST_SENT} bytes long, all that is not ASCII escaped")
        return Ruled("act" if method in ACTS else "pass", message)
    except _No as error:
        why = str(error)
        return Ruled("refuse", message, why if len(why) <= LONGEST_WHY else f"{why[:LONGEST_WHY]}…")


class _No(Exception):
    """A message is refused; says why."""


def _read(raw: str | bytes, into: Message) -> None:
    """Read a message; what of it is known already when it is refused tells whom to answer."""
    if not isinstance(raw, str):
        raise _No("a message is text")
    if len(raw) > LONGEST:
        raise _No(f"a message is at most {LONGEST} characters long")
    try:
        data = strict_json(raw, once=True)
    except ValueError as error:
        raise _No(f"a message is one JSON object that holds each key once: {error}") from error
    if not isinstance(data, dict):
        raise _No("a message is one JSON object; there are no batches")
    number, session = data.get("id"), data.get("sessionId")
    if type(number) is not int or not 0 <= number <= MOST_ID:
        raise _No(f"id is a whole number from 0 to {MOST_ID}")
    into["id"] = number
    if session is not None:
        if not isinstance(session, str):
            raise _No("sessionId is a text")
        into["sessionId"] = session
    if unknown := sorted(set(data) - {"id", "method", "params", "sessionId"}):
        raise _No(f"a message has no {unknown[0]}")
    method, params = data.get("method"), data.get("params")
    if not isinstance(method, str):
        raise _No("method is a text")
    into["method"] = method
    if params is not None and not isinstance(params, dict):
        raise _No("params is an object")
    into["params"] = params or {}


# --- parameters -------------------------------------------------------------------------------------------


def _to_the_world(params: Message, scope: Scope) -> Message:
    """An address is one of the world's sites, or an empty tab."""
    url = params.get("url")
    if not isinstance(url, str):
        raise _No("url is a text")
    if url in ("", BLANK):
        return params
    try:
        return params | {"url": world_url(url)}
    except ValueError as error:
        raise _No(str(error)) from error


def _new_tab(params: Message, scope: Scope) -> Message:
    """A tab is one of the episode, whatever context is named, and in no window of its own."""
    if params.get("browserContextId") not in (None, "", scope.context):
        raise _No("there is no such browserContextId")
    kept = _to_the_world({"url": params.get("url", "")}, scope)
    return kept | {"browserContextId": scope.context}


def _flat(params: Message, scope: Scope) -> Message:
    """Sessions are flat: what goes to one says so, and no message holds another."""
    if params.get("flatten") is False:
        raise _No("sessions are flat here: flatten has to be true")
    return params | {"flatten": True}


def _own(params: Message, scope: Scope) -> Message:
    """A target is one of the episode's."""
    if "targetId" in params and params["targetId"] not in list(scope.targets):
        raise _No("there is no such targetId")
    return params


def _attach(params: Message, scope: Scope) -> Message:
    return _own(_flat(params, scope), scope)


def _own_world(params: Message, scope: Scope) -> Message:
    """A world apart from the page's; never one that may look into other sites' frames."""
    return {key: value for key, value in params.items() if key != "grantUniveralAccess"}


def _drag(params: Message, scope: Scope) -> Message:
    """What is dragged is what a page has: no file of this machine, no link out of the world."""
    data = params.get("data")
    if not isinstance(data, dict):
        raise _No("data is an object")
    if data.get("files"):
        raise _No("files of this machine cannot be dragged: leave data.files out")
    items, mask = data.get("items"), data.get("dragOperationsMask", 1)
    if not isinstance(items, list):
        raise _No("data.items is a list")
    if type(mask) is not int or abs(mask) > MOST_ID:  # -1, as Chromium tells it, is all of them
        raise _No("data.dragOperationsMask is a whole number")
    return params | {"data": {"items": [_dragged(one) for one in items], "dragOperationsMask": mask}}


def _dragged(item: Any) -> Message:
    """One of the things that are dragged, its fields named."""
    if not isinstance(item, dict) or not {"mimeType", "data"} <= set(item) <= _DRAGGED:
        raise _No("each of data.items has mimeType and data, and may have title and baseURL")
    if not all(isinstance(value, str) for value in item.values()):
        raise _No("what each of data.items holds are texts")
    if item["mimeType"].strip().lower() == "text/uri-list" and item["data"]:
        try:  # who lets go of a link over a page opens a tab where it leads
            world_url(item["data"])
        except ValueError as error:
            raise _No(f"a link that is dragged leads to a site of the world: {error}") from error
    return item


_DRAGGED = frozenset({"mimeType", "data", "title", "baseURL"})
_CHECKS: dict[str, Callable[[Message, Scope], Message]] = {
    "Input.dispatchDragEvent": _drag,
    "Page.createIsolatedWorld": _own_world,
    "Page.navigate": _to_the_world,
    "Target.activateTarget": _own,
    "Target.attachToTarget": _attach,
    "Target.closeTarget": _own,
    "Target.createTarget": _new_tab,
    "Target.getTargetInfo": _own,
    "Target.setAutoAttach": _flat,
}

# --- what a client is told --------------------------------------------------------------------------------

_LOGINS = frozenset(
    {"cookie", "set-cookie", "associatedcookies", "blockedcookies", "exemptedcookies", "headerstext"}
)
"""Keys, in small letters, under which events of the network hold cookies."""


def told(message: Message, method: str | None, scope: Scope) -> Message | None:
    """A message of Chromium as a client gets it; None: not at all.

    Targets of others are left out, and what logs a profile in.

    Args:
        message: an answer or an event.
        method: what an answer answers; None for an event.
        scope: of the episode.
    """
    if method is not None:
        result = message.get("result")
        if isinstance(result, dict):
            message = message | {"result": _result(method, result, scope)}
        return message
    event, params = message.get("method", ""), message.get("params", {})
    if event in ("Target.targetCreated", "Target.targetInfoChanged"):
        return message if scope.has(params["targetInfo"]) else None
    if event in ("Target.targetDestroyed", "Target.targetCrashed"):
        return message if params["targetId"] in scope.targets else None
    return message | {"params": _without_logins(params)} if event.startswith("Network.") else message


def _result(method: str, result: Message, scope: Scope) -> Message:
    if method == "Target.getTargets":
        return {"targetInfos": [info for info in result.get("targetInfos", []) if scope.has(info)]}
    if method == "Target.getBrowserContexts":
        return {"browserContextIds": [scope.context]}
    return result


def _without_logins(data: Any) -> Any:
    """The same without cookies; where a list of them was, an empty one."""
    if isinstance(data, list):
        return [_without_logins(one) for one in data]
    if not isinstance(data, dict):
        return data
    kept = {}
    for key, value in data.items():
        if key.lower() not in _LOGINS:
            kept[key] = _without_logins(value)
        elif isinstance(value, list):
            kept[key] = []
    return kept


def answered(message: Message, *, why: str = "") -> str:
    """The answer to a client's message that Chromium is not asked.

    Args:
        message: as it was read.
        why: the reason of a refusal; without one it is told that all is well.
    """
    answer = {key: message[key] for key in ("id", "sessionId") if message.get(key) is not None}
    if why:
        answer["error"] = {"code": -32000, "message": f"Webarium: {why}"}
    else:
        answer["result"] = {}
    return json.dumps(answer)
