"""The file of another benchmark's sites, and which of its tasks are chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded import record_run

from evaluators.checks import make_check
from evaluators.checks.published import WebArenaCheck
from evaluators.equivalence import Equivalence
from harness.browser.reach import Reach
from harness.elsewhere.sites_file import filled, read_sites_file
from harness.elsewhere.tasks import keep_tasks, published_tasks, tasks_of_run
from harness.run.identity import tasks_hash
from harness.run.rescore import rescore
from sites.errors import WebariumError
from sites.spec import ROOT

DATA = ROOT / "tests" / "data" / "dropin"
SITES = """
sites:
  shopping: {url: 'http://127.0.0.1:7770/', login: logins/shopping.json}
  shopping_admin: {url: 'http://127.0.0.1:7780'}
  map: {url: 'http://maps.example.org:3000'}
  reddit: {url: 'http://127.0.0.1:9999'}
  gitlab: {url: 'http://127.0.0.1:8023'}
also: [tile.example.org]
"""


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    path = tmp_path / "sites.yaml"
    path.write_text(SITES)
    return path


def test_tasks_are_made_from_the_file(sites: Path, tmp_path: Path) -> None:
    file = read_sites_file(sites)
    found = published_tasks(str(DATA / "webarena" / "tasks.json"), file)
    first = found[0]
    assert (first.id, first.template, first.start) == (
        "webarena.1.1",
        "webarena.1",
        ["http://127.0.0.1:7770"],
    )
    assert (first.category, first.address_of("shopping")) == ("information_seeking", "http://127.0.0.1:7770/")
    assert [one.category for one in found if "program_html" in one.published["eval"]["eval_types"]] == [
        "content_and_config"
    ] * sum("program_html" in one.published["eval"]["eval_types"] for one in found)
    keep_tasks(tmp_path, found)
    again = tasks_of_run(tmp_path, [one.id for one in found])
    assert tasks_hash(again) == tasks_hash([*found])
    with pytest.raises(WebariumError, match="does not hold what the run played"):
        tasks_of_run(tmp_path, ["webarena.9.9"])


def test_patterns_choose_among_them(sites: Path) -> None:
    path, file = DATA / "webarena" / "tasks.json", read_sites_file(sites)
    every = {one.id for one in published_tasks(str(path), file)}
    maps = {one.id for one in published_tasks(f"{path},map", file)}
    assert {"webarena.2.2", "webarena.3.3"} <= maps < every
    assert {one.id for one in published_tasks(f"{path},!map", file)} == every - maps
    with pytest.raises(WebariumError, match="no task of the file is named by 'maps'"):
        published_tasks(f"{path},maps", file)


def test_what_cannot_be_played_is_told(sites: Path, tmp_path: Path) -> None:
    file = read_sites_file(sites)
    with pytest.raises(WebariumError, match="can be scored here and not played"):
        published_tasks(str(DATA / "verified" / "tasks.json"), file)
    (tmp_path / "one.json").write_text(
        json.dumps({"task_id": 1, "intent": "x", "sites": ["wikipedia"], "start_url": "__WIKIPEDIA__",
                    "eval": {"eval_types": ["url_match"], "reference_url": "__WIKIPEDIA__"}})
    )  # fmt: skip
    with pytest.raises(WebariumError, match="names no site 'wikipedia'"):
        published_tasks(str(tmp_path / "one.json"), file)
    with pytest.raises(WebariumError, match="There is no login of shopping"):
        file.storage_state(["shopping", "map"])
    assert file.storage_state(["map"]) == {"cookies": [], "origins": []}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sites: {}", "sites"),
        ("sites: {shopping: {url: localhost}}", "sites.shopping.url"),
        ("sites: {shopping: {url: 'http://x', logn: y}}", "logn"),
        ("sites: {shopping: {url: 'http://x'}}\nreset: []", "reset"),
        *(
            (
                f"sites: {{shopping: {{url: 'http://x'}}}}\nalso: ['good.example.org', '{host}']",
                r"sites\.yaml:2: also\.1: not a host such as",
            )
            for host in (
                "http://tile.example.org",
                "cdn.example.org:8080",
                "a.example.org/tiles",
                "*.example.org",
                "a.example.org.",
                "a b",
                "",
                "[::1]",
            )
        ),
    ],
)
def test_a_bad_file_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "sites.yaml"
    path.write_text(text)
    with pytest.raises(WebariumError, match=told) as error:
        read_sites_file(path)
    assert f"{path}:" in error.value.message


def test_passwords_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP", "secret")
    assert filled("a $SHOP b") == "a secret b"
    monkeypatch.delenv("SHOP")
    with pytest.raises(WebariumError, match="SHOP is not set"):
        filled("$SHOP")


def test_pages_reach_the_files_hosts_alone(sites: Path) -> None:
    reach = Reach(read_sites_file(sites).hosts)
    assert reach.holds("http://tile.example.org/1.png")
    assert reach.address("127.0.0.1:7770/cart") == "http://127.0.0.1:7770/cart"
    for bad in ("http://example.org/", "file:///etc/passwd", "http://[x"):
        with pytest.raises(ValueError, match=r"can be visited|not a URL"):
            reach.address(bad)
    assert reach.resolver_rules().startswith("MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    assert Reach().holds("http://shopping.webarium.test/")
    assert not Reach().holds("http://example.org/")


def test_capitals_of_a_host_do_not_matter(sites: Path) -> None:
    sites.write_text(
        SITES.replace("tile.example.org", "Tile.Example.ORG, 10.0.0.1, localhost, a_b.example.org")
    )
    file = read_sites_file(sites)
    assert file.also == ["tile.example.org", "10.0.0.1", "localhost", "a_b.example.org"]
    assert Reach(file.hosts).holds("http://TILE.example.org/1.png")


class Model(Equivalence):
    """Says always the same, and counts how often it is asked."""

    def __init__(self, word: bool | None) -> None:
        self.word, self.count = word, 0

    def __call__(self, intent: str, reference: str, answer: str) -> bool | None:
        self.count += 1
        return self.word


def test_what_a_model_said_is_evidence_from_then_on(sites: Path, tmp_path: Path) -> None:
    record = {
        "task_id": 1,
        "intent": "Why is it slow?",
        "sites": ["map"],
        "start_url": "__MAP__",
        "eval": {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": "the tiles are large"}},
    }
    (tmp_path / "one.json").write_text(json.dumps(record))  # fmt: skip
    (task,) = published_tasks(str(tmp_path / "one.json"), read_sites_file(sites))
    check = make_check(task, task.checks[0])
    assert isinstance(check, WebArenaCheck)
    evidence = {"answer": "Its pictures take long to come.", "final_url": "http://maps.example.org:3000/"}
    assert check.judge(evidence).status == "undecided"
    yes = Model(True)
    check.ask(evidence, yes)
    assert (check.judge(evidence).passed, yes.count) == (True, 1)
    no = Model(False)
    check.ask(evidence, no)
    assert (check.judge(evidence).passed, no.count) == (True, 0), "nobody is asked twice"


def test_a_run_of_ours_leaves_nothing_to_a_model(tmp_path: Path) -> None:
    run = record_run(tmp_path / "run")
    with pytest.raises(WebariumError, match="ours leave nothing to a model"):
        rescore(run, judge=Model(True))


def test_what_is_missing_is_told_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "sites.yaml"
    path.write_text("sites: {shopping: {url: http://localhost:7770, login: gone.json}}\n")
    with pytest.raises(WebariumError, match="There is no login of shopping at"):
        read_sites_file(path).ready(["shopping"])
    path.write_text(
        "sites: {shopping: {url: http://localhost:7770, admin: {user: a, password: $NO_SUCH_PASSWORD}}}\n"
    )
    with pytest.raises(WebariumError, match="NO_SUCH_PASSWORD is not set"):
        read_sites_file(path).ready(["shopping"])
    path.write_text(
        "sites: {shopping: {url: http://localhost:7770, admin: {user: $NO_SUCH_USER, password: b}}}\n"
    )
    with pytest.raises(WebariumError, match="NO_SUCH_USER is not set"):
        read_sites_file(path).ready(["shopping"])
    path.write_text("sites: {shopping: {url: http://localhost:7770}}\nreset: [./reset.sh]\n")
    with pytest.raises(WebariumError, match=r"The reset command \./reset\.sh is no program"):
        read_sites_file(path).ready(["shopping"])
    (tmp_path / "reset.sh").write_text("#!/bin/sh\n")
    (tmp_path / "reset.sh").chmod(0o755)
    read_sites_file(path).ready(["shopping"])
