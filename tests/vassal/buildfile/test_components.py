"""The component classes: their tables, their round trips, what they refuse and what they keep."""

from __future__ import annotations

import pytest

from hexwright.vassal.codec.buildfile import buildfile_parser
from hexwright.vassal.codec.buildfile.component_element import Component, declared_attributes
from hexwright.vassal.codec.buildfile.components import (
    Board,
    BoardPicker,
    GameModule,
    GlobalOptions,
    GlobalProperties,
    HexGrid,
    Map,
    PieceSlot,
    PlayerHand,
    PlayerRoster,
    PrototypeDefinition,
    PrototypesContainer,
    Zone,
    ZonedGrid,
    all_components,
    by_tag,
)
from hexwright.vassal.codec.commands import BoardChoice, SetBoards
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.piece_text import GamePiece
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.traits import BasicPiece, CalculatedProperty, Prototype

COMPONENTS = all_components()


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.__name__)
def test_component_is_declared_whole(component: type[Component]) -> None:
    declared = declared_attributes(component)
    assert component.TAG.startswith("VASSAL.")
    assert component.TITLE
    assert component.__doc__ is not None
    assert component.TAG in component.__doc__
    assert by_tag()[component.TAG] is component
    assert len({a.xml for a in declared}) == len(declared)
    assert all(a.label for a in declared)


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.__name__)
def test_new_component_round_trips_with_its_defaults(component: type[Component]) -> None:
    made = component.new()
    read = buildfile_parser.parse_any(buildfile_parser.serialise(made))
    assert type(read) is component
    assert not read.faults()
    assert not read.unknown_attributes()
    assert list(read.attrib) == sorted(read.attrib)
    for attribute in declared_attributes(component):
        assert getattr(read, attribute.name) == attribute.default


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda component: component.__name__)
def test_every_attribute_can_be_set_and_read(component: type[Component]) -> None:
    made = component.new()
    for attribute in declared_attributes(component):
        setattr(made, attribute.name, attribute.default)
        assert attribute.xml in made.attrib
        assert getattr(made, attribute.name) == attribute.default


def test_children_name_known_components() -> None:
    known = {component.TAG.rsplit(".", 1)[1] for component in COMPONENTS}
    assert {child for component in COMPONENTS for child in component.CHILDREN} <= known


def test_attributes_are_typed_by_kind() -> None:
    grid = HexGrid.new(dx=51.0, dy=60.0, color=Colour(1, 2, 3), sideways=True)
    assert (grid.get("dx"), grid.get("color"), grid.get("sideways")) == ("51.0", "1,2,3", "true")
    grid.dx = 60.5
    assert (grid.dx, grid.get("dx")) == (60.5, "60.5")


def test_key_of_a_map_is_a_named_key() -> None:
    board_map = Map.new(map_name="Map", move_key=KeyCommand.named("judge"))
    assert board_map.get("moveKey") == "57348,0,judge"
    assert board_map.move_key == KeyCommand.named("judge")


def test_player_hand_is_a_map_as_in_the_engine() -> None:
    assert isinstance(PlayerHand.new(map_name="Hand"), Map)


def test_attribute_that_is_not_declared_is_refused() -> None:
    with pytest.raises(CodecError, match="no attribute with this name") as caught:
        HexGrid.new(dz=1)
    assert caught.value.field == "dz"


@pytest.mark.parametrize(("name", "value"), [("dx", "wide"), ("color", 7), ("sideways", None), ("x0", 2**40)])
def test_value_of_the_wrong_kind_is_refused(name: str, value: object) -> None:
    with pytest.raises(CodecError) as caught:
        HexGrid.new(**{name: value})
    assert caught.value.field == name


def test_text_that_xml_cannot_carry_is_refused() -> None:
    with pytest.raises(CodecError):
        Zone.new(name="bell\x07")
    slot = PieceSlot.new()
    with pytest.raises(CodecError):
        slot.body = "\x1b"


def test_text_of_the_wrong_kind_is_told_and_reads_as_the_default() -> None:
    data = buildfile_parser.serialise(HexGrid.new()).replace(b'x0="0"', b'x0="O"')
    read = buildfile_parser.parse_any(data)
    assert isinstance(read, HexGrid)
    assert [(fault.field, fault.text) for fault in read.faults()] == [("x0", "O")]
    assert read.x0 == 0
    assert read.get("x0") == "O"


def test_slot_and_prototype_hold_a_piece() -> None:
    piece = GamePiece.of(
        BasicPiece(name="IX <&> \"'", gpid="3"), CalculatedProperty("Odds", "{a/b}"), Prototype("P")
    )
    for made in (PieceSlot.new(entry_name="IX"), PrototypeDefinition.new(name="P")):
        made.piece = piece
        read = buildfile_parser.parse_any(buildfile_parser.serialise(made))
        assert isinstance(read, PieceSlot | PrototypeDefinition)
        assert read.piece == piece
        assert PieceSlot.new().piece is None


def test_sides_options_and_boards_stand_in_plain_parts() -> None:
    roster = PlayerRoster.new()
    roster.sides = ("German", "Soviet & co")
    options = GlobalOptions.new()
    options.options = {"stepIcon": "a.png"}
    picker = BoardPicker.new(Board.new(name="East"))
    picker.setup = SetBoards("Map", (BoardChoice("East"),))
    module = GameModule.new(roster, options, picker, name="M")
    read = buildfile_parser.parse(buildfile_parser.serialise(module))
    roster, options, picker = read.components()  # type: ignore[assignment]
    assert roster.sides == ("German", "Soviet & co")
    assert options.options == {"stepIcon": "a.png"}
    assert picker.setup == SetBoards("Map", (BoardChoice("East"),))
    assert picker[0].tag == "setup"
    roster.sides = ("One",)
    assert roster.sides == ("One",)


def test_tree_is_walked_by_class() -> None:
    grid = ZonedGrid.new(Zone.new(name="North"), Zone.new(name="South"))
    module = GameModule.new(
        GlobalProperties.new(), PrototypesContainer.new(), Map.new(BoardPicker.new(Board.new(grid)))
    )
    assert [zone.name for zone in module.all(Zone)] == ["North", "South"]
    assert [type(c) for c in module.components()] == [GlobalProperties, PrototypesContainer, Map]
