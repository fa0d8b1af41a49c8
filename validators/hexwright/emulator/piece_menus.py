"""The menu of a piece: its lines, and the reasons why some are disabled
(VASSAL.build.module.map.MenuDisplayer).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexwright.emulator.live_pieces import LivePiece
from hexwright.emulator.trait_behaviour import keys_of
from hexwright.emulator.traits.mask_behaviour import MaskBehaviour
from hexwright.emulator.traits.restricted_access_behaviour import RestrictedAccessBehaviour
from hexwright.inspect.analysis.key_bindings import Identity, key_identity
from hexwright.inspect.analysis.piece_key_commands import menu_items
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.trait_fields import Trait


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu: its text, the key that it sends, and the reason why it is disabled (or an empty
    string).
    """

    words: str
    key: Identity | None
    disabled_reason: str = ""


def piece_menu(piece: LivePiece) -> list[MenuLine]:
    """Return the lines of a piece's menu in VASSAL's order, outermost trait first.

    Lines hidden by Restrict Commands, and those inside a trait that is closed to the player, are omitted.
    """
    return _from(piece, tuple(reversed(piece.world.expanded(piece.design)[1:])))


def _from(piece: LivePiece, traits: tuple[Trait, ...]) -> list[MenuLine]:
    if not traits:
        return []
    trait, rest = traits[0], traits[1:]
    live = next((acting for acting in piece.acting if acting.trait is trait), None)
    own = list(_own(piece, trait))
    if isinstance(live, RestrictedAccessBehaviour) and live.restricted:
        return []
    if isinstance(live, MaskBehaviour):
        if not live.maskable:
            own = []
        return own if live.hidden else own + _from(piece, rest)
    inner = _from(piece, rest)
    if isinstance(trait, t.RestrictCommands) and live is not None:
        return _restricted(piece, trait, inner)
    return own + inner


def _restricted(piece: LivePiece, trait: t.RestrictCommands, inner: list[MenuLine]) -> list[MenuLine]:
    watched = keys_of(*trait.keys)
    if not any(line.key in watched for line in inner):
        return inner
    if not piece.world.evaluator.is_true(trait.match, piece):
        return inner
    if trait.action == "Hide":
        return [line for line in inner if line.key not in watched]
    why = _forbidden(trait)
    return [replace(line, disabled_reason=why) if line.key in watched else line for line in inner]


def _own(piece: LivePiece, trait: Trait) -> Iterator[MenuLine]:
    for words, key in menu_items(trait):
        name = key_identity(key)
        if words and name is not None:
            yield MenuLine(words, name, _why_not(piece, trait))


def _why_not(piece: LivePiece, trait: Trait) -> str:
    if piece.map is None:
        return "the piece isn't on a map"
    if isinstance(trait, t.TriggerAction) and not piece.world.evaluator.is_true(trait.match, piece):
        return "its condition isn't met"
    return ""


def menu_closed_reason(piece: LivePiece) -> str:
    """Return why a piece's menu is closed to the current player; an empty string if it is open."""
    for trait in piece.acting:
        if isinstance(trait, RestrictedAccessBehaviour) and trait.restricted:
            return "it belongs to the other side"
        if isinstance(trait, MaskBehaviour) and trait.hidden:
            return "the other side has masked it"
    return ""


def ignored_key_reason(piece: LivePiece, key: Identity) -> str:
    """Return why a key sent to a piece had no effect, in words for the player."""
    for trait in piece.acting:
        if isinstance(trait, RestrictedAccessBehaviour) and trait.restricted:
            return "it belongs to the other side"
        if isinstance(trait, MaskBehaviour) and trait.hidden:
            return "the other side has masked it"
        if key in trait.keys:
            break
        if isinstance(trait.trait, t.RestrictCommands) and trait.blocks(key):
            return _forbidden(trait.trait)
    if key not in piece.keys:
        return "it has no such key command"
    line = next((line for line in piece_menu(piece) if line.key == key and line.disabled_reason), None)
    return line.disabled_reason if line is not None else ""


def _forbidden(trait: t.RestrictCommands) -> str:
    return "the module doesn't allow it now" + (f" ({trait.name})" if trait.name else "")
