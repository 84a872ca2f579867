"""``junit.xml``: the form in which CI systems show tests."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from harness.report.run import Run

# XML 1.0 forbids these even when escaped; an answer may hold them.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(run: Run, path: Path) -> None:
    """Write one test case an episode; failures carry the verdicts of the checks that failed."""
    overall = run.overall
    suite = ET.Element(
        "testsuite",
        name=f"webarium {run.name}",
        tests=str(overall.total),
        failures=str(overall.failed),
        errors=str(overall.errors),
        time=f"{sum(e.line.get('seconds') or 0 for e in run.episodes):.3f}",
    )
    for episode in run.episodes:
        folder, _, rest = episode.line["task_id"].partition(".")
        trial = episode.line.get("trial", 0)
        case = ET.SubElement(
            suite,
            "testcase",
            classname=folder,
            name=f"{rest} trial {trial}" if trial else rest,
            time=f"{episode.line.get('seconds') or 0:.3f}",
        )
        if episode.status == "failed":
            failed = [check for check in episode.verdict.get("checks", []) if not check.get("passed")]
            message = "; ".join(_clean(check.get("why") or check.get("check") or "") for check in failed)
            ET.SubElement(case, "failure", message=message[:500] or "failed").text = _clean(
                "\n\n".join(
                    "\n".join(
                        [c.get("check", ""), f"expected: {c.get('expected')}", f"found: {c.get('found')}"]
                    )
                    for c in failed
                )
            )
        elif episode.status == "error":
            ET.SubElement(case, "error", message=_clean(str(episode.line.get("error") or "error"))[:500])
    ET.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
