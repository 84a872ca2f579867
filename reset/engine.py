"""The container engine: build, start, stop, address, exec. Nothing else in the repository talks to it."""

from __future__ import annotations

import io
import os
import tarfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import docker.errors
import requests
from docker.client import DockerClient
from docker.models.containers import Container
from docker.models.networks import Network
from docker.types import EndpointConfig, IPAMConfig, IPAMPool

import docker
from reset.errors import EngineError

REMOVAL_TIMEOUT = 30.0
"""Seconds for which a container may be on its way out at somebody else's hand."""
INSTALL = (
    "as root on Debian or Ubuntu run `docker/bootstrap.sh engine`; elsewhere install Docker and start it"
)


@dataclass(frozen=True)
class Mount:
    """Where a container may write: in memory (`tmpfs`), else a volume that goes with the container."""

    path: str
    tmpfs: bool = False


@dataclass(frozen=True)
class Attachment:
    """A container's place on a network."""

    network: str
    address: str | None = None


def explain(error: Exception, doing: str) -> EngineError:
    """An engine's refusal in our words."""
    text = str(getattr(error, "explanation", None) or error)
    if "no space left" in text.lower():
        return EngineError(
            f"the disk is full ({doing})",
            remedy="free space: `webarium down --all`, `docker image prune`, `docker builder prune`",
        )
    if "port is already allocated" in text or "address already in use" in text:
        return EngineError(f"a port is taken ({doing}): {text}", remedy="choose another one with --port")
    if isinstance(error, (requests.exceptions.ConnectionError, FileNotFoundError)):
        return EngineError(f"the container engine does not answer ({doing})", remedy=INSTALL)
    return EngineError(f"the container engine refused ({doing}): {text}")


@contextmanager
def explained(doing: str) -> Iterator[None]:
    """Turn the SDK's errors into EngineError."""
    try:
        yield
    except (docker.errors.DockerException, requests.exceptions.RequestException) as error:
        raise explain(error, doing) from error


class Engine:
    """A connection to the engine of this machine.

    Raises:
        EngineError: there is none, or it does not answer; the remedy says how to get one.
    """

    def __init__(self) -> None:
        try:
            self.client = DockerClient.from_env(timeout=300)
            self.client.ping()
        except (docker.errors.DockerException, requests.exceptions.RequestException) as error:
            raise EngineError("no container engine answers on this machine", remedy=INSTALL) from error

    # -- images -----

    def image(self, tag: str) -> str | None:
        """The id of an image, None when there is none of that tag."""
        with explained(f"looking for image {tag}"):
            try:
                return str(self.client.images.get(tag).id)
            except docker.errors.ImageNotFound:
                return None

    def image_size(self, tag: str) -> int:
        """Bytes of an image with all its layers."""
        with explained(f"looking for image {tag}"):
            return int(self.client.images.get(tag).attrs["Size"])

    def images(self, prefix: str) -> list[tuple[str, int]]:
        """(tag, bytes) of every image whose tag starts with `prefix`."""
        with explained("listing images"):
            return sorted(
                (tag, int(image.attrs["Size"]))
                for image in self.client.images.list()
                for tag in image.tags
                if tag.startswith(prefix)
            )

    def tag(self, image: str, tag: str) -> None:
        """Give an image a further name."""
        with explained(f"tagging {tag}"):
            repository, _, version = tag.rpartition(":")
            self.client.images.get(image).tag(repository, version)

    def remove_image(self, tag: str) -> None:
        """Forget a tag, and the image with its last one; an image in use stays."""
        with explained(f"removing {tag}"):
            try:
                self.client.images.remove(tag)
            except (docker.errors.ImageNotFound, docker.errors.APIError):
                return

    def pull(self, tag: str, timeout: float) -> bool:
        """Fetch an image from its registry; False when the registry says nothing within `timeout` seconds."""
        heard, done = threading.Event(), threading.Event()
        failure: list[Exception] = []

        def fetch() -> None:
            try:
                repository, _, version = tag.rpartition(":")
                for _line in self.client.api.pull(repository, version, stream=True, decode=True):
                    heard.set()
            except Exception as error:  # told by the return value
                failure.append(error)
            heard.set()
            done.set()

        threading.Thread(target=fetch, daemon=True).start()
        if not heard.wait(timeout):
            return False
        done.wait()
        return not failure and self.image(tag) is not None

    def import_tar(self, file: Path, tag: str) -> None:
        """Make an image of a file system packed as a tar file."""
        with explained(f"importing {tag}"):
            repository, _, version = tag.rpartition(":")
            self.client.api.import_image_from_file(str(file), repository=repository, tag=version)

    def build(
        self,
        context: io.BufferedIOBase,
        *,
        tag: str,
        dockerfile: str,
        arguments: Mapping[str, str],
        labels: Mapping[str, str],
        on_line: Callable[[str], None],
    ) -> None:
        """Build with the classic builder, line by line.

        Raises:
            EngineError: a step failed; the message holds the last lines of its output.
        """
        last: list[str] = []
        with explained(f"building {tag}"):
            stream = self.client.api.build(
                fileobj=context,
                custom_context=True,
                tag=tag,
                dockerfile=dockerfile,
                buildargs=dict(arguments),
                labels=dict(labels),
                rm=True,
                forcerm=True,
                decode=True,
            )
            for item in stream:
                if "error" in item:
                    text = "".join(last[-25:]) + str(item["error"])
                    raise explain(RuntimeError(text), f"building {tag}")
                if text := item.get("stream", ""):
                    last.append(text)
                    del last[:-50]
                    for line in text.splitlines():
                        on_line(line)

    # -- networks -----

    def create_network(self, name: str, subnet: str, labels: Mapping[str, str]) -> bool:
        """A network without a route out; False when the subnet is in use already.

        Internal networks still reach the host through the bridge's own address unless that is left out.
        """
        with explained(f"creating network {name}"):
            pool = IPAMPool(subnet=subnet)
            try:
                self.client.networks.create(
                    name,
                    driver="bridge",
                    internal=True,
                    options={"com.docker.network.bridge.inhibit_ipv4": "true"},
                    ipam=IPAMConfig(pool_configs=[pool]),
                    labels=dict(labels),
                    check_duplicate=True,
                )
            except docker.errors.APIError as error:
                if "overlap" in str(error).lower():
                    return False
                raise
            return True

    def networks(self, labels: Sequence[str]) -> list[Network]:
        """Networks that carry all these labels (`key` or `key=value`)."""
        with explained("listing networks"):
            return list(self.client.networks.list(filters={"label": list(labels)}))

    def remove_network(self, network: Network) -> None:
        """Remove a network; one that is gone already is fine."""
        with explained(f"removing network {network.name}"):
            try:
                network.remove()
            except docker.errors.NotFound:
                return

    # -- containers -----

    def create(
        self,
        image: str,
        name: str,
        *,
        networks: Sequence[Attachment],
        environment: Mapping[str, str],
        labels: Mapping[str, str],
        memory: str,
        pids: int,
        ports: Mapping[int, int | None] | None = None,
        mounts: Sequence[Mount] = (),
        dns: Sequence[str] = (),
        sysctls: Mapping[str, str] | None = None,
    ) -> Container:
        """Create a container, not started: unprivileged user, no capabilities, read-only root, limits.

        Args:
            networks: the first is the one it is created on; others are connected.
            dns: name servers; without any, the engine's choice.
            ports: container port to loopback port; None lets the engine choose.
        """
        first, *others = networks
        with explained(f"creating container {name}"):
            container = self.client.containers.create(
                image,
                name=name,
                hostname=name.rpartition("-")[2].replace("_", "-"),
                user="1000:1000",
                environment=dict(environment),
                labels=dict(labels),
                network=first.network,
                networking_config={
                    first.network: EndpointConfig(self.client.api._version, ipv4_address=first.address)
                }
                if first.address
                else None,
                cap_drop=["ALL"],
                security_opt=["no-new-privileges:true"],
                read_only=True,
                tmpfs={mount.path: "mode=1777,size=256m" for mount in mounts if mount.tmpfs},
                volumes=[mount.path for mount in mounts if not mount.tmpfs],
                mem_limit=memory,
                memswap_limit=memory,
                pids_limit=pids,
                ports={f"{inside}/tcp": ("127.0.0.1", outside) for inside, outside in (ports or {}).items()},
                dns=list(dns),
                dns_opt=["timeout:1", "attempts:1"] if dns else None,
                sysctls=dict(sysctls or {}),
                log_config={"type": "json-file", "config": {"max-size": "5m", "max-file": "1"}},
            )
            for other in others:
                self.client.networks.get(other.network).connect(container, ipv4_address=other.address)
        return container

    def start(self, container: Container) -> None:
        """Start a created or stopped container."""
        with explained(f"starting container {container.name}"):
            container.start()

    def containers(self, labels: Sequence[str]) -> list[Container]:
        """Containers, running or not, that carry all these labels."""
        with explained("listing containers"):
            return list(
                self.client.containers.list(all=True, filters={"label": list(labels)}, ignore_removed=True)
            )

    def container(self, name: str) -> Container | None:
        """A container by name."""
        with explained(f"looking for container {name}"):
            try:
                return self.client.containers.get(name)
            except docker.errors.NotFound:
                return None

    def remove(self, container: Container) -> None:
        """Kill and remove a container with its volumes; when this returns it is gone, whoever removed it."""
        with explained(f"removing container {container.name}"):
            deadline = time.monotonic() + REMOVAL_TIMEOUT
            while True:
                try:
                    container.remove(force=True, v=True)
                    return
                except docker.errors.NotFound:
                    return
                except docker.errors.APIError as error:
                    # 409: somebody else is at it. Its network cannot go before it has.
                    if error.status_code != 409 or time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)

    def address(self, container: Container, port: int) -> int:
        """The loopback port under which a container's port is published."""
        with explained(f"looking up port {port} of {container.name}"):
            container.reload()
            found = container.ports.get(f"{port}/tcp")
        if not found:
            raise EngineError(
                f"container {container.name} does not publish port {port}: it is {container.status}"
            )
        return int(found[0]["HostPort"])

    def exec(self, container: Container, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in a container: (exit code, output)."""
        with explained(f"running {command[0]} in {container.name}"):
            done = container.exec_run(list(command), user="1000:1000")
            return int(done.exit_code), done.output.decode(errors="replace")

    def read(self, container: Container, path: str) -> bytes:
        """The content of one file of a container.

        Raises:
            EngineError: there is no such file.
        """
        with explained(f"reading {path} in {container.name}"):
            stream, _ = container.get_archive(path)
            with tarfile.open(fileobj=io.BytesIO(b"".join(stream))) as tar:
                member = tar.extractfile(tar.next() or "")
                return member.read() if member else b""

    def logs(self, container: Container, lines: int = 20) -> str:
        """The last lines a container wrote."""
        with explained(f"reading the log of {container.name}"):
            try:
                return container.logs(tail=lines).decode(errors="replace").rstrip()
            except docker.errors.NotFound:
                return ""

    def memory(self, container: Container) -> int:
        """Bytes of memory a container uses, page cache left out."""
        with explained(f"measuring {container.name}"):
            usage: dict[str, Any] = container.stats(stream=False, one_shot=True)["memory_stats"]
        inactive = usage.get("stats", {}).get(
            "total_inactive_file", usage.get("stats", {}).get("inactive_file", 0)
        )
        return int(usage.get("usage", 0)) - int(inactive)

    def written(self, container: Container) -> int:
        """Bytes a container wrote to its own layer."""
        with explained(f"measuring {container.name}"):
            rows = self.client.api.containers(all=True, size=True, filters={"id": container.id})
        return int(rows[0].get("SizeRw") or 0) if rows else 0

    def facts(self) -> dict[str, str]:
        """Version and storage of the engine, for `doctor` and manifests."""
        with explained("asking for its version"):
            info = self.client.info()
        return {
            key: str(info.get(key))
            for key in ("ServerVersion", "Driver", "CgroupVersion", "KernelVersion", "NCPU")
        }


@cache
def _connected(pid: int) -> Engine:
    return Engine()


def connect() -> Engine:
    """The engine of this machine, one connection a process."""
    return _connected(os.getpid())
