"""What people write to the forge through its pages, and how long that takes.

`python tests/bench/gitlab_writes.py [--world NAME] [--rounds 5]` prints the table of docs/sites.md: for each
kind of write the seconds from the form being sent to the last byte of the page that follows.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.gitlab_pages import SITE, path_of
from bench.pages import cookies

from reset.world import World


class Person:
    """Somebody with a profile's session who sends forms."""

    def __init__(self, world: World, profile: str) -> None:
        self.world = world
        self.jar = cookies(world, SITE, profile)

    def look(self, path: str) -> str:
        """The text of a page.

        Raises:
            AssertionError: there is no such page.
        """
        answer = self.world.fetch(SITE, path, cookies=self.jar)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer.text

    def token(self, page: str) -> str:
        """What a page's forms prove their origin with."""
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.look(page))
        assert found, f"{page} has no form"
        return found[1]

    def post(self, path: str, fields: dict[str, Any]) -> httpx.Response:
        """Send fields to ``path`` and follow where it leads."""
        return self.world.fetch(SITE, path, method="POST", data=fields, cookies=self.jar)

    def send(self, path: str, fields: dict[str, Any], page: str | None = None) -> httpx.Response:
        """Send the form of a page (or of ``page``) to ``path`` and follow where it leads."""
        return self.post(path, fields | {"csrf_token": self.token(page or path)})


def new_project(name: str, **more: str) -> dict[str, str]:
    """The form of a new project with a README."""
    return {"name": name, "description": "Measured", "create_readme": "y", "default_branch": "", **more}


def edit(text: str, branch: str, email: str) -> dict[str, str]:
    """The form of a changed file."""
    return {
        "content": text,
        "commit_title": "Change a line",
        "commit_message": "",
        "email": email,
        "branch": branch,
    }


def measure(world: World, rounds: int) -> dict[str, list[float]]:
    """Seconds of every write by its kind, each round from pristine."""
    emma, tomasz = (
        world.query(SITE, f"SELECT default_email AS mail FROM users WHERE user = '{name}'")[0]["mail"]
        for name in ("emma", "tomasz")
    )
    row = world.query(
        SITE,
        "SELECT p.name, p.namespace, p.is_fork, u.user AS owner FROM projects p"
        " JOIN users u ON u.id = p.user_id WHERE u.user = 'emma' AND p.is_fork = 0 AND p.private = 0"
        " ORDER BY p.id LIMIT 1",
    )[0]
    at = path_of(row)
    readme, fork = "edit/main/f/README.md", "/fork/tomasz/measured"
    request = {"title": "Change a line", "initial_comment": "", "branch_to": "main"}
    issue = {"title": "Measured", "issue_content": "Once", "status": "Open"}
    first, second = new_project("measured"), new_project("other", licence="MIT")
    steps: list[tuple[str, str, str, dict[str, Any], str]] = [
        ("new project with README", "maintainer", "/new/", first, "/new/"),
        ("new project with README and licence", "maintainer", "/new/", second, "/new/"),
        ("edit a file", "maintainer", f"{at}/{readme}", edit("New\n", "main", emma), f"{at}/{readme}"),
        ("fork a project", "contributor", "/do_fork/measured", {}, "/measured"),
        ("edit on a new branch", "contributor", f"{fork}/{readme}", edit("New\n", "line", tomasz), ""),
        ("open a merge request", "contributor", f"{fork}/diff/main..line", request, ""),
        ("merge it", "maintainer", "/measured/pull-request/1/merge", {}, "/measured/pull-request/1"),
        ("new issue", "maintainer", f"{at}/new_issue", issue, ""),
    ]
    people = {profile: Person(world, profile) for profile in ("maintainer", "contributor")}
    seconds: dict[str, list[float]] = {name: [] for name, *_ in steps}
    for _ in range(rounds):
        world.reset()
        for name, profile, path, fields, page in steps:
            person = people[profile]
            token = person.token(page or path)
            start = time.perf_counter()
            answer = person.post(path, fields | {"csrf_token": token})
            seconds[name].append(time.perf_counter() - start)
            if answer.status_code != 200 or not answer.history:
                raise SystemExit(f"{name}: {path} answered {answer.status_code} without leading on")
    world.reset()
    return seconds


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--world", help="name of a running world; one is started without it")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.world:
        world = World.attach(options.world)
        seconds = measure(world, options.rounds)
        world.detach()
    else:
        from sites.spec import load_site

        with World.start([load_site(SITE)], name=f"{SITE}-writes") as world:
            seconds = measure(world, options.rounds)
    print("| write | median s | slowest s |\n|---|---|---|")
    for name, times in seconds.items():
        print(f"| {name} | {statistics.median(times):.2f} | {max(times):.2f} |")


if __name__ == "__main__":
    main()
