"""Asking the sites' supervisors through the gateway's control port."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx

from reset.endpoint import Endpoint
from reset.errors import SiteError
from reset.plan import GATEWAY
from reset.sitectl.api import FILE
from reset.world.watch import Watch
from sites.files import why_no_json

NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: without it httpx reads all authorities from disk, 20 ms for each client."""

UNREACHED = (502, 503, 504)
"""What the gateway answers in a site's place."""

READY_TIMEOUT = 240.0
"""Seconds in which a site must be ready."""

SILENT_TIMEOUT = 60.0
"""Seconds in which its control port must say something: it answers from the first second, ready or not."""

CALL_TIMEOUT = 300.0
"""Seconds that a call may take."""

HEALTH_TIMEOUT = 5.0
"""Seconds that one question after a site's health may take; another site's must not wait for it."""


@dataclass(frozen=True)
class ResetReport:
    """What a reset did.

    Args:
        sites: by site: was_clean, restored, files, seconds (inside the container), lsn.
        seconds: wall time of the whole reset.
    """

    sites: dict[str, dict[str, Any]]
    seconds: float


class Control:
    """The control ports of one world.

    Args:
        endpoint: of the gateway.
        tokens: by site.
        watch: what tells more when a site does not answer.
    """

    def __init__(self, endpoint: Endpoint, tokens: Mapping[str, str], watch: Watch) -> None:
        self._tokens = dict(tokens)
        self._pool = ThreadPoolExecutor(max_workers=max(4, len(tokens)), thread_name_prefix="control")
        self._watch = watch
        self._client = httpx.Client(
            base_url=f"http://{'gateway' if endpoint.path else endpoint}",
            transport=httpx.HTTPTransport(verify=NO_AUTHORITIES, uds=endpoint.path or None),
            timeout=httpx.Timeout(CALL_TIMEOUT, connect=10),
            trust_env=False,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def ask(
        self,
        method: str,
        site: str,
        call: str,
        body: Mapping[str, Any] | None = None,
        seconds: float = CALL_TIMEOUT,
    ) -> Any:
        """One call, once: what the answer's JSON says, or the bytes of a file.

        Raises:
            httpx.TransportError: nobody answers.
            SiteError: the site refuses.
        """
        answer = self._client.request(
            method,
            f"/{site}/{call}",
            json=body,
            headers={"Authorization": f"Bearer {self._tokens[site]}"},
            timeout=httpx.Timeout(seconds, connect=min(seconds, 10)),
        )
        if answer.status_code in UNREACHED:
            raise httpx.RemoteProtocolError(f"the gateway answers {answer.status_code}")
        if answer.status_code == 401:
            raise SiteError(
                f"{site} refuses the token of its control port",
                remedy="an attached world's file must have the WEBARIUM_TOKEN that it was started with",
            )
        if answer.status_code == 200 and answer.headers.get("Content-Type") == FILE:
            return answer.content
        data = answer.json()
        if answer.status_code != 200:
            raise self._watch.trouble(site, f"refused {call.partition('?')[0]}: {data.get('error')}")
        return data

    def call(self, method: str, site: str, call: str, body: Mapping[str, Any] | None = None) -> Any:
        """One call.

        Raises:
            SiteError: the site refuses, is dead, or does not answer.
        """
        try:
            return self.ask(method, site, call, body)
        except (httpx.TransportError, json.JSONDecodeError) as error:
            self._watch.alive(GATEWAY, site)
            why = why_no_json(error) if isinstance(error, ValueError) else error
            what = f"does not answer {call.partition('?')[0]} ({why})"
            raise self._watch.trouble(site, what) from error

    def everywhere(
        self, method: str, call: str, body: Mapping[str, Any], sites: Collection[str] | None = None
    ) -> dict[str, Any]:
        """One call to every site, or to those of ``sites``, at the same time: what each answers."""
        those = [site for site in self._tokens if sites is None or site in sites]
        if len(those) == 1:
            return {site: self.call(method, site, call, body) for site in those}
        asked = {site: self._pool.submit(self.call, method, site, call, body) for site in those}
        return {site: future.result() for site, future in asked.items()}

    def reset(self, now: str) -> ResetReport:
        """Return every site to pristine, its clock to ``now``; clean ones are not restored."""
        started = time.monotonic()
        found = self.everywhere("POST", "reset", {"now": now})
        return ResetReport(found, time.monotonic() - started)

    def await_ready(self, say: Callable[[str], None]) -> None:
        """Wait until every site is ready.

        Args:
            say: gets a line for each.

        Raises:
            SiteError: a part is dead, or a site says nothing, or is not ready in time.
        """
        started = time.monotonic()
        heard = dict.fromkeys(self._tokens, started)
        waiting = set(self._tokens)
        while waiting:
            self._watch.alive(GATEWAY)
            for site in sorted(waiting):
                self._watch.alive(site)
                try:
                    health = self.ask("GET", site, "health", seconds=HEALTH_TIMEOUT)
                except (
                    httpx.TransportError,
                    SiteError,
                    json.JSONDecodeError,
                ):  # no site speaks
                    if time.monotonic() - heard[site] > SILENT_TIMEOUT:
                        what = f"has not answered for {SILENT_TIMEOUT:.0f} s"
                        raise self._watch.trouble(site, what) from None
                    continue
                heard[site] = time.monotonic()
                if health["ready"]:
                    waiting.remove(site)
                    say(f"{site} is ready")
            if waiting:
                if time.monotonic() - started > READY_TIMEOUT:
                    what = f"is not ready within {READY_TIMEOUT:.0f} s"
                    raise self._watch.trouble(sorted(waiting)[0], what)
                time.sleep(0.05)
