"""The faces of a piece of any module, by its layers, and their pictures.

A face is what VASSAL draws of the piece in one state: the basic piece's picture, the layers' pictures and the
text labels, from the bottom up. The front is the piece as it is. A level whose picture covers the front is a
further face, such as a reduced side; a small or mostly transparent picture, such as a mark of movement, is a
mark.

Expressions aren't evaluated, except for a layer that follows a property, and for `$property$` in labels, if
the piece itself has the property.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from hexwright.inspect.analysis.module_images import image_header, opaque_share, shared_image
from hexwright.inspect.analysis.module_view import ModuleView, ShownLevel
from hexwright.inspect.analysis.piece_pictures import PicturePart, picture_parts_of
from hexwright.render.fonts import FontFace
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import Colour
from hexwright.vassal.codec.trait_fields import Trait

if TYPE_CHECKING:
    from PIL import Image

MAX_FACES: Final = 60
"""The most faces of one piece; further levels of its layers are left out."""
MAX_PIXELS: Final = 4_000_000
"""The most pixels of a face, and of a picture on it."""
_COVERS: Final = 0.6
"""A picture covers a piece if it has this share of its width and height, and of it isn't transparent."""
_IN_LABEL: Final = re.compile(r"\$([^$]{1,80})\$")

LayerTrait: TypeAlias = t.Layer | t.LayerBefore3
_SHOWN: Final = (
    *(t.BasicPiece, t.Layer, t.LayerBefore3, t.CanRotate, t.MarkWhenMoved, t.Mask),
    *(t.TextLabel, t.Marker, t.DynamicProperty),
)
"""The traits that say what is drawn; a face has no others."""
Size: TypeAlias = tuple[float, float]


class FaceParts(NamedTuple):
    """What is drawn of a face, from the bottom up: pictures, then labels with their properties filled in."""

    pictures: tuple[PicturePart, ...]
    labels: tuple[t.TextLabel, ...] = ()


@dataclass(frozen=True)
class PieceFace:
    """What is drawn of a piece in one state. `layer` and `level` name the level that it shows; the front
    has none.
    """

    traits: tuple[Trait, ...]
    layer: str = ""
    level: str = ""

    @cached_property
    def pictures(self) -> tuple[PicturePart, ...]:
        """Return the pictures of the face, from the bottom up."""
        return picture_parts_of(self.traits)

    @cached_property
    def labels(self) -> tuple[t.TextLabel, ...]:
        """Return the labels of the face that have a text, with their properties filled in."""
        known = piece_properties(self.traits)
        written = (
            replace(trait, label=_IN_LABEL.sub(lambda found: known.get(found[1], ""), trait.label))
            for trait in self.traits
            if isinstance(trait, t.TextLabel)
        )
        return tuple(label for label in written if label.label.strip())

    @property
    def parts(self) -> FaceParts:
        """Return what is drawn of the face."""
        return FaceParts(self.pictures, self.labels)


@dataclass(frozen=True, slots=True)
class PieceFaces:
    """The front of a piece, its further faces, and the picture that a mask shows; "" without a mask."""

    front: PieceFace
    others: tuple[PieceFace, ...] = ()
    mask: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    """The levels that don't cover the front: the name of the layer, and the picture."""
    left_out: int = 0
    """The number of levels beyond `MAX_FACES`."""

    @property
    def all(self) -> tuple[PieceFace, ...]:
        """Return the front and the further faces."""
        return (self.front, *self.others)


@dataclass(frozen=True, slots=True)
class FacePicture:
    """The picture of a face, and where its upper left corner is from the piece's position, in pixels."""

    image: Image.Image
    left: int
    top: int


def piece_properties(traits: Sequence[Trait]) -> Mapping[str, str]:
    """Return the properties that a piece itself gives values: markers, dynamic properties and names."""
    found: dict[str, str] = {}
    for trait in traits:
        match trait:
            case t.BasicPiece():
                found.update(trait.properties)
                found["BasicName"] = found["pieceName"] = trait.name
            case t.Marker():
                found.update(zip(trait.names, trait.values, strict=False))
            case t.DynamicProperty():
                found[trait.name] = trait.value
            case t.TextLabel():
                found[trait.property] = found["label"] = trait.label
            case _:
                continue
    return found


def read_faces(module: ModuleView, traits: Sequence[Trait]) -> PieceFaces:
    """Return the faces of a piece from its traits, innermost first, with its prototypes expanded."""
    shown = tuple(trait for trait in _followed(tuple(traits)) if isinstance(trait, _SHOWN))
    front = PieceFace(shown)
    size = face_size(module, front)
    masks = [trait for trait in shown if isinstance(trait, t.Mask)]
    others: list[PieceFace] = []
    marks: list[tuple[str, str]] = []
    drawn = {front.pictures}
    left_out = 0
    for number, trait in enumerate(shown):
        if not isinstance(trait, LayerTrait):
            continue
        for level, image, covers in _shown_levels(module, trait, size):
            if len(others) + len(marks) >= MAX_FACES:
                left_out += 1
                continue
            if not covers:
                marks.append((layer_name(trait), image))
                continue
            changed = replace(trait, level=level)
            face = PieceFace(
                (*shown[:number], changed, *shown[number + 1 :]), layer_name(trait), _level_name(trait, level)
            )
            if face.pictures and face.pictures not in drawn:
                drawn.add(face.pictures)
                others.append(face)
    return PieceFaces(front, tuple(others), masks[-1].image if masks else "", tuple(marks), left_out)


def face_size(module: ModuleView, face: PieceFace) -> Size:
    """Return the width and height of a face in pixels, from the headers of its largest picture."""
    sizes = [
        (head.width * scale, head.height * scale)
        for name, _, _, _, scale in face.pictures
        if (head := image_header(module, name)) is not None
    ]
    return max(sizes, key=lambda size: size[0] * size[1], default=(0.0, 0.0))


def draw_face(module: ModuleView, face: FaceParts, scale: float = 1.0) -> FacePicture | None:
    """Return the picture of a face at a scale; None if nothing of it can be drawn."""
    from PIL import Image

    parts: list[tuple[Image.Image, int, int]] = []
    for name, right, down, turn, own in face.pictures:
        head = image_header(module, name)
        factor = scale * min(max(own, 0.01), 16.0)
        if head is None or head.pixels * factor * factor > MAX_PIXELS:
            continue
        width, height = max(1, round(head.width * factor)), max(1, round(head.height * factor))
        picture = shared_image(module, name, MAX_PIXELS, width)
        if picture is None:
            continue
        if picture.size != (width, height):
            picture = picture.resize((width, height), Image.Resampling.LANCZOS)
        if turn % 360:
            picture = picture.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
        parts.append((picture, round(right * scale) - width // 2, round(down * scale) - height // 2))
    if not parts:
        return None
    return _labelled(_joined(parts), face.labels, scale)


def layer_name(trait: LayerTrait) -> str:
    """Return the name of a layer, or its description."""
    return (trait.name or trait.description) if isinstance(trait, t.Layer) else ""


def layer_images(trait: LayerTrait) -> tuple[str, ...]:
    """Return the pictures of a layer's levels; "" for a level without one."""
    if isinstance(trait, t.Layer):
        return trait.images
    return tuple(level.partition(",")[0] for level in trait.levels)


def _level_image(trait: LayerTrait, level: int) -> str:
    images = layer_images(trait)
    return images[level - 1] if 0 < level <= len(images) else ""


def _level_name(trait: LayerTrait, level: int) -> str:
    if level <= 0:
        return ""
    names = (
        trait.names if isinstance(trait, t.Layer) else tuple(text.partition(",")[2] for text in trait.levels)
    )
    return names[level - 1].strip("+ ") if level <= len(names) else ""


def _other_levels(trait: LayerTrait, count: int) -> Iterator[int]:
    """Yield the levels that a layer can show beside the present one; -1 if it can be inactive."""
    if trait.level > 0 and not (isinstance(trait, t.Layer) and trait.always_active):
        yield -1
    yield from (level for level in range(1, count + 1) if level != trait.level)


def _shown_levels(module: ModuleView, trait: LayerTrait, size: Size) -> tuple[ShownLevel, ...]:
    """Return the other levels of a layer that show something on a piece of a size.

    They are kept, since thousands of pieces have the layers of a few prototypes.
    """
    known = module.shown_levels.get((id(trait), size))
    if known is None:
        known = module.shown_levels[id(trait), size] = trait, tuple(_read_levels(module, trait, size))
    return known[1]


def _read_levels(module: ModuleView, trait: LayerTrait, size: Size) -> Iterator[ShownLevel]:
    images = layer_images(trait)
    for level in _other_levels(trait, len(images)):
        image = images[level - 1] if level > 0 else ""
        has_picture = image_header(module, image) is not None
        # A level without a picture shows what the present one covers.
        covers = _covers(module, trait, image if has_picture else _level_image(trait, trait.level), size)
        if has_picture or covers:
            yield level, image, covers


def _covers(module: ModuleView, trait: LayerTrait, image: str, size: Size) -> bool:
    """Whether a picture of a layer covers a piece of a size."""
    head = image_header(module, image)
    scale = trait.scale if isinstance(trait, t.Layer) else 1.0
    return (
        head is not None
        and abs(trait.x_offset) <= size[0] / 4
        and abs(trait.y_offset) <= size[1] / 4
        and head.width * scale >= _COVERS * size[0]
        and head.height * scale >= _COVERS * size[1]
        and opaque_share(module, image, MAX_PIXELS) >= _COVERS
    )


def _followed(traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """Return the traits with each layer at the level of the property that it follows, if it is known."""
    known = piece_properties(traits)

    def at_level(trait: Trait) -> Trait:
        if not (isinstance(trait, t.Layer) and trait.follow and trait.images):
            return trait
        value = known.get(trait.expression.strip(" {}"), "").strip()
        if not re.fullmatch(r"-?\d{1,9}", value):
            return trait
        level = min(max(int(value) - trait.first_level + 1, 1), len(trait.images))
        return replace(trait, level=level if trait.level > 0 else -level)

    return tuple(map(at_level, traits))


def _joined(parts: Sequence[tuple[Image.Image, int, int]]) -> FacePicture:
    from PIL import Image

    left, top = min(x for _, x, _ in parts), min(y for _, _, y in parts)
    right = max(x + picture.width for picture, x, _ in parts)
    bottom = max(y + picture.height for picture, _, y in parts)
    if (right - left) * (bottom - top) > MAX_PIXELS:
        picture, left, top = parts[0]
        return FacePicture(picture.copy(), left, top)
    whole = Image.new("RGBA", (right - left, bottom - top))
    for picture, x, y in parts:
        whole.alpha_composite(picture, (x - left, y - top))
    return FacePicture(whole, left, top)


def _labelled(drawn: FacePicture, labels: Sequence[t.TextLabel], scale: float) -> FacePicture:
    """Return a face with its labels; what of them lies outside the face is cut off."""
    from PIL import ImageDraw, ImageFont

    if labels:
        pen = ImageDraw.Draw(drawn.image)
    for label in labels:
        font_face = FontFace.SANS_BOLD if label.style & 1 else FontFace.SANS
        font = ImageFont.truetype(str(font_face.path), max(4, round(min(max(label.size, 4), 200) * scale)))
        text = label.label[:200].replace("\r", "")
        box = pen.multiline_textbbox((0, 0), text, font)
        wide, high = box[2] - box[0], box[3] - box[1]
        x = label.horizontal_offset * scale + _side(label.horizontal, drawn.left, drawn.image.width)
        y = label.vertical_offset * scale + _side(label.vertical, drawn.top, drawn.image.height)
        x -= {"l": 0, "c": wide // 2, "r": wide}[label.horizontal_just] + drawn.left
        y -= {"t": 0, "c": high // 2, "b": high}[label.vertical_just] + drawn.top
        if label.background is not None:
            pen.rectangle((x - 1, y - 1, x + wide + 1, y + high + 1), fill=_rgb(label.background))
        if label.colour is not None:
            pen.multiline_text((x - box[0], y - box[1]), text, _rgb(label.colour), font)
    return drawn


def _side(position: str, start: int, length: int) -> int:
    return {"l": start, "t": start, "r": start + length, "b": start + length}.get(position, 0)


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return colour.red, colour.green, colour.blue
