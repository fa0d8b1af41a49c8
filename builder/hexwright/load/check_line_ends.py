"""Check that rivers, railways and roads lead somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexwright.diagnostics.diagnostic import advice_diagnostic
from hexwright.geometry.line_ends import End, open_line_ends, open_river_ends
from hexwright.load.check_context import CheckContext
from hexwright.support.message_wording import quote

if TYPE_CHECKING:
    from hexwright.geometry.hexgrid import HexGrid

_WAY_ON: Final[dict[End, str]] = {
    "source": "write its 'source', such as 'source: spring', the hexes up to a lake in 'source_hexes', or "
    "the hexsides that are missing",
    "mouth": "write the hexsides that are missing, the hexes down to a lake or river in 'mouth_hexes', or "
    "its 'mouth'",
}


def check_line_ends(check: CheckContext, grid: HexGrid) -> None:
    """Advise on rivers that end away from water and the map's edge, and on tracks that end in open land."""
    if check.report.has_errors:
        return  # an end may be open only because of a faulty entry
    hexmap = check.game.hexmap
    for feature, line, end, side in open_river_ends(grid, hexmap):
        verb = "begins" if end == "source" else "ends"
        found = advice_diagnostic(
            "M024",
            f"river {quote(line.name or line.id)} {verb} at {side}, away from water and the map's edge",
            check.spans.key("hexmap", "hexsides", feature, "lines", line.id),
            _WAY_ON[end],
        )
        check.report.add(found)
    for feature, way, position in open_line_ends(grid, hexmap):
        found = advice_diagnostic(
            "M025",
            f"line {quote(way.name or way.id)} ends in open land at {way.path[position]}",
            check.spans.key("hexmap", "lines", feature, "lines", way.id),
            "write the hexes up to a place or to the map's edge, with an exit there",
        )
        check.report.add(found)
