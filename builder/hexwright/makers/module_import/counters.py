"""The pieces of a module as counters: their sides, their faces, and how many there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.inspect.analysis.piece_pictures import PicturePart
from hexwright.makers.module_import.counter_art import CounterArt
from hexwright.makers.module_import.import_notes import ImportNotes
from hexwright.makers.module_import.side_names import names_around, side_by_names
from hexwright.makers.module_import.starting_positions import PieceKey, StartingPosition, piece_key
from hexwright.makers.piece_faces import (
    LayerTrait,
    PieceFace,
    face_size,
    layer_images,
    piece_properties,
    read_faces,
)
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.trait_fields import Trait

MAX_STEPS: Final = 8
"""The most faces of a counter that become steps."""
PieceDraft: TypeAlias = tuple[PieceKey, tuple[Trait, ...], tuple[str, ...], ModulePlace, bool]
"""A piece whose faces aren't read: key, traits, containers, place, whether it is in an at-start stack."""
_STRENGTH: Final = re.compile(r"(?i)(?:combat|attack|strength|power|cf|af)(?: ?(?:strength|factor|value))?")
_MOVEMENT: Final = re.compile(r"(?i)(?:ma|mp|mf|move|movement|speed)(?: ?(?:allowance|points?|factor))?")
_FIGURES: Final = re.compile(r"(?<![\d.-])(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?(?![\d.-])")


@dataclass(eq=False)
class ImportedCounter:
    """One kind of piece: its name and side, the files of its faces, and the number of copies."""

    name: str
    side: str | None
    group: str
    """The innermost palette container that holds it and doesn't only name its side; "" without one."""
    faces: tuple[tuple[str, str], ...]
    """The file of each face, and the name of its level; the front first."""
    shown: tuple[frozenset[str], ...]
    """The module's pictures of each face, by which a piece of a set-up is found to show it."""
    back: str
    """The file of what a mask shows, if the counter has one face; "" for none."""
    strength: int | None
    defence: int | None
    movement: int | None
    place: ModulePlace
    copies: int = 1

    def face_shown(self, pictures: Sequence[PicturePart]) -> int:
        """Return the number of the face, from 0, that a piece with these pictures shows."""
        seen = {part[0] for part in pictures}
        return max(range(len(self.shown)), key=lambda n: (-len(seen ^ self.shown[n]), -n))


@dataclass(frozen=True)
class ImportedCounters:
    """All counters, and the counter of each piece of a set-up; `pixels` is the usual edge of a counter."""

    counters: tuple[ImportedCounter, ...]
    by_key: Mapping[PieceKey, ImportedCounter]
    pixels: float
    sides: tuple[str, ...]


class CounterReader:
    """Reads the pieces of palettes and set-ups, and writes the pictures of their faces.

    `drafts` are the pieces of palettes.
    """

    def __init__(
        self, module: ModuleView, art: CounterArt, notes: ImportNotes, drafts: Sequence[PieceDraft]
    ) -> None:
        self.module = module
        self.art = art
        self.notes = notes
        self.drafts = drafts
        self._sizes: list[float] = []
        self._figures = 0

    def read(
        self, kinds: Mapping[PieceKey, tuple[Trait, ...]], positions: Sequence[StartingPosition]
    ) -> ImportedCounters:
        """Return the counters of the palettes, and those that only set-ups have; cards are left out."""
        found: dict[PieceKey, ImportedCounter] = {}
        sides = self._sides()
        loose: dict[tuple[str, ...], ImportedCounter] = {}
        for key, traits, containers, place, at_start in self.drafts:
            if key in found:
                found[key].copies += 1
                continue
            if at_start and key[1:] in loose:
                found[key] = loose[key[1:]]
                continue
            counter = self._counter(traits, containers, place, sides)
            found[key] = counter
            for part in (key[:2], key[1:]):
                loose.setdefault(part, counter)
        on_maps = {piece.key for position in positions for piece in position.pieces if not piece.deck}
        for key, traits in kinds.items():
            if key in found or key not in on_maps:
                continue
            known = (loose.get(key[:2]) if key[0] else None) or loose.get(key[1:])
            if known is None:
                known = self._counter(traits, (), self.module.place / f"piece '{key[1]}' of set-ups", sides)
                loose.setdefault(key[1:], known)
            found[key] = known
        self._count(found, positions)
        if self._figures:
            told = f"strength and movement of {self._figures} units read from their names: check them"
            self.notes.add(told)
        counters = tuple(dict.fromkeys(found.values()))
        pixels = median(self._sizes) if self._sizes else 0.0
        return ImportedCounters(counters, found, pixels, sides)

    def _sides(self) -> tuple[str, ...]:
        """Return the sides of the roster that have pieces; at least two sides."""
        roster = tuple(dict.fromkeys(side.strip() for side in self.module.sides if side.strip()))
        counts = Counter(
            side_by_names(names_around(traits, held), roster) for _, traits, held, _, _ in self.drafts
        )
        used = tuple(side for side in roster if counts[side])
        for side in roster:
            if side not in used and len(used) >= 2:
                self.notes.add(f"side '{side}' left out: no piece belongs to it by its names")
        if len(used) >= 2:
            return used
        rest = tuple(side for side in roster if side not in used)
        return (*used, *rest, "Player 1", "Player 2")[: max(2, len(used))]

    def _counter(
        self, traits: tuple[Trait, ...], containers: tuple[str, ...], place: ModulePlace, sides: Sequence[str]
    ) -> ImportedCounter:
        basic = traits[0] if traits else None
        name = (basic.name if isinstance(basic, t.BasicPiece) else "").strip()
        self.art.drawn.wait_for(image_names(traits))
        faces = read_faces(self.module, traits)
        side = side_by_names(names_around(traits, containers), sides)
        if faces.left_out or len(faces.all) > MAX_STEPS:
            more = faces.left_out + max(0, len(faces.all) - MAX_STEPS)
            self.notes.add(f"faces left out: a counter has at most {MAX_STEPS} ({more} more)", place)
        kept = faces.all[:MAX_STEPS]
        files = tuple((self.art.file_of(face, name or "piece"), face.level) for face in kept)
        if not files[0][0]:
            self.notes.add("piece without a picture: hexwright draws its counter", place)
        back = ""
        if faces.mask and len(kept) == 1:
            back = self.art.file_of(PieceFace((t.BasicPiece(image=faces.mask),)), f"{name} back")
        for layer in dict.fromkeys(layer for layer, _ in faces.marks):
            self.notes.add(f"layer '{layer}' of small marks left out", place)
        width, height = face_size(self.module, faces.front)
        if side is not None and width:
            self._sizes.append(max(width, height))
        figures = self._figures_of(traits, name)
        group = next((held for held in reversed(containers) if side_by_names((held,), sides) is None), "")
        shown = tuple(frozenset(part[0] for part in face.pictures) for face in kept)
        return ImportedCounter(name or "Piece", side, group, files, shown, back, *figures, place)

    def _figures_of(self, traits: Sequence[Trait], name: str) -> tuple[int | None, int | None, int | None]:
        """Return strength, defence and movement of a piece: by properties, or by a name such as 4-2."""
        known = piece_properties(traits)
        by_property: list[int | None] = []
        for wanted in (_STRENGTH, _MOVEMENT):
            values = (value for key, value in known.items() if wanted.fullmatch(key.strip()))
            by_property.append(next((int(v) for v in values if re.fullmatch(r"\d{1,3}", v)), None))
        if by_property != [None, None]:
            return by_property[0], None, by_property[1]
        basic = traits[0] if traits else None
        image = basic.image if isinstance(basic, t.BasicPiece) else ""
        layers = [trait.images[0] for trait in traits if isinstance(trait, t.Layer) and trait.images]
        for text in (name, image, *layers):
            figures = _FIGURES.search(text[:200])
            if figures:
                self._figures += 1
                first, second, third = figures.groups()
                return int(first), int(second) if third else None, int(third or second)
        return None, None, None

    def _count(
        self, found: Mapping[PieceKey, ImportedCounter], positions: Sequence[StartingPosition]
    ) -> None:
        for position in positions:
            counts = Counter(found[p.key] for p in position.pieces if not p.deck and p.key in found)
            for counter, many in counts.items():
                counter.copies = max(counter.copies, many)


def palette_pieces(module: ModuleView) -> Iterator[PieceDraft]:
    """Yield the pieces of palettes, with the names of what contains them, and then those of at-start
    stacks, which may be the same.
    """
    nodes = {id(node.component): node for node in module.all(c.PieceSlot)}
    stacked: list[PieceDraft] = []
    for design in module.pieces:
        node = nodes.get(id(design.component))
        if node is None or node.inside(c.DrawPile) is not None:
            continue
        traits = tuple(placed.trait for placed in module.expanded(design))
        key = piece_key(traits, design.gpid)
        if node.inside(c.SetupStack) is not None:
            stacked.append((key, traits, (), design.place, True))
        else:
            yield key, traits, _containers(node), design.place, False
    yield from stacked


def image_names(traits: Iterable[Trait]) -> Mapping[str, bool]:
    """Return the images of pieces, each with whether a layer has it: such an image may cover the piece."""
    found: dict[str, bool] = {}
    for trait in traits:
        if isinstance(trait, LayerTrait):
            found.update((image, True) for image in layer_images(trait) if image)
        elif isinstance(trait, t.BasicPiece | t.Mask) and trait.image:
            found.setdefault(trait.image, False)
    return found


def _containers(node: ComponentNode) -> tuple[str, ...]:
    """Return the names of what contains a slot, outermost first, without windows and the module."""
    names = []
    for around in node.ancestors():
        if isinstance(around.component, c.GameModule):
            continue
        name = around.component.get("entryName") or around.component.get("name") or ""
        if name.strip():
            names.append(name.strip())
    return tuple(reversed(names))
