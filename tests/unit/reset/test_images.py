"""Tags follow what goes into an image, and nothing else."""

from __future__ import annotations

import ast
import dataclasses
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.commands.cli import app
from reset import images, owners, places
from reset.errors import EngineError
from reset.images import Recipe, building, keeping, recipes, registry
from reset.images.contents import BYTES, DATA, PACKAGES
from reset.images.recipes import ROOT_IMAGE, files
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import all_sites, load_site


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(recipes, "ROOT", tmp_path)
    (tmp_path / "app" / "__pycache__").mkdir(parents=True)
    (tmp_path / "app" / "main.py").write_text("print(1)\n")
    (tmp_path / "app" / "site.yaml").write_text("name: app\n")
    (tmp_path / "app" / "__pycache__" / "main.pyc").write_text("x")
    return tmp_path


def recipe(**changes: object) -> Recipe:
    one = Recipe("app", "webarium/app", "FROM x\n", "webarium/base:1", ("app",), skip=("app/site.yaml",))
    return dataclasses.replace(one, **changes)


def test_files_leave_caches_out(repository: Path) -> None:
    assert files(["app"]) == ["app/main.py", "app/site.yaml"]
    assert files(["app/main.py"]) == ["app/main.py"]
    assert files(["*/site.yaml"]) == ["app/site.yaml"]


def test_the_tag_changes_with_every_input(repository: Path) -> None:
    tags = {recipe().tag, recipe(dockerfile="FROM y\n").tag, recipe(parent="webarium/base:2").tag}
    tags.add(recipe(arguments={"SEED": "2"}).tag)
    (repository / "app" / "main.py").write_text("print(2)\n")
    tags.add(recipe().tag)
    (repository / "app" / "main.py").chmod(0o755)
    tags.add(recipe().tag)
    (repository / "app" / "more.py").write_text("")
    tags.add(recipe().tag)
    assert len(tags) == 7


def test_the_tag_ignores_what_does_not_count(repository: Path) -> None:
    before = recipe().tag
    (repository / "app" / "site.yaml").write_text("name: other\n")
    (repository / "app" / "__pycache__" / "more.pyc").write_text("x")
    (repository / "elsewhere.py").write_text("")
    assert recipe().tag == before
    assert before.startswith("webarium/app:")


def test_the_context_holds_files_dockerfile_and_the_extra_authority(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with building.context(recipe()) as stream, tarfile.open(fileobj=stream) as tar:
        assert sorted(tar.getnames()) == ["Dockerfile.webarium", "app/main.py", "ca/README"]
    bundle = repository / "bundle.pem"
    bundle.write_text("certificate")
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with building.context(recipe()) as stream, tarfile.open(fileobj=stream) as tar:
        extra = tar.extractfile("ca/extra.pem")
        assert extra is not None
        assert extra.read() == b"certificate"


def test_another_seed_replaces_the_arguments_that_a_site_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", "3")  # nothing in here reads the environment
    shop, wiki, plain = load_site("shopping"), load_site("wiki"), load_site("notes")
    usual, other = images.data(shop), images.data(shop, Seed("7", 10))
    taken = [
        {name: value for name, value in one.arguments.items() if name.startswith("SEED")}
        for one in (usual, other, images.data(wiki, Seed("7", 10)))
    ]
    assert taken == [
        {"SEED": "20260316", "SEED_SCALE": "1"},
        {"SEED": "7", "SEED_SCALE": "10"},
        {"SEED": "7"},
    ]
    assert usual.tag != other.tag
    assert images.final(shop, Seed("7", 10)).parent == other.tag
    assert images.tags([plain], Seed("7")) == images.tags([plain]), "its data knows no seed"


def test_the_sites_agree_on_the_default_seed() -> None:
    for site in all_sites():
        arguments = site.image.args
        assert arguments == {name: DEFAULT_SEED.arguments[name] for name in arguments}, site.name


@pytest.mark.parametrize("text", ["20260316", "7", "7x10", "0"])
def test_a_seed_is_written_as_it_is_read(text: str) -> None:
    assert str(Seed.parse(text)) == text


@pytest.mark.parametrize("text", ["", "x", "7x", "7x0", "-1", "1.5", "20260316 7", "9" * 30])
def test_other_words_are_no_seed(text: str) -> None:
    with pytest.raises(WebariumError, match="is no seed"):
        Seed.parse(text)


def test_what_the_build_of_a_pristine_state_imports_leads_to_new_seeds() -> None:
    """Else a changed epoch, or another way to copy files, keeps data that were made by the old one."""
    folder = recipes.ROOT / "reset/sitectl"
    found, waiting = set(), ["__init__.py", "__main__.py", "bake.py"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        tree = ast.parse((folder / name).read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level == 1 and name != "__main__.py":
                waiting += [f"{node.module}.py"] if node.module else [f"{one.name}.py" for one in node.names]
    assert set(recipes.BAKED) == found
    quiet = images.base().quiet
    assert not any(path.endswith(tuple(f"/{name}" for name in found)) for path in quiet)
    assert set(recipes.FACTS) <= set(files(images.base().paths)) - set(quiet)


def test_only_what_site_yaml_says_of_the_database_leads_to_a_new_seed() -> None:
    site = load_site("notes")
    louder = site.model_copy(update={"pids": 77})
    assert images.data(louder).tag == images.data(site).tag
    assert images.final(louder).tag != images.final(site).tag
    assert site.database is not None
    other = site.model_copy(update={"database": site.database.model_copy(update={"schema_name": "other"})})
    assert images.data(other).tag != images.data(site).tag
    less = site.model_copy(update={"changes": site.changes.model_copy(update={"exclude": ["visit"]})})
    assert images.data(less).tag != images.data(site).tag


def test_every_site_with_a_database_takes_its_facts() -> None:
    for site in [*all_sites(), load_site("notes")]:
        takes = "ARG SITE_DATABASE" in images.data(site).dockerfile
        assert takes == (site.database is not None), site.name


def test_parents_come_first_and_databases_only_where_wanted() -> None:
    names = [one.name for one in images.chain([load_site("pages")])]
    assert names == ["base", "gateway", "pages (application and data)", "pages"]
    assert "mariadb" in [one.name for one in images.chain([load_site("pages"), load_site("notes")])]


class FakeEngine:
    """Tags, the ids that further names share, and the ids of which there are containers."""

    def __init__(self, *tags: str) -> None:
        self.tags = set(tags)
        self.ids: dict[str, str] = {}
        self.containers: set[str] = set()
        self.sees_containers = True

    @property
    def images(self) -> FakeEngine:
        return self

    def id(self, tag: str) -> str | None:
        return self.ids.get(tag, tag) if tag in self.tags else None

    def size(self, tag: str) -> int:
        return 1

    def labels(self, tag: str) -> dict[str, str]:
        assert tag in self.tags
        return {DATA: "0", BYTES: "0" * 64, PACKAGES: "{}"}

    def list(self, prefix: str) -> list[tuple[str, int]]:
        return sorted((tag, 1) for tag in self.tags if tag.startswith(prefix))

    def tag(self, image: str, tag: str) -> None:
        assert image in self.tags
        self.ids[tag] = self.ids.get(image, image)
        self.tags.add(tag)

    def used(self) -> set[str]:
        return self.containers if self.sees_containers else set()

    def remove(self, tag: str) -> bool:
        names = [one for one in self.tags if self.id(one) == self.id(tag)]
        if names == [tag] and self.id(tag) in self.containers:
            return False
        self.tags.remove(tag)
        return True

    def drop_looks(self) -> None: ...


def test_only_what_is_missing_is_built_with_what_it_starts_from() -> None:
    site = load_site("notes")
    chain = images.chain([site])
    wanted = {"gateway", "notes"}
    everything = FakeEngine(*(one.tag for one in chain))
    assert building._needed(chain, wanted, everything) == []  # type: ignore[arg-type]
    # the finished image is there: the steps before it are not needed any more
    finished = FakeEngine(images.gateway().tag, images.final(site).tag)
    assert building._needed(chain, wanted, finished) == []  # type: ignore[arg-type]
    nothing = building._needed(chain, wanted, FakeEngine())  # type: ignore[arg-type]
    assert {one.name for one in nothing} == {one.name for one in chain}
    top = FakeEngine(*(one.tag for one in chain if one.name != "notes"))
    assert [one.name for one in building._needed(chain, wanted, top)] == ["notes"]  # type: ignore[arg-type]


def test_a_build_that_ends_early_leaves_nothing_without_a_mark(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    site = load_site("pages")
    base, seed = images.base().tag, images.data(site).tag
    engine = FakeEngine(ROOT_IMAGE, seed)

    def build(_: object, recipe: Recipe, say: object) -> None:
        assert keeping._marked(seed) in engine.tags, "nobody removes what is there while this builds"
        if recipe.tag != base:
            raise EngineError("stopped")
        engine.tags.add(base)

    monkeypatch.setattr(building, "_build_one", build)
    with pytest.raises(EngineError, match="stopped"):
        images.build([site], engine=engine)  # type: ignore[arg-type]
    assert {one for one in engine.tags if one.startswith(keeping.MARK)} == {
        keeping._marked(one) for one in (ROOT_IMAGE, seed, base)
    }


def test_the_mark_is_of_the_image_with_all_its_labels(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    engine = FakeEngine(ROOT_IMAGE)
    monkeypatch.setattr(building, "_build_one", lambda _, recipe, say: engine.tags.add(recipe.tag))
    monkeypatch.setattr(building.contents, "look", lambda *_: building.contents.Contents("0", "0", {}))
    engine.relabel = lambda image, tag, labels: engine.ids.update({tag: f"labelled {tag}"})  # type: ignore[attr-defined]
    site = load_site("pages")
    images.build([site], engine=engine)  # type: ignore[arg-type]
    for tag in images.tags([site]).values():
        assert engine.id(keeping._marked(tag)) == engine.id(tag) == f"labelled {tag}"


def test_checkouts_of_one_engine_leave_each_other_their_images(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = [load_site("pages")]
    tags = [ROOT_IMAGE, *(one.tag for one in images.chain(wanted))]
    older = ["webarium/pages:0", "webarium/old:1", "webarium/old:latest"]
    engine = FakeEngine(*tags, *older, "webarium/pages:latest", "elsewhere/x:1")
    monkeypatch.setattr(places, "ROOT", tmp_path)

    def go_to(machine: str) -> None:
        monkeypatch.setattr(owners, "kept", lambda: machine)

    final = images.tags(wanted)
    go_to("here")
    images.build(wanted, engine=engine)  # type: ignore[arg-type]
    go_to("there")
    images.keep(wanted, engine)  # type: ignore[arg-type]
    go_to("here")
    gone = images.remove(engine)  # type: ignore[arg-type]
    assert set(gone) == set(tags) - set(final.values()), "what another one runs stays"
    assert {*final.values(), *older, "elsewhere/x:1"} <= engine.tags, "so does what nobody has marked"
    assert images.remove(engine) == []  # type: ignore[arg-type]
    go_to("there")
    assert set(images.remove(engine)) == set(final.values())  # type: ignore[arg-type]
    assert {tag for tag in engine.tags if not tag.endswith(":latest")} == {*older[:2], "elsewhere/x:1"}


def test_the_latest_of_a_kind_goes_with_its_last_version() -> None:
    tag = images.gateway().tag
    engine = FakeEngine(tag, "webarium/gateway:latest", "webarium/base:1", "webarium/base:latest")
    images.keep([], engine)  # type: ignore[arg-type]
    assert images.remove(engine) == [tag]  # type: ignore[arg-type]
    assert engine.tags == {"webarium/base:1", "webarium/base:latest"}


def test_of_named_sites_only_what_is_made_for_them_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    both, home = [load_site("pages"), load_site("notes")], [load_site("pages")]
    engine = FakeEngine(
        ROOT_IMAGE, *(one.tag for seed in (DEFAULT_SEED, Seed("7")) for one in images.chain(both, seed))
    )
    for seed in (DEFAULT_SEED, Seed("7")):
        images.build(both, engine=engine, seed=seed)  # type: ignore[arg-type]
    before = set(engine.tags)
    gone = images.remove(engine, home)  # type: ignore[arg-type]
    assert images.final(home[0]).tag in gone
    assert all(tag.startswith("webarium/pages") for tag in gone)
    assert {one.tag for one in images.chain([both[1]])} <= engine.tags
    assert before - engine.tags == {tag for tag in before if "/pages" in tag}


def test_prune_removes_earlier_versions_and_only_what_no_other_checkout_uses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)
    wanted = [load_site("pages")]
    current = [ROOT_IMAGE, *(one.tag for one in images.chain(wanted))]
    engine = FakeEngine(
        *current, "webarium/pages:0", "webarium/pages:1", "webarium/base:0", "webarium/base:9"
    )

    def go_to(machine: str) -> None:
        monkeypatch.setattr(owners, "kept", lambda: machine)

    for machine, tags in (("here", ["pages:0", "pages:1", "base:0"]), ("there", ["pages:1"])):
        go_to(machine)
        for tag in tags:
            keeping.mark(engine, f"webarium/{tag}")  # type: ignore[arg-type]
    go_to("here")
    images.build(wanted, engine=engine)  # type: ignore[arg-type]
    assert set(images.prune(engine)) == {"webarium/pages:0", "webarium/base:0"}  # type: ignore[arg-type]
    assert {*current, "webarium/pages:1", "webarium/base:9"} <= engine.tags
    assert images.prune(engine) == []  # type: ignore[arg-type]
    go_to("there")
    assert images.prune(engine) == ["webarium/pages:1"]  # type: ignore[arg-type]


def test_prune_removes_what_a_killed_load_left_of_this_checkout() -> None:
    mine, others = keeping.unproven("webarium/pages:1"), "webarium.unproven-0/pages:1"
    engine = FakeEngine("webarium/pages:1", mine, others)
    assert images.prune(engine) == []  # type: ignore[arg-type]
    assert engine.tags == {"webarium/pages:1", others}


def test_prune_leaves_and_names_the_images_of_sites_that_are_not_known_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(owners, "kept", lambda: "here")
    of_a_pack = {"webarium/clinic:1", "webarium/clinic-seed:1"}
    engine = FakeEngine(*of_a_pack, "webarium/pages:0", "webarium/mariadb:0")
    for tag in sorted(engine.tags):
        keeping.mark(engine, tag)  # type: ignore[arg-type]
    told: list[str] = []
    gone = images.prune(engine, told.append)  # type: ignore[arg-type]
    assert set(gone) == {"webarium/pages:0", "webarium/mariadb:0"}
    assert of_a_pack <= engine.tags
    assert len(told) == 1
    assert "clinic" in told[0]


@pytest.mark.parametrize("sees", [pytest.param(True, id="seen"), pytest.param(False, id="begun just now")])
def test_what_a_container_uses_stays_and_goes_once_that_has_ended(
    sees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "kept", lambda: "here")
    tag = "webarium/pages:0"
    engine = FakeEngine(tag)
    keeping.mark(engine, tag)  # type: ignore[arg-type]
    engine.containers, engine.sees_containers = {tag}, sees
    assert images.prune(engine) == []  # type: ignore[arg-type]
    assert engine.tags == {tag, keeping._marked(tag)}
    engine.containers = set()
    assert images.prune(engine) == [tag]  # type: ignore[arg-type]
    assert engine.tags == set()


def test_what_a_container_uses_and_another_checkout_has_loses_the_mark_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tag = "webarium/pages:0"
    engine = FakeEngine(tag)
    for machine in ("there", "here"):
        monkeypatch.setattr(owners, "kept", lambda machine=machine: machine)
        keeping.mark(engine, tag)  # type: ignore[arg-type]
    engine.containers = {tag}
    assert images.prune(engine) == []  # type: ignore[arg-type]
    assert keeping._marked(tag) not in engine.tags
    assert keeping.users(engine) == {tag: 1}  # type: ignore[arg-type]


@pytest.mark.parametrize("place", ["somewhere", "host/", "/path", "http://host/path", "host:port/path"])
def test_a_wrong_place_of_images_is_told(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBARIUM_REGISTRY", place)
    with pytest.raises(WebariumError, match="no place in a registry"):
        registry.from_environment(print)


@pytest.mark.parametrize("words", [["nosuch"], ["home", "--seed", "7x-1"], ["home", "--seed", "7"]])
def test_a_wrong_word_beside_remove_is_refused_first(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "remove", lambda **given: pytest.fail("removed"))
    assert CliRunner().invoke(app, ["build", "--remove", *words]).exit_code == 2
