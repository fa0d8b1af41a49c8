"""Say in which order things happen as a phase begins, before anybody decides anything.

The rules reference takes the order of its steps from here, and so does the piece of the module that follows
the turn.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

Beginning = Literal[
    "leaving",  # who leaves the game as the turn before is over
    "situations",  # what stays as it was judged; a side may win by it
    "claims",  # whether a side has won by places
    "event",  # a die that is due
    "supply",  # how units stand for their moves, and for battles until their next
    "orders",  # who recovers, and who can't come back any more
    "replacements",  # what a side receives
]
"""A step of the beginning of a phase."""
BEGINNINGS: Final[tuple[Beginning, ...]] = get_args(Beginning)
"""All of them, in the order in which they happen."""
EVERY_PHASE: Final = ""
"""What has a step for phases of all kinds."""
