"""Whatever letters a designer uses come out right in the module, or are refused with their place."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.buildfile.components import PieceSlot, Zone
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.traits import BasicPiece, Marker
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from hexwright.vassal.module.text_encoding import encoding_faults
from tests.vassal.compile.games import compiled_game, game, plan, saved

NASTY = st.text(
    st.sampled_from(list("aZ09 \\/;,:|'\"{}<>&$#%=~!*-ЖЯéß€·→\u2028")), min_size=1, max_size=12
).filter(str.strip)


def renamed(designation: str | None = None, name: str | None = None) -> Game:
    """Return the toy game with the texts of its first unit changed."""
    toy = game("toy-bridge")
    first, *others = toy.counters.units
    changed = dataclasses.replace(
        first,
        designation=first.designation if designation is None else designation,
        name=first.name if name is None else name,
    )
    mix = dataclasses.replace(toy.counters, units=(changed, *others))
    return dataclasses.replace(toy, counters=mix)


def properties(piece: GamePiece) -> dict[str, str]:
    """Return what a piece's markers say."""
    return {
        name: value
        for marker in piece.all(Marker)
        for name, value in zip(marker.names, marker.values, strict=True)
    }


@settings(max_examples=10, deadline=None)
@given(NASTY, NASTY)
def test_a_units_names_come_back_letter_by_letter_or_are_refused(designation: str, name: str) -> None:
    changed = renamed(designation=designation, name=name)
    bad = designation.endswith("\\") or name.endswith("\\")
    assert bool(list(encoding_faults(changed))) == bad
    if bad:
        with pytest.raises(InputError):
            compiled_game(changed, plan("toy-bridge"))
        return
    made = compiled_game(changed, plan("toy-bridge"))
    slot = next(parse(made.build_file).all(PieceSlot))
    piece = AddPiece.decode(slot.body).piece
    assert (slot.entry_name, piece.name) == (name, designation)
    assert properties(piece)["FullName"] == name
    units = [
        added.piece
        for added in saved(made, "the-bridge.vsav")
        if isinstance(added, AddPiece) and isinstance(added.piece.basic, BasicPiece)
    ]
    unit = next(p for p in units if properties(p).get("UnitId") == changed.counters.units[0].id)
    assert (unit.name, properties(unit)["FullName"]) == (designation, name)


@settings(max_examples=6, deadline=None)
@given(NASTY, NASTY)
def test_names_of_boxes_and_phases_come_back_or_are_refused(box: str, text: str) -> None:
    toy = game("toy-bridge")
    boxes = (dataclasses.replace(toy.hexmap.boxes[0], name=box), *toy.hexmap.boxes[1:])
    phases = (dataclasses.replace(toy.rules.sequence[0], name=text, text=text), *toy.rules.sequence[1:])
    changed = dataclasses.replace(
        toy,
        hexmap=dataclasses.replace(toy.hexmap, boxes=boxes),
        rules=dataclasses.replace(toy.rules, sequence=phases),
    )
    if list(encoding_faults(changed)):
        assert box.endswith("\\") or text.endswith("\\")
        return
    made = parse(compiled_game(changed, plan("toy-bridge")).build_file)
    assert box in {zone.name for zone in made.all(Zone)}
    turn = [AddPiece.decode(slot.body).piece for slot in made.all(PieceSlot)]
    tables = [properties(p) for p in turn if f"PhaseText.{phases[0].id}" in properties(p)]
    assert tables[0][f"PhaseText.{phases[0].id}"] == text
    assert tables[0][f"PhaseName.{phases[0].id}"] == text


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"designation": "4\\"}, "B001"),
        ({"name": "Fourth\\"}, "B001"),
        ({"designation": "4\tPz"}, "B004"),
        ({"designation": "4\nPz"}, "B004"),
    ],
)
def test_a_name_that_cannot_be_carried_is_refused_with_its_place(change: dict[str, str], code: str) -> None:
    changed = renamed(**change)
    unit = changed.counters.units[0].id
    key = next(iter(change))

    def locate(path: tuple[str | int, ...]) -> Span:
        return Span("counters.yaml", 7, 3) if path == ("counters", "units", unit, key) else Span("elsewhere")

    with pytest.raises(InputError) as caught:
        compile_module(ModulePieces.of(changed, plan("toy-bridge")), b"", {}, (), locate)
    assert [(d.code, d.span) for d in caught.value.diagnostics] == [(code, Span("counters.yaml", 7, 3))]


@pytest.mark.parametrize("name", ["US$ forces $", "{Red}", "!Red", "Both sides"])
def test_a_sides_name_that_the_engine_would_misread_is_refused(name: str) -> None:
    toy = game("toy-bridge")
    sides = (dataclasses.replace(toy.info.sides[0], name=name), *toy.info.sides[1:])
    changed = dataclasses.replace(toy, info=dataclasses.replace(toy.info, sides=sides))
    assert [fault.code for fault in encoding_faults(changed)] == ["B005" if name == "Both sides" else "B002"]


def test_two_boxes_of_one_name_are_refused() -> None:
    toy = game("toy-bridge")
    first, second, *others = toy.hexmap.boxes
    boxes = (first, dataclasses.replace(second, name=first.name), *others)
    changed = dataclasses.replace(toy, hexmap=dataclasses.replace(toy.hexmap, boxes=boxes))
    assert [(f.code, f.path[2]) for f in encoding_faults(changed)] == [("B005", second.id)]


@pytest.mark.parametrize("name", ["hit points", "2nd", "Strength", 'a"b', "x\\"])
def test_a_figure_whose_name_cannot_be_a_property_is_refused(name: str) -> None:
    toy = game("toy-bridge")
    first, *others = toy.counters.units
    step = dataclasses.replace(first.steps[0], ratings={name: "3"})
    unit = dataclasses.replace(first, steps=(step, *first.steps[1:]), id=UnitId(first.id))
    mix = dataclasses.replace(toy.counters, units=(unit, *others))
    assert [f.code for f in encoding_faults(dataclasses.replace(toy, counters=mix))] == ["B003"]


def test_the_shipped_games_have_no_fault() -> None:
    for slug in ("battle-for-moscow", "toy-bridge"):
        assert not list(encoding_faults(game(slug)))
