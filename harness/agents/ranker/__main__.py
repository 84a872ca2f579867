"""``python -m harness.agents.ranker FILE``: started by ``webarium eval --agent ranker:FILE``."""

import sys
from pathlib import Path

from harness.agents.base import serve
from harness.agents.ranker.agent import RankerAgent

if __name__ == "__main__":
    serve(RankerAgent(Path(sys.argv[1])))
