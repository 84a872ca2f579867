"""Images between an engine, a registry and a file; the registry is Debian's own, on the loopback."""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import zstandard

from reset import images
from reset.backends.docker import Docker, connect
from reset.errors import EngineError, WorldError
from reset.images import archive, commands, contents, keeping, recipes
from sites.spec import Site, load_site

REGISTRY = shutil.which("docker-registry")


def quiet(line: str) -> None:
    """Nobody reads it."""


@pytest.fixture
def engine() -> Docker:
    return connect()


@pytest.fixture
def site(engine: Docker, small_images: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The small site `pages` with an image of its own, a second's work, which nobody else uses."""
    one = load_site("pages").model_copy(update={"pids": 77})
    tag = images.final(one).tag
    monkeypatch.setattr(commands, "chosen", lambda names: [one])
    images.build([one])
    yield one
    forget(engine, tag)


def forget(engine: Docker, tag: str) -> None:
    """Let the engine know no image of this tag."""
    for name in (tag, keeping._marked(tag)):
        engine.images.remove(name)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A registry of this test alone."""
    if REGISTRY is None:
        pytest.skip("no docker-registry on this machine")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = tmp_path / "registry.yml"
    config.write_text(
        f"version: 0.1\nstorage: {{filesystem: {{rootdirectory: {tmp_path / 'kept'}}}}}\n"
        f"http: {{addr: '127.0.0.1:{port}'}}\n"
    )
    with subprocess.Popen(
        [REGISTRY, "serve", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as served:
        try:
            until = time.monotonic() + 20
            while not answers(port):
                assert time.monotonic() < until
                time.sleep(0.05)
            monkeypatch.setenv("WEBARIUM_REGISTRY", f"127.0.0.1:{port}/webarium")
            yield f"127.0.0.1:{port}/webarium"
        finally:
            served.terminate()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/v2/").is_success
    except httpx.TransportError:
        return False


def test_what_was_pushed_is_pulled_before_anything_is_built(engine: Docker, site: Site, place: str) -> None:
    tag = images.final(site).tag
    before = engine.images.id(tag)
    first = commands.push(None, on_progress=quiet)
    assert sum(one["layers"] for one in first) > 0
    again = commands.push(None, on_progress=quiet)
    assert sum(one["layers"] for one in again) == 0, "what is there is not sent again"
    forget(engine, tag)
    (built,) = [one for one in images.build([site]) if one.tag == tag]
    assert (built.built, built.pulled) == (False, True)
    assert engine.images.id(tag) == before
    forget(engine, tag)
    (pulled,) = commands.pull(None, on_progress=quiet)
    assert pulled["tag"] == tag
    assert not engine.images.list(place), "the registry's name does not stay"


def test_what_the_registry_lacks_starts_from_what_it_has(engine: Docker, site: Site, place: str) -> None:
    commands.push(None, on_progress=quiet)
    newer = site.model_copy(update={"pids": 78})
    try:
        (built,) = [one for one in images.build([newer]) if one.tag == images.final(newer).tag]
        assert built.built
    finally:
        forget(engine, images.final(newer).tag)


def test_an_image_that_holds_something_else_is_refused(engine: Docker, site: Site, place: str) -> None:
    tag = images.final(site).tag
    said = contents.recorded(engine, tag)
    assert said is not None
    assert contents.look(engine, tag) == said
    name = f"{place}/{tag.removeprefix('webarium/')}"
    engine.images.relabel(tag, name, {contents.DATA: "0" * 64})
    engine.images.push(name)
    for one in (name, tag, keeping._marked(tag)):
        engine.images.remove(one)
    with pytest.raises(WorldError, match="holds other data than it says"):
        images.build([site])
    assert engine.images.id(tag) is None
    assert not engine.images.list(place)


def test_a_registry_that_does_not_answer_keeps_nobody_from_building(
    engine: Docker, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBARIUM_REGISTRY", "127.0.0.1:9/webarium")
    forget(engine, images.final(site).tag)
    told: list[str] = []
    (built,) = [one for one in images.build([site], told.append) if one.name == "pages"]
    assert built.built
    assert sum("images are built here" in line for line in told) == 1
    forget(engine, images.final(site).tag)
    with pytest.raises(EngineError, match=r"pulling 127\.0\.0\.1:9/webarium"):
        commands.pull(None, on_progress=quiet)


def test_an_archive_brings_images_back_and_has_each_layer_once(
    engine: Docker, site: Site, tmp_path: Path
) -> None:
    file, tag = tmp_path / "images.tar.zst", images.final(site).tag
    before = engine.images.id(tag)
    saved = commands.save(file, None, on_progress=quiet)
    assert saved["size"] == file.stat().st_size
    with zstandard.open(file, "rb") as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        names = [member.name for member in tar]
    assert len(names) == len(set(names))
    assert {"oci-layout", "index.json"} <= set(names)
    forget(engine, tag)
    assert set(commands.load(file, on_progress=quiet)["images"]) == set(recipes.tags([site]).values())
    assert engine.images.id(tag) == before


def test_an_archive_that_was_changed_on_the_way_is_refused(
    engine: Docker, site: Site, tmp_path: Path
) -> None:
    file, tag = tmp_path / "images.tar.zst", images.final(site).tag
    archive.save(engine, [tag], file, quiet)
    with pytest.raises(FileExistsError):
        archive.save(engine, [tag], file, quiet)
    forget(engine, tag)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(WorldError, match="no whole archive"):
        archive.load(engine, file, quiet)
    unpacked = bytearray(zstandard.ZstdDecompressor().decompressobj().decompress(whole))
    with tarfile.open(fileobj=io.BytesIO(unpacked)) as tar:
        layer = next(member for member in tar if member.name.startswith("blobs/") and member.size > 10_000)
    unpacked[layer.offset_data + 5_000] ^= 1
    file.write_bytes(zstandard.compress(bytes(unpacked)))
    with pytest.raises(WorldError, match="is something else"):
        archive.load(engine, file, quiet)
    assert engine.images.id(tag) is None


def test_packages_of_an_image_are_told(site: Site) -> None:
    (found,) = [one for one in commands.list_images(None) if one["name"] == "pages"]
    assert found["packages"]["debian"]["python3"].startswith("3.13")
    assert found["checkouts"] == 1
