"""The compiled module is whole: everything that is named is there, and in the order the engine wants."""

from __future__ import annotations

import dataclasses

import pytest

from hexwright.model.ids import UnitId
from hexwright.vassal.codec.buildfile.buildfile_parser import parse
from hexwright.vassal.codec.buildfile.components import (
    Board,
    Chart,
    GlobalOptions,
    HelpFile,
    HtmlChart,
    Map,
    PieceSlot,
    PlayerRoster,
    PredefinedSetup,
    PrototypeDefinition,
    PrototypesContainer,
    TurnTracker,
)
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.module_archive import zip_entries
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.traits import (
    BasicPiece,
    Layer,
    Marker,
    MarkWhenMoved,
    Prototype,
    ReportAction,
    TriggerAction,
)
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.gpid_ledger import GpidLedger, unit_slot
from tests.vassal.compile.games import GAMES, compiled, compiled_game, game, module, plan

slugs = pytest.mark.parametrize("slug", sorted(GAMES))


def pieces_of(slug: str) -> dict[str, GamePiece]:
    """Return the pieces of the palette by the name of their slot."""
    return {slot.entry_name: AddPiece.decode(slot.body).piece for slot in module(slug).all(PieceSlot)}


def prototypes_of(slug: str) -> dict[str, GamePiece]:
    """Return the prototypes by name."""
    return {made.name: AddPiece.decode(made.body).piece for made in module(slug).all(PrototypeDefinition)}


@slugs
def test_every_unit_and_marker_has_one_slot_in_the_palette(slug: str) -> None:
    names = [slot.entry_name for slot in module(slug).all(PieceSlot)]
    counters = game(slug).counters
    assert sorted(names) == sorted([*(u.name for u in counters.units), *(m.name for m in counters.markers)])


@slugs
def test_a_unit_carries_the_properties_of_the_contract(slug: str) -> None:
    for unit in game(slug).counters.units:
        piece = pieces_of(slug)[unit.name]
        values = {
            name: value
            for marker in piece.all(Marker)
            for name, value in zip(marker.names, marker.values, strict=True)
        }
        assert piece.name == unit.designation
        assert values["UnitId"] == unit.id
        assert values["UnitClass"] == unit.unit_class
        assert [values[f"Strength{n}"] for n, _ in enumerate(unit.steps, 1)] == [
            "" if step.strength is None else str(step.strength) for step in unit.steps
        ]
        assert f"Side {unit.side}" in {used.name for used in piece.all(Prototype)}


@slugs
def test_prototypes_are_all_defined_before_the_pieces_and_all_used(slug: str) -> None:
    defined = prototypes_of(slug)
    used = {
        found.name
        for piece in [*pieces_of(slug).values(), *defined.values()]
        for found in piece.all(Prototype)
    }
    assert used == set(defined)
    order = [element.tag for element in module(slug)]
    assert order.index(PrototypesContainer.TAG) < order.index("VASSAL.build.module.PieceWindow")


@slugs
def test_options_and_seats_stand_before_the_first_map(slug: str) -> None:
    order = [element.tag for element in module(slug)]
    first_map = order.index(Map.TAG)
    assert order[0] == "VASSAL.build.module.BasicCommandEncoder"
    for tag in (GlobalOptions.TAG, PlayerRoster.TAG, TurnTracker.TAG, PrototypesContainer.TAG):
        assert order.index(tag) < first_map
    assert next(iter(module(slug).all(Map))).map_name == "Map"


@slugs
def test_every_picture_that_is_named_is_there_and_none_lies_idle(slug: str) -> None:
    named = {board.image for board in module(slug).all(Board)} - {""}
    named |= {chart.file_name for chart in module(slug).all(Chart)}
    for piece in [*pieces_of(slug).values(), *prototypes_of(slug).values()]:
        named |= {image for layer in piece.all(Layer) for image in layer.images}
        named |= {mark.image for mark in piece.all(MarkWhenMoved)}
    texts = [text for element in module(slug).iter() for text in (*element.attrib.values(), element.text)]
    named |= {text for text in texts if text and text.startswith("icon-") and text.endswith(".svg")}
    there = {name.removeprefix("images/") for name in compiled(slug).files if name.startswith("images/")}
    assert named - {""} == there


@slugs
def test_every_other_file_that_is_named_is_there_and_none_lies_idle(slug: str) -> None:
    named = {setup.file for setup in module(slug).all(PredefinedSetup)}
    named |= {page.file_name for page in module(slug).all(HelpFile)}
    named |= {page.file_name for page in module(slug).all(HtmlChart)}
    there = {name for name in compiled(slug).files if not name.startswith("images/")}
    sounds = {f"sounds/{name}.wav" for name in ("dice", "phase", "refused")}
    assert named | sounds | {"buildFile.xml", "moduledata"} == there


@slugs
def test_piece_numbers_are_unique_and_the_next_is_free(slug: str) -> None:
    numbers = [slot.gpid for slot in module(slug).all(PieceSlot)]
    assert len(set(numbers)) == len(numbers)
    assert module(slug).next_piece_slot_id == max(int(n) for n in numbers) + 1
    for slot in module(slug).all(PieceSlot):
        basic = AddPiece.decode(slot.body).piece.basic
        assert isinstance(basic, BasicPiece)
        assert basic.gpid == slot.gpid


def test_piece_numbers_stay_when_a_unit_is_added_in_the_middle() -> None:
    before = compiled("toy-bridge")
    toy = game("toy-bridge")
    units = toy.counters.units
    guest = dataclasses.replace(units[0], id=UnitId("red-guest"), name="Guest")
    mix = dataclasses.replace(toy.counters, units=(units[0], guest, *units[1:]))
    after = compiled_game(dataclasses.replace(toy, counters=mix), plan("toy-bridge"), before.ledger)
    for slot, number in before.ledger.numbers.items():
        assert after.ledger.numbers[slot] == number
    assert after.ledger.numbers[unit_slot("red-guest")] == before.ledger.next_free


def test_the_number_of_a_unit_that_was_dropped_is_never_used_again() -> None:
    before = compiled("toy-bridge").ledger
    toy = game("toy-bridge")
    without = dataclasses.replace(toy.counters, units=toy.counters.units[:-1])
    scenarios = tuple(
        dataclasses.replace(s, setup_areas=(), setup=dataclasses.replace(s.setup, placement={}, in_boxes=()))
        for s in toy.scenarios
    )
    changed = dataclasses.replace(toy, counters=without, scenarios=scenarios)
    after = compiled_game(changed, plan("toy-bridge"), before).ledger
    assert after == before


@slugs
def test_the_same_game_gives_the_same_bytes(slug: str) -> None:
    again = compiled_game(game(slug), plan(slug))
    assert zip_entries(again.files) == zip_entries(compiled(slug).files)
    kept = compiled_game(game(slug), plan(slug), GpidLedger.parse(again.ledger.format()))
    assert kept.files == again.files


@slugs
def test_every_named_key_that_is_sent_is_answered(slug: str) -> None:
    sent: set[str] = set()
    answered: set[str] = set()
    for piece in [*pieces_of(slug).values(), *prototypes_of(slug).values()]:
        for trait in piece.traits:
            for field in trait.fields():
                value = getattr(trait, field.name)
                found = value if isinstance(value, tuple) else (value,)
                names = {key.name for key in found if isinstance(key, KeyCommand) and key.name}
                if isinstance(trait, TriggerAction) and field.name == "actions":
                    sent |= names
                else:
                    answered |= names
                if field.name == "commands":
                    answered |= {command.key.name for command in value if command.key}
    assert sent <= answered


@slugs
def test_no_report_begins_with_a_text_that_the_chat_could_take_for_a_colour(slug: str) -> None:
    for piece in prototypes_of(slug).values():
        for report in piece.all(ReportAction):
            assert report.report.startswith(("$SideName$ ", "Marker ", "Control ", '{"', "{SideName "))
            assert report.report.startswith("{") == report.report.endswith("}")


@slugs
def test_every_button_and_window_has_words(slug: str) -> None:
    for element in module(slug).iter():
        tip = element.get("tooltip", element.get("buttonTooltip"))
        assert tip is None or tip.strip() or element.get("mapName") == "Map"


def test_a_game_without_markers_has_a_turn_keeper_that_nobody_sees() -> None:
    toy = game("toy-bridge")
    bare = dataclasses.replace(toy, counters=dataclasses.replace(toy.counters, markers=()))
    made = compiled_game(bare, plan("toy-bridge"))
    slots = list(parse(made.build_file).all(PieceSlot))
    keeper = AddPiece.decode(slots[-1].body).piece
    assert keeper.name == "Turn keeper"
    assert "images/no-picture.svg" in made.files
    assert keeper.all(Layer)[0].images == ("no-picture.svg",)


def test_a_unit_that_is_never_replaced_goes_to_the_lost_and_others_to_their_pool() -> None:
    places = BoardPositions(game("moscow-embattled"), plan("moscow-embattled"))
    boxes = {unit.id: places.eliminated(unit) for unit in places.game.counters.units}
    for unit, name in (
        ("russian-1s", "Siberian losses"),
        ("russian-rzhev", "Russian replacements"),
        ("german-2pz", "German losses"),
    ):
        found = boxes[UnitId(unit)]
        assert found is not None
        assert found.name == name
