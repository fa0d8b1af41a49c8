"""Define the order of the steps at the start of a phase, before any player decides anything.

The rules engine and the module's turn-tracking piece both use this order.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

PhaseStartStep = Literal[
    "leaving",  # units that leave the game at the end of the previous turn
    "situations",  # tests of situations; a side may win by one
    "claims",  # automatic victory by places
    "event",  # a die roll that is due
    "supply",  # supply for movement, and for combat until the next test
    "orders",  # recovery, and units that can't return any more
    "replacements",  # replacement points received
]
"""A step at the start of a phase."""
PHASE_START_STEPS: Final[tuple[PhaseStartStep, ...]] = get_args(PhaseStartStep)
"""All steps, in order."""
EVERY_PHASE: Final = ""
"""The key of the steps that belong to phases of all kinds."""
