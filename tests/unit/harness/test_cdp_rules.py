"""What somebody who drives the browser over CDP may say: hostile messages are refused, none slips by."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness.service.cdp import rules
from harness.service.cdp.rules import (
    ACTS,
    ANSWERED,
    LONGEST,
    LONGEST_SENT,
    LONGEST_WHY,
    PASSED,
    Scope,
    rule,
    told,
)

OWN = "5E55"


def ruled(message: Any, *, sessions: tuple[str, ...] = (OWN,)) -> rules.Ruled:
    raw = message if isinstance(message, str | bytes) else json.dumps(message)
    return rule(raw, sessions, Scope("OURS", {"TAB"}))


def call(method: str, session: str | None = None, **params: Any) -> rules.Ruled:
    message = {"id": 1, "method": method, "params": params}
    return ruled(message | ({"sessionId": session} if session else {}))


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("DOM.setFileInputFiles", {"files": ["/etc/passwd"], "nodeId": 1}),
        ("Target.createBrowserContext", {"proxyServer": "http://example.com:80"}),
        ("Target.createBrowserContext", {}),
        ("Target.disposeBrowserContext", {"browserContextId": "OURS"}),
        ("Target.attachToBrowserTarget", {}),
        ("Target.exposeDevToolsProtocol", {"targetId": "TAB"}),
        (
            "Target.sendMessageToTarget",
            {"message": '{"id":1,"method":"Storage.getCookies"}', "sessionId": OWN},
        ),
        ("Target.autoAttachRelated", {"targetId": "TAB", "waitForDebuggerOnStart": False}),
        ("Target.setRemoteLocations", {"locations": []}),
        ("Storage.getCookies", {}),
        ("Storage.setCookies", {"cookies": []}),
        ("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"}),
        ("Network.getCookies", {}),
        ("Network.getAllCookies", {}),
        ("Network.setCookie", {"name": "a", "value": "b"}),
        ("Network.setExtraHTTPHeaders", {"headers": {}}),
        ("Network.setRequestInterception", {"patterns": [{}]}),
        ("Network.loadNetworkResource", {"url": "file:///etc/passwd"}),
        ("Fetch.enable", {}),
        ("Fetch.fulfillRequest", {"requestId": "1", "responseCode": 200}),
        ("IO.read", {"handle": "1"}),
        ("IO.resolveBlob", {"objectId": "1"}),
        ("Browser.executeBrowserCommand", {"commandId": "openTabSearch"}),
        ("Browser.crash", {}),
        ("Page.crash", {}),
        ("Page.captureSnapshot", {}),
        ("Page.printToPDF", {"transferMode": "ReturnAsStream"}),
        ("Page.setDocumentContent", {"frameId": "1", "html": ""}),
        ("Debugger.enable", {}),
        ("Debugger.pause", {}),
        ("Tracing.start", {}),
        ("SystemInfo.getProcessInfo", {}),
        ("Emulation.setVirtualTimePolicy", {"policy": "pause"}),
        ("Emulation.setScriptExecutionDisabled", {"value": True}),
        ("Extensions.loadUnpacked", {"path": "/tmp"}),
        ("ServiceWorker.enable", {}),
        # case and blanks
        ("page.navigate", {"url": "http://home.webarium.test/"}),
        ("Page.Navigate", {"url": "http://home.webarium.test/"}),
        (" Page.navigate", {"url": "http://home.webarium.test/"}),
        ("Page.navigate\u0000", {"url": "http://home.webarium.test/"}),
        ("", {}),
        # methods that are allowed, with what is not
        ("Page.navigate", {"url": "http://home.webarium.test/", "target": "x"}),
        ("Page.captureScreenshot", {"path": "/tmp/a.png"}),
        ("Input.dispatchKeyEvent", {"type": "keyDown", "macro": "x"}),
        ("Input.dispatchDragEvent", {"type": "drop", "x": 1, "y": 1}),
        ("Input.dispatchDragEvent", {"data": {"items": [], "files": ["/etc/passwd"]}}),
        ("Input.dispatchDragEvent", {"data": {"items": [], "files": {"0": "/etc/passwd"}}}),
        ("Input.dispatchDragEvent", {"data": {"items": [{"mimeType": "text/plain"}]}}),
        (
            "Input.dispatchDragEvent",
            {"data": {"items": [{"mimeType": "a", "data": "", "path": "/etc/passwd"}]}},
        ),
        ("Input.dispatchDragEvent", {"data": {"items": [{"mimeType": "a", "data": ["file:///etc/passwd"]}]}}),
        ("Input.dispatchDragEvent", {"data": {"items": ["/etc/passwd"]}}),
        ("Input.dispatchDragEvent", {"data": {"items": [], "dragOperationsMask": 2**40}}),
        ("Target.getTargetInfo", {"targetId": "OTHER"}),
        ("Target.attachToTarget", {"targetId": "OTHER", "flatten": True}),
        ("Target.attachToTarget", {"targetId": "TAB", "flatten": False}),
        ("Target.attachToTarget", {"targetId": ["TAB"], "flatten": True}),
        ("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}),
        ("Target.createTarget", {"url": "about:blank", "browserContextId": "OTHER"}),
        ("Target.closeTarget", {"targetId": "OTHER"}),
    ],
)
def test_what_is_not_allowed_is_refused(method: str, params: dict[str, Any]) -> None:
    found = call(method, **params)
    assert (found.verdict, found.message.get("id")) == ("refuse", 1)
    assert found.why


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "FILE:///etc/passwd", "view-source:http://home.webarium.test/", "chrome://version",
        "chrome-extension://x/", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x",
        "blob:http://home.webarium.test/1", "filesystem:http://home.webarium.test/t", "devtools://devtools/",
        "http://127.0.0.1:1/", "http://localhost/", "http://[::1]/", "http://example.com/",
        "http://home.webarium.test@example.com/", "http://example.com\\.webarium.test/", "ftp://home.webarium.test/",
        "\tfile:///etc/passwd", 7, None, ["http://home.webarium.test/"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["Page.navigate", "Target.createTarget", "Input.dispatchDragEvent"])
def test_no_tab_leaves_the_world(method: str, url: Any) -> None:
    if method == "Input.dispatchDragEvent":  # who drops a link opens it
        for kind in ("text/uri-list", "TEXT/URI-LIST"):
            data = {"items": [{"mimeType": kind, "data": url}], "dragOperationsMask": 1}
            assert call(method, type="drop", x=1, y=1, data=data).verdict == "refuse"
    else:
        assert call(method, url=url).verdict == "refuse"


def test_what_a_page_lets_drag_may_be_dropped() -> None:
    """As Chromium tells of a link that is dragged; its empty list of files is not said again."""
    items = [
        {"mimeType": "text/uri-list", "data": "http://home.webarium.test/p?q=1", "title": "link"},
        {"mimeType": "text/plain", "data": "file:///etc/passwd"},
        {"mimeType": "text/html", "data": "<a>link</a>", "baseURL": "http://home.webarium.test/"},
    ]
    data = {"items": items, "files": [], "dragOperationsMask": -1, "more": {"files": ["/etc/passwd"]}}
    found = call("Input.dispatchDragEvent", OWN, type="drop", x=1, y=2.5, modifiers=0, data=data)
    assert found.verdict == "act"
    assert found.message["params"] == {
        "type": "drop", "x": 1, "y": 2.5, "modifiers": 0, "data": {"items": items, "dragOperationsMask": -1},
    }  # fmt: skip


@pytest.mark.parametrize(
    "raw",
    [
        '[{"id":1,"method":"Page.enable"}]',
        '{"id":1,"method":"Page.enable"}{"id":2,"method":"Storage.getCookies"}',
        '{"id":1,"method":"Page.enable","method":"Storage.getCookies"}',
        '{"id":1,"method":"Storage.getCookies","\\u006dethod":"Page.enable"}',
        '{"id":1,"method":"Page.navigate","params":{"url":"file:///","url":"http://home.webarium.test/"}}',
        '{"id":1,"method":"Page.enable","sessionid":"X"}',
        '{"id":1,"method":["Page.enable"]}',
        '{"id":1,"method":"Page.enable","params":[]}',
        '{"id":"1","method":"Page.enable"}',
        '{"id":true,"method":"Page.enable"}',
        '{"id":1.0,"method":"Page.enable"}',
        '{"id":-1,"method":"Page.enable"}',
        '{"id":4294967297,"method":"Page.enable"}',
        '{"id":1,"method":"Runtime.evaluate","params":{"expression":"1","timeout":NaN}}',
        '{"id":1,"method":"Runtime.evaluate","params":' + '{"a":' * 5000 + "1" + "}" * 5000 + "}",
        '{"method":"Page.enable"}',
        '"Page.enable"',
        "null",
        "",
        "\u0000",
        b'{"id":1,"method":"Page.enable"}',
        '{"id":1,"method":"Runtime.evaluate","params":{"expression":"' + "a" * LONGEST + '"}}',
    ],
    ids=range(22),
)
def test_a_message_is_one_object_that_can_be_read_in_one_way(raw: str | bytes) -> None:
    assert ruled(raw).verdict == "refuse"


@pytest.mark.parametrize("session", ["OTHER", "", "5e55", ["5E55"], {"a": 1}, 5, True])
def test_a_session_is_the_clients_own(session: Any) -> None:
    assert ruled({"id": 1, "method": "Page.enable", "sessionId": session}).verdict == "refuse"


def test_what_goes_to_chromium_is_what_was_read() -> None:
    found = ruled('{ "params": {}, "method": "Page.enable", "sessionId": "5E55", "id": 3 }')
    assert (found.verdict, found.message) == (
        "pass",
        {"id": 3, "sessionId": OWN, "method": "Page.enable", "params": {}},
    )


def test_a_tab_is_always_one_of_the_episode() -> None:
    found = call("Target.createTarget", url="http://home.webarium.test/", newWindow=True, forTab=True)
    assert found.verdict == "act"
    assert found.message["params"] == {"url": "http://home.webarium.test/", "browserContextId": "OURS"}


def test_sessions_are_flat_and_worlds_apart_stay_apart() -> None:
    assert call("Target.attachToTarget", targetId="TAB").message["params"]["flatten"] is True
    found = call("Page.createIsolatedWorld", OWN, frameId="1", grantUniveralAccess=True)
    assert found.message["params"] == {"frameId": "1"}


def test_what_clients_say_when_they_connect_is_answered_and_not_carried_out() -> None:
    found = call("Browser.setDownloadBehavior", behavior="allow", downloadPath="/etc")
    assert found.verdict == "answer"
    assert json.loads(rules.answered(found.message)) == {"id": 1, "result": {}}
    assert not ANSWERED & set(PASSED)


def test_whatever_is_done_is_told_from_what_is_looked_at() -> None:
    assert set(PASSED) >= ACTS
    assert [method for method in PASSED if method.startswith("Input.dispatch") and method not in ACTS] == []
    assert call("Input.insertText", OWN, text="a").verdict == "act"
    assert call("Page.getFrameTree", OWN).verdict == "pass"


def test_a_refusal_says_why_to_whom_it_concerns() -> None:
    found = call("Storage.getCookies", OWN)
    answer = json.loads(rules.answered(found.message, why=found.why))
    assert (answer["id"], answer["sessionId"]) == (1, OWN)
    assert "not allowed" in answer["error"]["message"]
    assert json.loads(rules.answered(ruled("[]").message, why="x"))["error"]["message"] == "Webarium: x"


@pytest.mark.parametrize(
    "message",
    [
        {"method": "Page.navigate", "params": {"url": "a" * LONGEST_WHY + "://x"}},
        {"method": "Page.navigate", "params": {"a" * 2 * LONGEST_WHY: 1}},
        {"method": "Page.enable", "a" * 2 * LONGEST_WHY: 1},
    ],
)
def test_a_reason_repeats_no_more_than_the_beginning_of_what_a_client_wrote(message: Any) -> None:
    found = ruled({"id": 1} | message)
    assert found.verdict == "refuse"
    assert "aaa" in found.why
    assert len(found.why) == LONGEST_WHY + 1


def test_a_message_is_bounded_as_chromium_gets_it() -> None:
    face = "\U0001f600"  # one character, twelve bytes for Chromium
    message = {"id": 1, "method": "Input.insertText", "params": {"text": ""}}
    most = (LONGEST_SENT - len(json.dumps(message))) // 12
    fits, grows = (message | {"params": {"text": face * number}} for number in (most, most + 1))
    assert ruled(json.dumps(fits, ensure_ascii=False)).verdict == "act"
    raw = json.dumps(grows, ensure_ascii=False)
    found = ruled(raw)
    assert len(raw) < LONGEST
    assert (found.verdict, found.message["id"]) == ("refuse", 1)
    assert str(LONGEST_SENT) in found.why


def test_targets_of_others_are_not_told() -> None:
    scope = Scope("OURS")
    ours = {"targetId": "A", "browserContextId": "OURS"}
    theirs = {"targetId": "B", "browserContextId": "THEIRS"}
    found = told(
        {"id": 1, "result": {"targetInfos": [ours, theirs, {"targetId": "C"}]}}, "Target.getTargets", scope
    )
    assert found == {"id": 1, "result": {"targetInfos": [ours]}}
    assert scope.targets == {"A"}
    for event in ("Target.targetCreated", "Target.targetInfoChanged"):
        assert told({"method": event, "params": {"targetInfo": ours}}, None, scope)
        assert told({"method": event, "params": {"targetInfo": theirs}}, None, scope) is None
    assert told({"method": "Target.targetDestroyed", "params": {"targetId": "B"}}, None, scope) is None
    found = told(
        {"id": 1, "result": {"browserContextIds": ["OURS", "THEIRS"]}}, "Target.getBrowserContexts", scope
    )
    assert found == {"id": 1, "result": {"browserContextIds": ["OURS"]}}


def test_what_logs_a_profile_in_is_not_told() -> None:
    sent = {
        "headers": {"Cookie": "session=secret", "Accept": "*/*"},
        "associatedCookies": [{"cookie": {"value": "secret"}, "blockedReasons": []}],
    }
    got = {"headers": {"set-cookie": "session=secret"}, "headersText": "Set-Cookie: session=secret"}
    for name, params in (("requestWillBeSentExtraInfo", sent), ("responseReceivedExtraInfo", got)):
        found = told({"method": f"Network.{name}", "params": params}, None, Scope("OURS"))
        assert "secret" not in json.dumps(found)
    nested = {"redirectResponse": {"headers": {"Set-Cookie": "secret", "Date": "now"}}}
    found = told({"method": "Network.requestWillBeSent", "params": nested}, None, Scope("OURS"))
    assert found == {
        "method": "Network.requestWillBeSent",
        "params": {"redirectResponse": {"headers": {"Date": "now"}}},
    }
