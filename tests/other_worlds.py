"""The other worlds with which generators are tested: a few in every run, sixty in `make seeds`."""

from __future__ import annotations

import os

SEEDS = range(1, 1 + int(os.environ.get("WEBARIUM_TEST_WORLDS", "5")))
