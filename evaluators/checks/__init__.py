"""The kinds of check, one module each; importing this package registers them."""

from . import answer, api, changes, node, page, request, sql, url  # noqa: F401
