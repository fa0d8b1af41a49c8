"""Build the turn tracker, and the components that depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import (
    CounterTurnLevel,
    DoActionButton,
    ListTurnLevel,
    TurnGlobalHotkey,
    TurnTracker,
)
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import told
from hexwright.vassal.enforcement.setup import SET_UP, SETTING_UP, STATUS_LINES, STATUS_MOST_LETTERS
from hexwright.vassal.enforcement.traits import literal, run, seated
from hexwright.vassal.enforcement.turn_marker import turn_marker_command
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.phase_track import OVER, cut, escaped, label
from hexwright.vassal.module.setup_titles import title_for_a_first_game
from hexwright.vassal.module.toolbar_icons import icon

NEXT_BUTTON = "Next phase"
BEGIN_BUTTON = "Begin the game"
_BEGINS = "Set-up ends"
BATTLE_BUTTON = "Battle"
_LETTER_PX = 8
"""The maximum width of a character in the toolbar's font, in pixels, for short texts."""
_LINE_PX = 16
"""The height of a line of the toolbar's font in pixels."""
_GREEN, _BLUE, _RED, _GREY = "#2e7d4f", "#2f6c9e", "#b3261e", "#67727b"
"""The colours of the prompt's bar: the user's turn, another player's turn, a refusal, and nobody's turn."""
_BEGIN_LOG = ". By mail: begin a log first (Log button)."
_END_LOG = ". By mail: end the log (Log button) and send it."
_AWAIT_LOG = ". By mail: wait for that player's log."
_NO_LOG = ". By mail: no log was begun; save the game (Save button) and send that."
_REPLAYED = "A log is being replayed: step to its end"
_STEP = (
    "Press Step (the arrow button in the toolbar) until the log ends, or choose To the end of the log"
    " (Log button). Then this line says whose turn it is."
)
_SEAT = "PlayerSide"


def turn_components(game: Game) -> Iterator[Component]:
    """Yield the turn tracker, and the command that announces a new phase to pieces."""
    yield turn_marker_command(
        "A phase begins",
        key_commands.PHASE_CHANGED,
        key_commands.PHASE_BEGINS,
        tooltip="Tells the piece that follows the turn",
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
        turn_format=label(game),
        report_format="",
        fwd_only=True,
    )


def next_button(game: Game) -> DoActionButton:
    """Return the button that ends a phase, or begins the game."""
    return DoActionButton.new(
        name=NEXT_BUTTON,
        text_=f"{{{_next_label(game)}}}",
        icon=icon("next"),
        tooltip=f"{NEXT_BUTTON}: end the named side's phase; begin the game when all units are placed",
        hotkey=key_commands.ADVANCE,
        do_hotkey=True,
        hotkeys=(names.ASK_PHASE, names.UNANSWERED),
        do_loop=True,
        loop_count=f"{{{told('pressesOfNext')}}}",
    )


def battle_button() -> DoActionButton:
    """Return the button that goes through the battles."""
    return DoActionButton.new(
        name=BATTLE_BUTTON,
        text_="",
        icon=icon("battle"),
        tooltip=f"{BATTLE_BUTTON}: show the next battle, fight it, or give up an advance (it asks first)",
        hotkey=key_commands.BATTLE,
        do_loop=True,
        loop_count=run("nextBattle();"),
    )


def _next_label(game: Game) -> str:
    """Return the expression for the label of the button that ends a phase, without braces.

    Its second line names the side whose phase ends. All labels have the same size, so that nothing beside
    the button moves.
    """
    ends = {side.id: f"{side.name} ends" for side in game.info.sides}
    wide = round(_LETTER_PX * max(map(len, (*ends.values(), NEXT_BUTTON, BEGIN_BUTTON, _BEGINS))))
    said = '"&nbsp;"'
    for side, words in ends.items():
        said = f'{prop.ACTIVE_SIDE} == "{side}" ? {literal(escape(words))} : {said}'
    begins = f'{SETTING_UP} ? "{BEGIN_BUTTON}" : "{NEXT_BUTTON}"'
    second = f'{SETTING_UP} ? "{_BEGINS}" : {prop.SCENARIO} == "" ? "&nbsp;" : {said}'
    return (
        f'"<html><table width={wide} cellpadding=0 cellspacing=0><tr><td><nobr><b>" + ({begins})'
        f' + "</b></nobr></td></tr><tr><td style=font-weight:normal><nobr>" + ({second})'
        ' + "</nobr></td></tr></table></html>"'
    )


def status_button(game: Game) -> DoActionButton:
    """Return the prompt beside the map's buttons: three lines with a coloured bar on their left.

    The first line always says whose decision it is, and what to do with a log; the other two say what to
    do, or what was just refused and why. Its size is constant, so the toolbar's rows stay in place.
    """
    # VASSAL would parse the property's own text as code, so a backslash in a name would break it.
    waits = f'("" + {prop.LAST_REFUSAL}).startsWith("Wait: ")'
    stamp = f'{names.ACTS} + "|" + {_SEAT} + "|" + {prop.ENFORCEMENT} + "|" + {names.LOG_STATE}'
    refused = f'{prop.LAST_REFUSAL} != "" && {names.REFUSED_AT} == ("" + {stamp})'
    acting = _acting_side(game)
    mine = f"({acting}) == {_SEAT}"
    alone = f'({acting}) == "" || {SETTING_UP} || {_SEAT} == "{prop.BOTH_SIDES}" || !{seated(game)}'
    whose = (
        f'{prop.SCENARIO} == "" ? "No game yet" : {OVER} ? "The game is over"'
        f' : {SETTING_UP} ? "{SET_UP}" + {_mail_begins()} : ({acting}) == "" ? "" + {prop.PHASE_NAME}'
        f' : {mine} ? "Your turn: " + {prop.PHASE_NAME} + {_mail_begins()}'
        f' : "The " + ({acting}) + " player\'s turn: " + {prop.PHASE_NAME} + {_mail(acting)}'
    )
    steps_left = f'{_log_state()} == "steps"'
    whose = f'{steps_left} ? "{_REPLAYED}" : {whose}'
    stands = f'{prop.ENFORCEMENT} == "{names.ASSIST}"'
    turn = f'{steps_left} ? "{_BLUE}" : ({alone}) ? "{_GREY}" : {mine} ? "{_GREEN}" : "{_BLUE}"'
    colour = f'{refused} ? ({waits} ? "{_BLUE}" : "{_RED}") : {turn}'
    first = title_for_a_first_game(game)
    choose = "Choose a set-up in the File menu" + (f"; for a first game: {first}" if first else "")
    rest = f'{prop.PHASE_TEXT} != "" ? {prop.PHASE_TEXT} : {literal(choose)}'
    whom = f'(({alone}) || {mine} ? "" : "For the " + ({acting}) + " player: ")'
    steps = f'{names.NEXT_STEP} != "" ? {whom} + {_without_side(game)} : {rest}'
    prefix = f'({waits} ? "" : {stands} ? "Against the rules: " : "Refused: ")'
    why = f"{prefix} + {prop.LAST_REFUSAL}"
    text = f'({refused} ? {why} : {steps_left} ? "{_STEP}" : {steps})'
    letters = f"({names.PROMPT_WIDTH} * {STATUS_MOST_LETTERS} / {names.LEAST_PROMPT_WIDTH})"
    return DoActionButton.new(
        name="What may be done",
        text_=f"{{{_prompt(colour, whose, text, letters)}}}",
        tooltip="Whose decision it is and what to do, or what was just refused and why",
        do_hotkey=False,
    )


def _log_state() -> str:
    """Return the expression for what is known of the user's log; empty until his own module has looked.

    Saved games and logs contain what was true at the seat of the player who wrote them, together with that
    seat.
    """
    return f'({names.SEAT} == {_SEAT} ? "" + {names.LOG_STATE} : "")'


def _mail_begins() -> str:
    """Return the expression for what the user must do by mail before his own turn, or an empty string."""
    state = _log_state()
    return f'({state} == "" || {state} == "open" ? "" : "{_BEGIN_LOG}")'


def _mail(acting: str) -> str:
    """Return the expression for what the user must do by mail while the given side acts, or an empty string.

    A state without the current number of actions means that something was done after it and isn't in a log.
    """
    state = _log_state()
    send = f'". Send the log to the " + ({acting}) + " player."'
    return (
        f'({state} == "" ? "" : {state} == "open" ? "{_END_LOG}"'
        f' : {state} == "written " + {names.ACTS} ? {send}'
        f' : {state} == "closed " + {names.ACTS} ? "{_AWAIT_LOG}" : "{_NO_LOG}")'
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


def _prompt(colour: str, head: str, text: str, letters: str) -> str:
    """Return the expression, without braces, for a line and a text in HTML beside a bar of a colour.

    The text breaks at the end of a line, and is shortened to what there is room for. The whole text stands in
    a comment, from which the script makes the button's tooltip.
    """
    shown, whole = escaped(cut(text, letters)), f'{escaped(text)}.replace(">", "&gt;")'
    return (
        f'"<html><!--flat--><table width=" + {names.PROMPT_WIDTH} + " cellpadding=0 cellspacing=0><tr>'
        f'<td rowspan=2 width=6 bgcolor=" + ({colour}) + "></td><td rowspan=2 width=5></td>'
        f'<td><nobr><b>" + {escaped(head)} + "</b></nobr></td></tr>'
        f'<tr><td height={_LINE_PX * STATUS_LINES} valign=top style=font-weight:normal>" + {shown}'
        ' + "</td></tr></table>'
        f'{names.WHOLE_TEXT_BEGINS}" + {whole} + "{names.WHOLE_TEXT_ENDS}</html>"'
    )
