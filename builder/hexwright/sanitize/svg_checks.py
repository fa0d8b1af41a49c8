"""Check untrusted SVGs by parsing them, never by text search, and report their content.

A drawing may refer to its own parts and to embedded data. The caller decides which other files it may refer
to: entries of the archive for a module's drawing, none for a designer's picture. The time needed is
proportional to the length of the file; the parser limits the expansion of entities, and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from hexwright.sanitize.picture_limits import PictureLimits
from hexwright.sanitize.picture_refusal import Refusal, RefusalKind
from hexwright.sanitize.raster_checks import MAX_ART_PIXELS, read_raster_info
from hexwright.sanitize.svg_element_count import ElementCount
from hexwright.sanitize.svg_references import (
    DocumentReference,
    EmbeddedData,
    ExternalReference,
    Reference,
    RelativeFileReference,
    read_reference,
    read_style,
)
from hexwright.support.message_wording import quote

SVG: Final = "http://www.w3.org/2000/svg"
XHTML: Final = "http://www.w3.org/1999/xhtml"
_XML: Final = "http://www.w3.org/XML/1998/namespace"
_XLINK: Final = "http://www.w3.org/1999/xlink"

MayRefer = Callable[[str], bool]
"""A function that returns whether the document may refer to a normalised path relative to its own folder."""


@dataclass(frozen=True, slots=True)
class SvgInspection:
    """The result of checking an SVG: refusals in document order, and the root's attributes."""

    refusals: tuple[Refusal, ...]
    root: dict[str, str]
    line: int = 0
    """The line where the root element begins; 0 if there is none."""
    column: int = 0
    first_text_position: tuple[int, int] = (0, 0)
    """Line and column of the first text; 0 if there is none."""

    def of(self, *kinds: RefusalKind) -> tuple[Refusal, ...]:
        """Return the refusals of the given kinds."""
        return tuple(r for r in self.refusals if r.kind in kinds)


def allow_no_files(_: str) -> bool:
    """Return False: no file outside the drawing is allowed."""
    return False


def inspect_svg(data: bytes, limits: PictureLimits, may_refer: MayRefer = allow_no_files) -> SvgInspection:
    """Parse an SVG and return its refusals; never raise an exception, regardless of the content."""
    walk = _SvgInspector(limits, may_refer, _MOST_NESTED)
    walk.run(data)
    return SvgInspection(tuple(walk.found), walk.root, *walk.begun, walk.lettered)


_MOST_NESTED: Final = 2
"""Maximum depth of embedded drawings."""
_MOST_REFUSALS: Final = 20
_SCRIPTS: Final = {"script", "handler", "listener"}
_FOREIGN: Final = {"foreignObject", "iframe", "embed", "object", "audio", "video", "canvas"}
_ANIMATIONS: Final = {"set", "animate", "animateColor", "animateMotion", "animateTransform"}
_GRADIENTS: Final = {"linearGradient", "radialGradient", "stop"}
_LINK: Final = re.compile(r"""href\s*=\s*["']([^"']*)""")
_UTF8: Final = ("utf-8", "utf8", "us-ascii", "ascii")
_MOST_OCTAVES: Final = 16
_MOST_KERNEL: Final = 400


class _StopInspection(Exception):  # noqa: N818 - not an error: the walk has seen enough
    """An exception that ends the check early."""


class _SvgInspector:
    """A single pass over a document."""

    def __init__(self, limits: PictureLimits, may_refer: MayRefer, nested: int) -> None:
        self.limits = limits
        self.may_refer = may_refer
        self.nested = nested
        self.found: list[Refusal] = []
        self.root: dict[str, str] = {}
        self.begun = (0, 0)
        self.lettered = (0, 0)
        self.growth = ElementCount()
        self.open: list[str] = []
        self.elements = 0
        self.style: list[str] | None = None
        self.styles = 0
        self.done = False
        self.parser = expat.ParserCreate(namespace_separator=" ")

    def run(self, data: bytes) -> None:
        parser = self.parser
        parser.buffer_text = True
        parser.XmlDeclHandler = self.declaration
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity
        parser.ProcessingInstructionHandler = self.instruction
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        if self.limits.utf8 and data.startswith((b"\xff\xfe", b"\xfe\xff")):
            self.refuse(RefusalKind.UNREADABLE, "is UTF-16, not UTF-8", "save the file as UTF-8")
            return
        try:
            parser.Parse(data, True)
            self.done = True
            self.grown()
        except _StopInspection:
            pass
        except (expat.ExpatError, ValueError, LookupError) as fault:
            self.broken(fault)

    # Reporting -----------------------------------------------------------------------------------
    def refuse(self, kind: RefusalKind, reason: str, remedy: str) -> None:
        if len(self.found) >= _MOST_REFUSALS:
            raise _StopInspection
        here = (0, 0) if self.done else (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        self.found.append(Refusal(kind, reason, remedy, *here))

    def broken(self, fault: Exception) -> None:
        if isinstance(fault, expat.ExpatError) and fault.code == _AMPLIFIED:
            self.refuse(
                RefusalKind.COSTLY,
                "contains entities that expand without limit",
                "save the drawing as plain SVG",
            )
            return
        said = expat.ErrorString(fault.code) if isinstance(fault, expat.ExpatError) else str(fault)
        self.refuse(
            RefusalKind.UNREADABLE, f"is not well-formed XML: {said}", "export the drawing again as plain SVG"
        )

    # Parser events -------------------------------------------------------------------------------
    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if self.limits.utf8 and encoding is not None and encoding.lower() not in _UTF8:
            self.refuse(
                RefusalKind.UNREADABLE,
                f"is encoded in {quote(encoding)}, not in UTF-8",
                "save the file as UTF-8",
            )
            raise _StopInspection

    def doctype(self, name: str, system: str | None, public: str | None, subset: bool) -> None:
        if subset and not self.limits.entities:
            self.refuse(
                RefusalKind.UNSAFE,
                "declares its own document type",
                "save the drawing as plain SVG, or delete the lines from '<!DOCTYPE' to ']>'",
            )
            raise _StopInspection
        if system is not None and not _is_standard(system):
            self.refuse(
                RefusalKind.UNSAFE,
                f"refers to a document type at {_short(system)}",
                "delete the line that begins with '<!DOCTYPE'",
            )

    def entity(
        self,
        name: str,
        is_parameter: bool,
        value: str | None,
        base: str | None,
        system: str | None,
        public: str | None,
        notation: str | None,
    ) -> None:
        if system is not None:
            self.refuse(
                RefusalKind.UNSAFE,
                f"declares an entity that refers to another file, {_short(system)}",
                "delete the line that begins with '<!ENTITY'",
            )

    def instruction(self, target: str, text: str) -> None:
        if target != "xml-stylesheet":
            return
        link = _LINK.search(text)
        if link is None or not isinstance(read_reference(link[1]), DocumentReference):
            self.refuse(
                RefusalKind.UNSAFE,
                "refers to a style sheet in another file",
                "save the drawing as plain SVG with its styles embedded",
            )

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        self.open.append(name)
        self.elements += 1
        if self.elements == 1:
            self.take_root(space, name, attributes)
        self.bound(attributes)
        if name in _SCRIPTS and space in ("", SVG, XHTML):
            self.refuse(
                RefusalKind.UNSAFE, "contains a script", "delete the script, or save the drawing as plain SVG"
            )
        elif space == XHTML or (name in _FOREIGN and space in ("", SVG)):
            self.refuse(
                RefusalKind.UNSAFE,
                f"contains foreign content, <{name}>",
                "convert this content to paths, and save the drawing as plain SVG",
            )
        if name == "text" and space in ("", SVG) and self.lettered == (0, 0):
            self.lettered = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        drawn_again: list[tuple[str, int]] = []
        if space in ("", SVG):
            self.take_attributes(name, attributes, drawn_again)
            if name == "style":
                self.style = []
        elif _BASE in attributes:
            self.rebased()
        self.growth.begin_element(attributes.get("id", ""), 0 if name in _GRADIENTS else 1, drawn_again)

    def end(self, tag: str) -> None:
        self.open.pop()
        self.growth.end_element()
        if self.style is not None and tag.rpartition(" ")[2] == "style":
            text = "".join(self.style)
            self.style = None
            self.take_style(text, "style", [])

    def text(self, text: str) -> None:
        if self.style is not None:
            self.styles += len(text)
            self.style.append(text)
            if self.styles > self.limits.stylesheet:
                self.costly(f"has a style sheet of more than {self.limits.stylesheet:,} characters")

    # Checks --------------------------------------------------------------------------------------
    def take_root(self, space: str, name: str, attributes: dict[str, str]) -> None:
        self.root = dict(attributes)
        self.begun = (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        if name != "svg" or space not in ("", SVG):
            self.refuse(RefusalKind.UNREADABLE, "is XML, but not an SVG picture", "export the picture as SVG")
            raise _StopInspection
        if space != SVG:
            self.refuse(
                RefusalKind.UNDRAWABLE,
                "doesn't declare that it is SVG",
                f'write <svg xmlns="{SVG}" instead of <svg',
            )

    def bound(self, attributes: dict[str, str]) -> None:
        limits = self.limits
        if len(self.open) > limits.depth:
            self.costly(f"is nested more than {limits.depth:,} levels deep")
        if len(attributes) > limits.attributes:
            self.costly(f"has an element with more than {limits.attributes:,} attributes")
        if self.elements > limits.elements:
            self.costly(f"has more than {limits.elements:,} elements")

    def costly(self, reason: str) -> None:
        self.refuse(RefusalKind.COSTLY, reason, "simplify the drawing")
        raise _StopInspection

    def take_attributes(
        self, name: str, attributes: dict[str, str], drawn_again: list[tuple[str, int]]
    ) -> None:
        for key, value in attributes.items():
            space, _, attribute = key.rpartition(" ")
            if space == "" and len(attribute) > 2 and attribute[:2].lower() == "on" and attribute.isalpha():
                self.refuse(RefusalKind.UNSAFE, f"has an event handler, {attribute}", "delete that attribute")
            elif key == _BASE:
                self.rebased()
            elif attribute in ("href", "src") and space in ("", _XLINK):
                self.take_link(name, value, drawn_again)
            elif space == "":
                self.take_style(value, attribute, drawn_again, len(attributes.get("d", "")))
        if name in _ANIMATIONS and attributes.get("attributeName", "").lower().endswith("href"):
            for key in ("to", "from", "by", "values"):
                for part in attributes.get(key, "").split(";"):
                    self.judge(read_reference(part))
        self.filters(name, attributes)

    def filters(self, name: str, attributes: dict[str, str]) -> None:
        """Refuse effects whose cost is out of proportion to their size."""
        if name == "feTurbulence" and _number(attributes.get("numOctaves", "")) > _MOST_OCTAVES:
            self.costly(f"has turbulence with more than {_MOST_OCTAVES} octaves")
        if name == "feConvolveMatrix" and len(attributes.get("kernelMatrix", "").split()) > _MOST_KERNEL:
            self.costly(f"has a convolution with more than {_MOST_KERNEL} numbers")

    def take_link(self, name: str, value: str, drawn_again: list[tuple[str, int]]) -> None:
        if name == "a":
            # A drawn picture doesn't follow links.
            if value.strip().lower().startswith(("javascript:", "vbscript:", "data:text")):
                self.refuse(RefusalKind.UNSAFE, "has a link with a script", "delete that link")
            return
        reference = read_reference(value)
        if isinstance(reference, DocumentReference) and name in ("use", "feImage", "tref"):
            drawn_again.append((reference.id, 1))
        self.judge(reference)

    def take_style(
        self, text: str, attribute: str, drawn_again: list[tuple[str, int]], path: int = 0
    ) -> None:
        style = read_style(text)
        if style.imports:
            self.refuse(RefusalKind.UNSAFE, "imports a style sheet", "embed the styles in the drawing")
        if not style.references:
            return
        # A marker is drawn at every point of a path.
        times = path // 2 + 1 if attribute.startswith("marker") or "marker" in text else 1
        for reference in style.references:
            if isinstance(reference, DocumentReference):
                drawn_again.append((reference.id, times))
            else:
                self.judge(reference)
        if attribute == "style" and self.open and self.open[-1] == "style":
            self.growth.add_stylesheet_uses(drawn_again)

    def rebased(self) -> None:
        self.refuse(
            RefusalKind.UNSAFE,
            "changes the base of its references with xml:base",
            "delete the attribute xml:base",
        )

    def judge(self, reference: Reference) -> None:
        match reference:
            case DocumentReference():
                return
            case RelativeFileReference(path):
                if self.may_refer(path):
                    return
                self.refers(path)
            case ExternalReference(address):
                self.refers(address)
            case EmbeddedData():
                self.judge_embedded(reference)

    def refers(self, to: str) -> None:
        self.refuse(
            RefusalKind.UNSAFE,
            f"refers to another file, {_short(to)}",
            "embed the content of that file, or copy it into the drawing",
        )

    def judge_embedded(self, embedded: EmbeddedData) -> None:
        if embedded.is_font:
            return
        if not embedded.is_raster and not embedded.is_svg:
            if embedded.data is not None and _is_raster(embedded.data):
                # A picture is recognised by its first bytes, whatever its declared type, such as img/png.
                self.judge_raster(embedded.data)
                return
            self.refuse(
                RefusalKind.UNSAFE,
                f"embeds data of type {_short(embedded.media)}",
                "embed only PNG or JPEG pictures",
            )
        elif embedded.data is None:
            self.refuse(RefusalKind.UNDRAWABLE, "embeds data that can't be read", "embed the picture again")
        elif embedded.is_svg:
            self.judge_within(embedded.data)
        else:
            self.judge_raster(embedded.data)

    def judge_within(self, data: bytes) -> None:
        if self.nested == 0:
            self.costly("embeds drawings more than two levels deep")
        inner = _SvgInspector(self.limits, allow_no_files, self.nested - 1)
        inner.run(data)
        for refusal in inner.found:
            self.refuse(refusal.kind, f"embeds a drawing that {refusal.reason}", refusal.remedy)
        self.elements += inner.elements

    def judge_raster(self, data: bytes) -> None:
        try:
            picture = read_raster_info(data)
        except ValueError:
            self.refuse(
                RefusalKind.UNDRAWABLE,
                "embeds data that is neither PNG, JPEG, GIF nor WebP",
                "embed the picture again, as PNG",
            )
            return
        if picture.is_cmyk and not self.limits.allows_cmyk:
            self.refuse(
                RefusalKind.UNDRAWABLE,
                "embeds a picture in CMYK, whose colours differ between screen and paper",
                "embed that picture again in RGB",
            )
        if picture.pixels > MAX_ART_PIXELS:
            self.refuse(
                RefusalKind.COSTLY,
                f"embeds a picture of {picture.width} × {picture.height} pixels; the limit is "
                f"{MAX_ART_PIXELS:,} in total",
                "scale that picture down",
            )

    def grown(self) -> None:
        drawn = self.growth.total_drawn()
        if drawn is None:
            self.refuse(
                RefusalKind.COSTLY,
                "draws an element within itself",
                "delete a reference of that element to itself",
            )
        elif drawn > self.limits.drawn_elements:
            self.costly(f"draws more than {self.limits.drawn_elements:,} elements, counting each repetition")


_BASE: Final = f"{_XML} base"
_AMPLIFIED: Final = 43
"""Expat's error code for entities that expand without limit (XML_ERROR_AMPLIFICATION_LIMIT_BREACH)."""


def _is_raster(data: bytes) -> bool:
    try:
        read_raster_info(data)
    except ValueError:
        return False
    return True


def _is_standard(system: str) -> bool:
    """Return whether a document type is defined by SVG itself; readers don't fetch such types."""
    return system.startswith(("http://www.w3.org/", "https://www.w3.org/"))


def _short(text: str) -> str:
    return quote(text if len(text) <= 60 else f"{text[:57]}…")


def _number(text: str) -> float:
    try:
        return float(text) if text.isascii() else 0.0
    except ValueError:
        return 0.0
