"""Name the windows of a module: its map, each side's forces, its charts by title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.charts import Charts, TurnTrack
from hexwright.model.game import Game, Side

Path = tuple[str | int, ...]

MAP: Final = "Map"
TERRAIN_EFFECTS: Final = "Terrain effects"
SEQUENCE: Final = "Sequence of play"
WEATHER: Final = "Weather"
HITS: Final = "Hits by one roll"


def forces(side: Side) -> str:
    """Return the name of the window that holds a side's units for a free set-up."""
    return f"{side.name} forces"


def turn_record(timetable: TurnTrack) -> str:
    """Return the title of a turn track."""
    return f"Turn record: {timetable.name}"


def chart_titles(game: Game) -> Iterator[tuple[str, Path]]:
    """Yield the titles of all charts in order, each with its path in the data."""
    data = game.charts
    tables = data.combat.all if data.combat is not None else {}
    for name, one in tables.items():
        yield one.name, ("charts", "combat", *(("alternate_tables", name) if name else ()), "name")
    if data.terrain_effects:
        yield TERRAIN_EFFECTS, ("charts", "terrain_effects")
    if game.rules.sequence:
        yield SEQUENCE, ("rules", "sequence")
    if data.weather:
        yield WEATHER, ("charts", "weather")
    for timetable in data.turn_tracks:
        yield turn_record(timetable), ("charts", "turn_tracks", timetable.id, "name")
    for table in data.tables:
        yield table.name, ("charts", "tables", table.id, "name")
    if data.hit_tables:
        yield HITS, ("charts", "hit_tables")
    yield from _plain_titles(data)


def _plain_titles(data: Charts) -> Iterator[tuple[str, Path]]:
    """Yield the titles of charts that rules don't use."""
    for overview in data.text_tables:
        yield overview.name, ("charts", "text_tables", overview.id, "name")
    for victory in data.victory:
        yield victory.name, ("charts", "victory", victory.id, "name")
    for card in data.pictures:
        yield card.name, ("charts", "pictures", card.id, "name")
