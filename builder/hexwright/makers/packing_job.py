"""The work of packing the pictures of a module: in workers, because it takes minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hexwright.makers.picture_packing import packed_picture


class Picture(NamedTuple):
    name: str
    data: bytes


class PackedPicture(NamedTuple):
    name: str
    data: bytes | None
    """The smaller picture; None if there is none."""


Pictures: TypeAlias = tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class PackingJob:
    """Packs some pictures, which are in the task; `effort` is oxipng's level."""

    effort: int

    def do(self, pictures: Pictures) -> tuple[PackedPicture, ...]:
        return tuple(PackedPicture(name, packed_picture(name, data, self.effort)) for name, data in pictures)

    def part_for(self, pictures: Pictures) -> PackingJob:
        return self

    def key(self, pictures: Pictures) -> str:
        return f"the picture {pictures[0].name}"
