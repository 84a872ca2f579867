"""Images: finding, naming, fetching, building them."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from docker.client import DockerClient
from docker.errors import APIError, ImageNotFound

from reset.backends.docker.refusals import explain, explained


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

    def remove(self, tag: str) -> None:
        """Forget a tag, and the image with its last one; an image in use stays."""
        with explained(f"removing {tag}"):
            try:
                self._client.images.remove(tag)
            except (ImageNotFound, APIError):
                return

    def pull(self, tag: str, timeout: float) -> bool:
        """Fetch an image from its registry; False when the registry says nothing within `timeout` seconds."""
        heard, done = threading.Event(), threading.Event()
        failure: list[Exception] = []

        def fetch() -> None:
            try:
                repository, _, version = tag.rpartition(":")
                for _line in self._client.api.pull(repository, version, stream=True, decode=True):
                    heard.set()
            except Exception as error:  # told by the return value
                failure.append(error)
            heard.set()
            done.set()

        threading.Thread(target=fetch, daemon=True).start()
        if not heard.wait(timeout):
            return False
        done.wait()
        return not failure and self.id(tag) is not None

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
            stream = self._client.api.build(
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
