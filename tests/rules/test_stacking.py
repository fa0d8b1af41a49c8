"""3.2: one unit in a hex at the end of the phase, so that units may change places within it."""

from __future__ import annotations

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId, UnitId
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.playtesting.rules_fuzzer import fuzz
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from tests.rules.games_with_stacking import always
from tests.rules.positions import ends, owner, place, play, position, rules, texts

PAIR = ("0103 german-vi", "0104 german-v", "0606 soviet-16")


def test_units_change_places() -> None:
    state = play(position("german-movement", *PAIR), "move german-vi 0104", "move german-v 0103", "end")
    assert (place(state, "german-vi"), place(state, "german-v")) == ("0104", "0103")


def test_units_change_places_out_of_an_ezoc_and_into_it() -> None:
    state = position("german-movement", "0306 german-xx", "0406 german-xlvi", "0506 soviet-16")
    state = play(state, "move german-xx 0406", "move german-xlvi 0306", "end")
    assert (place(state, "german-xx"), place(state, "german-xlvi")) == ("0406", "0306")


def test_three_units_change_places_in_a_ring() -> None:
    state = position("german-movement", "0103 german-vi", "0104 german-v", "0203 german-xx", "0606 soviet-16")
    state = play(state, "move german-vi 0104", "move german-v 0203", "move german-xx 0103", "end")
    assert [place(state, f"german-{u}") for u in ("vi", "v", "xx")] == ["0104", "0203", "0103"]


def test_phase_does_not_end_while_a_hex_holds_two_units() -> None:
    state = play(position("german-movement", *PAIR), "move german-vi 0104")
    assert "end" not in texts(state)
    with pytest.raises(IllegalAction):
        rules().apply(state, Action("end"))
    assert "end" in texts(play(state, "move german-v 0204"))


def test_phase_ends_by_what_is_legal_though_a_hex_was_full_before_it() -> None:
    # A table where the rules were off may look so: nobody has moved there, and nothing is taken back.
    state = position("german-movement", "0103 german-vi", "0103 german-v", "0606 soviet-16")
    assert "end" in texts(state)
    assert rules().phase(rules().apply(state, Action("end"))) != rules().phase(state)


def test_a_unit_that_enters_a_full_hex_moves_on_or_takes_the_move_back() -> None:
    state = position("german-movement", "0103 german-vi", "0103 german-v", "0104 german-xx", "0606 soviet-16")
    state = play(state, "move german-xx 0103")
    assert "end" not in texts(state)
    assert [text for text in texts(state) if text.startswith("take-back")] == ["take-back german-xx"]
    assert "end" in texts(play(state, "take-back german-xx"))


def test_move_into_a_full_hex_is_taken_back_and_the_unit_may_move_anew() -> None:
    before = position("german-movement", *PAIR)
    state = play(before, "move german-vi 0104")
    assert "take-back german-vi" in texts(state)
    assert "take-back german-v" not in texts(state)  # It has not moved.
    back = play(state, "take-back german-vi")
    assert back == before
    assert place(play(back, "move german-vi 0202"), "german-vi") == "0202"


def test_move_that_can_stand_is_not_taken_back() -> None:
    state = play(position("german-movement", *PAIR), "move german-vi 0202")
    assert not any(text.startswith("take-back") for text in texts(state))


def test_whoever_has_moved_may_be_taken_back_from_a_full_hex() -> None:
    state = play(position("german-movement", *PAIR), "move german-v 0204", "move german-vi 0204")
    assert {"take-back german-v", "take-back german-vi"} <= set(texts(state))


def test_unit_taken_back_may_fill_its_old_hex_but_nobody_is_stuck() -> None:
    state = position("german-movement", "0103 german-vi", "0104 german-v", "0203 german-xx", "0606 soviet-16")
    state = play(state, "move german-vi 0104", "move german-xx 0103", "take-back german-vi")
    assert "end" not in texts(state)
    assert "end" in texts(play(state, "take-back german-xx"))


AROUND = ("0604", "0703", "0504", "0702")
FAR = "1408 soviet-16"


def steps(state: State, move: str) -> int:
    """Return the length of a move in hexes."""
    _, unit, end = move.split()
    grid = HexGrid.of(rules().setting.game.hexmap.grid)
    return grid.distance(HexId(place(state, unit)), HexId(end))


CITY = ("0604 german-v", "0703 german-vi", "1408 soviet-16")


def test_city_that_a_move_took_goes_back_with_it() -> None:
    state = play(position("german-movement", *CITY), "move german-v 0603", "move german-v 0703")
    assert owner(state, "0603") == "german"
    told = rules().describe(state, Action("take-back", UnitId("german-v")))
    assert told == "V Army Corps (6) in 0703 takes its move back to 0604. The Soviets hold 0603 Vyazma again."
    assert play(state, "take-back german-v") == position("german-movement", *CITY)


def test_city_stays_with_a_friend_who_stands_there_by_now() -> None:
    state = play(position("german-movement", *CITY), "move german-v 0603", "move german-vi 0603")
    assert owner(play(state, "take-back german-vi"), "0603") == "german"  # V Corps took it, and is there.
    assert owner(play(state, "take-back german-v"), "0603") == "german"  # VI Corps is there.
    gone = play(state, "take-back german-vi", "move german-vi 0604")
    assert owner(gone, "0603") == "german"


def test_limit_kept_always_lets_no_move_end_with_a_friend() -> None:
    state = position("german-movement", *PAIR, kernel=always())
    assert "0104" not in ends(state, "german-vi", always())
    assert "0104" in ends(position("german-movement", *PAIR), "german-vi")
    assert "0105" in ends(state, "german-vi", always())  # past its friend


@pytest.mark.parametrize("seed", range(4))
def test_policies_end_their_phase_with_too_many_in_a_hex(seed: int) -> None:
    kernel = rules()
    for player in (RandomPolicy(kernel, seed), GreedyPolicy(kernel, seed)):
        state = play(position("german-movement", *PAIR), "move german-v 0204", "move german-vi 0204")
        phase = state.phase
        for _ in range(30):
            action = player.choose(state)
            assert kernel.is_legal(state, action)
            state = kernel.apply(state, action)
            if state.phase != phase:
                break
        assert state.phase != phase


def test_random_games_take_moves_back_and_stay_sound() -> None:
    assert fuzz(rules(), 5, 1500).findings == ()


def test_one_position_is_one_state_however_it_came_about() -> None:
    def after(*lines: str) -> State:
        return play(position("german-movement", *PAIR), *lines)

    assert after("move german-vi 0202", "move german-v 0204") == after(
        "move german-v 0204", "move german-vi 0202"
    )


def test_unit_that_came_home_has_nothing_to_take_back() -> None:
    home = position("german-movement", "0602 german-xxiv", "0604 german-v", "1408 soviet-16")
    state = play(home, "move german-xxiv 0603", "move german-xxiv 0602", "move german-v 0602")
    assert "take-back german-v" in texts(state)
    assert "take-back german-xxiv" not in texts(state)


def test_a_city_goes_back_with_the_last_of_the_moves_that_entered_it() -> None:
    start = ("0604 german-v", "0703 german-vi", "0504 german-xx", "1408 soviet-16")
    state = play(position("german-movement", *start), "move german-v 0603", "move german-vi 0603")
    state = play(state, "take-back german-v")
    assert owner(state, "0603") == "german"
    state = play(state, "move german-vi 0504", "take-back german-vi")
    assert owner(state, "0603") == "soviet"
    assert state == position("german-movement", *start)


def test_a_city_stays_taken_while_another_move_that_entered_it_stands() -> None:
    start = ("0604 german-v", "0703 german-vi", "1408 soviet-16")
    state = play(position("german-movement", *start), "move german-v 0603", "move german-vi 0603")
    state = play(state, "move german-vi 0503", "move german-v 0503")
    assert owner(play(state, "take-back german-v"), "0603") == "german"
    # V Corps comes by 0504 as cheaply, so its move enters no city, and nothing else holds Vyazma.
    state = play(state, "take-back german-v", "move german-v 0503", "take-back german-vi")
    assert owner(state, "0603") == "soviet"


def test_places_are_those_that_the_standing_moves_entered() -> None:
    """After any one-hex moves, and any moves taken back, owners agree with the naive oracle."""
    units = ("v", "vi", "xx", "xlvi")
    start = position("german-movement", *(f"{h} german-{u}" for u, h in zip(units, AROUND, strict=True)), FAR)
    for seed in range(40):
        chance, state = RandomStream(seed), start
        entered: dict[str, set[str]] = {}
        for _ in range(14):
            backs = [text for text in texts(state) if text.startswith("take-back")]
            if backs and chance.integer_below(2):
                text = chance.choice(backs)
                entered.pop(text.split()[1])
            else:
                near = [text for text in texts(state) if text.startswith("move") and steps(state, text) == 1]
                if not near:
                    break
                text = chance.choice(near)
                entered.setdefault(text.split()[1], set()).add(text.split()[2])
            state = play(state, text)
            ours = {h for hexes in entered.values() for h in hexes}
            for city in ("0603", "0601", "0904"):
                if owner(start, city):
                    taken = city in ours or owner(start, city) == "german"
                    assert owner(state, city) == ("german" if taken else "soviet"), (seed, text)
