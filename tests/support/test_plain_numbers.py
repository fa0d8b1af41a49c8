"""Numbers that strangers wrote are read as such, or not at all."""

from __future__ import annotations

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.players.playtesting.game_record import read_record
from hexwright.render.weather_outcomes import roll_ranges
from hexwright.rules.engine.narration import parse_action
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.support.plain_numbers import plain_number
from hexwright.vassal.codec.stacks_and_decks import Stack

ODD = ["", "-1", "+1", " 1", "1_0", "²", "٣", "1.0", "9" * 19, "9" * 5000]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_what_is_no_plain_number_is_none(text: str) -> None:
    assert plain_number(text) is None


def test_plain_numbers_are_read() -> None:
    assert [plain_number(text) for text in ("0", "007", "9" * 18)] == [0, 7, 10**18 - 1]


@pytest.mark.parametrize("text", ["9" * 5000, "²"])
def test_odd_numbers_are_no_fault_of_ours(text: str) -> None:
    with pytest.raises(InputError, match="not a number of at most 40 digits"):
        read_record(f"game: g\nscenario: s\nseed: {text}\n")
    for action in (f"roll {text}", f"roll 1 {text}"):
        with pytest.raises(IllegalAction):
            parse_action(action)
    assert Stack("Main", 1, 1, ("p", f"@@{text}")).layer is None
    assert roll_ranges(["1", text, "3"]) == f"1, {text}, 3"


def test_a_layer_may_be_negative() -> None:
    assert Stack("Main", 1, 1, ("p", "@@-2")).layer == -2
