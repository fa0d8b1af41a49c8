"""Judge replacement phases: units that come into play, are restored, or take the place of others.

What the script answers is carried out by the unit; what a phase begins with, by the referee: units that
arrive are sent to their pool, and the die for attrition is rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from builder.model.game import Game
from builder.model.ids import PhaseId
from builder.vassal.buildfile.components import DiceButton, GlobalKeyCommand, GlobalProperty
from builder.vassal.codec.fields import Trait
from builder.vassal.codec.traits import GlobalHotkey
from builder.vassal.codec.values import Key
from builder.vassal.compile import keys
from builder.vassal.compile import properties as prop
from builder.vassal.compile.conditions import DISRUPTED, ENTRAINED, conditions, lost
from builder.vassal.compile.enforcement import names, schedules
from builder.vassal.compile.enforcement.deeds import Deed
from builder.vassal.compile.enforcement.script import call
from builder.vassal.compile.enforcement.traits import (
    KIND,
    RECORD,
    REFEREE,
    RULE,
    TEXT,
    answer,
    answered,
    in_phases,
    keep,
    keep_for_all,
    kept,
    literal,
    objection,
    on,
    part,
    say,
    send,
    violation,
)

ROLL_BUTTON: Final = "Roll for attrition"
GIVE_WAY: Final = Deed("give-way", keys.GIVE_WAY, "Give its place to another unit", does=False)


def deeds(game: Game) -> tuple[Deed, ...]:
    """Return what players may do about units that are made of others."""
    return (GIVE_WAY,) if keys.gives_way(game) else ()


# What the whole game has --------------------------------------------------------------------------


def global_properties() -> Iterator[GlobalProperty]:
    """Yield what the whole game keeps of replacement phases."""
    for name, text in (
        (prop.REPLACEMENTS_LEFT, "Replacements left in this phase; empty in any other"),
        (names.ATTRITION, "What the die for attrition has made, and in which phase"),
    ):
        yield GlobalProperty.new(name=name, initial_value="", description=text)
    yield GlobalProperty.new(
        name=names.HURRIED, initial_value="", description="Entries that came early, and by how many turns"
    )
    yield GlobalProperty.new(
        name=names.SAVED, initial_value="", description="Replacements that sides have kept"
    )


def commands(game: Game) -> Iterator[GlobalKeyCommand]:
    """Yield the menu's command that rolls for attrition, in a game that has it."""
    if game.rules.attrition:
        yield GlobalKeyCommand.new(
            name="The die for attrition",
            button_text=ROLL_BUTTON,
            tooltip="Roll for attrition where it was not rolled when the phase began",
            button_hotkey=names.ASK_ATTRITION,
            hotkey=names.ASK_ATTRITION,
            single_map=False,
            report_single=False,
            target=REFEREE,
        )


def attrition_dice(game: Game) -> Iterator[DiceButton]:
    """Yield the dice that attrition needs beside that of battles."""
    for sides in schedules.attrition_dice(game):
        yield DiceButton.new(
            name=f"1d{sides}",
            text_=f"1d{sides}",
            tooltip=f"Roll a die of {sides} sides",
            hotkey=_roll(sides),
            n_dice=1,
            n_sides=sides,
            report_format="** $PlayerName$ rolls $name$: $result$",
        )


def _roll(sides: int) -> Key:
    return Key.named(f"hexwright.roll.1d{sides}")


# The referee --------------------------------------------------------------------------------------


def referee_questions() -> tuple[tuple[Key, str], ...]:
    """Return the keys by which the referee asks about replacement phases, with what they ask."""
    return (
        (names.JUDGE_OPEN, call("openPhase", "PieceUID")),
        (names.JUDGE_ROLL, call("judgeRoll", "PieceUID")),
        (names.READ_ATTRITION, call("readAttrition", "PieceUID")),
        (names.ROLL_EVENT, call("rollEvent", "PieceUID")),
    )


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield what the piece that follows the turn does when a phase begins; nothing where none replaces."""
    if not game.rules.replacements:
        return
    opening = {phase.id for phase in game.rules.sequence if phase.kind == "replacement"}
    opening |= {phase.id for phase in game.rules.sequence[:1]}
    listed = literal("/" + "/".join(sorted(opening)) + "/")
    yield keep(names.ARRIVING, (names.NOTE_ARRIVING, f"{{{part(RECORD)}}}"))
    yield keep_for_all(
        prop.REPLACEMENTS_LEFT, (keys.PHASE_STATE, ""), (names.NOTE_GIVEN, f"{{{part(RULE)}}}")
    )
    yield send(
        names.SEND_ARRIVALS,
        names.ARRIVE,
        f'{{{prop.KIND} == "unit" && "${names.ARRIVING}$".contains("," + {prop.UNIT_ID} + ",")}}',
        "Units that arrive go to their pool",
    )
    yield say(names.TELL_GIVEN, f'{{"Replacements: " + {part(TEXT)}}}', "How many a side has")
    yield say(names.TELL_UNUSED, f'{{"Replacements: " + {part(TEXT)}}}', "How many are lost")
    record, text = part(RECORD), part(TEXT)
    yield on(
        "Units arrive",
        names.ARRIVALS_DUE,
        f"{{{record}.length() > 0}}",
        names.NOTE_ARRIVING,
        names.SEND_ARRIVALS,
    )
    yield from _saves(game)
    given = f"{{{text}.length() > 0}}"
    yield on("Replacements are told", names.GIVEN_DUE, given, names.NOTE_GIVEN, names.TELL_GIVEN)
    unused = f'{{{record}.equals("unused")}}'
    yield on("Unused replacements are lost", names.TELL_ENDED, unused, names.TELL_UNUSED)
    rolls = tuple(_attrition(game))
    yield from rolls
    yield on(
        "A phase with replacements begins",
        names.OPEN_PHASE,
        f'{{{listed}.contains("/" + {prop.PHASE} + "/")}}',
        names.FORGET,
        names.JUDGE_OPEN,
        names.ARRIVALS_DUE,
        names.GIVEN_DUE,
        *((names.ROLL_DUE,) if rolls else ()),
    )


def saving(game: Game) -> tuple[PhaseId, ...]:
    """Return the phases as which end replacements may be kept."""
    sides = {rule.side for rule in game.rules.replacements if any(one.kept for one in rule.accounts)}
    return tuple(one.id for one in game.rules.sequence if one.kind == "replacement" and one.side in sides)


def _saves(game: Game) -> Iterator[Trait]:
    """Yield what notes the replacements that a side keeps, be the rules on or not."""
    if phases := saving(game):
        yield keep_for_all(names.SAVED, (names.NOTE_SAVED, call("noteSavings", "PieceUID")))
        yield on("What isn't used is kept", names.SAVE, f"{{{in_phases(phases)}}}", names.NOTE_SAVED)


def _attrition(game: Game) -> Iterator[Trait]:
    """Yield what rolls the die of the weather, reads it and tells it."""
    dice = schedules.attrition_rolls(game)
    if not dice:
        return
    for weather, sides in dice.items():
        key = Key.named(f"hexwright.rules.roll-{weather}")
        hotkey = keys.ROLL if sides == schedules.usual_die(game) else _roll(sides)
        yield GlobalHotkey(key=key, hotkey=hotkey, description="The die for attrition is rolled")
        match = f'{{{prop.WEATHER} == "{weather}"}}'
        yield on(f"Attrition in {weather}", names.ROLL_ATTRITION, match, key)
    yield keep(names.NO_POINT, (names.NOTE_NO_POINT, f'{{{prop.TURN} + "." + {prop.PHASE}}}'))
    yield _global(names.ATTRITION, names.NOTE_ATTRITION)
    yield say(names.TELL_ATTRITION, f'{{"Attrition (" + {part(RULE)} + "): " + {part(TEXT)}}}', "What it did")
    yield on(
        "A die for attrition is due",
        names.ROLL_DUE,
        answered("roll"),
        names.ROLL_ATTRITION,
        names.READ_ATTRITION,
        names.NOTE_ATTRITION,
        names.TELL_ATTRITION,
    )
    yield on("None is due", names.ROLL_UNDUE, answered("no"), names.TELL_ATTRITION)
    yield on(
        "The die for attrition is asked for",
        names.ASK_ATTRITION,
        "",
        names.FORGET,
        names.JUDGE_ROLL,
        names.ROLL_DUE,
        names.ROLL_UNDUE,
    )


def _global(name: str, key: Key) -> Trait:
    """Return what keeps the answer's record in a property of the game."""
    return keep_for_all(name, (key, f"{{{part(RECORD)}}}"))


# Units --------------------------------------------------------------------------------------------


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield what a unit does when the script has judged a replacement."""
    word = f'{part(RECORD)}.split(" ")'
    yield keep(names.REPLACED, (names.NOTE_REPLACED, f"{{{kept(part(RECORD))}}}"), (names.NOTE_BACK, ""))
    yield keep_for_all(
        prop.REPLACEMENTS_LEFT, *((key, f"{{{word}[3]}}") for key in (names.NOTE_REPLACED, names.NOTE_BACK))
    )
    fine = (names.TELL_REPLACED, names.NOTE_ATTRITION)
    yield violation((), fine)
    yield objection((), fine)
    yield say(names.TELL_REPLACED, f'{{"Replacement: " + {part(TEXT)}}}', "What a replacement did")
    yield say(
        names.TELL_ARRIVED,
        f'{{"Arrival: " + {prop.SIDE_NAME} + " " + {prop.FULL_NAME} + " can be taken as a replacement"}}',
        "Who arrives",
    )
    yield on(
        "It arrives in its pool",
        names.ARRIVE,
        f'{{{prop.POOL} != ""}}',
        names.TELL_ARRIVED,
        keys.to_wait(game),
        keys.UNMOVED,
    )
    tell = (names.TELL_REPLACED,)
    known = conditions(game)
    fit = tuple(one.off for one in known)
    shaken = (DISRUPTED.on, *(one.off for one in known if one != DISRUPTED))
    early = tuple(_hurry(game))
    yield from early
    hurry = (names.HURRY,) if early else ()
    yield from _ousts(game)
    parted = (names.PARTED,) if drops(game) else ()
    stored = tuple(_spent(game))
    yield from stored
    spend = (names.SPEND_STORED,) if stored else ()
    kinds: dict[str, tuple[Key, ...]] = {"place": (keys.STEP_LAST, *fit), "come": fit}
    if known:
        kinds |= {"place-shaken": (keys.STEP_LAST, *shaken), "come-shaken": shaken}
    if any(entry.entrained for rule in game.rules.replacements for entry in rule.entries):
        aboard = (*(one.off for one in known if one != ENTRAINED), ENTRAINED.on)
        kinds |= {"come-entrained": aboard, "come-shaken-entrained": (*shaken, ENTRAINED.on)}
    for kind, change in kinds.items():
        yield answer(
            f"Answer: {kind}",
            names.PLACE,
            kind,
            *change,
            names.NOTE_REPLACED,
            *tell,
            *hurry,
            *parted,
            *(spend if kind.startswith("place") else ()),
            names.TAKE_PLACE,
        )
    if early:
        yield answer("Answer: arrive", names.PLACE, "arrive", names.NOTE_REPLACED, *tell, names.HURRY)
    yield answer("Answer: back", names.PUT_BACK, "back", *fit, names.NOTE_BACK, *tell, keys.UNMOVED)
    yield answer("Answer: restore", names.RESTORE, "restore", keys.STEP_UP, names.NOTE_REPLACED, *tell)
    yield answer("Answer: unrestore", names.UNRESTORE, "unrestore", keys.TURN_OVER, names.NOTE_BACK, *tell)
    yield from _made(game, word)
    yield from _suffers(game)
    placing = literal(
        "/place/place-shaken/come/come-shaken/come-entrained/come-shaken-entrained/arrive/back/made/"
    )
    some = f'{{{placing}.contains("/" + {part(KIND)} + "/")}}'
    makes = (names.MAKE,) if _makes(game) else ()
    yield on("A replacement by drag", names.SUPPLY, some, names.PLACE, names.PUT_BACK, *makes)


def answers(game: Game) -> tuple[Key, ...]:
    """Return the keys that carry out what the script answers to a key or menu."""
    if not game.rules.replacements:
        return ()
    gives_up = any(rule.give_up for rule in game.rules.replacements)
    return (
        names.RESTORE,
        names.UNRESTORE,
        *((names.PLACE,) if gives_up else ()),
        *((names.GIVE_WAY,) if keys.gives_way(game) else ()),
        *((names.SUFFER,) if game.rules.attrition else ()),
    )


def _hurry(game: Game) -> Iterator[Trait]:
    """Yield what notes that a unit came before its turn, and its entry with it."""
    if not any(entry.early for rule in game.rules.replacements for entry in rule.entries):
        return
    told = f'{part(RECORD)}.split(" hurry ")'
    noted = f'{{{names.HURRIED} + {told}[1].split(" ")[0] + ","}}'
    yield keep_for_all(names.HURRIED, (names.NOTE_HURRIED, noted))
    early = f'{{{part(RECORD)}.contains(" hurry ")}}'
    yield on("It comes before its turn", names.HURRY, early, names.NOTE_HURRIED)


def _spent(game: Game) -> Iterator[Trait]:
    """Yield what sends stored replacements back of which a new unit is formed."""
    if not any(rule.stored for rule in game.rules.replacements):
        return
    yield send(
        names.SPEND_STORED,
        names.SPENT,
        f'{{{prop.KIND} == "unit" && "${names.REPLACED}$,".contains("," + {prop.UNIT_ID} + ",")}}',
        "Stored replacements of which a unit is formed go back",
    )
    yield on("It is spent on a unit", names.SPENT, f'{{{prop.POOL} != ""}}', *lost(game), keys.to_wait(game))


def _makes(game: Game) -> bool:
    return any(rule.conversions for rule in game.rules.replacements)


def drops(game: Game) -> bool:
    """Tell whether any units come dropped."""
    return any(rule.drops for rule in game.rules.replacements)


def _ousts(game: Game) -> Iterator[Trait]:
    """Yield what takes the unit out of the game in whose place another has come."""
    if not (_makes(game) or drops(game)):
        return
    ousted = f'"${names.REPLACED}$ ".contains(" ousts:" + {prop.UNIT_ID} + " ")'
    yield send(
        names.OUST,
        names.OUSTED,
        f'{{{prop.KIND} == "unit" && {ousted}}}',
        "The unit whose place is taken leaves the game",
    )
    yield on("Its place is taken", names.OUSTED, f'{{{prop.OUT} != ""}}', *lost(game), keys.TO_OUT)
    # The lost of a class that never comes back lie in the box of the eliminated as it is.
    yield on("Or it is out as any loss", names.OUSTED, f'{{{prop.OUT} == ""}}', *lost(game), keys.TO_POOL)
    if drops(game):
        first = f'{{{part(RECORD)}.contains(" ousts:")}}'
        yield on("The first of a unit's parts was dropped", names.PARTED, first, names.OUST)


def _made(game: Game, word: str) -> Iterator[Trait]:
    """Yield what takes another unit's place: its step is that unit's, which leaves the game."""
    if not _makes(game):
        return
    most = max((len(unit.steps) for unit in game.counters.units), default=1)
    level = f"{prop.STEP_LAYER}_Level"
    stronger = f"{{{level} > Integer.parseInt({word}[4])}}"
    yield on("It shows the step of the other", names.MATCH_STEP, stronger, keys.STEP_UP)
    if keys.gives_way(game):
        yield keep(names.GIVES_WAY, (names.NOTE_GIVES_WAY, f"{{{part(RECORD)}}}"))
        yield answer(
            "Answer: gives way", names.GIVE_WAY, "gives-way", names.NOTE_GIVES_WAY, names.TELL_REPLACED
        )
    yield answer(
        "Answer: made",
        names.MAKE,
        "made",
        keys.STEP_LAST,
        *((names.MATCH_STEP,) * (most - 1)),
        names.NOTE_REPLACED,
        names.TELL_REPLACED,
        names.OUST,
        names.TAKE_PLACE,
    )


def _suffers(game: Game) -> Iterator[Trait]:
    """Yield what a unit does that suffers attrition: its elimination gives no point."""
    if not game.rules.attrition:
        return
    yield keep(names.NO_POINT, (names.NOTE_NO_POINT, f'{{{prop.TURN} + "." + {prop.PHASE}}}'))
    yield _global(names.ATTRITION, names.NOTE_ATTRITION)
    yield say(names.TELL_ATTRITION, f'{{"Attrition (" + {part(RULE)} + "): " + {part(TEXT)}}}', "Who suffers")
    yield answer(
        "Answer: frost",
        names.SUFFER,
        "frost",
        names.NOTE_ATTRITION,
        names.NOTE_NO_POINT,
        names.TELL_ATTRITION,
        names.SUFFER_STEP,
    )
    level = f"{prop.STEP_LAYER}_Level"
    # The inner trait acts first, so a unit that loses a step is not eliminated by the same key.
    yield on("Its last step is lost", names.SUFFER_STEP, f"{{{level} >= {prop.STEPS}}}", names.TAKE_OUT)
    yield on("A step of it is lost", names.SUFFER_STEP, f"{{{level} < {prop.STEPS}}}", names.LOSE_ONE)
