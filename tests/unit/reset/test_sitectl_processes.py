"""What services leave behind is found and ended; what sitectl started itself is not."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

# each script runs in a process of its own, which becomes the parent of orphans below it and of nothing else
HEAD = """
import json, os, subprocess, sys, time
from reset.sitectl import processes
processes.adopt_orphans()
DOUBLE = '''
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        {body}
    os._exit(0)
os.wait()
time.sleep({stay})
'''
def service(body, stay=60):
    started = processes.start([sys.executable, "-c", DOUBLE.format(body=body, stay=stay)],
                              stdout=subprocess.PIPE, start_new_session=True)
    return started, int(started.stdout.readline())
def wait(what):
    deadline = time.monotonic() + 10
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)
"""


def play(script: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", HEAD + script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_child_that_left_its_service_is_ended_and_the_service_is_not() -> None:
    found = play("""
one, stray = service("time.sleep(60)")
wait(lambda: stray in processes.strays())
count = processes.end_strays()
print(json.dumps([count, processes.state(stray), one.poll(), processes.strays()]))
one.kill()
""")
    assert found == [1, "", None, []]


def test_what_a_stray_started_goes_with_it() -> None:
    body = "os.fork(); os.fork(); time.sleep(60)"
    found = play(f"""
one, stray = service({body!r})
wait(lambda: len(processes.strays()) == 4)
print(json.dumps([processes.end_strays(), processes.strays()]))
one.kill()
""")
    assert found == [4, []]


def test_a_stray_that_flees_by_forking_is_caught() -> None:
    body = "\n        ".join(
        ["end = time.monotonic() + 20", "while time.monotonic() < end:", "    if os.fork(): os._exit(0)"]
    )
    found = play(f"""
one, stray = service({body!r})
processes.end_strays()
print(json.dumps(processes.strays()))
one.kill()
""")
    assert found == []


def test_orphans_are_reaped_and_own_children_are_left_to_whoever_waits_for_them() -> None:
    found = play("""
one, stray = service("time.sleep(0.1)")
own = processes.start([sys.executable, "-c", "raise SystemExit(3)"])
wait(lambda: processes.state(stray) == "Z" and processes.state(own.pid) == "Z")
processes.reap()
print(json.dumps([processes.state(stray), own.wait()]))
one.kill()
""")
    assert found == ["", 3]


def test_a_command_tells_code_output_and_errors() -> None:
    found = play("""
code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(4)"
print(json.dumps(processes.run([sys.executable, "-c", code], dict(os.environ), 10)))
""")
    assert found == [4, "out\n", "err\n"]


def test_a_command_that_takes_too_long_is_killed() -> None:
    found = play("""
try:
    processes.run(["sleep", "60"], dict(os.environ), 0.1)
except subprocess.TimeoutExpired:
    print(json.dumps(processes.descendants(os.getpid())))
""")
    assert found == []


@pytest.mark.parametrize("hidden", [True, False])
def test_a_hidden_process_is_closed_to_others_of_its_user(hidden: bool) -> None:
    script = f"""
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
    processes._prctl(4, 1)  # a change of user hides a process too
if {hidden}:
    processes.hide()
read = ["sh", "-c", "cat /proc/$PPID/environ >/dev/null"]
print(json.dumps(processes.run(read, dict(os.environ), 10)[0] == 0))
"""
    assert play(script) is not hidden
