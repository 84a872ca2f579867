"""The engine's refusals in our words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import requests.exceptions
from docker.errors import DockerException

from reset.errors import EngineError, PortTaken

INSTALL = (
    "as root on Debian or Ubuntu run `docker/bootstrap.sh engine`; elsewhere install Docker and start it"
)


def explain(error: Exception, doing: str) -> EngineError:
    """An engine's refusal in our words."""
    text = str(getattr(error, "explanation", None) or error)
    if "no space left" in text.lower():
        return EngineError(
            f"the disk is full ({doing})",
            remedy="free space: `webarium down --all`, `docker image prune`, `docker builder prune`",
        )
    if "port is already allocated" in text or "address already in use" in text:
        return PortTaken(f"a port is taken ({doing}): {text}", remedy="choose another one with --port")
    if isinstance(error, (requests.exceptions.ConnectionError, FileNotFoundError)):
        return EngineError(f"the container engine does not answer ({doing})", remedy=INSTALL)
    return EngineError(f"the container engine refused ({doing}): {text}")


@contextmanager
def explained(doing: str) -> Iterator[None]:
    """Turn the SDK's errors into EngineError."""
    try:
        yield
    except (DockerException, requests.exceptions.RequestException) as error:
        raise explain(error, doing) from error
