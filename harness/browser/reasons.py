"""Why an action did nothing, in words for whoever acted."""

from __future__ import annotations

from playwright.sync_api import Error as PlaywrightError

STARVED = "the page did not react in time"


def reason_of(error: PlaywrightError) -> str:
    """Playwright's message without its call log, but with what covered the element."""
    lines = [line.strip(" -") for line in error.message.splitlines() if line.strip()]
    cover = next((line for line in lines if "intercepts pointer events" in line), None)
    if cover:
        return (
            f"something else covers it: {cover.split(' from ')[0].replace(' intercepts pointer events', '')}"
        )
    for sign, reason in (
        ("element is not visible", "it is not visible"),
        ("element is not enabled", "it is not enabled"),
        ("element is not editable", "it takes no text"),
        ("element is not stable", "it does not stop moving"),
        ("outside of the viewport", "it cannot be scrolled into view"),
        ("did not find some options", "it has no such option"),
        ("option being selected is not enabled", "that option is disabled"),
        ("locator resolved to", STARVED),
        ("waiting for locator", "it is no longer there"),
        ("", STARVED),
    ):
        if any(sign in line for line in lines) and "Timeout" in lines[0]:
            return reason
    first = lines[0] if lines else "unknown"
    return (
        first.split(": ", 1)[1] if first.startswith(("Locator.", "Page.", "Keyboard.", "Mouse.")) else first
    )
