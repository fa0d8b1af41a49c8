"""The umpire follows which hexes of networks serve whom, and tells hexes that serve whom they must not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.saves.change_sentences import HexwrightNames
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.saves.save_diff import diff_saves
from hexwright.saves.save_legality import check_save
from hexwright.saves.save_summary import summarize_save
from hexwright.vassal.codec.commands import ChangeProperty, Compound, flatten_commands
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.tables import network_tables
from hexwright.vassal.module import property_names as prop
from tests.rules.games_with_network_markers import marked
from tests.saves import own_games
from tests.umpire.changed import field_of
from tests.umpire.planting import Field, judged

CAUSEWAY = "toy-causeway"
STANDING = ("0303 blue-1", "0904 red-1", "0101 blue-2")


@pytest.fixture
def field() -> Iterator[Field]:
    """Return the toy whose road is cut and mended, all of it serving Red."""
    with field_of(marked(whole=False), STANDING, "blue-movement") as found:
        yield found


def note(field: Field, *serving: int) -> list[ChangeProperty]:
    """Return a change of the note of networks."""
    was = field.replay.position.value(names.NETWORKS)
    game = field.kernel.setting.game
    return [ChangeProperty(names.NETWORKS, was, network_tables.noted(game, serving), "Module")]


def begun(field: Field, file: SavedGameFile) -> list[Diagnostic]:
    """Return what is wrong with the position in which a log ends."""
    position = LogPosition(file)
    for step in file.steps:
        position.step(step)
    return list(check_save(ReadPosition.of(own_games.ours(CAUSEWAY), position), file, "log"))


@pytest.mark.parametrize("told", [True, False])
def test_hexes_that_are_cut_and_mended_are_followed(field: Field, told: bool) -> None:
    field.do("move blue-1 0304", "end")
    assert field.state.serving_hexes != field.kernel.set_up(1).serving_hexes
    assert field.found(told=told) == ()


@pytest.mark.parametrize("told", [True, False])
def test_a_hex_that_serves_whom_it_must_not_is_told(field: Field, told: bool) -> None:
    field.do("move blue-1 0304")
    blue, red = field.state.serving_hexes
    field.plant(note(field, blue | red, red))
    [found] = field.found(told=told)
    assert found.kind == "offence"
    assert "Road serves the Blues in" in found.done
    assert "no repairing unit of this side entered them" in found.why
    assert found.rule == "4"


def test_a_hex_that_is_cut_by_nobody_is_told(field: Field) -> None:
    field.do("move blue-1 0304")
    blue, red = field.state.serving_hexes
    field.plant(note(field, blue, red & (red - 1)))
    [found] = field.found()
    assert (found.kind, found.why) == ("offence", "no enemy unit entered them")


def test_a_note_that_nobody_wrote_anew_is_told_as_the_phase_ends(field: Field) -> None:
    before = field.state.serving_hexes
    field.do("move blue-1 0304")
    # As if the module had forgotten to note it.
    told = [c for c in flatten_commands(field.replay.steps[-1]) if getattr(c, "name", "") != names.NETWORKS]
    field.replay.steps[-1] = Compound(tuple(told))
    assert before != field.state.serving_hexes
    file = field.log()
    assert judged(CAUSEWAY, file).findings == ()
    field.do("end")
    found = judged(CAUSEWAY, field.log()).findings
    assert found
    assert all(one.kind == "offence" for one in found)
    assert any("doesn't change" in one.done for one in found)


def test_with_the_rules_off_nobody_keeps_the_note(field: Field) -> None:
    field.plant([ChangeProperty(prop.ENFORCEMENT, "strict", "off", "Module")])
    field.do("move blue-1 0304")
    blue, red = field.state.serving_hexes
    field.plant(note(field, blue | red, red))
    assert field.found() == ()


# Saved games ------------------------------------------------------------------------------------------


def test_saved_games_show_what_is_marked_and_what_changed(field: Field) -> None:
    field.do("move blue-1 0304", "end")
    file = field.log()
    ours, old, new = own_games.ours(CAUSEWAY), LogPosition(file), LogPosition(file)
    for step in file.steps:
        new.step(step)
    facts = summarize_save(file, new, HexwrightNames(ours), ours).facts
    assert "0304" in facts["Road mended (Blue)"]
    assert "Railhead (Blue)" not in facts or facts["Railhead (Blue)"]
    said = list(diff_saves(HexwrightNames(ours), old, new))
    assert any(line.startswith("Road mended in") for line in said), said
    assert begun(field, file) == []


def test_a_note_that_makes_no_sense_is_told(field: Field) -> None:
    was = field.replay.position.value(names.NETWORKS)
    field.plant([ChangeProperty(names.NETWORKS, was, "road.blue=xyz road.red=0", "Module")])
    assert [one.code for one in begun(field, field.log())] == ["N016"]
    field.plant(note(field, 1 << 70, 0))
    assert [one.code for one in begun(field, field.log())] == ["N016"]
