"""What of this checkout is in the container engine, seen from outside: by labels."""

from __future__ import annotations

from dataclasses import dataclass

import docker.errors
from docker.api import APIClient

from sites.spec import ROOT

HOME = f"webarium.home={ROOT}"
GONE = (404, 409)


@dataclass(frozen=True)
class Container:
    """A container of some world of this checkout."""

    id: str
    name: str
    world: str
    part: str
    running: bool
    volumes: frozenset[str]


class Engine:
    """The engine of this machine."""

    def __init__(self) -> None:
        self._api = APIClient(timeout=60)

    def containers(self) -> list[Container]:
        """All containers of this checkout."""
        return [
            Container(
                id=row["Id"],
                name=row["Names"][0].lstrip("/") if row["Names"] else row["Id"],
                world=row["Labels"].get("webarium.world", ""),
                part=row["Labels"].get("webarium.part", ""),
                running=row["State"] == "running",
                volumes=frozenset(mount["Name"] for mount in row["Mounts"] if mount.get("Name")),
            )
            for row in self._api.containers(all=True, filters={"label": HOME})
        ]

    def networks(self) -> dict[str, str]:
        """Networks of this checkout: name and id."""
        return {row["Name"]: row["Id"] for row in self._api.networks(filters={"label": HOME})}

    def volumes(self) -> set[str]:
        """Names of all volumes, which carry no label, but for those of another checkout's containers."""
        named = self._volumes()
        others = {
            mount["Name"]
            for row in self._api.containers(all=True)
            if row["Labels"].get("webarium.home", str(ROOT)) != str(ROOT)
            for mount in row["Mounts"]
            if mount.get("Name")
        }
        return (named & self._volumes()) - others  # one that was removed meanwhile is nobody's

    def _volumes(self) -> set[str]:
        return {row["Name"] for row in self._api.volumes().get("Volumes") or []}

    def pid(self, container: Container) -> int:
        """Its first process, as this machine counts; 0 when it does not run."""
        try:
            return int(self._api.inspect_container(container.id)["State"]["Pid"])
        except docker.errors.NotFound:
            return 0

    def kill(self, container: Container, *, remove: bool = False) -> None:
        """kill -9, and away with it; one that is gone is fine."""
        try:
            if remove:
                self._api.remove_container(container.id, force=True, v=True)
            else:
                self._api.kill(container.id)
        except docker.errors.APIError as error:
            if error.status_code not in GONE:
                raise

    def sweep(self, containers: set[str], networks: set[str], volumes: set[str]) -> None:
        """Remove what a trial left, by names, so that the next one begins in order."""
        for container in self.containers():
            if container.name in containers:
                self.kill(container, remove=True)
        for name, number in self.networks().items():
            if name in networks:
                self._api.remove_network(number)
        for name in volumes & self._volumes():
            self._api.remove_volume(name, force=True)
