"""The positions of examples: the units that they list and, if asked for, all others of the set-up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.figures.figure_counters import MOST_SHOWN
from hexwright.render.canvas import Box
from hexwright.render.map.sheet.sheet_plan import SheetPlan

_CUT: Final = 0.48
"""The distance from the frame in widths of a hex within which counters would be cut."""


def example_position(game: Game, example: Example) -> tuple[ExampleUnit, ...]:
    """Return all units of an example: first the others of the set-up, if any, then those that it lists."""
    if not example.whole_setup:
        return example.units
    listed = {one.unit for one in example.units}
    scenario = next(one for one in game.scenarios if one.id == example.scenario)
    others = (
        ExampleUnit(unit, hex_id, scenario.shown_step(unit))
        for hex_id, unit in sorted(scenario.setup.standing)
        if unit not in listed
    )
    return (*others, *example.units)


def counters_within(
    plan: SheetPlan, window: Box, position: Iterable[ExampleUnit], always: Collection[HexId] = ()
) -> tuple[ExampleUnit, ...]:
    """Return the counters of a position that a part of the map shows whole, at most six in a hex.

    The last ones of the position lie on top. The hexes `always` have counters wherever they are.
    """
    whole = window.inset(plan.layout.hex_width * _CUT)
    return _uppermost(
        one for one in position if one.hex in always or whole.holds_point(plan.layout.centre(one.hex))
    )


def counters_cut(
    plan: SheetPlan, window: Box, position: Iterable[ExampleUnit], shown: Iterable[ExampleUnit]
) -> tuple[ExampleUnit, ...]:
    """Return the counters of a position that the edge of a part of the map may cut, at most six in a hex.

    `shown` are those that are shown whole.
    """
    near, held = window.inset(-plan.layout.hex_width * _CUT), {one.hex for one in shown}
    return _uppermost(
        one for one in position if one.hex not in held and near.holds_point(plan.layout.centre(one.hex))
    )


def by_hex(units: Iterable[ExampleUnit]) -> dict[HexId, list[ExampleUnit]]:
    """Return units by their hex, in their order."""
    found: dict[HexId, list[ExampleUnit]] = {}
    for one in units:
        found.setdefault(one.hex, []).append(one)
    return found


def _uppermost(units: Iterable[ExampleUnit]) -> tuple[ExampleUnit, ...]:
    """Return the last units of each hex, as many as a figure shows, in the order of hexes."""
    return tuple(one for _, stack in sorted(by_hex(units).items()) for one in stack[-MOST_SHOWN:])
