"""What the proof takes the module's dice for."""

from __future__ import annotations

from fractions import Fraction

from hexwright.conformance.fire_actions import matching_outcome
from hexwright.rules.engine.rules_protocol import Action

# Hit tables may give a large pool no fewer than one hit.
OUTCOMES = tuple(
    (Action("roll", rolls=(scored, suffered)), Fraction(1, 6)) for scored in (1, 2, 3) for suffered in (0, 1)
)


def test_hits_that_a_place_absorbs_are_an_outcome_too() -> None:
    assert matching_outcome(OUTCOMES, 1, 0, 0) == Action("roll", rolls=(1, 0))
    assert matching_outcome(OUTCOMES, 1, 1, 2) == Action("roll", rolls=(3, 1))


def test_hits_that_no_outcome_leaves_are_none() -> None:
    assert matching_outcome(OUTCOMES, 0, 0, 0) is None
    assert matching_outcome(OUTCOMES, 1, 2, 1) is None
