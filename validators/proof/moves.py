"""Move units as a player does, and try moves that the rules may forbid."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.ids import HexId, UnitId
from validators.proof import lights
from validators.proof.hands import Hands
from validators.proof.reckoning import Legs, after_leg, begun, ends, leg, legs_along, listed, route
from validators.rules.movement import crowding
from validators.rules.protocol import Action
from validators.rules.setting import Setting
from validators.rules.state import State

FAR = 7
"""How many hexes away a random goal lies at most."""


def rule_of(setting: Setting, state: State) -> str:
    """Return the number of the rule that an illegal move of the phase is refused by."""
    return setting.phase_modes[state.phase][0][0].rule


def kind_of(setting: Setting, state: State) -> tuple[str, ...]:
    """Return what moves of the phase count as beside moves: "rail moves" where a line can be followed."""
    lined = any(mode.along is not None for mode, _ in setting.phase_modes[state.phase])
    return ("rail moves",) if lined else ()


# What the reference does ---------------------------------------------------------------------------


def act(hands: Hands, action: Action) -> None:
    """Make a move of the reference, now and then in two drags."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.number[action.unit]
    stops: Sequence[HexId] = route(setting, state, unit, action.through, action.hex)
    if len(stops) == 1 and hands.chance.random() < 0.3:
        stops = _by_a_stop(hands, unit, action.hex)
    legs = begun(setting, state, unit)
    start = setting.board.ids[state.where[unit]]
    here = state
    for number, stop in enumerate(stops):
        on = leg(setting, here, unit, legs, setting.board.index[stop])
        assert on is not None
        legs, here = on, after_leg(setting, here, unit, on, setting.board.index[stop])
        what = f"drag {action.unit} {start}→{stop}"
        mirror.tried("moves", "legal moves", *kind_of(setting, state), *(["second drags"] if number else []))
        mirror.table.drag(action.unit, stop)
        if not _stands(hands, action.unit, what, stop, None):
            hands.part()
        start = stop
    mirror.state = mirror.kernel.apply(state, action)
    hands.legs[unit] = legs


def _by_a_stop(hands: Hands, unit: int, goal: HexId) -> Sequence[HexId]:
    """Return a way to the goal with a halt at a random hex, where there is one."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    legs = begun(setting, state, unit)
    alone = legs_along(setting, state, unit, legs, (goal,))
    assert alone is not None
    halts = ends(setting, state, unit, legs) & ~(setting.places & ~state.owned[setting.side_of[unit]])
    names = [h for h in setting.hexes(halts) if h != goal and _stays(setting, state, unit, h)]
    hands.chance.shuffle(names)
    for name in names[:8]:
        halted = legs_along(setting, state, unit, legs, (name, goal))
        if halted is not None and halted.taken == alone.taken:
            return (name, goal)
    return (goal,)


def _stands(hands: Hands, unit: UnitId, what: str, expected: str, rule: str | None) -> bool:
    """Compare where a dragged unit stands, and which rule was named."""
    mirror = hands.mirror
    seen = mirror.table.where(unit)
    fine = hands.judged(what, rule)
    if seen.location != expected or seen.map != "Map":
        mirror.differs(what, f"it stands in {expected}", f"{seen.location} of {seen.map}")
        fine = False
    return fine


# What a player might try -----------------------------------------------------------------------------


def attempt(hands: Hands) -> None:
    """Ask what a random unit may do, or drag it to a random hex and go on from there if that is legal.

    Hexes that hold too many units by it are left so: whatever is tried next is tried beside them.
    """
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    standing = [n for n, place in enumerate(state.where) if place >= 0]
    if not standing:
        return
    own = [n for n in standing if setting.phase_units[state.phase] >> n & 1]
    unit = chance.choice(own if own and chance.random() < 0.85 else standing)
    over = crowding(setting, state)
    if over and chance.random() < 0.4:
        unit = chance.choice(over)
    draw = chance.random()
    if draw < 0.2:
        lights.compare(hands, unit)
    elif draw < 0.4 and over:
        _phase_stays(hands)
    elif unit in over and draw < 0.6:
        take_back(hands, Action("take-back", setting.units[unit]))
    else:
        _dragged(hands, unit)


def _dragged(hands: Hands, unit: int) -> None:
    """Drag a unit to a random hex."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    name, board = setting.units[unit], setting.board
    legs = hands.legs.get(unit) or begun(setting, state, unit)
    goal = _goal(hands, unit, legs)
    start = board.ids[state.where[unit]]
    if board.index[goal] == legs.start and unit in crowding(setting, state):
        take_back(hands, Action("take-back", name))
        return
    on = leg(setting, state, unit, legs, board.index[goal])
    legal = on is not None and _stays(setting, state, unit, goal)
    if unit not in hands.legs:
        # What a unit may do that hasn't moved is for the reference's own list of actions to say.
        alone = [a for a in mirror.kernel.actions_of(state, name) if a.kind == "move" and a.hex == goal]
        legal = bool(alone)
    what = f"drag {name} {start}→{goal}"
    parts = [*kind_of(setting, state), *(["second drags"] if unit in hands.legs else [])]
    if state.occupied[setting.side_of[unit]] >> board.index[goal] & 1:
        parts.append("onto friends")
    mirror.tried("moves", *parts, "legal moves" if legal else "illegal moves")
    mirror.table.drag(name, goal)
    rule = None if legal else rule_of(setting, state) if on is None else setting.game.rules.stacking.rule
    if not _stands(hands, name, what, goal if legal else start, rule):
        hands.part()
    # The engine takes a unit that was moved and undone out of its stack. Another that is dropped on it and
    # undone leaves it without a map, with or without enforcement; so only drops on empty hexes are undone.
    if not legal:
        return
    if board.index[goal] not in state.where and chance.random() < 0.1:
        _undone(hands, name, what, start)
        return
    if on is None:
        mirror.differs(what, "no way leads there", "a legal move of the reference")
        hands.part()
        return
    action = Action("move", name, goal, through=setting.hexes(on.taken & ~(1 << board.index[goal])))
    if unit not in hands.legs and action not in alone:
        mirror.differs(what, " or ".join(a.text for a in alone), action.text)
        hands.part()
    if unit in hands.legs and not listed(setting, state, unit, on, board.index[goal]):
        mirror.differs(what, "a whole move of the reference", f"{on.halts} with {setting.hexes(on.taken)}")
        hands.part()
    mirror.state = mirror.kernel.apply(state, action)
    hands.legs[unit] = on
    if not mirror.compare(what):
        hands.part()


def _stays(setting: Setting, state: State, unit: int, goal: HexId) -> bool:
    """Tell whether a unit may end a move in a hex, as far as friends go who stand there."""
    return setting.gathers or not setting.full(state, unit) >> setting.board.index[goal] & 1


def take_back(hands: Hands, action: Action) -> None:
    """Drag a unit from a hex with too many to where it began the phase."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    assert action.unit is not None
    assert state.begun is not None
    unit = setting.number[action.unit]
    goal = setting.board.ids[state.begun.where[unit]]
    mirror.tried("moves", "legal moves", "moves taken back", *kind_of(setting, state))
    mirror.table.drag(action.unit, goal)
    if not _stands(hands, action.unit, f"{action.text} to {goal}", goal, None):
        hands.part()
    mirror.state = mirror.kernel.apply(state, action)
    hands.legs.pop(unit, None)
    if not mirror.compare(action.text):
        hands.part()


def _phase_stays(hands: Hands) -> None:
    """Ask for the next phase while a hex holds too many units."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    mirror.tried("phase ends", "refused phase ends")
    mirror.table.next_phase()
    stays = mirror.table.get("Phase") == mirror.kernel.phase(state)
    if (
        not hands.judged("next phase with too many units in a hex", setting.game.rules.stacking.rule)
        or not stays
    ):
        hands.part()


def _goal(hands: Hands, unit: int, legs: Legs) -> HexId:
    """Return a hex to try: within reach, just beyond it, or anywhere near.

    Places of the enemy are often tried, and from them hexes of friends: such a move may be taken back.
    """
    setting, state, chance = hands.mirror.kernel.setting, hands.mirror.state, hands.chance
    board, side = setting.board, setting.side_of[unit]
    here = 1 << state.where[unit]
    reached = ends(setting, state, unit, legs) & ~here
    beyond = board.around(reached | here) & ~reached & ~here
    foreign = reached & setting.places & ~state.owned[side]
    friends = reached & state.occupied[side]
    draw = chance.random()
    if foreign and draw < 0.25:
        return chance.choice(setting.hexes(foreign))
    if legs.taken and friends and draw < 0.75:
        return chance.choice(setting.hexes(friends))
    draw = chance.random()
    if draw < 0.4 and reached:
        return chance.choice(setting.hexes(reached))
    if draw < 0.8 and beyond:
        return chance.choice(setting.hexes(beyond))
    near = here
    for _ in range(FAR):
        near |= board.around(near)
    return chance.choice(setting.hexes(near & ~here))


def _undone(hands: Hands, unit: UnitId, what: str, start: HexId) -> None:
    """Undo the last drag, and compare where the unit stands."""
    mirror = hands.mirror
    mirror.tried("undone moves")
    mirror.table.undo()
    seen = mirror.table.where(unit)
    if seen.location != start:
        mirror.differs(f"{what}, then undo", f"it stands in {start}", f"{seen.location}")
        hands.part()
