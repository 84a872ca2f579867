"""What runs without netlink hears nothing of the machine's addresses, and reaches them all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import harness.browser
from harness.browser import without_netlink

SCRIPT = Path(harness.browser.__file__).parent / "without_netlink.py"
OPEN = "import socket; socket.socket(socket.{}, socket.SOCK_{}).close(); print('open')"


def run(family: str, kind: str) -> str:
    command = [sys.executable, "-I", "-S", str(SCRIPT), sys.executable, "-c", OPEN.format(family, kind)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_addresses_are_reached() -> None:
    assert run("AF_INET", "STREAM") == "open"
    assert run("AF_UNIX", "STREAM") == "open"


def test_no_news_of_addresses_where_root_can_forbid_them() -> None:
    said = run("AF_NETLINK", "RAW")
    if os.geteuid() == 0 and os.uname().machine in without_netlink.SOCKET:
        assert "Address family not supported" in said
    else:
        assert said == "open"
