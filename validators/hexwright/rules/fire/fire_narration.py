"""Fire narration: describe fire combat in words, giving the source of every die."""

from __future__ import annotations

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.engine.narration import hex_name, unit_name
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.fire.dice_pools import DicePool, DiceSource, attack_pool, defence_pool, strongholds
from hexwright.rules.fire.fire_advance import exploitation_hexes
from hexwright.rules.fire.fire_battle import FireBattle, fire_rules, supply_shortage_of_all
from hexwright.rules.fire.fire_phase import current_battle, draw_hits, pools, uses_tables
from hexwright.rules.fire.hit_absorption import hit_effect
from hexwright.rules.fire.hit_chances import throw_pool


def dice_text(number: int) -> str:
    """Return a number followed by "die" or "dice", such as "1 die"."""
    return f"{number} {'die' if abs(number) == 1 else 'dice'}"


def dice_source_text(setting: CompiledGame, shot: DiceSource, usual: int) -> str:
    """Return a description of one source of dice, such as "river 1 (for 9. Armee)"."""
    notes = list(shot.reasons)
    if shot.unit >= 0 and shot.name != unit_name(setting, setting.units[shot.unit]):
        notes.append(f"for {unit_name(setting, setting.units[shot.unit])}")
    if shot.hits_from != usual and shot.dice > 0:
        notes.append(f"hits from {shot.hits_from}")
    return f"{shot.name} {shot.dice}" + (f" ({', '.join(notes)})" if notes else "")


def pool_text(setting: CompiledGame, pool: DicePool, die: int) -> str:
    """Return a description of a dice pool in one line: the number of dice, the numbers that hit, and the
    sources.
    """
    if not pool.sources:
        return "no dice"
    groups = " and ".join(
        f"{dice_text(dice)} hitting on {_range(hits_from, die)}" for hits_from, dice in pool.groups
    )
    usual = pool.groups[0][0] if len(pool.groups) == 1 else -1
    parts = [dice_source_text(setting, shot, usual) for shot in pool.sources]
    return f"{groups or 'no dice'}: {', '.join(parts)}"


def _range(low: int, die: int) -> str:
    if low > die:
        return "nothing"
    return f"{low}" if low == die else f"{low}-{die}"


def battle_text(now: FireBattle) -> str:
    """Return a description of both sides' dice pools in a round, and of the hits that a place absorbs."""
    die = now.rules.die
    told = [
        f"Attack: {pool_text(now.setting, attack_pool(now), die)}.",
        f"Defence: {pool_text(now.setting, defence_pool(now), die)}.",
    ]
    for hold in strongholds(now):
        if hold.absorbs:
            many = "the first hit" if hold.absorbs == 1 else f"the first {hold.absorbs} hits"
            told.append(f"{hold.name[:1].upper()}{hold.name[1:]} absorbs {many}.")
    return " ".join(told)


# Actions -------------------------------------------------------------------------------------------


def narrate_attack(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about an allocated attack, with the dice of both sides so far."""
    assert action.unit is not None
    assert action.hex is not None
    unit, target = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    battle = next((b for b in state.engagements if b.hex == target), Engagement(target, 0))
    joined = Engagement(target, battle.attackers | 1 << unit, battle.air_support)
    now = FireBattle.of(setting, state, joined, supply_shortage_of_all(setting, state))
    name, place = unit_name(setting, action.unit), hex_name(setting, action.hex)
    return f"{name} attacks {place}. {battle_text(now)}"


def narrate_end_of_allocation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence stating that all attacks are allocated."""
    count = len(state.engagements)
    return f"All attacks are allocated: {count} {'battle' if count == 1 else 'battles'}."


def narrate_battle_begin(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the battle that begins, with the dice of its first round."""
    assert action.hex is not None
    number = setting.board.index[action.hex]
    battle = next(b for b in state.engagements if b.hex == number)
    now = FireBattle.of(setting, state, battle, supply_shortage_of_all(setting, state))
    return f"Battle of {hex_name(setting, action.hex)}. {battle_text(now)}"


def narrate_fire_roll(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the hits of a round; dice that were rolled from the seed are listed."""
    assert state.current_engagement is not None
    now = current_battle(setting, state)
    scored, suffered = action.rolls
    reckoning = f" {battle_text(now)}" if state.current_engagement.round > 1 else ""
    faces = ""
    if not uses_tables(setting) and action == draw_hits(setting, state):
        faces = f" {_faces(setting, state)}"
    return (
        f"Round {state.current_engagement.round}.{reckoning}{faces} "
        f"The attackers score {_hits(scored)}, the defenders {_hits(suffered)}."
    )


def _faces(setting: CompiledGame, state: State) -> str:
    count, told = state.dice_thrown, []
    for who, groups in zip(("Attackers", "defenders"), pools(setting, state), strict=True):
        faces = throw_pool(groups, fire_rules(setting).die, state.seed, count)
        count += sum(len(row) for row in faces)
        told.append(f"{who} roll {' | '.join(' '.join(map(str, row)) for row in faces) or 'no dice'}")
    return ", ".join(told) + "."


def _hits(number: int) -> str:
    return "no hit" if number == 0 else f"{number} {'hit' if number == 1 else 'hits'}"


def narrate_hit(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about the effect of a hit on a unit."""
    assert action.unit is not None
    assert state.current_engagement is not None
    done = hit_effect(setting, state, state.current_engagement, setting.unit_numbers[action.unit])
    also = " and absorbs it, its second of the round" if done == "absorbed" else ""
    return f"{unit_name(setting, action.unit)} takes a hit{also}."


def narrate_retreat(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence that names the retreating unit and its new hex."""
    assert action.unit is not None
    assert action.hex is not None
    return f"{unit_name(setting, action.unit)} retreats to {hex_name(setting, action.hex)}."


def narrate_stay(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence stating that the remaining defenders stay."""
    return "The defenders stay."


def narrate_advance(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence about an advance, with the rule that permits an advance beyond the cleared hex."""
    assert action.unit is not None
    assert action.hex is not None
    assert state.current_engagement is not None
    unit, end = setting.unit_numbers[action.unit], setting.board.index[action.hex]
    by = ""
    if end != state.current_engagement.hex:
        entry = next(
            e
            for number, e in exploitation_hexes(setting, state, state.current_engagement, unit)
            if number == end
        )
        cleared = hex_name(setting, setting.board.ids[state.current_engagement.hex])
        by = f" through {cleared}, {entry.name}"
    return f"{unit_name(setting, action.unit)} advances into {hex_name(setting, action.hex)}{by}."


def narrate_stop(setting: CompiledGame, state: State, action: Action) -> str:
    """Return a sentence stating that no more units advance."""
    battle = state.current_engagement
    return "Nobody else advances." if battle is not None and battle.advanced else "Nobody advances."
