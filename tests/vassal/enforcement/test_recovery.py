"""Bad input and old games: never a trap, a loop or a warning of the engine, in either engine."""

from __future__ import annotations

import dataclasses
import re
import zipfile
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.enforcement.versions import OLD_GAME
from tests.vassal.compile.games import game
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

PANZER = "german-xlvi"
"""Stands in 0406, next to the enemy; 0305 holds IX Army Corps, 0405 the enemy."""
SAVES = Path(__file__).parent / "saves"
"""Games that the engine saved with older versions of the module: before there was enforcement, with
judged moves alone, with battles, and with units that carried all the rules (most pieces taken out of
these, to keep them small). All stand in the first German movement phase."""
OLD_SAVES = ("before-enforcement", "moves-alone", "battles", "heavy-units")
HEAVY = ("german-xlvi", "german-ix", "german-xxiv", "soviet-20", "soviet-33")
REFRESH = (
    '{new bsh.Interpreter().eval("r = new VASSAL.build.module.GameRefresher('
    "VASSAL.build.GameModule.getGameModule()); o = new java.util.HashSet();"
    ' o.add(\\"RefreshPieces\\"); r.execute(o, null); r.warnings();").toString()}'
)


# Pieces dragged where they don't belong ------------------------------------------------------------


@pytest.mark.parametrize("spot", [(10, 10), (2, 1500), "German replacement pool", "Turn 3"])
def test_a_unit_dragged_beside_the_hexes_comes_back(table: Table, spot: str | tuple[int, int]) -> None:
    panzer = table.start().unit(PANZER)
    before = table.state()
    table.drag(panzer, spot)
    assert table.where(panzer) == "0406"
    assert "units may not leave the map. It is sent back." in table.told()[-1]
    assert table.problems() == []
    assert table.refused(before)


@pytest.mark.parametrize("spot", [(-60, -60), (99_999, 10), (10, 99_999)])
def test_a_unit_dragged_outside_the_board_stays(table: Table, spot: tuple[int, int]) -> None:
    panzer = table.start().unit(PANZER)
    before = table.state()
    table.drag(panzer, spot)
    assert table.state() == before
    assert table.problems() == []


@pytest.mark.parametrize("window", ["German forces", "Soviet forces"])
def test_a_unit_dragged_to_another_window_comes_back(table: Table, window: str) -> None:
    panzer = table.start().unit(PANZER)
    before = table.state()
    table.drag(panzer, (100, 100), window)
    assert table.where(panzer) == "0406"
    assert "units may not leave the map" in table.told()[-1]
    assert table.refused(before)
    table.drag(panzer, "0307")
    assert table.where(panzer) == "0307"
    assert table.problems() == []


def test_of_a_stack_dragged_together_each_unit_is_judged_on_its_own(table: Table) -> None:
    panzer, corps = table.start().unit(PANZER), table.unit("german-ix")
    table.drag(panzer, "0305")
    assert "stops in an enemy ZOC" in table.told()[-1]
    before = table.state()
    table.drag([panzer, corps], "0205")
    assert (table.where(panzer), table.where(corps)) == ("0305", "0205")
    legal, refused = table.told()[-2:]
    assert "XLVI Panzer Corps can't go from 0305 to 0205: it entered an enemy ZOC" in refused
    assert ", 3 of 4 MP left" in legal
    table.player.undo()
    assert table.state() == before
    table.drag(corps, "0305")
    before = table.state()
    table.drag([panzer, corps], "0405")
    assert table.refused(before)
    assert (table.where(panzer), table.where(corps)) == ("0305", "0305")
    assert "They are sent back." in table.told()[-1]
    assert table.problems() == []


# Markers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["control", "turn"])
@pytest.mark.parametrize("level", ["strict", "off"])
def test_markers_that_belong_to_a_place_stay_there(table: Table, kind: str, level: str) -> None:
    table.start().rules(level)
    before = table.state()
    for marker in table.kind(kind):
        assert table.drag(marker, "0606") == []
        table.drag(marker, (100, 100), "German forces")
    assert table.state() == before
    assert table.problems() == []


def test_a_marker_dragged_together_with_a_unit_stays(table: Table) -> None:
    panzer = table.start().unit(PANZER)
    [marker] = table.kind("turn")
    track = table.where(marker)
    assert table.drag([panzer, marker], "0307") == [panzer]
    assert (table.where(panzer), table.where(marker)) == ("0307", track)


# Counters that go and come -------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["strict", "assist", "off"])
def test_pieces_of_the_game_are_never_deleted(table: Table, level: str) -> None:
    table.start().rules(level)
    before = table.state()["pieces"]
    for piece in (table.unit(PANZER), *table.kind("control")[:1], *table.kind("turn")):
        table.key(piece, "127,0")
        assert "is part of the game" in table.told()[-1]
    assert table.state()["pieces"] == before


@pytest.mark.parametrize("what", ["XLVI Panzer Corps", "Control marker"])
def test_nothing_comes_from_the_palette_while_the_rules_are_strict(table: Table, what: str) -> None:
    for phases in (0, 1, 2):
        table.start(phases=phases)
        before = table.state()
        for place in ("0104", "0406", (5, 5)):
            table.player.place(what, "Map", place)
            assert "can't be taken from the palette" in table.told()[-1]
            assert table.refused(before)
    assert table.problems() == []


@pytest.mark.parametrize("what", ["XLVI Panzer Corps", "Control marker"])
def test_a_counter_too_many_is_told_keeps_the_phase_open_and_can_be_removed(table: Table, what: str) -> None:
    table.start().rules("off")
    before = table.state()["pieces"]
    stray = table.player.place(what, "Map", "0608" if what != "Control marker" else "1107")
    table.rules("strict")
    told = refused_next(table)
    assert "press Delete on these extra counters: " in told
    table.key(stray, "127,0")
    assert "was an extra counter and is removed" in "\n".join(table.told())
    assert table.state()["pieces"] == before
    table.player.undo()
    assert table.state()["pieces"] != before
    table.key(stray, "127,0")
    table.next()
    assert table.get("Phase") == "soviet-replacement"
    assert table.problems() == []


# The rules off for a while -------------------------------------------------------------------------


def test_whatever_was_dragged_about_while_off_judgement_starts_where_it_stands(table: Table) -> None:
    panzer, corps, enemy = table.start().unit(PANZER), table.unit("german-ix"), table.unit("soviet-20")
    table.rules("off")
    table.drag(panzer, "0405")  # where the enemy stands
    table.drag(enemy, (100, 100), "German forces")
    table.drag(corps, (10, 10))
    table.rules("strict")
    table.told()
    table.drag(panzer, "0406")
    assert table.where(panzer) == "0406"
    assert ", stops in an enemy ZOC" in table.told()[-1]
    table.drag(corps, "0305")
    assert "it is in the wrong box. Drag it to German replacement pool" in table.told()[-1]
    table.drag(corps, "Soviet replacement pool")
    assert "it is in the wrong box" in table.told()[-1]
    table.drag(corps, "German replacement pool")
    assert table.where(corps) == "German replacement pool"
    table.next()
    assert table.get("Phase") == "soviet-replacement"
    assert table.problems() == []


def test_units_left_on_the_enemy_while_off_can_leave_it_under_strict(table: Table) -> None:
    panzer = table.start().unit(PANZER)
    table.rules("off")
    table.drag(panzer, "0405")
    table.rules("strict")
    assert "units of both sides are in 0405 (3.2); a unit should move on" in table.asked()
    table.drag(panzer, "0406")
    assert table.asked() == ""
    assert table.get("Phase") == "soviet-replacement"


def test_a_hex_that_was_full_before_the_phase_is_asked_about_once_and_its_end_is_let(table: Table) -> None:
    """The rules engine does the same, which can't take a move back there."""
    panzer, third = table.start().unit(PANZER), table.unit("german-xx")
    table.rules("off")
    table.drag(panzer, "0305")  # IX Army Corps stands there.
    table.rules("strict")
    assert "0305 holds 2 units, at most 1 may stay in a hex (3.2); a unit should" in table.asked()
    table.player.press("Next phase")
    assert (table.get("Phase"), table.where(panzer)) == ("soviet-replacement", "0305")
    table.player.undo()
    # Whoever came into it in this phase goes on, or back.
    began = str(table.where(third))
    table.drag(third, "0305")
    assert "0305 holds 3 units, at most 1 may stay in a hex; move one on, or Ctrl C on one" in refused_next(
        table
    )
    table.drag(third, began)
    assert "takes its move back" in table.told()[-1]
    assert "0305 holds 2 units" in table.asked()
    assert table.problems() == []


@pytest.mark.parametrize("away", ["0909", "German replacement pool"])
def test_attackers_taken_away_while_off_attack_no_longer_and_trap_nobody(table: Table, away: str) -> None:
    target, panzer = table.start(phases=0).unit("soviet-20"), table.unit(PANZER)
    table.key(target, "keys:ctrl A")
    for unit in (PANZER, "german-ix"):
        table.key(table.unit(unit), "keys:ctrl A")
    assert "17 against 4" in table.told()[-1]
    table.rules("off")
    table.drag(panzer, away)
    table.rules("strict")
    table.told()
    table.key(target, "keys:ctrl A")
    assert "7 against 4" in table.told()[-1]
    table.rules("off")
    table.drag(table.unit("german-ix"), away)
    table.rules("strict")
    table.told()
    table.key(target, "keys:ctrl D")
    assert "no attack on it was declared" in table.told()[-1]
    table.next()
    assert table.get("Phase") == "german-movement"
    assert table.problems() == []


def test_phases_go_on_while_the_rules_are_off(table: Table) -> None:
    panzer = table.start().unit(PANZER)
    table.rules("off")
    table.drag(panzer, "0305")
    for _ in range(8):
        table.next()
    assert (table.get("Turn"), table.get("Phase")) == ("2", "german-movement")
    table.rules("strict")
    assert "0305 holds 2 units" in table.asked()


# Games that another version saved ------------------------------------------------------------------


@pytest.mark.parametrize("save", OLD_SAVES)
def test_an_old_game_is_told_once_and_goes_on(table: Table, save: str) -> None:
    table.forget()
    table.load(SAVES / f"{save}.vsav")
    assert table.told().count(f"* {OLD_GAME}") == 1
    assert table.get("Phase") == "german-movement"
    before = table.state()
    table.next()
    assert table.get("Phase") == "soviet-replacement"
    assert table.get("ActiveSide") == "soviet"
    table.player.undo()
    assert table.state() == before
    for _ in range(9):
        table.next()
    assert (table.get("Turn"), table.get("Phase")) == ("2", "soviet-replacement")
    assert not any(OLD_GAME in line for line in table.told())
    assert table.problems() == []


@pytest.mark.parametrize("save", OLD_SAVES)
def test_pieces_of_an_old_game_are_no_trap(table: Table, save: str) -> None:
    table.load(SAVES / f"{save}.vsav")
    panzer = table.unit("german-xxiv")
    for level in ("strict", "assist", "off", "strict"):
        table.rules(level)
        for goal in ("1010", "0310", "0410"):
            table.drag(panzer, goal)
        for key in ("A", "D", "F", "G", "L", "R", "E", "B", "X"):
            table.key(panzer, f"keys:ctrl {key}")
    assert table.problems() == []


@pytest.mark.engine
@pytest.mark.parametrize("save", OLD_SAVES)
def test_an_old_game_is_judged_once_its_counters_are_refreshed(
    real: Table, save: str, tmp_path: Path
) -> None:
    real.load(SAVES / f"{save}.vsav")
    panzer = real.unit("german-xlvi")
    stood = {real.where(real.unit(u)) for u in ("german-xxiv", "german-ix", "soviet-20")}
    assert real.player.evaluate(REFRESH) == "0"
    assert {real.where(real.unit(u)) for u in ("german-xxiv", "german-ix", "soviet-20")} == stood
    panzer = real.unit("german-xlvi")
    here = real.where(panzer)
    soviets = [p for p in real.player.pieces(("Side",)) if p.properties["Side"] == "soviet"]
    taken = next(p.location for p in soviets if p.location and p.location.isdigit())
    real.rules("strict")
    real.drag(panzer, taken)
    assert real.where(panzer) == here
    assert "an enemy unit is there" in real.told()[-1]
    assert isinstance(real.player, Engine)
    real.player.save(tmp_path / "refreshed.vsav")
    real.forget()
    real.load(tmp_path / "refreshed.vsav")
    assert not any(OLD_GAME in line for line in real.told())
    real.next()
    assert real.get("Phase") == "soviet-replacement"
    assert real.problems() == []


@pytest.mark.parametrize("save", OLD_SAVES)
def test_units_of_an_old_game_are_moved_unjudged_and_go_where_they_are_dragged(
    table: Table, save: str
) -> None:
    table.load(SAVES / f"{save}.vsav")
    panzer = table.unit("german-xxiv")
    for goal in ("1010", "0310"):
        table.drag(panzer, goal)
        assert table.where(panzer) == goal
    assert table.problems() == []


@pytest.mark.engine
def test_refreshed_units_keep_their_steps_and_are_judged_at_once(real: Table) -> None:
    real.load(SAVES / "heavy-units.vsav")
    stood = {unit: (real.stands(unit), real.step(unit)) for unit in HEAVY}
    assert stood["soviet-20"] == ("Soviet replacement pool", "2")
    assert real.player.evaluate(REFRESH) == "0"
    assert {unit: (real.stands(unit), real.step(unit)) for unit in HEAVY} == stood
    real.rules("strict")
    assert "the move costs 7 MP, it has 6 MP" in real.move("german-xxiv", "0909")
    assert real.stands("german-xxiv") == "0310"
    assert real.problems() == []


@pytest.mark.engine
def test_refreshed_units_keep_their_conditions(tmp_path: Path) -> None:
    file = write_module(game("moscow-embattled"), "moscow-embattled", tmp_path / "game.vmod")
    names = ("UnitId", "Disrupted_Level", "Fortified_Level", "Stance_Facing")
    with Engine(file) as player:
        table = Table(player).load(SAVES / "heavy-units-fire.vsav")
        assert table.told().count(f"* {OLD_GAME}") == 1
        assert player.evaluate(REFRESH) == "0"
        seen = {
            p.properties["UnitId"]: tuple(p.properties[n] for n in names[1:]) for p in player.pieces(names)
        }
        assert seen["german-9a"][:2] == ("2", "1")
        assert seen["german-4a"] == ("1", "2", "2")
        assert table.problems() == []


def test_a_game_of_this_version_is_told_nothing(table: Table) -> None:
    table.forget()
    table.player.start(table.player.setups()[0].title, "Both sides")
    assert not any(OLD_GAME in line for line in table.told())


def test_one_piece_of_another_version_is_enough_to_be_told(
    table: Table, module_file: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(module_file) as module:
        saved = SavedGame.decode(module.read(str(table.player.setups()[0].file)))
    changed = re.sub("MadeFrom[0-9a-f]{8}", "MadeFrom00000000", saved.text, count=1)
    assert changed != saved.text
    file = tmp_path / "other.vsav"
    file.write_bytes(dataclasses.replace(saved, text=changed).encode())
    table.forget()
    table.load(file)
    assert table.told().count(f"* {OLD_GAME}") == 1


def test_a_watcher_of_an_old_game_ends_no_phase(table: Table) -> None:
    table.load(SAVES / "before-enforcement.vsav")
    table.player.change_side("<observer>")
    table.next()
    assert table.get("Phase") == "german-movement"


def test_a_game_without_any_piece_goes_on(table: Table) -> None:
    table.player.new_game("Both sides")
    first = table.get("Phase")
    table.next()
    assert table.get("Phase") != first
    assert table.problems() == []


@pytest.mark.parametrize("phases", range(5))
@pytest.mark.parametrize("wrong", ["Soviet replacement pool", "Turn 3", (10, 10)])
def test_misplaced_pieces_are_put_right_by_their_owner_in_any_phase(
    table: Table, phases: int, wrong: str | tuple[int, int]
) -> None:
    corps = table.start(phases=phases).unit("german-ix")
    table.rules("off")
    table.drag(corps, wrong)
    table.rules("strict")
    lies = table.where(corps)
    table.player.change_side("Soviet")
    table.drag(corps, "German replacement pool")
    assert table.where(corps) == lies
    table.player.change_side("German")
    table.drag(corps, "German replacement pool")
    assert table.where(corps) == "German replacement pool"
    assert table.problems() == []


def refused_next(table: Table) -> str:
    """Press the button that goes on, which is refused; return why."""
    phase = table.get("Phase")
    table.told()
    table.next()
    assert table.get("Phase") == phase
    return "\n".join(table.told())
