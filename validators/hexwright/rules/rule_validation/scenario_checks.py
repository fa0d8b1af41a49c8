"""Scenario checks: whether the declarative rules of a game are complete and consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.rules.engine.phase_registry import PROCEDURES
from hexwright.rules.rule_validation.combat.adjacent_elimination_checks import check_untenable
from hexwright.rules.rule_validation.combat.battle_checks import check_battles
from hexwright.rules.rule_validation.combat.cadre_checks import check_group_remnants, check_waiting_remnants
from hexwright.rules.rule_validation.combat.disruption_checks import check_recovery
from hexwright.rules.rule_validation.combat.fire_checks import check_directions, check_fire
from hexwright.rules.rule_validation.combat.printed_strength_checks import check_printed
from hexwright.rules.rule_validation.combat.retreat_track_checks import check_tracks
from hexwright.rules.rule_validation.event_checks import check_events
from hexwright.rules.rule_validation.fire_only_rules import by_fire, strays
from hexwright.rules.rule_validation.logistics.airdrop_checks import check_drops
from hexwright.rules.rule_validation.logistics.arrival_checks import check_coming
from hexwright.rules.rule_validation.logistics.entry_checks import check_entries
from hexwright.rules.rule_validation.logistics.forfeit_checks import check_forfeit
from hexwright.rules.rule_validation.logistics.redeployment_checks import check_taking_up
from hexwright.rules.rule_validation.logistics.replacement_account_checks import check_accounts
from hexwright.rules.rule_validation.logistics.supply_checks import check_supply
from hexwright.rules.rule_validation.logistics.supply_degree_checks import check_degrees
from hexwright.rules.rule_validation.movement.fortified_hexside_checks import check_works
from hexwright.rules.rule_validation.movement.movement_mode_checks import check_movement
from hexwright.rules.rule_validation.movement.network_checks import check_networks
from hexwright.rules.rule_validation.movement.rail_movement_checks import check_entraining
from hexwright.rules.rule_validation.movement.stacking_checks import check_stacking
from hexwright.rules.rule_validation.movement.zone_checks import check_zones
from hexwright.rules.rule_validation.phase_checks import unread
from hexwright.rules.rule_validation.proximity_checks import check_waiting
from hexwright.rules.rule_validation.situation_checks import check_situations
from hexwright.rules.rule_validation.unplayable_rules import Path, Sound, Unplayed, file_of, missing
from hexwright.rules.rule_validation.victory_place_checks import check_prizes
from hexwright.support.message_wording import listed


def check_declared(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return what keeps the rules engine from playing a scenario, with the files concerned."""
    return tuple(
        fault.diagnostic(file_of(game, fault.at)) for fault in unplayed(game, scenario) if not fault.at_table
    )


def unplayed(game: Game, scenario: Scenario, sound: Sound = lambda _path: True) -> Iterator[Unplayed]:
    """Yield what keeps the rules engine from playing a scenario, with the places of the values.

    `sound` says which values were read completely; nothing is concluded from the others.
    """
    own = ("scenarios", scenario.id)
    judges: tuple[tuple[Callable[[], Iterable[Unplayed]], tuple[Path, ...]], ...] = (
        (lambda: _parts(game, scenario), (("rules",), ("charts", "combat"), (*own, "victory"))),
        (lambda: _phases(game), (_SEQUENCE, ("rules", "fire"), ("rules", "combat"))),
        (lambda: unread(game), (_SEQUENCE,)),
        (
            lambda: check_entraining(game),
            (
                _SEQUENCE,
                ("info", "sides"),
                *(
                    ("rules", part)
                    for part in ("movement", "fire", "combat", "communication", "networks", "replacements")
                ),
            ),
        ),
        (lambda: check_movement(game), (_SEQUENCE, ("rules", "movement"), ("rules", "fire"), *_ON_LINES)),
        (
            lambda: check_battles(game),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("combat", "communication", "stacking", "fire", "movement")),
                ("charts", "combat"),
            ),
        ),
        (
            lambda: check_waiting_remnants(game, scenario),
            (("rules", "combat"), ("rules", "supply"), ("hexmap", "boxes"), (*own, "setup"), _UNITS),
        ),
        (
            lambda: check_group_remnants(game),
            (
                *(("rules", part) for part in ("supply", "replacements", "victory")),
                ("hexmap", "boxes"),
                ("oob",),
                _UNITS,
            ),
        ),
        (lambda: check_printed(game), (("rules", "combat"), ("rules", "fire"), _UNITS)),
        (lambda: check_works(game), (("rules",), ("hexmap", "hexsides"))),
        (
            lambda: check_stacking(game),
            (("rules", "stacking"), ("rules", "fire"), ("counters", "classes"), _UNITS),
        ),
        (lambda: check_zones(game), (("rules", "zoc"), ("hexmap",))),
        (
            lambda: check_untenable(game),
            (*(("rules", part) for part in ("untenable", "combat", "fire", "works")), ("hexmap",)),
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
            lambda: () if by_fire(game) else strays(game),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("fire", "air", "fortification", "replacements")),
                ("oob", "withdrawals"),
            ),
        ),
        (
            lambda: check_supply(game),
            (_SEQUENCE, *(("rules", part) for part in ("communication", "supply", "fire")), _PLACES),
        ),
        (
            lambda: check_networks(game, scenario),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("communication", "networks", "combat", "fire")),
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
                    for part in ("situations", "networks", "combat", "movement", "fire", "works")
                ),
                ("charts",),
                _PLACES,
            ),
        ),
        (lambda: check_waiting(game), (*(("rules", part) for part in ("waiting", "replacements", "fire")),)),
        (
            lambda: check_taking_up(game),
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
            lambda: check_drops(game, scenario),
            (
                _SEQUENCE,
                *(("rules", part) for part in ("replacements", "combat", "supply", "fire")),
                ("oob",),
                ("hexmap", "boxes"),
                (*own, "setup"),
                (*own, "areas"),
                _UNITS,
            ),
        ),
        (
            lambda: check_tracks(game),
            (*(("rules", part) for part in ("combat", "networks")), _UNITS),
        ),
        (
            lambda: check_degrees(game),
            (
                *(("rules", part) for part in ("communication", "movement", "combat", "fire")),
                *(("rules", part) for part in ("victory", "replacements")),
                _UNITS,
            ),
        ),
        (
            lambda: check_coming(game, scenario),
            (
                *(("rules", part) for part in ("replacements", "combat", "air", "sequence")),
                ("oob", "arrivals"),
                ("oob", "replacements"),
                ("hexmap", "boxes"),
                (*own, "setup"),
                _UNITS,
            ),
        ),
        (
            lambda: check_entries(game, scenario),
            (("rules", "replacements"), ("oob", "arrivals"), ("hexmap", "boxes"), (*own, "setup")),
        ),
        (
            lambda: check_events(game),
            (
                _SEQUENCE,
                ("rules", "events"),
                ("rules", "replacements"),
                ("oob", "arrivals"),
                ("info", "rules"),
            ),
        ),
        (
            lambda: _time(game, scenario),
            (
                ("charts", "timetables"),
                *((*own, part) for part in ("timetable", "first_turn", "last_turn")),
            ),
        ),
        (
            lambda: check_prizes(game, scenario),
            (("rules", "victory"), (*own, "victory"), _PLACES, ("info", "sides")),
        ),
        (
            lambda: _holders(game),
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


def _holders(game: Game) -> Iterator[Unplayed]:
    """Yield places that change hands although no marker can show their owner."""
    if not game.rules.movement:
        return
    owned = next((place for place in game.hexmap.places if place.owner is not None), None)
    if owned is None:
        return
    if game.control_marker is None:
        told = f"place '{owned.id}' has an owner, but no marker shows who holds it"
        count = {2: "two", 3: "three", 4: "four"}.get(len(game.info.sides), str(len(game.info.sides)))
        hint = (
            f"write a marker in counters.yaml whose {count} faces have 'symbol: control', one of each side; "
            "docs/reference/data-format.md shows one"
        )
        yield Unplayed("P016", told, hint, ("hexmap", "places", owned.id, "owner"), at_table=True)


def _parts(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    rules = game.rules
    if not rules.movement:
        yield missing(game, "'movement'", "write at least one movement mode", "rules")
    fights = next((phase for phase in rules.sequence if phase.kind == "combat"), None)
    if fights is not None:
        at = ("rules", "sequence", fights.id, "kind")
        if rules.combat is None:
            yield missing(game, "a combat phase but no 'combat'", "write the effects of each result", *at)
        if game.charts.combat is None:
            yield Unplayed(
                "P005",
                f"{game.slug}: charts.yaml has no 'combat' table",
                "write the combat results table",
                at,
            )
    if scenario.victory not in {entry.id for entry in rules.victory}:
        yield Unplayed(
            "P005",
            f"{game.slug}: rules.yaml doesn't define victory '{scenario.victory}'",
            f"write '{scenario.victory}:' under 'victory' in rules.yaml",
            ("scenarios", scenario.id, "victory"),
        )
    for phase in rules.sequence:
        if phase.kind != "replacement":
            continue
        for what, sides in (
            ("replacements", [entry.side for entry in rules.replacements]),
            ("communication", [entry.side for entry in rules.communication]),
        ):
            if phase.side not in sides:
                hint = f"write '- {{side: {phase.side}, …}}' under '{what}'"
                yield missing(
                    game, f"no '{what}' of {phase.side}", hint, "rules", "sequence", phase.id, "kind"
                )


def _phases(game: Game) -> Iterator[Unplayed]:
    fire = by_fire(game)
    for phase in game.rules.sequence:
        at = ("rules", "sequence", phase.id, "kind")
        if phase.kind not in PROCEDURES.opens:
            kinds = listed(sorted(PROCEDURES.opens))
            told = f"phase '{phase.id}': the rules engine doesn't play phases of kind '{phase.kind}'"
            yield Unplayed("P006", told, f"write {kinds}, or leave the phase out", at)
        elif phase.kind in _OF_FIRE and not fire:
            told = f"phase '{phase.id}': phases of kind '{phase.kind}' belong to fire combat"
            yield Unplayed("P006", told, "leave the phase out", at)
        elif phase.kind == "overruns" and game.rules.combat is None:
            told = f"phase '{phase.id}': dice are rolled for 'overruns' of 'combat', which is missing"
            yield Unplayed("P006", told, "write 'combat', or leave the phase out", at)
    yield from check_recovery(game)


_OF_FIRE = ("air-strike",)
"""Kinds of phase, besides those of `check_fire`, that the module supports only in fire combat."""


def _time(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    known = {turn.turn for turn in game.charts.timetable(scenario.timetable).turns}
    missing = [t for t in range(scenario.first_turn, scenario.last_turn + 1) if t not in known]
    if missing:
        turns = ", ".join(str(turn) for turn in missing)
        told = f"timetable '{scenario.timetable}' has no turn {turns}"
        hint = f"{scenario.id} lasts from turn {scenario.first_turn} to {scenario.last_turn}: add its turns"
        yield Unplayed("P009", told, hint, ("charts", "timetables", scenario.timetable, "turns"))
