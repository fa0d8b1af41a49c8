"""Markers of networks: by ids from the data, in rules engine and module, and in VASSAL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.network_mark_comparison import expected_marks as marked_in
from hexwright.engine_driver import Engine
from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.transport_network_record import NetworkStates, NetworkUse
from hexwright.players.policies import play_game
from hexwright.render.map.network_marks.changing_lines import stretches_as_json, stretches_from_json
from hexwright.render.map.network_marks.line_stretches import line_stretches
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.transport import network_hex_states
from hexwright.rules.transport.network_hex_states import NetworkMarks, marks_by_name, marks_of_network
from hexwright.vassal.enforcement.script import told as asked
from tests.conformance.walking import bench_of
from tests.rules.games_with_network_markers import BLUE, RED, marked
from tests.rules.games_with_railways import SCENARIO, SLUG
from tests.rules.lining import Lines
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import write_module

STANDING = ("0303 blue-1", "0903 red-1")


# By ids -----------------------------------------------------------------------------------------------


def naive(kernel: RulesEngine, state: State) -> NetworkMarks:
    """Return the markers according to the data, hex by hex."""
    lines = {side: Lines(kernel, state, side, "road") for side in (BLUE, RED)}
    bits = kernel.setting.board.bits
    cut = {h for h in lines[BLUE].hexes if all(h not in one.serving for one in lines.values())}
    alone, heads = [], []
    for side, other in ((BLUE, RED), (RED, BLUE)):
        one, use = lines[side], lines[side].use
        assert use is not None
        mine = {h for h in one.serving if h not in lines[other].serving}
        if not use.marked:
            mine = {h for h in mine if h not in one.started or h in lines[other].started}
        alone.append((SideId(side), bits(mine)))
        if use.railhead_name:
            heads.append((SideId(side), bits(ends(one))))
    return NetworkMarks(bits(cut), tuple(alone), tuple(heads))


def ends(one: Lines) -> set[HexId]:
    """Return the ends of lines, traced from every source."""
    sources = one.begins or set()
    linked, waiting = set[HexId](), [h for h in sources if h in one.serving]
    while waiting:
        here = waiting.pop()
        if here not in linked:
            linked.add(here)
            waiting += [h for h in _near(one, here) if h in one.serving]
    found = set()
    for here in linked:
        near = _near(one, here)
        if len(near & linked) <= (here not in sources) and any(h not in one.serving for h in near):
            found.add(here)
    return found


def _near(one: Lines, here: HexId) -> set[HexId]:
    return {b for a, b in one.pairs if a == here} | {a for a, b in one.pairs if b == here}


def watched(found: Game, seeds: range) -> set[str]:
    """Follow games, and return the kinds of markers in them."""
    kernel, seen = RulesEngine(found, SCENARIO), set[str]()

    def look(_before: State, _action: object, state: State) -> None:
        [changing] = kernel.setting.changeable_networks
        got = marks_of_network(kernel.setting, state, changing)
        assert got == naive(kernel, state), kernel.show(state)
        seen.update(words for words, hexes in marks_by_name(kernel.setting, state) if hexes)

    for seed in seeds:
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), look)
    return seen


def test_network_markers_are_those_of_the_data() -> None:
    seen = watched(marked(), range(1)) | watched(marked(whole=False), range(2))
    assert {"Road torn up", "Road mended (Blue)", "Railhead (Blue)", "End of the road (Red)"} <= seen, seen


def _cut_for_the_first(patch: pytest.MonkeyPatch) -> None:
    right = network_hex_states.marks_of_network

    def only(setting: Any, state: Any, changing: Any) -> NetworkMarks:
        return replace(
            right(setting, state, changing), cut_hexes=changing.hexes & ~state.serving_hexes[changing.first]
        )

    patch.setitem(globals(), "marks_of_network", only)


def _no_heads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(network_hex_states, "_railhead_hexes", lambda *_: 0)


def _sources_are_heads(patch: pytest.MonkeyPatch) -> None:
    right = network_hex_states._railhead_hexes
    patch.setattr(network_hex_states, "_railhead_hexes", lambda *asked: right(*asked) | asked[2].sources)


@pytest.mark.parametrize("fault", [_cut_for_the_first, _no_heads, _sources_are_heads])
def test_planted_faults_in_network_markers_are_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(marked(), range(2))


# In the module ----------------------------------------------------------------------------------------


def _all_of_red(found: Game) -> Game:
    both = {
        BLUE: {"marked": True, "railhead_name": "railhead"},
        RED: {"marked": True, "railhead_name": "end"},
    }
    return marked(whole=False, uses=both)


@pytest.mark.parametrize("fault", [None, _all_of_red])
def test_the_module_marks_what_the_reference_marks(
    fault: Callable[[Game], Game] | None, tmp_path: Path
) -> None:
    right = marked(whole=False)
    bench = bench_of(fault(right) if fault else right, tmp_path, right)
    kernel = RulesEngine(right, SCENARIO)
    board, road = kernel.setting.board, Lines(kernel, kernel.set_up(), BLUE, "road")
    row = sorted(road.hexes)
    same = []
    for west, east in ((row, row), (row[:3], row[5:]), (row[:4], row[2:]), ([], [])):
        served = (board.bits(west), board.bits(east))
        standing = build_state(kernel, STANDING, phase="blue-movement", serving_hexes=served)
        (tmp_path / "position.vsav").write_bytes(bench.save(kernel, standing))
        bench.table.load(tmp_path / "position.vsav")
        got = bench.table.evaluate(f"{{{asked('networkMarks')}}}")
        same.append(got == marked_in(kernel, standing))
    assert all(same) == (fault is None), same


def test_marks_lie_on_the_lines_and_leave_lettering_free() -> None:
    found = marked()
    sheet = plan_sheet(found)
    board = sheet_layers(found, CLASSIC, sheet)
    known = line_stretches(found, sheet, board)
    [changing] = RulesEngine(found, SCENARIO).setting.changeable_networks
    ids = RulesEngine(found, SCENARIO).setting.board.ids
    assert set(known) == {ids[number] for number in members(changing.hexes)}
    for hex_id, one in known.items():
        assert sheet.layout.centre(hex_id).distance(one.middle) < sheet.layout.hex_width
        for run in one.runs:
            for point in run:
                assert not any(
                    box.x < point.x < box.right and box.y < point.y < box.bottom
                    for label in board.labels
                    for box in label.boxes
                )
    assert {h: len(one.runs) for h, one in stretches_from_json(stretches_as_json(known)).items()} == {
        h: len(one.runs) for h, one in known.items()
    }


@pytest.mark.engine
def test_the_engine_draws_a_mark_as_a_hex_is_cut_and_none_once_that_is_undone(tmp_path: Path) -> None:
    found = marked()
    with Engine(write_module(found, SLUG, tmp_path / "marks.vmod")) as engine:
        table = Table(engine)
        engine.start(found.scenarios[0].title, "Both sides")
        table.rules("off")
        table.move("blue-1", "0304")
        table.rules("strict")

        def shown(name: str) -> bytes:
            return engine.picture_map("Map", tmp_path / f"{name}.png").file.read_bytes()

        plain = shown("plain")
        before = engine.property("Networks")
        engine.set_property("Networks", "road.blue=0 road.red=0")
        cut = shown("cut")
        assert cut != plain
        engine.set_property("Networks", before or "")
        assert shown("again") == plain


# What is refused --------------------------------------------------------------------------------------


def test_marks_that_could_never_be_seen_are_refused() -> None:
    def refused(states: NetworkStates | None, use: NetworkUse) -> str:
        found = marked()
        [road] = found.rules.networks
        uses = (use, road.uses[1])
        rules = replace(found.rules, networks=(replace(road, states=states, uses=uses),))
        return "; ".join(one.message for one in check_rules(replace(found, rules=rules), found.scenarios[0]))

    states = NetworkStates(repaired_by=("foot",))
    assert refused(states, NetworkUse(SideId(BLUE), edge=("west",), railhead_name="end", marked=True)) == ""
    assert "there are no railheads" in refused(states, NetworkUse(SideId(BLUE), railhead_name="end"))
    assert "has no effect, because all hexes always serve all sides" in refused(
        None, NetworkUse(SideId(BLUE), edge=("west",), marked=True)
    )
