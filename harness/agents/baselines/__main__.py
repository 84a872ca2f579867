"""``python -m harness.agents.baselines NAME [SHARE]``: started by ``webarium eval --agent NAME``."""

import sys

from harness.agents.base import serve
from harness.agents.baselines.noisy import NoisyOracle
from harness.agents.baselines.policies import POLICIES

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    serve(NoisyOracle(float(arguments[0])) if name == NoisyOracle.NAME else POLICIES[name]())
