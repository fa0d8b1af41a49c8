"""Build the turn tracker, and the components that depend on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from hexwright.vassal.enforcement.script import told
from hexwright.vassal.enforcement.setup import SET_UP, SETTING_UP, STATUS_LETTERS
from hexwright.vassal.enforcement.traits import REFEREE, literal, seated
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
_LEFT = " · replacements: "
_GREEN, _BLUE, _RED, _GREY = "#2e7d4f", "#2f6c9e", "#b3261e", "#67727b"
"""The colours of the prompt's bar: the user's turn, another player's turn, a refusal, and nobody's turn."""
_MAIL = ". By mail: end the log (menu File) and send it."
_OVER = f"{prop.TURN} > {prop.LAST_TURN}"
_SEAT = "PlayerSide"


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
        turn_format=_label(game),
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
        do_loop=True,
        loop_count=f"{{{told('pressesOfNext')}}}",
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
    words = _label(game)
    longest = max(
        len(f"Turn {turn.turn} ({turn.date}) · {weather.name} · {phase.name}")
        + _longest_left(game) * (phase.kind == "replacement")
        for table in game.charts.turn_tracks
        for turn in table.turns
        for weather in game.charts.weather
        for phase in game.rules.sequence
    )
    text = _wide(_escaped(words.strip("{}")), round(_LINE_PX * longest))
    return DoActionButton.new(
        name="Turn and phase", text_=f"{{{text}}}", tooltip="Turn, date, weather and phase", do_hotkey=False
    )


def status_button(game: Game) -> DoActionButton:
    """Return the prompt beside the map's buttons: two lines with a coloured bar on their left.

    The first line says whose decision it is, or that something was just refused; the second line says what to
    do, or why it was refused. Its size is constant, so the toolbar's rows stay in place.
    """
    # VASSAL would parse the property's own text as code, so a backslash in a name would break it.
    waits = f'("" + {prop.LAST_REFUSAL}).startsWith("Wait: ")'
    stamp = f'{names.ACTS} + "|" + {_SEAT} + "|" + {prop.ENFORCEMENT}'
    refused = f'{prop.LAST_REFUSAL} != "" && {names.REFUSED_AT} == ("" + {stamp})'
    acting = _acting_side(game)
    mine = f"({acting}) == {_SEAT}"
    alone = f'({acting}) == "" || {SETTING_UP} || {_SEAT} == "{prop.BOTH_SIDES}" || !{seated(game)}'
    whose = (
        f'{prop.SCENARIO} == "" ? "No game yet" : {_OVER} ? "The game is over"'
        f' : {SETTING_UP} ? "{SET_UP}" : ({acting}) == "" ? "" + {prop.PHASE_NAME}'
        f' : {mine} ? "Your turn: " + {prop.PHASE_NAME}'
        f' : "The " + ({acting}) + " player\'s turn: " + {prop.PHASE_NAME} + (({alone}) ? "" : "{_MAIL}")'
    )
    stands = f'{prop.ENFORCEMENT} == "{names.ASSIST}"'
    head = f'{refused} ? ({waits} ? "Wait" : {stands} ? "Against the rules" : "Refused") : {whose}'
    turn = f'({alone}) ? "{_GREY}" : {mine} ? "{_GREEN}" : "{_BLUE}"'
    colour = f'{refused} ? ({waits} ? "{_BLUE}" : "{_RED}") : {turn}'
    rest = f'{prop.PHASE_TEXT} != "" ? {prop.PHASE_TEXT} : "Choose a set-up in the File menu"'
    steps = f'{names.NEXT_STEP} != "" ? {_without_side(game)} : {rest}'
    why = f'({waits} ? ("" + {prop.LAST_REFUSAL}).substring(6) : {prop.LAST_REFUSAL})'
    text = f"({refused} ? {why} : {steps})"
    return DoActionButton.new(
        name="What may be done",
        text_=f"{{{_prompt(colour, head, _cut(text, STATUS_LETTERS))}}}",
        tooltip="Whose decision it is and what to do, or what was just refused and why",
        do_hotkey=False,
    )


def _acting_side(game: Game) -> str:
    """Return the expression, without braces, for the name of the side that must act, or an empty string.

    The next step begins with the side's plural; without a next step, the phase's own side acts.
    """
    said = '""'
    for side in game.info.sides:
        said = f'{prop.ACTIVE_SIDE} == "{side.id}" ? {literal(side.name)} : {said}'
    said = f'{names.NEXT_STEP} != "" ? "" : {said}'
    for side in game.info.sides:
        begins = f'("" + {names.NEXT_STEP}).startsWith({literal(side.plural + ": ")})'
        said = f"{begins} ? {literal(side.name)} : {said}"
    return said


def _without_side(game: Game) -> str:
    """Return the expression, without braces, for the next step with the side's name removed from its
    beginning.
    """
    said = f'("" + {names.NEXT_STEP})'
    for side in game.info.sides:
        head = f"{side.plural}: "
        begins = f'("" + {names.NEXT_STEP}).startsWith({literal(head)})'
        step = f'("" + {names.NEXT_STEP})'
        first, rest = len(head), len(head) + 1
        words = f"{step}.substring({first}, {rest}).toUpperCase() + {step}.substring({rest})"
        said = f"({begins} ? {words} : {said})"
    return said


def _prompt(colour: str, head: str, text: str) -> str:
    """Return the expression, without braces, for two lines of HTML beside a bar of a colour."""
    return (
        f'"<html><table width={_STATUS_PX} cellpadding=0 cellspacing=0><tr>'
        f'<td rowspan=2 width=6 bgcolor=" + ({colour}) + "></td>'
        f'<td><nobr>&nbsp;<b>" + {_escaped(head)} + "</b></nobr></td></tr>'
        f'<tr><td style=font-weight:normal><nobr>&nbsp;" + {_escaped(text)} + "</nobr></td></tr></table>"'
        ' + "</html>"'
    )


def _wide(line: str, px: int) -> str:
    """Return the expression for a line of HTML with a fixed width in pixels, without braces.

    `line` is an expression, too. VASSAL's fonts are proportional, so padding with spaces can't fix the width.
    """
    return f'"<html><div width={px}><nobr>" + ({line}) + "</nobr></div></html>"'


def _escaped(line: str) -> str:
    """Return the expression for a line escaped for HTML, without braces."""
    return f'("" + ({line})).replace("&", "&amp;").replace("<", "&lt;")'


def _cut(line: str, letters: int) -> str:
    """Return the expression for a line shortened to a maximum number of characters, without braces."""
    return f'({line}).length() <= {letters} ? ({line}) : ({line}).substring(0, {letters - 1}) + "…"'


def _accounts(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the names of accounts, by side, of the sides with more than one."""
    return {
        rule.side: tuple(one.label or one.name for one in rule.accounts)
        for rule in game.rules.replacements
        if len(rule.accounts) > 1
    }


def _longest_left(game: Game) -> int:
    """Return the length of the longest text about replacements left."""
    accounts = _accounts(game).values()
    return len(_LEFT) + max((sum(len(name) + 4 for name in found) for found in accounts), default=2)


def _left(game: Game) -> str:
    """Return the expression, without braces, for the replacements left, by account if there are several."""
    said = prop.REPLACEMENTS_LEFT
    # The engine's sum of an empty text and a number is the number, so only the property's text can be split.
    part = f'GetProperty("{prop.REPLACEMENTS_LEFT}").split("[+]")'
    for side, found in _accounts(game).items():
        each = ' + ", " + '.join(f'"{escape(name)} " + {part}[{n}]' for n, name in enumerate(found))
        said = f'{prop.ACTIVE_SIDE} == "{side}" && {part}.length == {len(found)} ? {each} : {said}'
    return said


def _label(game: Game) -> str:
    words = " + ".join(
        (
            f'"Turn " + {prop.TURN}',
            f'" (" + {prop.TURN_DATE} + ")"',
            f'" · " + {prop.WEATHER_NAME}',
            f'" · " + {prop.PHASE_NAME}',
            f'({prop.REPLACEMENTS_LEFT} == "" ? "" : "{_LEFT}" + ({_left(game)}))',
        )
    )
    begun = f'{prop.SCENARIO} == "" ? "No game yet" : {words}'
    rest = f'{SETTING_UP} ? "{SET_UP}" : {begun}'
    return f'{{{_OVER} ? "The game is over" : {rest}}}'
