"""Runs divided into shards, and merged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from recorded import complete, edit_json, files_of
from typer.testing import CliRunner

from harness.commands.cli import app
from harness.elsewhere.sites_file import read_sites_file
from harness.elsewhere.tasks import FILE, keep_tasks, published_tasks, tasks_of_run
from harness.jsonio import write_json
from harness.run.identity import tasks_hash
from harness.run.merging import merge_runs, new_run, sharded
from harness.run.models import AgentFacts, JournalLine, Manifest, SettingsFacts
from harness.run.reader import RunFolder
from harness.run.summary import summarize
from sites.errors import WebariumError
from sites.spec import ROOT
from tasks.loader import load_tasks
from tasks.model import Task

TASKS = load_tasks("library.*")[:5]
TRIALS = 2


def make_run(folder: Path, tasks: list[Task], wanted: str | None = None, **manifest: Any) -> Path:
    """A run of these tasks, or a shard of it; every third episode fails."""
    folder.mkdir(parents=True)
    mine, shard = sharded(tasks, wanted)
    facts: dict[str, Any] = {
        "started": "2026-03-16T09:00:00+00:00",
        "agent": AgentFacts(name="mine", command=["mine"]),
        "config": "c",
        "settings": SettingsFacts(observation=["axtree"], scope="page", limits={"steps": 30}),
        "trials": TRIALS,
        "sites": sorted({site for task in mine for site in task.sites}),
        "images": {"library": "webarium/library:1"},
        "image_ids": {"library": "sha256:1"},
        "seed": "20260316",
    }
    written = Manifest(
        run=folder.name,
        tasks=[task.id for task in mine],
        tasks_hash=tasks_hash(mine),
        shard=shard,
        **facts | manifest,
    )
    write_json(folder / "manifest.json", written.to_json())
    with (folder / "journal.jsonl").open("wb") as journal:
        for trial in range(TRIALS):
            for task in mine:
                place = tasks.index(task) + trial * len(tasks)
                line = JournalLine.of(
                    task, trial=trial, agent="mine", config="c", status="failed" if place % 3 else "passed",
                    answer=str(place), stop_reason="stop", folder=f"episodes/{task.id}.{trial}", digest=None,
                )  # fmt: skip
                journal.write(line.to_line())
    complete(folder)
    for place in sorted((folder / "episodes").iterdir()):
        (place / "page.txt").write_text(place.name)
    write_json(folder / "summary.json", summarize(folder, wall_seconds=60).to_json())
    return folder


def shards(folder: Path, count: int = 3, **manifest: Any) -> list[Path]:
    return [
        make_run(folder / f"part-{number}", TASKS, f"{number}/{count}", **manifest)
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_merged_run_is_the_whole_one(tmp_path: Path, count: int) -> None:
    whole = make_run(tmp_path / "whole", TASKS)
    parts = shards(tmp_path, count)
    merge_runs(parts[::-1], tmp_path / "merged")
    merged = tmp_path / "merged"
    RunFolder(merged).check()
    first, second = files_of(whole), files_of(merged)
    assert first.keys() == second.keys()
    for name in first:
        one, other = first[name], second[name]
        if name in ("manifest.json", "summary.json"):
            told = [json.loads(text) for text in (one, other)]
            for facts in told:
                facts.pop("run")
                facts.pop("workers", None)
            assert told[0] == told[1], name
        else:
            assert one == other, name


def test_every_task_is_in_one_shard() -> None:
    found = [task.id for number in range(1, 4) for task in sharded(TASKS, f"{number}/3")[0]]
    assert sorted(found) == sorted(task.id for task in TASKS)
    assert len({tuple(sharded(TASKS, f"{number}/3")[1].model_dump().items()) for number in (1, 2)}) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("wanted", ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "1.5/2", "1/999"])
def test_what_is_no_shard_is_told(wanted: str) -> None:
    with pytest.raises(WebariumError, match="shard"):
        sharded(TASKS, wanted)


def test_a_shard_that_is_missing_or_there_twice_is_told(tmp_path: Path) -> None:
    parts = shards(tmp_path)
    with pytest.raises(WebariumError, match="shards are missing: 2/3"):
        merge_runs([parts[0], parts[2]], tmp_path / "merged")
    twin = make_run(tmp_path / "twin", TASKS, "2/3")
    with pytest.raises(WebariumError, match="are both shard 2/3"):
        merge_runs([*parts, twin], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_a_whole_run_and_parts_of_others_are_no_shards_of_it(tmp_path: Path) -> None:
    parts = shards(tmp_path, 2)
    with pytest.raises(WebariumError, match="is no shard of a run"):
        merge_runs([*parts, make_run(tmp_path / "whole", TASKS)], tmp_path / "merged")
    other = make_run(tmp_path / "other", TASKS[:4], "2/2")
    with pytest.raises(WebariumError, match="part of another run"):
        merge_runs([parts[0], other], tmp_path / "merged")


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        ({"agent": AgentFacts(name="other", command=["other"])}, "the agent is other, not mine"),
        ({"seed": "7"}, "the seed is 7"),
        ({"images": {"library": "webarium/library:2"}, "image_ids": {}}, "the images of library are others"),
        ({"image_ids": {"library": "sha256:2"}}, "the images of library are others"),
        ({"browser": "157.0"}, "the browser: 157.0"),
        ({"code": "abc"}, "the code: abc"),
        ({"config": "d"}, "the agent's configuration is another"),
    ],
)
def test_a_shard_that_was_played_otherwise_is_refused(
    tmp_path: Path, manifest: dict[str, Any], why: str
) -> None:
    one = make_run(tmp_path / "one", TASKS, "1/2")
    two = make_run(tmp_path / "two", TASKS, "2/2", **manifest)
    with pytest.raises(WebariumError, match=why):
        merge_runs([one, two], tmp_path / "merged")


def test_images_built_apart_of_the_same_packages_are_the_same(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", TASKS, "1/2", packages={"library": "p"})
    two = make_run(
        tmp_path / "two", TASKS, "2/2", packages={"library": "p"}, image_ids={"library": "sha256:2"}
    )
    assert merge_runs([one, two], tmp_path / "merged").tasks == len(TASKS) * TRIALS
    edit_json(two / "manifest.json", packages={"library": "q"})
    with pytest.raises(WebariumError, match="the images of library are others"):
        merge_runs([one, two], tmp_path / "again")


def test_a_shard_that_is_not_finished_is_told(tmp_path: Path) -> None:
    parts = shards(tmp_path, 2)
    journal = parts[1] / "journal.jsonl"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(WebariumError, match="1 episodes are missing"):
        merge_runs(parts, tmp_path / "merged")


def test_a_new_run_takes_no_place_of_another(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="is a run already"):
        new_run(str(make_run(tmp_path / "whole", TASKS)))


def test_the_command_tells_what_is_wrong(tmp_path: Path) -> None:
    parts = shards(tmp_path, 2)
    done = CliRunner().invoke(app, ["merge", str(parts[0]), "--run", str(tmp_path / "merged")])
    assert done.exit_code != 0


def test_tasks_of_somebody_elses_are_merged_too(tmp_path: Path) -> None:
    names = ("shopping", "shopping_admin", "map", "reddit", "gitlab")
    (tmp_path / "sites.yaml").write_text(
        json.dumps({"sites": {one: {"url": f"http://{one}"} for one in names}})
    )
    file = ROOT / "tests" / "data" / "dropin" / "webarena" / "tasks.json"
    tasks: list[Task] = []
    tasks += published_tasks(str(file), read_sites_file(tmp_path / "sites.yaml"))[:3]
    facts = {"elsewhere": str(tmp_path / "sites.yaml"), "images": {}, "image_ids": {}}
    parts = []
    for number in (1, 2):
        parts.append(make_run(tmp_path / f"part-{number}", tasks, f"{number}/2", **facts))
        keep_tasks(parts[-1], sharded(tasks, f"{number}/2")[0])
    merge_runs(parts[::-1], tmp_path / "merged")
    ids = [task.id for task in tasks]
    manifest = RunFolder(tmp_path / "merged").manifest
    assert manifest is not None
    assert manifest.tasks == ids
    assert tasks_hash(tasks_of_run(tmp_path / "merged", ids)) == manifest.tasks_hash
    kept = json.loads((tmp_path / "merged" / FILE).read_text())
    assert [task["id"] for task in kept] == ids, "as the undivided run has them"
    (parts[1] / FILE).unlink()
    with pytest.raises(WebariumError):
        merge_runs(parts, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_brackets_of_a_folder_are_shown(tmp_path: Path) -> None:
    parts = [str(one) for one in shards(tmp_path, 2)]
    whole = tmp_path / "in [bold] letters" / "whole"
    whole.parent.mkdir()
    done = CliRunner().invoke(app, ["merge", *parts, "--run", str(whole), "--no-report"])
    assert f"Run: {whole}" in done.stdout


def test_lines_that_a_manifest_does_not_name_are_not_lost_in_silence(tmp_path: Path) -> None:
    parts = shards(tmp_path, 2)
    for path in parts:
        edit_json(path / "manifest.json", trials=1)
    with pytest.raises(WebariumError, match=r"part-1 has lines of 3 episodes .*such as .* \(trial 1\)"):
        merge_runs(parts, tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_a_merged_run_is_not_lost_with_its_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path) -> None:
        raise RuntimeError("no paper")

    monkeypatch.setattr("harness.report.write_report", fail)
    words = ["merge", *map(str, shards(tmp_path, 2)), "--run", str(tmp_path / "merged"), "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "The report could not be written: RuntimeError: no paper" in done.stderr
    assert json.loads(done.stdout)["tasks"] == len(TASKS) * TRIALS
