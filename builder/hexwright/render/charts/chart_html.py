"""Write the charts as plain HTML that Java's Swing can display: tables and colour attributes, but no CSS."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from hexwright.model import module_window_names
from hexwright.model.charts import CombatTable, HitTable, RollTable, TurnTrack, VictoryTable
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Colour
from hexwright.render.charts.crt_chart import Effects, result_colour
from hexwright.render.charts.terrain_effects_chart import shown_effects
from hexwright.render.charts.turn_record_chart import TurnBoxes
from hexwright.render.charts.weather_chart import weather_ground
from hexwright.render.counters.counter_palette import lettering_colour, mix_colours
from hexwright.render.html_templates import render
from hexwright.render.theme import CLASSIC, Theme
from hexwright.render.weather_outcomes import weather_outcomes, weather_words

_TEMPLATES = __package__
"""The package whose folder `templates` contains the Jinja templates of the charts."""

Rows = Iterable[tuple[Colour, Sequence[str]]]


def chart_html(game: Game, theme: Theme = CLASSIC) -> Mapping[str, str]:
    """Return each chart as an HTML page, keyed by the ids of `charts_of`.

    All text from the game is escaped.
    """
    data = game.charts
    pages: dict[str, str] = {}
    tables = data.combat.all if data.combat is not None else {}
    for name, one in tables.items():
        pages[f"crt-{name}" if name else "crt"] = _crt(one, theme, game.rules.odds_combat.effects)
    if data.terrain_effects:
        pages["tec"] = _terrain(game, theme)
    if game.rules.sequence:
        pages["sequence"] = _sequence(game, theme)
    if data.weather:
        kinds = [
            (weather_ground(w.art, theme), (w.name, w.movement, w.combat, w.other)) for w in data.weather
        ]
        pages["weather"] = _grid(
            theme, module_window_names.WEATHER, ("Weather", "Movement", "Combat", "Notes"), kinds
        )
    for timetable in data.turn_tracks:
        users = [s for s in game.scenarios if s.turn_track == timetable.id]
        user = max(users, key=lambda s: s.last_turn, default=None)
        pages[f"turns-{timetable.id}"] = _turns(game, timetable, user, theme)
    for table in data.tables:
        pages[f"table-{table.id}"] = _rolls(game, table, theme)
    if data.hit_tables:
        pages["hits"] = _hits(data.hit_tables, theme)
    for overview in data.text_tables:
        kept = [(theme.panel, row) for row in overview.rows]
        after = " ".join(overview.notes)
        pages[f"overview-{overview.id}"] = _grid(theme, overview.name, overview.columns, kept, after=after)
    for victory in data.victory:
        pages[f"victory-{victory.id}"] = _victory(victory, theme)
    return pages


def _grid(
    theme: Theme, title: str, head: Sequence[str], rows: Rows, before: str = "", after: str = ""
) -> str:
    """Return a plain table as HTML; the last column is omitted if it has no text."""
    kept = [(ground, list(cells)) for ground, cells in rows]
    if kept and not any(cells[-1] for _, cells in kept):
        head = head[:-1]
        kept = [(ground, cells[:-1]) for ground, cells in kept]
    listed = [{"ground": ground, "cells": cells} for ground, cells in kept]
    return render(
        _TEMPLATES, "grid.html", theme=theme, title=title, head=head, rows=listed, before=before, after=after
    )


def _terrain(game: Game, theme: Theme) -> str:
    """Return the terrain effects chart, with notes if it has a column for them."""
    shown = shown_effects(game)
    width = 4 if any(effect.other for effect in shown) else 3
    rows = [
        (theme.panel, (effect.name, effect.movement, effect.combat, effect.other)[:width]) for effect in shown
    ]
    heads = ("Terrain", "Movement", "Combat", "Notes")[:width]
    return _grid(theme, module_window_names.TERRAIN_EFFECTS, heads, rows)


def _crt(table: CombatTable, theme: Theme, effects: Effects) -> str:
    shown = {result for row in table.rows.values() for result in row}
    grounds = {result: result_colour(result, theme, effects.get(result)) for result in sorted(shown)}
    key = [result for result in table.results if result.id in shown]
    colours = {
        result: {"ground": ground, "ink": lettering_colour(ground)} for result, ground in grounds.items()
    }
    return render(
        _TEMPLATES, "crt.html", theme=theme, title=table.name, table=table, key=key, colours=colours
    )


def _sequence(game: Game, theme: Theme) -> str:
    parts = []
    number = 1
    for side_id, run in groupby(game.rules.sequence, key=lambda phase: phase.side):
        side, phases = game.info.side(side_id), tuple(run)
        accent = theme.accent(side)
        parts.append(
            {
                "side": side,
                "first": number,
                "phases": phases,
                "accent": accent,
                "on": lettering_colour(accent),
                "pale": mix_colours(theme.panel, Colour(theme.side(side).reduced), 0.55),
            }
        )
        number += len(phases)
    return render(_TEMPLATES, "sequence.html", theme=theme, title=module_window_names.SEQUENCE, parts=parts)


def _turns(game: Game, timetable: TurnTrack, scenario: Scenario | None, theme: Theme) -> str:
    received: dict[SideId, list[str]] = {}
    if scenario is not None:
        boxes = TurnBoxes(game, timetable, scenario)
        for number, turn in enumerate(timetable.turns):
            for side, points in boxes.replacement_points(turn, scenario):
                received.setdefault(side.id, ["0"] * len(timetable.turns))[number] = str(points)
        received = {side.id: received[side.id] for side in game.info.sides if side.id in received}
    rows = []
    for number, turn in enumerate(timetable.turns):
        outcomes = weather_outcomes(game.charts.weather, turn)
        ground = weather_ground(outcomes[0][0].art, theme) if len(outcomes) == 1 else theme.panel
        weather = weather_words(game.charts.weather, turn)
        cells = (
            str(turn.turn),
            turn.date,
            weather,
            *(column[number] for column in received.values()),
            "; ".join(turn.notes),
        )
        rows.append((ground, cells))
    head = (
        "Turn",
        "Date",
        "Weather",
        *(f"{game.info.side(side).name} replacements" for side in received),
        "Notes",
    )
    return _grid(theme, f"Turn record: {timetable.name}", head, rows)


def _rolls(game: Game, table: RollTable, theme: Theme) -> str:
    head = ("Die", *(game.info.side(side).name for side in table.columns))
    rows = [(theme.panel, (roll, *results)) for roll, results in table.rows.items()]
    before = f"Roll one {table.die}-sided die."
    return _grid(theme, table.name, head, rows, before=before, after=table.text)


def _hits(tables: Sequence[HitTable], theme: Theme) -> str:
    """Return the hit tables as one HTML table, with a block of rows for each hit table."""
    columns = max(len(row) for table in tables for row in table.rows.values())
    rows = []
    for table in tables:
        for roll, hits in table.rows.items():
            cells = (table.name, roll, *(str(n) for n in hits), *[""] * (columns - len(hits)))
            rows.append((theme.panel, cells))
    head = ("Dice", "Roll", *(str(n) for n in range(1, columns + 1)))
    return _grid(theme, module_window_names.HITS, head, rows)


def _victory(table: VictoryTable, theme: Theme) -> str:
    rows = [(theme.panel, (str(award.points), award.text)) for award in table.awards]
    return _grid(theme, table.name, ("Points", "For"), rows, before=table.text)
