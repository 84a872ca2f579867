"""The pages: sites, calculator, scratchpad, and the notes as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, redirect, render_template, request, url_for

from home import notes, sites

application = Flask("home")
application.config.update(MAX_CONTENT_LENGTH=200_000, SEND_FILE_MAX_AGE_DEFAULT=3600)
application.jinja_env.trim_blocks = application.jinja_env.lstrip_blocks = True

KNOWN = sites.read()
PICTURES = {file.stem for file in (sites.Path(__file__).parent / "static" / "pictures").glob("*.svg")}
SHOWN_ON_HOME = 3
"""Newest notes on the first page."""

POLICY = "; ".join(
    ["default-src 'none'", "base-uri 'none'"]
    + [f"{kind} 'self'" for kind in ("script-src", "style-src", "img-src", "form-action")]
)


@application.before_request
def from_here() -> None:
    """Refuse forms that another site sends."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin and urlsplit(origin).netloc != request.host:
        abort(403)


@application.after_request
def closed(answer: Response) -> Response:
    """Nothing is loaded from elsewhere."""
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


@application.template_filter()
def moment(text: str) -> str:
    """2026-03-16 09:00:00 as 16 March 2026, 09:00."""
    return datetime.fromisoformat(text).strftime("%-d %B %Y, %H:%M")


@application.get("/")
def index() -> str:
    """All sites of the world, and who one is there."""
    who = sites.chosen_profiles(request.cookies.get("profiles", ""))
    entries = [
        {
            "name": site.name,
            "title": site.title,
            "description": site.description,
            "url": sites.address(site.name, request.host),
            "picture": site.name if site.name in PICTURES else "site",
            "who": site.profiles.get(who.get(site.name, "")),
            "accounts": bool(site.profiles),
        }
        for site in KNOWN
    ]
    return render_template("index.html", sites=entries, notes=notes.every()[:SHOWN_ON_HOME])


@application.get("/calculator")
def calculator() -> str:
    """The calculator; it works in the browser."""
    return render_template("calculator.html")


@application.get("/scratchpad")
def scratchpad() -> str:
    """All notes, or those that contain some words."""
    words = request.args.get("q", "").strip()
    return render_template("scratchpad.html", notes=notes.every(words), words=words, total=len(notes.every()))


def _given() -> tuple[str, str, str]:
    """Title and text of a form, and what is wrong with them."""
    title = " ".join(request.form.get("title", "").split())
    text = request.form.get("text", "").replace("\r\n", "\n").strip()
    return title, text, notes.problem(title, text)


@application.post("/scratchpad")
def add() -> Any:
    """Keep a new note."""
    title, text, problem = _given()
    if problem:
        page = render_template(
            "scratchpad.html", notes=notes.every(), total=len(notes.every()), words="",
            problem=problem, draft={"title": title, "text": text},
        )  # fmt: skip
        return page, 400
    number = notes.add(title, text)
    return redirect(url_for("scratchpad", _anchor=f"note-{number}"), 303)


def _note(number: int) -> dict[str, Any]:
    return notes.one(number) or abort(404)


@application.get("/scratchpad/<int:number>")
def edit(number: int) -> str:
    """One note, to be read or changed."""
    return render_template("note.html", note=_note(number))


@application.post("/scratchpad/<int:number>")
def save(number: int) -> Any:
    """Write a note anew."""
    note = _note(number)
    title, text, problem = _given()
    if problem:
        return render_template("note.html", note={**note, "title": title, "text": text}, problem=problem), 400
    notes.change(number, title, text)
    return redirect(url_for("scratchpad", _anchor=f"note-{number}"), 303)


@application.post("/scratchpad/<int:number>/delete")
def delete(number: int) -> Any:
    """Throw a note away."""
    _note(number)
    notes.delete(number)
    return redirect(url_for("scratchpad"), 303)


@application.get("/api/notes")
def notes_as_data() -> dict[str, Any]:
    """All notes as JSON."""
    return {"notes": notes.every(request.args.get("q", ""))}


@application.get("/api/sites")
def sites_as_data() -> dict[str, Any]:
    """The sites as JSON."""
    return {
        "sites": [
            {"name": site.name, "title": site.title, "url": sites.address(site.name, request.host)}
            for site in KNOWN
        ]
    }


@application.get("/health/")
def health() -> dict[str, Any]:
    """Whether pages work."""
    return {"notes": len(notes.every())}


@application.get("/favicon.ico")
def favicon() -> Any:
    """The mark of the house."""
    return redirect(url_for("static", filename="favicon.svg"), 301)


@application.errorhandler(404)
@application.errorhandler(403)
def trouble(error: Any) -> tuple[str, int]:
    """What is not there, or may not be done."""
    return render_template("trouble.html", error=error), error.code
