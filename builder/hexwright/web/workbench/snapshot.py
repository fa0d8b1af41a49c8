"""A game as its files are now: read, checked and drawn; and what differs between two such readings."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from time import process_time

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Severity
from hexwright.load.game_loading import LoadedGame, Project, load_game_despite_errors
from hexwright.model.game import Game
from hexwright.model.hex_map import HexMap
from hexwright.pipeline.game_findings import findings_of
from hexwright.render.charts.crt_chart import result_kind
from hexwright.render.check_drawings import check_drawings
from hexwright.render.fonts import missing_glyphs
from hexwright.render.theme import Theme
from hexwright.web.play.game_facts import game_facts
from hexwright.web.play.json_values import Json
from hexwright.web.workbench.board_pictures import BoardDrawer, BoardPictures, DrawnBoard, draw_pictures


@dataclass(frozen=True)
class Snapshot:
    """A game as its files are now."""

    loaded: LoadedGame | None
    """None if the files can't be read at all."""
    findings: tuple[Diagnostic, ...]
    pictures: BoardPictures | None
    board: DrawnBoard | None
    """The map; None if it is still being drawn, or nothing can be drawn."""
    facts: Json
    """The game's facts for the page; empty if there is no picture."""
    seconds: float
    """The time that reading, checking and drawing took, in seconds of processor."""
    fault: str = ""
    """What a fault of hexwright left undone, in one line; empty if it did all."""

    @property
    def sound(self) -> Game | None:
        """Return the game, if it has no errors."""
        failed = any(found.severity is Severity.ERROR for found in self.findings)
        return self.loaded.game if self.loaded is not None and not failed else None


def take_snapshot(
    project: Project,
    slug: str,
    options: Mapping[str, str],
    theme: Theme,
    drawer: BoardDrawer | None = None,
    *,
    at_once: bool = True,
) -> Snapshot:
    """Read, check and draw a game.

    The map of `drawer` is used if it still holds. If it has to be drawn anew, it is left out, unless it is
    wanted `at_once`, or the game has errors.
    """
    drawer = drawer or BoardDrawer()
    begin = process_time()
    try:
        loaded = load_game_despite_errors(
            project, slug, options, glyph_faults=missing_glyphs, sheet_faults=check_drawings
        )
    except InputError as faults:
        return Snapshot(None, tuple(faults.diagnostics), None, None, {}, process_time() - begin)
    found = tuple(sorted(findings_of(loaded), key=lambda one: (one.severity.rank, one.sort_key)))
    prefix = project.display(project.art(slug)) + "/"
    art = {
        name.removeprefix(prefix): data for name, data in loaded.sources.items() if name.startswith(prefix)
    }
    try:
        pictures = draw_pictures(project, loaded, theme, art, drawer.draw)
        board = drawer.draw(pictures) if at_once or loaded.failed else drawer.known(pictures)
    except Exception:
        if not loaded.failed:
            raise
        return Snapshot(loaded, found, None, None, {}, process_time() - begin)
    frame = pictures.plan.frame
    facts = game_facts(
        pictures.game,
        pictures.plan.layout,
        (frame.x, frame.y, frame.width, frame.height),
        _result_kinds(pictures.game),
    )
    return Snapshot(loaded, found, pictures, board, facts, process_time() - begin)


def _result_kinds(game: Game) -> dict[str, str]:
    """Return the kind of each combat result: attacker, exchange, none, retreat, loss or eliminated."""
    table = game.charts.combat
    effects = game.rules.combat.effects if game.rules.combat is not None else {}
    return {one.id: result_kind(one.id, effects.get(one.id)) for one in (table.results if table else ())}


def changes_between(old: Snapshot, new: Snapshot) -> Json:
    """Return what a page has to draw anew: places of the map, hexes, counter faces, charts, the game's facts.

    `places` is null if all of the map has changed; `drawing` says that the new map comes later.
    """
    before, after = old.pictures, new.pictures
    if before is None or after is None:
        return {"map": True, "places": None, "hexes": [], "counters": [], "charts": True, "facts": True}
    moved = new.board is not None and (old.board is None or old.board.digest != new.board.digest)
    redrawn = new.board is not old.board
    places = new.board.changed_from(old.board) if redrawn and new.board and old.board else None
    return {
        "map": moved,
        "places": None if places is None else [[box.x, box.y, box.width, box.height] for box in places],
        "hexes": _changed_hexes(before.game, after.game),
        "counters": [
            name
            for name, digest in after.counter_digests.items()
            if before.counter_digests.get(name) != digest
        ],
        "charts": before.board_key != after.board_key,
        "facts": old.facts != new.facts,
    }


def _changed_hexes(old: Game, new: Game) -> list[str]:
    """Return the hexes about which the map's data differ, sorted."""
    before, after = _hex_records(old), _hex_records(new)
    return sorted(h for h in before.keys() | after.keys() if before.get(h) != after.get(h))


def _hex_records(game: Game) -> dict[str, set[object]]:
    """Return what the map's data contain about each hex."""
    found: dict[str, set[object]] = {}
    for hex_id, *what in _hex_facts(game.hexmap):
        found.setdefault(str(hex_id), set()).add(tuple(what))
    return found


def _hex_facts(hexmap: HexMap) -> Iterator[tuple[object, ...]]:
    """Yield each fact of the map as a tuple; the hex that it is about comes first."""
    yield from ((h, "terrain", terrain.id) for terrain in hexmap.terrain for h in terrain.hexes)
    groups = ((feature.id, group) for feature in hexmap.features for group in feature.groups)
    yield from ((h, "feature", feature, group.id) for feature, group in groups for h in group.hexes)
    courses = ((kind.id, course) for kind in hexmap.hexsides for course in kind.lines)
    sides = ((kind, course.id, side) for kind, course in courses for side in course.hexsides)
    yield from ((end, "hexside", *fact) for fact in sides for end in fact[-1].split("/"))
    for lines in hexmap.lines:
        for here, there in (step for line in lines.lines for step in pairwise(line.path)):
            yield here, "line", lines.id, there
            yield there, "line", lines.id, here
    yield from ((place.hex, *dataclasses.astuple(place)[:4]) for place in hexmap.places)
