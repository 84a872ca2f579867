"""Images: finding, naming, fetching, building them."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import IO

from docker.client import DockerClient
from docker.errors import APIError, ContainerError, ImageNotFound, NotFound

from reset.backends.docker.refusals import explain, explained

_DIRECT = "127.0.0.1,localhost"

LOOK = "look"
"""The part that a container of `Images.run` is, which belongs to no world."""


@dataclass(frozen=True)
class Pushed:
    """What a push sent: layers and bytes that the registry did not have, and layers that it had."""

    layers: int
    size: int
    there: int


class Images:
    """The images of one engine.

    Args:
        client: the connection.
    """

    def __init__(self, client: DockerClient) -> None:
        self._client = client

    def id(self, tag: str) -> str | None:
        """The id of an image, None when there is none of that tag."""
        with explained(f"looking for image {tag}"):
            try:
                return str(self._client.images.get(tag).id)
            except ImageNotFound:
                return None

    def size(self, tag: str) -> int:
        """Bytes of an image with all its layers."""
        with explained(f"looking for image {tag}"):
            return int(self._client.images.get(tag).attrs["Size"])

    def labels(self, tag: str) -> dict[str, str]:
        """The labels of an image."""
        with explained(f"looking for image {tag}"):
            return dict(self._client.images.get(tag).labels or {})

    def run(self, tag: str, command: Sequence[str]) -> str:
        """What a command prints in a container of the image, as root and without any network.

        Raises:
            EngineError: it failed; the message holds what it said last.
        """
        with explained(f"looking into {tag}"):
            try:
                said: bytes = self._client.containers.run(
                    tag,
                    command=[],
                    entrypoint=list(command),
                    user="0",
                    network_mode="none",
                    use_config_proxy=False,
                    log_config={"type": "json-file"},  # else what it prints may be logged elsewhere
                    remove=True,
                    labels={"webarium.part": LOOK},
                )
            except ContainerError as error:
                last = (error.stderr or b"").decode(errors="replace").strip()[-400:]
                raise explain(RuntimeError(last), f"looking into {tag}") from error
            return said.decode()

    def relabel(self, image: str, tag: str, labels: Mapping[str, str]) -> None:
        """Make `tag` the same as `image`, with these labels besides."""
        with explained(f"labelling {tag}"):
            built = self._client.api.build(
                fileobj=io.BytesIO(f"FROM {image}\n".encode()), tag=tag, labels=dict(labels),
                rm=True, forcerm=True, decode=True,
            )  # fmt: skip
            for item in built:
                if "error" in item:
                    raise explain(RuntimeError(str(item["error"])), f"labelling {tag}")

    def list(self, prefix: str) -> list[tuple[str, int]]:
        """(tag, bytes) of every image whose tag starts with `prefix`."""
        with explained("listing images"):
            return sorted(
                (tag, int(image.attrs["Size"]))
                for image in self._client.images.list()
                for tag in image.tags
                if tag.startswith(prefix)
            )

    def tag(self, image: str, tag: str) -> None:
        """Give an image a further name."""
        with explained(f"tagging {tag}"):
            repository, _, version = tag.rpartition(":")
            self._client.images.get(image).tag(repository, version)

    def used(self) -> set[str]:
        """The ids of the images that containers are made from, running or not."""
        with explained("listing containers"):
            return {str(one["ImageID"]) for one in self._client.api.containers(all=True)}

    def remove(self, tag: str) -> bool:
        """Forget a tag, and the image with its last one; False where a container uses it: then it stays.

        Raises:
            EngineError: the engine refuses for another reason.
        """
        with explained(f"removing {tag}"):
            try:
                self._client.images.remove(tag)
            except ImageNotFound:
                return True
            except APIError as error:
                if error.status_code != HTTPStatus.CONFLICT:
                    raise
                return False
            return True

    def drop_looks(self) -> None:
        """Remove what `run` left behind in processes that were killed: it would keep its image for good."""
        # nobody waits any more for the output of one that ended before
        before = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
        with explained("removing ended containers"):
            for one in self._client.containers.list(
                all=True, filters={"label": f"webarium.part={LOOK}", "status": "exited"}, ignore_removed=True
            ):
                if one.attrs["State"]["FinishedAt"] < before:
                    with suppress(APIError):  # somebody else is at it
                        one.remove(v=True)

    def pull(self, tag: str, timeout: float) -> str:
        """Fetch an image from its registry.

        Args:
            tag: what it is called there.
            timeout: seconds in which the registry must say something.

        Returns:
            Why it did not come; empty when it is there.
        """
        heard, done = threading.Event(), threading.Event()
        failure: list[str] = []

        def fetch() -> None:
            try:
                repository, _, version = tag.rpartition(":")
                for item in self._client.api.pull(repository, version, stream=True, decode=True):
                    if "error" in item:
                        failure.append(str(item["error"]))
                    heard.set()
            except Exception as error:  # told by the return value
                failure.append(str(getattr(error, "explanation", None) or error))
            heard.set()
            done.set()

        threading.Thread(target=fetch, daemon=True).start()
        if not heard.wait(timeout):
            return f"nothing was heard in {timeout:.0f} s"
        done.wait()
        return failure[-1] if failure else "" if self.id(tag) else "it did not come"

    def fetch(self, name: str) -> bool:
        """Fetch an image from a registry; False where that has none of this name.

        Raises:
            EngineError: the registry does not answer, or refuses.
        """
        repository, _, version = name.rpartition(":")
        doing = f"pulling {name}"
        remedy = "see that the registry runs, has this image and lets you in (`docker login`)"
        with explained(doing, remedy):
            try:
                for item in self._client.api.pull(repository, version, stream=True, decode=True):
                    if "error" in item:
                        if "not found" in str(item["error"]) or "manifest unknown" in str(item["error"]):
                            return False
                        raise explain(RuntimeError(str(item["error"])), doing, remedy)
            except (NotFound, ImageNotFound) as error:
                if "denied" in str(
                    error
                ):  # said to whom the registry does not know, whether it has it or not
                    raise
                return False
            return self.id(name) is not None

    def push(self, name: str) -> Pushed:
        """Send an image to its registry, as far as that does not have it.

        Raises:
            EngineError: the registry does not answer, or refuses.
        """
        repository, _, version = name.rpartition(":")
        sent: dict[str, int] = {}
        states: dict[str, str] = {}
        doing = f"pushing {name}"
        remedy = "see that the registry runs and lets you write to it (`docker login`)"
        with explained(doing, remedy):
            for item in self._client.api.push(repository, version, stream=True, decode=True):
                if "error" in item:
                    raise explain(RuntimeError(str(item["error"])), doing, remedy)
                layer = str(item.get("id", ""))
                states[layer] = str(item.get("status", ""))
                if current := (item.get("progressDetail") or {}).get("current"):
                    sent[layer] = int(current)
        pushed = [layer for layer, state in states.items() if layer and state == "Pushed"]
        there = sum("already exists" in state or "Mounted" in state for state in states.values())
        return Pushed(len(pushed), sum(sent.get(layer, 0) for layer in pushed), there)

    def export(self, tag: str) -> Iterator[bytes]:
        """An image with all its layers as the engine packs it, in pieces."""
        with explained(f"saving {tag}"):
            yield from self._client.api.get_image(tag)

    def load(self, archive: IO[bytes]) -> None:
        """Take images from a tar file as `docker load` reads it.

        Raises:
            EngineError: it is none, or a layer is not what its image says.
        """
        with explained("loading images"):
            for item in self._client.api.load_image(archive):
                if "error" in item:
                    raise explain(RuntimeError(str(item["error"])), "loading images")

    def import_tar(self, file: Path, tag: str) -> None:
        """Make an image of a file system packed as a tar file."""
        with explained(f"importing {tag}"):
            repository, _, version = tag.rpartition(":")
            self._client.api.import_image_from_file(str(file), repository=repository, tag=version)

    def build(
        self,
        context: io.BufferedIOBase,
        *,
        tag: str,
        dockerfile: str,
        source: str,
        arguments: Mapping[str, str],
        labels: Mapping[str, str],
        on_line: Callable[[str], None],
    ) -> None:
        """Build with the classic builder, line by line; ``source`` is what people know the Dockerfile by.

        Raises:
            EngineError: a step failed; the message holds the last lines of its output.
        """
        last: list[str] = []
        doing, remedy = f"building {tag} by {source}", f"mend what the last lines name, or {source}"
        with explained(doing, remedy):
            stream = self._client.api.build(
                fileobj=context,
                custom_context=True,
                tag=tag,
                dockerfile=dockerfile,
                buildargs={**self._direct(), **arguments},
                labels=dict(labels),
                rm=True,
                forcerm=True,
                decode=True,
            )
            for item in stream:
                if "error" in item:
                    text = "".join(last[-25:]) + str(item["error"])
                    raise explain(RuntimeError(text), doing, remedy)
                if text := item.get("stream", ""):
                    last.append(text)
                    del last[:-50]
                    for line in text.splitlines():
                        on_line(line)

    def _direct(self) -> dict[str, str]:
        """Arguments by which a build whose downloads go by a proxy reaches its own servers without it."""
        proxies = self._client.api._proxy_configs.get_environment()
        direct = ",".join(filter(None, [proxies.get("no_proxy"), _DIRECT]))
        return dict.fromkeys(("no_proxy", "NO_PROXY"), direct) if proxies else {}
