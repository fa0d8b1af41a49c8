"""Enforce the set-up rules: where units may start, and when the game may begin.

A free set-up takes place one phase before the scenario's first phase, while `SettingUp` is true. The button
that ends a phase asks whether the set-up is legal. The turn tracker then advances to the first phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.model.module_window_names import forces
from hexwright.model.scenario import Scenario
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.traits import TEXT, answered, keep_for_all, on, part, say, send
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

SET_UP = "Set-up"
STATUS_LETTERS = 154
"""The number of characters in a line of the prompt that is as narrow as it may be."""
STATUS_LINES = 2
"""The number of lines for the prompt's text below its first line."""
_BROKEN_LETTERS = 14
"""The number of characters that a line may lose to the word that doesn't fit."""
STATUS_MOST_LETTERS = STATUS_LINES * STATUS_LETTERS - (STATUS_LINES - 1) * _BROKEN_LETTERS
"""The maximum length of the prompt's text; longer text ends in an ellipsis."""
_THEN_BEGIN = "then press Begin the game."
WEATHER_TEXT = "The units are placed. Press Begin the game: the die for the weather is thrown."
"""The instruction to the players if only the weather must still be rolled."""
SETTING_UP = f"{prop.SETTING_UP} == true"


def set_up_text(game: Game) -> str:
    """Return the instruction to the players during set-up."""
    sides = (side for side in game.info.sides if any(u.side == side.id for u in game.counters.units))
    waiting = " and ".join(forces(side) for side in sides)
    first = {scenario.setup_order[:1] for scenario in game.scenarios}
    # If it isn't the same side in all scenarios, the refusal of a unit that comes too early says it.
    sole = next(iter(first)) if len(first) == 1 else ()
    order = f", the {game.info.side(sole[0]).plural} first," if sole else ""
    told = f"Drag each unit from {{}} (menu Windows){order} to where it may start (Ctrl G); {_THEN_BEGIN}"
    whole = told.format(waiting)
    return whole if len(whole) <= STATUS_LETTERS else told.format("its window")


def before_first(game: Game, scenario: Scenario) -> tuple[int, PhaseId]:
    """Return the turn and the phase immediately before a scenario's first phase."""
    order = [phase.id for phase in game.rules.sequence]
    at = order.index(scenario.first_phase)
    return (scenario.first_turn, order[at - 1]) if at else (scenario.first_turn - 1, order[-1])


_LEFT_OVER: Final = KeyCommand.named("hexwright.rules.left-over")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit is placed during the set-up.

    A unit that isn't placed is moved to its pool.
    """
    yield say(names.TELL_PLACED, f'{{"Set-up: " + {part(TEXT)}}}', "Where a unit starts")
    placed = answered("placed")
    yield on(
        "A unit is placed",
        names.PLACED,
        placed,
        names.TELL_PLACED,
        key_commands.UNMOVED,
        key_commands.CLEAR_TRAIL,
    )
    left = f'{{{prop.POOL} != "" && CurrentMap != "{prop.MAIN_MAP}"}}'
    out = (key_commands.STEP_LAST, key_commands.waiting_key(game))
    yield on("A unit is left over", _LEFT_OVER, left, *out)


_SEND_LEFT_OVER: Final = KeyCommand.named("hexwright.rules.send-left-over")
_TELL_BEGUN: Final = KeyCommand.named("hexwright.rules.tell-begun")


def referee_traits() -> Iterator[Trait]:
    """Yield the turn marker's traits that begin the game."""
    yield keep_for_all(prop.SETTING_UP, (names.NOTE_BEGUN, "false"))
    yield send(
        _SEND_LEFT_OVER,
        _LEFT_OVER,
        f'{{CurrentMap != "{prop.MAIN_MAP}"}}',
        "Units that are left over wait as replacements",
        only="unit",
    )
    yield say(
        _TELL_BEGUN,
        '{"The set-up is complete and the game begins. Units left over are in their pools."}',
        "The game begins",
    )
    yield on(
        "The game begins",
        names.BEGIN,
        f"{{{SETTING_UP}}}",
        _SEND_LEFT_OVER,
        names.NOTE_BEGUN,
        _TELL_BEGUN,
    )
