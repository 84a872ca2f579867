"""Scripts and styles in a few files, made while the image is built.

Askbot's templates mark what can be joined with ``{% compress %}``. ``manage.py bundle`` renders the kinds of
pages there are, joins every such block and writes ``bundles.json``: the hash of a block's tags and the tag
that takes their place. A block that is not in it is left as it is; its single files are there as well.
"""

from __future__ import annotations

import hashlib
import json
import threading
from functools import cache
from typing import Any

from compressor.contrib.jinja2ext import CompressorExtension
from django.conf import settings

collected: dict[str, tuple[str, str]] | None = None
"""While bundles are made: hash of a block, its kind and its tags."""
_lock = threading.Lock()


def digest(content: str) -> str:
    """Names a block by its tags, whatever the white space."""
    return hashlib.sha256(" ".join(content.split()).encode()).hexdigest()[:20]


@cache
def bundles() -> dict[str, str]:
    """The tags that take the place of blocks, by hash; empty before they are made."""
    file = settings.BAKED_DIR / "bundles.json"
    return dict(json.loads(file.read_text())) if file.is_file() else {}


class BundleExtension(CompressorExtension):
    """The tag ``compress`` over ready bundles: nothing is read or written while a page is rendered."""

    def _compress(self, kind: str, mode: str, name: str | None, caller: Any, forced: bool) -> str:
        content = caller()
        key = digest(content)
        if collected is not None:
            with _lock:
                collected[key] = (kind, content)
        return bundles().get(key, content)


def join(kind: str, content: str) -> str:
    """Join the files of a block into one; returns the tag for it."""
    from compressor.css import CssCompressor
    from compressor.js import JsCompressor

    compressor = {"css": CssCompressor, "js": JsCompressor}[kind]
    return str(compressor(kind, content=content).output("file", forced=True))
