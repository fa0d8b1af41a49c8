"""The counters and cards that are printed of any module: which faces, how many, and how large.

VASSAL knows pixels only. The resolution is the user's, or that of the pictures' own files, or guessed: the
commonest counter is taken as 5/8 inch wide.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from hexwright.inspect.analysis.image_headers import HEAD
from hexwright.inspect.analysis.module_images import image_header, opaque_share
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.makers.piece_faces import MAX_PIXELS, PieceFace, PieceFaces, Size, face_size, read_faces
from hexwright.render.pictures_ahead import decoding_threads
from hexwright.sanitize import PNG_MAGIC
from hexwright.support.message_wording import printable_line
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.trait_fields import Trait

INCH: Final = 25.4
COUNTER_INCHES: Final = 0.625
"""The width of a counter in inches from which a resolution is guessed."""
CARD_MM: Final = 63.5
"""The shorter edge in mm of a card whose size by the resolution isn't that of a card."""
_CARD_RANGE: Final = (40.0, 90.0)
_CARD_SHAPE: Final = (0.55, 0.82)
"""The least and greatest share of a card's length that its width is."""
_MOST_DPI: Final = 350
"""The greatest resolution that is guessed: larger square pieces aren't counters."""
_PLAUSIBLE: Final = (9.0, 27.0)
"""The widths in mm of the commonest counter for which the pictures' own resolution is believed."""
_SCREENS: Final = (72, 96)
"""Resolutions that programs write into pictures for screens."""
_ALIKE: Final = 0.06
"""The share by which sizes of counters may differ to be printed as one size."""
_CLEAR: Final = 0.02
"""The share of a picture that may be visible if it counts as clear."""
_DEFAULT_DPI: Final = 150.0
MAX_PRINTED: Final = 50_000
"""The maximum number of counters and cards of one print job."""

PieceKind = Literal["counters", "cards"]
_Sides: TypeAlias = tuple[tuple[PieceFace, PieceFace | None], ...]


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A counter or card to print: a front, and a back or None. `size` is in mm."""

    number: int
    name: str
    group: str
    """The names of the windows and panels around it."""
    kind: PieceKind
    size: Size
    front: PieceFace
    back: PieceFace | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """The pixels per inch of a module's pictures, and the sentence that tells where they are from."""

    dpi: float
    told: str

    def mm(self, pixels: float) -> float:
        """Return a length in mm."""
        return pixels / self.dpi * INCH


@dataclass
class PieceList:
    """The pieces to print, and what is left out."""

    counters: list[PrintedPiece] = field(default_factory=list)
    cards: list[PrintedPiece] = field(default_factory=list)
    marks: int = 0
    """The number of levels that only add a mark, which aren't printed."""
    without_picture: int = 0
    resolution: Resolution = field(default_factory=lambda: Resolution(_DEFAULT_DPI, ""))
    card_note: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    node: ComponentNode
    sides: _Sides
    masked: bool
    pixels: Size
    """The size of the first front, rounded to whole pixels."""
    kind: PieceKind = "counters"


class PieceChoice:
    """Which pieces are printed, and how often, by texts in their paths."""

    def __init__(
        self, only: Sequence[str] = (), without: Sequence[str] = (), copies: Sequence[tuple[str, int]] = ()
    ) -> None:
        self._only = [text.casefold() for text in only]
        self._without = [text.casefold() for text in without]
        self._copies = [(text.casefold(), count) for text, count in copies]

    def takes(self, path: str) -> bool:
        """Whether a component with this path is printed."""
        folded = path.casefold()
        wanted = not self._only or any(text in folded for text in self._only)
        return wanted and not any(text in folded for text in self._without)

    def copies(self, path: str) -> int:
        """Return how often a piece is printed: by the last text that its path contains, else once."""
        folded = path.casefold()
        return next((count for text, count in reversed(self._copies) if text in folded), 1)


def list_pieces(module: ModuleView, choice: PieceChoice, dpi: float | None) -> PieceList:
    """Return the counters and cards of a module, in the order of the module, numbered by kind.

    A piece with more than two faces needs several counters. A piece that is in a palette and also on a map or
    in a deck is printed as often as it is there.
    """
    result = PieceList()
    found = _with_kinds(list(_found(module, choice, result)))
    result.resolution = _resolution(module, found, dpi)
    cards = [one for one in found if one.kind == "cards"]
    scale, result.card_note = _card_scale(cards, result.resolution)
    for kind, target, factor in (("counters", result.counters, 1.0), ("cards", result.cards, scale)):
        pieces = [one for one in found if one.kind == kind]
        target.extend(_numbered(pieces, choice, result.resolution.dpi / factor))
    return result


def _found(module: ModuleView, choice: PieceChoice, result: PieceList) -> Iterator[_Found]:
    spare: Counter[tuple[object, ...]] = Counter()
    for node, faces, sides in _with_sides(module, choice):
        result.marks += len(faces.marks)
        if not sides:
            result.without_picture += 1
            continue
        look = tuple((front.pictures, back and back.pictures) for front, back in sides)
        if _in_palette(node):
            spare[look] += 1
        elif spare[look]:
            spare[look] -= 1
            continue
        wide, high = face_size(module, sides[0][0])
        yield _Found(node, sides, image_header(module, faces.mask) is not None, (round(wide), round(high)))


def _with_sides(
    module: ModuleView, choice: PieceChoice
) -> Iterator[tuple[ComponentNode, PieceFaces, _Sides]]:
    """Yield the chosen pieces with their faces and sides, those of palettes first.

    Pictures are decoded in threads, since most of the time is spent outside Python.
    """
    designs = {id(design.component): design for design in module.pieces if design.component is not None}
    nodes = [node for node in module.all(c.PieceSlot) if choice.takes(node.place.path)]
    nodes.sort(key=lambda node: not _in_palette(node))
    pieces = [(node, design) for node in nodes if (design := designs.get(id(node.component))) is not None]
    all_traits = (tuple(placed.trait for placed in module.expanded(design)) for _, design in pieces)

    def seen(traits: tuple[Trait, ...]) -> tuple[PieceFaces, _Sides]:
        faces = read_faces(module, traits)
        return faces, tuple(_sides(module, faces))

    with decoding_threads() as pool:
        for (node, _), (faces, sides) in zip(pieces, pool.map(seen, all_traits), strict=True):
            yield node, faces, sides


def _sides(module: ModuleView, faces: PieceFaces) -> Iterator[tuple[PieceFace, PieceFace | None]]:
    """Yield the front and back of each counter that a piece needs; the last may have the mask as its back."""
    drawn = [face for face in faces.all if any(_can_be_seen(module, part[0]) for part in face.pictures)]
    masked = (
        PieceFace((t.BasicPiece(image=faces.mask),)) if image_header(module, faces.mask) is not None else None
    )
    for first in range(0, len(drawn), 2):
        yield drawn[first], drawn[first + 1] if first + 1 < len(drawn) else masked


def _can_be_seen(module: ModuleView, image: str) -> bool:
    """Whether a picture shows something; a clear one makes a place on the map a piece.

    A clear picture is a small file, so that no other picture needs to be decoded.
    """
    seen, entry = image_header(module, image), module.image_entry(image)
    archive = module.entries[entry].archive if entry is not None else None
    if seen is None or entry is None or archive is None:
        return False
    return archive.size(entry) > seen.pixels / 8 or opaque_share(module, image, MAX_PIXELS) > _CLEAR


def _in_palette(node: ComponentNode) -> bool:
    return node.inside(c.SetupStack) is None and node.inside(c.DrawPile) is None


def _with_kinds(found: list[_Found]) -> list[_Found]:
    """Return pieces with their kinds: what has a card's shape, and is in a deck or has a back for hidden
    cards; and all of such a size.
    """
    cards = {
        one.pixels
        for one in found
        if one.masked or isinstance(one.node.component, c.CardSlot) or one.node.inside(c.DrawPile)
        if _CARD_SHAPE[0] <= min(one.pixels) / max(one.pixels) <= _CARD_SHAPE[1]
    }
    return [
        replace(one, kind="cards") if any(_is_near(one.pixels, size) for size in cards) else one
        for one in found
    ]


# Sizes -----------------------------------------------------------------------------------------------
def _resolution(module: ModuleView, found: Sequence[_Found], dpi: float | None) -> Resolution:
    """Return the user's resolution, or the pictures', or a guess from the commonest counter."""
    if dpi is not None:
        return Resolution(dpi, f"{dpi:g} pixels per inch, as asked for")
    counters = [one for one in found if one.kind == "counters"]
    if counters:
        wide, high = _commonest_counter(Counter(one.pixels for one in counters))
        told = _told_resolution(module, [one for one in counters if one.pixels == (wide, high)])
        if told is not None and _PLAUSIBLE[0] <= wide / told * INCH <= _PLAUSIBLE[1]:
            return Resolution(told, f"{told:g} pixels per inch, as the counters' pictures say")
        guess = round(min(wide, high) / COUNTER_INCHES, 1)
        words = f"counters of {wide:g} × {high:g} pixels are taken as 5/8 inch; write --dpi for another size"
        return Resolution(guess, f"{guess:g} pixels per inch is a guess: {words}")
    if found:
        (wide, high), _ = Counter(one.pixels for one in found).most_common(1)[0]
        guess = round(min(wide, high) / CARD_MM * INCH, 1)
        words = f"cards of {wide:g} × {high:g} pixels are taken as {CARD_MM:g} mm wide; write --dpi"
        return Resolution(guess, f"{guess:g} pixels per inch is a guess: {words} for another size")
    words = "nothing says how large the pictures are; write --dpi"
    return Resolution(_DEFAULT_DPI, f"{_DEFAULT_DPI:g} pixels per inch is a guess: {words}")


def _commonest_counter(sizes: Counter[Size]) -> Size:
    """Return the commonest size of pieces that are nearly square and not too large, or else of all."""
    most = COUNTER_INCHES * _MOST_DPI
    rows = sorted(sizes.items(), key=lambda row: (-row[1], row[0]))
    square = (size for size, _ in rows if min(size) > 0.9 * max(size) and max(size) <= most)
    return next(square, rows[0][0])


def _told_resolution(module: ModuleView, found: Sequence[_Found]) -> float | None:
    """Return the resolution that most of these pieces' PNG pictures state, except that of a screen."""
    told = Counter(_stated_dpi(module, one.sides[0][0].pictures[-1][0]) for one in found[:100])
    dpi, _ = told.most_common(1)[0]
    return float(dpi) if dpi and dpi not in _SCREENS else None


def _stated_dpi(module: ModuleView, image: str) -> int:
    """Return the resolution that a PNG states, in pixels per inch; 0 if it states none."""
    entry = module.image_entry(image)
    archive = module.entries[entry].archive if entry is not None else None
    if entry is None or archive is None:
        return 0
    try:
        head = archive.head(entry, HEAD)
    except CodecError:
        return 0
    at = len(PNG_MAGIC)
    while head.startswith(PNG_MAGIC) and at + 21 <= len(head):
        length, kind = struct.unpack_from(">I4s", head, at)
        if kind == b"pHYs" and length == 9:
            across, _, unit = struct.unpack_from(">IIB", head, at + 8)
            return round(across * INCH / 1000) if unit == 1 else 0
        if kind == b"IDAT":
            break
        at += 12 + length
    return 0


def _card_scale(cards: Sequence[_Found], resolution: Resolution) -> tuple[float, str]:
    """Return the factor by which cards are larger than their pixels say, and a sentence that tells it."""
    if not cards:
        return 1.0, ""
    (wide, high), _ = Counter(one.pixels for one in cards).most_common(1)[0]
    edge = resolution.mm(min(wide, high))
    if _CARD_RANGE[0] <= edge <= _CARD_RANGE[1]:
        return 1.0, ""
    factor = CARD_MM / edge
    size = f"{wide / resolution.dpi * INCH * factor:.1f} × {high / resolution.dpi * INCH * factor:.1f} mm"
    return factor, f"cards of {wide:g} × {high:g} pixels are printed at {size}"


def _numbered(found: Sequence[_Found], choice: PieceChoice, dpi: float) -> Iterator[PrintedPiece]:
    """Yield the counters that pieces need, size by size; sizes that are nearly alike are made so."""
    rounded = _alike(Counter(one.pixels for one in found))
    first: dict[Size, int] = {}
    for one in found:
        first.setdefault(rounded[one.pixels], len(first))
    number = 0
    for one in sorted(found, key=lambda one: first[rounded[one.pixels]]):
        wide, high = rounded[one.pixels]
        size = round(wide / dpi * INCH, 2), round(high / dpi * INCH, 2)
        name = one.node.component.get("entryName") or ""
        group = " / ".join(_titles(one.node))
        for _ in range(choice.copies(one.node.place.path)):
            for front, back in one.sides:
                number += 1
                if number > MAX_PRINTED:
                    return
                told = f"{name} ({front.level})" if front.level else name
                yield PrintedPiece(number, printable_line(told), group, one.kind, size, front, back)


def _titles(node: ComponentNode) -> Iterator[str]:
    """Yield the names of the windows and panels around a piece, outermost first."""
    for around in reversed([one for one in node.ancestors() if one.parent is not None]):
        component = around.component
        if isinstance(component, c.SetupStack):
            continue
        name = component.get("mapName") or component.get("entryName") or component.get("name") or ""
        if name.strip():
            yield printable_line(name.strip())


def _alike(sizes: Counter[Size]) -> dict[Size, Size]:
    """Return the size at which each size is printed: a commoner one that differs little, or itself."""
    kept: list[Size] = []
    found: dict[Size, Size] = {}
    for size, _ in sorted(sizes.items(), key=lambda row: (-row[1], row[0])):
        near = next((one for one in kept if _is_near(size, one)), None)
        if near is None:
            kept.append(size)
        found[size] = near or size
    return found


def _is_near(size: Size, other: Size) -> bool:
    return all(abs(a - b) <= _ALIKE * b for a, b in zip(size, other, strict=True))
