"""Comparing addresses: scheme, host, path and query each for itself."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit, urlunsplit

from evaluators.pairing import paired


def glob(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern whole; ``*`` stands for any characters, nothing else is special."""
    first, *others = pattern.split("*")
    if not others:
        return text == pattern
    if not text.startswith(first):
        return False
    rest = text[len(first) :]
    for part in others[:-1]:
        _, found, rest = rest.partition(part) if part else ("", "*", rest)
        if not found:
            return False
    return rest.endswith(others[-1])


def parts_of(url: str) -> SplitResult | None:
    """The parts of an address; None for a text that is none, such as ``http://[broken/``."""
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _terms(query: str, ignore: Iterable[str]) -> list[tuple[str, str]]:
    ignored = set(ignore)
    return sorted((k, v) for k, v in parse_qsl(query, keep_blank_values=True) if k not in ignored)


def _path(path: str) -> str:
    return unquote(path).rstrip("/") or "/"


def difference(expected: str, actual: str, ignore: Iterable[str] = ()) -> str | None:
    """What makes an address another than expected, in words; None when it is the same.

    Order of query terms, a slash at the end and the fragment do not matter; terms named in ``ignore``
    are left out on both sides. ``*`` in the expected path and in query values stands for anything;
    as a term of its own it allows more terms, and alone asks for one at least.
    """
    ignore = list(ignore)
    want, have = parts_of(expected), parts_of(actual)
    if want is None or have is None:
        return f"{expected if want is None else actual} is no address"
    if want.scheme != have.scheme:
        return f"the scheme is {have.scheme or 'missing'}, not {want.scheme}"
    if want.netloc.lower() != have.netloc.lower():
        return f"the site is {have.netloc or 'missing'}, not {want.netloc}"
    if not glob(_path(want.path), _path(have.path)):
        return f"the path is {_path(have.path)}, not {_path(want.path)}"
    wanted, found = _terms(want.query, ignore), _terms(have.query, ignore)
    more = ("*", "") in wanted
    wanted = [term for term in wanted if term != ("*", "")]
    if more and not wanted and not found:
        return "there is no query"
    pairs = paired([[key == k and glob(value, v) for k, v in found] for key, value in wanted])
    for index, (key, value) in enumerate(wanted):
        if index not in pairs:
            return f"the query lacks {key}={value}"
    rest = [term for index, term in enumerate(found) if index not in pairs.values()]
    if rest and not more:
        return "the query has more than expected: " + ", ".join(f"{k}={v}" for k, v in rest)
    return None


def without_terms(url: str, ignore: Iterable[str]) -> str:
    """The address without the query terms that mean nothing on its site."""
    parts, ignored = parts_of(url), set(ignore)
    if not ignored or parts is None or not parts.query:
        return url
    kept = [term for term in parts.query.split("&") if unquote(term.split("=", 1)[0]) not in ignored]
    return urlunsplit(parts._replace(query="&".join(kept)))


def visited(pattern: str, urls: Iterable[str], ignore: Iterable[str] = ()) -> bool:
    """Whether one of the addresses fits a pattern; a pattern without a query accepts any query."""
    ignore = list(ignore)
    for url in urls:
        plain = url.split("#", 1)[0]
        if "?" not in pattern:
            plain = plain.split("?", 1)[0]
        if difference(pattern, plain, ignore) is None:
            return True
    return False
