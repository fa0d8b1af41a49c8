"""Say what a march in several drags may come to, by the reference's own layers.

The reference marches a unit once a phase. A player may go on with the hexes that are left: of those by
which the unit can have come, the fewest count, for each number of hexes of the road that it has used.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.model.moving import MovementMode
from validators.rules.bits import members
from validators.rules.changing import replace
from validators.rules.marching import allowance, layers_of
from validators.rules.pieces import put
from validators.rules.setting import Setting
from validators.rules.state import State


@dataclass(frozen=True, slots=True)
class March:
    """The march of one unit in this phase so far."""

    steps: tuple[int | None, ...]
    """By hexes of the road used: the fewest steps, or None where it can't have come so."""
    takes: tuple[int, ...] = ()
    """The sets of places that its last drag may have taken, as few as may be."""
    ready: bool = True
    """Whether it may still attack."""


def mode_of(setting: Setting, state: State, unit: int) -> MovementMode | None:
    """Return how a unit marches in this phase, or None where it doesn't."""
    return next((mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1), None)


def leg(setting: Setting, state: State, unit: int, so_far: March | None, goal: int) -> March | None:
    """Return the march with one more drag, or None where no way leads there."""
    mode = mode_of(setting, state, unit)
    if mode is None:
        return None
    begun = so_far.steps if so_far is not None else (0,)
    attacking = allowance(setting, state, unit, mode)
    steps: dict[int, int] = {}
    takes: set[int] = set()
    for step, layers in enumerate(layers_of(setting, state, unit, mode, attacking + mode.bonus, begun)):
        for used, layer in enumerate(layers):
            for taken, hexes in layer.items():
                if hexes >> goal & 1:
                    steps.setdefault(used, step)
                    takes.add(taken)
    if not steps:
        return None
    fewest = min(taken.bit_count() for taken in takes)
    roads = 1 + (mode.road.hexes if mode.road is not None else 0)
    return March(
        tuple(steps.get(used) for used in range(roads)),
        tuple(sorted(taken for taken in takes if taken.bit_count() == fewest)),
        min(steps.values()) <= attacking,
    )


def ends(setting: Setting, state: State, unit: int, so_far: March | None) -> int:
    """Return all hexes that a next drag may lead to, the unit's own left out."""
    mode = mode_of(setting, state, unit)
    if mode is None:
        return 0
    found = 0
    begun = so_far.steps if so_far is not None else (0,)
    most = allowance(setting, state, unit, mode) + mode.bonus
    for layers in layers_of(setting, state, unit, mode, most, begun):
        for layer in layers:
            for hexes in layer.values():
                found |= hexes
    return found & ~(1 << state.where[unit])


def after_leg(setting: Setting, state: State, unit: int, march: March, goal: int, taken: int) -> State:
    """Return the state after the last drag of a march, which took these places."""
    bit = 1 << unit
    moved = put(setting, state, unit, goal, taken, state.acted | bit)
    return replace(moved, barred=moved.barred & ~bit if march.ready else moved.barred | bit)


def owned_by(setting: Setting, march: March, owners: dict[str, str], side: str) -> int:
    """Return which of the sets of places was taken, as the table shows them."""
    for taken in march.takes:
        if all(owners.get(setting.board.ids[n]) == side for n in members(taken)):
            return taken
    return march.takes[0]
