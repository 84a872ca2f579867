"""What others do on the sites while an episode goes on: each event once, through a site's own forms."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal
from urllib.parse import urljoin

from lxml import html

from evaluators import AUTHORS
from evaluators.base import Happened, Outcome
from evaluators.checks import make_check
from evaluators.cookies import profile_cookies
from evaluators.others import without_others
from evaluators.urls import visited
from harness.episode.trouble import EpisodeTrouble, TaskFault
from sites.facts import site_of, site_url
from tasks.model import Deed, Event, Task

Timing = Literal["due", "early", "late", "never"]
"""When events happen: as the task says, before the first page, after the last step, or not at all. All but
the first are for proofs that a task can be done whenever they come."""

BROKEN = 500
REFUSED = 400


class Events:
    """The events of one episode.

    Args:
        task: whose events.
        world: where.
        timing: when they happen.
    """

    def __init__(self, task: Task, world: Any, timing: Timing = "due") -> None:
        self.happened: list[Happened] = []
        self._task, self._world, self._timing = task, world, timing
        self._pending = list(task.events)

    def begin(self) -> None:
        """Before the first page."""
        if self._timing == "early":
            self._happen(lambda event: True, step=0)

    def after(self, step: int, url: str) -> None:
        """After a step, whose page has settled: whatever is due happens, in the order of the task.

        Raises:
            EpisodeTrouble: when a site fails.
        """
        if self._timing == "due":
            self._happen(lambda event: _due(event, step, url), step=step)

    def end(self) -> None:
        """After the last step: what is still to come."""
        self._happen(lambda event: True, step=None)

    def _happen(self, due: Callable[[Event], bool], *, step: int | None) -> None:
        for event in [one for one in self._pending if due(one)]:
            self._pending.remove(event)
            found = Happened(
                event=event.event, site=event.site, who=event.who[event.site], status="void", step=step
            )
            if self._timing == "never":
                found.why = "it was kept from happening"
            else:
                self._do(event, found)
            found.seen = found.status == "done" and step is not None
            self.happened.append(found)

    def _do(self, event: Event, found: Happened) -> None:
        """Carry an event out, and note what became of it."""
        if event.only_if:
            check = make_check(self._task, event.only_if)
            try:
                verdict = check.judge(check.collect(self._world, Outcome(task_id=self._task.id)))
            except AUTHORS as error:
                raise TaskFault(
                    f"{self._task.id}: the condition of the event '{event.event}' is wrong: {error.message}",
                    remedy=error.advice,
                ) from error
            if not verdict.passed:
                found.why = f"its condition does not hold: {verdict.why}"
                return
        rest(self._world)
        before = self._world.changes(event.site)
        found.why = self._send(event.does, event.site, found.who)
        rest(self._world)
        wrote = without_others(self._world.changes(event.site), [before])
        if wrote["tables"] or wrote["files"]:
            found.status, found.changes = "done", wrote
        else:
            found.why = found.why or "the site took the form and wrote nothing"

    def _send(self, deed: Deed, site: str, who: str | None) -> str:
        """Open the page of a form, fill it in, send it; why that was not possible, else nothing."""
        cookies = {one["name"]: one["value"] for one in profile_cookies(self._world, site, who)}
        page = self._fetch(site, deed.form, cookies=cookies)
        if page.status_code >= REFUSED or not page.text.strip():
            return f"{deed.form} answers {page.status_code}"
        document = html.document_fromstring(page.text)
        form = next((one for one in document.cssselect(deed.css) if isinstance(one, html.FormElement)), None)
        if form is None:
            return f"{deed.form} has no form '{deed.css}'"
        data = _filled(form, deed)
        if isinstance(data, str):
            return f"the form of {deed.form} has no field '{data}'"
        here = urljoin(site_url(site), deed.form)
        target = urljoin(here, form.get("action") or here)
        if site_of(target) != site:
            return f"the form of {deed.form} leads away, to {target}"
        sending: dict[str, Any] = {"data": data} if form.method == "POST" else {"params": data}
        answer = self._fetch(
            site,
            target,
            method=form.method,
            headers={"Referer": here},
            cookies=cookies | dict(page.cookies),
            **sending,
        )
        return f"the site refused the form with {answer.status_code}" if answer.status_code >= REFUSED else ""

    def _fetch(self, site: str, path: str, **options: Any) -> Any:
        answer = self._world.fetch(site, path, **options)
        if answer.status_code >= BROKEN:
            raise EpisodeTrouble(
                f"{self._task.id}: {site} answers {path} of an event with {answer.status_code}"
            )
        return answer


def rest(world: Any, sites: Collection[str] | None = None) -> None:
    """Wait until no site works on anything.

    Args:
        world: where.
        sites: names of those that are waited for; None for all.

    Raises:
        EpisodeTrouble: when one does not rest.
    """
    for site, state in (world.settle(sites=sites) or {}).items():
        if not state.get("settled", True):
            raise EpisodeTrouble(f"{site} did not come to rest: {state.get('waiting_for')}")


def _due(event: Event, step: int, url: str) -> bool:
    return step >= event.step if event.step is not None else visited(str(event.at), [url])


def _filled(form: html.FormElement, deed: Deed) -> dict[str, list[str]] | str:
    """The fields of a form as they are sent; the name of a field that it has not."""
    data: dict[str, list[str]] = {}
    for name, value in form.form_values():
        data.setdefault(name, []).append(value)
    names = {one.get("name") for one in form.iter("input", "select", "textarea", "button")}
    for name, value in deed.fill.items():
        if name not in names:
            return name
        data[name] = [str(one) for one in (value if isinstance(value, list) else [value])]
    for name, text in deed.append.items():
        if name not in names:
            return name
        data[name] = ["".join(data.get(name, [])) + text]
    return data
