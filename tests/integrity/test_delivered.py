"""An agent's own files, as somebody else delivers them, do not open the checkout from inside the jail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from integrity.test_jail import HEAD, play

from harness.agents import jail
from harness.agents.naming import resolve_agent
from harness.agents.orders import try_jail
from sites.errors import WebariumError
from sites.spec import ROOT

pytestmark = pytest.mark.skipif(not jail.is_installed(), reason="there is no bubblewrap")
SECRET = [ROOT / "tasks" / "answers.lock", ROOT / "evaluators", ROOT / "sites" / "shopping"]
LOOK = """
found = []
for path in task["options"]["places"]:
    try:
        found += [path] if os.path.isfile(path) else os.listdir(path)
    except OSError:
        pass
say(found=found)
sys.stdin.readline()
"""


def program(folder: Path, first: str = f"#!{sys.executable}") -> Path:
    """An agent that lists what it was told to look for."""
    path = folder / "agent" / "bin" / "run"
    path.parent.mkdir(parents=True)
    path.write_text(f"{first}\n{HEAD}{LOOK}")
    path.chmod(0o755)
    return path


def test_what_an_environment_says_it_is_made_from_opens_nothing(tmp_path: Path) -> None:
    run = program(tmp_path)
    lines = [f"home = {one}/bin" for one in (ROOT / "tasks", ROOT / "evaluators", ROOT / "sites", ROOT)]
    (run.parent.parent / "pyvenv.cfg").write_text("\n".join(lines))
    places = [*SECRET, ROOT / "tasks" / "loader.py"]
    assert all(place.exists() for place in places)
    agent, said = play(resolve_agent(str(run)), tmp_path, places=[str(one) for one in places])
    agent.close()
    assert said["found"] == []


def test_links_and_first_lines_into_the_checkout_are_refused(tmp_path: Path) -> None:
    task = next((ROOT / "tasks" / "answers.lock").rglob("*.json"))
    by_line = program(tmp_path / "line", f"#!{task}")
    named = tmp_path / "data.json"
    named.symlink_to(task)
    for command in (f"{by_line}", f"/bin/sh {named}"):
        with pytest.raises(WebariumError, match="which an agent must not see"):
            try_jail(resolve_agent(command))
