"""Where the person's page is."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping

from sites.errors import WebariumError

VARIABLE = "WEBARIUM_HUMAN_PORT"
PORT = 8765


def port_of(environment: Mapping[str, str] = os.environ) -> int:
    """The loopback port of the person's page, ``WEBARIUM_HUMAN_PORT`` or 8765.

    Raises:
        WebariumError: when the variable holds no port.
    """
    text = environment.get(VARIABLE, str(PORT))
    if not re.fullmatch("[0-9]{1,5}", text) or not 1024 <= int(text) < 65536:
        raise WebariumError(
            f"{VARIABLE} is {text!r}, which is no port", remedy="use a number from 1024 to 65535"
        )
    return int(text)


def address() -> str:
    """Where the person goes.

    Raises:
        WebariumError: when another program serves there.
    """
    port = port_of()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise WebariumError(
                f"Port {port} is taken, so no person can be asked", remedy=f"set {VARIABLE} to a free port"
            ) from error
    return f"http://127.0.0.1:{port}/"
