"""Move units by hexes before they attack: the allowance, hexes for those that don't attack, and the road."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from builder.geometry.bits import members
from builder.geometry.lines import way_name
from builder.model.moving import MovementMode
from validators.rules.setting import Setting
from validators.rules.state import State

Ends = dict[int, int]
"""Enemy places taken on the way, as a set of hexes → the hexes where the unit may end."""


def allowance(setting: Setting, state: State, unit: int, mode: MovementMode) -> int:
    """Return how many hexes a unit may move in this phase and then attack, the road left aside."""
    pace = setting.paces[mode.id, setting.weather_now(state), unit, state.steps[unit]]
    return max(0, pace.allowance + setting.phases[state.phase].allowance)


def march(setting: Setting, state: State, unit: int, mode: MovementMode, *, attacking: bool) -> Ends:
    """Return where a unit may end its move, by the enemy places it takes.

    `attacking` asks for the moves after which it may attack; a weather may leave them one direction of the
    road alone. One step along the road counts beside the
    allowance. A hex costs one point, whatever its terrain.
    """
    steps = allowance(setting, state, unit, mode) + (0 if attacking else mode.bonus)
    road = road_of(setting, state, unit, mode, attacking=attacking)
    found: Ends = {}
    for layers in layers_of(setting, state, unit, mode, steps, road):
        for layer in layers:
            for taken, hexes in layer.items():
                found[taken] = found.get(taken, 0) | hexes
    return _named(found, 1 << state.where[unit])


def layers_of(
    setting: Setting,
    state: State,
    unit: int,
    mode: MovementMode,
    steps: int,
    road: str | None,
    spent: Sequence[int | None] = (0,),
) -> Iterator[list[Ends]]:
    """Yield what is reached with no step, with one, and so on, by hexes of the road used.

    `road` names the way along which the road is used. `spent` holds, by hexes of the road used, the steps
    that the unit has made already to where it stands.
    """
    side = setting.side_of[unit]
    start = 1 << state.where[unit]
    open_hexes = setting.board.every & ~setting.enemies(state, side)
    foreign = setting.places & ~state.owned[side] & open_hexes
    layers: list[Ends] = [{} for _ in range(1 + (mode.road.hexes if mode.road is not None else 0))]
    for step in range(steps + 1):
        if step:
            layers = [_spread(setting.board.around, layer, open_hexes, foreign) for layer in layers]
        for layer, used in zip(layers, spent, strict=False):
            if used == step:
                layer[0] = layer.get(0, 0) | start
        _along_road(setting, road, layers, open_hexes, foreign)
        yield layers


def road_of(setting: Setting, state: State, unit: int, mode: MovementMode, *, attacking: bool) -> str | None:
    """Return the name of the way along which a unit has further hexes; None for none."""
    if mode.road is None:
        return None
    weather = setting.weather_now(state) if attacking else ""
    toward = (
        effect.road_toward
        for effect in mode.weather
        if effect.weather == weather
        and setting.under(effect.under)
        and (not effect.classes or setting.class_of[unit] in effect.classes)
        and effect.road_toward is not None
    )
    return way_name(mode.road.line, next(toward, None))


def _along_road(
    setting: Setting, road: str | None, layers: list[Ends], open_hexes: int, foreign: int
) -> None:
    """Add to each layer what one step along the road makes of the layer before."""
    if road is None:
        return
    links = setting.board.links[road]

    def linked(hexes: int) -> int:
        beside = 0
        for number in members(hexes):
            beside |= links[number]
        return beside

    for used in range(1, len(layers)):
        for taken, hexes in _spread(linked, layers[used - 1], open_hexes, foreign).items():
            layers[used][taken] = layers[used].get(taken, 0) | hexes


def _spread(spread: Callable[[int], int], layer: Ends, open_hexes: int, foreign: int) -> Ends:
    """Go one hex on from a layer; entering an enemy place is noted."""
    after: Ends = {}
    for taken, hexes in layer.items():
        entered = spread(hexes) & open_hexes
        fresh = entered & foreign & ~taken
        if entered ^ fresh:
            after[taken] = after.get(taken, 0) | entered ^ fresh
        for number in members(fresh):
            now = taken | 1 << number
            after[now] = after.get(now, 0) | 1 << number
    return after


def _named(found: Ends, start: int) -> Ends:
    """Name each end by the places passed, the end hex itself left out."""
    named: Ends = {}
    for taken, hexes in found.items():
        for number in members(hexes & ~start):
            passed = taken & ~(1 << number)
            named[passed] = named.get(passed, 0) | 1 << number
    return named
