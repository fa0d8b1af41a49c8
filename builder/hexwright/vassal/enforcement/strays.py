"""Remove duplicate counters, including those that were added while enforcement wasn't strict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.codec.traits import Delete
from hexwright.vassal.enforcement import names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import TEXT, keep_for_all, on, part, say
from hexwright.vassal.module import key_commands

HEARD = (names.MOVE_ENDED, key_commands.REMOVE)
"""The keys that a counter receives when a player moves or deletes it."""


_JUDGE_STRAY: Final = KeyCommand.named("hexwright.rules.judge-stray")
_TELL_STRAY: Final = KeyCommand.named("hexwright.rules.tell-stray")


def traits() -> Iterator[Trait]:
    """Yield the traits that remove a duplicate unit or marker."""
    yield keep_for_all(names.VERDICT, (_JUDGE_STRAY, call("judgeStray", "PieceUID")))
    yield Delete(menu="", key=key_commands.REMOVE_NOW)
    yield say(_TELL_STRAY, f'{{"Removed: " + {part(TEXT)}}}', "A counter too many is gone")
    yield on("Is it too many?", key_commands.REMOVE, "", _JUDGE_STRAY, _TELL_STRAY, key_commands.REMOVE_NOW)


_TELL_ADDED: Final = KeyCommand.named("hexwright.rules.tell-added")


def marker_traits() -> Iterator[Trait]:
    """Yield the traits that report a marker added from the palette.

    Of all markers, only those from the palette receive the key for the end of a move.
    """
    yield say(
        _TELL_ADDED,
        '{"A marker was added to the game: " + FullName + ". Delete removes it."}',
        "A marker too many",
    )
    yield on("It came from the palette", names.MOVE_ENDED, "", _TELL_ADDED)
