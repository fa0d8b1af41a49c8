"""The driver in the real engine, on a tiny module built by hand."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from hexwright.engine_driver import OBSERVER, Engine, EngineError, ModuleNotOpenedError, engine_findings

pytestmark = pytest.mark.engine

ModuleMaker = Callable[..., Path]
_WIDGET = "VASSAL.build.widget"
EXTENSION = f"""<VASSAL.build.module.ModuleExtension anyModule="false" description="" extensionId="a1b"
 module="Tiny" moduleVersion="1.0" nextPieceSlotId="2" vassalVersion="3.7.26" version="1.0">
<VASSAL.build.module.ExtensionElement
 target="VASSAL.build.module.PieceWindow:Palette/{_WIDGET}.ListWidget:All">
<{_WIDGET}.PieceSlot entryName="Gun" gpid="a1b:1">
+/null/piece;;;tank.png;Gun/null;0;0;a1b:1;0</{_WIDGET}.PieceSlot>
</VASSAL.build.module.ExtensionElement>
</VASSAL.build.module.ModuleExtension>
"""


@pytest.fixture(scope="module")
def opened(make_module: ModuleMaker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine(make_module(tmp_path_factory.mktemp("tiny") / "tiny.vmod")) as engine:
        yield engine


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """Return the engine in a new game of the tiny module, as Blue, with nothing said yet."""
    opened.new_game("Blue")
    opened.take_chat()
    opened.take_problems()
    return opened


def test_new_game_has_the_tank_where_it_starts(engine: Engine) -> None:
    tank = engine.piece("Tank", ["Strength"])
    assert (tank.location, tank.map, tank.gpid) == ("0101", "Map", "1")
    assert dict(tank.properties) == {"Strength": "4"}
    assert engine.status().side == "Blue"


def test_dragged_piece_stands_where_it_was_dropped_and_undo_takes_it_back(engine: Engine) -> None:
    tank = engine.piece("Tank").id
    assert engine.drag(tank, "Map", (130, 70)) == (tank,)
    assert engine.piece("Tank").location == "0302"
    assert [line.text for line in engine.take_chat()] == ["* Tank moves from 0101 to 0302"]
    engine.undo()
    assert engine.piece("Tank").location == "0101"


def test_state_changes_with_a_move_and_not_with_a_look(engine: Engine) -> None:
    before = engine.state()
    engine.show_windows()
    engine.wait(0.05)
    assert engine.state() == before
    engine.drag(engine.piece("Tank").id, "Map", "0202")
    assert engine.state() != before


def test_windows_are_drawn_with_every_tab(engine: Engine, tmp_path: Path) -> None:
    engine.show_windows()
    titles = [window.title for window in engine.picture_windows(tmp_path)]
    assert [title for title in titles if title.startswith("Charts")] == ["Charts", "Charts / Second"]


def test_toolbar_and_turns(engine: Engine) -> None:
    assert engine.turn().shown == "Day 1"
    assert engine.next_turn().levels == {"Day": "2"}
    assert engine.previous_turn().shown == "Day 1"
    buttons = [button.text for button in engine.buttons()]
    assert buttons.count("Charts") == 1


def test_dice_repeat_from_a_seed(engine: Engine) -> None:
    rolls = []
    for _ in range(2):
        engine.seed(7)
        for _ in range(3):
            engine.press("Die")
        rolls.append([line.text for line in engine.take_chat()])
    assert len(rolls[0]) == 3
    assert rolls[0] == rolls[1]


def test_key_deletes_the_piece_and_another_key_does_nothing(engine: Engine) -> None:
    tank = engine.piece("Tank").id
    assert not engine.key(tank, "keys:ctrl F")
    assert not engine.key(tank, "70,130")
    (item,) = engine.menu(tank)
    assert (item.text, item.key) == ("Delete", "68,130")
    assert engine.key(tank, "keys:ctrl D")
    assert engine.pieces() == ()


def test_piece_from_the_palette_joins_the_stack(engine: Engine) -> None:
    placed = engine.place("2", "Map", "0101")
    one, two = engine.pieces()
    assert placed in (one.id, two.id)
    assert one.stack == two.stack


def test_saved_game_loads_as_it_was(engine: Engine, tmp_path: Path) -> None:
    engine.drag(engine.piece("Tank").id, "Map", "0404")
    engine.save(tmp_path / "game.vsav")
    engine.new_game("Blue")
    assert engine.load(tmp_path / "game.vsav").started
    assert engine.piece("Tank").location == "0404"


def test_log_replays_to_the_same_state(engine: Engine, tmp_path: Path) -> None:
    engine.begin_log(tmp_path / "game.vlog")
    tank = engine.piece("Tank").id
    engine.drag(tank, "Map", "0202")
    engine.set_property("Turn", "2")
    engine.end_log()
    assert engine.load(tmp_path / "game.vlog").steps_left >= 2
    assert (engine.piece("Tank").location, engine.property("Turn")) == ("0101", "1")
    assert engine.step(engine.status().steps_left) == 0
    assert (engine.piece("Tank").location, engine.property("Turn")) == ("0202", "2")
    assert engine.take_problems() == ()


def test_properties_are_seen_set_and_evaluated(engine: Engine) -> None:
    engine.set_property("Turn", "3")
    tank = engine.piece("Tank").id
    assert engine.evaluate("{Turn * 10 + Strength}", piece=tank) == "34"
    assert engine.property("LocationName", piece=tank) == "0101"
    assert engine.property("NoSuchProperty") is None
    with pytest.raises(EngineError, match="no Global Property 'Strength'"):
        engine.set_property("Strength", "1")


def test_side_changes_to_the_other_and_to_the_observer(engine: Engine) -> None:
    assert engine.sides() == ("Blue", "Red")
    assert engine.change_side("Red") == "Red"
    assert engine.change_side(OBSERVER) == OBSERVER
    assert engine.take_problems() == ()


def test_unexpected_dialog_is_a_problem_and_is_closed(engine: Engine) -> None:
    engine.press("Change sides")
    (problem,) = engine.take_problems()
    assert (problem.kind, problem.during) == ("dialog", "press")
    assert "Switch to which side?" in problem.text
    assert engine.status().side == "Blue"


def test_all_squares_are_located_in_one_call(engine: Engine) -> None:
    centres = [(25 + 50 * column, 25 + 50 * row) for column in range(4) for row in range(4)]
    names = [place.location for place in engine.locate("Map", centres)]
    assert names == [f"{column:02}{row:02}" for column in range(1, 5) for row in range(1, 5)]
    (found,) = engine.locate("Map", ["0203"])
    assert (found.x, found.y) == (75, 125)


def test_pictures_show_the_board_and_the_piece(engine: Engine, tmp_path: Path) -> None:
    drawn = engine.picture_map("Map", tmp_path / "map.png")
    with Image.open(drawn.file) as picture:
        assert picture.size == (drawn.width, drawn.height) == (200, 200)
        assert picture.getpixel((15, 25)) == (0, 0, 128)
        assert picture.getpixel((35, 25)) == (255, 255, 255)
        assert picture.getpixel((150, 150)) == (0, 128, 0)
    engine.show_windows()
    for window in engine.picture_windows(tmp_path):
        with Image.open(window.file) as picture:
            assert len(picture.getcolors(picture.width * picture.height) or ()) > 1


def test_a_screen_of_double_density_is_taken_in_its_own_pixels(
    make_module: ModuleMaker, tmp_path: Path
) -> None:
    with Engine(make_module(tmp_path / "tiny.vmod"), screen=(1600, 1000), scale=2) as fine:
        fine.new_game("Blue")
        [whole] = fine.picture_windows(tmp_path)[:1]
        with Image.open(whole.file) as picture:
            assert picture.width <= 800, "the engine counts every two pixels as one"
        shot = fine.picture_screen(tmp_path / "screen.png")
    with Image.open(shot.file) as picture:
        assert picture.size == (shot.width, shot.height) == (1600, 1000)
        assert len(picture.getcolors(picture.width * picture.height) or ()) > 1


def test_module_is_told_as_the_engine_writes_it(engine: Engine) -> None:
    assert 'mapName="Map"' in engine.build_string()
    assert "<VASSAL.build.GameModule " in engine.build_string()
    assert [slot.gpid for slot in engine.slots()] == ["2", "1"]
    assert [trait.type for trait in engine.traits(engine.piece("Tank").id)] == [
        "delete;Delete;68,130;",
        "mark;Strength",
        "piece;;;tank.png;Tank",
    ]


def test_unknown_names_are_refused_with_what_there_is(engine: Engine) -> None:
    with pytest.raises(EngineError, match=r"no map 'Mat'; there are \[Map\]"):
        engine.drag(engine.piece("Tank").id, "Mat", (0, 0))
    with pytest.raises(EngineError, match="no location '9999'"):
        engine.drag(engine.piece("Tank").id, "Map", "9999")


def test_sound_module_has_no_findings(make_module: ModuleMaker, tmp_path: Path) -> None:
    assert engine_findings(make_module(tmp_path / "sound.vmod")) == ()


def test_missing_picture_unknown_trait_and_missing_set_up_are_found(
    make_module: ModuleMaker, tmp_path: Path
) -> None:
    setup = 'VASSAL.build.module.PredefinedSetup name="Lost" isMenu="false" useFile="true" file="lost.vsav"'
    module = make_module(
        tmp_path / "faulty.vmod",
        tank="+/null/nonsense;x\tpiece;;;absent.png;Tank/\tnull;0;0;1;0",
        setups=f"<{setup}/>",
    )
    found = engine_findings(module)
    assert {diagnostic.code for diagnostic in found} == {"E004", "E007"}
    messages = "\n".join(diagnostic.message for diagnostic in found)
    for word in ("nonsense", "absent.png", "lost.vsav"):
        assert word in messages
    assert str(tmp_path) not in messages


def test_extensions_are_opened_with_their_module_on_request(make_module: ModuleMaker, tmp_path: Path) -> None:
    module = make_module(tmp_path / "tiny.vmod")
    (tmp_path / "tiny_ext").mkdir()
    with zipfile.ZipFile(tmp_path / "tiny_ext" / "more.vmdx", "w") as archive:
        archive.writestr("buildFile.xml", EXTENSION)
        archive.writestr("extensiondata", '<data version="1"><version>1.0</version></data>')
    for extensions, found in ((False, ["Tank", "Tank"]), (True, ["Tank", "Gun", "Tank"])):
        with Engine(module, extensions=extensions) as opened:
            assert [slot.name for slot in opened.slots()] == found


def test_file_that_is_no_module_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.vmod"
    file.write_text("not a zip", "utf-8")
    with pytest.raises(ModuleNotOpenedError, match="finds no module"), Engine(file):
        pass
