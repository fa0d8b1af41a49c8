"""Attack, fire, fly and move as a player does in a game of fire combat.

Dice are rolled in the module; their results are read there and passed to the rules engine, so both continue
with the same hits. Hits without a choice are allotted automatically by both.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.conformance import reachable_hex_comparison
from hexwright.conformance.module_player import ATTACK, FIGHT, LOSE, Hands
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.air.air_readiness import current, ready
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.phase_module import Outcomes
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire import fire_phase
from hexwright.rules.fire.dice_pools import absorbed
from hexwright.rules.fire.fire_advance import entering, fresh_attackers
from hexwright.rules.fire.fire_battle import attacked_in
from hexwright.support.linear_regex import LinearRegex

FORTIFY = "keys:ctrl W"
KEEP = "keys:ctrl K"
STEP = "battle step"
WEATHERS = "WeatherRecord"
"""The weather of each turn so far, \"/turn weather/turn weather/\"."""


# The table ------------------------------------------------------------------------------------------


def _press(hands: Hands, unit: UnitId, key: str, what: str) -> None:
    """Apply a key to a unit, as the rules allow."""
    hands.mirror.table.key(unit, key, STEP)
    if not hands.judged(what, None):
        hands.part()


def _aim(hands: Hands, hex_id: HexId) -> None:
    """Pick a hex by a unit in it."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    number = setting.board.index[hex_id]
    unit = setting.units[state.where.index(number)]
    _press(hands, unit, ATTACK, f"{hex_id} is picked")


_THROWN = LinearRegex(r"[Dd]ice [^;]*?, (no hit|\d+ hits?)(?:, (\d+) of them absorbed)?")


def _thrown(hands: Hands) -> list[int]:
    """Return the hits in the latest chat lines, without those that a place absorbed."""
    told = next((line for line in hands.mirror.table.chat().split("\n") if line.startswith("* Dice: ")), "")
    found = _THROWN.finditer(told.removeprefix("* Dice: "))
    return [(0 if hit[1] == "no hit" else int(hit[1].split(" ")[0])) - int(hit[2] or 0) for hit in found]


def _applied(hands: Hands, action: Action) -> None:
    hands.mirror.state = hands.mirror.kernel.apply(hands.mirror.state, action)


# Battles --------------------------------------------------------------------------------------------


def allocate(hands: Hands, action: Action) -> None:
    """Assign a ground unit to attack a hex."""
    assert action.unit is not None
    assert action.hex is not None
    hands.mirror.tried("allocations")
    _aim(hands, action.hex)
    _press(hands, action.unit, ATTACK, action.text)
    _applied(hands, action)


def roll(hands: Hands, action: Action) -> None:
    """Fire for both sides, and pass the result to the rules engine."""
    mirror = hands.mirror
    kernel, state = mirror.kernel, mirror.state
    assert state.engaged is not None
    mirror.tried("battles", f"battles in {kernel.setting.weather_now(state)}")
    now = fire_phase.scene(kernel.setting, state)
    mirror.table.chat()
    _press(hands, kernel.setting.units[now.defenders[0]], FIGHT, "a round of fire")
    on_defenders, on_attackers = (*_thrown(hands), 0, 0)[:2]
    told = outcome_left(kernel.chance_outcomes(state), absorbed(now), on_attackers, on_defenders)
    if told is None:
        told = Action("roll", rolls=(on_defenders + absorbed(now), on_attackers))
        mirror.differs("a round of fire", f"one of {len(kernel.chance_outcomes(state))} outcomes", told.text)
        hands.part()
    _applied(hands, told)


def outcome_left(outcomes: Outcomes, absorbs: int, on_attackers: int, on_defenders: int) -> Action | None:
    """Return an outcome that leaves these hits, or None; a place may have absorbed fewer than it can."""
    for action, _ in outcomes:
        scored, suffered = action.rolls
        if suffered == on_attackers and max(0, scored - absorbs) == on_defenders:
            return action
    return None


def hit(hands: Hands, action: Action) -> None:
    """Allot a hit to a unit, as its owner chooses."""
    assert action.unit is not None
    mirror = hands.mirror
    mirror.tried("hits")
    _press(hands, action.unit, LOSE, action.text)
    _applied(hands, action)


def go(hands: Hands, action: Action) -> None:
    """Retreat or advance by a drag."""
    assert action.unit is not None
    assert action.hex is not None
    hands.mirror.tried("retreats and advances")
    hands.mirror.table.drag(action.unit, action.hex, STEP)
    if not hands.judged(action.text, None):
        hands.part()
    _applied(hands, action)


# The air --------------------------------------------------------------------------------------------


def fly(hands: Hands, action: Action) -> None:
    """Perform an air strike, support an attack, or bring supplies."""
    assert action.unit is not None
    assert action.hex is not None
    hands.mirror.tried("flights", *["flights with supplies"] * (action.kind == "fly"))
    _aim(hands, action.hex)
    _press(hands, action.unit, ATTACK, action.text)
    _applied(hands, action)


def intercept(hands: Hands, action: Action) -> None:
    """Send an air unit against the current mission; its die is rolled at once."""
    assert action.unit is not None
    mirror = hands.mirror
    kernel = mirror.kernel
    mirror.tried("interceptions")
    target = current(mirror.state).unit
    _press(hands, action.unit, ATTACK, action.text)
    _applied(hands, action)
    rule = kernel.setting.flights.rules[kernel.setting.side_of[target]]
    face = next(face for face, outcome in rule.intercepted.items() if outcome == _came_of_it(hands, target))
    _applied(hands, Action("roll", roll=int(face)))
    if mirror.state.stage == "intercept":
        _too_late(hands, kernel.setting.side_of[kernel.setting.number[action.unit]])


def _too_late(hands: Hands, tried: int) -> None:
    """Intercept with a side that let the mission pass before the side that has just tried."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    flies = setting.side_of[current(state).unit]
    before = range(flies + 1, flies + 1 + (tried - flies - 1) % len(setting.sides))
    units = [unit for n in before for unit in ready(setting, state, n % len(setting.sides))]
    if not units or hands.seated:
        return
    unit = setting.units[hands.chance.choice(units)]
    mirror.tried("refused interceptions")
    mirror.table.key(unit, ATTACK, STEP)
    if not hands.judged(f"refused: intercept {unit}", ""):
        hands.part()


def _came_of_it(hands: Hands, target: int) -> str:
    """Return the module's result of an interception."""
    told = hands.mirror.table.get("PhaseOrders")
    name = hands.mirror.kernel.setting.units[target]
    if f",{name}:fail," in told:
        return "prevented"
    if f",{name}:out-" in told:
        return "out"
    return "interceptor-out" if ":out-" in told else "none"


def roll_strike(hands: Hands, action: Action) -> None:
    """Roll for an air strike."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    mirror.tried("strikes")
    mirror.table.chat()
    _press(hands, setting.units[current(state).unit], FIGHT, "a strike")
    hits = (*_thrown(hands), 0)[0]
    told = Action("roll", roll=hits)
    if not mirror.kernel.is_legal(state, told):
        mirror.differs("a strike", "an outcome of its dice", told.text)
        hands.part()
    _applied(hands, told)


# Fortifications and survivors -----------------------------------------------------------------------


def fortify(hands: Hands, action: Action) -> None:
    """Fortify instead of moving."""
    assert action.unit is not None
    hands.mirror.tried("works")
    _press(hands, action.unit, FORTIFY, action.text)
    _applied(hands, action)


def keep(hands: Hands, action: Action) -> None:
    """Choose the units that survive out of supply."""
    assert action.unit is not None
    hands.mirror.tried("kept alive")
    _press(hands, action.unit, KEEP, action.text)
    _applied(hands, action)


# Attempts -------------------------------------------------------------------------------------------


def attempt_allocation(hands: Hands) -> None:
    """Assign a random unit to attack a random enemy hex; legal attacks are skipped."""
    mirror, chance = hands.mirror, hands.chance
    kernel, state = mirror.kernel, mirror.state
    setting = kernel.setting
    side = setting.side(state)
    ground = [u for u in setting.of_side[side] if state.where[u] >= 0]
    enemies = list(members(setting.enemies(state, side)))
    if not ground or not enemies:
        return
    unit, hex_id = chance.choice(ground), setting.board.ids[chance.choice(enemies)]
    action = Action("attack", setting.units[unit], hex=hex_id)
    # A unit that already attacks would leave; legal actions are left to the rules engine's player.
    if any(b.attackers >> unit & 1 for b in state.engagements) or action in kernel.legal_actions(state):
        return
    mirror.tried("refused allocations")
    _aim(hands, hex_id)
    mirror.table.key(setting.units[unit], ATTACK, STEP)
    if not hands.judged(f"refused: {action.text}", ""):
        hands.part()
    hands.unname(setting.units[unit], STEP)


def attempt_in_battle(hands: Hands) -> None:
    """Drag a random unit, or press the key for a hit, where the rules forbid it."""
    mirror, chance = hands.mirror, hands.chance
    kernel, state = mirror.kernel, mirror.state
    setting, battle = kernel.setting, state.engaged
    assert battle is not None
    shut = _shut_out(setting, state)
    unit = chance.choice(
        shut or _concerned(setting, state) or [n for n, p in enumerate(state.where) if p >= 0]
    )
    name = setting.units[unit]
    if state.stage in ("withdraw", "pursue") and chance.random() < 0.4:
        reachable_hex_comparison.compare(hands, unit)
        return
    if not shut and chance.random() < 0.5:
        if any(a.kind == "hit" and a.unit == name for a in kernel.legal_actions(state)):
            return
        mirror.tried("refused hits")
        mirror.table.key(name, LOSE, STEP)
        what = f"refused: a hit on {name}"
    else:
        near = setting.board.around(1 << chance.choice((state.where[unit], battle.hex)))
        goals = [battle.hex] if shut else list(members(near & ~(1 << state.where[unit])))
        goal = setting.board.ids[chance.choice(goals)]
        legal = any(a.unit == name and a.hex == goal for a in kernel.legal_actions(state))
        if legal:
            return
        mirror.tried("refused retreats and advances")
        mirror.table.drag(name, goal, STEP)
        what = f"refused: {name} to {goal}"
    if not hands.judged(what, "") or not mirror.compare(what):
        hands.part()


def _shut_out(setting: Setting, state: State) -> list[int]:
    """Return the attackers that may advance, but find no room in the cleared hex."""
    if state.engaged is None or state.stage != "pursue":
        return []
    inside = entering(setting, state, state.engaged)
    return [unit for unit in fresh_attackers(state, state.engaged) if unit not in inside]


def _concerned(setting: Setting, state: State) -> list[int]:
    """Return the units in the current fire battle: those that might be hit, retreat or advance."""
    if state.engaged is None:
        return []
    fighting = state.engaged.attackers | attacked_in(setting, state, 1 << state.engaged.hex)
    return [unit for unit in members(fighting) if state.where[unit] >= 0]


def weather(hands: Hands) -> None:
    """Pass the weather that the module rolled for its turn to the rules engine; the module may be ahead."""
    mirror = hands.mirror
    turn = mirror.kernel.setting.turns[mirror.state.turn]
    _, _, since = mirror.table.get(WEATHERS).partition(f"/{mirror.state.turn} ")
    now = since.partition("/")[0]
    face: Mapping[str, str] = turn.roll
    fitting = next((number for number, kind in face.items() if kind == now), None)
    if fitting is None:
        mirror.differs("the weather is rolled", " or ".join(sorted(set(face.values()))), now)
        hands.part()
        return
    _applied(hands, Action("roll", roll=int(fitting)))


def event(hands: Hands) -> None:
    """Pass the result of an event's die, which the module rolled as the phase began, to the rules engine."""
    mirror = hands.mirror
    kernel, state = mirror.kernel, mirror.state
    mirror.tried("events")
    phase = kernel.phase(state)
    rule = next(one for one in kernel.setting.game.rules.events if one.phase == phase)
    fatal = mirror.table.get("Won") != ""
    come = f",{rule.entry}:" in f",{mirror.table.get('Hurried')}" if rule.brings else fatal
    faces = rule.brings or rule.fatal
    face = next(n for n in range(1, rule.die + 1) if (n in faces) == come)
    _applied(hands, Action("roll", roll=face))
