"""Tags follow what goes into an image, and nothing else."""

from __future__ import annotations

import dataclasses
import tarfile
from pathlib import Path

import pytest

from reset import images
from reset.images import Recipe, files
from sites.spec import load_site


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(images, "ROOT", tmp_path)
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
    with images.context(recipe()) as stream, tarfile.open(fileobj=stream) as tar:
        assert sorted(tar.getnames()) == ["Dockerfile.webarium", "app/main.py", "ca/README"]
    bundle = repository / "bundle.pem"
    bundle.write_text("certificate")
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with images.context(recipe()) as stream, tarfile.open(fileobj=stream) as tar:
        extra = tar.extractfile("ca/extra.pem")
        assert extra is not None
        assert extra.read() == b"certificate"


def test_an_environment_variable_overrides_a_build_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    site = load_site("notes")
    monkeypatch.delenv("NOTES", raising=False)
    usual = images.seed(site)
    monkeypatch.setenv("NOTES", "10")
    assert dict(usual.arguments) == {"NOTES": "3000"}
    assert dict(images.seed(site).arguments) == {"NOTES": "10"}
    assert images.seed(site).tag != usual.tag
    assert images.final(site).parent == images.seed(site).tag


def test_parents_come_first_and_databases_only_where_wanted() -> None:
    names = [one.name for one in images.chain([load_site("pages")])]
    assert names == ["base", "gateway", "pages (application and data)", "pages"]
    assert "mariadb" in [one.name for one in images.chain([load_site("pages"), load_site("notes")])]


class FakeEngine:
    def __init__(self, *tags: str) -> None:
        self.tags = set(tags)

    def image(self, tag: str) -> str | None:
        return tag if tag in self.tags else None


def test_only_what_is_missing_is_built_with_what_it_starts_from() -> None:
    site = load_site("notes")
    chain = images.chain([site])
    wanted = {"gateway", "notes"}
    everything = FakeEngine(*(one.tag for one in chain))
    assert images._needed(chain, wanted, everything) == []  # type: ignore[arg-type]
    # the finished image is there: the steps before it are not needed any more
    finished = FakeEngine(images.gateway().tag, images.final(site).tag)
    assert images._needed(chain, wanted, finished) == []  # type: ignore[arg-type]
    nothing = images._needed(chain, wanted, FakeEngine())  # type: ignore[arg-type]
    assert {one.name for one in nothing} == {one.name for one in chain}
    top = FakeEngine(*(one.tag for one in chain if one.name != "notes"))
    assert [one.name for one in images._needed(chain, wanted, top)] == ["notes"]  # type: ignore[arg-type]
