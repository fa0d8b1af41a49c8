"""Sentences of the engine that tell the same of several units are joined, and no other is changed."""

from __future__ import annotations

import pytest

from hexwright.model.words.alike_sentences import join_alike_sentences


@pytest.mark.parametrize(
    ("told", "joined"),
    [
        (
            "A Corps (3) in 0101 advances into 0202. B Corps (1/2) in 0101 advances into 0202. "
            "C Corps (2) in 0102 Town advances into 0202. Nobody else moves.",
            "A Corps and B Corps from 0101 and C Corps from 0102 Town advance into 0202. Nobody else moves.",
        ),
        (
            "1st Army (3) in 0101 takes the loss. 1st Army is eliminated. "
            "2nd Army (3) in 0101 takes the loss. 2nd Army is eliminated.",
            "1st and 2nd Armies take the loss and are eliminated.",
        ),
        (
            "1st Army has nowhere to retreat and is eliminated. Partisans (0) remains in 1123. "
            "2nd Army has nowhere to retreat and is eliminated. Partisans (0) remains in 1123.",
            "1st and 2nd Armies have nowhere to retreat and are eliminated. 1123 now holds Partisans.",
        ),
        ("1st Army (3) in 0101 retreats to 0202.", "1st Army from 0101 retreats to 0202."),
        (
            "1st Army attacks. Battle against 3rd Corps (3) in 1338, 4th Corps (2) in 1338: 3:5 = 1:2.",
            "1st Army attacks 3rd Corps (3) and 4th Corps (2) in 1338: 3 against 5 = 1:2.",
        ),
        (
            "1st and 2nd Armies attack. Battle against 160th Division (militia) (1) in 1429: 4:1 = 4:1.",
            "1st and 2nd Armies attack 160th Division (militia) (1) in 1429: 4 against 1 = 4:1.",
        ),
        (
            "1st Army attacks. Battle against 3rd Corps (1/2) in 1338: 5:0.5 = 10:1, "
            "first turns 1R, forest -2 DRM, final 11:1. They are overrun (Overrun); a die will be rolled for "
            "them in Dice. 3rd Corps is eliminated. Railway destroyed in 1338.",
            "1st Army attacks 3rd Corps (½) in 1338: 5 against ½ = 10:1, first turns 1R, forest −2 DRM, "
            "final 11:1. The defenders are overrun (Overrun) and count as gone; the die is rolled in Dice. "
            "Railway destroyed in 1338.",
        ),
        (
            "1st and 2nd Armies attack. 3rd Corps, SS Reich (mot.) in 1338 Town: overrun, at 11:1, forest -2 "
            "DRM. The die shows 1 -2: Ex, exchange.",
            "1st and 2nd Armies overran 3rd Corps and SS Reich (mot.) in 1338 Town (11:1, forest −2 DRM). "
            "The die shows 1 − 2 = −1: Ex, exchange.",
        ),
        (
            "The die shows 4: DRL, defender loss and retreat.",
            "The die shows 4: DRL, defender loss and retreat.",
        ),
        (
            "Railway destroyed in 1022. 2. Armee takes a hit.",
            "Railway destroyed in 1022. 2. Armee takes a hit.",
        ),
    ],
)
def test_alike_sentences_are_joined(told: str, joined: str) -> None:
    assert join_alike_sentences(told) == joined


def test_a_unit_that_takes_a_loss_and_stays_is_not_eliminated() -> None:
    told = "1st Army (3) in 0101 takes the loss. 2nd Army is eliminated."
    assert join_alike_sentences(told) == "1st Army takes the loss. 2nd Army is eliminated."
