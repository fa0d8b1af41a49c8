"""The two tiers of tests: the quick one, which a plain `pytest` runs, and all of them."""

from __future__ import annotations

import os
from typing import Final

ALL: Final = os.environ.get("HEXWRIGHT_TESTS") == "all"
"""Whether tests marked `slow` run too, and every walk and position that a test names (`make test-all`)."""
