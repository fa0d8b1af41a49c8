"""Legal targets of units, and further targets that must be attacked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.fire.fire_allocation import may_attack_across
from tests.rules.fire.table import number, play, rules, table, texts

GERMANS = ("A1 german-4pz", "A1 german-9a", "B1 german-3pz", "B1 german-4a", "D1 german-2pz", "D1 german-2a")


def attacks(state: State) -> set[str]:
    return {text.removeprefix("attack ") for text in texts(state) if text.startswith("attack ")}


# Who and what --------------------------------------------------------------------------------------


def test_units_attack_adjacent_hexes_with_enemies() -> None:
    state = table(
        "german-allocation", "B1 german-3pz", "B2 russian-western", "C1 russian-bryansk", "A2 russian-16"
    )
    assert attacks(state) == {"german-3pz B2", "german-3pz C1"}


def test_disrupted_units_do_not_attack() -> None:
    state = table("german-allocation", *GERMANS, "B2 russian-western", disrupted=("german-3pz", "german-4pz"))
    assert attacks(state) == {"german-4a B2", "german-9a B2"}


def test_units_that_used_their_movement_bonus_do_not_attack() -> None:
    state = table("german-allocation", "B1 german-3pz", "B1 german-4a", "B2 russian-western")
    state = replace(state, barred_from_attack=1 << number("german-3pz"))
    assert attacks(state) == {"german-4a B2"}


def test_unit_attacks_one_hex_only() -> None:
    state = table(
        "german-allocation", "B1 german-3pz", "B1 german-4a", "B2 russian-western", "C1 russian-bryansk"
    )
    assert attacks(play(state, "attack german-3pz B2")) == {"german-4a B2", "german-4a C1"}


def test_units_of_several_hexes_attack_one_hex_in_one_battle() -> None:
    state = table("german-allocation", *GERMANS, "C1 russian-bryansk", "B2 russian-western")
    state = play(state, "attack german-3pz C1", "attack german-2a C1", "end")
    assert texts(state) == ["engage C1"]


def test_nobody_has_to_attack_and_the_phase_ends() -> None:
    state = table("german-allocation", "B1 german-3pz", "B2 russian-western")
    assert play(state, "end").stage == "done"


def test_shock_armies_alone_attack_in_the_deep_battle() -> None:
    state = table("deep-allocation", "B2 german-2a", "B3 russian-16", "B3 russian-1s", weather="snow")
    assert attacks(state) == {"russian-1s B2"}


# Hexsides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("classes", "fits"),
    [
        (["infantry", "infantry"], True),
        (["infantry", "infantry", "infantry"], False),
        (["panzer", "infantry"], True),
        (["panzer", "panzer"], False),
        (["front", "rifle"], True),
        (["front", "front"], False),
        (["tank", "rifle", "front"], True),
        (["tank", "front", "front"], False),
        (["tank", "rifle", "rifle", "rifle"], False),
    ],
)
def test_two_units_attack_across_a_hexside_three_with_tanks_and_one_panzer_group_or_front(
    classes: list[str], fits: bool
) -> None:
    state = table("german-allocation", "B1 german-3pz", "B2 russian-western")
    setting = rules().setting
    spent = dict.fromkeys(classes, 0)
    group = []
    for name in classes:
        alike = [unit for unit, kind in enumerate(setting.class_of) if kind == name]
        group.append(alike[spent[name] % len(alike)])
        spent[name] += 1
    here, target = (setting.board.index[HexId(name)] for name in ("B1", "B2"))
    assert may_attack_across(setting, state, group, here, target) is fits


def test_third_unit_is_not_offered_across_a_hexside() -> None:
    state = table("german-allocation", "B1 german-3pz", "B1 german-4a", "B1 german-9a", "B2 russian-western")
    state = play(state, "attack german-3pz B2")
    assert attacks(state) == {"german-4a B2", "german-9a B2"}
    assert attacks(play(state, "attack german-4a B2")) == set()


def test_second_panzer_group_attacks_across_another_hexside() -> None:
    state = table(
        "german-allocation", "B1 german-3pz", "B1 german-2pz", "A1 german-4pz", "B2 russian-western"
    )
    assert attacks(play(state, "attack german-3pz B2")) == {"german-4pz B2"}


def test_tanks_may_be_the_first_or_the_last_of_three() -> None:
    army = ("B3 russian-16", "B3 russian-50", "B3 russian-tanks", "B2 german-2a")
    state = table("russian-allocation", *army)
    for order in (("16", "50", "tanks"), ("tanks", "16", "50")):
        after = play(state, *(f"attack russian-{name} B2" for name in order))
        assert attacks(after) == set()


# What must be attacked too ---------------------------------------------------------------------------


def test_russians_attack_every_hex_with_undisrupted_germans_beside_attackers() -> None:
    state = table("russian-allocation", "C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a")
    state = play(state, "attack russian-16 C1")
    assert texts(state) == ["attack russian-50 B2"]
    assert "end" in texts(play(state, "attack russian-50 B2"))


def test_attack_that_would_leave_such_a_hex_alone_is_not_legal() -> None:
    elsewhere = ("A4 german-4a", "A3 russian-rzhev")
    state = table("russian-allocation", "C2 russian-16", "C1 german-2a", "B2 german-9a", *elsewhere)
    assert attacks(state) == {"russian-rzhev A4"}


def test_disrupted_germans_need_not_be_attacked() -> None:
    state = table(
        "russian-allocation", "C2 russian-16", "C1 german-2a", "B2 german-9a", disrupted=("german-9a",)
    )
    assert "end" in texts(play(state, "attack russian-16 C1"))


def test_disrupted_unit_beside_a_fresh_one_does_not_spare_the_hex() -> None:
    state = table(
        "russian-allocation",
        *("C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a", "B2 german-3pz"),
        disrupted=("german-9a",),
    )
    assert texts(play(state, "attack russian-16 C1")) == ["attack russian-50 B2"]


def test_units_of_another_hex_may_attack_what_must_be_attacked() -> None:
    state = table("russian-allocation", "C2 russian-16", "B3 russian-50", "C1 german-2a", "B2 german-9a")
    state = play(state, "attack russian-16 C1")
    assert texts(state) == ["attack russian-50 B2"]


def test_attackers_needed_elsewhere_are_not_offered_a_second_hex() -> None:
    # 50th Army must be left for B2, for 16th Army stands beside it.
    state = table("russian-allocation", "C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a")
    with pytest.raises(IllegalAction):
        play(state, "attack russian-16 C1", "attack russian-50 C1")


def test_one_unit_cannot_see_to_two_hexes_that_must_be_attacked() -> None:
    germans = ("C1 german-2a", "B2 german-9a", "D2 german-4a", "A4 german-2pz")
    state = table("russian-allocation", "C2 russian-16", "C2 russian-50", *germans, "A3 russian-rzhev")
    assert attacks(state) == {"russian-rzhev A4"}


DEEP = ("C2 russian-1s", "C1 german-2a", "B2 german-9a")


def test_siberians_need_not_attack_every_hex_in_deep_battle() -> None:
    state = table("deep-allocation", *DEEP, weather="snow")
    assert attacks(state) == {"russian-1s B2", "russian-1s C1"}
    assert "end" in texts(play(state, "attack russian-1s C1"))


def test_option_asks_siberians_to_attack_every_hex_in_deep_battle() -> None:
    kernel = rules(("deep-battle-duty", "must"))
    state = table("deep-allocation", *DEEP, "C2 russian-4s", weather="snow", kernel=kernel)
    assert texts(play(state, "attack russian-1s C1", kernel=kernel), kernel) == ["attack russian-4s B2"]


def test_germans_attack_as_they_like() -> None:
    state = table("german-allocation", "B1 german-3pz", "B2 russian-western", "C1 russian-bryansk")
    assert "end" in texts(play(state, "attack german-3pz B2"))


def test_units_in_attacked_hexes_are_noted_as_attacked() -> None:
    state = table(
        "german-allocation", "B1 german-3pz", "B2 russian-western", "B2 russian-16", "C1 russian-bryansk"
    )
    state = play(state, "attack german-3pz B2", "end")
    kernel = rules()
    noted = {str(kernel.setting.units[n]) for n in range(99) if state.attacked >> n & 1}
    assert noted == {"russian-western", "russian-16"}
    assert UnitId("russian-bryansk") not in noted


# Support from the air --------------------------------------------------------------------------------

TWO_ATTACKS = ("D1 german-2pz", "D2 russian-tanks", "B1 german-3pz", "B2 russian-western")
FLIEGERKORPS = ("german-2fk", "german-8fk")


def supports(state: State) -> set[str]:
    return {text.removeprefix("support ") for text in texts(state) if text.startswith("support ")}


def test_air_units_support_attacks_that_are_allocated() -> None:
    state = table("german-allocation", *TWO_ATTACKS, flying=FLIEGERKORPS)
    assert supports(state) == set()
    state = play(state, "attack german-2pz D2")
    assert supports(state) == {"german-2fk D2", "german-8fk D2"}


def test_air_unit_supports_the_attack_it_is_sent_to_and_no_other() -> None:
    state = table("german-allocation", *TWO_ATTACKS, flying=FLIEGERKORPS)
    state = play(state, "attack german-2pz D2", "attack german-3pz B2", "support german-2fk D2")
    air = {rules().setting.board.ids[battle.hex]: battle.air_support for battle in state.engagements}
    assert air == {"D2": 1 << number("german-2fk"), "B2": 0}


def test_german_air_units_may_support_one_attack_together() -> None:
    state = table("german-allocation", *TWO_ATTACKS, flying=FLIEGERKORPS)
    state = play(state, "attack german-2pz D2", "support german-2fk D2")
    assert supports(state) == {"german-8fk D2"}
    assert supports(play(state, "support german-8fk D2")) == set()


def test_russian_air_units_do_not_support_one_attack_together() -> None:
    flying = ("russian-vvs", "russian-siberian-air")
    state = table("russian-allocation", *TWO_ATTACKS, weather="snow", flying=flying)
    state = play(state, "attack russian-tanks D1", "attack russian-western B1", "support russian-vvs D1")
    assert supports(state) == {"russian-siberian-air B1"}


def test_no_air_unit_supports_the_deep_battle() -> None:
    standing = ("D1 german-2a", "D2 russian-1s")
    state = table("deep-allocation", *standing, weather="snow", flying=("russian-vvs",))
    assert supports(play(state, "attack russian-1s D1")) == set()


def test_phase_in_which_nobody_can_attack_is_passed_over() -> None:
    state = table("german-allocation", "D1 german-2pz", "D3 russian-tanks")
    assert state.stage != "allocate"


# The other reading ---------------------------------------------------------------------------------


def test_option_lets_an_attack_be_made_though_nobody_is_left_for_what_it_makes_due() -> None:
    kernel = rules(("must-attack", "if-able"))
    state = table("russian-allocation", "C2 russian-16", "C1 german-2a", "B2 german-9a", kernel=kernel)
    assert texts(state, kernel) == ["attack russian-16 B2", "attack russian-16 C1", "end"]
    assert texts(play(state, "attack russian-16 C1", kernel=kernel), kernel) == ["end"]


def test_option_still_asks_for_attacks_that_units_are_left_for() -> None:
    kernel = rules(("must-attack", "if-able"))
    standing = ("C2 russian-16", "C2 russian-50", "C1 german-2a", "B2 german-9a")
    state = play(table("russian-allocation", *standing, kernel=kernel), "attack russian-16 C1", kernel=kernel)
    assert "end" not in texts(state, kernel)
