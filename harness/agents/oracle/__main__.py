"""``python -m harness.agents.oracle``: started by ``webarium eval --agent oracle``."""

from harness.agents.base import serve
from harness.agents.oracle.agent import Oracle

if __name__ == "__main__":
    serve(Oracle())
