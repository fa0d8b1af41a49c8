"""Overruns in a movement phase: attackers declare one, and resolve it once the odds are high enough.

An overrun is declared like a battle and resolved without a die: the defenders are eliminated, and the
attackers spend movement points. In some games a die later decides about the attackers. The overrun then stays
among the battles, and other units may join it. The phase of kind `overruns` resolves it as a battle whose
defenders have been removed.
"""

from __future__ import annotations

from hexwright.geometry.bitsets import first, members, together
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.overrun_record import Overrun
from hexwright.rules.combat.attack_ranges import beside
from hexwright.rules.combat.battle_odds import Odds, odds
from hexwright.rules.combat.combat_phase import defenders, named, of_action
from hexwright.rules.combat.strength_totals import standing
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine import unit_restrictions
from hexwright.rules.engine.compiled_criteria import Circumstance, Units, timely
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import OF_MOVES, Battle, Left, Overran, State, begun_with, overran
from hexwright.rules.engine.hints_and_citations import cite
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import eliminate
from hexwright.rules.movement.move_legs import halted, legs_in
from hexwright.rules.movement.movement_ways import Way
from hexwright.rules.movement.overstacking import crowding

Entry = tuple[Overrun, Circumstance]


def entries(setting: Setting, state: State) -> list[Entry]:
    """Return the overrun entries that can apply in the current phase."""
    if not setting.overruns:
        return []
    now = setting.moment(state)
    return [entry for entry in setting.overruns if timely(entry[0], now, setting.options)]


def joined(state: State) -> Units:
    """Return the units in declared overruns, or in overruns that still need a die roll; they move no
    further.
    """
    return together(battle.attackers for battle in state.battles)


def taking(state: State) -> Units:
    """Return the units in declared overruns that are not yet resolved."""
    return together(battle.attackers for battle in state.battles if battle.overran is None)


def owed_at(state: State) -> Hexes:
    """Return the hexes of overruns that still need a die roll."""
    return together(battle.hexes for battle in overran(state))


def begin_dice(setting: Setting, state: State) -> State:
    """Return the state at the start of the phase in which dice are rolled for overruns."""
    return replace(state, stage="resolve") if state.battles else state


# Declaration ----------------------------------------------------------------------------------------


def joins_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the overruns that a unit may join."""
    rows = entries(setting, state)
    if not rows or not _free(setting, state, unit):
        return []
    near = beside(setting, state, unit)
    targets = near & setting.enemies(state, setting.side_of[unit])
    late = [b for b in overran(state) if near & b.hexes and _joins_late(setting, state, unit, b)]
    if setting.defends_as_one:
        goals = list(members(targets))
    else:
        goals = [other for other, place in enumerate(state.where) if place >= 0 and targets >> place & 1]
    goals = [goal for goal in goals if _admitted(setting, state, rows, _with(setting, state, unit, goal))]
    goals += [battle.goal for battle in late]
    if not goals:
        return []
    row = (setting.assaults if setting.defends_as_one else setting.attacks)[unit]
    return [row[goal] for goal in goals]


def _joins_late(setting: Setting, state: State, unit: int, battle: Battle) -> bool:
    """Return whether a unit may join a resolved overrun that still needs a die roll."""
    assert battle.overran is not None
    entry = setting.overruns[battle.overran.entry]
    rule, asked = entry
    bit, where = 1 << unit, state.where
    return (
        bool(asked.units & bit)
        and (rule.attackers == "any" or where[unit] == where[first(battle.attackers)])
        and asked.coming(where, bit, battle.goal) == bit
        and standing(setting, state, asked, bit) == bit
        and bool(_paid(setting, state, rule, unit))
        and not crowding(setting, state)
    )


def _free(setting: Setting, state: State, unit: int) -> bool:
    """Return whether a unit may act in this movement phase and takes part in no overrun yet."""
    broken = unit_restrictions.staying(setting, state) | unit_restrictions.unready(setting, state)
    may = setting.phase_units[state.phase] & ~joined(state) & ~broken
    return state.where[unit] >= 0 and bool(may >> unit & 1)


def _with(setting: Setting, state: State, unit: int, goal: int) -> Battle:
    """Return the overrun of a goal after a unit has joined it."""
    for battle in state.battles:
        if battle.goal == goal:
            return replace(battle, attackers=battle.attackers | 1 << unit)
    if setting.defends_as_one:
        return Battle(1 << goal, 1 << unit)
    return Battle(1 << state.where[goal], 1 << unit, goal)


def _admitted(setting: Setting, state: State, rows: list[Entry], battle: Battle) -> list[Entry]:
    """Return the entries that permit all attackers to take part in an overrun, at any odds."""
    them = defenders(setting, state, battle)
    return [entry for entry in rows if _fits(setting, state, entry, them, battle.attackers)]


def _fits(setting: Setting, state: State, entry: Entry, them: Units, attackers: Units) -> bool:
    rule, asked = entry
    where = state.where
    if rule.attackers == "stack" and len({where[unit] for unit in members(attackers)}) > 1:
        return False
    if attackers & ~asked.units:
        return False
    for unit in members(them):
        here = where[unit]
        if not (asked.hexes >> here & 1 and asked.enemies >> unit & 1):
            return False
        if asked.coming(where, attackers, here) != attackers:
            return False
    if standing(setting, state, asked, attackers) != attackers:
        return False
    return all(_paid(setting, state, rule, unit) for unit in members(attackers))


def join(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit in the overrun that the action names."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    if action not in joins_of(setting, state, unit):
        raise IllegalAction(f"{action.text}: it can't join that overrun")
    if action.hex is not None:
        goal = setting.board.index[action.hex]
    else:
        assert action.target is not None
        goal = setting.number[action.target]
    battle = _with(setting, state, unit, goal)
    rest = (other for other in state.battles if other.goal != goal)
    taken = replace(state, battles=tuple(sorted((*rest, battle), key=lambda each: each.goal)))
    if battle.overran is None:
        return taken
    rule = setting.overruns[battle.overran.entry][0]
    return _settled(setting, taken, rule, 1 << unit, {unit: _paid(setting, state, rule, unit)})


def leaves_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit leaves its overrun; empty if it may not."""
    return [Action("leave", setting.units[unit])] if taking(state) >> unit & 1 else []


def leave(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit out of its overrun; it may move again."""
    assert action.unit is not None
    bit = 1 << setting.number[action.unit]
    if not taking(state) & bit:
        raise IllegalAction(f"{action.text}: it takes part in no overrun that it may leave")
    parts = (replace(battle, attackers=battle.attackers & ~bit) for battle in state.battles)
    return replace(state, battles=tuple(battle for battle in parts if battle.attackers))


# Resolution -----------------------------------------------------------------------------------------


def ready(setting: Setting, state: State, battle: Battle) -> Entry | None:
    """Return the first entry by which a declared overrun can be resolved, or None."""
    if battle.overran is not None:
        return None
    found = _admitted(setting, state, entries(setting, state), battle)
    if not found or crowding(setting, state):
        return None  # Earlier moves can no longer be taken back, so no hex may be overstacked.
    fought = odds(setting, state, defenders(setting, state, battle), battle.attackers)
    return next((entry for entry in found if reaches(entry[0], fought)), None)


def reaches(rule: Overrun, fought: Odds) -> bool:
    """Return whether the odds suffice, with all modifiers, before they are limited to the last column."""
    if fought.columns.by == "odds" and not fought.defence:
        return True
    least = fought.columns.from_head(rule.odds)
    return least is not None and fought.reached >= least


def resolves(setting: Setting, state: State) -> list[Action]:
    """Return the overruns that can be resolved now."""
    return [named(setting, "resolve", battle) for battle in state.battles if ready(setting, state, battle)]


def resolve(setting: Setting, state: State, action: Action) -> State:
    """Return the state with all defenders eliminated and the cost deducted from the attackers' moves."""
    battle = of_action(setting, state, action)
    entry = ready(setting, state, battle)
    if entry is None:
        raise IllegalAction(f"{action.text}: the odds are too low, or somebody may not take part")
    rule = entry[0]
    paid = {unit: _paid(setting, state, rule, unit) for unit in members(battle.attackers)}
    them = defenders(setting, state, battle)
    rest = tuple(other for other in state.battles if other is not battle)
    if _waits(rule):
        number = next(n for n, each in enumerate(setting.overruns) if each is entry)
        strength = sum(setting.defences[unit][state.steps[unit]] for unit in members(them))
        due = replace(battle, overran=Overran(them, strength, number))
        rest = tuple(sorted((*rest, due), key=lambda each: each.goal))
    for unit in members(them):
        state = eliminate(setting, state, unit)
    return _settled(setting, replace(state, battles=rest), rule, battle.attackers, paid)


def _settled(
    setting: Setting, state: State, rule: Overrun, attackers: Units, paid: dict[int, Spent]
) -> State:
    """Return the state with the cost deducted from the attackers; earlier moves can't be taken back any
    more.
    """
    ezoc = setting.ezoc(state, setting.side(state))
    left = dict(state.left)
    for unit, spent in paid.items():
        ways = legs_in(setting, state).ways(unit)
        caught = bool(ezoc >> state.where[unit] & 1)
        left[unit] = tuple(
            (number, layer, _rest(ways[number], points, stays=rule.then == "stay", halts=halts and caught))
            for number, layer, points, halts in spent
        )
    done = replace(
        state,
        acted=state.acted | attackers,
        left=tuple(sorted(left.items())),
    )
    return (
        replace(done, **{**OF_MOVES, "begun": begun_with(done, since=True), "left": done.left})
        if done.begun is not None
        else done
    )


# Movement points ------------------------------------------------------------------------------------

Spent = list[tuple[int, int, int, bool]]
"""Entries for each movement mode that can have led a unit to its hex: the mode's number, the hexes
beyond the allowance, the points spent including the overrun, and whether an EZOC had stopped the
unit.
"""


def _paid(setting: Setting, state: State, rule: Overrun, unit: int) -> Spent:
    """Return what a unit has spent after paying for an overrun; empty if it can't pay."""
    legs = legs_in(setting, state)
    ways = legs.ways(unit)
    afoot = (number for number, way in enumerate(ways) if not way.rides)
    before: Left = legs.left.get(unit) or tuple((number, 0, 0) for number in afoot)
    found: Spent = []
    for number, layer, noted in before:
        way = ways[number]
        halts = noted > way.allowance + 1
        spent = noted - way.allowance - 2 if halts else noted
        total = spent + rule.cost * way.parts
        by_it = not rule.modes or way.mode.id in rule.modes
        if by_it and spent <= way.allowance and total <= way.allowance:
            found.append((number, layer, total, halts))
    return found


def _rest(way: Way, spent: int, *, stays: bool, halts: bool) -> int:
    """Return the value recorded for a unit after an overrun, as in `Left`."""
    if stays:
        return way.allowance + 1
    return halted(way, spent) if halts else spent


# Text -----------------------------------------------------------------------------------------------


def told(setting: Setting, state: State, action: Action) -> str:
    """Return a short description of an overrun's result; `state` is the one before it."""
    entry = ready(setting, state, of_action(setting, state, action))
    if entry is None:
        return ""
    die = f"; a die is thrown for it in {_dice_phase(setting, state)}" if _waits(entry[0]) else ""
    return f" They are overrun{cite(entry[0].rule)}{die}."


def _waits(rule: Overrun) -> bool:
    return rule.resolved == "phase-end"


def _dice_phase(setting: Setting, state: State) -> str:
    """Return the name of the following phase in which the dice are rolled."""
    return setting.phases[(state.phase + 1) % len(setting.phases)].name


def object_to_join(setting: Setting, state: State, action: Action) -> str:
    """Return why a unit can't join an overrun; empty in a game without overruns."""
    if action.unit is None or not setting.overruns:
        return ""
    unit = setting.number[action.unit]
    name = action.unit
    rows = entries(setting, state)
    cited = cite(setting.overruns[0][0].rule)
    if not rows:
        return f"nobody is overrun in {setting.phases[state.phase].name}{cited}"
    if joined(state) >> unit & 1:
        return f"{name} takes part in an overrun already{cited}"
    if not _free(setting, state, unit):
        return f"{name} doesn't move in {setting.phases[state.phase].name}{cited}"
    target = action.hex
    if target is None and action.target is not None:
        place = state.where[setting.number[action.target]]
        target = setting.board.ids[place] if place >= 0 else None
    here = -1 if target is None else setting.board.index[target]
    attacked = setting.enemies(state, setting.side_of[unit]) | owed_at(state)
    if here < 0 or not attacked >> here & 1:
        return f"there is no enemy of {name}{cited}"
    if not setting.board.near[state.where[unit]] >> here & 1:
        return f"{name} doesn't stand beside {target}{cited}"
    if not any(_paid(setting, state, rule, unit) for rule, _ in rows):
        return f"{name} hasn't the points left to overrun anybody{cited}"
    if owed_at(state) >> here & 1 and crowding(setting, state):
        return f"first nobody may be in a hex with too many{cited}"
    return f"{name} may not overrun {target}, or not together with those who do{cited}"


def object_to_resolve(setting: Setting, state: State, action: Action) -> str:
    """Return why an overrun can't be resolved."""
    if not setting.overruns:
        return ""
    try:
        battle = of_action(setting, state, action)
    except IllegalAction:
        return "no unit has joined an overrun of it"
    if battle.overran is not None:
        return f"it is done, and the die is thrown in {_dice_phase(setting, state)}"
    found = _admitted(setting, state, entries(setting, state), battle)
    rule = found[0][0] if found else setting.overruns[0][0]
    if not found:
        return f"somebody may not take part any more{cite(rule.rule)}"
    if crowding(setting, state):
        return f"first nobody may be in a hex with too many{cite(rule.rule)}"
    fought = odds(setting, state, defenders(setting, state, battle), battle.attackers)
    return f"it takes {rule.odds}, and they come to {fought.columns.name(fought.reached)}{cite(rule.rule)}"
