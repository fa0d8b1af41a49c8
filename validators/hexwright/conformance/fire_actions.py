"""Fire actions: attack, fire, fly missions and move as a player does in a game with fire combat.

The module rolls the dice; their results are read from the module and passed to the rules engine, so that both
continue with the same hits. Both allot hits automatically if there is no choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.conformance import reachable_hex_comparison
from hexwright.conformance.module_player import ATTACK_KEY, LOSE_STEP_KEY, RESOLVE_KEY, ModulePlayer
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.air.air_readiness import current_mission, ready_air_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import Outcomes
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire import fire_phase
from hexwright.rules.fire.dice_pools import hits_absorbed_by_places
from hexwright.rules.fire.fire_advance import attackers_able_to_enter, fresh_attackers
from hexwright.rules.fire.fire_battle import units_attacked_in
from hexwright.support.linear_regex import LinearRegex

FORTIFY_KEY = "keys:ctrl W"
SURVIVOR_KEY = "keys:ctrl K"
BATTLE_STEP = "battle step"
WEATHER_PROPERTY = "WeatherRecord"
"""The property that stores the weather of each turn so far: "/turn weather/turn weather/"."""


# The table ------------------------------------------------------------------------------------------


def _press(hands: ModulePlayer, unit: UnitId, key: str, what: str) -> None:
    """Press a key on a unit; the module must permit it."""
    hands.paired_game.table.key(unit, key, BATTLE_STEP)
    if not hands.compare_verdict(what, None):
        hands.end_walk()


def _pick_hex(hands: ModulePlayer, hex_id: HexId) -> None:
    """Pick a hex in the module by pressing a key on a unit in it."""
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    number = setting.board.index[hex_id]
    unit = setting.units[state.locations.index(number)]
    _press(hands, unit, ATTACK_KEY, f"pick {hex_id}")


_THROWN = LinearRegex(r"[Dd]ice [^;]*?, (no hit|\d+ hits?)(?:, (\d+) of them absorbed)?")


def _hits_told(hands: ModulePlayer) -> list[int]:
    """Return the hits reported in the latest chat lines, without the hits that a place absorbed."""
    told = next(
        (line for line in hands.paired_game.table.chat().split("\n") if line.startswith("* Dice: ")), ""
    )
    found = _THROWN.finditer(told.removeprefix("* Dice: "))
    return [(0 if hit[1] == "no hit" else int(hit[1].split(" ")[0])) - int(hit[2] or 0) for hit in found]


def _apply_in_engine(hands: ModulePlayer, action: Action) -> None:
    hands.paired_game.state = hands.paired_game.kernel.apply(hands.paired_game.state, action)


# Battles --------------------------------------------------------------------------------------------


def allocate_attack(hands: ModulePlayer, action: Action) -> None:
    """Allocate a ground unit to the attack on a hex."""
    assert action.unit is not None
    assert action.hex is not None
    hands.paired_game.count_attempt("allocations")
    _pick_hex(hands, action.hex)
    _press(hands, action.unit, ATTACK_KEY, action.text)
    _apply_in_engine(hands, action)


def roll_fire(hands: ModulePlayer, action: Action) -> None:
    """Roll the dice of both sides in the module, and pass the result to the rules engine."""
    mirror = hands.paired_game
    kernel, state = mirror.kernel, mirror.state
    assert state.current_engagement is not None
    mirror.count_attempt("battles", f"battles in {kernel.setting.weather_now(state)}")
    now = fire_phase.current_battle(kernel.setting, state)
    mirror.table.chat()
    _press(hands, kernel.setting.units[now.defenders[0]], RESOLVE_KEY, "a round of fire")
    on_defenders, on_attackers = (*_hits_told(hands), 0, 0)[:2]
    told = matching_outcome(
        kernel.chance_outcomes(state), hits_absorbed_by_places(now), on_attackers, on_defenders
    )
    if told is None:
        told = Action("roll", rolls=(on_defenders + hits_absorbed_by_places(now), on_attackers))
        mirror.report_difference(
            "a round of fire", f"one of {len(kernel.chance_outcomes(state))} results", told.text
        )
        hands.end_walk()
    _apply_in_engine(hands, told)


def matching_outcome(outcomes: Outcomes, absorbs: int, on_attackers: int, on_defenders: int) -> Action | None:
    """Return an outcome that leaves these hits, or None if there is none; a place may absorb fewer hits than
    its maximum.
    """
    for action, _ in outcomes:
        scored, suffered = action.rolls
        if suffered == on_attackers and max(0, scored - absorbs) == on_defenders:
            return action
    return None


def allot_hit(hands: ModulePlayer, action: Action) -> None:
    """Allot a hit to the unit that its owner chose."""
    assert action.unit is not None
    mirror = hands.paired_game
    mirror.count_attempt("hits")
    _press(hands, action.unit, LOSE_STEP_KEY, action.text)
    _apply_in_engine(hands, action)


def drag_unit(hands: ModulePlayer, action: Action) -> None:
    """Perform a retreat or an advance by dragging the unit."""
    assert action.unit is not None
    assert action.hex is not None
    hands.paired_game.count_attempt("retreats and advances")
    hands.paired_game.table.drag(action.unit, action.hex, BATTLE_STEP)
    if not hands.compare_verdict(action.text, None):
        hands.end_walk()
    _apply_in_engine(hands, action)


# The air --------------------------------------------------------------------------------------------


def fly_mission(hands: ModulePlayer, action: Action) -> None:
    """Perform an air strike, a support mission or a supply flight."""
    assert action.unit is not None
    assert action.hex is not None
    hands.paired_game.count_attempt("flights", *["flights with supplies"] * (action.kind == "fly"))
    _pick_hex(hands, action.hex)
    _press(hands, action.unit, ATTACK_KEY, action.text)
    _apply_in_engine(hands, action)


def intercept_mission(hands: ModulePlayer, action: Action) -> None:
    """Intercept the current mission with an air unit; the die is rolled at once."""
    assert action.unit is not None
    mirror = hands.paired_game
    kernel = mirror.kernel
    mirror.count_attempt("interceptions")
    target = current_mission(mirror.state).unit
    _press(hands, action.unit, ATTACK_KEY, action.text)
    _apply_in_engine(hands, action)
    rule = kernel.setting.air_units.rules[kernel.setting.side_of[target]]
    face = next(
        face for face, outcome in rule.interception.items() if outcome == _interception_result(hands, target)
    )
    _apply_in_engine(hands, Action("roll", roll=int(face)))
    if mirror.state.stage == "intercept":
        _attempt_late_interception(hands, kernel.setting.side_of[kernel.setting.unit_numbers[action.unit]])


def _attempt_late_interception(hands: ModulePlayer, tried: int) -> None:
    """Attempt an interception by a side that has already let the mission pass, before another
    side decides.
    """
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    flies = setting.side_of[current_mission(state).unit]
    before = range(flies + 1, flies + 1 + (tried - flies - 1) % len(setting.sides))
    units = [unit for n in before for unit in ready_air_units(setting, state, n % len(setting.sides))]
    if not units or hands.seated:
        return
    unit = setting.units[hands.rng.choice(units)]
    mirror.count_attempt("refused interceptions")
    mirror.table.key(unit, ATTACK_KEY, BATTLE_STEP)
    if not hands.compare_verdict(f"refused: intercept {unit}", ""):
        hands.end_walk()


def _interception_result(hands: ModulePlayer, target: int) -> str:
    """Return the result of an interception as the module reports it."""
    told = hands.paired_game.table.get("PhaseOrders")
    name = hands.paired_game.kernel.setting.units[target]
    if f",{name}:fail," in told:
        return "aborted"
    if f",{name}:out-" in told:
        return "out"
    return "interceptor-out" if ":out-" in told else "none"


def roll_strike(hands: ModulePlayer, action: Action) -> None:
    """Roll the dice of an air strike."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    mirror.count_attempt("strikes")
    mirror.table.chat()
    _press(hands, setting.units[current_mission(state).unit], RESOLVE_KEY, "an air strike")
    hits = (*_hits_told(hands), 0)[0]
    told = Action("roll", roll=hits)
    if not mirror.kernel.is_legal(state, told):
        mirror.report_difference("an air strike", "a possible result of the dice", told.text)
        hands.end_walk()
    _apply_in_engine(hands, told)


# Fortifications and survivors -----------------------------------------------------------------------


def fortify_unit(hands: ModulePlayer, action: Action) -> None:
    """Fortify a unit, which may then no longer move."""
    assert action.unit is not None
    hands.paired_game.count_attempt("works")
    _press(hands, action.unit, FORTIFY_KEY, action.text)
    _apply_in_engine(hands, action)


def choose_survivor(hands: ModulePlayer, action: Action) -> None:
    """Choose a unit that survives while out of supply."""
    assert action.unit is not None
    hands.paired_game.count_attempt("survivors")
    _press(hands, action.unit, SURVIVOR_KEY, action.text)
    _apply_in_engine(hands, action)


# Attempts -------------------------------------------------------------------------------------------


def attempt_allocation(hands: ModulePlayer) -> None:
    """Attempt to allocate a random unit to a random enemy hex; legal attacks are skipped."""
    mirror, chance = hands.paired_game, hands.rng
    kernel, state = mirror.kernel, mirror.state
    setting = kernel.setting
    side = setting.side(state)
    ground = [u for u in setting.units_by_side[side] if state.locations[u] >= 0]
    enemies = list(members(setting.enemy_hexes(state, side)))
    if not ground or not enemies:
        return
    unit, hex_id = chance.choice(ground), setting.board.ids[chance.choice(enemies)]
    action = Action("attack", setting.units[unit], hex=hex_id)
    # A unit that already attacks would leave; legal actions are left to the rules engine's player.
    if any(b.attackers >> unit & 1 for b in state.engagements) or action in kernel.legal_actions(state):
        return
    mirror.count_attempt("refused allocations")
    _pick_hex(hands, hex_id)
    mirror.table.key(setting.units[unit], ATTACK_KEY, BATTLE_STEP)
    if not hands.compare_verdict(f"refused: {action.text}", ""):
        hands.end_walk()
    hands.cancel_pick(setting.units[unit], BATTLE_STEP)


def attempt_in_battle(hands: ModulePlayer) -> None:
    """Attempt an illegal drag of a random unit, or an illegal hit on it."""
    mirror, chance = hands.paired_game, hands.rng
    kernel, state = mirror.kernel, mirror.state
    setting, battle = kernel.setting, state.current_engagement
    assert battle is not None
    shut = _advancers_without_room(setting, state)
    unit = chance.choice(
        shut or _units_in_battle(setting, state) or [n for n, p in enumerate(state.locations) if p >= 0]
    )
    name = setting.units[unit]
    if state.stage in ("withdraw", "pursue") and chance.random() < 0.4:
        reachable_hex_comparison.compare_reachable_hexes(hands, unit)
        return
    if not shut and chance.random() < 0.5:
        if any(a.kind == "hit" and a.unit == name for a in kernel.legal_actions(state)):
            return
        mirror.count_attempt("refused hits")
        mirror.table.key(name, LOSE_STEP_KEY, BATTLE_STEP)
        what = f"refused: a hit on {name}"
    else:
        near = setting.board.around(1 << chance.choice((state.locations[unit], battle.hex)))
        goals = [battle.hex] if shut else list(members(near & ~(1 << state.locations[unit])))
        goal = setting.board.ids[chance.choice(goals)]
        legal = any(a.unit == name and a.hex == goal for a in kernel.legal_actions(state))
        if legal:
            return
        mirror.count_attempt("refused retreats and advances")
        mirror.table.drag(name, goal, BATTLE_STEP)
        what = f"refused: {name} to {goal}"
    if not hands.compare_verdict(what, "") or not mirror.compare(what):
        hands.end_walk()


def _advancers_without_room(setting: CompiledGame, state: State) -> list[int]:
    """Return the attackers that may advance but have no room in the cleared hex."""
    if state.current_engagement is None or state.stage != "pursue":
        return []
    inside = attackers_able_to_enter(setting, state, state.current_engagement)
    return [unit for unit in fresh_attackers(state, state.current_engagement) if unit not in inside]


def _units_in_battle(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that might be hit, retreat or advance in the current fire battle."""
    if state.current_engagement is None:
        return []
    fighting = state.current_engagement.attackers | units_attacked_in(
        setting, state, 1 << state.current_engagement.hex
    )
    return [unit for unit in members(fighting) if state.locations[unit] >= 0]


def read_weather(hands: ModulePlayer) -> None:
    """Pass the weather that the module rolled to the rules engine; the module may be a turn ahead."""
    mirror = hands.paired_game
    turn = mirror.kernel.setting.turns[mirror.state.turn]
    _, _, since = mirror.table.get(WEATHER_PROPERTY).partition(f"/{mirror.state.turn} ")
    now = since.partition("/")[0]
    face: Mapping[str, str] = turn.weather_roll
    fitting = next((number for number, kind in face.items() if kind == now), None)
    if fitting is None:
        mirror.report_difference("weather die roll", " or ".join(sorted(set(face.values()))), now)
        hands.end_walk()
        return
    _apply_in_engine(hands, Action("roll", roll=int(fitting)))


def read_event(hands: ModulePlayer) -> None:
    """Pass the result of an event's die, which the module rolled when the phase began, to the
    rules engine.
    """
    mirror = hands.paired_game
    kernel, state = mirror.kernel, mirror.state
    mirror.count_attempt("events")
    phase = kernel.phase(state)
    rule = next(one for one in kernel.setting.game.rules.events if one.phase == phase)
    fatal = mirror.table.get("Won") != ""
    come = f",{rule.entry}:" in f",{mirror.table.get('Hurried')}" if rule.arrives_on else fatal
    faces = rule.arrives_on or rule.ends_game_on
    face = next(n for n in range(1, rule.die + 1) if (n in faces) == come)
    _apply_in_engine(hands, Action("roll", roll=face))
