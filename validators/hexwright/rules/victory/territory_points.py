"""Territory points: points for held hexes, gaps in a front, and farthest advances."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.territory_hexes import ends, past
from hexwright.model.rules.territory_points_record import Advance, Gap, judged_after
from hexwright.model.words import victory_words
from hexwright.queries.front_gaps import foremost, missing_hexes
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Circumstance
from hexwright.rules.engine.criteria_tests import standing_as
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

# Fronts ------------------------------------------------------------------------------------------------


def covered(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes of a front: those with a side's units, and those in its zones of control."""
    return state.occupied[side] | setting.zone(state, side)


def gaps(setting: Setting, state: State, gap: Gap) -> Hexes:
    """Return the hexes missing from a front."""
    start, end = ends(setting.board, gap)
    return missing_hexes(
        setting.board.around, covered(setting, state, setting.sides.index(gap.side[0])), start, end
    )


# Held hexes ----------------------------------------------------------------------------------------------


def holds(setting: Setting, state: State, number: int) -> bool:
    """Return whether a side now holds all hexes of an entry."""
    holding, asked = setting.holdings[number]
    side = setting.sides.index(holding.side[0])
    if not state.occupied[side] & asked.hexes or asked.hexes & setting.enemies(state, side):
        return False
    return bool(standing_as(setting, state, side, asked, holding.supply))


# Farthest advances ---------------------------------------------------------------------------------------


def come(setting: Setting, state: State, advance: Advance, asked: Circumstance) -> int:
    """Return how many hexes the foremost eligible unit is past the line and the hexes that don't score."""
    side = setting.sides.index(advance.side[0])
    units = standing_as(setting, state, side, asked, advance.supply)
    standing = union(state.where[unit] for unit in members(units))
    line, beyond = past(setting.board, advance)
    return max(0, foremost(setting.board.around, line, beyond, standing) - advance.beyond)


# Points -------------------------------------------------------------------------------------------------


def judged(setting: Setting, state: State) -> State:
    """Return the state with the points scored that are counted at the end of its phase."""
    rules = setting.victory
    phase = setting.phases[state.phase].id
    for number, holding in enumerate(rules.holdings):
        if phase in holding.phases and not state.secured >> number & 1 and holds(setting, state, number):
            state = replace(state, secured=state.secured | 1 << number)
    for gap in rules.gaps:
        if phase in judged_after(gap, setting.phases) and setting.timely(state, gap):
            points = gaps(setting, state, gap).bit_count() * gap.points
            had = state.gapped or (0,) * len(setting.sides)
            if points:
                paid = tuple(
                    n + points * (side not in gap.side) for side, n in zip(setting.sides, had, strict=True)
                )
                state = replace(state, gapped=paid)
    return state


def gapped(state: State, side: int) -> int:
    """Return a side's points for gaps in the enemy's fronts."""
    return state.gapped[side] if state.gapped else 0


def awards(setting: Setting, state: State, side: int) -> Iterator[tuple[str, int]]:
    """Yield the items for which a side scores territory points, with the points."""
    game, mine = setting.game, setting.sides[side]
    if points := gapped(state, side):
        yield victory_words.GAPS, points
    for number, holding in enumerate(setting.victory.holdings):
        held = bool(state.secured >> number & 1) if holding.phases else None
        if mine in holding.side and (holds(setting, state, number) if held is None else held):
            yield victory_words.held(game, holding), holding.points
    for advance, asked in setting.inroads:
        hexes = come(setting, state, advance, asked) if mine in advance.side else 0
        if hexes:
            yield f"{victory_words.hexes(hexes)} {victory_words.past(game, advance)}", hexes * advance.points
