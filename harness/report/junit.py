"""``junit.xml``: the form in which CI systems show tests."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from evaluators import Verdict
from harness.report.run import Episode, Run
from sites.files import write_bytes

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
        time=f"{sum(e.line.seconds for e in run.episodes):.3f}",
    )
    for episode in run.episodes:
        folder, _, rest = episode.line.task_id.partition(".")
        trial = episode.line.trial
        case = ET.SubElement(
            suite,
            "testcase",
            classname=folder,
            name=f"{rest} trial {trial}" if trial else rest,
            time=f"{episode.line.seconds:.3f}",
        )
        if episode.status == "failed":
            failed = [check for check in _checks(episode) if not check.passed]
            message = "; ".join(_clean(check.why or check.check) for check in failed)
            ET.SubElement(case, "failure", message=message[:500] or "failed").text = _clean(
                "\n\n".join(f"{c.check}\nexpected: {c.expected}\nfound: {c.found}" for c in failed)
            )
        elif episode.status == "error":
            ET.SubElement(case, "error", message=_clean(episode.line.error or "error")[:500])
    write_bytes(path, ET.tostring(suite, encoding="utf-8", xml_declaration=True))


def _checks(episode: Episode) -> list[Verdict]:
    return episode.verdict.checks if episode.verdict else []


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
