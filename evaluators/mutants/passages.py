"""Wrong addresses, requests, key nodes and findings made from right ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from evaluators.checks import make_check
from evaluators.urls import difference, visited
from tasks.model import Task
from tasks.specs import NodeSpec, RequestSpec, UrlSpec

from .base import Evidence, Mutant, flat, mutated, neighbour_value, neighbours, replaced


def addresses(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    """Addresses that are nearly the right one."""
    spec: UrlSpec = task.judged[index].parsed()  # type: ignore[assignment]
    entry = evidence[index]["evidence"]
    parts = urlsplit(entry["url"])
    terms = parse_qsl(parts.query, keep_blank_values=True)
    made: list[tuple[str, list[tuple[str, str]] | None, str]] = [
        (f"without {key}", terms[:place] + terms[place + 1 :], parts.path)
        for place, (key, _) in enumerate(terms)
    ]
    for place, (key, value) in enumerate(terms):
        other = next((text for _, text in neighbours(value)), f"{value}x")
        made.append((f"{key}={other}", [*terms[:place], (key, other), *terms[place + 1 :]], parts.path))
    made.append(("one term more", [*terms, ("extra", "1")], parts.path))
    made.append(("a longer path", terms, f"{parts.path.rstrip('/')}/more/"))
    made.append(("a shorter path", terms, re.sub(r"[^/]+/?$", "", parts.path)))
    made += [(f"path: {what}", terms, path) for what, path in neighbours(parts.path)]
    ignore = [*entry["ignore"], *spec.ignore]
    plain = [url for url in spec.urls() if "*" not in url]
    for what, query, path in made:
        url = urlunsplit((parts.scheme, parts.netloc, path, urlencode(query or []), ""))
        # an address that the template writes out as another right one is no wrong outcome
        right = [entry["url"], *plain]
        if not any(difference(one, url, ignore) is None for one in right):
            yield mutated("other address", f"{what}", evidence, index, url=url)
    for start in task.start:
        if all(difference(one, start, ignore) for one in [entry["url"], *plain]):
            yield mutated("other address", "the start page", evidence, index, url=start)


def requests(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    """Requests not sent, sent otherwise, or sent where none should be."""
    spec: RequestSpec = task.judged[index].parsed()  # type: ignore[assignment]
    check = make_check(task, task.judged[index])
    sent = evidence[index]["evidence"]["requests"]
    fitting = [one for one in sent if check._fits(one)]  # type: ignore[attr-defined]
    others = [one for one in sent if one not in fitting]
    if not fitting:
        wanted = {
            "url": spec.url.replace("*", "x"),
            "status": spec.status or 200,
            "step": 1,
            "form": dict(spec.form),
        }
        yield mutated("something else", "sent", evidence, index, requests=[*sent, wanted])
        return
    yield mutated("undone", "not sent", evidence, index, requests=others)
    for name, value in spec.form.items():
        changed = [{**one, "form": {**one["form"], name: neighbour_value(value)}} for one in fitting]
        yield mutated("other value", f"other {name}", evidence, index, requests=[*others, *changed])


def nodes(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    """Key nodes never passed, or passed with another element or value."""
    spec: NodeSpec = task.judged[index].parsed()  # type: ignore[assignment]
    entry = evidence[index]["evidence"]
    check = make_check(task, task.judged[index])
    if spec.model_fields_set == {"url"}:
        urls = [url for url in entry["urls"] if not visited(str(spec.url), [url])]
        yield mutated("undone", "never visited", evidence, index, urls=urls)
        return
    fitting = [step for step in entry["steps"] if check._fits(step)]  # type: ignore[attr-defined]
    others = [step for step in entry["steps"] if step not in fitting]
    yield mutated("undone", "step left out", evidence, index, steps=others)
    for part in ("role", "name", "css"):
        if getattr(spec, part) is not None:
            steps = [{**s, "target": {**s["target"], part: "other"}} for s in fitting]
            yield mutated("other value", f"other {part}", evidence, index, steps=[*others, *steps])
    if isinstance(spec.value, str) and not spec.value.startswith("/"):
        steps = [{**step, "value": neighbour_value(step["value"])} for step in fitting]
        yield mutated("other value", "other value", evidence, index, steps=[*others, *steps])


def findings(task: Task, index: int, evidence: Evidence, _: Any) -> Iterator[Mutant]:
    """What a page, a query or an API showed: a part less, a part more, a neighbouring value."""
    entry = evidence[index]["evidence"]
    part = "rows" if "rows" in entry else "found"
    found = entry[part]
    expected = task.judged[index].parsed().expected()  # type: ignore[attr-defined]
    made: list[tuple[str, str, Any]] = []
    if isinstance(found, list) and found:
        made.append(("undone", "nothing found", []))
        whole = {"equals", "count"} & set(expected)
        if whole:  # else what stands besides does not matter
            made.append(("doubled", "one part more", [*found, found[-1]]))
            made.append(("undone", "one part less", found[:-1]))
    for place, text in enumerate(_texts(expected)):
        for what, other in list(neighbours(text))[:4]:
            changed = replaced(found, text, other)
            if changed != found:
                made.append(("other value", f"{what}: {other} for {text} ({place})", changed))
    for kind, name, value in made:
        yield mutated(kind, f"{name}", evidence, index, **{part: value})


def _texts(expected: dict[str, Any]) -> list[str]:
    wanted = [expected.get("equals"), expected.get("contains")]
    return [text for text in dict.fromkeys(flat(wanted)) if text.strip()]
