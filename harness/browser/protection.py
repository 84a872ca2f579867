"""How far Chromium is shut in: as a user of its own and in its own sandbox, where the machine allows them.

Pages hold what anybody wrote into a site. Where the harness is root, Chromium runs as a user that no account
has, so that neither may it touch what is root's nor an agent (who is nobody) touch Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError

USER = 65_525  # number of Chromium's user and group, where the harness is root
STARTER = Path(__file__).parent / "start_chromium.sh"
_REFUSED = ("No usable sandbox", "sandboxing failed")
_refused: set[Path] = set()  # Chromiums of this machine that have been found to get no sandbox


@dataclass(frozen=True)
class Protection:
    """What keeps Chromium apart from the machine.

    Args:
        as_root: it runs as root; else as a user without rights.
        sandbox: it shuts in the processes that draw pages.
        lacking: why there is not more, for people; empty when nothing lacks.
    """

    as_root: bool
    sandbox: bool
    lacking: str = ""

    def __str__(self) -> str:
        user = "root" if self.as_root else "an unprivileged user"
        return f"as {user}, {'in its own sandbox' if self.sandbox else 'without a sandbox'}"

    def launch_options(self, executable: Path, folder: Path, downloads: Path) -> dict[str, Any]:
        """Arguments for Playwright's ``launch``.

        Args:
            executable: the Chromium.
            folder: its own; for what it keeps besides its profile.
            downloads: a folder in that one; it need not be there.
        """
        downloads.mkdir(exist_ok=True)
        environment = {
            # The headless shell knows no --no-proxy-server; it goes by these variables alone.
            name: value
            for name, value in os.environ.items()
            if not name.lower().endswith("_proxy")
        }
        environment |= {"WEBARIUM_START": str(executable), "WEBARIUM_START_BY": sys.executable}
        if os.geteuid() == 0 and not self.as_root:
            environment |= {"WEBARIUM_START_AS": str(USER), "HOME": str(folder), "TMPDIR": str(folder)}
            for path in (folder, downloads):
                os.chown(path, USER, USER)
        return {
            "executable_path": STARTER,
            "chromium_sandbox": self.sandbox,
            "downloads_path": downloads,
            "env": environment,
        }


def protection_for(executable: Path) -> Protection:
    """The best there is for a Chromium, as far as is known before it has been started.

    Args:
        executable: the Chromium.
    """
    if os.geteuid() == 0 and (why := _bound_to_root(executable)):
        return Protection(as_root=True, sandbox=False, lacking=f"Chromium runs as root: {why}")
    if executable in _refused:
        why = "the kernel allows no user namespaces, and the package `chromium-sandbox` is not installed"
        return Protection(as_root=False, sandbox=False, lacking=f"Chromium has no sandbox: {why}")
    return Protection(as_root=False, sandbox=True)


def note_refusal(executable: Path, error: PlaywrightError) -> bool:
    """Whether Chromium did not start for want of a sandbox; ``protection_for`` knows it from then on."""
    refused = executable not in _refused and any(sign in error.message for sign in _REFUSED)
    if refused:
        _refused.add(executable)
    return refused


def _bound_to_root(executable: Path) -> str:
    """Why Chromium cannot be another user; empty when it can."""
    setpriv = shutil.which("setpriv")
    if not setpriv:
        return "there is no `setpriv` to change its user with"
    change = [setpriv, f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "test"]
    for test, place, why in (
        ("-n", "any", "this root may not become another user"),
        ("-x", str(executable), f"other users may not run {executable}"),
        ("-x", tempfile.gettempdir(), f"other users have no use of {tempfile.gettempdir()}"),
    ):
        if subprocess.run([*change, test, place], capture_output=True, check=False).returncode:
            return why
    return ""
