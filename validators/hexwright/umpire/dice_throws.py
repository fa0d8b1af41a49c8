"""Find each player's dice in a log, whether rolled by dice buttons, module scripts or simulated games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexwright.support.linear_regex import LinearRegex

_DICE_BUTTON = LinearRegex(
    r"(?P<who>.{1,80}?) rolls (?P<many>\d{1,3})?[dD](?P<sides>\d{1,4}):? (?P<faces>[\d ,+]{1,400})"
)
_SIDE_DICE = re.compile(r"(?P<who>[\w'-]{1,40}) dice (?P<faces>\d[\d ]{0,200}), (?:\d+|no) hits?")
_STRIKE_DICE = re.compile(r"\bDice (?P<faces>\d[\d ]{0,200}), (?:\d+|no) hits?")
_POOLS = re.compile(
    r"\bAttackers roll (?P<attack>[\d |]{1,300}|no dice), defenders roll (?P<defence>[\d |]{1,300}|no dice)\."
)
_DIE_SHOWN = re.compile(r"\b[Tt]he die(?: for [a-z]+(?: [a-z]+)?)? shows (?P<faces>\d{1,3})\b")

ATTACKER, DEFENDER, PHASE = "\0attacker", "\0defender", "\0phase"
"""Placeholders for players that the log names only by their role in the battle or phase."""


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """Dice that were rolled together and reported in one line of the chat."""

    who: str
    """A player's name, a side's name, or one of the placeholders ATTACKER, DEFENDER and PHASE."""
    sides: int
    """The number of sides of each die; 0 if the log doesn't give it."""
    faces: tuple[int, ...]


def throws_in(lines: Iterable[str]) -> Iterator[DiceThrow]:
    """Yield the dice rolled in chat lines, which must be plain text."""
    for line in lines:
        button = _DICE_BUTTON.fullmatch(line) if " rolls " in line else None
        if button is not None:
            faces = _faces(button["faces"])
            sides = int(button["sides"])
            many = int(button["many"] or 1)
            if sides and len(faces) == many and all(1 <= face <= sides for face in faces):
                yield DiceThrow(button["who"].strip(), sides, faces)
            continue
        pools = _POOLS.search(line)
        if pools is not None:
            for who, name in ((ATTACKER, "attack"), (DEFENDER, "defence")):
                if faces := _faces(pools[name]):
                    yield DiceThrow(who, 0, faces)
            continue
        by_side = list(_SIDE_DICE.finditer(line))
        for found in by_side:
            yield DiceThrow(found["who"], 0, _faces(found["faces"]))
        if by_side:
            continue
        thrown = _STRIKE_DICE.search(line) or _DIE_SHOWN.search(line)
        if thrown is not None:
            yield DiceThrow(PHASE, 0, _faces(thrown["faces"]))


def _faces(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in re.findall(r"\d{1,4}", text))
