"""Territory points: points for held hexes, gaps in a front, and farthest advances."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.territory_hexes import front_end_hexes, hexes_past_line
from hexwright.model.rules.territory_points_record import FarthestAdvance, Gap, phases_testing_front
from hexwright.model.words import victory_words
from hexwright.queries.front_gaps import foremost, missing_hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.engine.criteria_tests import units_meeting_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

# Fronts ------------------------------------------------------------------------------------------------


def covered_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes of a front: the hexes with a side's units, and the hexes in its zones of control."""
    return state.occupied[side] | setting.zoc_hexes(state, side)


def front_gap_hexes(setting: CompiledGame, state: State, gap: Gap) -> Hexes:
    """Return the hexes of a front that its side doesn't cover."""
    start, end = front_end_hexes(setting.board, gap)
    return missing_hexes(
        setting.board.around, covered_hexes(setting, state, setting.sides.index(gap.side[0])), start, end
    )


# Held hexes ----------------------------------------------------------------------------------------------


def holds_territory(setting: CompiledGame, state: State, number: int) -> bool:
    """Return whether a side currently holds all hexes of the holding entry with this number."""
    holding, asked = setting.holdings[number]
    side = setting.sides.index(holding.side[0])
    if not state.occupied[side] & asked.hexes or asked.hexes & setting.enemy_hexes(state, side):
        return False
    return bool(units_meeting_criteria(setting, state, side, asked, holding.supply))


# Farthest advances ---------------------------------------------------------------------------------------


def farthest_advance_of(
    setting: CompiledGame, state: State, advance: FarthestAdvance, asked: CompiledCriteria
) -> int:
    """Return how many scoring hexes the foremost eligible unit has advanced past the line."""
    side = setting.sides.index(advance.side[0])
    units = units_meeting_criteria(setting, state, side, asked, advance.supply)
    standing = union(state.locations[unit] for unit in members(units))
    line, beyond = hexes_past_line(setting.board, advance)
    return max(0, foremost(setting.board.around, line, beyond, standing) - advance.beyond)


# Points -------------------------------------------------------------------------------------------------


def score_territory(setting: CompiledGame, state: State) -> State:
    """Return the state with the territory points added that sides score at the end of the phase."""
    rules = setting.victory
    phase = setting.phases[state.phase].id
    for number, holding in enumerate(rules.holdings):
        if (
            phase in holding.phases
            and not state.secured_holdings >> number & 1
            and holds_territory(setting, state, number)
        ):
            state = replace(state, secured_holdings=state.secured_holdings | 1 << number)
    for gap in rules.gaps:
        if phase in phases_testing_front(gap, setting.phases) and setting.applies_now(state, gap):
            points = front_gap_hexes(setting, state, gap).bit_count() * gap.points
            had = state.front_gap_points or (0,) * len(setting.sides)
            if points:
                paid = tuple(
                    n + points * (side not in gap.side) for side, n in zip(setting.sides, had, strict=True)
                )
                state = replace(state, front_gap_points=paid)
    return state


def front_gap_points(state: State, side: int) -> int:
    """Return a side's points for gaps in the enemy's fronts."""
    return state.front_gap_points[side] if state.front_gap_points else 0


def territory_awards(setting: CompiledGame, state: State, side: int) -> Iterator[tuple[str, int]]:
    """Yield each item that scores territory points for a side, with the points."""
    game, mine = setting.game, setting.sides[side]
    if points := front_gap_points(state, side):
        yield victory_words.GAPS_TITLE, points
    for number, holding in enumerate(setting.victory.holdings):
        held = bool(state.secured_holdings >> number & 1) if holding.phases else None
        if mine in holding.side and (holds_territory(setting, state, number) if held is None else held):
            yield victory_words.holding_text(game, holding), holding.points
    for advance, asked in setting.farthest_advances:
        hexes = farthest_advance_of(setting, state, advance, asked) if mine in advance.side else 0
        if hexes:
            yield (
                f"{victory_words.hexes_count_text(hexes)}"
                f" {victory_words.farthest_advance_text(game, advance)}",
                hexes * advance.points,
            )
