"""What an agent in its jail sees of this machine, and which places nobody can have bound into one.

It sees the system's programs and libraries, its interpreter, its own folder, the few modules of ours that
``harness.agents.base`` is made of, and what was named for it. Where one of these holds a place with answers,
that place is empty.
"""

from __future__ import annotations

import ast
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from harness.agents.jail import HOME, Jail
from harness.run.folders import RUNS
from sites.errors import WebariumError
from sites.packs import packs
from sites.spec import ROOT

SYSTEM = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")
ETC = (
    "alternatives", "ca-certificates", "crypto-policies", "fonts", "gai.conf", "host.conf", "ld.so.cache",
    "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "pki/ca-trust", "pki/tls/certs",
    "protocols", "services", "ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf", "timezone",
)  # fmt: skip
ANSWERS = ("tasks", "sites", "runs", ".git", ".webarium")  # below the checkout
ENGINES = (
    "/var/lib/docker", "/var/lib/containers", "/var/lib/containerd", "/run", "/var/run", "/proc", "/sys",
    "/dev",
)  # fmt: skip
BASE = "harness.agents.base"
_OURS = ("harness", "sites", "tasks", "evaluators", "reset")
_FILES = {
    "hosts": "127.0.0.1 localhost agent\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}


def jail_for(
    command: list[str],
    *,
    folder: Path,
    ids: tuple[int, int],
    network: Iterable[str] = (),
    binds: Iterable[str] = (),
    secret: Iterable[Path] = (),
    files: Iterable[str] = (),
) -> Jail:
    """The jail of an agent.

    Args:
        command: of the agent; its first word a path.
        folder: of this process alone; ``files`` in it is the agent's, and working folder there.
        ids: numbers of the agent's user and group.
        network: what it may reach.
        binds: what was named for it, see ``checked_bind``.
        secret: folders it must not see, besides those of the checkout and of the engine.
        files: what it reads besides, if that is there.
    """
    hidden = [ROOT, *_packs(), RUNS.resolve(), *map(Path, ENGINES), *(one.resolve() for one in secret)]
    own = [*_programs(Path(command[0])), *_own(command, hidden), *modules(*_of_ours(command))]
    wanted = dict.fromkeys(own, "ro")
    wanted |= {Path(one): "ro" for one in files if Path(one).is_file()}
    wanted |= {Path(one.removesuffix(":rw")): "rw" if one.endswith(":rw") else "ro" for one in binds}
    wanted = {path: mode for path, mode in sorted(wanted.items()) if not _is_system(path)}
    apart = [path for path in wanted if any(path.is_relative_to(one) for one in hidden)]
    outside = [path for path in wanted if path not in apart]
    empty = {one for one in hidden for path in outside if one.is_relative_to(path)}
    empty |= {one for one in hidden if one.parts[1] in SYSTEM}
    within = {one for one in hidden for path in apart if one.is_relative_to(path) and one != path}
    mounts = [*_system(), *_etc(folder, ids), ["rw", str(folder / "files"), HOME]]
    mounts += [[wanted[path], str(path), str(path)] for path in outside]
    mounts += [["empty", "", str(path)] for path in sorted(empty) if path.is_dir()]
    mounts += [[wanted[path], str(path), str(path)] for path in apart]
    mounts += [["empty", "", str(path)] for path in sorted(within) if path.is_dir()]
    return Jail(mounts=mounts, network=list(network))


def checked_bind(text: str) -> str:
    """``PATH`` or ``PATH:rw`` as an absolute path.

    Raises:
        WebariumError: there is nothing, or an agent must not see it.
    """
    name, mode = (text[:-3], ":rw") if text.endswith(":rw") else (text, "")
    path = Path(name).expanduser().absolute()
    if not path.exists():
        raise WebariumError(f"--agent-bind {text}: there is no {path}", remedy="name a file or a folder")
    real = path.resolve()
    for place in (ROOT, *_packs(), RUNS.resolve(), _engine(), *map(Path, ENGINES), *_wide()):
        below = real.is_relative_to(place) and place not in _wide()
        if below or place.is_relative_to(real):
            raise WebariumError(
                f"--agent-bind {text}: an agent must not see {place}",
                remedy="put what it needs into a folder of its own, and name that",
            )
    return f"{path}{mode}"


def _packs() -> list[Path]:
    return [pack.folder for pack in packs()]


def modules(*names: str) -> list[Path]:
    """The files of the base class for agents: its module, and what that imports of ours, on and on.

    Args:
        names: of modules besides.
    """
    return list(_modules(BASE, *names))


def _of_ours(command: list[str]) -> list[str]:
    """The names of an agent's modules where the command runs one of ours."""
    if command[1:2] != ["-m"] or len(command) < 3 or not command[2].startswith("harness.agents."):
        return []
    return [command[2], f"{command[2]}.__main__"]


@cache
def _modules(*names: str) -> tuple[Path, ...]:
    found: dict[Path, None] = {}
    left = [*names]
    while left:
        name = left.pop()
        parts = name.split(".")
        for path in (ROOT.joinpath(*parts).with_suffix(".py"), ROOT.joinpath(*parts, "__init__.py")):
            if parts[0] in _OURS and path.is_file() and path not in found:
                found[path] = None
                left += [".".join(parts[:n]) for n in range(1, len(parts))]
                left += _imported(path)
    return tuple(sorted(found))


def _imported(path: Path) -> Iterator[str]:
    """The names that a module imports when it is imported itself."""
    left: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            left += ast.iter_child_nodes(node)


def _system() -> list[list[str]]:
    found = []
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            found.append(["link", os.readlink(path), str(path)])
        elif path.is_dir():
            found.append(["ro", str(path), str(path)])
    return found


def _etc(folder: Path, ids: tuple[int, int]) -> list[list[str]]:
    """The few files of ``/etc`` that programs look for; who its users are stays outside."""
    made = _FILES | {
        "passwd": f"agent:x:{ids[0]}:{ids[1]}::{HOME}:/bin/sh\n",
        "group": f"agent:x:{ids[1]}:\n",
    }
    (folder / "etc").mkdir(mode=0o755, exist_ok=True)
    for name, text in made.items():
        (folder / "etc" / name).write_text(text, encoding="utf-8")
        (folder / "etc" / name).chmod(0o644)
    found = [["ro", str(folder / "etc" / name), f"/etc/{name}"] for name in made]
    for name in ETC:
        path = Path("/etc", name)
        if path.exists():
            found.append(["ro", str(path), str(path)])
    return found


def _programs(program: Path, *, scripts: int = 1) -> Iterator[Path]:
    """Where a program lives, link by link: its installation where it lies in a ``bin``, else its file."""
    hop = program
    for _ in range(40):  # as many as the kernel follows
        yield from _installation(hop)
        if not hop.is_symlink():
            break
        hop = Path(os.path.normpath(hop.parent / hop.readlink()))
    real = program.resolve()
    yield from _installation(real)
    if scripts and (interpreter := _interpreter(real)):
        yield from _programs(interpreter, scripts=scripts - 1)


def _installation(program: Path) -> Iterator[Path]:
    prefix = program.parent.parent
    if program.parent.name != "bin" or prefix in _wide() or ROOT.is_relative_to(prefix):
        yield program
        return
    yield prefix
    settings = prefix / "pyvenv.cfg"
    if settings.is_file():
        for line in settings.read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition("=")
            base = Path(value.strip())
            if name.strip() == "home" and base.name == "bin" and base.parent not in _wide():
                yield from (base.parent, base.resolve().parent)


def _interpreter(program: Path) -> Path | None:
    """Who runs a script, by its first line."""
    try:
        with program.open("rb") as file:
            line = file.readline(256)
    except OSError:
        return None
    words = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = [shutil.which(word) or "" for word in words[1:] if not word.startswith("-")]
    return Path(words[0]) if words and words[0] else None


def _own(command: list[str], hidden: list[Path]) -> Iterator[Path]:
    """The folder of each file that the command names; of a folder that is too wide the file and its like."""
    for word in command:
        path = Path(word)
        if not path.is_file() or _is_system(path) or (word == command[0] and path.parent.name == "bin"):
            continue
        folder = path.resolve().parent
        answers = [ROOT / name for name in ANSWERS] + hidden[1:]
        if any(folder.is_relative_to(one) for one in answers):
            yield path
        elif folder in _wide() or ROOT.is_relative_to(folder):
            yield from (one for one in folder.glob(f"*{path.suffix}") if path.suffix and one.is_file())
            yield path
        else:
            yield folder


def _is_system(path: Path) -> bool:
    return path.parts[1:2] != () and path.parts[1] in SYSTEM and not path.is_relative_to(ROOT)


@cache
def _wide() -> tuple[Path, ...]:
    """Folders that hold more than anybody means who names them."""
    homes = {Path(one.pw_dir) for one in pwd.getpwall()} | {Path.home()}
    inner = {home / name for home in homes for name in (".local", ".config", ".cache", ".ssh", ".gnupg")}
    named = ("/", "/etc", "/home", "/mnt", "/opt", "/root", "/srv", "/tmp", "/var", "/var/lib", "/var/tmp")  # noqa: S108
    return tuple(sorted({*map(Path, named), *homes, *inner}))


@cache
def _engine() -> Path:
    """The folder of the engine's data, where the engine can be asked."""
    try:
        asked = ["docker", "info", "--format", "{{.DockerRootDir}}"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        said = ""
    return Path(said) if said.startswith("/") else Path(ENGINES[0])
