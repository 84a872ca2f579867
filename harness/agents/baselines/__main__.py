"""``python -m harness.agents.baselines NAME [SHARE]``: started by ``webarium eval --agent NAME``."""

import sys

from harness.agents.base import serve
from harness.agents.baselines.degraded import DEGRADED
from harness.agents.baselines.policies import POLICIES

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    serve(DEGRADED[name](float(arguments[0])) if name in DEGRADED else POLICIES[name]())
