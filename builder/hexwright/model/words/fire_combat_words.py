"""Describe fire combat, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.fire_combat_record import (
    DefenceBonus,
    DiceDivisor,
    DiceLimit,
    FireRules,
    FireStrength,
    HitModifier,
    RoleCriteria,
    RoundCriteria,
    Stronghold,
)
from hexwright.model.words.criteria_words import (
    attack_origin_text,
    enemies_text,
    exception_texts,
    ground_texts,
    step_text,
    time_texts,
    unit_text,
    units_text,
)
from hexwright.model.words.rule_lines import ModifierRow, RuleLine, circumstances, condition
from hexwright.support.message_wording import count_noun

_Dice = FireStrength | DiceLimit | HitModifier | DiceDivisor | DefenceBonus | Stronghold
_FLYING: Final = "air units"
_WHO: Final = {"attack": "attackers", "defence": "defenders", None: "units"}


def lines(game: Game, rules: FireRules) -> Iterator[tuple[str, RuleLine]]:
    """Yield the entries as lines with their rules, such as "forest: a die more for a defender (in
    Forest)".
    """
    dice: tuple[tuple[_Dice, ...], ...] = (
        *(rules.strengths, rules.dice_limits, rules.hit_modifiers),
        *(rules.dice_divisors, rules.defence_bonuses, rules.strongholds),
    )
    for entry in (one for entries in dice for one in entries):
        rest = isinstance(entry, FireStrength) and _is_left_by_others(entry, rules.strengths)
        figures, units = _figures(entry), _units(entry)
        yield entry.rule, _line(game, _effect(entry), units, entry, figures, otherwise=rest)
    for more in rules.hexside_limit.exceptions:
        told = f"up to {more.max} attack across a hexside"
        yield rules.hexside_limit.rule, _line(game, told, "attacker", more, before="one")
    for duty in rules.must_attack:
        attackers = " ".join(("attackers", *attack_origin_text(game, duty.attacking_from)))
        told = f"every hex with an undisrupted enemy adjacent to {attackers} must be attacked"
        yield rules.must_attack_rule, _line(game, told, "attackers", duty)
    if (advance := rules.advance) is not None:
        for steady in advance.not_disrupted:
            yield advance.rule, _line(game, "an advance doesn't disrupt", "units", steady)
        for beyond in advance.exploitation:
            more_told = ", if the cleared hex is held without it" if beyond.surplus_only else ""
            yield (
                beyond.rule,
                _line(game, f"{beyond.name}: an advance may go one hex further{more_told}", "units", beyond),
            )


def _is_left_by_others(entry: FireStrength, entries: Sequence[FireStrength]) -> bool:
    """Whether a strength is that of its units whenever no entry before it holds."""
    earlier = entries[: entries.index(entry)]
    bare = replace(entry, phases=(), rounds=(), dice=1)
    return entry == replace(bare, dice=entry.dice) and any(
        replace(one, phases=(), rounds=(), dice=1) == bare for one in earlier
    )


def told_by_rule(game: Game) -> Iterator[tuple[str, RuleLine]]:
    """Yield the lines about fire combat, each with the rule it cites; none if the game has no fire combat."""
    if game.rules.fire is not None:
        yield from lines(game, game.rules.fire)


def _effect(entry: _Dice) -> str:
    match entry:
        case FireStrength():
            return f"{_dice(entry.dice)} in place of the printed strength"
        case DiceLimit():
            return f"{entry.name}: no more than {_dice(entry.max_dice)}"
        case HitModifier():
            return f"{entry.name}: -{entry.minus} to each die"
        case DiceDivisor():
            return f"{entry.name}: dice divided by {entry.divide_by}"
        case DefenceBonus():
            most = "" if entry.max is None else f", up to {_dice(entry.max)}"
            return f"{entry.name}: a die more for a defender{most}"
        case Stronghold():
            hits = "a hit" if entry.absorbs == 1 else f"{entry.absorbs} hits"
            parts = (_dice(entry.dice) if entry.dice else "", f"absorbs {hits}" if entry.absorbs else "")
            taken = " until it is taken" if entry.until_taken else ""
            return f"{entry.name}: {', '.join(part for part in parts if part)}{taken}"


def _figures(entry: _Dice) -> tuple[str, str]:
    """Return the name of an entry, and its effect as tables print it; a strength without name has none."""
    match entry:
        case FireStrength():
            return "", _dice(entry.dice)
        case DiceLimit():
            return entry.name, f"at most {_dice(entry.max_dice)}"
        case HitModifier():
            return entry.name, f"−{entry.minus} to each die"
        case DiceDivisor():
            return entry.name, f"dice ÷ {entry.divide_by}"
        case DefenceBonus():
            return entry.name, "+1 die" if entry.max is None else f"+1 die, at most {entry.max}"
        case Stronghold():
            absorbs = f"absorbs {count_noun(entry.absorbs, 'hit')}" if entry.absorbs else ""
            own = _dice(entry.dice) if entry.dice else ""
            return entry.name, ", ".join(filter(None, (own, absorbs)))


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _units(entry: RoundCriteria) -> str:
    if isinstance(entry, DiceLimit) and entry.for_air_units:
        return _FLYING
    if isinstance(entry, RoleCriteria):
        return _WHO[entry.role]
    return "defenders"


def _line(
    game: Game,
    effect: str,
    units: str,
    when: Criteria,
    figures: tuple[str, str] | None = None,
    before: str = "",
    *,
    otherwise: bool = False,
) -> RuleLine:
    places, found = [*ground_texts(game, when)], [*time_texts(game, when)]
    if isinstance(when, RoundCriteria) and when.rounds:
        of_phases = f" of {found.pop().removeprefix('in ')}" if when.phases else ""
        found.append(f"in round {' or '.join(map(str, when.rounds))}{of_phases}")
    steps = step_text(game, when)
    attacked = ("attacked",) if steps and units == "defenders" else ()
    where = (*attacked, *steps)
    role = when.role if isinstance(when, RoleCriteria) else None
    asked = when.side or unit_text(game, when) or where
    who: list[str] = []
    if asked or role is not None or units == _FLYING:
        rest = ("otherwise",) if otherwise else ()
        who.append(" ".join((units_text(game, when, units, before), *where, *rest)))
    more = [f"against {them}"] if (them := enemies_text(game, when)) else []
    more += exception_texts(game, when)
    sentence = circumstances(effect, (*places, *found, *who, *more))
    row = None
    if figures is not None:
        name, figure = figures
        if units == _FLYING and places:
            who[-1] += " attacking"
        until = ("until it is taken",) if isinstance(when, Stronghold) and when.until_taken else ()
        row = ModifierRow(
            name.removeprefix("the ") or "firing strength",
            condition(places, found, who, (*more, *until)),
            figure,
        )
    return RuleLine(sentence, row)
