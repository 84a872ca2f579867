"""Two runs compared: flips, figures, gates, warnings, and what people get to see of it."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import html
from scipy.stats import binomtest
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.compare import show
from harness.compare.comparison import Comparison, Count, compare, worlds_of
from harness.compare.gates import GateError, parse_gate
from harness.compare.show import sameness
from harness.compare.sides import load_side, save_baseline
from harness.compare.statistics import (
    components,
    interval_of_difference,
    over_clusters,
    paired_p_value,
    tango,
)
from harness.run.summary import summarize
from sites.errors import WebariumError
from sites.spec import ROOT
from tasks.release import read_release

HOSTILE = "<script>alert(1)</script> | [x](http://evil.example) @someone"
MANIFEST: dict[str, Any] = {
    "run": "any",
    "started": "2026-11-23T09:00:00+00:00",
    "config": "c",
    "agent": {"name": "one", "options": {"model": "m"}, "command": ["/secret/path"], "environment": ["KEY"]},
    "settings": {"observation": ["axtree"], "scope": "page", "limits": {"steps": 30}},
    "browser": "156.0",
    "seed": "1",
    "trials": 1,
    "images": {"webarium/shopping": "aaa", "webarium/gateway": "g"},
    "image_ids": {"shopping": "sha256:1"},
    "packages": {"wiki": "a"},
}


def make_run(folder: Path, statuses: str, *, trials: int = 1, **manifest: Any) -> Path:
    """A run whose episodes came out as the letters say: p, f or e; templates of two tasks each."""
    folder.mkdir(parents=True)
    names = {"p": "passed", "f": "failed", "e": "error"}
    lines = []
    for place, letter in enumerate(statuses):
        number, trial = divmod(place, trials)
        task_id = f"shopping.template_{number // 2}.{number % 2}"
        lines.append(
            {
                "task_id": task_id,
                "trial": trial,
                "config": "c",
                "status": names[letter],
                "steps": 4 + number,
                "seconds": 2.0,
                "tokens": {"prompt": 100, "completion": 10, "cost": 0.01},
                "sites": ["shopping"] if number % 2 else ["shopping", "forum"],
                "category": "navigation",
                "difficulty": "easy" if number < 2 else "hard",
                "template": f"shopping.template_{number // 2}",
                "intent": HOSTILE,
                "digest": f"{number}{letter}",
            }
        )
        page = folder / "report" / f"{task_id}.{trial}.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text("<p>trajectory</p>")
    (folder / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    tasks = sorted({line["task_id"] for line in lines})
    content = MANIFEST | {"tasks": tasks, "tasks_hash": "t", "trials": trials} | manifest
    (folder / "manifest.json").write_text(json.dumps(content))
    return folder


def compared(tmp_path: Path, before: str, after: str, *, trials: int = 1, **manifest: Any) -> Comparison:
    first = make_run(tmp_path / "before", before, trials=trials)
    second = make_run(tmp_path / "after", after, trials=trials, **manifest)
    return compare(load_side(str(first)), [load_side(str(second))])[0]


# --- figures


def test_tango_is_that_of_the_literature() -> None:
    # Airway hyper-responsiveness before and after transplantation: 1 and 7 discordant of 21 pairs.
    # Fagerland, Lydersen, Laake, Statistics in Medicine 33 (2014): -0.517 to -0.026, exact McNemar 0.0703.
    assert tango(1, 7, 21) == pytest.approx((-0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize("counts", [(0, 0, 20), (20, 0, 20), (0, 20, 20), (1, 0, 1), (3, 5, 400)])
def test_tango_holds_the_difference_and_mirrors(counts: tuple[int, int, int]) -> None:
    gained, lost, pairs = counts
    low, high = tango(*counts)
    assert -1 <= low <= (gained - lost) / pairs <= high <= 1
    assert low < high
    assert tango(lost, gained, pairs) == pytest.approx((-high, -low), abs=1e-6)


@pytest.mark.parametrize(("gained", "lost"), [(1, 7), (0, 6), (4, 4), (0, 1), (0, 0)])
def test_one_task_a_template_is_mcnemar(gained: int, lost: int) -> None:
    differences = [1.0] * gained + [-1.0] * lost + [0.0] * 13
    expected = binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    clusters = [str(number) for number in range(len(differences))]
    assert paired_p_value(differences, clusters) == pytest.approx(expected)


def test_tasks_of_one_template_count_as_one() -> None:
    lost = [-1.0] * 8
    alone = paired_p_value(lost, [str(n) for n in range(8)])
    together = paired_p_value(lost, ["a"] * 4 + ["b"] * 4)
    assert alone == pytest.approx(2 / 2**8)
    assert together == pytest.approx(2 / 2**2)


def test_the_paired_test_of_a_whole_release_is_small() -> None:
    changes = [1.0] * 260 + [-1.0] * 213
    clusters = [str(number) for number in range(len(changes))]
    tracemalloc.start()
    try:
        found = paired_p_value(changes, clusters)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == pytest.approx(binomtest(260, 473).pvalue, abs=0.01)
    assert peak < 50_000_000


def test_the_interval_over_templates_is_students() -> None:
    # Student's sleep data, ten pairs: R's t.test(extra ~ group, paired = TRUE) has 0.7001142 to 2.4598858
    sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert over_clusters(sleep, list("abcdefghij")) == pytest.approx((0.7001142, 2.4598858), abs=1e-7)
    # by hand: means 1 and 0 of two templates with two tasks each; the t of one degree of freedom is 12.7062
    two = over_clusters([1.0, 1.0, 0.0, 0.0], list("aabb"))
    assert two == pytest.approx((0.5 - 12.7062 / 2, 0.5 + 12.7062 / 2), abs=1e-4)
    assert interval_of_difference([1.0, 1.0, 0.0, 0.0], list("aabb"), proportions=True) == (-1, 1)


def test_where_templates_tell_nothing_there_is_no_interval() -> None:
    assert over_clusters([0.0, 0.0], ["a", "b"]) is None
    assert over_clusters([1.0, 0.0], ["a", "a"]) is None
    assert over_clusters([1.0, 0.0, 0.0, 1.0], list("aabb")) is None, "both have the same mean"


@pytest.mark.parametrize("templates", [2, 3, 5, 8, 15, 40])
def test_an_interval_holds_the_truth_as_often_as_it_says(templates: int) -> None:
    """Of 1,000 samples whose mean is known to be 0.1; 930 are three standard deviations below 950."""
    chance = random.Random(templates)
    clusters = [str(number) for number in range(templates)]
    found = [over_clusters([chance.gauss(0.1, 0.3) for _ in clusters], clusters) for _ in range(1_000)]
    assert sum(bounds is not None and bounds[0] <= 0.1 <= bounds[1] for bounds in found) >= 930


def test_means_of_steps_are_no_proportions() -> None:
    differences, clusters = [1.0, 1.0, 0.0, -1.0], list("abcd")
    assert interval_of_difference(differences, clusters) == over_clusters(differences, clusters)
    assert interval_of_difference(differences, clusters, proportions=True) == tango(2, 1, 4)


# --- comparison


def test_flips_and_rates(tmp_path: Path) -> None:
    one = compared(tmp_path, "ppff", "pfpp")
    assert [flip.task_id for flip in one.lost] == ["shopping.template_0.1"]
    assert [flip.task_id for flip in one.gained] == ["shopping.template_1.0", "shopping.template_1.1"]
    assert (one.success.baseline, one.success.run, one.success.difference) == (0.5, 0.75, 0.25)
    by_site = {row.name: (row.tasks, row.difference) for row in one.groups["site"]}
    assert by_site == {"forum": (2, 0.5), "shopping": (4, 0.25)}
    assert [row.name for row in one.groups["difficulty"]] == ["easy", "hard"]


def test_errors_are_no_successes_and_are_not_paired(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppp", "pppe")
    assert (len(one.pairs), one.flips) == (3, [])
    assert one.value("success_rate", None, False) == 0.75
    assert one.value("errors", None, False) == 1
    assert any("1 episodes that ended as errors" in warning for warning in one.warnings)


def test_trials_of_a_task_are_one_pair(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppfff", "ppfpff", trials=3)
    assert [(flip.before, flip.after) for flip in one.flips] == [
        (1.0, pytest.approx(2 / 3)),
        (0.0, pytest.approx(1 / 3)),
    ]
    assert one.success.tasks == 2


def test_the_same_run_shows_no_difference(tmp_path: Path) -> None:
    run = load_side(str(make_run(tmp_path / "run", "pfpf")))
    (one,) = compare(run, [run])
    assert (one.flips, one.p_value, one.success.difference, one.warnings) == ([], 1.0, 0.0, [])
    assert one.looked_different == []


def test_what_looked_different_is_told(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppppppe", "ppfpppep", trials=2)
    assert one.looked_different == ["shopping.template_0.1"]
    # of the last task no trial was finished by both
    assert sameness(one) == "The same was seen in 2 of 3 tasks, something else in shopping.template_0.1"


@pytest.mark.parametrize(
    ("before", "after", "different"),
    [
        ("ppp", "ppe", 0),  # an error shows nothing: the other trials count
        ("pef", "epf", 0),
        ("pef", "epp", 1),
        ("pff", "fpf", 1),  # the same pages, of other trials
    ],
)
def test_what_was_seen_is_compared_trial_by_trial(
    tmp_path: Path, before: str, after: str, different: int
) -> None:
    one = compared(tmp_path, before, after, trials=3)
    assert (len(one.looked_different), one.value("looked_different", None, False)) == (different, different)


def test_one_trial_is_compared_with_its_like_among_three(tmp_path: Path) -> None:
    first = load_side(str(make_run(tmp_path / "before", "pf")))
    second = load_side(str(make_run(tmp_path / "after", "pfpfff", trials=3)))
    for sides in ((first, second), (second, first)):
        assert compare(sides[0], sides[1:])[0].looked_different == []


def test_tasks_are_not_named_where_most_looked_different(tmp_path: Path) -> None:
    assert sameness(compared(tmp_path, "pppp", "fffp")) == "The same was seen in 1 of 4 tasks"


@pytest.mark.parametrize(
    ("manifest", "warning"),
    [
        ({"browser": "157.0"}, "the browsers differ: 156.0 and 157.0"),
        ({"images": {"webarium/shopping": "bbb"}}, "other images of webarium/shopping"),
        ({"image_ids": {"shopping": "sha256:2"}}, "images of shopping were built apart"),
        ({"packages": {"wiki": "b"}}, "images of wiki have other packages"),
        ({"images": {"webarium/shopping": "aaa"}}, "only one of them has webarium/gateway"),
        ({"tasks_hash": "u"}, "their texts, answers or checks differ"),
        ({"seed": "2"}, "different seeds: 1 and 2"),
        ({"settings": MANIFEST["settings"] | {"scope": "viewport"}}, "the scope differs: page and viewport"),
        ({"settings": MANIFEST["settings"] | {"limits": {"steps": 10}}}, "the limits differs"),
        (
            {"tasks": [f"shopping.template_{n // 2}.{n % 2}" for n in range(9)]},
            "after is not finished: 4 of 9",
        ),
    ],
)
def test_what_makes_it_unfair_is_told(tmp_path: Path, manifest: dict[str, Any], warning: str) -> None:
    found = compared(tmp_path, "pfpf", "pfpf", **manifest).warnings
    assert any(warning in text for text in found), found


def test_only_common_tasks_are_compared(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppp", "pp")
    assert (len(one.pairs), one.success.difference) == (2, 0)
    assert "the tasks differ: 2 in both, 2 only in before" in one.warnings[0]
    assert one.value("tasks", None, True) == 2


def test_a_baseline_file_is_as_good_as_the_run(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", "pfep")
    path = tmp_path / "kept" / "baseline.json"
    save_baseline(run, path)
    kept, original = load_side(str(path)), load_side(str(run))
    assert (kept.name, kept.facts, kept.episodes) == (original.name, original.facts, original.episodes)
    assert Count.of(kept.episodes) == Count.of(original.episodes)
    assert "/secret/path" not in path.read_text()
    assert sum("task_id" in line for line in path.read_text().splitlines()) == 4, "one line an episode"


def test_a_baseline_tells_no_path_and_no_user_of_an_endpoint(tmp_path: Path) -> None:
    options = {"prompts": "/home/jane/prompts", "prompts_digest": "0123456789ab",
               "endpoint": {"base_url": "http://jane:hunter2pass@10.0.0.5/v1"}}  # fmt: skip
    agent = {"name": "one", "options": options, "command": ["--config=/home/jane/secret.yaml"]}
    settings = MANIFEST["settings"] | {"otr": {"ranker": "/home/jane/r.npz", "digest": "0a"}}
    run = make_run(tmp_path / "run", "pf", agent=agent, settings=settings)
    save_baseline(run, tmp_path / "b.json")
    text = (tmp_path / "b.json").read_text()
    assert "jane" not in text
    assert "hunter2pass" not in text
    facts = load_side(str(tmp_path / "b.json")).facts
    assert facts["agent"] == {"name": "one", "options": {
        "prompts": "prompts", "prompts_digest": "0123456789ab",
        "endpoint": {"base_url": "http://10.0.0.5/v1"}}}  # fmt: skip
    assert facts["settings"]["otr"] == {"ranker": "r.npz", "digest": "0a"}
    assert compare(load_side(str(tmp_path / "b.json")), [load_side(str(run))])[0].warnings == []


def test_what_earlier_attempts_spent_is_counted_as_the_summary_counts_it(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", "pf")
    journal = run / "journal.jsonl"
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    tokens = {"prompt": 1000, "completion": 50, "cost": 0.5}
    lines[0]["attempts_kept"] = [{"folder": "attempts/0", "error": "it hung", "tokens": tokens}]
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
    count, summary = Count.of(load_side(str(run)).episodes), summarize(run)
    # two episodes of 110 tokens for 0.01 dollars each, and the attempt
    assert (count.tokens, count.total_cost) == (pytest.approx((220 + 1050) / 2), pytest.approx(0.52))
    assert sum(summary.tokens.values()) == 220 + 1050
    assert summary.cost == pytest.approx(count.total_cost)


def test_a_baseline_replaces_a_baseline_only(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", "pf")
    save_baseline(run, tmp_path / "b.json")
    save_baseline(run, tmp_path / "b.json")
    before = (run / "manifest.json").read_text()
    with pytest.raises(WebariumError, match="exists and is no baseline"):
        save_baseline(run, run / "manifest.json")
    assert (run / "manifest.json").read_text() == before


def test_a_page_replaces_a_page_only(tmp_path: Path) -> None:
    run = str(make_run(tmp_path / "run", "pf"))
    page, notes = tmp_path / "page.html", tmp_path / "README.md"
    notes.write_text("important")
    for _ in range(2):
        assert CliRunner().invoke(app, ["compare", run, run, "--html", str(page)]).exit_code == 0
    refused = CliRunner().invoke(app, ["compare", run, run, "--html", str(notes)])
    assert refused.exit_code == 2
    assert "README.md: exists and is no page of Webarium's" in refused.output
    assert notes.read_text() == "important"


@pytest.mark.parametrize("content", ["", "{}", '{"format": "webarium-baseline", "version": 99}', "[1]"])
def test_another_file_is_no_baseline(tmp_path: Path, content: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(content)
    with pytest.raises(WebariumError, match="is no baseline"):
        load_side(str(path))


# --- gates


VALUES = {("success_rate", None): (0.5, 0.6), ("errors", None): (1, 0), ("success_rate", "hard"): (0.2, 0.4)}


def lookup(name: str, group: str | None, baseline: bool) -> float:
    return VALUES[name, group][int(baseline)]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("success_rate < baseline - 0.02", True),
        ("success_rate < baseline - 10.1%", False),
        ("success_rate[hard] < baseline / 2", False),
        ("success_rate[hard] <= baseline * 0.5", True),
        ("success_rate == 0.5 and errors > 0", True),
        ("success_rate > 0.5 or errors != baseline.errors", True),
        ("success_rate > 1 and errors > 0 or errors == 1", True),
        ("errors == 1 or success_rate > 1 and errors > 5", True),
        ("success_rate - baseline.success_rate >= -(0.2 - 0.1) * 1.01", True),
        ("1 - 2 - 3 == -4", True),
        ("2 + 3 * 2 == 8", True),
    ],
)
def test_gates(text: str, holds: bool) -> None:
    assert parse_gate(text).holds(lookup) is holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "success_rate",
        "success_rate <",
        "< 1",
        "success_rate < 1 2",
        "(success_rate < 1",
        "success_rate = 1",
        "1 < success_rate < 2",
        "__import__('os') < 1",
        "success_rate < 1; errors",
        "success_rate < baseline.",
        "1" * 600 + " < 2",
        "(" * 60 + "1" + ")" * 60 + " < 2",
        "(" * 245 + "1" + ")" * 245 + " < 2",
        "-" * 490 + "1 < 2",
    ],
)
def test_what_is_no_gate_is_refused(text: str) -> None:
    with pytest.raises(GateError):
        parse_gate(text).holds(lookup)


def test_brackets_may_stand_within_each_other() -> None:
    assert parse_gate("(" * 9 + "1" + ")" * 9 + " + ((1)) < 3").holds(lookup)
    assert parse_gate("+".join(["(1)"] * 60) + " == 60").holds(lookup), "side by side there may be any number"


def test_a_gate_names_what_it_means(tmp_path: Path) -> None:
    one = compared(tmp_path, "pp", "pf")
    for text in (
        "sucess_rate < 1",
        "success_rate[nowhere] < 1",
        "baseline < 1",
        "errors < baseline + failed",
        "success_rate > baseline and sucess_rate < 1",  # what decides stands before what is misspelt
        "success_rate < baseline or sucess_rate < 1",
        "success_rate < baseline or errors > 0 and errors[nowhere] > 0",
    ):
        with pytest.raises(GateError):
            parse_gate(text).holds(one.value)
    assert parse_gate("lost == 1 and gained == 0 and p_value == 1 and difference == -0.5").holds(one.value)
    assert parse_gate("cost == baseline and tokens == 110 and steps > 4").holds(one.value)


# --- what is shown


def run_cli(*words: str) -> Any:
    return CliRunner().invoke(app, ["compare", *words])


def test_runs_with_nothing_in_common_are_not_compared(tmp_path: Path) -> None:
    before, after = (make_run(tmp_path / name, "pf") for name in ("before", "after"))
    for name in ("journal.jsonl", "manifest.json"):
        text = (after / name).read_text()
        assert "template_0" in text
        (after / name).write_text(text.replace("template_0", "template_9"))
    result = run_cli(str(before), str(after))
    assert result.exit_code == 2
    assert "before and after have no task in common" in result.stderr


def test_exit_codes(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pppp"), ("after", "pppf")))
    gate = "success_rate < baseline - 0.02"
    assert run_cli(before, after).exit_code == 0
    assert run_cli(before, after, "--fail-if", gate).exit_code == 1
    assert run_cli(after, before, "--fail-if", gate).exit_code == 0
    assert run_cli(before, after, "--fail-if", "nonsense").exit_code == 2
    assert run_cli(before, str(tmp_path / "nothing")).exit_code == 2
    assert run_cli(before).exit_code == 2


def test_table_names_flips_and_trajectories(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pp"), ("after", "pf")))
    shown = run_cli(before, after).stdout
    assert "lost shopping.template_0.1: passed -> failed" in shown
    assert "after/report/shopping.template_0.1.0.html" in shown.replace("\n", "")
    assert "-50.0 percentage points" in shown
    assert "The same was seen in 1 of 2 tasks, something else in shopping.template_0.1" in shown


def test_json_has_all_of_it(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pp"), ("after", "pf")))
    result = run_cli(before, after, "--json", "--fail-if", "lost > 0")
    data = json.loads(result.stdout)
    assert (data["runs"][0]["success_rate"], data["runs"][1]["success_rate"]) == (1.0, 0.5)
    (one,) = data["comparisons"]
    assert [flip["task_id"] for flip in one["flips"]] == ["shopping.template_0.1"]
    assert data["failing_gates"] == [{"gate": "lost > 0", "run": "after"}]


def test_a_gate_that_fails_is_told_whole(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pp"), ("a[b]", "pf")))
    told = run_cli(before, after, "--fail-if", "success_rate[shopping] < 1").output
    assert "gate fails for a[b]: success_rate[shopping] < 1" in told


def test_markdown_keeps_hostile_text_as_text(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pp"), ("after", "pf")))
    shown = run_cli(before, after, "--markdown", "--fail-if", "lost > 0").stdout
    assert ":x: gate `lost > 0` fails for after" in shown
    row = next(line for line in shown.splitlines() if "alert(1)" in line)
    assert "<script>" not in row
    assert "@" not in row
    assert "\\[x\\](http" in row
    assert row.replace("\\|", "").count("|") == 5, "four cells"


def test_page_links_both_trajectories_and_draws(tmp_path: Path) -> None:
    before, after = (str(make_run(tmp_path / name, s)) for name, s in (("before", "pp"), ("after", "pf")))
    path = tmp_path / "out" / "compare.html"
    assert run_cli(before, after, "--html", str(path)).exit_code == 0
    page = html.fromstring(path.read_text())
    links = page.xpath("//table[@class='flips']//a/@href")
    assert len(links) == 2
    assert all((path.parent / link).is_file() for link in links)
    assert page.xpath("//script") == []
    assert "<script>" in page.xpath("string(//table[@class='flips'])"), "shown as text"
    (after_mark,) = page.xpath("//tr[th='easy']//svg[contains(@aria-label, 'before')]/line[@class='after']")
    assert float(after_mark.get("x1")) == 50.0


def test_no_table_makes_a_narrow_page_scroll_sideways(tmp_path: Path) -> None:
    run, path = str(make_run(tmp_path / "run", "pf")), tmp_path / "compare.html"
    assert run_cli(run, run, "--html", str(path)).exit_code == 0
    page = html.fromstring(path.read_text())
    assert len(page.xpath("//table")) == len(page.xpath("//div[@class='wide']/table")) == 8
    style = page.xpath("string(//style)")
    assert re.search(r"\.wide \{[^}]*overflow-x: auto", style)
    columns = re.findall(r"\.groups \{[^}]*grid-template-columns: ([^;]+);", style)[-1]
    assert "100%" in columns, "a column is never wider than the page"


def test_baseline_command(tmp_path: Path) -> None:
    run, path = make_run(tmp_path / "run", "pf"), tmp_path / "baseline.json"
    result = CliRunner().invoke(app, ["baseline", "save", str(run), str(path)])
    assert result.exit_code == 0
    assert "2 episodes of run" in result.stdout
    assert run_cli(str(path), str(run)).exit_code == 0


# --- the documentation


DOCS = (Path(__file__).parents[3] / "docs" / "ci.md").read_text(encoding="utf-8")


def test_every_gate_of_the_documentation_can_be_read(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppp", "pppp")
    gates = re.findall(r'--fail-if "([^"]+)"', DOCS)
    assert len(gates) >= 6
    for gate in gates:
        assert parse_gate(gate).holds(one.value) is False, gate


def test_every_measure_of_the_documentation_is_measured(tmp_path: Path) -> None:
    one = compared(tmp_path, "pppp", "ppff")
    table = DOCS.split("| measure | what |")[1].split("\n\n")[0]
    names = {name for name in re.findall(r"`([a-z_]+)`", table) if name != "baseline"}
    names -= {"pair_score"}  # measured where a run has both tasks of a pair, see test_run_answers
    assert {"success_rate", "total_cost", "p_value"} < names
    for name in names:
        assert isinstance(one.value(name, None, False), float), name


def test_the_workflows_of_the_documentation_are_yaml_and_run_what_there_is() -> None:
    flows = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL)]
    (github,) = (flow for flow in flows if "compare" in flow.get("jobs", {}))
    (gitlab,) = (flow for flow in flows if "compare" in flow)
    steps = [step.get("run", "") for step in github["jobs"]["compare"]["steps"]]
    makefile = (Path(__file__).parents[3] / "Makefile").read_text(encoding="utf-8")
    job = gitlab["compare"]
    for script in (steps, job["before_script"] + job["script"]):
        text = "\n".join(line for line in script if "apt-get" not in line)
        targets = [name for words in re.findall(r"make ([a-z]+(?: [a-z]+)*)", text) for name in words.split()]
        assert {"images", "browser", "eval"} <= set(targets)
        assert all(f"\n{name}:" in makefile for name in targets), targets
        assert text.count("webarium compare") == 1
        assert "--markdown" in text


# --- runs that are not finished


def test_a_comparison_with_an_unfinished_run_fails_unless_it_is_allowed(tmp_path: Path) -> None:
    whole = make_run(tmp_path / "whole", "pppp")
    tasks = [f"shopping.template_{number // 2}.{number % 2}" for number in range(300)]
    part = make_run(tmp_path / "part", "ppp", tasks=tasks)
    for order in ((whole, part), (part, whole)):
        names = [str(one) for one in order]
        result = CliRunner().invoke(app, ["compare", *names, "--fail-if", "success_rate < 1"])
        assert result.exit_code == 2
        assert "part is not finished: 3 of 300 episodes" in " ".join(result.stderr.split())
        assert "--allow-unfinished" in result.stderr
        assert CliRunner().invoke(app, ["compare", *names, "--allow-unfinished"]).exit_code == 0
        data = json.loads(CliRunner().invoke(app, ["compare", *names, "--json"]).stdout)
        assert [one.partition(";")[0] for one in data["unfinished"]] == [
            "part is not finished: 3 of 300 episodes"
        ]
        assert "webarium eval --resume" in data["unfinished"][0]


def test_other_episodes_do_not_make_up_for_missing_ones(tmp_path: Path) -> None:
    planned = ["shopping.template_0.0", "shopping.template_0.1"]
    run = make_run(tmp_path / "run", "pp", trials=2, tasks=planned)
    assert load_side(str(run)).unfinished.startswith("run is not finished: 2 of 4 episodes; play the rest")
    (run / "manifest.json").write_text(json.dumps(MANIFEST | {"tasks": planned}))
    assert load_side(str(run)).unfinished.startswith("run is not finished: 1 of 2 episodes")


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (["episodes", 0, "status"], "perhaps"),
        (["episodes", 0, "steps"], "many"),
        (["episodes", 0, "steps"], -1),
        (["episodes", 0, "seconds"], -5),
        (["facts", "trials"], 10**12),
        (["episodes", 0, "seconds"], float("nan")),
        (["episodes"], {}),
        (["facts", "settings"], []),
        (["facts", "tasks"], "all"),
        (["facts"], []),
        (["version"], 2),
        (["format"], "another"),
    ],
)
def test_a_damaged_baseline_is_told(tmp_path: Path, where: list[Any], value: Any) -> None:
    run = make_run(tmp_path / "run", "pf")
    path = tmp_path / "b.json"
    save_baseline(run, path)
    data = json.loads(path.read_text())
    place = data
    for key in where[:-1]:
        place = place[key]
    place[where[-1]] = value
    path.write_text(json.dumps(data))
    result = CliRunner().invoke(app, ["compare", str(path), str(run)])
    assert result.exit_code == 2
    assert "b.json is no baseline of this version" in " ".join(result.stderr.split())
    assert "webarium baseline save" in result.stderr


def test_an_episode_that_stands_twice_in_a_baseline_is_told_with_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    save_baseline(make_run(tmp_path / "run", "pf"), path)
    lines = path.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if '"task_id"' in line)
    path.write_text("\n".join([*lines[: first + 1], *lines[first:]]))
    with pytest.raises(WebariumError, match=f"stands in line {first + 1} and again in line {first + 2}"):
        load_side(str(path))


@pytest.mark.parametrize(("value", "words"), [("NaN", "NaN is no JSON"), ("1e999", "1e999 is too large")])
def test_the_line_of_what_is_no_number_is_named(tmp_path: Path, value: str, words: str) -> None:
    path = tmp_path / "b.json"
    save_baseline(make_run(tmp_path / "run", "pf"), path)
    text = path.read_text()
    at = text.rindex('"seconds": ')
    path.write_text(text[:at] + f'"seconds": {value}' + text[text.index(",", at) :])
    line = text.count("\n", 0, at) + 1
    with pytest.raises(WebariumError, match=rf"line {line}: .*{words}"):
        load_side(str(path))


def test_a_table_has_a_row_a_run_with_intervals_over_tasks(tmp_path: Path) -> None:
    make_run(tmp_path / "a", "ppffffffff")
    make_run(
        tmp_path / "b",
        "pfpfpf",
        trials=2,
        tasks=[*(f"shopping.template_{n}" for n in ("0.0", "0.1", "1.0")), "x.y.0"],
    )
    result = CliRunner().invoke(app, ["table", str(tmp_path / "a"), "--json"])
    (row,) = json.loads(result.stdout)
    # Wilson's interval of 2 of 10 as R's prop.test(2, 10, correct = FALSE) has it
    assert row["rates"]["all"] == {
        "episodes": 10, "tasks": 10, "passed": 2, "rate": 0.2, "low": 0.0567, "high": 0.5098
    }  # fmt: skip
    assert row["rates"]["navigation"] == row["rates"]["all"]
    result = CliRunner().invoke(app, ["table", str(tmp_path / "a"), str(tmp_path / "b")])
    assert result.exit_code == 2, "the second lacks a task"
    assert "| `one` | 2 of 10: 20.0% (5.7% to 51.0%) |" in result.stdout
    assert "3 of 6: 50.0%" in result.stdout
    assert "b is not finished: 6 of 8 episodes" in result.stderr


def test_a_table_has_columns_by_band_from_easy_to_hard(tmp_path: Path) -> None:
    make_run(tmp_path / "a", "pfpfffffff")
    result = CliRunner().invoke(app, ["table", str(tmp_path / "a"), "--by", "difficulty"])
    assert result.exit_code == 0
    head, _, row = result.stdout.splitlines()
    assert head == "| agent | all | easy | hard |"
    assert [cell.split(":")[0].strip() for cell in row.split("|")[2:5]] == ["2 of 10", "1 of 2", "1 of 8"]


def elsewhere(run: Path, mark: str, **manifest: Any) -> Path:
    """The same run as if its tasks were of another world."""
    journal = run / "journal.jsonl"
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    for line in lines:
        line["task_id"] += mark
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
    path = run / "manifest.json"
    content = json.loads(path.read_text())
    content["tasks"] = [f"{task}{mark}" for task in content["tasks"]]
    path.write_text(json.dumps(content | manifest))
    return run


def test_across_worlds_templates_are_paired(tmp_path: Path) -> None:
    before = load_side(str(make_run(tmp_path / "before", "ppff")))
    after = load_side(str(elsewhere(make_run(tmp_path / "after", "pfpp"), ":s7.k3", seed="7", salt="3")))
    (one,) = compare(before, [after])
    assert one.across
    assert [len(first) for first, _ in one.pairs] == [2, 2]
    assert (one.success.baseline, one.success.run) == (0.5, 0.75)
    assert [(flip.task_id, flip.before, flip.after) for flip in one.flips] == [
        ("shopping.template_0", 1.0, 0.5),
        ("shopping.template_1", 0.0, 1.0),
    ]
    assert any("different worlds" in warning for warning in one.warnings)
    assert "2 paired templates" in show.verdict(one)
    assert "paired templates" in show.markdown([before, after], [one], [])


def test_releases_are_not_compared(tmp_path: Path) -> None:
    first = load_side(str(make_run(tmp_path / "first", "pp", release="v1")))
    second = load_side(str(make_run(tmp_path / "second", "pp", release="v2")))
    older = load_side(str(make_run(tmp_path / "older", "pp")))
    with pytest.raises(WebariumError, match="of release v1, second of release v2"):
        compare(first, [older, second])
    assert len(compare(first, [older])) == 1


def test_worlds_are_told_from_templates() -> None:
    """Worlds that differ by a constant, templates that do, and nothing else."""
    spread = components([[0.1, 0.3], [0.5, 0.7]])
    assert spread is not None
    assert spread.rest == pytest.approx(0, abs=1e-9)
    assert spread.worlds == pytest.approx(0.2 / 2**0.5)
    assert spread.templates == pytest.approx(0.4 / 2**0.5)
    noise = components([[0, 1], [1, 0]])
    assert noise is not None
    assert (noise.worlds, noise.templates, noise.rest) == (0, 0, 1)
    assert components([[0, 1]]) is None


def test_the_worlds_of_an_agent_are_counted_together(tmp_path: Path) -> None:
    sides = [
        load_side(str(make_run(tmp_path / "default", "ppff"))),
        load_side(str(elsewhere(make_run(tmp_path / "seven", "ppfp"), ":s7", seed="7"))),
    ]
    (one,) = worlds_of(sides)
    assert (one.worlds, one.templates) == ({"": 0.5, "s7": 0.75}, 2)
    assert "default 50.0 %, s7 75.0 %" in show.spread_of_worlds(one)
    assert worlds_of(sides[:1]) == []


def test_the_tracked_baseline_is_of_the_present_release() -> None:
    oracle = load_side(str(ROOT / "tests" / "oracle.json"))
    release = read_release()
    assert release
    assert oracle.facts["release"] == release.name, "play all tasks again: docs/worlds.md, Releases"
    assert (oracle.unfinished, {one.status for one in oracle.episodes}) == ("", {"passed"})
    assert all(one.digest for one in oracle.episodes)
