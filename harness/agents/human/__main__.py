"""``python -m harness.agents.human``: started by ``webarium eval --agent human``."""

from harness.agents.base import serve
from harness.agents.human.console import Console, HumanAgent
from harness.agents.human.settings import port_of

if __name__ == "__main__":
    serve(HumanAgent(Console(port_of())))
