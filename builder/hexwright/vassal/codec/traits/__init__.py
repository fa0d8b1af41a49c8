"""All traits of VASSAL 3.7.26, one per file, and the table from trait ids to classes."""

from __future__ import annotations

from functools import cache

from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from hexwright.vassal.codec.traits.action_button import ActionButton
from hexwright.vassal.codec.traits.area_of_effect import AreaOfEffect
from hexwright.vassal.codec.traits.attachment import Attachment
from hexwright.vassal.codec.traits.basic_name import BasicName
from hexwright.vassal.codec.traits.basic_piece import BasicPiece
from hexwright.vassal.codec.traits.border_outline import BorderOutline
from hexwright.vassal.codec.traits.calculated_property import CalculatedProperty
from hexwright.vassal.codec.traits.can_pivot import CanPivot
from hexwright.vassal.codec.traits.can_rotate import CanRotate
from hexwright.vassal.codec.traits.clone import Clone
from hexwright.vassal.codec.traits.comment import Comment
from hexwright.vassal.codec.traits.delete import Delete
from hexwright.vassal.codec.traits.deselect import Deselect
from hexwright.vassal.codec.traits.does_not_stack import DoesNotStack
from hexwright.vassal.codec.traits.dynamic_property import DynamicProperty
from hexwright.vassal.codec.traits.global_hotkey import GlobalHotkey
from hexwright.vassal.codec.traits.global_key_command import GlobalKeyCommand
from hexwright.vassal.codec.traits.invisible import Invisible
from hexwright.vassal.codec.traits.layer import Layer
from hexwright.vassal.codec.traits.layer_before_3 import LayerBefore3
from hexwright.vassal.codec.traits.mark_when_moved import MarkWhenMoved
from hexwright.vassal.codec.traits.marker import Marker
from hexwright.vassal.codec.traits.mask import Mask
from hexwright.vassal.codec.traits.mat import Mat
from hexwright.vassal.codec.traits.mat_cargo import MatCargo
from hexwright.vassal.codec.traits.menu_separator import MenuSeparator
from hexwright.vassal.codec.traits.move_fixed_distance import MoveFixedDistance
from hexwright.vassal.codec.traits.movement_trail import MovementTrail
from hexwright.vassal.codec.traits.multi_location_command import MultiLocationCommand
from hexwright.vassal.codec.traits.non_rectangular import NonRectangular
from hexwright.vassal.codec.traits.non_rectangular_before_3_6 import NonRectangularBefore36
from hexwright.vassal.codec.traits.place_marker import PlaceMarker
from hexwright.vassal.codec.traits.play_sound import PlaySound
from hexwright.vassal.codec.traits.property_sheet import PropertySheet
from hexwright.vassal.codec.traits.prototype import Prototype
from hexwright.vassal.codec.traits.replace_with_other import ReplaceWithOther
from hexwright.vassal.codec.traits.report_action import ReportAction
from hexwright.vassal.codec.traits.restrict_commands import RestrictCommands
from hexwright.vassal.codec.traits.restricted_access import RestrictedAccess
from hexwright.vassal.codec.traits.return_to_deck import ReturnToDeck
from hexwright.vassal.codec.traits.send_to_location import SendToLocation
from hexwright.vassal.codec.traits.set_global_property import SetGlobalProperty
from hexwright.vassal.codec.traits.set_piece_property import SetPieceProperty
from hexwright.vassal.codec.traits.spreadsheet import Spreadsheet
from hexwright.vassal.codec.traits.sub_menu import SubMenu
from hexwright.vassal.codec.traits.text_label import TextLabel
from hexwright.vassal.codec.traits.translatable_message import TranslatableMessage
from hexwright.vassal.codec.traits.trigger_action import TriggerAction

__all__ = [
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "BasicPiece",
    "BorderOutline",
    "CalculatedProperty",
    "CanPivot",
    "CanRotate",
    "Clone",
    "Comment",
    "Delete",
    "Deselect",
    "DoesNotStack",
    "DynamicProperty",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "Invisible",
    "Layer",
    "LayerBefore3",
    "MarkWhenMoved",
    "Marker",
    "Mask",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MoveFixedDistance",
    "MovementTrail",
    "MultiLocationCommand",
    "NonRectangular",
    "NonRectangularBefore36",
    "PlaceMarker",
    "PlaySound",
    "PropertySheet",
    "Prototype",
    "ReplaceWithOther",
    "ReportAction",
    "RestrictCommands",
    "RestrictedAccess",
    "ReturnToDeck",
    "SendToLocation",
    "SetGlobalProperty",
    "SetPieceProperty",
    "Spreadsheet",
    "SubMenu",
    "TextLabel",
    "TranslatableMessage",
    "TriggerAction",
    "UnknownTrait",
    "all_traits",
    "decode_trait",
    "trait_class",
]


@cache
def all_traits() -> tuple[type[Trait], ...]:
    """Return all trait classes: BasicPiece first, the others sorted by id."""
    named = (globals()[name] for name in __all__)
    found = [kind for kind in named if isinstance(kind, type) and issubclass(kind, Trait) and kind.ID]
    return (BasicPiece, *sorted((t for t in found if t is not BasicPiece), key=lambda t: t.ID))


@cache
def _by_id() -> dict[str, type[Trait]]:
    return {trait.ID: trait for trait in all_traits()}


def trait_class(type_text: str) -> type[Trait]:
    """Return the trait class for a type string, chosen by the part before the first semicolon."""
    head, semicolon, _ = type_text.partition(";")
    return _by_id().get(head + semicolon, UnknownTrait)


def decode_trait(type_text: str, state_text: str = "") -> Trait:
    """Parse one trait. A trait that VASSAL 3.7.26 doesn't know becomes an UnknownTrait."""
    return trait_class(type_text).decode(type_text, state_text)
