"""Describe a saved game: facts about it, its turn and phase, and the locations of its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexwright.diagnostics.diagnostic import InputError
from hexwright.module_state.state_notes import whole_number
from hexwright.saves.change_sentences import PieceNames
from hexwright.saves.hexwright_saves import HexwrightGame, LocatedPiece, ReadPosition
from hexwright.saves.log_position import LogPosition
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
    *,
    players: bool = False,
) -> SaveSummary:
    """Return the summary of a position; if `players` is true, it includes players' names, but never their
    passwords.
    """
    facts = dict(_facts(game, position, names, players))
    if ours is None:
        rows = [
            PieceRow(names.place(lying.spot), names.piece(lying), "", _levels(lying.properties))
            for lying in position.pieces.values()
        ]
    else:
        sides = {str(side.id): side.name for side in ours.game.info.sides}
        rows = [_row(names, look, sides) for look in map(ours.locate_piece, position.pieces.values())]
        facts |= dict(_hexwright_facts(ours, position))
    return SaveSummary(facts, tuple(sorted(rows, key=lambda row: (row.place, row.side, row.piece))))


def _facts(
    game: SavedGameFile, position: LogPosition, names: PieceNames, players: bool
) -> Iterator[tuple[str, str]]:
    module, about = game.module_metadata, game.save_metadata
    if module is not None:
        yield "module", " ".join(part for part in (module.name, module.version) if part)
    if about is not None and about.vassal_version:
        yield "VASSAL", about.vassal_version
    if about is not None and about.description:
        yield "comment", about.description
    if now := names.whole_turn(position):
        yield "now", now
    seats = sorted({f"{p.side} ({p.name})" if players else p.side for p in position.players.values()})
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


def _row(names: PieceNames, look: LocatedPiece, sides: Mapping[str, str]) -> PieceRow:
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
    return PieceRow(names.place(look.lying.spot), names.piece(look.lying), side, ", ".join(shows))


def _levels(given: Mapping[str, str]) -> str:
    """Return a list of the levels of a piece's layers, leaving out layers at their first level."""
    found = ((name.removesuffix("_Level"), value) for name, value in given.items() if name.endswith("_Level"))
    return ", ".join(f"{name} {value}" for name, value in found if value not in ("0", "1"))
