"""Small changes of Pagure's templates as they are read: words, local links, places for our own parts.

Each edit names what it replaces; a template in which that is missing is refused when it is compiled, which
the build of the image does with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jinja2

WORDS = (
    (re.compile(r"\bPull[ -]Request"), "Merge Request"),
    (re.compile(r"\bPull[ -]request"), "Merge request"),
    (re.compile(r"\bpull request"), "merge request"),
    (re.compile(r"(?<=[ >(])pull-request(s?)(?=[ .,<)])"), r"merge request\1"),
    (re.compile(r"\bPR(s?)\b(?=[\s<#])"), r"MR\1"),
    (re.compile(r"https://docs\.pagure\.org/[^\"' ]*"), "{{ url_for('smithy.help_page') }}"),
    (re.compile(r"\b[Pp]agure Logo\b"), "Smithy"),
    (re.compile(r"\bwelcome you to pagure\b"), "welcome you to Smithy"),
)
"""What people read: GitLab's words instead of Pagure's; addresses and identifiers stay Pagure's."""

EDITS: dict[str, tuple[tuple[str, str], ...]] = {
    "master.html": (
        ("filename='pagure-logo.png'", "filename='logo.svg'"),
        ('<img height="40"', '<img height="28"'),
        (">My Public Profile</a>", ">My Profile</a>"),
    ),
    "issue.html": (
        (
            "<strong>{{ field.name }}</strong>",
            "<strong>{{ field.name | replace('_', ' ') | capitalize }}</strong>",
        ),
        (
            '<label for="field"><strong> <i class="fa fa-fw fa-circle-o"></i>{{ field.name }}</strong>',
            '<label for="{{ field.name }}"><strong> <i class="fa fa-fw fa-circle-o"></i>'
            "{{ field.name | replace('_', ' ') | capitalize }}</strong>",
        ),
    ),
    "user_settings.html": (
        ('href="https://www.libravatar.org/accounts/login/"', "href=\"{{ url_for('smithy.status') }}\""),
        ("Change Avatar", "Edit status and profile"),
    ),
    "userprofile_master.html": (
        (
            "user.created | humanize }}</span>",
            'user.created | humanize }}</span>{% include "smithy/profile.html" %}',
        ),
    ),
    "new_project.html": (
        (
            '<input class="btn btn-primary" type="submit"',
            '{% include "smithy/licence.html" %}<input class="btn btn-primary" type="submit"',
        ),
        ("libravatar email address avatar email", "e-mail address that the avatar follows from"),
        ("Note that Pagure only supports mirroring from a public server.", ""),
    ),
}
"""Places in single templates, by exact text."""


def edited(name: str, text: str) -> str:
    """A template of Pagure with our changes.

    Raises:
        jinja2.TemplateError: a place that an edit names is not there.
    """
    for old, new in EDITS.get(name, ()):
        if old not in text:
            raise jinja2.TemplateError(f"{name} has no {old!r} to edit")
        text = text.replace(old, new)
    for pattern, new in WORDS:
        text = pattern.sub(new, text)
    return text


class EditedLoader(jinja2.BaseLoader):
    """Another loader whose templates are edited."""

    def __init__(self, inner: jinja2.BaseLoader) -> None:
        self.inner = inner

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        text, file, fresh = self.inner.get_source(environment, template)
        return edited(template, text), file, fresh

    def list_templates(self) -> list[str]:
        return self.inner.list_templates()


def say_it_so(text: Any) -> Any:
    """A message of Pagure's code in the same words."""
    if isinstance(text, str):
        for pattern, new in WORDS[:5]:
            text = pattern.sub(new, text)
    return text


def install() -> None:
    """Put Pagure's messages into the same words; `wsgi` wraps the loader once the application is there."""
    import flask

    plain = flask.flash
    flask.flash = lambda message, category="message": plain(say_it_so(message), category)
