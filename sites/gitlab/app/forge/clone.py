"""Clone and push over HTTP: git's own CGI program behind Pagure's checks of who may."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO, Any

import flask

BLOCK = 65536


def serve_git(project: Any) -> flask.Response:
    """Answer one request of git's smart protocol for a project that the user may see (or push to).

    Takes the place of Pagure's function, which hands bytes to Werkzeug as the values of headers.
    """
    from pagure.config import config
    from pagure.ui.clone import _get_remote_user

    request = flask.request
    operation = "info/refs" if request.path.endswith("info/refs") else request.path.rpartition("/")[2]
    env = {
        **os.environ,
        "GIT_PROJECT_ROOT": config["GIT_FOLDER"],
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": f"/{project.path}/{operation}",
        "REQUEST_METHOD": request.method,
        "QUERY_STRING": request.query_string.decode(),
        "CONTENT_TYPE": request.content_type or "",
        "HTTP_CONTENT_ENCODING": request.content_encoding or "",
        "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        "REMOTE_ADDR": request.remote_addr or "",
    }
    user = _get_remote_user(project)
    if user:
        env |= {"REMOTE_USER": user, "GL_USER": user}
    with tempfile.TemporaryFile() as body:
        while block := request.stream.read(BLOCK):
            body.write(block)
        body.seek(0)
        process = subprocess.Popen(["git", "http-backend"], stdin=body, stdout=subprocess.PIPE, env=env)
    assert process.stdout is not None
    headers = dict(_headers(process.stdout))
    status = int(headers.pop("Status", "200").split()[0])
    return flask.Response(_rest(process), status=status, headers=headers, direct_passthrough=True)


def _headers(stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    while line := stream.readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        yield name, value.strip()


def _rest(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    assert process.stdout is not None
    with process.stdout:
        while block := process.stdout.read(BLOCK):
            yield block
    process.wait()


def install() -> None:
    """Take the place of Pagure's function."""
    import pagure.ui.clone
    from sitekit.patches import replace

    replace(pagure.ui.clone, "proxy_raw_git", serve_git, of="c89d51114093")
