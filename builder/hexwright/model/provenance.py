"""Define the records of provenance: the source of each piece of data and its reliability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc

Status = Literal["transcribed", "reconstructed", "ruling"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The source of an entry."""

    status: Annotated[
        Status,
        Doc(
            "`transcribed` from the published game, `reconstructed` where the original is lost, "
            "or a `ruling` where the text leaves a question open.",
            "transcribed",
        ),
    ]
    source: Annotated[
        str, Doc("The edition, page or picture from which the data were taken.", "2022 edition, map")
    ]
    note: Annotated[str, Doc("A remark for readers who have the original.")] = ""

    @property
    def words(self) -> str:
        """Return status and source in words, such as "transcribed from the 2022 edition"."""
        source = " ".join(self.source.split())
        if self.status == "ruling":
            return source if source.casefold().startswith("invented") else f"decided here: {source}"
        return f"{self.status} from {source.removeprefix('from ')}"


@dataclass(frozen=True, slots=True)
class Sourced:
    """A part of the data with its provenance. `path` contains the keys that lead to this part, outermost
    first.
    """

    path: tuple[str, ...]
    provenance: Provenance


def sources_of(value: object, path: tuple[str, ...] = ()) -> Iterator[Sourced]:
    """Yield every provenance in a dataclass, with the path of its entry."""
    if is_dataclass(value) and not isinstance(value, type):
        own = getattr(value, "provenance", None)
        if isinstance(own, Provenance):
            yield Sourced(path, own)
        for part in fields(value):
            yield from sources_of(getattr(value, part.name), (*path, part.name))
    elif isinstance(value, tuple):
        for number, entry in enumerate(value, start=1):
            yield from sources_of(entry, (*path, str(getattr(entry, "id", number))))
