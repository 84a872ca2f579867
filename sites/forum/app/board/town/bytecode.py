"""Templates that are compiled while the image is built, so that a world starts sooner."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from jinja2 import FileSystemBytecodeCache


class BakedBytecode(FileSystemBytecodeCache):
    """Jinja's cache of compiled templates, which the running forum can only read."""

    def dump_bytecode(self, bucket: Any) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)
