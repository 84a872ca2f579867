"""What an image holds beside what its tag says: packages of the day it was built, and a digest of its data.

A tag is a digest of what this repository put in. Debian and PyPI answered as they were that day, so each
image that runs carries labels of what came of it. One that comes from elsewhere must hold the data it says.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from reset.backends.docker import Docker
from reset.errors import WorldError

DATA, BYTES, PACKAGES = "webarium.data", "webarium.bytes", "webarium.packages"
"""Labels: a digest of the pristine rows and files, which two builds of the same data share; one of every byte
below /pristine, which they do not; the packages as JSON, {"debian": {name: version}, "pypi": ...}."""

_LOOK = r"""
import hashlib, json, os, re, subprocess
found = {"debian": {}, "pypi": {}}
query = ["dpkg-query", "-W", "-f", "${binary:Package}\t${Version}\n"]
for line in subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines():
    name, version = line.split("\t")
    found["debian"][name.partition(":")[0]] = version
for folder, names, _ in os.walk("/"):
    if folder == "/":
        names[:] = [name for name in names if name not in ("proc", "sys", "dev", "pristine")]
    debian = folder.startswith("/usr/lib/python3/")  # those are Debian's, named above
    for name in names:
        if not debian and (dist := re.fullmatch(r"(.+)-([^-]+)\.dist-info", name)):
            found["pypi"][dist[1].lower().replace("_", "-")] = dist[2]
data, whole = hashlib.sha256(), hashlib.sha256()
for folder, names, files in os.walk("/pristine"):
    names.sort()
    for name in sorted(files):
        path = os.path.join(folder, name)
        if os.path.islink(path):
            digest = os.readlink(path)
        else:
            with open(path, "rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        line = f"{path}\0{digest}\n".encode("utf-8", "surrogateescape")
        whole.update(line)
        if path != "/pristine/manifest.json" and not path.startswith("/pristine/mysql/"):
            data.update(line)
if os.path.exists("/pristine/manifest.json"):
    with open("/pristine/manifest.json") as stream:
        data.update(json.dumps(json.load(stream).get("tables", {}), sort_keys=True).encode())
print(json.dumps([data.hexdigest(), whole.hexdigest(), found], sort_keys=True))
"""


@dataclass(frozen=True)
class Contents:
    """What an image holds.

    Attributes:
        data: digest of the pristine rows and files; that of nothing for the gateway.
        whole: digest of every byte of them, the server's own files included.
        packages: versions by name, of Debian and of PyPI.
    """

    data: str
    whole: str
    packages: dict[str, dict[str, str]]

    @property
    def labels(self) -> dict[str, str]:
        """As labels of the image."""
        packages = json.dumps(self.packages, sort_keys=True, separators=(",", ":"))
        return {DATA: self.data, BYTES: self.whole, PACKAGES: packages}

    @property
    def packages_digest(self) -> str:
        """Sixteen hexadecimal digits of the packages."""
        text = json.dumps(self.packages, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def look(engine: Docker, image: str) -> Contents:
    """Look into an image, which takes a second for 200 MB of data.

    Raises:
        EngineError: it does not run.
    """
    return Contents(*json.loads(engine.images.run(image, ["python3", "-c", _LOOK])))


def recorded(engine: Docker, image: str) -> Contents | None:
    """What an image's labels say; None where it has none: it was built before there were any."""
    return read_labels(engine.images.labels(image))


def read_labels(labels: dict[str, Any]) -> Contents | None:
    """Contents as labels say them."""
    if any(name not in labels for name in (DATA, BYTES, PACKAGES)):
        return None
    return Contents(labels[DATA], labels[BYTES], json.loads(labels[PACKAGES]))


def prove(engine: Docker, image: str, tag: str) -> None:
    """See that an image that comes from elsewhere is the one of its tag and holds the data it says.

    Args:
        engine: the engine, which has it.
        image: what it is called there.
        tag: what it shall be called.

    Raises:
        WorldError: it is another one, says nothing, or holds something else.
    """
    labels = engine.images.labels(image)
    said = read_labels(labels)
    again = "do not use it: build the image here, or have it pushed or saved again where it was built"
    if labels.get("webarium.tag") != tag:
        raise WorldError(f"what came as {tag} says that it is {labels.get('webarium.tag')}", remedy=again)
    if said is None:
        raise WorldError(f"what came as {tag} does not say what data it holds", remedy=again)
    held = look(engine, image)
    if (held.data, held.whole) != (said.data, said.whole):
        raise WorldError(f"what came as {tag} holds other data than it says", remedy=again)
