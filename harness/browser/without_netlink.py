"""Run a command that hears nothing of the machine's addresses: `python without_netlink.py COMMAND...`.

Chromium drops what it is just asking for (ERR_NETWORK_CHANGED) whenever an address of the machine comes or
goes, as it does with each world that starts or ends. It hears of them from a netlink socket; without one it
believes that it is online and asks no further. Root alone may forbid that without other rights being lost;
everybody else's command runs as it is. start_chromium.sh uses this; it imports nothing of ours, so that it
starts quickly.
"""

import ctypes
import errno
import os
import platform
import socket
import struct
import sys

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = (
    0x20,
    0x15,
    0x06,
)  # classic BPF: a word at an offset, relative jumps, the verdict
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000 | errno.EAFNOSUPPORT
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in seccomp_data
SOCKET = {"x86_64": (0xC000_003E, 41), "aarch64": (0xC000_00B7, 198)}
"""By machine: the architecture's number, and the number of the call `socket`."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def forbid() -> bool:
    """From now on this process and what it starts open no netlink socket; False where that cannot be had."""
    if os.geteuid() != 0 or platform.machine() not in SOCKET:
        return False
    architecture, number = SOCKET[platform.machine()]
    code = b"".join(
        struct.pack("HBBI", *line)
        for line in (
            (LOAD, 0, 0, ARCHITECTURE),
            (JUMP_IF_EQUAL, 0, 5, architecture),
            (LOAD, 0, 0, NUMBER),
            (JUMP_IF_EQUAL, 0, 3, number),
            (LOAD, 0, 0, FIRST_ARGUMENT),
            (JUMP_IF_EQUAL, 0, 1, int(socket.AF_NETLINK)),
            (RETURN, 0, 0, REFUSE),
            (RETURN, 0, 0, ALLOW),
        )
    )
    held = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.addressof(held))
    return ctypes.CDLL(None).prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0


if __name__ == "__main__":
    forbid()
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - the command is the caller's own
