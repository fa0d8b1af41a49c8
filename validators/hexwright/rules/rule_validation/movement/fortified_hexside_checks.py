"""Fortified hexside checks: hexsides with a front that units or attacks can destroy."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.ids import Hexside
from hexwright.model.rules.criteria_record import criteria_in
from hexwright.model.rules.movement_record import NEVER, EntryCost
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import quote

_AT: Path = ("rules", "fortified_hexsides")


def check_fortified_hexsides(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with fortified hexsides that can be destroyed."""
    falling = [entry.hexsides for entry in game.rules.fortified_hexsides]
    for number, entry in enumerate(game.rules.fortified_hexsides):
        if entry.hexsides in falling[:number]:
            told = f"two entries of 'fortified_hexsides' are about hexsides of {quote(entry.hexsides)}"
            yield UnplayableRule("P006", told, "write them as one entry", (*_AT, number, "hexsides"))
        if entry.destroyed_by_attack and game.rules.combat is None:
            told = "'destroyed_by_attack' has no effect in a game without battles by odds"
            yield UnplayableRule(
                "P006", told, "leave 'destroyed_by_attack' out", (*_AT, number, "destroyed_by_attack")
            )
    if falling:
        yield from _shared_hexsides(game)
        yield from _untested_front_criteria(game, falling)


def _shared_hexsides(game: Game) -> Iterator[UnplayableRule]:
    """Yield destructible hexsides that also belong to another feature with a front."""
    faced = {feature for _, when in criteria_in(game.rules) for feature in when.across_front}
    known: dict[Hexside, str] = {}
    for feature in game.hexmap.hexsides:
        falls = next(
            (n for n, one in enumerate(game.rules.fortified_hexsides) if one.hexsides == feature.id), None
        )
        if falls is None and feature.id not in faced:
            continue
        for text in (text for line in feature.lines for text in line.hexsides):
            side = Hexside.parse(text)
            other = known.setdefault(side, feature.id)
            if other != feature.id:
                at = next(
                    n
                    for n, one in enumerate(game.rules.fortified_hexsides)
                    if one.hexsides in (feature.id, other)
                )
                told = f"fortified hexside {side} belongs to both {quote(other)} and {quote(feature.id)}"
                hint = f"remove {side} from one of these features in map.yaml"
                yield UnplayableRule("P006", told, hint, (*_AT, at, "hexsides"))
                return


def _untested_front_criteria(game: Game, falling: list[str]) -> Iterator[UnplayableRule]:
    """Yield records whose criteria test a destructible front but take no account of its destruction."""
    sides = {entry.hexsides: entry.destroyed_by for entry in game.rules.fortified_hexsides}
    hauled = {rule.range_in_mp.mode for rule in game.rules.supply_lines if rule.range_in_mp is not None}
    for place, when in criteria_in(game.rules):
        asked = [feature for feature in when.across_front if feature in falling]
        if not asked:
            continue
        at: Path = ("rules", *place, "across_front")
        if len(when.across_front) > 1:
            told = f"hexsides of {quote(asked[0])} can be destroyed, but this entry also names other hexsides"
            yield UnplayableRule("P006", told, "write a separate entry for each feature", at)
        elif isinstance(when, EntryCost):
            if not when.side or not set(when.side) <= set(sides[asked[0]]):
                told = (
                    f"only sides that can destroy the hexsides of {quote(asked[0])} may have a cost "
                    "for crossing them"
                )
                hint = f"write 'side: {' or '.join(sides[asked[0]])}'"
                yield UnplayableRule("P006", told, hint, at)
            elif when.cost == NEVER:
                told = (
                    f"hexsides of {quote(asked[0])} are destroyed by crossing them, but no unit may cross "
                    "them"
                )
                yield UnplayableRule("P006", told, "write a number of movement points for 'cost'", at)
            elif len(place) > 1 and place[1] in hauled:
                told = f"supply lines use movement mode '{place[1]}', but supply never destroys hexsides"
                yield UnplayableRule(
                    "P006",
                    told,
                    "name a movement mode without this entry in 'range_in_mp' of 'supply_lines'",
                    at,
                )
        elif place[:2] != ("combat", "modifiers"):
            told = f"hexsides of {quote(asked[0])} can be destroyed, but that has no effect here"
            yield UnplayableRule(
                "P006",
                told,
                f"leave 'across_front' out, or delete {quote(asked[0])} from 'fortified_hexsides'",
                at,
            )
