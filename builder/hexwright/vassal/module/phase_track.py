"""Build the label of turn and phase in the toolbar: a line of words, and a track of the turn's phases.

The track has a cell for each phase, in its side's colour. The current phase is lit, and those before it are
grey. VASSAL evaluates the label after each change of a property, so the track is a fixed text in which the
expression only changes the classes of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import Final, TypeAlias

from hexwright.model.game import Game, Side
from hexwright.model.ids import PhaseId
from hexwright.model.rules.rules_record import Phase, PhaseKind
from hexwright.vassal.codec.buildfile.components import DoActionButton, GlobalTranslatableMessage
from hexwright.vassal.enforcement.setup import SET_UP, SETTING_UP
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.side_colours import INK, WHITE, side_ink

TRACK: Final = "PhaseTrack"
"""The name of the message that contains the track's cells."""
TRACK_PX: Final = 540
"""The maximum width of the track in pixels, which fits a screen of 1280 pixels beside the other buttons."""
_TrackRow: TypeAlias = tuple[tuple[Phase, str], ...]
"""Phases, each with its word in the track."""
OVER: Final = f"{prop.TURN} > {prop.LAST_TURN}"
_CELL_PX, _LETTER_PX, _LINE_PX = 9, 5.8, 7.2
"""The width of an empty cell, of a letter in a cell, and of a letter of the line above, in pixels."""
_LEFT: Final = " · replacements: "
_DONE, _DONE_GROUND = "#67727b", "#eeeeee"
_WORDS: Final[Mapping[PhaseKind, str]] = MappingProxyType(
    {
        "replacement": "Arrivals",
        "movement": "Move",
        "combat": "Combat",
        "overruns": "Overrun",
        "air-strike": "Air",
        "allocation": "Alloc.",
        "fire": "Fire",
        "recovery": "Recovery",
        "supply": "Supply",
        "victory": "Check",
        "event": "Event",
        "weather": "Weather",
        "other": "Other",
    }
)
"""Short words for kinds of phases, for a turn whose phases' own names don't fit."""


def turn_label(game: Game) -> DoActionButton:
    """Return the label of turn and phase. Its size never changes, so that no row of buttons moves."""
    at = f'{TRACK}.indexOf("<td id=" + {prop.PHASE} + " ")'
    lit = (
        f'{TRACK}.substring(0, {at}).replace("class=a", "class=o")'
        f' + {TRACK}.substring({at}).replaceFirst("class=a", "class=l")'
    )
    plays = f'{prop.SCENARIO} != "" && !{SETTING_UP} && !({OVER}) && {at} >= 0'
    wide = max(_line_px(game), track_px(track_rows(game)))
    return DoActionButton.new(
        name="Turn and phase",
        text_=(
            f'{{"<html><!--flat--><head>{_style(game.info.sides)}</head><table width={wide} cellpadding=0'
            f' cellspacing=0><tr><td style=font-weight:normal><nobr>&nbsp;" + ({_line(game)})'
            ' + "</nobr></td></tr><tr><td>" + '
            f'({plays} ? {lit} : "" + {TRACK}) + "</td></tr></table></html>"}}'
        ),
        tooltip="Turn, date, weather and the phases of the turn; the phase of now is lit",
        do_hotkey=False,
    )


def track_message(game: Game) -> GlobalTranslatableMessage:
    """Return the message that contains the track: a table of cells for each of its rows."""
    number = {side.id: at for at, side in enumerate(game.info.sides)}
    rows = []
    for row in track_rows(game):
        cells = "".join(
            f"<td id={phase.id} class=a{number[phase.side]}><nobr><font size=2>&nbsp;{escape(word)}&nbsp;"
            "</font></nobr></td>"
            for phase, word in row
        )
        rows.append(f"<table cellpadding=0 cellspacing=1><tr>{cells}</tr></table>")
    return GlobalTranslatableMessage.new(
        name=TRACK, initial_value="".join(rows), description="The phases of a turn, for the toolbar"
    )


def track_px(rows: Sequence[_TrackRow]) -> int:
    """Return the width of the widest row of a track in pixels."""
    return round(max(sum(_CELL_PX + _LETTER_PX * len(word) for _, word in row) for row in rows))


def track_rows(game: Game) -> tuple[_TrackRow, ...]:
    """Return the phases with their words in the track, in one row or in several.

    The words are the phases' names without the side, or else the words of their kinds, whichever fit first. A
    turn with many phases has a row for each player turn, or as many rows as it needs.
    """
    sequence = game.rules.sequence
    turns = [tuple(group) for _, group in groupby(sequence, lambda phase: phase.side)]
    full = {phase.id: _without_sides(game, phase.name) for phase in sequence}
    kinds = {phase.id: _WORDS[phase.kind] for phase in sequence}
    for rows in ([sequence], turns) if len(turns) == len(game.info.sides) else ([sequence],):
        for words in (full, kinds):
            made = tuple(tuple((phase, words[phase.id]) for phase in row) for row in rows)
            if track_px(made) <= TRACK_PX:
                return made
    return tuple(_broken(sequence, kinds))


def _broken(sequence: Sequence[Phase], words: Mapping[PhaseId, str]) -> Iterator[_TrackRow]:
    """Yield rows that are as full as they may be."""
    row: _TrackRow = ()
    for phase in sequence:
        longer = (*row, (phase, words[phase.id]))
        if row and track_px((longer,)) > TRACK_PX:
            yield row
            longer = (longer[-1],)
        row = longer
    yield row


def _without_sides(game: Game, name: str) -> str:
    for side in game.info.sides:
        name = name.removeprefix(f"{side.name} ")
    return name[:1].upper() + name[1:]


def _style(sides: Sequence[Side]) -> str:
    """Return the styles of the cells: `a` for a phase to come, `o` for one that is over, `l` for the lit."""
    rules = []
    for number, side in enumerate(sides):
        colours = side.classic
        rules += [
            f"td.a{number}{{font-weight:normal;color:{INK};background-color:{colours.reduced}}}",
            f"td.o{number}{{font-weight:normal;color:{_DONE};background-color:{_DONE_GROUND}}}",
            f"td.l{number}{{font-weight:normal;color:{WHITE};background-color:{side_ink(side)}}}",
        ]
    return f"<style>{' '.join(rules)}</style>"


# The line of words --------------------------------------------------------------------------------


def escaped(line: str) -> str:
    """Return the expression for a line escaped for HTML, without braces."""
    return f'("" + ({line})).replace("&", "&amp;").replace("<", "&lt;")'


def cut(line: str, letters: str) -> str:
    """Return the expression for a line shortened to a maximum number of characters, without braces."""
    return f'({line}).length() <= {letters} ? ({line}) : ({line}).substring(0, {letters} - 1) + "…"'


def label(game: Game) -> str:
    """Return the expression for turn and phase as plain text, which the turn tracker shows."""
    words = (
        f'"Turn " + {prop.TURN} + " (" + {prop.TURN_DATE} + ") · " + {prop.WEATHER_NAME}'
        f' + " · " + {prop.PHASE_NAME}'
    )
    return f"{{{_unless_no_turn(words)}}}"


def _line(game: Game) -> str:
    """Return the expression for the label's line of HTML, without braces.

    As long as replacements are left, they stand in the place of weather and phase.
    """
    # The engine's sum of an empty text and a number is a number, so what is escaped begins with a sign.
    when = escaped(f'" (" + {prop.TURN_DATE} + ") · " + {prop.WEATHER_NAME}')
    phase = escaped(f'" · " + {prop.PHASE_NAME}')
    words = f'"<b>Turn " + {prop.TURN} + "</b>" + {when} + "<b>" + {phase} + "</b>"'
    date = escaped(f'" (" + {prop.TURN_DATE} + ")"')
    left = f'"<b>Turn " + {prop.TURN} + "</b>" + {date} + "{_LEFT}" + ({_left(game)})'
    none = f'({prop.REPLACEMENTS_LEFT} + "|").replace("0", "").replace("+", "").equals("|")'
    return _unless_no_turn(f"{none} ? {words} : {left}")


def _unless_no_turn(words: str) -> str:
    rest = f'{SETTING_UP} ? "{SET_UP}" : {prop.SCENARIO} == "" ? "No game yet" : {words}'
    return f'{OVER} ? "The game is over" : {rest}'


def _line_px(game: Game) -> int:
    """Return the width of the label's longest line in pixels."""
    usual = max(
        len(f"Turn {turn.turn} ({turn.date}) · {weather.name} · {phase.name}")
        for table in game.charts.turn_tracks
        for turn in table.turns
        for weather in game.charts.weather
        for phase in game.rules.sequence
    )
    names = _accounts(game).values()
    left = max((sum(len(name) + 4 for name in found) for found in names), default=2)
    date = max(
        len(f"Turn {turn.turn} ({turn.date})") for table in game.charts.turn_tracks for turn in table.turns
    )
    return round(_LINE_PX * max(usual, date + len(_LEFT) + left))


def _accounts(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the names of accounts, by side, of the sides with more than one."""
    return {
        rule.side: tuple(one.label or one.name for one in rule.accounts)
        for rule in game.rules.replacements
        if len(rule.accounts) > 1
    }


def _left(game: Game) -> str:
    """Return the expression, without braces, for the replacements left, by account if there are several."""
    said = prop.REPLACEMENTS_LEFT
    # The engine's sum of an empty text and a number is the number, so only the property's text can be split.
    part = f'GetProperty("{prop.REPLACEMENTS_LEFT}").split("[+]")'
    for side, found in _accounts(game).items():
        each = ' + ", " + '.join(f'"{escape(name)} " + {part}[{n}]' for n, name in enumerate(found))
        said = f'{prop.ACTIVE_SIDE} == "{side}" && {part}.length == {len(found)} ? {each} : {said}'
    return said
