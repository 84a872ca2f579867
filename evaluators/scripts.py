"""JavaScript that authors write, parsed and never run, before a page is opened for it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from functools import lru_cache

SECONDS = 20.0
"""How long parsing may take; it takes milliseconds."""

_PARSE = """
const sources = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(sources.map((source) => {
  try {
    new (require('vm').Script)('(async () => {(' + source + '\\n)})');
    return null;
  } catch (error) {
    return error.message;
  }
})));
"""


@lru_cache(maxsize=1000)
def why_no_expression(source: str) -> str | None:
    """Why a text is no expression of JavaScript; None where it is one, or where nothing here can tell."""
    return why_no_expressions([source])[0]


def why_no_expressions(sources: Sequence[str]) -> list[str | None]:
    """The same of many texts at once.

    The Node that comes with Playwright parses them, so that it is the language of the browser.
    """
    from playwright._impl._driver import compute_driver_executable  # slow to import, and seldom needed

    try:
        found = subprocess.run(
            [compute_driver_executable()[0], "-e", _PARSE],
            input=json.dumps(list(sources)),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        told: list[str | None] = json.loads(found.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return [None] * len(sources)
    return told
