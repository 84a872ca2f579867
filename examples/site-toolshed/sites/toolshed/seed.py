"""Fill the toolshed from one number: neighbours, their tools, loans of the last weeks, one session.

python3 -m sites.toolshed.seed 1
"""

import json
import os
import random
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pymysql

from sites.world_data import draw_names

TABLES = """
CREATE TABLE person (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(60) UNIQUE, street VARCHAR(60),
  session CHAR(32) UNIQUE);
CREATE TABLE tool (id INT AUTO_INCREMENT PRIMARY KEY, owner_id INT NOT NULL, title VARCHAR(60),
  deposit DECIMAL(6,2), FOREIGN KEY (owner_id) REFERENCES person (id));
CREATE TABLE loan (id INT AUTO_INCREMENT PRIMARY KEY, tool_id INT NOT NULL, borrower_id INT NOT NULL,
  days INT NOT NULL, begun DATETIME NOT NULL, returned DATETIME,
  FOREIGN KEY (tool_id) REFERENCES tool (id), FOREIGN KEY (borrower_id) REFERENCES person (id))
"""
TITLES = (
    "Belt sander", "Chainsaw", "Circular saw", "Cordless drill", "Extension ladder", "Hedge trimmer",
    "Lawn mower", "Post hole digger", "Pressure washer", "Tile cutter", "Wallpaper steamer", "Wood splitter",
)  # fmt: skip
STREETS = ("Gartenweg", "Lindenstraße", "Am Teich", "Mühlenberg")
OWNERS = 3  # of each kind of tool
NEIGHBOURS = 20
LOANS = 30
SESSION = "7" * 32


def main(seed: int) -> None:
    """Write everything in the order of its keys; one seed gives the same rows every time."""
    rng = random.Random(seed)
    now = datetime.fromisoformat(os.environ["EPOCH"].removesuffix("Z"))
    names = ["Ida Brandt", *(f"{given} {family}" for given, family in draw_names(rng, NEIGHBOURS))]
    people = [
        (name, f"{rng.choice(STREETS)} {rng.randrange(1, 60)}", None if number else SESSION)
        for number, name in enumerate(names)
    ]
    tools = []
    for title in TITLES:
        owners = rng.sample(range(2, len(people) + 1), OWNERS)
        tools += [
            (owner, title, amount)
            for owner, amount in zip(owners, rng.sample(range(10, 100, 5), OWNERS), strict=True)
        ]
    loans = []
    for number, tool in enumerate(rng.choices(range(1, len(tools) + 1), k=LOANS)):
        owner = tools[tool - 1][0]
        borrower = rng.choice([one for one in range(1, len(people) + 1) if one != owner])
        days, begun = rng.choice((1, 3, 7)), now - timedelta(days=8 * (LOANS - number))
        loans.append((tool, borrower, days, begun, begun + timedelta(days=days)))
    loans[-1] = (*loans[-1][:3], now - timedelta(days=1), None)  # somebody has this one now
    connection = pymysql.connect(
        unix_socket=os.environ["DB_SOCKET"],
        user=os.environ["DB_USER"],
        password=os.environ["DB_PASSWORD"],
        database=os.environ["DB_NAME"],
        charset="utf8mb4",
    )
    with connection.cursor() as cursor:
        for statement in TABLES.split(";"):
            cursor.execute(statement)
        cursor.executemany("INSERT INTO person (name, street, session) VALUES (%s, %s, %s)", people)
        cursor.executemany("INSERT INTO tool (owner_id, title, deposit) VALUES (%s, %s, %s)", tools)
        cursor.executemany(
            "INSERT INTO loan (tool_id, borrower_id, days, begun, returned) VALUES (%s, %s, %s, %s, %s)",
            loans,
        )
    connection.commit()
    cookies = [{"name": "toolshed", "value": SESSION, "path": "/"}]
    Path(os.environ["SITE_SESSIONS"]).write_text(json.dumps({"ida": {"cookies": cookies}}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
