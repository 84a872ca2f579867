"""Tasks of another benchmark on sites that are somebody else's: a small shop of this process stands in."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from integration.local_world import LocalWorld, page
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.run.models import JournalLine
from harness.run.reader import RunFolder

FORM = (
    "<h1>Log in</h1><form method=post action=/login><input id=email name=email>"
    "<input id=pass name=pass type=password><button id=send>Log in</button></form>"
)
AGENT = """
from harness.agents.base import Agent, serve
class Buyer(Agent):
    def reset(self, task):
        self.intent = task.intent
    def act(self, observation):
        link = observation.find("link", name="My order")
        if link:
            return {"name": "click", "element": link.id}
        button = observation.find("button", name="Cancel it")
        if button and "cancel" in self.intent.lower():
            return {"name": "click", "element": button.id}
        if "goto" in self.intent:
            return {"name": "goto", "url": "http://example.org/"}
        return {"name": "stop", "answer": "19.90" if "19.90" in observation.axtree else "N/A"}
serve(Buyer())
"""


class Shop(LocalWorld):
    """A shop with a login, one order that can be cancelled, and the part of an API that tasks ask."""

    def __init__(self) -> None:
        self.cancelled = False
        super().__init__({
            "/": self._front, "/login": self._login, "/order/7/": self._order, "/cancel": self._cancel,
            "/rest/default/V1/integration/admin/token": lambda request: '"token"',
            "/rest/V1/orders": lambda request: json.dumps({"items": [{"increment_id": "0007"}]}),
            "/sales/order/view/order_id/7/": self._order,
        })  # fmt: skip

    def _known(self, request: BaseHTTPRequestHandler) -> bool:
        return "session=emma" in request.headers.get("Cookie", "")

    def _front(self, request: BaseHTTPRequestHandler) -> Any:
        link = "<a href=/order/7/>My order</a>" if self._known(request) else "<a href=/login>Log in</a>"
        return page("Shop", f"<h1>Shop</h1>{link}")

    def _login(self, request: BaseHTTPRequestHandler) -> Any:
        if request.command == "GET":
            return page("Log in", FORM)
        good = "pass=secret" in request.body  # type: ignore[attr-defined]
        headers = {"Location": "/" if good else "/login"}
        return 302, headers | ({"Set-Cookie": "session=emma; Path=/"} if good else {}), ""

    def _order(self, request: BaseHTTPRequestHandler) -> Any:
        if not self._known(request):
            return 302, {"Location": "/login"}, ""
        state = "cancelled" if self.cancelled else "open"
        button = (
            "" if self.cancelled else "<form method=post action=/cancel><button>Cancel it</button></form>"
        )
        return page("Order 7", f"<h1>Order 7</h1><p id=state>{state}</p><p>Total 19.90</p>{button}")

    def _cancel(self, request: BaseHTTPRequestHandler) -> Any:
        self.cancelled = True
        return 303, {"Location": "/order/7/"}, ""


@pytest.fixture
def shop() -> Iterator[Shop]:
    made = Shop()
    yield made
    made.close()


def task(number: int, intent: str, template: int, **evaluation: Any) -> dict[str, Any]:
    return {
        "task_id": number, "intent": intent, "intent_template_id": template, "sites": ["shopping"],
        "start_url": "__SHOPPING__", "storage_state": "./.auth/shopping_state.json",
        "eval": {"reference_answers": None, "reference_url": "", "program_html": []} | evaluation,
    }  # fmt: skip


STATE = "document.querySelector('#state').outerText"
TASKS = [
    task(0, "What is the total of my order?", 5, eval_types=["string_match"],
         reference_answers={"must_include": ["19.90"]}),
    task(1, "Please cancel my order.", 6, eval_types=["url_match", "program_html"],
         reference_url="__SHOPPING__/order/7/",
         program_html=[{"url": "last", "locator": STATE, "required_contents": {"exact_match": "cancelled"}},
                       {"url": "func:shopping_get_latest_order_url()", "locator": STATE,
                        "required_contents": {"must_include": ["cancelled"]}}]),
    task(2, "Who sold it? goto another shop.", 6, eval_types=["string_match"],
         reference_answers={"fuzzy_match": "N/A"}),
]  # fmt: skip


def invoke(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output + repr(done.exception)
    return done.output


def test_published_tasks_are_played_on_their_own_sites(
    tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "secret")
    (tmp_path / "tasks.json").write_text(json.dumps(TASKS))
    (tmp_path / "agent.py").write_text(AGENT)
    (tmp_path / "reset.py").write_text("print('again'); open('resets', 'a').write('x')")
    sites = tmp_path / "sites.yaml"
    sites.write_text(
        "sites:\n"
        f"  shopping:\n    url: http://127.0.0.1:{shop.port}\n    login: logins/shopping.json\n"
        "    form: {page: /login, fill: {'#email': emma, '#pass': $SHOP_PASSWORD}, press: '#send'}\n"
        "    admin: {user: admin, password: $SHOP_PASSWORD}\n"
        f"reset: [{sys.executable}, reset.py]\n"
    )
    assert "kept in" in invoke("sites", "login", "shopping", "--sites", str(sites))
    assert (tmp_path / "logins" / "shopping.json").stat().st_mode & 0o777 == 0o600

    run = tmp_path / "runs" / "one"
    agent = f"{sys.executable} {tmp_path / 'agent.py'}"
    common = ["--sites", str(sites), "--agent", agent, "--agent-jail", "off", "--agent-user", "same"]
    invoke("eval", "--tasks", f"{tmp_path / 'tasks.json'},!*.2", *common, "--run", str(run))
    lines: dict[str, JournalLine] = {line.task_id: line for line in RunFolder(run).lines.values()}
    assert {name: (line.status, line.category) for name, line in lines.items()} == {
        "webarena.5.0": ("passed", "information_seeking"),
        "webarena.6.1": ("passed", "content_and_config"),
    }
    assert (tmp_path / "resets").read_text() == "xx"
    evidence = json.loads((run / "episodes" / "webarena.6.1.0" / "evidence.json").read_text())
    assert [one["content"] for one in evidence[1]["evidence"]["captures"]] == ["cancelled", "cancelled"]

    assert "2 are finished already" in invoke("eval", "--resume", str(run))
    sites.rename(tmp_path / "gone.yaml")  # what is judged again needs neither sites nor their file
    (tmp_path / "tasks.json").unlink()
    assert "2 episodes judged again: 2 passed" in invoke("score", str(run))
    invoke("report", str(run))


def test_a_reset_that_fails_is_trouble_and_other_hosts_are_not_reached(tmp_path: Path, shop: Shop) -> None:
    (tmp_path / "tasks.json").write_text(json.dumps(TASKS[2:]))
    (tmp_path / "agent.py").write_text(AGENT)
    sites = tmp_path / "sites.yaml"
    text = f"sites: {{shopping: {{url: 'http://127.0.0.1:{shop.port}'}}}}\n"
    sites.write_text(text)
    agent = f"{sys.executable} {tmp_path / 'agent.py'}"
    common = ["--tasks", str(tmp_path / "tasks.json"), "--agent", agent, "--agent-jail", "off"]
    common += ["--agent-user", "same", "--sites", str(sites)]
    invoke("eval", *common, "--run", str(tmp_path / "one"))
    (line,) = RunFolder(tmp_path / "one").lines.values()
    assert line.stop_reason.startswith("invalid_actions: goto: only the sites of these tasks can be visited")
    assert line.unachievable

    sites.write_text(text + "reset: ['false']\n")
    invoke("eval", *common, "--run", str(tmp_path / "two"), code=2)
    (line,) = RunFolder(tmp_path / "two").lines.values()
    assert "The reset command false ended with 1" in (line.error or "")
