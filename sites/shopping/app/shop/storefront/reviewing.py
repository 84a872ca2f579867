"""What reviews say in figures."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet


def review_summary(reviews: QuerySet[Any]) -> dict[str, Any]:
    """Number, average and share of each number of stars of a set of reviews.

    Returns:
        ``count``, ``average`` (float, two places, or None) and ``rows``: stars from 5 to 1 with count and
        percent.
    """
    counts = dict(reviews.order_by().values_list("score").annotate(n=Count("id")))
    total = sum(counts.values())
    points = sum(score * n for score, n in counts.items())
    rows = [
        {
            "stars": stars,
            "count": counts.get(stars, 0),
            "percent": round(100 * counts.get(stars, 0) / total) if total else 0,
        }
        for stars in (5, 4, 3, 2, 1)
    ]
    return {"count": total, "average": round(points / total, 2) if total else None, "rows": rows}
