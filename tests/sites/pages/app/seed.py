"""An empty guest book with one greeting."""

import os
import sqlite3
import time

with sqlite3.connect(os.path.join(os.environ["SITE_FILES"], "book.sqlite")) as book:
    book.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT, made REAL)")
    book.execute("INSERT INTO entry (text, made) VALUES ('Welcome', ?)", (time.time(),))
