"""Check that the declarative rules of a game say all that the kernel plays, and agree with themselves."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Diagnostic, error
from builder.model.game import Game
from builder.model.scenario import Scenario
from validators.rules.fire.declared import check_fire, leads_nowhere
from validators.rules.procedures import PROCEDURES


def check_declared(game: Game, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return what keeps the kernel from playing a scenario."""
    return (
        *_parts(game, scenario),
        *_movement(game),
        *_combat(game),
        *check_fire(game),
        *_events(game),
        *_time(game, scenario),
    )


def _parts(game: Game, scenario: Scenario) -> Iterator[Diagnostic]:
    rules = game.rules
    if not rules.movement:
        yield error("P005", f"{game.slug}: rules.yaml has no 'movement'")
    if any(phase.kind == "combat" for phase in rules.sequence):
        if rules.combat is None:
            yield error("P005", f"{game.slug}: rules.yaml has a combat phase and no 'combat'")
        if game.charts.combat is None:
            yield error("P005", f"{game.slug}: charts.yaml has no 'combat' table")
    if scenario.victory not in {entry.id for entry in rules.victory}:
        yield error("P005", f"{game.slug}: rules.yaml doesn't say how '{scenario.victory}' is reckoned")
    for phase in rules.sequence:
        if phase.kind not in PROCEDURES.opens:
            yield error("P006", f"phase '{phase.id}': the kernel doesn't play phases of kind '{phase.kind}'")
        if phase.kind != "replacement":
            continue
        for what, sides in (
            ("replacements", [entry.side for entry in rules.replacements]),
            ("communication", [entry.side for entry in rules.communication]),
        ):
            if phase.side not in sides:
                yield error("P005", f"{game.slug}: rules.yaml has no '{what}' of {phase.side}")


def _movement(game: Game) -> Iterator[Diagnostic]:
    modes = {mode.id for mode in game.rules.movement}
    for phase in game.rules.sequence:
        for move in phase.moves:
            if move.mode not in modes:
                known = ", ".join(sorted(modes))
                message = f"phase '{phase.id}': there is no movement mode '{move.mode}'"
                yield error("P007", message, hint=f"known: {known}")
    for mode in game.rules.movement:
        line = mode.road.line if mode.road is not None else None
        for effect in mode.weather:
            where = f"movement '{mode.id}' in {effect.weather}"
            yield from leads_nowhere(game, where, line, effect.road_toward)
    limit = game.rules.stacking.limit
    if limit is not None and limit != 1:
        yield error("P006", f"stacking limit {limit}: the kernel plays a limit of 1, or none")


def _combat(game: Game) -> Iterator[Diagnostic]:
    combat, table = game.rules.combat, game.charts.combat
    if combat is None or table is None:
        return
    used = {result for row in table.rows.values() for result in row}
    for result in sorted(used - set(combat.effects)):
        yield error("P008", f"the table has result '{result}', and rules.yaml no effects for it")
    for result in sorted(set(combat.effects) - {entry.id for entry in table.results}):
        yield error("P008", f"rules.yaml has effects for '{result}', which the table doesn't know")


def _events(game: Game) -> Iterator[Diagnostic]:
    rules = game.rules
    kinds: dict[str, str] = {phase.id: phase.kind for phase in rules.sequence}
    entries = {entry.id: entry for each in rules.replacements for entry in each.entries}
    scheduled = {unit for arrival in game.oob.arrivals for unit in arrival.units}
    for number, event in enumerate(rules.events):
        where = f"the event of phase '{event.phase}'"
        if kinds.get(event.phase) != "event":
            yield error("P014", f"{where}: its phase isn't one of kind 'event'")
        if event.phase in {other.phase for other in rules.events[:number]}:
            yield error("P014", f"{where}: another event has the same phase")
        entry = entries.get(event.entry)
        if entry is None:
            known = f"known: {', '.join(sorted(entries))}" if entries else "no 'entries' are written"
            yield error("P014", f"{where}: there is no entry '{event.entry}' of replacements", hint=known)
        elif entry.comes != "arrival" or not entry.early:
            hint = f"write 'comes: arrival' and 'early: true' at '{entry.id}'"
            yield error("P014", f"{where}: '{entry.id}' can't come early", hint=hint)
        elif not scheduled.intersection(entry.units):
            hint = "write when they arrive under 'arrivals' in oob.yaml"
            yield error("P014", f"{where}: no unit of '{entry.id}' arrives on any turn", hint=hint)
        beyond = [face for face in event.fatal if not 1 <= face <= event.die]
        if beyond or not event.fatal:
            faces = ", ".join(map(str, beyond)) or "none"
            hint = f"its die has the faces 1 to {event.die}"
            yield error("P014", f"{where}: fatal faces can't be {faces}", hint=hint)
    for phase in rules.sequence:
        untold = phase.kind == "event" and phase.id not in {event.phase for event in rules.events}
        if untold and not game.info.rules:
            yield error("P005", f"{game.slug}: rules.yaml has no event for the phase '{phase.id}'")


def _time(game: Game, scenario: Scenario) -> Iterator[Diagnostic]:
    weather = {turn.turn for turn in game.charts.timetable(scenario.timetable).turns}
    missing = [t for t in range(scenario.first_turn, scenario.last_turn + 1) if t not in weather]
    if missing:
        turns = ", ".join(str(turn) for turn in missing)
        yield error("P009", f"timetable '{scenario.timetable}' has no turn {turns}")
