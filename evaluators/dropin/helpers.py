"""The helper functions that WebArena's task files name: ``func:reddit_get_post_url('__last_url__')``.

A call is read with Python's parser and looked up in a closed table; nothing is evaluated. Helpers that asked
a live site in the original take their value from what was recorded with the outcome.
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass

from evaluators.trajectories.files import FormatError
from evaluators.urls import parts_of

PREFIX = "func:"
#: Stands for the page itself among a call's arguments.
PAGE = object()

#: Helpers whose value only the live site knew.
RECORDED = frozenset(
    {
        "shopping_get_latest_order_url",
        "shopping_get_sku_latest_review_author",
        "shopping_get_sku_latest_review_rating",
    }
)


@dataclass(frozen=True)
class Call:
    """A helper's name and its arguments: texts, or ``PAGE``."""

    name: str
    arguments: tuple[object, ...]

    @property
    def key(self) -> str:
        """The call as it is looked up among an outcome's helpers, whatever its quotes."""
        shown = ["__page__" if argument is PAGE else repr(argument) for argument in self.arguments]
        return f"{self.name}({', '.join(shown)})"


def parse_call(text: str) -> Call:
    """The call that a text like ``func:name('a', __page__)`` describes.

    Raises:
        FormatError: when it is anything but one call with plain arguments.
    """
    source = text.removeprefix(PREFIX).strip()
    try:
        node = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise FormatError(f"{text!r} is not a call of a helper function") from error
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
        raise FormatError(f"{text!r} is not a call of a helper function")
    return Call(node.func.id, tuple(_argument(argument, text) for argument in node.args))


def _argument(node: ast.expr, text: str) -> object:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
        return str(node.value)
    if isinstance(node, ast.Name) and node.id == "__page__":
        return PAGE
    raise FormatError(f"{text!r}: arguments of a helper function are texts or __page__")


def reddit_get_post_url(url: str) -> str:
    """The address of the post that an address lies in (``/f/<forum>/<id>/...``), else the address itself."""
    parts = parts_of(url)
    steps = parts.path.split("/") if parts else []
    if parts is None or len(steps) < 4 or steps[1] != "f":
        return url
    return f"{parts.scheme}://{parts.netloc}/f/{steps[2]}/{steps[3]}/"


def member_role_expression(account: str) -> str:
    """JavaScript for the role of an account in a project's table of members (``gitlab_get_project_...``)."""
    name = json.dumps(f"@{account}")
    return f"""(() => {{
  const accounts = [...document.querySelectorAll("td[data-label='Account'] span.gl-avatar-labeled-sublabel")];
  const row = accounts.findIndex((element) => element.outerText === {name});
  return document.querySelectorAll("td.col-max-role span")[row].outerText;
}})()"""
