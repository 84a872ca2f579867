"""The report of a small hand-made run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from lxml import html
from recorded import complete

from harness import report
from harness.report import load_run, write_report
from harness.report.run import Group, Step
from harness.run import models
from sites.errors import WebariumError

HOSTILE = "<script>document.title='stolen'</script>\x00"


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    lines = [
        {"task_id": "shopping.total.0", "trial": 0, "status": "error", "sites": ["shopping"], "answer": "1"},
        {
            "task_id": "shopping.total.0",
            "trial": 0,
            "status": "passed",
            "sites": ["shopping"],
            "answer": HOSTILE,
        },
        {
            "task_id": "shopping.total.10",
            "trial": 0,
            "status": "failed",
            "sites": ["shopping"],
            "seconds": 2.5,
        },
        {
            "task_id": "shopping.total.2",
            "trial": 0,
            "status": "error",
            "sites": ["shopping"],
            "error": "site died",
        },
    ]
    for line in lines:
        line["config"] = "c"
        line["folder"] = f"episodes/{line['task_id']}.{line['trial']}"
        (tmp_path / str(line["folder"])).mkdir(parents=True, exist_ok=True)
    journal = "\n".join(json.dumps(line) for line in lines) + "\n"
    (tmp_path / "journal.jsonl").write_text(journal)
    folder = tmp_path / "episodes/shopping.total.10.0"
    (folder / "steps").mkdir()
    (folder / "steps/000.txt").write_text("[1] RootWebArea 'Orders'\n\t[2] link '<b>bold</b>'")
    step = {
        "step": 0,
        "url": "http://shopping.webarium.test/",
        "action": {"name": "click", "element": 2},
        "target": {"role": "link", "name": "Orders", "box": [640, 72, 128, 36]},
        "axtree_file": "steps/000.txt",
        "screenshot": "steps/000.png",
    }
    (folder / "trajectory.jsonl").write_text(json.dumps(step) + "\n")
    check = {
        "check": "answer",
        "passed": False,
        "expected": "€5.00",
        "found": HOSTILE,
        "why": "another amount",
        "score": 0.0,
        "status": "fail",
    }
    (folder / "verdict.json").write_text(json.dumps({"passed": False, "score": 0.0, "checks": [check]}))
    row = {"key": 7, "before": {"status": "Pending"}, "after": {"status": "Cancelled"}, "columns": ["status"]}
    sold = {"key": 9, "before": {"stock": 1}, "after": {"stock": 0}, "columns": ["stock"]}
    theirs = {"tables": {"stock": {"changed": [sold]}}, "files": {}}
    both = {"tables": {"order_order": {"changed": [row]}, "stock": {"changed": [sold]}}, "files": {}}
    site = {"changes": both, "noise": {"tables": {}, "files": []}, "others": [theirs]}
    (folder / "evidence.json").write_text(
        json.dumps([{"check": 0, "kind": "changes", "evidence": {"sites": {"shopping": site}}}])
    )
    event = {
        "event": "the last one is sold",
        "site": "shopping",
        "who": "owner",
        "status": "done",
        "seen": True,
    }
    late = event | {
        "event": "a comment comes",
        "status": "void",
        "seen": False,
        "step": None,
        "why": "there is no form",
    }
    done = complete(tmp_path)
    outcome = json.loads((folder / "outcome.json").read_text())
    outcome["events"] = [event | {"step": 4, "changes": theirs}, late]
    (folder / "outcome.json").write_text(json.dumps(outcome))
    return done


def test_the_newest_line_of_a_repeated_episode_counts(run_dir: Path) -> None:
    run = load_run(run_dir)
    assert [(e.line.task_id, e.status) for e in run.episodes] == [
        ("shopping.total.0", "passed"),
        ("shopping.total.2", "error"),
        ("shopping.total.10", "failed"),
    ]
    assert (run.overall.passed, run.overall.failed, run.overall.errors) == (1, 1, 1)


def test_a_journal_that_was_cut_replaces_no_report(run_dir: Path) -> None:
    write_report(run_dir)
    before = {name: (run_dir / name).read_bytes() for name in ("report.html", "junit.xml")}
    (run_dir / "journal.jsonl").write_bytes((run_dir / "journal.jsonl").read_bytes()[:100])
    with pytest.raises(WebariumError, match="line 1 is cut"):
        write_report(run_dir)
    assert before == {name: (run_dir / name).read_bytes() for name in before}


def test_pages_escape_what_agents_wrote(run_dir: Path) -> None:
    index = write_report(run_dir)
    page = html.fromstring(index.read_text())
    assert HOSTILE[:-1] in page.xpath("string(//table[@class='episodes'])")
    assert page.xpath("//script/@src") == ["report/report.js"]
    links = page.xpath("//table[@class='episodes']//a/@href")
    assert len(links) == 3
    assert all((run_dir / link).is_file() for link in links)


def test_an_episode_shows_its_step_check_and_changed_row(run_dir: Path) -> None:
    write_report(run_dir)
    page = html.fromstring((run_dir / "report/shopping.total.10.0.html").read_text())
    assert "click(element=2)" in page.xpath("string(//article[@class='step'])")
    assert "[2] link '<b>bold</b>'" in page.xpath("string(//pre[@class='tree'])")
    rect = page.xpath("//svg[@class='marker']/rect")[0]
    # 640 of 1280 px is 50 %, 72 of 720 px is 10 %
    assert [float(rect.get(name)) for name in ("x", "y", "width", "height")] == [50, 10, 10, 5]
    assert "another amount" in page.xpath("string(//article[@class='check'])")
    cells = page.xpath("//table[@class='diff']//tr[@class='changed']/td")
    assert [cell.text_content().strip() for cell in cells] == ["status: Pending", "status: Cancelled"]


def test_an_episode_shows_what_others_did_meanwhile(run_dir: Path) -> None:
    write_report(run_dir)
    page = html.fromstring((run_dir / "report/shopping.total.10.0.html").read_text())
    rows = [row.xpath("td/text()") for row in page.xpath("//section[@aria-label='Events']//tbody/tr")]
    assert rows == [
        ["4", "the last one is sold", "owner on shopping", "done: wrote stock: 1 changed"],
        ["after the last", "a comment comes", "owner on shopping", "void: there is no form"],
    ]


# As much of a page as the list's script asks for; the rows are (status, task), the form's fields are given.
STAND_IN = """
const [script, given, told] = process.argv.slice(1);
const names = ["status", "site", "difficulty", "category", "template", "end"];
const on = {addEventListener() {}};
const rows = JSON.parse(told).map(([status, task]) => ({dataset: {status, task}, textContent: task}));
rows.forEach((row, at) => { row.previousElementSibling = rows[at - 1] ?? null; });
const named = {search: {value: "", form: on}, together: {checked: true}, shown: {}};
for (const id of names) named[id] = {id, value: JSON.parse(given)[id] ?? ""};
globalThis.document = {
  querySelectorAll: (selector) => (selector.startsWith(".episodes") ? rows : []),
  getElementById: (id) => named[id], ...on,
};
globalThis.addEventListener = () => {};
(0, eval)(require("node:fs").readFileSync(script, "utf8"));
console.log(JSON.stringify(rows.flatMap((row, at) => (row.hidden ? [] : [at]))));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize(("status", "shown"), [("", [0, 3]), ("failed", [1, 3]), ("passed", [0])])
def test_of_trials_together_the_first_that_fits_is_shown(status: str, shown: list[int]) -> None:
    rows = [("passed", "a.0"), ("failed", "a.0"), ("failed", "a.0"), ("failed", "b.0")]
    script = Path(report.__file__).parent / "assets" / "report.js"
    words = ["node", "-e", STAND_IN, str(script), json.dumps({"status": status}), json.dumps(rows)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == shown


def test_a_long_answer_does_not_widen_the_list(run_dir: Path) -> None:
    write_report(run_dir)
    css = (run_dir / "report" / "report.css").read_text()
    assert re.search(r"(^|[\s,])td \{[^}]*overflow-wrap: anywhere", css)


def step_on(target: dict[str, Any] | None, folder: Path) -> Step:
    return Step(models.Step(step=0, target=target, viewport=(1280, 720)), folder)


@pytest.mark.parametrize(
    ("box", "where", "edge"),
    [
        ([640, 900, 128, 36], "below", (50, 60, 100, 100)),
        ([-64, -40, 128, 40], "above", (0, 5, 0, 0)),
        ([1280, 360, 90, 72], "to the right of", (100, 100, 50, 60)),
        ([-90, 0, 90, 72], "to the left of", (0, 0, 0, 10)),
    ],
)
def test_an_element_beyond_the_window_is_marked_on_its_edge(
    tmp_path: Path, box: list[int], where: str, edge: tuple[int, ...]
) -> None:
    step = step_on({"box": box}, tmp_path)
    assert step.marker is None
    assert step.beyond is not None
    assert step.beyond["where"] == where
    assert tuple(step.beyond[name] for name in ("x1", "x2", "y1", "y2")) == edge


def test_an_element_in_the_window_is_outlined_and_none_is_nowhere(tmp_path: Path) -> None:
    assert step_on({"box": [0, 0, 10, 10]}, tmp_path).beyond is None
    assert step_on(None, tmp_path).beyond is None


def test_junit_counts_failures_and_errors_and_is_valid_xml(run_dir: Path) -> None:
    write_report(run_dir)
    suite = ET.parse(run_dir / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert [case.get("name") for case in suite.findall("testcase") if case.find("error") is not None] == [
        "total.2"
    ]


def test_wilson_interval() -> None:
    # Wilson for 8 of 10 at 95 %: (0.8 + 1.92/10 ± 1.96 * sqrt(0.016 + 0.9604/100)) / (1 + 3.8416/10)
    low, high = Group("x", 8, 2, 0).interval
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


def test_equal_trials_tell_no_more_than_one(tmp_path: Path) -> None:
    one_trial = Group("x", 60, 40, 0, [(1, 1)] * 60 + [(0, 1)] * 40)
    five_equal = Group("x", 300, 200, 0, [(5, 5)] * 60 + [(0, 5)] * 40)
    assert five_equal.interval == pytest.approx(one_trial.interval)
    assert one_trial.interval == pytest.approx(Group("x", 60, 40, 0).interval)
    all_passed = Group("x", 500, 0, 0, [(5, 5)] * 100)
    assert all_passed.interval == pytest.approx(Group("x", 100, 0, 0).interval)


def test_trials_that_vary_tell_more_than_one_and_less_than_tasks_would() -> None:
    mixed = [(5, 5)] * 20 + [(0, 5)] * 20 + [(2, 5), (3, 5)] * 10
    low, high = Group("x", 150, 150, 0, mixed).interval
    as_tasks = Group("x", 30, 30, 0).interval
    as_episodes = Group("x", 150, 150, 0).interval
    assert as_tasks[0] < low < as_episodes[0] < 0.5 < as_episodes[1] < high < as_tasks[1]


def test_a_folder_without_a_journal_is_named(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match=r"has no journal\.jsonl"):
        load_run(tmp_path)
