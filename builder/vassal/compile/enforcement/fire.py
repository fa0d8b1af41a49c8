"""Allocate and fight battles by fire: the hex, its attackers, the dice, hits, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator

from builder.model.game import Game
from builder.vassal.buildfile.components import GlobalProperty
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile.conditions import DISRUPTED, FORTIFIED, conditions, lost
from builder.vassal.compile.enforcement import asking, names
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.traits import (
    RECORD,
    TEXT,
    accepted,
    answer,
    keep,
    keep_for_all,
    kept,
    objection,
    on,
    part,
    say,
    violation,
)

ATTACK_MENU = "Attack its hex, or attack, fly or intercept with it"
FIGHT_MENU = "Roll the dice against it"


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield what the whole game keeps of battles by fire."""
    if game.rules.fire is not None:
        yield GlobalProperty.new(
            name=names.FIRE_BATTLE, initial_value="", description="The battle that is fought"
        )


def questions() -> tuple[tuple[Key, str], ...]:
    """Return the keys that ask about battles by fire, with what they ask."""
    return (
        (names.JUDGE_ATTACK, call("judgeAssault", "PieceUID")),
        (names.JUDGE_BATTLE, call("judgeFire", "PieceUID")),
        (names.ROLL_FIRE, call("rollFire", "PieceUID")),
        (names.ROLL_CHASE, call("rollChase", "PieceUID")),
    )


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what every unit needs to attack and to be attacked by fire.

    The property `Verdict` belongs to the movement's traits; `questions` are the keys that set it here.
    """
    works = (FORTIFIED.off,) if FORTIFIED in conditions(game) else ()
    digs = (FORTIFIED.on,) if works else ()
    shaken = (DISRUPTED.on, *works)
    yield keep(names.ATTACK, (names.NOTE_ATTACK, f"{{{part(RECORD)}}}"))
    for name, key in ((names.TARGET, names.NOTE_AIM), (names.FIRE_BATTLE, names.NOTE_FIRE)):
        yield keep_for_all(name, (key, f"{{{kept(part(RECORD))}}}"))
    fine = (names.TELL_ATTACK, names.TELL_BATTLE, names.TELL_DUG)
    yield violation((names.TELL_NO, names.TELL_BUT), fine)
    yield objection((names.TELL_NO, names.TELL_BUT), fine)
    yield from asking.refusals()
    yield say(names.TELL_ATTACK, f'{{"Attack: " + {part(TEXT)}}}', "Who attacks what, and the dice")
    yield say(names.TELL_BATTLE, f'{{"Battle: " + {part(TEXT)}}}', "What happens in a battle")
    yield say(names.TELL_DUG, f'{{"Works: " + {part(TEXT)}}}', "Who digs in")
    yield say(names.TELL_RESULT, f'{{"Dice: " + {part(TEXT)}}}', "What the dice made of it")
    yield from asking.joining("A hex is picked")
    yield on(
        "A round is fought",
        names.FIGHT,
        accepted(),
        names.NOTE_FIRE,
        names.TELL_BATTLE,
        names.ROLL_FIRE,
        names.NOTE_FIRE,
        names.TELL_RESULT,
    )
    told = (names.NOTE_FIRE, names.TELL_BATTLE)
    yield answer("Its works take a hit", names.TAKE_HIT, "hit-works", *told, *works)
    yield answer("A hit disrupts it", names.TAKE_HIT, "hit-disrupted", *told, *shaken)
    yield answer("It absorbs a hit", names.TAKE_HIT, "hit-absorbed", *told)
    yield answer("A hit destroys it", names.TAKE_HIT, "hit-destroyed", *told, *lost(game), keys.TO_POOL)
    yield answer("It retreats or advances", names.LEAVE, "leave", *told, *works, names.TAKE_PLACE)
    yield answer("It does, disrupted", names.LEAVE, "leave-shaken", *told, *shaken, names.TAKE_PLACE)
    yield answer("It digs in", names.TAKE_HIT, "dig-in", names.NOTE, *digs, names.TELL_DUG)
    if works:
        yield on("Works are left behind", names.ACCEPT, accepted(), *works)
    yield asking.attack("Allocates an attack", ATTACK_MENU)
    yield asking.fight("Fights a round", FIGHT_MENU, names.FIGHT, names.IMPOSSIBLE)
