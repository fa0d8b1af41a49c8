"""Traits by which units entrain and detrain in the module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import handling, names
from hexwright.vassal.enforcement.traits import (
    TEXT,
    answer,
    begins,
    in_phases,
    keep,
    objection,
    on,
    part,
    say,
    violation,
)
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.unit_conditions import ENTRAINED

RETREATS: Final = ("combat", "overruns", "fire")
"""The kinds of phase in which units retreat."""
TAKEN_BACK: Final = " takes its move back: "
"""The words in the script's answer about a move that is taken back (see movement.bsh)."""


_FORGET_RODE: Final = KeyCommand.named("hexwright.rules.forget-rode")
_TELL_TRAIN: Final = KeyCommand.named("hexwright.rules.tell-train")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which units entrain and detrain."""
    if game.rules.train_mode is None:
        return
    now = f'{prop.TURN} + "." + {prop.PHASE}'
    begun = f'{names.RODE}.startsWith({now} + " ")'
    was = f'({ENTRAINED.level_property} == 2 ? " aboard" : " afoot")'
    yield keep(
        names.RODE,
        (names.NOTE_RODE, f"{{{begun} ? {names.RODE} : {now} + {was}}}"),
        (_FORGET_RODE, ""),
    )
    yield violation((), (_TELL_TRAIN,))
    yield objection((), (_TELL_TRAIN,))
    yield say(_TELL_TRAIN, f'{{"Train: " + {part(TEXT)}}}', "Who entrains or detrains")
    done, *_ = handling.done(game)
    for deed, change in ((ENTRAINED.begins, ENTRAINED.begin_key), (ENTRAINED.ends, ENTRAINED.end_key)):
        yield answer(
            f"{deed.menu}s",
            done,
            deed.name,
            names.NOTE_RODE,
            names.NOTE,
            change,
            _TELL_TRAIN,
        )
    # A unit whose move is taken back returns to its state at the phase's beginning, or after its last overrun
    # ("kept").
    back = f'{begins("ok/")} && {part(TEXT)}.contains("{TAKEN_BACK}") && {begun}'
    yield on(
        "Back on its train",
        names.ACCEPT,
        f'{{{back} && {names.RODE}.contains(" aboard")}}',
        ENTRAINED.begin_key,
    )
    yield on("Or off it", names.ACCEPT, f'{{{back} && {names.RODE}.contains(" afoot")}}', ENTRAINED.end_key)
    yield on(
        "As if it had never entrained",
        names.ACCEPT,
        f'{{{back} && !{names.RODE}.endsWith(" kept")}}',
        _FORGET_RODE,
    )
    fights = in_phases(phase.id for phase in game.rules.sequence if phase.kind in RETREATS)
    left = f"{fights} && {ENTRAINED.level_property} == 2 && OldLocationName != LocationName"
    yield on("Who retreats leaves its train", names.MOVE_ENDED, f"{{{left}}}", ENTRAINED.end_key)
