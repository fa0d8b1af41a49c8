"""Build the turn tracker, and the components that depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    CounterTurnLevel,
    DoActionButton,
    GlobalKeyCommand,
    ListTurnLevel,
    TurnGlobalHotkey,
    TurnTracker,
)
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.fighting import fights
from hexwright.vassal.enforcement.setup import SET_UP, SETTING_UP, STATUS_LETTERS
from hexwright.vassal.enforcement.traits import REFEREE, literal
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

NEXT_BUTTON = "Next phase"
BEGIN_BUTTON = "Begin the game"
BATTLE_BUTTON = "Battle"
_STATUS_PX = 1020
"""The width of the status line. Together with the map's tools, it fits a screen of 1280 pixels."""
_LETTER_PX = 9
"""The maximum width of a character in the toolbar's font, in pixels, for short texts."""
_LINE_PX = 7.5
"""The average width of a character in a line of text, in pixels, with a margin."""
_LEFT = " · replacements left: "


def turn_components(game: Game) -> Iterator[Component]:
    """Yield the turn tracker, the button that advances it, and the command that announces a new phase to
    pieces.
    """
    yield GlobalKeyCommand.new(
        name="A phase begins",
        button_text="",
        tooltip="Tells the piece that follows the turn",
        button_hotkey=key_commands.PHASE_CHANGED,
        hotkey=key_commands.PHASE_BEGINS,
        # VASSAL records all properties of every piece it reaches, so only the piece that must act is reached.
        target=REFEREE,
        single_map=False,
        report_single=False,
    )
    yield TurnTracker.new(
        CounterTurnLevel.new(
            ListTurnLevel.new(
                name="Phase", property=prop.PHASE, list=tuple(p.id for p in game.rules.sequence)
            ),
            name="Turn",
            property=prop.TURN,
        ),
        TurnGlobalHotkey.new(name="Tells the pieces that a phase begins", hotkey=key_commands.PHASE_CHANGED),
        name="Turn",
        # Hidden: its own menu could set any phase. Its values are shown on buttons, which follow every
        # property, also during undo and in logs.
        button_text="",
        icon="",
        tooltip="Turn, date, weather and phase",
        nexthotkey=key_commands.NEXT_PHASE,
        prevhotkey=names.PREVIOUS_PHASE,
        turn_format=_label(),
        report_format="",
        fwd_only=True,
    )
    yield DoActionButton.new(
        name="Next phase",
        text_=f"{{{_next_label(game)}}}",
        tooltip="Ends the phase of the side that it names; begins the game when all units are placed",
        hotkey=key_commands.ADVANCE,
        do_hotkey=True,
        hotkeys=(names.ASK_PHASE, names.UNANSWERED),
    )
    if fights(game):
        yield DoActionButton.new(
            name=BATTLE_BUTTON,
            text_=BATTLE_BUTTON,
            tooltip="List the battles that are declared, fight the next, or waive an advance",
            hotkey=key_commands.BATTLE,
            do_loop=True,
            loop_count=f'{{new bsh.Interpreter().eval({names.RUN} + "nextBattle();").toString()}}',
        )


def _next_label(game: Game) -> str:
    """Return the expression for the label of the button that ends a phase, without braces.

    The label names the side whose phase ends. All labels have the same width, so that nothing beside the
    button moves.
    """
    named = {side.id: f"{NEXT_BUTTON} ({side.name} ends)" for side in game.info.sides}
    wide = _LETTER_PX * max(map(len, (*named.values(), BEGIN_BUTTON)))
    said = literal(NEXT_BUTTON)
    for side, words in named.items():
        said = f'{prop.ACTIVE_SIDE} == "{side}" ? {literal(escape(words))} : {said}'
    begun = f'{SETTING_UP} ? "{BEGIN_BUTTON}" : {prop.SCENARIO} == "" ? "{NEXT_BUTTON}" : {said}'
    return _wide(begun, wide)


def turn_label(game: Game) -> DoActionButton:
    """Return the label with turn and phase at the end of the toolbar.

    It is always as wide as its longest text, so that no row of buttons wraps when the text changes.
    """
    words = _label()
    longest = max(
        len(f"Turn {turn.turn} ({turn.date}) · {weather.name} · {phase.name}")
        + (len(_LEFT) + 2) * (phase.kind == "replacement")
        for table in game.charts.turn_tracks
        for turn in table.turns
        for weather in game.charts.weather
        for phase in game.rules.sequence
    )
    text = _wide(_escaped(words.strip("{}")), round(_LINE_PX * longest))
    return DoActionButton.new(
        name="Turn and phase", text_=f"{{{text}}}", tooltip="Turn, date, weather and phase", do_hotkey=False
    )


def status_button() -> DoActionButton:
    """Return the status line beside the map's tools.

    It shows the last rejection with its reason, or otherwise the possible actions. Its width is constant, so
    that the toolbar's rows stay in place.
    """
    refused, told = f'{prop.LAST_REFUSAL} != ""', f'{prop.PHASE_TEXT} != ""'
    # A button without a text would be hidden when the module opens, and stay hidden.
    rest = f'{told} ? {prop.PHASE_TEXT} : "Choose a set-up in the File menu"'
    steps = f'{names.NEXT_STEP} != "" ? {names.NEXT_STEP} : {rest}'
    # VASSAL would parse the property's own text as code, so a backslash in a name would break it.
    waits = f'("" + {prop.LAST_REFUSAL}).startsWith("Wait: ") ? {prop.LAST_REFUSAL}'
    line = f'({refused} ? ({waits} : "Refused " + {prop.LAST_REFUSAL}) : {steps})'
    return DoActionButton.new(
        name="What may be done",
        text_=f"{{{_wide(_escaped(_cut(line, STATUS_LETTERS)), _STATUS_PX)}}}",
        tooltip="What may be done in this phase, or what was just refused and why",
        do_hotkey=False,
    )


def _wide(line: str, px: int) -> str:
    """Return the expression for a line of HTML with a fixed width in pixels, without braces.

    `line` is an expression, too. VASSAL's fonts are proportional, so padding with blanks can't fix the
    width.
    """
    return f'"<html><div width={px}><nobr>" + ({line}) + "</nobr></div></html>"'


def _escaped(line: str) -> str:
    """Return the expression for a line escaped for HTML, without braces."""
    return f'("" + ({line})).replace("&", "&amp;").replace("<", "&lt;")'


def _cut(line: str, letters: int) -> str:
    """Return the expression for a line cut to a maximum number of characters, without braces."""
    return f'({line}).length() <= {letters} ? ({line}) : ({line}).substring(0, {letters - 1}) + "…"'


def _label() -> str:
    words = " + ".join(
        (
            f'"Turn " + {prop.TURN}',
            f'" (" + {prop.TURN_DATE} + ")"',
            f'" · " + {prop.WEATHER_NAME}',
            f'" · " + {prop.PHASE_NAME}',
            f'({prop.REPLACEMENTS_LEFT} == "" ? "" : "{_LEFT}" + {prop.REPLACEMENTS_LEFT})',
        )
    )
    begun = f'{prop.SCENARIO} == "" ? "No game yet" : {words}'
    rest = f'{SETTING_UP} ? "{SET_UP}" : {begun}'
    return f'{{{prop.TURN} > {prop.LAST_TURN} ? "The game is over" : {rest}}}'
