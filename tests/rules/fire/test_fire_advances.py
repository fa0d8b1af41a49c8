"""Units that must advance and units that may advance, into a cleared hex and beyond."""

from __future__ import annotations

import pytest

from hexwright.rules.engine.game_state import State
from tests.rules.fire.table import battle, condition, index, place, play, rolled, rules, texts


def cleared(
    target: str, attackers: list[str], *standing: str, phase: str = "german", weather: str = "good"
) -> State:
    """Return the state after all defenders, which were already disrupted, have been destroyed."""
    defenders = [entry.split()[1] for entry in standing if entry.split()[0] == target]
    state = battle(target, attackers, *standing, phase=phase, weather=weather, disrupted=defenders)
    state = rolled(state, len(defenders), 0)
    while state.stage == "allot":
        state = play(state, texts(state)[0])
    return state


def ends(state: State, unit: str) -> set[str]:
    return {text.split()[2] for text in texts(state) if text.startswith(f"advance {unit} ")}


ORDER = ("D2 russian-tanks", "D1 german-2a", "D1 german-2pz")


def test_attackers_as_strong_as_the_defender_must_advance() -> None:
    state = cleared("D2", ["german-2a", "german-2pz"], *ORDER)
    assert "hold" not in texts(state)
    for unit in ("german-2a", "german-2pz"):
        assert "hold" in texts(play(state, f"advance {unit} D2"))


def test_strength_that_must_advance_is_that_of_all_defenders_when_the_battle_began() -> None:
    standing = ("D3 russian-tanks", "D3 russian-16", "D4 german-2a", "D4 german-2pz")
    state = cleared("D3", ["german-2a", "german-2pz"], *standing)
    assert "hold" not in texts(play(state, "advance german-2a D3"))
    assert "hold" in texts(play(state, "advance german-2pz D3"))


def test_all_must_advance_where_they_are_not_as_strong() -> None:
    state = cleared("D3", ["german-2a"], "D4 german-2a", "D3 russian-tanks", "D3 russian-16")
    assert texts(state) == ["advance german-2a D3"]


def test_disrupted_attackers_do_not_advance() -> None:
    state = battle("D2", ["german-2a", "german-2pz"], *ORDER, disrupted=("russian-tanks",))
    state = play(rolled(state, 1, 1), "hit german-2a")
    assert {text.split()[1] for text in texts(state)} == {"german-2pz"}


def test_nobody_advances_when_all_attackers_are_disrupted() -> None:
    state = battle("D2", ["german-2pz"], "D1 german-2pz", "D2 russian-tanks", disrupted=("russian-tanks",))
    assert rolled(state, 1, 1).current_engagement is None


def test_advance_takes_the_place() -> None:
    state = play(cleared("D2", ["german-2pz"], "D1 german-2pz", "D2 russian-tanks"), "advance german-2pz D2")
    assert state.owned[0] >> index("D2") & 1


# Disruption ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "left"), [("good", "fresh"), ("mud", "disrupted"), ("hard-frost", "fresh"), ("snow", "fresh")]
)
def test_advance_disrupts_panzers_in_mud_only(weather: str, left: str) -> None:
    state = cleared("D2", ["german-2pz"], "D1 german-2pz", "D2 russian-tanks", weather=weather)
    assert condition(play(state, "advance german-2pz D2"), "german-2pz") == left


@pytest.mark.parametrize(
    ("unit", "left"),
    [
        ("russian-16", "fresh"),
        ("russian-1s", "fresh"),
        ("russian-50", "disrupted"),
        ("russian-tanks", "disrupted"),
        ("russian-western", "disrupted"),
    ],
)
def test_advance_disrupts_russians_but_for_the_sixteenth_army_and_siberians(unit: str, left: str) -> None:
    state = cleared("D1", [unit], "D1 german-2a", f"D2 {unit}", phase="russian")
    assert condition(play(state, f"advance {unit} D1"), unit) == left


def test_advance_disrupts_german_infantry() -> None:
    state = cleared("D2", ["german-4a"], "D1 german-4a", "D2 russian-tanks")
    assert condition(play(state, "advance german-4a D2"), "german-4a") == "disrupted"


# Beyond --------------------------------------------------------------------------------------------

ROAD = ("B1 german-3pz", "B2 russian-western")


def test_panzers_go_on_up_the_road() -> None:
    state = cleared("B2", ["german-3pz"], *ROAD)
    assert ends(state, "german-3pz") == {"B2", "B3"}
    assert place(play(state, "advance german-3pz B3"), "german-3pz") == "B3"


def test_panzers_that_go_on_take_the_cleared_place_too() -> None:
    state = play(cleared("B2", ["german-3pz"], *ROAD), "advance german-3pz B3")
    assert state.owned[0] >> index("B2") & 1
    assert state.owned[0] >> index("B3") & 1


def test_panzers_that_go_on_count_as_having_entered_the_hex() -> None:
    state = cleared("B2", ["german-3pz", "german-4a"], *ROAD, "B1 german-4a")
    assert "hold" in texts(play(state, "advance german-3pz B3"))


def test_a_panzer_group_goes_on_in_mud_and_is_disrupted_at_the_end() -> None:
    state = play(cleared("B2", ["german-3pz"], *ROAD, weather="mud"), "advance german-3pz B3")
    assert (place(state, "german-3pz"), condition(state, "german-3pz")) == ("B3", "disrupted")


def test_the_cleared_hex_may_stay_empty_behind_a_panzer_group_up_the_road() -> None:
    standing = ("B3 russian-50", "B2 german-3pz", "B2 german-9a")
    state = play(cleared("B3", ["german-3pz", "german-9a"], *standing), "advance german-3pz B4")
    assert "C3" in ends(state, "german-9a")
    left = play(state, "advance german-9a C3")
    assert (place(left, "german-9a"), place(left, "german-3pz")) == ("C3", "B4")


def test_enemies_bar_the_road() -> None:
    assert ends(cleared("B2", ["german-3pz"], *ROAD, "B3 russian-16"), "german-3pz") == {"B2"}


def test_infantry_does_not_go_on_up_the_road_into_the_forest() -> None:
    state = cleared("B2", ["german-4a", "german-3pz"], *ROAD, "B1 german-4a")
    assert "B3" not in ends(state, "german-4a")


def test_spare_units_go_on_to_hexes_without_forest_and_enemies() -> None:
    state = cleared("D2", ["german-2a", "german-2pz"], *ORDER)
    assert ends(state, "german-2a") == {"D2", "C1", "D3"}  # C2 is forest.
    assert ends(cleared("D2", ["german-2a", "german-2pz"], *ORDER, "D3 russian-50"), "german-2a") == {
        "D2",
        "C1",
    }


def test_units_that_the_cleared_hex_needs_do_not_go_on() -> None:
    assert ends(cleared("D2", ["german-2a"], "D1 german-2a", "D2 russian-tanks"), "german-2a") == {"D2"}


def test_unit_that_went_on_is_not_counted_in_the_cleared_hex() -> None:
    state = play(cleared("D2", ["german-2a", "german-2pz"], *ORDER), "advance german-2a D3")
    assert texts(state) == ["advance german-2pz D2"]


def test_nobody_goes_on_into_a_major_city() -> None:
    standing = ("C2 german-2a", "C2 german-2pz", "C3 russian-50")
    state = battle("C3", ["german-2a", "german-2pz"], *standing, disrupted=("russian-50",))
    state = rolled(state, 2, 0)  # The kremlin takes the first hit.
    assert not {"B4", "C4"} & ends(state, "german-2a")
    assert "D3" in ends(state, "german-2a")


def test_panzers_go_on_into_moscow_up_the_road() -> None:
    state = cleared("B3", ["german-3pz"], "B2 german-3pz", "B3 russian-tanks")
    assert ends(state, "german-3pz") == {"B3", "B4"}


def on_the_road(state: State) -> set[str]:
    """Return the hexes for an advance if only panzers and tanks may exploit."""
    kernel = rules(("advance-beyond", "road"))
    return {str(action.hex) for action in kernel.legal_actions(state) if action.kind == "advance"}


def test_panzers_do_not_go_on_down_the_road() -> None:
    defenders = "B3 russian-tanks"
    assert on_the_road(cleared("B3", ["german-3pz"], "B4 german-3pz", defenders)) == {"B3"}
    assert on_the_road(cleared("B3", ["german-3pz"], "C2 german-3pz", defenders)) == {"B3", "B4"}


def test_tanks_go_on_down_the_road_away_from_moscow() -> None:
    attackers, defenders = ["russian-tanks"], "B3 german-2a"
    west = cleared("B3", attackers, "B4 russian-tanks", defenders, phase="russian")
    assert on_the_road(west) == {"B3", "B2"}
    east = cleared("B3", attackers, "B2 russian-tanks", defenders, phase="russian")
    assert on_the_road(east) == {"B3"}


def test_going_on_disrupts_as_an_advance_does() -> None:
    state = play(cleared("D2", ["german-2a", "german-2pz"], *ORDER), "advance german-2a D3")
    assert condition(state, "german-2a") == "disrupted"


def test_option_keeps_all_but_panzers_and_tanks_out_of_the_next_hex() -> None:
    kernel = rules(("advance-beyond", "road"))
    state = cleared("D2", ["german-2a", "german-2pz"], *ORDER)
    assert [action.text for action in kernel.legal_actions(state)] == [
        "advance german-2pz D2",
        "advance german-2a D2",
    ]
    road = cleared("B2", ["german-3pz"], *ROAD)
    assert "advance german-3pz B3" in [action.text for action in kernel.legal_actions(road)]
