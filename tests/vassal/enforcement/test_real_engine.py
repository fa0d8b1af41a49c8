"""The compiled module enforces the rules in VASSAL, and the rules engine agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.engine_driver import OBSERVER, Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

pytestmark = pytest.mark.engine

SLUG = "battle-for-moscow"
PANZER = "german-xlvi"
"""Stands in 0406, next to the enemy; 0307 is free, 0306 in an EZOC."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    with Engine(write_module(game(SLUG), SLUG, path)) as engine:
        yield engine


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """Return the engine in the first German movement phase, with nothing said yet."""
    opened.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
    # The first press asks whether the combat phase may end without a battle.
    opened.press("Next phase")
    opened.press("Next phase")
    opened.take_chat()
    opened.take_problems()
    return opened


def unit(engine: Engine, unit_id: str) -> str:
    """Return a unit's piece."""
    [found] = [p.id for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit_id]
    return found


def where(engine: Engine, piece: str) -> str | None:
    """Return where a piece stands."""
    return engine.pieces(ids=piece)[0].location


def told(engine: Engine) -> str:
    """Return the last line of the chat."""
    return engine.take_chat()[-1].text


def everything(engine: Engine) -> list[tuple[object, ...]]:
    """Return what a move can change: every unit's place and properties, and the rule broken last."""
    names = ("Moved", "MoveRecord", "MoveGuard", "Step")
    found: list[tuple[object, ...]] = [
        (p.id, p.map, p.x, p.y, *(p.properties[name] for name in names)) for p in engine.pieces(names)
    ]
    return [*sorted(found, key=str), (engine.property("LastViolation"), engine.property("Enforcement"))]


def test_strict_sends_an_illegal_move_back_and_names_the_rule(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    before = everything(engine)[:-1]
    engine.drag(panzer, "Map", "0405")
    assert where(engine, panzer) == "0406"
    assert engine.property("LastViolation") == "3.2"
    assert told(engine) == (
        "* Refused (3.2): XLVI Panzer Corps can't go from 0406 to 0405: an enemy unit is there; attacks are"
        " declared in combat phases, by Ctrl A on the enemy unit, then on each attacker. It is"
        " sent back."
    )
    assert everything(engine)[:-1] == before


def test_an_accepted_move_is_one_step_of_undo_and_a_refused_one_is_none(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    before = everything(engine)
    engine.drag(panzer, "Map", "0307")
    engine.drag(panzer, "Map", "0405")
    assert engine.property("LastViolation") == "3.2"
    assert everything(engine)[:-1] != before[:-1]
    engine.undo()
    assert everything(engine)[:-1] == before[:-1]
    assert where(engine, panzer) == "0406"


def test_a_move_in_several_drags_stops_in_an_enemy_zone(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    engine.drag(panzer, "Map", "0307")
    assert told(engine) == (
        "* XLVI Panzer Corps: 0406 → 0307, 5 of 6 MP left. A unit must leave 0307 "
        "before the phase ends: at most 1 may stay in a hex (3.2); Ctrl C takes the move back."
    )
    engine.drag(panzer, "Map", "0306")
    assert told(engine).startswith("* XLVI Panzer Corps: 0307 → 0306, stops in an enemy ZOC (3.1).")
    engine.drag(panzer, "Map", "0206")
    assert where(engine, panzer) == "0306"
    assert "it entered an enemy ZOC and stays there" in told(engine)


def test_a_unit_leaves_neither_the_map_nor_moves_for_the_enemy(engine: Engine) -> None:
    panzer, enemy = unit(engine, PANZER), unit(engine, "soviet-33")
    engine.drag(panzer, "Map", "German replacement pool")
    assert where(engine, panzer) == "0406"
    assert "units may not leave the map" in told(engine)
    engine.key(panzer, "keys:ctrl E")
    assert where(engine, panzer) == "0406"
    engine.drag(enemy, "Map", "0804")
    assert where(engine, enemy) == "0803"
    assert "only German units move" in told(engine)


def test_a_phase_does_not_end_while_two_units_share_a_hex(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    engine.drag(panzer, "Map", "0407")
    assert "A unit must leave 0407 before the phase ends" in told(engine)
    before = everything(engine)[:-1]
    engine.press("Next phase")
    assert told(engine) == (
        "* Refused (3.2): German movement can't end: 0407 holds 2 units, at most 1 may stay in a hex; "
        "move one on, or Ctrl C on one takes its move back."
    )
    assert engine.property("Phase") == "german-movement"
    assert everything(engine)[:-1] == before
    engine.drag(panzer, "Map", "0406")
    assert told(engine) == "* XLVI Panzer Corps takes its move back: 0407 → 0406."
    before = everything(engine)
    engine.press("Next phase")
    assert engine.property("Phase") == "soviet-replacement"
    assert engine.property("ActiveSide") == "soviet"
    engine.undo()
    assert (engine.property("Phase"), engine.property("ActiveSide")) == ("german-movement", "german")
    assert everything(engine) == before


def test_phases_go_back_only_while_the_rules_are_not_strict(engine: Engine) -> None:
    engine.hotkey("hexwright.rules.ask-back")
    assert engine.property("Phase") == "german-movement"
    assert "Phases only go forward" in told(engine)
    engine.hotkey("hexwright.rules.assist")
    engine.hotkey("hexwright.rules.ask-back")
    assert (engine.property("Phase"), engine.property("ActiveSide")) == ("german-combat", "german")


def test_nothing_comes_from_the_palette_while_the_rules_are_strict(engine: Engine) -> None:
    before = {piece.id for piece in engine.pieces(())}
    engine.take_chat()
    engine.place("XLVI Panzer Corps", "Map", "0104")
    assert {piece.id for piece in engine.pieces(())} == before
    # One line alone: none that the counter was placed, and none of an undo.
    [line] = engine.take_chat()
    assert line.text.startswith("* Refused: XLVI Panzer Corps can't be taken from the palette")
    assert engine.take_problems() == ()


def test_lights_are_seen_and_change_nothing(engine: Engine, tmp_path: Path) -> None:
    panzer, stuck = unit(engine, PANZER), unit(engine, "soviet-33")
    before = everything(engine)
    pictures: list[bytes] = []
    for name in ("lit", "dark", "lit", "dark"):
        engine.key(panzer, "keys:ctrl G")
        pictures.append(engine.picture_map("Map", tmp_path / f"{name}.png").file.read_bytes())
    lit, dark, again, off = pictures
    assert lit == again != dark == off
    engine.take_chat()
    engine.key(stuck, "keys:ctrl G")
    assert "it can't move now" in told(engine)
    assert everything(engine) == before
    assert engine.take_problems() == ()


def test_assist_lets_it_stand_off_is_silent_and_strict_starts_where_it_stands(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    engine.hotkey("hexwright.rules.assist")
    assert told(engine).startswith("* Rules set by ")
    engine.drag(panzer, "Map", "0707")
    assert (where(engine, panzer), engine.property("LastViolation")) == ("0707", "3.2")
    assert told(engine).startswith("* Against the rules (3.2): XLVI Panzer Corps can't go from 0406 to 0707")
    engine.hotkey("hexwright.rules.off")
    engine.take_chat()
    engine.drag(panzer, "Map", "0909")
    assert told(engine) == "* XLVI Panzer Corps: 0707 → 0909"
    engine.hotkey("hexwright.rules.strict")
    engine.drag(panzer, "Map", "0809")
    assert where(engine, panzer) == "0809"
    assert engine.property("LastViolation") == ""


def test_a_log_replays_to_the_same_state(engine: Engine, tmp_path: Path) -> None:
    panzer, log = unit(engine, PANZER), tmp_path / "turn.vlog"
    engine.begin_log(log)
    for goal in ("0405", "0307", "0707", "0306"):
        engine.drag(panzer, "Map", goal)
    engine.press("Next phase")
    engine.end_log()
    after = everything(engine)
    assert engine.load(log, BOTH_SIDES).steps_left > 0
    while engine.step():
        pass
    assert everything(engine)[:-1] == after[:-1]  # Refusals are in no log.


def test_an_observer_changes_nothing(engine: Engine) -> None:
    panzer = unit(engine, PANZER)
    before = everything(engine)
    engine.change_side(OBSERVER)
    engine.drag(panzer, "Map", "0307")
    engine.key(panzer, "hexwright.rules.judge")
    assert everything(engine)[:-1] == before[:-1]


def test_a_declared_battle_must_be_fought_and_no_other_follows_it(opened: Engine) -> None:
    opened.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
    panzer, target = unit(opened, PANZER), unit(opened, "soviet-20")
    opened.key(target, ATTACK_KEY)
    opened.key(panzer, ATTACK_KEY)
    assert told(opened) == (
        "* Battle: XLVI Panzer Corps attacks 20th Army in 0405."
        " 10 against 4 is 2:1, forest 1L (3.3): fought at 1:1."
    )
    opened.press("Next phase")
    assert "these battles must be fought: 20th Army in 0405" in told(opened)
    opened.key(target, RESOLVE_KEY)
    opened.key(unit(opened, "german-ix"), ATTACK_KEY)
    assert "attacks can't be declared or changed" in told(opened)


def fight(engine: Engine, result: str) -> str:
    """Attack 20th Army at 4:1 with three corps until the die gives the result; return the army's piece."""
    for seed in range(40):
        engine.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
        engine.seed(seed)
        target = unit(engine, "soviet-20")
        engine.key(target, ATTACK_KEY)
        for attacker in (PANZER, "german-ix", "german-xx"):
            engine.key(unit(engine, attacker), ATTACK_KEY)
        engine.take_chat()
        engine.key(target, RESOLVE_KEY)
        if any(f": {result}." in line.text for line in engine.take_chat()):
            return target
    raise AssertionError(f"no {result} in forty throws")


def test_a_retreat_is_owed_and_goes_only_where_the_rules_let_it(opened: Engine) -> None:
    target, panzer = fight(opened, "Defender retreats"), unit(opened, PANZER)
    opened.press("Next phase")
    assert "20th Army must retreat from 0405" in told(opened)
    opened.drag(target, "Map", "0403")
    assert where(opened, target) == "0405"
    assert "it can retreat to 0604 or 0605" in told(opened)
    opened.drag(unit(opened, "german-xl"), "Map", "0407")
    opened.drag(panzer, "Map", "0405")
    assert where(opened, panzer) == "0406"
    opened.drag(target, "Map", "0604")
    assert told(opened) == (
        "* Battle: 20th Army retreats from 0405 to 0604. One attacker may advance to 0405."
    )
    opened.drag(panzer, "Map", "0405")
    assert told(opened) == "* Battle: XLVI Panzer Corps advances to 0405."
    opened.drag(unit(opened, "german-ix"), "Map", "0405")
    assert where(opened, unit(opened, "german-ix")) == "0305"
    opened.press("Next phase")
    assert opened.property("Phase") == "german-movement"


def test_losses_of_the_defender_are_carried_out_in_one_step_of_undo(opened: Engine) -> None:
    target = fight(opened, "Defender loss and retreat")
    assert where(opened, target) == "Soviet replacement pool"
    opened.undo()
    assert where(opened, target) == "0405"
    opened.key(target, RESOLVE_KEY)
    assert where(opened, target) != "0405" or "Die " in "".join(c.text for c in opened.take_chat())


def test_a_city_changes_hands_when_a_unit_ends_its_move_there(engine: Engine) -> None:
    def holder() -> list[str | None]:
        seen = engine.pieces(("Kind", "Side"))
        return [
            p.properties["Side"] for p in seen if p.properties["Kind"] == "control" and p.location == "0805"
        ]

    engine.hotkey("hexwright.rules.off")
    panzer = unit(engine, PANZER)
    engine.drag(panzer, "Map", "0806")
    engine.hotkey("hexwright.rules.strict")
    assert holder() == ["soviet"]
    engine.drag(panzer, "Map", "0805")
    assert told(engine) == "* Control of 0805 passes to the Germans"
    assert holder() == ["german"]
    engine.undo()
    assert holder() == ["soviet"]


def test_an_observer_neither_declares_nor_ends_a_phase(opened: Engine) -> None:
    opened.start(game(SLUG).scenarios[0].title, BOTH_SIDES)
    opened.change_side(OBSERVER)
    before = everything(opened)
    opened.key(unit(opened, "soviet-20"), ATTACK_KEY)
    opened.press("Next phase")
    opened.hotkey("hexwright.rules.off")
    assert everything(opened) == before
    assert opened.property("AttackTarget") == ""
    assert opened.property("Phase") == "german-combat"
