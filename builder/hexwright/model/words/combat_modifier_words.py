"""Describe combat modifiers and their criteria, for chat, strength totals, booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from hexwright.model.game import Game
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.words.criteria_words import (
    enemies_text,
    exception_texts,
    ground_texts,
    place_and_time_texts,
    step_text,
    time_texts,
    unit_text,
    units_text,
)
from hexwright.model.words.rule_lines import (
    ModifierRow,
    RuleLine,
    ToldAbove,
    circumstances,
    condition,
    figure,
    times_figure,
)

Part = Literal["attack", "defence", "columns", "die", "most", "table"]
"""The part of a battle that a modifier changes."""
_TIMES: Final = {
    Fraction(0): "cancelled",
    Fraction(1, 2): "halved",
    Fraction(2): "doubled",
    Fraction(3): "tripled",
}
_AMONG: Final = {"all": ("attackers", "all"), "one": ("attacker", "one"), "each": ("attackers", "")}
"""The noun for the attackers of which a modifier asks something, and the word before it."""


def modifier_effects(modifier: Modifier) -> Iterator[tuple[Part, str]]:
    """Yield the effects of a modifier in words, such as "river: attack halved" or "forest 1L"."""
    if modifier.table is not None:
        yield "table", modifier.name
    if modifier.attack is not None:
        yield "attack", f"{modifier.name}: attack {_times(modifier.attack)}"
    if modifier.defence is not None:
        yield "defence", f"{modifier.name}: defence {_times(modifier.defence)}"
    if modifier.column_shift:
        yield "columns", f"{modifier.name} {column_shift_text(modifier.column_shift)}"
    if modifier.drm:
        yield "die", f"{modifier.name} {modifier.drm:+d} DRM"
    if modifier.max_column is not None:
        yield "most", f"{modifier.name} at most {modifier.max_column}"


def column_shift_text(shift: int) -> str:
    """Return a column shift as rulebooks print it: "1L" for one column left, "2R" for two right."""
    return f"{abs(shift)}{'L' if shift < 0 else 'R'}"


def defence_limit_text(most: int) -> str:
    """Return the maximum factor of defence strengths in words."""
    return f"no defence more than {_times(str(most))}"


def _times(factor: str) -> str:
    times = Fraction(factor)
    return _TIMES.get(times, f"multiplied by {figure(times)}")


def told(game: Game, modifier: Modifier) -> str:
    """Return a modifier as a line with its criteria: "river 1L (all attackers across a River)"."""
    effects = ", ".join(words for _, words in modifier_effects(modifier))
    return circumstances(effects, _circumstances(game, modifier))


def told_by_rule(game: Game) -> Iterator[tuple[str, RuleLine]]:
    """Yield the lines about modifiers in combat by odds, each with the rule it cites."""
    for modifier in game.rules.odds_combat.modifiers:
        row = ModifierRow(modifier.name, _condition(game, modifier), ", ".join(_figures(game, modifier)))
        only = {part for part, _ in modifier_effects(modifier)} == {"table"} and _names_side(game, modifier)
        yield modifier.rule, RuleLine(told(game, modifier), ToldAbove() if only else row)
    combat = game.rules.odds_combat
    raising = [one.rule for one in combat.modifiers if one.defence is not None and Fraction(one.defence) > 1]
    if combat.max_defence_factor is not None and raising:
        times = times_figure(str(combat.max_defence_factor))
        row = ModifierRow("Limit", "several of these apply at once", f"at most defence {times}")
        yield raising[0], RuleLine(f"all together: {defence_limit_text(combat.max_defence_factor)}", row)


def _names_side(game: Game, modifier: Modifier) -> bool:
    """Whether the selected table has the name of the side that it is for: "Soviet combat results"."""
    combat = game.charts.combat
    if combat is None or modifier.table is None:
        return False
    sides = [game.info.side(side).name for side in modifier.side]
    return len(sides) == 1 and combat.all[modifier.table].name.startswith(f"{sides[0]} ")


def _figures(game: Game, modifier: Modifier) -> Iterator[str]:
    """Yield the effects of a modifier as tables print them: "attack ÷ 2", "1L", "−2 DRM"."""
    if modifier.table is not None:
        combat = game.charts.combat
        yield f"use the {combat.all[modifier.table].name}" if combat is not None else "another table"
    if modifier.attack is not None:
        yield f"attack {_times_or_strength(modifier.attack)}"
    if modifier.defence is not None:
        yield f"defence {_times_or_strength(modifier.defence)}"
    if modifier.column_shift:
        yield column_shift_text(modifier.column_shift)
    if modifier.drm:
        yield f"{modifier.drm:+d} DRM".replace("-", "−")
    if modifier.max_column is not None:
        yield f"at most {modifier.max_column}"


def _times_or_strength(factor: str) -> str:
    return times_figure(factor) if Fraction(factor) else "strength 0"


def _condition(game: Game, modifier: Modifier) -> str:
    """Return the criteria as a cell of a table: "the Germans attack in rains"."""
    times = [*time_texts(game, modifier)]
    people = [f"the {game.info.side(side).plural}" for side in modifier.side]
    if len(people) == 1:
        times = [one.replace(f"while {people[0]} ", "while they ") for one in times]
    rest = [*_rest(game, modifier)]
    return condition([*ground_texts(game, modifier)], times, [*_units(game, modifier)], rest)


def _circumstances(game: Game, modifier: Modifier) -> Iterator[str]:
    yield from place_and_time_texts(game, modifier)
    yield from _units(game, modifier)
    yield from _rest(game, modifier)


def _units(game: Game, modifier: Modifier) -> Iterator[str]:
    """Yield the criteria of the units in words."""
    unit, steps = unit_text(game, modifier), step_text(game, modifier)
    asked = bool(modifier.side or unit)
    whole_side = bool(modifier.side) and not unit
    people = " or ".join(f"the {game.info.side(side).plural}" for side in modifier.side)
    if any(part != "defence" for part, _ in modifier_effects(modifier)):
        if whole_side and not steps and modifier.attackers_required != "one":
            yield f"{people} attack"
        elif asked or steps:
            yield " ".join((units_text(game, modifier, *_AMONG[modifier.attackers_required]), *steps))
        if them := enemies_text(game, modifier):
            yield f"against {them}"
    else:
        if asked:
            yield f"{people} defend" if whole_side else units_text(game, modifier, "defenders")
        noun, before = _AMONG["all" if modifier.attackers_required == "each" else modifier.attackers_required]
        if (them := enemies_text(game, modifier, noun, before)) or steps:
            yield " ".join((them or f"{before} {noun}", *steps))


def _rest(game: Game, modifier: Modifier) -> Iterator[str]:
    if modifier.defenders == "one":
        yield "even if only one defender is"
    yield from exception_texts(game, modifier)
