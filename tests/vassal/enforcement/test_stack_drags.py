"""A drag of several units does for each what a drag of it alone would do, in either engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from hexwright.engine_driver import Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table, opened
from tests.vassal.enforcement.table import Table as Dice
from tests.vassal.engine.conftest import write_module

CAUSEWAY = "toy-causeway"
DEFENDERS = ("red-1", "red-3")
ATTACKERS = ("blue-1", "blue-tank", "blue-2")
WAYS_OUT = "0603, 0604, 0605, 0406 or 0506"


@pytest.fixture(params=["emulator", pytest.param("engine", marks=pytest.mark.engine)])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Return the toy after a battle that makes the two Red units in 0404 retreat."""
    if request.param == "engine":
        with Engine(write_module(game(CAUSEWAY), CAUSEWAY, tmp_path / "toy.vmod")) as engine:
            yield beaten(Table(engine))  # type: ignore[arg-type]
    else:
        yield beaten(Table(opened(CAUSEWAY)))


def beaten(table: Table) -> Table:
    table.start(game(CAUSEWAY).scenarios[0].title, "off")
    table.place((("red-2", "0604"), ("blue-1", "0304"), ("blue-tank", "0304"), ("blue-2", "0403")))
    table.engine.set_property("Enforcement", "strict")
    table.hotkey("hexwright.rules.ask-phase")
    Dice(table.engine).throw(6)
    for unit in (DEFENDERS[0], *ATTACKERS):
        table.key(unit, "keys:ctrl A")
    assert f"can retreat to {WAYS_OUT}" in table.key(DEFENDERS[0], "keys:ctrl D")[-1]
    return table


def dragged(table: Table, units: tuple[str, ...], to: str) -> list[str]:
    """Drag units together, as a stack or a selection, to a hex; return what was said."""
    table.engine.drag([table.id(unit) for unit in units], "Map", to)
    return table.said()


def test_a_stack_retreats_in_one_drag_and_one_step_of_undo(table: Table) -> None:
    before = table.state()
    said = dragged(table, DEFENDERS, "0605")
    assert not [line for line in said if "Refused" in line]
    assert [table.where(unit) for unit in DEFENDERS] == ["0605", "0605"]
    assert (table.get("Battle") or "").split(" ")[1] == "advance"
    table.engine.undo()
    assert table.state() == before


@pytest.mark.engine
def test_a_stack_dragged_first_of_all_in_a_loaded_game_retreats_too(tmp_path: Path) -> None:
    saved = tmp_path / "retreat.vsav"
    with Engine(write_module(game(CAUSEWAY), CAUSEWAY, tmp_path / "toy.vmod")) as engine:
        beaten(Table(engine)).engine.save(saved)  # type: ignore[arg-type,attr-defined]
        engine.load(saved, BOTH_SIDES)
        table = Table(engine)  # type: ignore[arg-type]
        table.said()
        assert not [line for line in dragged(table, DEFENDERS, "0605") if "Refused" in line]
        assert [table.where(unit) for unit in DEFENDERS] == ["0605", "0605"]


def test_one_unit_halts_and_the_other_is_told_why_it_stays(table: Table) -> None:
    said = dragged(table, DEFENDERS, "0505")
    assert [table.where(unit) for unit in DEFENDERS] == ["0505", "0404"]
    assert "Not moved (3): 3rd Red Brigade: 1st Red Division must finish its retreat first." in said
    assert table.get("RefusedAt") == ""
    # What was refused does not stand in the way of the next drag.
    dragged(table, DEFENDERS[:1], "0605")
    dragged(table, DEFENDERS[1:], "0605")
    assert [table.where(unit) for unit in DEFENDERS] == ["0605", "0605"]


def test_units_that_may_not_retreat_there_are_all_refused_for_that_reason(table: Table) -> None:
    before = table.state()
    said = dragged(table, DEFENDERS, "0704")
    assert said == [
        f"Refused (3): 1st Red Division and 3rd Red Brigade: they can retreat to {WAYS_OUT}."
        " They are sent back."
    ]
    assert table.state()[:-1] == before[:-1]


def test_of_three_attackers_dragged_together_two_advance(table: Table) -> None:
    dragged(table, DEFENDERS, "0605")
    dragged(table, ATTACKERS[:2], "0404")
    assert [table.where(unit) for unit in ATTACKERS] == ["0404", "0404", "0403"]


def test_an_attacker_advances_whoever_is_refused_beside_it(table: Table) -> None:
    dragged(table, DEFENDERS, "0605")
    before = table.where("blue-staff")
    said = dragged(table, ("blue-1", "blue-staff"), "0404")
    assert table.where("blue-1") == "0404"
    assert table.where("blue-staff") == before
    assert not [line for line in said if "Refused" in line]
    assert len([line for line in said if line.startswith("Not moved")]) == 1
    assert table.get("RefusedAt") == ""


def test_a_unit_dragged_with_one_that_retreats_stays_without_a_word(table: Table) -> None:
    said = dragged(table, (*DEFENDERS, "red-2"), "0605")
    assert [table.where(unit) for unit in (*DEFENDERS, "red-2")] == ["0605", "0605", "0604"]
    assert not [line for line in said if line.startswith(("Refused", "Not moved"))]


@pytest.mark.parametrize(
    ("of_one", "of_several"),
    [
        (": it isn't in an attack.", ": they aren't in an attack."),
        (" can't go from 0403 to 0503.", " can't go from 0403 to 0503."),
        (" is commanded by the Red player.", " are commanded by the Red player."),
        (": it stops in 0403.", ": they stop in 0403."),
        (": it reaches 0403 too late.", ": they reach 0403 too late."),
        (": it carries supplies.", ": they carry supplies."),
        (": it stops where it is.", ": they stop where they are."),
        (": it has done its part.", ": they have done their part."),
        (
            " can't go from 0403 to 0503: it has no MP left.",
            " can't go from 0403 to 0503: they have no MP left.",
        ),
        (": no hex is open to it.", ": no hex is open to them."),
        (": it moved and stays.", ": they moved and stay."),
        (": to overrun it, press Ctrl A on it.", ": to overrun it, press Ctrl A on it."),
        (": in a combat phase units stay.", ": in a combat phase units stay."),
    ],
)
def test_a_reason_for_one_unit_is_worded_for_several(of_one: str, of_several: str) -> None:
    engine = opened(CAUSEWAY)
    engine.start(game(CAUSEWAY).scenarios[0].title, BOTH_SIDES)
    asked = f'ask(\\"ofSeveral\\", \\"{of_one}\\");'
    assert engine.evaluate(f'{{new bsh.Interpreter().eval(RulesRun + "{asked}").toString()}}') == of_several


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("7th Panzer Division", "8th Panzer Division"), "7th and 8th Panzer Divisions"),
        (("5th Army", "16th Army", "20th Army"), "5th, 16th and 20th Armies"),
        (("7th Panzer Division", "8th Infantry Division"), ""),
        (("Panzer Group", "Panzer Group"), ""),
        (("1st Guard", "2nd Guard"), ""),
    ],
)
def test_numbers_of_refused_units_are_joined(names: tuple[str, ...], told: str) -> None:
    engine = opened(CAUSEWAY)
    engine.start(game(CAUSEWAY).scenarios[0].title, BOTH_SIDES)
    asked = f'ask(\\"formationsOf\\", \\"{", ".join(names)}\\");'
    assert engine.evaluate(f'{{new bsh.Interpreter().eval(RulesRun + "{asked}").toString()}}') == told


LIT = (
    "Object lit = VASSAL.build.GameModule.getGameModule().getPlayerWindow().getRootPane()"
    '.getClientProperty(\\"hexwright.lights\\"); '
    'lit instanceof Object ? String.valueOf(lit[3].spots.length) : \\"dark\\";'
)


def lit(table: Table) -> str:
    """Return how many hexes are lit up, or "dark"."""
    return str(table.engine.evaluate(f'{{new bsh.Interpreter().eval("{LIT}").toString()}}'))


def test_both_units_that_retreat_are_lit_and_a_key_on_both_lights_what_either_can_reach(table: Table) -> None:
    # The result lights those of the unit that retreats first.
    assert lit(table) == "5"
    keys = [table.id(unit) for unit in DEFENDERS]
    for seen in ("5", "dark", "5"):
        table.engine.key(keys, "keys:ctrl G")
        assert lit(table) == seen


def test_lit_hexes_of_several_units_that_retreat_have_numbers_that_take_them_there(table: Table) -> None:
    table.engine.key([table.id(unit) for unit in DEFENDERS], "keys:ctrl G")
    numbered = LIT.replace("String.valueOf(lit[3].spots.length)", "String.valueOf(lit[3].numbered)")
    assert table.engine.evaluate(f'{{new bsh.Interpreter().eval("{numbered}").toString()}}') == "true"
    table.hotkey("keys:ctrl 1")
    assert [table.where(unit) for unit in DEFENDERS].count("0404") == 1


def test_the_first_key_in_a_game_that_was_opened_keeps_the_lights_of_a_retreat(table: Table) -> None:
    opened_anew = '{new bsh.Interpreter().eval(RulesRun + "press(\\"openNextStep\\");").toString()}'
    table.engine.evaluate(opened_anew)
    for seen in ("5", "dark", "5"):
        assert lit(table) == "5" or seen == "5"
        table.key(DEFENDERS[0], "keys:ctrl G")
        assert lit(table) == seen


@pytest.mark.engine
def test_the_number_of_a_lit_hex_is_drawn_over_the_counter_in_it(tmp_path: Path) -> None:
    """A number is for a key, so it is read above the counter of 0604, which stands in a lit hex."""
    with Engine(write_module(game(CAUSEWAY), CAUSEWAY, tmp_path / "toy.vmod")) as engine:
        table = beaten(Table(engine))  # type: ignore[arg-type]
        [spot] = engine.locate("Map", ["0604"])
        shown = []
        for name in ("lit", "dark"):
            with Image.open(engine.picture_map("Map", tmp_path / f"{name}.png").file) as picture:
                middle = picture.crop((spot.x - 9, spot.y - 9, spot.x + 9, spot.y + 9))
                shown.append(middle.convert("RGB").tobytes())
            # The first key leaves the lights of the result lit.
            for _ in range(2):
                table.key(DEFENDERS[0], "keys:ctrl G")
        assert shown[0] != shown[1]


def test_the_first_key_keeps_the_lights_that_a_result_lit(table: Table) -> None:
    """The prompt says that the key lights them: it doesn't put out what nobody has asked for yet."""
    for seen in ("5", "dark", "5"):
        table.key(DEFENDERS[0], "keys:ctrl G")
        assert lit(table) == seen


def test_lights_go_out_with_the_last_retreat(table: Table) -> None:
    for unit in DEFENDERS:
        assert lit(table) != "dark"
        table.drag(unit, "0605")
    assert lit(table) == "dark"


def test_lights_go_out_with_the_last_of_a_stack_that_retreats(table: Table) -> None:
    dragged(table, DEFENDERS, "0605")
    assert lit(table) == "dark"


def owing(table: Table) -> Table:
    """Undo the attack and throw a 5, so that the attackers owe a loss of 6 for an exchange."""
    table.engine.undo()
    Dice(table.engine).throw(5)
    assert "The attackers lose at least 6" in " ".join(table.key(DEFENDERS[0], "keys:ctrl D"))
    return table


def test_a_loss_asked_of_several_units_is_a_question(table: Table) -> None:
    owing(table)
    before = table.state()
    table.engine.key([table.id(unit) for unit in ATTACKERS[:2]], "keys:ctrl L")
    said = table.said()
    assert said == [
        "Wait: Select one unit: 1st Blue Division and Blue Tanks could each take the loss. "
        "Double-click the stack to spread it, and press Ctrl L on one."
    ]
    assert table.state()[:-1] == before[:-1]
    assert any("Loss" in line for line in table.key(ATTACKERS[1], "keys:ctrl L"))


def test_of_several_units_the_only_one_that_can_takes_the_loss(table: Table) -> None:
    owing(table)
    table.engine.key([table.id(unit) for unit in ("blue-staff", "blue-1")], "keys:ctrl L")
    said = table.said()
    assert any(line.startswith("Loss: Blue 1st Blue Division") for line in said)


SELECTED = "VASSAL.counters.KeyBuffer.getBuffer().asList().size();"


def test_units_that_left_the_map_are_selected_no_longer_and_refused_in_one_line(table: Table) -> None:
    units = [table.id(unit) for unit in DEFENDERS]
    table.engine.set_property("Enforcement", "off")
    table.engine.key(units, "keys:ctrl E")
    assert table.engine.evaluate(f'{{new bsh.Interpreter().eval("{SELECTED}").toString()}}') == "0"
    table.engine.set_property("Enforcement", "strict")
    table.said()
    table.engine.key(units, "keys:ctrl A")
    assert len([line for line in table.said() if line.startswith("Refused")]) == 1


def test_a_second_hex_is_told_to_make_one_battle_and_one_attacker_leaves_alone() -> None:
    table = Table(opened(CAUSEWAY))
    table.start(game(CAUSEWAY).scenarios[0].title, "off")
    table.place((("red-2", "0504"), ("blue-tank", "0304"), ("blue-1", "0505"), ("blue-2", "0505")))
    table.engine.set_property("Enforcement", "strict")
    table.hotkey("hexwright.rules.ask-phase")
    for unit in (DEFENDERS[0], ATTACKERS[0], ATTACKERS[2], "red-2"):
        table.key(unit, "keys:ctrl A")
    [said] = table.key(ATTACKERS[0], "keys:ctrl A")
    assert said.endswith("0404 and 0504 are one battle now; Ctrl A on a unit takes it out.")
    [said] = table.key(ATTACKERS[0], "keys:ctrl A")
    assert said.startswith("Battle: 1st Blue Division leaves the attack on ")
    assert said.endswith(" still attacks.")
