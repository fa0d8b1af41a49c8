"""Set up the turn counter and what follows it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.vassal.buildfile.components import (
    CounterTurnLevel,
    DoActionButton,
    GlobalKeyCommand,
    ListTurnLevel,
    TurnGlobalHotkey,
    TurnTracker,
)
from builder.vassal.buildfile.element import Component
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names

_LABEL_PX_PER_LETTER = 8


def turn_components(game: Game) -> Iterator[Component]:
    """Yield the turn counter, the button that goes on, and the command that tells the pieces."""
    yield GlobalKeyCommand.new(
        name="A phase begins",
        button_text="",
        tooltip="Tells all pieces that a phase begins",
        button_hotkey=keys.PHASE_CHANGED,
        hotkey=keys.PHASE_BEGINS,
        # The engine notes all properties of every piece that it reaches: so only those that have to act.
        filter=f'{{{prop.KIND} == "turn" || Moved == true}}',
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
        TurnGlobalHotkey.new(name="Tells the pieces that a phase begins", hotkey=keys.PHASE_CHANGED),
        name="Turn",
        button_text="Turn",
        tooltip="Turn, date, weather and phase; a right click sets them",
        nexthotkey=keys.NEXT_PHASE,
        prevhotkey=names.PREVIOUS_PHASE,
        turn_format=_label(),
        report_format="",
        length_style="Fixed",
        length=_LABEL_PX_PER_LETTER * _longest(game),
        # The button beside it takes one step of undo; the counter's own would take two.
        plus_button_size=1,
        fwd_only=True,
    )
    yield DoActionButton.new(
        name="Next phase",
        text_="Next phase",
        tooltip="Go on to the next phase",
        hotkey=keys.ADVANCE,
        do_hotkey=True,
        hotkeys=(names.ASK_PHASE, names.UNANSWERED),
    )


def _label() -> str:
    words = " + ".join(
        (
            f'"Turn " + {prop.TURN}',
            f'" (" + {prop.TURN_DATE} + ")"',
            f'" · " + {prop.WEATHER_NAME}',
            f'" · " + {prop.PHASE_NAME}',
        )
    )
    return f'{{{prop.TURN} > {prop.LAST_TURN} ? "The game is over" : {words}}}'


def _longest(game: Game) -> int:
    """Return how many letters the longest label has."""
    dates = [len(t.date) for table in game.charts.timetables for t in table.turns]
    weather = [len(kind.name) for kind in game.charts.weather]
    phases = [len(phase.name) for phase in game.rules.sequence]
    return len("Turn 999 ()") + 6 + max(dates, default=0) + max(weather, default=0) + max(phases, default=0)
