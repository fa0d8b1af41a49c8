"""The names that one trait defines, changes and reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.inspect.analysis.evaluated_fields import FieldValue, is_in_force
from hexwright.inspect.analysis.expression_analysis import analyse_format, analyse_text, constant_text
from hexwright.inspect.analysis.key_bindings import answered_by, key_identity
from hexwright.inspect.analysis.module_view import ModuleView
from hexwright.inspect.analysis.property_setters import set_by_trait
from hexwright.inspect.usage.name_uses import NameKind, NameUse, UseRole, key_name, uses_in_analysis
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.shared_records import FastMatch
from hexwright.vassal.codec.trait_fields import Trait

#: The fields whose key the trait sends to its own piece, to others or to the toolbar.
_SENT: Mapping[type[Trait], frozenset[str]] = {
    t.TriggerAction: frozenset({"actions", "before_key", "after_key"}),
    t.ActionButton: frozenset({"key"}),
    t.MultiLocationCommand: frozenset({"key"}),
    t.PlaceMarker: frozenset({"after_key"}),
    t.ReplaceWithOther: frozenset({"after_key"}),
    t.GlobalKeyCommand: frozenset({"command"}),
    t.GlobalHotkey: frozenset({"hotkey"}),
}
#: The fields that name a key without sending it or responding to it.
_NAMED: Mapping[type[Trait], frozenset[str]] = {
    t.RestrictCommands: frozenset({"keys"}),
    t.MenuSeparator: frozenset({"key"}),
}
#: The traits whose own name is that of a property: `set_by_trait` tells it.
_SETTERS = (
    t.DynamicProperty,
    t.CalculatedProperty,
    t.Marker,
    t.TextLabel,
    t.TranslatableMessage,
    t.TriggerAction,
)
_LOCATION_FIELDS: Mapping[str, tuple[str, NameKind]] = {
    "MAP": ("map", NameKind.MAP),
    "ZONE": ("zone", NameKind.ZONE),
    "DECK": ("deck", NameKind.DECK),
    "LOCATION": ("map", NameKind.MAP),
    "XY": ("map", NameKind.MAP),
}


def uses_in_trait(module: ModuleView, trait: Trait) -> tuple[NameUse, ...]:
    """Return the names in a trait, each with its role and its field."""
    return tuple(dict.fromkeys(_uses(module, trait)))


def _uses(module: ModuleView, trait: Trait) -> Iterator[NameUse]:
    title = trait.TITLE
    for name in set_by_trait(trait):
        yield NameUse(NameKind.PROPERTY, name, UseRole.DEFINES, title)
    if trait.JAVA:
        yield NameUse(NameKind.CLASS, trait.JAVA, UseRole.USES, title)
    known: set[object] = set()
    for value in module.trait_values(trait):
        if value.kind == "key":
            known.add(key_identity(value.value))
        yield from _in_field(trait, value)
    for key in answered_by(module, trait):
        # Letters of old layouts.
        if key_identity(key) not in known:
            yield NameUse(NameKind.KEY, key_name(key), UseRole.RESPONDS, title)
    yield from _in_whole(trait)


def _in_field(trait: Trait, value: FieldValue) -> Iterator[NameUse]:
    text, label = value.value, value.label
    match value.kind:
        case "key":
            if name := key_name(text):
                yield NameUse(NameKind.KEY, name, _key_role(trait, value.name), label)
        case "image":
            yield NameUse(NameKind.IMAGE, text, UseRole.USES, label)
        case "prototype":
            yield NameUse(NameKind.PROTOTYPE, text, UseRole.USES, label)
        case "deck":
            yield NameUse(NameKind.DECK, text, UseRole.USES, label)
        case "property":
            if value.name.endswith("parameters.property"):
                yield NameUse(NameKind.PROPERTY, text, UseRole.CHANGES, label)
            elif not isinstance(trait, _SETTERS):
                yield NameUse(NameKind.PROPERTY, text, UseRole.READS, label)
        case "expression" | "format" if is_in_force(trait, value.name):
            yield from uses_in_analysis(analyse_text(value.kind, text), label, text)
        case _:
            return


def _key_role(trait: Trait, field: str) -> UseRole:
    if field in _SENT.get(type(trait), ()):
        return UseRole.SENDS
    return UseRole.USES if field in _NAMED.get(type(trait), ()) else UseRole.RESPONDS


def _in_whole(trait: Trait) -> Iterator[NameUse]:
    """Yield the uses whose meaning depends on several fields."""
    match trait:
        case t.SendToLocation():
            yield from _constant(NameKind.MAP, trait.map, "Map")
            if trait.destination in "GL":
                yield from _constant(NameKind.BOARD, trait.board, "Board")
            elif trait.destination == "Z":
                yield from _constant(NameKind.ZONE, trait.zone, "Zone")
            elif trait.destination == "R":
                yield from _constant(NameKind.REGION, trait.region, "Region")
        case t.SetGlobalProperty():
            yield from _constant(NameKind.PROPERTY, trait.name, "Global Property Name", UseRole.CHANGES)
            kind = {"Named Map": NameKind.MAP, "Named Zone": NameKind.ZONE}.get(trait.level)
            if kind is not None:
                yield from _constant(kind, trait.place, "Name of Map or Zone containing property")
        case t.SetPieceProperty():
            yield from _constant(NameKind.PROPERTY, trait.name, "Property Name", UseRole.CHANGES)
        case t.ReturnToDeck() if trait.version >= 2 and not trait.choose:
            yield from _constant(NameKind.DECK, trait.deck_name, "Deck Name")
        case t.RestrictedAccess():
            yield from _sides(trait.sides, "Belongs to side")
        case t.Mask() | t.Invisible() if trait.access.by == "sides":
            yield from _sides(
                trait.access.sides, "Can be masked by" if isinstance(trait, t.Mask) else "Sides"
            )
        case t.ReportAction():
            for message in trait.messages:
                yield from uses_in_analysis(analyse_format(message), "Message formats", message)
        case _:
            pass
    target = getattr(trait, "target", None)
    if isinstance(target, FastMatch):
        yield from uses_in_fast_match(target)


def uses_in_fast_match(target: FastMatch) -> Iterator[NameUse]:
    """Yield the constant names in the fast match of a command."""
    if target.by_location and target.target in _LOCATION_FIELDS:
        field, kind = _LOCATION_FIELDS[target.target]
        yield from _constant(kind, getattr(target, field), "Pre-select (Fast Match)")
        if target.target == "XY":
            yield from _constant(NameKind.BOARD, target.board, "Pre-select (Fast Match)")
    if target.by_property:
        yield from _constant(NameKind.PROPERTY, target.property, "Pre-select (Fast Match)", UseRole.READS)


def _constant(kind: NameKind, text: str, label: str, role: UseRole = UseRole.USES) -> Iterator[NameUse]:
    name = constant_text(text)
    if name:
        yield NameUse(kind, name, role, label)


def _sides(names: tuple[str, ...], label: str) -> Iterator[NameUse]:
    return (NameUse(NameKind.SIDE, name, UseRole.USES, label) for name in names if name)
