"""Movement actions: move units as a player does, and attempt moves that the rules may forbid."""

from __future__ import annotations

from hexwright.conformance import reachable_hex_comparison
from hexwright.conformance.module_player import LEAVE_MAP_KEY, ModulePlayer
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat.overruns import units_in_overruns
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_restrictions import disrupted_units_that_stay, unreleased_garrisons
from hexwright.rules.movement.overstacking import overstacking_units
from hexwright.rules.replacement.airdrops import units_dropped_this_turn
from hexwright.rules.victory.map_exits import exit_entry_at

FAR_HEXES = 7
"""The maximum distance of a random goal, in hexes."""


def rule_of(setting: CompiledGame, state: State, unit: int, goal: HexId) -> str:
    """Return the number of the rule by which the module must refuse a drag; an empty string if any rule will
    do.
    """
    if units_in_overruns(state) >> unit & 1:
        return ""
    shut = setting.stacking.blocking_limit(
        state.locations, unit, setting.side_of[unit], setting.board.index[goal]
    )
    if (
        shut is not None
        and not setting.may_overstack_in_phase
        and setting.phase_units[state.phase] >> unit & 1
    ):
        return shut.rule
    mine = setting.phase_units[state.phase] >> unit & 1
    if mine and disrupted_units_that_stay(setting, state) >> unit & 1:
        return setting.disrupted_rule or setting.phase_modes[state.phase][0][0].rule
    if mine and units_dropped_this_turn(setting, state) >> unit & 1:
        return setting.breakdown_units[unit].rule or setting.phase_modes[state.phase][0][0].rule
    if mine and unreleased_garrisons(setting, state) >> unit & 1:
        so = setting.situations_now(state)
        held = (one for one, units in setting.garrisons if units >> unit & 1 and one.released_by not in so)
        return next(held).rule or setting.phase_modes[state.phase][0][0].rule
    return setting.phase_modes[state.phase][0][0].rule


def kind_of(setting: CompiledGame, state: State, unit: int) -> tuple[str, ...]:
    """Return the additional kinds under which a leg is counted, such as "rail moves" and "second drags"."""
    lined = any(mode.along is not None for mode, _ in setting.phase_modes[state.phase])
    on = unit in dict(state.movement_left)
    return (*(["rail moves"] if lined else []), *(["second drags"] if on else []))


# Actions of the rules engine -----------------------------------------------------------------------


def move_unit(hands: ModulePlayer, action: Action) -> None:
    """Perform a leg of a move in the module."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.unit_numbers[action.unit]
    start = setting.board.ids[state.locations[unit]]
    mirror.count_attempt("moves", "legal moves", *kind_of(setting, state, unit))
    mirror.table.drag(action.unit, action.hex)
    if not _compare_place(hands, action.unit, f"drag {action.unit} {start}→{action.hex}", action.hex, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(state, action)


def _compare_place(hands: ModulePlayer, unit: UnitId, what: str, expected: str, rule: str | None) -> bool:
    """Compare the location of a dragged unit, and the rule that the module cited."""
    mirror = hands.paired_game
    seen = mirror.table.where(unit)
    fine = hands.compare_verdict(what, rule)
    if seen.location != expected or seen.map != "Map":
        mirror.report_difference(what, f"{unit} in {expected}", f"{seen.location} of {seen.map}")
        fine = False
    return fine


# Attempts ------------------------------------------------------------------------------------------


def attempt_move(hands: ModulePlayer) -> None:
    """Press a random key on a random unit, or drag the unit to a random hex; after a legal drag, continue its
    move from there.

    Hexes that this overstacks stay overstacked for the next attempts.
    """
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    standing = [n for n, place in enumerate(state.locations) if place >= 0]
    if not standing:
        return
    own = [n for n in standing if setting.phase_units[state.phase] >> n & 1]
    unit = chance.choice(own if own and chance.random() < 0.85 else standing)
    begun = [n for n, _ in state.movement_left]
    if begun and chance.random() < 0.25:
        unit = chance.choice(begun)  # It continues with its remaining allowance, or should have none.
    over = overstacking_units(setting, state)
    if over and chance.random() < 0.4:
        unit = chance.choice(over)
    if setting.victory.exits and chance.random() < 0.25:
        _attempt_exit(hands, unit)
        return
    draw = chance.random()
    if draw < 0.2:
        reachable_hex_comparison.compare_reachable_hexes(hands, unit)
    elif draw < 0.4 and over:
        _phase_stays(hands)
    elif unit in over and state.movement_start is not None and draw < 0.6:
        _drag_by_chance(hands, unit, setting.board.ids[state.movement_start.locations[unit]])
    else:
        _drag_by_chance(hands, unit, _goal_to_try(hands, unit))


def _drag_by_chance(hands: ModulePlayer, unit: int, goal: HexId) -> None:
    """Drag a unit to a hex in order to start a move, continue it, or take it back."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    name, board = setting.units[unit], setting.board
    start = board.ids[state.locations[unit]]
    begun, back = state.movement_start, Action("take-back", name)
    home = begun is not None and board.index[goal] == begun.locations[unit]
    # A unit in a declared overrun leaves it first.
    if home and back in mirror.kernel.actions_of(state, name):
        take_back(hands, back)
        return
    action = Action("move", name, goal)
    legal = action in mirror.kernel.actions_of(state, name)
    what = f"drag {name} {start}→{goal}"
    parts = [*kind_of(setting, state, unit), "legal moves" if legal else "illegal moves"]
    if state.occupied[setting.side_of[unit]] >> board.index[goal] & 1:
        parts.append("moves onto friends")
    mirror.count_attempt("moves", *parts)
    mirror.table.drag(name, goal)
    rule = None if legal else rule_of(setting, state, unit, goal)
    if not _compare_place(hands, name, what, goal if legal else start, rule):
        hands.end_walk()
    if not legal:
        return
    # VASSAL takes a unit that was moved and undone out of its stack. If another unit is dropped on it and
    # that is undone, the unit has no map, with or without enforcement; so only drops on empty hexes are
    # undone.
    if board.index[goal] not in state.locations and hands.rng.random() < 0.1:
        _undo_drag(hands, name, what, start)
        return
    mirror.state = mirror.kernel.apply(state, action)
    if not mirror.compare(what):
        hands.end_walk()


def leave_map(hands: ModulePlayer, action: Action) -> None:
    """Perform the exit of a unit from the map."""
    mirror = hands.paired_game
    assert action.unit is not None
    mirror.count_attempt("exits", "legal exits")
    mirror.table.key(action.unit, LEAVE_MAP_KEY, "exit")
    if not hands.compare_verdict(action.text, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    if not mirror.compare(action.text):
        hands.end_walk()


def _attempt_exit(hands: ModulePlayer, unit: int) -> None:
    """Attempt to exit a unit from the map, whether or not that is legal."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    near = [
        n for n in setting.units_by_side[setting.side(state)] if exit_entry_at(setting, state, n) is not None
    ]
    if near and hands.rng.random() < 0.7:
        unit = hands.rng.choice(near)
    action = Action("exit", setting.units[unit])
    if action in mirror.kernel.actions_of(state, setting.units[unit]):
        leave_map(hands, action)
        return
    mirror.count_attempt("exits", "refused exits")
    mirror.table.key(setting.units[unit], LEAVE_MAP_KEY, "exit")
    if not hands.compare_verdict(action.text, "") or not mirror.compare(action.text):
        hands.end_walk()


def take_back(hands: ModulePlayer, action: Action) -> None:
    """Drag a unit from an overstacked hex back to the hex in which it began the phase."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    assert action.unit is not None
    assert state.movement_start is not None
    unit = setting.unit_numbers[action.unit]
    goal = setting.board.ids[state.movement_start.locations[unit]]
    mirror.count_attempt("moves", "legal moves", "moves taken back", *kind_of(setting, state, unit))
    mirror.table.drag(action.unit, goal)
    if not _compare_place(hands, action.unit, f"{action.text} to {goal}", goal, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(state, action)
    if not mirror.compare(action.text):
        hands.end_walk()


def _phase_stays(hands: ModulePlayer) -> None:
    """Request the next phase while a hex is overstacked; the module must refuse."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    mirror.count_attempt("phase ends", "refused phase ends")
    mirror.table.next_phase()
    stays = mirror.table.get("Phase") == mirror.kernel.phase(state)
    side = setting.side(state)
    rule = next(one.rule for one in setting.stacking.limits if one.overstacked_hexes(state.locations, side))
    if not hands.compare_verdict("change to the next phase with an overstacked hex", rule) or not stays:
        hands.end_walk()


def _goal_to_try(hands: ModulePlayer, unit: int) -> HexId:
    """Return a hex for an attempted move: within reach, just beyond reach, or any hex nearby.

    Enemy places are tried often. A unit that has entered an enemy place often tries hexes of friends, because
    such a move may be taken back.
    """
    setting, state, chance = hands.paired_game.kernel.setting, hands.paired_game.state, hands.rng
    board, side = setting.board, setting.side_of[unit]
    here = 1 << state.locations[unit]
    reached = board.bits(
        action.hex
        for action in hands.paired_game.kernel.actions_of(state, setting.units[unit])
        if action.kind == "move" and action.hex is not None
    )
    beyond = board.around(reached | here) & ~reached & ~here
    foreign = reached & setting.places & ~state.owned[side]
    friends = reached & state.occupied[side]
    draw = chance.random()
    if foreign and draw < 0.25:
        return chance.choice(setting.hex_ids(foreign))
    if friends and draw < 0.75 and dict(state.places_entered).get(unit):
        return chance.choice(setting.hex_ids(friends))
    draw = chance.random()
    if draw < 0.4 and reached:
        return chance.choice(setting.hex_ids(reached))
    if draw < 0.8 and beyond:
        return chance.choice(setting.hex_ids(beyond))
    near = here
    for _ in range(FAR_HEXES):
        near |= board.around(near)
    return chance.choice(setting.hex_ids(near & ~here))


def _undo_drag(hands: ModulePlayer, unit: UnitId, what: str, start: HexId) -> None:
    """Undo the last drag, and compare the location of the unit."""
    mirror = hands.paired_game
    mirror.count_attempt("undone moves")
    mirror.table.undo()
    seen = mirror.table.where(unit)
    if seen.location != start:
        mirror.report_difference(f"{what}, then undo", f"{unit} in {start}", f"{seen.location}")
        hands.end_walk()
