"""Print the map with hexes of another size, and tell whether counters leave room in them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span, advice_diagnostic
from hexwright.model.game import Game
from hexwright.model.ids import Mm
from hexwright.render.map.sheet.sheet_plan import plan_sheet

_CROWDED: Final = 0.85
"""The share of a hex's width from which counters leave too little room for fingers."""
_ROOMY: Final = 0.8
"""The share of a hex's width that counters have in published games, at most: half an inch on 16 mm."""
_LONGEST: Final = 5080.0
"""The longest side in mm that programs show of a page: 200 inches."""


def with_hexes_of(game: Game, hex_mm: float) -> Game:
    """Return a game whose map has hexes of another width in mm; raise `InputError` if no sheet holds them."""
    grid = replace(game.hexmap.grid, hex_mm=Mm(hex_mm))
    larger = replace(game, hexmap=replace(game.hexmap, grid=grid))
    plan = plan_sheet(larger)
    if max(plan.width, plan.height) > _LONGEST:
        raise InputError.single(
            "P111",
            f"with hexes of {hex_mm:g} mm the map's sheet has {plan.width:,.0f} × {plan.height:,.0f} mm; "
            f"a page has at most {_LONGEST:,.0f} mm",
            Span("--hex"),
            "write a smaller width",
        )
    return larger


def crowded_hexes(game: Game) -> tuple[Diagnostic, ...]:
    """Return advice (P112) if counters nearly fill the hexes of the printed map."""
    counter, wide = game.counters.sheet.counter_mm, game.hexmap.grid.hex_mm
    if not counter or counter < _CROWDED * wide:
        return ()
    enough = math.ceil(counter / _ROOMY)
    return (
        advice_diagnostic(
            "P112",
            f"counters of {counter:g} mm fill {counter / wide:.0%} of hexes of {wide:g} mm",
            Span("--hex"),
            f"print the map with --hex {enough} to lift stacks easily",
        ),
    )
