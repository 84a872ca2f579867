"""Which threads a search finds: those with every word in title, tags or any post, by InnoDB's FULLTEXT.

Also makes the other indexes that Askbot's own tables lack.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from sitekit.words import stem, words_of

INDEXES = (
    "ALTER TABLE askbot_thread ADD FULLTEXT INDEX thread_words (title, tagnames)",
    "ALTER TABLE askbot_post ADD FULLTEXT INDEX post_words (text)",
    "ALTER TABLE repute ADD INDEX repute_of_user (user_id, language_code, reputed_at)",
    "ALTER TABLE activity ADD INDEX activity_of_user (user_id, active_at)",
    "ALTER TABLE askbot_post ADD INDEX posts_of_author (author_id, post_type, score)",
)
WITH_WORD = (
    "SELECT id FROM askbot_thread WHERE MATCH (title, tagnames) AGAINST (%s IN BOOLEAN MODE) UNION"
    " SELECT thread_id FROM askbot_post WHERE MATCH (text) AGAINST (%s IN BOOLEAN MODE) AND deleted = 0"
    " AND post_type IN ('question', 'answer', 'comment')"
)
MOST_WORDS = 12


def make_indexes() -> None:
    """Make the indexes, once, when the rows are there."""
    with connection.cursor() as cursor:
        for statement in INDEXES:
            cursor.execute(statement)


def threads_with(text: str) -> set[int]:
    """Ids of the threads that have a word beginning with each of the words of ``text``."""
    found: set[int] | None = None
    with connection.cursor() as cursor:
        for word in dict.fromkeys(words_of(text)[:MOST_WORDS]):
            pattern = f"+{stem(word)}*"
            cursor.execute(WITH_WORD, (pattern, pattern))
            ids = {row[0] for row in cursor.fetchall()}
            found = ids if found is None else found & ids
            if not found:
                break
    return found or set()


def get_for_query(self: Any, search_query: str, qs: Any = None) -> Any:
    """Takes the place of Askbot's search, which compares every text with LIKE."""
    return (qs if qs is not None else self.all()).filter(id__in=threads_with(search_query))
