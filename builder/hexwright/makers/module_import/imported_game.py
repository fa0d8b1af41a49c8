"""What an import has read of a module, and the ids that its records get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.geomap.id_slugs import UniqueIds
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.makers.module_import.counters import ImportedCounters
from hexwright.makers.module_import.grid_fit import FittedGrid
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.map_board import ImportedMap, MapPicture
from hexwright.makers.module_import.project_files import Line
from hexwright.makers.module_import.starting_positions import StartingPosition
from hexwright.makers.module_import.turn_order import TurnOrder


@dataclass(frozen=True)
class ImportedGame:
    """What was read of a module, from which the files of the game are made."""

    module: ModuleView
    title: str
    version: str
    year: int
    counters: ImportedCounters
    board: ImportedMap
    grid: FittedGrid
    picture: MapPicture | None
    positions: tuple[StartingPosition, ...]
    turns: TurnOrder
    charts: Mapping[str, Line]
    """The charts that are pictures, as they are written in charts.yaml."""
    notes: ImportNotes

    @property
    def provenance(self) -> Line:
        """Return the provenance of each file."""
        return Line(status="transcribed", source=self.source)

    @property
    def source(self) -> str:
        """Return the source of all data, for `provenance`."""
        return f"VASSAL module {self.title} {self.version}".strip()


@dataclass(frozen=True)
class RecordIds:
    """The ids of sides by their names, and of the copies of each counter."""

    sides: Mapping[str, str]
    units: Mapping[int, tuple[str, ...]]
    """The ids of a counter's copies, by the number of the counter."""
    markers: Mapping[int, tuple[str, ...]]
    """The ids of the markers of a counter without a side, by its number: one for each two faces."""

    @classmethod
    def of(cls, counters: ImportedCounters) -> RecordIds:
        """Give ids to the counters of a game; no two counters have the same."""
        ids, side_ids = UniqueIds(), UniqueIds()
        units: dict[int, tuple[str, ...]] = {}
        markers: dict[int, tuple[str, ...]] = {}
        for number, counter in enumerate(counters.counters):
            if counter.side is None:
                pairs = range(0, len(counter.faces), 2)
                markers[number] = tuple(ids.new_id(counter.name, "marker") for _ in pairs)
            else:
                units[number] = tuple(ids.new_id(counter.name, "unit") for _ in range(counter.copies))
        return cls({side: side_ids.new_id(side, "side") for side in counters.sides}, units, markers)
