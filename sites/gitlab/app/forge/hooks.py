"""Git's hooks, answered by the running application.

Pagure's hook imports all of Pagure in a new process, three times a push, 1.2 s of CPU each. Here git starts
`bin/hook`, a script without imports worth the name, which sends what git told it over a socket; a thread of
the application runs the same checks and actions. Of three hooks two are left: `update` repeats `pre-receive`.
"""

from __future__ import annotations

import json
import logging
import os
import pkgutil
import socketserver
import threading
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from forge import chance

SOCKET = Path("/tmp/smithy-hooks.sock")  # noqa: S108 - the container's own
KINDS = ("pre-receive", "post-receive")

log = logging.getLogger(__name__)
_local = threading.local()


def say(*words: object, sep: str = " ", end: str = "\n", **_: Any) -> None:
    """`print` of Pagure's hooks: what the person who pushes reads."""
    spoken = getattr(_local, "spoken", None)
    if spoken is not None:
        spoken.append(sep.join(map(str, words)) + end)


def run(kind: str, changes: dict[str, tuple[str, str]], env: dict[str, str]) -> tuple[int, str]:
    """Run one hook of a push.

    Args:
        kind: pre-receive or post-receive.
        changes: (old id, new id) by ref.
        env: the environment that git gave the hook.

    Returns:
        Exit code and what to print.
    """
    import pagure.lib.git
    import pagure.lib.model_base
    import pagure.lib.query
    from pagure.hooks import run_project_hooks

    _local.spoken = []
    # in pre-receive new objects lie in quarantine: programs that look at them need git's variables
    _local.env = {**os.environ, **{key: value for key, value in env.items() if key.startswith("GIT_")}}
    folder = os.path.abspath(env["GIT_DIR"])
    chance.reseed(kind, folder, *sorted(changes.items()))
    session = pagure.lib.model_base.create_session()
    try:
        repotype, username, namespace, name = pagure.lib.git.get_repo_info_from_path(folder)
        project = pagure.lib.query._get_project(session, name, user=username, namespace=namespace)
        if project is None:
            return 1, f"{folder} belongs to no project\n"
        request = env.get("pull_request_uid")
        run_project_hooks(
            session,
            env.get("GL_USER"),
            project,
            kind,
            repotype,
            folder,
            changes,
            env.get("internal") == "yes",
            pagure.lib.query.get_request_by_uid(session, request) if request else None,
        )
        code = 0
    except SystemExit as end:
        code = int(end.code or 0) if not isinstance(end.code, str) else 1
    except Exception as error:
        log.warning("hook %s of %s failed: %s", kind, folder, traceback.format_exc())
        say(f"the hook failed: {error}")
        code = 1
    finally:
        session.remove()
    return code, "".join(_local.spoken)


class _Answer(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        given = json.loads(self.rfile.readline())
        changes = {}
        for line in given["input"].splitlines():
            old, new, ref = line.split(" ", 2)
            changes[ref] = (old, new)
        code, text = run(given["kind"], changes, given["env"])
        self.wfile.write(f"{code}\n{text}".encode())


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True


def serve() -> None:
    """Answer hooks in threads of this process from now on."""
    SOCKET.unlink(missing_ok=True)
    server = _Server(str(SOCKET), _Answer)
    threading.Thread(target=server.serve_forever, name="hooks", daemon=True).start()


def install() -> None:
    """Let what Pagure's hooks print reach the person who pushes, and their git programs see quarantine."""
    import pagure.hooks
    import pagure.lib.git
    import pagure.lib.git_auth
    from sitekit.patches import replace

    modules = [pagure.lib.git_auth, pagure.hooks]
    for found in pkgutil.iter_modules(pagure.hooks.__path__, "pagure.hooks."):
        if not found.ispkg:
            modules.append(import_module(found.name))
    for module in modules:
        module.print = say  # a global of that name comes before the built-in one

    plain = pagure.lib.git.read_output

    def read_output(cmd: Any, abspath: Any, *args: Any, **options: Any) -> Any:
        env = getattr(_local, "env", None)
        if env is not None:
            options.setdefault("env", env)
        return plain(cmd, abspath, *args, **options)

    replace(pagure.lib.git, "read_output", read_output, of="155e59bed433")
