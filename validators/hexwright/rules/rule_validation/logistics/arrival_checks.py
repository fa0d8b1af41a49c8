"""Arrival checks: whether units that wait off the map or arrive later can enter the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexwright.model.game import Game
from hexwright.model.ids import BoxId, SideId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or, number_ranges


class _Arrival(NamedTuple):
    """An arriving unit, with the position of its arrival in the list of arrivals."""

    entry: int
    turn: int
    unit: UnitId


def check_arrivals(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield units that wait off the map or are due to arrive, but can never enter the map."""
    if game.rules.movement:  # Otherwise the game can't be played yet.
        for side in game.info.sides:
            missing = (
                _joins_replacements_never_received
                if _has_phase(game, side.id)
                else _missing_replacement_phase
            )
            yield from missing(game, scenario, side.id)
        yield from _held_for_nothing(game, scenario)


def _missing_replacement_phase(game: Game, scenario: Scenario, side: SideId) -> Iterator[UnplayableRule]:
    """Yield a single problem that gives all reasons if a side needs replacement phases but has none."""
    lost: list[tuple[str, Path]] = []
    for number, rule in enumerate(game.rules.replacements):
        if rule.side == side:
            kinds = (what for what in ("entries", "conversions", "airdrops") if getattr(rule, what))
            lost += [(f"its '{what}'", ("rules", "replacements", number, what)) for what in kinds]
    points = [number for number, entry in enumerate(game.oob.replacements) if entry.side == side]
    if points:
        lost.append(("its replacement points", ("oob", "replacements", points[0])))
    others = _units_with_other_entries(game)
    late = [
        one for one in _arriving_units(game, scenario, side) if one.unit not in others
    ]  # Otherwise the other units are reported.
    if late:
        lost.append((_arrival_text(late), ("oob", "reinforcements", late[0].entry)))
    if lost:
        told = f"{side} has no replacement phase for: "
        hint = f"write a phase with 'kind: replacement' and 'side: {side}' in 'sequence' of rules.yaml"
        yield UnplayableRule("P006", told + "; ".join(what for what, _ in lost), hint, lost[0][1])


def _joins_replacements_never_received(
    game: Game, scenario: Scenario, side: SideId
) -> Iterator[UnplayableRule]:
    """Yield a problem for the first unit that joins a side's replacement pool, if the side never receives
    replacements.
    """
    others = _units_with_other_entries(game)
    if not any(entry.side == side for entry in game.oob.replacements):
        late = [
            one for one in _arriving_units(game, scenario, side, with_chosen=False) if one.unit not in others
        ]
        if late:
            told = (
                f"{_arrival_text(late)} would enter the replacement pool,"
                f" but {side} never receives replacement points"
            )
            hint = (
                "write points of the side under 'replacements' in oob.yaml, or let the units arrive "
                "at no cost: "
                f"'entries: {{late: {{units: [{_first_names(late)}], arrives: scheduled}}}}' under "
                "'replacements' in rules.yaml"
            )
            yield UnplayableRule("P006", told, hint, ("oob", "reinforcements", late[0].entry))


def _arriving_units(
    game: Game, scenario: Scenario, side: SideId, *, with_chosen: bool = True
) -> Iterator[_Arrival]:
    """Yield the units of a side that arrive in a scenario, except air units."""
    for number, entry in enumerate(game.oob.reinforcements):
        counts = entry.side == side and (with_chosen or entry.choose is None)
        if counts and entry.may_hold_in(scenario.id):
            for unit in entry.units:
                if unit not in scenario.unused_units and not _is_air_unit(game, unit):
                    yield _Arrival(number, entry.turn, unit)


def _arrival_text(late: Sequence[_Arrival]) -> str:
    """Return a description of arriving units: "2 units, 'red-1' and 'red-2', on turns 3 and 4"."""
    many = f"{len(late)} units, " if len({unit.entry for unit in late}) > 1 else ""
    when = number_ranges("turn", sorted({unit.turn for unit in late}), "and")
    return f"{many}{join_with_or([unit.unit for unit in late], 'and')}{',' if many else ''} on {when}"


def _first_names(late: Sequence[_Arrival]) -> str:
    return ", ".join(unit.unit for unit in late[:4]) + (", …" if len(late) > 4 else "")


def _has_phase(game: Game, side: SideId) -> bool:
    return any(phase.kind == "replacement" and phase.side == side for phase in game.rules.sequence)


def _units_with_other_entries(game: Game) -> set[UnitId]:
    """Return the units that arrive in a way other than as replacements."""
    return {
        unit
        for rule in game.rules.replacements
        for unit in (
            *(made.unit for made in rule.conversions),
            *(u for e in rule.entries for u in e.units),
            *rule.airdropped_units,
        )
    }


def _held_for_nothing(game: Game, scenario: Scenario) -> Iterator[UnplayableRule]:
    """Yield units that wait outside the replacement pools and can never enter the map."""
    kinds = {box.id: box.kind for box in game.hexmap.boxes}
    coming = {*_units_that_arrive(game, scenario), *scenario.unused_units}
    waiting: dict[BoxId, list[tuple[int, UnitId]]] = {}
    for number, held in enumerate(scenario.setup.in_boxes):
        if kinds.get(held.box) in ("holding", "out-of-play"):
            idle = (unit for unit in held.units if unit not in coming and not _is_air_unit(game, unit))
            waiting.setdefault(held.box, []).extend((number, unit) for unit in idle)
    for box, units in waiting.items():
        if not units:
            continue
        first, _ = units[0]
        at: Path = ("scenarios", scenario.id, "setup", "in_boxes", first, "units")
        one = "s" if len(units) == 1 else ""
        many = f"{len(units)} units, " if len({number for number, _ in units}) > 1 else ""
        who = f"{many}{join_with_or([unit for _, unit in units], 'and')}{',' if many else ''}"
        told = f"{who} wait{one} in box '{box}', but never arrive{one}"
        yield UnplayableRule(
            "P006",
            told,
            "write the turn of arrival under 'reinforcements' in oob.yaml, or list such units in "
            "'unused_units'",
            at,
        )


def _units_that_arrive(game: Game, scenario: Scenario) -> set[UnitId]:
    """Return the units that enter the map in some way after the start of a scenario."""
    found = {
        unit for entry in game.oob.reinforcements if entry.may_hold_in(scenario.id) for unit in entry.units
    }
    found |= _units_with_other_entries(game)
    combat = game.rules.combat
    if combat is not None:
        found |= {unit for entry in combat.cadres for unit in entry.replaced_by}
    return found | {unit for entry in game.rules.group_remnants for unit in entry.replaced_by}


def _is_air_unit(game: Game, unit: UnitId) -> bool:
    one = game.counters.unit(unit)
    return any(one.unit_class in air.classes and one.side == air.side for air in game.rules.air)
