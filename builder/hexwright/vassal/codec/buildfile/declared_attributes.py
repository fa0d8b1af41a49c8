"""Typed attributes of build file components, declared as descriptors for XML attributes."""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar, overload

from hexwright.vassal.codec import field_kinds
from hexwright.vassal.codec.field_kinds import FieldKind
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import FieldFault, Nested, R, Records

T = TypeVar("T")


class HasAttributes(Protocol):
    """The protocol that an XML element must satisfy to have declared attributes."""

    def get(self, key: str) -> str | None:
        """Return the value of an XML attribute, or None if the attribute is missing."""

    def set(self, key: str, value: str) -> None:
        """Set the value of an XML attribute."""

    @property
    def attrib(self) -> Any:
        """Return all XML attributes."""


class Attribute(Generic[T]):
    """A declared attribute of a component: its XML name, label in the Editor, kind of value and default.

    ``default`` is the value of a missing attribute. A new component contains the default explicitly, unless
    ``omitted`` is set: VASSAL doesn't write such attributes while they are empty.
    """

    def __init__(
        self, kind: FieldKind[T], xml: str, label: str, default: T, *, omitted: bool = False
    ) -> None:
        self.kind = kind
        self.xml = xml
        self.label = label
        self.default = default
        self.omitted = omitted
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, element: None, owner: type) -> Self: ...
    @overload
    def __get__(self, element: HasAttributes, owner: type) -> T: ...
    def __get__(self, element: HasAttributes | None, owner: type) -> Self | T:
        if element is None:
            return self
        text = element.get(self.xml)
        if text is None:
            return self.default
        try:
            return self.kind.parse(text)
        except ValueError:
            return self.default

    def __set__(self, element: HasAttributes, value: T) -> None:
        element.set(self.xml, self.format(value))

    def format(self, value: T) -> str:
        """Return a value as XML text.

        Raises CodecError, which names the attribute, if the value can't be encoded.
        """
        try:
            return self.kind.format(value)
        except CodecError as error:
            raise error.within(self.name) from None
        except (TypeError, AttributeError):
            raise CodecError(self.name, value, f"can't be encoded as {self.kind.name}") from None

    def fault(self, text: str) -> FieldFault | None:
        """Return a fault if the attribute's text isn't of the declared kind, or None if the text is valid."""
        try:
            self.kind.parse(text)
        except ValueError as error:
            return FieldFault(self.name, self.label, text, str(error))
        return None


def text(
    xml: str, label: str, default: str = "", kind: str = "text", *, omitted: bool = False
) -> Attribute[str]:
    """Declare a string attribute; ``kind`` is the meaning of the string in VASSAL."""
    return Attribute(field_kinds.TextKind(kind), xml, label, default, omitted=omitted)


def expression(xml: str, label: str, default: str = "", *, omitted: bool = False) -> Attribute[str]:
    """Declare an attribute that contains a BeanShell expression or a property match."""
    return text(xml, label, default, "expression", omitted=omitted)


def formatted(xml: str, label: str, default: str = "", *, omitted: bool = False) -> Attribute[str]:
    """Declare an attribute that contains a message format: text with ``$property$``, or an expression in
    braces.
    """
    return text(xml, label, default, "format", omitted=omitted)


def image(xml: str, label: str, default: str = "", *, omitted: bool = False) -> Attribute[str]:
    """Declare an attribute that contains the file name of an image."""
    return text(xml, label, default, "image", omitted=omitted)


def file(xml: str, label: str, default: str = "", *, omitted: bool = False) -> Attribute[str]:
    """Declare an attribute that contains the name of a file in the module other than an image."""
    return text(xml, label, default, "file", omitted=omitted)


def choice(
    xml: str, label: str, default: str, options: tuple[str, ...], *, omitted: bool = False
) -> Attribute[str]:
    """Declare an attribute whose value is one of ``options``."""
    return Attribute(field_kinds.ChoiceKind(*options), xml, label, default, omitted=omitted)


def boolean(xml: str, label: str, default: bool = False, *, omitted: bool = False) -> Attribute[bool]:
    """Declare a boolean attribute."""
    return Attribute(field_kinds.BooleanKind(), xml, label, default, omitted=omitted)


def integer(xml: str, label: str, default: int = 0, *, omitted: bool = False) -> Attribute[int]:
    """Declare an integer attribute."""
    return Attribute(field_kinds.IntegerKind(), xml, label, default, omitted=omitted)


def real(xml: str, label: str, default: float = 0.0, *, omitted: bool = False) -> Attribute[float]:
    """Declare an attribute that contains a decimal number."""
    return Attribute(field_kinds.RealKind(), xml, label, default, omitted=omitted)


def colour(
    xml: str, label: str, default: Colour | None = None, *, omitted: bool = False
) -> Attribute[Colour | None]:
    """Declare an attribute that contains an optional colour."""
    return Attribute(field_kinds.ColourKind(), xml, label, default, omitted=omitted)


def key(
    xml: str, label: str, default: KeyCommand | None = None, *, omitted: bool = False
) -> Attribute[KeyCommand | None]:
    """Declare an attribute that contains an optional key command."""
    return Attribute(field_kinds.KeyKind(), xml, label, default, omitted=omitted)


def keys(xml: str, label: str, *, omitted: bool = False) -> Attribute[tuple[KeyCommand, ...]]:
    """Declare an attribute that contains a list of key commands."""
    return Attribute(field_kinds.KeysKind(), xml, label, (), omitted=omitted)


def strings(
    xml: str, label: str, default: tuple[str, ...] = (), *, omitted: bool = False
) -> Attribute[tuple[str, ...]]:
    """Declare an attribute that contains a list of strings."""
    return Attribute(field_kinds.StringsKind(), xml, label, default, omitted=omitted)


def record(xml: str, label: str, default: R, *, omitted: bool = False) -> Attribute[R]:
    """Declare an attribute that contains one encoded record."""
    return Attribute(Nested(type(default)), xml, label, default, omitted=omitted)


def records(xml: str, label: str, of: type[R], *, omitted: bool = False) -> Attribute[tuple[R, ...]]:
    """Declare an attribute that contains a list of encoded records."""
    return Attribute(Records(of), xml, label, (), omitted=omitted)


def disabling() -> tuple[Attribute[bool], Attribute[str], Attribute[bool], Attribute[str]]:
    """Declare the four attributes by which a property disables or hides a toolbar button."""
    return (
        boolean("canDisable", "Toolbar button can be disabled by a property"),
        text("propertyGate", 'Global Property to disable this button when "true"'),
        boolean("hideWhenDisabled", "Hide button when disabled"),
        image("disabledIcon", "Button Icon when disabled", omitted=True),
    )
