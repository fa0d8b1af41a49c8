"""Carry out the turn marker's actions at the beginning of a phase, in the order of `PHASE_START_STEPS`.

VASSAL executes triggers with the same key in the order of their traits, so the traits have that order.
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
"""For each action, a function that yields the turn marker's traits.

It yields nothing if the game doesn't need the action.
"""


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits for all actions, in order."""
    for step in PHASE_START_STEPS:
        yield from STEPS[step](game)
