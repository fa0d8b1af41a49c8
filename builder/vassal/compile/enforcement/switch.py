"""Let the players choose how strictly the module holds to the rules: toolbar, options, referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from builder.model.game import Game
from builder.vassal.buildfile.components import (
    GlobalKeyCommand,
    ListScenarioProperty,
    ScenarioPropertiesOptionTab,
    ToolbarMenu,
)
from builder.vassal.buildfile.element import Component
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.shared import Change, PropertyCommand
from builder.vassal.codec.traits import ReportAction, SetGlobalProperty
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names, phases, replacements
from builder.vassal.compile.enforcement.traits import REFEREE, seated

MENU: Final = "Rules"
BUTTONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        names.STRICT: "Strict: what the rules forbid is taken back",
        names.ASSIST: "Assist: it stands, and the chat names the rule",
        names.OFF: "Off: the module doesn't watch",
    }
)


def option_tab() -> ScenarioPropertiesOptionTab:
    """Return the tab of the scenario options that holds the switch."""
    return ScenarioPropertiesOptionTab.new(
        ListScenarioProperty.new(
            name=prop.ENFORCEMENT,
            initial_value=names.STRICT,
            description="The module holds to the rules: strict takes back, assist tells, off is silent",
            options=",".join(names.LEVELS),
        ),
        name="Enforcement",
        heading="How strictly the module holds to the rules",
        report="$PlayerId$ sets the enforcement of the rules from $oldValue$ to $newValue$",
        left_align="left",
    )


def buttons(game: Game) -> Iterator[Component]:
    """Yield the toolbar's menu and its commands, which the referee answers."""
    for level in names.LEVELS:
        yield GlobalKeyCommand.new(
            name=f"Enforcement {level}",
            button_text=BUTTONS[level],
            tooltip=BUTTONS[level],
            button_hotkey=names.SET_LEVEL[level],
            hotkey=names.SET_LEVEL[level],
            single_map=False,
            report_single=False,
            target=REFEREE,
            filter=f"{{{seated(game)}}}",
        )
    yield from phases.commands(game)
    rolls = tuple(replacements.commands(game))
    yield from rolls
    yield ToolbarMenu.new(
        description=MENU,
        text_=MENU,
        tooltip="How strictly the module holds to the rules: strict, assist, off",
        menu_items=(*BUTTONS.values(), phases.BACK_BUTTON, *([replacements.ROLL_BUTTON] if rolls else [])),
    )


def referee_traits() -> Iterator[Trait]:
    """Yield what the turn marker needs to set the level and to say so."""
    yield SetGlobalProperty(
        name=prop.ENFORCEMENT,
        commands=tuple(PropertyCommand("", key, Change.set(level)) for level, key in names.SET_LEVEL.items()),
        description=f"Keeps {prop.ENFORCEMENT}",
    )
    for level, key in names.SET_LEVEL.items():
        yield ReportAction(
            keys=(key,),
            report=f'{{"Rules set by " + PlayerName + ". {BUTTONS[level]}."}}',
            description="Says how strictly the module holds to the rules",
        )
