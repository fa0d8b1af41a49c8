"""The umpire follows the die that may end the game once a reserve was hurried, in the module's own words."""

from __future__ import annotations

import pytest

from hexwright.vassal.codec.commands import ChatText, Command, Compound, flatten_commands
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.umpire.planting import EMBATTLED, Field, judged

PHASE = "siberian-gamble"


def in_the_modules_words(file: SavedGameFile) -> SavedGameFile:
    """Return a log of Moscow Embattled whose event is reported as the module does it."""

    def said(part: Command) -> Command:
        if isinstance(part, ChatText) and part.text.startswith("* The die shows") and "Far East" in part.text:
            return ChatText(text="* Event (reserve.gamble): t" + part.text.removeprefix("* T"))
        return part

    steps = tuple(Compound(tuple(said(part) for part in flatten_commands(step))) for step in file.steps)
    assert steps != tuple(Compound(tuple(flatten_commands(step))) for step in file.steps)
    return SavedGameFile.of(file.moduledata, file.savedata, Compound(file.without_log().commands), steps)


def gamble(seed: int) -> Field:
    """Return a game in which the reserve came early, up to the die of that."""
    return Field.begun(EMBATTLED, seed=seed).play(
        lambda field: field.kernel.phase(field.state) == PHASE and field.state.stage == "event-roll",
        policy="random",
    )


@pytest.mark.parametrize("seed", [2, 3])
def test_a_quiet_die_is_no_offence(seed: int) -> None:
    field = gamble(seed)
    field.do("roll 5").at("german-movement", 2)
    assert judged(EMBATTLED, in_the_modules_words(field.log())).findings == ()


@pytest.mark.parametrize("seed", [2, 3])
def test_a_fatal_die_is_no_offence(seed: int) -> None:
    field = gamble(seed)
    field.do("roll 1")
    assert field.kernel.is_over(field.state)
    assert judged(EMBATTLED, in_the_modules_words(field.log())).findings == ()


def test_a_game_that_goes_on_after_a_fatal_die_is_an_offence() -> None:
    field = gamble(2)
    field.do("roll 5").at("german-movement", 2)
    steps = in_the_modules_words(field.log())
    forged = tuple(
        Compound(
            tuple(
                ChatText(text=part.text.replace("shows 5", "shows 1")) if isinstance(part, ChatText) else part
                for part in flatten_commands(step)
            )
        )
        for step in steps.steps
    )
    whole = Compound(steps.without_log().commands)
    found = judged(EMBATTLED, SavedGameFile.of(steps.moduledata, steps.savedata, whole, forged)).findings
    assert [one.kind for one in found] == ["offence"]
    assert found[0].done == "Siberian gamble ends"
