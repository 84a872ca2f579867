"""What is the same for all episodes of a run."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from harness.agents.naming import AgentSpec
from harness.browser.observation import Mode, View
from harness.browser.otr import Represents
from harness.browser.window import DESKTOP, PROFILES
from harness.episode.limits import Limits
from tasks.formats import Told
from tasks.model import Task

Keep = Literal["never", "failed", "always"]


@dataclass(frozen=True)
class EpisodeSettings:
    """What is the same for all episodes of a run.

    Args:
        view: what the agent sees.
        limits: when an episode is ended.
        answer_format: how much the agent is told of the answer that a task asks for.
        trace: whose Playwright trace is kept.
        har: whose HAR is kept.
        screenshots: whether each step's screenshot is kept (the report shows them).
        html: whether each step's HTML is kept.
        check_resets: whether every site's state digest is compared with the pristine one after each reset.
        dom: whether each step's DOM is kept, with numbers and boxes (data sets want it).
        whole_page: whether each step's page is kept whole, as MHTML and as tree, whatever of it is seen
            (demonstrations want it).
    """

    view: View = field(default_factory=View)
    limits: Limits = field(default_factory=Limits)
    answer_format: Told = "full"
    trace: Keep = "never"
    har: Keep = "never"
    screenshots: bool = True
    html: bool = True
    check_resets: bool = False
    dom: bool = False
    whole_page: bool = False

    @property
    def at_once(self) -> frozenset[Mode]:
        """What is taken beside the tree.

        An agent that is shown the tree alone gets it as soon as it is there; what is kept besides is taken
        while the agent thinks.
        """
        if self.view.modes <= {"axtree"}:
            return frozenset()
        kept: tuple[tuple[Mode, bool], ...] = (("screenshot", self.screenshots), ("html", self.html))
        return frozenset(mode for mode, wanted in kept if wanted)

    def of(self, task: Task) -> EpisodeSettings:
        """These settings with the window that a task says it is done in, whatever the run's is."""
        if task.window is None:
            return self
        return replace(self, view=replace(self.view, window=PROFILES[task.window]))

    def represents(self, intent: str) -> Represents | None:
        """Who makes the text of the observation ``otr`` in an episode; None where it is not shown."""
        if "otr" not in self.view.modes:
            return None
        from harness.ranker.otr import Representation  # its arithmetic takes time to load

        return Representation(intent, self.view.otr)

    def to_json(self) -> dict[str, Any]:
        """For manifest and configuration hash."""
        return {
            "observation": sorted(self.view.modes),
            "scope": self.view.scope,
            "window": str(self.view.window),
            "marks": self.view.marks,
            "otr": self.view.otr.to_json() if "otr" in self.view.modes else None,
            "limits": self.limits.to_json(),
            "answer_format": self.answer_format,
            "trace": self.trace,
            "har": self.har,
            "screenshots": self.screenshots,
            "html": self.html,
            "check_resets": self.check_resets,
            "dom": self.dom,
            "mhtml": self.whole_page,
        }


def config_of(agent: AgentSpec, settings: EpisodeSettings) -> str:
    """Twelve hexadecimal digits of what may change an agent's result: itself, its view, its limits."""
    shown = {key: settings.to_json()[key] for key in ("observation", "scope", "limits")}
    if settings.view.window != DESKTOP:
        shown["window"] = str(settings.view.window)
    if settings.view.marks:
        shown["marks"] = True
    if "otr" in settings.view.modes:
        shown["otr"] = settings.view.otr.identity
    if settings.answer_format != "none":  # runs from before there was any telling keep their digest
        shown["answer_format"] = settings.answer_format
    content = json.dumps([agent.config, shown], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:12]
