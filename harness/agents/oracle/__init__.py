"""The oracle: plays a template's reference solution through the same observations and actions as an agent.

It is handed a task's intent, start, parameters and oracle, and nothing else: no checks, no reference values.
Where it is a process of its own, that process is in the jail, without a file of the checkout's answers.
Every target is resolved to an element of the current observation, so what it does an agent can do.

A variation makes wrong outcomes: ``{"with": {...}}`` other parameters, ``{"twice": true}``,
``{"skip": [n]}`` steps left out (from 1), ``{"function": name}`` another function of the Python oracle,
``{"steps": [...], "reference": {...}}`` other steps.
"""

from harness.agents.oracle.page import OracleError, Page
from harness.agents.oracle.player import Player

__all__ = ["OracleError", "Page", "Player"]
