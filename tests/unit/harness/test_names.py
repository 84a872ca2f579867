"""What options name: agents, URLs, expectations; and that the command line starts quickly."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from harness.agents.naming import AgentSpec, Shutting, resolve_agent
from harness.agents.process import AgentGone, AgentProcess, AgentSlow
from harness.agents.protocol import TaskMessage
from harness.browser.chromium import session_cookies, world_url
from harness.browser.tabs import is_world_page
from harness.commands.evaluation import expectation, verdict
from harness.run.models import Summary
from sites.errors import WebariumError


@pytest.mark.parametrize(
    ("given", "visited"),
    [
        ("http://shopping.webarium.test/a?b=c", "http://shopping.webarium.test/a?b=c"),
        (" shopping.webarium.test/a ", "http://shopping.webarium.test/a"),
        ("HTTPS://Shopping.Webarium.Test/", "HTTPS://Shopping.Webarium.Test/"),
    ],
)
def test_addresses_of_the_world(given, visited):
    assert world_url(given) == visited


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "http://127.0.0.1:8080/",
        "http://localhost/",
        "http://[::1]/",
        "http://webarium.test.example.com/",
        "http://shopping.webarium.test@example.com/",
        "http://example.com\\@shopping.webarium.test/",
        "http://webarium.test/",
        "file:///etc/passwd",
        "chrome://settings",
        "view-source:http://shopping.webarium.test/",
        "javascript:alert(1)",
        "data:text/html,hello",
        "about:blank",
        "ftp://shopping.webarium.test/",
        "http://shopping.webarium.test/\nHost: x",
        "http://[shopping.webarium.test/",
        "",
    ],
)
def test_everything_else_is_refused(url):
    with pytest.raises(ValueError, match=r"\w"):
        world_url(url)


def test_pages_that_may_stand_in_a_tab():
    for url in ("about:blank", "http://shopping.webarium.test/", "chrome-error://chromewebdata/"):
        assert is_world_page(url)
    for url in ("chrome://version/", "file:///etc/passwd", "view-source:http://shopping.webarium.test/"):
        assert not is_world_page(url)


def test_session_cookies_get_the_sites_domain_and_no_expiry():
    session = {"cookies": [{"name": "sessionid", "value": "abc", "path": "/", "expires": 1}]}
    assert session_cookies("shopping", session) == [
        {"name": "sessionid", "value": "abc", "domain": "shopping.webarium.test", "path": "/"}
    ]
    assert session_cookies("shopping", None) == []


def test_agents_by_name_file_and_command(tmp_path):
    assert resolve_agent("noop").command == [sys.executable, "-m", "harness.agents.noop"]
    assert resolve_agent("human").user is None, "it is ours, and shows a window"
    script = tmp_path / "mine.py"
    script.write_text("")
    mine = resolve_agent(str(script), user="nobody")
    assert (mine.name, mine.command, mine.user) == ("mine", [sys.executable, str(script)], "nobody")
    script.chmod(0o600)
    assert resolve_agent(str(script)).user == "nobody", "nobody becomes root unasked"
    assert resolve_agent("sh -c true").user == "nobody"
    without = Shutting(jail=False)
    assert resolve_agent(f"{sys.executable} -u {script}", user="same", shutting=without).user is None
    assert mine.config != resolve_agent(str(script), user="same", shutting=without).config
    assert mine.config != resolve_agent(str(script), options={"model": "x"}).config


NO_AGENTS = """
unheard-of-agent | replay:/nowhere | replay | | oracle:x | a 'b
refuse:1 | noisy-oracle | noisy-oracle:2 | noisy-oracle:nan | forgetful-oracle | short-sighted-oracle:x
"""


@pytest.mark.parametrize(
    "text", [one.strip() for line in NO_AGENTS.strip().split("\n") for one in line.split("|")]
)
def test_unknown_agents_are_told(text):
    with pytest.raises(WebariumError):
        resolve_agent(text)


def test_agent_process_gets_a_clean_environment_and_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_HOST", "1")
    monkeypatch.setenv("ALLOWED", "2")
    program = (
        "read -r line; group=$(ps -o pgid= -p $$ 2>/dev/null || cut -d' ' -f5 /proc/$$/stat);"
        """printf '{"type":"facts","uid":%d,"group":%d,"pid":%d,"files":"%s",'"""
        """'"secret":"%s","allowed":"%s"}\\n'"""
        ' "$(id -u)" "$group" "$$" "$(ls)" "$SECRET_OF_THE_HOST" "$ALLOWED"'
    )
    spec = AgentSpec("facts", ["sh", "-c", program], environment=("ALLOWED",), user="nobody")
    agent = AgentProcess(spec, log=tmp_path / "log")
    agent.begin(TaskMessage("a.b.0", "x"), seconds=5)
    facts = agent.receive(seconds=10)
    agent.close()
    assert (facts["secret"], facts["allowed"], facts["files"]) == ("", "2", "")
    assert facts["group"] == facts["pid"] == agent.pid
    assert (facts["uid"] != 0) or os.geteuid() != 0


def test_agent_that_ends_or_is_silent(tmp_path):
    gone = AgentProcess(AgentSpec("gone", [sys.executable, "-c", "raise SystemExit(4)"]), log=tmp_path / "a")
    with pytest.raises(AgentGone, match="code 4"):
        gone.receive(seconds=10)
    gone.close()
    slow = AgentProcess(
        AgentSpec("slow", [sys.executable, "-c", "import time; time.sleep(60)"]), log=tmp_path / "b"
    )
    with pytest.raises(AgentSlow):
        slow.receive(seconds=0.2)
    with pytest.raises(AgentSlow):  # it never reads: the pipe fills
        slow.send({"type": "x", "text": "x" * 1_000_000}, seconds=0.3)
    slow.close()
    assert not slow.running


def test_expectations_and_exit_codes():
    oracle, noop, other = (AgentSpec(name, []) for name in ("oracle", "noop", "mine"))
    assert [expectation("auto", agent) for agent in (oracle, noop, other)] == ["all", "none", "any"]
    assert expectation("0.5", other) == 0.5
    with pytest.raises(WebariumError):
        expectation("1.5", other)
    result = Summary(run="r", tasks=4, passed=2, failed=2, errors=0, undecided=0, success_rate=0.5)
    codes = [verdict(result, expected) for expected in ("all", "none", "any", 0.5, 0.6)]
    assert codes == [1, 1, 0, 0, 1]
    assert verdict(result.model_copy(update={"errors": 1}), "any") == 2
    third = Summary(run="r", tasks=3, passed=1, failed=2, errors=0, undecided=0, success_rate=0.3333)
    assert [verdict(third, expected) for expected in (0.33333, 0.3334)] == [0, 1], (
        "as it is, not as it is told"
    )
    most = Summary(run="r", tasks=3, passed=2, failed=1, errors=0, undecided=0, success_rate=0.6667)
    assert [verdict(most, expected) for expected in (0.6666, 0.6667)] == [0, 1]
    none = Summary(run="r", tasks=0, passed=0, failed=0, errors=0, undecided=0, success_rate=0)
    assert [verdict(none, expected) for expected in (0.0, 0.5)] == [0, 1]


def test_help_imports_neither_browser_nor_engine():
    program = (
        "import sys; sys.argv = ['webarium', '--help'];"
        "import harness.commands.cli;"
        "print([m for m in ('playwright', 'docker', 'tasks.loader', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
