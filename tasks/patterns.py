"""Texts of a template that are written in a language of their own, tried when the template is read.

A text with ``{{ }}`` in it is tried when it is rendered for a task.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from lxml.cssselect import CSSSelector, SelectorError
from lxml.etree import XPath, XPathSyntaxError
from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from sites.wording import meant

from .matching import MatchingError, compiled


class Strict(BaseModel):
    """A part of a template: a key that it has not is told with those that it has."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        known = [field.alias or name for name, field in cls.model_fields.items()]
        for key in data if isinstance(data, dict) else ():
            if key not in known:
                near = meant(str(key), known)
                told = f"is '{near}' meant?" if near else f"known are {', '.join(known)}"
                raise PydanticCustomError(
                    "unknown_key",
                    "the key '{key}' is not known here; {told}",
                    {"key": str(key), "told": told, "where": (key,)},
                )
        return data


_READS = re.compile(r"(?:\s|\(|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|/\*.*?\*/)*(?:select|with)\b", re.I | re.S)

# what a statement holds besides words: texts, names in quotes, comments
_QUOTED = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|--[^\n]*|/\*.*?\*/", re.S)
_LONE = re.compile(r"(?<!%)(?:%%)*%(?!%|\([^()%]+\)s)")
"""Ends with a percent sign that is neither doubled nor begins ``%(name)s``."""


def check_regex(text: str) -> None:
    """Refuse what Python's ``re`` cannot compile.

    Raises:
        ValueError: it is no regular expression.
    """
    try:
        re.compile(text)
        compiled(text)  # which has words of its own beside those of re
    except MatchingError as error:
        raise ValueError(error.message) from error
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"'{text}' is no regular expression: {error}") from error


def check_slashed(text: Any) -> None:
    """Refuse ``/.../`` that is no regular expression; any other text is compared as it is.

    Raises:
        ValueError: it is no regular expression.
    """
    if isinstance(text, str) and len(text) > 1 and text.startswith("/") and text.endswith("/"):
        check_regex(text[1:-1])


def check_css(text: str) -> None:
    """Refuse what is no CSS selector.

    Raises:
        ValueError: it is none.
    """
    try:
        CSSSelector(text, translator="html")
    except SelectorError as error:
        raise ValueError(f"'{text}' is no CSS selector: {error}") from error


def check_xpath(text: str) -> None:
    """Refuse what is no XPath.

    Raises:
        ValueError: it is none.
    """
    try:
        XPath(text)
    except XPathSyntaxError as error:
        raise ValueError(f"'{text}' is no XPath: {error}") from error


def check_select(text: str) -> None:
    """Refuse a statement that does not begin as a query.

    Raises:
        ValueError: it is no SELECT.
    """
    if not _READS.match(text):
        raise ValueError(f"the statement is no SELECT: '{' '.join(text.split())[:60]}'")


def _outermost_verb(bare: str) -> str | None:
    """What a statement that begins WITH does in the end, where that is no SELECT."""
    if not re.match(r"[\s(]*with\b", bare, re.I):
        return None
    flat, before = bare, ""
    while flat != before:  # from within, bracket by bracket
        before, flat = flat, re.sub(r"\([^()]*\)", " ", flat)
    verb = re.search(r"\b(select|delete|insert|update|replace|merge)\b", flat, re.I)
    return verb.group(1) if verb and verb.group(1).lower() != "select" else None


def faults_of(statement: str) -> Iterator[str]:
    """What is wrong with a query that binds ``%(name)s``, as far as that is seen without a database."""
    bare = _QUOTED.sub(" ", statement)
    if bare.count("(") != bare.count(")"):
        yield f"its brackets do not match: {bare.count('(')} are opened, {bare.count(')')} closed"
    if (verb := _outermost_verb(bare)) is not None:
        yield f"the statement is no SELECT but a {verb.upper()}"
    if re.search(r";\s*\S", bare):
        yield "one statement is asked, not several: there is something after ';'"
    if _LONE.search(statement):
        yield "a % of the statement itself is written %%"


def check_bound(text: str) -> None:
    """Refuse a statement that is no query, or has a fault.

    Raises:
        ValueError: it is or has.
    """
    check_select(text)
    for fault in faults_of(text):
        raise ValueError(fault)


def unrendered(value: Any) -> bool:
    """Whether a value is a text that says something only when it is rendered."""
    return isinstance(value, str) and ("{{" in value or "{%" in value)


def once_rendered(check: Callable[[Any], None]) -> AfterValidator:
    """A validator that tries a value, unless it is yet to be rendered."""

    def tried(value: Any) -> Any:
        if value is not None and not unrendered(value):
            check(value)
        return value

    return AfterValidator(tried)


def check_path(text: str) -> None:
    """Refuse what is no path of a site.

    Raises:
        ValueError: it does not begin with a slash, or leads to another host.
    """
    if not text.startswith("/") or text.startswith("//"):
        raise ValueError(f"write a path of the site that begins with /, not '{text}'")


Regex = Annotated[str, once_rendered(check_regex)]
Css = Annotated[str, once_rendered(check_css)]
XPathText = Annotated[str, once_rendered(check_xpath)]
Select = Annotated[str, once_rendered(check_select)]
Bound = Annotated[str, once_rendered(check_bound)]
"""A query of a check, which binds values by their names."""
SitePath = Annotated[str, once_rendered(check_path)]
Slashed = Annotated[str, once_rendered(check_slashed)]
"""A text, or a regular expression between slashes."""
SlashedValue = Annotated[Any, once_rendered(check_slashed)]
