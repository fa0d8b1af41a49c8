"""The base class of all build file components: an XML element with declared attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, ClassVar, Self, TypeVar, cast

from lxml import etree

from hexwright.vassal.codec.buildfile.declared_attributes import Attribute
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import FieldFault

C = TypeVar("C", bound="Component")


class Component(etree.ElementBase):
    """An XML element of a build file whose tag is the name of a Java class.

    Attributes are read and set by their Python names. Undeclared content of the element is kept unchanged.
    """

    TAG: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    #: The Java class names, without package, of components that the Editor allows inside.
    CHILDREN: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def new(cls, *children: Component, **values: Any) -> Self:
        """Return a component with every attribute that VASSAL writes, sorted by XML name.

        The keys of ``values`` are Python names. Raises CodecError for an undeclared name, a value of the
        wrong kind, or text that XML can't contain.
        """
        declared = {a.name: a for a in declared_attributes(cls)}
        unknown = sorted(set(values) - set(declared))
        if unknown:
            raise CodecError(
                unknown[0], values[unknown[0]], f"{cls.__name__} has no attribute with this name"
            )
        texts = {
            a.xml: a.format(values.get(a.name, a.default))
            for a in declared.values()
            if a.name in values or not a.omitted
        }
        element = cast(Self, _maker()(cls.TAG))
        for xml in sorted(texts):
            _set(element, xml, texts[xml])
        for child in children:
            element.append(child)
        return element

    @property
    def body(self) -> str:
        """Return the component's text as VASSAL reads it: the text between child elements, joined and
        trimmed.
        """
        return "".join([self.text or "", *(child.tail or "" for child in self)]).strip()

    @body.setter
    def body(self, value: str) -> None:
        try:
            self.text = value
        except ValueError as error:
            raise CodecError("text", value, str(error)) from None

    def components(self) -> Iterator[Component]:
        """Yield the child components in order, without comments and plain elements."""
        for child in self:
            if isinstance(child, Component):
                yield child

    def all(self, kind: type[C]) -> Iterator[C]:
        """Yield all descendants that belong to one component class, in document order."""
        for element in self.iter():
            if element is not self and isinstance(element, kind):
                yield element

    def unknown_attributes(self) -> tuple[str, ...]:
        """Return the names of XML attributes that VASSAL 3.7.26 doesn't know and silently drops."""
        known = {a.xml for a in declared_attributes(type(self))}
        return tuple(str(name) for name in self.attrib if str(name) not in known)

    def faults(self) -> tuple[FieldFault, ...]:
        """Return a fault for each attribute whose text doesn't match the declared kind."""
        found = (
            a.fault(value) for a in declared_attributes(type(self)) if (value := self.get(a.xml)) is not None
        )
        return tuple(fault for fault in found if fault is not None)


def component(tag: str, title: str) -> Callable[[type[C]], type[C]]:
    """Return a class decorator that declares a component: its Java class (the tag) and its title in the
    Editor.
    """

    def declared(kind: type[C]) -> type[C]:
        kind.TAG, kind.TITLE = tag, title
        head = f"{title} ({tag})."
        kind.__doc__ = f"{head}\n\n{kind.__doc__}" if kind.__doc__ else head
        return kind

    return declared


class UnknownComponent(Component):
    """A component that VASSAL 3.7.26 doesn't know.

    VASSAL skips it and writes a line to its error log.
    """


class PlainElement(etree.ElementBase):
    """An element inside a component that isn't a component, such as a side or an option."""


@cache
def declared_attributes(cls: type[Component]) -> tuple[Attribute[Any], ...]:
    """Return the attributes of a component class in VASSAL's order, inherited ones first."""
    found: dict[str, Attribute[Any]] = {}
    for base in reversed(cls.__mro__):
        for value in vars(base).values():
            if isinstance(value, Attribute):
                found[value.name] = value
    return tuple(found.values())


def new_plain_element(tag: str, text: str = "", **attributes: str) -> etree._Element:
    """Return a new plain element with text and attributes."""
    element: etree._Element = _maker()(tag)
    for name, value in attributes.items():
        _set(element, name, value)
    try:
        element.text = text or None
    except ValueError as error:
        raise CodecError(tag, text, str(error)) from None
    return element


def _set(element: etree._Element, name: str, value: str) -> None:
    try:
        element.set(name, value)
    except ValueError as error:
        raise CodecError(name, value, str(error)) from None


def _maker() -> Any:
    from hexwright.vassal.codec.buildfile.buildfile_parser import (
        parser,  # the parser registers the component classes
    )

    return parser().makeelement
