"""Check that what remains of eliminated units can be played as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.model.game import Game
from builder.model.remaining import GroupRemnant, Remnant
from builder.model.rules import CombatRules, Effect
from builder.model.scenario import Scenario
from builder.model.winning import left_by
from builder.wording import listed
from validators.rules.setting import printed_defence
from validators.rules.unplayed import Path, Unplayed

_AT: Path = ("rules", "combat", "remnants")
_OF_GROUPS: Path = ("rules", "supply", "group", "remnants")
TURNED: Final[frozenset[Effect]] = frozenset({"attacker-turned", "defender-turned"})
_WAITING = ("pool", "holding")
"""Kinds of box from which units may remain."""


def check_remnants(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield what keeps remnants from being played in any scenario."""
    yield from _turned(game, combat)
    for number, entry in enumerate(combat.remnants):
        if not entry.units:
            told = f"entry {number + 1} of 'remnants' names no unit that remains"
            yield Unplayed("P006", told, "write 'units: [...]'", (*_AT, number, "units"))
            continue
        yield from _sides(game, entry, f"entry {number + 1} of 'remnants'", (*_AT, number))
        yield from _exits(game, entry, (*_AT, number))
        yield from _comings(game, entry, f"entry {number + 1} of 'remnants'", (*_AT, number, "units"))
    yield from _of_remnants(game, combat)


def check_group_remnants(game: Game) -> Iterator[Unplayed]:
    """Yield what keeps something from remaining of units that groups lose for want of supply."""
    for number, entry in enumerate(game.rules.group_remnants):
        at, where = (*_OF_GROUPS, number), f"entry {number + 1} of 'remnants' of 'group'"
        if not entry.units:
            yield Unplayed(
                "P006", f"{where} names no unit that remains", "write 'units: [...]'", (*at, "units")
            )
            continue
        sides = {game.counters.unit(unit).side for unit in entry.units}
        if len(sides) > 1:
            told = f"{where} names units of two sides"
            yield Unplayed("P006", told, "write an entry for each side", (*at, "units"))
        elif not any(
            (not entry.classes or unit.unit_class in entry.classes)
            and any(printed_defence(step) >= entry.strength for step in unit.steps)
            for unit in game.counters.units
            if unit.side in sides and unit.id not in entry.units
        ):
            told = f"{where}: {', '.join(sides)} has no unit that leaves one"
            yield Unplayed("P006", told, "write other 'classes', or a lower 'strength'", at)
        yield from _exits(game, entry, at)
        yield from _comings(game, entry, where, (*at, "units"))


def _turned(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield results that turn units into others where there are none, or where points follow what remains."""
    turning = [name for name, effects in combat.effects.items() if TURNED & {*effects}]
    for result in turning:
        at: Path = ("rules", "combat", "effects", result)
        if all(entry.cornered for entry in combat.remnants):
            alone = " but of who can't retreat" if combat.remnants else ""
            told = f"result '{result}' turns units into what remains of them, and nothing does{alone}"
            yield Unplayed("P006", told, "write 'remnants', or that they are eliminated", at)
    for rules in game.rules.victory if turning else ():
        for number, loss in enumerate(rules.losses):
            if loss.less_remnants:
                told = f"'{rules.id}': result '{turning[0]}' lets units remain of others that didn't count"
                where: Path = ("rules", "victory", rules.id, "losses", number, "less_remnants")
                yield Unplayed("P006", told, "leave 'less_remnants' out, or that effect", where)


def _sides(game: Game, entry: Remnant, where: str, at: Path) -> Iterator[Unplayed]:
    side = game.counters.unit(entry.units[0]).side
    other = next((unit for unit in entry.units if game.counters.unit(unit).side != side), None)
    if other is not None:
        told = f"{where}: '{entry.units[0]}' and '{other}' are units of two sides"
        yield Unplayed("P006", told, "write an entry for each side", (*at, "units"))
        return
    them = [unit for unit in game.counters.units if unit.side == side and unit.id not in entry.units]
    if not any(
        (not entry.classes or unit.unit_class in entry.classes)
        and any((step.strength or 0) >= entry.strength for step in unit.steps)
        for unit in them
    ):
        told = f"{where}: {side} has no unit that leaves one"
        yield Unplayed("P006", told, "write other 'classes', or a lower 'strength'", at)


def _of_remnants(game: Game, combat: CombatRules) -> Iterator[Unplayed]:
    """Yield units that would remain of remnants, and so never end."""
    for number, entry in enumerate(combat.remnants):
        for position, name in enumerate(entry.units):
            unit = game.counters.unit(name)
            most = max((step.strength or 0 for step in unit.steps), default=0)
            for other in combat.remnants:
                kind = not other.classes or unit.unit_class in other.classes
                own = bool(other.units) and game.counters.unit(other.units[0]).side == unit.side
                if kind and own and most >= other.strength:
                    told = f"'{name}' would itself leave a unit when it is eliminated"
                    hint = f"write a 'strength' above {most}, or 'classes' without '{unit.unit_class}'"
                    yield Unplayed("P006", told, hint, (*_AT, number, "units", position))
                    break


def _comings(game: Game, entry: Remnant | GroupRemnant, where: str, at: Path) -> Iterator[Unplayed]:
    """Yield remnants that also come, or leave, in another way."""
    for position, name in enumerate(entry.units):
        unit = game.counters.unit(name)
        ways = (
            ("arrives in oob.yaml", any(name in one.units for one in game.oob.arrivals)),
            ("leaves in oob.yaml", any(name in one.units for one in game.oob.withdrawals)),
            (
                "comes by 'conversions' or 'entries' of 'replacements'",
                any(
                    name in {made.unit for made in rule.conversions}
                    or any(name in each.units for each in rule.entries)
                    for rule in game.rules.replacements
                ),
            ),
            (
                "is of a class that never comes back ('never')",
                any(
                    rule.side == unit.side and unit.unit_class in rule.never
                    for rule in game.rules.replacements
                ),
            ),
        )
        for what, does in ways:
            if does:
                yield Unplayed("P006", f"{where}: '{name}' {what}", "take it out of either", (*at, position))
                break


def check_waiting_remnants(game: Game, scenario: Scenario) -> Iterator[Unplayed]:
    """Yield remnants that a scenario neither places nor lets wait where they can come from."""
    combat = game.rules.odds
    entries: list[tuple[Remnant | GroupRemnant, Path]] = [
        (entry, (*_AT, number)) for number, entry in enumerate(combat.remnants)
    ]
    entries += [(entry, (*_OF_GROUPS, number)) for number, entry in enumerate(game.rules.group_remnants)]
    if not entries:
        return
    kinds = {box.id: box.kind for box in game.hexmap.boxes}
    held = {unit: kinds.get(one.box) for one in scenario.setup.held for unit in one.units}
    placed = {unit for _, unit in scenario.setup.standing}
    placed |= {unit for area in scenario.areas for unit in area.units}
    for entry, at in entries:
        waits = [
            unit
            for unit in entry.units
            if unit not in placed and unit not in scenario.not_used and held.get(unit) not in _WAITING
        ]
        if waits:
            told = f"'{scenario.id}': {listed(waits, 'and')} can't remain of anybody, for they wait nowhere"
            hint = "let them wait ('held') in a box of kind 'pool' or 'holding', or write them in 'not_used'"
            yield Unplayed("P006", told, hint, (*at, "units"))


def _exits(game: Game, entry: Remnant | GroupRemnant, at: Path) -> Iterator[Unplayed]:
    """Yield what would let a unit that left the map remain of another."""
    side = game.counters.unit(entry.units[0]).side
    lost = {box.side for box in game.hexmap.boxes if box.kind == "eliminated"}
    if side in left_by(game.rules.victory) and not lost & {side, None}:
        told = f"units of {side} that leave the map would lie among those that may remain"
        hint = f"write a box with 'kind: eliminated' and 'side: {side}' in map.yaml"
        yield Unplayed("P006", told, hint, at, at_table=True)
