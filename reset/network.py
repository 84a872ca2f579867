"""The network of this machine, as far as starting a world disturbs it."""

from __future__ import annotations

import time
from pathlib import Path

ADDRESSES = Path("/proc/net/if_inet6")
LIMIT = 5.0  # seconds; the kernel needs one or two
_TENTATIVE = 0x40  # IFA_F_TENTATIVE of linux/if_addr.h


def tentative(table: str) -> list[str]:
    """The interfaces with an address that the kernel still tries out.

    Args:
        table: the text of ``/proc/net/if_inet6``; its lines end with flags and name.
    """
    lines = (line.split() for line in table.splitlines())
    return [name for *_, flags, name in lines if int(flags, 16) & _TENTATIVE]


def await_addresses(limit: float = LIMIT, source: Path = ADDRESSES) -> bool:
    """Wait until no new address of this machine is still tried out.

    The interfaces of new containers get their IPv6 addresses only a second or two after they came up.
    Chromium takes that for a change of the network and drops whatever it is loading (ERR_NETWORK_CHANGED),
    so nobody should browse a world before.

    Args:
        limit: seconds after which it gives up.
        source: where the kernel lists the addresses; systems without it have nothing to wait for.

    Returns:
        Whether all addresses are final.
    """
    deadline = time.monotonic() + limit
    while source.exists() and tentative(source.read_text(encoding="ascii")):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
