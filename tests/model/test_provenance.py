from __future__ import annotations

from dataclasses import dataclass

from hexwright.model.provenance import Provenance, sources_of

PRINTED = Provenance("transcribed", "the map")
GUESSED = Provenance("reconstructed", "geography", "check it")


@dataclass(frozen=True)
class Town:
    id: str
    provenance: Provenance | None = None


@dataclass(frozen=True)
class Sheet:
    towns: tuple[Town, ...]
    provenance: Provenance


def test_every_provenance_is_found_with_the_path_of_its_entry() -> None:
    sheet = Sheet((Town("orel"), Town("tula", GUESSED)), PRINTED)
    assert [(part.path, part.provenance) for part in sources_of(sheet, ("map",))] == [
        (("map",), PRINTED),
        (("map", "towns", "tula"), GUESSED),
    ]
