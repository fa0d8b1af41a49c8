"""Counters of old games become those of the module, as the real engine makes them."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.commands.saved_game_inputs import moduledata_of
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition, PlacedPiece
from hexwright.inspect.analysis.module_view import open_module
from hexwright.saves.counter_refresh import RefreshResult, refresh
from hexwright.saves.grid_snapping import snap_to_grids
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.saves.piece_refresh import RefreshOptions
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.commands import Compound, SetGlobalProperty, flatten_commands
from hexwright.vassal.codec.module_archive import SavedGame
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module import property_names as prop
from tests.engine_refresh import refresh_script, with_plain_keys
from tests.saves.own_games import EMBATTLED, ours
from tests.saves.recording import MOSCOW, recorded
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

SAVES = Path(__file__).parents[1] / "vassal/enforcement/saves"
OLD = ("before-enforcement", "moves-alone", "battles", "heavy-units")
#: What the dialogue of Refresh Counters has ticked, and names beside it.
REFRESH = refresh_script("RefreshPieces", "UseName", "UseLabelerName", "UseLayerName", "UseRotateName")
Told = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return today's modules by their games."""
    folder = tmp_path_factory.mktemp("modules")
    return {slug: write_module(game(slug), slug, folder / f"{slug}.vmod") for slug in (MOSCOW, EMBATTLED)}


def refreshed(file: SavedGameFile, module: Path) -> RefreshResult:
    """Return a saved game with its counters as a module has them."""
    with open_module([module]) as opened:
        return refresh(file, opened, moduledata_of(opened))


def _shows(lying: PlacedPiece) -> tuple[object, ...]:
    """Return what makes up a counter: its types, and its states without VASSAL's notes on its movement."""
    states = [trait.encode_state() for trait in lying.piece.traits[1:] if not _of_the_way(trait)]
    # VASSAL 3.8 writes a field of the Movement Trail that 3.7 doesn't have.
    traits = [one.fresh() if isinstance(one, t.MovementTrail) else one for one in lying.piece.traits]
    types = [with_plain_keys(trait.encode_type()) for trait in traits]
    return (*lying.spot, *types, *states)


def _of_the_way(trait: object) -> bool:
    return isinstance(trait, t.MovementTrail | t.MarkWhenMoved)


def _counters(file: SavedGameFile) -> dict[str, tuple[object, ...]]:
    position = LogPosition(file)
    found = {}
    for lying in position.pieces.values():
        name = lying.properties.get(prop.UNIT_ID) or f"{lying.name} {lying.spot}"
        found[name] = _shows(lying)
    return found


@pytest.mark.engine
@pytest.mark.parametrize(
    ("slug", "name"), [*((MOSCOW, name) for name in OLD), (EMBATTLED, "heavy-units-fire")]
)
def test_counters_become_what_the_engine_makes_of_them(
    slug: str, name: str, modules: dict[str, Path], tmp_path: Path
) -> None:
    old = SAVES / f"{name}.vsav"
    ours_ = refreshed(SavedGameFile.read(old), modules[slug])
    assert ours_.unrefreshed == []
    with Engine(modules[slug]) as engine:
        engine.load(old, "Both sides")
        assert engine.evaluate(REFRESH) == "0"
        engine.save(tmp_path / "theirs.vsav")
        theirs = SavedGameFile.read(tmp_path / "theirs.vsav")
        with open_module([modules[slug]]) as module:
            theirs = dataclasses.replace(theirs, commands=snap_to_grids(theirs.commands, module)[0])
        assert _counters(ours_.game) == _counters(theirs)
        # And what we write, it opens without a word about another version.
        (tmp_path / "ours.vsav").write_bytes(ours_.game.encode())
        engine.take_chat()
        engine.take_problems()
        engine.load(tmp_path / "ours.vsav", "Both sides")
        assert not any("another version" in line.text for line in engine.take_chat())
        assert engine.take_problems() == ()


@pytest.mark.parametrize("name", OLD)
def test_refreshed_counters_keep_places_and_steps_and_are_those_of_the_module(
    name: str, modules: dict[str, Path]
) -> None:
    old = SavedGameFile.read(SAVES / f"{name}.vsav")
    found = refreshed(old, modules[MOSCOW])
    assert found.unrefreshed == []
    assert found.updated == len(LogPosition(old).pieces)
    before, after = (
        ReadPosition.of(ours(MOSCOW), LogPosition(one)).visible_state for one in (old, found.game)
    )
    assert before.units == after.units
    assert before.owners == after.owners
    again = refreshed(found.game, modules[MOSCOW])
    assert again.game.commands == found.game.commands


@pytest.mark.parametrize("version", ["3.7", "3.8"])
def test_movement_trails_are_kept_in_either_form(version: str, modules: dict[str, Path]) -> None:
    old = SavedGameFile.read(recorded("by-hand.vsav", version))
    trails = [_trails(one) for one in (old, refreshed(old, modules[MOSCOW]).game)]
    assert trails[0] == trails[1]
    assert any("709,995" in state for state in trails[0].values())


def _trails(file: SavedGameFile) -> dict[str, str]:
    """Return the states of the movement trails by piece."""
    pieces = LogPosition(file).pieces
    return {
        key: trail.encode_state() for key, one in pieces.items() for trail in one.piece.all(t.MovementTrail)
    }


def test_conditions_are_kept(modules: dict[str, Path]) -> None:
    found = refreshed(SavedGameFile.read(SAVES / "heavy-units-fire.vsav"), modules[EMBATTLED])
    units = ReadPosition.of(ours(EMBATTLED), LogPosition(found.game)).visible_state.units
    assert {unit for unit, one in units.items() if one.disrupted}
    assert {unit for unit, one in units.items() if one.fortified}


@cache
def _old() -> SavedGameFile:
    return SavedGameFile.read(SAVES / "heavy-units.vsav")


def _with(change: object, unit: str) -> SavedGameFile:
    """Return the old game with one counter changed."""

    def changed(part: object) -> object:
        if not isinstance(part, AddPiece) or not isinstance(part.piece.basic, t.BasicPiece):
            return part
        markers = part.piece.all(t.Marker)
        if not any(unit in marker.values for marker in markers):
            return part
        return dataclasses.replace(part, piece=change(part.piece))  # type: ignore[operator]

    parts = tuple(changed(part) for command in _old().commands for part in flatten_commands(command))
    return SavedGameFile.of(_old().moduledata, _old().savedata, Compound(parts))  # type: ignore[arg-type]


def test_counter_without_its_number_is_found_by_its_name(modules: dict[str, Path]) -> None:
    def lost(piece: GamePiece) -> GamePiece:
        return GamePiece((dataclasses.replace(piece.basic, gpid="99999"), *piece.traits[1:]))  # type: ignore[call-arg]

    found = refreshed(_with(lost, "german-ix"), modules[MOSCOW])
    assert [piece.name for piece in found.by_name] == ["IX"]
    assert found.unrefreshed == []


def test_options_are_those_of_the_engine(modules: dict[str, Path]) -> None:
    def lost(piece: GamePiece) -> GamePiece:
        basic = dataclasses.replace(piece.basic, gpid="")  # type: ignore[call-arg]
        return GamePiece((basic, *piece.traits[1:]))

    old = _with(lost, "german-ix")
    with open_module([modules[MOSCOW]]) as module:
        data = moduledata_of(module)
        without = refresh(old, module, data, options=RefreshOptions())
        fixed = refresh(old, module, data, options=RefreshOptions(use_name=True, fix_gpid=True))
    assert [one.detail for one in without.unrefreshed] == [" without an id"]
    (ninth,) = (
        lying.piece.basic
        for lying in LogPosition(fixed.game).pieces.values()
        if lying.properties.get(prop.UNIT_ID) == "german-ix"
    )
    assert isinstance(ninth, t.BasicPiece)
    assert ninth.gpid


def test_counters_that_the_module_lacks_or_a_player_conceals_are_told_and_stay(
    modules: dict[str, Path], tmp_path: Path, capsys: Told
) -> None:
    def strange(piece: GamePiece) -> GamePiece:
        return GamePiece((dataclasses.replace(piece.basic, gpid="99999", name="Guards"), *piece.traits[1:]))  # type: ignore[call-arg]

    def masked(piece: GamePiece) -> GamePiece:
        return GamePiece((*piece.traits, t.Mask(masked_by="somebody")))

    file, out = tmp_path / "old.vsav", tmp_path / "new.vsav"
    for change, told in (
        (strange, "Guards (0305) is unchanged: the module has no slot 99999 and no slot with its name"),
        (masked, "a masked piece (?) (0305) is unchanged: a player has masked or hidden it"),
    ):
        file.write_bytes(_with(change, "german-ix").encode())
        command = ["save", "refresh", str(file), "--to", str(modules[MOSCOW]), "-o", str(out)]
        assert run(command) == ExitCode.FINDINGS
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == f"{out}: 16 counters updated"
        assert lines[1].strip() == told


def test_log_is_refused_and_the_rest_of_the_game_stays(
    modules: dict[str, Path], tmp_path: Path, capsys: Told
) -> None:
    out = tmp_path / "new.vsav"
    command = ["save", "refresh", str(recorded("by-hand.vlog")), "--to", str(modules[MOSCOW]), "-o", str(out)]
    assert run(command) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "N005]: a log can't be refreshed" in told
    assert "step to the end of the log, save the game, and refresh that file" in told
    assert not out.exists()
    found = refreshed(_old(), modules[MOSCOW])
    for old, new in zip(_old().setup_commands, found.game.setup_commands, strict=True):
        assert isinstance(old, AddPiece) or old == new
    assert any(isinstance(part, SetGlobalProperty) for part in found.game.setup_commands)


def test_a_save_that_cannot_be_written_again_is_refused(
    modules: dict[str, Path], tmp_path: Path, capsys: Told
) -> None:
    saved = SavedGame.decode(SAVES / "heavy-units.vsav")
    text = saved.text.replace("Map;709;1235", "Ma\tp;709;1235")
    assert text != saved.text
    file, out = tmp_path / "odd.vsav", tmp_path / "new.vsav"
    file.write_bytes(SavedGame(saved.moduledata, saved.savedata, text).encode())
    assert (
        run(["save", "refresh", str(file), "--to", str(modules[MOSCOW]), "-o", str(out)]) == ExitCode.FINDINGS
    )
    assert "error[N001]: the saved game can't be rewritten: " in capsys.readouterr().err
    assert not out.exists()
