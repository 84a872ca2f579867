"""Chromium is shut in as far as the machine allows, says how far, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.browser import protection
from harness.browser.chromium import Browser
from harness.browser.executable import BrowserError, executable_for
from harness.processes import descendants

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is looked at is in /proc")
AS_ROOT = os.geteuid() == 0


def alone(work: Callable[[], None]) -> None:
    """Playwright runs once in a thread."""
    failed: list[BaseException] = []

    def catch() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=catch)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def arguments(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def chromiums() -> list[int]:
    return [pid for pid in descendants(os.getpid()) if "--type=" in arguments(pid)]


@pytest.fixture
def temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that everybody may use, as /tmp is."""
    folder = Path(tempfile.mkdtemp(prefix="webarium-test-"))
    folder.chmod(0o1777)
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(not AS_ROOT, reason="else it is the user that runs the tests")
def test_chromium_is_not_root_and_has_no_rights() -> None:
    def look() -> None:
        with Browser() as browser:
            if browser.protection.as_root:
                pytest.skip(browser.protection.lacking)
            browser.new_context().new_page()
            running = chromiums()
            assert any("--type=renderer" in arguments(pid) for pid in running)
            for pid in running:
                found = status(pid)
                assert found["Uid"].split() == [str(protection.USER)] * 4
                assert found["Gid"].split() == [str(protection.USER)] * 4
                assert found["Groups"] == ""

    alone(look)


def test_renderers_are_in_a_sandbox_where_it_says_so() -> None:
    def look() -> None:
        with Browser() as browser:
            if not browser.protection.sandbox:
                pytest.skip(browser.protection.lacking)
            assert browser.protection.lacking == ""
            browser.new_context().new_page()
            renderers = [pid for pid in chromiums() if "--type=renderer" in arguments(pid)]
            assert renderers
            for pid in renderers:
                assert status(pid)["Seccomp"] == "2"
                assert "--no-sandbox" not in arguments(pid)

    alone(look)


def starter(folder: Path, script: str) -> Path:
    """A program in Chromium's place."""
    path = folder / "chromium"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_without_a_sandbox_it_starts_all_the_same_and_says_so(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = executable_for()
    refusing = f"""
case "$*" in *--no-sandbox*) exec {real} "$@";; esac
echo "FATAL: No usable sandbox! Update your kernel" >&2
exit 1"""
    monkeypatch.setenv("WEBARIUM_CHROMIUM", str(starter(temporary, refusing)))

    def look() -> None:
        with Browser() as browser:
            assert browser.version
            assert not browser.protection.sandbox
            assert "no sandbox" in browser.protection.lacking

    alone(look)


@pytest.mark.skipif(not AS_ROOT, reason="only root can be another user")
def test_a_chromium_that_others_may_not_run_is_started_as_root(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = starter(temporary, f'exec {executable_for()} "$@"')
    closed.chmod(0o700)
    monkeypatch.setenv("WEBARIUM_CHROMIUM", str(closed))

    def look() -> None:
        with Browser() as browser:
            assert str(browser.protection) == "as root, without a sandbox"
            assert f"other users may not run {closed}" in browser.protection.lacking

    alone(look)


def test_a_start_that_fails_once_is_tried_again(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flag, real = temporary / "failed", executable_for()
    script = f'[ -e {flag} ] && exec {real} "$@"\ntouch {flag}\nexit 1'
    monkeypatch.setenv("WEBARIUM_CHROMIUM", str(starter(temporary, script)))

    def look() -> None:
        with Browser() as browser:
            assert browser.version
            assert browser.protection == protection.protection_for(real)

    alone(look)


def test_a_chromium_that_never_starts_is_told_and_leaves_nothing(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBARIUM_CHROMIUM", str(starter(temporary, "exit 1")))
    with pytest.raises(BrowserError, match="does not start"):
        alone(lambda: Browser().close())
    assert [path.name for path in temporary.iterdir()] == ["chromium"]


def test_one_after_the_other_leaves_nothing(temporary: Path) -> None:
    def look() -> None:
        for _ in range(3):
            with Browser() as browser:
                page = browser.new_context().new_page()
                page.set_content("<a download=x.txt href='data:text/plain,hello'>x</a>")
                with page.expect_download() as download:
                    page.click("a")
                assert download.value.path().read_text() == "hello"

    alone(look)
    assert list(temporary.iterdir()) == []
    assert chromiums() == []


def test_one_that_was_killed_leaves_nothing_either(temporary: Path) -> None:
    def look() -> None:
        from harness.processes import end_tree

        with Browser() as browser:
            browser.new_context().new_page()
            for pid in chromiums():
                end_tree(pid)

    alone(look)
    assert list(temporary.iterdir()) == []


HARD_END = """
import os
from harness.browser.chromium import Browser
browser = Browser()
browser.new_context().new_page()
os.kill(os.getpid(), 9)
"""


def test_what_a_killed_process_left_is_removed_by_the_next(temporary: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", HARD_END], check=False, cwd=Path(__file__).parents[2])
    assert ended.returncode == -9
    alone(lambda: Browser().close())
    assert list(temporary.iterdir()) == []
