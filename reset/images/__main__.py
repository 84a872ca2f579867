"""`python -m reset.images [site...]`: build and say so."""

from __future__ import annotations

import sys

from reset.images import build
from sites.spec import all_sites, load_site

for one in build(
    [load_site(name) for name in sys.argv[1:]] or all_sites(), lambda line: print(line, flush=True)
):
    print(f"{one.size / 1e6:7.0f} MB  {one.tag}")
