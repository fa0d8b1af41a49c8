"""Declare battles as a player does, and make illegal attempts before the first battle."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexwright.conformance.module_player import ATTACK, FIGHT, IGNORE, LOWER, Hands
from hexwright.geometry.bitsets import first, members, together, union
from hexwright.model.ids import UnitId
from hexwright.model.rules.odds_columns import mixed
from hexwright.rules.combat import attack_obligations
from hexwright.rules.combat.attack_ranges import in_range, range_of
from hexwright.rules.combat.battle_odds import Odds, odds, overrun_odds
from hexwright.rules.combat.combat_phase import defenders, left_by, may_leave, understood
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import Battle, State, overran
from hexwright.rules.engine.rules_protocol import Action

STEP = "battle step"


def rule_of(hands: Hands) -> str:
    """Return the number of the rule that the module cites in combat refusals."""
    return hands.mirror.kernel.setting.combat.retreat.rule


def declare(hands: Hands, action: Action) -> None:
    """Join a unit to an attack, and compare the resulting odds."""
    mirror = hands.mirror
    setting = mirror.kernel.setting
    assert action.unit is not None
    target = attacked_by(setting, mirror.state, action)
    aim_at(hands, target)
    mirror.tried("joins", "legal joins")
    mirror.table.chat()
    mirror.table.key(action.unit, ATTACK, STEP)
    what = f"{action.unit} joins the attack on {target}"
    if not hands.judged(what, None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    bit = 1 << setting.number[action.unit]
    battle = next(b for b in mirror.state.battles if b.attackers & bit)
    if battle.overran is None:
        compare_odds(hands, what, battle)
        return
    mirror.tried("late joins")
    them, entry = battle.overran.units, battle.overran.entry
    fought = overrun_odds(setting, mirror.state, them, battle.attackers, battle.goal, entry)
    told, changed = mirror.table.chat(), f", {fought.die:+d} to the die" if fought.die else "."
    if f"at {fought.final}" not in told or changed not in told:
        mirror.differs(what, f"{fought.text}", told)
        hands.part()


def leave(hands: Hands, action: Action) -> None:
    """Remove a unit from its attack."""
    mirror = hands.mirror
    setting = mirror.kernel.setting
    assert action.unit is not None
    battle = left_by(setting, mirror.state, action.unit)
    aim_at(hands, setting.units[first(defenders(setting, mirror.state, battle))])
    mirror.tried("joins", "attacks taken back")
    mirror.table.chat()
    mirror.table.key(action.unit, ATTACK, STEP)
    if not hands.judged(f"{action.unit} leaves its attack", None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)


def attacked_by(setting: Setting, state: State, action: Action) -> UnitId:
    """Return a unit that an action attacks: the named one, or the first in the hex.

    If the hex was overrun before, return the overrunning unit, by which the hex is picked.
    """
    if action.hex is None:
        assert action.target is not None
        return action.target
    here = setting.board.index[action.hex]
    done = next((battle for battle in overran(state) if battle.goal == here), None)
    return setting.units[setting.unit_at(state, here) if done is None else first(done.attackers)]


def aim_at(hands: Hands, target: UnitId) -> None:
    """Pick the target for the next units, unless it is picked already."""
    if hands.aim != target:
        hands.mirror.table.key(target, ATTACK, STEP)
        hands.aim = target
        if not hands.judged(f"{target} is picked as defender", None):
            hands.part()


def compare_odds(hands: Hands, what: str, battle: Battle) -> None:
    """Compare the odds in the chat."""
    mirror = hands.mirror
    setting = mirror.kernel.setting
    them = defenders(setting, mirror.state, battle)
    reckoned = odds(setting, mirror.state, them, battle.attackers)
    expected = f"fought at {reckoned.final}" if reckoned.level >= 1 else f"{reckoned.final}, without effect"
    told = mirror.table.chat()
    strengths = f"{mixed(reckoned.attack)} against {mixed(reckoned.defence)} "
    if not all(phrase in told for phrase in (expected, strengths, *_words(reckoned))):
        mirror.differs(what, f"{reckoned.text}, {expected}", told)
        hands.part()


def _words(reckoned: Odds) -> Iterator[str]:
    """Yield the parts of the odds in the words that the chat must contain; lists of units may be in any
    order.
    """
    for one in reckoned.counted:
        yield one.words
        yield from one.units
    yield from reckoned.limits


def attempt_declaring(hands: Hands) -> None:
    """Try an illegal declaration, a move, or a premature end of the phase."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    enemies = [u for u, at in enumerate(state.where) if at >= 0 and setting.side_of[u] != side]
    own = [u for u in setting.of_side[side] if state.where[u] >= 0]
    if not enemies or not own:
        return
    draw = chance.random()
    owed = attack_obligations.owed(setting, state)
    if draw < 0.15 and (state.battles or owed.anything):
        phase_stays(hands, owed)
    elif draw < 0.25 and state.battles and owed.anything:
        attacked = setting.units[first(defenders(setting, state, chance.choice(state.battles)))]
        refused_key(hands, attacked, FIGHT, "fight while mandatory attacks are missing")
        _named(hands, owed)
    elif draw < 0.3 and (leaving := may_leave(setting, state)):
        leave(hands, Action("leave", setting.units[chance.choice(leaving)]))
    elif draw < 0.35:
        _stray_drag(hands, chance.choice(own + enemies))
    elif draw < 0.4 and (keys := _announcing_keys(setting)):
        # On a unit that isn't attacked, and on a unit of the side itself.
        wrong = [u for u in enemies if not any(_attacked(state, b, u) for b in state.battles)]
        mirror.tried("refused announcements")
        unit = setting.units[chance.choice(wrong + own)]
        refused_key(hands, unit, chance.choice(keys), "make an announcement without a battle")
    elif draw < 0.5:
        unfit = [u for u in enemies if not any(_attacked(state, b, u) for b in state.battles)]
        if unfit:
            refused_key(hands, setting.units[chance.choice(unfit)], FIGHT, "fight a battle without attackers")
    else:
        target = chance.choice(enemies)
        joined = {u for b in state.battles if _attacked(state, b, target) for u in members(b.attackers)}
        free = [u for u in own if u not in joined]
        if free:
            unit = setting.units[_offered(hands, chance, free, state.where[target])]
            action = understood(setting, state, Action("attack", unit, target=setting.units[target]))
            if mirror.kernel.is_legal(state, action):
                declare(hands, action)
                return
            aim_at(hands, setting.units[target])
            mirror.tried("joins", "refused joins")
            refused_key(hands, unit, ATTACK, f"join the attack on {setting.units[target]}")


def _attacked(state: State, battle: Battle, unit: int) -> bool:
    """Return whether a key on a unit concerns a battle: the unit or its hex is attacked."""
    if battle.overran is not None:
        return bool(battle.overran.units >> unit & 1)
    if battle.alone >= 0:
        return battle.alone == unit
    return bool(battle.hexes >> max(state.where[unit], 0) & 1)


def _announcing_keys(setting: Setting) -> list[str]:
    """Return the keys with which attackers make announcements before the die."""
    combat = setting.combat
    return [LOWER] * combat.lower_odds + [IGNORE] * bool(combat.ignored)


def _offered(hands: Hands, chance: Random, free: list[int], there: int) -> int:
    """Return a unit to try an attack with: often one in range, or one hex beyond, or any unit."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    within = [u for u in free if in_range(setting, state, u, 1 << there)]
    ranges = {u: range_of(setting, state, u) for u in free}
    beyond = [u for u in free if u not in within and setting.board.around(ranges[u]) >> there & 1]
    some = (within, within, beyond, free)[chance.randrange(4)]
    return chance.choice(some or free)


def refused_key(hands: Hands, unit: UnitId, key: str, what: str) -> None:
    """Press a key that must be refused."""
    mirror = hands.mirror
    mirror.tried("refused battle steps")
    mirror.table.chat()
    mirror.table.key(unit, key, STEP)
    if not hands.judged(f"{unit}: {what}", ""):
        hands.part()
    hands.unname(unit, STEP)


def _stray_drag(hands: Hands, unit: int) -> None:
    """Drag a unit that may not move now; it must come back."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    start = setting.board.ids[state.where[unit]]
    near = setting.board.around(setting.board.near[state.where[unit]])
    goal = hands.chance.choice(setting.hexes(near & ~(1 << state.where[unit])))
    name = setting.units[unit]
    what = f"drag {name} {start}→{goal}"
    mirror.tried("stray drags in combat")
    hands.dragged_back(what, name, start, goal)


def phase_stays(hands: Hands, owed: attack_obligations.Owed | None = None) -> None:
    """Ask for the next phase while an obligation remains; the module must refuse and name it."""
    mirror = hands.mirror
    mirror.tried("phase ends", "refused phase ends")
    mirror.table.chat()
    mirror.table.next_phase()
    stays = mirror.table.get("Phase") == mirror.kernel.phase(mirror.state)
    if not stays:
        mirror.differs("next phase", "refused", f"phase {mirror.table.get('Phase')}")
    if not hands.judged("next phase", "") or not stays:
        hands.part()
    if owed is not None and owed.anything:
        _named(hands, owed)


_IN_A_LINE = 4
"""The most units that a message names with mandatory attacks."""


def _named(hands: Hands, owed: attack_obligations.Owed) -> None:
    """Compare the units that the chat, and the line on screen, name for mandatory attacks."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    touching = attack_obligations.contacts(setting, state)
    missing = owed.goals if len(owed.goals) > owed.spare else ()
    both = (owed.units, together(touching[goal].enemies for goal in missing))
    units = union(number for those in both for number in _in_order(setting, state, those)[:_IN_A_LINE])
    mirror.tried("attacks that are due")
    chat, line = mirror.table.chat(), mirror.table.get("NextStep")
    names = {n: setting.game.counters.unit(unit).name for n, unit in enumerate(setting.units)}
    due = [names[number] for number in members(units)]
    for number in (number for number, place in enumerate(state.where) if place >= 0):
        named = bool(units >> number & 1)
        for told, where in ((chat, "chat"), (line, "line")):
            # A name may be part of another unit's name.
            if (names[number] in told) != named and (named or all(names[number] not in one for one in due)):
                wanted = "named" if named else "not named"
                mirror.differs("what is due", f"{setting.units[number]} is {wanted} in the {where}", told)
                hands.part()
    for those in both:
        more = f" and {those.bit_count() - _IN_A_LINE} more must still "
        for told, where in ((chat, "chat"), (line, "line")) if those.bit_count() > _IN_A_LINE else ():
            if more not in told:
                mirror.differs("what is due", f"{more.strip()} in the {where}", told)
                hands.part()


def _in_order(setting: Setting, state: State, units: Units) -> list[int]:
    """Return units on the map ordered by hex, the order in which the first of many are named."""
    return sorted(members(units), key=lambda n: (setting.board.ids[state.where[n]], setting.units[n]))
