"""Where something answers: a host and a port, or a unix path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from reset.errors import WorldError

LOOPBACK = "127.0.0.1"
"""Where the parts of a world that runs on this machine answer."""

_UNIX = "unix:"


@dataclass(frozen=True)
class Endpoint:
    """One place: `Endpoint("127.0.0.1", 8080)` or `Endpoint(path="/run/control.sock")`."""

    host: str = ""
    port: int = 0
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """From writing: `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/control.sock`.

        Raises:
            WorldError: it is none of these.
        """
        if text.startswith(_UNIX):
            path = text.removeprefix(_UNIX)
            if path.startswith("/"):
                return cls(path=path)
        else:
            host, _, port = text.rpartition(":")
            if host and port.isdecimal() and 0 < int(port) < 65536:
                return cls(host.strip("[]"), int(port))
        raise WorldError(
            f"{text!r} is no endpoint", remedy="write host:port, such as 127.0.0.1:8080, or unix:/a/path"
        )

    def __str__(self) -> str:
        if self.path:
            return f"{_UNIX}{self.path}"
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _read(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return Endpoint.parse(value)
    except WorldError as error:  # pydantic tells which key it was
        raise ValueError(str(error)) from error


Place = Annotated[Endpoint, BeforeValidator(_read), PlainSerializer(str, return_type=str)]
"""An endpoint as a field of a model: text in files."""


class Endpoints(BaseModel):
    """Where a world answers.

    Args:
        http: all sites, told apart by Host; a host and a port, since browsers know no unix paths.
        control: the sites' control ports, told apart by the first part of the path.
        databases: by site.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    http: Place
    control: Place
    databases: dict[str, Place] = {}
