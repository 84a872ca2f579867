"""What an agent may try from inside its jail, an attempt a name; it tells what each found.

It speaks no more of the protocol than it needs: a task comes in with places to look at, one line goes out.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRIES: dict[str, Callable[[dict[str, Any]], list[str]]] = {}


def attempt(function: Callable[[dict[str, Any]], list[str]]) -> Callable[[dict[str, Any]], list[str]]:
    """Decorator: an attempt; what it returns was found."""
    TRIES[function.__name__] = function
    return function


def readable(path: str | Path) -> bool:
    """Whether a file can be read, or a folder holds anything that is shown."""
    try:
        if Path(path).is_dir():
            return bool(os.listdir(path))
        with open(path, "rb") as file:
            file.read(1)
        return True
    except OSError:
        return False


def answers(address: tuple[str, int]) -> bool:
    """Whether anybody takes a connection."""
    try:
        socket.create_connection(address, timeout=3).close()
    except OSError:
        return False
    return True


@attempt
def reads_the_engine(told: dict[str, Any]) -> list[str]:
    return [path for path in told["engine"] if readable(path)]


@attempt
def reads_answers_and_runs(told: dict[str, Any]) -> list[str]:
    return [path for path in told["secret"] if readable(path)]


@attempt
def walks_the_checkout(told: dict[str, Any]) -> list[str]:
    """Every file below the checkout but the interpreter's own: the few modules of the base class are told."""
    found = []
    for folder, names, files in os.walk(told["root"]):
        names[:] = [name for name in names if not name.startswith(".venv")]
        found += [os.path.relpath(os.path.join(folder, one), told["root"]) for one in files]
    return sorted(set(found) - set(told["allowed"]))


@attempt
def reads_homes_and_passwords(told: dict[str, Any]) -> list[str]:
    places = [
        "/etc/shadow",
        "/etc/sudoers",
        "/root/.ssh",
        "/root/.bashrc",
        "/var",
        "/run",
        "/sys",
        "/boot",
        "/mnt",
    ]
    return [path for path in places if readable(path)]


@attempt
def writes_to_the_system(told: dict[str, Any]) -> list[str]:
    found = []
    folders = [
        "/", "/usr", "/usr/bin", "/usr/local/bin", "/etc", "/etc/ssl/certs", "/root", "/home", told["own"],
        told["root"], str(Path(sys.prefix) / "bin"), str(Path(sys.base_prefix) / "lib"),
    ]  # fmt: skip
    for folder in folders:
        path = Path(folder, "left-by-an-agent")
        try:
            path.write_text("x")
            found.append(str(path))
        except OSError:
            pass
    return found


@attempt
def reaches_ports_of_this_machine(told: dict[str, Any]) -> list[str]:
    hosts = ["127.0.0.1", "::1", "localhost", *told["addresses"]]
    return [f"{host}:{port}" for host in hosts for port in told["ports"] if answers((host, port))]


@attempt
def reaches_other_hosts(told: dict[str, Any]) -> list[str]:
    outside = [
        ("1.1.1.1", 443),
        ("8.8.8.8", 53),
        ("169.254.169.254", 80),
        ("example.com", 80),
        ("172.17.0.1", 22),
    ]
    found = [f"{host}:{port}" for host, port in outside if answers((host, port))]
    devices = {line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]}
    return found + sorted(devices - {"lo"})


@attempt
def reaches_sockets_of_this_machine(told: dict[str, Any]) -> list[str]:
    found = []
    for name in [*told["sockets"], "\0" + told["abstract"]]:
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(name)
                found.append(repr(name))
            except OSError:
                pass
    return found


@attempt
def signals_other_processes(told: dict[str, Any]) -> list[str]:
    found = []
    for pid in [*told["pids"], os.getppid()]:
        if pid in (0, 1):  # the jail's own first process: to end that is to end oneself
            continue
        try:
            os.kill(pid, 0)
            found.append(str(pid))
        except OSError:
            pass
    return found


@attempt
def sees_other_processes(told: dict[str, Any]) -> list[str]:
    seen = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (1, os.getpid()):
            seen.append(Path(f"/proc/{name}/cmdline").read_bytes().decode(errors="replace"))
    return [*seen, *(str(pid) for pid in told["pids"] if Path(f"/proc/{pid}/stat").exists())]


@attempt
def traces_other_processes(told: dict[str, Any]) -> list[str]:
    """Attach to the harness, read its memory and its variables."""
    libc = ctypes.CDLL(None, use_errno=True)
    found = []
    for pid in told["pids"]:
        if libc.ptrace(16, pid, None, None) == 0:
            found.append(f"attached to {pid}")
        found += [
            f"/proc/{pid}/{name}" for name in ("mem", "environ", "maps") if readable(f"/proc/{pid}/{name}")
        ]
    return found


@attempt
def leaves_by_the_first_process(told: dict[str, Any]) -> list[str]:
    """The first process of the jail has come from outside: its root, its folder, its open files."""
    found = []
    for name in ("root", "cwd"):
        for secret in told["secret"]:
            if readable(f"/proc/1/{name}{secret}"):
                found.append(f"/proc/1/{name}{secret}")
    for number in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if target.startswith("/") and not target.startswith(("/dev/null", "/proc", "/home/agent")):
            found.append(f"open file {target}")
    try:
        for number in os.listdir("/proc/1/fd"):
            target = os.readlink(f"/proc/1/fd/{number}")
            if target.startswith("/") and not target.startswith(("/dev/null", "/proc", "/newroot", "/")):
                found.append(f"open file of the first process: {target}")
            if os.path.isdir(f"/proc/1/fd/{number}") and readable(
                f"/proc/1/fd/{number}/..{told['secret'][0]}"
            ):
                found.append(f"/proc/1/fd/{number}")
    except OSError:
        pass
    return found


@attempt
def regains_privileges(told: dict[str, Any]) -> list[str]:
    found = []
    if os.getuid() == 0 or os.geteuid() == 0:
        found.append("it is root")
    for change in (lambda: os.setuid(0), lambda: os.setgroups([0])):
        try:
            change()
            found.append("became root")
        except OSError:
            pass
    status = dict(
        line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line
    )
    found += [
        f"{name}: {status[name]}"
        for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")
        if int(status[name], 16)
    ]
    if status["NoNewPrivs"].strip() != "1":
        found.append("new privileges are possible")
    for folder in ("/usr/bin", "/usr/sbin", "/usr/lib/openssh"):
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            path = os.path.join(folder, name)
            if (
                os.path.isfile(path)
                and os.stat(path).st_mode & stat.S_ISUID
                and os.path.basename(path) == "su"
            ):
                asked = subprocess.run(
                    [path, "-c", "id -u"], capture_output=True, text=True, stdin=subprocess.DEVNULL
                )
                found += ["su: " + asked.stdout] if asked.stdout.strip() == "0" else []
    return found


NEW_NAMESPACES = """
import ctypes
c = ctypes.CDLL(None, use_errno=True)
done = [c.unshare(0x10020000), c.umount2(b"/etc/passwd", 2)]
print(*done, *(c.mount(b"none", place, None, 32 | 4096, None) for place in (b"/usr", b"/")))
"""


@attempt
def mounts_something_else(told: dict[str, Any]) -> list[str]:
    """Put the read-only places away, in the jail's namespaces and in new ones."""
    libc = ctypes.CDLL(None, use_errno=True)
    found = []
    if libc.mount(b"none", b"/usr", None, 32 | 4096, None) == 0:
        found.append("made /usr writable")
    if libc.umount2(b"/proc", 2) == 0:
        found.append("took /proc away")
    tried = subprocess.run([sys.executable, "-c", NEW_NAMESPACES], capture_output=True, text=True)
    said = tried.stdout.split()
    if said and (said[1] == "0" or "0" in said[2:]):
        found.append(f"in namespaces of its own: {said}")
    return found


@attempt
def types_into_the_terminal(told: dict[str, Any]) -> list[str]:
    import fcntl
    import termios

    try:
        fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), termios.TIOCSTI, b"x")
    except OSError as error:
        return (
            []
            if error.errno in (errno.ENXIO, errno.EIO, errno.EPERM, errno.ENOENT, errno.ENOTTY)
            else [str(error)]
        )
    return ["typed into the harness' terminal"]


@attempt
def sees_devices(told: dict[str, Any]) -> list[str]:
    known = {
        "null", "zero", "full", "random", "urandom", "tty", "console", "shm", "pts", "ptmx", "fd", "core",
        "stdin", "stdout", "stderr",
    }  # fmt: skip
    return sorted(set(os.listdir("/dev")) - known)


@attempt
def sees_variables(told: dict[str, Any]) -> list[str]:
    return [name for name in os.environ if name in told["variables"]]


def main() -> None:
    """Try what the task names, tell what was found; leave a process behind that outlives its parent."""
    told = json.loads(sys.stdin.readline())["options"]
    found = {}
    for name, function in TRIES.items():
        try:
            found[name] = function(told)
        except Exception as error:
            found[name] = [f"broke: {type(error).__name__}: {error}"]
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.pause()
        os._exit(0)
    os.wait()
    print(json.dumps({"type": "found", "found": found, "home": os.getcwd()}), flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main()
