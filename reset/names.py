"""What worlds and runs may be called: names that stand in paths, labels and messages as they are."""

from __future__ import annotations

import re


def is_name(name: str, *, longest: int = 51, also: str = "") -> bool:
    """Whether a name begins with a letter or digit and goes on with these and dashes.

    Args:
        name: what was given.
        longest: characters that it may have.
        also: further characters that it may go on with.

    >>> is_name("my-world"), is_name("my world"), is_name("my.run", also="._")
    (True, False, True)
    """
    return re.fullmatch(rf"[A-Za-z0-9][A-Za-z0-9{re.escape(also)}-]{{0,{longest - 1}}}", name) is not None
