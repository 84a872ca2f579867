"""Networks and containers: a world's plan, carried out by the engine of this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from typing import Any

import requests.exceptions
from docker.client import DockerClient
from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container
from docker.types import EndpointConfig, IPAMConfig, IPAMPool

from reset.backends.base import Part
from reset.backends.docker.images import Images
from reset.backends.docker.refusals import absent, explained
from reset.endpoint import LOOPBACK
from reset.errors import EngineError, SiteError
from reset.plan import EDGE, Network, PartPlan, container_name

REMOVAL_TIMEOUT = 30.0
"""Seconds for which a container may be on its way out at somebody else's hand."""

_NETWORKS = {EDGE: "bridge"}
"""The engine's names of the networks that are there before any world."""


class Docker:
    """A connection to the engine of this machine; a Backend, and what it takes to make and end worlds.

    Raises:
        EngineError: there is none, or it does not answer; the remedy says how to get one.
    """

    def __init__(self) -> None:
        try:
            self._client = DockerClient.from_env(timeout=300)
            self._client.ping()
        except (DockerException, requests.exceptions.RequestException, ValueError) as error:
            raise absent(error) from error
        self.images = Images(self._client)

    @property
    def answers(self) -> bool:
        """Whether it answers now; it may have been ended or restarted since."""
        try:
            return bool(self._client.ping())
        except (DockerException, requests.exceptions.RequestException):
            return False

    @cached_property
    def _info(self) -> dict[str, Any]:
        with explained("asking for its version"):
            found: dict[str, Any] = self._client.info()
            return found

    @property
    def identity(self) -> str:
        """Which engine this is, whoever reaches it from wherever."""
        return str(self._info.get("ID", ""))

    def facts(self) -> dict[str, str]:
        """Version and storage of the engine, for `doctor` and manifests."""
        return {
            key: str(self._info.get(key))
            for key in ("ServerVersion", "Driver", "CgroupVersion", "KernelVersion", "NCPU")
        }

    # -- worlds -----

    def labels(self, wanted: Sequence[str]) -> list[dict[str, str]]:
        """The labels of every container and network that carries all of `wanted` (`key` or `key=value`)."""
        with explained("listing containers and networks"):
            filters = {"filters": {"label": list(wanted)}}
            containers = self._client.api.containers(all=True, **filters)
            networks = self._client.api.networks(**filters)
        return [dict(one["Labels"] or {}) for one in [*containers, *networks]]

    def subnets(self) -> dict[str, str]:
        """The subnets of all networks of this engine, each with its network's name."""
        with explained("listing networks"):
            found = self._client.api.networks()
        configured = ((one, network) for network in found for one in (network["IPAM"].get("Config") or []))
        return {one["Subnet"]: network["Name"] for one, network in configured if "Subnet" in one}

    def make_network(self, network: Network, labels: dict[str, str]) -> bool:
        """A network without a route out; False when its subnet is in use already.

        Internal networks still reach the host through the bridge's own address unless that is left out.
        """
        with explained(f"creating network {network.name}"):
            try:
                self._client.networks.create(
                    network.name,
                    driver="bridge",
                    internal=True,
                    options={"com.docker.network.bridge.inhibit_ipv4": "true"},
                    ipam=IPAMConfig(pool_configs=[IPAMPool(subnet=network.subnet)]),
                    labels=labels,
                    check_duplicate=True,
                )
            except APIError as error:
                if "overlap" in str(error).lower():
                    return False
                raise
            return True

    def remove(self, wanted: Sequence[str]) -> None:
        """Kill and remove all containers with their volumes, and all networks, that carry these labels."""
        with explained("listing containers"):
            containers = self._client.containers.list(
                all=True, filters={"label": list(wanted)}, ignore_removed=True
            )
        with explained("listing networks"):
            networks = self._client.networks.list(filters={"label": list(wanted)})
        if not containers and not networks:
            return
        with ThreadPoolExecutor(max_workers=min(16, max(len(containers), len(networks)))) as pool:
            list(pool.map(_remove, containers))
            list(pool.map(_remove_network, networks))

    # -- parts -----

    def parts(self, world: str) -> list[Part]:
        """All containers of a world, of whatever checkout, running or not."""
        with explained("listing containers"):
            found = self._client.containers.list(
                all=True, filters={"label": [f"webarium.world={world}"]}, ignore_removed=True
            )
        return [_part(one) for one in found]

    def part(self, world: str, name: str) -> Part | None:
        """One container of a world, None when it is gone."""
        found = self._find(container_name(world, name))
        return None if found is None else _part(found)

    def start(self, plan: PartPlan) -> None:
        """Create a container and start it; the same world's earlier one is removed before."""
        left = self._find(plan.container)
        if left is not None and left.labels.get("webarium.id") == plan.labels.get("webarium.id"):
            _remove(left)
        container = self._create(plan)
        try:
            with explained(f"starting container {plan.container}"):
                container.start()
        except BaseException:
            _remove(container)
            raise

    def _create(self, plan: PartPlan) -> Container:
        (first, address), *others = plan.networks.items()
        hard = plan.hardening
        with explained(f"creating container {plan.container}"):
            container = self._client.containers.create(
                plan.image,
                name=plan.container,
                hostname=plan.hostname,
                environment=dict(plan.environment),
                use_config_proxy=False,  # nothing in a world may know a proxy, or what opens it
                labels=dict(plan.labels),
                network=_NETWORKS.get(first, first),
                networking_config={first: EndpointConfig(self._client.api._version, ipv4_address=address)}
                if address
                else None,
                user=hard.user,
                read_only=hard.read_only,
                cap_drop=list(hard.capabilities_dropped),
                security_opt=list(hard.security),
                tmpfs={mount.path: mount.options for mount in plan.mounts if mount.memory},
                volumes=[mount.path for mount in plan.mounts if not mount.memory],
                mem_limit=plan.limits.memory,
                memswap_limit=plan.limits.memory,
                pids_limit=plan.limits.pids,
                ports={f"{inside}/tcp": (LOOPBACK, outside) for inside, outside in plan.publish.items()},
                dns=list(plan.dns),
                dns_opt=["timeout:1", "attempts:1"] if plan.dns else None,
                sysctls=dict(plan.sysctls),
                log_config={"type": "json-file", "config": {"max-size": "5m", "max-file": "1"}},
            )
            for name, where in others:
                self._client.networks.get(name).connect(container, ipv4_address=where)
        return container

    def published(self, world: str, name: str, port: int) -> int:
        """The loopback port under which a container's port is published."""
        container = self._get(world, name)
        found = container.ports.get(f"{port}/tcp")
        if not found:
            raise EngineError(
                f"container {container.name} does not publish port {port}: it is {container.status}"
            )
        return int(found[0]["HostPort"])

    def kill(self, world: str, name: str) -> None:
        """Kill a container and leave it there, as a crash does."""
        container = self._get(world, name)
        with explained(f"killing container {container.name}"):
            container.kill()

    def exec(self, world: str, name: str, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in a container as its own user: (exit code, output)."""
        container = self._get(world, name)
        with explained(f"running {command[0]} in {container.name}"):
            done = container.exec_run(list(command))
            return int(done.exit_code), done.output.decode(errors="replace")

    def logs(self, world: str, name: str, lines: int) -> str:
        """The last lines a container wrote, empty when it is gone."""
        container = self._find(container_name(world, name))
        if container is None:
            return ""
        with explained(f"reading the log of {container.name}"):
            try:
                return container.logs(tail=lines).decode(errors="replace").rstrip()
            except NotFound:
                return ""

    def memory(self, world: str, name: str) -> int:
        """Bytes of memory a container uses, page cache left out."""
        container = self._get(world, name)
        with explained(f"measuring {container.name}"):
            usage: dict[str, Any] = container.stats(stream=False, one_shot=True)["memory_stats"]
        cached = usage.get("stats", {})
        inactive = cached.get("total_inactive_file", cached.get("inactive_file", 0))
        return int(usage.get("usage", 0)) - int(inactive)

    def _find(self, name: str) -> Container | None:
        with explained(f"looking for container {name}"):
            try:
                return self._client.containers.get(name)
            except NotFound:
                return None

    def _get(self, world: str, name: str) -> Container:
        found = self._find(container_name(world, name))
        if found is None:
            raise SiteError(
                f"container {container_name(world, name)} of {name} is gone",
                remedy="`webarium reset` starts it again from pristine",
            )
        return found


def _part(container: Container) -> Part:
    state = container.attrs["State"]
    end = ""
    if state.get("OOMKilled"):
        end = "it ran out of memory"
    elif state["Status"] == "exited":
        end = f"exit code {state.get('ExitCode')}"
    return Part(
        name=container.labels.get("webarium.part", ""),
        state=state["Status"],
        labels=dict(container.labels),
        image=container.attrs["Config"]["Image"],
        image_id=container.attrs["Image"],
        end=end,
    )


def _remove(container: Container) -> None:
    """Kill and remove a container with its volumes; when this returns it is gone, whoever removed it."""
    with explained(f"removing container {container.name}"):
        deadline = time.monotonic() + REMOVAL_TIMEOUT
        while True:
            try:
                container.remove(force=True, v=True)
                return
            except NotFound:
                return
            except APIError as error:
                # 409: somebody else is at it. Its network cannot go before it has.
                if error.status_code != 409 or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


def _remove_network(network: Any) -> None:
    with explained(f"removing network {network.name}"):
        try:
            network.remove()
        except NotFound:
            return


@cache
def _connected(pid: int) -> Docker:
    return Docker()


def connect() -> Docker:
    """The engine of this machine, one connection a process."""
    return _connected(os.getpid())
