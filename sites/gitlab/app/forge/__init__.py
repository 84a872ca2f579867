"""What this project adds to Pagure and changes in it, without touching its files.

`install` must run before Pagure's Flask application is made; `wsgi` does both.
"""

from __future__ import annotations

import warnings


def install() -> None:
    """Put every change in place."""
    # Pagure is older than its libraries: they have much to say about it
    warnings.simplefilter("ignore")
    from forge import address, avatars, chance, clone, database, editing, hooks, jobs, login, storage, uids

    for module in (chance, address, database, jobs, storage, login, avatars, clone, hooks, uids, editing):
        module.install()
