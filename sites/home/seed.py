"""Fills the scratchpad with notes.yaml, while the image is built."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

sys.path.insert(0, "/srv/home")
from home import notes

if __name__ == "__main__":
    notes.create()
    for note in yaml.safe_load((Path(__file__).parent / "notes.yaml").read_text()):
        notes.add(note["title"], note["text"], note["when"])
