"""Check that the declarative rules of a game say all that the kernel plays, and agree with themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from builder.diagnostics import Diagnostic
from builder.model.circumstances import When
from builder.model.game import Game
from builder.model.modifier_words import changes
from builder.model.moving import MovementMode
from builder.model.oob import Arrival
from builder.model.replacing import UNASKED_OF_CONVERSIONS
from builder.model.rules import CombatRules
from builder.model.scenario import Scenario
from builder.wording import guess, listed
from validators.rules.declared_accounts import check_accounts
from validators.rules.declared_advances import check_advances
from validators.rules.declared_announcing import check_announcing
from validators.rules.declared_barring import check_barring
from validators.rules.declared_bombardment import check_bombardment
from validators.rules.declared_counters import check_printed
from validators.rules.declared_degrees import check_degrees
from validators.rules.declared_disruption import check_condition, check_disruption, check_recovery
from validators.rules.declared_drops import check_drops
from validators.rules.declared_duties import check_duties
from validators.rules.declared_entraining import check_entraining
from validators.rules.declared_events import check_brought, check_faces
from validators.rules.declared_forfeit import check_forfeit
from validators.rules.declared_nearing import check_waiting
from validators.rules.declared_networks import check_networks
from validators.rules.declared_overlooking import check_overlooking
from validators.rules.declared_overruns import check_overruns
from validators.rules.declared_phases import unread
from validators.rules.declared_points import check_points
from validators.rules.declared_remnants import check_group_remnants, check_remnants, check_waiting_remnants
from validators.rules.declared_situations import check_claims, check_situations
from validators.rules.declared_stacking import check_stacking
from validators.rules.declared_strengths import check_strengths
from validators.rules.declared_supply import check_supply
from validators.rules.declared_taking_up import check_taking_up
from validators.rules.declared_tracks import check_tracks
from validators.rules.declared_untenable import check_untenable
from validators.rules.declared_waiting import check_coming
from validators.rules.declared_works import check_works
from validators.rules.declared_zones import check_zones
from validators.rules.fire.declared import check_directions, check_fire, leads_nowhere, unasked
from validators.rules.of_fire import by_fire, strays
from validators.rules.procedures import PROCEDURES
from validators.rules.unplayed import Path, Sound, Unplayed, file_of


def check_declared(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return what keeps the kernel from playing a scenario, with the files in which it stands."""
    return tuple(
        fault.diagnostic(file_of(game, fault.at)) for fault in unplayed(game, scenario) if not fault.at_table
    )


def unplayed(game: Game, scenario: Scenario, sound: Sound = lambda _path: True) -> Iterator[Unplayed]:
    """Yield what keeps the kernel from playing a scenario, with the places of the values.

    `sound` tells which values of a game were read whole: nothing is concluded from others.
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
        (lambda: _movement(game), (_SEQUENCE, ("rules", "movement"), ("rules", "fire"), *_ON_LINES)),
        (
            lambda: _combat(game),
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
            lambda: _waiting(game, scenario),
            (("rules", "replacements"), ("oob", "arrivals"), ("hexmap", "boxes"), (*own, "setup")),
        ),
        (
            lambda: _events(game),
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
            lambda: _prizes(game, scenario),
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
    """Yield places that change hands though no marker can show whose they are."""
    if not game.rules.movement:
        return
    owned = next((place for place in game.hexmap.places if place.owner is not None), None)
    if owned is None:
        return
    if game.control_marker is None:
        told = f"place '{owned.id}' has an owner, and no marker shows who holds it"
        count = {2: "two", 3: "three", 4: "four"}.get(len(game.info.sides), str(len(game.info.sides)))
        hint = (
            f"write a marker in counters.yaml whose {count} faces have 'symbol: control', one of each side; "
            "docs/data-format.md shows one"
        )
        yield Unplayed("P016", told, hint, ("hexmap", "places", owned.id, "owner"), at_table=True)


def _prizes(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield places that win the game and can't be won, for they belong to nobody from the beginning."""
    rules = game.victory_of(scenario)
    if rules is None:
        return
    at: Path = ("rules", "victory", rules.id)
    yield from check_points(game, rules, at)
    yield from check_claims(rules, at)
    named: list[tuple[str | None, Path]] = [
        *((place, (*at, "worth", place)) for place in rules.worth),
        (rules.hold, (*at, "hold")),
        (rules.bonus_place, (*at, "bonus_place")),
    ]
    for number, claim in enumerate(rules.claims):
        named += [(place, (*at, "claims", number, "places", n)) for n, place in enumerate(claim.places)]
    unowned = {place.id for place in game.hexmap.places if place.owner is None}
    for place, where in named:
        if place in unowned:
            told = f"victory '{rules.id}': '{place}' belongs to nobody, and such a place is never taken"
            yield Unplayed(
                "P015", told, "give it the owner that it has when the game begins, in map.yaml", where
            )


def _parts(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    rules = game.rules
    if not rules.movement:
        yield _missing(game, "'movement'", "write at least one way of moving", "rules")
    fights = next((phase for phase in rules.sequence if phase.kind == "combat"), None)
    if fights is not None:
        at = ("rules", "sequence", fights.id, "kind")
        if rules.combat is None:
            yield _missing(game, "a combat phase and no 'combat'", "write what each result does", *at)
        if game.charts.combat is None:
            yield Unplayed(
                "P005",
                f"{game.slug}: charts.yaml has no 'combat' table",
                "write the table that battles are read from",
                at,
            )
    if scenario.victory not in {entry.id for entry in rules.victory}:
        yield Unplayed(
            "P005",
            f"{game.slug}: rules.yaml doesn't say how '{scenario.victory}' is reckoned",
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
                yield _missing(
                    game, f"no '{what}' of {phase.side}", hint, "rules", "sequence", phase.id, "kind"
                )


def _missing(game: Game, what: str, hint: str, *at: str | int) -> Unplayed:
    told = what if what.startswith(("no ", "a ")) else f"no {what}"
    return Unplayed(
        "P005", f"{game.slug}: rules.yaml has {told}", f"{hint}; docs/data-format.md shows it", at
    )


def _phases(game: Game) -> Iterator[Unplayed]:
    fire = by_fire(game)
    for phase in game.rules.sequence:
        at = ("rules", "sequence", phase.id, "kind")
        if phase.kind not in PROCEDURES.opens:
            kinds = listed(sorted(PROCEDURES.opens))
            told = f"phase '{phase.id}': the kernel doesn't play phases of kind '{phase.kind}'"
            yield Unplayed("P006", told, f"write {kinds}, or leave the phase out", at)
        elif phase.kind in _OF_FIRE and not fire:
            told = f"phase '{phase.id}': phases of kind '{phase.kind}' belong to fire combat"
            yield Unplayed("P006", told, "leave the phase out", at)
        elif phase.kind == "overruns" and game.rules.combat is None:
            told = f"phase '{phase.id}': dice are thrown for 'overruns' of 'combat', which isn't written"
            yield Unplayed("P006", told, "write 'combat', or leave the phase out", at)
    yield from check_recovery(game)


_OF_FIRE = ("air-strike",)
"""Kinds of phase, beside those that `check_fire` looks for, that the module does in fire combat alone."""


def _movement(game: Game) -> Iterator[Unplayed]:
    modes = [mode.id for mode in game.rules.movement]
    for phase in game.rules.sequence:
        for number, move in enumerate(phase.moves):
            if move.mode not in modes:
                told = f"phase '{phase.id}': there is no movement mode '{move.mode}'"
                at = ("rules", "sequence", phase.id, "moves", number, "mode")
                yield Unplayed(
                    "P007", told, guess(move.mode, modes, "modes") if modes else "write 'movement'", at
                )
    for mode in game.rules.movement:
        line = mode.road.line if mode.road is not None else None
        for number, effect in enumerate(mode.paces):
            where = f"movement '{mode.id}', entry {number + 1} of 'paces'"
            way: Path = ("rules", "movement", mode.id, "paces", number, "road_toward")
            yield from leads_nowhere(game, where, line, effect.road_toward, way)
        yield from _unasked(mode)
        yield from _marches(game, mode)


_STANDING = ("zone", "condition", "near", "against", "against_classes")
_GROUND = ("terrain", "feature", "place", "place_kinds", "across", "facing", "into", "along")


def _unasked(mode: MovementMode) -> Iterator[Unplayed]:
    """Yield circumstances that entries of a mode ask for and nobody looks at on the move."""
    parts: tuple[tuple[str, tuple[When, ...], tuple[str, ...]], ...] = (
        ("costs", mode.costs, _STANDING),
        ("lines", mode.lines, (*_GROUND, *_STANDING)),
        ("paces", mode.paces, (*_GROUND, *_STANDING)),
    )
    for part, entries, keys in parts:
        for number, entry in enumerate(entries):
            at: Path = ("rules", "movement", mode.id, part, number)
            where = f"movement '{mode.id}': '{part}'"
            yield from unasked(entry, where, keys, at)
            if part == "costs":
                hint = f"write 'lines: [{{line: {', '.join(entry.along)}, cost: …}}]' beside 'costs'"
                yield from unasked(entry, where, ("along",), at, hint)
            if keys[0] in _GROUND and entry.unless is not None:
                told = f"movement '{mode.id}': '{part}' can't depend on 'unless'"
                yield Unplayed("P006", told, "leave 'unless' out", (*at, "unless"))


def _marches(game: Game, mode: MovementMode) -> Iterator[Unplayed]:
    """Yield what of a mode belongs to fire combat alone, or can't be told from an attack."""
    at: Path = ("rules", "movement", mode.id, "bonus")
    if mode.bonus and not by_fire(game):
        told = f"movement '{mode.id}': 'bonus' is played in fire combat alone"
        yield Unplayed("P006", told, "leave 'bonus' out", at)
    if mode.bonus and game.rules.odds.overruns:
        told = f"movement '{mode.id}': 'bonus' is for units that don't attack, and these may overrun"
        yield Unplayed("P006", told, "leave 'bonus' out, or 'overruns' of 'combat'", at)


_REPEATED: Final = frozenset({"attacker-step", "defender-step"})
"""Effects that a result may name several times."""

_FLIGHTS: Final = frozenset({"retreat", "attacker-retreat"})
"""Effects that make units retreat."""


def _combat(game: Game) -> Iterator[Unplayed]:
    combat, table = game.rules.combat, game.charts.combat
    if combat is None or table is None:
        return
    used = {result for one in table.all.values() for row in one.rows.values() for result in row}
    for result in sorted(used - set(combat.effects)):
        told = f"the table has result '{result}', and rules.yaml no effects for it"
        hint = f"write '{result}: []' there if it does nothing"
        yield Unplayed("P008", told, hint, ("rules", "combat", "effects"))
    for result in sorted(set(combat.effects) - {entry.id for entry in table.results}):
        told = f"rules.yaml has effects for '{result}', which the table doesn't know"
        hint = guess(result, [entry.id for entry in table.results], "results")
        yield Unplayed("P008", told, hint, ("rules", "combat", "effects", result))
    for other in sorted({one.id for one in table.others} - {one.table for one in combat.modifiers}):
        told = f"no battle is fought by combat table '{other}'"
        hint = f"write 'table: {other}' with a modifier in rules.yaml that says when it is read"
        yield Unplayed("P006", told, hint, ("charts", "combat", "others", other))
    for result, effects in combat.effects.items():
        at = ("rules", "combat", "effects", result)
        again = {effect for effect in effects if effects.count(effect) > 1} - _REPEATED
        for effect in sorted(again):
            told = f"result '{result}' says '{effect}' twice, and it is done once"
            yield Unplayed("P006", told, f"write '{effect}' once", at)
    for result in combat.retreat.by_result:
        if not _FLIGHTS & {*combat.effects.get(result, ())}:
            told = f"'retreat' says how far units go by result '{result}', which makes nobody retreat"
            hint = f"write 'retreat' or 'attacker-retreat' with its effects, or leave '{result}' out"
            yield Unplayed("P006", told, hint, ("rules", "combat", "retreat", "by_result", result))
    for modifier in combat.modifiers:
        at = ("rules", "combat", "modifiers", modifier.id)
        if not any(changes(game, modifier)):
            told = f"modifier '{modifier.id}' changes nothing"
            hint = "write 'attack', 'defence', 'columns', 'die', 'most' or 'table'"
            yield Unplayed("P006", told, hint, at)
        if modifier.most is not None:
            for name, one in table.all.items():
                heads = one.reckoned
                if not 0 < (heads.from_head(modifier.most) or 0) <= len(heads.heads):
                    which = f"combat table '{name}'" if name else "the combat table"
                    told = f"modifier '{modifier.id}': {which} has no column '{modifier.most}'"
                    yield Unplayed("P006", told, f"columns: {', '.join(heads.heads)}", (*at, "most"))
        if modifier.supply is not None and not game.rules.communication:
            told = f"modifier '{modifier.id}' asks for supply, and no side traces any"
            yield Unplayed("P006", told, "write 'communication', or leave 'supply' out", (*at, "supply"))
        yield from check_condition(game, modifier, f"modifier '{modifier.id}'", at)
    yield from check_disruption(game, combat)
    yield from check_barring(game, combat)
    yield from check_overlooking(game, combat)
    yield from check_announcing(game, combat)
    yield from check_advances(game, combat)
    yield from check_bombardment(game, combat)
    yield from check_duties(game, combat)
    yield from check_overruns(game, combat)
    yield from check_remnants(game, combat)
    yield from check_strengths(game, combat)
    yield from _idle(game, combat)


def _idle(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield what of battles would never do anything, or contradicts itself."""
    at = ("rules", "combat")
    for result, effects in combat.effects.items():
        where = (*at, "effects", result)
        matching = [n for n, effect in enumerate(effects) if effect.startswith("attacker-matches")]
        lost = [n for n, effect in enumerate(effects) if effect in ("defender-step", "defender-eliminated")]
        if len(matching) > 1:
            told = f"result '{result}' says twice what the attackers match"
            yield Unplayed("P006", told, "write 'attacker-matches' or 'attacker-matches-half'", where)
        elif matching and not any(n < matching[0] for n in lost):
            told = f"result '{result}' has the attackers match what nobody has lost before"
            hint = f"write 'defender-step' or 'defender-eliminated' before '{effects[matching[0]]}'"
            yield Unplayed("P006", told, hint, where)
        elif matching and "attacker-step" in effects:
            told = f"result '{result}' has the attackers both lose steps and match losses"
            yield Unplayed("P006", told, "leave 'attacker-step' out, or what they match", where)
    if combat.attacked == "unit":
        for modifier in combat.modifiers:
            if modifier.defenders != "all":
                told = f"modifier '{modifier.id}' asks for one of the defenders, and each is attacked alone"
                hint = "write 'attacked: hex' under 'combat', or leave 'defenders' out"
                yield Unplayed("P006", told, hint, (*at, "modifiers", modifier.id, "defenders"))
    elif game.rules.stacking.limit == 1 and combat.attacked == "hex":
        told = "'attacked: hex' has the units of a hex defend as one, and 'stacking' lets one stay in it"
        hint = "write 'attacked: unit', or a higher 'limit' under 'stacking'"
        yield Unplayed("P006", told, hint, (*at, "attacked"))


def _waiting(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield units of entries and choices that wait where none of them come from, or come in two ways."""
    rules = game.rules.replacements
    entries = {unit: entry for each in rules for entry in each.entries for unit in entry.units}
    chosen = {
        unit
        for one in game.oob.arrivals
        if one.choose is not None and one.may_hold_in(scenario.id)
        for unit in one.units
    }
    chosen |= {unit for each in rules for unit in each.dropped}
    pools = {box.id for box in game.hexmap.boxes if box.kind in ("pool", "eliminated")}
    for number, held in enumerate(scenario.setup.held):
        for position, unit in enumerate(held.units):
            entry = entries.get(unit)
            comes = unit in chosen if entry is None else entry.comes == "arrival"
            if comes and held.box in pools:
                told = f"'{unit}' waits in '{held.box}', and comes at no cost from outside the game alone"
                hint = "let it wait in a box of kind 'out-of-play' or 'holding'"
                at: Path = ("scenarios", scenario.id, "setup", "held", number, "units", position)
                yield Unplayed("P006", told, hint, at)
    lost = {box.side for box in game.hexmap.boxes if box.kind == "eliminated"}
    leaving_sides = {entry.side for entry in game.oob.withdrawals}
    for number, each in enumerate(rules):
        for key, leaving in (
            ("conversions", "whose place others take" if each.conversions else ""),
            ("never", f"of class {listed(each.never)} that are lost" if each.never else ""),
            ("pool", "that leave the game" if each.side in leaving_sides else ""),
        ):
            if leaving and not lost & {each.side, None}:
                told = f"units of {each.side} {leaving} have no box to go to"
                hint = f"write a box with 'kind: eliminated' and 'side: {each.side}' in map.yaml"
                yield Unplayed("P006", told, hint, ("rules", "replacements", number, key), at_table=True)
        made: list[tuple[str, Arrival]] = []
        for position, conversion in enumerate(each.conversions):
            here: Path = ("rules", "replacements", number, "conversions", position)
            yield from unasked(conversion, "'conversions'", UNASKED_OF_CONVERSIONS, here)
            yield from check_condition(game, conversion, "'conversions'", here)
            own = game.oob.arrivals_of(conversion.unit, scenario.id)
            clash = next(
                (
                    (first, arrival.turn)
                    for arrival in own
                    for first, other in made
                    if other.turn == arrival.turn and not other.excludes(arrival)
                ),
                None,
            )
            made += [(conversion.unit, arrival) for arrival in own]
            if clash is not None:
                first, turn = clash
                told = f"'{conversion.unit}' and '{first}' would both take another's place on turn {turn}"
                at = ("rules", "replacements", number, "conversions", position, "unit")
                yield Unplayed("P006", told, "let one of them arrive on another turn in oob.yaml", at)
    named: set[str] = set()
    for number, each in enumerate(rules):
        for entry in each.entries:
            if entry.id in named:
                told = f"two sides have an entry '{entry.id}', and what befalls one would befall the other"
                where: Path = ("rules", "replacements", number, "entries", entry.id)
                yield Unplayed("P006", told, "give each a name of its own", where)
            named.add(entry.id)
            for position, unit in enumerate(entry.units):
                if entry.comes != "arrival" and game.oob.arrivals_of(unit, scenario.id):
                    told = f"entry '{entry.id}': '{unit}' comes when it was lost, and oob.yaml lets it arrive"
                    hint = "write 'comes: arrival', or take it out of 'arrivals' in oob.yaml"
                    at = ("rules", "replacements", number, "entries", entry.id, "units", position)
                    yield Unplayed("P006", told, hint, at)


def _events(game: Game) -> Iterator[Unplayed]:
    rules = game.rules
    kinds: dict[str, str] = {phase.id: phase.kind for phase in rules.sequence}
    entries = {entry.id: entry for each in rules.replacements for entry in each.entries}
    scheduled = {unit for arrival in game.oob.arrivals for unit in arrival.units}
    for number, event in enumerate(rules.events):
        where = f"the event of phase '{event.phase}'"
        at = ("rules", "events", number)
        if kinds.get(event.phase) != "event":
            events = [phase for phase, kind in kinds.items() if kind == "event"]
            hint = f"phases of that kind: {listed(events)}" if events else "give a phase 'kind: event'"
            yield Unplayed("P014", f"{where}: its phase isn't one of kind 'event'", hint, (*at, "phase"))
        if event.phase in {other.phase for other in rules.events[:number]}:
            hint = "give it a phase of its own, or delete one of them"
            yield Unplayed("P014", f"{where}: another event has the same phase", hint, (*at, "phase"))
        entry = entries.get(event.entry)
        if entry is None:
            known = guess(event.entry, sorted(entries), "entries") if entries else "write it under 'entries'"
            told = f"{where}: there is no entry '{event.entry}' of replacements"
            yield Unplayed("P014", told, known, (*at, "entry"))
        elif event.brings:
            yield from check_brought(game, number, event, entry)
        elif entry.comes != "arrival" or not entry.early:
            hint = f"write 'comes: arrival' and 'early: true' at '{entry.id}'"
            yield Unplayed("P014", f"{where}: '{entry.id}' can't come early", hint, (*at, "entry"))
        elif not scheduled.intersection(entry.units):
            hint = "write when they arrive under 'arrivals' in oob.yaml"
            yield Unplayed(
                "P014", f"{where}: no unit of '{entry.id}' arrives on any turn", hint, (*at, "entry")
            )
        yield from check_faces(number, event)
    for phase in rules.sequence:
        untold = phase.kind == "event" and phase.id not in {event.phase for event in rules.events}
        if untold:
            hint = f"write '- {{phase: {phase.id}, …}}' under 'events'"
            yield _missing(
                game, f"no event for the phase '{phase.id}'", hint, "rules", "sequence", phase.id, "kind"
            )


def _time(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    known = {turn.turn for turn in game.charts.timetable(scenario.timetable).turns}
    missing = [t for t in range(scenario.first_turn, scenario.last_turn + 1) if t not in known]
    if missing:
        turns = ", ".join(str(turn) for turn in missing)
        told = f"timetable '{scenario.timetable}' has no turn {turns}"
        hint = f"{scenario.id} lasts from turn {scenario.first_turn} to {scenario.last_turn}: add its turns"
        yield Unplayed("P009", told, hint, ("charts", "timetables", scenario.timetable, "turns"))
