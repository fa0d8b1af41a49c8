"""Air missions: strikes, support of attacks, supply flights, and interceptions by the enemy.

Air units are in BASE between missions. Each may fly once in a group of phases (`Flights.groups`); the enemy's
may only intercept.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.rules.air import air_narration as telling
from hexwright.rules.air.air_readiness import current, enemy_asked, ready
from hexwright.rules.air.air_strike_dice import strike_chances, strike_dice, strike_throw
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Engagement, Mission, State
from hexwright.rules.engine.phase_module import Deed, Dice, Outcomes, Procedure, Stage, done, one_die
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt, due, raze
from hexwright.rules.fire import fire_allocation
from hexwright.rules.fire.fire_battle import attacked_in, defending_side, disrupted, fortified
from hexwright.rules.supply.supply_range import lacking, network

PASS = Action("pass")


# Missions -----------------------------------------------------------------------------------------


def _launch(setting: Setting, state: State, action: Action, kind: str) -> State:
    """Return the state with a mission begun, which the enemy may intercept."""
    assert action.unit is not None
    assert action.hex is not None
    unit, target = setting.number[action.unit], setting.board.index[action.hex]
    if unit not in ready(setting, state, setting.side(state)):
        raise IllegalAction(f"{action.text}: it can't fly now")
    mission = Mission(unit, kind, target, state.phase)  # type: ignore[arg-type]
    return _await_interceptors(setting, replace(state, missions=(*state.missions, mission)))


# Interception -------------------------------------------------------------------------------------


def _await_interceptors(setting: Setting, state: State) -> State:
    while current(state).passed < len(setting.sides) - 1:
        if legal_interceptions(setting, state) != [PASS]:
            return replace(state, stage="intercept")
        state = _passed(state)
    return _carry_out(setting, state)


def _passed(state: State) -> State:
    mission = current(state)
    return _changed(state, replace(mission, passed=mission.passed + 1))


def _changed(state: State, now: Mission) -> State:
    """Return the state with the current mission replaced by `now`."""
    mission = current(state)
    return replace(state, missions=tuple(now if one is mission else one for one in state.missions))


def legal_interceptions(setting: Setting, state: State) -> list[Action]:
    """Return the air units that may intercept the current mission, and the action to let it pass."""
    mission, side = current(state), enemy_asked(setting, state)
    rule = setting.flights.rules.get(side)
    tried = state.missions[-1].kind == "intercept"
    if rule is None or (tried and not rule.together):
        return [PASS]
    target = setting.units[mission.unit]
    found = [Action("intercept", setting.units[u], target=target) for u in ready(setting, state, side)]
    return [*found, PASS]


def intercept(setting: Setting, state: State, action: Action) -> State:
    """Return the state with an air unit intercepting the current mission."""
    assert action.unit is not None
    if action not in legal_interceptions(setting, state):
        raise IllegalAction(f"{action.text}: it can't intercept now")
    mission = Mission(setting.number[action.unit], "intercept", current(state).hex, state.phase)
    return replace(state, missions=(*state.missions, mission), stage="intercept-roll")


def let_pass(setting: Setting, state: State, action: Action) -> State:
    """Return the state after a side has let the current mission pass."""
    return _await_interceptors(setting, _passed(state))


def interception_die(setting: Setting, state: State) -> int:
    """Return the number of sides of the interception die."""
    return len(setting.flights.rules[setting.side_of[current(state).unit]].intercepted)


def fall_interception(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the interception die roll."""
    mission, chaser = current(state), state.missions[-1].unit
    side = setting.side_of[mission.unit]
    rule, thrown = setting.flights.rules[side], replace(state, throws=state.throws + 1)
    match rule.intercepted[str(action.roll)]:
        case "prevented":
            return _fail(setting, thrown)
        case "out":
            return _fail(setting, due(thrown, mission.unit, state.turn + rule.out))
        case "interceptor-out":
            theirs = setting.flights.rules[setting.side_of[chaser]]
            return _await_interceptors(setting, due(thrown, chaser, state.turn + theirs.out))
        case _:
            return _await_interceptors(setting, thrown)


def _fail(setting: Setting, state: State) -> State:
    """Return the state with the current mission prevented."""
    return _over(_changed(state, replace(current(state), failed=True)))


def _carry_out(setting: Setting, state: State) -> State:
    mission = current(state)
    if mission.kind == "strike":
        return replace(state, stage="strike-roll", engaged=Engagement(mission.hex, 0, 1 << mission.unit))
    if mission.kind == "support":
        state = fire_allocation.lend(state, mission.unit, mission.hex)
    return _over(state)


def _over(state: State) -> State:
    """Return the state once a mission is over, about to return to the stage in which it began."""
    return replace(state, stage="back", engaged=None)


# Strikes ------------------------------------------------------------------------------------------


def begin_strikes(setting: Setting, state: State) -> State:
    """Return the state at the start of an air strike phase."""
    return more_strikes(setting, replace(state, stage="strike"))


def more_strikes(setting: Setting, state: State) -> State:
    """Return the state between two strikes; the phase is over if no strike is possible."""
    return state if len(legal_strikes(setting, state)) > 1 else replace(state, stage="done")


def legal_strikes(setting: Setting, state: State) -> list[Action]:
    """Return the possible strikes on hexes where they can have an effect, and the end of the phase."""
    side = setting.side(state)
    if not setting.flights.rules[side].strikes:
        return [END]
    enemies = members(setting.enemies(state, side))
    targets = [setting.board.ids[number] for number in enemies if exposed(setting, state, number)]
    found = [
        Action("strike", setting.units[unit], hex=hex_id)
        for unit in ready(setting, state, side)
        for hex_id in targets
    ]
    return [*found, END]


def exposed(setting: Setting, state: State, number: int) -> list[int]:
    """Return the units in a hex on which a strike has an effect: fortified or undisrupted units."""
    return [
        unit
        for unit in members(attacked_in(setting, state, 1 << number))
        if fortified(state, unit) or not disrupted(state, unit)
    ]


def strike(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a strike begun."""
    return _launch(setting, state, action, "strike")


def strike_outcomes(setting: Setting, state: State) -> Outcomes:
    """Return the possible numbers of hits of a strike."""
    chances = strike_chances(setting, state, current(state))
    return tuple((Action("roll", roll=hits), share) for hits, share in enumerate(chances) if share)


def strike_draw(setting: Setting, state: State) -> Action:
    """Return the hits that the seed gives."""
    return Action("roll", roll=strike_throw(setting, state, current(state)))


def strike_shows(setting: Setting, state: State, action: Action) -> bool:
    """Return whether a strike can score an action's number of hits."""
    return 0 <= action.roll <= strike_dice(setting, state, current(state))[1]


def fall_strike(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the dice roll of a strike, with hits to allot."""
    assert state.engaged is not None
    dice = strike_dice(setting, state, current(state))[1]
    thrown = replace(state, throws=state.throws + dice, engaged=replace(state.engaged, hits=(0, action.roll)))
    return _settle(setting, thrown)


def legal_strike_losses(setting: Setting, state: State) -> list[Action]:
    """Return the units of which one takes the next hit, at their owner's choice."""
    assert state.engaged is not None
    return [Action("hit", setting.units[unit]) for unit in exposed(setting, state, state.engaged.hex)]


def take_strike(setting: Setting, state: State, action: Action) -> State:
    """Return the state after a unit has taken a hit of a strike."""
    assert action.unit is not None
    assert state.engaged is not None
    unit = setting.number[action.unit]
    if unit not in exposed(setting, state, state.engaged.hex):
        raise IllegalAction(f"{action.text}: the strike can't harm it")
    return _settle(setting, _suffer(state, unit))


def _suffer(state: State, unit: int) -> State:
    """Return the state after an air strike hit: the unit loses its fortification, or else is disrupted."""
    battle = state.engaged
    assert battle is not None
    left = replace(state, engaged=replace(battle, hits=(0, battle.hits[1] - 1)))
    return raze(left, unit) if fortified(left, unit) else disrupt(left, unit)


def _settle(setting: Setting, state: State) -> State:
    """Allot hits as long as there is no choice; end the strike if no hit or no target is left."""
    while True:
        assert state.engaged is not None
        units = exposed(setting, state, state.engaged.hex) if state.engaged.hits[1] else []
        if not units:
            return _over(state)
        if len(units) > 1:
            return replace(state, stage="strike-loss")
        state = _suffer(state, units[0])


def struck(setting: Setting, state: State) -> int:
    """Return the side that is the target of a strike."""
    assert state.engaged is not None
    return defending_side(setting, state, state.engaged.hex)


# Support ------------------------------------------------------------------------------------------


def support(setting: Setting, state: State, action: Action) -> State:
    """Return the state with an air unit about to support an attack."""
    return _launch(setting, state, action, "support")


# Supply flights -------------------------------------------------------------------------------------


def legal_flights(setting: Setting, state: State, side: int) -> list[Action]:
    """Return the supply flights that a side may make to its units out of supply."""
    rule = setting.flights.rules.get(side)
    if rule is None or rule.supply_range is None:
        return []
    board = setting.board
    flown = {mission.unit for mission in state.missions if mission.kind != "intercept"}
    needy = union(state.where[unit] for unit in members(hungry(setting, state, side)))
    # A unit adjacent to a supply line may be in supply although its own hex is closed to supply lines. The
    # range is therefore counted from hexes through which supply lines run.
    bases = list(members(network(setting, state, side)))
    hexes = [
        board.ids[number]
        for number in members(needy)
        if any(board.distances(number)[base] <= rule.supply_range for base in bases)
    ]
    return [
        Action("fly", setting.units[unit], hex=hex_id)
        for unit in ready(setting, state, side)
        if unit not in flown
        for hex_id in hexes
    ]


def brought(setting: Setting, state: State, side: int) -> int:
    """Return the hexes to which a side's air units have brought supply in this player turn."""
    found = 0
    for mission in state.missions:
        if mission.kind == "supply" and not mission.failed and setting.side_of[mission.unit] == side:
            found |= 1 << mission.hex
    return found


def fly(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a supply flight begun."""
    return _launch(setting, state, action, "supply")


def hungry(setting: Setting, state: State, side: int) -> Units:
    """Return the units of a side on the map that have supply neither by land nor by air."""
    flown = brought(setting, state, side)
    out = lacking(setting, state, side).out
    return union(unit for unit in members(out) if not flown >> state.where[unit] & 1) if flown else out


PROCEDURE = Procedure(
    opens={"air-strike": begin_strikes},
    homes={"air-strike": "strike"},
    stages=(
        Stage(
            "strike",
            "who strikes what from the air",
            {"strike": Deed(strike, ("unit", "hex"), telling.tell_strike), "end": Deed(done)},
            legal_strikes,
            resumes=more_strikes,
        ),
        Stage(
            "strike-roll",
            "what the dice of the strike show",
            {"roll": Deed(fall_strike, tell=telling.tell_strike_roll)},
            dice=Dice(strike_outcomes, strike_draw, strike_shows),
        ),
        Stage(
            "strike-loss",
            "who takes a hit of the strike",
            {"hit": Deed(take_strike, ("unit",), telling.tell_strike_loss)},
            legal_strike_losses,
            decider=struck,
        ),
        # Stages called from any stage in which a mission begins, and returning to it.
        Stage(
            "intercept",
            "who intercepts",
            {
                "intercept": Deed(intercept, ("unit", "target"), telling.tell_interception),
                "pass": Deed(let_pass, tell=telling.tell_pass),
            },
            legal_interceptions,
            decider=enemy_asked,
        ),
        Stage(
            "intercept-roll",
            "what the die for the interception shows",
            {"roll": Deed(fall_interception, tell=telling.tell_interception_roll)},
            dice=one_die(interception_die),
        ),
    ),
)
