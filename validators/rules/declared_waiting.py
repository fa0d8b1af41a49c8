"""Check that units which wait off the map, or arrive, have a way to come onto it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.model.game import Game
from builder.model.ids import BoxId, SideId, UnitId
from builder.model.scenario import Scenario
from builder.wording import in_runs, listed
from validators.rules.unplayed import Path, Unplayed


class _Late(NamedTuple):
    """A unit that arrives, with the position of its arrival in the list."""

    entry: int
    turn: int
    unit: UnitId


def check_coming(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield units that would arrive, or wait, and never come."""
    if game.rules.movement:  # Else the game isn't played yet.
        yield from _without_phase(game)
        yield from _arrivals(game, scenario)
        yield from _held(game, scenario)


def _without_phase(game: Game) -> Iterator[Unplayed]:
    """Yield units beside the replacements of a side that has no phase in which they could come."""
    for number, rule in enumerate(game.rules.replacements):
        if (rule.entries or rule.conversions) and not _has_phase(game, rule.side):
            what = "entries" if rule.entries else "conversions"
            told = f"'{what}' of {rule.side} come in a phase of replacements, and {rule.side} has none"
            hint = f"write a phase of kind 'replacement' and side '{rule.side}' in 'sequence' of rules.yaml"
            yield Unplayed("P006", told, hint, ("rules", "replacements", number, what))


def _arrivals(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield, once for each side, arrivals that can't come, at the first of them."""
    barred: dict[SideId, list[_Late]] = {}
    unpaid: dict[SideId, list[_Late]] = {}
    others = _beside_replacements(game)
    for number, entry in enumerate(game.oob.arrivals):
        units = [unit for unit in entry.units if not _flies(game, unit) and unit not in scenario.not_used]
        if entry.scenarios and scenario.id not in entry.scenarios:
            continue
        if not _replaces(game, entry.side):
            units = [unit for unit in units if unit not in others]  # Else their entry is told.
            barred.setdefault(entry.side, []).extend(_Late(number, entry.turn, unit) for unit in units)
        elif entry.choose is None and not _paid(game, entry.side):
            joining = (_Late(number, entry.turn, unit) for unit in units if unit not in others)
            unpaid.setdefault(entry.side, []).extend(joining)
    for side, late in barred.items():
        if late:
            told = f"{_told(late, 'arrive')}, and nothing lets units of {side} come"
            hint = (
                f"write a phase of kind 'replacement' of {side} in 'sequence' of rules.yaml, and "
                f"'- {{side: {side}, …}}' under 'replacements'"
            )
            yield Unplayed("P006", told, hint, ("oob", "arrivals", late[0].entry))
    for side, late in unpaid.items():
        if late:
            told = f"{_told(late, 'join', ' the replacements')}, and {side} never receives any"
            hint = (
                "give the side points under 'replacements' in oob.yaml, or let them come at no cost: "
                f"'entries: {{late: {{units: [{_some(late)}], comes: arrival}}}}' under "
                "'replacements' in rules.yaml"
            )
            yield Unplayed("P006", told, hint, ("oob", "arrivals", late[0].entry))


def _told(late: Sequence[_Late], verb: str, where: str = "") -> str:
    """Say who arrives when: "2 units, 'red-1' and 'red-2', arrive on turns 3 and 4"."""
    one = "s" if len(late) == 1 else ""
    many = f"{len(late)} units, " if len({unit.entry for unit in late}) > 1 else ""
    when = in_runs("turn", sorted({unit.turn for unit in late}), "and")
    who = f"{many}{listed([unit.unit for unit in late], 'and')}{',' if many else ''}"
    return f"{who} {verb}{one}{where} on {when}"


def _some(late: Sequence[_Late]) -> str:
    return ", ".join(unit.unit for unit in late[:4]) + (", …" if len(late) > 4 else "")


def _replaces(game: Game, side: SideId) -> bool:
    return _has_phase(game, side) or any(rule.side == side for rule in game.rules.replacements)


def _has_phase(game: Game, side: SideId) -> bool:
    return any(phase.kind == "replacement" and phase.side == side for phase in game.rules.sequence)


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
    coming = {*_coming(game, scenario), *scenario.not_used}
    waiting: dict[BoxId, list[tuple[int, UnitId]]] = {}
    for number, held in enumerate(scenario.setup.held):
        if kinds.get(held.box) in ("holding", "out-of-play"):
            idle = (unit for unit in held.units if unit not in coming and not _flies(game, unit))
            waiting.setdefault(held.box, []).extend((number, unit) for unit in idle)
    for box, units in waiting.items():
        if not units:
            continue
        first, _ = units[0]
        at: Path = ("scenarios", scenario.id, "setup", "held", first, "units")
        one = "s" if len(units) == 1 else ""
        many = f"{len(units)} units, " if len({number for number, _ in units}) > 1 else ""
        who = f"{many}{listed([unit for _, unit in units], 'and')}{',' if many else ''}"
        told = f"{who} wait{one} in '{box}', and never come{one}"
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
