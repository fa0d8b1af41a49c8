"""Keep the valid parts of a game with errors, so that a designer sees the map while correcting it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from hexwright.diagnostics.diagnostic import DiagnosticReport, Severity, Span
from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.game_loading import LoadedGame
from hexwright.load.project_folder import Project
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_readers import build_partial_record
from hexwright.load.unread_values import UnreadValues
from hexwright.load.value_spans import Path, ValueSpans
from hexwright.load.yaml_tree import SourceFile, YamlNode, parse
from hexwright.model.charts import Charts
from hexwright.model.game import Game
from hexwright.model.hex_map import HexLine, HexMap, Terrain
from hexwright.model.ids import HexId
from hexwright.model.picture_references import with_sound_pictures

_GROUND: Final = Terrain("clear", "Clear", "clear")


def keep_valid_entries(project: Project, loaded: LoadedGame) -> Game:
    """Return a game without its invalid entries; the result has at least the grid."""
    game, unread, spans = loaded.game, loaded.unread, loaded.spans
    if unread.covers(("hexmap",)):
        file = project.display(project.folder(game.slug) / "map.yaml")
        hexmap, unread, spans = _before_the_fault(file, loaded)
        game = replace(game, hexmap=hexmap)
    errors = frozenset(
        found.span
        for found in loaded.diagnostics
        if found.severity is Severity.ERROR and found.span is not None and found.span.line
    )
    cut: Game = _InvalidEntryRemover(unread, spans, errors).cut(game, ())
    # Sides with a faulty colour are kept, because too much depends on sides.
    kept = replace(cut, info=game.info)
    if not any(not terrain.hexes for terrain in kept.hexmap.terrain):
        free = next(
            (
                t
                for t in game.hexmap.terrain
                if not t.hexes and unread.was_read_whole(("hexmap", "terrain", t.id))
            ),
            _GROUND,
        )
        kept = replace(kept, hexmap=replace(kept.hexmap, terrain=(free, *kept.hexmap.terrain)))
    return _with_valid_art(_with_unbroken_lines(kept), loaded, errors)


def grid_only_game(game: Game) -> Game:
    """Return a game without any content except the numbered grid."""
    grid = game.hexmap.grid
    hexmap = HexMap(game.hexmap.title, game.hexmap.provenance, grid, (_GROUND,), game.hexmap.km_per_hex)
    charts = Charts(game.charts.provenance)
    counters = replace(game.counters, units=(), markers=())
    rules = replace(game.rules, sequence=())
    return replace(game, hexmap=hexmap, charts=charts, counters=counters, rules=rules)


def _before_the_fault(file: str, loaded: LoadedGame) -> tuple[HexMap, UnreadValues, ValueSpans]:
    """Read the keys of a map file that are complete before its syntax error."""
    lines = loaded.sources.get(file, b"").decode("utf-8", "replace").split("\n")
    spans = (found.span for found in loaded.diagnostics)
    broken = min((span.line for span in spans if span is not None and span.file == file), default=0)
    begins = [n for n, line in enumerate(lines[: max(broken - 1, 0)]) if line and line[0] not in " \t#-"]
    tree: YamlNode | None = None
    source = SourceFile(file, b"")
    while tree is None and begins:
        # The last key before the error contains it.
        source = SourceFile(file, "\n".join(lines[: begins.pop()]).encode())
        tree = parse(source, DiagnosticReport())
    reading = ReaderContext(source, DiagnosticReport(), ValueSpans(), {}, UnreadValues())
    return build_partial_record(HexMap, tree, ("hexmap",), reading), reading.unread, reading.spans


class _InvalidEntryRemover:
    """A visitor that removes invalid entries."""

    def __init__(self, unread: UnreadValues, spans: ValueSpans, errors: frozenset[Span]) -> None:
        self.unread = unread
        self.spans = spans
        self.errors = errors

    def cut(self, value: Any, path: Path) -> Any:
        if isinstance(value, tuple):
            entries = [(entry, (*path, getattr(entry, "id", n))) for n, entry in enumerate(value)]
            return tuple(self.cut(entry, at) for entry, at in entries if self.is_valid(entry, at))
        if isinstance(value, Mapping):
            return {k: self.cut(v, (*path, k)) for k, v in value.items() if self.is_valid(v, (*path, k))}
        if isinstance(value, HexLine):
            # A path with a missing hex would change; it is split at the gap.
            return value
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            parts = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
            # A field of a record can't be left out; a faulty one already has a placeholder.
            return replace(value, **{name: self.cut(part, (*path, name)) for name, part in parts.items()})
        return value

    def is_valid(self, entry: Any, path: Path) -> bool:
        """Return whether an entry of a list can stay; lists inside the entry are checked separately."""
        if self.unread.covers(path) or self.errors & {self.spans.value(*path), self.spans.key(*path)}:
            return False
        if not dataclasses.is_dataclass(entry):
            return True
        parts = [(field.name, getattr(entry, field.name)) for field in dataclasses.fields(entry)]
        return all(
            self.is_valid(part, (*path, name))
            for name, part in parts
            if name != "id" and not isinstance(part, tuple | Mapping)
        )


def _with_unbroken_lines(game: Game) -> Game:
    """Return the game with roads and railways split where hexes aren't adjacent or aren't on the map."""
    grid = HexGrid.of(game.hexmap.grid)
    lines = tuple(
        replace(feature, lines=tuple(part for line in feature.lines for part in _parts(line, grid)))
        for feature in game.hexmap.lines
    )
    return replace(game, hexmap=replace(game.hexmap, lines=lines))


def _parts(line: HexLine, grid: HexGrid) -> Iterator[HexLine]:
    """Yield the parts of a line in which each hex is adjacent to the previous one, with their exits."""
    runs: list[list[HexId]] = [[]]
    for hex_id in line.path:
        if hex_id not in grid or (runs[-1] and not grid.adjacent(runs[-1][-1], hex_id)):
            runs.append([])
        if hex_id in grid:
            runs[-1].append(hex_id)
    for number, run in enumerate(runs):
        exits = tuple(
            leaving
            for leaving in line.exits
            if run and leaving.hex in (run[0], run[-1]) and leaving.direction in grid.directions
            if grid.neighbour(leaving.hex, leaving.direction) is None
        )
        if len(run) > 1 or exits:
            yield replace(line, id=f"{line.id}-{number}", path=tuple(run), exits=exits)


def _with_valid_art(game: Game, loaded: LoadedGame, errors: frozenset[Span]) -> Game:
    """Return the game without those of its own pictures that are missing or invalid."""
    refused = {span.file for span in errors}
    files = {file for file in loaded.sources if file not in refused}
    return with_sound_pictures(game, lambda name: any(file.endswith("/" + name) for file in files))
