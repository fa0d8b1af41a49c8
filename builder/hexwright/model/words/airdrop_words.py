"""Describe airdrops, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.airdrop_record import Drop
from hexwright.model.words.criteria_words import either, exceptions, own, where_and_when
from hexwright.support.message_wording import counted, enumerated


def told_by_rule(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about airdrops, each with its rule."""
    for rule in game.rules.replacements:
        for drop in rule.drops:
            yield drop.rule or rule.rule, told(game, drop)


def told(game: Game, drop: Drop) -> str:
    """Return the units of an airdrop, the unit they replace, and the time and place, in words."""
    names = {unit.id: unit.name for unit in game.counters.units}
    who = enumerated([names.get(one.unit, one.unit) for one in drop.parted], "or")
    terms = [*where_and_when(game, drop), *own(game, drop)]
    if drop.around is not None:
        away = counted(drop.around.within, "hex")
        terms.append(f"within {away} of {either(drop.around.place, game.hexmap.places)}")
    where = ", ".join((*terms, *exceptions(game, drop)))
    parts = enumerated(sorted({str(len(one.parts)) for one in drop.parted}), "or")
    few = f"no more than {drop.most} on a turn, and the parts stay for that turn"
    return f"in {parts} parts may be dropped: {who} ({where}); {few}"
