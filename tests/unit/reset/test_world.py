"""Worlds without an engine: owners, records, tokens, addresses."""

from __future__ import annotations

import fcntl
import multiprocessing
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from reset import images, owners, places
from reset.backends.docker import Docker
from reset.backends.docker.refusals import explain
from reset.endpoint import Endpoint, Endpoints
from reset.errors import PortTaken, WorldError
from reset.plan import GATEWAY, SUBNETS, PartPlan, Secrets
from reset.world import Record, Use, claim, lifecycle, sweep
from reset.world.record import fresh_secrets
from sites.seeds import Seed
from sites.spec import ROOT, load_site


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own for records."""
    monkeypatch.setattr(places, "ROOT", tmp_path)
    return tmp_path


def record(**changes: Any) -> Record:
    values: dict[str, Any] = {
        "name": "w0",
        "identity": "i0",
        "sites": ["shopping", "wiki"],
        "seed": "20260316",
        "owner": owners.kept(),
        "engine": "e",
        "started": 1.0,
        "secrets": {"shopping": Secrets("t", "p"), "wiki": Secrets("u", "q")},
        "subnets": {"shopping": "10.213.4.0/29", "wiki": "10.213.5.0/29"},
        "endpoints": Endpoints(http=Endpoint("127.0.0.1", 8080), control=Endpoint(path="/run/control")),
    }
    return Record(**{**values, **changes})


def test_owners_live_as_long_as_their_process() -> None:
    assert owners.alive(owners.me())
    assert owners.alive(owners.kept())
    script = "from reset import owners; print(owners.me(), flush=True); import time; time.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    owner = child.stdout.readline().strip()
    assert owners.alive(owner)
    assert owners.here(owner)
    child.kill()
    child.wait()
    assert not owners.alive(owner)


def changed(**parts: str) -> str:
    """This process as an owner, but for some parts."""
    names = ("host", "boot", "space", "pid", "started")
    return ":".join((dict(zip(names, owners.me().split(":"), strict=True)) | parts).values())


OTHERS = {"no start": {"started": ""}, "other start": {"started": "1"}, "other number": {"pid": "9" * 9}}


@pytest.mark.parametrize(
    "owner", ["", "x", "1:2", *(pytest.param(changed(**parts), id=name) for name, parts in OTHERS.items())]
)
def test_a_number_that_was_given_again_is_not_the_owner(owner: str) -> None:
    assert not owners.alive(owner)


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"space": "1", "pid": "9" * 9},  # another container of this machine: its numbers mean nothing here
        {"host": "other/1", "pid": "9" * 9},
        {"host": "other/1", "boot": "b", "pid": "9" * 9},
    ],
)
def test_of_processes_that_cannot_be_seen_none_counts_as_dead(elsewhere: dict[str, str]) -> None:
    assert owners.alive(changed(**elsewhere))
    assert not owners.here(changed(**elsewhere))


def test_no_process_survives_a_boot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owners, "_host", lambda: "me/0123")
    assert not owners.alive(changed(boot="an-earlier-one"))
    monkeypatch.setattr(owners, "_host", lambda: "me/")  # no id: it may be another machine of that name
    assert owners.alive(changed(boot="an-earlier-one"))


def test_records_come_back_and_are_private(checkout: Path) -> None:
    record().save()
    assert Record.load("w0") == record()
    assert Record.path("w0").stat().st_mode & 0o777 == 0o600
    assert (checkout / ".webarium").stat().st_mode & 0o777 == 0o700
    assert Record.load("w1") is None
    Record.path("w2").write_text("{half")
    assert Record.load("w2") is None
    assert Record.all() == [record()]


def test_a_later_world_of_the_name_is_not_forgotten(checkout: Path) -> None:
    record(identity="later").save()
    record().forget()
    assert Record.load("w0") is not None
    record(identity="later").forget()
    assert Record.load("w0") is None


class NothingRuns:
    """An engine of which everything has been removed."""

    def labels(self, _: list[str]) -> list[dict[str, str]]:
        return []

    def remove(self, _: list[str]) -> None: ...


def test_a_record_of_a_dead_owner_goes_when_nothing_else_is_left(checkout: Path) -> None:
    record(name="dead", owner=changed(pid="9" * 9)).save()
    record(name="kept").save()
    record(name="mine", owner=owners.me()).save()
    record(name="attached", backend="attached", owner=changed(pid="9" * 9)).save()
    assert sweep(NothingRuns()) == ["dead"]  # type: ignore[arg-type]
    assert [one.name for one in Record.all()] == ["attached", "kept", "mine"]


class Labelled:
    """An engine with worlds by their labels."""

    def __init__(self, *worlds: dict[str, str]) -> None:
        self.worlds = list(worlds)
        self.identity = "e"

    def labels(self, wanted: list[str]) -> list[dict[str, str]]:
        keys = [one.partition("=") for one in wanted]
        return [
            one
            for one in self.worlds
            if all(one.get(key, "") == (value or one[key]) for key, _, value in keys)
        ]

    def remove(self, wanted: list[str]) -> None:
        self.worlds = [one for one in self.worlds if one not in self.labels(wanted)]


def labelled(name: str, home: Path | str, owner: str) -> dict[str, str]:
    told = {"world": name, "home": str(home), "owner": owner, "id": f"id-{name}"}
    return {f"webarium.{key}": value for key, value in told.items()}


def test_worlds_of_a_checkout_that_is_gone_are_ended_by_any(checkout: Path) -> None:
    gone, dead = checkout / "gone", changed(pid="9" * 9)
    left = [
        labelled("alive", gone, owners.me()),
        labelled("kept", gone, owners.kept()),
        labelled("elsewhere", gone, changed(space="1", pid="9" * 9)),
        labelled("theirs", checkout, dead),
    ]
    engine = Labelled(labelled("mine", ROOT, dead), labelled("orphan", gone, dead), *left)
    assert sweep(engine) == ["mine", "orphan"]  # type: ignore[arg-type]
    assert engine.worlds == left


@pytest.mark.parametrize("there", [True, False])
def test_how_to_end_a_world_whose_checkout_is_gone_is_told(there: bool, checkout: Path) -> None:
    home = checkout if there else checkout / "gone"
    with pytest.raises(WorldError, match="runs from another checkout") as told:
        lifecycle.make_room(Labelled(labelled("w0", home, owners.kept())), "w0")  # type: ignore[arg-type]
    by_hand = f"docker rm -fv $(docker ps -aq --filter label=webarium.home={home})"
    assert (by_hand in (told.value.remedy or "")) == (not there)


def test_networks_of_others_are_gone_around_and_named_where_they_leave_none() -> None:
    def free(**taken: str) -> Any:
        networks = {subnet: name for name, subnet in taken.items()}
        return lifecycle._free_subnets(SimpleNamespace(subnets=lambda: networks))  # type: ignore[arg-type]

    assert next(free(bridge="172.17.0.0/16", six="fd00::/64", one="10.213.0.0/29")) == "10.213.0.8/29"
    assert next(free(half="10.213.0.0/17", small="10.213.128.4/30")) == "10.213.128.8/29"
    with pytest.raises(WorldError, match=r"given them to office \(10\.0\.0\.0/8\)"):
        next(free(bridge="172.17.0.0/16", office="10.0.0.0/8"))
    ours = {f"ours{number}": subnet for number, subnet in enumerate(SUBNETS)}
    with pytest.raises(WorldError, match="no network is free") as told:
        next(free(**ours))
    assert "webarium down --all" in (told.value.remedy or "")


def world_of_pages(**changes: Any) -> Record:
    return record(
        sites=["pages"],
        secrets={"pages": Secrets("t", "p")},
        subnets={"pages": "10.213.4.0/29"},
        **changes,
    )


class Starts(Docker):
    """An engine that has some images and starts whatever it is told to."""

    def __init__(self, *tags: str) -> None:
        self.started: dict[str, str] = {}
        self.images = SimpleNamespace(id=lambda tag: tag if tag in tags else None)  # type: ignore[assignment]

    def start(self, plan: PartPlan) -> None:
        self.started[plan.name] = plan.image


def test_a_part_is_revived_from_the_image_that_the_world_was_begun_with() -> None:
    then = {"pages": "webarium/pages:then", GATEWAY: "webarium/gateway:then"}
    world = world_of_pages(images=then)
    engine, pages = Starts(*then.values()), [load_site("pages")]
    lifecycle.revive(engine, world, pages, ["pages"])
    assert engine.started == {"pages": "webarium/pages:then"}
    today = images.tags(pages)
    older = Starts(*today.values())
    lifecycle.revive(older, world_of_pages(), pages, ["pages"])
    assert older.started == {"pages": today["pages"]}, "a world begun before images were kept"


def test_a_world_that_begins_keeps_what_its_images_are(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [load_site("pages")]
    for name in ("missing", "keep"):
        monkeypatch.setattr(images, name, lambda *_, **__: None)
    for name in ("sweep", "make_room", "make"):
        monkeypatch.setattr(lifecycle, name, lambda *_: None)
    lifecycle.begin(
        SimpleNamespace(identity="e"),  # type: ignore[arg-type]
        pages,
        "w0",
        seed=Seed("7"),
        http_port=None,
        owner=owners.me(),
        say=lambda line: None,
    )
    kept = Record.load("w0")
    assert kept is not None
    assert kept.images == images.tags(pages, Seed("7"))


def test_a_part_whose_image_is_gone_is_told_before_anything_is_removed() -> None:
    world = world_of_pages(images={"pages": "webarium/pages:then", GATEWAY: "webarium/gateway:then"})
    engine = Starts(*images.tags([load_site("pages")]).values())
    with pytest.raises(WorldError, match=r"its image webarium/pages:then is gone") as raised:
        lifecycle.revive(engine, world, [load_site("pages")], ["pages"])
    assert "webarium down --world w0" in (raised.value.remedy or "")
    assert engine.started == {}


def test_claims_of_the_dead_go_and_held_ones_stay(checkout: Path) -> None:
    dead = Record.path("dead").with_suffix(".lock")
    with claim("held"):
        dead.touch()
        sweep(NothingRuns())  # type: ignore[arg-type]
        assert not dead.exists()
        with pytest.raises(WorldError, match="is being started"), claim("held"):
            pass


@pytest.mark.parametrize("name", ["", ".", "../x", "a/b", "-x", "a b", "x" * 60])
def test_names_that_are_no_file_are_refused(name: str) -> None:
    with pytest.raises(WorldError, match="is no name for a world"):
        Record.path(name)


def test_a_name_is_claimed_once_and_waited_for(checkout: Path) -> None:
    waiting, begun = threading.Event(), threading.Event()

    def second() -> None:
        with claim("w0", on_wait=waiting.set):
            begun.set()

    thread = threading.Thread(target=second)
    with claim("w0"):
        with pytest.raises(WorldError, match="is being started by somebody else"), claim("w0"):
            pass
        with claim("w1"):
            pass
        thread.start()
        assert waiting.wait(10)
        assert not begun.is_set()
    thread.join(10)
    assert begun.is_set()
    assert not list((checkout / ".webarium/worlds").iterdir())


def test_a_claim_that_ended_leaves_no_file(checkout: Path) -> None:
    with claim("w0"):
        record().save()
    assert [path.name for path in Record.path("w0").parent.iterdir()] == ["w0.json"]


def test_a_world_is_played_by_one_process_at_a_time(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reset.world.use.PATIENCE", 0.1)
    fork = multiprocessing.get_context("fork")
    held, ended = fork.Event(), fork.Event()

    def other() -> None:
        Use("w0").take()
        held.set()
        ended.wait(30)

    process = fork.Process(target=other)
    process.start()
    assert held.wait(10)
    first, second, elsewhere = Use("w0"), Use("w0"), Use("w1")
    with pytest.raises(WorldError, match=rf"\(process {process.pid}\) plays in the world 'w0'"):
        first.take()
    elsewhere.take()
    elsewhere.leave()
    ended.set()
    process.join(10)
    first.take()
    second.take()  # by the same process
    first.leave()
    assert _taken("w0")
    second.leave()
    assert not _taken("w0")
    for world in ("w0", "w1"):
        Record.remove(world)
    assert not list((checkout / ".webarium/worlds").iterdir())


def _taken(world: str) -> bool:
    with Record.path(world).with_suffix(".use").open() as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.parametrize("text", ["127.0.0.1:8080", "[::1]:80", "gateway.example:65535", "unix:/run/x.sock"])
def test_an_endpoint_is_written_as_it_is_read(text: str) -> None:
    assert str(Endpoint.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "8080", ":80", "host", "host:", "host:x", "host:0", "host:65536", "unix:x"]
)
def test_other_words_are_no_endpoint(text: str) -> None:
    with pytest.raises(WorldError, match="is no endpoint"):
        Endpoint.parse(text)


def test_every_site_gets_secrets_of_its_own() -> None:
    found = [one for _ in range(2) for one in fresh_secrets(["shopping", "wiki"]).values()]
    assert len({one.token for one in found} | {one.password for one in found}) == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("write /var/lib/x: no space left on device", "the disk is full"),
        ("Bind for 127.0.0.1:8080 failed: port is already allocated", "a port is taken"),
        ("listen tcp 127.0.0.1:80: bind: address already in use", "a port is taken"),
        ("something else", "the container engine refused"),
    ],
)
def test_refusals_of_the_engine_are_put_in_words(text: str, message: str) -> None:
    error = explain(RuntimeError(text), "starting x")
    assert error.message.startswith(message)
    assert isinstance(error, PortTaken) == ("port is taken" in message)
    assert "starting x" in error.message


def test_a_build_that_fails_names_the_dockerfile_and_a_full_disk_does_not_blame_it() -> None:
    doing, remedy = "building x by docker/home/Dockerfile", "mend docker/home/Dockerfile"
    error = explain(RuntimeError("unknown instruction: RUNN"), doing, remedy)
    assert "docker/home/Dockerfile" in error.message
    assert error.remedy == remedy
    assert "free space" in (explain(RuntimeError("no space left on device"), doing, remedy).remedy or "")
