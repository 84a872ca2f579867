"""``page``: a place on a page that the evaluator opens afresh, never the agent's own tab.

The page is fetched over plain HTTP with the profile's session and read with CSS or XPath; with
``render: true``, or a locator in JavaScript, it is opened in a browser context of its own, for places
that scripts make and for the state of a page.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from math import isfinite
from typing import Any
from urllib.parse import urlsplit

from lxml import etree, html

from evaluators.base import Check, CheckError, Outcome, Verdict, WorldView, register
from evaluators.comparison import compare, status_problem, text_of
from evaluators.cookies import led_elsewhere, opened, profile_cookies, unvouched
from evaluators.scripts import why_no_expression
from evaluators.urls import parts_of
from sites.errors import WebariumError
from sites.facts import site_of, site_url
from tasks.specs import PageSpec
from tasks.templates import profile_data

RENDER_SECONDS = 60.0
SCRIPT_SECONDS = 10.0
"""How long a locator in JavaScript may wait for something."""
LONGEST = 200_000
"""Characters of JSON that a locator may give: it ends up in the episode's evidence."""

# Playwright would turn what is no JSON into something else, and wait without end for a promise or a loop.
_ASKED = """Promise.race([
  (async () => {{
    const asked = ({source}
    );
    return JSON.stringify(typeof asked === 'function' ? await asked() : await asked);
  }})(),
  new Promise((_, refuse) => setTimeout(() => refuse(new Error('no result within {seconds:g} s')), {ms:.0f})),
])"""

_NO_TEXT = ("script", "style", "template")
"""What stands on a page and is not shown."""

_APART = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "caption",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)


_XML = re.compile(r"\A\s*<\?xml\b[^>]*>", re.I)
"""The declaration of XHTML, whose encoding lxml takes in bytes only."""

_ENDED = re.compile(r"Internal error|Execution was terminated")
"""What Chromium says of a script that it ended because its time was over."""


@register
class PageCheck(Check):
    """Reads texts (or an attribute) of every element that a locator finds, and compares them."""

    kind = "page"
    spec: PageSpec

    def sound(self) -> None:
        if self.spec.url != "last":
            self.of_task(self.spec.url)
            profile_data(str(site_of(self.spec.url)), self.spec.profile)
        if self.spec.js is not None and (why := why_no_expression(self.spec.js)):
            raise CheckError(
                f"js: '{' '.join(self.spec.js.split())[:80]}' is no expression of JavaScript: {why}",
                remedy="write an expression, or a function without arguments: () => { ... return ... }",
            )

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        url = outcome.final_url if self.spec.url == "last" else self.spec.url
        site = site_of(url) if parts_of(url) else None
        if site is None or site not in self.task.sites:
            return {
                "url": url,
                "status": None,
                "found": [],
                "problem": "this is not a page of the task's sites",
            }
        profile = self.spec.profile or self.task.profile.get(site)
        if self.spec.render or self.spec.js is not None:
            return self._render(world, site, profile, url, browser)
        parts = urlsplit(url)
        path = parts.path or "/"
        path += f"?{parts.query}" if parts.query else ""
        response = opened(world, site, path, profile)
        evidence = {"url": url, "status": response.status_code, **led_elsewhere(url, str(response.url))}
        try:
            return {**evidence, "found": self._locate(response.text)}
        except _TooLargeError as error:
            return {**evidence, "found": [], "unread": str(error)}

    def _locate(self, text: str) -> list[str | float]:
        if self.spec.css is None and self.spec.xpath is None:
            return []  # the status is all that is asked for
        document = _document(text)
        if document is None:
            return []
        found = document.cssselect(self.spec.css) if self.spec.css else document.xpath(str(self.spec.xpath))
        values: list[str | float] = []
        for item in found if isinstance(found, list) else [found]:
            if isinstance(item, html.HtmlElement):
                value = item.get(self.spec.attribute) if self.spec.attribute else "".join(_texts(item))
                if self.spec.attribute and value is None:
                    continue
                values.append(text_of(value))
            else:  # an attribute, a text, or a number that XPath counts
                values.append(item if isinstance(item, float) and isfinite(item) else text_of(item))
        return values

    def _render(
        self, world: WorldView, site: str, profile: str | None, url: str, browser: Any
    ) -> dict[str, Any]:
        if browser is None:
            raise WebariumError(
                "this page needs a browser (render: true, js:) and none was given",
                remedy="collect while the run's browser is open, or read the page without render",
            )
        # whatever a site or an agent put into the page must not keep the evaluator waiting
        with browser.watchdog.over(lambda: url, seconds=RENDER_SECONDS):
            context = browser.new_context()
            try:
                return {"url": url, **self._rendered(context, world, site, profile, url)}
            finally:
                context.close()

    def _rendered(
        self, context: Any, world: WorldView, site: str, profile: str | None, url: str
    ) -> dict[str, Any]:
        base = site_url(site)
        cookies = profile_cookies(world, site, profile)
        context.add_cookies([{"name": c["name"], "value": c["value"], "url": base} for c in cookies])
        tab = context.new_page()
        response = tab.goto(url, wait_until="networkidle")
        status = response.status if response else None
        evidence = {"status": status, **led_elsewhere(url, tab.url)}
        if status_problem(self.spec, evidence):
            return {**evidence, "found": []}  # it fails; scripts for another page would stumble here
        return {**evidence, "found": self._seen(tab)}

    def _seen(self, tab: Any) -> Any:
        """What the locator finds on a page that a browser shows."""
        if self.spec.js is not None:
            return _evaluated(tab, self.spec.js)
        if self.spec.css is None and self.spec.xpath is None:
            return []
        selector = f"css={self.spec.css}" if self.spec.css else f"xpath={self.spec.xpath}"
        elements = tab.query_selector_all(selector)
        if self.spec.attribute:
            found = [element.get_attribute(self.spec.attribute) for element in elements]
        else:
            found = [element.inner_text() for element in elements]
        return [text_of(v) for v in found if v is not None]

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        found = evidence["found"]
        if self.spec.js is not None:
            single, found = found, found if isinstance(found, list) else [] if found is None else [found]
        else:
            single = found[0] if len(found) == 1 else found
        passed, expected, why = compare(self.spec, single, found)
        place = self.spec.css or self.spec.xpath or self.spec.js
        refused = status_problem(self.spec, evidence)
        problem = refused or (unvouched(self.spec, evidence) if passed else None)
        if evidence.get("problem"):
            passed, why = False, evidence["problem"]
        elif problem:
            passed, why = False, f"the page {problem}"
        elif not passed and not found:
            why = f"nothing is found at {place}"
        expected = "; ".join(
            filter(None, [expected, f"status {self.spec.status}" if self.spec.status else ""])
        )
        at = f" at {place}" if place else ""
        unread = not refused and evidence.get("unread")
        verdict = self.verdict(
            passed and not unread,
            expected=f"{evidence['url']}{at}: {expected}",
            found=single,
            why=unread or why,
        )
        return verdict.model_copy(update={"status": "undecided"}) if unread else verdict


class _TooLargeError(Exception):
    """A page of which the parser gives a part alone."""


def _document(text: str) -> html.HtmlElement | None:
    """A page without what is not shown of it; None where it has no element, such as a comment alone.

    Raises:
        _TooLargeError: the parser left off somewhere.
    """
    parser = html.HTMLParser(huge_tree=True)
    try:
        document = html.document_fromstring(_XML.sub("", text), parser=parser)
    except etree.ParserError:
        document = None
    # the parser does not raise: it ends the page where it gives up
    given_up = next((one for one in parser.error_log if one.type_name == "ERR_RESOURCE_LIMIT"), None)
    if given_up is not None:
        raise _TooLargeError(f"the page cannot be read to its end: {given_up.message}")
    if document is not None:
        etree.strip_elements(document, *_NO_TEXT, with_tail=False)
    return document


def _texts(element: html.HtmlElement) -> Iterator[str]:
    """The texts of an element: a line break separates words as a blank does."""
    for event, one in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if one.tag in _APART:
            yield " "
        if event == "start":
            yield one.text or ""
        elif one is not element:
            yield one.tail or ""


def _evaluated(tab: Any, source: str) -> Any:
    """What a locator in JavaScript gives.

    Raises:
        CheckError: it throws, takes too long, or gives what is no JSON.
        WebariumError: the page is gone.
    """
    ms = SCRIPT_SECONDS * 1000
    asked = {
        "expression": _ASKED.format(source=source, seconds=SCRIPT_SECONDS, ms=ms),
        "awaitPromise": True,
        "returnByValue": True,
        "timeout": ms,  # ends a loop; what it waits for is ended by the expression itself
    }
    begun = time.monotonic()
    try:
        told = tab.context.new_cdp_session(tab).send("Runtime.evaluate", asked)
    except Exception as error:
        message = str(error).partition("\n")[0]
        if not _ENDED.search(message) or time.monotonic() - begun < SCRIPT_SECONDS:
            raise WebariumError(
                f"the locator '{source[:80]}' failed: {message}",
                remedy="look at the page: webarium sites page",
            ) from error
        raise _wrong(source, f"no result within {SCRIPT_SECONDS:g} s, it may be in a loop") from error
    if "exceptionDetails" in told:
        thrown = told["exceptionDetails"]
        text = thrown.get("exception", {}).get("description") or thrown["text"]
        raise _wrong(source, text.partition("\n")[0])
    text = told["result"].get("value")
    if not isinstance(text, str) or len(text) > LONGEST:
        what = f"{len(text)} characters" if isinstance(text, str) else "nothing that JSON can hold"
        raise CheckError(
            f"the locator '{source[:80]}' gives {what}",
            remedy="let it give null, a number, a text, or a short list or mapping of these",
        )
    return json.loads(text)


def _wrong(source: str, message: str) -> CheckError:
    return CheckError(
        f"the locator '{source[:80]}' failed: {message}",
        remedy="try it in the console of a browser; write ?. behind what may not be there",
    )
