"""Declaration actions: declare battles as a player does, and make illegal attempts before the first
battle.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexwright.conformance.module_player import (
    ATTACK_KEY,
    IGNORE_RESULT_KEY,
    LOWER_ODDS_KEY,
    RESOLVE_KEY,
    ModulePlayer,
)
from hexwright.geometry.bitsets import first, members, union, union_of
from hexwright.model.ids import UnitId
from hexwright.model.rules.odds_columns import decimal
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.attack_ranges import attackable_hexes, can_attack_all
from hexwright.rules.combat.battle_odds import BattleOdds, compute_odds, overrun_odds
from hexwright.rules.combat.combat_phase import (
    battle_of_leaving_unit,
    defending_units,
    normalize_target,
    units_able_to_leave_attack,
)
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Battle, State, overruns_awaiting_dice
from hexwright.rules.engine.rules_protocol import Action

BATTLE_STEP = "battle step"


def rule_of(hands: ModulePlayer) -> str:
    """Return the number of the rule that the module cites when it refuses combat actions."""
    return hands.paired_game.kernel.setting.combat.retreat.rule


def declare_attack(hands: ModulePlayer, action: Action) -> None:
    """Add a unit to an attack in the module, and compare the resulting odds."""
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    assert action.unit is not None
    target = first_attacked_unit(setting, mirror.state, action)
    pick_target(hands, target)
    mirror.count_attempt("joins", "legal joins")
    mirror.table.chat()
    mirror.table.key(action.unit, ATTACK_KEY, BATTLE_STEP)
    what = f"{action.unit} joins the attack on {target}"
    if not hands.compare_verdict(what, None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    bit = 1 << setting.unit_numbers[action.unit]
    battle = next(b for b in mirror.state.battles if b.attackers & bit)
    if battle.overrun_outcome is None:
        compare_odds_text(hands, what, battle)
        return
    mirror.count_attempt("late joins")
    them, entry = battle.overrun_outcome.defenders, battle.overrun_outcome.entry
    fought = overrun_odds(setting, mirror.state, them, battle.attackers, battle.goal, entry)
    told, changed = mirror.table.chat(), f", {fought.die:+d} DRM" if fought.die else "."
    if f"at {fought.final_odds}" not in told or changed not in told:
        mirror.report_difference(what, f"{fought.text}", told)
        hands.end_walk()


def leave_attack(hands: ModulePlayer, action: Action) -> None:
    """Withdraw a unit from its attack in the module."""
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    assert action.unit is not None
    battle = battle_of_leaving_unit(setting, mirror.state, action.unit)
    pick_target(hands, setting.units[first(defending_units(setting, mirror.state, battle))])
    mirror.count_attempt("joins", "attacks taken back")
    mirror.table.chat()
    mirror.table.key(action.unit, ATTACK_KEY, BATTLE_STEP)
    if not hands.compare_verdict(f"{action.unit} leaves its attack", None):
        hands.end_walk()
    mirror.state = mirror.kernel.apply(mirror.state, action)


def first_attacked_unit(setting: CompiledGame, state: State, action: Action) -> UnitId:
    """Return a unit that an action attacks: the unit it names, or the first unit in the hex it names.

    If the hex has been overrun, return an overrunning unit, because players pick the hex by that unit.
    """
    if action.hex is None:
        assert action.target is not None
        return action.target
    here = setting.board.index[action.hex]
    done = next((battle for battle in overruns_awaiting_dice(state) if battle.goal == here), None)
    return setting.units[setting.unit_at(state, here) if done is None else first(done.attackers)]


def pick_target(hands: ModulePlayer, target: UnitId) -> None:
    """Pick the target for the next attackers in the module, unless it is already picked."""
    if hands.picked_target != target:
        hands.paired_game.table.key(target, ATTACK_KEY, BATTLE_STEP)
        hands.picked_target = target
        if not hands.compare_verdict(f"pick {target} as defender", None):
            hands.end_walk()


def compare_odds_text(hands: ModulePlayer, what: str, battle: Battle) -> None:
    """Compare the odds in the module's chat with the odds of the rules engine."""
    mirror = hands.paired_game
    setting = mirror.kernel.setting
    them = defending_units(setting, mirror.state, battle)
    reckoned = compute_odds(setting, mirror.state, them, battle.attackers)
    expected = (
        f"fought at {reckoned.final_odds}"
        if reckoned.final_column >= 1
        else f"{reckoned.final_odds}, without effect"
    )
    told = mirror.table.chat()
    strengths = f"{decimal(reckoned.attack)} against {decimal(reckoned.defence)} "
    words = (expected, strengths, f" is {reckoned.comparison}", *_expected_words(reckoned))
    if not all(phrase in told for phrase in words):
        mirror.report_difference(what, f"{reckoned.text}, {expected}", told)
        hands.end_walk()


def _expected_words(reckoned: BattleOdds) -> Iterator[str]:
    """Yield the parts of an odds calculation that the chat must contain; units may be listed in any order."""
    for one in reckoned.applied_modifiers:
        yield one.effect_text
        yield from one.units
    yield from reckoned.capped_totals


def attempt_declaration(hands: ModulePlayer) -> None:
    """Attempt an illegal declaration or move, or try to end the phase too early."""
    mirror, chance = hands.paired_game, hands.rng
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    enemies = [u for u, at in enumerate(state.locations) if at >= 0 and setting.side_of[u] != side]
    own = [u for u in setting.units_by_side[side] if state.locations[u] >= 0]
    if not enemies or not own:
        return
    draw = chance.random()
    owed = attack_obligations.outstanding_attacks(setting, state)
    if draw < 0.15 and (state.battles or owed.any_due):
        check_phase_stays(hands, owed)
    elif draw < 0.25 and state.battles and owed.any_due:
        attacked = setting.units[first(defending_units(setting, state, chance.choice(state.battles)))]
        press_refused_key(
            hands, attacked, RESOLVE_KEY, "resolve a battle before all mandatory attacks are declared"
        )
        _compare_named_units(hands, owed)
    elif draw < 0.3 and (leaving := units_able_to_leave_attack(setting, state)):
        leave_attack(hands, Action("leave", setting.units[chance.choice(leaving)]))
    elif draw < 0.35:
        _drag_refused(hands, chance.choice(own + enemies))
    elif draw < 0.4 and (keys := _announcing_keys(setting)):
        # On a unit that isn't attacked, and on a unit of the side itself.
        wrong = [u for u in enemies if not any(_concerns_battle(state, b, u) for b in state.battles)]
        mirror.count_attempt("refused announcements")
        unit = setting.units[chance.choice(wrong + own)]
        press_refused_key(hands, unit, chance.choice(keys), "make an announcement without a battle")
    elif draw < 0.5:
        unfit = [u for u in enemies if not any(_concerns_battle(state, b, u) for b in state.battles)]
        if unfit:
            press_refused_key(
                hands, setting.units[chance.choice(unfit)], RESOLVE_KEY, "resolve a battle without attackers"
            )
    else:
        target = chance.choice(enemies)
        joined = {
            u for b in state.battles if _concerns_battle(state, b, target) for u in members(b.attackers)
        }
        free = [u for u in own if u not in joined]
        if free:
            unit = setting.units[_attacker_to_try(hands, chance, free, state.locations[target])]
            action = normalize_target(setting, state, Action("attack", unit, target=setting.units[target]))
            if mirror.kernel.is_legal(state, action):
                declare_attack(hands, action)
                return
            pick_target(hands, setting.units[target])
            mirror.count_attempt("joins", "refused joins")
            press_refused_key(hands, unit, ATTACK_KEY, f"join the attack on {setting.units[target]}")


def _concerns_battle(state: State, battle: Battle, unit: int) -> bool:
    """Return whether a key pressed on a unit refers to a battle because the unit or its hex is attacked."""
    if battle.overrun_outcome is not None:
        return bool(battle.overrun_outcome.defenders >> unit & 1)
    if battle.target_unit >= 0:
        return battle.target_unit == unit
    return bool(battle.hexes >> max(state.locations[unit], 0) & 1)


def _announcing_keys(setting: CompiledGame) -> list[str]:
    """Return the keys with which attackers make announcements before the die roll."""
    combat = setting.combat
    return [LOWER_ODDS_KEY] * combat.may_lower_odds + [IGNORE_RESULT_KEY] * bool(combat.ignorable_results)


def _attacker_to_try(hands: ModulePlayer, chance: Random, free: list[int], there: int) -> int:
    """Return a unit for an attempted attack: usually a unit in range or one hex beyond it, otherwise any
    unit.
    """
    setting, state = hands.paired_game.kernel.setting, hands.paired_game.state
    within = [u for u in free if can_attack_all(setting, state, u, 1 << there)]
    ranges = {u: attackable_hexes(setting, state, u) for u in free}
    beyond = [u for u in free if u not in within and setting.board.around(ranges[u]) >> there & 1]
    some = (within, within, beyond, free)[chance.randrange(4)]
    return chance.choice(some or free)


def press_refused_key(hands: ModulePlayer, unit: UnitId, key: str, what: str) -> None:
    """Press a key on a unit; the module must refuse it."""
    mirror = hands.paired_game
    mirror.count_attempt("refused battle steps")
    mirror.table.chat()
    mirror.table.key(unit, key, BATTLE_STEP)
    if not hands.compare_verdict(f"{unit}: {what}", ""):
        hands.end_walk()
    hands.cancel_pick(unit, BATTLE_STEP)


def _drag_refused(hands: ModulePlayer, unit: int) -> None:
    """Drag a unit that may not move now; the module must move it back."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    start = setting.board.ids[state.locations[unit]]
    near = setting.board.around(setting.board.near[state.locations[unit]])
    goal = hands.rng.choice(setting.hex_ids(near & ~(1 << state.locations[unit])))
    name = setting.units[unit]
    what = f"drag {name} {start}→{goal}"
    mirror.count_attempt("refused drags in combat")
    hands.drag_refused(what, name, start, goal)


def check_phase_stays(hands: ModulePlayer, owed: attack_obligations.OutstandingAttacks | None = None) -> None:
    """Request the next phase while an attack is mandatory; the module must refuse and name the units."""
    mirror = hands.paired_game
    mirror.count_attempt("phase ends", "refused phase ends")
    mirror.table.chat()
    mirror.table.next_phase()
    stays = mirror.table.get("Phase") == mirror.kernel.phase(mirror.state)
    if not stays:
        mirror.report_difference("change to the next phase", "refused", f"phase {mirror.table.get('Phase')}")
    if not hands.compare_verdict("change to the next phase", "") or not stays:
        hands.end_walk()
    if owed is not None and owed.any_due:
        _compare_named_units(hands, owed)


_IN_A_LINE = 4
"""The maximum number of units that a message about mandatory attacks names."""


def _compare_named_units(hands: ModulePlayer, owed: attack_obligations.OutstandingAttacks) -> None:
    """Compare the units that the module names for mandatory attacks in the chat and on screen."""
    mirror = hands.paired_game
    setting, state = mirror.kernel.setting, mirror.state
    touching = attack_obligations.find_attack_goals(setting, state)
    missing = owed.goals if len(owed.goals) > owed.unattackable else ()
    both = (owed.units, union_of(touching[goal].enemies for goal in missing))
    units = union(number for those in both for number in _in_order(setting, state, those)[:_IN_A_LINE])
    mirror.count_attempt("mandatory attacks")
    chat, line = mirror.table.chat(), mirror.table.get("NextStep")
    names = {n: setting.game.counters.unit(unit).name for n, unit in enumerate(setting.units)}
    due = [names[number] for number in members(units)]
    for number in (number for number, place in enumerate(state.locations) if place >= 0):
        named = bool(units >> number & 1)
        for told, where in ((chat, "chat"), (line, "line")):
            # A name may be part of another unit's name.
            if (names[number] in told) != named and (named or all(names[number] not in one for one in due)):
                wanted = "named" if named else "not named"
                mirror.report_difference(
                    "mandatory attacks", f"{setting.units[number]} is {wanted} in the {where}", told
                )
                hands.end_walk()
    for those in both:
        more = f" and {those.bit_count() - _IN_A_LINE} more must still "
        for told, where in ((chat, "chat"), (line, "line")) if those.bit_count() > _IN_A_LINE else ():
            if more not in told:
                mirror.report_difference("mandatory attacks", f"{more.strip()} in the {where}", told)
                hands.end_walk()


def _in_order(setting: CompiledGame, state: State, units: Units) -> list[int]:
    """Return units on the map ordered by hex, which is the order in which messages list units."""
    return sorted(members(units), key=lambda n: (setting.board.ids[state.locations[n]], setting.units[n]))
