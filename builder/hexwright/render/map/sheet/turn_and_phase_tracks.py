"""Draw the turn record track, the phases and the boxes beside the map."""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import Turn, WeatherArt
from hexwright.model.game import Game
from hexwright.model.hex_map import Box as HoldingBox
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_palette import mix_colours, readable_colour
from hexwright.render.counters.nato_symbols import SYMBOLS
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, fitting_lines, fitting_size
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.sheet.sheet_plan import HEAD, OUTCOME_HEIGHT, TRACK_HEAD, SheetPlan
from hexwright.render.map.sheet.waiting_piles import WaitingPile
from hexwright.render.phase_signs import draw_phase_sign
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import FINE, MEDIUM, SMALLEST_TEXT, Theme
from hexwright.render.weather_outcomes import weather_outcomes
from hexwright.render.weather_pictures import draw_weather, weather_colour


def draw_heading(canvas: Canvas, theme: Theme, box: Box, text: str, fill: Colour) -> None:
    """Draw the dark heading of a panel, with its title."""
    head = Box(box.x, box.y, box.width, HEAD)
    canvas.path(Path.rectangle(head), Style(fill=fill))
    size = fitting_size(text.upper(), FontFace.SANS_SEMIBOLD, 2.9, box.width - 6 - 0.35 * len(text))
    base = head.centre.y + face_metrics(FontFace.SANS_SEMIBOLD).cap_height * size / 2
    canvas.text(
        Point(box.x + 2.2, base),
        text.upper(),
        FontFace.SANS_SEMIBOLD,
        size,
        readable_colour(theme.on_dark, fill),
        anchor="start",
        spacing=0.3,
    )


def draw_side_heading(canvas: Canvas, theme: Theme, box: Box, title: str) -> None:
    """Draw the dark heading at the left of a wide panel, with its title upward."""
    head = Box(box.x, box.y, TRACK_HEAD, box.height)
    canvas.path(Path.rectangle(head), Style(fill=theme.ink))
    size = fitting_size(title, FontFace.SANS_SEMIBOLD, 2.9, box.height - 4)
    cap = face_metrics(FontFace.SANS_SEMIBOLD).cap_height * size
    canvas.text(
        Point(head.centre.x + cap / 2, head.centre.y),
        title,
        FontFace.SANS_SEMIBOLD,
        size,
        theme.on_dark,
        rotation=-90,
    )


def draw_border(canvas: Canvas, box: Box, colour: Colour) -> None:
    """Draw the border of a panel. Its outer edge is the edge of the box."""
    canvas.path(Path.rectangle(box.inset(MEDIUM / 2)), Style(stroke=colour, width=MEDIUM))


def draw_turn_track(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan) -> None:
    """Draw the turn track: each turn's number, date, weather and notes."""
    track, timetable = plan.turn_track, plan.timetable
    if track is None or timetable is None:
        return
    draw_side_heading(canvas, theme, track, "TURN RECORD")
    for turn in timetable.turns:
        _turn(canvas, game, theme, turn, plan.turns[turn.turn])
    draw_border(canvas, track, theme.ink)


def _notes(game: Game, turn: Turn) -> tuple[str, ...]:
    """Return a turn's notes, then different notes from other turn tracks, with the names of these tracks."""
    notes = list(turn.notes)
    for table in game.charts.turn_tracks:
        for other in table.turns:
            if other.turn == turn.turn:
                notes += [f"{table.name}: {note}" for note in other.notes if note not in turn.notes]
    return tuple(notes)


def _turn(canvas: Canvas, game: Game, theme: Theme, turn: Turn, box: Box) -> None:
    outcomes = weather_outcomes(game.charts.weather, turn)
    canvas.path(Path.rectangle(box), Style(fill=theme.panel, stroke=theme.ink_quiet, width=FINE))
    arts: Sequence[WeatherArt] = [kind.art for kind, _ in outcomes] or ["sun"]
    share = box.width / len(arts)
    for n, art in enumerate(arts):
        band = Box(box.x + n * share, box.y, share, 5.2)
        canvas.path(Path.rectangle(band), Style(fill=weather_colour(art, theme), opacity=0.35))
    canvas.text(
        Point(box.x + 1.4, box.y + 4.2), str(turn.turn), FontFace.SERIF_BOLD, 4.6, theme.ink, anchor="start"
    )
    size = fitting_size(turn.date, FontFace.SANS_SEMIBOLD, 2.7, box.width - 9)
    canvas.text(
        Point(box.right - 1.3, box.y + 3.7), turn.date, FontFace.SANS_SEMIBOLD, size, theme.ink, anchor="end"
    )
    for n, (weather, when) in enumerate(outcomes):
        y = box.y + 9.3 + n * OUTCOME_HEIGHT
        draw_weather(canvas, weather.art, theme, Box(box.x + 1.6, y - 2.8, 5.6, 5.6))
        text = f"{weather.name} ({when})" if when else weather.name
        size = fitting_size(text, FontFace.SANS, 2.7, box.width - 10)
        canvas.text(Point(box.x + 8.6, y + 0.9), text, FontFace.SANS, size, theme.ink, anchor="start")
    text = "\n".join(_notes(game, turn))
    if not text:
        return
    taken = 12.4 + max(0, len(outcomes) - 1) * OUTCOME_HEIGHT
    lines, size = fitting_lines(text, FontFace.SANS, SMALLEST_TEXT, box.width - 2.4, box.height - taken)
    for n, line in enumerate(lines):
        base = box.bottom - 1.2 - (len(lines) - 1 - n) * size * 1.1
        canvas.text(Point(box.x + 1.3, base), line, FontFace.SANS, size, theme.ink, anchor="start")


def draw_phase_track(canvas: Canvas, game: Game, theme: Theme, plan: SheetPlan) -> None:
    """Draw the phases of a turn in order, each in the colour of its side."""
    track = plan.phase_track
    if track is None:
        return
    draw_heading(canvas, theme, track, "Sequence of play", theme.ink)
    for number, phase in enumerate(game.rules.sequence, 1):
        box = plan.phases[phase.id]
        accent = theme.accent(game.info.side(phase.side))
        lettered = readable_colour(accent, theme.panel)
        canvas.path(Path.rectangle(box), Style(fill=theme.panel, stroke=theme.ink_quiet, width=FINE))
        canvas.path(Path.rectangle(Box(box.x, box.y, 1.3, box.height)), Style(fill=accent))
        canvas.text(
            Point(box.x + 2.5, box.y + 4.2), str(number), FontFace.SERIF_BOLD, 3.8, lettered, anchor="start"
        )
        draw_phase_sign(canvas, phase.kind, Box(box.right - 5.4, box.y + 1.4, 3.6, 3.6), accent)
        room = box.width - 4.4
        lines, size = fitting_lines(phase.name, FontFace.SANS_SEMIBOLD, 2.65, room, box.height - 6.4)
        for n, line in enumerate(lines):
            base = box.y + 8.2 + n * size * 1.1
            canvas.text(
                Point(box.x + 2.5, base), line, FontFace.SANS_SEMIBOLD, size, theme.ink, anchor="start"
            )
    draw_border(canvas, track, theme.ink)


def draw_holding_box(canvas: Canvas, game: Game, theme: Theme, holding: HoldingBox, plan: SheetPlan) -> None:
    """Draw a holding box for units off the map, with faint outlines of the counters that it has room for.

    The first outlines show the units that wait in the box, and when they arrive.
    """
    side = next((s for s in game.info.sides if s.id == holding.side), None)
    accent = theme.accent(side)
    box = plan.boxes[holding.id]
    canvas.path(Path.rectangle(box), Style(fill=theme.panel))
    tint = mix_colours(theme.panel, accent, 0.22)
    slots = plan.counter_slots(holding.id, game.counters.sheet.counter_mm)
    if box.holds(slots[0]):
        outlines = combine_paths(Path.rectangle(slot, 0.8) for slot in slots)
        canvas.path(outlines, Style(stroke=tint, width=FINE, dash=(1.2, 0.9)))
    for pile, slot in zip(plan.piles.get(holding.id, ()), slots, strict=False):
        _draw_pile(canvas, theme, pile, slot, accent)
    draw_heading(canvas, theme, box, holding.name, accent)
    draw_border(canvas, box, accent)


def _draw_pile(canvas: Canvas, theme: Theme, pile: WaitingPile, slot: Box, accent: Colour) -> None:
    """Draw the outline of a waiting counter: its turn, its symbol, and its name or number."""
    line = mix_colours(theme.panel, accent, 0.55)
    canvas.path(
        Path.rectangle(slot, 0.8), Style(fill=mix_colours(theme.panel, accent, 0.08), stroke=line, width=FINE)
    )
    high = 0.3 * slot.height
    frame = Box(slot.centre.x - 0.75 * high, slot.centre.y - high / 2, 1.5 * high, high)
    symbol = SYMBOLS.get(pile.symbol) if pile.symbol is not None else None
    if symbol is not None:
        drawn = symbol(frame)
        if drawn.strokes.segments:
            canvas.path(drawn.strokes, Style(stroke=line, width=FINE * 1.4))
        if drawn.solids.segments:
            canvas.path(drawn.solids, Style(fill=line))
        if drawn.letters:
            letter_in_box(canvas, frame, drawn.letters, FontFace.SANS_BOLD, 0.7 * high, theme.ink_quiet)
        canvas.path(Path.rectangle(frame), Style(stroke=line, width=FINE * 1.4))
    above = "" if pile.turn is None else f"Turn {pile.turn}"
    for text, base in ((above, slot.y + 0.25 * slot.height), (pile.text, slot.bottom - 0.1 * slot.height)):
        if text:
            face = face_with_glyphs(FontFace.SANS_SEMIBOLD, text)
            size = fitting_size(text, face, max(SMALLEST_TEXT, 0.19 * slot.height), slot.width - 1.0)
            canvas.text(Point(slot.centre.x, base), text, face, size, theme.ink_quiet)
