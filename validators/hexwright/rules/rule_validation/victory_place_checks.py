"""Victory place checks: whether places that decide the game can be captured."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.rules.rule_validation.situation_checks import check_automatic_victory_claims, check_early_end
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.rules.rule_validation.victory_point_checks import check_victory_points


def check_victory_places(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield places that decide the game but can't be captured, because no side owns them at the start."""
    rules = game.victory_of(scenario)
    if rules is None:
        return
    at: Path = ("rules", "victory", rules.id)
    yield from check_victory_points(game, rules, at)
    yield from check_automatic_victory_claims(rules, at)
    yield from check_early_end(rules, at)
    named: list[tuple[str | None, Path]] = [
        *((place, (*at, "place_points", place)) for place in rules.place_points),
        (rules.hold, (*at, "hold")),
        (rules.bonus_place, (*at, "bonus_place")),
    ]
    for number, claim in enumerate(rules.automatic_victory):
        named += [
            (place, (*at, "automatic_victory", number, "places", n)) for n, place in enumerate(claim.places)
        ]
    unowned = {place.id for place in game.hexmap.places if place.owner is None}
    for place, where in named:
        if place in unowned:
            told = (
                f"victory '{rules.id}': place '{place}' has no owner at the start, so it can never be "
                "captured"
            )
            yield UnplayableRule(
                "P015", told, f"write the 'owner' of '{place}' at the start of the game in map.yaml", where
            )
