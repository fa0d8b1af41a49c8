"""Draw the parts of the sheet around the map: frame, edge names, title, scale bar, north arrow, credits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.hex_map import Edge
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_palette import readable_colour
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, fitting_size, text_width
from hexwright.render.map.ground.aged_paper import aged_paper
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.sheet.sheet_plan import (
    COMPASS,
    CREDITS_LEADING,
    CREDITS_SIZE,
    FRAME_BAND,
    TITLE_LEADING,
    SheetPlan,
    title_lines,
)
from hexwright.render.side_emblems import emblem_path
from hexwright.render.theme import FINE, HEAVY, MEDIUM, Theme


def draw_paper(canvas: Canvas, theme: Theme, plan: SheetPlan, bleed: float = 0.0) -> None:
    """Paint the paper around the map. It covers everything that was drawn beyond the neatline.

    The paper continues `bleed` mm beyond the sheet, and nothing else does.
    """
    sheet = plan.sheet.inset(-bleed)
    ring = combine_paths([Path.rectangle(sheet), Path.rectangle(plan.field)])
    canvas.path(ring, Style(fill=theme.sheet, even_odd=True))
    if theme.look.aged_paper:
        for part in aged_paper(theme, sheet, plan.frame):
            canvas.image(part.box, part.data, soft=True)


def draw_frame(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan) -> None:
    """Draw the frame with the names of the map's edges."""
    band = combine_paths([Path.rectangle(plan.frame), Path.rectangle(plan.field)])
    canvas.path(band, Style(fill=theme.panel_dark, even_odd=True))
    canvas.path(Path.rectangle(plan.frame.inset(HEAVY / 2)), Style(stroke=theme.ink, width=HEAVY))
    canvas.path(Path.rectangle(plan.frame.inset(1.35)), Style(stroke=theme.ink, width=FINE))
    canvas.path(Path.rectangle(plan.field), Style(stroke=theme.ink, width=MEDIUM))
    for edge in game.hexmap.edges:
        _edge(canvas, game, theme, plan, edge)


def _edge(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan, edge: Edge) -> None:
    centres = [plan.layout.centre(hex_id) for hex_id in edge.hexes if hex_id in plan.layout.grid]
    if not centres:
        return
    around = Box.around(centres)
    middle, field = around.centre, plan.field
    side = next((s for s in game.info.sides if s.id == edge.side), None)
    colour = readable_colour(theme.accent(side), theme.panel_dark)
    text = edge.name if side is None else f"{edge.name} · {side.name}"
    span = plan.field.height if around.height >= around.width else plan.field.width
    size = fitting_size(text.upper(), FontFace.SANS_SEMIBOLD, 2.9, span - 2 * len(text) * 0.45)
    cap = face_metrics(FontFace.SANS_SEMIBOLD).cap_height * size
    away = {
        "west": middle.x - field.x,
        "east": field.right - middle.x,
        "north": middle.y - field.y,
        "south": field.bottom - middle.y,
    }
    upright = around.height >= around.width
    choices = ("west", "east") if upright else ("north", "south")
    where = min(choices, key=lambda c: away[c])
    width = text_width(text.upper(), FontFace.SANS_SEMIBOLD, size, 0.45)
    if upright:
        x = field.x - FRAME_BAND / 2 if where == "west" else field.right + FRAME_BAND / 2
        turn = -90 if where == "west" else 90
        at = Point(x + (cap / 2 if where == "west" else -cap / 2), middle.y)
        ends = [Point(x, middle.y - width / 2 - 2.5), Point(x, middle.y + width / 2 + 2.5)]
        tips = [Point(x, max(around.y, field.y + 2)), Point(x, min(around.bottom, field.bottom - 2))]
    else:
        y = field.y - FRAME_BAND / 2 if where == "north" else field.bottom + FRAME_BAND / 2
        turn = 0
        at = Point(middle.x, y + cap / 2)
        ends = [Point(middle.x - width / 2 - 2.5, y), Point(middle.x + width / 2 + 2.5, y)]
        tips = [Point(max(around.x, field.x + 2), y), Point(min(around.right, field.right - 2), y)]
    with canvas.group(f"label:edge:{edge.id}"):
        canvas.text(at, text.upper(), FontFace.SANS_SEMIBOLD, size, colour, rotation=turn, spacing=0.45)
    for start, tip in zip(ends, tips, strict=True):
        _arrow(canvas, theme, start, tip, colour)


def _arrow(canvas: Canvas, theme: Theme, start: Point, tip: Point, colour: Colour) -> None:
    span = start.distance(tip)
    if span < 4:
        return
    way = (tip - start).scaled(1 / span)
    side = Point(-way.y, way.x)
    foot = tip - way.scaled(2.6)
    canvas.path(Path.line([start, foot]), Style(stroke=colour, width=MEDIUM))
    canvas.path(
        Path.line([tip, foot + side.scaled(0.9), foot - side.scaled(0.9)], closed=True),
        Style(fill=colour),
    )


def draw_title(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan) -> None:
    """Draw the title block: title, subtitle, period, scale bar and north arrow."""
    box = plan.title
    if not box.height:
        return
    canvas.path(Path.rectangle(box), Style(fill=theme.panel))
    canvas.path(Path.rectangle(box.inset(HEAVY / 2)), Style(stroke=theme.ink, width=HEAVY))
    _draw_cartouche(canvas, theme, box.inset(1.5))
    room = box.width - 10
    lines, size = title_lines(game, box.width)
    y = box.y + 3.4
    for line in lines:
        y += size * TITLE_LEADING * (0.92 if line is lines[0] else 1.0)
        canvas.text(Point(box.centre.x, y), line, FontFace.SERIF_BOLD, size, theme.ink)
    y += size * 0.1
    y += 2.4
    middle = Point(box.centre.x, y)
    rules = [
        Path.line([Point(box.x + 12, y), Point(middle.x - 2.6, y)]),
        Path.line([Point(middle.x + 2.6, y), Point(box.right - 12, y)]),
    ]
    canvas.path(combine_paths(rules), Style(stroke=theme.ink_quiet, width=FINE))
    canvas.path(emblem_path("diamond", middle, 0.9), Style(fill=theme.ink_quiet))
    for text, face, full in (
        (game.info.subtitle, FontFace.SERIF_ITALIC, 5.0),
        (game.info.period, FontFace.SERIF, 3.6),
    ):
        if text:
            size = fitting_size(text, face_with_glyphs(face, text), full, room)
            y += size * 1.12 + 0.5
            canvas.text(Point(box.centre.x, y), text, face_with_glyphs(face, text), size, theme.ink)
    _scale(canvas, game, theme, plan, Point(box.x + 6, box.bottom - 9.6))
    _north(canvas, theme, Point(box.right - 8.0, box.bottom - 2.6))


_MILE: Final = 1.609344
_YARD: Final = 0.0009144
_BAR: Final = 1.1
"""The height of a scale bar."""
_BESIDE: Final = 27.0
"""The width beside the scale bar that its last label and the north arrow need."""
_SMALL_SCALE: Final = 2.0
"""Below so many km a hex, the scale is in metres and yards."""


def _scale(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan, at: Point) -> None:
    """Draw a scale in kilometres above one in miles, or metres above yards; below it, the width of a hex.

    `at` is the left end of the line between the two.
    """
    km = game.hexmap.km_per_hex
    per_mm = km / plan.layout.hex_width
    fine = km < _SMALL_SCALE
    units = (("m", 0.001), ("yards", _YARD)) if fine else (("km", 1.0), ("miles", _MILE))
    room = plan.title.width - (at.x - plan.title.x) - _BESIDE
    for (unit, km_each), upper in zip(units, (True, False), strict=True):
        top = at.y - _BAR if upper else at.y
        base = at.y - _BAR - 0.9 if upper else at.y + _BAR + 2.6
        _bar(canvas, theme, Point(at.x, top), base, room, unit, per_mm / km_each)
    other = f"{km / _YARD:,.0f} yards" if fine else f"{km / _MILE:.3g} miles"
    note = f"1 hex = {f'{km * 1000:g} m' if fine else f'{km:g} km'} ({other})"
    below = Point(at.x, at.y + _BAR + 5.6)
    canvas.text(below, note, FontFace.SANS_ITALIC, 2.4, theme.ink_quiet, anchor="start")


def _bar(
    canvas: Canvas, theme: Theme, corner: Point, base: float, room: float, unit: str, per_mm: float
) -> None:
    """Draw one bar of a scale in four parts, as long as a round number allows, with its labels."""
    length = next((n for n in _round_lengths() if n / per_mm <= room), 1.0)
    long = length / per_mm
    for n in range(4):
        part = Box(corner.x + n * long / 4, corner.y, long / 4, _BAR)
        fill = theme.ink if n % 2 == 0 else theme.panel
        canvas.path(Path.rectangle(part), Style(fill=fill, stroke=theme.ink, width=FINE))
    for n in (0, 2, 4):
        text = f"{length * n / 4:g}" + (f" {unit}" if n == 4 else "")
        anchor: Anchor = "middle" if n < 4 else "start"
        canvas.text(Point(corner.x + n * long / 4, base), text, FontFace.SANS, 2.4, theme.ink, anchor=anchor)


def _round_lengths() -> Iterator[float]:
    for power in range(5, -4, -1):
        for digit in (8, 6, 4, 2, 1):
            yield digit * 10.0**power


_CORNER: Final = 2.6
"""The radius of the hollow corners of the title's inner frame."""


def _draw_cartouche(canvas: Canvas, theme: Theme, frame: Box) -> None:
    """Draw the inner frame of the title, with hollow corners and a diamond in each."""
    corners = (
        (Point(frame.x, frame.y), 0),
        (Point(frame.right, frame.y), 90),
        (Point(frame.right, frame.bottom), 180),
        (Point(frame.x, frame.bottom), 270),
    )
    outline = []
    for corner, start in corners:
        for n in range(_ARC + 1):
            angle = math.radians(start + 90 - 90 * n / _ARC)
            outline.append(corner + Point(math.cos(angle), math.sin(angle)).scaled(_CORNER))
    canvas.path(Path.line(outline, closed=True), Style(stroke=theme.ink, width=FINE, join="round"))
    inward = _CORNER * 0.36
    diamonds = (
        emblem_path("diamond", corner.towards(frame.centre, inward / corner.distance(frame.centre)), 0.6)
        for corner, _ in corners
    )
    canvas.path(combine_paths(diamonds), Style(fill=theme.ink_quiet))


_ARC: Final = 8
"""The number of straight parts of a hollow corner."""


def _north(canvas: Canvas, theme: Theme, foot: Point) -> None:
    """Draw the compass rose, with a letter at its north; `foot` is its southern tip."""
    reach = (COMPASS - _LETTER) / 2
    centre = Point(foot.x, foot.y - reach)
    dark: list[Path] = []
    light = [Path.ellipse(centre, reach * 0.62)]
    # The short points between the main ones come first, since these cover them.
    for angles, far in (((45, 135, 225, 315), 0.56), ((0, 90, 180, 270), 1.0)):
        for angle in angles:
            tip = _around(centre, angle, far * reach)
            for side, halves in ((-45, dark), (45, light)):
                halves.append(
                    Path.line([tip, _around(centre, angle + side, 0.2 * reach), centre], closed=True)
                )
    with canvas.group("compass"):
        canvas.path(combine_paths(light), Style(fill=theme.panel, stroke=theme.ink, width=FINE, join="round"))
        canvas.path(combine_paths(dark), Style(fill=theme.ink))
        canvas.text(Point(foot.x, foot.y - 2 * reach - 0.7), "N", FontFace.SERIF_BOLD, 2.9, theme.ink)


_LETTER: Final = 2.7
"""The height of the letter above the compass rose, with the space below it."""


def _around(centre: Point, angle: float, far: float) -> Point:
    """Return the point at a distance from a centre, in a direction clockwise from north in degrees."""
    turn = math.radians(angle)
    return Point(centre.x + far * math.sin(turn), centre.y - far * math.cos(turn))


def draw_credits(canvas: Canvas, theme: Theme, plan: SheetPlan) -> None:
    """Draw the credits in the margin."""
    for n, text in enumerate(plan.credit_lines):
        y = plan.credits.y + (n + 0.8) * CREDITS_SIZE * CREDITS_LEADING
        canvas.text(
            Point(plan.credits.x, y), text, FontFace.SANS, CREDITS_SIZE, theme.ink_quiet, anchor="start"
        )
