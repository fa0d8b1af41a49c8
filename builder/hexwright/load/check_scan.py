"""Check that the hexes of a scanned map lie where its pixels say."""

from __future__ import annotations

from hexwright.diagnostics.diagnostic import display_path
from hexwright.geometry.hex_layout import Layout
from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.scan_fit import MAX_RESIDUAL, MAX_STRETCH, ScanFit, fit_scan
from hexwright.load.check_context import CheckContext
from hexwright.model.hex_map import HexMap, PixelArea
from hexwright.model.ids import HexId
from hexwright.model.picture_references import MAP_PICTURE
from hexwright.sanitize import is_raster, read_raster_info
from hexwright.support.message_wording import count_noun, quote

_HERE = ("hexmap", "scan")
_MORE = "give the pixels of two or more hexes that are far apart, or one hex with 'hex_px'"


def check_scan(check: CheckContext) -> None:
    """Report errors in `scan` of map.yaml. The map's picture must have been read and checked."""
    hexmap, grid, picture = check.game.hexmap, check.grid, _sound_picture(check)
    scan = hexmap.scan
    for box in hexmap.boxes:
        if scan is None and box.on_scan is not None:
            check.error(
                "M026",
                f"box {quote(box.id)} has 'on_scan', but the map has no scan",
                check.spans.key("hexmap", "boxes", box.id, "on_scan"),
                "delete 'on_scan', or write 'scan'",
            )
    if scan is None or grid is None or not check.was_read_whole(*_HERE):
        return
    if not hexmap.picture or (picture is not None and not is_raster(picture)):
        named = "isn't made of pixels" if hexmap.picture else "is missing"
        check.error(
            "M021",
            f"a scan needs a picture, but 'picture' {named}",
            check.spans.key(*_HERE),
            "write 'picture' with the name of a PNG, JPEG or WebP file, or delete 'scan'",
        )
        return
    if any(hex_id not in grid for hex_id in scan.hexes):
        return  # it was already reported
    if len(scan.hexes) > 1 and (scan.hex_px is not None or scan.rotation):
        extra = "hex_px" if scan.hex_px is not None else "rotation"
        check.error(
            "M021",
            f"{quote(extra)} and {len(scan.hexes)} hexes both tell the size and position of the scan",
            check.spans.key(*_HERE, extra),
            f"delete {quote(extra)}, or all hexes but one",
        )
        return
    fit = fit_scan(Layout(grid, hexmap.grid.hex_mm), scan)
    if fit is None:
        check.error(
            "M021",
            f"{count_noun(len(scan.hexes), 'hex')} can't tell the size and position of the scan",
            check.spans.value(*_HERE, "hexes"),
            _MORE,
        )
    elif _fits(check, fit, grid, hexmap) and picture is not None:
        _covers(check, fit, grid, picture)
        _check_areas(check, picture)


def _sound_picture(check: CheckContext) -> bytes | None:
    """Return the map's picture, or None if there is none or it has errors."""
    name = check.game.hexmap.picture
    span = check.spans.value(*MAP_PICTURE)
    if not name or any(found.span == span for found in check.report):
        return None
    return check.sources.get(display_path(check.art / name, check.root))


def describe_fit(hexmap: HexMap) -> str:
    """Return a sentence about a scanned map's fit; "" if the map has no valid scan."""
    if hexmap.scan is None:
        return ""
    fit = fit_scan(Layout(HexGrid.of(hexmap.grid), hexmap.grid.hex_mm), hexmap.scan)
    if fit is None:
        return ""
    wide = fit.transform.px_per_mm * hexmap.grid.hex_mm
    near = (
        f"{count_noun(len(fit.residuals), 'hex')}, the farthest {fit.residual:.1f} pixels from its place"
        if len(fit.residuals) > 2
        else f"{count_noun(len(fit.residuals), 'hex')}, too few to tell errors"
    )
    turned = fit.transform.rotation
    way = "" if abs(turned) < 0.005 else f", turned by {turned:.2f}°"
    return f"scan: {near}; a hex is {wide:.1f} pixels wide{way}"


def _fits(check: CheckContext, fit: ScanFit, grid: HexGrid, hexmap: HexMap) -> bool:
    """Return whether the hexes lie near their pixels; report the worst if they don't."""
    wide = fit.transform.px_per_mm * hexmap.grid.hex_mm
    if fit.transform.determinant < 0 or fit.transform.stretch > MAX_STRETCH:
        how = "mirrored" if fit.transform.determinant < 0 else f"stretched {fit.transform.stretch:.2f} times"
        check.error(
            "M022",
            f"these hexes fit only a map that is {how}",
            check.spans.value(*_HERE, "hexes"),
            "correct the pixels, or 'orientation', 'shifted', 'corner' and the numbering of the grid",
        )
        return False
    if fit.residual <= MAX_RESIDUAL * wide:
        return True
    remedy = (
        "correct its pixel or that of another hex, or 'shifted' and the numbering of the grid; "
        f"'hexwright render --in-spite-of-errors' draws the grid over the scan ({CHECK_PICTURE})"
    )
    if len(fit.residuals) == 3:
        remedy += "; a fourth hex lets the scales across and down differ"
    check.error(
        "M022",
        f"hexes lie up to {fit.residual:.1f} pixels from their places in the grid that fits best, probably "
        f"because of {quote(fit.suspect)}; "
        f"the limit is {MAX_RESIDUAL * wide:.1f} ({MAX_RESIDUAL:.0%} of a hex)",
        check.spans.key(*_HERE, "hexes", fit.suspect),
        remedy,
    )
    return False


def _check_areas(check: CheckContext, picture: bytes) -> None:
    """Report areas of the scan that are turned around, or lie outside the picture."""
    scan, size = check.game.hexmap.scan, read_raster_info(picture)
    areas: list[tuple[tuple[str, ...], PixelArea | None]] = [
        ((*_HERE, "shown"), scan.shown if scan else None)
    ]
    areas += [(("hexmap", "boxes", box.id, "on_scan"), box.on_scan) for box in check.game.hexmap.boxes]
    for path, area in areas:
        if area is None or not check.was_read_whole(*path):
            continue
        left, top, right, bottom = area
        if not (0 <= left < right <= size.width and 0 <= top < bottom <= size.height):
            check.error(
                "M026",
                f"{quote(path[-1])} isn't an area of the scan of {size.width} × {size.height} pixels",
                check.spans.value(*path),
                "write left, top, right and bottom in pixels, such as [0, 0, 1200, 800]",
            )


CHECK_PICTURE = "scan-check.jpg"
"""The file that `render` writes with the grid over the scan."""


def _covers(check: CheckContext, fit: ScanFit, grid: HexGrid, picture: bytes) -> None:
    """Warn of hexes that the scan doesn't show."""
    size = read_raster_info(picture)
    layout = Layout(grid, check.game.hexmap.grid.hex_mm)

    def is_outside(hex_id: HexId) -> bool:
        at = fit.transform.apply(layout.centre(hex_id))
        # The centre of a half hex is on the edge.
        return not (-1 <= at.x <= size.width + 1 and -1 <= at.y <= size.height + 1)

    outside = [hex_id for hex_id in grid if is_outside(hex_id)]
    if outside:
        rest = f" and {len(outside) - 1} more lie" if len(outside) > 1 else " lies"
        check.report.warning(
            "M023",
            f"hex {quote(outside[0])}{rest} outside the scan of {size.width} × {size.height} pixels",
            check.spans.value(*_HERE, "hexes"),
            "correct the pixels, or the grid's columns and rows; hexes outside the scan show plain ground",
        )
