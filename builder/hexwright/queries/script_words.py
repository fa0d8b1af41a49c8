"""Hold the words that modules' scripts and saved games use for values of the data.

Modules keep them through changes of the data format: their scripts and saved games must stay readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ROUNDING: Final[Mapping[str, str]] = {"kept": "kept", "down": "dropped", "up": "raised"}
"""How fractions are rounded."""
