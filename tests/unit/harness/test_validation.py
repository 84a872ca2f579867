"""Validation: what broke since the last time, at which step."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from recorded import complete
from typer.testing import CliRunner

from harness.authoring import commands, history
from harness.authoring.validation import (
    Finding,
    Validation,
    alone,
    as_lines,
    compare,
    examine,
    merge,
    page,
    read,
    write,
)
from harness.report.run import load_run
from harness.run.agreement import ENDS
from sites.errors import WebariumError


def line(task: str, status: str, **more: Any) -> dict[str, Any]:
    return {
        "task_id": task, "template": task.rpartition(".")[0], "trial": 0, "config": "c", "status": status,
        "error": None, "stop_reason": "stop", "folder": f"episodes/{task}.0", **more,
    }  # fmt: skip


def made(folder: Path, lines: list[dict[str, Any]]) -> Validation:
    folder.mkdir()
    (folder / "journal.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    for one in lines:
        home = folder / one["folder"]
        home.mkdir(parents=True)
        step = {"step": 2, "url": "http://shop/x", "action": {"name": "click", "element": 4},
                "screenshot": "steps/002.png"}  # fmt: skip
        (home / "trajectory.jsonl").write_text(json.dumps(step) + "\n")
        rest = {"expected": "", "found": "", "passed": False, "score": 0.0}
        checks = [
            {"check": "node 1", "status": "fail", "why": "/basket/ was not passed"},
            {"check": "changes", "status": "pass", "why": "fine"},
        ]
        (home / "steps").mkdir()
        (home / "steps/002.png").write_bytes(b"".join(ENDS[".png"][:2]))
        if one["status"] == "passed":
            continue
        (home / "verdict.json").write_text(
            json.dumps({"passed": False, "score": 0.0, "checks": [rest | check for check in checks]})
        )
    return examine(load_run(complete(folder)))


def test_a_broken_check_is_named_with_its_step(tmp_path: Path) -> None:
    now = made(tmp_path / "run", [line("shopping.a.0", "passed"), line("shopping.b.0", "failed")])
    assert [one.state for one in now.findings] == ["ok", "broken"]
    assert now.broken == [
        Finding(
            task="shopping.b.0",
            template="shopping.b",
            state="broken",
            what=["node 1: /basket/ was not passed"],
            step=2,
            url="http://shop/x",
            action="click(element=4)",
            screenshot="episodes/shopping.b.0.0/steps/002.png",
        )
    ]


def test_an_oracle_that_cannot_go_on_is_named(tmp_path: Path) -> None:
    now = made(tmp_path / "run", [line("shopping.b.0", "failed", stop_reason="no link 'Orders'")])
    assert now.broken[0].what[0] == "oracle: no link 'Orders'"


def test_of_what_could_not_be_played_nothing_is_known_and_what_was_known_stays(tmp_path: Path) -> None:
    now = made(tmp_path / "run", [line(f"s.{n}.0", "error", error="the engine is gone") for n in "abc"])
    assert now.broken == []
    assert [one.what[0] for one in now.unknown] == ["oracle: the engine is gone"] * 3
    before = found(a="ok", b="broken")
    difference = compare(before, now)
    assert (difference.newly, difference.still, difference.mended) == ([], [], [])
    kept = merge(before, now)
    assert [(one.task, one.state) for one in kept.findings] == [
        ("s.a.0", "ok"), ("s.b.0", "broken"), ("s.c.0", "unknown")
    ]  # fmt: skip
    assert [one.task for one in compare(kept, found(b="broken", c="broken")).newly] == ["s.c.0"]
    assert history.entry_of(now).templates == {}
    assert as_lines(now, difference)[:2] == [
        "3 tasks, 0 broken, 3 not known",
        "not known: s.a.0: oracle: the engine is gone; node 1: /basket/ was not passed "
        "(step 2, http://shop/x)",
    ]


def test_a_check_that_can_have_no_verdict_any_more_is_broken(tmp_path: Path) -> None:
    why = "the check 'sql' (number 3) is wrong: Unknown column"
    now = made(tmp_path / "run", [line("s.a.0", "error", error=why, wrong_task=True)])
    assert now.unknown == []
    assert [(one.task, one.what[0]) for one in now.broken] == [("s.a.0", f"task: {why}")]
    assert [one.task for one in compare(found(a="ok"), now).newly] == ["s.a.0"]


def found(**states: str) -> Validation:
    findings = [Finding(task=f"s.{n}.0", template=f"s.{n}", state=s) for n, s in states.items()]  # type: ignore[arg-type]
    return Validation(when="2026-01-01T00:00:00+00:00", run="r", findings=findings)


def test_difference_since_the_last_time() -> None:
    before = found(a="ok", b="broken", c="broken", d="ok")
    difference = compare(before, found(a="broken", b="broken", c="ok", e="ok"))
    assert [one.task for one in difference.newly] == ["s.a.0"]
    assert [one.task for one in difference.still] == ["s.b.0"]
    assert difference.mended == ["s.c.0"]
    assert difference.first == ["s.e.0"]


def test_without_a_last_time_everything_broken_is_new() -> None:
    difference = compare(None, found(a="broken", b="ok"))
    assert [one.task for one in difference.newly] == ["s.a.0"]
    assert (difference.still, difference.mended, difference.first) == ([], [], [])


def test_tasks_that_were_not_looked_at_are_kept(tmp_path: Path) -> None:
    kept = merge(found(a="broken", b="ok"), found(b="broken"))
    assert {one.task: one.state for one in kept.findings} == {"s.a.0": "broken", "s.b.0": "broken"}
    write(tmp_path / "new" / "validation.json", kept)
    assert read(tmp_path / "new" / "validation.json") == kept


def test_a_file_that_is_no_validation_is_refused(tmp_path: Path) -> None:
    (tmp_path / "v.json").write_text("{}")
    with pytest.raises(WebariumError, match="no validation"):
        read(tmp_path / "v.json")
    assert read(tmp_path / "none.json") is None


def test_page_shows_the_step_and_hides_no_markup(tmp_path: Path) -> None:
    now = made(tmp_path / "run", [line("shopping.b.0", "failed", stop_reason="<script>alert(1)</script>")])
    path = page(now, compare(None, now), tmp_path / "run", tmp_path / "validation.html")
    text = path.read_text()
    assert '<img src="run/episodes/shopping.b.0.0/steps/002.png"' in text
    assert "&lt;script&gt;" in text
    assert "<script>" not in text


def test_lines_for_a_mail() -> None:
    now = found(a="broken")
    now.findings[0] = now.findings[0].model_copy(
        update={"what": ["url: elsewhere"], "step": 3, "url": "http://x/"}
    )
    assert as_lines(now, compare(None, now)) == [
        "1 tasks, 1 broken",
        "newly broken: s.a.0: url: elsewhere (step 3, http://x/)",
    ]


def test_history_shows_what_was_not_always_well(tmp_path: Path) -> None:
    kept = tmp_path / "deep" / "history.jsonl"
    seen = [found(a="ok", b="ok"), found(a="ok", b="broken"), found(a="ok", b="ok", c="broken")]
    for one in seen:
        entries = history.add(kept, history.entry_of(one))
    assert [(one.passed, one.tasks) for one in entries] == [(2, 2), (1, 2), (2, 3)]
    assert history.read_history(kept) == entries
    assert history.rows(entries) == [
        ("s.b", ["ok", "broken", "ok"]),
        ("s.c", ["absent", "absent", "broken"]),
    ]
    assert history.line_of(entries) == "0.00,0.00 50.00,50.00 100.00,33.33"
    now = seen[-1]
    path = page(now, compare(None, now), tmp_path, tmp_path / "v.html", history.trend_of(entries))
    text = path.read_text()
    assert "3 validations" in text
    assert text.count('class="absent"') == 2
    kept.write_text("no line")
    with pytest.raises(WebariumError, match="line 1 is no validation"):
        history.read_history(kept)


@pytest.mark.parametrize(("status", "code"), [("passed", 0), ("failed", 1), ("error", 2)])
def test_what_others_found_during_a_long_run_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str, code: int
) -> None:
    state, kept = tmp_path / "state.json", tmp_path / "history.jsonl"
    write(state, found(b="broken"))
    (tmp_path / "runs").mkdir()

    def played(settings: Any) -> None:
        made(settings.folder, [line("s.a.0", status, error="gone" if status == "error" else None)])
        write(state, found(b="ok", c="broken"))
        history.add(kept, history.entry_of(found(b="ok", c="broken")))

    monkeypatch.setattr(commands, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(commands, "_run", played)
    options = ["--state", str(state), "--history", str(kept), "--html", str(tmp_path / "page.html")]
    done = CliRunner().invoke(commands.app, ["validate", "shopping.order_total.0", *options])
    assert done.exit_code == code, done.output
    now = read(state)
    assert now is not None
    states = {one.task: one.state for one in now.findings}
    assert states.pop("s.a.0") == {"passed": "ok", "failed": "broken", "error": "unknown"}[status]
    assert states == {"s.b.0": "ok", "s.c.0": "broken"}
    assert [set(one.templates) for one in history.read_history(kept)] == [
        {"s.b", "s.c"}, set() if status == "error" else {"s.a"}
    ]  # fmt: skip


def test_a_history_is_written_by_one_process_at_a_time(tmp_path: Path) -> None:
    kept = tmp_path / "history.jsonl"
    other = threading.Thread(target=history.add, args=(kept, history.entry_of(found(b="ok"))))
    with alone(kept):
        other.start()
        other.join(0.5)
        assert other.is_alive()
        assert not kept.exists()
    other.join(30)
    assert len(history.read_history(kept)) == 1
