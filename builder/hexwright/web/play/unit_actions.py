"""The actions of one unit: the hexes and enemies that are lit for it, with costs and paths."""

from __future__ import annotations

from hexwright.geometry.hex_board import Hex
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.movement.move_legs import LegFinder, legs_of_state
from hexwright.support.plain_numbers import number_text
from hexwright.web.play.json_values import Json

MOST_DESCRIBED = 60
"""The number of actions that are described in a sentence: as many as the page lists."""
_LONGEST_SEARCH = 20_000


def unit_actions(rules: RulesEngine, state: State, unit: UnitId) -> list[Json]:
    """Return all legal actions of a unit; moves have costs, other actions a sentence."""
    found = rules.actions_of(state, unit)
    if state.stage == "move":
        return _moves(rules, state, unit, found)
    return described_actions(rules, state, found)


def described_actions(rules: RulesEngine, state: State, actions: list[Action]) -> list[Json]:
    """Return actions with their places, and the first ones with sentences."""
    return [
        action_facts(rules, state, action)
        | ({"say": rules.describe(state, action)} if number < MOST_DESCRIBED or action.hex is None else {})
        for number, action in enumerate(actions)
    ]


def action_facts(rules: RulesEngine, state: State, action: Action) -> Json:
    """Return an action's text, kind, unit, target, and the hex that is clicked for it."""
    setting, place = rules.setting, action.hex
    if place is None and action.target is not None:
        at = setting.unit_numbers.get(action.target, -1)
        where = state.locations[at] if at >= 0 else -1
        if where >= 0:
            place = setting.board.ids[where]
        elif HexId(action.target) in setting.board.index:  # A battle may be named by a hex.
            place = HexId(action.target)
    return {
        "action": action.text,
        "kind": action.kind,
        "unit": action.unit,
        "hex": place,
        "target": action.target,
        "units": list(action.units),
    }


def _moves(rules: RulesEngine, state: State, unit: UnitId, actions: list[Action]) -> list[Json]:
    setting = rules.setting
    number, legs = setting.unit_numbers[unit], legs_of_state(setting, state)
    field, full = legs.field, setting.full_hexes(state, number)
    found = []
    for action in actions:
        facts = action_facts(rules, state, action)
        if action.kind == "move" and action.hex is not None:
            goal = setting.board.index[action.hex]
            facts |= {
                "cost": number_text(legs.fewest_points_to(number, goal)),
                "stops": bool(field.ezoc >> goal & 1),
                "full": bool(full >> goal & 1),
                "takes": bool(field.unowned_places >> goal & 1),
            }
        else:
            facts["say"] = rules.describe(state, action)
        found.append(facts)
    return found


def why_not(rules: RulesEngine, state: State, unit: UnitId, goal: object = None) -> str:
    """Return why a unit can't act now, or why it can't do in a hex what is lit for it in others.

    The reason is the rules engine's; it is empty if the unit can act.
    """
    actions = rules.actions_of(state, unit)
    kind = next((one.kind for one in actions if one.hex is not None or one.target is not None), None)
    if kind is None or goal is None:
        return "" if actions else rules.explain_idle_unit(state, unit)
    try:
        rules.parse(state, f"{kind} {unit} {goal}")
    except IllegalAction as refused:
        return str(refused)
    return ""


def move_path(rules: RulesEngine, state: State, unit: UnitId, goal: HexId) -> list[HexId]:
    """Return the hexes of the path that a move takes, with the hexes where it begins and ends.

    Returns only these two if the engine doesn't tell the order, and nothing if the move isn't possible.
    """
    setting = rules.setting
    number, end = setting.unit_numbers.get(unit, -1), setting.board.index.get(goal, -1)
    if number < 0 or end < 0 or state.stage != "move" or state.locations[number] < 0:
        return []
    legs: LegFinder = legs_of_state(setting, state)
    if not legs.end_hexes(number) >> end & 1:
        return []
    start = state.locations[number]
    entered = legs.path_hexes(number, end)
    path = _ordered(rules, start, end, entered)
    return [setting.board.ids[at] for at in path]


def _ordered(rules: RulesEngine, start: Hex, end: Hex, entered: int) -> list[Hex]:
    """Return the hexes of a path in order: each touches the next, and each is used once."""
    near = rules.setting.board.near
    rest, tries = entered & ~(1 << start), 0
    trail, left = [start], [rest]
    branches = [near[start] & rest]
    while branches:
        tries += 1
        if not left[-1] and trail[-1] == end:
            return trail
        if not branches[-1] or tries > _LONGEST_SEARCH:
            branches.pop()
            trail.pop()
            left.pop()
            if tries > _LONGEST_SEARCH:
                break
            continue
        step = (branches[-1] & -branches[-1]).bit_length() - 1
        branches[-1] &= branches[-1] - 1
        if step == end and left[-1] != 1 << end:
            continue  # The last hex comes last.
        trail.append(step)
        left.append(left[-1] & ~(1 << step))
        branches.append(near[step] & left[-1])
    return [start, end]
