"""Say what a march in several drags may come to, by the reference's own layers.

The reference marches a unit once a phase. A player may go on with the hexes that are left: of the ways by
which the unit can have come, those of the fewest steps count, for each number of hexes of the road used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.geometry.bits import members
from builder.model.ids import SideId
from builder.model.moving import MovementMode
from validators.rules.changing import replace
from validators.rules.marching import Ends, allowance, layers_of, road_of
from validators.rules.pieces import put
from validators.rules.setting import Setting
from validators.rules.state import State

Steps = tuple[int | None, ...]
"""By hexes of the road used: the fewest steps, or None where no way has used so many."""
STILL: Steps = (0,)


@dataclass(frozen=True, slots=True)
class March:
    """The march of one unit in this phase so far."""

    steps: Steps = STILL
    before_attack: Steps = STILL
    """The same of the ways after which it may attack."""
    taken: int = 0
    """The places that its last drag took."""

    @property
    def ready(self) -> bool:
        """Tell whether it may still attack."""
        return any(steps is not None for steps in self.before_attack)


def _layers(
    setting: Setting, state: State, unit: int, so_far: March, *, attacking: bool
) -> Iterator[list[Ends]]:
    mode = _mode(setting, state, unit)
    if mode is not None:
        most = allowance(setting, state, unit, mode) + (0 if attacking else mode.bonus)
        road = road_of(setting, state, unit, mode, attacking=attacking)
        spent = so_far.before_attack if attacking else so_far.steps
        yield from layers_of(setting, state, unit, mode, most, road, spent)


def _mode(setting: Setting, state: State, unit: int) -> MovementMode | None:
    return next((mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1), None)


def _fewest(layers: Sequence[list[Ends]], goal: int) -> list[int]:
    """Return the sets of places, as few as may be, that ways to a hex take."""
    sets = {taken for step in layers for layer in step for taken, hexes in layer.items() if hexes >> goal & 1}
    least = min((taken.bit_count() for taken in sets), default=0)
    return sorted(taken for taken in sets if taken.bit_count() == least)


def _steps(layers: Sequence[list[Ends]], goal: int, taken: int) -> Steps:
    """Return the fewest steps to a hex by ways that take no other places."""
    found: dict[int, int] = {}
    for number, step in enumerate(layers):
        for used, layer in enumerate(step):
            if any(hexes >> goal & 1 and not places & ~taken for places, hexes in layer.items()):
                found.setdefault(used, number)
    return tuple(found.get(used) for used in range(len(layers[0]))) if layers else ()


def legs(setting: Setting, state: State, unit: int, so_far: March, goal: int) -> tuple[March, ...]:
    """Return the march with one more drag, for each set of places that it may take; none if it can't be.

    It takes as few as it can, but rather more than lose its attack.
    """
    free = list(_layers(setting, state, unit, so_far, attacking=False))
    bound = list(_layers(setting, state, unit, so_far, attacking=True))
    return tuple(
        March(_steps(free, goal, taken), _steps(bound, goal, taken), taken)
        for taken in _fewest(bound, goal) or _fewest(free, goal)
    )


def ends(setting: Setting, state: State, unit: int, so_far: March) -> int:
    """Return all hexes that a next drag may lead to, the unit's own left out."""
    found = 0
    for layers in _layers(setting, state, unit, so_far, attacking=False):
        for layer in layers:
            for hexes in layer.values():
                found |= hexes
    return found & ~(1 << state.where[unit])


def as_shown(setting: Setting, found: Sequence[March], owners: Mapping[str, SideId], side: SideId) -> March:
    """Return the march whose places the table shows as taken."""
    for march in found:
        if all(owners.get(setting.board.ids[n]) == side for n in members(march.taken)):
            return march
    return found[0]


def after_leg(setting: Setting, state: State, unit: int, march: March, goal: int) -> State:
    """Return the state after the last drag of a march."""
    bit = 1 << unit
    moved = put(setting, state, unit, goal, march.taken, state.acted | bit)
    return replace(moved, barred=moved.barred & ~bit if march.ready else moved.barred | bit)
