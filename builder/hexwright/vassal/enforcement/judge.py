"""Let one judge carry out what pieces ask for, so that a piece carries next to nothing of the rules.

What a kind of piece does is declared as traits, innermost first, as if every piece had them. Two things
come of that. The piece keeps what must be its own: its numbers, its faces, where it can be sent, and one way
of asking. Everything else (triggers, reports, properties of the game and of the piece, commands to
other pieces) becomes the judge's steps: for each kind of piece and each key what follows, in the order
in which the engine would have passed the key through the traits. `judge.bsh` carries them out.

A piece asks by a Global Hotkey: the engine then holds the log open, so that all that the judge does
belongs to the drag or key that asked, in undo and in logs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
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
from hexwright.vassal.enforcement import names, rows
from hexwright.vassal.enforcement.rows import Row, keyed, row
from hexwright.vassal.module import key_commands

ASKED: Final = "Asked"
"""Who asks the judge, and by which key: "id key"."""
CHOSEN: Final = "Chosen"
"""What the lines of menus set, for a trait without an effect has no lines; it means nothing."""
ASK: Final = KeyCommand.named("hexwright.ask")
"""The hot key that calls the judge."""

_JUDGES = "hexwright.rules.judge"
"""How the keys begin by which the script is asked whether something may be done."""
_CARRIED = (
    *(TriggerAction, ReportAction, SetGlobalProperty, DynamicProperty),
    *(GlobalKeyCommand, GlobalHotkey, Delete),
)
_INNER_FIRST = (TriggerAction, ReportAction)


@row
class Step(Row):
    """What follows a key of a kind of piece, by both: what is done, then what that needs.

    `remove` needs nothing: the piece leaves the game.
    """

    does: str


@row
class If(Step):
    """`if` an expression holds, keys that follow, parted by blanks."""

    match: str
    keys: str


@row
class Say(Step):
    """`say` a line in the chat."""

    line: str


@row
class Put(Step):
    """`set` a property of the game or `add` to it, `note` something on the piece, `ask` the script.

    A note is a persistent property of the piece, which the engine saves with the place of a piece.
    """

    name: str
    value: str


@row
class Press(Step):
    """`press` a key that the piece itself hears, or `fire` a hot key."""

    key: str


@row
class All(Step):
    """Give `all` pieces that have a value in a property, and fit an expression, a key."""

    key: str
    property: str
    value: str
    match: str


@dataclasses.dataclass(frozen=True, slots=True)
class Charge:
    """What a kind of piece leaves to the judge: the steps by key, and the traits that it keeps, by group."""

    kind: str
    steps: Mapping[str, tuple[Step, ...]]
    kept: tuple[tuple[Trait, ...], ...]


def token(key: KeyCommand) -> str:
    """Return the name by which the judge knows a key command: its own, "^A" for Ctrl A, "^127+0"."""
    if key.name:
        return key.name
    letter = key.modifiers == CTRL and chr(key.code).isalnum()
    return f"^{chr(key.code)}" if letter else f"^{key.code}+{key.modifiers}"


def charge(kind: str, groups: Sequence[Sequence[Trait]], heard: Iterable[KeyCommand] = ()) -> Charge:
    """Split the traits of a kind of piece into what the judge does and what the piece keeps.

    `groups` are lists of traits from the innermost outwards, `heard` the keys that others send to the
    piece. The last group gets the way of asking. A key that no step follows isn't asked about.
    """
    traits = [trait for group in groups for trait in group]
    listened = [(trait, frozenset(_listened(trait))) for trait in traits]
    every = {key: None for trait in traits for key in _listened(trait)}
    steps = {token(key): found for key in every if (found := tuple(_steps(listened, key)))}
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
    """Return the judge's steps as a table, by kind of piece and key."""
    found = (
        (f"{one.kind} {key}", step) for one in charges for key, steps in one.steps.items() for step in steps
    )
    return keyed(Step, found).text


def columns() -> Mapping[str, int]:
    """Return the columns of the judge's steps by the scripts' names for them."""
    return {name: at for kind in (Step, If, Say, Put, Press, All) for name, at in rows.columns(kind).items()}


def components() -> Iterator[GlobalProperty | DoActionButton]:
    """Yield what calls the judge: the hot key's button."""
    yield DoActionButton.new(
        name="The judge of the rules",
        text_="",
        tooltip="Carries out what pieces ask for",
        hotkey=ASK,
        do_loop=True,
        loop_count=f'{{new bsh.Interpreter().eval({names.RUN} + "judge();").toString()}}',
    )


def global_properties() -> Iterator[GlobalProperty]:
    """Yield what the whole game keeps of who asks."""
    yield GlobalProperty.new(name=ASKED, initial_value="", description="Who asks the judge, and what")
    yield GlobalProperty.new(
        name=names.NEXT_STEP, initial_value="", description="What is to be done now, by whom and how"
    )
    yield GlobalProperty.new(name=CHOSEN, initial_value="", description="Set by menus; means nothing")
    # Units of saved games that are older than the judge set it, and the engine warns of a property it lacks.
    yield GlobalProperty.new(name="MoveGuard", initial_value="", description="Set by units of older games")


# What the judge does ------------------------------------------------------------------------------


def _listened(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the keys that a trait answers."""
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


def _steps(listened: Sequence[tuple[Trait, Set[KeyCommand]]], key: KeyCommand) -> Iterator[Step]:
    """Yield what follows a key, in the engine's order: inwards, and triggers on the way back.

    `listened` are the traits of a piece, each with the keys that it answers.
    """
    after: list[Step] = []
    pressed = False
    for trait, heard in reversed(listened):
        if key not in heard:
            continue
        if isinstance(trait, _INNER_FIRST):
            after[:0] = _steps_of(trait, key)
        elif isinstance(trait, _CARRIED):
            yield from _steps_of(trait, key)
        elif not pressed:
            pressed = True
            yield Press("press", token(key))
    yield from after


def _steps_of(trait: Trait, key: KeyCommand) -> Iterator[Step]:
    """Yield the steps of one trait."""
    if isinstance(trait, TriggerAction):
        if trait.loop:
            raise ValueError(f"the judge knows no loops: {trait.name}")
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


# What the piece keeps -----------------------------------------------------------------------------


def _is_carried(trait: Trait) -> bool:
    return isinstance(trait, _CARRIED) or (isinstance(trait, RestrictCommands) and not trait.match)


def _bare(trait: Trait) -> Trait:
    """Return a trait as the piece keeps it.

    Every saved unit would bring its description along. A Layer keeps its own: Refresh Counters carries its
    level over to a trait of the same text alone.
    """
    if isinstance(trait, SendToLocation | RestrictedAccess):
        return dataclasses.replace(trait, description="")
    return trait


def _place(key: KeyCommand) -> int:
    """Return the place of a key among a menu's lines."""
    return (
        key_commands.MENU_ORDER.index(key) if key in key_commands.MENU_ORDER else len(key_commands.MENU_ORDER)
    )


def _lines(asked: Mapping[KeyCommand, str]) -> Iterator[Trait]:
    """Yield the lines of a menu; they do nothing.

    They stand inside of what hides them, and what asks the judge stands outside: so a key that the menu
    doesn't offer is heard all the same, and its refusal says why.
    """
    shown = tuple(
        PropertyCommand(words, key, PropertyChange.set("")) for key, words in asked.items() if words
    )
    if shown:
        yield SetGlobalProperty(name=CHOSEN, commands=shown, description="")


def _asking(asked: Mapping[KeyCommand, str]) -> Iterator[Trait]:
    """Yield a piece's way of asking: it notes who asks and what, and then calls the judge.

    A trigger lets what stands further in act first.
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
