"""3.3 and 3.4: declaring battles, and the effects of each result."""

from __future__ import annotations

import pytest

from hexwright.model.ids import UnitId
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from tests.rules.positions import LONG, battle, ends, owner, place, play, position, rules, step, texts

OPEN = ("0607 soviet-16", "0507 german-xxiv", "0508 german-xli")  # 24:8 = 3:1, clear ground


def destroyed(state: State) -> tuple[int, ...]:
    return state.destroyed


# Declaration --------------------------------------------------------------------------------------


def test_only_adjacent_enemies_are_attacked() -> None:
    state = position("german-combat", "0507 german-xxiv", "0607 soviet-16", "0608 soviet-3")
    assert texts(state) == ["attack german-xxiv on soviet-16", "end"]


def test_nobody_has_to_attack() -> None:
    state = play(position("german-combat", *OPEN), "end")
    assert rules().phase(state) == "german-movement"


def test_unit_attacks_once_a_phase() -> None:
    state = position("german-combat", "0507 german-xxiv", "0607 soviet-16", "0606 soviet-3")
    assert texts(play(state, "attack german-xxiv on soviet-16")) == ["end"]


def test_attacks_on_one_unit_are_one_battle() -> None:
    state = play(
        position("german-combat", *OPEN),
        "attack german-xxiv on soviet-16",
        "attack german-xli on soviet-16",
        "end",
    )
    assert texts(state) == ["resolve soviet-16"]


def test_some_of_the_adjacent_units_may_attack_and_others_not() -> None:
    state = play(position("german-combat", *OPEN), "attack german-xli on soviet-16", "end")
    state = play(state, "resolve soviet-16")
    assert state.fight is not None
    assert state.fight.attackers == 1 << rules().setting.unit_numbers[UnitId("german-xli")]


def test_all_battles_are_declared_before_the_first_is_resolved() -> None:
    state = position("german-combat", "0507 german-xxiv", "0607 soviet-16", "0409 german-xx", "0509 soviet-3")
    state = play(state, "attack german-xxiv on soviet-16", "attack german-xx on soviet-3", "end")
    assert texts(state) == ["resolve soviet-3", "resolve soviet-16"]


def test_attacker_picks_the_order_of_battles() -> None:
    state = position("german-combat", "0507 german-xxiv", "0607 soviet-16", "0409 german-xx", "0509 soviet-3")
    state = play(state, "attack german-xxiv on soviet-16", "attack german-xx on soviet-3", "end")
    for first, other in (("soviet-3", "soviet-16"), ("soviet-16", "soviet-3")):
        assert [b.target_unit for b in play(state, f"resolve {first}").battles] == [
            rules().setting.unit_numbers[UnitId(other)]
        ]


def test_panzers_and_infantry_both_attack() -> None:
    state = position("german-combat", "0507 german-xxiv", "0508 german-xx", "0607 soviet-16")
    assert len(texts(state)) == 3


def test_soviets_attack_in_their_own_phase() -> None:
    state = position("soviet-combat", *OPEN)
    assert "attack soviet-16 on german-xxiv" in texts(state)


# Results ------------------------------------------------------------------------------------------


def test_odds_below_one_to_one_have_no_effect_and_no_die() -> None:
    state = battle(1, "0607 soviet-16", "0507 german-xii")
    assert rules().phase(state) == "german-movement"
    assert state.dice_thrown == 0
    assert (step(state, "soviet-16"), step(state, "german-xii")) == (1, 1)


def test_al_takes_a_step_of_one_attacker_whom_the_attacker_picks() -> None:
    state = battle(1, "0607 soviet-16", "0507 german-xx", "0508 german-v")  # 12:8, 1:1, AL
    assert texts(state) == ["lose german-v", "lose german-xx"]
    after = play(state, "lose german-v")
    assert (step(after, "german-v"), step(after, "german-xx")) == (2, 1)
    assert place(after, "soviet-16") == "0607"


def test_al_does_not_move_the_attacker() -> None:
    after = play(battle(1, "0607 soviet-16", "0507 german-xx", "0508 german-v"), "lose german-v")
    assert (place(after, "german-v"), place(after, "german-xx")) == ("0508", "0507")


def test_al_eliminates_an_attacker_at_half_strength() -> None:
    state = battle(1, "0607 soviet-16/2", "0507 german-xxii/2")  # 4:4
    after = play(state, "lose german-xxii")
    assert place(after, "german-xxii") == "pool"
    assert destroyed(after) == (0, 1)


def test_ne_changes_nothing() -> None:
    state = battle(2, "0607 soviet-16", "0507 german-xxiv")  # 1:1
    assert rules().phase(state) == "german-movement"
    assert (place(state, "soviet-16"), step(state, "soviet-16"), step(state, "german-xxiv")) == ("0607", 1, 1)


def test_dr_lets_the_attacker_move_the_defender() -> None:
    state = battle(3, *OPEN)  # 3:1, DR
    assert rules().active_side(state) == "german"
    assert all(line.startswith("retreat soviet-16") for line in texts(state))
    after = play(state, texts(state)[0])
    assert step(after, "soviet-16") == 1


def test_drl_takes_a_step_and_then_retreats() -> None:
    state = battle(6, *OPEN)  # 3:1, DRL
    assert step(state, "soviet-16") == 2
    assert texts(state)[0].startswith("retreat soviet-16")


def test_drl_eliminates_a_defender_at_half_strength() -> None:
    state = battle(2, "0607 soviet-16/2", "0507 german-xxiv", "0508 german-xx/2", "0606 german-v")
    # 12 + 3 + 6 = 21:4 = 5:1, DRL
    assert place(state, "soviet-16") == "pool"
    assert state.stage == "advance"


def test_de_eliminates_even_a_full_strength_defender() -> None:
    state = battle(6, "0607 soviet-16", *OPEN[1:], "0606 german-lvii")  # 36:8 = 4:1, DE
    assert place(state, "soviet-16") == "pool"
    assert destroyed(state) == (1, 0)


# Exchange -----------------------------------------------------------------------------------------


def test_exchange_defender_loses_a_step_first() -> None:
    state = battle(1, *OPEN)  # 3:1, EX
    assert state.stage == "losses"
    assert step(state, "soviet-16") == 2


def test_exchange_attacker_loses_at_least_as_much_strength() -> None:
    # The defender lost 4. German-xii loses 3 (5 to 2), so more is owed; then XLI loses 6.
    state = battle(1, "0607 soviet-16", "0507 german-xxiv", "0508 german-xii", "0606 german-xli")  # 29:8
    state = play(state, "lose german-xii")
    assert state.stage == "losses"
    state = play(state, "lose german-xli")
    assert state.stage == "retreat"
    assert (step(state, "german-xii"), step(state, "german-xli"), step(state, "german-xxiv")) == (2, 2, 1)


def test_exchange_counts_the_difference_of_the_faces() -> None:
    # XLVII goes from 9 to 4: a loss of 5, enough for the 4 of the defender.
    state = battle(1, "0607 soviet-16", "0507 german-xlvii", "0508 german-xli", "0606 german-xx")
    assert play(state, "lose german-xlvii").stage == "retreat"


def test_exchange_counts_all_that_an_eliminated_unit_had() -> None:
    state = battle(1, "0607 soviet-16", "0507 german-xxiv", "0508 german-xlvii/2", "0606 german-xxii")
    after = play(state, "lose german-xlvii")  # its 4 match the defender's 4
    assert place(after, "german-xlvii") == "pool"
    assert after.stage == "retreat"


def test_exchange_may_take_two_steps_of_one_unit() -> None:
    state = battle(1, "0607 soviet-16", "0507 german-xxiv", "0508 german-xli", "0606 german-xii")
    state = play(state, "lose german-xii")  # 3
    assert "lose german-xii" in texts(state)
    after = play(state, "lose german-xii")  # and 2
    assert place(after, "german-xii") == "pool"
    assert after.stage == "retreat"


def test_exchange_ends_when_no_attacker_is_left() -> None:
    # VI has 5 in all: its first step is 3, its second 2; the defender lost 4.
    state = battle(4, "0607 soviet-16/2", "0507 german-vi")  # 5:4, EX
    assert place(state, "soviet-16") == "pool"
    state = play(state, "lose german-vi", "lose german-vi")
    assert place(state, "german-vi") == "pool"
    assert rules().phase(state) == "german-movement"


def test_exchange_in_mud_counts_printed_strength() -> None:
    state = battle(4, "0607 soviet-16/2", "0507 german-xxiv", turn=3)  # 12 halved is 6: 1:1, EX
    after = play(state, "lose german-xxiv")  # 12 to 6: 6, enough for 4
    assert after.stage == "advance"
    assert step(after, "german-xxiv") == 2


def test_exchange_defender_retreats_last() -> None:
    state = play(battle(1, *OPEN), "lose german-xxiv")
    assert state.stage == "retreat"


def test_exchange_owes_nothing_for_a_defender_lost_in_its_retreat() -> None:
    ring = ("0607 soviet-16", "0507 german-xxiv", "0508 german-xli", "0706 german-xii", "0709 german-xx")
    state = play(battle(1, *ring), "lose german-xxiv")
    assert place(state, "soviet-16") == "pool"
    assert state.stage == "advance"
    assert step(state, "german-xli") == 1


def test_al_and_exchange_losses_count_as_destroyed_units() -> None:
    state = battle(4, "0607 soviet-16/2", "0507 german-vi")
    state = play(state, "lose german-vi", "lose german-vi")
    assert destroyed(state) == (1, 1)


# Advance ------------------------------------------------------------------------------------------


def test_one_attacker_may_advance_into_the_empty_hex() -> None:
    state = battle(3, *OPEN)
    state = play(state, texts(state)[0])
    assert texts(state) == ["advance german-xxiv 0607", "advance german-xli 0607", "hold"]
    after = play(state, "advance german-xli 0607")
    assert place(after, "german-xli") == "0607"
    assert rules().phase(after) == "german-movement"


def test_nobody_has_to_advance() -> None:
    state = battle(3, *OPEN)
    after = play(state, texts(state)[0], "hold")
    assert (place(after, "german-xxiv"), place(after, "german-xli")) == ("0507", "0508")


def test_nobody_advances_while_the_defender_stands() -> None:
    assert rules().phase(battle(2, "0607 soviet-16", "0507 german-xxiv")) == "german-movement"


def test_ezoc_is_no_bar_to_an_advance() -> None:
    state = battle(6, "0607 soviet-16", *OPEN[1:], "0606 german-lvii", "0708 soviet-3")
    assert "advance german-xxiv 0607" in texts(state)


def test_only_a_unit_of_this_battle_advances() -> None:
    state = position("german-combat", *OPEN, "0606 german-xx")
    state = play(state, "attack german-xxiv on soviet-16", "attack german-xli on soviet-16", "end")
    state = rules().apply(play(state, "resolve soviet-16"), Action("roll", roll=3))
    state = play(state, texts(state)[0])
    assert "advance german-xx 0607" not in texts(state)


def test_advance_into_a_city_takes_it() -> None:
    state = battle(6, "0603 soviet-16", "0602 german-xxiv", "0503 german-xli", "0703 german-lvii")
    assert place(state, "soviet-16") == "pool"
    assert owner(play(state, "advance german-xxiv 0603"), "0603") == "german"
    assert owner(play(state, "hold"), "0603") == "soviet"


# Option: cities -----------------------------------------------------------------------------------

CITY = ("0603 soviet-16", "0602 german-xxiv", "0503 german-xli")


def test_without_the_option_a_city_does_not_help_against_dr() -> None:
    assert battle(3, *CITY).stage == "retreat"


def test_option_lets_a_defender_in_a_city_lose_a_step_instead_of_retreating() -> None:
    kernel = rules("operation-typhoon", ("city-retreat", "on"))
    state = battle(5, *CITY, kernel=kernel)
    assert kernel.active_side(state) == "soviet"
    assert texts(state, kernel) == ["stand soviet-16", "fall-back soviet-16"]
    stood = play(state, "stand soviet-16", kernel=kernel)
    assert (place(stood, "soviet-16"), step(stood, "soviet-16")) == ("0603", 2)
    fell = play(state, "fall-back soviet-16", kernel=kernel)
    assert fell.stage == "retreat"
    told = [kernel.describe(state, action) for action in kernel.legal_actions(state)]
    assert [line.partition(" in 0603 Vyazma ")[2] for line in told] == [
        "loses a step and holds its hex.",
        "gives up its hex.",
    ]


def test_option_holds_in_cities_only() -> None:
    kernel = rules("operation-typhoon", ("city-retreat", "on"))
    assert battle(3, *OPEN, kernel=kernel).stage == "retreat"


def test_option_holds_for_dr_only() -> None:
    kernel = rules("operation-typhoon", ("city-retreat", "on"))
    state = battle(6, *CITY, kernel=kernel)  # DRL
    assert state.stage == "retreat"


# Odd actions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "",
        "fly german-xxiv 0607",
        "move german-xxiv",
        "roll six",
        "attack german-xxiv soviet-16",
        "move x 0101",
    ],
)
def test_text_that_is_no_legal_action_is_refused(line: str) -> None:
    with pytest.raises(IllegalAction):
        rules().parse(position("german-combat", *OPEN), line)


def test_action_of_another_stage_is_refused() -> None:
    with pytest.raises(IllegalAction):
        rules().apply(position("german-combat", *OPEN), Action("hold"))


def test_tank_unit_attacks_with_its_shift_in_play() -> None:
    kernel = rules(LONG)
    state = position("soviet-combat", "0607 german-xl", "0606 soviet-tu", turn=13, kernel=kernel)
    state = play(state, "attack soviet-tu on german-xl", "end", "resolve german-xl", kernel=kernel)
    state = kernel.apply(state, Action("roll", roll=5))  # 2:1 gives DR where 1:1 gives EX
    assert state.stage == "retreat"
    assert ends(state, "german-xl", kernel)
