"""Replacement phases in the module: who comes, who is restored, points, arrivals, frostbite, tanks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.model.ids import BoxId, PhaseId, SideId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.scenario import UnitsInBox
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.vassal.enforcement.script import call
from tests.conformance.conftest import playable
from tests.rules.figure_7 import FIGURE_7
from tests.rules.positions import LONG, SHORT, position, rules
from tests.tiers import ALL
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.games_with_conversions import with_horse_made_of_foot
from tests.vassal.enforcement.supply import compare
from tests.vassal.enforcement.table import SLUG, Table
from tests.vassal.engine.conftest import write_module

FLIP, RESTORE, LOSE, LIGHTS = "keys:ctrl F", "keys:ctrl R", "keys:ctrl L", "keys:ctrl G"
POOL = "Soviet replacement pool"
MOSCOW = "1103"
SURROUNDED = ("1203 german-xxiv", "1102 german-xli", "1003 german-lvii", "1005 german-xlvi")
"""Moscow is out of communication, and nothing is in it."""
Arranged = Callable[..., Table]


class Dice(random.Random):
    """A die that shows one number again and again."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the number, counted from 0."""
        return self.number - 1


@pytest.fixture(scope="session")
def saver() -> SavedGameWriter:
    return SavedGameWriter(game(SLUG), plan(SLUG))


@pytest.fixture
def arranged(table: Table, saver: SavedGameWriter, tmp_path: Path) -> Arranged:
    """Return a function that puts a position on the table, at the beginning of a phase."""

    def put(phase: str, *standing: str, scenario: str = SHORT, roll: int = 0, **more: object) -> Table:
        kernel = rules(scenario)
        state = position(phase, *standing, kernel=kernel, **more)  # type: ignore[arg-type]
        file = tmp_path / "position.vsav"
        file.write_bytes(saver(kernel, state))
        table.load(file).forget()
        if roll and isinstance(table.player, EmulatedGame):
            table.player.world.random = Dice(roll)
        return table

    return put


@pytest.fixture(scope="module")
def virtual(module_file: Path) -> Iterator[Table]:
    """Return a table in the virtual engine alone, for what has many cases."""
    with EmulatedGame.open(module_file) as player:
        yield Table(player)


def step(table: Table, unit: str) -> str | None:
    """Return the face that a unit shows."""
    return table.player.pieces(("Step",), ids=table.unit(unit))[0].properties["Step"]


def at(table: Table, unit: str) -> str | None:
    """Return where a unit is: its hex, or the name of its box."""
    seen = table.player.pieces(ids=table.unit(unit))[0]
    return seen.location if seen.zone == "Hexes" else seen.zone


def refused(table: Table, rule: str = "3.7") -> str:
    """Return why the last deed was refused, by this rule."""
    assert table.get("LastViolation") == rule
    return table.told()[-1]


# New units ------------------------------------------------------------------------------------------


def test_a_new_unit_comes_to_the_edge_at_half_strength_for_a_point(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", pool=("soviet-5",))
    before = table.state()
    table.drag(table.unit("soviet-5"), "1407")
    assert (at(table, "soviet-5"), step(table, "soviet-5")) == ("1407", "2")
    assert table.get("ReplacementsLeft") == "4"
    assert table.told()[-1] == ("* Replacement: 5th Army arrives in 1407, 4 of 5 replacements left.")
    table.player.undo()
    assert table.state() == before
    assert table.problems() == []


def test_the_prompt_leaves_out_replacements_that_no_unit_can_use(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "0204 german-xii", "1407 soviet-3", pool=("soviet-5",))
    assert str(table.get("NextStep")).startswith("Soviets: 5 of 5 replacements left: ")
    table = arranged("soviet-replacement", "0204 german-xii", "1407 soviet-3")
    assert table.get("NextStep") == "Soviets: press Next phase."


def test_a_unit_that_is_refused_lies_in_its_pool_as_before(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", pool=("soviet-5",))
    before = table.state()
    table.drag(table.unit("soviet-5"), "0801")
    assert at(table, "soviet-5") == POOL
    assert "0801 is neither on the entry edge of the Soviets nor a place" in refused(table)
    assert table.refused(before)
    assert table.problems() == []


@pytest.mark.parametrize(
    ("hex_id", "why"),
    [
        ("1407", ""),  # the edge, though in an EZOC
        ("1107", ""),  # an own city in communication
        (MOSCOW, ""),  # Moscow needs none
        ("1408", "1408 isn't empty"),
        ("1410", "1410 isn't empty"),
        ("0204", "the Soviets don't hold 0204"),
        ("0603", "0603 isn't in communication"),
        ("1106", "1106 is neither"),
    ],
)
def test_a_new_unit_comes_where_the_reference_lets_it(arranged: Arranged, hex_id: str, why: str) -> None:
    ring = ("0502 german-ix", "0504 german-v", "0602 german-vi", "0703 german-xx")
    table = arranged(
        "soviet-replacement", "1408 german-xii", "1410 soviet-3", *ring, *SURROUNDED, pool=("soviet-5",)
    )
    table.drag(table.unit("soviet-5"), hex_id)
    if why:
        assert at(table, "soviet-5") == POOL
        assert why in refused(table)
    else:
        assert at(table, "soviet-5") == hex_id
        assert table.get("LastViolation") == ""


def test_a_city_takes_one_new_unit(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", pool=("soviet-5", "soviet-10"))
    table.drag(table.unit("soviet-5"), "1107")
    table.drag(table.unit("soviet-10"), "1107")
    assert "1107 isn't empty" in refused(table)
    assert table.get("ReplacementsLeft") == "4"


def test_a_new_unit_may_be_put_elsewhere_and_taken_back_until_the_phase_ends(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", pool=("soviet-5",))
    unit = table.unit("soviet-5")
    for goal, left in (("1407", "4"), ("1409", "4"), (POOL, "5"), ("1107", "4")):
        table.drag(unit, goal)
        assert (at(table, "soviet-5"), table.get("ReplacementsLeft")) == (goal, left)
    table.drag(unit, "Not yet in play")
    assert "it can only go back to Soviet replacement pool" in refused(table)


def test_a_new_unit_that_took_a_place_is_taken_back_by_undo_alone(tmp_path: Path) -> None:
    toy = playable("toy-bridge")
    # The mill at the edge belongs to nobody, and would never be taken.
    places = tuple(replace(p, owner=SideId("blue")) if p.id == "mill" else p for p in toy.hexmap.places)
    toy = replace(toy, hexmap=replace(toy.hexmap, places=places))
    kernel = RulesEngine(toy, "the-bridge")
    state = build_state(
        kernel, ("D4 blue-1",), phase="red-replacement", pool=("red-1",), owners={"F1": "blue"}
    )
    file = tmp_path / "position.vsav"
    file.write_bytes(SavedGameWriter(toy, plan("toy-bridge"))(kernel, state))
    with EmulatedGame.open(write_module(toy, "toy-bridge", tmp_path / "toy.vmod")) as player:
        table = Table(player).load(file)
        before = table.state()
        table.drag(table.unit("red-1"), "F1")
        assert at(table, "red-1") == "F1"
        table.drag(table.unit("red-1"), "Red replacements")
        assert at(table, "red-1") == "F1"
        assert "it took F1; only Undo takes it back" in table.told()[-1]
        player.undo()
        assert table.state() == before


# Restoring ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [FLIP, RESTORE])
def test_a_unit_in_communication_is_restored_for_a_point(arranged: Arranged, key: str) -> None:
    table = arranged("soviet-replacement", *FIGURE_7)
    before = table.state()
    table.key(table.unit("soviet-49"), key)
    assert (step(table, "soviet-49"), table.get("ReplacementsLeft")) == ("1", "4")
    assert table.told() == ["* Replacement: 49th Army is restored, 4 of 5 replacements left."]
    table.player.undo()
    assert table.state() == before


def test_a_unit_out_of_communication_is_not_restored(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", *FIGURE_7)
    table.key(table.unit("soviet-16"), FLIP)
    assert "16th Army: it isn't in communication." in refused(table)
    assert step(table, "soviet-16") == "2"


def test_a_unit_in_moscow_is_restored_without_communication(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", f"{MOSCOW} soviet-16/2", *SURROUNDED)
    table.key(table.unit("soviet-16"), FLIP)
    assert step(table, "soviet-16") == "1"


def test_no_unit_takes_two_replacements_in_a_phase(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", pool=("soviet-5",))
    table.drag(table.unit("soviet-5"), "1407")
    table.key(table.unit("soviet-5"), FLIP)
    assert "it took a replacement already in this phase" in refused(table)


def test_a_restored_unit_gives_its_replacement_back_by_the_same_key(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49/2")
    unit = table.unit("soviet-49")
    table.key(unit, FLIP)
    table.key(unit, FLIP)
    assert (step(table, "soviet-49"), table.get("ReplacementsLeft")) == ("2", "5")
    table.key(unit, FLIP)
    assert (step(table, "soviet-49"), table.get("ReplacementsLeft")) == ("1", "4")


def test_a_unit_at_full_strength_is_not_turned_over(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49")
    table.key(table.unit("soviet-49"), FLIP)
    assert "it is at full strength" in refused(table)


# Points ---------------------------------------------------------------------------------------------


def test_replacements_run_out(arranged: Arranged) -> None:
    table = arranged("german-replacement", "0101 german-xx/2", "0103 german-v/2", turn=2)
    table.key(table.unit("german-xx"), FLIP)
    table.key(table.unit("german-v"), FLIP)
    assert "V Army Corps: no replacement is left." in refused(table)


def test_unused_replacements_are_told_and_lost(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49/2")
    table.key(table.unit("soviet-49"), FLIP)
    table.forget()
    table.next()
    assert "* Replacements: The Soviets lose 4 replacements unused." in table.told()
    assert table.get("ReplacementsLeft") == ""
    table.key(table.unit("soviet-49"), FLIP)
    assert refused(table, "3.3")


def test_replacements_that_nothing_can_use_are_lost_without_a_question(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49/2")
    assert "5 replacements would be lost unused" in table.asked()
    # Once the only weak unit is restored, none of the other four can be used.
    table.key(table.unit("soviet-49"), FLIP)
    assert table.asked() == ""
    assert table.get("Phase") != "soviet-replacement"
    assert table.problems() == []


@pytest.mark.parametrize(
    ("option", "choice", "phase", "turn", "left"),
    [
        ("", "", "soviet-replacement", 2, "5"),
        ("soviet_replacements", "4", "soviet-replacement", 2, "4"),
        ("soviet_replacements", "3", "soviet-replacement", 7, "3"),
        ("", "", "german-replacement", 3, "1"),
        # Without any there is nothing to decide, and the phase has passed by itself.
        ("german_replacements", "even-turns", "german-replacement", 3, ""),
        ("german_replacements", "even-turns", "german-replacement", 4, "1"),
    ],
)
def test_handicaps_change_the_replacements(
    virtual: Table,
    saver: SavedGameWriter,
    tmp_path: Path,
    option: str,
    choice: str,
    phase: str,
    turn: int,
    left: str,
) -> None:
    before, when = ("german-movement", turn) if phase.startswith("soviet") else ("soviet-movement", turn - 1)
    file = tmp_path / "position.vsav"
    file.write_bytes(saver(rules(), position(before, "0101 german-xx/2", "1407 soviet-3/2", turn=when)))
    virtual.load(file)
    if option:
        virtual.player.set_property(f"Option_{option}", choice)
    virtual.next()
    assert virtual.get("ReplacementsLeft") == left


# What else is refused -------------------------------------------------------------------------------


def test_only_replacements_are_done_in_a_replacement_phase(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49/2", "0303 german-xx/2", pool=("german-v",))
    army, corps, dead, aside = map(table.unit, ("soviet-49", "german-xx", "german-v", "soviet-1s"))
    before = table.state()["pieces"]
    for deed, why in (
        (lambda: table.drag(army, "1304"), "units on the map don't move"),
        (lambda: table.drag(army, POOL), "units on the map don't move"),
        (lambda: table.drag(corps, "0304"), "only Soviet units come into play"),
        (lambda: table.drag(dead, "0101"), "only Soviet units come into play"),
        (lambda: table.drag(aside, "1407"), "it can't be taken before turn 4"),
        (lambda: table.drag(aside, POOL), "the players don't move units from box to box"),
        (lambda: table.key(corps, FLIP), "only Soviet units can be restored"),
        (lambda: table.key(army, LOSE), "units lose no steps in a replacement phase"),
        (lambda: table.key(army, "keys:ctrl E"), "units lose no steps in a replacement phase"),
        (lambda: table.key(army, "keys:ctrl X"), "units lose no steps in a replacement phase"),
        (lambda: table.key(dead, "keys:ctrl X"), "the players don't take units out of the game"),
        (lambda: table.key(aside, "keys:ctrl E"), "the players don't take units out of the game"),
    ):
        deed()
        assert why in refused(table)
    assert table.state()["pieces"] == before
    assert table.problems() == []


def test_no_unit_changes_boxes_in_a_movement_phase(arranged: Arranged) -> None:
    table = arranged("soviet-movement", "1303 soviet-49/2")
    table.drag(table.unit("soviet-1s"), POOL)
    assert at(table, "soviet-1s") == "Not yet in play"
    assert "the players don't move units from box to box" in refused(table, "3.2")


def test_assist_lets_it_stand_and_off_is_silent(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-49", pool=("soviet-5",))
    table.rules("assist")
    table.drag(table.unit("soviet-5"), "0801")
    assert at(table, "soviet-5") == "0801"
    assert "Against the rules (3.7): 5th Army: 0801 is neither" in refused(table)
    table.key(table.unit("soviet-49"), FLIP)
    assert step(table, "soviet-49") == "2"
    table.rules("off")
    table.forget()
    table.drag(table.unit("soviet-5"), "0802")
    assert table.told() == ["* 5th Army: 0801 → 0802"]
    table.rules("strict")
    table.key(table.unit("soviet-5"), FLIP)
    assert (step(table, "soviet-5"), table.get("ReplacementsLeft")) == ("1", "4")


# Arrivals -------------------------------------------------------------------------------------------


def test_the_first_shock_army_goes_to_its_pool_when_its_turn_begins(arranged: Arranged) -> None:
    table = arranged("soviet-movement", "1303 soviet-49", "0101 german-xx", turn=3)
    before = table.state()
    table.next()
    assert at(table, "soviet-1s") == POOL
    assert "* Arrival: Soviet 1st Shock Army can be taken as a replacement" in table.told()
    table.player.undo()
    assert table.state() == before
    while table.get("Phase") != "soviet-replacement":
        table.next()
    table.drag(table.unit("soviet-1s"), "1407")
    assert (at(table, "soviet-1s"), step(table, "soviet-1s")) == ("1407", "2")


# Frostbite ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize(("side", "worst"), [("german", 5), ("soviet", 2)])
def test_the_die_for_attrition_is_rolled_when_the_phase_begins(
    virtual: Table, saver: SavedGameWriter, tmp_path: Path, roll: int, side: str, worst: int
) -> None:
    before, turn = ("soviet-movement", 7) if side == "german" else ("german-movement", 8)
    kernel = rules(LONG)
    file = tmp_path / "position.vsav"
    standing = ("0101 german-xx", "1407 soviet-3")
    file.write_bytes(saver(kernel, position(before, *standing, kernel=kernel, turn=turn)))
    virtual.load(file).forget()
    assert isinstance(virtual.player, EmulatedGame)
    virtual.player.world.random = Dice(roll)
    virtual.next()
    hurt = roll <= worst
    assert virtual.get("AttritionState") == f"8.{side}-replacement {'owed' if hurt else 'none'}"
    told = virtual.told()[-1]
    assert f"{side.title()}s: die {roll}, {'Frostbite' if hurt else 'No effect'}." in told


def until_it_hurts(table: Table) -> None:
    """Begin the next phase, and again, until its die hurts."""
    for _ in range(40):
        table.next()
        if (table.get("AttritionState") or "").endswith(" owed"):
            return
        table.player.undo()
    pytest.fail("the die never hurt")


def test_frostbite_comes_before_everything_else(arranged: Arranged) -> None:
    table = arranged("soviet-movement", "0101 german-xx", "0103 german-v/2", turn=7, scenario=LONG, roll=1)
    until_it_hurts(table)
    corps, other = table.unit("german-xx"), table.unit("german-v")
    table.key(other, FLIP)
    assert "Frostbite first: a German unit must lose a step" in refused(table)
    table.next()
    assert (table.get("Phase"), table.get("LastViolation")) == ("german-replacement", "6")
    before = table.state()
    table.key(corps, LOSE)
    assert (step(table, "german-xx"), table.get("LastViolation")) == ("2", "")
    table.player.undo()
    assert table.state() == before
    table.key(corps, LOSE)
    table.key(corps, LOSE)
    assert "units lose no steps in a replacement phase, except by attrition" in refused(table)
    table.key(other, FLIP)
    assert step(table, "german-v") == "1"
    table.next()
    # Neither panzers nor enemies are there, so the phases before this one pass by themselves.
    assert table.get("Phase") == "german-movement"
    assert table.problems() == []


def test_by_option_both_sides_roll_and_suffer_in_each_replacement_phase(
    virtual: Table, saver: SavedGameWriter, tmp_path: Path
) -> None:
    kernel = rules(LONG)
    file = tmp_path / "position.vsav"
    standing = ("0101 german-xx", "1407 soviet-3")
    file.write_bytes(saver(kernel, position("soviet-movement", *standing, kernel=kernel, turn=7)))
    virtual.load(file).forget()
    assert isinstance(virtual.player, EmulatedGame)
    virtual.player.set_property("Option_attrition_rolls", "each-phase")
    virtual.player.world.random = Dice(1)
    virtual.next()
    told = virtual.told()
    virtual.player.press("Roll for attrition")
    assert "first: a German unit must lose a step" in virtual.told()[-1]
    virtual.key(virtual.unit("german-xx"), LOSE)
    virtual.next()
    assert "for the Soviets must be rolled first (menu Rules)" in refused(virtual, "6")
    assert "Then roll the die for the Soviets (menu Rules)" in told[-1]
    virtual.player.press("Roll for attrition")
    assert virtual.get("AttritionState") == "8.german-replacement owed 2"
    virtual.key(virtual.unit("german-xx"), LOSE)
    assert step(virtual, "german-xx") == "2"
    virtual.key(virtual.unit("soviet-3"), LOSE)
    assert step(virtual, "soviet-3") == "2"
    virtual.player.press("Roll for attrition")
    assert virtual.told()[-1].endswith("was rolled in this phase.")
    virtual.next()
    assert virtual.get("Phase") == "german-movement"


def test_a_unit_that_frostbite_eliminates_gives_no_point(arranged: Arranged) -> None:
    table = arranged("soviet-movement", "0101 german-xx/2", turn=7, scenario=LONG, roll=1)
    until_it_hurts(table)
    corps = table.unit("german-xx")
    table.key(corps, LOSE)
    assert at(table, "german-xx") == "German replacement pool"
    assert table.player.property("NoPoint", piece=corps) == "8.german-replacement"
    # It may come back at once.
    table.drag(corps, "0104")
    assert at(table, "german-xx") == "0104"


def test_a_side_without_units_suffers_nothing(virtual: Table, saver: SavedGameWriter, tmp_path: Path) -> None:
    kernel = rules(LONG)
    file = tmp_path / "position.vsav"
    file.write_bytes(saver(kernel, position("soviet-movement", "1407 soviet-3", kernel=kernel, turn=7)))
    virtual.load(file)
    assert isinstance(virtual.player, EmulatedGame)
    virtual.player.world.random = Dice(1)
    virtual.next()
    assert virtual.get("AttritionState") == "8.german-replacement none"
    virtual.next()
    assert virtual.get("Phase") == "soviet-replacement"


def test_the_die_can_be_rolled_from_the_menu_once(arranged: Arranged) -> None:
    table = arranged("german-replacement", "0101 german-xx", "0103 german-v/2", turn=8, scenario=LONG, roll=6)
    table.key(table.unit("german-v"), FLIP)
    assert "the die for Winter attrition must be rolled first (menu Rules)" in refused(table)
    table.next()
    assert table.get("Phase") == "german-replacement"
    table.forget()
    table.player.press("Roll for attrition")
    rolled = table.get("AttritionState")
    assert rolled in ("8.german-replacement none", "8.german-replacement owed")
    table.player.press("Roll for attrition")
    assert table.told()[-1].endswith("The die for Winter attrition was rolled in this phase.")
    assert table.get("AttritionState") == rolled


# The tank unit --------------------------------------------------------------------------------------

TANK = "soviet-tu"


@pytest.mark.parametrize("full", [True, False])
def test_the_tank_unit_takes_the_place_and_step_of_an_army(arranged: Arranged, full: bool) -> None:
    army = "1303 soviet-16" if full else "1303 soviet-16/2"
    table = arranged("soviet-replacement", army, "1305 soviet-3", "0101 german-xx", scenario=LONG, turn=13)
    before = table.state()
    table.drag(table.unit(TANK), "1303")
    assert (at(table, TANK), step(table, TANK)) == ("1303", "1" if full else "2")
    assert at(table, "soviet-16") == "Soviet units out of the game"
    assert table.get("ReplacementsLeft") == "1"
    assert any(
        line.startswith("* Replacement: Tank Unit takes the place of 16th Army") for line in table.told()
    )
    table.player.undo()
    assert table.state() == before
    table.drag(table.unit(TANK), "1305")
    table.key(table.unit(TANK), FLIP)
    assert refused(table)
    table.drag(table.unit(TANK), "1304")
    assert "units on the map don't move" in refused(table)
    assert table.problems() == []


@pytest.mark.parametrize(
    ("turn", "goal", "why"),
    [
        (12, "1303", "it can take a unit's place only on turn 13"),
        (14, "1303", "it can take a unit's place only on turn 13"),
        (13, "1304", "drag it onto the unit whose place it takes"),
        (13, MOSCOW, "16th Army in 1103 isn't in communication"),
        (13, "0101", "drag it onto the unit whose place it takes"),
    ],
)
def test_the_tank_unit_is_refused(arranged: Arranged, turn: int, goal: str, why: str) -> None:
    table = arranged(
        "soviet-replacement",
        *("1303 soviet-3", f"{MOSCOW} soviet-16", "0101 german-xx", *SURROUNDED),
        scenario=LONG,
        turn=turn,
    )
    table.drag(table.unit(TANK), goal)
    assert at(table, TANK) == "Not yet in play"
    assert why in refused(table, "7")


def test_an_army_that_took_a_replacement_does_not_become_the_tank_unit(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1303 soviet-3/2", "0101 german-xx", scenario=LONG, turn=13)
    table.key(table.unit("soviet-3"), FLIP)
    table.drag(table.unit(TANK), "1303")
    assert "3rd Army took a replacement in this phase" in refused(table, "7")


def test_the_tank_unit_comes_back_like_any_army(arranged: Arranged) -> None:
    table = arranged(
        "soviet-replacement", "1303 soviet-3", "0101 german-xx", scenario=LONG, turn=14, pool=(TANK,)
    )
    table.drag(table.unit(TANK), "1407")
    assert (at(table, TANK), step(table, TANK)) == ("1407", "2")


# What a player is shown -----------------------------------------------------------------------------


def answer(table: Table, unit: str) -> list[str]:
    """Return the chat's lines when a unit is asked where it may go."""
    table.forget()
    table.key(table.unit(unit), LIGHTS)
    return [re.sub(r"^-? ?", "", line) for line in table.told()]


def test_a_unit_says_whether_it_can_be_restored(
    virtual: Table, saver: SavedGameWriter, tmp_path: Path
) -> None:
    file = tmp_path / "position.vsav"
    file.write_bytes(saver(rules(), position("soviet-replacement", *FIGURE_7)))
    virtual.load(file)
    before = virtual.state()
    assert answer(virtual, "soviet-49") == [
        "49th Army: it can be restored (Ctrl F), 5 of 5 replacements left."
    ]
    assert answer(virtual, "soviet-16") == ["16th Army: it can't be restored: it isn't in communication."]
    assert answer(virtual, "german-xxiv") == ["XXIV Panzer Corps: it can take no replacement now."]
    assert answer(virtual, "soviet-1s") == ["1st Shock Army: it can't be taken before turn 4."]
    assert virtual.state() == before


def lit(table: Table, unit: str) -> int:
    """Return how many hexes light up for a unit."""
    told = table.player.evaluate(call("toggleLights", "PieceUID"), piece=table.unit(unit))
    return len(told.removeprefix("lit ").split(","))


def test_the_hexes_where_a_unit_may_come_light_up(arranged: Arranged) -> None:
    table = arranged("soviet-replacement", "1407 soviet-3", pool=("soviet-5",))
    kernel = rules()
    state = position("soviet-replacement", "1407 soviet-3", pool=("soviet-5",))
    hexes = {action.hex for action in kernel.legal_actions(state) if action.kind == "new"}
    assert lit(table, "soviet-5") == len(hexes)
    table = arranged("soviet-replacement", "1303 soviet-3", "0101 german-xx", scenario=LONG, turn=13)
    assert lit(table, TANK) == 1


# Against the reference ------------------------------------------------------------------------------


def test_random_replacement_phases_go_as_in_the_reference(virtual: Table, tmp_path: Path) -> None:
    tally = compare(virtual.player, game(SLUG), SLUG, seed=21, tries=60 if ALL else 30, folder=tmp_path)
    assert tally.legal >= (10 if ALL else 5)
    assert tally.differences == []
    assert virtual.problems() == []


@pytest.mark.slow
def test_a_game_with_other_rules_is_played_too(tmp_path: Path) -> None:
    toy = playable("toy-bridge")
    with EmulatedGame.open(write_module(toy, "toy-bridge", tmp_path / "toy.vmod")) as player:
        tally = compare(player, toy, "toy-bridge", seed=3, tries=60, folder=tmp_path)
        assert tally.legal >= 5
        assert tally.differences == []
        assert player.take_problems() == ()
        assert player.unsupported == ()


def test_a_unit_of_any_game_is_made_of_another(tmp_path: Path) -> None:
    toy = with_horse_made_of_foot()
    with EmulatedGame.open(write_module(toy, "toy-bridge", tmp_path / "toy.vmod")) as player:
        table = Table(player)
        player.start(toy.scenarios[0].title, "Both sides")
        table.drag(table.unit("red-horse"), "C2")
        assert at(table, "red-horse") == "Out of play"
        assert "drag it onto the unit whose place it takes" in refused(table, "9.9")
        table.drag(table.unit("red-horse"), "B1")
        assert (at(table, "red-horse"), at(table, "red-2")) == ("B1", "Red eliminated")
        assert table.get("ReplacementsLeft") == "1"
        tally = compare(player, toy, "toy-bridge", seed=5, tries=50 if ALL else 25, folder=tmp_path)
        assert tally.differences == []
        assert tally.kinds["designate legal"] > 0


def test_a_unit_is_made_of_one_whose_class_never_comes_back(tmp_path: Path) -> None:
    toy = with_horse_made_of_foot(never=("foot",))
    with EmulatedGame.open(write_module(toy, "toy-bridge", tmp_path / "toy.vmod")) as player:
        table = Table(player)
        player.start(toy.scenarios[0].title, "Both sides")
        table.drag(table.unit("red-horse"), "B1")
        assert (at(table, "red-horse"), at(table, "red-2")) == ("B1", "Red eliminated")


def test_a_unit_that_never_comes_back_comes_once_when_its_turn_is_there(tmp_path: Path) -> None:
    toy = playable("toy-bridge")
    red, blue = toy.rules.replacements
    late = Reinforcement(1, SideId("red"), (UnitId("red-2"),), "Joins.")
    oob = replace(toy.oob, reinforcements=(late,), replacements=(replace(toy.oob.replacements[0], points=3),))
    bridge = toy.scenarios[0]
    placement = {h: units for h, units in bridge.setup.placement.items() if "red-2" not in units}
    setup = replace(
        bridge.setup,
        placement=placement,
        in_boxes=(UnitsInBox((UnitId("red-2"),), BoxId("out-of-play"), step=2),),
    )
    begun = replace(
        bridge, setup=setup, setup_areas=(), first_phase=PhaseId("red-replacement"), unused_units=()
    )
    rules_ = replace(toy.rules, replacements=(replace(red, not_replaceable=("foot",)), blue))
    toy = replace(toy, oob=oob, rules=rules_, scenarios=(begun,))
    kernel = RulesEngine(toy, bridge.id)
    assert "new red-2 D1" in [action.text for action in kernel.legal_actions(kernel.set_up(1))]
    with EmulatedGame.open(write_module(toy, "toy-bridge", tmp_path / "toy.vmod")) as player:
        table = Table(player)
        player.start(bridge.title, "Both sides")
        table.drag(table.unit("red-2"), "D1")
        assert at(table, "red-2") == "D1"


@pytest.mark.engine
def test_random_replacement_phases_go_as_in_the_reference_in_the_engine(real: Table, tmp_path: Path) -> None:
    tally = compare(real.player, game(SLUG), SLUG, seed=22, tries=24, folder=tmp_path)
    assert tally.differences == []
    assert real.problems() == []
