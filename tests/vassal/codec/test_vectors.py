"""Strings that the real engine wrote (3.7.26, see recording/) come back as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.vassal.codec.piece_text import decode_part
from hexwright.vassal.codec.stacks_and_decks import Deck, Stack
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from hexwright.vassal.codec.traits import all_traits

VECTORS: dict[str, list[dict[str, str]]] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)
ROWS = [(trait, row) for trait, rows in VECTORS.items() for row in rows]


@pytest.mark.parametrize("trait", [*all_traits(), Stack, Deck], ids=lambda trait: trait.TITLE)
def test_trait_has_at_least_three_strings_of_the_engine(trait: type[Trait]) -> None:
    assert len(VECTORS[trait.ID]) >= 3


@pytest.mark.parametrize("trait", sorted(VECTORS))
def test_string_of_the_engine_decodes_and_encodes_to_itself(trait: str) -> None:
    for row in VECTORS[trait]:
        read = decode_part(row["type"], row["state"])
        assert not isinstance(read, UnknownTrait)
        assert not read.faults()
        assert not read.unknown_fields()
        # Written afresh from the values alone, and written with the source in memory.
        assert (read.fresh().encode_type(), read.fresh().encode_state()) == (row["type"], row["state"])
        assert (read.encode_type(), read.encode_state()) == (row["type"], row["state"])


def test_traits_of_old_modules_are_read_and_kept_though_the_engine_writes_new_ones() -> None:
    old = [row for _, row in ROWS if "read" in row]
    assert {row["read"].split(";")[0] for row in old} == {"emb", "nonRect"}
    for row in old:
        read = decode_part(row["read"], "")
        assert read.fresh().encode_type() == row["read"]
        assert not isinstance(decode_part(row["type"], row["state"]), type(read))
