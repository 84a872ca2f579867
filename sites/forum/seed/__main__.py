"""Shows what the generator makes: counts, or threads to read.

python -m sites.forum.seed [--seed N] [--threads 10] [--tag cycling] [--start 100]
"""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter, defaultdict

from sites.forum.seed import DEFAULT_SEED, Forum, generate
from sites.forum.seed.records import Answer, Comment


def main() -> None:
    """Print counts, and threads in a row if asked."""
    parser = argparse.ArgumentParser(prog="sites.forum.seed", description="What the forum holds.")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--threads", type=int, default=0, help="print so many threads in a row")
    parser.add_argument("--start", type=int, default=0, help="begin with this one")
    parser.add_argument("--tag", default="", help="only those of a tag")
    options = parser.parse_args()
    forum = generate(options.seed)
    for name in ("users", "tags", "communities", "questions", "answers", "comments", "votes"):
        print(f"{len(getattr(forum, name)):7d} {name}")
    for name in ("groups", "follows", "badges", "flags", "messages"):
        print(f"{len(getattr(forum, name)):7d} {name}")
    print(f"{len({question.plot for question in forum.questions}):7d} plots")
    if options.threads:
        _threads(forum, options.tag, options.start, options.threads)
    else:
        for user in sorted(forum.users, key=lambda one: -one.reputation)[:8]:
            print(f"{user.reputation:7d} {user.username}")
        for tag, count in Counter(tag for one in forum.questions for tag in one.tags).most_common(12):
            print(f"{count:7d} {tag}")


def _threads(forum: Forum, tag: str, start: int, count: int) -> None:
    answers: dict[int, list[Answer]] = defaultdict(list)
    comments: dict[int, list[Comment]] = defaultdict(list)
    for answer in forum.answers:
        answers[answer.question].append(answer)
    for comment in forum.comments:
        comments[comment.post].append(comment)
    chosen = [one for one in forum.questions if not tag or tag in one.tags]

    def show(text: str, margin: str) -> None:
        for line in text.splitlines():
            print(textwrap.fill(line, 110, initial_indent=margin, subsequent_indent=margin) if line else "")

    for question in chosen[start : start + count]:
        state = f" CLOSED {question.closed.reason}" if question.closed else ""
        print("=" * 110)
        print(f"#{question.id} {question.title}{state}   {list(question.tags)} {question.plot}")
        figures = f"score {question.score}, {question.views} views"
        print(f"{question.author}, {question.date:%a %Y-%m-%d %H:%M}, {figures}")
        show(question.text, "")
        for comment in comments[question.id]:
            show(
                f"- {comment.author} ({comment.date:%m-%d %H:%M}, {comment.score}): {comment.text}", "      "
            )
        for answer in answers[question.id]:
            tick = " ACCEPTED" if answer.accepted else ""
            print(f"\n  > {answer.author}, {answer.date:%Y-%m-%d %H:%M}, score {answer.score}{tick}")
            show(answer.text, "    ")
            for comment in comments[answer.id]:
                show(
                    f"- {comment.author} ({comment.date:%m-%d %H:%M}, {comment.score}): {comment.text}",
                    "      ",
                )


if __name__ == "__main__":
    main()
