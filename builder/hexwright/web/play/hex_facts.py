"""What a game's data say about one hex: terrain, sides, places, lines, costs, and distances from it."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.support.plain_numbers import number_text
from hexwright.web.play.json_values import Json

_MOST_ACTIONS = 400


def hex_facts(game: Game, hex_id: HexId) -> Json:
    """Return what the map says about a hex; raise KeyError for a hex that isn't on the map."""
    hexmap = game.hexmap
    subjects = [hexmap.terrain_of(hex_id).id]
    features = [
        {"feature": feature.name, "group": group.name}
        for feature in hexmap.features
        for group in feature.groups
        if hex_id in group.hexes
    ]
    subjects += [f.id for f in hexmap.features if any(hex_id in group.hexes for group in f.groups)]
    sides: dict[str, list[str]] = {}
    for kind in hexmap.hexsides:
        for course in kind.lines:
            for other in _other_hexes(course.hexsides, hex_id):
                sides.setdefault(other, []).append(course.name or kind.name)
                subjects.append(kind.id)
    lines = []
    for family in hexmap.lines:
        for line in family.lines:
            if hex_id in line.path:
                lines.append({"kind": family.name, "name": line.name})
                subjects.append(family.id)
    place = hexmap.place_in(hex_id)
    if place is not None:
        subjects.append(f"place:{place.kind}")
    return {
        "hex": hex_id,
        "terrain": hexmap.terrain_of(hex_id).name,
        "features": features,
        "sides": sides,
        "lines": lines,
        "place": {"name": place.name, "kind": place.kind, "owner": place.owner}
        if place is not None
        else None,
        "effects": _effects(game, list(dict.fromkeys(subjects))),
        "written": [],
    }


def _other_hexes(hexsides: tuple[str, ...], hex_id: HexId) -> Iterator[str]:
    for side in hexsides:
        parts = side.split("/")
        if hex_id in parts and len(parts) == 2:
            yield parts[1] if parts[0] == hex_id else parts[0]


def _effects(game: Game, subjects: list[str]) -> list[Json]:
    """Return the rows of the terrain effects chart about a hex."""
    rows = game.charts.terrain_effects
    return [
        {"name": row.name, "movement": row.movement, "combat": row.combat, "other": row.other}
        for subject in subjects
        for row in rows
        if row.subject == subject
    ]


def distances_from(game: Game, hex_id: HexId) -> Json:
    """Return the distance in hexes from one hex to each other; raise KeyError for an unknown hex."""
    board = Board.of(game.hexmap)
    found = board.distances(board.index[hex_id])
    return {other: str(found[number]) for other, number in board.index.items() if found[number] >= 0}


def movement_costs_from(rules: RulesEngine, unit: UnitId, hex_id: HexId) -> Json | None:
    """Return what it costs a unit to move from a hex to each hex it can reach, with nobody else on the map.

    The first movement phase in which the unit moves is meant; None if there is none.
    """
    setting = rules.setting
    state = _first_movement(rules, unit, hex_id)
    if state is None:
        return None
    legs, number = legs_of_state(setting, state), setting.unit_numbers[unit]
    return {
        setting.board.ids[goal]: number_text(legs.fewest_points_to(number, goal))
        for goal in members(legs.end_hexes(number))
    }


def _first_movement(rules: RulesEngine, unit: UnitId, hex_id: HexId) -> State | None:
    """Play a game with one unit, without decisions, to the first phase in which the unit may move."""
    state = rules.set_up(1, {hex_id: unit})
    for _ in range(_MOST_ACTIONS):
        if rules.is_over(state):
            return None
        if state.stage == "move" and unit in rules.movers(state):
            return state
        if rules.active_side(state) == CHANCE:
            state = rules.apply(state, rules.draw(state))
            continue
        actions = rules.phase_end_actions(state) or rules.legal_actions(state)
        ends = [action for action in actions if action.kind in ("end", "hold", "pass")]
        state = rules.apply(state, (ends or actions)[0])
    return None
