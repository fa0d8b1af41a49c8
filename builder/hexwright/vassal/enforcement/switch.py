"""Choose the level of enforcement: toolbar menu, properties, and the turn marker's traits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import GlobalProperty, ToolbarMenu
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import ReportAction, SetGlobalProperty
from hexwright.vassal.enforcement import attrition, early_end, names, phases
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    RECORD,
    TEXT,
    accepted,
    answer,
    keep_for_all,
    literal,
    on,
    part,
    say,
)
from hexwright.vassal.enforcement.turn_marker import turn_marker_command
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.toolbar_icons import icon

BUTTONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        names.STRICT: "Strict: illegal moves are taken back",
        names.ASSIST: "Assist: illegal moves stand, and the chat names the rule",
        names.OFF: "Off: the module checks nothing",
    }
)


def menu(game: Game) -> str:
    """Return the name of the toolbar menu. It depends on the rules that the module enforces."""
    return "Rules" if game.rules.movement else "Rules of the set-up"


_AGREED: Final = "Agreed"
"""The seats that have agreed to a change that needs the agreement of all players.

The format is "change seat,seat".
"""


def global_properties() -> Iterator[GlobalProperty]:
    """Yield the properties for the level of enforcement, and for the seats that agreed to lower it.

    They aren't scenario options, because a single player could then switch enforcement off.
    """
    yield GlobalProperty.new(
        name=prop.ENFORCEMENT, initial_value=names.STRICT, description="How strict the rules are"
    )
    yield GlobalProperty.new(
        name=_AGREED, initial_value="", description="Who has agreed to what needs every seat"
    )


def buttons(game: Game) -> Iterator[Component]:
    """Yield the commands of the toolbar menu. The turn marker carries them out."""
    for level in names.LEVELS:
        key = names.SET_LEVEL[level]
        yield turn_marker_command(f"Enforcement {level}", key, key, text=BUTTONS[level])
    yield from phases.commands()
    yield from early_end.commands(game)
    yield from attrition.commands(game)


def toolbar_menu(game: Game) -> ToolbarMenu:
    """Return the toolbar menu of the commands. While the level isn't strict, it stands beside the icon."""
    rolls = (attrition.ROLL_BUTTON,) if tuple(attrition.commands(game)) else ()
    early = filter(None, [early_end.button_text(game)])
    watched = "the rules" if game.rules.movement else "the set-up (the players apply the other rules)"
    level = f'"<html><font size=2>" + {prop.ENFORCEMENT} + "</font></html>"'
    return ToolbarMenu.new(
        description=menu(game),
        text_=f'{{{prop.ENFORCEMENT} == "{names.STRICT}" ? "" : {level}}}',
        icon=icon("rules"),
        tooltip=f"{menu(game)}: how strictly the module enforces {watched}: strict, assist, off",
        menu_items=(*BUTTONS.values(), phases.BACK_BUTTON, *rolls, *early),
    )


_JUDGE_LEVEL: Final = {level: KeyCommand.named(f"hexwright.rules.judge-{level}") for level in names.LEVELS}
_PUT_LEVEL: Final = {level: KeyCommand.named(f"hexwright.rules.put-{level}") for level in names.LEVELS}
_NOTE_AGREED: Final = KeyCommand.named("hexwright.rules.note-agreed")
_TELL_AGREED: Final = KeyCommand.named("hexwright.rules.tell-agreed")


def referee_traits() -> Iterator[Trait]:
    """Yield the turn marker's traits that set and report the level of enforcement.

    Every player can set the strict level. Lowering the level needs the agreement of all seats.
    """
    yield SetGlobalProperty(
        name=prop.ENFORCEMENT,
        commands=tuple(
            PropertyCommand("", key, PropertyChange.set(level)) for level, key in _PUT_LEVEL.items()
        ),
        description=f"Keeps {prop.ENFORCEMENT}",
    )
    questions = (
        (_JUDGE_LEVEL[level], call("judgeLevel", literal(level)))
        for level in names.LEVELS
        if level != names.STRICT
    )
    yield keep_for_all(names.VERDICT, *questions)
    yield keep_for_all(
        _AGREED,
        (_NOTE_AGREED, f"{{{part(RECORD)}}}"),
        *((key, "") for key in (*_PUT_LEVEL.values(), names.NOTE_BEGUN)),
    )
    yield say(_TELL_AGREED, f'{{"Agreement: " + {part(TEXT)}}}', "Who must still agree")
    yield answer("Others must agree", names.AGREE, "wait", _NOTE_AGREED, _TELL_AGREED)
    for level, key in names.SET_LEVEL.items():
        put = _PUT_LEVEL[level]
        yield ReportAction(
            keys=(put,),
            report=f'{{"Rules set by " + PlayerName + ". {BUTTONS[level]}."}}',
            description="Says how strictly the module holds to the rules",
        )
        if level == names.STRICT:
            yield on("The rules become strict", key, "", put)
            continue
        allow = KeyCommand.named(f"hexwright.rules.allow-{level}")
        yield on(f"All want it: {level}", allow, accepted(), put)
        yield on(f"Who wants it: {level}", key, "", _JUDGE_LEVEL[level], names.AGREE, allow)
