"""Draw the faces of markers: turn, control, attack, moved, damage, points, weather."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import WeatherArt
from hexwright.model.counter_mix import Marker, MarkerFace
from hexwright.model.game import Game, Side
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_background import DESIGN, SAFE_INSET, CounterCard
from hexwright.render.counters.counter_face import CounterFace, FaceRecord
from hexwright.render.counters.counter_fonts import MARKER_FONT, MARKER_NUMBER_FONT
from hexwright.render.counters.counter_palette import INK, WHITE, lettering_colour, mix_colours
from hexwright.render.counters.unit_face import PAINTERS
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import SMALLEST_PRINT, text_width
from hexwright.render.side_emblems import Emblem, emblem_path
from hexwright.render.text_fitting import letter_in_box, letter_lines
from hexwright.render.theme import Theme
from hexwright.render.weather_pictures import draw_weather

_NUMBER = re.compile(r"[+−-]?\d+")
FIRE, EMBER = Colour("#d1401f"), Colour("#f6c445")
HAZARD = Colour("#3c3a36")


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of one marker face."""

    ground: Colour
    accent: Colour
    ink: Colour
    emblem: Emblem | None


def _look(side: Side | None, theme: Theme) -> _Look:
    if side is None:
        return _Look(theme.panel, HAZARD, INK, None)
    colours = theme.side(side)
    return _Look(Colour(colours.fill), Colour(colours.accent), Colour(colours.ink), side.emblem)


def draw_marker_face(
    canvas: Canvas,
    game: Game,
    marker: Marker,
    face_index: int,
    theme: Theme,
    box: Box,
    *,
    art: Art = NO_ART,
    bleed: float = 0.0,
    record: FaceRecord | None = None,
) -> None:
    """Draw one face of a marker into a box; the other arguments are as in `draw_unit_face`."""
    face = CounterFace.in_box(game, marker, face_index, theme, box, art, bleed, record)
    if face.shown.picture in art:
        face.card.ground(canvas, _look(face.side, theme).ground, bleed)
        face.card.picture(canvas, art[face.shown.picture], bleed)
        return
    for part in face.layout.parts:
        if not face.draws(part):
            continue
        if part.draw == "marker":
            _standard_face(canvas, face)
        else:
            PAINTERS[part.draw](canvas, face, part)


def _standard_face(canvas: Canvas, drawn: CounterFace) -> None:
    """Draw a marker by the symbol of its face: the standard layout of markers."""
    face, card, bleed, theme = drawn.shown, drawn.card, drawn.bleed, drawn.theme
    look = _look(drawn.side, theme)
    match face.symbol:
        case "turn":
            _turn(canvas, card, face, look, bleed)
        case "control":
            _control(canvas, card, face, look, bleed)
        case "battle":
            _battle(canvas, card, face, look, bleed)
        case "damage":
            _damage(canvas, card, face, look, bleed)
        case "moved":
            _moved(canvas, card, face, look, bleed)
        case "points":
            _points(canvas, card, face, look, bleed)
        case "weather":
            _weather(canvas, card, drawn.game, face, look, theme, bleed)
        case "none":
            card.ground(canvas, look.ground, bleed)
            letter_lines(
                canvas,
                card.part(1.2, 1.2, 12.6, 12.6),
                face.text,
                MARKER_FONT,
                3.4 * card.unit,
                look.ink,
                most=4,
            )
    card.edge(canvas, mix_colours(look.accent, INK, 0.3), bleed)


def _parted(card: CounterCard, text: str, top: float) -> tuple[CounterCard, float]:
    """Divide a card between symbol and label: return the symbol's card, and the upper edge of the label.

    A label that is too long for one line takes two lines, which makes the symbol smaller.
    """
    room = (DESIGN - 2 * SAFE_INSET) * card.unit
    if " " not in text.strip() or text_width(text, MARKER_FONT, SMALLEST_PRINT) <= room:
        return card, top
    two = DESIGN - SAFE_INSET - 2 * SMALLEST_PRINT / card.unit
    if two >= top:
        return card, top
    share = two / top
    inset = (1 - share) / 2 * card.box.width
    # The symbol stays as far from the upper edge as it was.
    top_inset = (1 - share) * SAFE_INSET * card.unit
    box = Box(card.box.x + inset, card.box.y + top_inset, card.box.width * share, card.box.height * share)
    return CounterCard(box), two


def _label(canvas: Canvas, card: CounterCard, text: str, fill: Colour, *, top: float = 10.9) -> None:
    """Draw the text of a face along its lower edge."""
    with canvas.group("label"):
        room = card.part(SAFE_INSET, top, DESIGN - 2 * SAFE_INSET, DESIGN - SAFE_INSET - top)
        letter_lines(canvas, room, text, MARKER_FONT, 2.4 * card.unit, fill)


def _turn(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    """Draw a dial with twelve ticks around the emblem of the active side."""
    card.ground(canvas, look.accent, bleed)
    upper, top = _parted(card, face.text, 11.4)
    u = upper.unit
    centre = upper.point(DESIGN / 2, 6.1)
    with canvas.group("symbol"):
        canvas.path(Path.ellipse(centre, 4.9 * u), Style(fill=look.ground))
        canvas.path(Path.ellipse(centre, 4.9 * u), Style(stroke=WHITE, width=0.4 * u))
        ticks = Path(())
        for hour in range(12):
            angle = math.radians(30 * hour)
            way = Point(math.sin(angle), -math.cos(angle))
            ticks += Path.line(
                [centre + way.scaled((3.7 if hour % 3 else 3.4) * u), centre + way.scaled(4.4 * u)]
            )
        canvas.path(ticks, Style(stroke=look.ink, width=0.32 * u))
        if look.emblem is not None:
            canvas.path(emblem_path(look.emblem, centre, 2.7 * u), Style(fill=look.accent))
        else:
            hands = Path.line([centre + Point(0, -2.8 * u), centre, centre + Point(2.0 * u, 0)])
            canvas.path(hands, Style(stroke=look.accent, width=0.6 * u))
    _label(canvas, card, face.text, lettering_colour(look.accent), top=top)


def _control(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    """Draw a flag: the side's colour with two bars and its emblem in the middle."""
    u = card.unit
    card.ground(canvas, look.ground, bleed)
    with canvas.group("bars"):
        canvas.path(card.band(0, 1.6, bleed), Style(fill=look.accent))
        canvas.path(card.band(11.0, DESIGN, bleed), Style(fill=look.accent))
    with canvas.group("symbol"):
        centre = card.point(DESIGN / 2, 6.3)
        canvas.path(Path.ellipse(centre, 4.0 * u), Style(fill=mix_colours(look.ground, WHITE, 0.75)))
        canvas.path(emblem_path(look.emblem or "disc", centre, 3.1 * u), Style(fill=look.accent))
    _label(canvas, card, face.text, lettering_colour(look.accent), top=11.4)


def _burst(centre: Point, outer: float, inner: float, points: int) -> Path:
    corners = []
    for n in range(points * 2):
        reach = (outer if n % 4 == 0 else outer * 0.84) if n % 2 == 0 else inner
        angle = math.pi * n / points - math.pi / 2
        corners.append(Point(centre.x + reach * math.cos(angle), centre.y + reach * math.sin(angle)))
    return Path.line(corners, closed=True)


def _battle(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    card.ground(canvas, look.ground, bleed)
    upper, top = _parted(card, face.text, 11.2)
    u = upper.unit
    with canvas.group("symbol"):
        centre = upper.point(DESIGN / 2, 6.3)
        canvas.path(_burst(centre, 5.2 * u, 2.9 * u, 10), Style(fill=FIRE))
        canvas.path(_burst(centre, 3.3 * u, 1.8 * u, 10), Style(fill=EMBER))
        for way in (-1, 1):
            _sword(canvas, centre, u, way)
    _label(canvas, card, face.text, look.ink, top=top)


def _sword(canvas: Canvas, centre: Point, u: float, way: int) -> None:
    """Draw one of two crossed swords; if `way` is 1, the sword points to the upper right."""

    def at(along: float, across: float) -> Point:
        x, y = along * 0.7071 - across * 0.7071, -along * 0.7071 - across * 0.7071
        return Point(centre.x + way * x * u, centre.y + y * u)

    blade = Path.line(
        [at(-2.6, 0.36), at(3.5, 0.36), at(4.3, 0), at(3.5, -0.36), at(-2.6, -0.36)], closed=True
    )
    guard = Path.line([at(-2.4, 1.2), at(-2.4, -1.2)])
    grip = Path.line([at(-2.4, 0), at(-4.0, 0)])
    canvas.path(blade, Style(fill=WHITE, stroke=INK, width=0.26 * u, join="round"))
    canvas.path(guard, Style(stroke=INK, width=0.6 * u, cap="round"))
    canvas.path(grip, Style(stroke=INK, width=0.7 * u, cap="round"))


def _damage(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    """Draw a flame in a warning triangle."""
    card.ground(canvas, look.ground, bleed)
    upper, top = _parted(card, face.text, 11.3)
    u = upper.unit
    with canvas.group("symbol"):
        triangle = Path.line(
            [upper.point(7.5, 1.3), upper.point(13.2, 10.6), upper.point(1.8, 10.6)], closed=True
        )
        canvas.path(triangle, Style(fill=EMBER, stroke=INK, width=0.6 * u, join="round"))
        canvas.path(_burst(upper.point(7.5, 7.6), 2.6 * u, 1.4 * u, 9), Style(fill=FIRE))
    _label(canvas, card, face.text, look.ink, top=top)


def _moved(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    card.ground(canvas, look.ground, bleed)
    upper, top = _parted(card, face.text, 11.2)
    with canvas.group("symbol"):
        outline = [
            (1.6, 4.6),
            (7.6, 4.6),
            (7.6, 2.0),
            (13.4, 6.4),
            (7.6, 10.8),
            (7.6, 8.2),
            (1.6, 8.2),
            (3.2, 6.4),
        ]
        canvas.path(Path.line([upper.point(x, y) for x, y in outline], closed=True), Style(fill=look.accent))
    _label(canvas, card, face.text, look.ink, top=top)


def _points(canvas: Canvas, card: CounterCard, face: MarkerFace, look: _Look, bleed: float) -> None:
    """Draw a rosette that contains the number, and the rest of the text below it."""
    card.ground(canvas, look.ground, bleed)
    found = list(_NUMBER.finditer(face.text))
    number = found[-1].group() if found else ""
    rest = (face.text[: found[-1].start()] + face.text[found[-1].end() :]).strip() if found else face.text
    upper, top = _parted(card, rest, 11.5)
    u = upper.unit
    centre = upper.point(DESIGN / 2, 6.1)
    with canvas.group("rosette"):
        canvas.path(_burst(centre, 5.0 * u, 4.4 * u, 24), Style(fill=look.accent))
        canvas.path(Path.ellipse(centre, 3.7 * u), Style(fill=WHITE))
        if not number and look.emblem is not None:
            canvas.path(emblem_path(look.emblem, centre, 2.6 * u), Style(fill=look.accent))
    with canvas.group("number"):
        room = Box(centre.x - 3.0 * u, centre.y - 2.2 * u, 6.0 * u, 4.4 * u)
        letter_in_box(canvas, room, number, MARKER_NUMBER_FONT, 5.2 * u, look.ink)
    _label(canvas, card, rest, look.ink, top=top)


def _weather(
    canvas: Canvas, card: CounterCard, game: Game, face: MarkerFace, look: _Look, theme: Theme, bleed: float
) -> None:
    kind: WeatherArt = next(
        (w.art for w in game.charts.weather if w.name.lower() in face.text.lower()), "sun"
    )
    card.ground(canvas, look.ground, bleed)
    upper, top = _parted(card, face.text, 11.2)
    with canvas.group("symbol"):
        draw_weather(canvas, kind, theme, upper.part(2.7, 1.2, 9.6, 9.6))
    _label(canvas, card, face.text, look.ink, top=top)
