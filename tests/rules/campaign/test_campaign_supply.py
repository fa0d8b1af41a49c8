"""Supply, isolation, disruption and recovery."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.model.ids import HexId
from hexwright.rules.engine.game_state import State
from hexwright.rules.supply.supply_range import hexes_in_communication
from tests.rules.campaign.camp import after, camp, is_disrupted, is_fortified, of, place, play, rules


def supplied(state: State, side: int, hex_id: str) -> bool:
    number = rules().setting.board.index[HexId(hex_id)]
    return bool(hexes_in_communication(rules().setting, state, side) >> number & 1)


def german(hex_id: str, *standing: str, **more: Any) -> bool:
    state = camp("german-supply", f"{hex_id} german-2pz", *standing, opened=False, **more)
    return supplied(state, 0, hex_id)


def russian(hex_id: str, *standing: str, **more: Any) -> bool:
    state = camp("russian-supply", f"{hex_id} russian-50", *standing, opened=False, **more)
    return supplied(state, 1, hex_id)


ROW = {"A2": "german", "B2": "german", "C1": "german", "D2": "german"}
"""With the cities of the second column German, the west is open."""


def test_germans_are_supplied_from_the_west_and_russians_from_the_east() -> None:
    assert german("B3", owners=ROW)
    assert russian("B2")
    everything = dict.fromkeys(("B1",), "russian")
    assert german("B1", owners=everything)


def test_line_does_not_pass_enemy_units() -> None:
    ring = ("C2 russian-rzhev", "B2 russian-16", "A2 russian-tanks", "A3 russian-1s", "B4 russian-4s")
    assert not german("B3", *ring, "C3 russian-kalinin", owners=ROW)
    assert german("B3", *ring[1:], "C3 russian-tanks", owners=ROW)


def test_line_does_not_pass_a_city_last_held_by_the_enemy() -> None:
    west = {"A2": "russian", "B2": "russian", "C1": "russian", "D2": "russian"}
    assert not german("C2", owners=west)
    assert german("C2", owners=west | {"D2": "german"})


def test_towns_do_not_stop_a_line() -> None:
    assert german("D4", owners=ROW)  # By way of Livny, a Russian town.


def test_front_closes_the_empty_hexes_beside_it() -> None:
    west = {"A2": "russian", "B2": "russian", "C1": "german", "D2": "russian"}
    assert german("C3", owners=west)  # By way of C1 and C2.
    assert not german("C3", "D3 russian-western", owners=west)
    assert german("C3", "D3 russian-western", "C2 german-2a", owners=west)
    assert german("C3", "D3 russian-western", owners=west, disrupted=["russian-western"])
    assert german("C3", "D3 russian-rzhev", owners=west)


def test_german_army_closes_the_empty_hexes_beside_it_and_panzers_do_not() -> None:
    west = {"A3": "german", "B4": "german", "C4": "german"}
    assert russian("B3", owners=west)  # By way of C3 and the south.
    south = ("D3 german-2pz", "D4 german-3pz")
    assert not russian("B3", *south, owners=west)
    assert russian("B3", "D3 german-2pz", owners=west)
    assert not russian("B3", "D3 german-2a", owners=west)
    assert russian("B3", "D3 german-2a", "C3 russian-16", "D4 russian-rzhev", owners=west)


# Supply phases ------------------------------------------------------------------------------------

CUT = ("A3 german-2a", "B3 german-4a")
"""Units that cut off Rzhev from the east."""


def test_fit_units_out_of_supply_are_disrupted() -> None:
    state = after("russian-supply", "A2 russian-50", "C3 russian-16", *CUT)
    assert is_disrupted(state, "russian-50")
    assert not is_disrupted(state, "russian-16")


def test_disrupted_units_out_of_supply_are_lost() -> None:
    state = after("russian-supply", "A1 russian-50", *CUT, disrupted=["russian-50"])
    assert place(state, "russian-50") == "pool"


def test_one_disrupted_unit_holds_out_in_a_city() -> None:
    state = after("russian-supply", "A2 russian-50", *CUT, disrupted=["russian-50"])
    assert place(state, "russian-50") == "A2"
    assert is_disrupted(state, "russian-50")


def test_owner_chooses_who_holds_out() -> None:
    both = ["russian-50", "russian-rzhev"]
    state = camp("russian-supply", "A2 russian-50", "A2 russian-rzhev", *CUT, disrupted=both)
    assert of(state, "keep") == ["keep russian-50", "keep russian-rzhev"] or of(state, "keep") == [
        "keep russian-rzhev",
        "keep russian-50",
    ]
    kept = play(state, "keep russian-rzhev")
    assert (place(kept, "russian-rzhev"), place(kept, "russian-50")) == ("A2", "pool")


def test_fit_unit_beside_a_disrupted_one_is_disrupted_and_both_stay_in_a_city() -> None:
    state = after("russian-supply", "A2 russian-50", "A2 russian-rzhev", *CUT, disrupted=["russian-50"])
    assert place(state, "russian-50") == place(state, "russian-rzhev") == "A2"
    assert is_disrupted(state, "russian-rzhev")


def test_nobody_holds_out_in_a_town() -> None:
    ring = ("C2 german-2a", "C3 german-9a", "D4 german-2pz")
    state = after("russian-supply", "D3 russian-50", *ring, disrupted=["russian-50"])
    assert place(state, "russian-50") == "pool"


MOSCOW = ("A4 german-2a", "B5 german-4a", "C4 german-9a", "B3 german-2pz")


def test_two_russians_hold_out_in_moscow() -> None:
    three = ["russian-50", "russian-rzhev", "russian-16"]
    state = camp("russian-supply", *(f"B4 {unit}" for unit in three), *MOSCOW, disrupted=three)
    state = play(state, "keep russian-50", "keep russian-16")
    assert [place(state, unit) for unit in three] == ["B4", "pool", "B4"]
    two = after(
        "russian-supply", "B4 russian-50", "B4 russian-16", *MOSCOW, disrupted=["russian-50", "russian-16"]
    )
    assert place(two, "russian-50") == place(two, "russian-16") == "B4"


def test_one_german_holds_out_in_moscow() -> None:
    ring = ("A3 russian-50", "A4 russian-16", "B3 russian-western", "C3 russian-rzhev", "C4 russian-tanks")
    two = ["german-2a", "german-9a"]
    state = camp(
        "german-supply", *(f"B4 {unit}" for unit in two), *ring, disrupted=two, owners={"B4": "german"}
    )
    state = play(state, "keep german-2a")
    assert [place(state, unit) for unit in two] == ["B4", "pool"]


def test_losses_are_taken_all_at_once() -> None:
    # The army in A1 is lost; until then it keeps nothing open for the one in A2.
    state = after("russian-supply", "A1 russian-50", "A2 russian-rzhev", *CUT, disrupted=["russian-50"])
    assert (place(state, "russian-50"), place(state, "russian-rzhev")) == ("pool", "A2")


# Recovery -----------------------------------------------------------------------------------------


def test_unattacked_russians_in_supply_recover_before_the_attacks() -> None:
    units = ["russian-50", "russian-rzhev"]
    state = after(
        "russian-recovery", "C4 russian-50", "D4 russian-rzhev", disrupted=units, attacked=("russian-rzhev",)
    )
    assert not is_disrupted(state, "russian-50")
    assert is_disrupted(state, "russian-rzhev")


def test_attacked_russians_recover_after_the_attacks_unless_disrupted_anew() -> None:
    units = ["russian-50", "russian-rzhev", "russian-tanks"]
    standing = ("C4 russian-50", "D4 russian-rzhev", "D4 russian-tanks")
    state = after("russian-rally", *standing, disrupted=units, attacked=("russian-50",))
    assert not is_disrupted(state, "russian-50")
    assert is_disrupted(state, "russian-rzhev")
    # A retreat or a hit in the attack is noted as it happens.
    fresh = camp("german-allocation", "D3 german-2pz", "D4 russian-50", turn=2)
    fought = play(fresh, "attack german-2pz D4", "end", "engage D4", "roll 1 0")
    assert is_disrupted(fought, "russian-50")
    stayed = play(fought, "hold")
    while str(rules().phase(stayed)) == "german-fire":
        stayed = play(stayed, "roll 0 0" if stayed.stage == "fire" else "hold")
    assert is_disrupted(stayed, "russian-50")


def test_units_out_of_supply_do_not_recover() -> None:
    for phase in ("russian-recovery", "russian-rally"):
        state = after(
            phase,
            "A2 russian-50",
            *CUT,
            disrupted=["russian-50"],
            attacked=("russian-50",) if phase == "russian-rally" else (),
        )
        assert is_disrupted(state, "russian-50")


def test_germans_in_supply_recover_after_their_supply_phase() -> None:
    units = ["german-2pz", "german-9a"]
    ring = ("C2 russian-rzhev", "B2 russian-16", "A2 russian-tanks", "A3 russian-1s", "B4 russian-4s")
    state = after(
        "german-recovery", "B3 german-2pz", "D1 german-9a", *ring, "C3 russian-kalinin", disrupted=units
    )
    assert is_disrupted(state, "german-2pz")
    assert not is_disrupted(state, "german-9a")


@pytest.mark.parametrize("phase", ["russian-recovery", "russian-rally"])
def test_sixteenth_army_recovers_in_the_russian_turn_alone(phase: str) -> None:
    more: dict[str, Any] = {"disrupted": ["russian-16", "russian-50"]}
    hit = ("russian-16", "russian-50") if phase == "russian-rally" else ()
    state = after(phase, "C4 russian-16", "C4 russian-50", attacked=hit, **more)
    assert is_disrupted(state, "russian-16")
    assert not is_disrupted(state, "russian-50")
    own = after("sixteenth-recovery", "C4 russian-16", "C4 russian-50", **more)
    assert not is_disrupted(own, "russian-16")
    assert is_disrupted(own, "russian-50")


def test_holding_out_in_moscow_is_no_supply_to_recover_by() -> None:
    state = after("sixteenth-recovery", "B4 russian-16", *MOSCOW, disrupted=["russian-16"])
    assert is_disrupted(state, "russian-16")


def test_lack_of_supply_costs_a_fortification_with_the_disruption() -> None:
    ring = ("B2 german-2a", "C2 german-9a", "A3 german-4a", "B4 german-3pz", "C3 german-2pz", "A4 german-4pz")
    state = after("russian-supply", "B3 russian-western", *ring, fortified=["russian-western"], turn=2)
    assert (is_disrupted(state, "russian-western"), is_fortified(state, "russian-western")) == (True, False)
