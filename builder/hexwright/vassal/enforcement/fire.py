"""Declare and resolve fire battles: the hex, its attackers, dice, hits, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import asking, names
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    RECORD,
    TEXT,
    accepted,
    answer,
    begins,
    in_phases,
    keep_for_all,
    kept,
    on,
    part,
    say,
)
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.unit_conditions import (
    FORTIFIED,
    disruption_keys,
    fortification_loss_keys,
    loss_keys,
)

_TELL_DUG: Final = KeyCommand.named("hexwright.rules.tell-dug")
WORDS: Final = asking.Words(
    attack="Attack",
    picked="A hex is picked",
    attack_menu="Attack its hex, or attack, fly or intercept with it",
    fight_menu="Roll the dice against it",
    fine=(_TELL_DUG,),
)


_FOUGHT: Final = ("combat", "overruns")
"""The kinds of phase in which retreats and advances don't result from fire combat."""


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield the global properties for fire combat."""
    if game.rules.fire is not None:
        yield GlobalProperty.new(
            name=names.FIRE_BATTLE, initial_value="", description="The battle that is fought"
        )


_ROLL_FIRE: Final = KeyCommand.named("hexwright.rules.roll-fire")


def questions() -> tuple[tuple[KeyCommand, str], ...]:
    """Return the keys by which fire combat asks the script, each with its script call."""
    return (
        (_ROLL_FIRE, call("rollFire", "PieceUID")),
        (names.ROLL_CHASE, call("rollChase", "PieceUID")),
    )


_FIRE_ROUND: Final = KeyCommand.named("hexwright.rules.fire-round")
_NOTE_FIRE: Final = KeyCommand.named("hexwright.rules.note-fire")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the unit traits that only fire combat needs."""
    works, hurt = fortification_loss_keys(game), disruption_keys(game)
    digs = (FORTIFIED.begin_key,) if works else ()
    yield keep_for_all(names.FIRE_BATTLE, (_NOTE_FIRE, f"{{{kept(part(RECORD))}}}"))
    yield say(_TELL_DUG, f'{{"Works: " + {part(TEXT)}}}', "Who digs in")
    yield say(names.TELL_DICE, f'{{"Dice: " + {part(TEXT)}}}', "What the dice made of it")
    yield answer(
        "A round is fought",
        _FIRE_ROUND,
        "round",
        _NOTE_FIRE,
        names.TELL_BATTLE,
        _ROLL_FIRE,
        _NOTE_FIRE,
        names.TELL_DICE,
    )
    told = (_NOTE_FIRE, names.TELL_BATTLE)
    yield answer("Its works take a hit", names.TAKE_HIT, "hit-works", *told, *works)
    yield answer("A hit disrupts it", names.TAKE_HIT, "hit-disrupted", *told, *hurt)
    yield answer("It absorbs a hit", names.TAKE_HIT, "hit-absorbed", *told)
    yield answer(
        "A hit destroys it", names.TAKE_HIT, "hit-destroyed", *told, *loss_keys(game), key_commands.TO_POOL
    )
    yield answer("It retreats or advances", names.LEAVE, "leave", *told, *works, names.TAKE_PLACE)
    yield answer("It does, disrupted", names.LEAVE, "leave-shaken", *told, *hurt, names.TAKE_PLACE)
    yield answer("It digs in", names.TAKE_HIT, "dig-in", names.NOTE, *digs, _TELL_DUG)
    if works:
        yield on("Works are left behind", names.ACCEPT, accepted(), *works)
        rebuilt = f'{{{begins("ok/")} && {part(RECORD)}.contains(" rebuilt:")}}'
        yield on("They are there again", names.ACCEPT, rebuilt, *digs)
        fought = in_phases(phase.id for phase in game.rules.sequence if phase.kind in _FOUGHT)
        left = f"{{{fought} && {FORTIFIED.level_property} == 2 && OldLocationName != LocationName}}"
        yield on("Who goes in battle leaves its fortification", names.MOVE_ENDED, left, *works)


def answers(_game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer after a player resolves a battle."""
    return (_FIRE_ROUND,)
