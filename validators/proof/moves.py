"""Move units as a player does, and try moves that the rules may forbid."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.ids import HexId, UnitId
from validators.proof.hands import Hands
from validators.proof.reckoning import Legs, after_leg, begun, ends, given_back, leg, legs_along, route
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
    names = [name for name in setting.hexes(halts) if name != goal]
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
        told = (seen.properties["Verdict"] or "").split("/")[-1]
        mirror.differs(what, f"it stands in {expected}", f"{seen.location} of {seen.map}: {told}")
        fine = False
    return fine


# What a player might try -----------------------------------------------------------------------------


def attempt(hands: Hands) -> None:
    """Drag a random unit to a random hex, and go on from there if that is legal."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    standing = [n for n, place in enumerate(state.where) if place >= 0]
    own = [n for n in standing if setting.phase_units[state.phase] >> n & 1]
    if not standing:
        return
    unit = chance.choice(own if own and chance.random() < 0.85 else standing)
    name, board = setting.units[unit], setting.board
    legs = hands.legs.get(unit) or begun(setting, state, unit)
    goal = _goal(hands, unit, legs)
    start = board.ids[state.where[unit]]
    onto_friend = bool(state.occupied[setting.side_of[unit]] >> board.index[goal] & 1)
    if onto_friend and legs.start in (*state.where[:unit], *state.where[unit + 1 :]):
        return  # Another unit stands where this one would have to go back to.
    on = leg(setting, state, unit, legs, board.index[goal])
    what = f"drag {name} {start}→{goal}"
    parts = [*kind_of(setting, state), *(["second drags"] if unit in hands.legs else [])]
    mirror.tried("moves", *parts, "legal moves" if on is not None else "illegal moves")
    mirror.table.drag(name, goal)
    rule = None if on is not None else rule_of(setting, state)
    if not _stands(hands, name, what, goal if on is not None else start, rule):
        hands.part()
    # The engine takes a unit that was moved and undone out of its stack. Another that is dropped on it and
    # undone leaves it without a map, with or without enforcement; so only drops on empty hexes are undone.
    if board.index[goal] not in state.where and chance.random() < 0.1:
        _undone(hands, name, what, start)
        return
    if on is None:
        return
    mirror.state = _moved(hands, unit, on, board.index[goal])
    hands.legs[unit] = on
    if onto_friend and setting.game.rules.stacking.limit == 1:
        _off_a_friend(hands, unit, start)


def _goal(hands: Hands, unit: int, legs: Legs) -> HexId:
    """Return a hex to try: within reach, just beyond it, or anywhere near."""
    setting, state, chance = hands.mirror.kernel.setting, hands.mirror.state, hands.chance
    board = setting.board
    here = 1 << state.where[unit]
    reached = ends(setting, state, unit, legs) & ~here
    beyond = board.around(reached | here) & ~reached & ~here
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
    """Undo the last drag, refused or not, and compare where the unit stands."""
    mirror = hands.mirror
    mirror.tried("undone moves")
    mirror.table.undo()
    seen = mirror.table.where(unit)
    if seen.location != start:
        mirror.differs(f"{what}, then undo", f"it stands in {start}", f"{seen.location}")
        hands.part()


def _off_a_friend(hands: Hands, unit: int, start: HexId) -> None:
    """Leave a hex that holds a friend: the phase can't end before, and the move may be taken back."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    name, board = setting.units[unit], setting.board
    here = board.ids[state.where[unit]]
    if hands.chance.random() < 0.5:
        mirror.tried("phase ends", "refused phase ends")
        mirror.table.next_phase()
        what = f"next phase with two units in {here}"
        stays = mirror.table.get("Phase") == mirror.kernel.phase(state)
        if not hands.judged(what, setting.game.rules.stacking.rule) or not stays:
            hands.part()
    legs: Legs = hands.legs[unit]
    free = ends(setting, state, unit, legs) & ~state.occupied[setting.side_of[unit]]
    onward = [h for h in setting.hexes(free) if h != board.ids[legs.start]]
    if onward and hands.chance.random() < 0.5:
        goal = hands.chance.choice(onward)
        on = leg(setting, state, unit, legs, board.index[goal])
    else:
        goal, on = board.ids[legs.start], None
    mirror.tried("moves", "legal moves", "second drags", *kind_of(setting, state))
    mirror.table.drag(name, goal)
    if not _stands(hands, name, f"drag {name} {here}→{goal} off a friend", goal, None):
        hands.part()
    if on is None:
        mirror.state = given_back(setting, state, unit, legs)
        del hands.legs[unit]
    else:
        mirror.state = _moved(hands, unit, on, board.index[goal])
        hands.legs[unit] = on


def _moved(hands: Hands, unit: int, legs: Legs, goal: int) -> State:
    """Return the reference's state after a drag: the move with the places that it takes."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    name, hex_id = setting.units[unit], setting.board.ids[goal]
    through = setting.hexes(legs.taken & ~(1 << goal))
    return hands.mirror.kernel.apply(state, Action("move", name, hex_id, through=through))
