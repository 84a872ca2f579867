"""``python -m sites.gitlab.seed <folder> [seed]``: write the forge's seed and print what it holds."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from sites.gitlab.seed import DEFAULT_SEED, Forge, generate, write


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
    """Write everything below the folder given and print a table."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    began = time.monotonic()
    folder = Path(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) == 3 else DEFAULT_SEED
    forge, repositories = generate(seed)
    write(folder, forge, repositories)
    for name, number in counts(forge).items():
        print(f"{number:8,} {name}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{size / 1e6:8.1f} MB in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
