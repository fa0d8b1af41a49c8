"""Likely mistakes: data that can be played but probably mean something else, reported as advice."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Diagnostic, Span, advice_diagnostic
from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread, spread_by, steps_of
from hexwright.geometry.hexgrid import STEPS, Cube, HexGrid
from hexwright.geometry.step_costs import steps_by_costs
from hexwright.model.counter_mix import Step
from hexwright.model.game import Game
from hexwright.model.hex_map import HexsideLine, Place
from hexwright.model.ids import HexId, Hexside, SideId
from hexwright.model.record_fields import field_names
from hexwright.model.rules.criteria_record import Criteria, criteria_in
from hexwright.model.rules.movement_record import NEVER, MovementMode
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, UnitRoster
from hexwright.rules.movement.movement_ways import CompiledMode, WayTerms, hex_costs
from hexwright.rules.rule_validation.combat.disruption_checks import traces_supply
from hexwright.rules.rule_validation.unplayable_rules import IsSound, Path
from hexwright.support.message_wording import join_with_or, quote

_HEX: Final = ("terrain", "feature", "place", "place_kinds")
_STEP: Final = ("across", "across_front", "into", "along", "toward", "away_from")
_MAP_CRITERIA: Final = (*_HEX, *_STEP, "unless")
"""Criteria that depend only on the map, not on units, time or options."""
_SHARED_ART: Final = ("letters", "front", "none")
"""Drawings of features that several features may share: they show ids, or nothing."""


@dataclass(frozen=True, slots=True)
class LikelyMistake:
    """A value that probably means something else, with its path in the data."""

    code: str
    message: str
    hint: str
    path: Path

    def diagnostic(self, span: Span) -> Diagnostic:
        """Return the mistake as advice at a source location."""
        return advice_diagnostic(self.code, self.message, span, self.hint)


def find_likely_mistakes(
    game: Game, sound: IsSound = lambda _path: True, written: Callable[[Path], bool] = lambda _path: False
) -> Iterator[LikelyMistake]:
    """Yield the likely mistakes in a game.

    `sound` tests whether a value was read completely; `written` tests whether the data contain a key, whose
    default is used otherwise.
    """
    units, hexmap = ("counters", "units"), ("hexmap",)
    judges: tuple[tuple[Callable[[], Iterable[LikelyMistake]], tuple[Path, ...]], ...] = (
        (lambda: _names_used_twice(game), (units,)),
        (lambda: _stronger_when_reduced(game), (units,)),
        (lambda: _drawn_alike(game), (hexmap,)),
        (lambda: _gaps(game), (hexmap,)),
        (lambda: _recovery_in_supply(game, written), (("rules",),)),
        (lambda: _entries_without_effect(game), (("rules",), units, hexmap)),
        (lambda: _places_out_of_reach(game), (("rules",), units, hexmap, ("oob",), ("scenarios",))),
    )
    for judge, needed in judges:
        if all(map(sound, needed)):
            yield from judge()


# Counters ----------------------------------------------------------------------------------------


def _names_used_twice(game: Game) -> Iterator[LikelyMistake]:
    """Yield units of a side that share a name, except interchangeable counters without a number."""
    for (_, name), units in _by_key(((unit.side, unit.name), unit) for unit in game.counters.units):
        first = units[0]
        alike = all(replace(unit, id=first.id, provenance=first.provenance) == first for unit in units)
        told = f"{join_with_or([unit.id for unit in units], 'and')} have the same name, {quote(name)}"
        hint = "give each unit a name of its own: chat, orders and results name units by it"
        if len(units) > 1 and not (alike and not re.search("[0-9]", first.designation)):
            yield LikelyMistake("A003", told, hint, ("counters", "units", units[1].id, "name"))


def _stronger_when_reduced(game: Game) -> Iterator[LikelyMistake]:
    for unit in game.counters.units:
        for number, (before, after) in enumerate(pairwise(unit.steps), start=1):
            for key in ("strength", "defence"):
                first, then = _figure(before, key), _figure(after, key)
                if first is not None and then is not None and then > first:
                    told = f"step {number + 1} of unit {quote(unit.id)} is stronger than step {number}"
                    told = f"{told}: {key} {then} instead of {first}"
                    hint = "write the steps in order, strongest first"
                    yield LikelyMistake(
                        "A004", told, hint, ("counters", "units", unit.id, "steps", number, key)
                    )


def _figure(step: Step, key: str) -> Fraction | None:
    value = getattr(step, key)
    return None if value is None else Fraction(value)


# Map ---------------------------------------------------------------------------------------------


def _drawn_alike(game: Game) -> Iterator[LikelyMistake]:
    hexmap = game.hexmap
    kinds: tuple[tuple[str, str, Iterable[tuple[Hashable, Any]]], ...] = (
        ("terrain", "'art', or a 'picture'", ((one.picture or one.art, one) for one in hexmap.terrain)),
        (
            "features",
            "'art'",
            (((one.art, one.side), one) for one in hexmap.features if one.art not in _SHARED_ART),
        ),
        ("hexsides", "'art'", (((one.art, one.side), one) for one in hexmap.hexsides)),
        ("lines", "'art'", ((one.art, one) for one in hexmap.lines)),
    )
    for key, what, entries in kinds:
        for _, alike in _by_key(entries):
            if len(alike) > 1:
                told = f"{join_with_or([one.id for one in alike], 'and')} are drawn alike"
                hint = f"give each its own {what}, so that players can tell them apart on the map"
                yield LikelyMistake("A006", told, hint, ("hexmap", key, alike[1].id, "art"))


def _gaps(game: Game) -> Iterator[LikelyMistake]:
    """Yield hexsides that are missing between two stretches of a river or another line of hexsides."""
    grid = HexGrid.of(game.hexmap.grid)
    lakes = {hex_id for kind in game.hexmap.terrain if kind.art == "lake" for hex_id in kind.hexes}
    taken = {
        Hexside.parse(text) for one in game.hexmap.hexsides for line in one.lines for text in line.hexsides
    }
    free = [
        side for side in grid.hexsides if side not in taken and lakes.isdisjoint((side.first, side.second))
    ]
    for feature in game.hexmap.hexsides:
        for line in feature.lines:
            missing = _missing_hexside(grid, line, free)
            if missing is not None:
                told = f"{quote(line.id)} of {quote(feature.id)} has a gap of one hexside"
                at: Path = ("hexmap", "hexsides", feature.id, "lines", line.id, "hexsides")
                yield LikelyMistake("A002", told, f"insert {missing}, or make two lines of it", at)


def _missing_hexside(grid: HexGrid, line: HexsideLine, free: Sequence[Hexside]) -> Hexside | None:
    """Return the first free hexside that connects two separate stretches of a line, or None."""
    stretch: dict[frozenset[Cube], int] = {}
    for number, side in enumerate(map(Hexside.parse, line.hexsides)):
        ends = _ends(grid, side)
        joined = {stretch[end] for end in ends if end in stretch}
        stretch.update((end, number) for end, known in list(stretch.items()) if known in joined)
        stretch.update((end, number) for end in ends)
    for side in free if len(set(stretch.values())) > 1 else ():
        first, second = (stretch.get(end) for end in _ends(grid, side))
        if first is not None and second is not None and first != second:
            return side
    return None


def _ends(grid: HexGrid, side: Hexside) -> tuple[frozenset[Cube], frozenset[Cube]]:
    """Return the two corners of a hexside, each as the three hexes that meet there."""
    a, b = grid.cube(side.first), grid.cube(side.second)
    steps = list(STEPS[grid.grid.orientation].values())
    way = next(number for number, step in enumerate(steps) if a + step == b)
    return frozenset((a, b, a + steps[way - 1])), frozenset((a, b, a + steps[(way + 1) % 6]))


# Rules -------------------------------------------------------------------------------------------


def _recovery_in_supply(game: Game, written: Callable[[Path], bool]) -> Iterator[LikelyMistake]:
    for phase in game.rules.sequence:
        at: Path = ("rules", "sequence", phase.id, "supplied_only")
        if phase.kind == "recovery" and not written(at) and traces_supply(game, phase):
            told = (
                f"phase {quote(phase.id)}: only units in supply recover, since their side has 'supply_lines'"
            )
            yield LikelyMistake(
                "A007", told, "write 'supplied_only: true', or 'false' for all units", at[:-1]
            )


def _entries_without_effect(game: Game) -> Iterator[LikelyMistake]:
    """Yield entries of the rules whose criteria no unit, hex or turn of the game can meet."""
    board = Board.of(game.hexmap)
    units = game.counters.units
    roster = UnitRoster(
        [unit.id for unit in units], [unit.side for unit in units], [unit.unit_class for unit in units]
    )
    turns = {turn for one in game.scenarios for turn in range(one.first_turn, one.last_turn + 1)}
    for path, entry in criteria_in(game.rules, ("rules",)):
        compiled = CompiledCriteria.of(board, roster, entry)
        why = _why_never(entry, compiled, roster, turns, map_varies=bool(game.info.options))
        if why:
            told = f"{_entry_label(path)} never applies: {why}"
            yield LikelyMistake("A001", told, "correct its criteria, or delete the entry", path)


def _why_never(
    entry: Criteria, compiled: CompiledCriteria, roster: UnitRoster, turns: set[int], *, map_varies: bool
) -> str:
    """Return the reason why an entry never applies; "" if it can apply."""
    if not compiled.units:
        return f"no unit has {_words(entry, ('side', 'classes', 'units'))}"
    if not compiled.enemies:
        return f"no unit has {_words(entry, ('against', 'against_classes'))}"
    friends, enemies = (
        {roster.sides[n] for n in members(those)} for those in (compiled.units, compiled.enemies)
    )
    if compiled.tests_enemy and friends == enemies and len(friends) == 1:
        return f"units of {next(iter(friends))} don't fight each other"
    if entry.turns and turns.isdisjoint(entry.turns):
        return f"no scenario has turn {' or '.join(map(str, entry.turns))}"
    if not map_varies and not compiled.hexes:
        return f"no hex has {_words(entry, _HEX)}"
    froms = compiled.origin_hexes
    if not map_varies and froms is not None and not any(froms[into] for into in members(compiled.hexes)):
        return f"no step has {_words(entry, _STEP)}"
    return ""


def _words(entry: Criteria, names: Iterable[str]) -> str:
    """Return the criteria of an entry as YAML writes them: "side: red and classes: guard"."""
    found = ((name, getattr(entry, name)) for name in names)
    told = [
        f"{name}: {value[0] if len(value) == 1 else '[' + ', '.join(map(str, value)) + ']'}"
        for name, value in ((name, (value,) if isinstance(value, str) else value) for name, value in found)
        if value
    ]
    return " and ".join(told)


def _entry_label(path: Path) -> str:
    *outer, last = path
    home = next((part for part in reversed(outer) if isinstance(part, str)), "")
    return (
        f"entry {last + 1} of {quote(home)}" if isinstance(last, int) else f"{quote(last)} in {quote(home)}"
    )


# Victory -----------------------------------------------------------------------------------------


def _places_out_of_reach(game: Game) -> Iterator[LikelyMistake]:
    """Yield places that decide the victory although no side but their owner can ever come there."""
    if not game.rules.movement or any(entry.airdrops for entry in game.rules.replacements):
        return
    board = Board.of(game.hexmap)
    spreads = [_spread(game, board, mode) for mode in game.rules.movement]
    begun = {side.id: _starts(game, board, side.id) for side in game.info.sides}
    for place in game.hexmap.places:
        if place.owner is None or not _decides(game, place):
            continue
        target = 1 << board.index[place.hex]
        if not any(
            _reached(spread, starts if starts is not None else board.every & ~target) & target
            for side, starts in begun.items()
            if side != place.owner
            for spread in spreads
        ):
            told = f"place {quote(place.id)} counts for victory, but only {place.owner} can come there"
            hint = "correct its hex or owner, or the costs 'never' around it"
            yield LikelyMistake("A005", told, hint, ("hexmap", "places", place.id, "hex"))


def _decides(game: Game, place: Place) -> bool:
    return any(
        place.id in (rules.hold, rules.bonus_place)
        or rules.points_for(place) > 0
        or any(place.id in claim.places for claim in rules.automatic_victory)
        for rules in game.rules.victory
    )


def _starts(game: Game, board: Board, side: SideId) -> Hexes | None:
    """Return the hexes in which a side's units begin in any scenario; None if units arrive later, because
    they may arrive anywhere.
    """
    if side in {entry.side for entry in game.oob.reinforcements} | {r.side for r in game.oob.replacements}:
        return None
    sides = {unit.id: unit.side for unit in game.counters.units}
    hexes: set[HexId] = set()
    for scenario in game.scenarios:
        hexes.update(hex_id for hex_id, unit in scenario.setup.standing if sides.get(unit) == side)
        for area in scenario.setup_areas:
            if area.side == side:
                hexes.update(area.open_hexes(game.hexmap))
    return union(board.index[hex_id] for hex_id in hexes)


def _spread(game: Game, board: Board, mode: MovementMode) -> Spread:
    """Return a function that extends a set of hexes by each step of a mode that is ever possible."""
    ground = CompiledMode.of(board, UnitRoster((), (), ()), mode, steps_by_costs(board, mode), 1)
    costs = union(
        number
        for number, entry in enumerate(mode.costs)
        if entry.cost != NEVER or _depends_on_map_only(entry)
    )
    held, ways = hex_costs(ground, mode, WayTerms(0, costs, 0, 0))
    into = union_of(held.values())
    lines = [spread_by(steps_of(board.links[entry.line])) for entry in mode.line_costs]

    def spread(hexes: Hexes) -> Hexes:
        return union_of((*(way(hexes) & into for way in ways), *(line(hexes) for line in lines)))

    return spread


def _depends_on_map_only(entry: Criteria) -> bool:
    nothing = Criteria()
    return all(
        getattr(entry, name) == getattr(nothing, name)
        for name in field_names(Criteria)
        if name not in _MAP_CRITERIA
    )


def _reached(spread: Spread, hexes: Hexes) -> Hexes:
    front = hexes
    while front:
        front = spread(front) & ~hexes
        hexes |= front
    return hexes


def _by_key(pairs: Iterable[tuple[Hashable, Any]]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield each key with its values, in order of first appearance."""
    found: dict[Hashable, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    yield from found.items()
