"""A supervisor with real processes, in a process of its own: it ends whatever it did not start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

START = """
import json, sys
from pathlib import Path
from reset.sitectl.supervisor import Supervisor

spec, folder = json.loads(sys.argv[1]), Path(sys.argv[2])
(folder / "state").mkdir()
supervisor = Supervisor(spec, folder / "pristine", folder / "state", folder / "scratch")
try:
    supervisor.start()
finally:
    supervisor.stop()
"""


def service(script: str, *after: str, ready: str | None = None) -> dict[str, Any]:
    """A service that runs ``script``, and is ready when the command ``ready`` succeeds."""
    check = {"command": ["sh", "-c", ready], "http": None, "tcp": None, "unix": None, "timeout": 60}
    return {
        "command": ["sh", "-c", script],
        "after": after,
        "clock": "host",
        "env": {},
        "ready": check if ready else None,
    }


def start(folder: Path, **services: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Bring up a site of these services."""
    spec = {
        "name": "home",
        "database": None,
        "services": services,
        "state": {"room": "100m"},
        "changes": {"exclude": []},
        "noise": {"tables": {}},
        "http_port": 8000,
    }
    return subprocess.run(
        [sys.executable, "-c", START, json.dumps(spec), str(folder)],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def test_what_is_killed_while_the_site_starts_is_no_end_of_it(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    once = f"test -e {mark} || {{ touch {mark}; sleep 0.3; kill -9 $$; }}"
    first = service(f"{once}; touch {mark}.again; sleep 60")
    ended = start(tmp_path, first=first, second=service("sleep 60", "first", ready=f"test -e {mark}.again"))
    assert ended.returncode == 0, ended.stderr
    assert "first ended with -9 while service second was starting; once more from nothing" in ended.stdout
    assert "home is ready" in ended.stdout


@pytest.mark.parametrize("end", ["exit 3", "kill -9 $$"])
def test_what_ends_by_itself_or_always_is_told_at_once(tmp_path: Path, end: str) -> None:
    waiting = service("sleep 60", "first", ready="false")
    ended = start(tmp_path, first=service(f"sleep 0.2; {end}"), second=waiting)
    assert ended.returncode == 1
    assert "while service second was starting" in ended.stderr
    assert ended.stdout.count("once more") == (0 if end.startswith("exit") else 2)
