"""Victory point checks: whether points can be counted, and whether they decide the game."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.exit_hexes import exit_hexes
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.cadre_points import loss_entries_for
from hexwright.model.rules.victory_record import (
    Exit,
    Level,
    Loss,
    Presence,
    VictoryRules,
)
from hexwright.rules.rule_validation.combat.disruption_checks import check_condition
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.phase_checks import check_phase_kinds
from hexwright.rules.rule_validation.territory_point_checks import (
    check_territory_points,
    check_unit_state_criteria,
)
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule


def check_victory_points(game: Game, rules: VictoryRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with a victory table, including parts without effect; `at` is the path of the table."""
    who = f"victory '{rules.id}'"
    if rules.eliminated and rules.losses:
        told = f"{who}: 'eliminated' and 'losses' can't be combined"
        hint = f"leave 'eliminated' out, and write '- {{points: {rules.eliminated}}}' as the last of 'losses'"
        yield UnplayableRule("P006", told, hint, (*at, "eliminated"))
    if rules.hold is not None or rules.automatic_victory:
        yield from _points_without_use(rules, who, at)
    for number, loss in enumerate(rules.losses):
        yield from _loss(game, loss, f"{who}: entry {number + 1} of 'losses'", (*at, "losses", number))
        if loss.less_cadres:
            yield from _cadre_deduction_faults(game, rules, loss, who, (*at, "losses", number, "less_cadres"))
    for number, way_out in enumerate(rules.exits):
        yield from _exit(game, way_out, f"{who}: entry {number + 1} of 'exits'", (*at, "exits", number))
    for number, entry in enumerate(rules.presence):
        told = f"{who}: entry {number + 1} of 'presence'"
        yield from _presence(game, entry, told, (*at, "presence", number))
    if rules.ratio_side is not None:
        yield from _ratio(game, rules, who, (*at, "ratio_side"))
    yield from check_territory_points(game, rules, at)
    for number, level in enumerate(rules.levels):
        yield from _level(level, who, rules.ratio_side is not None, (*at, "levels", number))


def _points_without_use(rules: VictoryRules, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield the keys about points in a table that decides the game otherwise."""
    decided_by = "automatic_victory" if rules.automatic_victory else "hold"
    for part in ("levels", "losses", "presence", "exits"):
        if getattr(rules, part):
            told = f"{who}: '{part}' is only for games decided by points"
            hint = f"leave '{part}' or '{decided_by}' out"
            yield UnplayableRule("P006", told, hint, (*at, part), at_table=True)


def _ratio(game: Game, rules: VictoryRules, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield problems with deciding the game by the ratio of points."""
    if len(game.info.sides) > 2:
        told = f"{who}: 'ratio_side' compares the points of two sides, but the game has more"
        hint = "leave 'ratio_side' out: 'levels' then compare the two sides with the most points"
        yield UnplayableRule("P006", told, hint, at)
    if not rules.levels:
        told = f"{who}: 'ratio_side' has no effect without victory levels"
        yield UnplayableRule("P006", told, "write 'levels', or leave 'ratio_side' out", at)


def _presence(game: Game, entry: Presence, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(entry, who, entry.unused, at)
    yield from check_unit_state_criteria(game, entry, who, at)
    if entry.near_place is not None and not entry.near_place.place:
        told = f"{who}: 'near_place' names no place"
        yield UnplayableRule("P006", told, "write 'place' under 'near_place'", (*at, "near_place", "place"))


def _loss(game: Game, loss: Loss, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(loss, who, loss.unused, at)
    kinds = {phase.kind for phase in game.rules.sequence} - {"replacement"}
    yield from check_phase_kinds(game, loss, kinds, who, at)
    if loss.scored_by is not None and loss.side == (loss.scored_by,):
        told = f"{who}: a side can't score its own losses"
        yield UnplayableRule(
            "P006", told, f"write an enemy of {loss.scored_by} as 'scored_by'", (*at, "scored_by")
        )


def _cadre_deduction_faults(
    game: Game, rules: VictoryRules, loss: Loss, who: str, at: Path
) -> Iterator[UnplayableRule]:
    """Yield problems with deducting cadres from the points for eliminated units."""
    entries = game.rules.odds_combat.cadres
    entries = tuple(entry for entry in entries if entry.replaced_by)
    by_entry = [loss_entries_for(game, rules, entry) for entry in entries]
    hint = "leave 'less_cadres' out"
    if any(_depends_on_place_or_time(one) for one in rules.losses):
        told = (
            f"{who}: 'less_cadres' is ambiguous, because the points for a loss depend on more than the unit"
        )
        yield UnplayableRule(
            "P006", told, f"{hint}, or all keys of 'losses' about hexes, time and options", at
        )
    if loss.per != "strength":
        told = f"{who}: 'less_cadres' deducts points by strength, but points are scored by unit"
        yield UnplayableRule("P006", told, "write 'per: strength'", at)
    if len(game.info.sides) > 2 and loss.scored_by is None:
        told = f"{who}: with several enemies, 'less_cadres' needs the side whose points are reduced"
        yield UnplayableRule("P006", told, "write that side as 'scored_by'", at)
    if not any(loss in found for found in by_entry):
        yield UnplayableRule(
            "P006", f"{who}: 'less_cadres' has no effect, because these losses leave no cadres", hint, at
        )
    for number, found in enumerate(by_entry):
        if loss in found and len(found) > 1:
            told = f"{who}: several entries of 'losses' apply to units of entry {number + 1} of 'cadres'"
            yield UnplayableRule(
                "P006",
                told,
                "split the entry of 'cadres', so that one entry of 'losses' applies to each part",
                at,
            )
    named = [unit for entry in entries for unit in entry.replaced_by]
    twice = next((unit for unit in named if named.count(unit) > 1), None)
    if twice is not None:
        told = f"{who}: 'less_cadres' is ambiguous, because '{twice}' is in several entries of 'cadres'"
        yield UnplayableRule("P006", told, f"write '{twice}' in only one entry of 'cadres'", at)


def _depends_on_place_or_time(loss: Loss) -> bool:
    """Return whether the criteria of a loss entry depend on the hex or the time."""
    ground = (loss.terrain, loss.feature, loss.place, loss.place_kinds, loss.unless)
    return any((*ground, loss.weather, loss.turns, loss.phases, loss.option))


def _exit(game: Game, way_out: Exit, who: str, at: Path) -> Iterator[UnplayableRule]:
    yield from unused_criteria(way_out, who, way_out.unused, at)
    yield from check_condition(game, way_out, who, at)
    yield from check_phase_kinds(game, way_out, ("movement",), who, at)
    ground = (way_out.terrain, way_out.feature, way_out.place, way_out.place_kinds)
    if not (way_out.edge or way_out.hexes or any(ground)):
        told = f"{who} names no hexes where units may exit"
        yield UnplayableRule(
            "P006", told, "write 'edge', 'hexes', 'place', 'place_kinds', 'feature' or 'terrain'", at
        )
    elif not exit_hexes(Board.of(game.hexmap), way_out):
        told = f"{who} matches no hex"
        yield UnplayableRule("P006", told, "write other hexes, or delete this entry", at)
    for side in way_out.side:
        yield from _box_for_exits_missing(game, side, who, at)


def _box_for_exits_missing(game: Game, side: SideId, who: str, at: Path) -> Iterator[UnplayableRule]:
    """Yield a problem if there is no box for a side's units that exit the map."""
    pools = {rule.pool for rule in game.rules.replacements if rule.side == side}
    boxes = [box for box in game.hexmap.boxes if box.kind == "eliminated" and box.id not in pools]
    if not any(box.side in (side, None) for box in boxes):
        told = f"{who}: units of {side} that exit the map need a box in which they are placed"
        hint = f"write a box with 'kind: eliminated' and 'side: {side}' in map.yaml that isn't a 'pool'"
        yield UnplayableRule("P006", told, hint, at, at_table=True)


def _level(level: Level, who: str, scaled: bool, at: Path) -> Iterator[UnplayableRule]:
    if scaled and level.side is None:
        told = f"{who}: with 'ratio_side', each victory level needs the winning side"
        yield UnplayableRule("P006", told, "write the winning side as 'side'", at)
    if level.above and level.ratio is None:
        told = f"{who}: 'above' has no effect without 'ratio'"
        yield UnplayableRule("P006", told, "write 'ratio', or leave 'above' out", (*at, "above"))
