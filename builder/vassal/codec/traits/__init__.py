"""All traits of VASSAL 3.7.26, one a file, and the table that finds them by their id."""

from __future__ import annotations

from functools import cache

from builder.vassal.codec.fields import Trait, UnknownTrait
from builder.vassal.codec.traits.action_button import ActionButton
from builder.vassal.codec.traits.area_of_effect import AreaOfEffect
from builder.vassal.codec.traits.attachment import Attachment
from builder.vassal.codec.traits.basic_name import BasicName
from builder.vassal.codec.traits.basic_piece import BasicPiece
from builder.vassal.codec.traits.border_outline import BorderOutline
from builder.vassal.codec.traits.calculated_property import CalculatedProperty
from builder.vassal.codec.traits.can_pivot import CanPivot
from builder.vassal.codec.traits.can_rotate import CanRotate
from builder.vassal.codec.traits.clone import Clone
from builder.vassal.codec.traits.comment import Comment
from builder.vassal.codec.traits.delete import Delete
from builder.vassal.codec.traits.deselect import Deselect
from builder.vassal.codec.traits.does_not_stack import DoesNotStack
from builder.vassal.codec.traits.dynamic_property import DynamicProperty
from builder.vassal.codec.traits.global_hotkey import GlobalHotkey
from builder.vassal.codec.traits.global_key_command import GlobalKeyCommand
from builder.vassal.codec.traits.invisible import Invisible
from builder.vassal.codec.traits.layer import Layer
from builder.vassal.codec.traits.layer_before_3 import LayerBefore3
from builder.vassal.codec.traits.mark_when_moved import MarkWhenMoved
from builder.vassal.codec.traits.marker import Marker
from builder.vassal.codec.traits.mask import Mask
from builder.vassal.codec.traits.mat import Mat
from builder.vassal.codec.traits.mat_cargo import MatCargo
from builder.vassal.codec.traits.menu_separator import MenuSeparator
from builder.vassal.codec.traits.move_fixed_distance import MoveFixedDistance
from builder.vassal.codec.traits.movement_trail import MovementTrail
from builder.vassal.codec.traits.multi_location_command import MultiLocationCommand
from builder.vassal.codec.traits.non_rectangular import NonRectangular
from builder.vassal.codec.traits.non_rectangular_before_3_6 import NonRectangularBefore36
from builder.vassal.codec.traits.place_marker import PlaceMarker
from builder.vassal.codec.traits.play_sound import PlaySound
from builder.vassal.codec.traits.property_sheet import PropertySheet
from builder.vassal.codec.traits.prototype import Prototype
from builder.vassal.codec.traits.replace_with_other import ReplaceWithOther
from builder.vassal.codec.traits.report_action import ReportAction
from builder.vassal.codec.traits.restrict_commands import RestrictCommands
from builder.vassal.codec.traits.restricted_access import RestrictedAccess
from builder.vassal.codec.traits.return_to_deck import ReturnToDeck
from builder.vassal.codec.traits.send_to_location import SendToLocation
from builder.vassal.codec.traits.set_global_property import SetGlobalProperty
from builder.vassal.codec.traits.set_piece_property import SetPieceProperty
from builder.vassal.codec.traits.spreadsheet import Spreadsheet
from builder.vassal.codec.traits.sub_menu import SubMenu
from builder.vassal.codec.traits.text_label import TextLabel
from builder.vassal.codec.traits.translatable_message import TranslatableMessage
from builder.vassal.codec.traits.trigger_action import TriggerAction

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
    """Return the trait classes; BasicPiece first, the others by id."""
    found: tuple[type[Trait], ...] = (
        BasicPiece,
        DoesNotStack,
        Layer,
        LayerBefore3,
        Invisible,
        Mask,
        TextLabel,
        Spreadsheet,
        PropertySheet,
        CanRotate,
        CanPivot,
        NonRectangular,
        NonRectangularBefore36,
        Marker,
        TranslatableMessage,
        RestrictedAccess,
        PlaceMarker,
        ReplaceWithOther,
        ReportAction,
        MarkWhenMoved,
        MovementTrail,
        ReturnToDeck,
        SendToLocation,
        Prototype,
        Clone,
        Delete,
        SubMenu,
        MenuSeparator,
        MoveFixedDistance,
        AreaOfEffect,
        GlobalKeyCommand,
        TriggerAction,
        DynamicProperty,
        CalculatedProperty,
        SetGlobalProperty,
        SetPieceProperty,
        RestrictCommands,
        PlaySound,
        ActionButton,
        GlobalHotkey,
        Deselect,
        Mat,
        MatCargo,
        BasicName,
        BorderOutline,
        Attachment,
        MultiLocationCommand,
        Comment,
    )
    return (BasicPiece, *sorted((t for t in found if t is not BasicPiece), key=lambda t: t.ID))


@cache
def _by_id() -> dict[str, type[Trait]]:
    return {trait.ID: trait for trait in all_traits()}


def trait_class(type_text: str) -> type[Trait]:
    """Return the class for a type text, by what stands up to its first semicolon."""
    head, semicolon, _ = type_text.partition(";")
    return _by_id().get(head + semicolon, UnknownTrait)


def decode_trait(type_text: str, state_text: str = "") -> Trait:
    """Read one trait; one that 3.7.26 does not know is an UnknownTrait, kept as it stands."""
    return trait_class(type_text).decode(type_text, state_text)
