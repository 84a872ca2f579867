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
SETTINGS = "pyvenv.cfg"
"""Makes a folder a virtual environment."""
_TAKES_ONE = ("-u", "--unset", "-C", "--chdir")  # options of `env`
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

    Raises:
        WebariumError: something of the agent leads to where no agent may look.
    """
    hidden = [ROOT, *_packs(), RUNS.resolve(), *map(Path, ENGINES), *(one.resolve() for one in secret)]
    answers = [*_answers(), *hidden[1:]]
    binds = list(binds)
    writable = [Path(one.removesuffix(":rw")) for one in binds if one.endswith(":rw")]
    for one in binds:
        _stay(Path(one.removesuffix(":rw")), writable)
    own = [*_own(command, answers, writable), *modules(*_of_ours(command))]
    own += _programs(Path(command[0]), own, answers)
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
    if place := _closed(path.resolve()):
        raise WebariumError(
            f"--agent-bind {text}: an agent must not see {place}",
            remedy="put what it needs into a folder of its own, and name that",
        )
    return f"{path}{mode}"


def where_it_is(word: str) -> Path:
    """The file that a word of a command names; of a link, where that leads.

    Raises:
        WebariumError: a link leads to where answers are.
    """
    named = Path(os.path.abspath(word))
    real = named.resolve()
    if real != named and _lies_in(real, _answers()):
        raise _astray(named, real)
    return real


def _closed(real: Path) -> Path | None:
    """The place that an agent must not see and that a path lies in or holds."""
    for place in (ROOT, *_packs(), RUNS.resolve(), _engine(), *map(Path, ENGINES), *_wide()):
        below = real.is_relative_to(place) and place not in _wide()
        if below or place.is_relative_to(real):
            return place
    return None


def _answers() -> list[Path]:
    return [*(ROOT / name for name in ANSWERS), *_packs(), RUNS.resolve()]


def _packs() -> list[Path]:
    return [pack.folder for pack in packs()]


def _lies_in(path: Path, places: Iterable[Path]) -> bool:
    return any(path.is_relative_to(one) for one in places)


def _astray(path: Path, where: Path) -> WebariumError:
    return WebariumError(
        f"{path} leads to {where}, which an agent must not see",
        remedy="put what the agent needs into a folder of its own, and name it there",
    )


def _stay(path: Path, writable: list[Path]) -> None:
    """What an agent can write to does not say what it sees the next time: no link leads out of it.

    Raises:
        WebariumError: this one does.
    """
    real = path.resolve()
    for place in writable:
        inside = _lies_in(path, (place, place.resolve())) and not _is_system(real)
        if inside and not real.is_relative_to(place.resolve()):
            raise WebariumError(
                f"{path} leads to {real}, and the agent can change that (--agent-bind {place}:rw)",
                remedy=f"name {real} itself, if the agent is to see it",
            )


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


def _programs(program: Path, own: list[Path], answers: list[Path]) -> list[Path]:
    """Where an agent's program lives, and all that it is made from: links, interpreter, environment.

    Where it lives was named. Where the agent's files lead has to be a place that could be named.

    Args:
        program: its path.
        own: what the agent sees already.
        answers: places where only what was named is seen.

    Raises:
        WebariumError: they lead to where no agent may look.
    """
    prefix = _installation(program)
    alone = _lies_in(prefix.resolve(), answers) and not (prefix / SETTINGS).is_file()
    found = [program if alone else prefix]
    left = [*_hops(program)]
    if interpreter := _interpreter(program.resolve()):
        left += [interpreter, *_hops(interpreter)]
    places = [found[0], *(_installation(one) for one in left if one != program)]
    places += [_installation(one) for place in places for one in _made_from(place)]
    for place in places:
        seen = [*found, *own]
        if _lies_in(place, seen):
            continue
        if not _may_follow(place) and not _lies_in(place.resolve(), [one.resolve() for one in seen]):
            raise _astray(program, place)
        found.append(place)
    return found


def _may_follow(place: Path) -> bool:
    """Whether files of an agent may lead there: to what ``checked_bind`` takes, or a virtual environment."""
    real = place.resolve()
    if _is_system(real) or (closed := _closed(real)) is None:
        return True
    if real.is_file():
        return closed == ROOT and not _lies_in(real, _answers())
    if not (real / SETTINGS).is_file():
        return False
    if closed.is_relative_to(real):  # in its own place what is hidden in it is empty
        return place == real != closed and closed in (*_packs(), RUNS.resolve())
    return closed in (ROOT, *_packs()) and not real.is_relative_to(RUNS.resolve())


def _hops(program: Path) -> Iterator[Path]:
    """Where links lead from a program, one by one, and where it is in the end."""
    hop = program
    for _ in range(40):  # as many as the kernel follows
        if not hop.is_symlink():
            break
        hop = Path(os.path.normpath(hop.parent / hop.readlink()))
        yield hop
    yield program.resolve()


def _installation(program: Path) -> Path:
    """The folder above a program's ``bin``; of one that lies elsewhere its file."""
    prefix = program.parent.parent
    wide = {prefix, prefix.resolve()}.intersection(_wide()) or ROOT.is_relative_to(prefix.resolve())
    return program if wide or program.parent.name != "bin" else prefix


def _made_from(prefix: Path) -> Iterator[Path]:
    """The interpreter that a virtual environment is made from, if it is there."""
    settings = prefix / SETTINGS
    text = settings.read_text(encoding="utf-8", errors="replace") if settings.is_file() else ""
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "home":
            base = Path(os.path.normpath(value.strip()))
            for one in (base, base.resolve()) if base.is_absolute() else ():
                yield from [path for path in sorted(one.glob("py*")) if _is_python(path)][:1]
            return  # as Python does, which reads the first one


def _is_python(path: Path) -> bool:
    return path.name.startswith(("python", "pypy")) and path.is_file()


def _interpreter(program: Path) -> Path | None:
    """Who runs a script, by its first line."""
    try:
        with program.open("rb") as file:
            line = file.readline(256)
    except OSError:
        return None
    words = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if not words or Path(words[0]).name != "env":
        return Path(os.path.normpath(words[0])) if words and words[0].startswith("/") else None
    left = iter(words[1:])
    for word in left:
        if word in _TAKES_ONE:
            next(left, None)
        elif not word.startswith("-") and "=" not in word:
            found = shutil.which(word)
            return Path(found).absolute() if found else None
    return None


def _own(command: list[str], answers: list[Path], writable: list[Path]) -> Iterator[Path]:
    """The folder of each file that the command names; of a folder that is too wide the file and its like."""
    for word in command:
        path = Path(word)
        if not path.is_file() or _is_system(path) or (word == command[0] and path.parent.name == "bin"):
            continue
        _stay(path, writable)
        real = path.resolve()
        folder = real.parent
        if _lies_in(folder, answers):
            if real != path:  # a link that came later: where it leads nobody has named
                raise _astray(path, real)
            yield path
        elif folder in _wide() or ROOT.is_relative_to(folder):
            like = folder.glob(f"*{path.suffix}") if path.suffix else ()
            yield from (one for one in like if one.is_file() and one.resolve().parent == folder)
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
