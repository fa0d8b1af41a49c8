"""Set-up actions: set up a game by hand as a player does, and attempt illegal placements."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from hexwright.conformance.paired_game import PairedGame
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import (
    SetUpLine,
    as_placement,
    check_setup,
    setup_order_violation,
)

BEGIN_BUTTON: Final = "Begin the game"
UNFILLED_CODES: Final = ("U017", "U019", "U022")
"""The diagnostic codes reported for a set-up that is legal but incomplete."""


def set_up(mirror: PairedGame, seed: int, chance: random.Random) -> bool:
    """Set up a scenario at random and start the game; return whether all verdicts agreed."""
    setting, table = mirror.kernel.setting, mirror.table
    game, scenario = setting.game, setting.scenario
    wanted = {e.unit: e.hex for e in generate_setup(game, scenario.id, seed)}
    placed: dict[str, str] = {}
    for piece in table.pieces:
        found = table.where(piece)
        if found.map == "Map" and found.location in setting.board.index:
            placed[piece] = str(found.location)
    order = [unit for unit in wanted if placed.get(unit) != wanted[unit]]
    chance.shuffle(order)
    turns = {side: n for n, side in enumerate(scenario.setup_order)}
    order.sort(key=lambda unit: turns.get(game.counters.unit(UnitId(unit)).side, -1))
    for unit in order:
        side = game.counters.unit(UnitId(unit)).side
        if chance.random() < 0.4 and not _attempt_placement(mirror, placed, chance, side):
            return False
        if chance.random() < 0.05:
            if not _attempt_begin(mirror, placed, seed):
                return False
            if table.get("SettingUp") == "false":
                break  # The attempts have already placed all units.
        # A unit that an attempt placed there makes room if the hex is full.
        for other in [u for u, at in placed.items() if at == wanted[unit] and u != unit]:
            if wanted.get(other) == wanted[unit] or _legal(game, scenario.id, {**placed, unit: wanted[unit]}):
                continue
            spare = _spare_hex(game, scenario.id, placed, wanted, other)
            if spare is None or not _drag_and_compare(mirror, placed, other, spare):
                return False
        if placed.get(unit) != wanted[unit] and not _drag_and_compare(mirror, placed, unit, wanted[unit]):
            return False
    if table.get("SettingUp") == "true" and not _attempt_begin(mirror, placed, seed):
        return False
    mirror.tally.counts["set-ups"] += 1
    mirror.state = _begin_position(mirror, placed, seed)
    return True


def _begin_position(mirror: PairedGame, placed: Mapping[str, str], seed: int) -> State:
    """Return the state with which the rules engine starts the game after a set-up."""
    given = [SetUpLine(unit, hex_id) for unit, hex_id in placed.items()]
    return mirror.kernel.set_up(seed, as_placement(given))


def _faults(game: Game, scenario: str, placed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the diagnostic codes of the errors in a set-up."""
    return tuple(d.code for d in check_setup(game, scenario, [SetUpLine(u, h) for u, h in placed.items()]))


def _legal(game: Game, scenario: str, placed: Mapping[str, str]) -> bool:
    """Return whether a set-up is legal except for units that haven't been placed yet."""
    return all(code in UNFILLED_CODES for code in _faults(game, scenario, placed))


def _spare_hex(
    game: Game, scenario: str, placed: Mapping[str, str], wanted: Mapping[str, str], unit: str
) -> str | None:
    """Return a hex where a unit may be placed for now: its final hex, or else any free hex; None if there is
    no such hex.
    """
    areas = [area for area in game.scenario(scenario).setup_areas if unit in area.units]
    hexes = [area.open_hexes(game.hexmap) for area in areas] or [
        feature.hexes for feature in game.hexmap.features
    ]
    found = sorted({HexId(hex_id) for some in hexes for hex_id in some})
    for hex_id in [wanted[unit], *found] if unit in wanted else found:
        if hex_id not in placed.values() and _legal(game, scenario, {**placed, unit: hex_id}):
            return hex_id
    return None


def _drag_and_compare(mirror: PairedGame, placed: dict[str, str], unit: str, hex_id: str) -> bool:
    """Drag a unit to a hex during set-up, whether or not that is legal, and compare the verdict."""
    setting, table = mirror.kernel.setting, mirror.table
    legal = _may_be_placed(setting.game, setting.scenario.id, placed, unit, hex_id)
    start = table.where(UnitId(unit))
    mirror.count_attempt("placements", "legal placements" if legal else "refused placements")
    table.chat()
    table.drag(UnitId(unit), hex_id)
    seen = table.where(UnitId(unit))
    refused, violation = table.refusal()
    expected = hex_id if legal else start.location
    if seen.location != expected or refused == legal:
        told = f"{seen.location}, rule '{violation}': {table.chat()}"
        mirror.report_difference(
            f"place {unit} in {hex_id}", f"{'legal' if legal else 'refused'}, {expected}", told
        )
        return False
    if legal:
        placed[unit] = hex_id
    return True


def _may_be_placed(game: Game, scenario: str, placed: Mapping[str, str], unit: str, hex_id: str) -> bool:
    """Return whether a unit may be dragged to a hex: the unit may start there, and its side is now setting
    up.
    """
    standing = [SetUpLine(u, h) for u, h in placed.items()]
    return (
        _legal(game, scenario, {**placed, unit: hex_id})
        and setup_order_violation(game, scenario, standing, unit) is None
    )


def _attempt_placement(mirror: PairedGame, placed: dict[str, str], chance: random.Random, side: str) -> bool:
    """Drag a random unit to a random hex, often a hex where one of the sides may start.

    A side that sets up later must wait, because its placements would restrict the others. If the set-up is
    checked only as a whole, units aren't placed in other hexes as an attempt, because they would occupy the
    room needed by other units.
    """
    setting = mirror.kernel.setting
    marked = sorted({HexId(h) for f in setting.game.hexmap.features for h in f.hexes})
    goal = chance.choice(marked if marked and chance.random() < 0.8 else setting.hex_ids(setting.board.every))
    unit = chance.choice(setting.units)
    game, scenario = setting.game, setting.scenario
    later = game.counters.unit(unit).side != side and len(scenario.setup_order) > 1
    bounded = bool(scenario.setup_limits or scenario.setup_cover)
    if placed.get(unit) == goal or (
        (later or bounded) and _may_be_placed(game, scenario.id, placed, unit, goal)
    ):
        return True
    return _drag_and_compare(mirror, placed, unit, goal)


def _attempt_begin(mirror: PairedGame, placed: Mapping[str, str], seed: int) -> bool:
    """Request the start of the game, and compare the verdict; any die rolled at the start gets the rules
    engine's result.
    """
    setting, table = mirror.kernel.setting, mirror.table
    legal = not _faults(setting.game, setting.scenario.id, placed)
    mirror.count_attempt("beginnings", "legal beginnings" if legal else "refused beginnings")
    table.chat()
    if legal and (state := _begin_position(mirror, placed, seed)).stage in ("attrition-roll", "weather-roll"):
        table.force_throw(mirror.kernel.draw(state).roll, len(mirror.kernel.chance_outcomes(state)))
    table.press(BEGIN_BUTTON, "phase change")
    begun = table.get("SettingUp") == "false"
    if begun != legal:
        mirror.report_difference(BEGIN_BUTTON, "legal" if legal else "refused", table.chat())
    return begun == legal
