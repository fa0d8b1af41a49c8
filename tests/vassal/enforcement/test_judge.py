"""The judge: what pieces leave to it and keep, and in which order it does what they ask."""

from __future__ import annotations

import pytest

from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.shared_records import FastMatch, PropertyChange, PropertyCommand
from hexwright.vassal.codec.traits import (
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    Layer,
    Marker,
    ReportAction,
    SetGlobalProperty,
    TriggerAction,
)
from hexwright.vassal.enforcement import judge
from hexwright.vassal.module import prototype_definitions as proto
from hexwright.vassal.module.board_positions import BoardPositions
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import opened

A, B, C, D = (KeyCommand.named(f"test.{letter}") for letter in "abcd")
F = KeyCommand.ctrl("F")
MARK = Marker.of({"Kind": "unit"})
LAYER = Layer.of("Step", ("front.png", "back.png"), increase_key=B)


def setter(name: str, key: KeyCommand, value: str) -> SetGlobalProperty:
    """Return what sets a property of the game."""
    return SetGlobalProperty(name=name, commands=(PropertyCommand("", key, PropertyChange.set(value)),))


def trigger(key: KeyCommand, *actions: KeyCommand, match: str = "", menu: str = "") -> TriggerAction:
    """Return a trigger."""
    return TriggerAction(name="", menu=menu, key=key, match=match, actions=actions)


def test_a_key_does_what_the_engine_would_do_inwards_and_triggers_on_the_way_back() -> None:
    traits = (
        MARK,
        trigger(A, B, match="{Inner == 1}"),
        setter("In", A, "1"),
        trigger(A, C),
        setter("Out", A, "2"),
    )
    steps = judge.charge("unit", (traits,)).steps
    assert tuple(step.cells() for step in steps["test.a"]) == (
        ("set", "Out", "2"),
        ("set", "In", "1"),
        ("if", "{Inner == 1}", "test.b"),
        ("if", "", "test.c"),
    )


def test_each_kind_of_trait_becomes_its_step_or_stays() -> None:
    memory = DynamicProperty(name="Record", commands=(PropertyCommand("", A, PropertyChange.set("{Turn}")),))
    others = GlobalKeyCommand(
        menu="",
        key=A,
        command=B,
        match="{Step == 1}",
        target=FastMatch("COUNTER", by_property=True, property="Kind", value="control"),
    )
    count = SetGlobalProperty(
        name="Lost_$Side$", commands=(PropertyCommand("", A, PropertyChange.increment("-1")),)
    )
    verdict = setter("Verdict", KeyCommand.named("hexwright.rules.judge-it"), "{1}")
    report = ReportAction(keys=(A,), report="said", description="")
    hotkey = GlobalHotkey(key=A, hotkey=KeyCommand(82, 520), description="")
    made = judge.charge(
        "unit", ((MARK, LAYER, memory, others, count, verdict, report, hotkey, trigger(C, B)),)
    )
    assert {step.cells() for step in made.steps["test.a"]} == {
        ("note", "Record", "{Turn}"),
        ("all", "test.b", "Kind", "control", "{Step == 1}"),
        ("add", "Lost_$Side$", "-1"),
        ("say", "said"),
        ("fire", "82,520"),
    }
    assert [step.cells() for step in made.steps["hexwright.rules.judge-it"]] == [("ask", "Verdict", "{1}")]
    assert [step.cells() for step in made.steps["test.b"]] == [("press", "test.b")]
    assert made.kept == ((MARK, LAYER),)


def test_a_piece_asks_by_its_menu_and_by_what_others_send_it() -> None:
    made = judge.charge("unit", ((MARK, trigger(F, A, menu="Turn over"), setter("X", A, "1")),), (D, A))
    lines, asked, hotkey, call = made.kept[0][1:]
    assert isinstance(lines, SetGlobalProperty)
    assert [(c.menu, c.key) for c in lines.commands] == [("Turn over", F)]
    assert isinstance(asked, SetGlobalProperty)
    assert [(c.menu, c.key, c.change.text) for c in asked.commands] == [
        ("", F, "$PieceUID$ ^F"),
        ("", A, "$PieceUID$ test.a"),
    ]
    assert isinstance(hotkey, GlobalHotkey)
    assert (hotkey.key, hotkey.hotkey) == (judge.ASK, judge.ASK)
    assert isinstance(call, TriggerAction)
    assert (call.watch, call.actions) == ((F, A), (judge.ASK,))


def test_a_trigger_with_a_loop_is_refused() -> None:
    with pytest.raises(ValueError, match="that loops"):
        judge.charge("unit", ((TriggerAction(name="x", menu="", key=A, actions=(B,), loop=True),),))


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_every_key_that_a_step_sends_is_answered(slug: str) -> None:
    charges = proto.all_charges(BoardPositions(game(slug), plan(slug)))
    for charge in charges:
        for steps in charge.steps.values():
            for step in steps:
                if isinstance(step, judge.If):
                    assert [key for key in step.keys.split() if key not in charge.steps] == []
                if isinstance(step, judge.All):
                    assert any(step.key in other.steps for other in charges), step


@pytest.mark.parametrize("slug", ["battle-for-moscow", "moscow-embattled"])
def test_a_unit_in_a_saved_game_is_light(slug: str) -> None:
    player = opened(slug)
    player.start(player.setups()[0].title)
    sizes = [
        len(AddPiece(GamePiece((piece.basic, *(trait.trait for trait in reversed(piece.acting))))).encode())
        for piece in player.world.all_pieces()
        if piece.get("Kind") == "unit"
    ]
    assert 0 < max(sizes) <= 4_096
