"""Proximity checks: situations that test whether units can reach a place, and garrison releases."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_garrisons(game: Game) -> Iterator[UnplayableRule]:
    """Yield garrison entries that can never release their units, or that can't be played."""
    for number, entry in enumerate(game.rules.garrisons):
        at: Path = ("rules", "garrisons", number)
        if not entry.units:
            told = f"entry {number + 1} of 'garrisons' names no units"
            yield UnplayableRule(
                "P006", told, "write the units as 'units', or delete this entry", (*at, "units")
            )
    for number, side in enumerate(game.rules.replacements):
        for coming in side.entries:
            here: Path = ("rules", "replacements", number, "entries", coming.id, "situation")
            if coming.situation is None:
                continue
            if coming.arrives != "scheduled":
                told = (
                    f"entry '{coming.id}' has 'arrives: {coming.arrives}', but only units with "
                    "'arrives: scheduled' "
                    "wait for a situation"
                )
                yield UnplayableRule(
                    "P006", told, "leave 'situation' out, or write 'arrives: scheduled'", here
                )


def check_proximity(
    game: Game, situation: Situation, fact: SituationFacts, who: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with a situation's test of whether units can reach a place."""
    if bool(fact.reaches) != (fact.mode is not None):
        told = f"{who}: 'reaches' and 'mode' are used only together"
        yield UnplayableRule(
            "P006",
            told,
            "write both 'reaches' and 'mode', or neither",
            (*at, "reaches" if fact.reaches else "mode"),
        )
    mode = next((one for one in game.rules.movement if one.id == fact.mode), None)
    if mode is None:
        return
    yield from _unused_mode_keys(game, mode, who, at)
    first = game.rules.sequence[0].id if game.rules.sequence else None
    rolled = any(turn.weather_roll for table in game.charts.turn_tracks for turn in table.turns)
    if first in situation.phases and rolled and any(when.weather for when in (*mode.costs, *mode.line_costs)):
        told = f"{who}: the range of '{mode.id}' depends on weather that isn't rolled before phase '{first}'"
        here: Path = ("rules", "situations", situation.id, "phases")
        yield UnplayableRule("P006", told, "write a later phase in 'phases' of the situation", here)


def _unused_mode_keys(game: Game, mode: MovementMode, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield criteria of a movement mode that have no effect when only reachable hexes are computed."""
    falling = {one.hexsides for one in game.rules.fortified_hexsides}
    if mode.entraining is not None or mode.along is not None or mode.ezoc_costs is not None:
        told = f"{who}: movement mode '{mode.id}' can't be used to test 'reaches'"
        hint = "name a movement mode without 'along', 'entraining' and 'ezoc_costs'"
        yield UnplayableRule("P006", told, hint, (*at, "mode"))
    for part in ("costs", "line_costs"):
        for number, entry in enumerate(getattr(mode, part)):
            for key in ("classes", "units", "supply"):
                if getattr(entry, key):
                    told = f"{who}: costs of movement mode '{mode.id}' may not depend on '{key}'"
                    hint = "name a movement mode in 'mode' whose costs are the same for all units of the side"
                    yield UnplayableRule(
                        "P006", told, hint, ("rules", "movement", mode.id, part, number, key)
                    )
            if falling.intersection(entry.across_front):
                told = f"{who}: costs of movement mode '{mode.id}' may not depend on destructible hexsides"
                hint = "name a movement mode in 'mode' without costs for such hexsides"
                yield UnplayableRule(
                    "P006", told, hint, ("rules", "movement", mode.id, part, number, "across_front")
                )
