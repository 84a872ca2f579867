"""Which world is attacked: the default one, or WEBARIUM_INTEGRITY_SEED's, after `webarium worlds new`."""

from __future__ import annotations

import os

from sites.seeds import DEFAULT_SEED
from tasks.editions import Edition

EDITION = Edition.of(os.environ.get("WEBARIUM_INTEGRITY_SEED") or str(DEFAULT_SEED))
