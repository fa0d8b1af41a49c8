"""Map values of the data format to the words that modules' scripts and saved games use.

If the data format changes, these words stay the same, so that scripts and saved games remain readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ROUNDING: Final[Mapping[str, str]] = {"kept": "kept", "down": "dropped", "up": "raised"}
"""For each way of rounding fractions in the data, the word that scripts use."""
