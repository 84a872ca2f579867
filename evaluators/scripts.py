"""JavaScript that authors write, parsed and never run, before a page is opened for it."""

from __future__ import annotations

import subprocess
from functools import lru_cache

SECONDS = 20.0
"""How long parsing may take; it takes milliseconds."""

_PARSE = """
const source = require('fs').readFileSync(0, 'utf8');
try {
  new (require('vm').Script)('(async () => {(' + source + '\\n)})');
} catch (error) {
  console.log(error.message);
}
"""


@lru_cache(maxsize=1000)
def why_no_expression(source: str) -> str | None:
    """Why a text is no expression of JavaScript; None where it is one, or where nothing here can tell.

    The Node that comes with Playwright parses it, so that it is the language of the browser.
    """
    from playwright._impl._driver import compute_driver_executable  # slow to import, and seldom needed

    try:
        found = subprocess.run(
            [compute_driver_executable()[0], "-e", _PARSE],
            input=source,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found.stdout.strip() or None
