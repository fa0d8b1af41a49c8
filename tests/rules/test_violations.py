"""An action that isn't legal is refused with the rule that forbids it."""

from __future__ import annotations

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.players.playtesting.action_tree_count import count_actions, state_after
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import IllegalAction
from tests.rules.games_with_stacking import always
from tests.rules.positions import position, rules


def refusal(state: State, line: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        rules().parse(state, line)
    return caught.value


MOVING = ("0606 german-xxiv", "0607 german-xx", "0808 german-v", "0705 soviet-16")
RAIL = ("1107 soviet-16", "1207 soviet-3", "1005 german-xx")
FIGHT = ("0507 german-xxiv", "0508 german-xli", "0607 soviet-16", "1107 soviet-3")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move german-xxiv 0705", "enemy unit is in 0705 (3.2)"),
        ("move german-v 0101", "out of german-v's reach"),
        ("move soviet-16 0704", "doesn't belong to the phasing side, German"),
        ("move german-xli 0704", "not on the map"),
        ("attack german-xxiv on soviet-16", "not possible now in German movement"),
        ("hold", "not possible now"),
    ],
)
def test_refused_move(line: str, words: str) -> None:
    assert words in str(refusal(position("german-movement", *MOVING), line))


def test_refused_end_of_a_phase_with_too_many_units_in_a_hex() -> None:
    state = state_after(rules(), position("german-movement", *MOVING), "move german-xxiv 0607")
    fault = refusal(state, "end")
    told = "0607 holds 2 units, but at most 1 may stay in a hex (3.2)"
    assert str(fault) == f"German movement can't end: {told}"
    assert "take-back UNIT" in fault.hint


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("take-back german-v", "german-v has not moved in this phase"),
        ("take-back german-xxiv", "only a move into an overstacked hex may be taken back (3.2)"),
        ("take-back soviet-16", "doesn't belong to the phasing side, German"),
    ],
)
def test_refused_taking_back(line: str, words: str) -> None:
    state = state_after(rules(), position("german-movement", *MOVING), "move german-xxiv 0608")
    assert words in str(refusal(state, line))


def test_refused_move_onto_a_friend_where_the_limit_is_kept_always() -> None:
    kernel = always()
    state = position("german-movement", *MOVING, kernel=kernel)
    with pytest.raises(
        IllegalAction, match=r"german-xx is already in 0607, and at most 1 may stay in a hex \(3\.2\)"
    ):
        kernel.parse(state, "move german-xxiv 0607")


def test_refused_leg_beyond_what_is_left() -> None:
    state = state_after(rules(), position("german-movement", *MOVING), "move german-v 0809")
    assert "german-v can't reach 0302 with the movement it has left (3.2)" in str(
        refusal(state, "move german-v 0302")
    )


def test_refused_move_of_infantry_before_combat() -> None:
    state = position("panzer-movement", *MOVING)
    assert "may not move in Panzer movement (3.2)" in str(refusal(state, "move german-xx 0608"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move soviet-3 1206", "soviet-3 isn't on a line that it may use: Railway (3.2)"),
        ("move soviet-16 1105", "1105 is in an EZOC, which Rail movement may not enter (3.2)"),
        ("move soviet-16 1101", "out of soviet-16's reach"),
    ],
)
def test_refused_rail_movement(line: str, words: str) -> None:
    assert words in str(refusal(position("rail-movement", *RAIL), line))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack german-xxiv on soviet-3", "isn't adjacent to soviet-3 (3.3)"),
        ("attack german-xxiv on german-xli", "isn't an enemy"),
        ("attack soviet-16 on german-xli", "doesn't belong to the phasing side"),
    ],
)
def test_refused_attack(line: str, words: str) -> None:
    assert words in str(refusal(position("german-combat", *FIGHT), line))


def test_refused_second_attack() -> None:
    state = state_after(rules(), position("german-combat", *FIGHT), "attack german-xxiv on soviet-16")
    assert "once per phase (3.3)" in str(refusal(state, "attack german-xxiv on soviet-16"))


CUT = ("1107 soviet-16/2", "1108 german-xxiv", "1205 german-xli", "1005 german-lvii", "1303 soviet-49/2")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("new soviet-5 1303", "1303 is occupied (3.7)"),
        ("new soviet-5 1307", "neither on the east edge nor a capital or city of the Soviet side (3.7)"),
        ("new soviet-5 0204", "neither on the east edge nor a capital or city of the Soviet side (3.7)"),
        ("new soviet-5 0809", "0809 is not in communication (3.7)"),
        ("new soviet-1s 1407", "isn't available as a replacement (3.7)"),
        ("new german-xx 1407", "doesn't belong to the phasing side"),
        ("restore soviet-16", "is not in communication (3.7)"),
        ("restore soviet-3", "is not on the map"),
        ("restore german-xli", "doesn't belong to the phasing side"),
    ],
)
def test_refused_replacement(line: str, words: str) -> None:
    wall = ("0908 german-xlvi", "0909 german-xlvii", "0710 german-lvi")
    state = position("soviet-replacement", *CUT, *wall, pool=("soviet-5", "german-xx"))
    assert words in str(refusal(state, line))


def test_refused_second_replacement() -> None:
    state = state_after(
        rules(), position("soviet-replacement", *CUT, "1305 soviet-10/2"), "restore soviet-49"
    )
    assert "received a replacement in this phase (3.7)" in str(refusal(state, "restore soviet-49"))


def test_unknown_unit_and_hex_get_a_hint() -> None:
    state = position("german-combat", *FIGHT)
    unknown = refusal(state, "attack german-xxv on soviet-16")
    assert str(unknown) == "there is no unit 'german-xxv'"
    assert unknown.hint == "did you mean 'german-xxxv'?"
    assert "not on the map" in str(refusal(position("german-movement", *MOVING), "move german-xx 1599"))


def test_line_with_an_illegal_action_is_a_finding() -> None:
    with pytest.raises(InputError, match="P012"):
        state_after(rules(), rules().set_up(), "move german-xli 0103")


def test_count_to_no_depth_is_one() -> None:
    assert count_actions(rules(), rules().set_up(), 0).total == 1
