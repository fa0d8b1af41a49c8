"""Air missions: strikes, attack support, supply flights, and interceptions by the enemy.

Between missions, an air unit is at its base (`AT_BASE`). Each unit may fly once in a group of phases
(`AirUnits.mission_groups`); enemy air units may only intercept.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.rules.air import air_narration as telling
from hexwright.rules.air.air_readiness import current_mission, intercepting_side, ready_air_units
from hexwright.rules.air.air_strike_dice import strike_chances, strike_dice, strike_throw
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Engagement, Mission, State
from hexwright.rules.engine.phase_module import (
    ActionHandler,
    DiceStage,
    Outcomes,
    PhaseModule,
    Stage,
    finish_phase,
    one_die,
)
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt_unit, lose_fortification, set_return_turn
from hexwright.rules.fire import fire_allocation
from hexwright.rules.fire.fire_battle import defending_side, disrupted, fortified, units_attacked_in
from hexwright.rules.supply.supply_range import find_supply_shortage, supply_line_hexes

PASS = Action("pass")


# Missions -----------------------------------------------------------------------------------------


def _begin_mission(setting: CompiledGame, state: State, action: Action, kind: str) -> State:
    """Return the state after a mission has begun; the enemy may now intercept it."""
    assert action.unit is not None
    assert action.hex is not None
    unit, target = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    if unit not in ready_air_units(setting, state, setting.side(state)):
        raise IllegalAction(f"{action.text}: the unit can't fly now")
    mission = Mission(unit, kind, target, state.phase)  # type: ignore[arg-type]
    return _await_interceptors(setting, replace(state, missions=(*state.missions, mission)))


# Interception -------------------------------------------------------------------------------------


def _await_interceptors(setting: CompiledGame, state: State) -> State:
    while current_mission(state).passed_interceptors < len(setting.sides) - 1:
        if legal_interceptions(setting, state) != [PASS]:
            return replace(state, stage="intercept")
        state = _count_pass(state)
    return _carry_out(setting, state)


def _count_pass(state: State) -> State:
    mission = current_mission(state)
    return _replace_mission(state, replace(mission, passed_interceptors=mission.passed_interceptors + 1))


def _replace_mission(state: State, now: Mission) -> State:
    """Return the state with the current mission replaced by `now`."""
    mission = current_mission(state)
    return replace(state, missions=tuple(now if one is mission else one for one in state.missions))


def legal_interceptions(setting: CompiledGame, state: State) -> list[Action]:
    """Return the possible interceptions of the current mission, and the action that lets the mission pass.

    There is one interception for each available air unit.
    """
    mission, side = current_mission(state), intercepting_side(setting, state)
    rule = setting.air_units.rules.get(side)
    tried = state.missions[-1].kind == "intercept"
    if rule is None or (tried and not rule.several_interceptors):
        return [PASS]
    target = setting.units[mission.unit]
    found = [
        Action("intercept", setting.units[u], target=target) for u in ready_air_units(setting, state, side)
    ]
    return [*found, PASS]


def intercept(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state in which the action's air unit intercepts the current mission."""
    assert action.unit is not None
    if action not in legal_interceptions(setting, state):
        raise IllegalAction(f"{action.text}: the unit can't intercept now")
    mission = Mission(setting.unit_numbers[action.unit], "intercept", current_mission(state).hex, state.phase)
    return replace(state, missions=(*state.missions, mission), stage="intercept-roll")


def let_pass(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after one side has chosen not to intercept the current mission."""
    return _await_interceptors(setting, _count_pass(state))


def interception_die(setting: CompiledGame, state: State) -> int:
    """Return the number of sides of the interception die."""
    return len(setting.air_units.rules[setting.side_of[current_mission(state).unit]].interception)


def apply_interception_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after the interception die roll."""
    mission, chaser = current_mission(state), state.missions[-1].unit
    side = setting.side_of[mission.unit]
    rule, thrown = setting.air_units.rules[side], replace(state, dice_thrown=state.dice_thrown + 1)
    match rule.interception[str(action.roll)]:
        case "aborted":
            return _abort_mission(setting, thrown)
        case "out":
            return _abort_mission(setting, set_return_turn(thrown, mission.unit, state.turn + rule.turns_out))
        case "interceptor-out":
            theirs = setting.air_units.rules[setting.side_of[chaser]]
            return _await_interceptors(
                setting, set_return_turn(thrown, chaser, state.turn + theirs.turns_out)
            )
        case _:
            return _await_interceptors(setting, thrown)


def _abort_mission(setting: CompiledGame, state: State) -> State:
    """Return the state with the current mission marked as failed because of an interception."""
    return _end_mission(_replace_mission(state, replace(current_mission(state), failed=True)))


def _carry_out(setting: CompiledGame, state: State) -> State:
    mission = current_mission(state)
    if mission.kind == "strike":
        return replace(
            state, stage="strike-roll", current_engagement=Engagement(mission.hex, 0, 1 << mission.unit)
        )
    if mission.kind == "support":
        state = fire_allocation.add_air_support(state, mission.unit, mission.hex)
    return _end_mission(state)


def _end_mission(state: State) -> State:
    """Return the state after a mission; play returns to the stage in which the mission began."""
    return replace(state, stage="back", current_engagement=None)


# Strikes ------------------------------------------------------------------------------------------


def begin_strikes(setting: CompiledGame, state: State) -> State:
    """Return the state at the start of an air strike phase."""
    return continue_strikes(setting, replace(state, stage="strike"))


def continue_strikes(setting: CompiledGame, state: State) -> State:
    """Return the state between two strikes, or the state after the phase if no strike is possible."""
    return state if len(legal_strikes(setting, state)) > 1 else replace(state, stage="done")


def legal_strikes(setting: CompiledGame, state: State) -> list[Action]:
    """Return the strikes on hexes where a strike can have an effect, and the action that ends the phase."""
    side = setting.side(state)
    if not setting.air_units.rules[side].may_strike:
        return [END]
    enemies = members(setting.enemy_hexes(state, side))
    targets = [
        setting.board.ids[number] for number in enemies if units_vulnerable_to_strike(setting, state, number)
    ]
    found = [
        Action("strike", setting.units[unit], hex=hex_id)
        for unit in ready_air_units(setting, state, side)
        for hex_id in targets
    ]
    return [*found, END]


def units_vulnerable_to_strike(setting: CompiledGame, state: State, number: int) -> list[int]:
    """Return the units in a hex that a strike can affect: fortified or undisrupted units."""
    return [
        unit
        for unit in members(units_attacked_in(setting, state, 1 << number))
        if fortified(state, unit) or not disrupted(state, unit)
    ]


def begin_strike(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a strike has begun."""
    return _begin_mission(setting, state, action, "strike")


def strike_outcomes(setting: CompiledGame, state: State) -> Outcomes:
    """Return each number of hits that a strike can score, with its probability."""
    chances = strike_chances(setting, state, current_mission(state))
    return tuple((Action("roll", roll=hits), share) for hits, share in enumerate(chances) if share)


def draw_strike_hits(setting: CompiledGame, state: State) -> Action:
    """Return the die roll action with the number of hits that the state's seed determines."""
    return Action("roll", roll=strike_throw(setting, state, current_mission(state)))


def is_strike_roll_possible(setting: CompiledGame, state: State, action: Action) -> bool:
    """Return whether a strike's dice can score the number of hits that an action gives."""
    return 0 <= action.roll <= strike_dice(setting, state, current_mission(state))[1]


def apply_strike_roll(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a strike's dice roll; the hits still have to be allotted."""
    assert state.current_engagement is not None
    dice = strike_dice(setting, state, current_mission(state))[1]
    thrown = replace(
        state,
        dice_thrown=state.dice_thrown + dice,
        current_engagement=replace(state.current_engagement, hits=(0, action.roll)),
    )
    return _allot_forced_strike_hits(setting, thrown)


def legal_strike_losses(setting: CompiledGame, state: State) -> list[Action]:
    """Return one action for each unit that may take the next hit; its owner chooses."""
    assert state.current_engagement is not None
    return [
        Action("hit", setting.units[unit])
        for unit in units_vulnerable_to_strike(setting, state, state.current_engagement.hex)
    ]


def take_strike_hit(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has taken a hit from a strike."""
    assert action.unit is not None
    assert state.current_engagement is not None
    unit = setting.unit_numbers[action.unit]
    if unit not in units_vulnerable_to_strike(setting, state, state.current_engagement.hex):
        raise IllegalAction(f"{action.text}: the strike has no effect on that unit")
    return _allot_forced_strike_hits(setting, _apply_strike_hit(state, unit))


def _apply_strike_hit(state: State, unit: int) -> State:
    """Return the state after an air strike hit: the unit loses its fortification, or else is disrupted."""
    battle = state.current_engagement
    assert battle is not None
    left = replace(state, current_engagement=replace(battle, hits=(0, battle.hits[1] - 1)))
    return lose_fortification(left, unit) if fortified(left, unit) else disrupt_unit(left, unit)


def _allot_forced_strike_hits(setting: CompiledGame, state: State) -> State:
    """Allot hits while only one choice is possible, and end the strike when no hit or no target is left."""
    while True:
        assert state.current_engagement is not None
        units = (
            units_vulnerable_to_strike(setting, state, state.current_engagement.hex)
            if state.current_engagement.hits[1]
            else []
        )
        if not units:
            return _end_mission(state)
        if len(units) > 1:
            return replace(state, stage="strike-loss")
        state = _apply_strike_hit(state, units[0])


def struck_side(setting: CompiledGame, state: State) -> int:
    """Return the side that is the target of a strike."""
    assert state.current_engagement is not None
    return defending_side(setting, state, state.current_engagement.hex)


# Support ------------------------------------------------------------------------------------------


def begin_support_mission(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state in which an air unit is about to support an attack."""
    return _begin_mission(setting, state, action, "support")


# Supply flights -------------------------------------------------------------------------------------


def legal_flights(setting: CompiledGame, state: State, side: int) -> list[Action]:
    """Return the supply flights that a side may make to its units that are out of supply."""
    rule = setting.air_units.rules.get(side)
    if rule is None or rule.supply_range is None:
        return []
    board = setting.board
    flown = {mission.unit for mission in state.missions if mission.kind != "intercept"}
    needy = union(state.locations[unit] for unit in members(units_without_supply(setting, state, side)))
    # A unit adjacent to a supply line may be in supply although its own hex is closed to supply lines. The
    # range is therefore counted from hexes through which supply lines run.
    bases = list(members(supply_line_hexes(setting, state, side)))
    hexes = [
        board.ids[number]
        for number in members(needy)
        if any(board.distances(number)[base] <= rule.supply_range for base in bases)
    ]
    return [
        Action("fly", setting.units[unit], hex=hex_id)
        for unit in ready_air_units(setting, state, side)
        if unit not in flown
        for hex_id in hexes
    ]


def hexes_supplied_by_air(setting: CompiledGame, state: State, side: int) -> int:
    """Return the hexes that a side's air units have supplied in this player turn."""
    found = 0
    for mission in state.missions:
        if mission.kind == "supply" and not mission.failed and setting.side_of[mission.unit] == side:
            found |= 1 << mission.hex
    return found


def begin_supply_flight(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a supply flight has begun."""
    return _begin_mission(setting, state, action, "supply")


def units_without_supply(setting: CompiledGame, state: State, side: int) -> Units:
    """Return the units of a side on the map that are supplied neither by land nor by air."""
    flown = hexes_supplied_by_air(setting, state, side)
    out = find_supply_shortage(setting, state, side).out_of_supply
    return union(unit for unit in members(out) if not flown >> state.locations[unit] & 1) if flown else out


PHASE_MODULE = PhaseModule(
    phase_openers={"air-strike": begin_strikes},
    resume_stages={"air-strike": "strike"},
    stages=(
        Stage(
            "strike",
            "an air strike",
            {
                "strike": ActionHandler(begin_strike, ("unit", "hex"), telling.narrate_strike),
                "end": ActionHandler(finish_phase),
            },
            legal_strikes,
            resume=continue_strikes,
        ),
        Stage(
            "strike-roll",
            "the dice roll of the air strike",
            {"roll": ActionHandler(apply_strike_roll, narrate=telling.narrate_strike_roll)},
            dice=DiceStage(strike_outcomes, draw_strike_hits, is_strike_roll_possible),
        ),
        Stage(
            "strike-loss",
            "the unit that takes a hit from the air strike",
            {"hit": ActionHandler(take_strike_hit, ("unit",), telling.narrate_strike_loss)},
            legal_strike_losses,
            decider=struck_side,
        ),
        # Stages called from any stage in which a mission begins, and returning to it.
        Stage(
            "intercept",
            "an interception",
            {
                "intercept": ActionHandler(intercept, ("unit", "target"), telling.narrate_interception),
                "pass": ActionHandler(let_pass, narrate=telling.narrate_interception_pass),
            },
            legal_interceptions,
            decider=intercepting_side,
        ),
        Stage(
            "intercept-roll",
            "the die roll for the interception",
            {"roll": ActionHandler(apply_interception_roll, narrate=telling.narrate_interception_roll)},
            dice=one_die(interception_die),
        ),
    ),
)
