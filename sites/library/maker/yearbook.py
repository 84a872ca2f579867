"""The yearbook: a page and a chart for each of the town's tables; only the picture has the figures."""

from __future__ import annotations

import calendar
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .page import Article, Book, listing

YEAR = 2025
WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, UPPER, LOWER = 56, 16, 20, 40  # margins of the chart
LINES = 5


@dataclass(frozen=True)
class Chart:
    """A table of the yearbook: twelve months from January on, on a scale that ends at ``top``."""

    path: str
    title: str
    what: str
    unit: str
    text: str
    top: int
    months: list[int]


def read(file: Path) -> list[Chart]:
    """The charts of the yearbook.

    Raises:
        ValueError: a chart has not twelve months, or one of them leaves the scale.
    """
    charts = [Chart(**one) for one in tomllib.loads(file.read_text(encoding="utf-8"))["chart"]]
    for chart in charts:
        if len(chart.months) != 12 or not all(0 < value <= chart.top for value in chart.months):
            raise ValueError(f"{file}: {chart.path} needs twelve months from 1 to {chart.top}")
    return charts


def picture(chart: Chart) -> str:
    """The chart as SVG: a bar a month, lines and figures at the side."""
    high, step = HEIGHT - UPPER - LOWER, (WIDTH - LEFT - RIGHT) / 12
    parts = []
    for line in range(LINES + 1):
        y = UPPER + high - high * line / LINES
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#d5d2c8"/>')
        label = f"{chart.top * line / LINES:g}"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for number, value in enumerate(chart.months):
        x, bar = LEFT + step * number, high * value / chart.top
        way = f"M{x + step * 0.18:.1f} {UPPER + high:.1f}v{-bar:.1f}h{step * 0.64:.1f}v{bar:.1f}z"
        parts.append(f'<path d="{way}" fill="#2f6173"/>')
        name = calendar.month_abbr[number + 1]
        parts.append(
            f'<text x="{x + step / 2:.1f}" y="{HEIGHT - LOWER + 22}" text-anchor="middle">{name}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="DejaVu Sans, sans-serif" font-size="13" fill="#333">{"".join(parts)}</svg>'
    )


def article(chart: Chart) -> Article:
    """The page of a chart: what is counted, and the picture."""
    caption = f"{escape(chart.what[0].upper() + chart.what[1:])}, {escape(chart.unit)}, {YEAR}"
    body = (
        f"<p>{escape(chart.text)}</p>"
        f'<figure><img src="charts/{chart.path}.svg" width="{WIDTH}" height="{HEIGHT}" '
        f'alt="Chart with a bar for each month"><figcaption>{caption}</figcaption></figure>'
    )
    return Article(chart.path, chart.title, body, f"{chart.text} {caption}")


def book(charts: list[Chart]) -> Book:
    """The yearbook as a book."""
    articles = [article(chart) for chart in charts]
    intro = f"<p>What was counted in the town in {YEAR}, a page a table.</p>"
    made = Book(
        name="yearbook",
        title="Yearbook of the Town",
        description=f"What was counted in the town in {YEAR}: bicycles, bathers, nights, loans, rain.",
        footer=f"<p>Yearbook of the Town, {YEAR}. All figures are made up.</p>",
        files={f"charts/{chart.path}.svg": picture(chart) for chart in charts},
    )
    made.articles.extend(
        [Article("contents", "Contents", intro + listing(articles, ""), indexed=False), *articles]
    )
    return made
