"""A guest book over http.server: / lists, /add?text= writes, /count and /job talk to the counter.

/words lists a set, in the order in which Python happens to keep it. With /state/refuse it does not start,
with /state/unwell no page is made.
"""

import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from ask import ask

BOOK = os.path.join(os.environ["SITE_FILES"], "book.sqlite")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        given = parse_qs(address.query)
        with sqlite3.connect(BOOK) as book:
            if address.path == "/add":
                book.execute("INSERT INTO entry (text, made) VALUES (?, ?)", (given["text"][0], time.time()))
            text = "\n".join(row[0] for row in book.execute("SELECT text FROM entry"))
        if address.path == "/count":
            text = ask("add")
        elif address.path in ("/job", "/done"):
            text = ask(address.path[1:])
        elif address.path == "/words":
            text = " ".join({"ash", "beech", "elm", "larch", "lime", "maple", "oak", "rowan"})
        body = f"{text}\n".encode()
        self.send_response(503 if os.path.exists("/state/unwell") else 200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if os.path.exists("/state/refuse"):
    sys.exit("refused")
ThreadingHTTPServer(("0.0.0.0", int(os.environ["HTTP_PORT"])), Handler).serve_forever()
