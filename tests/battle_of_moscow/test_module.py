"""The module plays what the text says as the rules engine does, on positions that games rarely come to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.emulator import EmulatedGame
from hexwright.emulator.live_toolbar import strip_html
from hexwright.engine_driver import Engine
from hexwright.model.ids import HexId, UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.state_builder import build_state
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.battle_of_moscow.game import homes, kernel, played
from tests.vassal.engine.conftest import module_with_plain_pictures

ARMY, FOOT, PANZER = UnitId("russian-army-8"), UnitId("german-inf-5"), UnitId("german-pz-4")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> EmulatedModule:
    """Return the module, without pictures."""
    return EmulatedModule(module_with_plain_pictures(played(), tmp_path_factory.mktemp("bom") / "m.vmod"))


def load(table: RunningModule, folder: Path, state: State) -> None:
    """Open a position in the module."""
    file = folder / "game.vsav"
    file.write_bytes(SavedGameWriter(played(), plan_sheet(played()))(kernel(), state))
    table.load(file)
    table.chat()


def test_reinforcements_that_were_lost_come_as_replacements(table: EmulatedModule, tmp_path: Path) -> None:
    lost = UnitId("russian-army-5")
    state = build_state(
        kernel(), ("0819 german-inf-35",), turn=4, phase="russian-arrivals", pool=(lost,), weather="fair"
    )
    load(table, tmp_path, state)
    wanted = {one.hex for one in kernel().legal_actions(state) if one.unit == lost and one.kind == "new"}
    assert table.reachable_hexes(lost) == wanted
    assert homes()["Moscow"] in wanted
    table.drag(lost, homes()["Moscow"])
    assert "arrives in 2324, replacements left: Voronezh 3, east " in table.chat()
    # Another that is due comes at no cost, and none before its turn.
    assert table.reachable_hexes(UnitId("russian-army-26"))
    assert not table.reachable_hexes(UnitId("russian-army-39"))


def test_nobody_defends_twice_in_an_impulse(table: EmulatedModule, tmp_path: Path) -> None:
    lines = (f"0407 {ARMY}", "0607 russian-fort-2", f"0408 {PANZER}", "0408 german-pz-3", f"0608 {FOOT}")
    load(table, tmp_path, build_state(kernel(), lines, phase="german-combat", weather="fair"))
    for target, *attackers in ((ARMY, PANZER, UnitId("german-pz-3")), (UnitId("russian-fort-2"), FOOT)):
        for unit in (target, *attackers):
            table.key(unit, ATTACK_KEY)
    table.force_throw(2, 6)
    table.key(ARMY, RESOLVE_KEY)
    assert "Defender back" in table.chat()
    table.drag(ARMY, "0607")
    assert table.where(ARMY).location == "0607"
    table.chat()
    table.force_throw(1, 6)
    table.key(UnitId("russian-fort-2"), RESOLVE_KEY)
    told = table.chat()
    assert "3 against 4" in told, told
    assert table.where(ARMY).location == "0607"
    assert table.where(UnitId("russian-fort-2")).location != HexId("0607")


PANZERS = tuple(UnitId(f"german-pz-{number}") for number in (3, 4, 5))
OTHER = UnitId("russian-army-5")
BEATEN = (
    *(f"2119 {army}" for army in (ARMY, OTHER)),
    *(f"2019 {panzer}" for panzer in PANZERS),
    *("1818 german-inf-251", "2121 german-inf-102", "2418 german-inf-256"),
    *("2020 german-inf-206", "2217 german-inf-255"),
)
"""Two armies that the panzers attack; German zones leave them 2320 alone to retreat to."""


@pytest.mark.parametrize("room", [True, False])
def test_several_units_that_can_retreat_to_one_hex_alone_do_so_at_once(
    table: EmulatedModule, tmp_path: Path, room: bool
) -> None:
    taken = () if room else ("2320 russian-army-13",)
    load(
        table,
        tmp_path,
        build_state(kernel(), (*BEATEN, *taken), phase="german-combat", weather="fair"),
    )
    for unit in (ARMY, *PANZERS):
        table.key(unit, ATTACK_KEY)
    table.force_throw(2, 6)
    table.chat()
    table.key(ARMY, RESOLVE_KEY)
    told = table.chat()
    assert "Defender back" in told
    # Where one alone has room, the enemy chooses which.
    went = "2320" if room else "2119"
    assert [table.where(one).location for one in (ARMY, OTHER)] == [went, went], told
    assert told.count("retreats from 2119 to 2320") == (2 if room else 0)
    assert not table.problems()
    table.undo()
    assert [table.where(one).location for one in (ARMY, OTHER)] == ["2119", "2119"]


@pytest.mark.parametrize(("weather", "goals"), [("snow", 46), ("mud", 6)])
def test_a_unit_on_a_lake_goes_to_land_alone_once_the_snow_has_ended(
    table: EmulatedModule, tmp_path: Path, weather: str, goals: int
) -> None:
    lines = (f"0714 {ARMY}", "0130 german-inf-251")
    state = build_state(kernel(), lines, turn=5, phase="russian-movement", weather=weather)
    load(table, tmp_path, state)
    wanted = {one.hex for one in kernel().actions_of(state, ARMY) if one.kind == "move"}
    assert table.reachable_hexes(ARMY) == wanted
    assert len(wanted) == goals


def test_the_fortieth_army_retreats_before_it_may_move(table: EmulatedModule, tmp_path: Path) -> None:
    army, far = UnitId("russian-army-40"), "0130 german-inf-251"
    lines = (f"2840 {army}", f"2740 {PANZER}", "2740 german-pz-3", far)
    load(table, tmp_path, build_state(kernel(), lines, phase="russian-movement", weather="fair"))
    assert not table.reachable_hexes(army)
    load(table, tmp_path, build_state(kernel(), lines, phase="german-combat", weather="fair"))
    for unit in (army, PANZER, UnitId("german-pz-3")):
        table.key(unit, ATTACK_KEY)
    table.force_throw(1, 6)
    table.key(army, RESOLVE_KEY)
    assert "Defender back" in table.chat()
    table.drag(army, "2842")
    assert table.where(army).location == "2842"


def test_trains_run_through_empty_enemy_cities(table: EmulatedModule, tmp_path: Path) -> None:
    state = build_state(
        kernel(), (f"{railway_end()} {FOOT}", "2919 russian-army-43"), phase="german-movement", weather="fair"
    )
    state = kernel().apply(state, kernel().parse(state, f"entrain {FOOT}"))
    load(table, tmp_path, state)
    wanted = {one.hex for one in kernel().actions_of(state, FOOT) if one.kind == "move"}
    assert homes()["Vyazma"] in wanted
    assert table.reachable_hexes(FOOT) == wanted


def railway_end() -> HexId:
    """Return the end of the railway to Moscow that isn't Moscow."""
    return next(
        run.path[-1] if run.path[0] == homes()["Moscow"] else run.path[0]
        for line in played().hexmap.lines
        if line.id == "rail"
        for run in line.lines
        if run.name == "Moscow-Smolensk-Orsha"
    )


def test_entraining_is_taken_back_by_the_key(table: EmulatedModule, tmp_path: Path) -> None:
    lines = (f"{railway_end()} {FOOT}", "2919 russian-army-43")
    state = build_state(kernel(), lines, phase="german-movement", weather="fair")
    load(table, tmp_path, state)
    afoot = table.reachable_hexes(FOOT)
    kept = [table.get(name, FOOT) for name in ("MoveRecord", "Rode", "Entrained_Level")]
    table.key(FOOT, "keys:ctrl O")
    assert "entrains" in table.chat()
    assert homes()["Vyazma"] in table.reachable_hexes(FOOT)
    table.drag(FOOT, min(afoot - table.reachable_hexes(FOOT)))
    assert "isn't on a line that it can follow (Railway); Ctrl S detrains it." in table.chat()
    table.key(FOOT, "keys:ctrl C")
    assert table.chat().endswith("takes its move back: it is no longer entrained.")
    assert table.reachable_hexes(FOOT) == afoot
    assert [table.get(name, FOOT) for name in ("MoveRecord", "Rode", "Entrained_Level")] == kept
    # It may entrain again, and a second press has nothing to take back.
    table.key(FOOT, "keys:ctrl O")
    assert "entrains" in table.chat()
    table.key(FOOT, "keys:ctrl C")
    table.chat()
    table.key(FOOT, "keys:ctrl C")
    assert "it hasn't moved in this phase" in table.chat()
    assert not table.problems()


@pytest.mark.parametrize(("here", "isolated"), [("0507", True), ("0508", False)])
def test_a_german_in_leningrad_isolates_it(
    table: EmulatedModule, tmp_path: Path, here: str, isolated: bool
) -> None:
    state = build_state(
        kernel(),
        (f"{here} {FOOT}", "2919 russian-army-43"),
        phase="german-second-movement",
        weather="fair",
    )
    load(table, tmp_path, state)
    for _ in range(3):
        if table.get("Phase") != "russian-arrivals":
            table.next_phase()
    assert table.get("Phase") == "russian-arrivals"
    assert ("leningrad-isolated=1" in table.get("Situations")) == isolated


ACCOUNTS = re.compile(r"replacements: Voronezh \d+, east \d+, Moscow \d+, Leningrad \d+")


def let_a_replacement_arrive(player: EmulatedGame | Engine, folder: Path) -> None:
    """Drag a lost army to Moscow."""
    lost = UnitId("russian-army-5")
    state = build_state(
        kernel(), ("0819 german-inf-35",), turn=4, phase="russian-arrivals", pool=(lost,), weather="fair"
    )
    file = folder / "arrivals.vsav"
    file.write_bytes(SavedGameWriter(played(), plan_sheet(played()))(kernel(), state))
    player.load(file, BOTH_SIDES)
    [piece] = (one.id for one in player.pieces(("UnitId",)) if one.properties["UnitId"] == lost)
    player.drag(piece, "Map", homes()["Moscow"])


def test_the_toolbar_names_the_accounts_of_replacements(tmp_path: Path) -> None:
    engine = EmulatedGame.open(module_with_plain_pictures(played(), tmp_path / "module.vmod"))
    let_a_replacement_arrive(engine, tmp_path)
    texts = [strip_html(engine.shown(button)).strip() for button in engine.toolbar.buttons]
    assert any(ACCOUNTS.search(text) for text in texts), texts


@pytest.mark.engine
def test_real_engine_names_the_accounts_of_replacements(tmp_path: Path) -> None:
    with Engine(module_with_plain_pictures(played(), tmp_path / "module.vmod")) as engine:
        let_a_replacement_arrive(engine, tmp_path)
        texts = [strip_html(button.text or "").strip() for button in engine.buttons()]
    assert any(ACCOUNTS.search(text) for text in texts), texts


@pytest.mark.engine
def test_real_engine_names_no_finns_as_out_of_supply(tmp_path: Path) -> None:
    module = module_with_plain_pictures(played(), tmp_path / "m.vmod")
    with Engine(module) as engine:
        test_only_units_that_lack_of_supply_weakens_are_named_as_a_movement_phase_begins(
            VassalModule(engine), tmp_path
        )


def test_only_units_that_lack_of_supply_weakens_are_named_as_a_movement_phase_begins(
    table: RunningModule, tmp_path: Path
) -> None:
    # Neither has a supply line; the Finn needs one only to attack.
    lines = ("2303 german-inf-5", "0905 finnish-10", "2324 russian-army-8")
    load(table, tmp_path, build_state(kernel(), lines, turn=2, phase="german-arrivals", weather="fair"))
    told = []
    while table.get("Phase") != "german-movement":
        table.next_phase()
        told += [line for line in table.chat().split("\n") if "full supply" in line]
    [line] = told
    assert line == (
        "* Supply: 1 unit lacks full supply for this movement phase, and for battles until the next movement "
        "phase. In limited supply: 5th Infantry Division (2303)."
    )
    table.drag(UnitId("finnish-10"), "0906")
    refused = table.chat()
    assert "it has 4 MP" in refused
    assert "began the phase" not in refused


def test_the_end_of_a_phase_of_battles_is_told_before_the_next_phase(
    table: EmulatedModule, tmp_path: Path
) -> None:
    # A unit without supply: it is named as the next phase begins.
    lines = (f"0407 {ARMY}", f"0408 {PANZER}", "2303 german-inf-5")
    load(table, tmp_path, build_state(kernel(), lines, phase="german-combat", weather="fair"))
    for unit in (ARMY, PANZER):
        table.key(unit, ATTACK_KEY)
    table.force_throw(4, 6)
    table.key(ARMY, RESOLVE_KEY)
    assert "Attacker back" in table.chat()
    table.sit("Russian")
    table.chat()
    table.drag(PANZER, sorted(table.reachable_hexes(PANZER))[0])
    heads = [line.split(":")[0] for line in table.chat().split("\n")]
    table.sit(BOTH_SIDES)
    assert heads == [
        "* Battle",
        "* Over",
        "* Turn 1 (Oct I) · Fair · German second impulse",
        "* Supply",
    ]


def test_a_phase_that_passes_with_losses_is_told_as_a_phase(table: EmulatedModule, tmp_path: Path) -> None:
    lines = ("3141 russian-replacement-3", "2324 russian-army-8", "0819 german-inf-35")
    load(table, tmp_path, build_state(kernel(), lines, phase="russian-second-movement", weather="fair"))
    told = ""
    while table.get("Phase") == "russian-second-movement":
        table.next_phase()
        told = table.chat()
    assert "* Skipped: Russian second battles (nothing to do)." in told
    lost = told.index("Loss: Russian Replacement counter is eliminated")
    assert 0 < told.index("Russian isolation: Each isolated group") < lost < told.index("Turn 2")


def test_the_map_shows_the_groups_that_must_lose_units(table: EmulatedModule, tmp_path: Path) -> None:
    lines = ("3141 russian-replacement-3", "3141 russian-replacement-4", "2324 russian-army-8")
    load(table, tmp_path, build_state(kernel(), lines, phase="russian-isolation", weather="fair"))
    assert table.get("NextStep") == (
        "Russians: choose the units lost for lack of supply (Ctrl L on each): at least 1 SP in 3141."
    )
    asked = 'ask(\\"hexNames(supplyOwedIn()).concat\\", \\"\\");'
    assert table.evaluate(f'{{new bsh.Interpreter().eval(RulesRun + "{asked}").toString()}}') == "3141"
