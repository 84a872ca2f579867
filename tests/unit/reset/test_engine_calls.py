"""What the engine's SDK is told, and what it raises where an engine dies in the middle of an answer."""

from __future__ import annotations

import io
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docker.client import DockerClient
from docker.errors import DockerException
from docker.utils.proxy import ProxyConfig

from reset.backends.docker import Docker
from reset.backends.docker.images import Images
from reset.backends.docker.refusals import absent
from reset.errors import EngineError, WorldError
from reset.images import building
from reset.images.recipes import ROOT_IMAGE
from reset.plan import SUBNETS, Secrets, plan
from sites.spec import load_site

PROXY = "http://user:word@proxy.example:3128"


def given_to(told: dict[str, Any], answer: Any) -> Callable[..., Any]:
    """A call that keeps what it is told."""

    def call(*_: object, **given: Any) -> Any:
        told.update(given)
        return answer

    return call


def test_what_a_look_prints_is_read_whatever_the_engine_logs_to() -> None:
    told: dict[str, Any] = {}
    client = SimpleNamespace(containers=SimpleNamespace(run=given_to(told, b"said")))
    assert Images(client).run("x:1", ["true"]) == "said"
    assert told["log_config"]["type"] == "json-file"
    assert told["use_config_proxy"] is False


def test_no_world_knows_the_proxy_of_this_machine() -> None:
    told: dict[str, Any] = {}
    engine = Docker.__new__(Docker)
    engine._client = SimpleNamespace(
        containers=SimpleNamespace(create=given_to(told, None)), api=SimpleNamespace(_version="1.41")
    )
    whole = plan(
        [load_site("pages")],
        "w0",
        "7",
        images={"pages": "x:1", "gateway": "x:1"},
        subnets={"pages": SUBNETS[0]},
        secrets={"pages": Secrets("t", "p")},
        labels={},
    )
    engine._create(whole.by_name["pages"])
    assert told["use_config_proxy"] is False


@pytest.mark.parametrize(
    ("proxies", "direct"),
    [
        ({}, None),
        ({"httpProxy": PROXY}, "127.0.0.1,localhost"),
        ({"httpProxy": PROXY, "noProxy": ".example"}, ".example,127.0.0.1,localhost"),
    ],
)
def test_a_build_reaches_its_own_servers_without_a_proxy(proxies: dict[str, str], direct: str | None) -> None:
    told: dict[str, Any] = {}
    configured = ProxyConfig.from_dict(proxies)
    client = SimpleNamespace(api=SimpleNamespace(_proxy_configs=configured, build=given_to(told, [])))
    build(Images(client))
    wanted = {} if direct is None else {"no_proxy": direct, "NO_PROXY": direct}
    assert told["buildargs"] == {"BASE": "b"} | wanted


def build(images: Images) -> None:
    images.build(
        io.BytesIO(),
        tag="x:1",
        dockerfile="D",
        source="D",
        arguments={"BASE": "b"},
        labels={},
        on_line=lambda line: None,
    )


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
def dying(tmp_path: Path) -> Iterator[DockerClient]:
    """An engine that breaks off in the middle of each answer."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        server.listen()

        def serve() -> None:
            while True:
                try:
                    one, _ = server.accept()
                except OSError:
                    return
                with one:
                    one.settimeout(0.3)
                    try:
                        while one.recv(1 << 16):
                            pass
                    except TimeoutError:
                        one.sendall(HEAD + b'11\r\n{"stream": "abc"}\r\n')

        threading.Thread(target=serve, daemon=True).start()
        yield DockerClient(base_url=f"unix://{tmp_path}/s", version="1.41", timeout=5)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(build, id="build"),
        pytest.param(lambda images: images.fetch("host/x:1"), id="pull"),
        pytest.param(lambda images: images.push("host/x:1"), id="push"),
        pytest.param(lambda images: images.load(io.BytesIO(b"tar")), id="load"),
        pytest.param(lambda images: list(images.export("x:1")), id="save"),
        pytest.param(lambda images: images.used(), id="list"),
    ],
)
def test_an_engine_that_dies_in_the_middle_is_one_that_does_not_answer(
    call: Callable[[Images], object], dying: DockerClient
) -> None:
    with pytest.raises(EngineError, match="the container engine does not answer"):
        call(Images(dying))


@pytest.mark.parametrize("place", [None, "unix:///run/other.sock"])
def test_whom_the_engine_keeps_out_is_told_so(place: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    if place:
        monkeypatch.setenv("DOCKER_HOST", place)
    aborted = (
        "Error while fetching server API version: ('Connection aborted.', PermissionError(13, 'denied'))"
    )
    told = absent(DockerException(aborted))
    assert told.message.startswith("you may not use the container engine")
    assert (place or "this machine") in told.message
    assert "usermod -aG docker" in (told.remedy or "")


@pytest.mark.parametrize("can", [True, False])
def test_debian_is_waited_for_where_it_cannot_be_made_here(
    can: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building.shutil, "which", lambda name: "/usr/bin/mmdebstrap" if can else None)
    monkeypatch.setattr(building.os, "geteuid", lambda: 0)
    made = subprocess.CompletedProcess([], 0, "", "")
    monkeypatch.setattr(building.subprocess, "run", lambda *_, **__: made)
    marked, waited, said = list[str](), list[float](), list[str]()
    monkeypatch.setattr(building, "mark", lambda engine, tag: marked.append(tag))

    def pull(tag: str, timeout: float) -> str:
        waited.append(timeout)
        return "no such host"

    images = SimpleNamespace(id=lambda tag: None, pull=pull, import_tar=lambda tar, tag: None)
    engine: Any = SimpleNamespace(images=images)
    if can:
        building._root(engine, said.append)
        assert "root: no such host; making Debian with mmdebstrap" in said
        assert marked == [ROOT_IMAGE]
    else:
        with pytest.raises(WorldError, match=r"cannot be fetched \(no such host\)"):
            building._root(engine, said.append)
    assert waited == [building.REGISTRY_PATIENCE if can else building.ONLY_PATIENCE]
    assert building.REGISTRY_PATIENCE < 60 < building.ONLY_PATIENCE
