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

METADATA_BUTTONS = tuple(
    (f'<a class="{classes}', f'<a role="button" aria-label="{name}" class="{classes}')
    for classes, name in (
        (
            "btn btn-outline-primary border-0 btn-sm issue-metadata-display editmetadatatoggle",
            "Edit metadata",
        ),
        ("btn btn-outline-secondary border-0 btn-sm issue-metadata-form hidden editmetadatatoggle", "Cancel"),
    )
)
"""Two icons that change between what an issue or a request is like and the form to change it."""

AFTER_MILESTONE = "{{form.milestone}}\n         </fieldset>\n        {% endif %}\n"
"""Where the last field of a new issue ends."""

EDITS: dict[str, tuple[tuple[str, str], ...]] = {
    "master.html": (
        ("filename='pagure-logo.png'", "filename='logo.svg'"),
        ('<img height="40"', '<img height="28"'),
        (">My Public Profile</a>", ">My Profile</a>"),
    ),
    "new_issue.html": (
        *(
            (
                f'<label class="mb-1 pl-1"> <i class="fa fa-fw {icon}"></i>',
                f'<label class="mb-1 pl-1" for="{field}"> <i class="fa fa-fw {icon}"></i>',
            )
            for icon, field in (
                ("fa-user-plus", "assignee"),
                ("fa-tag", "tag"),
                ("fa-bolt", "priority"),
                ("fa-map-signs", "milestone"),
            )
        ),
        (AFTER_MILESTONE, AFTER_MILESTONE + '{% include "smithy/due_date.html" %}'),
    ),
    "issue.html": (
        *METADATA_BUTTONS,
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
    "repo_pull_request.html": (
        *METADATA_BUTTONS,
        (
            "<label><strong>Assignee</strong></label>",
            '<label for="assignee"><strong>Assignee</strong></label>',
        ),
        (
            '<label class="mb-1"><i class="fa fa-fw fa-tag">',
            '<label class="mb-1" for="tag"><i class="fa fa-fw fa-tag">',
        ),
    ),
    "edit_file.html": (
        ("lineNumbers: true", 'lineNumbers: true, screenReaderLabel: "File content"'),
        (
            '<select name="branch" class="c-select">',
            '<select name="branch" class="c-select" aria-label="Branch">',
        ),
        *(
            (
                f'<input type="radio" name="braction" value="{value} />{words}',
                f'<label><input type="radio" name="braction" value="{value} /> {words}</label>',
            )
            for value, words in (('existing" checked', "Existing branch"), ('new"', "New branch"))
        ),
    ),
    "file.html": (
        (
            '      <div class="bg-light border text-right pr-2 py-1">\n          <a ',
            '      <div class="bg-light border text-right pr-2 py-1">\n'
            '          {% include "smithy/new_file_link.html" %}\n          <a ',
        ),
    ),
    # nothing reads these fragments, and whether a browser gives their link the focus depends on its haste
    "repo_stats.html": tuple(
        (f"      window.location.hash = '{part}'\n", "") for part in ("issues", "authors", "commits")
    ),
    "settings.html": tuple(
        (f'class="form-control" name="{field}"', f'class="form-control" id="{name}" name="{field}"')
        for field, name in (("description",) * 2, ("url",) * 2, ("avatar_email", "avatar"), ("tags",) * 2)
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
    from sitekit.patches import replace

    plain = flask.flash

    def flash(message: Any, category: str = "message") -> None:
        plain(say_it_so(message), category)

    replace(flask, "flash", flash, of="fe914ad6bb46")
