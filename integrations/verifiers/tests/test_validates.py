"""verifiers' own commands accept the taskset: gold solutions get the whole reward, doing nothing gets none.

README.md says which environment this needs.
"""

from __future__ import annotations

import json
import os
import secrets
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

COMMAND = shlex.split(os.environ.get("WEBARIUM_COMMAND", "webarium"))
TASKS = "home.monthly_use.*"
TOKEN = secrets.token_hex(16)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("service")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*COMMAND, "serve", "--tasks", TASKS, "--port", str(port), "--run", str(place / "run")],
        env=os.environ | {"WEBARIUM_SERVE_TOKENS": TOKEN},
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert process.poll() is None
            try:
                urlopen(f"{url}/health", timeout=5)  # noqa: S310
                break
            except OSError:
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded run of the oracle."""
    run = tmp_path_factory.mktemp("gold") / "oracle"
    options = ["--tasks", TASKS, "--agent", "oracle", "--run", str(run), "--trace", "never", "--no-report"]
    subprocess.run([*COMMAND, "eval", *options], check=True, capture_output=True)
    return run


def test_gold_passes_and_nothing_does_not(service: str, gold: Path, tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("vf-validate")), "webarium-verifiers"]
    options = ["--taskset.task.gold", str(gold), "-o", str(tmp_path / "out"), "--runtime.type", "subprocess"]
    done = subprocess.run(
        [*command, *options],
        env=os.environ | {"WEBARIUM_SERVICE": service, "WEBARIUM_SERVICE_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    (results,) = (tmp_path / "out").rglob("results.jsonl")
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    assert done.returncode == 0, done.stdout + done.stderr
    assert [
        (row["name"], row["valid"], row["reason"]) for row in sorted(rows, key=lambda row: row["name"])
    ] == [
        ("home.monthly_use.0", True, "valid"),
        ("home.monthly_use.1", True, "valid"),
    ]
    assert [row["noop"]["reward"] for row in rows] == [0.0, 0.0]
