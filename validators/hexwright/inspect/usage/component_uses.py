"""The names that one component defines, changes and reads."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.inspect.analysis.evaluated_fields import FieldValue
from hexwright.inspect.analysis.expression_analysis import analyse_format, analyse_match, analyse_text
from hexwright.inspect.analysis.key_bindings import sends
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.inspect.analysis.property_setters import set_by_component
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole, key_name, uses_in_analysis
from hexwright.inspect.usage.trait_uses import uses_in_fast_match
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.shared_records import FastMatch

#: The attributes with one property each, which no kind of field marks.
_READ_PROPERTIES = ("property_gate", "select_sort_property", "highlight_property")


def uses_in_component(node: ComponentNode) -> tuple[NameUse, ...]:
    """Return the names in a component, each with its role and its field."""
    return tuple(dict.fromkeys(_uses(node)))


def _uses(node: ComponentNode) -> Iterator[NameUse]:
    component = node.component
    yield NameUse(NameKind.CLASS, str(component.tag), UseRole.USES, component.TITLE or "Component")
    for name in set_by_component(node):
        if name:
            yield NameUse(NameKind.PROPERTY, name, UseRole.DEFINES, component.TITLE)
    yield from _definition(node)
    for value in node.values:
        yield from _in_field(node, value)
    yield from _in_whole(node)
    target = getattr(component, "target", None)
    if isinstance(target, FastMatch):
        yield from uses_in_fast_match(target)


def _definition(node: ComponentNode) -> Iterator[NameUse]:
    component = node.component
    name = component.get("name", "")
    match component:
        case c.PrototypeDefinition():
            kind = NameKind.PROTOTYPE
        case c.Map():
            kind, name = NameKind.MAP, component.get("mapName", "")
        case c.Board():
            kind = NameKind.BOARD
        case c.Zone():
            kind = NameKind.ZONE
        case c.Region():
            kind = NameKind.REGION
        case c.DrawPile():
            kind = NameKind.DECK
        case c.GamePieceImage():
            kind = NameKind.IMAGE
        case c.PlayerRoster():
            yield from _sides(component.sides, "Sides", UseRole.DEFINES)
            return
        case _:
            return
    if name:
        yield NameUse(kind, name, UseRole.DEFINES, component.TITLE)


def _in_field(node: ComponentNode, value: FieldValue) -> Iterator[NameUse]:
    component, text, label = node.component, value.value, value.label
    match value.kind:
        case "key":
            if name := key_name(text):
                role = UseRole.SENDS if sends(component, value.name) else UseRole.RESPONDS
                yield NameUse(NameKind.KEY, name, role, label)
        case "image":
            yield NameUse(NameKind.IMAGE, text, UseRole.USES, label)
        case "board":
            if text not in ("<any>", "null"):
                yield NameUse(NameKind.BOARD, text, UseRole.USES, label)
        case "property":
            changes = value.name.endswith("parameters.property")
            yield NameUse(NameKind.PROPERTY, text, UseRole.CHANGES if changes else UseRole.READS, label)
        case "expression" | "format":
            yield from uses_in_analysis(analyse_text(value.kind, text), label, text)
        case _ if value.name in _READ_PROPERTIES:
            yield NameUse(NameKind.PROPERTY, text, UseRole.READS, label)
        case _:
            return


def _in_whole(node: ComponentNode) -> Iterator[NameUse]:
    """Yield the uses whose meaning depends on the class of the component."""
    component = node.component
    match component:
        case c.BoardPicker():
            yield from _default_boards(component)
        case c.PrivateMap():
            yield from _sides(component.side, "Belongs to side")
            yield from _one(NameKind.MAP, component.get("useBoards", ""), "Use same boards as this map")
        case c.DrawPile():
            yield from _in_deck(component)
        case c.DeckSendKeyCommand() if not component.variable_deck:
            yield from _one(NameKind.DECK, component.target_deck, "Send to deck")
        case c.Inventory():
            yield from _sides(component.sides, "Available to these sides")
            for name in component.group_by:
                yield from _one(NameKind.PROPERTY, name, "Sort and group by properties", UseRole.READS)
        case c.ChessClock():
            yield from _sides((component.side,), "Player side for timer")
        case c.MapShader() if component.boards != "Yes":
            for name in component.board_list:
                yield from _one(NameKind.BOARD, name, "Board list")
        case c.LayeredPieceCollection():
            yield from _one(NameKind.PROPERTY, component.property, "Property name for layer", UseRole.READS)
        case c.MoveCameraButton():
            yield from _one(NameKind.BOARD, component.board_name, "Board")
            yield from _one(NameKind.ZONE, component.zone_name, "Zone")
            yield from _one(NameKind.REGION, component.region_name, "Region")
        case c.ChangePropertyButton() if node.parent is not None:
            name = node.parent.component.get("name", "")
            yield from _one(NameKind.PROPERTY, name, "Change-property button", UseRole.CHANGES)
        case _:
            return


def _in_deck(deck: c.DrawPile) -> Iterator[NameUse]:
    if deck.reshufflable:
        yield from _one(NameKind.DECK, deck.reshuffle_target, "Name of deck to send to")
    if deck.deck_restrict_access:
        yield from _sides(deck.deck_owners, "Deck owners")
    shown = deck.select_display_property
    yield from uses_in_analysis(analyse_format(shown), "When selecting, list cards using", shown)
    for counted in deck.count_expressions if deck.expression_counting else ():
        expression = counted.partition(":")[2].strip()
        yield from uses_in_analysis(analyse_match(expression), "Expressions to count", expression)


def _default_boards(picker: c.BoardPicker) -> Iterator[NameUse]:
    try:
        chosen = picker.setup
    except CodecError:
        return
    for choice in chosen.boards if chosen is not None else ():
        yield from _one(NameKind.BOARD, choice.name, "Default set-up")


def _one(kind: NameKind, name: str, label: str, role: UseRole = UseRole.USES) -> Iterator[NameUse]:
    if name:
        yield NameUse(kind, name, role, label)


def _sides(names: tuple[str, ...], label: str, role: UseRole = UseRole.USES) -> Iterator[NameUse]:
    return (NameUse(NameKind.SIDE, name, role, label) for name in names if name)
