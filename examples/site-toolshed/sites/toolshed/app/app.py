"""The toolshed as a WSGI application: tools, one tool, my loans; borrowing and bringing back are POSTs."""

import os
import re
from datetime import datetime
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs

import pymysql
from jinja2 import Environment, FileSystemLoader

DAYS = (1, 3, 7)
TOOLS = (
    "SELECT tool.id, title, deposit, owner_id, name AS owner, street, loan.id IS NULL AS free"
    " FROM tool JOIN person ON person.id = owner_id"
    " LEFT JOIN loan ON loan.tool_id = tool.id AND loan.returned IS NULL"
)
page = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True).get_template("page.html")


class Request:
    """One request: its form, its connection, who sent it (None: a guest)."""

    def __init__(self, environ):
        self.method = environ["REQUEST_METHOD"]
        self.path = environ["PATH_INFO"]
        length = int(environ.get("CONTENT_LENGTH") or 0)
        text = environ["wsgi.input"].read(length).decode() if length else environ["QUERY_STRING"]
        self.form = {key: values[0] for key, values in parse_qs(text).items()}
        self.database = pymysql.connect(
            unix_socket=os.environ["DB_SOCKET"],
            user=os.environ["DB_USER"],
            password=os.environ["DB_PASSWORD"],
            database=os.environ["DB_NAME"],
            charset="utf8mb4",
            autocommit=True,
            cursorclass=pymysql.cursors.DictCursor,
        )
        cookie = SimpleCookie(environ.get("HTTP_COOKIE", "")).get("toolshed")
        found = self.ask("SELECT id, name FROM person WHERE session = %s", cookie.value) if cookie else ()
        self.me = found[0] if found else None

    def ask(self, sql, *values):
        with self.database.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()


def tools(request):
    words = request.form.get("q", "")
    found = request.ask(TOOLS + " WHERE title LIKE %s ORDER BY title, owner", f"%{words}%")
    return {"view": "tools", "title": "Tools", "tools": found, "words": words}


def tool(request, number):
    found = request.ask(TOOLS + " WHERE tool.id = %s", number)
    return {"view": "tool", "title": found[0]["title"], "tool": found[0], "days": DAYS} if found else None


def loans(request):
    mine = request.ask(
        "SELECT loan.id, title, days, begun, returned FROM loan JOIN tool ON tool.id = tool_id"
        " WHERE borrower_id = %s ORDER BY begun DESC, loan.id DESC",
        request.me["id"] if request.me else 0,
    )
    return {"view": "loans", "title": "My loans", "loans": mine}


def borrow(request, number):
    """Lend a tool that is free to somebody who does not own it."""
    days = int(request.form["days"])
    free = request.ask(TOOLS + " WHERE tool.id = %s AND loan.id IS NULL", number)
    if request.me and free and free[0]["owner_id"] != request.me["id"] and days in DAYS:
        request.ask(
            "INSERT INTO loan (tool_id, borrower_id, days, begun) VALUES (%s, %s, %s, %s)",
            number,
            request.me["id"],
            days,
            datetime.now(),
        )
    return "/loans/"


def bring_back(request, number):
    request.ask(
        "UPDATE loan SET returned = %s WHERE id = %s AND borrower_id = %s AND returned IS NULL",
        datetime.now(),
        number,
        request.me["id"] if request.me else 0,
    )
    return "/loans/"


ADDRESSES = (
    ("GET", r"/(?:health/)?", tools),
    ("GET", r"/tools/(\d+)/", tool),
    ("GET", r"/loans/", loans),
    ("POST", r"/tools/(\d+)/borrow", borrow),
    ("POST", r"/loans/(\d+)/return", bring_back),
)


def application(environ, start_response):
    """Call a view; it returns data for the page, an address to go on to, or None where there is no page."""
    request = Request(environ)
    found = None
    with request.database:
        for method, pattern, view in ADDRESSES:
            match = re.fullmatch(pattern, request.path)
            if match and method == request.method:
                found = view(request, *match.groups())
                break
    if isinstance(found, str):
        start_response("303 See Other", [("Location", found)])
        return [b""]
    status = "200 OK" if found else "404 Not Found"
    start_response(status, [("Content-Type", "text/html; charset=utf-8")])
    return [page.render(me=request.me, **(found or {"view": "", "title": "Not found"})).encode()]
