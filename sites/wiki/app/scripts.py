"""Collects what pages load and asks for it once; ``load.php`` keeps the answers."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.error
import urllib.request
from html import unescape
from pathlib import Path

import pymysql

SITE = "http://127.0.0.1:8000"
HOST = "wiki.webarium.test"
PAGES = (
    "/wiki/Main_Page",
    "/wiki/Neubrandenburg",
    "/wiki/List_of_countries_by_area",
    "/wiki/Quicksort",
    "/wiki/Talk:Neubrandenburg",
    "/wiki/Category:Contents",
    "/wiki/Nowhere_to_be_found",
    "/wiki/Special:RecentChanges",
    "/wiki/Special:Watchlist",
    "/wiki/Special:EditWatchlist",
    "/wiki/Special:Preferences",
    "/wiki/Special:UserLogin",
    "/wiki/Special:AllPages",
    "/wiki/Special:Contributions/Emma",
    "/wiki/Special:Log",
    "/wiki/Special:MovePage/Waren",
    "/wiki/Special:WhatLinksHere/Waren",
    "/index.php?title=Special:Search&search=lake&fulltext=1",
    "/index.php?title=Waren&action=history",
    "/index.php?title=Waren&action=edit",
    "/index.php?title=Waren&action=info",
    "/index.php?title=Waren&action=watch",
    "/index.php?title=Waren&action=delete",
    "/index.php?title=Waren&action=protect",
    "/index.php?title=Tollensesee&diff=cur&oldid=prev",
)
STARTUP = "/load.php?lang=en&modules=startup&only=scripts&raw=1&skin=vector-2022"


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows redirects, which name the site, to where it listens now."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        """The request for the new address."""
        return super().redirect_request(req, fp, code, msg, headers, newurl.replace(f"http://{HOST}", SITE))


OPENER = urllib.request.build_opener(Stay)


def get(path: str, cookie: str = "") -> str:
    """The text of a page, of one that is not there or not for this visitor, too."""
    asked = urllib.request.Request(SITE + path, headers={"Host": HOST, "Cookie": cookie})  # noqa: S310
    try:
        with OPENER.open(asked, timeout=120) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise SystemExit(f"scripts: {path} answers {error.code}") from error
        return str(error.read().decode())


def await_wiki() -> None:
    """Wait for PHP as well: nginx is there before it, and answers 502."""
    asked = urllib.request.Request(f"{SITE}/health/", headers={"Host": HOST})  # noqa: S310
    for _ in range(600):
        try:
            with OPENER.open(asked, timeout=10):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("scripts: the wiki does not answer on /health/")


def forget_guests(known: list[str]) -> None:
    """Remove the sessions that these visits began; those of the profiles stay."""
    place = {
        "unix_socket": os.environ["DB_SOCKET"],
        "user": os.environ["DB_USER"],
        "password": os.environ["DB_PASSWORD"],
        "database": os.environ["DB_NAME"],
    }
    with pymysql.connect(**place, autocommit=True) as connection, connection.cursor() as cursor:
        keys = [f"{os.environ['DB_NAME']}:MWSession:{one}" for one in known]
        cursor.execute(
            "DELETE FROM objectcache WHERE keyname LIKE %s AND keyname NOT IN %s", ("%:MWSession:%", keys)
        )


def main() -> None:
    """Ask for every page as each profile, and for what they name."""
    await_wiki()
    sessions = json.loads(Path(os.environ["SITE_SESSIONS"]).read_text(encoding="utf-8"))
    jars = [""] + [
        "; ".join(f"{one['name']}={one['value']}" for one in profile["cookies"])
        for profile in sessions.values()
    ]
    wanted = {STARTUP}
    for page in PAGES:
        for jar in jars:
            wanted.update(
                unescape(path) for path in re.findall(r'(?:src|href)="(/load\.php\?[^"]+)"', get(page, jar))
            )
    size = 0
    for path in sorted(wanted):
        size += len(get(path))
    forget_guests(
        [
            one["value"]
            for profile in sessions.values()
            for one in profile["cookies"]
            if one["name"].endswith("_session")
        ]
    )
    kept = len(list(Path("/srv/wiki/load").iterdir()))
    if not kept:
        raise SystemExit(
            f"scripts: no answer of load.php was kept; the startup script is {get(STARTUP)[:300]!r}"
        )
    print(f"scripts: {kept} of {len(wanted)} answers kept, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
