"""Images as one file, for machines without a network: an OCI layout in a tar file in zstd, each layer once.

Layers lie in it as they are, so that their digests are those that the engine knows them by, and the file as a
whole is compressed. A `manifest.json` beside the layout lets engines of before OCI read it too. Nothing of a
file reaches an engine before its digest was seen to be right.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import os
import posixpath
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import zstandard

from reset.backends.docker import Docker
from reset.errors import WorldError
from reset.images.contents import prove
from reset.images.keeping import mark, unproven

LEVEL = 3
_OCI = "application/vnd.oci.image"
_BLOB = re.compile(r"blobs/sha256/([0-9a-f]{64})")
_PIECE = 1 << 20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""How packed layers begin, which engines export that keep their images in containerd's store."""

Progress = Callable[[str], None]


def save(engine: Docker, tags: Sequence[str], file: Path, say: Progress) -> int:
    """Write images to a file.

    Args:
        engine: which has them.
        tags: which.
        file: where to; it appears when it is whole.
        say: gets one line at a time.

    Returns:
        Its bytes.

    Raises:
        EngineError: an image is not there.
        WorldError: no room for an image in the temporary folder, or a layer is not what its image says.
        OSError: the file is there already, or cannot be written.
    """
    if os.path.lexists(file):  # told before minutes of work
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    part = file.with_name(f".{file.name}.part")
    compressor = zstandard.ZstdCompressor(level=LEVEL, threads=-1, write_checksum=True)
    try:
        with (
            part.open("wb") as raw,
            compressor.stream_writer(raw) as stream,
            tarfile.open(fileobj=stream, mode="w|") as tar,
        ):
            writer = _Writer(tar)
            for tag in tags:
                say(f"saving {tag}")
                writer.add(engine, tag)
            writer.finish()
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


class _Writer:
    """Fills the archive, image by image."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self._sizes: dict[str, int] = {}  # of what is there, by its digest
        self._index: list[dict[str, Any]] = []
        self._manifest: list[dict[str, Any]] = []

    def add(self, engine: Docker, tag: str) -> None:
        """Add an image with those of its layers that are not there yet."""
        with ExitStack() as stack:
            with _room():
                raw = stack.enter_context(tempfile.TemporaryFile())
                for piece in engine.images.export(tag):
                    raw.write(piece)
                raw.seek(0)
            with tarfile.open(fileobj=raw) as packed:
                (said,) = json.loads(_read(packed, "manifest.json"))
                config = _read(packed, said["Config"])
                layers = []
                digests = json.loads(config)["rootfs"]["diff_ids"]
                for path, digest in zip(said["Layers"], digests, strict=True):
                    if digest not in self._sizes:
                        self._layer(packed, path, digest, tag)
                    size = self._sizes[digest]
                    layers.append(_descriptor(f"{_OCI}.layer.v1.tar", digest, size))
        config_blob = self._blob(config, f"{_OCI}.config.v1+json")
        manifest = {
            "schemaVersion": 2, "mediaType": f"{_OCI}.manifest.v1+json",
            "config": config_blob, "layers": layers,
        }  # fmt: skip
        names = {
            "io.containerd.image.name": f"docker.io/{tag}",
            "org.opencontainers.image.ref.name": tag.rpartition(":")[2],
        }
        manifest_blob = self._blob(json.dumps(manifest).encode(), f"{_OCI}.manifest.v1+json")
        self._index.append(manifest_blob | {"annotations": names})
        paths = [_path(one["digest"]) for one in layers]
        self._manifest.append({"Config": _path(config_blob["digest"]), "RepoTags": [tag], "Layers": paths})

    def finish(self) -> None:
        """Write what says what is where."""
        index = {"schemaVersion": 2, "mediaType": f"{_OCI}.index.v1+json", "manifests": self._index}
        self._file("oci-layout", json.dumps({"imageLayoutVersion": "1.0.0"}).encode())
        self._file("index.json", json.dumps(index, indent=1).encode())
        self._file("manifest.json", json.dumps(self._manifest, indent=1).encode())

    def _layer(self, packed: tarfile.TarFile, path: str, digest: str, tag: str) -> None:
        """Add a layer, unpacked where the engine packs it: a configuration names what is unpacked."""
        member = packed.getmember(path)
        while member.issym():  # the engine packs a layer once that an image has twice
            place = posixpath.join(posixpath.dirname(member.name), member.linkname)
            member = packed.getmember(posixpath.normpath(place))
        stream = packed.extractfile(member)
        assert stream is not None
        with ExitStack() as stack:
            layer, size = stream, member.size
            if unpacked := _unpacked(stream):
                with _room():
                    layer = stack.enter_context(tempfile.TemporaryFile())
                while piece := unpacked.read(_PIECE):
                    with _room():
                        layer.write(piece)
                size = layer.tell()
                layer.seek(0)
            hashed = _Hashed(layer)
            info = tarfile.TarInfo(_path(digest))
            info.size = size
            self._tar.addfile(info, hashed)
        if hashed.digest != digest:
            raise WorldError(
                f"the engine gives another layer of {tag} than it says: {hashed.digest} for {digest}",
                remedy="give others the image by a registry: webarium images push",
            )
        self._sizes[digest] = size

    def _blob(self, content: bytes, kind: str) -> dict[str, Any]:
        digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        if digest not in self._sizes:
            self._file(_path(digest), content)
            self._sizes[digest] = len(content)
        return _descriptor(kind, digest, len(content))

    def _file(self, path: str, content: bytes) -> None:
        info = tarfile.TarInfo(path)
        info.size = len(content)
        self._tar.addfile(info, io.BytesIO(content))


class _Hashed(io.RawIOBase):
    """Reads from a stream and tells the digest of what was read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._hash = stream, hashlib.sha256()

    @property
    def digest(self) -> str:
        """Of all that was read so far."""
        return f"sha256:{self._hash.hexdigest()}"

    def read(self, size: int = -1) -> bytes:
        """The next bytes, none at the end."""
        piece = self._stream.read(size)
        self._hash.update(piece)
        return piece


def _unpacked(stream: IO[bytes]) -> IO[bytes] | gzip.GzipFile | None:
    """What a packed layer holds; None where it is not packed: it is at its beginning then."""
    begin = stream.read(4)
    stream.seek(0)
    if begin.startswith(_GZIP):
        return gzip.open(stream)
    if begin == _ZSTD:
        return zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
    return None


def load(engine: Docker, file: Path, say: Progress) -> list[str]:
    """Take the images of a file that the engine does not have yet; this checkout is known to use them.

    Args:
        engine: which gets them.
        file: what `save` wrote.
        say: gets one line at a time.

    Returns:
        The tags of the images that are in the file.

    Raises:
        WorldError: it is no such file, is damaged, or an image is not what it says; no room to unpack it.
        EngineError: the engine refuses.
        OSError: the file cannot be read.
    """
    with _room():
        temporary = tempfile.TemporaryDirectory(prefix="webarium-")
    with temporary as folder:
        images = _Reader(file).unpack(Path(folder))
        for one in images:
            (tag,) = one["RepoTags"]
            wanted = f"sha256:{Path(one['Config']).name}"
            # under a name that nobody looks for, until it is proved: whatever ends this, even a kill
            name = unproven(tag)
            if engine.images.id(tag) == wanted:
                say(f"{tag}: is there already")
                mark(engine, tag)
                engine.images.remove(name)  # who loaded it may have been killed just then
                continue
            say(f"{tag}: loading")
            try:
                with _room(), tempfile.TemporaryFile() as stream:
                    _pack(Path(folder), one | {"RepoTags": [name]}, stream)
                    engine.images.load(stream)
                prove(engine, name, tag)
                engine.images.tag(name, tag)
                mark(engine, tag)
            finally:
                engine.images.remove(name)
        return [one["RepoTags"][0] for one in images]


@contextmanager
def _room() -> Iterator[None]:
    """Say of what goes wrong in the temporary folder that it went wrong there, and not in the archive."""
    try:
        yield
    except OSError as error:
        place = f" {tempfile.tempdir}" if tempfile.tempdir else ""
        raise WorldError(
            f"the temporary folder{place} cannot be used: {error.strerror or error}",
            remedy="make room there, or set TMPDIR to a folder with room for the images unpacked",
        ) from error


class _Reader:
    """Unpacks an archive and holds each part of it against its digest."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def unpack(self, folder: Path) -> list[dict[str, Any]]:
        """Unpack all that is right; returns what the images consist of."""
        try:
            with (
                self._file.open("rb") as raw,
                zstandard.ZstdDecompressor().stream_reader(raw) as stream,
                tarfile.open(fileobj=stream, mode="r|") as tar,
            ):
                for member in tar:
                    if member.isfile():
                        self._take(tar, member, folder)
                while stream.read(_PIECE):  # to its end, where the checksum of the whole stands
                    pass
            return self._images(folder)
        except (OSError, zstandard.ZstdError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
            if isinstance(error, OSError) and error.errno:
                raise
            raise self._damaged(str(error)) from error

    def _take(self, tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
        blob = _BLOB.fullmatch(member.name)
        if not blob and member.name not in ("oci-layout", "index.json", "manifest.json"):
            return
        stream = tar.extractfile(member)
        assert stream is not None
        path = folder / member.name
        digest = hashlib.sha256()
        with _room():
            path.parent.mkdir(parents=True, exist_ok=True)
            out = path.open("wb", buffering=0)  # else closing it would tell of a full disk, too
        with out:
            while piece := stream.read(_PIECE):
                digest.update(piece)
                left = memoryview(piece)
                with _room():
                    while left:
                        left = left[out.write(left) :]
        if blob and digest.hexdigest() != blob[1]:
            raise self._damaged(f"{member.name} is something else")

    def _images(self, folder: Path) -> list[dict[str, Any]]:
        """What the layout says, whose every digest was seen by now; `manifest.json` says the same."""
        if not (folder / "manifest.json").exists() or not (folder / "index.json").exists():
            raise self._damaged("it holds no list of images")
        index = json.loads((folder / "index.json").read_bytes())
        found = []
        for entry in index["manifests"]:
            manifest = json.loads((folder / _path(entry["digest"])).read_bytes())
            tag = entry["annotations"]["io.containerd.image.name"].removeprefix("docker.io/")
            if not re.fullmatch(r"webarium/[a-z0-9._-]+:[0-9a-z]+", tag):
                raise self._damaged(f"it holds {tag!r}, which is none of our images")
            parts = [manifest["config"], *manifest["layers"]]
            if gone := [one["digest"] for one in parts if not (folder / _path(one["digest"])).exists()]:
                raise self._damaged(f"{tag} lacks {gone[0]}")
            config, *layers = (_path(one["digest"]) for one in parts)
            found.append({"Config": config, "RepoTags": [tag], "Layers": layers})
        return found

    def _damaged(self, why: str) -> WorldError:
        return WorldError(
            f"{self._file} is no whole archive of images: {why}",
            remedy="copy it again, or write it anew: webarium images save FILE",
        )


def _pack(folder: Path, image: dict[str, Any], out: IO[bytes]) -> None:
    """Write one image as `docker load` reads it."""
    with tarfile.open(fileobj=out, mode="w") as tar:
        for path in dict.fromkeys([image["Config"], *image["Layers"]]):
            tar.add(folder / path, path)
        content = json.dumps([image]).encode()
        info = tarfile.TarInfo("manifest.json")
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
    out.seek(0)


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    stream = tar.extractfile(name)
    assert stream is not None
    return stream.read()


def _descriptor(kind: str, digest: str, size: int) -> dict[str, Any]:
    return {"mediaType": kind, "digest": digest, "size": size}


def _path(digest: str) -> str:
    """Where a blob lies; a digest of another kind leads nowhere."""
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        raise ValueError(f"{digest!r} is no digest")
    return f"blobs/sha256/{digest.removeprefix('sha256:')}"
