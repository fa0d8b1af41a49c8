"""Check actions in replacement phases: units enter play, are restored or replace other units.

The unit carries out the script's answer. At the beginning of a phase, the turn marker sends arriving units
to their pool and rolls for attrition (attrition.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import PhaseId
from hexwright.vassal.codec.buildfile.components import GlobalProperty
from hexwright.vassal.codec.field_values import KeyCommand
from hexwright.vassal.codec.trait_fields import Trait
from hexwright.vassal.enforcement import attrition, names
from hexwright.vassal.enforcement.deeds import Deed
from hexwright.vassal.enforcement.script import call
from hexwright.vassal.enforcement.traits import (
    KIND,
    RECORD,
    RULE,
    TEXT,
    answer,
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
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.unit_conditions import DISRUPTED, ENTRAINED, game_conditions, loss_keys

GIVE_WAY: Final = Deed("give-way", key_commands.GIVE_WAY, "Give its place to another unit", does=False)


def deeds(game: Game) -> tuple[Deed, ...]:
    """Return the actions by which players convert one unit into another."""
    return (GIVE_WAY,) if key_commands.may_choose_converted_unit(game) else ()


# Global properties --------------------------------------------------------------------------------


def global_properties() -> Iterator[GlobalProperty]:
    """Yield the global properties for replacement phases."""
    for name, text in (
        (prop.REPLACEMENTS_LEFT, "Replacements left in this phase; empty in any other"),
        (attrition.STATE, "What the die for attrition has made, and in which phase"),
    ):
        yield GlobalProperty.new(name=name, initial_value="", description=text)
    yield GlobalProperty.new(
        name=names.HURRIED, initial_value="", description="Entries that came early, and by how many turns"
    )
    yield GlobalProperty.new(
        name=names.SAVED, initial_value="", description="Replacements that sides have kept"
    )


# The referee --------------------------------------------------------------------------------------


_JUDGE_OPEN: Final = KeyCommand.named("hexwright.rules.judge-open")


def referee_questions() -> tuple[tuple[KeyCommand, str], ...]:
    """Return the turn marker's keys that ask the script about replacement phases, each with its script
    call.
    """
    return (
        (_JUDGE_OPEN, call("openPhase", "PieceUID")),
        *attrition.referee_questions(),
        (names.ROLL_EVENT, call("rollEvent", "PieceUID")),
    )


_ARRIVING: Final = "Arriving"
"""The units that arrive when a phase begins, as ",one,other,"."""
_ARRIVALS_DUE: Final = KeyCommand.named("hexwright.rules.arrivals-due")
_GIVEN_DUE: Final = KeyCommand.named("hexwright.rules.given-due")
_NOTE_ARRIVING: Final = KeyCommand.named("hexwright.rules.note-arriving")
_NOTE_GIVEN: Final = KeyCommand.named("hexwright.rules.note-given")
_TELL_GIVEN: Final = KeyCommand.named("hexwright.rules.tell-given")
_SEND_ARRIVALS: Final = KeyCommand.named("hexwright.rules.send-arrivals")
_ARRIVE: Final = KeyCommand.named("hexwright.rules.arrive")
_TELL_UNUSED: Final = KeyCommand.named("hexwright.rules.tell-unused")


def referee_traits(game: Game) -> Iterator[Trait]:
    """Yield the turn marker's traits for the beginning of a replacement phase, if there is such a phase."""
    if not game.rules.replacements:
        return
    opening = {phase.id for phase in game.rules.sequence if phase.kind == "replacement"}
    opening |= {phase.id for phase in game.rules.sequence[:1]}
    listed = literal("/" + "/".join(sorted(opening)) + "/")
    yield keep(_ARRIVING, (_NOTE_ARRIVING, f"{{{part(RECORD)}}}"))
    yield keep_for_all(
        prop.REPLACEMENTS_LEFT, (key_commands.PHASE_STATE, ""), (_NOTE_GIVEN, f"{{{part(RULE)}}}")
    )
    yield send(
        _SEND_ARRIVALS,
        _ARRIVE,
        f'{{{prop.KIND} == "unit" && "${_ARRIVING}$".contains("," + {prop.UNIT_ID} + ",")}}',
        "Units that arrive go to their pool",
    )
    yield say(_TELL_GIVEN, f"{{{part(TEXT)}}}", "How many a side has, and who arrives")
    yield say(_TELL_UNUSED, f'{{"Replacements: " + {part(TEXT)}}}', "How many are lost")
    record, text = part(RECORD), part(TEXT)
    yield on(
        "Units arrive",
        _ARRIVALS_DUE,
        f"{{{record}.length() > 0}}",
        _NOTE_ARRIVING,
        _SEND_ARRIVALS,
    )
    yield from _saves(game)
    yield on("Replacements are noted", _GIVEN_DUE, f"{{{part(RULE)}.length() > 0}}", _NOTE_GIVEN)
    yield on("Replacements are told", _GIVEN_DUE, f"{{{text}.length() > 0}}", _TELL_GIVEN)
    unused = f'{{{record}.equals("unused")}}'
    yield on("Unused replacements are lost", names.TELL_ENDED, unused, _TELL_UNUSED)
    rolls = tuple(attrition.referee_traits(game))
    yield from rolls
    yield on(
        "A phase with replacements begins",
        names.OPEN_PHASE,
        f'{{{listed}.contains("/" + {prop.PHASE} + "/")}}',
        names.FORGET,
        _JUDGE_OPEN,
        _ARRIVALS_DUE,
        _GIVEN_DUE,
        *((attrition.ROLL_DUE,) if rolls else ()),
    )


def saving(game: Game) -> tuple[PhaseId, ...]:
    """Return the phases at whose end replacements may be saved."""
    sides = {rule.side for rule in game.rules.replacements if any(one.accumulates for one in rule.accounts)}
    return tuple(one.id for one in game.rules.sequence if one.kind == "replacement" and one.side in sides)


_NOTE_SAVED: Final = KeyCommand.named("hexwright.rules.note-saved")


def _saves(game: Game) -> Iterator[Trait]:
    """Yield the traits that record a side's saved replacements, at every level of enforcement."""
    if phases := saving(game):
        yield keep_for_all(names.SAVED, (_NOTE_SAVED, call("noteSavings", "PieceUID")))
        yield on("What isn't used is kept", names.SAVE, f"{{{in_phases(phases)}}}", _NOTE_SAVED)


# Units --------------------------------------------------------------------------------------------


_HURRY: Final = KeyCommand.named("hexwright.rules.hurry")
_TELL_ARRIVED: Final = KeyCommand.named("hexwright.rules.tell-arrived")
_PUT_BACK: Final = KeyCommand.named("hexwright.rules.put-back")
_MAKE: Final = KeyCommand.named("hexwright.rules.make")
_PARTED: Final = KeyCommand.named("hexwright.rules.parted")
_SPEND_STORED: Final = KeyCommand.named("hexwright.rules.spend-stored")
_RESTORE: Final = KeyCommand.named("hexwright.rules.restore")
_UNRESTORE: Final = KeyCommand.named("hexwright.rules.unrestore")
_NOTE_REPLACED: Final = KeyCommand.named("hexwright.rules.note-replaced")
_NOTE_BACK: Final = KeyCommand.named("hexwright.rules.note-back")
_TELL_REPLACED: Final = KeyCommand.named("hexwright.rules.tell-replaced")


def unit_traits(game: Game) -> Iterator[Trait]:
    """Yield the traits by which a unit carries out a replacement that the script allowed."""
    word = f'{part(RECORD)}.split(" ")'
    yield keep(names.REPLACED, (_NOTE_REPLACED, f"{{{kept(part(RECORD))}}}"), (_NOTE_BACK, ""))
    yield keep_for_all(
        prop.REPLACEMENTS_LEFT, *((key, f"{{{word}[3]}}") for key in (_NOTE_REPLACED, _NOTE_BACK))
    )
    fine = (_TELL_REPLACED, attrition.NOTE)
    yield violation((), fine)
    yield objection((), fine)
    # What comes without a price is none (`comes` in reserves.bsh).
    head = f'({part(RECORD)}.contains(" free ") ? "Reinforcement: " : "Replacement: ")'
    yield say(_TELL_REPLACED, f"{{{head} + {part(TEXT)}}}", "What a replacement did")
    yield say(
        _TELL_ARRIVED,
        f'{{"Arrival: " + {prop.SIDE_NAME} + " " + {prop.FULL_NAME} + " can be taken as a replacement"}}',
        "Who arrives",
    )
    yield on(
        "It arrives in its pool",
        _ARRIVE,
        f'{{{prop.POOL} != ""}}',
        _TELL_ARRIVED,
        key_commands.waiting_key(game),
        key_commands.UNMOVED,
    )
    tell = (_TELL_REPLACED,)
    known = game_conditions(game)
    fit = tuple(one.end_key for one in known)
    shaken = (DISRUPTED.begin_key, *(one.end_key for one in known if one != DISRUPTED))
    early = tuple(_hurry(game))
    yield from early
    hurry = (_HURRY,) if early else ()
    yield from _ousts(game)
    parted = (_PARTED,) if drops(game) else ()
    stored = tuple(_spent(game))
    yield from stored
    spend = (_SPEND_STORED,) if stored else ()
    kinds: dict[str, tuple[KeyCommand, ...]] = {"place": (key_commands.STEP_LAST, *fit), "come": fit}
    if known:
        kinds |= {"place-shaken": (key_commands.STEP_LAST, *shaken), "come-shaken": shaken}
    if any(entry.arrive_entrained for rule in game.rules.replacements for entry in rule.entries):
        aboard = (*(one.end_key for one in known if one != ENTRAINED), ENTRAINED.begin_key)
        kinds |= {"come-entrained": aboard, "come-shaken-entrained": (*shaken, ENTRAINED.begin_key)}
    for kind, change in kinds.items():
        yield answer(
            f"Answer: {kind}",
            names.PLACE,
            kind,
            *change,
            _NOTE_REPLACED,
            *tell,
            *hurry,
            *parted,
            *(spend if kind.startswith("place") else ()),
            names.TAKE_PLACE,
        )
    if early:
        yield answer("Answer: arrive", names.PLACE, "arrive", _NOTE_REPLACED, *tell, _HURRY)
    yield answer("Answer: back", _PUT_BACK, "back", *fit, _NOTE_BACK, *tell, key_commands.UNMOVED)
    yield answer("Answer: restore", _RESTORE, "restore", key_commands.STEP_UP, _NOTE_REPLACED, *tell)
    yield answer("Answer: unrestore", _UNRESTORE, "unrestore", key_commands.TURN_OVER, _NOTE_BACK, *tell)
    yield from _made(game, word)
    yield from attrition.unit_traits(game)
    placing = literal(
        "/place/place-shaken/come/come-shaken/come-entrained/come-shaken-entrained/arrive/back/made/"
    )
    some = f'{{{placing}.contains("/" + {part(KIND)} + "/")}}'
    makes = (_MAKE,) if _makes(game) else ()
    yield on("A replacement by drag", names.SUPPLY, some, names.PLACE, _PUT_BACK, *makes)


_GIVE_WAY: Final = KeyCommand.named("hexwright.rules.give-way")


def answers(game: Game) -> tuple[KeyCommand, ...]:
    """Return the keys that carry out the script's answer to a player's key or menu line."""
    if not game.rules.replacements:
        return ()
    gives_up = any(rule.may_give_up_units for rule in game.rules.replacements)
    return (
        _RESTORE,
        _UNRESTORE,
        *((names.PLACE,) if gives_up else ()),
        *((_GIVE_WAY,) if key_commands.may_choose_converted_unit(game) else ()),
        *((attrition.SUFFER,) if game.rules.attrition else ()),
    )


_NOTE_HURRIED: Final = KeyCommand.named("hexwright.rules.note-hurried")


def _hurry(game: Game) -> Iterator[Trait]:
    """Yield the trait that records the reinforcement entry of a unit that arrived early."""
    if not any(entry.may_come_early for rule in game.rules.replacements for entry in rule.entries):
        return
    told = f'{part(RECORD)}.split(" hurry ")'
    noted = f'{{{names.HURRIED} + {told}[1].split(" ")[0] + ","}}'
    yield keep_for_all(names.HURRIED, (_NOTE_HURRIED, noted))
    early = f'{{{part(RECORD)}.contains(" hurry ")}}'
    yield on("It comes before its turn", _HURRY, early, _NOTE_HURRIED)


_SPENT: Final = KeyCommand.named("hexwright.rules.spent")


def _spent(game: Game) -> Iterator[Trait]:
    """Yield the traits that send spent replacement units back to their box."""
    if not any(rule.replacement_units for rule in game.rules.replacements):
        return
    yield send(
        _SPEND_STORED,
        _SPENT,
        f'{{{prop.KIND} == "unit" && "${names.REPLACED}$,".contains("," + {prop.UNIT_ID} + ",")}}',
        "Stored replacements of which a unit is formed go back",
    )
    yield on(
        "It is spent on a unit",
        _SPENT,
        f'{{{prop.POOL} != ""}}',
        *loss_keys(game),
        key_commands.waiting_key(game),
    )


def _makes(game: Game) -> bool:
    return any(rule.conversions for rule in game.rules.replacements)


def drops(game: Game) -> bool:
    """Return whether any units can be airdropped."""
    return any(rule.airdrops for rule in game.rules.replacements)


_OUST: Final = KeyCommand.named("hexwright.rules.oust")
_OUSTED: Final = KeyCommand.named("hexwright.rules.ousted")


def _ousts(game: Game) -> Iterator[Trait]:
    """Yield the traits that remove a unit from the game when another unit has replaced it."""
    if not (_makes(game) or drops(game)):
        return
    ousted = f'"${names.REPLACED}$ ".contains(" ousts:" + {prop.UNIT_ID} + " ")'
    yield send(
        _OUST,
        _OUSTED,
        f'{{{prop.KIND} == "unit" && {ousted}}}',
        "The unit whose place is taken leaves the game",
    )
    yield on("Its place is taken", _OUSTED, f'{{{prop.OUT} != ""}}', *loss_keys(game), key_commands.TO_OUT)
    # Eliminated units of a class that never returns are in the box of eliminated units already.
    yield on(
        "Or it is out as any loss", _OUSTED, f'{{{prop.OUT} == ""}}', *loss_keys(game), key_commands.TO_POOL
    )
    if drops(game):
        first = f'{{{part(RECORD)}.contains(" ousts:")}}'
        yield on("The first of a unit's parts was dropped", _PARTED, first, _OUST)


_GIVES_WAY: Final = "GivesWay"
"""The phase in which a unit is replaced by another unit in its stack, as "turn.phase"."""
_MATCH_STEP: Final = KeyCommand.named("hexwright.rules.match-step")
_NOTE_GIVES_WAY: Final = KeyCommand.named("hexwright.rules.note-gives-way")


def _made(game: Game, word: str) -> Iterator[Trait]:
    """Yield the traits of a unit that replaces another unit.

    It copies the other unit's step, and the other unit leaves the game.
    """
    if not _makes(game):
        return
    most = max((len(unit.steps) for unit in game.counters.units), default=1)
    level = f"{prop.STEP_LAYER}_Level"
    stronger = f"{{{level} > Integer.parseInt({word}[4])}}"
    yield on("It shows the step of the other", _MATCH_STEP, stronger, key_commands.STEP_UP)
    if key_commands.may_choose_converted_unit(game):
        yield keep(_GIVES_WAY, (_NOTE_GIVES_WAY, f"{{{part(RECORD)}}}"))
        yield answer("Answer: gives way", _GIVE_WAY, "gives-way", _NOTE_GIVES_WAY, _TELL_REPLACED)
    yield answer(
        "Answer: made",
        _MAKE,
        "made",
        key_commands.STEP_LAST,
        *((_MATCH_STEP,) * (most - 1)),
        _NOTE_REPLACED,
        _TELL_REPLACED,
        _OUST,
        names.TAKE_PLACE,
    )
