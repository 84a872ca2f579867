"""What the keeper of an agent is told: the command, its user, its environment and its jail."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from harness.agents import jail, keeper, proxy
from harness.agents.naming import AgentError, AgentSpec, known, program_of
from harness.agents.places import jail_for
from harness.temporary import folder_for, remove
from sites.spec import ROOT

_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
_TRIAL = 'for file; do [ -r "$file" ] || { echo "$file"; exit 3; }; done'
_TRIAL_SECONDS = 30.0
WITHOUT = "or let the agent see and reach all that its user may: --agent-jail off"


def account_of(spec: AgentSpec) -> pwd.struct_passwd | None:
    """The account to change to; None where the harness is not root, or the agent is to be root.

    Raises:
        AgentError: in the jail nobody is root.
    """
    if os.geteuid() != 0:
        return None
    account = known(spec.user) if spec.user else None
    if spec.jail == "on" and (account is None or account.pw_uid == 0):
        raise AgentError("In the jail no agent is root", remedy="name another user: --agent-user")
    return account


def orders_for(
    spec: AgentSpec, *, folder: Path, account: pwd.struct_passwd | None, secret: Sequence[Path] = ()
) -> keeper.Orders:
    """The orders of a keeper.

    Args:
        spec: of the agent.
        folder: the agent's own, of ``folder_for``.
        account: of its user.
        secret: folders it must not see, besides those that none sees.

    Raises:
        WebariumError: the jail cannot be had, or files of the agent lead to where it may not look.
    """
    ids = (account.pw_uid, account.pw_gid) if account else None
    if spec.jail != "on":
        return keeper.Orders(spec.command, account=ids)
    if not jail.is_installed():
        raise no_jail("there is no `bwrap`")
    command = [program_of(spec.command), *spec.command[1:]]
    outer = folder.parent
    stage = outer / "stage"
    stage.mkdir(mode=0o755, exist_ok=True)
    holds = jail_for(
        command,
        folder=outer,
        ids=ids or (os.getuid(), os.getgid()),
        network=spec.network,
        binds=spec.binds,
        secret=secret,
        files=[os.environ[name] for name in _FILES if name in os.environ],
    )
    return keeper.Orders(command, account=ids, jail=holds, stage=str(stage))


def environment_of(spec: AgentSpec, folder: Path) -> dict[str, str]:
    """The variables that an agent gets."""
    names = (*_PASSED_ON, *spec.environment)
    passed = {name: os.environ[name] for name in names if name in os.environ}
    home, temporary = str(folder), str(folder)
    if spec.jail == "on":
        home, temporary = jail.HOME, "/tmp"  # noqa: S108 - the jail's own
        passed |= proxy.environment(jail.PORT) if spec.network else {}
        if spec.command[0] == sys.executable:  # whose environment may be that of another checkout
            passed["PYTHONPATH"] = str(ROOT)
    return {
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",  # an agent that walks through a set walks the same way in every run
        **passed,
        "HOME": home,
        "TMPDIR": temporary,
    }


def try_jail(spec: AgentSpec) -> None:
    """Make the jail of an agent once and see in it what the agent's command names.

    Raises:
        WebariumError: there is no jail, its user may not read something there, or files of the agent lead to
            where it may not look.
    """
    account = account_of(spec)
    folder = folder_for("agent")
    try:
        if account:
            os.chown(folder, account.pw_uid, account.pw_gid)
        orders = orders_for(spec, folder=folder, account=account)
        needed = [one for one in orders.command if Path(one).is_file()]
        trial = replace(orders, command=["/bin/sh", "-c", _TRIAL, "sh", *needed])
        process, _ = keeper.start(
            trial, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            env=environment_of(spec, folder),
        )  # fmt: skip
        try:
            said, told = process.communicate(timeout=_TRIAL_SECONDS)
        except subprocess.TimeoutExpired as error:
            process.terminate()
            process.communicate()
            raise no_jail(f"it was not made within {_TRIAL_SECONDS:g} s") from error
    except OSError as error:
        raise no_jail(str(error.strerror)) from error
    finally:
        remove(folder)
    if process.returncode == 3:
        who = account.pw_name if account else "its user"
        raise AgentError(
            f"In the jail {who} may not read {said.decode('utf-8', 'replace').strip()}",
            remedy=f"let all users read the file and its folder (chmod -R o+rX), {WITHOUT}",
        )
    if process.returncode != 0:
        lines = told.decode("utf-8", "replace").strip().splitlines()
        raise no_jail(lines[-1] if lines else f"bwrap ended with code {process.returncode}")


def no_jail(why: str) -> AgentError:
    """The error of a jail that cannot be had."""
    return AgentError(
        f"The jail for the agent cannot be had: {why}",
        remedy="install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap) and allow user namespaces, "
        + WITHOUT,
    )
