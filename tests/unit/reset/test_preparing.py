"""What prepares a machine, docker/*.sh and the Makefile, with stand-ins for the programs that they call."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sites.spec import ROOT

TOOLS = ["cat", "date", "find", "grep", "ln", "make", "mkdir", "rm", "sh", "tail", "touch", "true"]


class Machine:
    """A folder with a copy of the scripts, and programs that note how they were called.

    Args:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin, self.calls = folder, folder / "bin", folder / "calls"
        self.bin.mkdir()
        (folder / "log").mkdir()
        for name in TOOLS:
            if found := shutil.which(name):
                (self.bin / name).symlink_to(found)
        (folder / "docker").mkdir()
        for name in ("docker/bootstrap.sh", "docker/python-env.sh", "Makefile"):
            text = (ROOT / name).read_text(encoding="utf-8")
            for place in ("/var/log", "/run/systemd/system", "/etc/os-release", "/proc/meminfo"):
                text = text.replace(place, f"{folder}{place.replace('/var', '')}")
            (folder / name).write_text(text)
        self.has("id", "echo 0")
        for name in ("apt-get", "sleep", "nohup", "dockerd", "iptables"):
            self.has(name, "")
        self.has("flock", 'shift 2; exec "$@"')

    def has(self, name: str, does: str) -> None:
        """Put a program there that notes its call and does something."""
        path = self.folder / name if "/" in name else self.bin / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(f'#!/bin/sh\necho "${{0##*/}} $*" >>{self.calls}\n{does}\n')
        path.chmod(0o755)

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a program of this machine."""
        self.calls.write_text("")
        given = {"PATH": str(self.bin), "HOME": str(self.folder), **environment}
        return subprocess.run(
            [str(self.bin / words[0]), *words[1:]], cwd=self.folder, env=given,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def called(self, begin: str) -> list[str]:
        """Calls that begin so."""
        return [line for line in self.calls.read_text().splitlines() if line.startswith(begin)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    if shutil.which("make") is None:
        pytest.skip("no make on this machine")
    return Machine(tmp_path)


def bootstrap(machine: Machine, what: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return machine.run("sh", "docker/bootstrap.sh", what, **environment)


# -- engine -----


@pytest.mark.parametrize("apart", [True, False])
def test_the_client_is_installed_where_it_is_a_package_of_its_own(apart: bool, machine: Machine) -> None:
    package = "docker-cli" if apart else "docker.io"
    client = f"{machine.bin}/docker"
    machine.has("apt-get", f'case "$*" in *" {package}"*) ln -s {shutil.which("true")} {client} ;; esac')
    done = bootstrap(machine, "engine")
    assert done.returncode == 0, done.stderr
    assert any("docker-cli" in call for call in machine.called("apt-get install")) == apart


def test_where_nothing_can_be_installed_images_that_are_there_do(machine: Machine) -> None:
    machine.has("docker", '[ "$1" = info ]')
    machine.has("apt-get", "exit 100")
    done = bootstrap(machine, "engine")
    assert machine.called("apt-get")
    assert done.returncode == 0
    assert "going on without mmdebstrap" in done.stderr


def test_an_engine_elsewhere_is_not_replaced_by_one_here(machine: Machine) -> None:
    machine.has("docker", "exit 1")
    done = bootstrap(machine, "engine", DOCKER_HOST="tcp://127.0.0.1:1")
    assert done.returncode == 1
    assert "tcp://127.0.0.1:1, where DOCKER_HOST leads" in done.stderr
    assert machine.called("nohup") == machine.called("sleep") == []


@pytest.mark.parametrize("systemd", [True, False])
def test_the_log_that_is_named_is_the_one_there_is(systemd: bool, machine: Machine) -> None:
    machine.has("docker", "exit 1")
    machine.has("systemctl", "")
    if systemd:
        (machine.folder / "run/systemd/system").mkdir(parents=True)
    done = bootstrap(machine, "engine")
    assert done.returncode == 1
    assert ("journalctl -u docker" in done.stderr) == systemd
    assert ("webarium-dockerd.log" in done.stderr) == (not systemd)


# -- packages, all at once -----


def test_all_packages_are_installed_by_one_call_where_nothing_is_there(machine: Machine) -> None:
    done = bootstrap(machine, "packages")
    assert done.returncode == 0, done.stderr
    (call,) = machine.called("apt-get install")
    for package in ("docker.io", "mmdebstrap", "chromium-headless-shell", "bubblewrap"):
        assert package in call.split()


def test_only_what_is_missing_is_installed(machine: Machine) -> None:
    for name in ("docker", "bwrap"):
        machine.has(name, "")
    bootstrap(machine, "packages", DOCKER_HOST="tcp://127.0.0.1:1")
    (call,) = machine.called("apt-get install")
    assert "chromium-headless-shell" in call
    assert "docker.io" not in call
    assert "bubblewrap" not in call
    machine.has("chromium", "")
    bootstrap(machine, "packages")
    assert machine.called("apt-get") == []


def test_what_cannot_be_had_at_once_is_tried_by_each_part(machine: Machine) -> None:
    machine.has("apt-get", 'case "$*" in *chromium*) exit 100 ;; esac')
    done = bootstrap(machine, "packages")
    assert done.returncode == 0
    assert "each is tried alone" in done.stdout
    assert bootstrap(machine, "jail").returncode == 0
    assert machine.called("apt-get install") == ["apt-get install -y -q --no-install-recommends bubblewrap"]


def test_a_browser_of_playwrights_is_left_to_the_environment_to_judge(machine: Machine) -> None:
    (machine.folder / ".cache/ms-playwright").mkdir(parents=True)
    bootstrap(machine, "packages")
    assert not [call for call in machine.called("apt-get install") if "chromium" in call]


# -- browser -----


@pytest.mark.parametrize("finds", [True, False])
def test_only_the_browser_that_playwright_looks_for_counts(finds: bool, machine: Machine) -> None:
    (machine.folder / ".cache/ms-playwright/chromium-1").mkdir(parents=True)
    machine.has("id", "echo 1000")
    machine.has(".venv/bin/python", f'[ -z "$PATH" ] || exit 1; exit {int(not finds)}')
    done = bootstrap(machine, "browser")
    assert (done.returncode == 0) == finds, done.stderr
    assert "executable_for()" in machine.calls.read_text()
    shutil.rmtree(machine.folder / ".venv")
    assert bootstrap(machine, "browser").returncode == 1


# -- the environment -----


def makes_environment(machine: Machine, name: str = "python3") -> None:
    """A Python that is new enough, and makes environments that work."""
    made = f"{machine.folder}/.venv/bin"
    for needed in ("requirements.lock", "pyproject.toml"):
        (machine.folder / needed).touch()
    machine.has("made", "")
    machine.has(
        name,
        f'[ "$2" = venv ] || exit 0; mkdir -p {made}; rm -f {made}/python; '
        f"for one in python webarium; do ln -sf {machine.bin}/made {made}/$one; done",
    )


def test_a_python_that_apt_has_and_is_too_old_makes_no_environment(machine: Machine) -> None:
    machine.has("apt-get", f"ln -sf {machine.bin}/old {machine.bin}/python3")
    machine.has("old", "exit 1")
    done = machine.run("sh", "docker/python-env.sh", ".venv")
    assert machine.called("apt-get install")
    assert done.returncode == 1
    assert "needs Python 3.11 to 3.13" in done.stderr
    assert not machine.called("old -m venv")


def test_a_python_without_its_venv_module_gets_it(machine: Machine) -> None:
    makes_environment(machine, "new")
    machine.has("python3", "exit 1")
    machine.has("apt-get", f"ln -sf {machine.bin}/new {machine.bin}/python3")
    done = machine.run("sh", "docker/python-env.sh", ".venv")
    assert done.returncode == 0, done.stderr
    assert (machine.folder / ".venv/.installed-from-lock").exists()


def test_an_environment_whose_python_is_gone_is_made_anew(machine: Machine) -> None:
    makes_environment(machine)
    assert machine.run("make", "status").returncode == 0
    assert len(machine.called("python3 -m venv")) == 1
    assert machine.called("webarium status") == ["webarium status"]
    assert machine.run("make", "status").returncode == 0
    assert machine.called("python3 -m venv") == []
    (machine.folder / ".venv/bin/python").unlink()
    (machine.folder / ".venv/bin/python").symlink_to("/nonexistent/python")
    assert machine.run("make", "status").returncode == 0
    assert machine.called("python3 -m venv") == ["python3 -m venv --clear .venv"]


def test_packages_are_installed_beside_the_environment_and_failures_are_told(machine: Machine) -> None:
    makes_environment(machine)
    done = machine.run("make", "prepare")
    assert done.returncode == 0, done.stderr
    assert machine.called("apt-get install")
    assert machine.called("python3 -m venv")
    shutil.rmtree(machine.folder / ".venv")
    machine.has("python3", "exit 1")
    machine.has("id", "echo 1000")
    done = machine.run("make", "prepare")
    assert done.returncode != 0
    assert "needs Python 3.11 to 3.13" in done.stderr


@pytest.mark.parametrize("target", ["down", "reset", "status", "report"])
def test_what_needs_the_environment_makes_it(target: str, machine: Machine) -> None:
    makes_environment(machine)
    assert machine.run("make", target).returncode == 0
    assert machine.called(f"webarium {target}")


def test_clean_makes_an_environment_only_where_something_may_be_left(machine: Machine) -> None:
    makes_environment(machine)
    locks = machine.folder / ".webarium/locks"
    locks.mkdir(parents=True)
    assert machine.run("make", "clean").returncode == 0
    assert machine.called("python3") == []
    (locks.parent / "build.lock").touch()
    assert machine.run("make", "clean").returncode == 0
    assert machine.called("webarium") == ["webarium down --all", "webarium build --remove"]
    assert os.listdir(locks.parent) == ["locks"]
    assert not (machine.folder / ".venv").exists()


def test_clean_keeps_all_where_worlds_cannot_be_ended(machine: Machine) -> None:
    makes_environment(machine)
    (machine.folder / ".webarium/worlds").mkdir(parents=True)
    machine.has("python3", "exit 1")
    machine.has("id", "echo 1000")
    assert machine.run("make", "clean").returncode != 0
    assert (machine.folder / ".webarium/worlds").exists()


# -- workers -----


@pytest.mark.parametrize(
    ("cores", "kilobytes", "words", "workers"),
    [
        (8, 16_000_000, [], ["--workers '2'"]),
        (1, 16_000_000, [], []),
        (8, 4_000_000, [], []),
        (8, 16_000_000, ["AGENT=human"], []),
        (8, 16_000_000, ["ARGS=--verbose"], ["--workers '2'"]),
        (8, 16_000_000, ["ARGS=--verbose --world mine"], []),
        (8, 16_000_000, ["ARGS=-w 5"], []),
        (8, 16_000_000, ["WORKERS=5"], ["--workers '5'"]),
        (8, 16_000_000, ["WORKERS=1", "SEED=7"], ["--workers '1'"] * 2),
    ],
)
def test_two_worlds_where_the_machine_carries_them(
    cores: int, kilobytes: int, words: list[str], workers: list[str], machine: Machine
) -> None:
    (machine.bin / "awk").symlink_to(shutil.which("awk") or "awk")
    machine.has("getconf", f"echo {cores}")
    (machine.folder / "proc").mkdir()
    (machine.folder / "proc/meminfo").write_text(f"MemTotal:       {kilobytes} kB\nMemFree:  1 kB\n")
    done = machine.run("make", "-n", "-o", "prepare", "eval", *words)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"--workers '\d'", done.stdout) == workers
