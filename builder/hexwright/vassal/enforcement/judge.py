"""Move the behaviour of pieces to the module's script, so that pieces contain almost none of the rules.

The behaviour of each kind of piece is declared as traits, innermost first, as if every piece had them. They
are then divided. The piece keeps its own data: its values, its faces, its destinations, and the traits that
call the script. All other traits (triggers, reports, properties of the game and of the piece, commands to
other pieces) become steps of the script. The steps are listed for each kind of piece and each key, in the
order in which VASSAL would have passed the key through the traits. `judge.bsh` carries them out.

A piece calls the script by a Global Hotkey. VASSAL then keeps the log open. Thus all actions of the script
belong to the drag or key that called it, in undo and in logs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hexwright.vassal.codec.buildfile.components import DoActionButton, GlobalProperty
from hexwright.vassal.codec.field_values import CTRL, KeyCommand
from hexwright.vassal.codec.shared_records import FastMatch, PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import (
    Delete,
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    ReportAction,
    RestrictCommands,
    RestrictedAccess,
    SendToLocation,
    SetGlobalProperty,
    TriggerAction,
)
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.tables import rows
from hexwright.vassal.enforcement.tables.rows import Row, keyed, row
from hexwright.vassal.enforcement.traits import run
from hexwright.vassal.module import key_commands

ASKED: Final = "Asked"
"""The piece that calls the script, and the key that it received, as "id key"."""
CHOSEN: Final = "Chosen"
"""A property that the traits of menu lines set, because a trait without an effect shows no menu line.

Its value is never read.
"""
ASK: Final = KeyCommand.named("hexwright.ask")
"""The hot key that calls the script."""

_JUDGES = "hexwright.rules.judge"
"""The prefix of the keys that ask the script whether an action is allowed."""
_CARRIED = (
    *(TriggerAction, ReportAction, SetGlobalProperty, DynamicProperty),
    *(GlobalKeyCommand, GlobalHotkey, Delete),
)
_INNER_FIRST = (TriggerAction, ReportAction)


@row
class Step(Row):
    """A step of the script for a kind of piece and a key: an action and its arguments.

    The `remove` action takes the piece out of the game. It has no arguments.
    """

    does: str


@row
class If(Step):
    """The `if` step: send further keys, separated by spaces, if an expression is true."""

    match: str
    keys: str


@row
class Say(Step):
    """The `say` step: write a line to the chat."""

    line: str


@row
class Put(Step):
    """A step that stores a value: `set` or `add` to a global property, `note` on the piece, or `ask` the
    script.

    A note is a persistent property of the piece. VASSAL saves it with the piece's position.
    """

    name: str
    value: str


@row
class Press(Step):
    """The `press` and `fire` steps: send a key to the piece itself, or send a hot key."""

    key: str


@row
class All(Step):
    """The `all` step: send a key to all pieces with a given property value for which an
    expression is true.
    """

    key: str
    property: str
    value: str
    match: str


@dataclasses.dataclass(frozen=True, slots=True)
class Charge:
    """The divided traits of a kind of piece: the script's steps by key, and the kept traits by group."""

    kind: str
    steps: Mapping[str, tuple[Step, ...]]
    kept: tuple[tuple[Trait, ...], ...]


def token(key: KeyCommand) -> str:
    """Return the name of a key command in the script's steps.

    It is the command's own name, "^A" for Ctrl A, or a string such as "^127+0".
    """
    if key.name:
        return key.name
    letter = key.modifiers == CTRL and chr(key.code).isalnum()
    return f"^{chr(key.code)}" if letter else f"^{key.code}+{key.modifiers}"


def charge(kind: str, groups: Sequence[Sequence[Trait]], heard: Iterable[KeyCommand] = ()) -> Charge:
    """Divide the traits of a kind of piece into steps of the script and traits that the piece keeps.

    `groups` are lists of traits, innermost first. `heard` contains the keys that other components send to
    the piece. The traits that call the script are added to the last group. Keys without steps don't call the
    script.
    """
    traits = [trait for group in groups for trait in group]
    listeners: dict[KeyCommand, list[Trait]] = {}
    for trait in traits:
        for key in dict.fromkeys(_listened(trait)):
            listeners.setdefault(key, []).append(trait)
    steps = {token(key): found for key, those in listeners.items() if (found := tuple(_steps(those, key)))}
    menus = {
        trait.key: trait.menu
        for trait in traits
        if isinstance(trait, TriggerAction) and trait.menu and trait.key is not None
    }
    pressed = sorted({**menus, **dict.fromkeys(heard)}, key=_place)
    asked = {key: menus.get(key, "") for key in pressed if token(key) in steps}
    kept = [[_bare(trait) for trait in group if not _is_carried(trait)] for group in groups]
    hides = [trait for group in kept for trait in group if isinstance(trait, RestrictCommands)]
    kept = [[trait for trait in group if trait not in hides] for group in kept]
    if asked:
        kept[-1] += [*_lines(asked), *hides, *_asking(asked)]
    return Charge(kind, steps, tuple(map(tuple, kept)))


def text(charges: Iterable[Charge]) -> str:
    """Return the script's steps as a table in text form, keyed by kind of piece and key."""
    found = (
        (f"{one.kind} {key}", step) for one in charges for key, steps in one.steps.items() for step in steps
    )
    return keyed(Step, found).text


def columns() -> Mapping[str, int]:
    """Return the columns of the table of steps, keyed by their names in the scripts."""
    return {name: at for kind in (Step, If, Say, Put, Press, All) for name, at in rows.columns(kind).items()}


def components() -> Iterator[GlobalProperty | DoActionButton]:
    """Yield the button whose hot key calls the script."""
    yield DoActionButton.new(
        name="The judge of the rules",
        text_="",
        tooltip="Carries out what pieces ask for",
        hotkey=ASK,
        do_loop=True,
        loop_count=run("judge();"),
    )


def global_properties() -> Iterator[GlobalProperty]:
    """Yield the global properties that identify the calling piece."""
    yield GlobalProperty.new(name=ASKED, initial_value="", description="Who asks the judge, and what")
    yield GlobalProperty.new(
        name=names.NEXT_STEP, initial_value="", description="What is to be done now, by whom and how"
    )
    yield GlobalProperty.new(
        name=names.PROMPT_WIDTH,
        initial_value=str(names.LEAST_PROMPT_WIDTH),
        description="The width of the prompt in pixels",
    )
    yield GlobalProperty.new(
        name=names.ACTS, initial_value="0", description="The number of actions since the game began"
    )
    yield GlobalProperty.new(
        name=names.PHASE_KEPT, initial_value="", description="The turn and phase after the last action"
    )
    yield GlobalProperty.new(
        name=names.THROWS, initial_value="0", description="How often dice were thrown since the game began"
    )
    yield GlobalProperty.new(
        name=names.REFUSED_AT, initial_value="", description="When the last refusal was, for its own seat"
    )
    yield GlobalProperty.new(name=names.SEAT, initial_value="", description="The seat of this player")
    yield GlobalProperty.new(
        name=names.LOG_STATE, initial_value="", description="The log of a game by mail, for its own seat"
    )
    yield GlobalProperty.new(name=CHOSEN, initial_value="", description="Set by menus; means nothing")
    # Units of saved games from before the judge set it, and VASSAL warns of missing properties.
    yield GlobalProperty.new(name="MoveGuard", initial_value="", description="Set by units of older games")


# The judge's steps ------------------------------------------------------------------------------


def _listened(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the keys that a trait responds to."""
    if isinstance(trait, TriggerAction):
        yield from (key for key in (trait.key, *trait.watch) if key is not None)
    elif isinstance(trait, ReportAction):
        yield from trait.keys
    elif isinstance(trait, SetGlobalProperty | DynamicProperty):
        yield from (command.key for command in trait.commands if command.key is not None)
    elif isinstance(trait, GlobalKeyCommand | GlobalHotkey | Delete):
        if trait.key is not None:
            yield trait.key
    elif not isinstance(trait, RestrictCommands):
        yield from _keys(trait)


def _keys(value: object) -> Iterator[KeyCommand]:
    if isinstance(value, KeyCommand):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _keys(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _keys(getattr(value, field.name))


def _steps(listeners: Sequence[Trait], key: KeyCommand) -> Iterator[Step]:
    """Yield the steps for a key in the order in which VASSAL handles the key.

    Traits respond first, from the outermost to the innermost, then triggers, from the innermost to the
    outermost. `listeners` contains the traits of a piece that respond to the key.
    """
    after: list[Step] = []
    pressed = False
    for trait in reversed(listeners):
        if isinstance(trait, _INNER_FIRST):
            after[:0] = _steps_of(trait, key)
        elif isinstance(trait, _CARRIED):
            yield from _steps_of(trait, key)
        elif not pressed:
            pressed = True
            yield Press("press", token(key))
    yield from after


def _steps_of(trait: Trait, key: KeyCommand) -> Iterator[Step]:
    """Yield the steps that replace one trait's response to a key."""
    if isinstance(trait, TriggerAction):
        if trait.loop:
            raise ValueError(f"the script can't replace a trigger that loops: {trait.name}")
        yield If("if", trait.match, " ".join(map(token, trait.actions)))
    elif isinstance(trait, ReportAction):
        yield Say("say", trait.report)
    elif isinstance(trait, Delete):
        yield Step("remove")
    elif isinstance(trait, GlobalHotkey):
        if trait.hotkey is not None:
            yield Press("fire", trait.hotkey.encode())
    elif isinstance(trait, GlobalKeyCommand):
        if trait.command is not None:
            yield All("all", token(trait.command), *_target(trait.target), trait.match)
    elif isinstance(trait, SetGlobalProperty | DynamicProperty):
        for command in trait.commands:
            if command.key == key:
                change = command.change
                if isinstance(trait, DynamicProperty):
                    kind = "note"
                elif change.how == "I":
                    kind = "add"
                else:
                    kind = "ask" if trait.name == names.VERDICT and key.name.startswith(_JUDGES) else "set"
                yield Put(kind, trait.name, change.text)


def _target(target: FastMatch) -> tuple[str, str]:
    return (target.property, target.value) if target.by_property else ("", "")


# The piece's traits -------------------------------------------------------------------------------


def _is_carried(trait: Trait) -> bool:
    return isinstance(trait, _CARRIED) or (isinstance(trait, RestrictCommands) and not trait.match)


def _bare(trait: Trait) -> Trait:
    """Return a trait in the form that the piece keeps.

    Its description is removed, because every saved unit would repeat it. A Layer keeps its description:
    Refresh Counters copies a level only to a trait with the same type.
    """
    if isinstance(trait, SendToLocation | RestrictedAccess):
        return dataclasses.replace(trait, description="")
    return trait


def _place(key: KeyCommand) -> int:
    """Return the position of a key's line in the menu."""
    return (
        key_commands.MENU_ORDER.index(key) if key in key_commands.MENU_ORDER else len(key_commands.MENU_ORDER)
    )


def _lines(asked: Mapping[KeyCommand, str]) -> Iterator[Trait]:
    """Yield the traits for menu lines. They have no other effect.

    The traits that hide these lines enclose them, and the traits that call the script enclose both. Thus a
    key that the menu hides still reaches the script, whose rejection gives the reason.
    """
    shown = tuple(
        PropertyCommand(words, key, PropertyChange.set("")) for key, words in asked.items() if words
    )
    if shown:
        yield SetGlobalProperty(name=CHOSEN, commands=shown, description="")


def _asking(asked: Mapping[KeyCommand, str]) -> Iterator[Trait]:
    """Yield the traits by which a piece calls the script.

    They record the piece's id and the key, then send the hot key. Because the call is a trigger, VASSAL
    executes inner traits first.
    """
    yield SetGlobalProperty(
        name=ASKED,
        commands=tuple(
            PropertyCommand("", key, PropertyChange.set(f"$PieceUID$ {token(key)}")) for key in asked
        ),
        description="",
    )
    yield GlobalHotkey(menu="", key=ASK, hotkey=ASK, description="")
    yield TriggerAction(name="", menu="", key=None, watch=tuple(asked), actions=(ASK,))
