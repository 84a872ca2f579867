"""Reference solution of milestone_postpone: later days in the roadmaps of two projects."""

from datetime import date, timedelta


def oracle(page, params):
    """Put off the next release of both."""
    _postpone(page, params["first"], params["weeks"])
    _postpone(page, params["second"], params["weeks"])


def first_only(page, params):
    """A wrong outcome: the second is forgotten."""
    _postpone(page, params["first"], params["weeks"])


def _postpone(page, project, weeks):
    page.click(role="link", name="Browse")
    if not page.has(role="textbox", name="Search Projects"):
        page.noop()
    page.type(project.rsplit("/", 1)[-1], role="textbox", name="Search Projects")
    page.click(role="strong", name=project, nth=0)
    page.click(role="link", name="/Settings$/")
    page.click(role="tab", name="Roadmap")
    values = [field.value for field in page.find_all(role="textbox")]
    place = next(n for n, value in enumerate(values) if value.startswith("2026-"))
    later = date.fromisoformat(values[place]) + timedelta(weeks=weeks)
    page.type(later.isoformat(), role="textbox", nth=place)
    page.click(role="button", name="Update")
