"""Tell in words what changes battles, and when: chat, reckoning, booklet and help take theirs from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal

from builder.model import (
    advance_words,
    announcement_words,
    barring_words,
    bombardment_words,
    disruption_words,
    duty_words,
    fire_words,
    overlooking_words,
    overrun_words,
    prices,
    remnant_words,
    stack_words,
    untenable_words,
    zone_words,
)
from builder.model.circumstance_words import enemy, exceptions, own, step, where_and_when
from builder.model.game import Game
from builder.model.modifying import Modifier

Part = Literal["attack", "defence", "columns", "die", "most", "table"]
"""What of a battle a modifier changes."""
_VERBS: Final = {
    Fraction(0): "cancels",
    Fraction(1, 2): "halves",
    Fraction(2): "doubles",
    Fraction(3): "triples",
}
_AMONG: Final = {"all": "all attackers", "one": "one attacker", "each": "attackers"}


def changes(game: Game, modifier: Modifier) -> Iterator[tuple[Part, str]]:
    """Yield what a modifier changes, each in words, such as "river halves the attack" or "forest -1"."""
    if modifier.table is not None:
        yield "table", f"{modifier.name}: {_title(game, modifier.table)}"
    if modifier.attack is not None:
        yield "attack", f"{modifier.name} {_times(modifier.attack)}attack"
    if modifier.defence is not None:
        yield "defence", f"{modifier.name} {_times(modifier.defence)}defence"
    if modifier.columns:
        yield "columns", f"{modifier.name} {modifier.columns:+d}"
    if modifier.die:
        yield "die", f"{modifier.name} {modifier.die:+d} to the die"
    if modifier.most is not None:
        yield "most", f"{modifier.name} no more than {modifier.most}"


def _title(game: Game, table: str) -> str:
    others = game.charts.combat.others if game.charts.combat is not None else ()
    return next((one.name for one in others if one.id == table), table)


def _times(factor: str) -> str:
    times = Fraction(factor)
    return f"{_VERBS[times]} the " if times in _VERBS else f"multiplies by {times} the "


def told(game: Game, modifier: Modifier) -> str:
    """Return a modifier as a line: what it changes, and when; "river -1 (all attackers across River)"."""
    effects = ", ".join(words for _, words in changes(game, modifier))
    when = ", ".join(_circumstances(game, modifier))
    return f"{effects} ({when})" if when else effects


def told_by_rule(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return what the game's own rules say, in lines by the section that each cites; "" for none.

    It is what changes battles first of all, and whatever else is data: zones, stacks, prices, losses.
    """
    found: dict[str, tuple[str, ...]] = {}
    modifiers = game.rules.combat.modifiers if game.rules.combat is not None else ()
    lines = [(modifier.rule, told(game, modifier)) for modifier in modifiers]
    ahead = advance_words.told_by_rule(game, game.rules.combat)
    beside = overlooking_words.told_by_rule(game, game.rules.combat)
    afar = bombardment_words.told_by_rule(game, game.rules.combat)
    shut = barring_words.told_by_rule(game, game.rules.combat)
    due = duty_words.told_by_rule(game, game.rules.combat)
    run_over = overrun_words.told_by_rule(game, game.rules.combat)
    broken = (*disruption_words.told_by_rule(game), *remnant_words.told_by_rule(game))
    zones = (*zone_words.told_by_rule(game), *untenable_words.told_by_rule(game))
    stacks = (*stack_words.told_by_rule(game), *announcement_words.told_by_rule(game))
    for rule, line in (
        *lines,
        *shut,
        *afar,
        *ahead,
        *beside,
        *due,
        *run_over,
        *broken,
        *stacks,
        *zones,
        *prices.told_by_rule(game),
        *fire_words.told_by_rule(game),
    ):
        section = game.rules.section(rule)
        cited = "" if section is None else section.id
        found[cited] = (*found.get(cited, ()), line)
    return found


def _circumstances(game: Game, modifier: Modifier) -> Iterator[str]:
    yield from where_and_when(game, modifier)
    unit, them, steps = own(game, modifier), enemy(game, modifier), step(game, modifier)
    among = _AMONG[modifier.asks]
    if any(part != "defence" for part, _ in changes(game, modifier)):
        if unit or steps:
            yield " ".join((among, *unit, *steps))
        if them:
            yield " ".join(("against", *them))
    else:
        if unit:
            yield " ".join(("defender", *unit))
        if them or steps:
            yield " ".join((_AMONG["all"] if modifier.asks == "each" else among, *them, *steps))
    if modifier.defenders == "one":
        yield "one defender suffices"
    yield from exceptions(game, modifier)
