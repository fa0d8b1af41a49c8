"""Describe the dice of an attack of fire combat in sentences, for the caption of its figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwright.model.ids import UnitId
from hexwright.paper.figures.example_diagrams import in_sentence
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.narration import unit_name
from hexwright.rules.fire.dice_pools import DicePool, DiceSource, attack_pool, defence_pool, strongholds
from hexwright.rules.fire.fire_battle import FireBattle
from hexwright.rules.fire.fire_narration import dice_text
from hexwright.support.message_wording import join_with_and


def fire_sentences(now: FireBattle) -> str:
    """Return sentences about the dice of both sides in a round, and about the hits that a place absorbs."""
    die = now.rules.die
    told = [
        _pool_sentence(now.setting, "The attack", attack_pool(now), die),
        _pool_sentence(now.setting, "The defence", defence_pool(now), die),
    ]
    for hold in strongholds(now):
        if hold.absorbs:
            many = "the first hit" if hold.absorbs == 1 else f"the first {hold.absorbs} hits"
            told.append(f"{hold.name[:1].upper()}{hold.name[1:]} absorbs {many}.")
    return " ".join(told)


def _pool_sentence(setting: CompiledGame, who: str, pool: DicePool, die: int) -> str:
    groups = join_with_and([_group_text(number, dice, die) for number, dice in pool.groups], "and")
    told = f"{who} has {groups or 'no dice'}"
    gained = [shot for shot in pool.sources if shot.dice >= 0]
    lost = [shot for shot in pool.sources if shot.dice < 0]
    if len(gained) > 1 or lost or any(shot.reasons for shot in gained):
        several = len(pool.groups) > 1
        parts = [*_gained_texts(setting, gained, {shot.name for shot in lost}, die, several=several)]
        told += f": {join_with_and(parts, 'and')}"
    for shot in lost:
        told += f"; {_lost_text(setting, shot, gained)}"
    return f"{told}."


def _group_text(number: int, dice: int, die: int) -> str:
    return f"{dice_text(dice)}, which {'hits' if dice == 1 else 'hit'} on {_range(number, die)}"


def _range(number: int, die: int) -> str:
    return "nothing" if number > die else f"{number}" if number == die else f"{number}–{die}"


def _gained_texts(
    setting: CompiledGame, shots: Sequence[DiceSource], told: set[str], die: int, *, several: bool
) -> Iterator[str]:
    """Yield the dice by their sources; units that have the same for the same reasons are told together.

    `told` are reasons that follow in another sentence; with `several` numbers to hit each is told.
    """
    alike: dict[tuple[int, tuple[str, ...], bool], list[DiceSource]] = {}
    for shot in shots:
        notes = [reason for reason in shot.reasons if reason not in told]
        if several and shot.dice:
            notes.append(f"on {_range(shot.hits_from, die)}")
        alike.setdefault((shot.dice, tuple(notes), _is_unit(setting, shot)), []).append(shot)
    units = sum(_is_unit(setting, shot) for shot in shots)
    for (dice, reasons, fires), group in alike.items():
        told_of = [*reasons]
        many = str(dice) if dice else "none"
        if fires:
            names = join_with_and([_name(setting, shot.unit) for shot in group], "and")
            text = f"{many}{' each' if len(group) > 1 else ''} from {names}"
        else:
            text = join_with_and([f"{many} for {_cause(shot.name)}" for shot in group], "and")
            if units > 1 and group[0].unit >= 0:
                told_of += [_name(setting, shot.unit) for shot in group]
        yield f"{text} ({', '.join(told_of)})" if told_of else text


def _lost_text(setting: CompiledGame, lost: DiceSource, gained: Sequence[DiceSource]) -> str:
    """Return words for dice that a rule takes away, such as "out of supply, the 2 dice are halved to 1"."""
    concerned = [shot for shot in gained if shot.dice and shot.hits_from == lost.hits_from]
    concerned = [shot for shot in concerned if lost.name in shot.reasons] or concerned
    whole = sum(shot.dice for shot in concerned)
    left = whole + lost.dice
    if not lost.reasons:
        return f"{dice_text(-lost.dice)} {'is' if lost.dice == -1 else 'are'} lost ({lost.name})"
    who = f"the {dice_text(whole)}" if whole > 1 else "the die"
    if len(concerned) < sum(shot.dice > 0 for shot in gained):
        who += f" of {join_with_and([_name(setting, shot.unit) for shot in concerned], 'and')}"
    how = f"halved to {left}" if left in (whole // 2, -(-whole // 2)) and left else f"reduced to {left}"
    if not left:
        how = "lost"
    return f"{lost.name}, {who} {'are' if whole > 1 else 'is'} {how} ({lost.reasons[0]})"


def _is_unit(setting: CompiledGame, shot: DiceSource) -> bool:
    return shot.unit >= 0 and shot.name == unit_name(setting, setting.units[shot.unit])


def _name(setting: CompiledGame, unit: int) -> str:
    return in_sentence(setting.game.counters.unit(UnitId(setting.units[unit])))


def _cause(name: str) -> str:
    return name if name[:1].isupper() or name.startswith("the ") else f"the {name}"
