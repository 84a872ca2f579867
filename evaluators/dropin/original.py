"""WebArena's own verdicts (its paper, section 3.2, and the evaluators that its authors published).

``exact``: equal once tidied. ``must_include``: the reference is a substring; where it is the only one and a
single character, it has to be a token. ``fuzzy``: a model decides; without one, only equality does. An
address is right when it contains a gold one. What a good rule would be is not asked here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlparse

from evaluators.urls import parts_of

from .tokens import is_token

OR = " |OR| "
#: Asks a model: question, reference, answer; None when its reply cannot be read.
Judge = Callable[[str, str, str], bool | None]


@dataclass(frozen=True)
class Found:
    """What one rule says of an answer; ``passed`` is None where only a model could say."""

    approach: str
    expected: Any
    passed: bool | None
    why: str


def tidy(text: Any) -> str:
    """A text stripped, then without the quotes around it if they are a pair, in lower case.

    A single quote mark is a pair with itself, so nothing is left of it. Once is once: what stood inside the
    quotes keeps its blanks.
    """
    plain = str(text).strip()
    for quote in ("'", '"'):
        if plain.startswith(quote) and plain.endswith(quote):
            plain = plain[1:-1]
            break
    return plain.lower()


def exact(reference: Any, answer: Any) -> bool:
    """``exact_match`` of the two texts."""
    return tidy(reference) == tidy(answer)


def included(item: Any, answer: Any, *, alone: bool = False) -> bool:
    """``must_include`` of one item; ``alone`` when it is the only one of an answer's references."""
    wanted, said = tidy(item), tidy(answer)
    if alone and len(wanted) == 1:
        return is_token(wanted, said)
    return wanted in said


def match(kind: str, reference: Any, answer: Any) -> bool:
    """Whether an answer is right by ``exact``, ``must_include`` or ``fuzzy``, with no model to ask."""
    items = list(reference) if isinstance(reference, list | tuple) else [reference]
    answer = tidy(answer or "")
    if kind == "must_include":
        return all(included(item, answer, alone=len(items) == 1) for item in items)
    return all(exact(item, answer) for item in items)


def strings(
    references: Mapping[str, Any],
    answer: str,
    *,
    intent: str = "",
    note: str = "",
    judge: Judge | None = None,
    same_reason: Judge | None = None,
) -> list[Found]:
    """What the published ``StringEvaluator`` says, approach by approach; all have to pass.

    Args:
        references: ``reference_answers`` of a task, in its order.
        answer: as the agent gave it.
        intent: the task.
        note: why the task cannot be done (``string_note``).
        judge: a model for ``fuzzy_match``.
        same_reason: a model for the reason why a task cannot be done.

    Raises:
        KeyError: for an approach that nobody knows.
    """
    answer = tidy(answer)  # and each rule tidies it once more
    found: list[Found] = []
    for approach, value in references.items():
        if approach == "exact_match":
            good = exact(value, answer)
            found.append(Found(approach, value, good, f"the texts are {'equal' if good else 'not equal'}"))
        elif approach == "must_include":
            found.append(_all_included(value, answer))
        elif approach != "fuzzy_match":
            raise KeyError(approach)
        elif value == "N/A":
            if exact(value, answer) and all(one.passed for one in found):
                found.append(Found(approach, value, True, "the texts are equal"))
            else:  # the model's word replaces all that was found before
                said = same_reason(intent, note, answer) if same_reason else None
                found = [Found(approach, value, said, _says(same_reason, "whether the reason is the same"))]
        else:
            found.append(_fuzzy(value, answer, intent, judge))
    return found


def _all_included(value: Any, answer: str) -> Found:
    items = _items(value)
    missing = [item for item in items if not included(item, answer, alone=len(items) == 1)]
    why = f"the answer lacks {', '.join(map(str, missing))}" if missing else "every item is in the answer"
    return Found("must_include", value, not missing, why)


def _fuzzy(value: Any, answer: str, intent: str, judge: Judge | None) -> Found:
    items = [str(item) for item in _items(value)]
    if not answer:
        return Found("fuzzy_match", value, not any(items), "the answer is empty")
    if judge is None and all(exact(item, answer) for item in items):
        return Found("fuzzy_match", value, True, "the texts are equal")
    said = [judge(intent, item, answer) for item in items] if judge else [None]
    passed = False if False in said else None if None in said else True
    return Found("fuzzy_match", value, passed, _says(judge, "whether both say the same"))


def _says(judge: Judge | None, what: str) -> str:
    return "as the judge says" if judge else f"the original asks a model {what}"


def _items(value: Any) -> Sequence[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


# ---- addresses and contents ---------------------------------------------------------------------


def gold_in_pred(gold: Iterable[str], found: str) -> str | None:
    """What the rule ``GOLD in PRED`` finds wrong with an address; None when it holds.

    One gold host and path is contained in the found one, and every query term of any gold has one of its
    values.
    """
    bases: list[str] = []
    wanted: dict[str, set[str]] = defaultdict(set)
    for url in gold:
        parts = _base_and_query(url)
        if parts is None:
            return f"{url} is no address"
        base, query = parts
        bases.append(base)
        for key, values in query.items():
            wanted[key].update(values)
    parts = _base_and_query(found)
    if parts is None:
        return f"{found} is no address"
    base, query = parts
    if not any(part in base for part in bases):
        return f"{base} contains none of {', '.join(bases)}"
    for key, options in wanted.items():
        if not options & set(query.get(key, [])):
            return f"the query term {key} is {query.get(key, 'missing')}"
    return None


def _base_and_query(url: str) -> tuple[str, dict[str, list[str]]] | None:
    """Host with path, and query; None for what is no address. Slashes go at the end of the whole alone."""
    if parts_of(url) is None:
        return None
    parts = urlparse(url.rstrip("/"))  # what follows a semicolon is no part of its path
    return parts.netloc + parts.path, parse_qs(parts.query)
