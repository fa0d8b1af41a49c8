"""What the real engine was seen to do, the virtual one does too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from tests.emulator.conftest import CASES, recorded
from tests.emulator.playing import plain, play

EXPRESSIONS = recorded("expressions")
PLAY = recorded("play")


def _named(case: dict[str, Any]) -> str:
    return str(case.get("case") or f"{case['group']}-{case['expression'][:50]}")


def test_four_hundred_cases_of_the_real_engine_are_recorded() -> None:
    assert len(EXPRESSIONS) + len(PLAY) >= 400
    assert sum("problem" in step for case in PLAY for step in case["steps"]) >= 8


@pytest.mark.parametrize("case", EXPRESSIONS, ids=_named)
def test_expression_gives_what_the_engine_gave(ground: EmulatedGame, case: dict[str, Any]) -> None:
    step = ["evaluate", case["expression"], *([case["piece"]] if case["piece"] else [])]
    seen = play(ground, step)
    assert seen["gave"] == case["gave"]
    assert bool(seen.get("problem")) == bool(case.get("problem"))


@pytest.mark.parametrize("case", recorded("leading_zeros"), ids=lambda case: case["expression"])
def test_leading_zeros_vanish_unless_the_option_keeps_them(
    grounds: Callable[[bool], EmulatedGame], case: dict[str, Any]
) -> None:
    game = grounds(False)
    game.new_game("Red")
    assert play(game, ["evaluate", case["expression"]])["gave"] == case["gave"]


@pytest.mark.parametrize("case", PLAY, ids=_named)
def test_steps_end_as_they_did_in_the_engine(ground: EmulatedGame, case: dict[str, Any]) -> None:
    _replay(ground, case)


@pytest.mark.parametrize("case", recorded("cards"), ids=_named)
def test_decks_masks_and_mats_do_as_in_the_engine(card_table: EmulatedGame, case: dict[str, Any]) -> None:
    card_table.new_game("Red")
    _replay(card_table, case)
    assert card_table.unsupported == ()


def test_decks_masks_and_mats_of_a_saved_game_do_as_in_the_engine(card_table: EmulatedGame) -> None:
    card_table.load(CASES / "loaded.vsav", "Red")
    _replay(card_table, recorded("loaded")[0])


def _replay(game: EmulatedGame, case: dict[str, Any]) -> None:
    troubled = False
    for step in case["steps"]:
        seen = play(game, step["do"])
        assert seen["gave"] == step["gave"], step["do"]
        assert plain(seen.get("chat", [])) == plain(step.get("chat", [])), step["do"]
        troubled |= "problem" in seen
    # The engine warns of one fault once a session, and of some only when it draws.
    assert troubled or not any("problem" in step for step in case["steps"])
