"""Save positions of the rules engine as saved games of the compiled module."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache, partial

from hexwright.diagnostics.diagnostic import Faults, Span
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, SideId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.module_state.notes import game_notes, unit_notes
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import ASIDE, BASE, DISRUPTED, ENTRAINED, FORTIFIED, POOL, State
from hexwright.rules.engine.rules_engine import Kernel
from hexwright.vassal.codec.field_values import Point
from hexwright.vassal.codec.saved_game_file import GameFile
from hexwright.vassal.module import unit_conditions
from hexwright.vassal.module.board_positions import Places
from hexwright.vassal.module.gpid_ledger import Ledger
from hexwright.vassal.module.module_compiler import moduledata, savedata
from hexwright.vassal.module.module_pieces import Stock
from hexwright.vassal.module.predefined_setups import saved_position


class Saver:
    """A writer of saved games of one game's module."""

    def __init__(self, game: Game, sheet: SheetPlan, ledger: Ledger | None = None) -> None:
        """Initialize for a game. Without its module's `ledger`, counters can't be refreshed."""
        self._stock = Stock.of(game, sheet, ledger)

    @classmethod
    def of(cls, stock: Stock) -> Saver:
        """Build a saver from the stock of an existing module."""
        saver = cls.__new__(cls)
        saver._stock = stock
        return saver

    def __call__(self, kernel: Kernel, state: State) -> bytes:
        """Return a position as the bytes of a saved game."""
        return self.file(kernel, state).encode()

    def file(self, kernel: Kernel, state: State) -> GameFile:
        """Return a position as a saved game; units that aren't on the map are in their boxes."""
        setting = kernel.setting
        scenario = scenario_at(kernel, state)
        owner = {
            hex_id: side for n, side in enumerate(setting.sides) for hex_id in setting.hexes(state.owned[n])
        }
        owned = tuple(
            # A place that nobody owns has no marker, even if it shares its hex with one that is owned.
            place
            if place.owner is None
            else dataclasses.replace(place, owner=owner.get(place.hex, place.owner))
            for place in self._stock.game.hexmap.places
        )
        game = dataclasses.replace(
            self._stock.game,
            hexmap=dataclasses.replace(self._stock.game.hexmap, places=owned),
            scenarios=(scenario,),
        )
        places = Places(game, self._stock.places.sheet)
        units = units_at(setting, state, places)
        weathers = weathers_at(setting, state)
        noted = {setting.units[unit]: told for unit, told in unit_notes(setting, state).items()}
        made = saved_position(
            places,
            self._stock.moulds,
            scenario,
            units,
            weathers,
            noted,
            game_notes(setting, state, saved=True),
            befallen_at(setting, state),
        )
        about = moduledata(game.info.title, game.info.version, game.info.description)
        return GameFile.of(about, savedata(made.title, game.info.version), made.commands)


def scenario_at(kernel: Kernel, state: State) -> Scenario:
    """Return the scenario as if it began on the turn and in the phase of a position."""
    setting = kernel.setting
    return dataclasses.replace(
        setting.scenario,
        first_turn=state.turn,
        first_phase=setting.phases[state.phase].id,
        options=dict(setting.options),
        owners={},  # Current owners are stored with the places.
    )


def weathers_at(setting: Setting, state: State) -> dict[int, str]:
    """Return the weather of each turn so far."""
    return dict(enumerate(state.weathers, setting.scenario.first_turn))


def befallen_at(setting: Setting, state: State) -> dict[UnitId, tuple[str, ...]]:
    """Return the conditions of units on the map, by the names of their layers."""
    return {
        setting.units[number]: tuple(
            one.name
            for flag, one in (
                (DISRUPTED, unit_conditions.DISRUPTED),
                (FORTIFIED, unit_conditions.FORTIFIED),
                (ENTRAINED, unit_conditions.ENTRAINED),
            )
            if now & flag
        )
        for number, now in enumerate(state.conditions)
        if now and state.where[number] >= 0
    }


def units_at(setting: Setting, state: State, places: Places) -> Iterator[tuple[UnitId, int, Point]]:
    """Yield each unit with its step and its position on the sheet; units off the map are in their boxes."""
    held = {unit: held.box for held in setting.scenario.setup.held for unit in held.units}
    sides = {unit.id: unit.side for unit in setting.game.counters.units}
    home = cache(partial(_home, places))
    waiting: dict[BoxId, list[int]] = {}
    for number, unit in enumerate(setting.units):
        where = state.where[number]
        if where >= 0:
            yield unit, state.steps[number], places.hex(setting.board.ids[where])
        elif where == ASIDE and unit in held:
            waiting.setdefault(held[unit], []).append(number)
        else:
            waiting.setdefault(home(sides[unit], where), []).append(number)
    for box, numbers in waiting.items():
        for place, number in enumerate(numbers):
            spot = places.slot(box, place, len(numbers))
            yield setting.units[number], state.steps[number], spot


def _home(places: Places, side: SideId, where: int) -> BoxId:
    """Return the box for units of a side that the scenario doesn't place; raise Faults if there is none."""
    kinds: tuple[str, ...] = ("eliminated", "out-of-play", "pool")
    if where in (POOL, BASE):
        kinds = ("pool", "eliminated") if where == POOL else ("holding", *kinds)
    for kind in kinds:
        box = places.pool(side, kind)
        if box is not None:
            return box.id
    raise Faults.one(
        "P006",
        f"units of {side} that aren't on the map have no box to lie in",
        Span(f"data/{places.game.slug}/map.yaml"),
        f"write a box with 'kind: pool' or 'kind: eliminated' and 'side: {side}' in map.yaml",
    )
