"""Save positions of the rules engine as saved games of the compiled module."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache, partial

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, SideId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.module_state.notes import game_notes, unit_notes
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import (
    AT_BASE,
    DISRUPTED,
    ENTRAINED,
    FORTIFIED,
    NOT_IN_PLAY,
    POOL,
    State,
)
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module import unit_conditions
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.gpid_ledger import GpidLedger
from hexwright.vassal.module.module_compiler import encode_moduledata, encode_savedata
from hexwright.vassal.module.module_pieces import ModulePieces
from hexwright.vassal.module.predefined_setups import saved_position


class SavedGameWriter:
    """A writer of saved games of one game's module."""

    def __init__(self, game: Game, sheet: SheetPlan, ledger: GpidLedger | None = None) -> None:
        """Create a writer for a game. Without the `ledger` of the game's module, VASSAL can't refresh the
        counters.
        """
        self._stock = ModulePieces.of(game, sheet, ledger)

    @classmethod
    def from_pieces(cls, stock: ModulePieces) -> SavedGameWriter:
        """Build a writer from the pieces of an existing module."""
        saver = cls.__new__(cls)
        saver._stock = stock
        return saver

    def __call__(self, kernel: RulesEngine, state: State) -> bytes:
        """Return a position as the bytes of a saved game."""
        return self.file(kernel, state).encode()

    def file(self, kernel: RulesEngine, state: State) -> SavedGameFile:
        """Return a position as a saved game; units that aren't on the map are in their boxes."""
        setting = kernel.setting
        scenario = scenario_from_position(kernel, state)
        owner = {
            hex_id: side for n, side in enumerate(setting.sides) for hex_id in setting.hex_ids(state.owned[n])
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
        places = BoardPositions(game, self._stock.places.sheet)
        units = units_on_sheet(setting, state, places)
        weathers = weather_so_far(setting, state)
        noted = {setting.units[unit]: told for unit, told in unit_notes(setting, state).items()}
        made = saved_position(
            places,
            self._stock.templates,
            scenario,
            units,
            weathers,
            noted,
            game_notes(setting, state, saved=True),
            unit_conditions_at(setting, state),
        )
        about = encode_moduledata(game.info.title, game.info.version, game.info.description)
        return SavedGameFile.of(about, encode_savedata(made.title, game.info.version), made.commands)


def scenario_from_position(kernel: RulesEngine, state: State) -> Scenario:
    """Return the scenario as if it began on the turn and in the phase of a position."""
    setting = kernel.setting
    return dataclasses.replace(
        setting.scenario,
        first_turn=state.turn,
        first_phase=setting.phases[state.phase].id,
        options=dict(setting.options),
        owners={},  # Current owners are stored with the places.
    )


def weather_so_far(setting: CompiledGame, state: State) -> dict[int, str]:
    """Return the weather of each turn up to the current one, by turn number."""
    return dict(enumerate(state.weather_by_turn, setting.scenario.first_turn))


def unit_conditions_at(setting: CompiledGame, state: State) -> dict[UnitId, tuple[str, ...]]:
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
        if now and state.locations[number] >= 0
    }


def units_on_sheet(
    setting: CompiledGame, state: State, places: BoardPositions
) -> Iterator[tuple[UnitId, int, PixelPoint]]:
    """Yield each unit with its step and its position on the sheet; units that aren't on the map are in
    boxes.
    """
    held = {unit: held.box for held in setting.scenario.setup.in_boxes for unit in held.units}
    sides = {unit.id: unit.side for unit in setting.game.counters.units}
    home = cache(partial(_home, places))
    waiting: dict[BoxId, list[int]] = {}
    for number, unit in enumerate(setting.units):
        where = state.locations[number]
        if where >= 0:
            yield unit, state.steps[number], places.hex(setting.board.ids[where])
        elif where == NOT_IN_PLAY and unit in held:
            waiting.setdefault(held[unit], []).append(number)
        else:
            waiting.setdefault(home(sides[unit], where), []).append(number)
    for box, numbers in waiting.items():
        spots = places.spread(box, [setting.units[number] for number in numbers])
        for number in numbers:
            unit = setting.units[number]
            yield unit, state.steps[number], spots[unit]


def _home(places: BoardPositions, side: SideId, where: int) -> BoxId:
    """Return the box for units of a side that the scenario doesn't place; raise `InputError` without such
    a box.
    """
    kinds: tuple[str, ...] = ("eliminated", "out-of-play", "pool")
    if where in (POOL, AT_BASE):
        kinds = ("pool", "eliminated") if where == POOL else ("holding", *kinds)
    for kind in kinds:
        box = places.pool(side, kind)
        if box is not None:
            return box.id
    raise InputError.single(
        "P006",
        f"there is no box for units of {side} that aren't on the map",
        Span(f"data/{places.game.slug}/map.yaml"),
        f"write a box with 'kind: pool' or 'kind: eliminated' and 'side: {side}' in map.yaml",
    )
