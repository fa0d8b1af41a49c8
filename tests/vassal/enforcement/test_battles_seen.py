"""Battles are seen on the map: arrows, odds or dice, used attackers, air units, as the game stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.enforcement import names
from tests.vassal.enforcement.battle_lines import Sight, arrows, seen
from tests.vassal.enforcement.fire_turn import FireTurn, fly_and_allocate, german_attacks
from tests.vassal.enforcement.playing import EMBATTLED, opened
from tests.vassal.enforcement.table import Table

NOTHING = Sight(set(), {}, set(), set())


def declare(table: Table, target: str, *attackers: str) -> None:
    """Declare a battle, or change one."""
    for unit in (target, *attackers):
        table.press(unit, "A")


def declared(table: Table) -> Table:
    """Begin the first combat phase with two battles declared."""
    table.start(phases=0)
    declare(table, "soviet-20", "german-xlvi", "german-ix", "german-xx")
    declare(table, "soviet-19", "german-lvi")
    return table


FIRST = {"0406>0405", "0305>0405", "0306>0405"}
TWO = {"0405": ["4:1", "23 : 4 = 5:1", "forest 1L"], "0303": ["2:1", "9 : 4"]}


def test_each_attacker_points_at_the_hex_attacked_and_a_note_tells_odds_and_column(table: Table) -> None:
    sight = seen(declared(table).player)
    assert sight == Sight({*FIRST, "0203>0303"}, TWO, set(), set())
    assert table.problems() == []


def test_a_unit_that_leaves_an_attack_loses_its_arrow_and_its_defender_asks_for_attackers(
    table: Table,
) -> None:
    declared(table)
    declare(table, "soviet-19", "german-lvi")
    assert seen(table.player) == Sight(FIRST, {"0405": TWO["0405"], "0303": ["attacked by?"]}, set(), set())


@pytest.mark.engine
def test_a_note_hides_a_counter_rather_than_another_note(real: Table) -> None:
    boxes = "Arrays.asList(new Object[] {new Rectangle(0, 0, 10, 10), new Rectangle(20, 0, 10, 10)})"
    real.start(phases=0)

    def hidden(x: int) -> int:
        asked = f"newMarks().hiddenAt(new ArrayList({boxes}), 1, {x}, 0, 10, 10);"
        script = f'new bsh.Interpreter().eval({names.RUN} + "rules.eval(\\"{asked}\\");").toString()'
        return int(str(real.player.evaluate(f"{{{script}}}")))

    assert hidden(0) > hidden(20) > 0


def test_a_battle_below_the_table_is_told_to_have_no_effect(table: Table) -> None:
    table.start(phases=0)
    table.rules("off")
    table.press("german-xlvi", "F")
    table.rules("strict")
    declare(table, "soviet-20", "german-xlvi")
    assert seen(table.player).notes == {"0405": ["no effect", "5 : 4 = 1:1", "forest 1L"]}


def test_the_result_stands_beside_the_hex_until_the_battle_is_over_and_then_the_attackers_are_used(
    table: Table,
) -> None:
    declared(table).throw(2)
    table.press("soviet-20", "D")
    sight = seen(table.player)
    assert sight.notes["0405"] == ["0405: DR", "Defender retreats"]
    assert sight.arrows == {*FIRST, "0203>0303"}
    table.move("soviet-20", "0605")
    assert seen(table.player).notes["0405"][0] == "0405: DR", "an advance is still possible"
    table.move("german-xlvi", "0405")
    assert seen(table.player) == Sight({"0203>0303"}, {"0303": TWO["0303"]}, {"XLVI", "IX", "XX"}, set())


def test_all_of_it_is_gone_with_the_phase(table: Table) -> None:
    declared(table)
    for target in ("soviet-20", "soviet-19"):
        table.throw(1 if target == "soviet-19" else 2)
        table.press(target, "D")
        if target == "soviet-20":
            table.move("soviet-20", "0605")
            table.move("german-ix", "0405")
    assert seen(table.player).used
    table.next()
    assert table.get("Phase") == "german-movement"
    assert seen(table.player) == NOTHING


def test_undo_takes_back_what_is_seen_step_by_step(table: Table) -> None:
    table.start(phases=0)
    table.throw(2)
    sights = [seen(table.player)]
    deeds = [
        ("soviet-20", "A"),
        ("german-xlvi", "A"),
        ("german-ix", "A"),
        ("german-xx", "A"),
        ("soviet-20", "D"),
    ]
    for unit, key in deeds:
        table.press(unit, key)
        sights.append(seen(table.player))
    assert sights[0] == NOTHING
    for sight in reversed(sights[:-1]):
        table.player.undo()
        assert seen(table.player) == sight


def test_an_illegal_attack_that_stands_is_seen_too(table: Table) -> None:
    table.start(phases=0).rules("assist")
    declare(table, "soviet-20", "german-xlvi", "german-xlii")
    assert seen(table.player).arrows == {"0406>0405", "0107>0405"}


def test_declared_battles_are_seen_with_rules_off(table: Table) -> None:
    before = seen(declared(table).player)
    table.rules("off")
    assert seen(table.player) == before


# The picture itself ---------------------------------------------------------------------------------


@pytest.mark.engine
def test_the_engine_draws_an_arrow_for_each_attacker_and_none_once_they_are_undone(
    real: Table, tmp_path: Path
) -> None:
    real.start(phases=0)
    engine = real.player
    assert isinstance(engine, Engine)

    def drawn() -> int:
        return arrows(engine.picture_map("Map", tmp_path / "map.png").file)

    plain = drawn()
    real.press("soviet-20", "A")
    real.press("german-xlvi", "A")
    one = drawn()
    real.press("german-ix", "A")
    assert drawn() > one > plain + 300
    engine.undo()
    assert drawn() == one
    engine.undo()
    assert drawn() == plain


@pytest.mark.engine
def test_the_engine_draws_them_for_whoever_loads_the_game(
    real: Table, module_file: Path, tmp_path: Path
) -> None:
    declared(real)
    assert isinstance(real.player, Engine)
    real.player.save(tmp_path / "battles.vsav")
    with Engine(module_file) as other:
        before = seen(real.player)
        other.load(tmp_path / "battles.vsav", "Soviet")
        shown = arrows(other.picture_map("Map", tmp_path / "other.png").file)
        assert seen(other) == before != NOTHING
    assert shown > 300


# Fire -----------------------------------------------------------------------------------------------


@pytest.fixture
def turn() -> FireTurn:
    made = FireTurn(Table(opened(EMBATTLED)))
    made.begin()
    return made


def test_a_strike_is_seen_where_it_flies_and_both_who_flew_are_spent(turn: FireTurn) -> None:
    player = turn.table.player
    assert seen(player) == NOTHING
    turn.press("russian-western", "A", "target")
    turn.press("german-8fk", "A", "flight")
    assert seen(player).notes == {"B2": ["air strike", "@8 Fl"]}
    assert seen(player).used == {"8 Fl"}
    turn.press("russian-vvs", "A", "interception")
    assert seen(player).used == {"8 Fl", "VVS"}


def test_dice_of_both_sides_and_what_they_hit_on_stand_beside_each_hex_attacked(turn: FireTurn) -> None:
    fly_and_allocate(turn)
    sight = seen(turn.table.player)
    assert sight.notes["A2"] == [">1 die 4\u20136", "#2 dice 4\u20136"]
    assert sight.notes["B2"] == [">4 dice 4\u20136", "#2 dice 4\u20136"]
    assert sight.notes["C1"] == [">5 dice 4\u20136", "#2 dice 4\u20136", "@2 Fl"]
    assert sight.arrows == {"A1>A2", "A1>B2", "B1>B2", "D1>C1"}
    assert {"4 Pz", "9 A"} <= sight.mixed, "they stand together and attack two hexes"
    assert "2 Fl" in sight.used


def test_the_next_round_is_told_with_its_dice(turn: FireTurn) -> None:
    fly_and_allocate(turn)
    turn.press("russian-western", "D", "round of fire")
    sight = seen(turn.table.player)
    assert sight.notes["B2"] == [">4 dice 4\u20136", "#1 die 4\u20136", "round 2 of 2"]


def test_attackers_are_used_when_their_battle_by_fire_is_over(turn: FireTurn) -> None:
    fly_and_allocate(turn)
    german_attacks(turn)
    sight = seen(turn.table.player)
    assert "B2" not in sight.notes
    assert {"4 Pz", "3 Pz"} <= sight.used


def test_flights_are_forgotten_when_the_phases_are_over_in_which_a_unit_flies_once(turn: FireTurn) -> None:
    fly_and_allocate(turn)
    turn.table.rules("off")
    while turn.table.get("Phase") != "russian-movement":
        turn.table.next()
    sight = seen(turn.table.player)
    assert not sight.arrows
    assert not sight.notes


def test_every_property_that_a_battle_marker_depends_on_is_watched() -> None:
    """What a note hangs on and isn't watched would leave the old note on the map."""
    folder = Path(__file__).parents[3] / "builder" / "hexwright" / "vassal" / "enforcement" / "scripts"
    stamped = re.search(r"SIGHT_NAMES = .*?\{(.*?)\}", (folder / "marks.bsh").read_text())
    assert stamped
    watched = set(re.findall(r'"(\w+)"', stamped[1]))
    # Turn and phase are in `now()`; networks are drawn by themselves.
    besides = {"Turn", "Phase", "Verdict", "Networks"}
    for name in ("sights", "announcing", "duties", "battles", "overruns", "overrun_dice"):
        read = set(re.findall(r'global\("(\w+)"\)', (folder / f"{name}.bsh").read_text()))
        assert read <= watched | besides, name
