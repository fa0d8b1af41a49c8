"""Provide the context shared by checks that compare several files."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, DiagnosticReport, Span
from hexwright.geometry.hex_numbering import meant_hex
from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.reader_context import raise_when_full
from hexwright.load.unread_values import UnreadValues
from hexwright.load.value_spans import Path as Where
from hexwright.load.value_spans import ValueSpans
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.support.message_wording import count_noun, join_with_or, quote

MissingGlyphFinder = Callable[[str], set[str]]
"""A function that returns the characters of a string that the fonts can't draw."""

PictureCheck = Callable[[Game, Callable[[Where], Span], Mapping[str, bytes]], Iterable[Diagnostic]]
"""A function that returns errors in the drawings of a valid game. Its second argument looks up source
locations; its third is the bytes of the game's own pictures and fonts, keyed by their names in the data.
"""


@dataclass
class CheckContext:
    """A game being checked, the source locations of its values, and the report to which errors are added."""

    game: Game
    spans: ValueSpans
    report: DiagnosticReport
    art: Path
    root: Path
    sources: dict[str, bytes] = field(default_factory=dict)
    glyph_faults: MissingGlyphFinder | None = None
    unread: UnreadValues = field(default_factory=UnreadValues)

    @cached_property
    def grid(self) -> HexGrid | None:
        """Return the map's hexes, or None if they are unknown or the numbering is invalid."""
        declared = self.game.hexmap.grid
        if not self.was_read_whole("hexmap", "grid"):
            return None
        span = self.spans.value("hexmap", "grid", "numbering")
        try:
            whole = HexGrid.of(dataclasses.replace(declared, absent=()))
        except ValueError as fault:
            self.error("M013", str(fault), span)
            return None
        if len(whole) < declared.columns * declared.rows:
            self.error(
                "M013",
                f"numbering {quote(declared.numbering)} gives several hexes the same id",
                span,
                "use more digits, such as {row:02}, or put a '.' between column and row",
            )
            return None
        return HexGrid.of(declared) if declared.absent else whole

    @cached_property
    def limits(self) -> tuple[StackLimit, ...]:
        """Return all stacking limits, the general one first."""
        return self.game.rules.stacking.every

    @cached_property
    def units(self) -> Mapping[UnitId, Unit]:
        """Return the units by id."""
        return {unit.id: unit for unit in self.game.counters.units}

    @cached_property
    def sides(self) -> Mapping[UnitId, SideId]:
        """Return the side of each unit whose side is known."""
        known = self.game.counters.units
        return {
            unit.id: unit.side for unit in known if self.was_read_whole("counters", "units", unit.id, "side")
        }

    @cached_property
    def places(self) -> Mapping[HexId, tuple[Place, ...]]:
        """Return the places by hex, for hexes that contain any."""
        found: dict[HexId, tuple[Place, ...]] = {}
        for place in self.game.hexmap.places:
            found[place.hex] = (*found.get(place.hex, ()), place)
        return found

    def was_read_whole(self, *path: str | int) -> bool:
        """Return whether a value was read completely, so that a check may rely on it."""
        return self.unread.was_read_whole(path)

    def error(self, code: str, message: str, span: Span, hint: str = "", cause: str = "") -> None:
        """Add an error; raise `TooManyErrors` at the limit.

        Similar errors in the same list have the same `cause`, and are reported together.
        """
        self.report.error(code, message, span, hint, cause)
        raise_when_full(self.report)

    def on_map(self, hex_id: HexId) -> bool:
        """Return whether a hex exists; True for all hexes if the grid couldn't be built."""
        return self.grid is None or hex_id in self.grid

    def hex_hint(self, hex_id: str) -> str:
        """Return a hint with the hex that was probably meant."""
        hexes = self.grid.hexes if self.grid else ()
        if not hexes:
            return ""
        if hex_id in self.game.hexmap.grid.absent:
            return "write another hex: this one is listed under 'absent' in map.yaml"
        if hex_id in {unit.id for unit in self.game.counters.units}:
            return "write the hex before the ':' and its units after it; this is a unit"
        ends = re.findall(r"\w+", hex_id)
        if len(ends) > 1 and all(end in hexes for end in ends):
            return f"write each hex separately: {', '.join(map(quote, ends))}"
        close = meant_hex(hex_id, hexes)
        span = f"the map has {count_noun(len(hexes), 'hex')} from {hexes[0]} to {hexes[-1]}"
        return f"did you mean {quote(close)}? {span}" if close else span

    def neighbours(self, hex_id: HexId) -> str:
        """Return a sentence that lists the hexes adjacent to a hex of the map."""
        if self.grid is None:
            return ""
        return f"{hex_id} is adjacent to {join_with_or(self.grid.neighbours(hex_id).values(), 'and')}"


def can_hold_together(a: Mapping[str, str], b: Mapping[str, str]) -> bool:
    """Return whether two sets of options can apply together."""
    return all(b.get(name, choice) == choice for name, choice in a.items())
