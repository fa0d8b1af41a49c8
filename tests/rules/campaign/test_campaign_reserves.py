"""Replacements, returns, bonus arrivals and the Siberian reserve."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.unit_placement import eliminate_unit, set_return_turn
from hexwright.rules.supply.supply_range import hexes_in_communication
from hexwright.rules.turn.sequence_of_play import open_phase
from tests.rules.campaign.camp import LONG, SHORT, camp, is_disrupted, of, place, play, rules, texts

EAST = ["A5", "B5", "C5", "D5"]


def phase(*standing: str, pool: tuple[str, ...] = (), turn: int = 3, **more: object) -> State:
    weather = more.pop("weather", "hard-frost" if turn == 3 else "snow")
    return camp("russian-replacement", *standing, pool=pool, turn=turn, weather=weather, **more)  # type: ignore[arg-type]


def hexes(state: State, unit: str, kind: str = "new") -> set[str]:
    return {text.split()[2] for text in of(state, f"{kind} {unit} ")}


def newcomers(state: State, kernel: RulesEngine | None = None) -> set[str]:
    return {text.split()[1] for text in of(state, "new ", kernel)}


# Replacements ---------------------------------------------------------------------------------------


def test_one_army_and_one_front_come_a_turn() -> None:
    pool = ("russian-50", "russian-rzhev", "russian-western", "russian-bryansk")
    state = play(phase(pool=pool), "new russian-50 B4")
    assert hexes(state, "russian-rzhev") == set()
    assert hexes(state, "russian-western")
    assert newcomers(play(state, "new russian-western B4")) == {"russian-1s"}  # It costs nothing.


def test_one_unit_comes_a_turn_by_the_other_reading() -> None:
    kernel = rules(LONG, ("replacements", "one"))
    pool = ("russian-50", "russian-western")
    state = camp("russian-replacement", pool=pool, turn=3, weather="mud", kernel=kernel)
    assert newcomers(play(state, "new russian-50 B4", kernel=kernel), kernel) == {"russian-1s"}


def test_replacements_appear_disrupted_in_supplied_cities_and_towns_and_on_the_edge() -> None:
    owners = {"C3": "german", "D3": "german"}
    state = phase("C2 german-2a", "C4 russian-16", "A5 german-9a", pool=("russian-50",), owners=owners)
    assert hexes(state, "russian-50") == set(rules().setting.board.ids) - {""} - {
        "A1",
        "B1",
        "D1",
        "C2",
        "C3",
        "D3",
        "A5",
    } - cut_off_west(state)
    placed = play(state, "new russian-50 C4")
    assert is_disrupted(placed, "russian-50")
    assert place(placed, "russian-50") == "C4"


def cut_off_west(state: State) -> set[str]:
    """Return the Russian places that the army in C2 cuts off from the east."""
    linked = hexes_in_communication(rules().setting, state, 1)
    return {str(h) for h in rules().setting.board.names(rules().setting.board.every & ~linked)} - set(EAST)


def test_replacement_may_appear_in_an_empty_city_beside_germans() -> None:
    state = phase("B3 german-2a", pool=("russian-50",))
    assert {"B4", "A3"} <= hexes(state, "russian-50")


def test_replacement_does_not_appear_in_a_city_out_of_supply() -> None:
    ring = ("A4 german-2a", "B5 german-4a", "C4 german-9a")
    state = phase(*ring, "C3 german-2pz", "B3 german-3pz", "A3 german-4pz", pool=("russian-50",))
    assert "B4" not in hexes(state, "russian-50")


def test_replacements_left_over_are_lost() -> None:
    state = play(phase(pool=("russian-50",)), "end")
    assert not any(state.replacements_left)


def test_germans_and_siberians_have_no_replacements() -> None:
    assert all(entry.side == "russian" for entry in rules().setting.game.oob.replacements)
    assert "german-replacement" not in [p.id for p in rules().setting.phases]
    setting = rules().setting
    lost = camp("german-movement", "D4 russian-1s", "D4 russian-50", turn=3)
    for name in ("russian-1s", "russian-50"):
        lost = eliminate_unit(setting, lost, setting.units.index(name))
    assert (place(lost, "russian-1s"), place(lost, "russian-50")) == ("gone", "pool")


def test_unit_given_up_comes_back_at_once_as_a_replacement() -> None:
    state = phase("A2 russian-50", "A1 german-2a")
    assert "B4" in hexes(state, "russian-50", "give-up")
    moved = play(state, "give-up russian-50 B4")
    assert place(moved, "russian-50") == "B4"
    assert is_disrupted(moved, "russian-50")
    assert hexes(moved, "russian-50", "give-up") == set()


def test_unit_given_up_counts_as_the_replacement_of_its_kind() -> None:
    state = play(phase("A2 russian-16", "B2 russian-western", pool=("russian-50",)), "give-up russian-16 B4")
    assert hexes(state, "russian-50") == set()
    assert hexes(state, "russian-western", "give-up")


def test_siberian_ground_units_are_not_given_up() -> None:
    state = phase("B4 russian-1s", "B4 russian-50", turn=5)
    assert hexes(state, "russian-1s", "give-up") == set()
    assert hexes(state, "russian-50", "give-up")


# Tanks, the 16th Army, bonus arrivals -----------------------------------------------------------------


def test_lost_tanks_come_back_fit_on_the_edge_or_in_moscow_every_turn() -> None:
    state = phase(pool=("russian-tanks", "russian-50"))
    assert hexes(state, "russian-tanks") == {*EAST, "B4"}
    placed = play(state, "new russian-tanks B4")
    assert not is_disrupted(placed, "russian-tanks")
    assert hexes(placed, "russian-50")


def test_tanks_do_not_come_to_a_german_moscow() -> None:
    state = phase("B4 german-2pz", "A5 german-9a", pool=("russian-tanks",))
    assert hexes(state, "russian-tanks") == {"B5", "C5", "D5"}


def test_tanks_on_the_map_may_be_given_up_too() -> None:
    state = phase("C3 russian-tanks", pool=("russian-50",), disrupted=["russian-tanks"])
    moved = play(state, "give-up russian-tanks B4")
    assert not is_disrupted(moved, "russian-tanks")
    assert hexes(moved, "russian-50")


def test_sixteenth_army_returns_two_turns_after_its_loss_as_a_bonus() -> None:
    setting = rules().setting
    state = camp("german-movement", "D4 russian-16", "D5 russian-50", turn=2, opened=False)
    number = setting.units.index("russian-16")
    lost = eliminate_unit(setting, state, number)
    assert lost.return_turns[number] == 4
    for turn, comes in ((2, False), (3, False), (4, True), (5, True)):
        now = phase("D5 russian-rzhev", pool=("russian-16",), turn=turn, weather="snow", opened=False)
        now = open_phase(setting, replace(now, return_turns=lost.return_turns))
        assert bool(hexes(now, "russian-16")) is comes
    placed = play(now, "new russian-16 B4")
    assert is_disrupted(placed, "russian-16")
    assert placed.replacements_left == now.replacements_left


def test_one_of_two_arrives_on_each_of_the_first_two_turns() -> None:
    state = phase(turn=1, weather="good")
    assert hexes(state, "russian-50")
    assert hexes(state, "russian-kalinin")
    first = play(state, "new russian-50 B4")
    assert is_disrupted(first, "russian-50")
    assert first.replacements_left == state.replacements_left
    assert hexes(first, "russian-kalinin") == set()
    second = phase("B4 russian-50", turn=2, weather="mud")
    assert hexes(second, "russian-kalinin")
    third = phase("B4 russian-50", turn=3)
    assert hexes(third, "russian-kalinin") == set()


# The Siberian reserve -----------------------------------------------------------------------------


def test_first_shock_army_and_siberian_air_unit_come_on_turn_four_and_fourth_shock_on_five() -> None:
    four, five = phase(turn=4), phase("B4 russian-1s", turn=5)
    assert hexes(four, "russian-1s")
    assert "arrive russian-siberian-air" in texts(four)
    assert hexes(four, "russian-4s") == set()
    assert hexes(five, "russian-4s")


def test_siberians_come_fit_anywhere_in_supply_or_on_the_edge() -> None:
    state = phase("C2 german-2a", "A5 german-9a", "C4 russian-50", turn=4)
    found = hexes(state, "russian-1s")
    assert {"B5", "C5", "D5", "C4", "B4", "D4"} <= found
    assert not found & {"A5", "C2", "C3", "D3", "B3"}  # Enemies, and empty hexes beside a German army.
    placed = play(state, "new russian-1s D4")
    assert not is_disrupted(placed, "russian-1s")
    assert place(play(state, "arrive russian-siberian-air"), "russian-siberian-air") == "base"


def test_reserve_that_is_late_may_still_come() -> None:
    assert hexes(phase(turn=6), "russian-1s")


def test_reserve_may_come_early_and_the_fourth_shock_a_turn_after_it() -> None:
    state = phase(turn=2, weather="mud")
    assert hexes(state, "russian-4s") == set()
    early = play(state, "new russian-1s B4")
    assert "arrive russian-siberian-air" in texts(early)
    assert hexes(early, "russian-4s") == set()
    number = rules().setting.units.index("russian-4s")
    assert early.return_turns[number] == 3


def test_short_game_has_no_fourth_shock_army() -> None:
    assert "russian-4s" not in rules(SHORT).setting.units


@pytest.mark.parametrize("when", [1, 2, 3])
def test_air_unit_may_open_the_reserve_as_well(when: int) -> None:
    state = phase(turn=when, weather={1: "good", 2: "mud", 3: "hard-frost"}[when])
    early = play(state, "arrive russian-siberian-air")
    number = rules().setting.units.index("russian-4s")
    assert early.return_turns[number] == when + 1


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new russian-rzhev B4", "can't be brought in as a replacement in this phase (Russian Replacements)"),
        ("new russian-16 B4", "not due on turn 3 (Russian Replacements)"),
        ("new russian-4s B4", "not due on turn 3 (The Siberian Reserve)"),
        ("give-up russian-1s B4", "can't be given up (Russian Replacements)"),
        ("new russian-western B3", "B3 is occupied (Russian Replacements)"),
        (
            "new russian-western D1",
            "neither on the east edge nor a capital, major city, city or town of the Russian side",
        ),
    ],
)
def test_refused_replacements_name_their_rule(line: str, words: str) -> None:
    pool = ("russian-50", "russian-rzhev", "russian-16", "russian-western")
    standing = ("C4 russian-1s", "D4 russian-kalinin", "B3 german-2a", "C1 german-9a")
    state = phase(*standing, pool=pool)
    number = rules().setting.units.index("russian-16")
    state = play(set_return_turn(state, number, 4), "new russian-50 B4")
    with pytest.raises(IllegalAction) as caught:
        rules().parse(state, line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move german-2pz D4", "german-2pz is disrupted and may not move (Operational Movement)"),
        ("move german-2a B5", "out of german-2a's reach: its MA is too small, or enemy units"),
        ("move german-2a D2", "enemy unit is in D2 (Operational Movement)"),
        ("fortify german-3pz", "units like german-3pz can't fortify (Fortification)"),
        ("fortify german-9a", "already fortified (Fortification)"),
    ],
)
def test_refused_moves_name_their_rule(line: str, words: str) -> None:
    standing = ("D3 german-2pz", "D3 german-2a", "D3 german-3pz", "D3 german-9a", "D2 russian-50")
    state = camp("german-movement", *standing, turn=2, disrupted=["german-2pz"], fortified=["german-9a"])
    with pytest.raises(IllegalAction) as caught:
        rules().parse(state, line)
    assert words in str(caught.value)
