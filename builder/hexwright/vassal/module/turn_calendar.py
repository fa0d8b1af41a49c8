"""Build the calendar: skipped phases, and weather that a die or the previous turn decides.

The weather of each turn is recorded as "/1 good/2 mud/", so that no new die is rolled when a phase is
repeated. A game with fixed weather and no skipped phases needs no calendar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hexwright.model.charts import Turn
from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import GlobalHotkey, ReportAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.traits import keep_for_all, on
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

WEATHER_RECORD: Final = "WeatherRecord"
"""The weather of each turn so far: "/turn weather/turn weather/"."""
WEATHER_DIE: Final = "WeatherDie"
"""The last result of the weather die."""
TURN_DIRECTION: Final = "TurnDirection"
"""The direction in which a player last moved the turn tracker: "on" or "back"."""

ROLL_WEATHER: Final = KeyCommand.named("hexwright.weather.roll")
NOTE_WEATHER: Final = KeyCommand.named("hexwright.weather.note")
REPORT_WEATHER: Final = KeyCommand.named("hexwright.weather.say")
FIND_WEATHER: Final = KeyCommand.named("hexwright.weather.find")
FACE_ON: Final = KeyCommand.named("hexwright.turn.face-on")
FACE_BACK: Final = KeyCommand.named("hexwright.turn.face-back")
PLAY_PHASE: Final = KeyCommand.named("hexwright.phase.play")
STEP_ON: Final = KeyCommand.named("hexwright.turn.step-on")
STEP_BACK: Final = KeyCommand.named("hexwright.turn.step-back")
SKIP_PHASE: Final = KeyCommand.named("hexwright.phase.leave-out")

_ROW: Final = f'{prop.TIMETABLE} + "." + {prop.TURN}'


def weather_is_rolled(game: Game) -> bool:
    """Return whether the weather of any turn is decided only when the turn begins."""
    return any(
        turn.weather_roll or turn.weather_after for table in game.charts.turn_tracks for turn in table.turns
    )


def may_skip_phases(game: Game) -> bool:
    """Return whether any phase is skipped on some turns."""
    return any(phase.weather or phase.except_turns for phase in game.rules.sequence)


def calendar_tables(game: Game) -> dict[str, str]:
    """Return the turn marker's lookup tables for weather and skipped phases."""
    found: dict[str, str] = {}
    for timetable in game.charts.turn_tracks:
        for turn in timetable.turns:
            row = f"{timetable.id}.{turn.turn}"
            if weather_is_rolled(game):
                found |= _weather_table(row, turn)
            else:
                found[f"Weather.{row}"] = turn.weather
    if may_skip_phases(game):
        every = [weather.id for weather in game.charts.weather]
        for phase in game.rules.sequence:
            found[f"PhaseWeather.{phase.id}"] = _list(phase.weather or every)
            found[f"PhaseNotOn.{phase.id}"] = _list(map(str, phase.except_turns))
    return found


def _weather_table(row: str, turn: Turn) -> dict[str, str]:
    if turn.weather_roll:
        faces = {f"Weather.{row}.{face}": weather for face, weather in turn.weather_roll.items()}
        return {f"WeatherBy.{row}": "die", f"WeatherFaces.{row}": str(len(turn.weather_roll)), **faces}
    after = {f"Weather.{row}.{before}": weather for before, weather in turn.weather_after.items()}
    return {f"WeatherBy.{row}": "turn" if after else "fixed", f"Weather.{row}": turn.weather, **after}


def _list(words: Iterable[str]) -> str:
    return "," + "".join(f"{word}," for word in words)


def weather_now(game: Game) -> str:
    """Return the expression for the current weather, without braces.

    After the last turn, its value is the last turn's weather.
    """
    turn = f"({prop.TURN} > {prop.LAST_TURN} ? {prop.LAST_TURN} : {prop.TURN})"
    if not weather_is_rolled(game):
        return f'GetProperty("Weather." + {prop.TIMETABLE} + "." + {turn})'
    head = f'("/" + {turn} + " ")'
    return f'{WEATHER_RECORD}.substring({WEATHER_RECORD}.indexOf({head}) + {head}.length()).split("/")[0]'


def phase_is_played(game: Game) -> str:
    """Return the expression, without braces, that tests whether the turn includes the current phase."""
    if not may_skip_phases(game):
        return "true"
    weather = f'GetProperty("PhaseWeather." + {prop.PHASE}).contains("," + {prop.WEATHER} + ",")'
    return f'({weather} && !GetProperty("PhaseNotOn." + {prop.PHASE}).contains("," + {prop.TURN} + ","))'


def calendar_start_properties(game: Game, weathers: Mapping[int, str]) -> dict[str, str]:
    """Return the initial global properties of the calendar.

    `weathers` contains the weather of each turn so far.
    """
    record = "".join(f"{turn} {weather}/" for turn, weather in weathers.items())
    return {WEATHER_RECORD: f"/{record}"} if weather_is_rolled(game) else {}


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties of the calendar."""
    if weather_is_rolled(game):
        yield GlobalProperty.new(
            name=WEATHER_RECORD, initial_value="/", description="The weather of each turn"
        )
        yield GlobalProperty.new(name=WEATHER_DIE, initial_value="", description="The die for the weather")
    if may_skip_phases(game):
        yield GlobalProperty.new(name=TURN_DIRECTION, initial_value="on", description="Where the turn goes")


def weather_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits that determine a new turn's weather when the `FIND_WEATHER` key arrives."""
    if not weather_is_rolled(game):
        return
    by = f'GetProperty("WeatherBy." + {_ROW})'
    faces = f'GetProperty("WeatherFaces." + {_ROW})'
    yield keep_for_all(WEATHER_DIE, (ROLL_WEATHER, f"{{Random({faces})}}"))
    rolled = f'GetProperty("Weather." + {_ROW} + "." + {WEATHER_DIE})'
    before = f'GetProperty("Weather." + {_ROW} + "." + {prop.WEATHER})'
    fixed = f'GetProperty("Weather." + {_ROW})'
    found = f'({by} == "die" ? {rolled} : {by} == "turn" && {before} != "" ? {before} : {fixed})'
    yield keep_for_all(
        WEATHER_RECORD, (NOTE_WEATHER, f'{{{WEATHER_RECORD} + {prop.TURN} + " " + {found} + "/"}}')
    )
    name = f'GetProperty("WeatherName." + {weather_now(game)})'
    shows = f'({by} == "die" ? "The die for the weather shows " + {WEATHER_DIE} + ": " : "The weather now: ")'
    report = f'{{"" + {shows} + {name}}}'
    yield ReportAction(keys=(REPORT_WEATHER,), report=report, description="Which weather the turn brings")
    new = f'!{WEATHER_RECORD}.contains("/" + {prop.TURN} + " ")'
    yield on(
        "A die for the weather",
        FIND_WEATHER,
        f'{{{new} && {by} == "die"}}',
        ROLL_WEATHER,
        NOTE_WEATHER,
        REPORT_WEATHER,
    )
    yield on(
        "The weather follows that before",
        FIND_WEATHER,
        f'{{{new} && {by} == "turn"}}',
        NOTE_WEATHER,
        REPORT_WEATHER,
    )
    yield on("The weather is fixed", FIND_WEATHER, f'{{{new} && {by} == "fixed"}}', NOTE_WEATHER)


def turn_step_traits(game: Game, *, scored: bool) -> Iterator[Trait]:
    """Yield the traits that move the turn tracker to the next phase that isn't skipped.

    `scored` means that points may be scored when a player turn ends, even if its last phase is skipped.
    """
    yield GlobalHotkey(key=STEP_ON, hotkey=key_commands.NEXT_PHASE, description="The turn counter goes on")
    yield GlobalHotkey(key=STEP_BACK, hotkey=names.PREVIOUS_PHASE, description="The turn counter goes back")
    if not may_skip_phases(game):
        yield on("On", names.GO_ON, "", STEP_ON)
        yield on("Back", names.GO_BACK, "", STEP_BACK)
        return
    yield keep_for_all(TURN_DIRECTION, (FACE_ON, "on"), (FACE_BACK, "back"))
    # Steps must not be nested, because VASSAL's tracker remembers only one state to return to.
    yield on("On", names.GO_ON, "", FACE_ON, STEP_ON, SKIP_PHASE)
    yield on("Back", names.GO_BACK, "", FACE_BACK, STEP_BACK, SKIP_PHASE)
    over = f"{prop.TURN} > {prop.LAST_TURN}"
    left = f"!({over}) && !{phase_is_played(game)}"
    ahead = (names.CLOSE_TURN, STEP_ON) if scored else (STEP_ON,)
    for way, steps in (("on", ahead), ("back", (STEP_BACK,))):
        match = f'{{{left} && {TURN_DIRECTION} == "{way}"}}'
        yield on(f"A phase is left out, going {way}", SKIP_PHASE, match, *steps, SKIP_PHASE)
