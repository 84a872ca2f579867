"""Runs on a cluster of two nodes on this machine, one of which is lost in the middle; `make ray`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray has an environment of its own: make ray")

from ray.cluster_utils import Cluster  # noqa: E402

from harness.agents.naming import resolve_agent  # noqa: E402
from harness.fleet.seat import WORLD  # noqa: E402
from harness.run.reader import RunFolder  # noqa: E402
from harness.run.runner import Runner  # noqa: E402
from harness.run.settings import RunError, RunSettings  # noqa: E402
from reset import images  # noqa: E402
from reset.backends.docker import connect  # noqa: E402
from sites.spec import ROOT, load_site  # noqa: E402
from tasks.loader import load_tasks  # noqa: E402

TASKS = [task for task in load_tasks("home.*") if task.sites == ["home"]]
NODE = {"num_cpus": 1, "resources": {WORLD: 1}}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    images.build([load_site("home")])
    one = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    try:
        ray.init(address=one.address, log_to_driver=False)
        yield one
    finally:
        ray.shutdown()
        one.shutdown()


def run(folder: Path, fleet: str, tell: Any = None, **options: Any) -> RunFolder:
    settings = RunSettings(
        folder=folder,
        tasks=TASKS,
        agent=resolve_agent("oracle"),
        fleet=fleet,  # type: ignore[arg-type]
        **{"workers": 2, "trials": 4} | options,
    )
    Runner(settings, progress=tell).run()
    return RunFolder(folder)


def verdicts(one: RunFolder) -> dict[tuple[str, int], tuple[str, str | None]]:
    return {(line.task_id, line.trial): (line.status, line.digest) for line in one.lines.values()}


def worlds() -> set[str]:
    """Worlds of this checkout's runs, be their owners alive or dead."""
    found = connect().labels(["webarium.world", f"webarium.home={ROOT}"])
    return {one["webarium.world"] for one in found if one["webarium.world"].startswith("run-")}


def test_a_run_survives_the_loss_of_a_node(cluster: Cluster, tmp_path: Path) -> None:
    lost = cluster.add_node(**NODE)
    before, done, removed = worlds(), [], threading.Event()

    def tell(event: str, data: dict[str, Any]) -> None:
        if event == "done":
            done.append(data)
        if len(done) == 2 and not removed.is_set():
            removed.set()
            cluster.remove_node(lost)

    played = run(tmp_path / "ray", "ray", tell)
    assert removed.is_set()
    played.check()
    text = (played.path / "journal.jsonl").read_text().splitlines()
    assert len(text) == len(TASKS) * 4, "each episode is in the journal, and once"
    assert verdicts(played) == verdicts(run(tmp_path / "local", "local"))
    assert played.manifest is not None
    assert set(played.manifest.image_ids) == {"gateway", "home"}
    until = time.monotonic() + 30
    while worlds() - before and time.monotonic() < until:
        time.sleep(0.5)  # a lost node's process may take a moment to notice
    assert worlds() <= before
    assert not list((played.path / "episodes").glob(".*"))


def test_a_killed_run_goes_on_with_its_files_in_a_store(cluster: Cluster, tmp_path: Path) -> None:
    class Killed(Exception):
        pass

    seen = []

    def tell(event: str, data: dict[str, Any]) -> None:
        if event == "done":
            seen.append(data)
            if len(seen) == 1:
                raise Killed

    store = str(tmp_path / "store")
    options: dict[str, Any] = {"workers": 1, "trials": 2, "store": store}
    with pytest.raises(Killed):
        run(tmp_path / "one", "ray", tell, **options)
    os.environ.setdefault("RAY_ADDRESS", cluster.address)
    try:
        if not ray.is_initialized():
            ray.init(address=cluster.address, log_to_driver=False)
        whole = run(tmp_path / "one", "ray", **options)
    finally:
        os.environ.pop("RAY_ADDRESS")
    whole.check()
    lines = (whole.path / "journal.jsonl").read_text().splitlines()
    assert len(lines) == len(TASKS) * 2
    assert len(list((tmp_path / "store" / "one").iterdir())) == len(TASKS) * 2


def test_a_node_without_the_images_says_so(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = images.tags([load_site("home")]) | {"home": "webarium/home:0"}
    monkeypatch.setattr(images, "tags", lambda *_: elsewhere)
    with pytest.raises(RunError, match="another version of Webarium is here, whose images of home"):
        run(tmp_path / "one", "ray", workers=1)


def test_a_machine_that_offers_itself_is_played_on_and_leaves_nothing(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program, before = [sys.executable, "-m", "harness.commands.start"], worlds()
    options = ["node", "--port", str(port), "--worlds", "1", "--site", "home"]
    # what the clusters of the other tests told this process, such as a token, is not for this one
    clean = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    environment = clean | {"RAY_ADDRESS": f"127.0.0.1:{port}"}
    with (tmp_path / "said").open("w") as said:
        node = subprocess.Popen([*program, *options], stdout=said, stderr=said, cwd=ROOT, env=clean)
    try:
        until = time.monotonic() + 240
        while "Ray runtime started" not in (tmp_path / "said").read_text():
            assert node.poll() is None, (tmp_path / "said").read_text()
            assert time.monotonic() < until
            time.sleep(0.5)
        run = ["eval", "--fleet", "ray", "--tasks", TASKS[0].id, "--run", str(tmp_path / "one")]
        done = subprocess.run(
            [*program, *run], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        node.terminate()
        node.wait(120)
    assert [line.status for line in RunFolder(tmp_path / "one").lines.values()] == ["passed"]
    assert worlds() <= before
    with socket.socket() as gone, pytest.raises(ConnectionRefusedError):
        gone.connect(("127.0.0.1", port))
