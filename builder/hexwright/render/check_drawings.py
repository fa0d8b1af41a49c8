"""Check a valid game for problems in the pictures that are drawn from it."""

from __future__ import annotations

from collections.abc import Callable

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.game import Game
from hexwright.render.counters.unit_face import designation_as_drawn
from hexwright.render.map.check_sheet_size import check_sheet_size
from hexwright.support.message_wording import quote

Locate = Callable[[tuple[str | int, ...]], Span]


def check_drawings(game: Game, locate: Locate) -> tuple[Diagnostic, ...]:
    """Return diagnostics for an unsuitable sheet size and for designations that don't fit on their counters.

    `locate` returns the source location of a value in the data.
    """
    return (*check_sheet_size(game, locate), *_shortened_designations(game, locate))


def _shortened_designations(game: Game, locate: Locate) -> tuple[Diagnostic, ...]:
    found = []
    edge = game.counters.sheet.counter_mm
    for unit in game.counters.units:
        drawn = designation_as_drawn(game, unit)
        if drawn == unit.designation:
            continue
        rest = f"cut to {quote(drawn)}" if drawn else "omitted"
        told = f"designation {quote(unit.designation)} is {rest} on the counter: {edge:g} mm is too narrow"
        found.append(
            Diagnostic(
                "C011",
                Severity.WARNING,
                told,
                locate(("counters", "units", unit.id, "designation")),
                "write a shorter designation and the full name as 'name', or write a larger 'counter_mm'",
                "designations that are too long for their counter",
            )
        )
    return tuple(found)
