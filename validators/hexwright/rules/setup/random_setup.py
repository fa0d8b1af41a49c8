"""Random set-up: generate legal set-ups at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from hexwright.diagnostics.diagnostic import InputError, error
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.scenario import Scenario, SetUpArea, SetUpCover
from hexwright.model.words.setup_words import cover_words
from hexwright.rules.engine.seeded_dice import random_word
from hexwright.rules.setup.setup_legality import (
    SetUpLine,
    fixed_units,
    hexes_by_unit,
    scenario_of,
)
from hexwright.rules.setup.setup_limits import SetUpLimits
from hexwright.rules.setup.setup_stacking import SetUpOccupancy
from hexwright.support.message_wording import count_noun

T = TypeVar("T")
_ATTEMPTS: Final = 20
"""The maximum number of attempts to find random units that cover all hexes that must be covered."""


def _next_to_fill(hexes: Sequence[str], number: int, unit: str, room: SetUpOccupancy) -> str | None:
    """Return the hex that the unit with index `number` in an area must fill; None if no such hex has room."""
    # One unit to each hex, then again from the first; a unit without room there goes to the next hex that has
    # it.
    turned = number % len(hexes)
    return next((h for h in (*hexes[turned:], *hexes[:turned]) if room.may_place(unit, h)), None)


def generate_setup(game: Game, scenario: str, seed: int) -> tuple[SetUpLine, ...]:
    """Return a random legal set-up that fills and covers all hexes as required.

    Raises InputError if there is no such scenario, if an area has fewer units than hexes to fill, or if
    neither random units nor the shipped set-up cover the required hexes.
    """
    found = scenario_of(game, scenario)
    draws = _random_stream(seed)
    bounds = SetUpLimits.of(game, found, HexGrid.of(game.hexmap.grid))
    fixed = [SetUpLine(unit, hex_id) for unit, hex_id in sorted(fixed_units(found).items())]
    placed: list[SetUpLine] = []
    covered: set[SideId] = set()
    room = SetUpOccupancy(game, found)
    for entry in fixed:
        room.place(entry.unit, entry.hex)
    for area in found.setup_areas:
        hexes = sorted(area.open_hexes(game.hexmap))
        if area.fill and len(area.units) < len(hexes):
            message = (
                f"{scenario}: only {count_noun(len(area.units), 'unit')} for "
                f"{count_noun(len(hexes), 'hex')} of {area.feature}"
            )
            raise InputError((error("U018", message),))
        if not area.fill and area.side not in covered:
            # Units that must cover hexes are placed before all others.
            covered.add(area.side)
            for cover, wanted in bounds.covers:
                if cover.side == area.side:
                    standing = [*fixed, *placed]
                    made = _cover_or_shipped(game, found, bounds, cover, wanted, standing, room, draws)
                    for entry in made:
                        room.place(entry.unit, entry.hex)
                    placed += made
        there = {entry.unit for entry in placed}
        units = [unit for unit in area.units if unit not in there]
        _shuffle(units, draws)
        for number, unit in enumerate(units):
            if area.fill:
                here = _next_to_fill(hexes, number, unit, room)
            else:
                closed = (
                    bounds.full_hexes(area.side, hexes_by_unit([*fixed, *placed])) if bounds.limits else set()
                )
                closed = closed | bounds.hexes_made_uncoverable(area.side) if bounds.covers else closed
                free = [h for h in hexes if h not in closed and room.may_place(unit, h)]
                here = free[next(draws) * len(free) >> 64] if free else None
            if here is not None:
                placed.append(SetUpLine(unit, here, area.step))
                room.place(unit, here)
    return tuple(placed) + tuple(fixed)


def _cover_or_shipped(
    game: Game,
    scenario: Scenario,
    bounds: SetUpLimits,
    cover: SetUpCover,
    wanted: Sequence[HexId],
    standing: Sequence[SetUpLine],
    room: SetUpOccupancy,
    draws: Iterator[int],
) -> tuple[SetUpLine, ...]:
    """Return randomly drawn units that cover the hexes `wanted`; if none are found, return the units of the
    shipped set-up that cover them.

    Raises InputError if the shipped units don't cover the hexes either.
    """
    at = hexes_by_unit(standing)
    areas = [area for area in scenario.setup_areas if area.side == cover.side and not area.fill]
    waiting = [
        (unit, area, frozenset(area.open_hexes(game.hexmap)))
        for area in areas
        for unit in area.units
        if unit not in at
    ]
    for _ in range(_ATTEMPTS):
        shuffled = list(waiting)
        _shuffle(shuffled, draws)
        made = _drawn_cover(game, bounds, cover, wanted, at, room.copy(), shuffled, draws)
        if made is not None:
            return made
    ready = {unit: hex_id for hex_id, unit in scenario.setup.standing}
    made = tuple(SetUpLine(unit, ready[unit], area.step) for unit, area, _ in waiting if unit in ready)
    if left := bounds.uncovered_hexes(cover, wanted, at | hexes_by_unit(made)):
        asked = cover_words(game, scenario, cover)
        told = f"{scenario.id}: no units were found to cover {', '.join(left)}: {asked}"
        raise InputError((error("U018", told),))
    return made


def _drawn_cover(
    game: Game,
    bounds: SetUpLimits,
    cover: SetUpCover,
    wanted: Sequence[HexId],
    standing: Mapping[str, str],
    room: SetUpOccupancy,
    waiting: list[tuple[UnitId, SetUpArea, frozenset[HexId]]],
    draws: Iterator[int],
) -> tuple[SetUpLine, ...] | None:
    """Return units, drawn one at a time, that cover the hexes `wanted`; None if no unit is left for one of
    them.
    """
    at, made = dict(standing), []
    while left := bounds.uncovered_hexes(cover, wanted, at):
        closed = bounds.full_hexes(cover.side, at) | bounds.hexes_made_uncoverable(cover.side)
        goal = left[next(draws) * len(left) >> 64]
        for candidate in waiting:
            unit, _, marked = candidate
            places = [
                here
                for here in sorted(bounds.covering_hexes(unit, goal))
                if here in marked and here not in closed and room.may_place(unit, here)
            ]
            if places:
                break
        else:
            return None
        # Of two drawn positions, the one that covers more hexes.
        drawn = [places[next(draws) * len(places) >> 64] for _ in range(2)]
        here = min(drawn, key=lambda spot: len(bounds.uncovered_hexes(cover, left, {**at, unit: spot})))
        waiting.remove(candidate)
        at[unit] = here
        room.place(unit, here)
        made.append(SetUpLine(unit, here, candidate[1].step))
    return tuple(made)


def _shuffle(entries: list[T], draws: Iterator[int]) -> None:
    for last in range(len(entries) - 1, 0, -1):
        other = next(draws) * (last + 1) >> 64
        entries[last], entries[other] = entries[other], entries[last]


def _random_stream(seed: int) -> Iterator[int]:
    number = 0
    while True:
        yield random_word(seed, number)
        number += 1
