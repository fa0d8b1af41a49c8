"""Declare and fight battles: pick the defender, let attackers join, reckon, roll, and tell the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from builder.model.game import Game
from builder.vassal.buildfile.components import GlobalProperty
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.shared import Change, Limits, PropertyCommand
from builder.vassal.codec.traits import GlobalHotkey, SendToLocation, SetGlobalProperty, TriggerAction
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.enforcement import names
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.traits import (
    RECORD,
    RULE,
    TEXT,
    accepted,
    keep,
    objection,
    on,
    part,
    refused,
    say,
    seated,
    violation,
)

ATTACK_MENU: Final = "Attack it, or attack with it"
TAKE: Final[Mapping[str, Key]] = MappingProxyType(
    {
        effect: Key.named(f"hexwright.rules.{effect}")
        for effect in ("defender-step", "defender-eliminated", "no-way")
    }
)
"""The keys that carry out an effect, in the order in which they are carried out."""
FIGHT_MENU: Final = "Fight the battle"


def global_properties() -> Iterator[GlobalProperty]:
    """Yield what the whole game keeps of judgements and battles."""
    for name, value, text in (
        (names.VERDICT, "", "What was answered last"),
        (names.GUARD, "0", "1 while a unit is sent back or away, which isn't judged"),
        (names.TARGET, "", "The unit that was picked to be attacked"),
        (names.BEGUN, "", "The phase in which a battle has been fought"),
    ):
        yield GlobalProperty.new(name=name, initial_value=value, description=text)


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what every unit needs to attack and to be attacked.

    The property `Verdict` belongs to the movement's traits; `questions` are the keys that set it here.
    """
    yield keep(names.ATTACK, (names.NOTE_ATTACK, f"{{{part(RECORD)}}}"))
    yield keep(names.FOUGHT, (names.NOTE_FOUGHT, f"{{{part(RECORD)}}}"))
    for name, key in ((names.TARGET, names.NOTE_AIM), (names.BEGUN, names.NOTE_FOUGHT)):
        yield SetGlobalProperty(
            name=name,
            limits=Limits(),
            commands=(PropertyCommand("", key, Change.set(f"{{{part(RECORD)}}}")),),
            description=f"Keeps {name}",
        )
    told = (names.TELL_NO, names.TELL_BUT), (names.TELL_ATTACK, names.TELL_BATTLE)
    yield violation(*told)
    yield objection(*told)
    yield GlobalHotkey(key=names.ROLL_DIE, hotkey=keys.ROLL, description="The die is rolled")
    yield say(names.TELL_NO, f'{{"Refused (" + {part(RULE)} + "): " + {part(TEXT)}}}', "Why not")
    yield say(
        names.TELL_BUT,
        f'{{"Against the rules (" + {part(RULE)} + "): " + {part(TEXT)} + " It stands."}}',
        "What is against the rules",
    )
    yield say(names.TELL_ATTACK, f'{{"Battle: " + {part(TEXT)}}}', "Who attacks whom, and the odds")
    yield say(names.TELL_BATTLE, f'{{"Battle: " + {part(TEXT)}}}', "The odds of a battle that is fought")
    yield say(names.TELL_RESULT, f'{{"Result: " + {part(TEXT)}}}', "What the die made of it")
    aim, join = f'{names.VERDICT}.startsWith("aim/")', f'{names.VERDICT}.startsWith("join/")'
    yield on("A defender is picked", names.AIM, f"{{{aim}}}", names.NOTE_AIM, names.TELL_ATTACK)
    yield on("A unit joins or leaves", names.JOIN, f"{{{join}}}", names.NOTE_ATTACK, names.TELL_ATTACK)
    yield on("It is refused", names.DENY, refused(names.STRICT), names.TELL_NO)
    # An attack against the rules is noted where there is one to note.
    noted = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() > 0}}"
    yield on("It stands all the same", names.ALLOW, noted, names.NOTE_ATTACK, names.TELL_BUT)
    bare = f"{refused(names.ASSIST)[:-1]} && {part(RECORD)}.length() == 0}}"
    yield on("It can't be done", names.IMPOSSIBLE, bare, names.TELL_NO)
    yield on(
        "A battle is fought",
        names.FIGHT,
        accepted(),
        names.NOTE_FOUGHT,
        names.TELL_BATTLE,
        names.ROLL_DIE,
        names.READ_DIE,
        names.NOTE_RESULT,
        names.TELL_RESULT,
        names.GUARD_ON,
        names.TAKE_LOSS,
        names.GUARD_OFF,
    )
    void = f'{{{names.VERDICT}.startsWith("void/")}}'
    yield on("A battle without effect", names.FIGHT_VOID, void, names.NOTE_FOUGHT, names.TELL_BATTLE)
    watching = f'{{{prop.ENFORCEMENT} != "{names.OFF}" && {seated(game)}}}'
    yield TriggerAction(
        name="Declares an attack",
        menu=ATTACK_MENU,
        key=keys.ATTACK,
        match=watching,
        actions=(
            names.FORGET,
            names.JUDGE_ATTACK,
            names.AIM,
            names.JOIN,
            names.DENY,
            names.ALLOW,
            names.IMPOSSIBLE,
        ),
    )
    yield TriggerAction(
        name="Fights a battle",
        menu=FIGHT_MENU,
        key=keys.FIGHT,
        match=watching,
        actions=(
            names.FORGET,
            names.JUDGE_BATTLE,
            names.FIGHT,
            names.FIGHT_VOID,
            names.DENY,
            names.IMPOSSIBLE,
        ),
    )
    yield from _results()


def _results() -> Iterator[Trait]:
    """Yield what carries out a result: the defender's losses, and its end where it has no way to retreat."""
    yield keep(names.RESULT, (names.NOTE_RESULT, f"{{{part(RECORD)}}}"))
    yield keep(names.RETREATED, (names.NOTE_RETREAT, f"{{{part(RECORD)}}}"))
    yield SendToLocation(
        key=names.TO_POOL,
        map=prop.MAIN_MAP,
        board=prop.BOARD,
        x=f"${prop.POOL_X}$",
        y=f"${prop.POOL_Y}$",
        description="To the box of its side's eliminated units",
        destination="L",
    )
    who = f'{prop.SIDE_NAME} + " " + {prop.FULL_NAME}'
    yield say(names.TELL_LOST, f'{{"Loss: " + {who} + " loses a step"}}', "Who loses a step")
    yield say(names.TELL_DEAD, f'{{"Loss: " + {who} + " is eliminated"}}', "Who is eliminated")
    level = f"{prop.STEP_LAYER}_Level"
    out = (keys.STEP_LAST, names.TELL_DEAD, names.TO_POOL)
    yield on("Out of the battle", names.TAKE_OUT, "", *out)
    # The inner trait acts first, so a unit that loses a step is not eliminated by the same key.
    yield on("The last step is lost", names.LOSE_ONE, f"{{{level} >= {prop.STEPS}}}", names.TAKE_OUT)
    yield on(
        "A step is lost",
        names.LOSE_ONE,
        f"{{{level} < {prop.STEPS}}}",
        keys.TURN_OVER,
        names.TELL_LOST,
    )
    for effect, action in (
        ("defender-step", names.LOSE_ONE),
        ("defender-eliminated", names.TAKE_OUT),
        ("no-way", names.TAKE_OUT),
    ):
        here = f'{prop.POOL} != "" && CurrentZone != {prop.POOL}'
        found = f'{{{names.RESULT}.contains("{effect}") && {here}}}'
        yield on(f"Result: {effect}", TAKE[effect], found, action)
    yield on("A result is carried out", names.TAKE_LOSS, "", *TAKE.values())


def questions() -> tuple[tuple[Key, str], ...]:
    """Return the keys that ask about battles, with what they ask."""
    return (
        (names.JUDGE_ATTACK, call("judgeAttack", "PieceUID")),
        (names.JUDGE_BATTLE, call("judgeBattle", "PieceUID")),
        (names.READ_DIE, call("tellResult", "PieceUID")),
    )
