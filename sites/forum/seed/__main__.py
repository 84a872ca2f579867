"""Shows what the generator makes: counts, threads to read, or how much the texts differ.

python -m sites.forum.seed [--seed N] [--scale S] [--threads 10] [--tag cycling] [--start 100] [--long] [--measure]
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections import Counter, defaultdict

from sites.forum.seed import DEFAULT_SEED, Forum, generate
from sites.forum.seed.records import Answer, Comment
from sites.sitekit.distinctness import measure


def main() -> None:
    """Print counts, and threads in a row if asked."""
    parser = argparse.ArgumentParser(prog="sites.forum.seed", description="What the forum holds.")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--scale", type=float, default=1, help="how many times the usual amount")
    parser.add_argument("--threads", type=int, default=0, help="print so many threads in a row")
    parser.add_argument("--start", type=int, default=0, help="begin with this one")
    parser.add_argument("--tag", default="", help="only those of a tag")
    parser.add_argument("--long", action="store_true", help="the longest threads first")
    parser.add_argument("--measure", action="store_true", help="print how much texts differ, by kind")
    options = parser.parse_args()
    forum = generate(options.seed, options.scale)
    if options.measure:
        _measure(forum)
        return
    for name in ("users", "tags", "communities", "questions", "answers", "comments", "votes"):
        print(f"{len(getattr(forum, name)):7d} {name}")
    for name in ("groups", "follows", "badges", "flags", "messages"):
        print(f"{len(getattr(forum, name)):7d} {name}")
    print(f"{len({question.plot for question in forum.questions}):7d} plots")
    if options.threads:
        _threads(forum, options)
    else:
        for user in sorted(forum.users, key=lambda one: -one.reputation)[:8]:
            print(f"{user.reputation:7d} {user.username}")
        for tag, count in Counter(tag for one in forum.questions for tag in one.tags).most_common(12):
            print(f"{count:7d} {tag}")


def _measure(forum: Forum) -> None:
    print("titles   ", measure(one.title for one in forum.questions))
    print("questions", measure(one.text for one in forum.questions))
    print("answers  ", measure(one.text for one in forum.answers))
    print("comments ", measure(one.text for one in forum.comments))
    plots = {one.id: one.plot for one in forum.questions}
    ends = Counter((plots[one.question], ending(one.text)) for one in forum.answers)
    same = sum(count for count in ends.values() if count > 1) / len(forum.answers)
    print(f"answers that end like another of their plot: {same:.1%}")
    lengths = Counter(one.question for one in forum.answers)
    print("longest threads:", *(f"{count} answers" for _, count in lengths.most_common(8)), sep=" ")


def ending(text: str) -> str:
    """The last four words."""
    return " ".join(re.findall(r"\w+", text.lower())[-4:])


def _threads(forum: Forum, options: argparse.Namespace) -> None:
    answers: dict[int, list[Answer]] = defaultdict(list)
    comments: dict[int, list[Comment]] = defaultdict(list)
    for answer in forum.answers:
        answers[answer.question].append(answer)
    for comment in forum.comments:
        comments[comment.post].append(comment)
    chosen = [one for one in forum.questions if not options.tag or options.tag in one.tags]
    if options.long:
        chosen.sort(key=lambda one: -len(answers[one.id]))

    def show(text: str, margin: str) -> None:
        for line in text.splitlines():
            print(textwrap.fill(line, 110, initial_indent=margin, subsequent_indent=margin) if line else "")

    for question in chosen[options.start : options.start + options.threads]:
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
