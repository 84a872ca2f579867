"""A damaged run: every command says the same, names the file, and writes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from recorded import TASK, edit_json, files_of, record_run
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.commands.run_options import Options, continued
from harness.run.reader import RunFolder
from harness.run.rescore import rescore
from harness.run.summary import summarize_all
from sites.errors import WebariumError
from sites.files import LONGEST

Damage = Callable[[Path], None]
EPISODE = f"episodes/{TASK}.0"


def cut_in_the_middle(run: Path) -> None:
    first, second = (run / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (run / "journal.jsonl").write_bytes(first[:40] + b"\n" + second)


def unknown_status(run: Path) -> None:
    text = (run / "journal.jsonl").read_text()
    (run / "journal.jsonl").write_text(text.replace('"status": "passed"', '"status": "perhaps"'))


def no_number(run: Path) -> None:
    text = (run / "journal.jsonl").read_text()
    (run / "journal.jsonl").write_text(text.replace('"seconds": 1.0', '"seconds": NaN', 1))


def leads_out(run: Path) -> None:
    text = (run / "journal.jsonl").read_text()
    (run / "journal.jsonl").write_text(text.replace(f'"folder": "{EPISODE}"', '"folder": "../../other"'))


def empty_manifest(run: Path) -> None:
    (run / "manifest.json").write_text("")


def manifest_of_another_thing(run: Path) -> None:
    (run / "manifest.json").write_text("[]")


def cut_verdict(run: Path) -> None:
    path = run / EPISODE / "verdict.json"
    path.write_bytes(path.read_bytes()[:50])


def no_real_picture(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", screenshot="steps/000.png")
    (run / EPISODE / "steps").mkdir()
    (run / EPISODE / "steps/000.png").write_text("no picture")


def version_as_text(run: Path) -> None:
    edit_json(run / "manifest.json", schema_version="1")


def key_twice(run: Path) -> None:
    path = run / "manifest.json"
    path.write_text(path.read_text().replace("{", '{"trials": 7, ', 1))


def empty_evidence(run: Path) -> None:
    (run / EPISODE / "evidence.json").write_text("[]")


def half_evidence(run: Path) -> None:
    path = run / EPISODE / "evidence.json"
    path.write_text(json.dumps(json.loads(path.read_text())[1:]))


def missing_evidence(run: Path) -> None:
    (run / EPISODE / "evidence.json").unlink()


def cut_trajectory(run: Path) -> None:
    path = run / EPISODE / "trajectory.jsonl"
    path.write_bytes(path.read_bytes()[:30] + b"\n")


def step_leads_out(run: Path) -> None:
    path = run / EPISODE / "trajectory.jsonl"
    edit_json(path, axtree_file="../../../../../etc/passwd")


def grow(path: Path) -> None:
    """To more than anybody reads; the zeros at its end take no room on the disk."""
    with path.open("r+b") as file:
        file.truncate(LONGEST + 1)


def huge_journal(run: Path) -> None:
    grow(run / "journal.jsonl")


def in_manifest(**values: object) -> Damage:
    def damage(run: Path) -> None:
        edit_json(run / "manifest.json", **values)

    damage.__name__ = f"manifest_with_{'_'.join(values)}"
    return damage


def in_answer(**values: object) -> Damage:
    """The evidence of the first check with other values."""

    def damage(run: Path) -> None:
        path = run / EPISODE / "evidence.json"
        data = json.loads(path.read_text())
        data[0]["evidence"] |= values
        path.write_text(json.dumps(data))

    damage.__name__ = f"evidence_with_{'_'.join(values)}"
    return damage


def evidence_turned(run: Path) -> None:
    path = run / EPISODE / "evidence.json"
    path.write_text(json.dumps(json.loads(path.read_text())[::-1]))


def evidence_of_an_unknown_check(run: Path) -> None:
    path = run / EPISODE / "evidence.json"
    path.write_text(path.read_text().replace('"answer"', '"anwser"', 1))


def evidence_of_other_tables(run: Path) -> None:
    path = run / EPISODE / "evidence.json"
    data = json.loads(path.read_text())
    next(iter(data[1]["evidence"]["sites"].values()))["changes"]["tables"] = ["orders"]
    path.write_text(json.dumps(data))


def evidence_of_another(run: Path) -> None:
    shutil.copy(run / f"episodes/{TASK}.1/evidence.json", run / EPISODE / "evidence.json")


def nameless_action(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", action={"nmae": "stop"})


def in_step(**values: object) -> Damage:
    def damage(run: Path) -> None:
        edit_json(run / EPISODE / "trajectory.jsonl", **values)

    damage.__name__ = f"step_with_{'_'.join(values)}"
    return damage


def in_outcome(**values: object) -> Damage:
    def damage(run: Path) -> None:
        edit_json(run / EPISODE / "outcome.json", **values)

    damage.__name__ = f"outcome_with_{'_'.join(values)}"
    return damage


def with_changes(changes: object) -> Damage:
    """An event that wrote something of this form."""
    return in_outcome(events=[{"event": "e", "site": "shopping", "status": "done", "changes": changes}])


def cut_elements(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", elements_file="steps/000.json")
    (run / EPISODE / "steps").mkdir()
    (run / EPISODE / "steps/000.json").write_text('{"1": {"role": "link", "na')


def huge_manifest(run: Path) -> None:
    grow(run / "manifest.json")


def huge_verdict(run: Path) -> None:
    grow(run / EPISODE / "verdict.json")


def huge_evidence(run: Path) -> None:
    grow(run / EPISODE / "evidence.json")


def huge_trajectory(run: Path) -> None:
    grow(run / EPISODE / "trajectory.jsonl")


def directory_as_journal(run: Path) -> None:
    (run / "journal.jsonl").unlink()
    (run / "journal.jsonl").mkdir()


def journal_links_to_itself(run: Path) -> None:
    (run / "journal.jsonl").unlink()
    (run / "journal.jsonl").symlink_to("journal.jsonl")


def directory_as_manifest(run: Path) -> None:
    (run / "manifest.json").unlink()
    (run / "manifest.json").mkdir()


def directory_as_evidence(run: Path) -> None:
    (run / EPISODE / "evidence.json").unlink()
    (run / EPISODE / "evidence.json").mkdir()


def directory_as_tree(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", axtree_file="steps/000.txt")
    (run / EPISODE / "steps/000.txt").mkdir(parents=True)


def cut_last_line(run: Path) -> None:
    path = run / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-200])


def newer_manifest(run: Path) -> None:
    edit_json(run / "manifest.json", schema_version=99)


def no_folder(run: Path) -> None:
    shutil.rmtree(run / EPISODE)


def no_trajectory(run: Path) -> None:
    (run / EPISODE / "trajectory.jsonl").unlink()


def empty_trajectory(run: Path) -> None:
    (run / EPISODE / "trajectory.jsonl").write_bytes(b"")


def step_less(run: Path) -> None:
    edit_line(run, steps=2)


def step_that_was_another(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", digest="other")


def no_picture(run: Path) -> None:
    edit_json(run / EPISODE / "trajectory.jsonl", screenshot="steps/000.png")


def empty_outcome(run: Path) -> None:
    (run / EPISODE / "outcome.json").write_text("{}")


def outcome_of_another(run: Path) -> None:
    edit_json(run / EPISODE / "outcome.json", answer="€0.05")


def opposite_verdict(run: Path) -> None:
    edit_json(run / EPISODE / "verdict.json", passed=False, score=0.0)


def worded_verdict(run: Path) -> None:
    edit_json(run / EPISODE / "verdict.json", passed="yes")


def verdict_of_another(run: Path) -> None:
    (run / EPISODE / "verdict.json").write_bytes((run / f"episodes/{TASK}.1/verdict.json").read_bytes())


def no_verdict(run: Path) -> None:
    (run / EPISODE / "verdict.json").unlink()


def folder_of_another(run: Path) -> None:
    edit_line(run, folder=f"episodes/{TASK}.1")


def template_of_another(run: Path) -> None:
    edit_line(run, template="shopping.deals")


def agent_of_another(run: Path) -> None:
    edit_line(run, agent="nobody")


def config_of_another(run: Path) -> None:
    edit_line(run, config="0123456789abcdef")


def site_of_nobody(run: Path) -> None:
    edit_line(run, sites=["hoem"])


def category_of_nobody(run: Path) -> None:
    edit_line(run, category="x")


def nodes_of_nobody(run: Path) -> None:
    edit_line(run, nodes={"a": 5})


def task_of_nobody(run: Path) -> None:
    edit_json(run / "manifest.json", tasks=["shopping.order_total.1"])


def edit_line(run: Path, **values: object) -> None:
    """Set keys of the journal's first line."""
    first, *rest = (run / "journal.jsonl").read_text().splitlines(keepends=True)
    changed = json.dumps(json.loads(first) | values) + "\n"
    (run / "journal.jsonl").write_text("".join([changed, *rest]))


PLACES = (directory_as_journal, journal_links_to_itself, directory_as_manifest)
WORDS = (
    "journal.jsonl: is no file but a directory",
    "journal.jsonl: is no file but a link that leads nowhere",
    "manifest.json: is no file but a directory",
)
JOURNAL = (cut_in_the_middle, unknown_status, no_number, leads_out)
MANIFEST = (empty_manifest, manifest_of_another_thing)
READERS = {
    "report": ["report", "RUN"],
    "score": ["score", "RUN"],
    "write": ["score", "RUN", "--write"],
    "compare": ["compare", "RUN", "RUN"],
    "baseline": ["baseline", "save", "RUN", "FILE"],
    "resume": ["eval", "--resume", "RUN"],
}
JUDGES = ("score", "write")
TOUCHED = [
    *((damage, "journal.jsonl, line 1", READERS) for damage in JOURNAL),
    *((damage, "manifest.json", READERS) for damage in MANIFEST),
    *((damage, words, READERS) for damage, words in zip(PLACES, WORDS, strict=True)),
    (directory_as_evidence, f"{EPISODE}/evidence.json: is no file but a directory", READERS),
    (cut_last_line, "journal.jsonl, line 2 is cut", [name for name in READERS if name != "resume"]),
    (newer_manifest, "manifest.json cannot be read: it is of schema version 99: a newer", READERS),
    (directory_as_tree, f"{EPISODE}/trajectory.jsonl, line 1", READERS),
    (cut_verdict, f"episodes/{TASK}.0/verdict.json", READERS),
    (empty_evidence, f"episodes/{TASK}.0/evidence.json", ("report", "score", "write")),
    (half_evidence, f"episodes/{TASK}.0/evidence.json", ("report", "score", "write")),
    (missing_evidence, f"{EPISODE}/evidence.json is missing", READERS),
    (no_folder, f"{EPISODE} is missing, but the journal has the episode's verdict", READERS),
    (no_trajectory, f"{EPISODE}/trajectory.jsonl is missing", READERS),
    (empty_trajectory, f"{EPISODE}/trajectory.jsonl does not agree with the journal: actions: 0", READERS),
    (step_less, f"{EPISODE}/trajectory.jsonl does not agree with the journal: actions: 1 here, 2", READERS),
    (step_that_was_another, f"{EPISODE}/trajectory.jsonl does not agree with the journal: the dig", READERS),
    (no_picture, f"{EPISODE}/trajectory.jsonl, line 1: steps/000.png is missing", READERS),
    (empty_outcome, f"{EPISODE}/outcome.json does not agree with the journal: it has no task_id", READERS),
    (outcome_of_another, f"{EPISODE}/outcome.json does not agree with the journal: answer: '€0.05'", READERS),
    (opposite_verdict, f"{EPISODE}/verdict.json does not agree with the journal: passed", READERS),
    (worded_verdict, f"{EPISODE}/verdict.json cannot be read: passed: 'yes' is neither true nor", READERS),
    (verdict_of_another, f"{EPISODE}/verdict.json does not agree with the journal: passed", READERS),
    (no_verdict, f"{EPISODE}/verdict.json is missing", ("report", "compare", "baseline", "resume")),
    (folder_of_another, "journal.jsonl, line 1", READERS),
    (template_of_another, "journal.jsonl, line 1", READERS),
    (agent_of_another, f"journal.jsonl says that 'nobody' played {TASK}, not 'mine' of", READERS),
    (config_of_another, f"journal.jsonl has the config '0123456789abcdef' for {TASK}, not the", READERS),
    (site_of_nobody, f"journal.jsonl has hoem for {TASK}, which is none of the sites of", READERS),
    (category_of_nobody, "journal.jsonl, line 1 is not an episode of a journal: category", READERS),
    (nodes_of_nobody, f"{EPISODE}/verdict.json does not agree with the journal: nodes", READERS),
    (task_of_nobody, f"journal.jsonl has a verdict on {TASK}, which is none of the tasks of", READERS),
    (cut_trajectory, f"episodes/{TASK}.0/trajectory.jsonl, line 1", READERS),
    (step_leads_out, f"episodes/{TASK}.0/trajectory.jsonl, line 1", READERS),
    (no_real_picture, f"{EPISODE}/trajectory.jsonl, line 1: steps/000.png is no picture", READERS),
    (cut_elements, f"{EPISODE}/trajectory.jsonl, line 1: steps/000.json is no list of elements", READERS),
    (nameless_action, f"{EPISODE}/trajectory.jsonl, line 1: action.name must be given", READERS),
    (in_step(target={"box": [1, 2]}), f"{EPISODE}/trajectory.jsonl, line 1: target: box is not", READERS),
    (in_step(target={"box": ["a", 0, 1, 1]}), f"{EPISODE}/trajectory.jsonl, line 1: target: box", READERS),
    (in_step(target={"box": "1234"}), f"{EPISODE}/trajectory.jsonl, line 1: target: box is not", READERS),
    (in_step(viewport=[0, 0]), f"{EPISODE}/trajectory.jsonl, line 1: viewport.0: 0 is less than 1", READERS),
    (in_outcome(events=5), f"{EPISODE}/outcome.json cannot be read: events: 5 is no list", ["report"]),
    (in_outcome(dialogue=[5]), f"{EPISODE}/outcome.json cannot be read: dialogue.0", ["report"]),
    (with_changes([1]), f"{EPISODE}/outcome.json cannot be read: events.0.changes", ["report"]),
    (with_changes({"tables": {"a": 1}}), f"{EPISODE}/outcome.json cannot be read: events.0", ["report"]),
    (with_changes({"tables": {"a": {"changed": [{"columns": 1}]}}}), f"{EPISODE}/outcome.json", ["report"]),
    (with_changes({"files": {"added": 1}}), f"{EPISODE}/outcome.json cannot be read: events.0", ["report"]),
    (in_manifest(tasks=[TASK, TASK]), f"manifest.json cannot be read: tasks: {TASK} stands", READERS),
    (in_manifest(started="yesterday"), "manifest.json cannot be read: started: 'yesterday'", READERS),
    (in_manifest(seed="banana"), "manifest.json cannot be read: seed: 'banana' is no seed", READERS),
    (in_answer(urls="http"), f"{EPISODE}/evidence.json cannot be read: entry 1 (answer): urls", JUDGES),
    (in_answer(answer=[[3]]), f"{EPISODE}/evidence.json cannot be read: entry 1 (answer): answer", JUDGES),
    (evidence_turned, f"{EPISODE}/evidence.json cannot be read: entry 1 has check 1 where 0", JUDGES),
    (evidence_of_an_unknown_check, f"{EPISODE}/evidence.json cannot be read: entry 1 (anwser)", JUDGES),
    (evidence_of_other_tables, f"{EPISODE}/evidence.json cannot be read: entry 2 (changes)", JUDGES),
    (evidence_of_another, f"{EPISODE}/evidence.json does not agree with the outcome: answer", JUDGES),
    (version_as_text, "manifest.json cannot be read: schema_version", READERS),
    (key_twice, "manifest.json cannot be read: the key 'trials' stands in one object twice", READERS),
    (huge_journal, "journal.jsonl: is larger", READERS),
    (huge_manifest, "manifest.json: is larger", READERS),
    (huge_verdict, f"{EPISODE}/verdict.json: is larger", ("report", "score", "write")),
    (huge_evidence, f"{EPISODE}/evidence.json: is larger", ("report", "score", "write")),
    (huge_trajectory, f"{EPISODE}/trajectory.jsonl: is larger", ("report",)),
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = record_run(tmp_path / "runs" / "mine")
    config = continued(folder, Options()).config  # with another it would not go on, damaged or not
    for path in (folder / "manifest.json", folder / "journal.jsonl"):
        path.write_text(path.read_text().replace('"config": "c"', f'"config": "{config}"'))
    return folder


@pytest.mark.parametrize(
    ("damage", "named", "command"),
    [
        pytest.param(damage, named, command, id=f"{damage.__name__}-{command}")
        for damage, named, commands in TOUCHED
        for command in commands
    ],
)
def test_every_command_names_what_is_damaged(run: Path, damage: Damage, named: str, command: str) -> None:
    damage(run)
    before = files_of(run)
    words = [{"RUN": "mine", "FILE": "b.json"}.get(word, word) for word in READERS[command]]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit), "a sentence, no traceback"
    assert f"runs/mine/{named}" in result.stderr.replace("\n", "")
    assert len(result.stderr.strip().splitlines()) >= 2, "with what to do about it"
    assert files_of(run) == before, "nothing may be written"


@pytest.mark.parametrize(
    "damage",
    [*JOURNAL, *MANIFEST, *PLACES, cut_last_line, no_folder, opposite_verdict],
    ids=lambda damage: damage.__name__,
)
def test_the_list_of_runs_has_the_others_and_names_the_damaged_one(run: Path, damage: Damage) -> None:
    record_run(run.parent / "sound")
    damage(run)
    for words in (["runs"], ["runs", "--json"]):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2
        assert "sound" in result.stdout
        assert "runs/mine/" in result.stderr
    assert [one["run"] for one in json.loads(result.stdout)] == ["sound"]


def test_a_run_without_a_manifest_is_told_with_what_it_lacks(run: Path) -> None:
    (run / "manifest.json").unlink()
    for words in (["report", "mine"], ["score", "mine"]):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0
        assert "runs/mine has no manifest.json" in result.stderr


def test_only_a_run_of_the_oracle_is_a_measure(run: Path) -> None:
    result = CliRunner().invoke(app, ["report", "mine", "--oracle", "mine"])
    assert result.exit_code == 2
    assert "was played by mine, and not by the oracle" in result.stderr


def test_a_sound_run_is_judged_as_before(run: Path) -> None:
    found = rescore(run, write=True)
    assert (found["episodes"], found["same"], found["changed"]) == (2, 2, [])


def test_a_deleted_verdict_is_judged_again_as_the_remedy_says(run: Path) -> None:
    (run / EPISODE / "verdict.json").unlink()
    result = CliRunner().invoke(app, ["score", "mine", "--write"])
    assert result.exit_code == 1, "it tells that a verdict is new"
    assert CliRunner().invoke(app, ["score", "mine"]).exit_code == 0
    assert [line.status for line in RunFolder(run).lines.values()] == ["passed", "failed"]


def test_evidence_of_another_check_is_told_and_not_written(run: Path) -> None:
    path = run / EPISODE / "evidence.json"
    evidence = json.loads(path.read_text())
    evidence[1]["kind"] = "url"  # as if the task had been changed since
    path.write_text(json.dumps(evidence))
    before = files_of(run)
    result = CliRunner().invoke(app, ["score", "mine", "--write"])
    assert result.exit_code == 2
    assert f"{TASK} (trial 0)" in result.output
    assert "the task was changed since it was collected" in result.output
    assert files_of(run) == before


def test_a_manifest_that_was_deleted_stops_no_report(run: Path) -> None:
    (run / "manifest.json").unlink()
    compare = ["compare", "mine", "mine", "--allow-unfinished"]
    for words in (["report", "mine"], ["score", "mine"], compare, ["runs"]):
        assert CliRunner().invoke(app, words).exit_code == 0


def test_a_comparison_with_a_run_whose_plan_is_gone_fails_unless_it_is_allowed(run: Path) -> None:
    (run / "manifest.json").unlink()
    result = CliRunner().invoke(app, ["compare", "mine", "mine"])
    assert result.exit_code == 2
    assert "runs/mine has no manifest.json" in result.stderr
    assert "--allow-unfinished" in result.stderr


def test_a_folder_that_is_a_link_out_of_the_run_is_refused(run: Path, tmp_path: Path) -> None:
    (run / EPISODE).rename(tmp_path / "elsewhere")
    (run / EPISODE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WebariumError, match="leads out of the run"):
        rescore(run)


def test_publishing_names_the_damaged_file_of_the_run_itself(run: Path) -> None:
    empty_evidence(run)
    result = CliRunner().invoke(app, ["publish", "mine", "--to", "public"])
    assert result.exit_code == 2
    assert f"runs/mine/{EPISODE}/evidence.json" in result.stderr.replace("\n", "")


@pytest.mark.parametrize("kind", ["answer", "changes"])
def test_evidence_that_lacks_a_part_is_no_verdict(run: Path, kind: str) -> None:
    path = run / EPISODE / "evidence.json"
    evidence = json.loads(path.read_text())
    for entry in evidence:
        if entry["kind"] == kind:
            entry["evidence"] = {"sites": {}} if kind == "changes" else {}
    path.write_text(json.dumps(evidence))
    before = files_of(run)
    result = CliRunner().invoke(app, ["score", "mine", "--write"])
    assert result.exit_code == 2
    assert "its evidence is not as" in result.stdout
    assert "delete its line" in result.stdout, "what to do about it"
    assert files_of(run) == before


def test_a_run_without_its_journal_is_named_in_the_list(tmp_path: Path) -> None:
    run = record_run(tmp_path / "mine")
    (run / "journal.jsonl").unlink()
    found, damaged = summarize_all(tmp_path)
    assert found == []
    assert [error.message for error in damaged] == [
        f"{run} has a manifest and no journal.jsonl: nothing says what was played"
    ]
