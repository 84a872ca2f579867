"""Images that come from a registry or a file, without an engine: what is told, kept and undone."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import resource
import tarfile
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest
import zstandard
from docker.errors import APIError, ImageNotFound, NotFound
from requests import Response

from reset import places
from reset.backends.docker.images import Images
from reset.errors import EngineError, WorldError
from reset.images import archive, building, commands, keeping, recipes
from sites.spec import all_sites, load_site

TAG = "webarium/small:0123456789ab"
DENIED = "the container engine refused (pulling x): denied"
AWAY = "the container engine refused (pulling x): connection refused"


class FakeEngine:
    """Images by tag; what is exported has one layer, and what is loaded is named by its configuration."""

    def __init__(self, *tags: str) -> None:
        self.ids = dict(zip(tags, tags, strict=True))
        self.refusals: list[str] = []
        self.asked: list[str] = []
        self.layer = b"layer" * 10_000
        self.packed: Callable[[bytes], bytes] = bytes  # as the engine exports it

    @property
    def images(self) -> FakeEngine:
        return self

    def id(self, tag: str) -> str | None:
        return self.ids.get(tag)

    def size(self, tag: str) -> int:
        return 1

    def tag(self, image: str, tag: str) -> None:
        self.ids[tag] = self.ids[image]

    def remove(self, tag: str) -> bool:
        self.ids.pop(tag, None)
        return True

    def fetch(self, name: str) -> bool:
        self.asked.append(name)
        if self.refusals:
            raise EngineError(self.refusals.pop(0))
        self.ids[name] = name
        return True

    def export(self, tag: str) -> Iterator[bytes]:
        config = json.dumps(
            {"rootfs": {"diff_ids": [f"sha256:{hashlib.sha256(self.layer).hexdigest()}"]}}
        ).encode()
        said = json.dumps([{"Config": "config.json", "RepoTags": [tag], "Layers": ["layer.tar"]}]).encode()
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            for name, content in (
                ("manifest.json", said),
                ("config.json", config),
                ("layer.tar", self.packed(self.layer)),
            ):
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        yield packed.getvalue()

    def load(self, packed: IO[bytes]) -> None:
        with tarfile.open(fileobj=packed) as tar:
            said = tar.extractfile("manifest.json")
            assert said is not None
            for one in json.load(said):
                for tag in one["RepoTags"]:
                    self.ids[tag] = f"sha256:{Path(one['Config']).name}"


def quiet(line: str) -> None:
    """Nobody reads it."""


# -- registry -----


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A registry's name; what comes from it needs no proof."""
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.setattr("reset.images.registry.prove", lambda *_: None)
    monkeypatch.setenv("WEBARIUM_REGISTRY", "host.example/webarium")
    return "host.example/webarium"


@pytest.mark.parametrize("refusal", [DENIED, AWAY])
def test_pull_fails_with_what_the_registry_said_and_promises_no_build(
    refusal: str, registry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, told = FakeEngine(), list[str]()
    engine.refusals = [refusal]
    monkeypatch.setattr(commands, "connect", lambda: engine)
    with pytest.raises(EngineError) as raised:
        commands.pull(["pages"], on_progress=told.append)
    assert raised.value.message == refusal
    assert not any("built" in line for line in told)


@pytest.mark.parametrize(("refusal", "asked"), [(DENIED, 3), (AWAY, 1)])
def test_a_build_goes_on_asking_after_a_denial_and_not_after_silence(
    refusal: str, asked: int, registry: str
) -> None:
    engine, told = FakeEngine(), list[str]()
    engine.refusals = [refusal, refusal]
    place = building.registry.Registry(registry, told.append)
    wanted = recipes.chain([load_site("pages")])
    came = [place.pull(engine, one, proven=False) for one in wanted[:3]]  # type: ignore[arg-type]
    assert came == [False, False, refusal == DENIED]
    assert len(engine.asked) == asked
    assert sum("images are built here" in line for line in told) == 1, "told once"


def test_what_was_pulled_is_what_the_compose_file_starts(registry: str) -> None:
    engine, site = FakeEngine(), load_site("pages")
    engine.ids["webarium/pages:latest"] = "an older one"
    place = building.registry.Registry(registry, quiet)
    building.pull([site], place, quiet, engine=engine)  # type: ignore[arg-type]
    for name, tag in recipes.tags([site]).items():
        assert engine.ids[f"webarium/{name}:latest"] == engine.ids[tag]


def test_what_came_is_marked_even_if_the_next_does_not(registry: str) -> None:
    engine, site = FakeEngine(), load_site("pages")
    first, second = (
        one for one in reversed(recipes.chain([site])) if one.tag in recipes.tags([site]).values()
    )

    def fetch(name: str) -> bool:
        if name.endswith(second.tag.removeprefix("webarium/")):
            raise KeyboardInterrupt
        engine.ids[name] = name
        return True

    engine.fetch = fetch  # type: ignore[method-assign]
    place = building.registry.Registry(registry, quiet)
    with pytest.raises(KeyboardInterrupt):
        building.pull([site], place, quiet, engine=engine)  # type: ignore[arg-type]
    assert engine.id(keeping._marked(first.tag)) == engine.id(first.tag) is not None


def refusal(kind: type[APIError], status: int, text: str = "") -> APIError:
    answer = Response()
    answer.status_code = status
    return kind(text, response=answer, explanation=text)


def engine_that_says(error: APIError | None) -> Images:
    def fail(*_: object, **__: object) -> Any:
        if error:
            raise error

    client = SimpleNamespace(images=SimpleNamespace(remove=fail), api=SimpleNamespace(pull=fail, push=fail))
    return Images(client)


def test_only_an_image_that_is_gone_counts_as_removed() -> None:
    assert engine_that_says(None).remove(TAG)
    assert engine_that_says(refusal(ImageNotFound, 404)).remove(TAG)
    assert not engine_that_says(refusal(APIError, 409)).remove(TAG)
    with pytest.raises(EngineError, match=f"removing {TAG}"):
        engine_that_says(refusal(APIError, 500)).remove(TAG)


def test_an_image_that_is_denied_is_not_taken_for_one_that_is_lacking() -> None:
    assert not engine_that_says(refusal(NotFound, 404, "manifest unknown")).fetch(TAG)
    with pytest.raises(EngineError, match="pull access denied") as raised:
        engine_that_says(refusal(ImageNotFound, 404, "pull access denied for x")).fetch(TAG)
    assert "docker login" in (raised.value.remedy or "")


def test_whom_a_registry_does_not_let_write_is_told_to_log_in() -> None:
    said = SimpleNamespace(
        api=SimpleNamespace(push=lambda *_, **__: [{"error": "denied: no right to write"}])
    )
    for images in (Images(said), engine_that_says(refusal(APIError, 403, "denied"))):
        with pytest.raises(EngineError, match="denied") as raised:
            images.push(TAG)
        assert "docker login" in (raised.value.remedy or "")


def test_why_an_image_did_not_come_in_time_is_told() -> None:
    waits = threading.Event()

    def silent(*_: object, **__: object) -> Iterator[Any]:
        waits.wait(30)
        yield from ()

    for pull, why in (
        (lambda *_, **__: [{"status": "pulling"}, {"error": "toomanyrequests"}], "toomanyrequests"),
        (silent, "nothing was heard in 0 s"),
    ):
        assert Images(SimpleNamespace(api=SimpleNamespace(pull=pull))).pull(TAG, 0.2) == why
    waits.set()
    away = refusal(APIError, 500, "dial tcp: lookup registry-1.docker.io: no such host")
    assert "no such host" in engine_that_says(away).pull(TAG, 5)
    here = SimpleNamespace(get=lambda tag: SimpleNamespace(id="1"))
    there = SimpleNamespace(api=SimpleNamespace(pull=lambda *_, **__: [{"status": "done"}]), images=here)
    assert Images(there).pull(TAG, 5) == ""


def test_what_killed_looks_left_is_removed_and_fresh_ones_are_not() -> None:
    removed = []

    def left(name: str, ended: str) -> Any:
        state = {"State": {"FinishedAt": ended}}
        return SimpleNamespace(attrs=state, remove=lambda v: removed.append(name))

    found = [left("old", "2020-01-01T00:00:00.123Z"), left("fresh", "2999-01-01T00:00:00.123Z")]
    wanted: dict[str, Any] = {}

    def listed(**given: Any) -> list[Any]:
        wanted.update(given["filters"])
        return found

    Images(SimpleNamespace(containers=SimpleNamespace(list=listed))).drop_looks()
    assert removed == ["old"]
    assert wanted == {"label": "webarium.part=look", "status": "exited"}


# -- archive -----


def saved(folder: Path, *tags: str) -> Path:
    file = folder / "images.tar.zst"
    archive.save(FakeEngine(*tags), tags, file, quiet)  # type: ignore[arg-type]
    return file


@pytest.mark.parametrize("before", [None, "an older one"])
@pytest.mark.parametrize("ends", [WorldError("other data"), EngineError("gone"), KeyboardInterrupt()])
def test_an_image_has_its_tag_only_once_it_is_proved(
    ends: BaseException, before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, file = FakeEngine(), saved(tmp_path, TAG)
    if before:
        engine.ids[TAG] = before

    def prove(_: object, image: str, tag: str) -> None:
        assert tag == TAG
        assert engine.id(image) not in (None, before)
        assert engine.id(TAG) == before, "a kill now leaves nothing behind that anybody would use"
        raise ends

    monkeypatch.setattr(archive, "prove", prove)
    with pytest.raises(type(ends)) as raised:
        archive.load(engine, file, quiet)  # type: ignore[arg-type]
    assert raised.value is ends
    assert engine.ids == ({TAG: before} if before else {})


def test_what_was_loaded_is_what_the_compose_file_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = all_sites()[0]
    tag = recipes.tags([site])[site.name]
    engine, file = FakeEngine(), saved(tmp_path, TAG, tag)
    monkeypatch.setattr(archive, "prove", lambda *_: None)
    monkeypatch.setattr(commands, "connect", lambda: engine)
    assert commands.load(file, on_progress=quiet) == {"images": [TAG, tag], "others": [TAG]}
    assert engine.id(f"webarium/{site.name}:latest") == engine.id(tag)
    assert engine.id("webarium/small:latest") is None, "another version is not what is meant here"
    assert not any(name.startswith("webarium.unproven") for name in engine.ids)
    assert {engine.id(keeping._marked(one)) for one in (TAG, tag)} == {engine.id(TAG)}


def test_what_was_loaded_before_the_rest_failed_is_marked_and_leftovers_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = "webarium/other:0123456789ab"
    engine, file = FakeEngine(), saved(tmp_path, TAG, others)

    def prove(_: object, image: str, tag: str) -> None:
        if tag == others:
            raise KeyboardInterrupt

    monkeypatch.setattr(archive, "prove", prove)
    with pytest.raises(KeyboardInterrupt):
        archive.load(engine, file, quiet)  # type: ignore[arg-type]
    assert set(engine.ids) == {TAG, keeping._marked(TAG)}
    del engine.ids[keeping._marked(TAG)]
    engine.tag(TAG, keeping.unproven(TAG))  # it was killed between its last two steps
    with pytest.raises(KeyboardInterrupt):
        archive.load(engine, file, quiet)  # type: ignore[arg-type]
    assert set(engine.ids) == {TAG, keeping._marked(TAG)}


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(gzip.compress, id="gzip"),
        pytest.param(zstandard.compress, id="zstd"),
        pytest.param(lambda layer: zstandard.compress(layer[:9]) + zstandard.compress(layer[9:]), id="parts"),
    ],
)
def test_layers_that_an_engine_packs_are_unpacked(
    packed: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "webarium/other:0123456789ab"  # of the same layer
    engine, file = FakeEngine(TAG, other), tmp_path / "images.tar.zst"
    engine.packed = packed
    archive.save(engine, [TAG, other], file, quiet)  # type: ignore[arg-type]
    with zstandard.open(file, "rb") as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        blobs = [tar.extractfile(one).read() for one in tar if one.name.startswith("blobs")]  # type: ignore[union-attr]
    assert blobs.count(engine.layer) == 1
    manifests = [json.loads(blob) for blob in blobs if b'"layers"' in blob]
    assert [one["layers"][0]["size"] for one in manifests] == [len(engine.layer)]
    monkeypatch.setattr(archive, "prove", lambda *_: None)
    assert archive.load(FakeEngine(), file, quiet) == [TAG, other]  # type: ignore[arg-type]


@pytest.mark.parametrize("packed", [lambda layer: layer + b"!", lambda layer: gzip.compress(layer + b"!")])
def test_a_layer_that_no_machine_could_load_is_not_saved(
    packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    engine = FakeEngine(TAG)
    engine.packed = packed
    with pytest.raises(WorldError, match=f"another layer of {TAG} than it says"):
        archive.save(engine, [TAG], tmp_path / "images.tar.zst", quiet)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """A disk that is full, as far as this process can see."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_trouble_with_the_temporary_folder_is_not_blamed_on_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = load_site("pages")
    engine, file = FakeEngine(*recipes.tags([site]).values()), saved(tmp_path, TAG)
    monkeypatch.setattr(commands, "connect", lambda: engine)
    monkeypatch.setattr(commands, "_there", lambda *_: None)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    new = tmp_path / "new.tar.zst"
    full = f"temporary folder {tmp_path} cannot be used: File too large"
    with no_file_beyond(20_000):
        with pytest.raises(WorldError, match=full):
            commands.load(file, on_progress=quiet)
        with pytest.raises(WorldError, match=full):
            commands.save(new, ["pages"], on_progress=quiet)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(WorldError, match=r"temporary folder .*gone cannot be used: No such file"):
        commands.load(file, on_progress=quiet)
    with pytest.raises(WorldError, match=r"temporary folder .*gone cannot be used: No such file"):
        commands.save(new, ["pages"], on_progress=quiet)
    assert not new.exists()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(WorldError, match=r"none\.tar\.zst cannot be read: No such file"):
        commands.load(tmp_path / "none.tar.zst", on_progress=quiet)
