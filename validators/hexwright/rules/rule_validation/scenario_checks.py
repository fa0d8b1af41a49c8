"""Scenario checks: run all checks that a game's rules are complete and consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.rules.adjacent_elimination.check import check_adjacent_elimination
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.rule_validation.combat.battle_checks import check_battles
from hexwright.rules.rule_validation.combat.cadre_checks import check_available_cadres, check_group_cadres
from hexwright.rules.rule_validation.combat.disruption_checks import check_recovery
from hexwright.rules.rule_validation.combat.fire_checks import check_directions, check_fire
from hexwright.rules.rule_validation.combat.printed_strength_checks import check_printed_strengths
from hexwright.rules.rule_validation.combat.retreat_track_checks import check_retreat_networks
from hexwright.rules.rule_validation.event_checks import check_events
from hexwright.rules.rule_validation.fire_only_rules import fire_rules_in_odds_game, uses_fire_combat
from hexwright.rules.rule_validation.logistics.airdrop_checks import check_airdrops
from hexwright.rules.rule_validation.logistics.arrival_checks import check_arrivals
from hexwright.rules.rule_validation.logistics.entry_checks import check_entries
from hexwright.rules.rule_validation.logistics.forfeit_checks import check_forfeit
from hexwright.rules.rule_validation.logistics.redeployment_checks import check_redeployment
from hexwright.rules.rule_validation.logistics.replacement_account_checks import check_accounts
from hexwright.rules.rule_validation.logistics.supply_checks import check_supply
from hexwright.rules.rule_validation.logistics.supply_degree_checks import check_supply_degrees
from hexwright.rules.rule_validation.movement.fortified_hexside_checks import check_fortified_hexsides
from hexwright.rules.rule_validation.movement.movement_mode_checks import check_movement
from hexwright.rules.rule_validation.movement.network_checks import check_networks
from hexwright.rules.rule_validation.movement.rail_movement_checks import check_rail_movement
from hexwright.rules.rule_validation.movement.stacking_checks import check_stacking
from hexwright.rules.rule_validation.movement.zone_checks import check_zones
from hexwright.rules.rule_validation.phase_checks import unread_phase_keys
from hexwright.rules.rule_validation.proximity_checks import check_garrisons
from hexwright.rules.rule_validation.situation_checks import check_situations
from hexwright.rules.rule_validation.unplayable_rules import (
    IsSound,
    Path,
    UnplayableRule,
    file_holding,
    missing_rule,
)
from hexwright.rules.rule_validation.victory_place_checks import check_victory_places
from hexwright.support.message_wording import join_with_or


def check_rules(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return diagnostics, each with its file, for all rules that prevent a scenario from being played."""
    return tuple(
        fault.diagnostic(file_holding(game, fault.path))
        for fault in find_unplayable(game, scenario)
        if not fault.at_table
    )


def find_unplayable(
    game: Game, scenario: Scenario, sound: IsSound = lambda _path: True
) -> Iterator[UnplayableRule]:
    """Yield all rules that prevent a scenario from being played, each with the path of its value.

    `sound` tests whether a value was read completely; checks draw no conclusions from other values.
    """
    own = ("scenarios", scenario.id)
    judges: tuple[tuple[Callable[[], Iterable[UnplayableRule]], tuple[Path, ...]], ...] = (
        (lambda: _check_by_part(game, scenario), (("rules",), ("charts", "combat"), (*own, "victory"))),
        (lambda: _phases(game), (_SEQUENCE, ("rules", "fire"), ("rules", "combat"))),
        (lambda: unread_phase_keys(game), (_SEQUENCE,)),
        (
            lambda: check_rail_movement(game),
            (
                _SEQUENCE,
                ("info", "sides"),
                *(
                    ("rules", part)
                    for part in ("movement", "fire", "combat", "supply_lines", "networks", "replacements")
                ),
            ),
        ),
        (lambda: check_movement(game), (_SEQUENCE, ("rules", "movement"), ("rules", "fire"), *_ON_LINES)),
        (
            lambda: check_battles(game),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("combat", "supply_lines", "stacking", "fire", "movement")),
                ("charts", "combat"),
            ),
        ),
        (
            lambda: check_available_cadres(game, scenario),
            (("rules", "combat"), ("rules", "out_of_supply"), ("hexmap", "boxes"), (*own, "setup"), _UNITS),
        ),
        (
            lambda: check_group_cadres(game),
            (
                *(("rules", part) for part in ("out_of_supply", "replacements", "victory")),
                ("hexmap", "boxes"),
                ("oob",),
                _UNITS,
            ),
        ),
        (lambda: check_printed_strengths(game), (("rules", "combat"), ("rules", "fire"), _UNITS)),
        (lambda: check_fortified_hexsides(game), (("rules",), ("hexmap", "hexsides"))),
        (
            lambda: check_stacking(game),
            (("rules", "stacking"), ("rules", "fire"), ("counters", "classes"), _UNITS),
        ),
        (lambda: check_zones(game), (("rules", "zoc"), ("hexmap",))),
        (
            lambda: check_adjacent_elimination(game),
            (
                *(
                    ("rules", part)
                    for part in ("adjacent_elimination", "combat", "fire", "fortified_hexsides")
                ),
                ("hexmap",),
            ),
        ),
        (
            lambda: check_fire(game),
            (
                _SEQUENCE,
                ("rules", "fire"),
                ("rules", "stacking"),
                ("charts", "hit_tables"),
                ("info", "sides"),
                _UNITS,
                *_ON_LINES,
            ),
        ),
        (lambda: check_directions(game), (("rules",), *_ON_LINES)),
        (
            lambda: () if uses_fire_combat(game) else fire_rules_in_odds_game(game),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("fire", "air", "fortification", "replacements")),
                ("oob", "withdrawals"),
            ),
        ),
        (
            lambda: check_supply(game),
            (_SEQUENCE, *(("rules", part) for part in ("supply_lines", "out_of_supply", "fire")), _PLACES),
        ),
        (
            lambda: check_networks(game, scenario),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("supply_lines", "networks", "combat", "fire")),
                ("hexmap", "lines"),
                (*own, "networks"),
                _PLACES,
            ),
        ),
        (
            lambda: check_situations(game),
            (
                _SEQUENCE,
                *(
                    ("rules", part)
                    for part in ("situations", "networks", "combat", "movement", "fire", "fortified_hexsides")
                ),
                ("charts",),
                _PLACES,
            ),
        ),
        (
            lambda: check_garrisons(game),
            (*(("rules", part) for part in ("garrisons", "replacements", "fire")),),
        ),
        (
            lambda: check_redeployment(game),
            (*(("rules", part) for part in ("replacements", "networks", "fire")),),
        ),
        (
            lambda: check_accounts(game),
            (
                *(("rules", part) for part in ("replacements", "situations", "fire")),
                ("oob", "replacements"),
                _UNITS,
                _PLACES,
            ),
        ),
        (lambda: check_forfeit(game), (("rules", "replacements"), ("hexmap", "boxes"))),
        (
            lambda: check_airdrops(game, scenario),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("replacements", "combat", "out_of_supply", "fire")),
                ("oob",),
                ("hexmap", "boxes"),
                (*own, "setup"),
                (*own, "setup_areas"),
                _UNITS,
            ),
        ),
        (
            lambda: check_retreat_networks(game),
            (*(("rules", part) for part in ("combat", "networks")), _UNITS),
        ),
        (
            lambda: check_supply_degrees(game),
            (
                *(("rules", part) for part in ("supply_lines", "movement", "combat", "fire")),
                *(("rules", part) for part in ("victory", "replacements")),
                _UNITS,
            ),
        ),
        (
            lambda: check_arrivals(game, scenario),
            (
                *(("rules", part) for part in ("replacements", "combat", "air", "sequence")),
                ("oob", "reinforcements"),
                ("oob", "replacements"),
                ("hexmap", "boxes"),
                (*own, "setup"),
                _UNITS,
            ),
        ),
        (
            lambda: check_entries(game, scenario),
            (("rules", "replacements"), ("oob", "reinforcements"), ("hexmap", "boxes"), (*own, "setup")),
        ),
        (
            lambda: check_events(game),
            (
                _SEQUENCE,
                ("rules", "events"),
                ("rules", "replacements"),
                ("oob", "reinforcements"),
                ("rules", "options"),
            ),
        ),
        (
            lambda: _time(game, scenario),
            (
                ("charts", "turn_tracks"),
                *((*own, part) for part in ("turn_track", "first_turn", "last_turn")),
            ),
        ),
        (
            lambda: check_victory_places(game, scenario),
            (("rules", "victory"), (*own, "victory"), _PLACES, ("info", "sides")),
        ),
        (
            lambda: _places_without_marker(game),
            (("rules", "movement"), _PLACES, ("info", "sides"), ("counters", "markers")),
        ),
    )
    for judge, needed in judges:
        if all(map(sound, needed)):
            yield from judge()


_SEQUENCE: Path = ("rules", "sequence")

_UNITS: Path = ("counters", "units")

_PLACES: Path = ("hexmap", "places")

_ON_LINES: tuple[Path, ...] = (("hexmap", "lines"), _PLACES)


def _places_without_marker(game: Game) -> Iterator[UnplayableRule]:
    """Yield places that can change owner although no marker can show the owner."""
    if not game.rules.movement:
        return
    owned = next((place for place in game.hexmap.places if place.owner is not None), None)
    if owned is None:
        return
    if game.control_marker is None:
        told = f"place '{owned.id}' has an owner, but no marker can show which side owns it"
        count = {2: "two", 3: "three", 4: "four"}.get(len(game.info.sides), str(len(game.info.sides)))
        hint = (
            f"write a marker in counters.yaml whose {count} faces have 'symbol: control', one of each side; "
            "docs/reference/data-format.md has an example"
        )
        yield UnplayableRule("P016", told, hint, ("hexmap", "places", owned.id, "owner"), at_table=True)


def _check_by_part(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    rules = game.rules
    if not rules.movement:
        yield missing_rule(game, "'movement'", "write at least one movement mode under 'movement'", "rules")
    fights = next((phase for phase in rules.sequence if phase.kind == "combat"), None)
    if fights is not None:
        at = ("rules", "sequence", fights.id, "kind")
        if rules.combat is None:
            yield missing_rule(
                game, "a combat phase but no 'combat'", "write 'combat' with the effects of each result", *at
            )
        if game.charts.combat is None:
            yield UnplayableRule(
                "P005",
                f"{game.slug}: charts.yaml has no 'combat' table",
                "write the combat results table as 'combat' in charts.yaml",
                at,
            )
    if scenario.victory not in {entry.id for entry in rules.victory}:
        yield UnplayableRule(
            "P005",
            f"{game.slug}: rules.yaml doesn't define the victory table '{scenario.victory}'",
            f"write '{scenario.victory}:' under 'victory' in rules.yaml",
            ("scenarios", scenario.id, "victory"),
        )
    for phase in rules.sequence:
        if phase.kind != "replacement":
            continue
        for what, sides in (
            ("replacements", [entry.side for entry in rules.replacements]),
            ("supply_lines", [entry.side for entry in rules.supply_lines]),
        ):
            if phase.side not in sides:
                hint = f"write '- {{side: {phase.side}, …}}' under '{what}'"
                yield missing_rule(
                    game, f"no '{what}' of {phase.side}", hint, "rules", "sequence", phase.id, "kind"
                )


def _phases(game: Game) -> Iterator[UnplayableRule]:
    fire = uses_fire_combat(game)
    for phase in game.rules.sequence:
        at = ("rules", "sequence", phase.id, "kind")
        if phase.kind not in PHASE_REGISTRY.phase_openers:
            kinds = join_with_or(sorted(PHASE_REGISTRY.phase_openers))
            told = f"phase '{phase.id}': the rules engine can't play phases of kind '{phase.kind}'"
            yield UnplayableRule("P006", told, f"write {kinds} as 'kind', or delete the phase", at)
        elif phase.kind in _FIRE_PHASE_KINDS and not fire:
            told = f"phase '{phase.id}': phases of kind '{phase.kind}' are only for fire combat"
            yield UnplayableRule("P006", told, "delete the phase, or write 'fire' in rules.yaml", at)
        elif phase.kind == "overruns" and game.rules.combat is None:
            told = f"phase '{phase.id}': phases of kind 'overruns' need 'overruns' under 'combat'"
            yield UnplayableRule(
                "P006", told, "write 'combat' with 'overruns' in rules.yaml, or delete the phase", at
            )
    yield from check_recovery(game)


_FIRE_PHASE_KINDS = ("air-strike",)
"""Kinds of phase, in addition to those in `check_fire`, that the module supports only in fire combat."""


def _time(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    known = {turn.turn for turn in game.charts.timetable(scenario.turn_track).turns}
    missing = [t for t in range(scenario.first_turn, scenario.last_turn + 1) if t not in known]
    if missing:
        turns = ", ".join(str(turn) for turn in missing)
        told = f"turn track '{scenario.turn_track}' lacks turns of scenario '{scenario.id}': {turns}"
        hint = (
            f"write all turns from {scenario.first_turn} to {scenario.last_turn} under 'turns' of the track"
        )
        yield UnplayableRule("P009", told, hint, ("charts", "turn_tracks", scenario.turn_track, "turns"))
