"""Declare and fight battles as a player does, and try what the rules forbid in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from builder.geometry.bits import first, members, pick, together, union
from builder.model.ids import HexId, UnitId
from builder.model.odds import mixed
from validators.proof import lights
from validators.proof.hands import ATTACK, ELIMINATE, FIGHT, FLIP, IGNORE, LOSE, LOWER, Hands
from validators.rules import division, telling
from validators.rules.advances import followers
from validators.rules.battle import defenders, left_by, may_leave, of_action, understood
from validators.rules.circumstances import Units
from validators.rules.combat import Odds, barring, odds, odds_of, overrun_odds, passed_by, result_of, retreats
from validators.rules.protocol import Action
from validators.rules.ranges import in_range, range_of
from validators.rules.setting import Setting
from validators.rules.state import ASIDE, POOL, Battle, State, overran
from validators.rules.zones import unbarred

STEP = "battle step"
_OWED = ("stand", "losses", "defender-losses", "disrupting", "remnant", "retreat")
"""Stages in which a battle waits for something that must be done."""


def rule_of(hands: Hands) -> str:
    """Return the number of the rule that the module refuses by in combat."""
    return hands.mirror.kernel.setting.combat.retreat.rule


# Declaring -----------------------------------------------------------------------------------------


def declare(hands: Hands, action: Action) -> None:
    """Let a unit join the attack on another, and compare the odds as they then are."""
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
    """Let a unit leave the attack in which it takes part."""
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
    """Return a unit that an action attacks: the one that it names, or the first in the hex.

    Where it was overrun before, that is whoever did it, by whom the hex is picked.
    """
    if action.hex is None:
        assert action.target is not None
        return action.target
    here = setting.board.index[action.hex]
    done = next((battle for battle in overran(state) if battle.goal == here), None)
    return setting.units[setting.unit_at(state, here) if done is None else first(done.attackers)]


def aim_at(hands: Hands, target: UnitId) -> None:
    """Pick whom the next units attack, unless he is picked already."""
    if hands.aim != target:
        hands.mirror.table.key(target, ATTACK, STEP)
        hands.aim = target
        if not hands.judged(f"{target} is picked as defender", None):
            hands.part()


def compare_odds(hands: Hands, what: str, battle: Battle) -> None:
    """Compare the odds that the chat tells."""
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
    """Yield what counts in the words that the chat must have for it; a list of units may be in any order."""
    for one in reckoned.counted:
        yield one.words
        yield from one.units
    yield from reckoned.limits


def attempt_declaring(hands: Hands) -> None:
    """Try to declare what may not be declared, to move, or to end the phase too early."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    side = setting.side(state)
    enemies = [u for u, at in enumerate(state.where) if at >= 0 and setting.side_of[u] != side]
    own = [u for u in setting.of_side[side] if state.where[u] >= 0]
    if not enemies or not own:
        return
    draw = chance.random()
    owed = division.owed(setting, state)
    if draw < 0.15 and (state.battles or owed.anything):
        _phase_stays(hands, owed)
    elif draw < 0.25 and state.battles and owed.anything:
        attacked = setting.units[first(defenders(setting, state, chance.choice(state.battles)))]
        refused_key(hands, attacked, FIGHT, "fight while somebody must still attack, or be attacked")
        _named(hands, owed)
    elif draw < 0.3 and (leaving := may_leave(setting, state)):
        leave(hands, Action("leave", setting.units[chance.choice(leaving)]))
    elif draw < 0.35:
        _stray_drag(hands, chance.choice(own + enemies))
    elif draw < 0.4 and (keys := _announcing_keys(setting)):
        # On who isn't attacked, and on a unit of the side itself.
        wrong = [u for u in enemies if not any(_attacked(state, b, u) for b in state.battles)]
        mirror.tried("refused announcements")
        unit = setting.units[chance.choice(wrong + own)]
        refused_key(hands, unit, chance.choice(keys), "announce something of no battle")
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
    """Tell whether a key on a unit is about a battle: it is attacked itself, or in the hexes that are."""
    if battle.overran is not None:
        return bool(battle.overran.units >> unit & 1)
    if battle.alone >= 0:
        return battle.alone == unit
    return bool(battle.hexes >> max(state.where[unit], 0) & 1)


def _announcing_keys(setting: Setting) -> list[str]:
    """Return the keys by which attackers announce something before the die."""
    combat = setting.combat
    return [LOWER] * combat.lower_odds + [IGNORE] * bool(combat.ignored)


def _offered(hands: Hands, chance: Random, free: list[int], there: int) -> int:
    """Return a unit to try an attack with: often one in whose range it is, or one hex beyond, or anybody."""
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
    mirror.table.chat()
    mirror.table.drag(name, goal)
    fine = hands.judged(what, "")
    seen = mirror.table.where(name)
    if seen.location != start:
        mirror.differs(what, f"it stands in {start}", f"{seen.location}")
        fine = False
    if not fine:
        hands.part()


def _phase_stays(hands: Hands, owed: division.Owed | None = None) -> None:
    """Ask for the next phase where something is still to be done in this one, and named."""
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
"""So many units are named at most, of those that must attack, and that must be attacked."""


def _named(hands: Hands, owed: division.Owed) -> None:
    """Compare whom the chat, and the line on screen, name that must still attack, or be attacked."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    touching = division.contacts(setting, state)
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
            # A name may be part of another that is due.
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
    """Return units on the map by their hexes, as the first of many are named."""
    return sorted(members(units), key=lambda n: (setting.board.ids[state.where[n]], setting.units[n]))


# Fighting ------------------------------------------------------------------------------------------


def resolve(hands: Hands, action: Action) -> None:
    """Take up a battle; where the odds are below the table, it is over without a die."""
    mirror = hands.mirror
    setting = mirror.kernel.setting
    battle = of_action(setting, mirror.state, action)
    if battle.overran is not None:
        mirror.state = mirror.kernel.apply(mirror.state, action)
        return
    them = defenders(setting, mirror.state, battle)
    reckoned = odds(setting, mirror.state, them, battle.attackers)
    if reckoned.level < 1:
        target = hands.chance.choice(pick(setting.units, them))
        mirror.tried("battles", "battles without effect")
        mirror.table.chat()
        mirror.table.key(target, FIGHT, STEP)
        what = f"fight {target}, {reckoned.final}"
        if not hands.judged(what, None):
            hands.part()
        compare_odds(hands, what, battle)
        mirror.state = mirror.kernel.apply(mirror.state, action)
        _waits(hands, what)
        return
    _announce(hands, action, reckoned, pick(setting.units, them))
    mirror.state = mirror.kernel.apply(mirror.state, action)


def _announce(hands: Hands, action: Action, reckoned: Odds, them: Sequence[UnitId]) -> None:
    """Announce before the die what the reference does: so many columns less, and results that are ignored."""
    mirror = hands.mirror
    lower = reckoned.level - action.column if action.column else 0
    for key in (*(LOWER,) * lower, *((IGNORE,) if action.ignoring else ())):
        target = hands.chance.choice(them)
        mirror.tried("announcements")
        mirror.table.chat()
        mirror.table.key(target, key, STEP)
        if not hands.judged(f"something is announced of the attack on {target}", None):
            hands.part()
    if lower and reckoned.columns.name(action.column) not in mirror.table.chat():
        mirror.differs("a lower column is announced", reckoned.columns.name(action.column), "not told")
        hands.part()


def _waits(hands: Hands, what: str) -> None:
    """Compare what the battle in hand still asks for: the stage, the losses that are owed, who must retreat.

    What has a single answer was done at the table by itself: the reference does it now.
    """
    mirror = hands.mirror
    got = _asked_at_table(hands)
    while mirror.state.stage in _SINGLE and _asked(hands) != got:
        answers = mirror.kernel.legal_actions(mirror.state)
        if len(answers) > 1:
            break
        mirror.tried(
            "single answers", *(["remnants by themselves"] if mirror.state.stage == "remnant" else [])
        )
        mirror.state = mirror.kernel.apply(mirror.state, answers[0])
    if got != _asked(hands):
        mirror.differs(what, f"waits for {_asked(hands)}", got)
        hands.part()


_SINGLE = ("losses", "defender-losses", "disrupting", "remnant", "retreat")
"""Stages that the table passes by itself where they have a single answer."""


def _asked(hands: Hands) -> str:
    """Return what the reference waits for: "losses 3", "retreat blue-1,blue-2", "over"."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    fight = state.fight
    if fight is None or (state.stage == "roll" and not fight.result):
        return "over"
    if state.stage == "roll":
        return "again"  # Its result was ignored.
    if state.stage in ("losses", "disrupting"):
        return f"{state.stage} {fight.owed}".replace("/", ":")
    if state.stage == "remnant":
        awaited = (f"{number}@{setting.board.ids[place]}" for number, place in fight.remains)
        return f"remnant {','.join(sorted(awaited))}"
    if state.stage == "retreat":
        return f"retreat {','.join(sorted(pick(setting.units, fight.fleeing)))}"
    return state.stage


def _asked_at_table(hands: Hands) -> str:
    """Return the same as the module notes it."""
    held = hands.mirror.table.get("Battle").split(" ")
    if len(held) < 8 or held[0] != hands.phase_name:
        return "over"
    match held[1]:
        case "losses" | "disrupting" as stage:
            return f"{stage} {held[4]}"
        case "remnant":
            return f"remnant {','.join(sorted(held[11].split(',')))}"
        case "retreat":
            return f"retreat {','.join(sorted(one.partition('@')[0] for one in held[7].split(',')))}"
        case stage:
            return stage


def roll(hands: Hands, action: Action) -> None:
    """Fight the battle with the die that the reference throws, and compare the result."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    fight = state.fight
    assert fight is not None
    table = setting.game.charts.combat
    assert table is not None
    reckoned = odds_of(setting, state, fight)
    late = fight.overrun >= 0
    whole = reckoned if late else odds(setting, state, fight.defenders, fight.attackers)
    after = mirror.kernel.apply(state, action)
    result = result_of(setting, reckoned, action.roll)
    target = hands.chance.choice(pick(setting.units, fight.attackers if late else fight.defenders))
    mirror.tried("dice of overruns" if late else "battles", f"battles with {result}")
    mirror.table.chat()
    mirror.table.throw(action.roll, table.die, table.dice)
    mirror.table.key(target, FIGHT, STEP)
    what = f"fight {target} at {reckoned.final}, die {action.roll}"
    if not hands.judged(what, None):
        hands.part()
    told = mirror.table.chat()
    die = f" {reckoned.die:+d}" if reckoned.die else ""
    expected = [f"{action.roll}{die} at {reckoned.final} is {result},"]
    if fight.result:
        mirror.tried("dice thrown again")
        expected.append("the die is thrown again")
    else:
        expected.append(f", at {whole.final}" if late else f"fought at {whole.final}")
        told_before = Action("resolve", column=fight.column, ignoring=fight.ignoring)
        said = telling.announcement(setting, whole, told_before)
        expected += [said] if said else []
    if after.stage == "retreat":
        assert after.fight is not None
        ends = [together(retreats(setting, after, u).values()) for u in members(after.fight.fleeing)]
        expected += [f"can retreat to {', '.join(setting.hexes(hexes))}." for hexes in ends]
    missing = [phrase for phrase in expected if phrase not in told]
    if missing:
        mirror.differs(what, "; ".join(missing), told)
        hands.part()
    mirror.state = after
    _waits(hands, what)


def stand(hands: Hands, action: Action) -> None:
    """Let the defender of a city lose a step, or fall back."""
    mirror = hands.mirror
    assert action.unit is not None
    mirror.tried("stands in a city")
    mirror.table.chat()
    mirror.table.key(action.unit, LOSE if action.kind == "stand" else FIGHT, STEP)
    if not hands.judged(action.text, None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _waits(hands, action.text)


def lose(hands: Hands, action: Action) -> None:
    """Take a step from an attacker, or from the defender that his side chose."""
    mirror = hands.mirror
    assert action.unit is not None
    mirror.tried("losses", "legal losses")
    mirror.table.chat()
    setting = mirror.kernel.setting
    unit = setting.number[action.unit]
    last = mirror.state.steps[unit] == setting.last_step[unit]
    # The loss of the last step is an elimination, by either key.
    key = ELIMINATE if last and hands.chance.random() < 0.3 else LOSE
    mirror.table.key(action.unit, key, STEP)
    if not hands.judged(f"{action.unit} loses a step", None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _waits(hands, action.text)


def disrupt(hands: Hands, action: Action) -> None:
    """Have an attacker disrupted whom his side chose."""
    mirror = hands.mirror
    assert action.unit is not None
    mirror.tried("losses", "chosen disruptions")
    mirror.table.chat()
    mirror.table.key(action.unit, LOSE, STEP)
    if not hands.judged(f"{action.unit} is chosen to be disrupted", None):
        hands.part()
    mirror.state = mirror.kernel.apply(mirror.state, action)
    _waits(hands, action.text)


def remain(hands: Hands, action: Action) -> None:
    """Bring a unit that remains of another to its hex."""
    _goes(hands, action, "remnants")


def retreat(hands: Hands, action: Action) -> None:
    """Move the defender as the attacker says."""
    _goes(hands, action, "retreats")


def advance(hands: Hands, action: Action) -> None:
    """Move an attacker into the hex that the defender left, or nobody."""
    if action.unit is None:
        hands.mirror.state = hands.mirror.kernel.apply(hands.mirror.state, action)
    else:
        _goes(hands, action, "advances")


def _goes(hands: Hands, action: Action, kind: str) -> None:
    mirror = hands.mirror
    assert action.unit is not None
    assert action.hex is not None
    mirror.tried(kind, f"legal {kind}")
    mirror.table.chat()
    what = f"{action.text} ({kind})"
    fine = True
    # 3.3 Each hex of a retreat is further away, so the places that it takes come in that order.
    for place in (*_outwards(hands, action), action.hex):
        mirror.table.drag(action.unit, place)
        fine = hands.judged(what, None) and fine
    after = mirror.kernel.apply(mirror.state, action)
    # Who is disrupted once more at the end of its retreat may be lost by that.
    stays = after.where[mirror.kernel.setting.number[action.unit]] >= 0
    if stays and mirror.table.where(action.unit).location != action.hex:
        mirror.differs(what, f"it stands in {action.hex}", str(mirror.table.where(action.unit).location))
        fine = False
    if not fine:
        hands.part()
    mirror.state = after
    _waits(hands, what)


def _outwards(hands: Hands, action: Action) -> list[HexId]:
    """Return the places that a retreat takes on its way, the nearest first."""
    setting, state = hands.mirror.kernel.setting, hands.mirror.state
    assert action.unit is not None
    here = state.where[setting.number[action.unit]]
    return sorted(action.through, key=lambda place: _away(setting, here, setting.board.index[place]))


def _away(setting: Setting, one: int, other: int) -> int:
    """Return how many hexes one hex is from another."""
    near, distance = 1 << one, 0
    while not near >> other & 1:
        near |= setting.board.around(near)
        distance += 1
    return distance


# What a player might try in a battle -----------------------------------------------------------------


def attempt_fighting(hands: Hands) -> None:
    """Try what may not be done while battles are fought: other moves, other losses, a new attack."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    fight = state.fight
    draw = chance.random()
    on_map = [u for u, at in enumerate(state.where) if at >= 0]
    if draw < 0.15 and state.stage in _OWED:
        _phase_stays(hands)
    elif draw < 0.25 and state.stage in _OWED and state.battles:
        other = chance.choice(state.battles)
        them = defenders(setting, state, other) if other.overran is None else other.attackers
        refused_key(hands, setting.units[first(them)], FIGHT, "fight while the last battle is open")
    elif draw < 0.4 and on_map:
        _changed_by_key(hands, chance.choice(on_map))
    elif draw < 0.5 and fight is not None and state.stage in ("retreat", "advance"):
        likely = [u for u in on_map if (fight.defenders | fight.attackers) >> u & 1]
        lights.compare(hands, chance.choice(likely or on_map))
    elif draw < 0.8 and fight is not None and state.stage == "remnant":
        _wrong_remnant(hands)
    elif draw < 0.6 and fight is not None and state.stage == "retreat":
        _wrong_retreat(hands)
    elif draw < 0.55 and fight is not None and state.stage == "advance":
        _wrong_advance(hands)
    elif draw < 0.65 and fight is not None and state.stage == "advance":
        # Into the hex of an overrun friends may have moved by then.
        others = [u for u in on_map if not (fight.attackers >> u | fight.hexes >> max(state.where[u], 0)) & 1]
        if others:
            goal = chance.choice(list(members(fight.hexes)))
            _dragged_back(hands, chance.choice(others), goal, "strange advances")
    elif draw < 0.6 and fight is not None and state.stage in ("losses", "defender-losses", "disrupting"):
        losers = {a.unit for a in mirror.kernel.legal_actions(state)}
        others = [u for u in on_map if setting.units[u] not in losers]
        if others:
            mirror.tried("losses", "refused losses")
            unit = setting.units[chance.choice(others)]
            refused_key(hands, unit, LOSE, "suffer for a result that isn't his")
    elif state.stage != "roll":
        side = setting.side(state)
        fresh = [u for u in setting.of_side[side] if state.where[u] >= 0 and not state.acted >> u & 1]
        if fresh:
            refused_key(
                hands, setting.units[chance.choice(fresh)], ATTACK, "join an attack after the first battle"
            )


def _changed_by_key(hands: Hands, unit: int) -> None:
    """Turn over or eliminate a unit that doesn't lose anything, or not so."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    last = state.steps[unit] == setting.last_step[unit]
    loses = state.stage == "losses" and bool(state.fight.attackers >> unit & 1)
    loses = loses or (state.stage == "defender-losses" and bool(state.fight.defenders >> unit & 1))
    mirror.tried("losses", "refused losses")
    if not (loses and last) and not (state.stage == "stand" and state.fight.defenders >> unit & 1):
        refused_key(hands, setting.units[unit], ELIMINATE, "be eliminated by key")
    elif setting.last_step[unit] > 1:
        refused_key(hands, setting.units[unit], FLIP, "be turned over by key")


def _wrong_remnant(hands: Hands) -> None:
    """Ask what a unit off the map may do, or drag one to a hex where it may not remain."""
    mirror, chance = hands.mirror, hands.chance
    setting, state = mirror.kernel.setting, mirror.state
    named = {setting.number[u] for one in setting.combat.remnants for u in one.leaves if u in setting.number}
    off = [u for u in named if state.where[u] in (POOL, ASIDE)]
    if not off:
        return
    unit = chance.choice(sorted(off))
    if chance.random() < 0.5:
        lights.compare(hands, unit)
        return
    legal = {a.hex for a in mirror.kernel.legal_actions(state) if a.unit == setting.units[unit]}
    asked = (
        [
            hex_id
            for hex_id in setting.hexes(union(place for _, place in state.fight.remains))
            if hex_id not in legal
        ]
        if state.fight is not None
        else []
    )
    wrong = asked or [hex_id for hex_id in setting.board.index if hex_id not in legal]
    _off_map_back(hands, unit, chance.choice(wrong))


def _off_map_back(hands: Hands, unit: int, goal: HexId) -> None:
    mirror = hands.mirror
    name = mirror.kernel.setting.units[unit]
    start = mirror.table.where(name)
    what = f"wrong remnants: drag {name}→{goal}"
    mirror.tried("remnants", "wrong remnants")
    mirror.table.chat()
    mirror.table.drag(name, goal)
    fine = hands.judged(what, "")
    seen = mirror.table.where(name)
    if seen.zone != start.zone:
        mirror.differs(what, f"it lies in {start.zone}", f"{seen.location}")
        fine = False
    if not fine:
        hands.part()


def _wrong_retreat(hands: Hands) -> None:
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    target = hands.chance.choice(list(members(state.fight.fleeing)))
    found = together(retreats(setting, state, target).values())
    near = 1 << state.where[target]
    for _ in range(setting.combat.retreat.far(state.fight.result) + 1):
        near |= setting.board.around(near)
    # A retreat may halt on its way, where nobody bars it.
    free = unbarred(setting, state, setting.side_of[target], barring(setting, target))
    end = min((_away(setting, state.where[target], n) for n in members(found)), default=1)
    on_way = 1 << state.where[target]
    for _ in range(end - 1):
        on_way |= setting.board.around(on_way)
    wrong = setting.hexes(near & ~found & ~(on_way & free) & ~(1 << state.where[target]))
    # Where it may pass, and not halt, is what a player tries first.
    passed = near & ~found & passed_by(setting, state, setting.side_of[target])
    if passed and hands.chance.random() < 0.5:
        wrong = setting.hexes(passed)
    if wrong:
        number = setting.board.index[hands.chance.choice(wrong)]
        _dragged_back(hands, target, number, "wrong retreats")


def _wrong_advance(hands: Hands) -> None:
    """Drag an attacker further than it may advance, or one that may not."""
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    assert state.fight is not None
    unit = hands.chance.choice(sorted(members(followers(state.fight))))
    legal = {a.hex for a in mirror.kernel.legal_actions(state) if a.unit == setting.units[unit]}
    near = setting.board.around(setting.board.near[state.where[unit]])
    wrong = [hex_id for hex_id in setting.hexes(near & ~(1 << state.where[unit])) if hex_id not in legal]
    if wrong:
        number = setting.board.index[hands.chance.choice(wrong)]
        _dragged_back(hands, unit, number, "strange advances")


def _dragged_back(hands: Hands, unit: int, number: int, kind: str) -> None:
    mirror = hands.mirror
    setting, state = mirror.kernel.setting, mirror.state
    start, goal, name = setting.board.ids[state.where[unit]], setting.board.ids[number], setting.units[unit]
    if start == goal:
        return
    what = f"{kind}: drag {name} {start}→{goal}"
    mirror.tried("retreats" if kind == "wrong retreats" else "advances", kind)
    mirror.table.chat()
    mirror.table.drag(name, goal)
    fine = hands.judged(what, "")
    seen = mirror.table.where(name)
    if seen.location != start:
        mirror.differs(what, f"it stands in {start}", f"{seen.location}")
        fine = False
    if not fine:
        hands.part()
