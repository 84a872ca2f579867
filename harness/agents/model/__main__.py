"""``python -m harness.agents.model``: started by ``webarium eval --agent model:NAME``."""

from harness.agents.base import serve
from harness.agents.model.agent import ModelAgent

if __name__ == "__main__":
    serve(ModelAgent())
