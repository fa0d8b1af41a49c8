"""The umpire follows what remains of eliminated units, and finds what may not remain."""

from __future__ import annotations

import pytest

from hexwright.model.rules.rules_record import Effect
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import Finding, LogUmpire
from tests.rules.games_with_cadres import DEADLY, toy
from tests.umpire.planting import Field

CAUSEWAY = "toy-causeway"


def fallen(effect: Effect = "defender-eliminated") -> Field:
    """Return the toy with a Red unit just eliminated, of which something remains."""
    kernel = RulesEngine(toy(dict.fromkeys(DEADLY, (effect,))), "the-week")
    state = build_state(
        kernel,
        ["0304 blue-1", "0304 blue-2", "0404 red-1", "0604 red-2"],
        phase="blue-combat",
        pool=["red-rump", "red-rest", "red-relic", "blue-rump"],
    )
    field = Field(kernel, state, slug=CAUSEWAY)
    return field.do("attack blue-1 0404", "attack blue-2 0404", "end", "resolve 0404", "roll 3")


def found(field: Field, *, told: bool = True) -> tuple[Finding, ...]:
    """Return what the umpire of this very game finds in what was done; boxes lie where the toy has them."""
    ruling = LogUmpire(HexwrightGame(field.kernel.setting.game), field.log(told=told)).follow_log()
    return tuple(one for one in ruling.findings if one.step)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("effect", ["defender-eliminated", "defender-to-cadre"])
def test_legal_cadres_are_followed(told: bool, effect: Effect) -> None:
    field = fallen(effect).do("remain red-rest 0404")
    assert found(field, told=told) == ()


def test_missing_cadres_are_found() -> None:
    field = fallen()
    field.do("remain red-rest 0404")
    field.plant(field.off("red-rest"))
    assert [one for one in found(field) if one.kind == "offence"]
