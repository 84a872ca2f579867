"""Shows what the generator makes: counts, issues to read, or how much the texts differ; may write it all.

python -m sites.gitlab.seed [--seed N] [--scale S] [--out FOLDER] [--issues 10] [--project NAME] [--long] [--measure]
"""

from __future__ import annotations

import argparse
import textwrap
import time
from collections import Counter
from pathlib import Path

from sites.gitlab.seed import DEFAULT_SEED, Forge, generate, write
from sites.sitekit.distinctness import measure, overlap


def counts(forge: Forge) -> dict[str, int]:
    """How much of everything a forge has; forks are counted apart from projects."""
    own = [one for one in forge.projects if not one.parent]
    requests = Counter(pull.status for one in own for pull in one.pull_requests)
    issues = [issue for one in own for issue in one.issues]
    # Every commit once, whichever repositories hold it.
    commits = {commit.id: commit for one in forge.projects for commit in one.commits}
    return {
        "users": len(forge.users),
        "groups": len(forge.groups),
        "projects": len(own),
        "private projects": sum(one.private for one in own),
        "owners": len({one.owner for one in own}),
        "forks": len(forge.projects) - len(own),
        "commits": len(commits),
        "authors": len({one.author for one in commits.values()}),
        "branches": sum(len(one.branches) for one in own),
        "tags": sum(len(one.tags) for one in own),
        "issues": len(issues),
        "open issues": sum(one.status == "Open" for one in issues),
        "issue comments": sum(len(one.comments) for one in issues),
        "milestones": sum(len(one.milestones) for one in own),
        "pull requests": sum(requests.values()),
        **{f"pull requests {status.lower()}": number for status, number in sorted(requests.items())},
        "pull requests in conflict": sum(
            pull.status == "Open" and not pull.mergeable for one in own for pull in one.pull_requests
        ),
        "reviews": sum(len(pull.reviews) + len(pull.inline) for one in own for pull in one.pull_requests),
        "stars": len(forge.stars),
        "watches": len(forge.watches),
    }


def main() -> None:
    """Print a table, and what is asked for."""
    parser = argparse.ArgumentParser(prog="sites.gitlab.seed", description="What the forge holds.")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--scale", type=float, default=1, help="how many times the usual readers and issues")
    parser.add_argument("--out", type=Path, help="write records and repositories into this folder")
    parser.add_argument("--issues", type=int, default=0, help="print so many issues in a row")
    parser.add_argument("--project", default="", help="only those of a project")
    parser.add_argument("--long", action="store_true", help="the most discussed ones first")
    parser.add_argument("--measure", action="store_true", help="print how much texts differ, by kind")
    options = parser.parse_args()
    began = time.monotonic()
    forge, repositories = generate(options.seed, options.scale)
    if options.measure:
        _measure(forge)
        return
    for name, number in counts(forge).items():
        print(f"{number:8,} {name}")
    if options.issues:
        _show(forge, options)
    if options.out:
        write(options.out, forge, repositories)
        size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
        print(f"{size / 1e6:8.1f} MB in {time.monotonic() - began:.0f} s")


def _measure(forge: Forge) -> None:
    own = [one for one in forge.projects if not one.parent]
    issues = [issue for one in own for issue in one.issues]
    requests = [pull for one in own for pull in one.pull_requests]
    remarks = (talk.text for one in requests for talk in (*one.comments, *one.inline, *one.reviews))
    print("titles  ", measure(one.title for one in issues))
    print("issues  ", measure(one.text for one in issues))
    print("comments", measure(talk.text for one in issues for talk in one.comments))
    print("requests", measure(one.text for one in requests))
    print("remarks ", measure(remarks))
    lengths = sorted((len(one.comments) for one in issues), reverse=True)
    print("longest discussions:", *(f"{length} comments" for length in lengths[:8]), sep=" ")
    other = forge if forge.seed == DEFAULT_SEED else generate(DEFAULT_SEED)[0]
    names = [{one.name for one in made.projects} for made in (forge, other)]
    print(f"projects named as in the default world: {overlap(*names):.1%}")


def _show(forge: Forge, options: argparse.Namespace) -> None:
    own = [one for one in forge.projects if not one.parent and options.project in ("", one.name)]
    issues = [(project, issue) for project in own for issue in project.issues]
    if options.long:
        issues.sort(key=lambda both: -len(both[1].comments))
    for project, issue in issues[: options.issues]:
        print("=" * 110)
        print(f"{project.full_name}#{issue.number} {issue.title}   {issue.status} {issue.close_status}")
        print(textwrap.fill(f"{issue.author}, {issue.created:%a %Y-%m-%d %H:%M}: {issue.text}", 110))
        for talk in issue.comments:
            line = f"- {talk.author} ({talk.date:%Y-%m-%d %H:%M}): {talk.text}"
            print(textwrap.fill(line, 110, initial_indent="    ", subsequent_indent="    "))


if __name__ == "__main__":
    main()
