"""Check the map: terrain, hexsides, lines, places."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.check_context import CheckContext, can_hold_together
from hexwright.load.check_line_ends import check_line_ends
from hexwright.load.value_spans import Path, list_name
from hexwright.model.hex_map import HexLine, LineExit
from hexwright.model.ids import HexId, Hexside
from hexwright.support.message_wording import did_you_mean, join_with_or, quote

_LETTERS = 2
"""Maximum number of letters on the disc of a feature drawn as `letters`."""


def check_map(check: CheckContext) -> None:
    """Report errors in map.yaml that concern several entries."""
    _style(check)
    grid = check.grid
    if grid is None:
        return
    _absent(check)
    _terrain(check)
    _edges(check, grid)
    _places(check)
    _keys(check)
    for feature in check.game.hexmap.hexsides:
        _hexsides(check, grid, feature.id)
    for line_feature in check.game.hexmap.lines:
        for line in line_feature.lines:
            _line(check, grid, line, ("hexmap", "lines", line_feature.id, "lines", line.id))
    check_line_ends(check, grid)


def _style(check: CheckContext) -> None:
    style = check.game.hexmap.style
    if style is None or not check.was_read_whole("counters", "palettes"):
        return
    known = [palette.id for palette in check.game.counters.palettes]
    for role, name in style.colours.items():
        which = name.split(".")[1] if name.startswith("palette.") else None
        if which is not None and which not in known:
            check.error(
                "R001",
                f"there is no palette {quote(which)}",
                check.spans.value("hexmap", "style", "colours", role),
                did_you_mean(which, known, "palettes")
                if known
                else "write the palette under 'palettes' in counters.yaml",
            )


def _absent(check: CheckContext) -> None:
    declared = check.game.hexmap.grid
    if not declared.absent:
        return
    rectangle = set(HexGrid.of(dataclasses.replace(declared, absent=())).hexes)
    for position, hex_id in enumerate(declared.absent):
        if hex_id not in rectangle:
            check.error(
                "M016",
                f"hex {quote(hex_id)} is listed as absent, but the grid has no such hex",
                check.spans.value("hexmap", "grid", "absent", position),
                "delete the hex from 'absent', or correct the numbering",
            )


def _terrain(check: CheckContext) -> None:
    kinds = check.game.hexmap.terrain
    default = [kind for kind in kinds if not kind.hexes]
    known = all(check.was_read_whole("hexmap", "terrain", kind.id, "hexes") for kind in default)
    if len(default) != 1 and known and check.unread.knows_ids(("hexmap", "terrain")):
        check.error(
            "M012",
            "every terrain has 'hexes', so the remaining hexes have no terrain"
            if not default
            else (
                f"{join_with_or((k.id for k in default), 'and')} lack 'hexes'; only one terrain can fill the "
                "remaining hexes"
            ),
            check.spans.key("hexmap", "terrain", *(k.id for k in default[1:2])),
            "omit 'hexes' for the terrain that fills the rest of the map, and only there",
        )
    owner: dict[HexId, str] = {}
    for kind in kinds:
        for position, hex_id in enumerate(kind.hexes):
            if not check.on_map(hex_id):
                continue
            before = owner.setdefault(hex_id, kind.id)
            if before != kind.id:
                check.error(
                    "M009",
                    f"hex {hex_id} is in two terrains, {quote(before)} and {quote(kind.id)}",
                    check.spans.value("hexmap", "terrain", kind.id, "hexes", position),
                    "delete the hex from one of the two terrains",
                )


def _edges(check: CheckContext, grid: HexGrid) -> None:
    for edge in check.game.hexmap.edges:
        for position, hex_id in enumerate(edge.hexes):
            if hex_id in grid and len(grid.neighbours(hex_id)) == 6:
                check.error(
                    "M017",
                    f"hex {hex_id} is not at the edge of the map: it has hexes on all six sides",
                    check.spans.value("hexmap", "edges", edge.id, "hexes", position),
                    "delete the hex from the edge, or correct its number",
                )


def _places(check: CheckContext) -> None:
    first: dict[HexId, str] = {}
    for place in check.game.hexmap.places:
        read = check.was_read_whole("hexmap", "places", place.id, "kind")
        if place.kind == "name" or not read or not check.on_map(place.hex):
            continue
        before = first.setdefault(place.hex, place.id)
        if before != place.id:
            check.error(
                "M011",
                f"two places are in hex {place.hex}: {quote(before)} and {quote(place.id)}",
                check.spans.value("hexmap", "places", place.id, "hex"),
                "move one of the places, or write 'kind: name' for a place that is only a label",
            )


def _keys(check: CheckContext) -> None:
    for feature in check.game.hexmap.features:
        for group in feature.groups if feature.art == "letters" else ():
            if len(group.id) > _LETTERS:
                check.error(
                    "M020",
                    f"the id of group {quote(group.id)} of feature {quote(feature.id)} has {len(group.id)} "
                    f"letters",
                    check.spans.key("hexmap", "features", feature.id, "groups", group.id),
                    f"write an id of one or two letters, such as '{group.id[0]}'; the group's 'name' may "
                    f"be longer",
                )


def _hexsides(check: CheckContext, grid: HexGrid, feature_id: str) -> None:
    feature = next(f for f in check.game.hexmap.hexsides if f.id == feature_id)
    seen: dict[Hexside, list[tuple[str, Mapping[str, str], int]]] = {}
    for line in feature.lines:
        for position, text in enumerate(line.hexsides):
            path: Path = ("hexmap", "hexsides", feature_id, "lines", line.id, "hexsides", position)
            if check.unread.covers(path):
                continue
            side = _hexside(check, grid, text, path)
            if side is None:
                continue
            span = check.spans.value(*path)
            for other, when, row in seen.get(side, ()):
                if can_hold_together(when, line.option):
                    check.error(
                        "M004",
                        f"hexside {side} is listed twice for {quote(feature_id)}: "
                        f"in {quote(other)}, line {row}, and in {quote(line.id)}",
                        span,
                        "delete one of the two entries",
                    )
                    break
            seen.setdefault(side, []).append((line.id, line.option, span.line))


def _hexside(check: CheckContext, grid: HexGrid, text: str, path: Path) -> Hexside | None:
    span = check.spans.value(*path)
    try:
        side = Hexside.parse(text)
    except ValueError:
        named = {HexId(part.strip()) for part in text.split("/") if part.strip()}
        if len(named) == 1 and named <= set(grid.hexes):
            alone = next(iter(named))
            count = "the same hex twice" if text.count(alone) > 1 else "only one hex"
            hint = f"write a '/' and the hex on the other side: {check.neighbours(alone)}"
            cause = f"{list_name(path)} contains hexsides with {count}"
            check.error("M002", f"hexside {quote(text)} has {count}", span, hint, cause)
        else:
            two = [part for part in re.findall(r"\w+", text) if part in grid]
            if len(two) == 2:
                hint = f"write {two[0]}/{two[1]}"
            else:
                a, b = grid.hexsides[0].first, grid.hexsides[0].second
                hint = f"write the two hexes with a '/' between them, such as {a}/{b}"
            cause = f"{list_name(path)} contains entries that aren't hexsides"
            check.error("M002", f"{quote(text)} is not a hexside", span, hint, cause)
        return None
    off = [hex_id for hex_id in (side.first, side.second) if hex_id not in grid]
    for hex_id in off:
        whole = side.second if hex_id == side.first else side.first
        way = next((d for d in grid.directions if d == hex_id.lower()), None)
        beyond = grid.neighbour(whole, way) if way is not None and whole in grid else None
        check.error(
            "M001",
            f"hex {quote(hex_id)} of hexside {quote(text)} is not on the map",
            span,
            check.hex_hint(hex_id) if beyond is None else f"write {whole}/{beyond}",
            f"{list_name(path)} contains hexes that are not on the map",
        )
    if off:
        return None
    if not grid.adjacent(side.first, side.second):
        check.error(
            "M003",
            f"hexes {side.first} and {side.second} aren't adjacent, so there is no hexside between them",
            span,
            f"{check.neighbours(side.first)}; {check.neighbours(side.second)}",
            f"{list_name(path)} contains hexsides between hexes that aren't adjacent",
        )
        return None
    return side


def _line(check: CheckContext, grid: HexGrid, line: HexLine, path: Path) -> None:
    if len(line.path) < 2 and not line.exits and check.was_read_whole(*path):
        check.error(
            "M015",
            f"line {quote(line.id)} is too short: its path has fewer than two hexes and no exit",
            check.spans.key(*path, "path"),
            "write the hexes that the line runs through, in order",
        )
    _gaps(check, grid, line, path)
    for number, exit_ in enumerate(line.exits):
        at = (*path, "exits", number)
        if check.was_read_whole(*at) and check.was_read_whole(*path, "path"):
            _exit(check, grid, line, exit_, at)


def _gaps(check: CheckContext, grid: HexGrid, line: HexLine, path: Path) -> None:
    for position, (a, b) in enumerate(zip(line.path, line.path[1:], strict=False)):
        if a not in grid or b not in grid or grid.adjacent(a, b):
            continue
        if a == b:
            message, hint = f"hex {a} appears twice in a row in the path", "delete one of the two entries"
        else:
            message = f"the path has a gap between {a} and {b}, which aren't adjacent"
            hint = _bridge(check, grid, a, b)
        at = (*path, "path", position + 1)
        check.error("M005", message, check.spans.value(*at), hint, f"{list_name(at)} has gaps")


def _exit(check: CheckContext, grid: HexGrid, line: HexLine, exit_: LineExit, at: Path) -> None:
    if line.path and exit_.hex not in (line.path[0], line.path[-1]):
        check.error(
            "M006",
            f"the line leaves the map at {exit_.hex}, which isn't an end of its path",
            check.spans.value(*at, "hex"),
            f"write an end of the path: {join_with_or(dict.fromkeys((line.path[0], line.path[-1])))}",
        )
        return
    if exit_.hex not in grid:
        return
    if exit_.direction not in grid.directions:
        check.error(
            "M008",
            f"a {grid.grid.orientation}-topped hex has no hexside {quote(exit_.direction)}",
            check.spans.value(*at, "direction"),
            f"write {join_with_or(grid.directions)}",
        )
        return
    beyond = grid.neighbour(exit_.hex, exit_.direction)
    if beyond is not None:
        free = [d for d in grid.directions if grid.neighbour(exit_.hex, d) is None]
        check.error(
            "M007",
            f"the line can't leave the map from {exit_.hex} by {quote(exit_.direction)}: hex {beyond} lies "
            "beyond that hexside",
            check.spans.value(*at, "direction"),
            f"write an open hexside of {exit_.hex}: {join_with_or(free)}"
            if free
            else f"write another hex: {exit_.hex} is not at the edge of the map",
        )


def _bridge(check: CheckContext, grid: HexGrid, a: HexId, b: HexId) -> str:
    between = [h for h in grid.neighbours(a).values() if h in grid.neighbours(b).values()]
    if between:
        return f"insert {join_with_or(between)} between the two hexes"
    return f"{check.neighbours(a)}; {check.neighbours(b)}"
