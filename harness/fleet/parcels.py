"""Folders of episodes on their way from a node to the run: packed, and kept somewhere between if wanted."""

from __future__ import annotations

import io
import shutil
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import zstandard

from sites.errors import WebariumError

_AGAIN = "play the episode again: webarium eval --resume RUN"


def pack(folder: Path, names: Iterable[str]) -> bytes:
    """What is below a folder under these names, as one archive."""
    raw = io.BytesIO()
    with (
        zstandard.ZstdCompressor(level=3, write_checksum=True).stream_writer(raw, closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="w|") as tar,
    ):
        for name in names:
            tar.add(folder / name, name)
    return raw.getvalue()


def unpack(parcel: bytes, folder: Path) -> None:
    """Put what was packed below a folder, each name of it whole, in the place of what was there.

    Raises:
        OSError: it cannot be written.
        WebariumError: the parcel is damaged.
    """
    part = folder / ".unpacked"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        stream = zstandard.ZstdDecompressor().stream_reader(parcel)
        with tarfile.open(fileobj=stream, mode="r|") as tar:
            tar.extractall(part, filter="data")
        for path in sorted(part.iterdir()):
            shutil.rmtree(folder / path.name, ignore_errors=True)
            path.rename(folder / path.name)
    except (tarfile.TarError, zstandard.ZstdError) as error:
        raise WebariumError(f"an episode's files came damaged: {error}", remedy=_AGAIN) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def put(parcel: bytes, place: str) -> None:
    """Write a parcel to a path or an address that all nodes reach.

    Raises:
        WebariumError: it cannot be written there.
    """
    try:
        with _opened(place, "wb") as file:
            file.write(parcel)
    except Exception as error:  # each kind of store has errors of its own, which share no type
        raise WebariumError(
            f"an episode's files cannot be kept in {place}: {error}",
            remedy="see --store, and who may write",
        ) from error


def get(place: str) -> bytes:
    """Read a parcel again.

    Raises:
        WebariumError: it cannot be read.
    """
    try:
        with _opened(place, "rb") as file:
            found: bytes = file.read()
            return found
    except Exception as error:  # as above
        raise WebariumError(
            f"an episode's files cannot be read from {place}: {error}", remedy=_AGAIN
        ) from error


def _opened(place: str, mode: str) -> Any:
    import fsspec

    return fsspec.open(place, mode, auto_mkdir=True) if "://" not in place else fsspec.open(place, mode)
