"""Build the components for sides and options: roster, global options and properties, scenario options."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.game_options import Option
from hexwright.rules.judging.game_properties import option_property
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile.component_element import Component, new_plain_element
from hexwright.vassal.codec.buildfile.components import (
    BooleanScenarioProperty,
    GlobalOptions,
    GlobalProperties,
    GlobalProperty,
    ListScenarioProperty,
    PlayerRoster,
    ScenarioPropertiesOptionTab,
)
from hexwright.vassal.enforcement import (
    announcing,
    battles,
    fire,
    flights,
    judge,
    networks,
    opening,
    orders,
    replacements,
    situations,
    supply,
    switch,
    victory,
)
from hexwright.vassal.module import key_commands, turn_calendar
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.hex_descriptions import hex_description_table
from hexwright.vassal.module.sounds import sound_preference
from hexwright.vassal.module.toolbar_icons import icon

_ON_OFF = {"on", "off"}


def player_roster(game: Game) -> PlayerRoster:
    """Return the player roster: a seat for each side, and a seat for one player of both sides."""
    roster = PlayerRoster.new(
        button_text="",
        button_icon=icon("seat"),
        button_tool_tip="Change seat: take another side, both sides while nobody else plays, or only watch",
    )
    for name in (*(side.name for side in game.info.sides), prop.BOTH_SIDES):
        roster.append(new_plain_element("entry", name))
    return roster


def global_options() -> GlobalOptions:
    """Return VASSAL's global options: leading zeros of hex numbers, icons, keys of Undo and of logs."""
    options = GlobalOptions.new(
        sound_preference(),
        auto_report="Always",
        chatter_html_support="Never",
        hot_keys_on_closed_windows="Always",
        store_leading_zero_integers_as_strings=True,
        send_to_location_move_trails="Never",
        player_id_format="$PlayerName$",
    )
    options.options = {
        "undoIcon": icon("undo"),
        "stepIcon": icon("step"),
        "serverControlsIcon": icon("server"),
        "undoHotKey": key_commands.UNDO.encode(),
        # The toolbar's buttons for logs send these keys.
        "newHotKey": key_commands.BEGIN_LOG.encode(),
        "endHotKey": key_commands.END_LOG.encode(),
    }
    return options


def global_properties(game: Game) -> GlobalProperties:
    """Return the game's global properties, and the scenario options tab for the game's options."""
    return GlobalProperties.new(
        *_properties(game),
        *turn_calendar.global_properties(game),
        *battles.global_properties(),
        *announcing.global_properties(game),
        *fire.global_properties(game),
        *orders.global_properties(game),
        *supply.global_properties(game),
        *situations.global_properties(game),
        *networks.global_properties(game),
        *flights.global_properties(game),
        *judge.global_properties(),
        *opening.global_properties(game),
        *replacements.global_properties(),
        *victory.global_properties(game),
        *switch.global_properties(),
        *_option_tabs(game),
    )


def _properties(game: Game) -> Iterator[Component]:
    for name, value, text in (
        # VASSAL reads them while it creates the turn tracker that follows.
        (
            "TurnTracker.defaultDocked",
            "false",
            "The toolbar tells the turn, and the counter itself stays unseen",
        ),
        ("TurnTracker.defaultFontSize", "14", "Size of its lettering"),
        ("TurnTracker.defaultFontBold", "true", "Weight of its lettering"),
        (prop.SCENARIO, "", "The scenario that is played"),
        (prop.TIMETABLE, "", "Its turn record"),
        (prop.LAST_TURN, "999", "The turn it ends after"),
        (prop.GAME_OVER, "false", "Whether the last turn is over"),
        (prop.ACTIVE_SIDE, "", "The side whose phase it is"),
        (prop.SETTING_UP, "false", "Whether the players still place their units"),
        (prop.PHASE_NAME, "", "The phase in words"),
        (prop.PHASE_TEXT, "", "What may be done in the phase"),
        (prop.WEATHER, "", "The weather of the turn"),
        (prop.WEATHER_NAME, "", "The weather in words"),
        (prop.TURN_DATE, "", "The date of the turn"),
        (prop.LAST_VIOLATION, "", "Number or heading of the rule that was broken last, or nothing"),
        (prop.LAST_REFUSAL, "", "What was refused last and why, or nothing"),
        (prop.SENT_X, "0", "Where the unit goes that is sent to a box just now"),
        (prop.SENT_Y, "0", "Likewise, from above"),
        (prop.GROUND, hex_description_table(game), "What lies in each hex, for the viewer"),
    ):
        yield GlobalProperty.new(name=name, initial_value=value, description=text)


def _option_tabs(game: Game) -> Iterator[Component]:
    if not game.rules.options:
        return
    rows = [_option_row(option) for option in game.rules.options]
    yield ScenarioPropertiesOptionTab.new(
        *rows, name="Optional rules", heading="Agree on these before you begin", left_align="left"
    )


def _option_row(option: Option) -> Component:
    choices = [choice.id for choice in option.choices]
    if set(choices) == _ON_OFF:
        return BooleanScenarioProperty.new(
            name=option_property(option.id), initial_value=option.default == "on", description=option.name
        )
    return ListScenarioProperty.new(
        name=option_property(option.id),
        initial_value=option.default,
        description=option.name,
        options=sequence_encoder.encode(choices, ","),
    )
