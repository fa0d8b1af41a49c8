"""Let the referee do what happens as a phase begins, in the order of `PHASE_START_STEPS`.

Triggers of one key act in the order in which their traits are given, so each step is given in its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.phase_start_steps import PHASE_START_STEPS, PhaseStartStep
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import orders, replacements, situations, supply, victory

STEPS: Final[Mapping[PhaseStartStep, Callable[[Game], Iterator[Trait]]]] = MappingProxyType(
    {
        "leaving": orders.leaving_traits,
        "situations": situations.referee_traits,
        "claims": victory.claim_traits,
        "event": victory.event_traits,
        "supply": supply.referee_traits,
        "orders": orders.referee_traits,
        "replacements": replacements.referee_traits,
    }
)
"""By step, what the referee needs for it: nothing in a game without it."""


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield all steps in their order."""
    for step in PHASE_START_STEPS:
        yield from STEPS[step](game)
