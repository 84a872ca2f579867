"""YAML and text files are read within limits, as they are written, and with file and line in every error."""

from __future__ import annotations

from pathlib import Path

import pytest

from sites import source
from sites.files import PlaceError, read_json, read_text
from sites.source import LONGEST_YAML, Source

BOMB = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def file(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "one.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("14:30", "14:30"),
        ("1:30:00", "1:30:00"),
        ("no", "no"),
        ("On", "On"),
        ("y", "y"),
        ("0042", "0042"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("+4930123456", "+4930123456"),
        ("2026-03-16", "2026-03-16"),
        ("12e4567", "12e4567"),
        (".inf", ".inf"),
        ("=", "="),
        ("9" * 19, "9" * 19),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("-17", -17),
        ("0", 0),
        ("12.50", 12.5),
        ("-0.5", -0.5),
    ],
)
def test_words_mean_what_they_look_like(tmp_path: Path, written: str, read: object) -> None:
    found = Source(file(tmp_path, f"key: {written}\n")).data["key"]
    assert (found, type(found)) == (read, type(read))


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' stands here twice"),
        ("a:\n  b: 1\n  b: 1\n", 3, "'b' stands here twice"),
        ('a:\n  1: x\n  "1": y\n', 3, "'1' stands here twice"),
        (BOMB, 1, "anchors and aliases"),
        ("a: 1\nb: &x 2\n", 2, "anchors and aliases"),
        ("a: 1\nb: *x\n", 2, "anchors and aliases"),
        ("a: 1\nb: " + "[" * 60 + "]" * 60, 2, "nested more than"),
        ("a: 1\n" + "[" * 5000, 2, "not valid YAML"),
        ("a: 1\nb: !!python/name:os.system\n", 2, "tag"),
        ("a: 1\nb: !!binary aGVsbG8=\n", 2, "tag"),
        ("a: 1\n? [b, c]\n: 2\n", 2, "a key is a word"),
        ("a: 1\n---\nb: 2\n", 2, "not valid YAML"),
        ("a: [1\n", 2, "not valid YAML"),
        ("a: 1\nb: \x07\n", 2, "#x0007"),
        (b"a: 1\nb: \x00\n", 2, "NUL byte"),
        (b"a: 1\nb: \xff\xfe\n", 2, "UTF-8"),
        ("# nothing\n", 1, "empty"),
        ('a: 1\nb: ["x", "y\\ud800"]\n', 2, "\\ud800 is half a character"),
        ('a: 1\n"b\\uDFFF": 2\n', 2, "\\udfff is half a character"),
    ],
)
def test_what_is_no_plain_yaml_is_told_with_its_line(
    tmp_path: Path, content: str | bytes, line: int, words: str
) -> None:
    path = file(tmp_path, content)
    with pytest.raises(PlaceError) as caught:
        Source(path, shown="tasks/one.yaml")
    assert caught.value.message.startswith(f"tasks/one.yaml:{line}: ")
    assert words in caught.value.message


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = file(tmp_path, b"a: 1\n" * LONGEST_YAML)
    with pytest.raises(PlaceError, match=r"one\.yaml: is larger than 0\.2 MB"):
        Source(path)
    with path.open("wb") as sparse:
        sparse.truncate(10**12)  # a terabyte that takes no room, as long as nobody reads it
    with pytest.raises(PlaceError, match="is larger than"):
        read_text(path)


@pytest.mark.parametrize(("name", "words"), [("none", "cannot be read"), (".", "is no file")])
def test_what_is_no_file_is_told(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(PlaceError, match=words):
        read_text(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ('{"a": 1,\n "b":', 2, "no JSON"),
        ('{"a": 1,\n "b": NaN}', 2, "NaN"),
        ("[" * 100_000, 0, "nested too deeply"),
    ],
)
def test_what_is_no_json_is_told(tmp_path: Path, content: str, line: int, words: str) -> None:
    with pytest.raises(PlaceError, match=words) as caught:
        read_json(file(tmp_path, content))
    assert caught.value.line == line


def test_both_readers_read_every_file_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).resolve().parents[3]
    paths = [*root.glob("sites/*/*.yaml"), *root.glob("tasks/**/*.yaml")][::5]
    assert len(paths) > 50
    assert len(source._LOADERS) == 2, "libyaml is missing"
    fast = [Source(path) for path in paths]
    monkeypatch.setattr(source, "_LOADERS", source._LOADERS[:1])
    for one, other in zip(fast, map(Source, paths), strict=True):
        assert repr(one.data) == repr(other.data)
        assert one._lines == other._lines
