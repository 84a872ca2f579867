"""`ask.py WORD`: one word to the counter, its answer on standard output."""

import socket
import sys


def ask(word):
    with socket.create_connection(("127.0.0.1", 7000), timeout=5) as client:
        client.sendall(f"{word}\n".encode())
        return client.makefile().readline().strip()


if __name__ == "__main__":
    print(ask(sys.argv[1]))
