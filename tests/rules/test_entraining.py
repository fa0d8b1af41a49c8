"""Units entrain, ride and detrain; these actions have the right effects. The naive walker checks the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.running_module import EmulatedModule
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.movement_record import EntryCost, MovementMode
from hexwright.model.rules.rail_movement_record import EntrainedLimit, Entraining
from hexwright.model.rules.rules_record import PhaseMove
from hexwright.module_state.notes import train_notes
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine import fast_dataclasses
from hexwright.rules.engine.game_state import ENTRAINED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, END, Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.enforcement.names import NETWORKS, RODE
from hexwright.vassal.enforcement.tables.network_tables import noted
from tests.conformance.games_with_trains import BY_NETWORK, COSTLY, FREE, railed
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

SCENARIO = "the-week"
PHASE = "red-movement"


def kernel(rule: Entraining = COSTLY) -> RulesEngine:
    """Return the rules engine of a toy with trains along its road."""
    return RulesEngine(railed(rule), SCENARIO)


def stand(rules: RulesEngine, *standing: str, **more: Any) -> State:
    """Return a position in which Red units move."""
    return build_state(rules, standing, phase=PHASE, **more)


def after(rules: RulesEngine, state: State, *texts: str) -> State:
    """Return the state after some actions; raise IllegalAction for one that isn't legal."""
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def watched(rules: RulesEngine, seeds: range) -> Counter[str]:
    """Play games, record entrained units from the actions alone, and compare with the rules engine."""
    setting, seen = rules.setting, Counter[str]()
    mode = setting.train_mode
    assert mode is not None
    assert mode.entraining is not None
    rule = mode.entraining
    for seed in seeds:
        counted: dict[tuple[int, int], set[int]] = {}
        new: dict[int, set[int]] = {}

        def look(
            before: State,
            action: Action,
            then: State,
            counted: dict[tuple[int, int], set[int]] = counted,
            new: dict[int, set[int]] = new,
        ) -> None:
            on = {n for n, now in enumerate(then.conditions) if now & ENTRAINED}
            was = {n for n, now in enumerate(before.conditions) if now & ENTRAINED}
            seen["entrained"] += len(on - was)
            if before.stage != "move":
                if action.kind == "new":
                    assert action.unit is not None
                    number = setting.unit_numbers[action.unit]
                    assert on - was == {number}
                    seen["came so"] += 1
                    new.setdefault(before.turn, set()).add(number)
                    return
                # Nobody else entrains out of his move, and who retreats or is lost does so on foot.
                assert on <= was
                seen["lost or driven off"] += len(was - on)
                return
            spares = rule.capacity[0].counts_reinforcements if rule.capacity else True
            came = () if spares else set(new.get(before.turn, ()))
            here = counted.setdefault((before.turn, before.phase), set(was))
            side, known = setting.side(before), here | set(came)
            if action.kind in ("entrain", "detrain"):
                assert action.unit is not None
                number = setting.unit_numbers[action.unit]
                assert on ^ was == {number}
                here.add(number)
            elif action.kind == "take-back":
                assert action.unit is not None
                number = setting.unit_numbers[action.unit]
                assert before.movement_start is not None
                if not before.movement_start.conditions[number] & ENTRAINED:
                    here.discard(number)
            elif action.kind == "end":
                own = {n for n in was if setting.side_of[n] == side}
                assert on == (was if rule.may_stay_entrained else was - own)
                seen["ends"] += len(own)
            limit = rule.limit(setting.sides[side])
            most = limit.max if limit is not None else None
            own = {n for n in here if setting.side_of[n] == side and n not in came}
            # Who was spared as new stays entrained on the next turn, and nobody else entrains then; who
            # has been counted in this phase may entrain again.
            entrains = (
                action.kind == "entrain" and setting.unit_numbers[action.unit or UnitId("")] not in known
            )
            assert not entrains or most is None or len(own) <= most
            seen["full"] += most is not None and len(own) == most

        chooser, state = RandomStream(seed), rules.set_up(seed)
        while not rules.is_over(state):
            legal = rules.legal_actions(state)
            trains = [action for action in legal if action.kind in ("entrain", "detrain")]
            if rules.active_side(state) == CHANCE:
                action = rules.draw(state)
            elif trains and chooser.integer_below(3):
                action = chooser.choice(trains)
            else:
                action = END if END in legal and chooser.integer_below(4) == 0 else chooser.choice(legal)
            then = rules.apply(state, action)
            look(state, action, then)
            state = then
    return seen


@pytest.mark.parametrize("rule", [COSTLY, FREE, BY_NETWORK], ids=["at a cost", "for nothing", "by a network"])
def test_units_are_entrained_as_their_moves_say(rule: Entraining) -> None:
    seen = watched(kernel(rule), range(5))
    assert seen["entrained"] > 10
    assert seen["came so"]
    assert seen["full"] > 10
    assert seen["ends"]


def test_a_unit_walks_to_the_line_rides_and_walks_on() -> None:
    rules = kernel(Entraining(hexes_per_mp=3))
    state = stand(rules, "0903 red-1", "0101 blue-1")
    done = after(rules, state, "move red-1 0904", "entrain red-1", "move red-1 0704", "detrain red-1")
    with pytest.raises(IllegalAction, match="red-1 is not entrained"):
        rules.parse(done, "detrain red-1")
    kinds = {action.kind for action in rules.actions_of(done, UnitId("red-1"))}
    assert kinds >= {"move", "entrain"}


def test_an_entrained_unit_defends_at_half_and_attacks_nobody() -> None:
    rules = kernel()
    setting = rules.setting
    red, blue = (setting.unit_numbers[UnitId(name)] for name in ("red-1", "blue-1"))
    standing = ("0304 red-1", "0404 blue-1")
    whole, half = (
        build_state(rules, standing, phase="blue-combat", entrained=names) for names in ((), ("red-1",))
    )
    defence = [compute_odds(setting, state, 1 << red, 1 << blue).defence for state in (whole, half)]
    assert defence[1] * 2 == defence[0]
    for names, kinds in (((), {"attack", "end"}), (("red-1",), {"end"})):
        state = build_state(rules, standing, phase="red-combat", entrained=names)
        assert {action.kind for action in rules.legal_actions(state)} == kinds


def test_the_refusal_of_entraining_says_why() -> None:
    rules = kernel(replace(COSTLY, capacity=(EntrainedLimit(0),)))
    state = stand(rules, "0904 red-1", "0101 blue-1")
    with pytest.raises(IllegalAction, match="no more Red units may be entrained"):
        rules.parse(state, "entrain red-1")
    with pytest.raises(IllegalAction, match="not entrained"):
        rules.parse(state, "detrain red-1")
    close = stand(kernel(), "0904 red-1", "0804 blue-1")
    with pytest.raises(IllegalAction, match="isn't on a line that may be used"):
        kernel().parse(close, "entrain red-1")


def test_new_units_come_entrained_and_may_be_spared() -> None:
    """A full train keeps other units off it, and also units that arrived this turn if the data say so."""
    for new, kinds in ((True, set()), (False, {"entrain"})):
        rules = kernel(replace(BY_NETWORK, capacity=(EntrainedLimit(0, counts_reinforcements=new),)))
        state = build_state(rules, ("0304 blue-1", "0904 red-1"), turn=4, phase="red-reinforcement")
        came = [a for a in rules.legal_actions(state) if a.kind == "new"]
        assert bool(came) != new
        moving = build_state(rules, ("0904 red-1", "0101 blue-1"), phase=PHASE)
        fresh = fast_dataclasses.replace(
            moving, arrived_this_turn=1 << rules.setting.unit_numbers[UnitId("red-1")]
        )
        assert {a.kind for a in rules.actions_of(fresh, UnitId("red-1"))} - {"move"} == kinds
        for action in came:
            after_it = rules.apply(state, action)
            assert action.unit is not None
            assert after_it.conditions[rules.setting.unit_numbers[action.unit]] & ENTRAINED


# At the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_how_many_are_left_and_refuses_one_more() -> None:
    found = railed(replace(COSTLY, clear_of="ezoc", capacity=(EntrainedLimit(1),)))
    table = Table(opened_game(found, found.slug)).start(found.scenario(SCENARIO).title)
    while table.get("Phase") != PHASE:
        table.press("Next phase")
    assert "entrain (Ctrl O, 1 left)" in (table.get("NextStep") or "")
    rules = kernel(replace(COSTLY, clear_of="ezoc", capacity=(EntrainedLimit(1),)))
    state = rules.set_up()
    while rules.phase(state) != PHASE:
        state = rules.apply(
            state,
            rules.phase_end_actions(state)[0] if state.stage == "move" else rules.legal_actions(state)[-1],
        )
    able = [a.unit for a in rules.legal_actions(state) if a.kind == "entrain" and a.unit is not None]
    first, second = able[:2]
    assert "entrains in" in " ".join(table.key(first, "keys:ctrl O"))
    assert "entrain (Ctrl O, 0 left)" in (table.get("NextStep") or "")
    assert "at most 1 Red unit may entrain in a phase" in " ".join(table.key(second, "keys:ctrl O"))
    assert "detrains in" in " ".join(table.key(first, "keys:ctrl S"))


def test_saved_positions_keep_who_is_entrained_and_who_was() -> None:
    for rule, phase in ((COSTLY, PHASE), (FREE, "red-combat")):
        rules = kernel(rule)
        found = rules.setting.game
        state = stand(rules, "0904 red-1", "0101 blue-1")
        state = after(rules, state, "entrain red-1")
        if phase != PHASE:
            state = after(rules, state, "move red-1 0704", "detrain red-1", "end")
        assert rules.phase(state) == phase
        saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(found.slug))(rules, state)))
        read = ReadPosition.of(HexwrightGame(found), saved).state(opened=True)
        assert (read.conditions, read.used_trains, read.barred_from_attack) == (
            state.conditions,
            state.used_trains,
            state.barred_from_attack,
        )


def test_entrained_units_are_noted_with_their_phase_when_it_has_ended() -> None:
    # A position between two phases: the module has yet to begin the one for which its stage is.
    rules = kernel(FREE)
    state = stand(rules, "0904 red-1", "0101 blue-1")
    begun = after(rules, state, "entrain red-1", "move red-1 0704", "detrain red-1", "end")
    between = replace(begun, phase=state.phase)
    told = [
        (unit, name, value) for unit, name, value in train_notes.NOTES.unit_properties(rules.setting, between)
    ]
    assert told == [(rules.setting.unit_numbers[UnitId("red-1")], RODE, f"1.{PHASE} afoot")]


# What is refused --------------------------------------------------------------------------------------------


def _with(found: Game, **mode: Any) -> Game:
    march, rail = found.rules.movement
    return replace(found, rules=replace(found.rules, movement=(march, replace(rail, **mode))))


@pytest.mark.parametrize(
    ("mode", "at"),
    [
        ({"along": None}, ("entraining",)),
        ({"ezoc": "stops"}, ("ezoc",)),
        ({"costs": (EntryCost("2"),)}, ("costs",)),
        ({"always_one_hex": True}, ("always_one_hex",)),
        (
            {"entraining": replace(COSTLY, capacity=(EntrainedLimit(1), EntrainedLimit(2)))},
            ("entraining", "capacity", 1),
        ),
    ],
)
def test_a_way_that_says_something_else_is_refused(mode: dict[str, Any], at: tuple[str | int, ...]) -> None:
    found = _with(railed(COSTLY), **mode)
    assert ("rules", "movement", "rail", *at) in [
        fault.path for fault in find_unplayable(found, found.scenarios[0])
    ]


def test_phases_in_which_nobody_could_get_off_are_refused() -> None:
    found = railed(COSTLY)
    for moves, fine in (
        ((PhaseMove("march"), PhaseMove("rail")), True),
        ((PhaseMove("rail"), PhaseMove("march")), False),
        ((PhaseMove("march", ("foot",)), PhaseMove("rail")), False),
    ):
        sequence = tuple(
            replace(phase, modes=moves) if phase.id == PHASE else phase for phase in found.rules.sequence
        )
        other = replace(found, rules=replace(found.rules, sequence=sequence))
        told = [fault.path for fault in find_unplayable(other, other.scenarios[0])]
        assert (("rules", "sequence", PHASE, "modes") not in told) == fine


def test_a_condition_in_which_nobody_is_is_refused() -> None:
    found = game("toy-causeway")
    assert found.rules.combat is not None
    odd = Modifier("odd", "odd", defence="2", condition="entrained")
    combat = replace(found.rules.combat, modifiers=(*found.rules.combat.modifiers, odd))
    other = replace(found, rules=replace(found.rules, combat=combat))
    assert ("rules", "combat", "modifiers", "odd", "condition") in [
        fault.path for fault in find_unplayable(other, other.scenarios[0])
    ]


def test_two_ways_to_entrain_are_refused() -> None:
    found = railed(COSTLY)
    other = MovementMode("other", "Other", "forbidden", along="road", entraining=FREE)
    more = replace(found, rules=replace(found.rules, movement=(*found.rules.movement, other)))
    told = [fault.path for fault in find_unplayable(more, more.scenarios[0])]
    assert ("rules", "movement", "other", "entraining") in told


@pytest.mark.parametrize("aboard", [False, True])
def test_taking_a_move_back_puts_a_unit_on_or_off_its_train_again(aboard: bool, tmp_path: Path) -> None:
    rules = kernel(replace(COSTLY, clear_of="ezoc", capacity=()))
    found = rules.setting.game
    standing = ("0904 red-1", "0804 red-2", "0804 red-tank", "0101 blue-1")
    state = build_state(rules, standing, phase=PHASE, entrained=("red-1",) if aboard else ())
    table = EmulatedModule(write_module(found, found.slug, tmp_path / "module.vmod"))
    (tmp_path / "begun.vsav").write_bytes(SavedGameWriter(found, plan(found.slug))(rules, state))
    table.load(tmp_path / "begun.vsav")
    red = UnitId("red-1")
    number = rules.setting.unit_numbers[red]
    if not aboard:
        state = after(rules, state, "entrain red-1")
        table.key(red, "keys:ctrl O")
    state = after(rules, state, "move red-1 0804")
    table.drag(red, "0804")
    if aboard:
        state = after(rules, state, "detrain red-1")
        table.key(red, "keys:ctrl S")
    assert table.visible_state().units[red].entrained == bool(state.conditions[number] & ENTRAINED) != aboard
    state = after(rules, state, "take-back red-1")
    table.drag(red, "0904")
    seen = table.visible_state().units[red]
    assert seen.location == "0904"
    assert seen.entrained == bool(state.conditions[number] & ENTRAINED) == aboard
    assert (state.used_trains, state.movement_left) == (0, ())


@pytest.mark.parametrize("mates", [(), ("0804 red-tank",)], ids=["alone", "beside a friend"])
def test_a_train_begins_where_its_unit_cancels_a_zone_and_stands_in_nobodys_way(
    mates: tuple[str, ...], tmp_path: Path
) -> None:
    """Neither a zone that the unit itself cancels nor friends in its own hex prevent entraining."""
    found = _with(railed(replace(COSTLY, clear_of="ezoc", capacity=())), through_friendly_units=False)
    found = replace(
        found, rules=replace(found.rules, zoc=replace(found.rules.zoc, friendly_units_cancel=True))
    )
    rules = RulesEngine(found, SCENARIO)
    state = build_state(rules, ("0804 red-1", *mates, "0805 blue-1"), phase=PHASE)
    table = EmulatedModule(write_module(found, found.slug, tmp_path / "module.vmod"))
    (tmp_path / "begun.vsav").write_bytes(SavedGameWriter(found, plan(found.slug))(rules, state))
    table.load(tmp_path / "begun.vsav")
    red = UnitId("red-1")
    table.key(red, "keys:ctrl O")
    state = after(rules, state, "entrain red-1", "move red-1 0904")
    table.drag(red, "0904")
    seen = table.visible_state().units[red]
    assert (seen.location, seen.entrained) == ("0904", True)
    assert state.locations[rules.setting.unit_numbers[red]] == rules.setting.board.index[HexId("0904")]


def test_a_unit_that_entrains_in_its_move_keeps_the_hexes_entered_before(tmp_path: Path) -> None:
    rules = kernel(replace(COSTLY, clear_of="ezoc", capacity=()))
    found = rules.setting.game
    [laid] = rules.setting.changeable_networks
    blue = rules.setting.sides.index(SideId("blue"))
    all_blue = tuple(laid.hexes if side == blue else 0 for side in range(2))
    state = build_state(
        rules, ("0803 red-1", "0904 red-tank", "0101 blue-1"), phase=PHASE, serving_hexes=all_blue
    )
    table = EmulatedModule(write_module(found, found.slug, tmp_path / "module.vmod"))
    (tmp_path / "begun.vsav").write_bytes(SavedGameWriter(found, plan(found.slug))(rules, state))
    table.load(tmp_path / "begun.vsav")
    for text, unit, key in (
        ("move red-1 0804", "red-1", "0804"),
        ("entrain red-1", "red-1", "keys:ctrl O"),
        ("move red-tank 0903", "red-tank", "0903"),
    ):
        state = after(rules, state, text)
        (table.key if key.startswith("keys:") else table.drag)(UnitId(unit), key)
    assert state.serving_hexes != all_blue
    assert table.get(NETWORKS) == noted(found, state.serving_hexes)
