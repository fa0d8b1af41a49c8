"""Handle games that were saved by another version of the module.

A saved game keeps the traits of its pieces, but the script belongs to the module. Thus every piece has a
marker trait whose name contains a digest of all prototypes. (*Refresh Counters* keeps the values of marker
traits with equal names.) If a loaded game has pieces with another digest, the chat explains once how to
update them. Until then their actions aren't checked, because their traits would misread the answers. The turn
must still advance: if no piece responds to the request to end a phase, the button moves the turn tracker.

*Refresh Counters* keeps a trait's state only if its type is exactly the same. Thus the types of layers,
rotators and dynamic properties must not change: steps and conditions depend on them.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import DoActionButton, StartupGlobalKeyCommand
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import BasicPiece, Marker
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import seated
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

Prototypes = Mapping[str, tuple[Trait, ...]]

OLD_GAME: Final = (
    "Rules: another version of the module made the pieces of this game, so this version doesn't judge them."
    " Tools → Refresh Counters updates them: places, steps and conditions stay, but not the moves and attacks"
    " of this phase. Do it as a turn begins."
)


_MADE_FROM: Final = "MadeFrom"
"""The prefix of a property of every piece. A digest of the prototypes follows."""


def mark(prototypes: Prototypes) -> str:
    """Return the name of the property that identifies the prototypes from which pieces were made."""
    digest = hashlib.sha256()
    for name in sorted(prototypes):
        traits = map(_without_mark, prototypes[name])
        digest.update(AddPiece(GamePiece.of(BasicPiece(name=name), *traits)).encode().encode())
    return f"{_MADE_FROM}{digest.hexdigest()[:8]}"


def marked(prototypes: Prototypes) -> dict[str, tuple[Trait, ...]]:
    """Return the prototypes, with the mark added to those that define a kind of piece."""
    carried = Marker.of({mark(prototypes): "yes"})
    return {
        name: tuple(_joined(trait, carried) if _tells_kind(trait) else trait for trait in traits)
        for name, traits in prototypes.items()
    }


def _joined(one: Trait, other: Marker) -> Marker:
    """Return a marker trait with the values of two marker traits."""
    assert isinstance(one, Marker)
    return dataclasses.replace(one, names=(*one.names, *other.names), values=(*one.values, *other.values))


def _tells_kind(trait: Trait) -> bool:
    return isinstance(trait, Marker) and prop.KIND in trait.names


def _without_mark(trait: Trait) -> Trait:
    if not isinstance(trait, Marker):
        return trait
    pairs = zip(trait.names, trait.values, strict=True)
    return Marker.of({name: value for name, value in pairs if not name.startswith(_MADE_FROM)})


_LOADED: Final = KeyCommand.named("hexwright.rules.loaded")


def components(game: Game) -> Iterator[Component]:
    """Yield a component that checks loaded games, and a component that ends a phase if no piece responds to
    the key.
    """
    yield StartupGlobalKeyCommand.new(
        name="A game is loaded",
        tooltip="Looks whether pieces are of another version",
        when_to_apply="everyLaunchOfSession",
        hotkey_or_key_command="sendHotkey",
        global_hotkey=_LOADED,
    )
    yield DoActionButton.new(
        name="Tells that pieces are of another version",
        text_="",
        tooltip="Tells that pieces are of another version",
        hotkey=_LOADED,
        do_report=True,
        report_format=OLD_GAME,
        do_loop=True,
        loop_count=call("otherVersion", '""'),
    )
    unanswered = call("phaseUnanswered", '""').strip("{}")
    yield DoActionButton.new(
        name="A phase ends where no piece answers for it",
        text_="",
        tooltip="A phase ends where no piece answers for it",
        hotkey=names.UNANSWERED,
        do_hotkey=True,
        hotkeys=(key_commands.NEXT_PHASE,),
        do_loop=True,
        loop_count=f'{{{seated(game)} ? {unanswered} : "0"}}',
    )
