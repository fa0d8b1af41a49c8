"""Every trait: its table, its round trips, what it refuses and what it keeps."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.sequence_encoder import CodecError
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait, UnknownTrait
from hexwright.vassal.codec.traits import (
    BasicPiece,
    CanRotate,
    Delete,
    DynamicProperty,
    Layer,
    Marker,
    MovementTrail,
    Prototype,
    ReportAction,
    TriggerAction,
    all_traits,
    decode_trait,
)
from tests.vassal.codec import strategies

TRAITS = all_traits()


TRAIL = "footprint;84,130;Trail;false;false;24;255,255,255;30,30,30;90;60;20;30;6.0;;;70,130;"
"""A movement trail as 3.7.26 writes it; 3.8 adds whether it ignores moves within a location."""
LEFT = "false;Map0;2;709,995;709,755;true"


@pytest.mark.parametrize(
    ("more", "state", "ignores", "known"),
    [("", "", False, 0), (";false", ";0", False, 0), (";true", ";2", True, 2), (";true", "", True, 0)],
)
def test_movement_trail_is_read_and_written_in_either_form(
    more: str, state: str, ignores: bool, known: int
) -> None:
    trail = MovementTrail.decode(TRAIL + more, LEFT + state)
    assert (trail.ignore_same_location, trail.known_points) == (ignores, known)
    assert not trail.unknown_fields()
    assert (trail.encode_type(), trail.encode_state()) == (TRAIL + more, LEFT + state)
    shown = dataclasses.replace(trail, visible=True)
    assert (shown.encode_type(), shown.encode_state()) == (TRAIL + more, f"true{LEFT[5:]}{state}")
    # Written anew, what is as 3.7 has it is written as 3.7 does it.
    assert trail.fresh().encode_type() == (TRAIL + ";true" if ignores else TRAIL)
    old = MovementTrail.decode(TRAIL, LEFT)
    assert (trail == old) is not ignores


def test_there_are_forty_seven_traits_and_the_basic_piece() -> None:
    assert len(TRAITS) == 48
    assert len({trait.ID for trait in TRAITS}) == 48
    assert TRAITS[0] is BasicPiece


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: trait.TITLE)
def test_field_table_names_label_and_kind_of_every_field(trait: type[Trait]) -> None:
    rows = trait.fields() + trait.state_fields()
    assert all(row.label and row.kind.name for row in rows)
    names = {row.name for row in rows}
    assert names == {field.name for field in dataclasses.fields(trait)} - {"source"}
    assert trait.__doc__ is not None
    assert trait.JAVA in trait.__doc__


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: trait.TITLE)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_values_round_trip(trait: type[Trait], data: st.DataObject) -> None:
    made = data.draw(strategies.traits(trait))
    with contextlib.suppress(CodecError):
        check_round_trip(made, made.encode_type(), made.encode_state())


def check_round_trip(made: Trait, type_text: str, state_text: str) -> None:
    read = decode_trait(type_text, state_text)
    assert read == made
    assert read.fresh().encode_type() == type_text
    assert read.fresh().encode_state() == state_text
    assert not read.faults()


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: trait.TITLE)
def test_defaults_round_trip_and_are_sound(trait: type[Trait]) -> None:
    made = trait()
    read = decode_trait(made.encode_type(), made.encode_state())
    assert type(read) is trait
    assert (read.fresh().encode_type(), read.fresh().encode_state()) == (
        made.encode_type(),
        made.encode_state(),
    )
    assert not read.faults()


@pytest.mark.parametrize("trait", TRAITS, ids=lambda trait: trait.TITLE)
def test_missing_last_tokens_take_defaults_and_are_not_added(trait: type[Trait]) -> None:
    short = trait.ID + "x"
    read = decode_trait(short, "")
    assert read.encode_type() == short
    rows = [row for row in trait.fields()[1:] if row.when is None]
    assert all(getattr(read, row.name) == row.default for row in rows)


def test_changing_one_field_leaves_the_others_as_they_were_written() -> None:
    read = decode_trait("delete;Kill;68,130;;and;more")
    assert isinstance(read, Delete)
    changed = dataclasses.replace(read, menu="Remove")
    assert changed.encode_type() == "delete;Remove;68,130;;and;more"
    assert read.unknown_fields() == ("and", "more")


def test_changing_a_field_behind_the_written_ones_writes_the_defaults_between() -> None:
    read = decode_trait("macro;name")
    assert isinstance(read, TriggerAction)
    assert dataclasses.replace(read, match="{a}").encode_type() == "macro;name;Trigger;84,130;{a}"


def test_token_of_the_wrong_kind_is_kept_and_told() -> None:
    text = Layer.of("x", ("a.png",)).encode_type().replace(";0;0;a.png", ";0x;0;a.png")
    read = decode_trait(text, "1")
    assert [(fault.field, fault.text) for fault in read.faults()] == [("x_offset", "0x")]
    assert read.encode_type() == text
    assert isinstance(read, Layer)
    assert read.x_offset == 0


def test_token_of_the_wrong_kind_inside_a_record_is_told() -> None:
    read = decode_trait("PROP;n;maybe,1,2,false;;", "")
    assert [fault.field for fault in read.faults()] == ["limits.numeric"]


def test_unknown_trait_is_kept_letter_by_letter() -> None:
    read = decode_trait("my.Own;a\\;b", "state;1")
    assert isinstance(read, UnknownTrait)
    assert (read.encode_type(), read.encode_state()) == ("my.Own;a\\;b", "state;1")


def test_text_that_the_encoding_cannot_carry_names_its_field() -> None:
    with pytest.raises(CodecError) as caught:
        Delete("back\\").encode_type()
    assert caught.value.field == "menu"
    assert caught.value.value == "back\\"


def test_key_name_with_a_comma_is_refused() -> None:
    with pytest.raises(CodecError, match="comma") as caught:
        TriggerAction(actions=(KeyCommand.named("a,b"),)).encode_type()
    assert caught.value.field == "actions"


def test_number_out_of_range_is_refused() -> None:
    with pytest.raises(CodecError, match="32-bit integer"):
        BasicPiece(x=2**31).encode_state()


def test_value_of_the_wrong_type_is_refused_with_its_field() -> None:
    wrong: Any = "ctrl K"
    with pytest.raises(CodecError, match="type KeyCommand") as caught:
        Delete(key=wrong).encode_type()
    assert caught.value.field == "key"


def test_colour_channel_out_of_range_is_refused() -> None:
    with pytest.raises(CodecError, match="between 0 and 255"):
        Colour(256, 0, 0).encode()


def test_free_rotator_has_other_fields_than_a_stepped_one() -> None:
    free = CanRotate(facings=1, free_menu="Turn", name="f")
    stepped = CanRotate(facings=6, clockwise_menu="Right", name="s")
    assert free.encode_type() == "rotate;1;;Turn;;;f;;;;;true"
    assert stepped.encode_type() == "rotate;6;;;Right;;;;s;;;;;true"


def test_prototype_without_parameters_is_its_name_alone() -> None:
    assert Prototype("Unit").encode_type() == "prototype;Unit"


def test_keys_of_old_modules_are_letters_of_ctrl() -> None:
    read = decode_trait("report;AB;x")
    assert isinstance(read, ReportAction)
    assert read.keys == (KeyCommand.ctrl("A"), KeyCommand.ctrl("B"))
    assert read.encode_type() == "report;AB;x"


def test_marker_of_a_mapping_writes_names_and_values() -> None:
    made = Marker.of({"Side": "German", "a,b": "c,d"})
    assert made.encode_type() == "mark;Side,a\\,b"
    assert made.encode_state() == "German,c\\,d"


def test_dynamic_property_nests_three_delimiters() -> None:
    made = DynamicProperty(
        "Moved",
        commands=(
            PropertyCommand(
                "Set; it", KeyCommand.named("go"), PropertyChange.select("Which, then?", ("a,b", "c:d"))
            ),
        ),
        value="0",
    )
    read = decode_trait(made.encode_type(), made.encode_state())
    assert read == made
    assert made.encode_type() == (
        "PROP;Moved;false,0,100,false;"
        r"Set\; it:57348\,0\,go:E\,Which\\, then?\,a\\\,b\\,c\:d;"
    )
