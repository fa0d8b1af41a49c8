"""Check that units which wait off the map, or arrive, have a way to come onto it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.model.ids import SideId, UnitId
from builder.model.scenario import Scenario
from builder.wording import listed
from validators.rules.unplayed import Path, Unplayed


def check_coming(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield units that would arrive, or wait, and never come."""
    if game.rules.movement:  # Else the game isn't played yet.
        yield from _arrivals(game, scenario)
        yield from _held(game, scenario)


def _arrivals(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield arrivals of a side that has no phase in which they could come."""
    for number, entry in enumerate(game.oob.arrivals):
        units = [unit for unit in entry.units if not _flies(game, unit) and unit not in scenario.not_used]
        holds = not entry.scenarios or scenario.id in entry.scenarios
        if units and holds and not _replaces(game, entry.side):
            who = f"{listed(units, 'and')} arrive{'s' * (len(units) == 1)} on turn {entry.turn}"
            told = f"{who}, and nothing lets units of {entry.side} come"
            hint = (
                f"write a phase of kind 'replacement' of {entry.side} in 'sequence' of rules.yaml, and "
                f"'- {{side: {entry.side}, …}}' under 'replacements'"
            )
            yield Unplayed("P006", told, hint, ("oob", "arrivals", number))
        elif units and holds and entry.choose is None and not _paid(game, entry.side):
            others = _beside_replacements(game)
            joining = [unit for unit in units if unit not in others]
            if joining:
                one = "s" if len(joining) == 1 else ""
                who = f"{listed(joining, 'and')} join{one} the replacements on turn {entry.turn}"
                told = f"{who}, and {entry.side} never receives any"
                hint = (
                    "give the side points under 'replacements' in oob.yaml, or let them come at no cost: "
                    f"'entries: {{late: {{units: [{', '.join(joining)}], comes: arrival}}}}' under "
                    "'replacements' in rules.yaml"
                )
                yield Unplayed("P006", told, hint, ("oob", "arrivals", number))


def _replaces(game: Game, side: SideId) -> bool:
    phases = any(phase.kind == "replacement" and phase.side == side for phase in game.rules.sequence)
    return phases or any(rule.side == side for rule in game.rules.replacements)


def _paid(game: Game, side: SideId) -> bool:
    """Tell whether a side ever receives replacements, or may by what is chosen."""
    return any(entry.side == side for entry in game.oob.replacements)


def _beside_replacements(game: Game) -> set[UnitId]:
    """Return the units that come in another way than by replacements."""
    return {
        unit
        for rule in game.rules.replacements
        for unit in (*(made.unit for made in rule.conversions), *(u for e in rule.entries for u in e.units))
    }


def _held(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield units that wait outside the pools of replacements for nothing."""
    kinds = {box.id: box.kind for box in game.hexmap.boxes}
    coming = _coming(game, scenario)
    for number, held in enumerate(scenario.setup.held):
        if kinds.get(held.box) not in ("holding", "out-of-play"):
            continue
        idle = [unit for unit in held.units if unit not in (*coming, *scenario.not_used)]
        idle = [unit for unit in idle if not _flies(game, unit)]
        if idle:
            at: Path = ("scenarios", scenario.id, "setup", "held", number, "units")
            one = "s" if len(idle) == 1 else ""
            told = f"{listed(idle, 'and')} wait{one} in '{held.box}', and never come{one}"
            yield Unplayed(
                "P006", told, "write when under 'arrivals' in oob.yaml, or name them in 'not_used'", at
            )


def _coming(game: Game, scenario: Scenario) -> set[UnitId]:
    """Return the units that come in some way after the beginning of a scenario."""
    found = {
        unit
        for entry in game.oob.arrivals
        if not entry.scenarios or scenario.id in entry.scenarios
        for unit in entry.units
    }
    found |= _beside_replacements(game)
    combat = game.rules.combat
    if combat is not None:
        found |= {unit for entry in combat.remnants for unit in entry.units}
    return found


def _flies(game: Game, unit: UnitId) -> bool:
    one = game.counters.unit(unit)
    return any(one.unit_class in air.classes and one.side == air.side for air in game.rules.air)
