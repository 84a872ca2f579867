"""A notebook as a WSGI application, answering in plain text; `hits` is what a worker's memory would leak."""

import os
import time
import urllib.request
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qs

import pymysql

FILES = Path(os.environ["SITE_FILES"]) / "attachments"
hits = 0


def connect():
    return pymysql.connect(
        unix_socket=os.environ["DB_SOCKET"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database=os.environ["DB_NAME"],
        charset="utf8mb4",
        autocommit=True,
    )


def ask(sql, *values):
    with connect() as connection, connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def index(given, cookies):
    name = ask(
        "SELECT name FROM session JOIN person ON person.id = person_id WHERE token = %s AND ends > %s",
        cookies.get("session", ""),
        datetime.now(),
    )
    count = ask("SELECT COUNT(*) FROM note")[0][0]
    return f"{name[0][0] if name else 'nobody'} sees {count} notes"


def memory(given, cookies):
    global hits
    hits += 1
    return str(hits)


def add(given, cookies):
    ask(
        "INSERT INTO note (owner_id, title, body, made) VALUES (1, %s, 'new words', %s)",
        given["title"],
        datetime.now(),
    )
    ask("INSERT INTO tag (note_id, word) SELECT MAX(id), 'fresh' FROM note")
    return "added"


def twice(given, cookies):
    try:
        ask("INSERT INTO tag (note_id, word) VALUES (1, 'list')")
    except pymysql.err.IntegrityError:
        return "refused"
    return "added"


def delete(given, cookies):
    ask("DELETE FROM note WHERE id = %s", given["id"])
    return "deleted"


def view(given, cookies):
    ask("UPDATE note SET views = views + 1 WHERE id = %s", given["id"])
    return "seen"


def upload(given, cookies):
    (FILES / "more").mkdir(exist_ok=True)
    (FILES / "more" / "new.txt").write_text("new")
    (FILES / "plan.txt").write_text("Plan B\n")
    (FILES / "thumbs" / "x.png").write_bytes(b"x")
    return "stored"


def alter(given, cookies):
    ask("ALTER TABLE note ADD COLUMN extra INT, DROP COLUMN price")
    ask("CREATE TABLE fresh (id INT PRIMARY KEY)")
    ask("DROP TABLE session")
    return "altered"


def many(given, cookies):
    ask("UPDATE note SET body = CONCAT(body, ' and more')")
    return "changed"


def now(given, cookies):
    return f"{datetime.now().isoformat()} {time.time():.0f} {ask('SELECT NOW()')[0][0].isoformat()}"


def search(given, cookies):
    return str(ask("SELECT COUNT(*) FROM note WHERE MATCH (title, body) AGAINST (%s)", given["q"])[0][0])


def fetch(given, cookies):
    try:
        with urllib.request.urlopen(given["url"], timeout=1.5) as answer:
            return f"got {answer.status}"
    except OSError as error:
        return f"unreachable {error}"


def slow(given, cookies):
    ask("SELECT SLEEP(%s)", float(given["seconds"]))
    return "done"


def late(given, cookies):
    time.sleep(float(given["seconds"]))
    return add(given, cookies)


def escape(given, cookies):
    """Leaves a process behind that belongs to nobody and writes later."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            late(given, cookies)
        os._exit(0)
    os.wait()
    return "escaped"


def fill(given, cookies):
    with (FILES / "big.bin").open("wb") as stream:
        for _ in range(int(given["megabytes"])):
            stream.write(os.urandom(2**20))
    return "filled"


PAGES = {
    f"/{page.__name__}": page
    for page in (
        *(memory, add, twice, delete, view, upload, alter, many, now, search, fetch, slow),
        *(late, escape, fill),
    )
}


def application(environ, start_response):
    given = {key: values[0] for key, values in parse_qs(environ["QUERY_STRING"]).items()}
    pairs = (part.strip().partition("=") for part in environ.get("HTTP_COOKIE", "").split(";"))
    cookies = {name: value for name, _, value in pairs}
    page = PAGES.get(environ["PATH_INFO"], index)
    text = page(given, cookies)
    start_response("200 OK", [("Content-Type", "text/plain; charset=utf-8")])
    return [f"{text}\n".encode()]
