"""Agents that own a browser play over CDP, each with a script in its model's place (`make cdp`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.run.reader import RunFolder
from reset.places import hidden
from sites.spec import ROOT
from tests.parity.script import over_cdp

TASK = "home.monthly_use.0"
EXAMPLES = ROOT / "examples" / "cdp"
PYTHON = hidden("cdp") / "bin" / "python"
SERVER = hidden("cdp") / "node_modules" / ".bin" / "playwright-mcp"


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("python", "script", "needs"),
    [
        (PYTHON, "browser_use_agent.py", PYTHON),
        (Path(sys.executable), "playwright_mcp.py", SERVER),
    ],
    ids=["browser-use", "playwright-mcp"],
)
def test_a_client_with_a_script_for_its_model_passes(
    python: Path, script: str, needs: Path, tmp_path: Path
) -> None:
    if not needs.exists():
        pytest.skip("`make cdp` installs it")
    with over_cdp(tmp_path / "run", TASK) as told:
        done = subprocess.run(
            [python, EXAMPLES / script, told["cdp"]],
            env=os.environ | {"PLAYWRIGHT_MCP": str(SERVER)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert done.returncode == 0, done.stderr
        assert "'done': True" in done.stdout, done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["run"]  # nothing is left where it was called
    (line,) = RunFolder(tmp_path / "run").lines.values()
    assert (line.task_id, line.status) == (TASK, "passed")
