"""Values are said in words, and no two values in the same."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexwright.inspect.show.editor_labels import trait_facts_by_label
from hexwright.inspect.show.trait_summaries import trait_summary
from hexwright.inspect.show.value_wording import shorten, value_as_words
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.field_values import Colour, KeyCommand
from hexwright.vassal.codec.shared_records import PropertyChange, PropertyCommand
from hexwright.vassal.codec.trait_fields import Trait


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (None, "none"),
        ("", "(empty)"),
        (" x", "' x'"),
        (64.0, "64"),
        (KeyCommand.ctrl("F"), "Ctrl+F"),
        (KeyCommand.named("flip"), "'flip'"),
        (KeyCommand(100, 130), "Ctrl+NumPad 4"),
        (KeyCommand(112, 130), "Ctrl+F1"),
        (KeyCommand(38, 65), "Shift+Up"),
        (KeyCommand(40, 0), "Down"),
        (KeyCommand(700, 0), "key 700"),
        (Colour(255, 0, 0), "red"),
        (Colour(1, 2, 3, 4), "#010203, opacity 4 of 255"),
        ((), "none"),
        (("a", "b,c", ""), "a, 'b,c', ''"),
        (
            PropertyCommand("Up", KeyCommand.ctrl("U"), PropertyChange.increment("1")),
            "Ctrl+U 'Up': increment numeric value by 1",
        ),
    ],
)
def test_a_value_is_said_in_words(value: object, words: str) -> None:
    assert value_as_words(value) == words


def test_a_stored_letter_is_said_as_the_editor_says_it() -> None:
    assert value_as_words("Z", "SendToLocation", "destination") == "zone"


TEXTS = st.text(max_size=5)


@given(TEXTS, TEXTS)
@example(" x", "' x'")
def test_two_texts_are_never_said_alike(one: str, other: str) -> None:
    assert (value_as_words(one) == value_as_words(other)) == (one == other)


COLOURS = st.builds(Colour, *[st.integers(0, 255)] * 4)


@given(COLOURS, COLOURS)
def test_two_colours_are_never_said_alike(one: Colour, other: Colour) -> None:
    assert (value_as_words(one) == value_as_words(other)) == (one == other)


def test_a_long_text_tells_its_length() -> None:
    assert shorten("x" * 5000, 60).endswith("… (5,000 characters)")
    assert len(shorten("x" * 5000, 60)) <= 60


def test_a_layer_is_one_line() -> None:
    layer = t.Layer.of(
        "Step", ("a.png", "b.png"), increase_key=KeyCommand.ctrl("F"), increase_menu="Flip", loop=False
    )
    assert (
        str(trait_summary(layer))
        == "Layer 'Step': 2 levels, next by Ctrl+F (menu 'Flip'), stops at the last level"
    )


def test_a_layer_of_an_old_version_is_turned_by_its_letter() -> None:
    layer = t.Layer.decode("emb2;A;2;A;Flip;2;F;;2;;;;1;false;0;0;a.png,b.png;,;true;;;;false;;1", "1")
    assert "next by Ctrl+F (menu 'Flip')" in str(trait_summary(layer))


def test_a_marker_tells_each_property() -> None:
    assert str(trait_summary(t.Marker.of({"Side": "Red", "MA": ""}))) == "Marker: Side = Red, MA = (empty)"


def test_a_marker_with_fewer_values_than_names_is_told_whole() -> None:
    assert str(trait_summary(t.Marker(("a", "b"), ("1",)))) == "Marker: a = 1, b = (empty)"


def test_a_trait_is_told_under_the_labels_of_the_editor_without_defaults() -> None:
    said = [fact.label for fact in trait_facts_by_label(t.TextLabel(label="4-5")) if not fact.is_default]
    assert said == ["Label text"]


def test_an_unknown_trait_is_told_letter_by_letter() -> None:
    facts = trait_facts_by_label(t.UnknownTrait("spell;fire;9", "burning"))
    assert [(fact.words, fact.mark) for fact in facts] == [
        ("spell;fire;9", "unknown"),
        ("burning", "unknown"),
    ]


@pytest.mark.parametrize("kind", t.all_traits(), ids=lambda kind: kind.TITLE)
def test_every_trait_is_told_with_all_its_fields(kind: type[Trait]) -> None:
    trait = kind()
    assert trait_summary(trait).title.startswith(kind.TITLE)
    labels = {fact.label.partition(":")[0] for fact in trait_facts_by_label(trait)}
    told = {
        row.label for row in kind.fields() if row.when is None and row.kind.name not in ("records", "piece")
    }
    hidden = {"Version of the layout", "Images", "Level name"} | {"Property name" if kind is t.Marker else ""}
    assert told - hidden <= labels
