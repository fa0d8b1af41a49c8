"""Movement phases: legs of moves, moves taken back, exits and fortifying."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from hexwright.geometry.bitsets import pick
from hexwright.rules.combat import overruns
from hexwright.rules.combat.combat_phase import left_by, named
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import (
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    OF_MOVES,
    State,
    begun_with,
    entrained_units,
    overran,
)
from hexwright.rules.engine.phase_module import Deed, Procedure, Stage
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import fortify, put
from hexwright.rules.engine.unit_restrictions import staying
from hexwright.rules.movement.move_legs import legs_in
from hexwright.rules.movement.overstacking import crowding
from hexwright.rules.supply.supply_range import Lack, lacking, noted
from hexwright.rules.transport import rail_movement
from hexwright.rules.transport.rail_movement import trains_of
from hexwright.rules.transport.transport_networks import entered
from hexwright.rules.victory.map_exits import exits_of, leave_map


def moves_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the possible next legs of a unit's move in the current movement phase."""
    if state.where[unit] < 0 or staying(setting, state) >> unit & 1:
        return []
    if state.battles and overruns.joined(state) >> unit & 1:
        return []  # It takes part in an overrun.
    legs = legs_in(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return []  # It has done something else instead of a move.
    return setting.moves_to(unit, legs.ends(unit))


def actions_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return all actions of a unit in the current movement phase."""
    found = moves_of(setting, state, unit) + exits_of(setting, state, unit)
    joined = bool(state.battles) and overruns.taking(state) >> unit & 1
    if state.acted >> unit & 1 and not joined and unit in crowding(setting, state):
        found.append(Action("take-back", setting.units[unit]))
    if setting.trains is not None:
        found += trains_of(setting, state, unit)
    if setting.diggers >> unit & 1 and unit in movers(setting, state):
        found += legal_forts(setting, state, (unit,))
    return found + _overruns_of(setting, state, unit) if setting.overruns else found


def _overruns_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the overruns that a unit may join, leave or resolve."""
    if not overruns.joined(state) >> unit & 1:
        return overruns.joins_of(setting, state, unit)
    if not overruns.taking(state) >> unit & 1:
        return []  # It has made an overrun for which the die is still to be rolled.
    own = left_by(setting, state, setting.units[unit])
    done = [named(setting, "resolve", own)] if overruns.ready(setting, state, own) else []
    return overruns.leaves_of(setting, state, unit) + done


def movers(setting: Setting, state: State) -> list[int]:
    """Return the units that may still move and have not moved in this phase."""
    may = setting.phase_units[state.phase] & ~state.acted & ~staying(setting, state)
    where = state.where
    return [unit for unit in pick(range(len(where)), may) if where[unit] >= 0]


def legal_moves(setting: Setting, state: State) -> list[Action]:
    """Return all actions of the phase and its end; or the moves to take back before it can end."""
    found: list[Action] = []
    units = movers(setting, state)
    for unit in sorted((*units, *(unit for unit, _ in state.left))):
        found += moves_of(setting, state, unit) + exits_of(setting, state, unit)
        if setting.trains is not None:
            found += trains_of(setting, state, unit)
    found += legal_forts(setting, state, units)
    if setting.overruns:
        own = [unit for unit in setting.of_side[setting.side(state)] if state.where[unit] >= 0]
        for unit in own:
            found += overruns.joins_of(setting, state, unit) + overruns.leaves_of(setting, state, unit)
        found += overruns.resolves(setting, state)
    # The phase can't end while any hex is overstacked.
    found += legal_ends(setting, state)
    return found


def apply_move(setting: Setting, state: State, action: Action) -> State:
    """Return the state after a leg of a move; raise IllegalAction if no path leads there."""
    assert action.unit is not None
    assert action.hex is not None
    unit, end = setting.number[action.unit], setting.board.index[action.hex]
    if state.where[unit] < 0 or not setting.phase_units[state.phase] >> unit & 1:
        raise IllegalAction(f"{action.text}: it doesn't move in this phase")
    leg = legs_in(setting, state).to(unit, end)
    at = bisect_left(state.left, (unit,))
    on = at < len(state.left) and state.left[at][0] == unit
    left = (*state.left[:at], (unit, leg.left), *state.left[at + on :])
    bit = 1 << unit
    enters = (leg.passed | 1 << end) & setting.changeable
    moved = put(setting, state, unit, end, leg.taken, state.acted | bit, left, enters)
    if leg.breached:
        moved = _breached(moved, unit, leg.breached)
    if state.begun is not None and enters:
        ways = dict(state.entered)
        ways[unit] = ways.get(unit, 0) | enters
        moved = replace(moved, entered=tuple(sorted(ways.items())))
    if state.begun is not None and leg.taken:
        seized = dict(state.seized)
        seized[unit] = seized.get(unit, 0) | leg.taken
        moved = replace(moved, seized=tuple(sorted(seized.items())))
    # Nothing else records that a unit which has ridden by rail gave up its attack.
    lost = bool(state.barred & bit) and bool((entrained_units(state) | state.rode) & bit)
    ready = leg.ready and not lost
    return replace(moved, barred=moved.barred ^ bit) if ready == bool(moved.barred & bit) else moved


def _breached(state: State, unit: int, walls: int) -> State:
    """Return the state with the fortified hexsides destroyed whose front a unit crossed."""
    fallen = replace(state, breached=state.breached | walls)
    if state.begun is None:
        return fallen
    broke = dict(state.broke)
    broke[unit] = broke.get(unit, 0) | walls
    return replace(fallen, broke=tuple(sorted(broke.items())))


# Overstacking --------------------------------------------------------------------------------------


def legal_ends(setting: Setting, state: State) -> list[Action]:
    """Return the end of the phase, or the moves that may be taken back while a hex is overstacked.

    Units in a declared overrun must leave it first.
    """
    units = crowding(setting, state)
    joined = overruns.taking(state) if units else 0
    return [
        Action("leave" if joined >> unit & 1 else "take-back", setting.units[unit]) for unit in units
    ] or [END]


def take_back(setting: Setting, state: State, action: Action) -> State:
    """Return the state as if a unit hadn't moved in this phase (or since the last overrun); it may move
    again.

    Places that it captured return to their former owner, unless a friendly unit stands there now. Fortified
    hexsides that it destroyed are intact again.
    """
    assert action.unit is not None
    unit, before = setting.number[action.unit], state.begun
    if before is None or unit not in crowding(setting, state):
        raise IllegalAction(f"{action.text}: its hex doesn't hold too many units")
    if overruns.taking(state) >> unit & 1:
        raise IllegalAction(f"{action.text}: it takes part in an overrun, and leaves that first")
    bit = 1 << unit
    back = put(setting, state, unit, before.where[unit], acted=state.acted & ~bit | before.acted & bit)
    kept = tuple(entry for entry in state.entered if entry[0] != unit)
    serving = before.serving
    for other, hexes in kept:
        serving = entered(setting, serving, other, hexes)
    lost = dict(state.seized).get(unit, 0) & ~back.occupied[setting.side_of[unit]]
    return replace(
        back,
        owned=tuple(now & ~lost | then & lost for now, then in zip(back.owned, before.owned, strict=True)),
        fallen=back.fallen & ~lost | before.fallen & lost,
        conditions=back.conditions[:unit] + before.conditions[unit : unit + 1] + back.conditions[unit + 1 :],
        barred=back.barred & ~bit | before.barred & bit,
        rode=back.rode & ~bit | before.rode & bit,
        seized=tuple(entry for entry in state.seized if entry[0] != unit),
        left=tuple(sorted((*(one for one in state.left if one[0] != unit), *before.left_of(unit)))),
        breached=back.breached & ~dict(state.broke).get(unit, 0),
        broke=tuple(entry for entry in state.broke if entry[0] != unit),
        serving=serving,
        entered=kept,
    )


def end_moves(setting: Setting, state: State, action: Action) -> State:
    """Return the state with the phase over; raise IllegalAction while moves must be taken back."""
    if crowding(setting, state):
        raise IllegalAction("end: a hex holds more units than may stay in it")
    cut, isolated = (units & noted(setting) for units in (state.cut, state.isolated))
    over = replace(
        state,
        stage="done",
        cut=cut,
        isolated=isolated,
        battles=overran(state),
        **OF_MOVES,
    )
    return rail_movement.end(setting, over)


# Fortifying ---------------------------------------------------------------------------------------


def legal_forts(setting: Setting, state: State, units: Iterable[int]) -> list[Action]:
    """Return the fortify actions of those units that have not moved and may fortify."""
    if not setting.diggers:
        return []
    return [
        Action("fortify", setting.units[unit])
        for unit in units
        if setting.diggers >> unit & 1 and not state.conditions[unit] & (FORTIFIED | DISRUPTED | ENTRAINED)
    ]


def apply_fort(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit fortified. It gives up its move, and under an option its attack."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    if unit not in movers(setting, state) or not legal_forts(setting, state, (unit,)):
        raise IllegalAction(f"{action.text}: it can't dig in now")
    bit = 1 << unit
    barred = state.barred | bit if digging_bars_attack(setting) else state.barred
    return replace(fortify(state, unit), acted=state.acted | bit, barred=barred)


def digging_bars_attack(setting: Setting) -> bool:
    """Return whether a unit that fortifies gives up its attack in the coming combat."""
    rule = setting.game.rules.fortification
    return rule is not None and bool(rule.bars_attack) and setting.under(rule.bars_attack)


def begin_movement(setting: Setting, state: State) -> State:
    """Return the state ready for the decisions of a movement phase."""
    started = {**OF_MOVES, "begun": begun_with(state) if setting.gathers else None}
    return replace(state, stage="move", barred=0, rode=0, **started)


def note_supply(setting: Setting, state: State) -> State:
    """Return the state with the moving side's supply recorded, if moves or battles depend on it."""
    if not setting.moves_by_supply[state.phase]:
        return state
    now, others = out_of_supply(setting, state), ~setting.units_of[setting.side(state)]
    return replace(state, cut=state.cut & others | now.out, isolated=state.isolated & others | now.isolated)


def out_of_supply(setting: Setting, state: State) -> Lack:
    """Return which units of the phasing side on the map lack supply in their present hexes."""
    return lacking(setting, state, setting.side(state))


PROCEDURE = Procedure(
    opens={"movement": begin_movement, "overruns": overruns.begin_dice},
    begins={"supply": {"movement": note_supply}},
    homes={"movement": "move"},
    stages=(
        Stage(
            "move",
            "who moves where",
            {
                "move": Deed(apply_move, ("unit", "hex")),
                "take-back": Deed(take_back, ("unit",)),
                "fortify": Deed(apply_fort, ("unit",)),
                "exit": Deed(leave_map, ("unit",)),
                "entrain": Deed(rail_movement.change, ("unit",), objects=rail_movement.object_to),
                "detrain": Deed(rail_movement.change, ("unit",), objects=rail_movement.object_to),
                "end": Deed(end_moves),
                "attack": Deed(overruns.join, ("unit", "goal"), objects=overruns.object_to_join),
                "leave": Deed(overruns.leave, ("unit",)),
                "resolve": Deed(overruns.resolve, ("goal",), objects=overruns.object_to_resolve),
            },
            legal_moves,
            movers=movers,
            of_unit=actions_of,
            ends=legal_ends,
        ),
    ),
)
