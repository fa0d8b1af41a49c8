"""Retreat track checks: retreats restricted to a network, and retreats that ignore zones of control."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.model.rules.rules_record import Retreat
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def _unneeded_ezoc_exceptions(rule: Retreat) -> Iterator[UnplayableRule]:
    """Yield needless exceptions in `ignores_ezoc`: zones of control don't restrict retreats, or the class
    never retreats.
    """
    at: Path = ("rules", "combat", "retreat", "ignores_ezoc")
    if rule.ignores_ezoc and rule.ezoc == "ignored":
        told = "'ignores_ezoc' has no effect, because 'ezoc: ignored' applies to all retreats"
        yield UnplayableRule("P006", told, "leave 'ignores_ezoc' out, or write 'ezoc: forbidden'", at)
    for name in sorted({*rule.ignores_ezoc} & {*rule.cannot_retreat}):
        told = f"class '{name}' is in 'cannot_retreat' and in 'ignores_ezoc', but its units never retreat"
        yield UnplayableRule("P006", told, f"remove '{name}' from one of the two lists", at)


def check_retreat_networks(game: Game) -> Iterator[UnplayableRule]:
    """Yield entries that never apply, have criteria without effect, or name a network that the side doesn't
    use.
    """
    combat = game.rules.odds_combat
    yield from _unneeded_ezoc_exceptions(combat.retreat)
    told = set(combat.retreat.cannot_retreat)
    for number, track in enumerate(combat.retreat.along_network):
        at: Path = ("rules", "combat", "retreat", "along_network", number)
        yield from unused_criteria(track, "'along_network' of 'retreat'", track.unused, at)
        for name in track.classes:
            if name in told:
                never = name in combat.retreat.cannot_retreat
                what = f"two entries of 'along_network' apply to class '{name}'"
                what = (
                    f"class '{name}' is in 'cannot_retreat', so 'along_network' has no effect for it"
                    if never
                    else what
                )
                yield UnplayableRule("P006", what, f"remove '{name}' from 'classes' here", (*at, "classes"))
        if track == RetreatTrack(classes=track.classes, network=track.network, rule=track.rule):
            told |= {*track.classes}
        network = next((one for one in game.rules.networks if one.id == track.network), None)
        for side in sorted({unit.side for unit in game.counters.units if _can_apply_to(track, unit)}):
            if network is not None and network.use_of(side) is None:
                what = f"units of {side} retreat along network '{network.id}', which {side} doesn't use"
                hint = f"write '- {{side: {side}, …}}' under 'uses' of network '{network.id}'"
                yield UnplayableRule("P006", what, hint, (*at, "network"))


def _can_apply_to(track: RetreatTrack, unit: Unit) -> bool:
    """Return whether a retreat network entry can apply to a unit."""
    named = unit.unit_class in track.classes or unit.id in track.units
    return (named or not (track.classes or track.units)) and (not track.side or unit.side in track.side)
