"""Describe a saved game: facts about it, its turn and phase, and the locations of its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from hexwright.diagnostics.diagnostic import InputError
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.inspect.analysis.player_names import PlayerNames
from hexwright.inspect.analysis.public_view import OrderKey, number_order
from hexwright.module_state.state_notes import whole_number
from hexwright.saves.change_sentences import PieceNames
from hexwright.saves.hexwright_saves import HexwrightGame, LocatedPiece, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module import property_names as prop


@dataclass(frozen=True, slots=True)
class PieceRow:
    """One piece: its location, name, side, and visible state."""

    place: str
    piece: str
    side: str = ""
    shows: str = ""


@dataclass(frozen=True, slots=True)
class SaveSummary:
    """A description of a saved game: facts by name, then pieces by location."""

    facts: Mapping[str, str]
    rows: tuple[PieceRow, ...]

    def json(self) -> Mapping[str, Any]:
        """Return the summary as JSON data for programs."""
        pieces = [
            {key: getattr(row, key) for key in ("place", "piece", "side", "shows") if getattr(row, key)}
            for row in self.rows
        ]
        return {**self.facts, "pieces": pieces}


def summarize_save(
    game: SavedGameFile,
    position: LogPosition,
    names: PieceNames,
    ours: HexwrightGame | None,
    players: PlayerNames | None = None,
) -> SaveSummary:
    """Return the summary of a position.

    `players` says which names of players it includes; without it, none are. Passwords never are.
    """
    players = players or PlayerNames(game, names.public_names)
    facts = dict(_facts(game, position, names, players))
    sides = {str(side.id): side.name for side in ours.game.info.sides} if ours is not None else {}
    rows: list[tuple[tuple[str, OrderKey, str, str], PieceRow]] = []
    for lying in position.pieces.values():
        place, piece = names.place(lying), names.piece(lying)
        if names.view.concealment(lying) is not None:
            row = PieceRow(place, piece)
        elif ours is not None:
            row = _row(place, piece, ours.locate_piece(lying), sides)
        else:
            row = PieceRow(place, piece, "", _levels(lying.properties))
        rows.append(((names.view.place(lying)[0], number_order(place), row.side, row.piece), row))
    if ours is not None:
        facts |= dict(_hexwright_facts(ours, position))
    return SaveSummary(facts, tuple(row for _, row in sorted(rows, key=itemgetter(0))))


def _facts(
    game: SavedGameFile, position: LogPosition, names: PieceNames, players: PlayerNames
) -> Iterator[tuple[str, str]]:
    module, about = game.module_metadata, game.save_metadata
    if module is not None:
        yield "module", " ".join(part for part in (module.name, module.version) if part)
    if about is not None and about.vassal_version:
        yield "VASSAL", about.vassal_version
    if about is not None and about.description:
        yield "comment", players.hide(about.description)
    if now := names.whole_turn(position):
        yield "now", players.hide(now)
    seats = sorted({players.seat(part) for part in position.players.values()})
    if seats:
        yield "seats taken", ", ".join(seats)
    if game.steps:
        yield "steps of the log", str(len(game.steps))


def _accumulated_replacements(reading: ReadPosition) -> Iterator[str]:
    """Yield a description of the replacement points that each side has saved in each account."""
    setting = reading.setting
    for side, saved in enumerate(reading.state().accumulated_replacements):
        told = [
            f"{points} for {account.record.name}"
            for points, account in zip(saved, setting.accounts.get(side, ()), strict=True)
            if points and account.record is not None
        ]
        if told:
            yield f"{setting.game.info.side(setting.sides[side]).name} {', '.join(told)}"


def _hexwright_facts(ours: HexwrightGame, position: LogPosition) -> Iterator[tuple[str, str]]:
    scenario = position.value(prop.SCENARIO)
    title = next((s.title for s in ours.game.scenarios if s.id == scenario), scenario)
    for name, value in (
        ("scenario", title),
        ("weather", position.value(prop.WEATHER_NAME)),
        ("rules", position.value(prop.ENFORCEMENT)),
        ("replacements left", position.value(prop.REPLACEMENTS_LEFT)),
    ):
        if value:
            yield name, value
    try:
        reading = ReadPosition.of(ours, position)
        over = reading.visible_state.over
        if kept := "; ".join(_accumulated_replacements(reading)):
            yield "replacements kept", kept
        yield from reading.network_marks
    except InputError:
        return
    if over:
        winner = position.value(prop.WINNER)
        who = next((side.name for side in ours.game.info.sides if side.id == winner), "a draw")
        yield "over", who


def _row(place: str, piece: str, look: LocatedPiece, sides: Mapping[str, str]) -> PieceRow:
    given = look.lying.properties
    step, steps = whole_number(look.properties["Step"] or ""), whole_number(given.get(prop.STEPS, ""))
    shows: list[str] = []
    if look.unit is not None:
        printed = (given.get(f"{name}{step}", "") for name in (prop.STRENGTH, prop.DEFENCE, prop.MA))
        figures = "-".join(text for text in printed if text)
        if figures:
            shows.append(figures)
        if step is not None and steps is not None and steps > 1:
            shows.append(f"step {step} of {steps}")
        shows += [
            word
            for word, name in (
                ("disrupted", "Disrupted_Level"),
                ("dug in", "Fortified_Level"),
                ("entrained", "Entrained_Level"),
            )
            if look.properties[name] == "2"
        ]
    side = sides.get(look.properties["Side"] or "", "")
    return PieceRow(place, piece, side, ", ".join(shows))


def _levels(given: Mapping[str, str]) -> str:
    """Return a list of the levels of a piece's layers, leaving out layers at their first level."""
    found = ((name.removesuffix("_Level"), value) for name, value in given.items() if name.endswith("_Level"))
    return ", ".join(f"{name} {value}" for name, value in found if value not in ("0", "1"))
