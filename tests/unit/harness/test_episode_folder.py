"""The folder of an episode: an attempt that met trouble is kept beside those before it."""

from __future__ import annotations

from pathlib import Path

from harness.episode.folder import EpisodeFolder


def test_an_attempt_takes_no_place_of_another_where_some_were_deleted(tmp_path: Path) -> None:
    folder = EpisodeFolder(tmp_path / "episodes" / "home.a.0.0")
    for text in ("first", "second", "third"):
        folder.begin()
        (folder.work / "trajectory.jsonl").write_text(text)
        folder.keep(text)
        if text == "second":
            first = folder.place.with_name("home.a.0.0.attempt1")
            for file in first.iterdir():
                file.unlink()
            first.rmdir()
    assert [(Path(one.folder).name, one.error) for one in folder.attempts()] == [
        ("home.a.0.0.attempt2", "second"),
        ("home.a.0.0.attempt3", "third"),
    ]


def test_attempts_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    folder = EpisodeFolder(tmp_path / "episodes" / "home.a.0.0")
    for number in range(11):
        folder.begin()
        folder.keep(str(number))
    assert [one.error for one in folder.attempts()] == [str(number) for number in range(11)]


def test_odd_counts_of_an_older_attempt_count_as_nothing(tmp_path: Path) -> None:
    folder = EpisodeFolder(tmp_path / "episodes" / "home.a.0.0")
    folder.begin()
    folder.keep("gone", tokens={"prompt": -5, "completion": 7})
    (kept,) = folder.attempts()
    assert (kept.tokens.prompt, kept.tokens.completion) == (0, 7)
