"""Select the pieces that a global key command reaches (VASSAL.counters.GlobalCommand)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hexwright.emulator.beanshell import java_string_patterns
from hexwright.emulator.beanshell.java_lang_classes import compare_texts
from hexwright.emulator.beanshell.java_values import ScriptError, java_text
from hexwright.emulator.expression_evaluator import PropertySource
from hexwright.emulator.game_world import GameWorld
from hexwright.emulator.live_decks import LiveDeck
from hexwright.emulator.live_maps import LiveMap
from hexwright.emulator.live_pieces import LivePiece, LiveStack
from hexwright.emulator.mat_cargo_lookup import cargo_behaviour, mat_behaviour
from hexwright.vassal.codec.field_values import java_int
from hexwright.vassal.codec.shared_records import FastMatch

_NUMBER = re.compile(r"(\+-)?[0-9]++(\.[0-9]++)?")


@dataclass(frozen=True, slots=True)
class CommandTarget:
    """The filters of a global key command.

    `issuer` is the piece that sends it, and `reach` its maximum range.
    """

    fast: FastMatch
    match: str
    issuer: LivePiece | None = None
    reach: int | None = None
    #: The most cards of each deck that the command reaches; -1 for all.
    from_deck: int = -1


def select_targets(
    world: GameWorld, target: CommandTarget, source: PropertySource | None, maps: Sequence[LiveMap]
) -> Iterator[LivePiece]:
    """Yield the pieces that a command reaches, each only once.

    The match is evaluated for a piece just before that piece is yielded.
    """
    accept = world.evaluator.filter(target.match, source)
    quick = _by_property(world, target.fast, source)
    seen: set[str] = set()
    given: Counter[str] = Counter()
    for piece in _candidates(world, target, source, maps):
        world.evaluator.spend(3)
        if piece.id in seen or not quick(piece):
            continue
        deck = piece.deck
        if deck is not None and (not deck.accessible or given[deck.id] == target.from_deck):
            continue
        seen.add(piece.id)
        if piece.id in world.things and _in_range(target, piece) and accept(piece):
            if deck is not None:
                given[deck.id] += 1
            yield piece


def deck_limit(world: GameWorld, given: str, source: PropertySource | None) -> int:
    """Return the maximum number of cards in each deck that a global key command reaches; -1 means all."""
    if given in ("-1", "0", ""):
        return int(given or "-1")
    told = _twice(world, given, source)
    try:
        return max(0, java_int(told))
    except ValueError:
        return 0


def _in_range(target: CommandTarget, piece: LivePiece) -> bool:
    issuer = target.issuer
    if target.reach is None or issuer is None:
        return True
    here = issuer.map
    return (
        here is not None and piece.map is here and here.range(issuer.position, piece.position) <= target.reach
    )


def _twice(world: GameWorld, given: str, source: PropertySource | None) -> str:
    return world.evaluator.evaluate_or_report(world.evaluator.evaluate_or_report(given, source), source)


def _candidates(
    world: GameWorld, target: CommandTarget, source: PropertySource | None, maps: Sequence[LiveMap]
) -> list[LivePiece]:
    fast, issuer = target.fast, target.issuer
    here = issuer.map if issuer is not None else None
    if fast.by_location:
        found = _by_location(world, fast, issuer, here, source)
        if found is not None:
            return found
    if target.reach is not None and issuer is not None and here is not None:
        # VASSAL mistakes the issuer's trait for another piece, so the issuer is among the targets.
        near = {piece.id for piece in here.near(issuer, target.reach)} | {issuer.id}
        return [piece for piece in here.pieces() if piece.id in near]
    wanted = list(maps)
    if fast.by_location:
        if fast.target == "CURMAP":
            wanted = [m for m in maps if issuer is None or m is here]
        elif not fast.target.startswith("CUR"):
            name = _twice(world, fast.map, source)
            wanted = [m for m in maps if not name or m.title == name]
    return [piece for one in wanted for piece in _on(one)]


def _on(one: LiveMap) -> list[LivePiece]:
    """Return the pieces of a map. A deck's cards are listed in draw order: from the top, or shuffled."""
    if not one.decks:
        return one.pieces()
    found: list[LivePiece] = []
    for thing in one.ordered():
        if isinstance(thing, LiveStack):
            found.extend(thing.ordered() if isinstance(thing, LiveDeck) else thing.pieces)
        else:
            found.append(thing)
    return found


def _by_location(
    world: GameWorld,
    fast: FastMatch,
    issuer: LivePiece | None,
    here: LiveMap | None,
    source: PropertySource | None,
) -> list[LivePiece] | None:
    match fast.target:
        case "CURSTACK":
            if issuer is None:
                return []
            return list(issuer.stack.pieces) if issuer.stack is not None else [issuer]
        case "CURLOC" if issuer is not None and here is not None:
            return here.at_location(java_text(issuer.get("LocationName")))
        case "CURZONE" if issuer is not None and here is not None:
            return here.in_zone(java_text(issuer.get("CurrentZone")))
        case "DECK":
            deck = world.pile(_twice(world, fast.deck, source))
            return deck.ordered() if deck is not None else []
        case "CURMAT":
            return _on_mat(issuer)
        case "CURATTACH":
            world.report_unsupported("a Fast Match by attachment")
            return []
    if fast.target.startswith("CUR") or fast.target == "MAP":
        return None
    over = world.maps.get(_twice(world, fast.map, source))
    if over is None:
        return None
    if fast.target == "XY":
        point = (_whole(_twice(world, fast.x, source)), _whole(_twice(world, fast.y, source)))
        return [p for p in over.pieces() if _near(over, point, p)]
    if fast.target == "LOCATION":
        place = _twice(world, fast.location, source)
        return over.at_location(place) if place else None
    if fast.target == "ZONE":
        place = _twice(world, fast.zone, source)
        return over.in_zone(place) if place else None
    return None


def _on_mat(issuer: LivePiece | None) -> list[LivePiece]:
    """Return the mat that the issuer is, or on which it lies, and all cargo of that mat."""
    cargo = cargo_behaviour(issuer) if issuer is not None else None
    mat = cargo.mat if cargo is not None else issuer
    carrier = mat_behaviour(mat) if mat is not None else None
    return [mat, *carrier.cargo] if mat is not None and carrier is not None else []


def _near(over: LiveMap, point: tuple[int, int], piece: LivePiece) -> bool:
    # VASSAL queries range 0 around the point, so all of the cell counts.
    return over.range(point, piece.position) == 0


def _whole(given: str) -> int:
    try:
        return java_int(given)
    except ValueError:
        return 0


def _pattern(world: GameWorld, wanted: str) -> java_string_patterns.JavaPattern:
    try:
        return java_string_patterns.compile_pattern(wanted)
    except ScriptError as fault:
        world.problem(f"Fast Match - syntax error in regex: {wanted}: {fault}")
        return java_string_patterns.compile_pattern("bAdMoDuLeDaTa")


def _by_property(
    world: GameWorld, fast: FastMatch, source: PropertySource | None
) -> Callable[[LivePiece], bool]:
    if not fast.by_property:
        return lambda piece: True
    name = _twice(world, fast.property, source)
    wanted = _twice(world, fast.value, source)
    how = fast.comparison
    if not name:
        return lambda piece: True
    pattern = _pattern(world, wanted) if how in ("MATCH", "NOT_MATCH") else None
    number = float(wanted) if _NUMBER.fullmatch(wanted) and wanted[:2] != "+-" else None

    def passes(piece: LivePiece) -> bool:
        given = piece.get(name)
        value = None if given is None else java_text(given)
        if how == "EQUALS":
            return value == wanted
        if how == "NOT_EQUALS":
            return value != wanted
        if value is None:
            return False
        if pattern is not None:
            try:
                return pattern.matches(value) == (how == "MATCH")
            except ScriptError:
                return False
        if number is None or not _NUMBER.fullmatch(value) or value[:2] == "+-":
            order: float = compare_texts(value, wanted)
        else:
            order = float(value) - number
        return {
            "GREATER": order > 0,
            "GREATER_EQUALS": order >= 0,
            "LESS": order < 0,
            "LESS_EQUALS": order <= 0,
        }.get(how, False)

    return passes
