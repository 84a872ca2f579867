"""Fill the notebook: notes with tags and a full-text index, one attachment, one session."""

import json
import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pymysql

TABLES = """
CREATE TABLE person (id INT AUTO_INCREMENT PRIMARY KEY, username VARCHAR(30) UNIQUE, name VARCHAR(60));
CREATE TABLE note (id INT AUTO_INCREMENT PRIMARY KEY, owner_id INT NOT NULL, title VARCHAR(100), body TEXT,
  price DECIMAL(10,2), made DATETIME(6), views INT NOT NULL DEFAULT 0, picture VARBINARY(40),
  FULLTEXT KEY words (title, body), FOREIGN KEY (owner_id) REFERENCES person (id));
CREATE TABLE tag (id INT AUTO_INCREMENT PRIMARY KEY, note_id INT NOT NULL, word VARCHAR(30),
  UNIQUE KEY once (note_id, word), FOREIGN KEY (note_id) REFERENCES note (id) ON DELETE CASCADE);
CREATE TABLE session (token CHAR(32) PRIMARY KEY, person_id INT NOT NULL, ends DATETIME);
CREATE TABLE far (id BIGINT UNSIGNED PRIMARY KEY, word VARCHAR(30));
CREATE TABLE visit (path VARCHAR(50), seen DATETIME);
"""


def main(count: int) -> None:
    connection = pymysql.connect(
        unix_socket=os.environ["DB_SOCKET"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database=os.environ["DB_NAME"],
        charset="utf8mb4",
    )
    now = datetime.now()
    with connection.cursor() as cursor:
        for statement in TABLES.split(";"):
            if statement.strip():
                cursor.execute(statement)
        cursor.executemany(
            "INSERT INTO person (username, name) VALUES (%s, %s)",
            [("nora", "Nora Peters"), ("otto", "Otto Ränge's")],
        )
        notes = [
            (
                1 + n % 2,
                f"Note {n}",
                f"Buy {n} apples, 50% off",
                f"{n}.50",
                now - timedelta(hours=n),
                bytes([n % 256, 0]),
            )
            for n in range(1, count + 1)
        ]
        cursor.executemany(
            "INSERT INTO note (owner_id, title, body, price, made, picture) VALUES (%s, %s, %s, %s, %s, %s)",
            notes,
        )
        cursor.executemany(
            "INSERT INTO tag (note_id, word) VALUES (%s, %s)",
            [(n, word) for n in range(1, count + 1) for word in ("list", "home")],
        )
        cursor.execute("INSERT INTO session VALUES (%s, 1, %s)", ("5" * 32, now + timedelta(days=14)))
        # beyond 2^53 neighbours are one and the same number to whoever counts in floating point
        cursor.executemany(
            "INSERT INTO far VALUES (%s, %s)", [(2**63 + 2**40 + n, f"far {n}") for n in range(600)]
        )
        cursor.executemany("INSERT INTO visit VALUES (%s, %s)", [("/", now), ("/", now), ("/about", now)])
    connection.commit()
    folder = Path(os.environ["SITE_FILES"]) / "attachments"
    (folder / "thumbs").mkdir(parents=True)
    (folder / "plan.txt").write_text("Plan A\n")
    cookies = [{"name": "session", "value": "5" * 32, "path": "/"}]
    Path(os.environ["SITE_SESSIONS"]).write_text(json.dumps({"nora": {"cookies": cookies}}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
