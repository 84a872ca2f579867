"""Reference solution of release_gap: the first two headings of the list of changes."""

import re
from datetime import date


def oracle(page, params):
    """Days between the newest releases."""
    page.click(role="link", name="Browse")
    page.type(params["repository"], role="textbox", name="Search Projects")
    page.click(role="strong", name=params["project"], nth=0)
    page.click(role="link", name="/ Files$/")
    page.click(role="link", name="/CHANGELOG.md$/")
    day, before = re.findall(r"[\d.]+, (\d{4}-\d\d-\d\d)", page.text())[:2]
    return f"{(date.fromisoformat(day) - date.fromisoformat(before)).days} days"
