"""The engine's refusals in our words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import requests.exceptions
from docker.errors import DockerException, TLSParameterError

from reset.errors import EngineError, PortTaken

INSTALL = (
    "as root on Debian or Ubuntu run `docker/bootstrap.sh engine`; elsewhere install Docker and start it"
)


def absent(error: Exception) -> EngineError:
    """Why no engine answers: none is there, or it is looked for in the wrong place."""
    place = os.environ.get("DOCKER_HOST")
    if not place:
        return EngineError("no container engine answers on this machine", remedy=INSTALL)
    if isinstance(error, ValueError | TLSParameterError) or "bind address" in str(error):
        return EngineError(
            f"DOCKER_HOST is {place!r}, which is no address of a container engine",
            remedy="write unix:///path or tcp://host:port, or unset it for this machine's own",
        )
    return EngineError(
        f"no container engine answers at {place}, where DOCKER_HOST leads",
        remedy="start it there, correct DOCKER_HOST, or unset it for this machine's own",
    )


def explain(error: Exception, doing: str, remedy: str | None = None) -> EngineError:
    """An engine's refusal in our words; the remedy is for what is no trouble of the machine's own."""
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
    return EngineError(f"the container engine refused ({doing}): {text}", remedy=remedy)


@contextmanager
def explained(doing: str, remedy: str | None = None) -> Iterator[None]:
    """Turn the SDK's errors into EngineError."""
    try:
        yield
    except (DockerException, requests.exceptions.RequestException) as error:
        raise explain(error, doing, remedy) from error
