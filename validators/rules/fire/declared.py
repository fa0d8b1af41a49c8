"""Check that `fire` in rules.yaml says all that fire combat needs, and agrees with itself."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Diagnostic, error
from builder.geometry.lines import links_of
from builder.model.fire import FireRules
from builder.model.game import Game


def check_fire(game: Game) -> Iterator[Diagnostic]:
    """Yield what keeps the kernel from playing fire combat; nothing for a game without it."""
    fought = [phase for phase in game.rules.sequence if phase.kind in ("allocation", "fire")]
    rules = game.rules.fire
    if rules is None:
        if fought:
            yield error("P005", f"{game.slug}: rules.yaml has the phase '{fought[0].id}' and no 'fire'")
        return
    if len(game.info.sides) != 2:
        hint = "take the third out of game.yaml, or play by odds: 'combat' knows any number of sides"
        yield error(
            "P006", f"{game.slug}: fire combat is played by two sides, not {len(game.info.sides)}", hint=hint
        )
    waiting = ""
    for phase in fought:
        if phase.kind == "allocation":
            waiting = phase.side
        elif waiting != phase.side:
            yield error("P013", f"phase '{phase.id}': no phase before it allocates attacks of {phase.side}")
        else:
            waiting = ""
    yield from _numbers(rules)
    yield from _entries(rules)
    yield from _faces(game, rules)
    yield from _tables(game, rules)
    yield from _directions(game, rules)


def _numbers(rules: FireRules) -> Iterator[Diagnostic]:
    if rules.hits_from > rules.die:
        yield error("P013", f"fire: hits from {rules.hits_from} on a die of {rules.die} sides never fall")
    for entry in rules.across.more:
        if rules.across.most is not None and entry.most <= rules.across.most:
            classes = ", ".join(entry.classes)
            yield error("P013", f"fire: {classes} let {entry.most} attack across a hexside, no more than all")


def _entries(rules: FireRules) -> Iterator[Diagnostic]:
    for bonus in rules.bonuses:
        if not (bonus.terrain or bonus.place or bonus.across):
            yield error("P013", f"fire: bonus '{bonus.id}' names no terrain, place or hexside")
        for feature in bonus.frozen:
            if feature not in bonus.across:
                yield error("P013", f"fire: bonus '{bonus.id}' freezes '{feature}', which it doesn't count")
    for hold in rules.strongholds:
        if not (hold.place or hold.place_kinds):
            yield error("P013", f"fire: stronghold '{hold.id}' names no place")
        if not (hold.dice or hold.absorbs):
            yield error("P013", f"fire: stronghold '{hold.id}' neither fires nor absorbs")
    sides = [entry.side for entry in rules.air]
    for side in sorted({side for side in sides if sides.count(side) > 1}):
        yield error("P013", f"fire: support from the air is said twice for {side}")


def _faces(game: Game, rules: FireRules) -> Iterator[Diagnostic]:
    if not rules.absorbs:
        return
    for unit in game.counters.units:
        for face in unit.steps:
            told = face.values.get(rules.absorbs, "1")
            if not (told.isascii() and told.isdigit() and int(told) > 0):
                yield error("P013", f"{unit.id}: '{rules.absorbs}' must be a number of hits, got '{told}'")


def _tables(game: Game, rules: FireRules) -> Iterator[Diagnostic]:
    if not rules.tables:
        return
    known = {table.hits_on for table in game.charts.hit_tables if table.die == rules.die}
    worst = rules.hits_from + sum(change.worse for change in rules.changes)
    for number in range(rules.hits_from, min(worst, rules.die) + 1):
        if number not in known:
            yield error("P013", f"charts.yaml has no hit table for dice that hit from {number}")


def _directions(game: Game, rules: FireRules) -> Iterator[Diagnostic]:
    """Yield directions along a line that lead nowhere."""
    for limit in rules.ground:
        yield from leads_nowhere(game, f"fire: ground '{limit.id}'", limit.unless_along, limit.toward)
    for entry in rules.advance.beyond if rules.advance is not None else ():
        yield from leads_nowhere(game, f"fire: beyond '{entry.id}'", entry.along, entry.toward)
        yield from leads_nowhere(game, f"fire: beyond '{entry.id}'", entry.along, entry.away_from)


def leads_nowhere(game: Game, where: str, line: str | None, place: str | None) -> Iterator[Diagnostic]:
    """Yield a fault where a direction is asked for without a line, or by a place that is not on it."""
    if place is None:
        return
    feature = next((feature for feature in game.hexmap.lines if feature.id == line), None)
    if feature is None:
        yield error("P013", f"{where}: toward or away from '{place}' along no line", hint="name the line too")
        return
    places = [p for p in game.hexmap.places if p.hex in links_of(feature)]
    if place not in {p.id for p in places}:
        hint = f"on it lie: {', '.join(p.id for p in places) or 'no places'}"
        yield error("P013", f"{where}: '{place}' doesn't lie on '{feature.id}'", hint=hint)
