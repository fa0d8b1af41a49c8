"""Combat phase: declare battles and resolve them one by one.

Each function returns the next state. `combat_results` carries out the effects of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.bitsets import members, pick, together, union
from hexwright.model.charts import CombatTable
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.attack_ranges import afar, harmed, in_range, range_of
from hexwright.rules.combat.battle_odds import odds, odds_of, result_of
from hexwright.rules.combat.combat_results import close, settle, stands
from hexwright.rules.combat.ignored_defenders import noticed
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Battle, Fight, State
from hexwright.rules.engine.hints_and_citations import cite
from hexwright.rules.engine.phase_module import Deed, Procedure, Stage, summed_dice
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_restrictions import unready

# Declaration -------------------------------------------------------------------------------------


def may_attack(setting: Setting, state: State) -> list[int]:
    """Return the units that have an enemy adjacent or in range and may be declared to attack."""
    side = setting.side(state)
    enemies = setting.enemies(state, side)
    contact = setting.board.around(enemies)
    may = setting.phase_modes[state.phase][0][1] & ~unready(setting, state)
    if setting.combat.attacked != "hexes":
        # A unit attacks once a phase, and only enemies that are adjacent or in range.
        may &= ~state.acted
    where = state.where
    return [
        u
        for u in pick(range(len(where)), may)
        if where[u] >= 0 and (contact >> where[u] & 1 or afar(setting, state, u) & enemies)
    ]


def attacks_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the attacks that a unit may declare."""
    hex_number = state.where[unit]
    if hex_number < 0 or unready(setting, state) >> unit & 1:
        return []
    targets = range_of(setting, state, unit) & setting.enemies(state, setting.side_of[unit])
    if setting.defends_as_one:
        row = setting.assaults[unit]
        return [row[number] for number in members(targets) if _joined(setting, state, unit, number)]
    if state.acted >> unit & 1:
        return []
    row = setting.attacks[unit]
    if setting.alone:
        return [row[setting.unit_at(state, number)] for number in members(targets)]
    return [row[target] for target, place in enumerate(state.where) if place >= 0 and targets >> place & 1]


def actions_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the attacks that a unit may declare or take back."""
    if setting.side_of[unit] != setting.side(state):
        return []
    return attacks_of(setting, state, unit) + leaves_of(setting, state, unit)


def legal_declarations(setting: Setting, state: State) -> list[Action]:
    """Return the attacks that may be declared, those that may be taken back, and the end or what leads
    to it.
    """
    found = [action for unit in may_attack(setting, state) for action in attacks_of(setting, state, unit)]
    found += [action for unit in may_leave(setting, state) for action in leaves_of(setting, state, unit)]
    ends = legal_ends(setting, state)
    return [action for action in found if action not in ends] + ends if setting.duties.given else found + ends


def legal_ends(setting: Setting, state: State) -> list[Action]:
    """Return the end of declaring; while attacks are mandatory, the next action towards meeting them."""
    step = attack_obligations.next_step(setting, state) if setting.duties.given else None
    if step is None:
        return [END]
    if step.goal < 0:
        return [Action("leave", setting.units[step.unit])]
    row = setting.assaults if setting.defends_as_one else setting.attacks
    return [row[step.unit][step.goal]]


# If attacks are mandatory, they may be taken back: an allocation may turn out to omit a unit.


def may_leave(setting: Setting, state: State) -> list[int]:
    """Return the units whose attacks may be taken back."""
    if not setting.duties.given:
        return []
    return list(members(together(battle.attackers for battle in state.battles)))


def leaves_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit leaves its attack; empty if it may not."""
    return [Action("leave", setting.units[unit])] if unit in may_leave(setting, state) else []


def left_by(setting: Setting, state: State, unit: UnitId) -> Battle:
    """Return the battle in which a unit attacks; raise IllegalAction if there is none."""
    bit = 1 << setting.number[unit]
    for battle in state.battles:
        if battle.attackers & bit:
            return battle
    raise IllegalAction(f"{unit} attacks nobody")


def leave(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit out of its attack; a battle over several hexes is called off."""
    assert action.unit is not None
    battle = left_by(setting, state, action.unit)
    together_on = battle.hexes.bit_count() > 1
    gone = battle.attackers if together_on else 1 << setting.number[action.unit]
    rest = tuple(
        replace(b, attackers=b.attackers & ~gone) if b is battle else b
        for b in state.battles
        if b is not battle or b.attackers & ~gone
    )
    return replace(state, acted=state.acted & ~gone, battles=rest)


def _joined(setting: Setting, state: State, unit: int, hex_number: int) -> Battle | None:
    """Return the battle after a unit also attacks a hex; None if it may not.

    Battles that share a hex or an attacker are combined; in each battle, every attacker reaches every hex.
    """
    bit, here = 1 << unit, 1 << hex_number
    own = next((b for b in state.battles if b.attackers & bit), None)
    there = next((b for b in state.battles if b.hexes & here), None)
    if own is None and there is None:
        return None if state.acted & bit else Battle(here, bit)
    if own is there or (own is None and state.acted & bit):
        return None
    if own is not None and setting.combat.attacked != "hexes":
        return None
    found = Battle(
        here | together(b.hexes for b in (own, there) if b is not None),
        bit | together(b.attackers for b in (own, there) if b is not None),
    )
    fits = all(in_range(setting, state, each, found.hexes) for each in members(found.attackers))
    return found if fits else None


def declare(setting: Setting, state: State, action: Action) -> State:
    """Return the state with one more attack declared; attacks on one unit or one hex form one battle."""
    assert action.unit is not None
    number, side = setting.number[action.unit], setting.side(state)
    if setting.side_of[number] != side or state.where[number] < 0:
        raise IllegalAction(f"{action.text}: no unit attacks but those of the side whose phase it is")
    if action.hex is None:
        assert action.target is not None
        target = setting.number[action.target]
        if setting.side_of[target] == side or state.where[target] < 0 or state.acted >> number & 1:
            raise IllegalAction(f"{action.text}: it is no enemy on the map, or the unit attacks already")
        joined = next((b for b in state.battles if b.alone == target), None)
        attackers = 0 if joined is None else joined.attackers
        battle = Battle(1 << state.where[target], attackers | 1 << number, target)
    else:
        found = _joined(setting, state, number, setting.board.index[action.hex])
        if found is None:
            raise IllegalAction(f"{action.text}: an attacker reaches all that it attacks, and attacks once")
        battle = found
    rest = [b for b in state.battles if b.alone != battle.alone or not b.hexes & battle.hexes]
    return replace(
        state,
        acted=state.acted | 1 << number,
        battles=tuple(sorted((*rest, battle), key=lambda each: each.goal)),
    )


# Resolution --------------------------------------------------------------------------------------


def named(setting: Setting, kind: str, battle: Battle) -> Action:
    """Return an action about a whole battle; it names the attacked unit or the first attacked hex."""
    if battle.alone >= 0:
        return Action(kind, target=setting.units[battle.alone])  # type: ignore[arg-type]
    return Action(kind, hex=setting.board.ids[battle.goal])  # type: ignore[arg-type]


def of_action(setting: Setting, state: State, action: Action) -> Battle:
    """Return the battle that an action names; raise IllegalAction if there is none."""
    if action.hex is None:
        assert action.target is not None
        goal = setting.number[action.target]
    else:
        goal = setting.board.index[action.hex]
    for battle in state.battles:
        if battle.goal == goal:
            return battle
    raise IllegalAction(f"{action.text}: there is no such battle")


def understood(setting: Setting, state: State, action: Action) -> Action:
    """Return an action with its target as the rules name it: the hex, if all units in it defend together."""
    whose = action.target
    if action.kind not in ("attack", "resolve") or whose is None or not setting.defends_as_one:
        return action
    number = setting.number.get(whose, -1)
    done = next(
        (b for b in state.battles if b.overran is not None and b.attackers >> max(number, 0) & 1), None
    )
    if action.kind == "resolve" and number >= 0 and done is not None:
        # The die roll concerns the enemies overrun by this unit.
        return replace(action, target=None, hex=setting.board.ids[done.goal])
    place = state.where[number] if number >= 0 else -1
    here = setting.board.ids[place] if place >= 0 else HexId(whose)
    if action.kind == "resolve" and here in setting.board.index:
        bit = 1 << setting.board.index[here]
        battle = next((b for b in state.battles if b.hexes & bit), None)
        here = here if battle is None else setting.board.ids[battle.goal]
    return replace(action, target=None, hex=here)


def attacks_already(setting: Setting, state: State, action: Action) -> bool:
    """Return whether an attack on a hex is part of a battle in which the unit already takes part."""
    if action.kind != "attack" or action.unit is None or action.hex is None:
        return False
    bit, here = 1 << setting.number[action.unit], 1 << setting.board.index[action.hex]
    return any(battle.attackers & bit and battle.hexes & here for battle in state.battles)


def defenders(setting: Setting, state: State, battle: Battle) -> int:
    """Return the defenders: the attacked unit, the enemies now in the hexes, or the overrun units."""
    if battle.overran is not None:
        return battle.overran.units
    if battle.alone >= 0:
        return 1 << battle.alone
    side = setting.side(state)
    there = union(
        unit
        for unit, place in enumerate(state.where)
        if place >= 0 and battle.hexes >> place & 1 and setting.side_of[unit] != side
    )
    return noticed(setting, state, there)


def legal_battles(setting: Setting, state: State) -> list[Action]:
    """Return the battles that may be resolved next."""
    # The attacker chooses the order.
    plain = [named(setting, "resolve", battle) for battle in state.battles]
    if not setting.combat.lower_odds and not setting.combat.ignored:
        return plain
    return [*plain, *(one for battle in state.battles for one in _announcements(setting, state, battle))]


def _announcements(setting: Setting, state: State, battle: Battle) -> Iterator[Action]:
    """Yield the actions that resolve a battle with an announcement: a lower column, or ignored results."""
    combat, plain = setting.combat, named(setting, "resolve", battle)
    if battle.overran is not None:
        return
    fought = odds(setting, state, defenders(setting, state, battle), battle.attackers)
    if fought.level < 1 or (combat.undefended is not None and not fought.defence):
        return  # Its result is certain.
    for column in range(fought.level if combat.lower_odds else 1):
        for ignoring in (False, True) if combat.ignored else (False,):
            if column or ignoring:
                yield replace(plain, column=column, ignoring=ignoring)


def resolve(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a battle begun: a die is to be rolled, unless the odds are too low."""
    battle = of_action(setting, state, action)
    if action.column or action.ignoring:
        said = _announcements(setting, state, battle)
        if all((one.column, one.ignoring) != (action.column, action.ignoring) for one in said):
            raise IllegalAction(f"{action.text}: that can't be announced")
    rest = tuple(b for b in state.battles if b is not battle)
    them = defenders(setting, state, battle)
    fight = Fight(
        them,
        battle.attackers,
        battle.hexes,
        fought=battle.attackers,
        column=action.column,
        ignoring=action.ignoring,
    )
    if battle.overran is not None:
        fight = replace(fight, owed=battle.overran.strength, overrun=battle.overran.entry)
    opened = replace(state, battles=rest, fight=fight, stage="roll")
    if battle.overran is None and odds(setting, state, them, battle.attackers).level < 1:
        return close(opened)  # Below the table's columns the attack has no effect.
    return opened


def fall(setting: Setting, state: State, action: Action) -> State:
    """Return the state after the die roll."""
    fight = state.fight
    assert fight is not None
    fought = odds_of(setting, state, fight)
    result = result_of(setting, fought, action.roll)
    if fight.ignoring and result in setting.combat.ignored:
        again = replace(fight, result=result)
        return replace(state, fight=again, throws=state.throws + 1)  # The die is rolled again.
    effects: tuple[str, ...] = setting.combat.effects[result]
    if fight.overrun >= 0:  # The defenders have been removed before.
        effects = tuple(effect for effect in effects if effect != "defender-eliminated")
    involved = fight.attackers | fight.defenders
    worth = fought.worth(involved) if setting.combat.exchange == "reckoned" else ()
    concerned = harmed(setting, state, fight.attackers, fight.hexes)
    settled = replace(fight, attackers=concerned, result=result, todo=effects, worth=worth)
    thrown = replace(state, fight=settled, throws=state.throws + 1)
    if stands(setting, settled):
        # In places of some kinds, the defender may take a step loss instead of the retreat.
        return replace(thrown, stage="stand")
    return settle(setting, thrown)


# The phase ----------------------------------------------------------------------------------------


def begin_combat(setting: Setting, state: State) -> State:
    """Return the state at the start of a combat phase."""
    return replace(state, stage="declare")


def end_declaring(setting: Setting, state: State, action: Action) -> State:
    """Return the state with all battles declared; the phase is over if there are none."""
    return between(setting, state)


def between(setting: Setting, state: State) -> State:
    """Return the state between two battles; the phase is over if none is left."""
    return replace(state, stage="resolve" if state.battles else "done")


_NAMED: Final = 4
"""The maximum number of units named among those that must still attack."""


def object_to_end(setting: Setting, state: State, action: Action) -> str:
    """Return which units must still attack and which enemies must still be attacked."""
    owed = attack_obligations.owed(setting, state)
    rule = setting.combat.duties.rule if setting.combat.duties is not None else ""
    told = [f"{_some(pick(setting.units, owed.units))} must still attack"] if owed.units else []
    if len(owed.goals) > owed.spare:
        ids: Sequence[str] = setting.board.ids if setting.defends_as_one else setting.units
        but = f"all but {owed.spare} of " if owed.spare else ""
        told.append(f"{but}{_some([ids[goal] for goal in owed.goals])} must still be attacked")
    return " and ".join(told) + cite(rule)


def _some(names: Sequence[str]) -> str:
    """Return the first names of a list, and the number of the others."""
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def combat_table(setting: Setting) -> CombatTable:
    """Return the combat results table."""
    charts = setting.game.charts
    assert charts.combat is not None
    return charts.combat


PROCEDURE = Procedure(
    opens={"combat": begin_combat},
    homes={"combat": "resolve", "overruns": "resolve"},
    stages=(
        Stage(
            "declare",
            "who attacks whom",
            {
                "attack": Deed(declare, ("unit", "goal")),
                "leave": Deed(leave, ("unit",)),
                "end": Deed(end_declaring, objects=object_to_end),
            },
            legal_declarations,
            movers=may_attack,
            of_unit=actions_of,
            ends=legal_ends,
        ),
        Stage(
            "resolve",
            "which battle is fought next",
            {"resolve": Deed(resolve, ("goal",))},
            legal_battles,
            resumes=between,
        ),
        Stage(
            "roll", "what the dice of the battle show", {"roll": Deed(fall)}, dice=summed_dice(combat_table)
        ),
    ),
)
