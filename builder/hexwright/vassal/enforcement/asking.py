"""Ask the script about an attack and carry out the script's answer, in odds combat and in fire combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.traits import (
    RECORD,
    RULE,
    TEXT,
    answer,
    keep,
    keep_for_all,
    objection,
    on,
    part,
    refused,
    say,
    violation,
)
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop

NOTED: Final = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() > 0}}"
"""The expression for: the answer is no, violations are only reported, and there is a record to store."""
_BARE: Final = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() == 0}}"


@dataclass(frozen=True, slots=True)
class Words:
    """The wording for battles in the chat and in menus."""

    attack: str
    """The phrase before the attackers' names in the chat."""
    picked: str
    """The description of the key that picks a target."""
    attack_menu: str
    fight_menu: str
    fine: tuple[KeyCommand, ...] = ()
    """The keys that report a legal action, except those that all combat systems share."""


def together(ways: Sequence[Words]) -> Words:
    """Return the wording for a game with several combat systems, combined from the wording of each system."""
    if len(ways) == 1:
        return ways[0]
    fine = tuple(key for way in ways for key in way.fine)
    return Words(
        attack="Attack",
        picked="An enemy is picked, or a hex",
        attack_menu="Attack it or its hex, or attack with it",
        fight_menu="Fight the battle",
        fine=tuple(dict.fromkeys(fine)),
    )


_NOTE_AIM: Final = KeyCommand.named("hexwright.rules.note-aim")
_NOTE_ATTACK: Final = KeyCommand.named("hexwright.rules.note-attack")
_TELL_NO: Final = KeyCommand.named("hexwright.rules.tell-no")


def declaring(words: Words) -> Iterator[Trait]:
    """Yield the traits that record attacks, and report or reject them.

    The traits for movement define the `Verdict` property, and the keys of `handling.questions` set it.
    """
    record = f"{{{part(RECORD)}}}"
    yield keep(names.ATTACK, (_NOTE_ATTACK, record))
    yield keep_for_all(names.TARGET, (_NOTE_AIM, record))
    told = (_TELL_NO, names.TELL_BUT), (names.TELL_ATTACK, names.TELL_BATTLE, *words.fine)
    yield violation(*told)
    yield objection(*told)
    yield from _refusals()
    said = f'{{"{words.attack}: " + {part(TEXT)}}}'
    yield say(names.TELL_ATTACK, said, "Who attacks whom, and how that stands")
    yield say(names.TELL_BATTLE, f'{{"Battle: " + {part(TEXT)}}}', "What happens in a battle")
    yield from _joining(words.picked)


def _refusals() -> Iterator[Trait]:
    """Yield the traits that write rejected actions and rule violations to the chat."""
    yield say(_TELL_NO, f'{{"Refused (" + {part(RULE)} + "): " + {part(TEXT)}}}', "Why not")
    yield say(
        names.TELL_BUT,
        f'{{"Against the rules (" + {part(RULE)} + "): " + {part(TEXT)} + " It stands."}}',
        "What is against the rules",
    )


_AIM: Final = KeyCommand.named("hexwright.rules.aim")
_ALLOW: Final = KeyCommand.named("hexwright.rules.allow")


def _joining(picked: str) -> Iterator[Trait]:
    """Yield the traits by which a unit picks a target, and joins or leaves an attack.

    They also report rejections.
    """
    yield answer(picked, _AIM, "aim", _NOTE_AIM, names.TELL_ATTACK)
    yield answer("A unit joins or leaves", names.JOIN, "join", _NOTE_ATTACK, names.TELL_ATTACK)
    # At the assist level, an illegal attack is recorded if the answer has one to record.
    yield on("It stands all the same", _ALLOW, NOTED, _NOTE_ATTACK, names.TELL_BUT)
    yield on("It can't be done", names.IMPOSSIBLE, _BARE, _TELL_NO)


def attack(words: Words) -> TriggerAction:
    """Return the trigger for the key that picks a target, or joins the attack on the target."""
    answers = (_AIM, names.JOIN, _ALLOW, names.IMPOSSIBLE)
    return _pressed(
        "Declares an attack", words.attack_menu, key_commands.ATTACK, names.JUDGE_ATTACK, *answers
    )


def fight(words: Words, *answers: KeyCommand) -> TriggerAction:
    """Return the trigger for the key that resolves a battle.

    The keys in `answers` carry out the script's answer.
    """
    return _pressed("Fights a battle", words.fight_menu, key_commands.FIGHT, names.JUDGE_BATTLE, *answers)


def _pressed(name: str, menu: str, key: KeyCommand, *actions: KeyCommand) -> TriggerAction:
    """Return the trigger for a key that players press.

    It asks the script at each press, unless enforcement is off.
    """
    watching = f'{{{prop.ENFORCEMENT} != "{names.OFF}"}}'
    return TriggerAction(name=name, menu=menu, key=key, match=watching, actions=(names.FORGET, *actions))
