"""The engine's refusals in our words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import requests.exceptions
import urllib3.exceptions
from docker.errors import DockerException, TLSParameterError

from reset.errors import EngineError, PortTaken

INSTALL = (
    "as root on Debian or Ubuntu run `docker/bootstrap.sh engine`; elsewhere install Docker and start it"
)

_BROKEN = (
    requests.exceptions.ConnectionError,
    requests.exceptions.ChunkedEncodingError,
    urllib3.exceptions.HTTPError,  # the SDK reads what it streams past requests
    FileNotFoundError,
)
"""What the SDK raises where the engine is away, or goes in the middle of an answer."""


def absent(error: Exception) -> EngineError:
    """Why no engine answers: none is there, it is looked for in the wrong place, or keeps this user out."""
    place = os.environ.get("DOCKER_HOST")
    if "PermissionError" in str(error):  # the SDK tells it by the text alone
        return EngineError(
            f"you may not use the container engine {f'at {place}' if place else 'of this machine'}",
            remedy="run `sudo usermod -aG docker $USER` and log in anew",
        )
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
    if isinstance(error, _BROKEN):
        return EngineError(f"the container engine does not answer ({doing})", remedy=INSTALL)
    return EngineError(f"the container engine refused ({doing}): {text}", remedy=remedy)


@contextmanager
def explained(doing: str, remedy: str | None = None) -> Iterator[None]:
    """Turn the SDK's errors into EngineError."""
    try:
        yield
    except (DockerException, requests.exceptions.RequestException, *_BROKEN) as error:
        raise explain(error, doing, remedy) from error
