"""Roll for attrition when replacement phases begin: the die for the weather, the results and the losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import DiceButton, GlobalKeyCommand
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import GlobalHotkey
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.tables import attrition_tables
from hexwright.vassal.enforcement.traits import (
    RECORD,
    RULE,
    TEXT,
    answer,
    answered,
    keep,
    keep_for_all,
    on,
    part,
    say,
)
from hexwright.vassal.enforcement.turn_marker import turn_marker_command
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.toolbar_icons import icon

ROLL_BUTTON: Final = "Roll for attrition"
STATE: Final = "AttritionState"
"""The state of a phase's attrition roll: "turn.phase owed", "turn.phase none" or "turn.phase taken".

The state of a second roll ends in " 2".
"""


def commands(game: Game) -> Iterator[GlobalKeyCommand]:
    """Yield the menu command that rolls for attrition, if the game has attrition."""
    if game.rules.attrition:
        yield turn_marker_command(
            "The die for attrition",
            names.ASK_ATTRITION,
            names.ASK_ATTRITION,
            text=ROLL_BUTTON,
            tooltip="Roll for attrition if it wasn't rolled at the start of the phase",
        )


def dice_buttons(game: Game) -> Iterator[DiceButton]:
    """Yield a button for each attrition die whose number of faces differs from the combat die's."""
    for sides in attrition_tables.dice(game):
        yield DiceButton.new(
            name=f"1d{sides}",
            text_="",
            icon=icon("attrition-die"),
            tooltip=f"1d{sides}: roll a die of {sides} sides, for attrition",
            hotkey=attrition_tables.roll_key(game, sides),
            n_dice=1,
            n_sides=sides,
            report_format="** $PlayerName$ rolls $name$: $result$",
        )


_JUDGE_ROLL: Final = KeyCommand.named("hexwright.rules.judge-roll")
_READ_ATTRITION: Final = KeyCommand.named("hexwright.rules.read-attrition")
ROLL_DUE: Final = KeyCommand.named("hexwright.rules.roll-due")
_ROLL_UNDUE: Final = KeyCommand.named("hexwright.rules.roll-undue")
_ROLL_ATTRITION: Final = KeyCommand.named("hexwright.rules.roll-attrition")
NOTE: Final = KeyCommand.named("hexwright.rules.note-attrition")
_TELL_ATTRITION: Final = KeyCommand.named("hexwright.rules.tell-attrition")


def referee_questions() -> tuple[tuple[KeyCommand, str], ...]:
    """Return the turn marker's keys that ask the script about attrition, each with its script call."""
    return (
        (_JUDGE_ROLL, call("judgeRoll", "PieceUID")),
        (_READ_ATTRITION, call("readAttrition", "PieceUID")),
    )


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits that roll for attrition and report the result."""
    dice = attrition_tables.rolls(game)
    if not dice:
        return
    for weather, sides in dice.items():
        key = KeyCommand.named(f"hexwright.rules.roll-{weather}")
        hotkey = attrition_tables.roll_key(game, sides)
        yield GlobalHotkey(key=key, hotkey=hotkey, description="The die for attrition is rolled")
        match = f'{{{prop.WEATHER} == "{weather}"}}'
        yield on(f"Attrition in {weather}", _ROLL_ATTRITION, match, key)
    yield keep(names.NO_POINT, (names.NOTE_NO_POINT, f'{{{prop.TURN} + "." + {prop.PHASE}}}'))
    yield _global(STATE, NOTE)
    yield say(_TELL_ATTRITION, f'{{"Attrition (" + {part(RULE)} + "): " + {part(TEXT)}}}', "What it did")
    yield on(
        "A die for attrition is due",
        ROLL_DUE,
        answered("roll"),
        _ROLL_ATTRITION,
        _READ_ATTRITION,
        NOTE,
        _TELL_ATTRITION,
    )
    yield on("None is due", _ROLL_UNDUE, answered("no"), _TELL_ATTRITION)
    yield on(
        "The die for attrition is asked for",
        names.ASK_ATTRITION,
        "",
        names.FORGET,
        _JUDGE_ROLL,
        ROLL_DUE,
        _ROLL_UNDUE,
    )


def _global(name: str, key: KeyCommand) -> Trait:
    """Return the trait that copies the record of the script's answer to a global property."""
    return keep_for_all(name, (key, f"{{{part(RECORD)}}}"))


SUFFER: Final = KeyCommand.named("hexwright.rules.suffer")
_SUFFER_STEP: Final = KeyCommand.named("hexwright.rules.suffer-step")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the unit traits for attrition losses. An elimination by attrition scores no points."""
    if not game.rules.attrition:
        return
    yield keep(names.NO_POINT, (names.NOTE_NO_POINT, f'{{{prop.TURN} + "." + {prop.PHASE}}}'))
    yield _global(STATE, NOTE)
    yield say(_TELL_ATTRITION, f'{{"Attrition (" + {part(RULE)} + "): " + {part(TEXT)}}}', "Who suffers")
    yield answer(
        "Answer: frost",
        SUFFER,
        "frost",
        NOTE,
        names.NOTE_NO_POINT,
        _TELL_ATTRITION,
        _SUFFER_STEP,
    )
    level = f"{prop.STEP_LAYER}_Level"
    # The inner trait acts first, so a unit that loses a step is not eliminated by the same key.
    yield on("Its last step is lost", _SUFFER_STEP, f"{{{level} >= {prop.STEPS}}}", names.TAKE_OUT)
    yield on("A step of it is lost", _SUFFER_STEP, f"{{{level} < {prop.STEPS}}}", names.LOSE_ONE)
