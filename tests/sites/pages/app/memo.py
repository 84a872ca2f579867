"""A counter over TCP, one word a connection: add, get, flush; job and pending stand for a queue."""

import socketserver

kept = {"count": 0, "jobs": 0}


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        word = self.rfile.readline().decode().strip()
        if word == "add":
            kept["count"] += 1
        elif word == "job":
            kept["jobs"] += 1
        elif word == "done":
            kept["jobs"] -= 1
        elif word == "flush":
            kept["count"] = kept["jobs"] = 0
        self.wfile.write(f"{kept['jobs' if word == 'pending' else 'count']}\n".encode())


class Server(socketserver.TCPServer):
    allow_reuse_address = True


Server(("127.0.0.1", 7000), Handler).serve_forever()
